//! A race against the `minimax` crate: same rules, same evaluation, same depth.
//!
//! `cargo bench -p ponder-search --bench minimax -- [--quick] [--json]`
//!
//! The crate runs with the best of its settings that leave the value unchanged; which one that is
//! is found by trying them all three plies less deep. Its null move and extensions are left out
//! because they change the value. Our driver and stride are found in the same way. Sound
//! techniques must find the crate's root value; the full settings need not. The best of three runs
//! counts, for everybody.
#![expect(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "a benchmark is a program of its own"
)]

use std::marker::PhantomData;
use std::sync::LazyLock;
use std::time::Instant;

use minimax::{
    BEST_EVAL, Evaluation, Evaluator, IterativeOptions, IterativeSearch, Replacement, Strategy,
    Winner,
};
use ponder_core::{
    Features, Game, History, Judge, MoveList, Random, Score, Settings, WON, Weights,
};
use ponder_games::connect_four::ConnectFour;
use ponder_games::othello::Othello8;
use ponder_search::{Config, Driver, Limits, Search, Stop, Switch};
use ponder_table::Table;
use serde_json::{Value, json};

/// Bytes of everybody's table.
const HASH: usize = 64 << 20;

/// Plies of random play before the positions.
const OPENINGS: [usize; 4] = [0, 4, 6, 8];

/// A game that the crate can reach without a value: its functions have no `self`.
trait Shared: Game {
    /// Features that are judged, with their weights.
    const WEIGHTS: &'static [(&'static str, i32)];
    fn rules() -> &'static Self;
}

impl Shared for Othello8 {
    const WEIGHTS: &'static [(&'static str, i32)] = &[("mobility", 100), ("corners", 1000)];

    fn rules() -> &'static Self {
        static RULES: LazyLock<Othello8> = LazyLock::new(made);
        &RULES
    }
}

impl Shared for ConnectFour {
    const WEIGHTS: &'static [(&'static str, i32)] = &[("room", 5)];

    fn rules() -> &'static Self {
        static RULES: LazyLock<ConnectFour> = LazyLock::new(made);
        &RULES
    }
}

fn made<G: Game>() -> G {
    G::new(&Settings::defaults(G::NAME, G::SPECS)).expect("default options")
}

fn judge<G: Shared>() -> Weights {
    let mut pairs = vec![[0; 2]; <G as Features>::FEATURES.len()];
    for (name, weight) in G::WEIGHTS {
        let index = G::FEATURES.iter().position(|feature| feature.name == *name);
        pairs[index.expect("a declared feature")] = [*weight; 2];
    }
    Weights::new(pairs)
}

/// Our rules in the crate's words.
struct Theirs<G>(PhantomData<G>);

/// The crate knows no margins. Where they count a finished game waits until the depth is used up,
/// and the evaluation tells its margin; hardly any game ends within these trees.
#[derive(Clone, Copy)]
struct State<P> {
    pos: P,
    /// True if an odd number of waits has changed whose view is taken.
    waited: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
struct Move<M> {
    /// Nothing for a wait.
    m: Option<M>,
    code: u16,
}

impl<G: Shared> minimax::Game for Theirs<G> {
    type S = State<G::Pos>;
    type M = Move<G::Move>;

    fn generate_moves(state: &Self::S, moves: &mut Vec<Self::M>) -> Option<Winner> {
        if let Some(winner) = Self::get_winner(state) {
            return Some(winner);
        }
        let mut list = MoveList::<G>::new();
        G::rules().moves(&state.pos, &mut list);
        let coded = |m: G::Move| Move {
            m: Some(m),
            code: G::rules().code(&state.pos, m),
        };
        moves.extend(list.into_iter().map(coded));
        if moves.is_empty() {
            moves.extend(Self::null_move(state));
        }
        None
    }

    fn apply(state: &mut Self::S, m: Self::M) -> Option<Self::S> {
        Some(match m.m {
            Some(m) => State {
                pos: G::rules().play(&state.pos, m),
                waited: false,
            },
            None => State {
                waited: !state.waited,
                ..*state
            },
        })
    }

    fn get_winner(state: &Self::S) -> Option<Winner> {
        if G::MARGINS {
            return None;
        }
        let outcome = G::rules().ended(&state.pos)?;
        Some(match outcome.margin_for(G::rules().turn(&state.pos)) {
            1.. => Winner::PlayerToMove,
            0 => Winner::Draw,
            _ => Winner::PlayerJustMoved,
        })
    }

    fn zobrist_hash(state: &Self::S) -> u64 {
        G::rules().key(&state.pos) ^ u64::from(state.waited)
    }

    /// The counter-move table begins with it; no null move is searched.
    fn null_move(_: &Self::S) -> Option<Self::M> {
        Some(Move { m: None, code: 0 })
    }

    fn table_index(m: Self::M) -> u16 {
        m.code
    }

