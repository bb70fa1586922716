//! What searches ask of a table, as numbers: the average-case parameters from which a table can be
//! simulated without a game tree.
//!
//! Every access of a recorded search belongs to a class. A state that was told before has a depth
//! and has been asked for so often; an access to it comes so long after the last use of it, as a
//! share of the whole record, in half octaves. Counting classes forgets order: that accesses come
//! in bursts, iteration by iteration, is not in a profile.

use std::collections::{BTreeMap, HashMap};

use ponder_core::Progress;
use serde::{Deserialize, Serialize};

use super::trace::{Event, Trace};

/// A state that was told before, as far as chances depend on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Class {
    /// The depth that was told last.
    pub depth: u8,
    /// How often it was asked for: not at all, once, 2 or 3 times, more.
    pub references: u8,
}

impl Class {
    /// The class of a state of some depth that was asked for so often.
    pub(super) fn of(depth: u8, references: u32) -> Self {
        let references = (u32::BITS - references.leading_zeros()).min(3) as u8;
        Self { depth, references }
    }
}

/// What kind of access it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Access {
    /// A look-up of a state that nobody has told.
    Stranger,
    /// A look-up of a state last used so long ago, in half octaves below the length of the record.
    Asked(Class, u8),
    /// A state is told for the first time, with this depth and so much more gone than at the root.
    New(u8, u8),
    /// A state is told again, with another depth: the third.
    Again(Class, u8, u8),
}

/// The parameters of recorded searches.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Profile {
    /// Records.
    pub records: u64,
    /// Searches in them.
    pub searches: u64,
    /// What was gone at the first roots, summed up.
    pub gone: u64,
    /// Roots after the first of a record, by how much more was gone than at the one before.
    pub losses: Vec<u64>,
    /// How many accesses there were of each kind.
    pub accesses: Vec<(Access, u64)>,
}

/// The longest time ago that is told apart from longer ones, in half octaves.
const LEAST_AGE: f64 = 63.0;

impl Profile {
    /// Counts a record.
    pub(super) fn of(trace: &Trace) -> Self {
        struct State {
            depth: u8,
            references: u32,
            used: u64,
        }
        let uses = uses(trace);
        let mut states: HashMap<u64, State> = HashMap::new();
        let mut counts: BTreeMap<Access, u64> = BTreeMap::new();
        let mut found = Self {
            records: 1,
            ..Self::default()
        };
        let (mut now, mut root) = (0, None);
        for event in trace {
            let access = match *event {
                Event::Root(progress) => {
                    let gone = scalar(progress);
                    found.searches += 1;
                    match root {
                        None => found.gone += u64::from(gone),
                        Some(before) => {
                            add(
                                &mut found.losses,
                                usize::from(gone.saturating_sub(before)),
                                1,
                            );
                        }
                    }
                    root = Some(gone);
                    continue;
                }
                Event::Probe(key) => match states.get_mut(&key) {
                    None => Access::Stranger,
                    Some(state) => {
                        let class = Class::of(state.depth, state.references);
                        let age = age(now - state.used, uses);
                        state.references += 1;
                        state.used = now;
                        Access::Asked(class, age)
                    }
                },
                Event::Store(key, progress, entry) => {
                    let depth = entry.depth;
                    match states.get_mut(&key) {
                        None => {
                            let state = State {
                                depth,
                                references: 0,
                                used: now,
                            };
                            states.insert(key, state);
                            let ahead = scalar(progress).saturating_sub(root.unwrap_or(0));
                            Access::New(depth, ahead.min(u16::from(u8::MAX)) as u8)
                        }
                        Some(state) => {
                            let class = Class::of(state.depth, state.references);
                            let age = age(now - state.used, uses);
                            (state.depth, state.used) = (depth, now);
                            Access::Again(class, age, depth)
                        }
                    }
                }
            };
            now += u64::from(access != Access::Stranger);
            *counts.entry(access).or_default() += 1;
        }
        found.accesses = counts.into_iter().collect();
        found
    }

    /// The counts of several records together.
    pub fn together(profiles: &[Self]) -> Self {
        let mut counts: BTreeMap<Access, u64> = BTreeMap::new();
        let mut sum = Self::default();
        for profile in profiles {
            sum.records += profile.records;
            sum.searches += profile.searches;
            sum.gone += profile.gone;
            for (loss, count) in profile.losses.iter().enumerate() {
                add(&mut sum.losses, loss, *count);
            }
            for &(access, count) in &profile.accesses {
                *counts.entry(access).or_default() += count;
            }
        }
        sum.accesses = counts.into_iter().collect();
        sum
    }

    /// Accesses of some kind.
    pub fn count(&self, of: impl Fn(&Access) -> bool) -> u64 {
        let chosen = self.accesses.iter().filter(|(access, _)| of(access));
        chosen.map(|(_, count)| count).sum()
    }

    /// Distinct states told.
    pub fn states(&self) -> u64 {
        self.count(|access| matches!(access, Access::New(..)))
    }

    /// The share of look-ups.
    pub fn lookups(&self) -> f64 {
        let asked = self.count(|access| matches!(access, Access::Stranger | Access::Asked(..)));
        share(asked, self.count(|_| true))
    }

