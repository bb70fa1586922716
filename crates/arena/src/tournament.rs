//! Tournaments: round robins, gauntlets and ladders.
//!
//! A tournament is matches, one for each two players who meet, with the same openings for all.
//! They are played in slices, a few pairs of every match and then a few more, so that whoever
//! stops early has a table in which all have played about the same. Each game is kept as soon as
//! it is over, in the same file as those of matches.

mod file;

use std::time::Instant;

use ponder_core::Fault;
use ponder_engine::{Session, Stop};
use serde_json::Value;

pub use file::Changes;

use crate::matches::{self, Entrant, Plan, Source};
use crate::ratings::Meeting;
use crate::referee::Referee;
use crate::store::{Played, Store};

/// In so many slices the matches of a tournament are played.
const SLICES: u64 = 10;

/// Who meets whom.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Kind {
    /// Everybody meets everybody.
    #[default]
    RoundRobin,
    /// The first player meets all others.
    Gauntlet,
    /// Each player meets the next one: for players of whom one knows the order, far apart.
    Ladder,
}

impl Kind {
    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::RoundRobin => "round-robin",
            Self::Gauntlet => "gauntlet",
            Self::Ladder => "ladder",
        }
    }
}

/// A tournament to be played.
#[derive(Clone, Debug)]
pub struct Tournament {
    /// The game id.
    pub game: String,
    /// Who meets whom.
    pub kind: Kind,
    /// The players, with different names.
    pub players: Vec<Entrant>,
    /// How many openings each two play: two games each, or one if colours are fixed.
    pub rounds: u64,
    /// Where openings come from.
    pub openings: Source,
    /// What everything that is left to chance follows from.
    pub seed: u64,
    /// How games are refereed.
    pub referee: Referee,
    /// Games at once.
    pub concurrency: usize,
    /// True if of two players the one who is listed first moves first in every game.
    pub fixed_colours: bool,
}

/// A match of a tournament and the games it has.
#[derive(Clone, Debug)]
pub struct Pairing {
    /// The two players, by number.
    pub players: [usize; 2],
    /// Its games so far.
    pub games: Vec<Played>,
}

impl Pairing {
    /// Its pairs of games for the ratings.
    pub fn meetings(&self) -> Vec<Meeting> {
        let mut meetings = std::collections::BTreeMap::new();
        for game in &self.games {
            let meeting = meetings.entry(game.pair).or_insert(Meeting {
                players: self.players,
                points: 0.0,
                games: 0.0,
            });
            meeting.points += f64::from(game.points()) / 2.0;
            meeting.games += 1.0;
        }
        meetings.into_values().collect()
    }
}

/// How far a tournament has come, or how it ended.
#[derive(Clone, Debug)]
pub struct Results {
    /// Its matches.
    pub pairings: Vec<Pairing>,
    /// Games to be played in all.
    pub total: u64,
    /// Games that were there before.
    pub before: u64,
    /// Wall time of those played now, in seconds.
    pub seconds: f64,
    /// True if it was stopped before its end.
    pub stopped: bool,
}

impl Results {
    /// Games played.
    pub fn games(&self) -> u64 {
        let games = self.pairings.iter().map(|pairing| pairing.games.len());
        games.sum::<usize>() as u64
    }

    /// About how many seconds are left.
    pub fn left(&self) -> Option<f64> {
        let now = self.games() - self.before;
        let each = (now > 0).then(|| self.seconds / now as f64)?;
        Some(each * self.total.saturating_sub(self.games()) as f64)
    }
}

impl Tournament {
    /// The names of the players.
    pub fn names(&self) -> Vec<String> {
        let titles = self.players.iter().map(|who| who.description.title());
        titles.collect()
    }

    /// Who meets whom.
    pub fn pairings(&self) -> Vec<[usize; 2]> {
        let players = self.players.len();
        let meet = |[a, b]: &[usize; 2]| match self.kind {
            Kind::RoundRobin => true,
            Kind::Gauntlet => *a == 0,
            Kind::Ladder => *b == a + 1,
        };
        let pairs = (0..players).flat_map(|a| (a + 1..players).map(move |b| [a, b]));
        pairs.filter(meet).collect()
    }

    /// The match of two players, up to so many rounds.
    fn plan(&self, [a, b]: [usize; 2], rounds: u64) -> Plan {
        Plan {
            game: self.game.clone(),
            players: [self.players[a].clone(), self.players[b].clone()],
            openings: self.openings.clone(),
            seed: self.seed,
            pairs: Some(rounds),
            test: None,
            referee: self.referee,
            concurrency: self.concurrency,
            fixed_colours: self.fixed_colours,
        }
    }