    fn max_table_index() -> u16 {
        255
    }
}

struct TheirJudge<G> {
    judge: Weights,
    game: PhantomData<G>,
}

impl<G: Shared> Evaluator for TheirJudge<G> {
    type G = Theirs<G>;

    fn evaluate(&self, state: &State<G::Pos>) -> Evaluation {
        let rules = G::rules();
        let ended = if G::MARGINS {
            rules.ended(&state.pos)
        } else {
            None
        };
        match ended {
            Some(outcome) => {
                let mover = rules.turn(&state.pos);
                let view = if state.waited { mover.other() } else { mover };
                100 * outcome.margin_for(view)
            }
            None => self.judge.judge(rules, &state.pos) as Evaluation,
        }
    }
}

/// One search.
#[derive(Clone, Copy)]
struct Run {
    value: Score,
    nodes: u64,
    seconds: f64,
}

/// The crate's settings that leave the value unchanged, each with its name.
fn settings() -> Vec<(String, IterativeOptions)> {
    let base = IterativeOptions::new()
        .with_table_byte_size(HASH)
        .with_replacement_strategy(Replacement::TwoTier);
    let drivers = [
        ("null window", base),
        ("alpha-beta", base.with_null_window_search(false)),
        ("aspiration 200", base.with_aspiration_window(200)),
        ("mtdf", base.with_mtdf()),
    ];
    let mut all = Vec::new();
    for (name, driver) in drivers {
        for (steps, driver) in [
            ("", driver),
            (", steps of 2", driver.with_double_step_increment()),
        ] {
            let counter = driver.with_countermoves();
            let history = driver.with_countermove_history();
            let both = counter.with_countermove_history();
            for (order, options) in [
                ("", driver),
                (", counter-moves", counter),
                (", history", history),
                (", counter-moves and history", both),
            ] {
                all.push((format!("{name}{steps}{order}"), options));
            }
        }
    }
    all
}

fn theirs<G: Shared>(pos: &G::Pos, depth: u32, options: IterativeOptions) -> Run {
    let judge = TheirJudge::<G> {
        judge: judge::<G>(),
        game: PhantomData,
    };
    let mut search = IterativeSearch::new(judge, options);
    search.set_max_depth(depth as u8);
    let mut state = State {
        pos: *pos,
        waited: false,
    };
    let begun = Instant::now();
    let _ = search.choose_move(&state);
    let seconds = begun.elapsed().as_secs_f64();
    // The number is only to be had in words: "Explored 123 nodes to depth 4."
    let words = search.stats(&mut state);
    let mut after = words.split("Explored ").nth(1).unwrap_or("").split(' ');
    let nodes = after.next().and_then(|word| word.parse().ok());
    Run {
        value: search.root_value().into(),
        nodes: nodes.expect("the crate tells its nodes"),
        seconds,
    }
}

fn ours<G: Shared>(pos: &G::Pos, depth: u32, config: &Config, threads: usize) -> Run {
    let (rules, judge) = (G::rules(), judge::<G>());
    let mut table = Table::new(HASH, config.table_keys()).expect("memory for the table");
    // The crate's table is ready before its clock starts, and so is ours.
    table.clear();
    let search = Search {
        rules,
        judge: &judge,
        table: Some(&table),
        config,
        limits: Limits::depth(depth),
        lines: 1,
        threads,
    };
    let history = History::new(rules, pos);
    let begun = Instant::now();
    let report = search.run(pos, &history, &Stop::new(), &mut |_| ());
    let seconds = begun.elapsed().as_secs_f64();
    let report = report.expect("an unfinished game");
    Run {
        value: report.lines[0].score,
        nodes: report.stats.nodes,
        seconds,
    }
}

/// A value that both sides can agree on: the crate does not tell how far a win is.
fn comparable(value: Score) -> Score {
    if value.abs() >= WON.min(Score::from(BEST_EVAL) - 100) {
        value.signum() * WON
    } else {
        value
    }
}

fn positions<G: Shared>() -> Vec<G::Pos> {
    let position = |plies: usize| {
        let mut random = Random::new(plies as u64);
        let mut pos = G::rules().start();
        for _ in 0..plies {
            let mut list = MoveList::<G>::new();
            G::rules().moves(&pos, &mut list);
            pos = G::rules().play(&pos, list[random.below(list.len())]);
        }
        pos
    };
    OPENINGS.into_iter().map(position).collect()
}

/// How often everybody runs.
const ROUNDS: usize = 9;

/// The shortest run of each racer, the one that the machine disturbed least. They run in turn: a
/// machine that others use is slow for a while, and then for all of them.
fn undisturbed<const N: usize>(rounds: usize, racers: [&dyn Fn() -> Run; N]) -> [Run; N] {
    let mut best = racers.map(|run| run());
    for _ in 1..rounds {
        for (best, run) in best.iter_mut().zip(racers) {
            let again = run();
            if again.seconds < best.seconds {
                *best = again;
            }
        }
    }
    best
}

/// Times over all positions of each of some settings, the best first.
fn trials<G: Shared, S: Clone>(
    settings: Vec<(String, S)>,
    run: impl Fn(&G::Pos, &S) -> Run,
) -> Vec<(f64, String, S)> {
    let positions = positions::<G>();
    let time = |options: &S| -> f64 {
        let best = |pos| undisturbed(2, [&|| run(pos, options)])[0].seconds;
        positions.iter().map(best).sum()
    };
    let timed = |(name, options)| (time(&options), name, options);
    let mut trials: Vec<_> = settings.into_iter().map(timed).collect();
    trials.sort_by(|a, b| a.0.total_cmp(&b.0));
    trials
}

/// A configuration with either driver, in steps of one or two plies.
fn variants(config: &Config) -> Vec<(String, Config)> {
    let mut all = Vec::new();
    for (name, driver) in [("windows", Driver::Window), ("mtdf", Driver::Mtdf)] {
        for stride in [1, 2] {
            let mut variant = config.clone();
            variant.driver = driver;
            variant.numbers.stride = stride;
            all.push((format!("{name}, steps of {stride}"), variant));
        }
    }
    all
}

/// Races over all positions; prints a table and returns it as data.
fn race<G: Shared>(depth: u32, talk: bool) -> Value {
    eprintln!(
        "{}: trying everybody's settings at depth {}",
        G::TITLE,
        depth - 3
    );
    let shallow = |pos: &G::Pos, options: &IterativeOptions| theirs::<G>(pos, depth - 3, *options);
    let trials = trials::<G, _>(settings(), shallow);
    let (_, best, options) = &trials[0];
    let fastest = |config: &Config| {
        let shallow = |pos: &G::Pos, config: &Config| ours::<G>(pos, depth - 3, config, 1);
        let (_, name, config) = self::trials::<G, _>(variants(config), shallow).swap_remove(0);
        (name, config)
    };
    let (sound_name, sound) = fastest(&Config::sound_of::<G>());
    let (full_name, full) = fastest(&Config::of::<G>());
    let mut apart = sound.clone();
    apart.switches = apart.switches.with(Switch::Abdada);
    let names = ["crate", "sound", "full", "sound, 2 threads"];
    if talk {
        println!(
            "{}, depth {depth}; best settings: the crate {best}; sound {sound_name}; full {full_name}",
            G::TITLE
        );
        println!(
            "{:>5} {:16} {:>7} {:>13} {:>9} {:>8}",
            "plies", "search", "value", "nodes", "seconds", "faster x"
        );
    }
    let mut rows = Vec::new();
    let mut logs = [0.0; 4];
    for (pos, plies) in positions::<G>().iter().zip(OPENINGS) {
        eprintln!("{}: position after {plies} plies", G::TITLE);
        let runs = undisturbed(
            ROUNDS,
            [
                &|| theirs::<G>(pos, depth, *options),
                &|| ours::<G>(pos, depth, &sound, 1),
                &|| ours::<G>(pos, depth, &full, 1),
                &|| ours::<G>(pos, depth, &apart, 2),
            ],
        );
        for exact in [1, 3] {
            let values = [runs[0], runs[exact]].map(|run| comparable(run.value));
            assert_eq!(values[0], values[1], "{} after {plies} plies", names[exact]);
        }
        for ((name, run), log) in names.iter().zip(runs).zip(&mut logs) {
            let faster = runs[0].seconds / run.seconds;
            *log += faster.ln();
            if talk {
                println!(
                    "{plies:>5} {name:16} {:>7} {:>13} {:>9.3} {faster:>8.2}",
                    comparable(run.value),
                    run.nodes,
                    run.seconds
                );
            }
            rows.push(json!({
                "plies": plies, "search": name, "value": comparable(run.value),
                "nodes": run.nodes, "seconds": run.seconds, "faster": faster,
            }));
        }
    }
    let means = logs.map(|log| (log / OPENINGS.len() as f64).exp());
    if talk {
        println!(
            "geometric means: sound {:.2} x, full {:.2} x, sound on 2 threads {:.2} x the crate's speed; 2 threads {:.2} x one",
            means[1],
            means[2],
            means[3],
            means[3] / means[1]
        );
    }
    let tried = |(seconds, name, _): &(f64, String, IterativeOptions)| json!({ "settings": name, "seconds": seconds });
    json!({
        "game": G::NAME, "depth": depth, "hash": HASH, "crate_settings": best,
        "crate_trials": trials.iter().map(tried).collect::<Vec<_>>(),
        "sound_config": sound.to_string(), "full_config": full.to_string(), "rows": rows,
        "faster": { "sound": means[1], "full": means[2], "two_threads": means[3], "two_against_one": means[3] / means[1] },
    })
}

fn main() {
    let has = |name: &str| std::env::args().any(|arg| arg == name);
    let (json, less) = (has("--json"), if has("--quick") { 4 } else { 0 });
    let games = [
        race::<ConnectFour>(14 - less, !json),
        race::<Othello8>(13 - less, !json),
    ];
    if json {
        println!("{}", json!({ "games": games }));
    }
}