    /// The share of look-ups that are of states told before: the rate of transpositions.
    pub fn transpositions(&self) -> f64 {
        let known = self.count(|access| matches!(access, Access::Asked(..)));
        let strangers = self.count(|access| *access == Access::Stranger);
        share(known, known + strangers)
    }

    /// How the tree grows from one depth to the next: the geometric mean of the tellings with a
    /// depth against those with a ply more, from the least depth to the greatest.
    pub fn growth(&self) -> f64 {
        let mut depths: Vec<u64> = Vec::new();
        for &(access, count) in &self.accesses {
            if let Access::New(depth, _) | Access::Again(_, _, depth) = access {
                add(&mut depths, usize::from(depth), count);
            }
        }
        let first = depths.iter().position(|&count| count > 0);
        let last = depths.iter().rposition(|&count| count > 0);
        match (first, last) {
            (Some(first), Some(last)) if last > first => {
                let whole = depths[first] as f64 / depths[last] as f64;
                whole.powf(1.0 / (last - first) as f64).max(1.0)
            }
            _ => 1.0,
        }
    }

    /// The mean of what is lost from one root to the next.
    pub fn loss(&self) -> f64 {
        let lost = self.losses.iter().enumerate();
        let sum: u64 = lost.map(|(loss, count)| loss as u64 * count).sum();
        share(sum, self.losses.iter().sum())
    }
}

/// Accesses to known states, and those that make states known.
fn uses(trace: &Trace) -> u64 {
    let mut told = std::collections::HashSet::new();
    let mut uses = 0;
    for event in trace {
        match *event {
            Event::Root(_) => (),
            Event::Probe(key) => uses += u64::from(told.contains(&key)),
            Event::Store(key, ..) => {
                told.insert(key);
                uses += 1;
            }
        }
    }
    uses
}

/// How long ago something was, in half octaves below the whole.
fn age(ago: u64, whole: u64) -> u8 {
    let share = ago.max(1) as f64 / whole.max(1) as f64;
    (-2.0 * share.log2()).clamp(0.0, LEAST_AGE) as u8
}

/// How long ago something of an age was, at a place within its half octave.
pub(super) fn ago(age: u8, within: f64, whole: f64) -> f64 {
    whole * (-(f64::from(age) + within) / 2.0).exp2()
}

/// Adds to a count that may be beyond the end.
pub(super) fn add(counts: &mut Vec<u64>, at: usize, count: u64) {
    if counts.len() <= at {
        counts.resize(at + 1, 0);
    }
    counts[at] += count;
}

/// Progress as one number.
pub(in crate::lab) fn scalar(progress: Progress) -> u16 {
    progress.0.iter().copied().map(u16::from).sum()
}

fn share(part: u64, whole: u64) -> f64 {
    part as f64 / whole.max(1) as f64
}

#[cfg(test)]
mod tests {
    use ponder_table::{Bound, Entry};

    use super::*;

    #[test]
    fn a_record_by_hand() {
        let gone = |gone| Progress([gone, 0, 0, 0]);
        let entry = |depth| Entry::new(0, depth, Bound::Exact);
        let trace = [
            Event::Root(gone(2)),
            Event::Probe(1),
            Event::Store(1, gone(3), entry(2)),
            Event::Probe(2),
            Event::Store(2, gone(2), entry(1)),
            Event::Store(3, gone(2), entry(1)),
            Event::Probe(1),
            Event::Root(gone(3)),
            Event::Probe(1),
            Event::Store(1, gone(3), entry(4)),
        ];
        let profile = Profile::of(&trace);
        assert_eq!((profile.searches, profile.gone), (2, 2));
        assert_eq!(profile.losses, [0, 1]);
        // Six uses; state 1 is asked for three uses after it was told, then at once: 6/3 is an
        // octave, 6/1 is 2.58 of them.
        assert_eq!(
            profile.accesses,
            [
                (Access::Stranger, 2),
                (Access::Asked(Class::of(2, 0), 2), 1),
                (Access::Asked(Class::of(2, 1), 5), 1),
                (Access::New(1, 0), 2),
                (Access::New(2, 1), 1),
                (Access::Again(Class::of(2, 2), 5, 4), 1),
            ]
        );
        assert_eq!(profile.states(), 3);
        assert!((profile.lookups() - 0.5).abs() < 1e-9);
        assert!((profile.transpositions() - 0.5).abs() < 1e-9);
        assert!((profile.loss() - 1.0).abs() < 1e-9);
        // Two of depth 1, one of depth 4: the third root of 2.
        assert!((profile.growth() - 2_f64.cbrt()).abs() < 1e-9);
        let twice = Profile::together(&[profile.clone(), profile.clone()]);
        assert_eq!((twice.states(), twice.gone, twice.losses[1]), (6, 4, 2));
        assert!((twice.growth() - profile.growth()).abs() < 1e-9);
    }

    #[test]
    fn ages_go_there_and_back() {
        for ago_in in [1, 2, 3, 17, 999] {
            let bin = age(ago_in, 1000);
            let (low, high) = (ago(bin, 1.0, 1000.0), ago(bin, 0.0, 1000.0));
            assert!(low <= ago_in as f64 * 1.0001 && ago_in as f64 <= high * 1.0001);
        }
    }
}
