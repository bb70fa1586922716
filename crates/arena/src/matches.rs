//! Matches: pairs of games between two players, refereed and counted.
//!
//! A [`Plan`] says everything that decides which games are played; [`run`] plays them. The same
//! plan gives the same games, however many are played at once, as far as its players are
//! deterministic.

mod runner;
mod scribe;
mod source;
mod standing;

use std::time::{Duration, Instant};

use ponder_core::{Fault, Random};
use ponder_engine::{Limits, Session, Stop};
use serde_json::{Value, json};

pub use runner::run;
pub use scribe::Scribe;
pub use source::{Order, Source};
pub use standing::{ColourView, Standing, StandingView, TestView, counts_words, lapses_words};

use crate::players::{self, Description};
use crate::quantities::write_duration;
use crate::referee::Referee;
use crate::statistics::Sprt;

/// A player of a match.
#[derive(Clone, Debug)]
pub struct Entrant {
    /// Who it is.
    pub description: Description,
    /// What it may spend.
    pub limits: Limits,
}

impl Entrant {
    /// A player with limits of its own or, if it has none, everybody's.
    pub fn new(description: Description, everybody: Limits) -> Result<Self, Fault> {
        let limits = players::limits(&description, everybody)?;
        Ok(Self {
            description,
            limits,
        })
    }

    /// What it may spend, in words: its limits, and its budget for the whole game.
    pub fn allowance(&self) -> String {
        let budget = self.description.get("budget");
        let budget = budget.map(|budget| format!("budget {budget}"));
        let limits = Some(limits_words(self.limits));
        let limits = limits.filter(|_| self.limits.any() || budget.is_none());
        let words: Vec<_> = limits.into_iter().chain(budget).collect();
        words.join(", ")
    }
}

/// A match to be played.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The game id.
    pub game: String,
    /// The two players; results are the first one's.
    pub players: [Entrant; 2],
    /// Where openings come from.
    pub openings: Source,
    /// What everything that is left to chance follows from.
    pub seed: u64,
    /// How many pairs to play; without, as many as the test needs.
    pub pairs: Option<u64>,
    /// When the match is decided.
    pub test: Option<Sprt>,
    /// How games are refereed.
    pub referee: Referee,
    /// Games at once.
    pub concurrency: usize,
    /// True if the first player moves first in every game: then each opening is played once, and
    /// a pair is a game.
    pub fixed_colours: bool,
}

impl Plan {
    /// A match without a test has an end.
    const PAIRS: u64 = 50;

    /// The games of a pair, by whether the second player moves first.
    fn turns(&self) -> &'static [bool] {
        if self.fixed_colours {
            &[false]
        } else {
            &[false, true]
        }
    }

    fn pairs(&self) -> Option<u64> {
        match (self.pairs, self.test) {
            (None, None) => Some(Self::PAIRS),
            (pairs, _) => pairs,
        }
    }

    /// Refuses a match that could not be believed or played; otherwise says what is doubtful.
    pub fn check(&self, processors: usize) -> Result<Vec<String>, Fault> {
        let people = |who: &Entrant| players::is_human(&who.description);
        if self.concurrency > 1 && self.players.iter().any(people) {
            return Err(Fault::new("a person cannot play several games at once")
                .hint("leave --concurrency out"));
        }
        if self.openings.is_empty() {
            return Err(Fault::new("there are no openings").hint("give at least one"));
        }
        let mut doubts = Vec::new();
        let mut threads = 1;
        for entrant in &self.players {
            threads = threads.max(players::threads(&entrant.description)?);
        }
        let busy = self.concurrency.saturating_mul(threads);
        let timed = |who: &Entrant| {
            who.limits.time.is_some()
                || who.limits.clock.is_some()
                || who.description.get("budget").is_some()
        };
        if busy > processors {
            let what = format!("{busy} threads would share {processors} processors");
            if self.players.iter().any(timed) {
                return Err(Fault::new(format!("{what}, and time would mean nothing"))
                    .hint("play fewer games at once, or limit nodes instead of time"));
            }
            doubts.push(what);
        }
        if let Some(openings) = self.openings.len()
            && self.pairs().is_none_or(|pairs| (openings as u64) < pairs)
        {
            let serve = match openings {
                1 => "opening serves",
                _ => "openings serve",
            };
            let what = if self.fixed_colours { "games" } else { "pairs" };
            let all = match self.pairs() {
                Some(pairs) => format!("{pairs} {what}"),
                None => format!("as many {what} as the test needs"),
            };
            doubts.push(format!(
                "{openings} {serve} {all}: players without chance repeat their games, \
                 which then prove nothing new"
            ));
        }
        match self.openings.repeated() {
            0 => {}
            1 => doubts.push("1 of the openings is there already before".to_owned()),
            many => doubts.push(format!("{many} of the openings are there already before")),
        }
        Ok(doubts)
    }

    /// Refuses players that cannot play this game at all, from the first opening, unless it is
    /// stopped before it knows.
    pub fn rehearse(&self, fresh: &dyn Session, stop: &Stop) -> Result<(), Fault> {
        rehearse(&self.players, &self.openings, self.seed, fresh, stop)
    }

    /// The players' names, different ones.
    pub fn names(&self) -> [String; 2] {
        let [a, b] = self.players.each_ref().map(|who| who.description.title());
        if a == b {
            [format!("{a} (1)"), format!("{b} (2)")]
        } else {
            [a, b]
        }
    }

    /// Everything that decides which games are played, but for their number: two plans that
    /// agree here can share their games.
    pub fn settings(&self) -> Value {
        let player = |who: usize| {
            let entrant = &self.players[who];
            json!({
                "player": entrant.description.to_string(),
                "limits": limits_words(entrant.limits),
                "files": players::fingerprints(&entrant.description),
            })
        };
        let openings = match &self.openings {
            Source::Start => "start".to_owned(),
            Source::Random { plies } => format!("random:plies={plies}"),
            Source::List(list) => {
                let all = serde_json::to_string(list).unwrap_or_default();
                let print = ponder_core::text::fingerprint(all.bytes());
                format!("{} openings {print:016x}", list.len())
            }
        };
        let referee = &self.referee;
        let rules = &referee.adjudication;
        let sprt = self.test.map(|test| test.to_string());
        json!({
            "game": self.game,
            "first": player(0),
            "second": player(1),
            "openings": openings,
            "seed": self.seed,
            "sprt": sprt,
            "margin": write_duration(referee.margin),
            "adjudicate_draw": rules.draw.map(|rule| rule.to_string()),
            "adjudicate_resign": rules.resign.map(|rule| rule.to_string()),
            "max_plies": rules.longest,
            "fixed_colours": self.fixed_colours,
        })
    }
}

