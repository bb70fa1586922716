//! Whole matches: the same however they are played, through every lapse of a player.

use std::fs;
use std::time::Duration;

use ponder_arena::adjudication::Adjudication;
use ponder_arena::matches::{Entrant, Order, Plan, Progress, Scribe, Source, run};
use ponder_arena::opening::Opening;
use ponder_arena::referee::{Ending, Referee, Seat};
use ponder_arena::statistics::Decision;
use ponder_arena::store::Played;
use ponder_core::Fault;
use ponder_engine::{
    Allowance, Choice, Clock, Contender, GAMES, Lapse, Limits, Session, Stop, open,
};

fn plan(game: &str, players: [&str; 2], pairs: u64) -> Plan {
    Plan {
        game: game.to_owned(),
        players: players.map(|text| {
            let description = text.parse().expect(text);
            Entrant::new(description, Limits::nodes(200)).expect(text)
        }),
        openings: Source::Random { plies: 4 },
        seed: 7,
        pairs: Some(pairs),
        test: None,
        referee: Referee::default(),
        concurrency: 1,
        fixed_colours: false,
    }
}

/// Plays a match; it is stopped after `most` games.
fn play(plan: &Plan, before: &[Played], most: usize) -> (Progress, Vec<Played>) {
    let stop = Stop::new();
    let mut games = Vec::new();
    let progress = run(
        plan,
        before,
        &stop,
        &mut |played| {
            games.push(played.clone());
            if games.len() >= most {
                stop.ask();
            }
            Ok(())
        },
        &mut |_| (),
    );
    games.sort_by_key(|game| (game.pair, game.swapped));
    (progress.expect("a match"), games)
}

fn all(plan: &Plan) -> (Progress, Vec<Played>) {
    play(plan, &[], usize::MAX)
}

/// A game without the times of its moves.
fn essence(game: &Played) -> (u64, bool, Opening, Vec<String>, Option<usize>, String) {
    let record = &game.record;
    let scores = record
        .moves
        .iter()
        .map(|m| format!("{} {:?} {:?}", m.text, m.score, m.nodes));
    let opening = record.opening.clone();
    (
        game.pair,
        game.swapped,
        opening,
        scores.collect(),
        record.winner,
        record.reason.clone(),
    )
}

fn essences(games: &[Played]) -> Vec<impl PartialEq + std::fmt::Debug> {
    games.iter().map(essence).collect()
}

#[test]
fn the_same_games_however_many_at_once() {
    for game in ["gothello", "othello", "connect-four"] {
        let mut plan = plan(game, ["best", "negamax:depth=2"], 6);
        let (one, games) = all(&plan);
        assert_eq!(games.len(), 12);
        assert_eq!(one.standing.games(), 12);
        plan.concurrency = 3;
        let (three, again) = all(&plan);
        assert_eq!(essences(&games), essences(&again));
        assert_eq!(one.standing.pairs, three.standing.pairs);
        // Both games of a pair begin alike, with colours swapped.
        for pair in games.chunks(2) {
            assert_eq!(pair[0].record.opening, pair[1].record.opening);
            assert!(!pair[0].swapped && pair[1].swapped);
        }
        let distinct: std::collections::HashSet<_> = games
            .iter()
            .map(|game| game.record.opening.clone())
            .collect();
        assert!(distinct.len() >= 5, "{} openings", distinct.len());
    }
}

#[test]
fn no_game_begins_before_the_last_one_is_kept() {
    for concurrency in [1, 2] {
        let mut plan = plan("gothello:size=3x3", ["random", "random"], 500);
        plan.concurrency = concurrency;
        let (stop, mut kept) = (Stop::new(), 0);
        let mut keep = |_: &Played| {
            // A slow disk: players as fast as these would be far ahead of it.
            std::thread::sleep(Duration::from_millis(20));
            kept += 1;
            if kept == 3 {
                stop.ask();
            }
            Ok(())
        };
        run(&plan, &[], &stop, &mut keep, &mut |_| ()).expect("a match");
        assert!(kept < 3 + concurrency, "{kept} games");
    }
}

