//! A stream of accesses that never belonged to a tree: drawn one by one from a [`Profile`].
//!
//! Whatever the length of the stream, ages are shares of it. So a stream of ten times as many
//! states for a table of ten times as many rows is the same thing, only with less noise: it stands
//! for a search of the same shape that is larger.

use std::collections::BTreeMap;

use ponder_core::{Progress, Random};
use ponder_table::{Bound, Entry};

use super::profile::{Access, Class, Profile, ago};
use super::trace::{Event, Known};

/// Draws from counts.
struct Urn<T> {
    sums: Vec<u64>,
    things: Vec<T>,
}

impl<T: Copy> Urn<T> {
    fn new(counts: impl IntoIterator<Item = (T, u64)>) -> Self {
        let (mut sums, mut things, mut sum) = (Vec::new(), Vec::new(), 0);
        for (thing, count) in counts.into_iter().filter(|(_, count)| *count > 0) {
            sum += count;
            sums.push(sum);
            things.push(thing);
        }
        Self { sums, things }
    }

    fn draw(&self, random: &mut Random) -> Option<T> {
        let all = *self.sums.last()?;
        let drawn = random.below(all as usize) as u64;
        Some(self.things[self.sums.partition_point(|&sum| sum <= drawn)])
    }
}

/// A state that was told.
struct State {
    depth: u8,
    gone: u8,
    references: u16,
    used: u32,
}

/// The accesses.
pub(in crate::lab) struct Stream {
    accesses: Urn<Access>,
    losses: Urn<usize>,
    random: Random,
    salt: u64,
    states: Vec<State>,
    /// Of every class, when states were used that belonged to it from then on, and which.
    used: BTreeMap<Class, Vec<(u32, u32)>>,
    now: u32,
    /// Uses until the end, and between roots.
    length: u32,
    search: u32,
    root: u8,
    next_root: u32,
}

impl Stream {
    /// A stream that tells about so many distinct states.
    pub(in crate::lab) fn new(profile: &Profile, states: u64, seed: u64) -> Self {
        let uses = profile.count(|access| *access != Access::Stranger);
        let length = states as f64 * uses as f64 / profile.states().max(1) as f64;
        let records = profile.records.max(1);
        let searches = (profile.searches as f64 / records as f64).max(1.0);
        let length = (length as u32).max(1);
        let mut random = Random::new(seed);
        Self {
            accesses: Urn::new(profile.accesses.iter().copied()),
            losses: Urn::new(profile.losses.iter().copied().enumerate()),
            salt: random.next(),
            random,
            states: Vec::new(),
            used: BTreeMap::new(),
            now: 0,
            length,
            search: ((f64::from(length) / searches) as u32).max(1),
            root: (profile.gone / records).min(200) as u8,
            next_root: 0,
        }
    }

    /// Keys as random as those of a game.
    fn key(&self, state: u32) -> u64 {
        Random::new(self.salt ^ u64::from(state)).next()
    }

    /// A state of a class that was last used about so long ago; any of the class if the stream is
    /// not so old yet or there is none near, so that as many states come again as in the records.
    /// None if the class has no state.
    fn find(&mut self, class: Class, age: u8) -> Option<u32> {
        /// A state used again since then is not meant; so many others near it are looked at, and so
        /// many anywhere.
        const LOOKS: usize = 16;
        let within = self.random.next() as f64 / u64::MAX as f64;
        let ago = ago(age, within, f64::from(self.length)) as u32;
        let used = self.used.get(&class)?;
        let last_used = |place: usize| {
            let (time, state) = used[place];
            (self.states[state as usize].used == time).then_some(state)
        };
        let near = self.now.checked_sub(ago).and_then(|when| {
            let at = used.partition_point(|(time, _)| *time < when);
            let later = (at..used.len()).take(LOOKS);
            let earlier = (0..at).rev().take(LOOKS);
            later.chain(earlier).find_map(last_used)
        });
        near.or_else(|| {
            let mut anywhere = (0..LOOKS).map(|_| self.random.below(used.len()));
            anywhere.find_map(last_used)
        })
    }

