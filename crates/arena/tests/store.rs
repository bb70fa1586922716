//! The file of results: what goes in comes out, and nothing else is touched.

use std::path::{Path, PathBuf};

use ponder_arena::opening::Opening;
use ponder_arena::referee::{Ending, GameRecord, MoveRecord};
use ponder_arena::store::{Played, Store};
use serde_json::{Value, json};
use tempfile::TempDir;

fn place() -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("match.db");
    (folder, file)
}

fn played(pair: u64, swapped: bool) -> Played {
    let made = |text: &str, score, depth| MoveRecord {
        text: text.to_owned(),
        score,
        depth,
        nodes: depth.map(u64::from),
        seconds: 0.25,
    };
    Played {
        pair,
        swapped,
        record: GameRecord {
            opening: Opening {
                name: "Kelso, \"old\"".to_owned(),
                position: swapped.then(|| "a position".to_owned()),
                moves: vec!["10-15".to_owned(), "22-17".to_owned()],
            },
            moves: vec![made("15-22", Some(-12), Some(7)), made("25-18", None, None)],
            first: 0,
            winner: swapped.then_some(1),
            margin: if swapped { -1 } else { 0 },
            ending: Ending::Death,
            reason: "died: \u{e9}".to_owned(),
            waited: 0.0,
        },
    }
}

fn begun(store: &Store, settings: &Value) -> i64 {
    store
        .begin("checkers", ["a", "b"], settings)
        .expect("begun")
}

fn refused(path: &Path) -> String {
    Store::open(path).err().expect("refused").to_string()
}

#[test]
fn games_come_back_as_they_went() {
    let (_folder, file) = place();
    let games = [played(0, false), played(0, true), played(3, false)];
    let id = {
        let store = Store::open(&file).expect("a new file");
        let id = begun(&store, &json!({"seed": 1}));
        for game in &games {
            store.add(id, game).expect("kept");
        }
        id
    };
    let store = Store::open(&file).expect("the same file");
    assert_eq!(store.games(id).expect("games"), games);
    let entry = &store.matches().expect("matches")[0];
    assert_eq!((entry.id, entry.game.as_str()), (id, "checkers"));
    assert_eq!(entry.players, ["a", "b"]);
    let again = store.add(id, &games[1]).expect_err("a double").to_string();
    assert!(again.contains("already holds this game"), "{again}");
    assert_eq!(store.games(id).expect("games").len(), 3);
}

#[test]
fn a_match_goes_on_only_if_it_is_the_same() {
    let (_folder, file) = place();
    let store = Store::open(&file).expect("a new file");
    let here = json!({"game": "checkers", "first": {"player": "best", "limits": "x"}, "seed": 1});
    let enter = |settings: &Value, resume| store.enter("checkers", ["a", "b"], settings, resume);
    // A match that was killed before its first word begins.
    let (id, games) = enter(&here, true).expect("a new one");
    assert!(games.is_empty());
    store.add(id, &played(0, false)).expect("kept");
    let (again, games) = enter(&here, true).expect("the same one");
    assert_eq!((again, games.len()), (id, 1));
    let fresh = enter(&here, false).expect_err("there is one").to_string();
    assert!(fresh.contains("--resume"), "{fresh}");
    let mut other = here.clone();
    other["first"]["player"] = json!("greedy");
    let differs = enter(&other, true).expect_err("another one").to_string();
    assert!(
        differs.contains("first player is \"best\" there and \"greedy\" here"),
        "{differs}"
    );
    assert_eq!(store.matches().expect("matches").len(), 1);
    // Unless nothing was to be gone on with: then it is a second match.
    let (second, games) = enter(&other, false).expect("a second one");
    assert!(second != id && games.is_empty());
    assert_eq!(enter(&here, true).expect("the first one").0, id);
    assert_eq!(store.matches().expect("matches").len(), 2);
}

#[test]
fn only_one_writes_and_everybody_reads() {
    let (folder, file) = place();
    let store = Store::open(&file).expect("a new file");
    begun(&store, &json!({"seed": 1}));
    let said = refused(&file);
    assert!(
        said.contains("match.db is in use by another match"),
        "{said}"
    );
    #[cfg(unix)]
    {
        let other = folder.path().join("other-name.db");
        std::os::unix::fs::symlink(&file, &other).expect("a link");
        assert!(refused(&other).contains("in use"));
        std::fs::remove_file(&other).expect("removed");
    }
    let reader = Store::look(&file).expect("readable");
    assert_eq!(reader.matches().expect("matches").len(), 1);
    assert!(reader.begin("checkers", ["a", "b"], &json!({})).is_err());
    drop((reader, store));
    drop(Store::open(&file).expect("free again"));
    let left = std::fs::read_dir(folder.path()).expect("a folder").count();
    assert_eq!(left, if cfg!(unix) { 1 } else { 2 }, "and nothing is left");
    assert!(Store::look(&folder.path().join("none.db")).is_err());
}

#[test]
fn of_many_who_begin_at_once_one_does() {
    let (_folder, file) = place();
    for seed in 0..20 {
        let settings = json!({ "seed": seed });
        let begin = || {
            let store = Store::open(&file).ok()?;
            store.enter("checkers", ["a", "b"], &settings, false).ok()
        };
        std::thread::scope(|scope| {
            let all: Vec<_> = (0..4).map(|_| scope.spawn(begin)).collect();
            let begun = all.into_iter().map(|one| one.join().expect("no panic"));
            assert_eq!(begun.flatten().count(), 1);
        });
    }
    let store = Store::look(&file).expect("a file");
    assert_eq!(store.matches().expect("matches").len(), 20);
}

#[test]
fn what_is_not_ours_is_refused_and_left_alone() {
    let (folder, file) = place();
    drop(Store::open(&file).expect("a new file"));
    {
        let connection = rusqlite::Connection::open(&file).expect("a database");
        connection
            .pragma_update(None, "user_version", 2)
            .expect("set");
    }
    let bytes = std::fs::read(&file).expect("a file");
    let newer = refused(&file);
    assert!(newer.contains("newer version"), "{newer}");
    assert_eq!(
        std::fs::read(&file).expect("a file"),
        bytes,
        "nothing has changed"
    );

    let text = folder.path().join("text.db");
    std::fs::write(
        &text,
        "not a database, but long enough to look like one\n".repeat(9),
    )
    .expect("written");
    let fault = refused(&text);
    assert!(fault.contains("not a database"), "{fault}");

    let foreign = folder.path().join("foreign.db");
    {
        let connection = rusqlite::Connection::open(&foreign).expect("a database");
        connection
            .execute_batch("CREATE TABLE recipes (name TEXT)")
            .expect("made");
    }
    let fault = refused(&foreign);
    assert!(fault.contains("another program"), "{fault}");

    let fault = refused(&folder.path().join("no/such/folder/match.db"));
    assert!(fault.contains("folder"), "{fault}");
}
