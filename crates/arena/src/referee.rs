//! One game between two players, under somebody's eyes.
//!
//! The referee knows the rules and believes nobody: every move is looked at, every clock is kept
//! here, and whatever a player does wrong loses the game, with the reason in words.

use std::time::{Duration, Instant};

use ponder_core::{Fault, Score};
use ponder_engine::{Allowance, Choice, Clock, Contender, GameText, Lapse, Limits, Outcome};
use ponder_engine::{Session, Stop};
use serde::{Deserialize, Serialize};

use crate::adjudication::{Adjudication, Watch};
use crate::opening::Opening;

/// A player at the board.
pub struct Seat<'a> {
    /// Who plays.
    pub contender: &'a mut dyn Contender,
    /// What it may spend on each move; a clock is for the whole game.
    pub limits: Limits,
    /// What it leaves to chance follows from this.
    pub seed: u64,
}

/// Who sees to it that a game is fair.
#[derive(Clone, Copy, Debug)]
pub struct Referee {
    /// How much longer than allowed a move may take: the way of the answer, a busy machine.
    pub margin: Duration,
    /// When games end early.
    pub adjudication: Adjudication,
}

impl Default for Referee {
    fn default() -> Self {
        Self {
            margin: Self::MARGIN,
            adjudication: Adjudication::default(),
        }
    }
}

/// How a game came to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Ending {
    /// The rules of the game ended it.
    Rules,
    /// It was ended early, by what the players said of it or by its length.
    Adjudication,
    /// The loser gave up.
    Resignation,
    /// The loser made an illegal move.
    Illegal,
    /// The loser took too long.
    Time,
    /// The loser's program or connection ended.
    Death,
    /// The loser did not answer at all.
    Hang,
    /// The loser said more than anybody can listen to.
    Flood,
    /// The loser said what its protocol does not know.
    Babble,
    /// The loser could not play this game.
    Refusal,
}

impl Ending {
    /// All endings.
    pub const ALL: [Self; 10] = [
        Self::Rules,
        Self::Adjudication,
        Self::Resignation,
        Self::Illegal,
        Self::Time,
        Self::Death,
        Self::Hang,
        Self::Flood,
        Self::Babble,
        Self::Refusal,
    ];

    /// Its name in files and reports.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Rules => "rules",
            Self::Adjudication => "adjudication",
            Self::Resignation => "resignation",
            Self::Illegal => "illegal",
            Self::Time => "time",
            Self::Death => "death",
            Self::Hang => "hang",
            Self::Flood => "flood",
            Self::Babble => "babble",
            Self::Refusal => "refusal",
        }
    }

    /// The ending with this name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|ending| ending.name() == name)
    }

    /// True if the loser did what no player should do.
    pub const fn is_lapse(self) -> bool {
        !matches!(self, Self::Rules | Self::Adjudication | Self::Resignation)
    }

    const fn of(lapse: &Lapse) -> Self {
        match lapse {
            Lapse::Stopped | Lapse::Refused(_) => Self::Refusal,
            Lapse::Died(_) | Lapse::Stillborn(_) => Self::Death,
            Lapse::Hung(_) => Self::Hang,
            Lapse::Flooded(_) => Self::Flood,
            Lapse::Babbled(_) => Self::Babble,
            Lapse::Resigned => Self::Resignation,
        }
    }
}

/// A move as it was made.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MoveRecord {
    /// The move in canonical text.
    #[serde(rename = "move")]
    pub text: String,
    /// How its player judged the game, in hundredths, for itself.
    pub score: Option<Score>,
    /// How deep it looked.
    pub depth: Option<u32>,
    /// At how many positions.
    pub nodes: Option<u64>,
    /// How long it took, by the referee's watch.
    pub seconds: f64,
}

/// A game from its opening to its end.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GameRecord {
    /// Where it began.
    pub opening: Opening,
    /// The moves after the opening.
    pub moves: Vec<MoveRecord>,
    /// Who moves first after the opening.
    pub first: usize,
    /// The winner, 0 for the player who moves first in the game; nobody in a draw.
    pub winner: Option<usize>,
    /// The margin from the first player's view; 1 or -1 if the rules did not end the game.
    pub margin: i16,
    /// How it ended.
    pub ending: Ending,
    /// Why, in words: a sentence or two, whatever a program said.
    pub reason: String,
    /// Seconds that the players took beside their moves: to get ready, to end, and for a move that
    /// was never made. They are told once and not kept.
    #[serde(skip)]
    pub waited: f64,
}

