//! A search that is held waits, loses nothing by it, and goes on as if nothing had been.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::thread;
use std::time::{Duration, Instant};

use ponder_core::{History, Judge, Rules, Score, Weights};
use ponder_games::abalone::{Abalone, Position};
use ponder_search::{Config, Limits, Report, Search, Stop};
use ponder_table::{Keys, Table};
use ponder_testkit::open;

/// Some hundred times what it should take on an idle machine.
const HANGING: Duration = Duration::from_secs(20);

/// A judge that can be watched at work from another thread.
struct Watched {
    weights: Weights,
    boards: AtomicU64,
}

impl Watched {
    fn new() -> Self {
        Self {
            weights: Weights::standard::<Abalone>(),
            boards: AtomicU64::new(0),
        }
    }

    fn boards(&self) -> u64 {
        self.boards.load(Relaxed)
    }

    /// Waits until more than `boards` positions have been judged.
    fn await_more_than(&self, boards: u64) {
        let begun = Instant::now();
        while self.boards() <= boards {
            assert!(begun.elapsed() < HANGING, "the search does not go on");
            thread::sleep(Duration::from_millis(1));
        }
    }
}

impl Judge<Abalone> for Watched {
    fn judge(&self, rules: &Abalone, pos: &Position) -> Score {
        self.boards.fetch_add(1, Relaxed);
        self.weights.judge(rules, pos)
    }
}

fn search(judge: &Watched, threads: usize, limits: Limits, stop: &Stop) -> Report<Abalone> {
    let game: Abalone = open("abalone");
    let table = Table::new(1 << 20, Keys::Short).expect("a table");
    let config = Config::standard();
    let search = Search {
        rules: &game,
        judge,
        table: Some(&table),
        config: &config,
        limits,
        lines: 1,
        threads,
    };
    let pos = game.start();
    let history = History::new(&game, &pos);
    let report = search.run(&pos, &history, stop, &mut |_| ());
    report.expect("an unfinished game")
}

#[test]
fn a_held_search_waits_on_all_its_threads() {
    const THREADS: u64 = 3;
    // A thread may come so far until it looks at the stop, and may judge a position for itself and
    // for the horizon.
    const ON_THE_WAY: u64 = THREADS * 256 * 2;
    let (judge, stop) = (Watched::new(), Stop::new());
    thread::scope(|scope| {
        let run = scope.spawn(|| search(&judge, THREADS as usize, Limits::default(), &stop));
        for _ in 0..3 {
            judge.await_more_than(judge.boards() + ON_THE_WAY);
            stop.hold();
            let held = judge.boards();
            thread::sleep(Duration::from_millis(100));
            let later = judge.boards();
            assert!(later <= held + ON_THE_WAY, "{held} and then {later} boards");
            stop.release();
        }
        stop.ask();
        run.join().expect("a report");
    });
}

#[test]
fn a_held_search_finds_what_it_would_have_found() {
    let limits = Limits::nodes(60_000);
    let free = search(&Watched::new(), 1, limits, &Stop::new());
    let (judge, stop) = (Watched::new(), Stop::new());
    stop.hold();
    let held = thread::scope(|scope| {
        let run = scope.spawn(|| search(&judge, 1, limits, &stop));
        while !run.is_finished() {
            thread::sleep(Duration::from_millis(2));
            stop.release();
            thread::sleep(Duration::from_millis(2));
            stop.hold();
        }
        run.join().expect("a report")
    });
    assert_eq!(held.lines[0].moves, free.lines[0].moves);
    assert_eq!(held.lines[0].score, free.lines[0].score);
    assert_eq!(held.depth, free.depth);
    assert_eq!(held.stats.nodes, free.stats.nodes);
}

#[test]
fn a_stop_ends_a_held_search() {
    for threads in [1, 2] {
        let (judge, stop) = (Watched::new(), Stop::new());
        thread::scope(|scope| {
            let run = scope.spawn(|| search(&judge, threads, Limits::default(), &stop));
            judge.await_more_than(1000);
            stop.hold();
            thread::sleep(Duration::from_millis(20));
            let asked = Instant::now();
            stop.ask();
            run.join().expect("a report");
            assert!(asked.elapsed() < HANGING);
        });
        // Whoever is to end is not held any more.
        stop.hold();
        search(&judge, threads, Limits::default(), &stop);
    }
}

#[test]
fn the_time_in_which_a_search_is_held_is_not_its_own() {
    let (judge, stop) = (Watched::new(), Stop::new());
    let (limit, pause) = (Duration::from_secs(1), Duration::from_secs(3));
    thread::scope(|scope| {
        let run = scope.spawn(|| search(&judge, 2, Limits::time(limit), &stop));
        judge.await_more_than(0);
        stop.hold();
        thread::sleep(pause);
        let held = judge.boards();
        stop.release();
        // Three times its limit has passed, and it still searches.
        judge.await_more_than(held + 1000);
        let report = run.join().expect("a report");
        assert!(report.time < pause, "{:?} charged", report.time);
    });
}