#[test]
fn few_openings_are_doubted_also_where_a_test_decides_how_many_games() {
    let mut plan = plan("gothello", ["best", "random"], 1);
    plan.openings = Source::Start;
    plan.pairs = None;
    plan.test = Some("elo0=0,elo1=20".parse().expect("a test"));
    let doubts = plan.check(2).expect("a match");
    assert!(doubts[0].starts_with("1 opening serves as many pairs as the test needs"));
    plan.openings = Source::Random { plies: 4 };
    assert!(plan.check(2).expect("a match").is_empty());
}

#[test]
fn equal_players_without_chance_share_every_pair() {
    let (progress, games) = all(&plan("gothello", ["best", "best"], 5));
    assert_eq!(progress.standing.pairs.0, [0, 0, 5, 0, 0]);
    for pair in games.chunks(2) {
        assert_eq!(pair[0].record.line(), pair[1].record.line());
    }
}

#[test]
fn a_stopped_match_goes_on_to_the_same_end() {
    let mut plan = plan("gothello", ["best", "greedy"], 8);
    let (whole, games) = all(&plan);
    plan.concurrency = 2;
    let mut before = Vec::new();
    for most in [1, 3, 5, usize::MAX] {
        let (progress, more) = play(&plan, &before, most);
        before.extend(more);
        let count = progress.standing.games() as usize;
        assert_eq!(count, before.len(), "everything that was played counts");
    }
    before.sort_by_key(|game| (game.pair, game.swapped));
    assert_eq!(essences(&games), essences(&before));
    assert_eq!(whole.standing.pairs, {
        let (progress, more) = play(&plan, &before, usize::MAX);
        assert!(more.is_empty(), "nothing is played twice");
        progress.standing.pairs
    });
}

#[test]
fn a_test_decides_the_same_at_any_concurrency() {
    let mut plan = plan("gothello", ["best", "random"], 0);
    plan.pairs = None;
    plan.test = Some("elo0=0,elo1=50".parse().expect("a test"));
    let (one, _) = all(&plan);
    assert_eq!(one.standing.decision, Some(Decision::Upper));
    plan.concurrency = 4;
    let (four, games) = all(&plan);
    assert_eq!(one.standing.pairs, four.standing.pairs);
    assert_eq!(
        games.len() as u64,
        four.standing.games() + four.standing.uncounted()
    );
    // The other way round the other hypothesis wins, though every pair is lost.
    plan.players.reverse();
    assert_eq!(all(&plan).0.standing.decision, Some(Decision::Lower));
    // A cap ends a test that does not.
    plan.pairs = Some(3);
    let (capped, _) = all(&plan);
    assert_eq!(
        (capped.standing.decision, capped.standing.games()),
        (None, 6)
    );
}

/// A shell script that speaks UGI up to the first question, and then does something.
fn script(then: &str, longest: &str) -> String {
    let script = format!(
        "while read l; do case $l in ugi) echo ugiok;; isready) echo readyok;; \
         go*) {then};; quit) exit;; esac; done"
    );
    format!("ugi:patience=10s,longest={longest},cmd=\"sh -c '{script}'\"")
}

#[cfg(unix)]
#[test]
fn whoever_lapses_loses_and_the_match_goes_on() {
    let cases = [
        ("exit 3", Ending::Death),
        ("exec sleep 100", Ending::Hang),
        ("echo bestmove z99", Ending::Illegal),
        ("exec yes info", Ending::Flood),
    ];
    for (then, ending) in cases {
        // Only who is silent for ever shall not be waited for as long.
        let longest = if ending == Ending::Hang {
            "300ms"
        } else {
            "60s"
        };
        let bad = script(then, longest);
        let (progress, games) = all(&plan("gothello", ["greedy", &bad], 2));
        assert_eq!(games.len(), 4);
        let view = progress.standing.view();
        assert_eq!((view.wins, view.losses), (4, 0), "{then}");
        assert_eq!(
            view.lapses[1].get(ending.name()),
            Some(&4),
            "{then}: {:?}",
            view.lapses
        );
        assert!(view.lapses[0].is_empty() && view.first_lapses[0].is_none());
        assert!(view.first_lapses[1].is_some());
        for game in games {
            assert_eq!(game.record.ending, ending, "{then}: {}", game.record.reason);
            assert!(!game.record.reason.is_empty());
        }
    }
}

