//! A session with its type: the generic side of the boundary.

use std::time::Instant;

use ponder_core::perft::{self, Status};
use ponder_core::{
    Board, Budget, CellId, Fault, Format, Game, History, Holds, MoveList, Outcome, Record, Score,
    Variation, outcome_score, replay,
};

use ponder_search::{Config, Stop};

use crate::analysis::{self, AnalysisRequest, AnalysisView, EvalView, JudgeChoice};
use crate::chance::Chance;
use crate::clicks::{self, Clicks};
use crate::configuration;
use crate::equipment::equipped;
use crate::lab::{self, Experiment, Findings, Step};
use crate::remarks;
use crate::rules_page::{self, RulesView};
use crate::screen::{
    self, BoardView, GeometryView, LastView, Place, PlaceView, PlacedPiece, TallyView,
};
use crate::session::{GameText, PerftRequest, Session};
use crate::svg;
use crate::techniques::{self, TechniquesView};
use crate::views::{
    CellView, EffectView, FormatView, MoveView, OutcomeView, PerftView, PieceView, PositionView,
    RecordView, RootView, VariationView, finished_word, passes_word,
};

/// A game on the table: its rules, and the line from the first position to the present one.
#[derive(Clone)]
pub(crate) struct Table<G: Game> {
    game: G,
    id: String,
    /// Positions from the start to now; one more than moves.
    line: Vec<G::Pos>,
    moves: Vec<G::Move>,
    history: History,
}

impl<G: Game> Table<G> {
    pub(crate) fn new(game: G, id: String) -> Self {
        let start = game.start();
        Self {
            history: History::new(&game, &start),
            line: vec![start],
            moves: Vec::new(),
            game,
            id,
        }
    }

    fn now(&self) -> &G::Pos {
        self.line.last().expect("a line is never empty")
    }

    fn ending(&self) -> Option<Outcome> {
        let pos = self.now();
        let ended = self.game.ended(pos);
        ended.or_else(|| self.game.drawn(pos, &self.history))
    }

    fn legal(&self, merged: bool) -> MoveList<G> {
        let mut list = MoveList::<G>::new();
        if self.ending().is_some() {
            return list;
        }
        if merged {
            self.game.moves(self.now(), &mut list);
        } else {
            self.game.all_moves(self.now(), &mut list);
        }
        list
    }

    fn effects(&self, board: &Board, pos: &G::Pos, m: G::Move) -> Vec<EffectView> {
        let effects = self.game.effects(pos, m).into_iter();
        effects
            .map(|effect| EffectView::new::<G>(effect, board))
            .collect()
    }

    fn last(&self) -> Option<LastView> {
        let &m = self.moves.last()?;
        let before = &self.line[self.moves.len() - 1];
        let board = self.game.board();
        Some(LastView {
            text: self.game.write_move(before, m),
            path: names(&board, &self.game.path(before, m)),
            effects: self.effects(&board, before, m),
        })
    }

    /// The names of the cells that decided the game, once it is over.
    fn decisive(&self) -> Vec<String> {
        match self.ending() {
            Some(_) => names(&self.game.board(), &self.game.decisive(self.now())),
            None => Vec::new(),
        }
    }

    fn set_record(&mut self, record: &Record<G>) {
        self.line = vec![record.start];
        for &m in &record.moves {
            self.line.push(self.game.play(self.now(), m));
        }
        self.moves.clone_from(&record.moves);
        self.history = replay(&self.game, record).1;
    }

    fn format(&self, name: &str) -> Result<Format<G>, Fault> {
        let mut formats = self.game.all_formats();
        let index = formats.iter().position(|format| format.name == name);
        let index = index.ok_or_else(|| {
            let names: Vec<_> = formats.iter().map(|format| format.name).collect();
            Fault::new(format!("{} has no format \"{name}\"", G::NAME))
                .hint(format!("its formats are: {}", names.join(", ")))
        })?;
        Ok(formats.swap_remove(index))
    }

    fn read(&self, from: &str, text: &str) -> Result<Vec<Record<G>>, Fault> {
        let records = (self.format(from)?.read)(&self.game, text)?;
        if records.is_empty() {
            return Err(Fault::new(format!("the text holds no {from} record"))
                .hint("give at least one game or position"));
        }
        Ok(records)
    }

    /// See [`PlaceView::passed`].
    fn passed(&self) -> Option<String> {
        let over = self.ending().is_some();
        let passed = self.game.null(self.now()).filter(|_| !over)?;
        let ends = self.game.ended(&passed).is_some();
        (!ends).then(|| self.game.write_position(&passed))
    }

