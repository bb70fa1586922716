//! Tournaments play what their files say, keep it, go on, and report it.

use std::path::Path;

use ponder_arena::report::{Report, page};
use ponder_arena::store::Store;
use ponder_arena::tournament::{Changes, Results, Tournament};
use ponder_core::Fault;
use ponder_engine::{GAMES, Stop, open};

const FILE: &str = r#"
rounds = 4
openings = "random:plies=4"
nodes = 50

[[player]]
name = "best"
player = "best"

[[player]]
name = "greedy"
player = "greedy"

[[player]]
name = "random"
player = "random"
"#;

fn read(game: &str, text: &str, changes: &Changes) -> Result<Tournament, Fault> {
    let session = open(game).expect("a game");
    Tournament::read(text, &*session, Path::new(""), changes)
}

fn tournament(text: &str) -> Tournament {
    read("gothello", text, &Changes::default()).expect("a tournament")
}

fn played(tournament: &Tournament) -> Results {
    let results = tournament.run(None, false, &Stop::new(), &mut |_| ());
    results.expect("results")
}

/// All games of a tournament: who met whom, which pair, who moved first, the moves.
fn games(results: &Results) -> Vec<([usize; 2], u64, bool, Vec<String>)> {
    let of = |pairing: &ponder_arena::tournament::Pairing| {
        let players = pairing.players;
        let game = move |game: &ponder_arena::store::Played| {
            (players, game.pair, game.swapped, game.record.line())
        };
        pairing.games.iter().map(game).collect::<Vec<_>>()
    };
    results.pairings.iter().flat_map(of).collect()
}

#[test]
fn everybody_meets_everybody_with_both_colours() {
    let results = played(&tournament(FILE));
    assert_eq!((results.total, results.games()), (24, 24));
    assert!(!results.stopped);
    let met: Vec<_> = results
        .pairings
        .iter()
        .map(|pairing| pairing.players)
        .collect();
    assert_eq!(met, [[0, 1], [0, 2], [1, 2]]);
    for pairing in &results.pairings {
        assert_eq!(pairing.games.len(), 8);
        assert_eq!(pairing.games.iter().filter(|game| game.swapped).count(), 4);
        for pair in pairing.games.chunks(2) {
            assert_eq!(pair[0].record.opening, pair[1].record.opening);
        }
        let meetings = pairing.meetings();
        assert_eq!(meetings.len(), 4);
        assert!(
            meetings
                .iter()
                .all(|meeting| (meeting.games - 2.0).abs() < 1e-9)
        );
    }
    // All pairings have the same openings.
    let openings = |index: usize| -> Vec<_> {
        let games = results.pairings[index].games.iter();
        games.map(|game| game.record.opening.clone()).collect()
    };
    assert_eq!(openings(0), openings(2));
}

#[test]
fn a_gauntlet_is_the_first_against_the_rest() {
    let results = played(&tournament(&format!("kind = \"gauntlet\"{FILE}")));
    let met: Vec<_> = results
        .pairings
        .iter()
        .map(|pairing| pairing.players)
        .collect();
    assert_eq!(met, [[0, 1], [0, 2]]);
}

#[test]
fn a_ladder_is_each_against_the_next() {
    let ladder = tournament(&format!("kind = \"ladder\"{FILE}"));
    assert_eq!(ladder.pairings(), [[0, 1], [1, 2]]);
}

#[test]
fn fixed_colours_play_each_opening_once() {
    let tournament = tournament(&format!("colours = \"fixed\"{FILE}"));
    let results = played(&tournament);
    let json = serde_json::to_value(Report::new(&tournament, &results)).expect("json");
    assert_eq!(json["pairings"][0]["games"], 4);
    assert!(json["pairings"][0]["elo"].is_null(), "there are no pairs");
    assert_eq!((results.total, results.games()), (12, 12));
    for game in results.pairings.iter().flat_map(|pairing| &pairing.games) {
        assert!(!game.swapped);
    }
}

