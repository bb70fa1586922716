//! Players by description, and the games they play.

use ponder_arena::opening::Opening;
use ponder_arena::players::{self, Description};
use ponder_arena::referee::{Ending, GameRecord, Referee, Seat};
use ponder_engine::{GAMES, Limits, Stop, open as game};
use proptest::prelude::*;

fn described(text: &str) -> Description {
    text.parse().expect(text)
}

fn refused(text: &str, id: &str) -> String {
    let session = game(id).expect("a game");
    let opened = text.parse::<Description>().and_then(|description| {
        let limits = players::limits(&description, Limits::nodes(100))?;
        players::open(&description, &*session, limits)
    });
    opened.err().expect(text).to_string()
}

fn play(id: &str, players: [&str; 2], seed: u64) -> GameRecord {
    let fresh = game(id).expect("a game");
    let mut seats = players.map(|text| {
        let description = described(text);
        let limits = players::limits(&description, Limits::nodes(200)).expect(text);
        let contender = players::open(&description, &*fresh, limits).expect(text);
        (contender, limits)
    });
    let mut seed = seed;
    let seats = seats.each_mut().map(|(contender, limits)| {
        seed += 1;
        Seat {
            contender: &mut **contender,
            limits: *limits,
            seed,
        }
    });
    let record = Referee::default().play(&*fresh, seats, &Opening::default(), &Stop::new());
    record.expect("an opening").expect("not stopped")
}

proptest! {
    #[test]
    fn descriptions_are_read_back(
        kind in "[a-z]{1,8}",
        settings in proptest::collection::vec(("[a-z][a-z.-]{0,6}", "[ -~]{0,12}"), 0..4),
    ) {
        let mut description = Description::of(kind);
        for (key, value) in settings {
            description = description.with(&key, value);
        }
        let text = description.to_string();
        prop_assert_eq!(text.parse::<Description>().expect("readable"), description, "{}", text);
    }

    #[test]
    fn any_text_is_a_description_or_refused(text in "[a-z:=,\" \\\\é]{0,24}") {
        if let Err(fault) = text.parse::<Description>() {
            prop_assert!(fault.hint.is_some());
            prop_assert!(fault.at.is_none_or(|at| at <= text.len() && text.is_char_boundary(at)));
        }
    }
}

#[test]
fn values_stand_in_quotes() {
    let description = described(r#"ugi:cmd="my engine, \"fast\" C:\x" , name=Old,depth=8"#);
    assert_eq!(description.get("cmd"), Some(r#"my engine, "fast" C:\x"#));
    assert_eq!(description.title(), "Old");
    assert_eq!(described("best").title(), "best");
}

/// Blanks before the value do not move the place.
#[test]
fn a_quotation_mark_within_a_value_is_shown_where_it_stands() {
    let text = "a:b=  c\"";
    let fault = text.parse::<Description>().expect_err("a stray mark");
    assert_eq!(fault.at, text.find('"'), "{fault}");
}

#[test]
fn what_is_unknown_is_refused_with_what_there_is() {
    let says = |text, id, words: &[&str]| {
        let fault = refused(text, id);
        for word in words {
            assert!(fault.contains(word), "{text}: {fault}");
        }
    };
    says(
        "strongest",
        "othello",
        &["no player \"strongest\"", "best", "ugi", "human"],
    );
    says(
        "best:deph=4",
        "othello",
        &["no setting \"deph\"", "depth", "weight.NAME"],
    );
    says(
        "random:eval=eye",
        "gothello",
        &["no setting \"eval\"", "seed"],
    );
    says("best:depth=0", "othello", &["\"0\"", "1 to 119"]);
    says("best:time=soon", "othello", &["\"soon\"", "500ms"]);
    says("best:eval=eye", "othello", &["eye"]);
    says("best:with=telepathy", "othello", &["telepathy", "lmr"]);
    says("best:ties=liberties", "othello", &["liberties", "random"]);
    says("best:weights=/no/such/file", "othello", &["/no/such/file"]);
    says("best:config=/no/such/file", "othello", &["/no/such/file"]);
    says("best:budget=contest", "othello", &["contest"]);
    says("best:threads=0", "othello", &["\"0\"", "1024"]);
    says("best:depth=1,depth=2", "othello", &["twice"]);
    says("best:depth", "othello", &["\"depth\" has no value"]);
    says("", "othello", &["no name"]);
}

#[test]
fn every_setting_of_the_search_can_be_named() {
    let settings = [
        "eval=eye",
        "weight.stones=2",
        "with=\"singular,razor\"",
        "without=lmr",
        "mtdf=on",
        "set=\"lmr-divisor=180\"",
        "exact=off",
        "ties=liberties",
        "threads=2",
        "hash=1M",
        "memory=200M",
        "budget=10s",
        "name=x",
        "depth=3",
        "nodes=100",
        "time=1s",
        "clock=1s+1s",
    ];
    let session = game("gothello").expect("a game");
    for setting in settings {
        let description = described(&format!("best:{setting}"));
        let limits = players::limits(&description, Limits::nodes(100)).expect(setting);
        players::open(&description, &*session, limits)
            .map(|_| ())
            .expect(setting);
    }
}

#[test]
fn a_player_with_limits_of_its_own_ignores_those_of_the_match() {
    let limits = |text| players::limits(&described(text), Limits::nodes(100)).expect(text);
    assert_eq!(limits("best").nodes, Some(100));
    let own = limits("best:depth=4");
    assert_eq!((own.depth, own.nodes), (Some(4), None));
    assert_eq!(limits("greedy").depth, Some(1));
    assert_eq!(limits("negamax").depth, Some(3));
    assert_eq!(limits("best:budget=60s").nodes, None);
    assert_eq!(limits("human").nodes, None);
}

#[test]
fn everybody_plays_everything() {
    for entry in GAMES {
        let record = play(entry.name, ["best", "random"], 1);
        assert_eq!(
            record.ending,
            Ending::Rules,
            "{}: {}",
            entry.name,
            record.reason
        );
        let record = play(entry.name, ["greedy", "alphabeta:depth=2"], 1);
        assert!(
            !record.ending.is_lapse(),
            "{}: {}",
            entry.name,
            record.reason
        );
    }
}

#[test]
fn chance_follows_from_the_seed() {
    for players in [["random", "random"], ["negamax:depth=1", "greedy"]] {
        let line = |seed| play("gothello", players, seed).line();
        assert_eq!(line(1), line(1));
        assert_ne!(line(1), line(2), "{players:?}");
    }
}