    /// A game given as text.
    fn record(&self, text: &GameText) -> Result<Record<G>, Fault> {
        let start = match &text.start {
            Some(position) => self.game.read_position(position)?,
            None => self.game.start(),
        };
        let mut record = Record {
            tags: text.tags.clone(),
            comments: text.comments.clone(),
            result: text.result,
            ..Record::at(start)
        };
        let mut pos = start;
        for word in &text.moves {
            let m = self.game.read_move(&pos, word)?;
            pos = self.game.play(&pos, m);
            record.moves.push(m);
        }
        Ok(record)
    }

    fn record_view(&self, record: &Record<G>) -> RecordView {
        let mut pos = record.start;
        let mut moves = Vec::new();
        for &m in &record.moves {
            moves.push(self.game.write_move(&pos, m));
            pos = self.game.play(&pos, m);
        }
        RecordView {
            tags: record.tags.clone(),
            start: self.game.write_position(&record.start),
            moves,
            end: self.game.write_position(&pos),
            comments: record.comments.clone(),
            variations: self.variation_views(record),
            result: record
                .outcome(&self.game)
                .map(|end| OutcomeView::new(end, G::PLAYERS)),
        }
    }

    fn variation_views(&self, record: &Record<G>) -> Vec<VariationView> {
        let view = |variation: &Variation<G>| {
            let mut pos = record.before(&self.game, variation);
            let write = |&m: &G::Move| {
                let text = self.game.write_move(&pos, m);
                pos = self.game.play(&pos, m);
                text
            };
            VariationView {
                of: variation.of,
                after: variation.after,
                moves: variation.moves.iter().map(write).collect(),
                comments: variation.comments.clone(),
            }
        };
        record.variations.iter().map(view).collect()
    }
}

/// The names of some cells.
fn names(board: &Board, cells: &[CellId]) -> Vec<String> {
    let name = |cell: &CellId| board.cells[usize::from(*cell)].name.clone();
    cells.iter().map(name).collect()
}

impl<G: Game> Session for Table<G> {
    fn id(&self) -> &str {
        &self.id
    }

    fn players(&self) -> [&'static str; 2] {
        G::PLAYERS
    }

    fn turn(&self) -> usize {
        self.game.turn(self.now()).index()
    }

    fn outcome(&self) -> Option<OutcomeView> {
        self.ending().map(|end| OutcomeView::new(end, G::PLAYERS))
    }

    fn board(&self) -> Board {
        self.game.board()
    }

    fn board_view(&self) -> BoardView {
        BoardView {
            id: self.id.clone(),
            name: G::NAME,
            title: G::TITLE,
            players: G::PLAYERS,
            kinds: G::KINDS,
            stacks: G::STACKS,
            palette: G::PALETTE.into(),
            board: GeometryView::new(self.game.board(), &G::PALETTE),
            formats: self.formats(),
            own_format: self.own_format(),
            start: self.game.write_position(&self.game.start()),
        }
    }

    fn place(&self) -> PlaceView {
        let pos = self.now();
        let pieces = (0..).zip(self.game.board().cells).filter_map(|(id, cell)| {
            let piece = self.game.piece_at(pos, id)?;
            Some(PlacedPiece {
                cell: cell.name,
                owner: G::PLAYERS[piece.owner.index()].to_owned(),
                kind: Some(G::KINDS[usize::from(piece.kind)].to_owned()),
                count: piece.count,
            })
        });
        let start = self.line[0];
        PlaceView {
            place: Place {
                game: self.id.clone(),
                start: (start != self.game.start()).then(|| self.game.write_position(&start)),
                moves: self.line(),
            },
            position: self.position_text(),
            turn: G::PLAYERS[self.turn()],
            plies: self.history.plies(),
            quiet: self.history.quiet(),
            outcome: self.outcome(),
            decisive: self.decisive(),
            pieces: pieces.collect(),
            moves: self.move_views(false),
            remark: self.remark(),
            tally: self.tally(),
            last: self.last(),
            passed: self.passed(),
        }
    }

    fn remark(&self) -> Option<String> {
        if self.ending().is_some() {
            return None;
        }
        remarks::of(&self.game, self.now(), &self.history)
    }

    fn tally(&self) -> Vec<TallyView> {
        let counts = self.game.tally(self.now()).into_iter();
        counts
            .map(|(label, values)| TallyView { label, values })
            .collect()
    }

