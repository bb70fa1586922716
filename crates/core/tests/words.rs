//! The words that all games share, tried on a toy: two players walk a token round a ring of five
//! stones; left, right, or stay where they are (a pass) if the token stands on stone 0. Stepping
//! onto stone 4 twice ends the game.

use std::num::NonZeroUsize;
use std::sync::Mutex;

use ponder_core::perft::{Conventions, Finished, Passes, perft, run};
use ponder_core::{
    Allowed, Fault, Feature, Features, History, Judge, Keys, MoveList, Outcome, Player, Preset,
    Progress, Random, Rules, Settings, Spec, Wanted, Weights,
};

#[derive(Clone, Debug, Default)]
struct Ring {
    keys: Keys,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Walk {
    stone: u8,
    visits: u8,
    turn: Player,
}

impl Rules for Ring {
    type Pos = Walk;
    type Move = i8;
    const MAX_MOVES: usize = 3;

    fn start(&self) -> Walk {
        Walk {
            stone: 0,
            visits: 0,
            turn: Player::First,
        }
    }

    fn turn(&self, pos: &Walk) -> Player {
        pos.turn
    }

    fn moves(&self, pos: &Walk, out: &mut MoveList<Self>) {
        if self.ended(pos).is_none() {
            out.extend([-1, 1]);
            if pos.stone == 0 {
                out.push(0);
            }
        }
    }

    fn play(&self, pos: &Walk, step: i8) -> Walk {
        let stone = (pos.stone as i8 + step).rem_euclid(5) as u8;
        let visits = pos.visits + u8::from(stone == 4 && step != 0);
        Walk {
            stone,
            visits,
            turn: pos.turn.other(),
        }
    }

    fn ended(&self, pos: &Walk) -> Option<Outcome> {
        (pos.visits >= 2).then_some(Outcome::win(pos.turn.other(), "the second visit"))
    }

    fn is_pass(&self, step: i8) -> bool {
        step == 0
    }

    fn key(&self, pos: &Walk) -> u64 {
        self.keys.triple(
            u64::from(pos.stone),
            u64::from(pos.visits),
            pos.turn.index() as u64,
        )
    }

    fn reseed(&mut self, seed: u64) {
        self.keys = Keys::new(seed);
    }

    fn code(&self, _: &Walk, step: i8) -> u16 {
        (step + 2) as u16
    }

    fn progress(&self, pos: &Walk) -> Progress {
        Progress([pos.visits, 0, 0, 0])
    }
}

/// Steps before the player to move, one feature for each player: they change places together.
impl Features for Ring {
    const FEATURES: &'static [Feature] = &[
        Feature {
            name: "first-steps",
            about: "steps before the first player",
        },
        Feature {
            name: "second-steps",
            about: "steps before the second player, as a loss",
        },
        Feature {
            name: "nothing",
            about: "a third one, without a pair",
        },
    ];
    const PRESETS: &'static [Preset] = &[Preset {
        name: "fair",
        about: "both alike",
        weights: &[("first-steps", 3, 4), ("second-steps", 3, 4)],
    }];
    const PAIRED: &'static [(usize, usize)] = &[(0, 1)];
    const ALIASES: &'static [(&'static str, &'static str)] = &[("nil", "nothing")];

    fn phase(&self, _: &Walk) -> i32 {
        0
    }

    fn features(&self, pos: &Walk, _: Wanted, out: &mut [i32]) {
        let steps = 4 - i32::from(pos.stone);
        match pos.turn {
            Player::First => out[0] = steps,
            Player::Second => out[1] = -steps,
        }
    }
}

fn walk(steps: &[i8]) -> (Walk, History) {
    let ring = Ring::default();
    let mut pos = ring.start();
    let mut history = History::new(&ring, &pos);
    for &step in steps {
        pos = ring.play(&pos, step);
        history.push(&ring, &pos);
    }
    (pos, history)
}

#[test]
fn history_counts_occurrences_with_the_same_side_to_move() {
    let (_, history) = walk(&[1, 1, -1, -1]);
    assert_eq!(
        (history.plies(), history.quiet(), history.occurrences()),
        (4, 4, 2)
    );
    let (_, history) = walk(&[1, -1, 0]);
    assert_eq!(
        history.occurrences(),
        1,
        "stone 0 with the other side to move"
    );
}

#[test]
fn history_forgets_what_lies_before_progress() {
    let (_, mut history) = walk(&[1, -1, -1]);
    assert_eq!((history.quiet(), history.occurrences()), (0, 1));
    history.pop();
    assert_eq!((history.quiet(), history.occurrences()), (2, 2));
}

#[test]
fn history_continues_from_counters() {
    let ring = Ring::default();
    let mut history = History::continued(&ring, &ring.start(), 40, 7);
    history.push(&ring, &ring.play(&ring.start(), 1));
    assert_eq!(
        (history.plies(), history.quiet(), history.occurrences()),
        (41, 8, 1)
    );
}

#[test]
#[should_panic(expected = "pop without a matching push")]
fn history_keeps_its_first_position() {
    let (_, mut history) = walk(&[]);
    history.pop();
}

#[test]
fn progress_is_compared_by_component() {
    let of = |a, b| Progress([a, b, 0, 0]);
    assert!(of(1, 1).reaches(of(1, 2)));
    assert!(!of(1, 1).reaches(of(2, 0)));
}

#[test]
fn weights_know_whether_they_are_even_handed() {
    let even = |weights: &Weights| Judge::<Ring>::even_handed(weights);
    assert!(even(&Weights::standard::<Ring>()));
    assert!(even(&Weights::new(vec![[1, 2], [1, 2], [9, 9]])));
    assert!(!even(&Weights::new(vec![[1, 2], [1, 3], [9, 9]])));
}