#[cfg(unix)]
#[test]
fn a_program_that_cannot_be_started_is_told_before_the_first_game() {
    let plan = plan("gothello", ["greedy", "ugi:cmd=/no/such/engine"], 2);
    let fault = run(&plan, &[], &Stop::new(), &mut |_| Ok(()), &mut |_| ());
    let fault = fault.expect_err("no such engine").to_string();
    assert!(fault.contains("/no/such/engine"), "{fault}");
}

#[test]
fn reasons_are_short_whatever_a_program_says() {
    let mut liar = Liar("z".repeat(60_000));
    let mut honest = Slow(Duration::ZERO, Vec::new());
    let fresh = open("gothello").expect("a game");
    let seat = |contender| Seat {
        contender,
        limits: Limits::default(),
        seed: 0,
    };
    let seats = [seat(&mut liar as &mut dyn Contender), seat(&mut honest)];
    let referee = Referee::default();
    let record = referee.play(&*fresh, seats, &Opening::default(), &Stop::new());
    let record = record.expect("an opening").expect("not stopped");
    assert_eq!(record.reason.chars().count(), 201, "{}", record.reason);
    assert!(record.reason.ends_with('\u{2026}'));
}

/// Says this, whatever it is asked.
struct Liar(String);

impl Contender for Liar {
    fn begin(&mut self, _: &dyn Session, _: &Stop) -> Result<(), Lapse> {
        Ok(())
    }

    fn choose(&mut self, _: &dyn Session, _: &Allowance, _: &Stop) -> Result<Choice, Lapse> {
        Err(Lapse::Babbled(self.0.clone()))
    }
}

#[test]
fn a_result_that_cannot_be_kept_ends_the_match() {
    let plan = plan("gothello", ["greedy", "greedy"], 20);
    let mut kept = 0;
    let fault = run(
        &plan,
        &[],
        &Stop::new(),
        &mut |_| {
            kept += 1;
            if kept < 3 {
                Ok(())
            } else {
                Err(Fault::new("the disk is full"))
            }
        },
        &mut |_| (),
    );
    assert_eq!(fault.expect_err("full").what, "the disk is full");
    assert_eq!(kept, 3, "nobody is asked again");
}

/// Takes its time, and remembers what it was allowed.
struct Slow(Duration, Vec<Duration>);

impl Contender for Slow {
    fn begin(&mut self, _: &dyn Session, _: &Stop) -> Result<(), Lapse> {
        Ok(())
    }

    fn choose(
        &mut self,
        session: &dyn Session,
        allowance: &Allowance,
        _: &Stop,
    ) -> Result<Choice, Lapse> {
        self.1
            .extend(allowance.limits.clock.map(|clock| clock.left));
        std::thread::sleep(self.0);
        Ok(Choice {
            play: session.move_texts(true).swap_remove(0),
            ..Choice::default()
        })
    }
}

/// What is forgiven is forgiven once in a game, not at every move.
#[test]
fn a_clock_cannot_be_overdrawn_again_and_again() {
    let fresh = open("gothello").expect("a game");
    let [mut quick, mut slow] = [0, 25].map(|ms| Slow(Duration::from_millis(ms), Vec::new()));
    let clock = Clock {
        left: Duration::from_millis(60),
        increment: Duration::ZERO,
        moves: None,
    };
    let limits = [None, Some(clock)].map(|clock| Limits {
        clock,
        ..Limits::default()
    });
    let seat = |contender, limits| Seat {
        contender,
        limits,
        seed: 0,
    };
    let referee = Referee {
        margin: Duration::from_millis(60),
        ..Referee::default()
    };
    let seats = [
        seat(&mut quick as _, limits[0]),
        seat(&mut slow as _, limits[1]),
    ];
    let record = referee.play(&*fresh, seats, &Opening::default(), &Stop::new());
    let record = record.expect("an opening").expect("not stopped");
    assert_eq!((record.ending, record.winner), (Ending::Time, Some(0)));
    let made = record.moves.len() / 2;
    assert!(made <= 4, "{made} moves of 25 ms out of 120 ms");
    assert!(record.waited >= 0.025, "{}", record.waited);
}