    fn assemble(&self, pieces: &[PlacedPiece], turn: &str) -> Result<String, Fault> {
        let pieces = screen::spread::<G>(&self.game.board(), pieces)?;
        let pos = self.game.assemble(&pieces, screen::player::<G>(turn)?)?;
        Ok(self.game.write_position(&pos))
    }

    fn rules_page(&self) -> RulesView {
        rules_page::of::<G>()
    }

    fn techniques_of(&self, config: &Config) -> TechniquesView {
        techniques::of(&self.game, config)
    }

    fn position(&self) -> PositionView {
        let pos = self.now();
        let cells = (0..)
            .zip(self.game.board().cells)
            .map(|(id, cell)| CellView {
                name: cell.name,
                x: cell.x,
                y: cell.y,
                piece: self
                    .game
                    .piece_at(pos, id)
                    .map(|piece| PieceView::new(piece, G::PLAYERS, G::KINDS)),
            });
        PositionView {
            game: self.id.clone(),
            position: self.position_text(),
            turn: G::PLAYERS[self.game.turn(pos).index()],
            plies: self.history.plies(),
            quiet: self.history.quiet(),
            legal: self.legal(false).len(),
            outcome: self.outcome(),
            cells: cells.collect(),
        }
    }

    fn position_text(&self) -> String {
        self.game.write_position(self.now())
    }

    fn set_position(&mut self, text: &str) -> Result<(), Fault> {
        let pos = self.game.read_position(text)?;
        self.set_record(&Record::at(pos));
        Ok(())
    }

    fn load(&mut self, format: &str, text: &str) -> Result<(), Fault> {
        let records = self.read(format, text)?;
        let [record] = records.as_slice() else {
            return Err(
                Fault::new(format!("the text holds {} records", records.len()))
                    .hint("give one game or position"),
            );
        };
        self.set_record(record);
        Ok(())
    }

    fn move_texts(&self, merged: bool) -> Vec<String> {
        let legal = self.legal(merged);
        legal
            .iter()
            .map(|m| self.game.write_move(self.now(), *m))
            .collect()
    }

    fn move_views(&self, merged: bool) -> Vec<MoveView> {
        let board = self.game.board();
        let pos = self.now();
        let legal = self.legal(merged);
        let clicks = clicks::of(&self.game, &board, pos, &legal);
        let view = |(&m, clicks): (&G::Move, Clicks)| MoveView {
            text: self.game.write_move(pos, m),
            path: names(&board, &clicks.path),
            also: clicks.also.iter().map(|path| names(&board, path)).collect(),
            effects: self.effects(&board, pos, m),
            result: self.game.write_position(&self.game.play(pos, m)),
        };
        legal.iter().zip(clicks).map(view).collect()
    }

    fn play(&mut self, text: &str) -> Result<String, Fault> {
        if let Some(outcome) = self.ending() {
            let what = format!("\"{text}\" comes after the end of the game");
            return Err(Fault::new(what).hint(format!("the game is over: {}", outcome.reason)));
        }
        let pos = *self.now();
        let m = self.game.read_move(&pos, text)?;
        let after = self.game.play(&pos, m);
        self.moves.push(m);
        self.line.push(after);
        self.history.push(&self.game, &after);
        Ok(self.game.write_move(&pos, m))
    }

    fn undo(&mut self) -> bool {
        if self.moves.pop().is_none() {
            return false;
        }
        self.line.pop();
        self.history.pop();
        true
    }

    fn line(&self) -> Vec<String> {
        let pairs = self.line.iter().zip(&self.moves);
        pairs
            .map(|(pos, m)| self.game.write_move(pos, *m))
            .collect()
    }

    fn draw(&self, colour: bool) -> String {
        self.game.draw(self.now(), colour)
    }

    fn svg(&self) -> String {
        let board = self.game.board();
        let pieces: Vec<_> = (0..board.cells.len() as CellId)
            .map(|cell| self.game.piece_at(self.now(), cell))
            .collect();
        svg::draw(&board, &G::PALETTE, &pieces)
    }

    fn formats(&self) -> Vec<FormatView> {
        let formats = self.game.all_formats().into_iter();
        formats
            .map(|format| FormatView {
                name: format.name,
                about: format.about,
                holds: match format.holds {
                    Holds::Games => "games",
                    Holds::Positions => "positions",
                },
            })
            .collect()
    }

