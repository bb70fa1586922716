//! What a game in progress can do for those who do not know its type.

use std::num::NonZeroUsize;
use std::time::Instant;

use ponder_core::perft::{Conventions, Finished, Passes, Status};
use ponder_core::{Board, Budget, Fault, Outcome, Score};
use ponder_search::{Config, Limits, Stop};
use ponder_table::Table;

use crate::analysis::{AnalysisRequest, AnalysisView, EvalView, JudgeChoice};
use crate::chance::Chance;
use crate::lab::{Experiment, Findings, Step};
use crate::memory;
use crate::rules_page::RulesView;
use crate::screen::{BoardView, PlaceView, PlacedPiece, TallyView};
use crate::techniques::TechniquesView;
use crate::views::{FormatView, MoveView, OutcomeView, PerftView, PositionView, RecordView};

/// A game in progress.
///
/// Every method that takes text either does all of what it says or refuses with a [`Fault`] and
/// leaves the session as it was.
pub trait Session: Send + Sync {
    /// The canonical id of the game.
    fn id(&self) -> &str;

    /// The names of the players, the first mover first.
    fn players(&self) -> [&'static str; 2];

    /// Who is to move: an index into [`players`](Self::players).
    fn turn(&self) -> usize;

    /// How the game ended, once it has.
    fn outcome(&self) -> Option<OutcomeView>;

    /// The board's geometry.
    fn board(&self) -> Board;

    /// The board, the pieces and all else about the game that a screen needs once.
    fn board_view(&self) -> BoardView;

    /// Where the game stands, with all that a screen shows of it.
    fn place(&self) -> PlaceView;

    /// Why only these moves are legal, or what else may surprise the player to move: sentences
    /// without the final full stop.
    fn remark(&self) -> Option<String>;

    /// What players count.
    fn tally(&self) -> Vec<TallyView>;

    /// The canonical text of the position with these pieces and `turn` to move, or the rule that
    /// such a position breaks. A game that is over is no such breach.
    fn assemble(&self, pieces: &[PlacedPiece], turn: &str) -> Result<String, Fault>;

    /// The rules of the game for people, with pictures.
    fn rules_page(&self) -> RulesView;

    /// The controls of a search, as the game likes them.
    fn techniques(&self) -> TechniquesView {
        let standard = AnalysisRequest::within(Limits::default());
        let config = self.config(&standard);
        self.techniques_of(&config.unwrap_or_else(|_| Config::plain()))
    }

    /// The controls of a search, as a configuration sets them.
    fn techniques_of(&self, config: &Config) -> TechniquesView;

    /// The position, whole.
    fn position(&self) -> PositionView;

    /// The canonical text of the position.
    fn position_text(&self) -> String;

    /// Begins anew from a position in canonical text.
    fn set_position(&mut self, text: &str) -> Result<(), Fault>;

    /// Begins anew with the only record of a text in a named format, played to its end.
    fn load(&mut self, format: &str, text: &str) -> Result<(), Fault>;

    /// The canonical texts of the legal moves: every action, or one of each set with equal
    /// results if `merged`. None once the game is over.
    fn move_texts(&self, merged: bool) -> Vec<String>;

    /// The legal moves with their click paths and effects.
    fn move_views(&self, merged: bool) -> Vec<MoveView>;

    /// Plays a move in canonical text and returns its canonical spelling.
    fn play(&mut self, text: &str) -> Result<String, Fault>;

    /// Takes the last move back; false if there is none.
    fn undo(&mut self) -> bool;

    /// The moves played so far.
    fn line(&self) -> Vec<String>;

    /// A drawing of the board in lines of text, with ANSI colours if `colour` is set.
    fn draw(&self, colour: bool) -> String;

    /// A picture of the board as one self-contained SVG.
    fn svg(&self) -> String;

    /// The formats the game can be read from and written in.
    fn formats(&self) -> Vec<FormatView>;

    /// The format in which people who play the game keep their games.
    fn own_format(&self) -> &'static str;

    /// Writes games in a named format.
    fn write(&self, format: &str, games: &[GameText]) -> Result<String, Fault>;

    /// Reads a text in one format and writes it in another.
    fn convert(&self, from: &str, to: &str, text: &str) -> Result<String, Fault>;

    /// Reads a text in a format and returns its records as data.
    fn records(&self, from: &str, text: &str) -> Result<Vec<RecordView>, Fault> {
        Ok(self.first_records(from, text, usize::MAX)?.0)
    }

    /// Reads a text in a format and returns at most so many of its records as data, and the
    /// number of all.
    fn first_records(
        &self,
        from: &str,
        text: &str,
        most: usize,
    ) -> Result<(Vec<RecordView>, usize), Fault>;

    /// Counts leaves; `observe` hears of progress.
    fn perft(&self, request: &PerftRequest, observe: &(dyn Fn(Status) + Sync)) -> PerftView;

    /// Searches the position; `observe` hears of every iteration, the last one included.
    fn analyse(
        &self,
        request: &AnalysisRequest,
        stop: &Stop,
        observe: &mut dyn FnMut(&AnalysisView),
    ) -> Result<AnalysisView, Fault> {
        let begun = Instant::now();
        let bytes = memory::table_bytes(request.hash, request.memory, request.threads)?;
        let table = Table::new(bytes, self.config(request)?.table_keys())?;
        // A large table takes its time, which is the search's too.
        let request = AnalysisRequest {
            limits: request.limits.after(begun.elapsed()),
            ..request.clone()
        };
        self.analyse_in(&table, &request, stop, observe)
    }

    /// Searches with a table that the caller keeps from move to move; see
    /// [`Table::next_search`]. Refuses to prove something with a table of short keys.
    fn analyse_in(
        &self,
        table: &Table,
        request: &AnalysisRequest,
        stop: &Stop,
        observe: &mut dyn FnMut(&AnalysisView),
    ) -> Result<AnalysisView, Fault>;

    /// A key of the position that all its images under the symmetries of the rules share.
    fn symmetric_key(&self) -> u64;

    /// What a game that is over is worth to the player who would be to move; none before.
    fn final_score(&self) -> Option<Score>;

    /// About how many moves the player to move has still to make.
    fn moves_ahead(&self) -> u32;

    /// How the scores of the default evaluation become chances to win.
    fn chance(&self) -> Chance;

    /// What a score of a hundred is one of, in the plural.
    fn unit(&self) -> &'static str;

    /// What a whole game may cost in the game's own contest, if there is one.
    fn contest(&self) -> Option<Budget>;

    /// The configuration that a request means in this game.
    fn config(&self, request: &AnalysisRequest) -> Result<Config, Fault>;

    /// Reads a configuration file (TOML) for this game: it changes what `request` means without it.
    fn read_config(&self, file: &str, request: &AnalysisRequest) -> Result<Config, Fault>;

    /// Judges the position, term by term.
    fn explain(&self, judge: &JudgeChoice) -> Result<EvalView, Fault>;

    /// The weights that a choice means, as a file that [`JudgeChoice::File`] reads.
    fn weight_file(&self, judge: &JudgeChoice) -> Result<String, Fault>;

    /// Makes an experiment with the game, whatever position it stands at; `observe` hears of
    /// progress, and a stop ends it with what it has found so far.
    fn experiment(
        &self,
        experiment: &Experiment,
        stop: &Stop,
        observe: &mut dyn FnMut(Step),
    ) -> Result<Findings, Fault>;

    /// A second session that stands at the same place.
    fn fork(&self) -> Box<dyn Session>;
}

/// A game to be written down.
#[derive(Clone, Debug, Default)]
pub struct GameText {
    /// Names and values: `Event`, `Date`, `Round`, the players' colours with a capital letter. A
    /// format takes what it has a place for.
    pub tags: Vec<(String, String)>,
    /// The first position in canonical text, if it is not the game's own.
    pub start: Option<String>,
    /// The moves in canonical text.
    pub moves: Vec<String>,
    /// Comments, each with the number of moves made before it.
    pub comments: Vec<(usize, String)>,
    /// The result, where the moves do not say it themselves.
    pub result: Option<Outcome>,
}

/// What to count. Conventions left out are the game's own.
#[derive(Clone, Copy, Debug)]
pub struct PerftRequest {
    /// Plies to the leaves.
    pub depth: u32,
    /// Threads to count with.
    pub threads: NonZeroUsize,
    /// What a game that is over before the last ply counts.
    pub finished: Option<Finished>,
    /// What a pass counts.
    pub passes: Option<Passes>,
    /// Count actions with the same result once.
    pub merge: bool,
}

impl PerftRequest {
    /// A count to `depth` plies on one thread, as the game's own tables count.
    pub const fn plain(depth: u32) -> Self {
        Self {
            depth,
            threads: NonZeroUsize::MIN,
            finished: None,
            passes: None,
            merge: false,
        }
    }

    pub(crate) fn conventions(&self, own: Conventions) -> Conventions {
        Conventions {
            finished: self.finished.unwrap_or(own.finished),
            passes: self.passes.unwrap_or(own.passes),
            merge: self.merge || own.merge,
        }
    }
}
