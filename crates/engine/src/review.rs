//! A whole game looked at again: what each move cost, and what would have been better.
//!
//! Every position gets one search, the last one first, all with one table: what came of a move is
//! then known when the move is judged. A move costs what it takes from its player's chance to win,
//! whatever the unit of the game's scores, so one scale of mistakes does for all games.

use std::collections::BTreeMap;

use ponder_core::Fault;
use ponder_search::Stop;
use ponder_table::Table;
use serde::Serialize;

use crate::analysis::{AnalysisRequest, AnalysisView, ScoreView};
use crate::memory;
use crate::session::Session;

/// A reviewed game.
#[derive(Clone, Debug, Serialize)]
pub struct ReviewView {
    /// The game id.
    pub game: String,
    /// The first position.
    pub start: String,
    /// Its moves, in their order.
    pub plies: Vec<PlyView>,
    /// How the players did, by name.
    pub players: BTreeMap<&'static str, PlayerReview>,
    /// True if it was stopped: then the first moves are missing.
    pub stopped: bool,
}

/// A reviewed move. Chances are of its player unless it is said otherwise.
#[derive(Clone, Debug, Serialize)]
pub struct PlyView {
    /// Its number, from 1.
    pub ply: usize,
    /// The move.
    #[serde(rename = "move")]
    pub text: String,
    /// Who made it.
    pub turn: &'static str,
    /// The best move.
    pub best: String,
    /// What the position was worth before it.
    pub score: ScoreView,
    /// The chance to win before it.
    pub chance_before: f64,
    /// The chance to win after it.
    pub chance_after: f64,
    /// The chance of the first player after it.
    pub chance_first: f64,
    /// What it cost.
    pub loss: f64,
    /// `best`, `good`, `inaccuracy`, `mistake` or `blunder`.
    pub class: &'static str,
    /// The line that the best move begins.
    pub line: Vec<String>,
    /// All this in a sentence.
    pub words: String,
}

/// How a player did.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub struct PlayerReview {
    /// Moves that were not forced.
    pub moves: u32,
    /// From 0 to 100: 100 for a move that costs nothing, about 64 for one that costs a tenth of
    /// the chance to win, 41 for one that costs a fifth; the mean of all that were not forced.
    pub accuracy: f64,
    /// The mean loss of these moves.
    pub loss: f64,
    /// How many were inaccurate.
    pub inaccuracies: u32,
    /// How many were mistakes.
    pub mistakes: u32,
    /// How many were blunders.
    pub blunders: u32,
}

/// What a move may cost before it is called so, the worst first.
const CLASSES: [(f64, &str); 3] = [(0.15, "blunder"), (0.10, "mistake"), (0.05, "inaccuracy")];

/// A loss that is none: searches of neighbouring positions do not agree more exactly.
const NOTHING: f64 = 0.005;

/// What was found at a position.
struct Find {
    report: Option<AnalysisView>,
    /// The chance of the first player.
    first: f64,
}

/// Reviews the moves by which a session came to where it stands. Each position is searched as
/// `request` says; `observe` hears of every move, the last one first. A stop ends it with what
/// there is.
pub fn review(
    session: &dyn Session,
    request: &AnalysisRequest,
    stop: &Stop,
    observe: &mut dyn FnMut(&PlyView),
) -> Result<ReviewView, Fault> {
    let moves = session.line();
    if moves.is_empty() {
        return Err(Fault::new("there is no move to review").hint("play or load a game first"));
    }
    let bytes = memory::table_bytes(request.hash, request.memory, request.threads)?;
    let mut table = Table::new(bytes, session.config(request)?.table_keys())?;
    let mut at = session.fork();
    let mut plies = Vec::new();
    let mut players = BTreeMap::from(
        session
            .players()
            .map(|name| (name, PlayerReview::default())),
    );
    let mut after = find(&*at, &table, request, stop)?;
    for (index, text) in moves.iter().enumerate().rev() {
        table.next_search();
        at.undo();
        let before = find(&*at, &table, request, stop)?;
        if stop.asked() {
            break;
        }
        let forced = at.move_texts(true).len() == 1;
        let ply = judged(&*at, (index + 1, text), &before, &after, forced)?;
        if !forced {
            players.entry(ply.turn).or_default().count(&ply);
        }
        observe(&ply);
        plies.push(ply);
        after = before;
    }
    plies.reverse();
    players.values_mut().for_each(PlayerReview::finish);
    while at.undo() {}
    Ok(ReviewView {
        game: session.id().to_owned(),
        start: at.position_text(),
        plies,
        players,
        stopped: stop.asked(),
    })
}