    fn own_format(&self) -> &'static str {
        self.game.own_format()
    }

    fn write(&self, format: &str, games: &[GameText]) -> Result<String, Fault> {
        let format = self.format(format)?;
        let records: Result<Vec<_>, _> = games.iter().map(|game| self.record(game)).collect();
        (format.write)(&self.game, &records?)
    }

    fn convert(&self, from: &str, to: &str, text: &str) -> Result<String, Fault> {
        let to = self.format(to)?;
        let records = self.read(from, text)?;
        (to.write)(&self.game, &records)
    }

    fn first_records(
        &self,
        from: &str,
        text: &str,
        most: usize,
    ) -> Result<(Vec<RecordView>, usize), Fault> {
        let records = self.read(from, text)?;
        let views = records.iter().take(most);
        let views = views.map(|record| self.record_view(record)).collect();
        Ok((views, records.len()))
    }

    fn perft(&self, request: &PerftRequest, observe: &(dyn Fn(Status) + Sync)) -> PerftView {
        let conventions = request.conventions(G::PERFT);
        let pos = self.now();
        let begun = Instant::now();
        let roots = perft::run(
            &self.game,
            pos,
            request.depth,
            conventions,
            request.threads,
            observe,
        );
        let leaves = if roots.is_empty() {
            perft::perft(&self.game, pos, request.depth, conventions)
        } else {
            roots.iter().map(|(_, leaves)| leaves).sum()
        };
        let seconds = begun.elapsed().as_secs_f64();
        let root = |&(m, leaves): &(G::Move, u64)| RootView {
            text: self.game.write_move(pos, m),
            leaves,
        };
        PerftView {
            game: self.id.clone(),
            position: self.position_text(),
            depth: request.depth,
            leaves,
            seconds,
            leaves_per_second: leaves as f64 / seconds.max(1e-9),
            threads: request.threads.get(),
            finished: finished_word(conventions.finished),
            passes: passes_word(conventions.passes),
            merge: conventions.merge,
            divide: roots.iter().map(root).collect(),
        }
    }

    fn analyse_in(
        &self,
        table: &ponder_table::Table,
        request: &AnalysisRequest,
        stop: &Stop,
        observe: &mut dyn FnMut(&AnalysisView),
    ) -> Result<AnalysisView, Fault> {
        if let Some(outcome) = self.ending() {
            return Err(
                Fault::new("there is nothing to search: the game is over").hint(outcome.reason)
            );
        }
        let scene = analysis::Scene {
            game: &self.game,
            id: &self.id,
            pos: self.now(),
            history: &self.history,
            table,
        };
        scene.analyse(request, stop, observe)
    }

    fn symmetric_key(&self) -> u64 {
        let pos = self.now();
        let images = (1..self.game.symmetries()).map(|s| self.game.turned(pos, s));
        images
            .map(|image| self.game.key(&image))
            .fold(self.game.key(pos), u64::min)
    }

    fn final_score(&self) -> Option<Score> {
        let mover = self.game.turn(self.now());
        let outcome = self.ending()?;
        Some(outcome_score(outcome, mover, G::MARGINS, 0))
    }

    fn moves_ahead(&self) -> u32 {
        self.game.moves_ahead(self.now())
    }

    fn chance(&self) -> Chance {
        Chance { scale: G::CHANCE }
    }

    fn unit(&self) -> &'static str {
        G::UNIT
    }

    fn contest(&self) -> Option<Budget> {
        G::CONTEST
    }

    fn config(&self, request: &AnalysisRequest) -> Result<Config, Fault> {
        equipped(&self.game, request.config::<G>()?)
    }

    fn read_config(&self, file: &str, request: &AnalysisRequest) -> Result<Config, Fault> {
        configuration::read(file, &request.config::<G>()?)
    }

    fn explain(&self, judge: &JudgeChoice) -> Result<EvalView, Fault> {
        analysis::explain(&self.game, &self.id, self.now(), judge)
    }

    fn weight_file(&self, judge: &JudgeChoice) -> Result<String, Fault> {
        Ok(analysis::weights::<G>(judge)?.write::<G>())
    }

    fn experiment(
        &self,
        experiment: &Experiment,
        stop: &Stop,
        observe: &mut dyn FnMut(Step),
    ) -> Result<Findings, Fault> {
        lab::run(&self.game, &self.id, experiment, stop, observe)
    }

    fn fork(&self) -> Box<dyn Session> {
        Box::new(self.clone())
    }
}