    /// A state is used now.
    fn touch(&mut self, state: u32) {
        let now = self.now;
        let one = &mut self.states[state as usize];
        one.used = now;
        let class = Class::of(one.depth, u32::from(one.references));
        self.used.entry(class).or_default().push((now, state));
        self.now += 1;
    }

    fn told(&self, state: u32) -> (Progress, Entry) {
        let State { depth, gone, .. } = self.states[state as usize];
        (
            Progress([gone, 0, 0, 0]),
            Entry::new(0, depth, Bound::Exact),
        )
    }
}

impl Iterator for Stream {
    type Item = (Event, Known);

    fn next(&mut self) -> Option<Self::Item> {
        if self.now >= self.length {
            return None;
        }
        if self.now >= self.next_root {
            if self.next_root > 0 {
                let loss = self.losses.draw(&mut self.random).unwrap_or(0);
                self.root = self.root.saturating_add(loss as u8);
            }
            self.next_root += self.search;
            return Some((Event::Root(Progress([self.root, 0, 0, 0])), None));
        }
        loop {
            match self.accesses.draw(&mut self.random)? {
                Access::Stranger => return Some((Event::Probe(self.random.next()), None)),
                Access::New(depth, ahead) => {
                    let state = self.states.len() as u32;
                    self.states.push(State {
                        depth,
                        gone: self.root.saturating_add(ahead),
                        references: 0,
                        used: 0,
                    });
                    self.touch(state);
                    let (progress, entry) = self.told(state);
                    return Some((Event::Store(self.key(state), progress, entry), None));
                }
                // What was not told yet cannot be meant: another draw.
                Access::Asked(class, age) => {
                    let Some(state) = self.find(class, age) else {
                        continue;
                    };
                    let known = self.told(state);
                    let one = &mut self.states[state as usize];
                    one.references = one.references.saturating_add(1);
                    self.touch(state);
                    return Some((Event::Probe(self.key(state)), Some(known)));
                }
                Access::Again(class, age, depth) => {
                    let Some(state) = self.find(class, age) else {
                        continue;
                    };
                    self.states[state as usize].depth = depth;
                    self.touch(state);
                    let (progress, entry) = self.told(state);
                    return Some((Event::Store(self.key(state), progress, entry), None));
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The profile of a stream is about that which it was drawn from.
    #[test]
    fn a_stream_has_the_profile_it_comes_from() {
        let fresh = Class::of(2, 0);
        let once = Class::of(2, 1);
        let profile = Profile {
            records: 1,
            searches: 4,
            gone: 1,
            losses: vec![0, 3],
            accesses: vec![
                (Access::Stranger, 50),
                (Access::Asked(fresh, 6), 20),
                (Access::Asked(once, 10), 5),
                (Access::New(2, 0), 60),
                (Access::New(1, 1), 40),
                (Access::Again(fresh, 8, 2), 10),
            ],
        };
        let events: Vec<_> = Stream::new(&profile, 20_000, 3)
            .map(|(event, _)| event)
            .collect();
        let found = Profile::of(&events);
        assert_eq!((found.searches, found.gone), (4, 1));
        assert!((found.loss() - 1.0).abs() < 1e-9);
        assert!((found.states() as f64 / 20_000.0 - 1.0).abs() < 0.03);
        let close = |a: f64, b: f64| (a - b).abs() < 0.02;
        assert!(close(found.lookups(), profile.lookups()));
        assert!(close(found.transpositions(), profile.transpositions()));
        let asked = |profile: &Profile, class| {
            let part = profile.count(|access| matches!(access, Access::Asked(c, _) if *c == class));
            part as f64 / profile.count(|_| true) as f64
        };
        assert!(close(asked(&found, fresh), asked(&profile, fresh)));
        assert!(close(asked(&found, once), asked(&profile, once)));
        // Ages too, but at the beginning, when nothing is so old.
        let of_age = |age| found.count(|access| *access == Access::Asked(fresh, age));
        let all = found.count(|access| matches!(access, Access::Asked(c, _) if *c == fresh));
        assert!(
            of_age(6) as f64 > 0.7 * all as f64,
            "{} of {all}",
            of_age(6)
        );
        let again = Stream::new(&profile, 20_000, 3).map(|(event, _)| event);
        assert!(again.eq(events), "a seed tells all");
    }
}