    /// Refuses a tournament that could not be believed or played; otherwise says what is
    /// doubtful.
    pub fn check(&self, processors: usize) -> Result<Vec<String>, Fault> {
        let names = self.names();
        if names.len() < 2 {
            return Err(Fault::new("a tournament needs two players at least")
                .hint("add [[player]] tables to the file"));
        }
        let twice = |name: &&String| names.iter().filter(|other| other == name).count() > 1;
        if let Some(name) = names.iter().find(twice) {
            return Err(Fault::new(format!("two players are called \"{name}\""))
                .hint("give each player a name of its own"));
        }
        let mut doubts = Vec::new();
        for pairing in self.pairings() {
            for doubt in self.plan(pairing, self.rounds).check(processors)? {
                if !doubts.contains(&doubt) {
                    doubts.push(doubt);
                }
            }
        }
        Ok(doubts)
    }

    /// Refuses players that cannot play this game at all, from the first opening, unless it is
    /// stopped before it knows.
    pub fn rehearse(&self, fresh: &dyn Session, stop: &Stop) -> Result<(), Fault> {
        matches::rehearse(&self.players, &self.openings, self.seed, fresh, stop)
    }

    /// Plays what is missing. With a store each game is kept in it at once; games that it has
    /// already are not played again, which must be wanted: `resume`.
    pub fn run(
        &self,
        store: Option<&Store>,
        resume: bool,
        stop: &Stop,
        observe: &mut dyn FnMut(&Results),
    ) -> Result<Results, Fault> {
        let pairings = self.pairings();
        let records = match store {
            Some(store) => self.records(store, &pairings, resume)?,
            None => vec![(0, Vec::new()); pairings.len()],
        };
        let (ids, games): (Vec<_>, Vec<_>) = records.into_iter().unzip();
        let per_round = if self.fixed_colours { 1 } else { 2 };
        let mut results = Results {
            total: self.rounds * per_round * pairings.len() as u64,
            before: 0,
            seconds: 0.0,
            stopped: false,
            pairings: pairings
                .into_iter()
                .zip(games)
                .map(|(players, games)| Pairing { players, games })
                .collect(),
        };
        results.before = results.games();
        let begun = Instant::now();
        let slice = (self.rounds.div_ceil(SLICES)).max(self.concurrency as u64);
        let mut rounds = 0;
        while rounds < self.rounds && !stop.asked() {
            rounds = self.rounds.min(rounds + slice);
            for (index, id) in ids.iter().enumerate() {
                let plan = self.plan(results.pairings[index].players, rounds);
                let before = results.pairings[index].games.clone();
                let mut keep = |played: &Played| {
                    store.map_or(Ok(()), |store| store.add(*id, played))?;
                    results.pairings[index].games.push(played.clone());
                    results.seconds = begun.elapsed().as_secs_f64();
                    observe(&results);
                    Ok(())
                };
                matches::run(&plan, &before, stop, &mut keep, &mut |_| ())?;
            }
        }
        results.seconds = begun.elapsed().as_secs_f64();
        results.stopped = results.games() < results.total;
        for pairing in &mut results.pairings {
            pairing.games.sort_by_key(|game| (game.pair, game.swapped));
        }
        Ok(results)
    }

    /// The number and the games of each match in a store.
    fn records(
        &self,
        store: &Store,
        pairings: &[[usize; 2]],
        resume: bool,
    ) -> Result<Vec<(i64, Vec<Played>)>, Fault> {
        let settings = |pairing: [usize; 2]| self.plan(pairing, self.rounds).settings();
        let all: Vec<Value> = pairings.iter().map(|pairing| settings(*pairing)).collect();
        let found = all.iter().map(|settings| store.find(settings));
        let found = found.collect::<Result<Vec<_>, _>>()?;
        let known = found.iter().flatten().count();
        if known > 0 && !resume {
            return Err(Fault::new("the database holds games of this tournament")
                .hint("go on with them by --resume, or give another file"));
        }
        if known == 0 && resume && !store.matches()?.is_empty() {
            return Err(
                Fault::new("the database holds other games, and none of this tournament")
                    .hint("ask for the same tournament to go on with it, or give another file"),
            );
        }
        let names = self.names();
        let begin = |[a, b]: [usize; 2], settings| {
            let id = store.begin(&self.game, [&names[a], &names[b]], settings)?;
            Ok((id, Vec::new()))
        };
        let all = pairings.iter().zip(&all).zip(found);
        all.map(|((pairing, settings), found)| found.map_or_else(|| begin(*pairing, settings), Ok))
            .collect()
    }
}