impl GameRecord {
    /// Who made a move after the opening: sides alternate.
    pub fn mover(&self, ply: usize) -> usize {
        (self.first + ply) % 2
    }

    /// All moves from the opening's position on, in canonical text.
    pub fn line(&self) -> Vec<String> {
        let played = self.moves.iter().map(|played| played.text.clone());
        self.opening.moves.iter().cloned().chain(played).collect()
    }

    /// The points of a side: 2 for a win, 1 for a draw.
    pub fn points(&self, side: usize) -> u8 {
        match self.winner {
            None => 1,
            Some(winner) if winner == side => 2,
            Some(_) => 0,
        }
    }

    /// The seconds a side spent.
    pub fn seconds(&self, side: usize) -> f64 {
        self.of(side).map(|played| played.seconds).sum()
    }

    /// The positions a side looked at, as far as it told.
    pub fn nodes(&self, side: usize) -> u64 {
        self.of(side).filter_map(|played| played.nodes).sum()
    }

    /// The moves of a side.
    fn of(&self, side: usize) -> impl Iterator<Item = &MoveRecord> {
        let skipped = usize::from(self.first != side);
        self.moves.iter().skip(skipped).step_by(2)
    }

    /// The game to be written down, with more tags than it has itself.
    pub fn text(&self, tags: Vec<(String, String)>) -> GameText {
        GameText {
            tags,
            start: self.opening.position.clone(),
            moves: self.line(),
            comments: Vec::new(),
            result: (self.ending != Ending::Rules).then_some(Outcome {
                margin: self.margin,
                reason: match self.ending {
                    Ending::Resignation => "resignation",
                    Ending::Time => "time",
                    Ending::Adjudication => "adjudication",
                    _ => "forfeit",
                },
            }),
        }
    }
}

impl Referee {
    /// What is forgiven by default.
    pub const MARGIN: Duration = Duration::from_millis(250);

    /// Plays a game; nothing if it was stopped. `fresh` stands at the game's first position, and
    /// the first seat is that of the player who moves first there.
    ///
    /// Refuses only an opening that cannot be played.
    pub fn play(
        &self,
        fresh: &dyn Session,
        seats: [Seat<'_>; 2],
        opening: &Opening,
        stop: &Stop,
    ) -> Result<Option<GameRecord>, Fault> {
        let session = opening.session(fresh)?;
        let first = session.turn();
        let clocks = [seats[0].limits.clock, seats[1].limits.clock];
        let mut game = Game {
            referee: *self,
            session,
            seats,
            clocks,
            debts: [Duration::ZERO; 2],
            waited: Duration::ZERO,
            watch: Watch::default(),
            moves: Vec::new(),
        };
        let Some(end) = game.play(stop) else {
            return Ok(None);
        };
        let ended = Instant::now();
        for seat in &mut game.seats {
            seat.contender.end(&*game.session);
        }
        game.waited += ended.elapsed();
        Ok(Some(GameRecord {
            opening: opening.clone(),
            moves: game.moves,
            first,
            winner: end.winner,
            margin: end.margin,
            ending: end.ending,
            reason: shortened(end.reason),
            waited: game.waited.as_secs_f64(),
        }))
    }
}

/// A reason that a person reads to its end: a program's own words may be of any length.
fn shortened(reason: String) -> String {
    const LONGEST: usize = 200;
    match reason.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}\u{2026}", &reason[..end]),
        None => reason,
    }
}

/// A game in progress.
struct Game<'a> {
    referee: Referee,
    session: Box<dyn Session>,
    seats: [Seat<'a>; 2],
    clocks: [Option<Clock>; 2],
    /// By how much a clock has been overdrawn.
    debts: [Duration; 2],
    /// What the players took beside their moves.
    waited: Duration,
    watch: Watch,
    moves: Vec<MoveRecord>,
}

/// The end of a game.
struct End {
    winner: Option<usize>,
    margin: i16,
    ending: Ending,
    reason: String,
}

impl End {
    fn decided(winner: Option<usize>, ending: Ending, reason: String) -> Self {
        Self {
            winner,
            margin: winner.map_or(0, |side| if side == 0 { 1 } else { -1 }),
            ending,
            reason,
        }
    }

    fn lost(side: usize, ending: Ending, reason: String) -> Self {
        Self::decided(Some(1 - side), ending, reason)
    }