#[test]
fn who_takes_too_long_loses() {
    let fresh = open("gothello").expect("a game");
    let tight = Limits::time(Duration::from_millis(1));
    let clock = Limits {
        clock: Some(Clock {
            left: Duration::from_millis(60),
            increment: Duration::from_millis(1),
            moves: None,
        }),
        ..Limits::default()
    };
    let referee = Referee {
        margin: Duration::ZERO,
        ..Referee::default()
    };
    for limits in [tight, clock] {
        let mut quick = Slow(Duration::ZERO, Vec::new());
        let mut slow = Slow(Duration::from_millis(25), Vec::new());
        let seats = [
            Seat {
                contender: &mut quick,
                limits: Limits::default(),
                seed: 0,
            },
            Seat {
                contender: &mut slow,
                limits,
                seed: 0,
            },
        ];
        let record = referee.play(&*fresh, seats, &Opening::default(), &Stop::new());
        let record = record.expect("an opening").expect("not stopped");
        assert_eq!((record.ending, record.winner), (Ending::Time, Some(0)));
        assert!(record.reason.contains("took"), "{}", record.reason);
        // Every move has cost at least what it took, less what it added.
        for times in slow.1.windows(2) {
            assert!(
                times[1] + Duration::from_millis(24) <= times[0],
                "{times:?}"
            );
        }
    }
}

#[test]
fn games_end_early_if_asked_to() {
    let mut plan = plan("checkers", ["best", "best"], 1);
    plan.referee.adjudication = Adjudication {
        longest: 10,
        ..Adjudication::default()
    };
    let (_, games) = all(&plan);
    for game in &games {
        assert_eq!(game.record.ending, Ending::Adjudication);
        assert_eq!((game.record.moves.len(), game.record.winner), (10, None));
    }
}

#[test]
fn a_plan_that_cannot_be_believed_is_refused() {
    let mut crowded = plan("othello", ["best:time=1s", "best:threads=4"], 3);
    crowded.concurrency = 2;
    let fault = crowded.check(2).expect_err("8 threads").to_string();
    assert!(
        fault.contains("8 threads would share 2 processors"),
        "{fault}"
    );
    assert!(crowded.check(8).expect("enough").is_empty());
    let mut nodes = plan("othello", ["best", "best"], 3);
    nodes.concurrency = 9;
    assert_eq!(nodes.check(2).expect("only doubtful").len(), 1);
    nodes.openings = Source::Start;
    assert_eq!(nodes.check(9).expect("only doubtful").len(), 1);
    let mut people = plan("othello", ["human", "best"], 3);
    assert!(people.check(2).is_ok());
    people.concurrency = 2;
    assert!(people.check(2).is_err());
}

#[test]
fn settings_tell_matches_apart() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("weights");
    let write = |text: &str| fs::write(&file, text).expect("written");
    write("a");
    let first = format!("best:weights={}", file.display());
    let one = plan("gothello", [&first, "best"], 3);
    let before = one.settings();
    // How many games, and how many at once, makes no other match.
    let more = Plan {
        pairs: Some(9),
        concurrency: 2,
        ..one.clone()
    };
    assert_eq!(more.settings(), before);
    let others = [
        Plan {
            seed: 8,
            ..one.clone()
        },
        Plan {
            openings: Source::Start,
            ..one.clone()
        },
        plan("gothello", [&first, "greedy"], 3),
        plan("othello", [&first, "best"], 3),
    ];
    for other in others {
        assert_ne!(other.settings(), before);
    }
    write("b");
    assert_ne!(one.settings(), before, "weights are part of a player");
}

