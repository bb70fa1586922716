//! Positions of all six games whose trees are small, in variants that differ in what draws.

use ponder_core::{Game, Notation, Random, Rules};
use ponder_games::abalone::Abalone;
use ponder_games::checkers::Checkers;
use ponder_games::connect_four::ConnectFour;
use ponder_games::expendibots::Expendibots;
use ponder_games::gothello::Gothello;
use ponder_games::othello::Othello8;
use ponder_testkit::{Case, Tree, draw_cases, open, random_setup};

/// The depth to which searches are compared.
pub(crate) const DEPTH: u32 = 5;

/// The leaves of a sampled tree to that depth at most: so few that every configuration can meet
/// every position.
const LEAVES: u64 = 600;

/// Positions of one variant of a game.
pub(crate) struct Sample<R: Rules> {
    /// The variant.
    pub(crate) rules: R,
    /// The same without draws by the past, if the variant knows such draws.
    pub(crate) free: Option<R>,
    /// Positions.
    pub(crate) cases: Vec<Case<R>>,
}

impl<G: Game> Sample<G> {
    /// The start of a game, whose tree is as broad as in play.
    fn start(id: &str) -> Self {
        let rules: G = open(id);
        let cases = vec![Case::new(&rules, rules.start())];
        Self {
            rules,
            free: None,
            cases,
        }
    }

    /// `count` positions that random play leads to.
    fn of_games(id: &str, plies: std::ops::Range<usize>, count: usize) -> Self {
        let rules: G = open(id);
        let start = |_: &mut Random| Some(rules.start());
        let keep = |tree: &Tree| tree.open > 0;
        let cases = draw_cases(&rules, start, plies, (DEPTH, LEAVES), keep, count);
        Self {
            rules,
            free: None,
            cases,
        }
    }

    /// Endings with a few random plies behind them, all with draws by the past within reach: half
    /// of `count` in each variant of `repetitions`, to the full depth, and some more in each of
    /// `limits`, where pieces go and trees may be cut short. `free` has no such draws.
    fn of_endings(
        repetitions: [&str; 2],
        limits: [&str; 2],
        free: &str,
        (leaves, count): (u64, usize),
        ending: impl Fn(&G, &mut Random) -> Option<G::Pos>,
    ) -> Vec<Self> {
        let sample = |id: &str, count, keep: fn(&Tree) -> bool| {
            let rules: G = open(id);
            let start = |random: &mut Random| ending(&rules, random);
            let cases = draw_cases(&rules, start, 0..5, (DEPTH, leaves), keep, count);
            Self {
                free: Some(open(free)),
                rules,
                cases,
            }
        };
        let deep = repetitions.map(|id| {
            let keep = |tree: &Tree| tree.open > 0 && tree.past > 0;
            sample(id, count.div_ceil(2), keep)
        });
        let cut = limits.map(|id| {
            let keep = |tree: &Tree| tree.past > 0 && tree.leap > 0;
            sample(id, count.div_ceil(8), keep)
        });
        deep.into_iter().chain(cut).collect()
    }
}

/// One of `choices`.
fn any<T: Copy>(choices: &[T], random: &mut Random) -> T {
    choices[random.below(choices.len())]
}

pub(crate) fn othello(count: usize) -> Vec<Sample<Othello8>> {
    vec![
        Sample::of_games("othello:size=4x4", 0..7, count),
        Sample::of_games("othello:size=6x6", 20..28, count.div_ceil(10)),
    ]
}

pub(crate) fn gothello(count: usize) -> Vec<Sample<Gothello>> {
    vec![Sample::of_games("gothello:size=3x3", 2..8, count)]
}

pub(crate) fn connect_four(count: usize) -> Vec<Sample<ConnectFour>> {
    vec![Sample::of_games("connect-four", 16..36, count)]
}

/// Kings that go to and fro, men that become kings, captures of several pieces.
pub(crate) fn checkers(count: usize) -> Vec<Sample<Checkers>> {
    let ending = |game: &Checkers, random: &mut Random| {
        let pieces = any(&[[1, 1], [1, 2], [2, 1], [2, 2], [3, 2], [3, 3]], random);
        random_setup(game, pieces, 1, random)
    };
    let repetitions = ["checkers:repetition=2,quiet=off", "checkers:repetition=3"];
    let limits = [
        "checkers:repetition=off,quiet=6",
        "checkers:repetition=2,quiet=9,plies=8",
    ];
    let free = "checkers:repetition=off,quiet=off";
    Sample::of_endings(repetitions, limits, free, (LEAVES, count), ending)
}

/// A few marbles near the rim; in most variants one or two more of them decide the game.
pub(crate) fn abalone(count: usize) -> Vec<Sample<Abalone>> {
    let ending = |game: &Abalone, random: &mut Random| {
        let marbles = any(&[[1, 1], [2, 1], [1, 2], [2, 2], [3, 1]], random);
        let pos = random_setup(game, marbles, 1, random)?;
        let text = game.write_position(&pos);
        let words: Vec<_> = text.split(' ').collect();
        let lost = [any(&[0, 3, 4, 5], random), any(&[3, 4, 5], random)];
        let text = format!("{} {} {} {}", words[0], words[1], lost[0], lost[1]);
        game.read_position(&text).ok()
    };
    let repetitions = ["abalone:repetition=2,quiet=off", "abalone:repetition=3"];
    let limits = [
        "abalone:repetition=off,plies=7,limit=ejections",
        "abalone:repetition=2,plies=9,quiet=6",
    ];
    let free = "abalone:repetition=off,quiet=off";
    Sample::of_endings(repetitions, limits, free, (3 * LEAVES, count), ending)
}

pub(crate) fn expendibots(count: usize) -> Vec<Sample<Expendibots>> {
    let ending = |game: &Expendibots, random: &mut Random| {
        let stacks = any(&[[1, 1], [1, 1], [2, 1], [1, 2]], random);
        random_setup(game, stacks, any(&[1, 1, 2], random), random)
    };
    let repetitions = ["expendibots:repetition=2", "expendibots:repetition=3"];
    let limits = [
        "expendibots:repetition=4,plies=7",
        "expendibots:repetition=2,plies=9",
    ];
    let free = "expendibots:repetition=off,plies=off";
    Sample::of_endings(repetitions, limits, free, (2 * LEAVES, count), ending)
}

/// The starts of games: broad trees, compared as deep as their size allows.
pub(crate) mod starts {
    use super::{Abalone, Checkers, ConnectFour, Expendibots, Gothello, Othello8, Sample};

    pub(crate) fn othello() -> Vec<Sample<Othello8>> {
        vec![Sample::start("othello"), Sample::start("othello:size=4x4")]
    }

    pub(crate) fn gothello() -> Vec<Sample<Gothello>> {
        vec![
            Sample::start("gothello"),
            Sample::start("gothello:size=3x3"),
        ]
    }

    pub(crate) fn connect_four() -> Vec<Sample<ConnectFour>> {
        vec![Sample::start("connect-four")]
    }

    pub(crate) fn checkers() -> Vec<Sample<Checkers>> {
        vec![Sample::start("checkers")]
    }

    pub(crate) fn abalone() -> Vec<Sample<Abalone>> {
        vec![Sample::start("abalone")]
    }

    pub(crate) fn expendibots() -> Vec<Sample<Expendibots>> {
        vec![Sample::start("expendibots")]
    }
}