    /// A player has no move: it loses, unless the game was stopped.
    fn lapse(side: usize, lapse: &Lapse, stop: &Stop) -> Option<Self> {
        (!stop.asked()).then(|| Self::lost(side, Ending::of(lapse), lapse.to_string()))
    }
}

impl Game<'_> {
    /// Plays to the end; nothing if it was stopped.
    fn play(&mut self, stop: &Stop) -> Option<End> {
        for side in 0..2 {
            let seat = &mut self.seats[side];
            seat.contender.reseed(seat.seed);
            let begun = Instant::now();
            let ready = seat.contender.begin(&*self.session, stop);
            self.waited += begun.elapsed();
            if let Err(lapse) = ready {
                return End::lapse(side, &lapse, stop);
            }
        }
        loop {
            if let Some(end) = self.session.outcome() {
                let winner = match end.margin {
                    1.. => Some(0),
                    0 => None,
                    _ => Some(1),
                };
                return Some(End {
                    winner,
                    margin: end.margin,
                    ending: Ending::Rules,
                    reason: end.reason.to_owned(),
                });
            }
            let side = self.session.turn();
            let (choice, spent) = self.ask(side, stop);
            if stop.asked() {
                return None;
            }
            let choice = match choice {
                Ok(choice) => choice,
                Err(lapse) => {
                    self.waited += spent;
                    return End::lapse(side, &lapse, stop);
                }
            };
            if let Some(late) = self.charge(side, spent) {
                self.waited += spent;
                return Some(End::lost(side, Ending::Time, late));
            }
            let text = match self.session.play(&choice.play) {
                Ok(text) => text,
                Err(fault) => {
                    self.waited += spent;
                    let reason = format!("{} ({})", fault.what, self.session.position_text());
                    return Some(End::lost(side, Ending::Illegal, reason));
                }
            };
            let score = choice.score.map(|score| score.value);
            self.moves.push(MoveRecord {
                text,
                score,
                depth: choice.depth,
                nodes: choice.nodes,
                seconds: spent.as_secs_f64(),
            });
            let ruling = self.watch.see(&self.referee.adjudication, side, score);
            // What the rules say counts more.
            if let Some(ruling) = ruling.filter(|_| self.session.outcome().is_none()) {
                return Some(End::decided(
                    ruling.winner,
                    Ending::Adjudication,
                    ruling.reason,
                ));
            }
        }
    }

    /// Asks a player for a move, and takes the time.
    fn ask(&mut self, side: usize, stop: &Stop) -> (Result<Choice, Lapse>, Duration) {
        let seat = &mut self.seats[side];
        let allowance = Allowance {
            limits: Limits {
                clock: self.clocks[side],
                ..seat.limits
            },
            theirs: self.clocks[1 - side],
        };
        let begun = Instant::now();
        let choice = seat.contender.choose(&*self.session, &allowance, stop);
        (choice, begun.elapsed())
    }

    /// Takes the time of a move from a player's clock; says so if there was not enough.
    fn charge(&mut self, side: usize, spent: Duration) -> Option<String> {
        let margin = self.referee.margin;
        let late = |allowed: Duration, forgiven: Duration| {
            (spent > allowed.saturating_add(forgiven)).then(|| {
                let (spent, allowed) = (spent.as_secs_f64(), allowed.as_secs_f64());
                format!("took {spent:.3} s where {allowed:.3} s were left")
            })
        };
        let each = self.seats[side].limits.time;
        if let Some(late) = each.and_then(|allowed| late(allowed, margin)) {
            return Some(late);
        }
        let clock = self.clocks[side].as_mut()?;
        // What was forgiven is a debt: a clock is forgiven the margin once and not at every move.
        let debt = &mut self.debts[side];
        let late = late(clock.left, margin.saturating_sub(*debt));
        *debt += spent.saturating_sub(clock.left);
        let paid = clock.increment.min(*debt);
        *debt = debt.saturating_sub(paid);
        clock.left = clock
            .left
            .saturating_sub(spent)
            .saturating_add(clock.increment.saturating_sub(paid));
        if let Some(moves) = clock.moves.as_mut() {
            *moves = moves.saturating_sub(1);
            if *moves == 0 {
                let whole = self.seats[side].limits.clock;
                *moves = whole.and_then(|clock| clock.moves).unwrap_or(1);
                let more = whole.map_or(Duration::ZERO, |clock| clock.left);
                clock.left = clock.left.saturating_add(more);
            }
        }
        late
    }
}