/// Searches a position, unless its game is over.
fn find(
    at: &dyn Session,
    table: &Table,
    request: &AnalysisRequest,
    stop: &Stop,
) -> Result<Find, Fault> {
    if let Some(outcome) = at.outcome() {
        let first = f64::midpoint(f64::from(outcome.margin.signum()), 1.0);
        return Ok(Find {
            report: None,
            first,
        });
    }
    let report = at.analyse_in(table, request, stop, &mut |_| ())?;
    let first = seen_by(at.turn(), report.chance);
    Ok(Find {
        report: Some(report),
        first,
    })
}

/// The first player's chance as player `turn` has it, or the reverse.
fn seen_by(turn: usize, chance: f64) -> f64 {
    if turn == 0 { chance } else { 1.0 - chance }
}

/// What to say of a move made where `at` stands.
fn judged(
    at: &dyn Session,
    (ply, text): (usize, &str),
    before: &Find,
    after: &Find,
    forced: bool,
) -> Result<PlyView, Fault> {
    let report = before.report.as_ref();
    let report = report.ok_or_else(|| Fault::new("a move comes after the end of the game"))?;
    let turn = at.turn();
    let chance_after = seen_by(turn, after.first);
    // A move that turned out better than expected shows what the position was worth.
    let chance_before = report.chance.max(chance_after);
    let best = forced || same(at, text, &report.best)?;
    let loss = if best {
        0.0
    } else {
        chance_before - chance_after
    };
    let class = CLASSES.iter().find(|(bar, _)| loss >= *bar);
    let class = match class {
        Some((_, class)) => class,
        None if loss < NOTHING => "best",
        None => "good",
    };
    let mut view = PlyView {
        ply,
        text: text.to_owned(),
        turn: at.players()[turn],
        best: report.best.clone(),
        score: report.score,
        chance_before,
        chance_after,
        chance_first: after.first,
        loss,
        class,
        line: report.pv.clone(),
        words: String::new(),
    };
    view.words = if forced {
        format!("{text} was the only move.")
    } else {
        view.sentence(after.report.as_ref().map(|report| report.score))
    };
    Ok(view)
}

/// True if two moves lead to the same position: some games have several words for one thing.
fn same(at: &dyn Session, a: &str, b: &str) -> Result<bool, Fault> {
    let result = |text: &str| -> Result<String, Fault> {
        let mut fork = at.fork();
        fork.play(text)?;
        Ok(fork.position_text())
    };
    Ok(a == b || result(a)? == result(b)?)
}

impl PlyView {
    /// The judgement in words; `answer` is the opponent's score after the move.
    fn sentence(&self, answer: Option<ScoreView>) -> String {
        const SHOWN: usize = 5;
        let text = &self.text;
        let costly = CLASSES.iter().any(|(_, class)| *class == self.class);
        if !costly {
            let praise = match self.class {
                "best" => "as good as any",
                _ => "nearly as good as any",
            };
            return if *text == self.best {
                format!("{text} is best.")
            } else {
                format!("{text} is {praise}; {} is the first choice.", self.best)
            };
        }
        let shown = &self.line[..self.line.len().min(SHOWN)];
        let line = shown.join(" ");
        let article = if self.class == "inaccuracy" {
            "an"
        } else {
            "a"
        };
        let what = match (self.score.kind, self.score.plies, answer) {
            ("win", Some(plies), _) => {
                format!("it misses a win in {}", plural(plies))
            }
            (_, _, Some(answer)) if answer.kind == "win" => {
                format!(
                    "it lets the opponent win in {}",
                    plural(answer.plies.unwrap_or(0))
                )
            }
            _ => format!(
                "it lowers the chance to win from {:.0} % to {:.0} %",
                100.0 * self.chance_before,
                100.0 * self.chance_after
            ),
        };
        format!(
            "{text} is {article} {}: {what}. Better was {line}.",
            self.class
        )
    }
}

fn plural(plies: u32) -> String {
    let end = if plies == 1 { "y" } else { "ies" };
    format!("{plies} pl{end}")
}

impl PlayerReview {
    /// Adds a move up.
    fn count(&mut self, ply: &PlyView) {
        /// How fast accuracy falls with what a move costs.
        const STRICTNESS: f64 = 4.5;
        self.moves += 1;
        self.accuracy += 100.0 * (-STRICTNESS * ply.loss).exp();
        self.loss += ply.loss;
        match ply.class {
            "inaccuracy" => self.inaccuracies += 1,
            "mistake" => self.mistakes += 1,
            "blunder" => self.blunders += 1,
            _ => {}
        }
    }

    /// Makes means of the sums.
    fn finish(&mut self) {
        let moves = f64::from(self.moves.max(1));
        self.accuracy = if self.moves == 0 {
            100.0
        } else {
            self.accuracy / moves
        };
        self.loss /= moves;
    }
}