#[test]
fn the_same_games_however_many_at_once() {
    let one = played(&tournament(FILE));
    let three = read(
        "gothello",
        FILE,
        &Changes {
            concurrency: Some(3),
            ..Changes::default()
        },
    );
    assert_eq!(games(&one), games(&played(&three.expect("a tournament"))));
}

#[test]
fn a_report_says_who_is_better() {
    let tournament = tournament(FILE);
    let results = played(&tournament);
    let report = Report::new(&tournament, &results);
    assert!(report.complete);
    assert_eq!(report.sides, ["black", "white"]);
    assert_eq!(report.standings[2].name, "random");
    let places: Vec<_> = report.standings.iter().map(|row| row.rank).collect();
    assert_eq!(places, [1, 2, 3]);
    assert!(report.standings.is_sorted_by(|a, b| a.elo >= b.elo));
    for row in &report.standings {
        assert_eq!(row.games, 16);
        assert_eq!(row.wins + row.draws + row.losses, 16);
        assert!((row.points - (row.wins as f64 + row.draws as f64 / 2.0)).abs() < 1e-9);
    }
    for (a, row) in report.crosstable.iter().enumerate() {
        assert_eq!(row[a], None);
        for (b, cell) in row.iter().enumerate().take(a) {
            let (one, other) = (cell.expect("met"), report.crosstable[b][a].expect("met"));
            assert_eq!((one.games, one.points + other.points), (8, 8.0));
            let likely = [report.superiority[a][b], report.superiority[b][a]];
            let sum: f64 = likely.into_iter().flatten().sum();
            assert!((sum - 1.0).abs() < 1e-9);
        }
    }
    for pairing in &report.pairings {
        let sides = pairing.moving_first.points + pairing.moving_second.points;
        assert!((sides - pairing.standing.points).abs() < 1e-9);
        assert!(pairing.interval[0] <= pairing.standing.score);
        assert!(pairing.interval[1] >= pairing.standing.score);
    }
    let json = serde_json::to_value(&report).expect("json");
    for field in [
        "standings",
        "crosstable",
        "superiority",
        "pairings",
        "games",
        "complete",
    ] {
        assert!(json.get(field).is_some(), "{field}");
    }
}

#[test]
fn the_page_stands_alone_and_escapes_names() {
    let text = FILE.replace("name = \"greedy\"", "name = \"<script>a&b</script>\"");
    let tournament = tournament(&text);
    let page = page(&Report::new(&tournament, &played(&tournament)));
    assert!(page.starts_with("<!DOCTYPE html>"));
    assert!(page.trim_end().ends_with("</html>"));
    assert!(page.contains("&lt;script&gt;a&amp;b&lt;/script&gt;"));
    for outside in ["<script", "http:", "https:", "<link", "<img", "url("] {
        assert!(!page.contains(outside), "{outside}");
    }
    assert!(page.contains("prefers-color-scheme: dark"));
    for (opened, closed) in [("<table", "</table>"), ("<tr", "</tr>"), ("<td", "</td>")] {
        assert_eq!(page.matches(opened).count(), page.matches(closed).count());
    }
}

/// Whatever is stopped goes on, and has in the end the games it would have had.
#[test]
fn a_tournament_goes_on_where_it_stopped() {
    let directory = tempfile::tempdir().expect("a directory");
    let path = directory.path().join("results.db");
    let tournament = tournament(FILE);
    let whole = played(&tournament);
    let mut results = None;
    for wanted in [3, 9, 20, 1000] {
        let store = Store::open(&path).expect("a store");
        let stop = Stop::new();
        let part = tournament.run(Some(&store), wanted > 3, &stop, &mut |results: &Results| {
            if results.games() >= wanted {
                stop.ask();
            }
        });
        results = Some(part.expect("results"));
    }
    let results = results.expect("results");
    assert!(results.before >= 20 && !results.stopped);
    assert_eq!(games(&results), games(&whole));
    let store = Store::open(&path).expect("a store");
    let kept = store.matches().expect("matches");
    assert_eq!(kept.len(), 3);
    let again = tournament.run(Some(&store), false, &Stop::new(), &mut |_| ());
    let fault = again.expect_err("not asked to go on");
    assert!(fault.to_string().contains("--resume"));
    let other = self::tournament(&FILE.replace("nodes = 50", "nodes = 60"));
    let fault = other.run(Some(&store), true, &Stop::new(), &mut |_| ());
    let games = fault
        .expect("the pairing of greedy and random is the same")
        .games();
    assert_eq!(games, 24);
}