/// Refuses players that cannot begin a game from the first of these openings.
pub(crate) fn rehearse(
    entrants: &[Entrant],
    openings: &Source,
    seed: u64,
    fresh: &dyn Session,
    stop: &Stop,
) -> Result<(), Fault> {
    let at = openings.opening(0, seed, fresh)?.session(fresh)?;
    let mut entrants = entrants.iter().take_while(|_| !stop.asked());
    entrants.try_for_each(|who| players::rehearse(&who.description, who.limits, fresh, &*at, stop))
}

/// Limits in words.
fn limits_words(limits: Limits) -> String {
    let clock = limits.clock.map(|clock| {
        let more = match clock.increment {
            Duration::ZERO => String::new(),
            increment => format!("+{}", write_duration(increment)),
        };
        format!("clock {}{more}", write_duration(clock.left))
    });
    let words: Vec<_> = [
        limits.depth.map(|depth| format!("depth {depth}")),
        limits.nodes.map(|nodes| format!("nodes {nodes}")),
        limits
            .time
            .map(|time| format!("{} a move", write_duration(time))),
        clock,
    ]
    .into_iter()
    .flatten()
    .collect();
    if words.is_empty() {
        "no limits".to_owned()
    } else {
        words.join(", ")
    }
}

/// How far a match has come.
#[derive(Clone, Debug)]
pub struct Progress {
    /// How it stands.
    pub standing: Standing,
    /// Games to be played in all, if that is known.
    pub games: Option<u64>,
    /// Games that were there before.
    pub before: u64,
    /// Games played now.
    pub now: u64,
    /// Wall time since it began, in seconds.
    pub seconds: f64,
    /// True if it was stopped before its end.
    pub stopped: bool,
    /// Moves made now.
    moves: u64,
    /// What the runner and the referee took beside the players, now.
    overhead: Duration,
    begun: Instant,
}

impl Progress {
    fn new(plan: &Plan) -> Self {
        Self {
            standing: Standing::new(plan.test),
            games: plan.pairs().map(|pairs| pairs * plan.turns().len() as u64),
            before: 0,
            now: 0,
            seconds: 0.0,
            stopped: false,
            moves: 0,
            overhead: Duration::ZERO,
            begun: Instant::now(),
        }
    }

    /// True if all games were played, or the test needs no more.
    fn complete(&self) -> bool {
        let played = self.before + self.now;
        self.standing.decision.is_some() || self.games.is_some_and(|games| played >= games)
    }

    fn count(&mut self, game: &runner::Finished) {
        let record = &game.played.record;
        let thought = record.seconds(0) + record.seconds(1) + record.waited;
        let thought = Duration::try_from_secs_f64(thought).unwrap_or_default();
        self.overhead += game.whole.saturating_sub(thought);
        self.moves += record.moves.len() as u64;
        self.now += 1;
        self.standing.add(&game.played);
    }

    /// Microseconds that each move took beside its player's thinking; none before there is one.
    pub fn overhead_per_move(&self) -> Option<f64> {
        (self.moves > 0).then(|| self.overhead.as_secs_f64() * 1e6 / self.moves as f64)
    }

    /// About how many seconds are left, as far as one can tell: a test goes on as it has begun.
    pub fn left(&self) -> Option<f64> {
        const FEWEST: u64 = 10;
        if self.now == 0 {
            return None;
        }
        let rate = self.now as f64 / self.seconds.max(1e-9);
        let played = self.before + self.now;
        let to_play = self.games.map(|games| games.saturating_sub(played) as f64);
        let to_test = self.standing.test().and_then(|test| {
            let (lower, upper) = test.bounds();
            let ratio = self.standing.log_ratio().unwrap_or(0.0);
            let bound = if ratio < 0.0 { lower } else { upper };
            let games = self.standing.games();
            (games >= FEWEST && ratio.abs() > 1e-6)
                .then(|| games as f64 * (bound / ratio - 1.0).max(0.0))
        });
        let games = to_play.into_iter().chain(to_test).reduce(f64::min)?;
        Some(games / rate)
    }
}

/// A number that follows from others.
pub(crate) fn lot(parts: &[u64]) -> u64 {
    let mix = |state: u64, part: &u64| Random::new(state ^ part).next();
    parts.iter().fold(0, mix)
}