#[test]
fn weights_can_be_changed() {
    let weights = Weights::standard::<Ring>();
    let changed = |change| weights.changed::<Ring>(change);
    let pairs = |change| changed(change).map(|weights| weights.pairs().to_vec());
    assert_eq!(pairs("nothing=0.5"), Ok(vec![[3, 4], [3, 4], [50, 50]]));
    assert_eq!(pairs("nil= -1/0.07"), Ok(vec![[3, 4], [3, 4], [-100, 7]]));
    for wrong in [
        "",
        "nothing",
        "nothing=",
        "some=1",
        "nothing=1/2/3",
        "nothing=NaN",
        "nil=1e9",
    ] {
        assert!(changed(wrong).is_err(), "{wrong}");
    }
}

/// Leaves by the plainest recursion, for comparison.
fn leaves(pos: Walk, depth: u32, finished: u64, forced: bool) -> u64 {
    let ring = Ring::default();
    if depth == 0 {
        return 1;
    }
    if ring.ended(&pos).is_some() {
        return finished;
    }
    let steps: &[i8] = if pos.stone == 0 && !forced {
        &[-1, 1, 0]
    } else {
        &[-1, 1]
    };
    let below = |step: &i8| leaves(ring.play(&pos, *step), depth - 1, finished, forced);
    steps.iter().map(below).sum()
}

#[test]
fn perft_keeps_its_conventions() {
    let ring = Ring::default();
    for finished in [Finished::Nothing, Finished::Leaf] {
        for passes in [Passes::Ply, Passes::Forced] {
            let conventions = Conventions {
                finished,
                passes,
                merge: false,
            };
            for depth in 0..12 {
                let leaf = u64::from(finished == Finished::Leaf);
                let forced = passes == Passes::Forced;
                let expected = leaves(ring.start(), depth, leaf, forced);
                assert_eq!(perft(&ring, &ring.start(), depth, conventions), expected);
            }
        }
    }
}

#[test]
fn perft_on_threads_adds_up() {
    let ring = Ring::default();
    let seen = Mutex::new((0, 0));
    let observe = |status: ponder_core::perft::Status| {
        *seen.lock().expect("no panic") = (status.done, status.jobs);
    };
    let threads = NonZeroUsize::new(2).expect("two");
    let roots = run(
        &ring,
        &ring.start(),
        17,
        Conventions::STANDARD,
        threads,
        &observe,
    );
    let sum: u64 = roots.iter().map(|(_, leaves)| leaves).sum();
    assert_eq!(sum, perft(&ring, &ring.start(), 17, Conventions::STANDARD));
    let (done, jobs) = *seen.lock().expect("no panic");
    assert!(done == jobs && jobs > 100, "{done} of {jobs}");
}

const SPECS: &[Spec] = &[
    Spec {
        key: "size",
        default: "8x8",
        allowed: Allowed::Size(2, 16),
        about: "",
    },
    Spec {
        key: "start",
        default: "diagonal",
        allowed: Allowed::Words(&["diagonal", "parallel"]),
        about: "",
    },
    Spec {
        key: "limit",
        default: "off",
        allowed: Allowed::NumberOrOff(1, 99),
        about: "",
    },
];

fn settings(text: &str) -> Result<Settings, Fault> {
    Settings::parse("toy", SPECS, text)
}

#[test]
fn settings_become_canonical_ids() {
    let id = |text| settings(text).expect("valid").id();
    assert_eq!(id("limit=07, size = 06X6 "), "toy:size=6x6,limit=7");
    assert_eq!(id("size=8x8,start=diagonal"), "toy");
    let chosen = settings("size=4x10,limit=12").expect("valid");
    assert_eq!(chosen.size("size"), (4, 10));
    assert_eq!(chosen.number("limit"), Some(12));
    assert_eq!(Settings::defaults("toy", SPECS).number("limit"), None);
}

#[test]
fn wrong_settings_are_refused_where_they_stand() {
    let refused = |text, at, what: &str, hint: &str| {
        let fault = settings(text).expect_err(text);
        assert_eq!(fault.at, Some(at), "{text}: {fault}");
        assert!(fault.what.contains(what), "{text}: {fault}");
        assert!(fault.hint.unwrap_or_default().contains(hint), "{text}");
    };
    refused(
        "size=8x8,colour=red",
        9,
        "no option \"colour\"",
        "size, start, limit",
    );
    refused(
        "size=8x8,start=middle",
        15,
        "\"middle\"",
        "diagonal, parallel",
    );
    refused("size=1x8", 5, "\"1x8\"", "from 2 to 16");
    refused("size=8", 5, "\"8\"", "ROWSxCOLUMNS");
    refused("limit=100", 6, "\"100\"", "from 1 to 99, or off");
    refused("size", 0, "has no value", "key=value");
    refused("", 0, "has no value", "key=value");
    refused("limit=1,limit=2", 8, "given twice", "once");
}

#[test]
fn keys_and_numbers_never_change() {
    let mut random = Random::new(0);
    assert_eq!(
        random.next(),
        0xe220_a839_7b1d_cdaf,
        "SplitMix64's published first number"
    );
    let keys = Keys::default();
    assert_eq!(keys.pair(1, 2), Keys::new(Keys::DEFAULT_SEED).pair(1, 2));
    assert_ne!(keys.pair(1, 2), keys.pair(2, 1));
    assert_ne!(keys.pair(1, 2), Keys::new(1).pair(1, 2));
    assert_ne!(keys.words(&[1, 2, 3]), keys.words(&[1, 2, 3, 1]));
    assert!((0..1000).all(|_| random.below(7) < 7));
}