#[test]
fn openings_may_lie_beside_the_file() {
    let directory = tempfile::tempdir().expect("a directory");
    std::fs::write(directory.path().join("set.txt"), "d3 c3 # one\nd3 e3\n").expect("written");
    let session = open("othello").expect("a game");
    let text = FILE.replace("random:plies=4", "set.txt");
    let tournament = Tournament::read(&text, &*session, directory.path(), &Changes::default());
    let tournament = tournament.expect("a tournament");
    assert_eq!(tournament.openings.len(), Some(2));
    let doubts = tournament.check(64).expect("playable");
    assert!(doubts[0].contains("2 openings serve 4 pairs"));
    let fixed = Tournament {
        fixed_colours: true,
        ..tournament
    };
    let doubts = fixed.check(64).expect("playable");
    assert!(doubts[0].contains("2 openings serve 4 games"), "{doubts:?}");
}

#[test]
fn files_that_say_nonsense_are_refused() {
    let refused = |text: &str| {
        let read = read("gothello", text, &Changes::default());
        let checked = read.and_then(|tournament| tournament.check(64).map(drop));
        checked.expect_err(text).to_string()
    };
    let with = |line: &str| format!("{line}\n{FILE}");
    assert!(refused("rounds = 3").contains("two players at least"));
    assert!(refused("rounds = [").contains("a tournament has settings"));
    assert!(refused(&with("round = 3")).contains("unknown field"));
    assert!(refused(&with("kind = \"knockout\"")).contains("round-robin, gauntlet or ladder"));
    assert!(refused(&with("colours = \"red\"")).contains("both, or fixed"));
    assert!(refused(&with("game = \"othello\"")).contains("about othello, not gothello"));
    assert!(refused(&with("time = \"soon\"")).contains("is no time"));
    assert!(refused(&FILE.replace("\"greedy\"", "\"best\"")).contains("two players are called"));
    assert!(
        refused(&FILE.replace("player = \"greedy\"", "player = \"grandmaster\""))
            .contains("there is no player")
    );
    assert!(refused(&FILE.replace("rounds = 4", "rounds = 0")).contains("0 rounds"));
    assert!(refused(&FILE.replace("nodes = 50", "nodes = 0")).contains("think about nothing"));
    assert!(refused(&FILE.replace("random:plies=4", "no/such/file")).contains("cannot be read"));
    let odd = Changes {
        games: Some(7),
        ..Changes::default()
    };
    let fault = read("gothello", FILE, &odd).expect_err("odd");
    assert!(fault.to_string().contains("even number"));
}

/// The experiments of the repository can be read and would be played.
#[test]
fn experiments_are_valid() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../experiments");
    let mut count = 0;
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.extension().is_none_or(|ending| ending != "toml") {
            continue;
        }
        let text = std::fs::read_to_string(&path).expect("a text");
        let name = path
            .file_name()
            .and_then(|name| name.to_str())
            .expect("a name");
        let mut lines = text.lines();
        let game = lines.find_map(|line| line.strip_prefix("game = "));
        // A file that names no game is for any.
        let games = match game {
            Some(game) => vec![game.trim_matches('"')],
            None => GAMES.iter().map(|entry| entry.name).collect(),
        };
        for game in games {
            let tournament = read(game, &text, &Changes::default());
            let tournament = tournament.unwrap_or_else(|fault| panic!("{name}: {fault}"));
            tournament.check(64).expect(name);
            let session = open(game).expect("a game");
            for entrant in &tournament.players {
                let player =
                    ponder_arena::players::open(&entrant.description, &*session, entrant.limits);
                assert!(player.is_ok(), "{name}: {}", entrant.description);
            }
        }
        count += 1;
    }
    assert!(count >= 10);
}