#[test]
fn openings_come_from_files() {
    let folder = tempfile::tempdir().expect("a folder");
    let fresh = open("othello").expect("a game");
    let write = |name: &str, text: &str| {
        let path = folder.path().join(name);
        fs::write(&path, text).expect("written");
        path.to_str().expect("a name").to_owned()
    };
    let file = write(
        "a.txt",
        "startpos moves f5 d6\nstartpos moves f5 f6 e6\nstartpos moves c4\n",
    );
    let source = Source::read(&file, None, &*fresh).expect("openings");
    assert_eq!(source.len(), Some(3));
    let opening = |source: &Source, pair| source.opening(pair, 1, &*fresh).expect("an opening");
    assert_eq!(opening(&source, 1).moves, ["f5", "f6", "e6"]);
    assert_eq!(
        opening(&source, 4),
        opening(&source, 1),
        "and again from the beginning"
    );
    let shuffled = |seed| {
        let source = source.clone().ordered(Order::Random, seed);
        (0..3)
            .map(|pair| opening(&source, pair).name)
            .collect::<Vec<_>>()
    };
    assert_eq!(shuffled(1), shuffled(1));
    assert!((2..20).any(|seed| shuffled(seed) != shuffled(1)));
    let file = write("twice.txt", "f5 d6\nf5 f6\nstartpos moves f5 d6 # again\n");
    let mut twice = plan("othello", ["best", "best"], 3);
    twice.openings = Source::read(&file, None, &*fresh).expect("openings");
    let doubts = twice.check(64).expect("playable");
    assert!(doubts[0].starts_with("1 of the openings"), "{doubts:?}");
    // The game's own formats are known by the file's ending.
    let file = write("a.transcript", "f5d6c3\n");
    let source = Source::read(&file, None, &*fresh).expect("openings");
    assert_eq!(opening(&source, 0).moves, ["f5", "d6", "c3"]);

    let refused = |text: &str| {
        let fault = Source::read(text, None, &*fresh).expect_err(text);
        assert!(fault.hint.is_some(), "{fault}");
        fault.to_string()
    };
    assert!(refused("/no/such/file").contains("/no/such/file"));
    assert!(
        refused(&write("b.txt", "startpos moves f5\nstartpos moves f5 a1\n")).contains("line 2")
    );
    assert!(refused(&write("c.txt", "")).contains("no opening"));
    assert!(refused("random:plies=x").contains("random:plies=8"));
    assert!(refused("random:plies=4000").contains("100"));
}

#[test]
fn every_game_is_written_in_its_own_format_and_read_again() {
    let folder = tempfile::tempdir().expect("a folder");
    for entry in GAMES {
        let fresh = open(entry.name).expect("a game");
        let path = folder.path().join(entry.name);
        let (_, mut games) = all(&plan(entry.name, ["greedy:name=Ada [x]", "random"], 2));
        // One of them was ended before its end, and nobody has won.
        let drawn = &mut games[0].record;
        drawn.moves.truncate(6);
        (drawn.winner, drawn.margin, drawn.ending) = (None, 0, Ending::Adjudication);
        let scribe = |path, again| {
            let names = ["Ada [x]", "random"].map(str::to_owned);
            Scribe::new(path, fresh.fork(), None, names, again)
        };
        let mut written = scribe(&path, false).expect("a file");
        // The order in which games end does not matter.
        for game in games.iter().rev() {
            written.add(game).expect("written");
        }
        written.finish().expect("written");
        assert!(
            written.unwritten.is_none(),
            "{}: {:?}",
            entry.name,
            written.unwritten
        );
        let text = fs::read_to_string(&path).expect("a file");
        let format = fresh.own_format();
        let records = fresh.records(format, &text).expect(entry.name);
        assert_eq!(records.len(), 4, "{}", entry.name);
        for (record, game) in records.iter().zip(&games) {
            assert_eq!(record.moves, game.record.line(), "{}", entry.name);
        }
        if ["pdn", "ggf"].contains(&format) {
            assert!(text.contains("Ada (x)"), "{text}");
        }
        assert!(scribe(&path, false).is_err(), "nothing is overwritten");
        assert!(scribe(&path, true).is_ok());
    }
}
