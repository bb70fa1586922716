//! Searching and judging from the dynamic side: requests in words, results as views.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use ponder_core::{Fault, Game, History, Score, Weights, text};
use ponder_search::{Clock, Config, Driver, Kind, Limits, Line, Report, Search, Stop, Ties};
use ponder_table::{Keys, Table, Transpositions};
use serde::Serialize;

use crate::chance::Chance;
use crate::equipment::equipped;
use crate::tree::TreeView;

/// How to search, in words; what is left out is the game's own default.
#[derive(Clone, Debug)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "wishes that have nothing to do with each other"
)]
pub struct AnalysisRequest {
    /// When to end.
    pub limits: Limits,
    /// How many lines.
    pub lines: usize,
    /// How many threads.
    pub threads: usize,
    /// Bytes of the table.
    pub hash: usize,
    /// Bytes of everything, table and threads; the table is made smaller to fit.
    pub memory: Option<usize>,
    /// True if a move is to be played, false if the position is to be understood: a game may have
    /// another way to search for each.
    pub playing: bool,
    /// How to search, from which the wishes below depart; the game's own way if left out.
    pub base: Option<Config>,
    /// Switches to turn on, separated by commas.
    pub with: String,
    /// Switches to turn off.
    pub without: String,
    /// Settings to change: words `name=value`.
    pub set: String,
    /// Search with MTD(f) instead of windows.
    pub mtdf: bool,
    /// Only sound techniques: a result that does not depend on the horizon is proven.
    pub exact: bool,
    /// How to judge.
    pub judge: JudgeChoice,
    /// How to choose among root moves of equal value: `first`, `random`, `random:SEED`, or the
    /// game's own word. Empty means `first`.
    pub ties: Option<String>,
    /// Record the top of the search tree.
    pub trace: bool,
}

/// Which weights judge.
#[derive(Clone, Debug, Default)]
pub enum JudgeChoice {
    /// The game's default.
    #[default]
    Standard,
    /// A preset by name.
    Preset(String),
    /// The text of a weight file.
    File(String),
    /// Other weights with changes, each a feature and its weight: `mobility=0.3` or
    /// `mobility=0.3/0.1`.
    Changed(Box<JudgeChoice>, Vec<String>),
}

impl AnalysisRequest {
    /// A search within `limits`, everything else as the game likes it.
    pub fn within(limits: Limits) -> Self {
        Self {
            limits,
            lines: 1,
            threads: 1,
            hash: 64 << 20,
            memory: None,
            playing: false,
            base: None,
            with: String::new(),
            without: String::new(),
            set: String::new(),
            mtdf: false,
            exact: false,
            judge: JudgeChoice::Standard,
            ties: None,
            trace: false,
        }
    }

    /// The configuration this asks for in a game.
    pub(crate) fn config<G: Game>(&self) -> Result<Config, Fault> {
        let base = match &self.base {
            Some(base) => base.clone(),
            None if self.exact => Config::sound_of::<G>(),
            None if self.playing => Config::playing::<G>(),
            None => Config::of::<G>(),
        };
        // A game has its own word for the judge's choice among equal moves.
        let set = match G::TIE {
            "" => self.set.clone(),
            own => self.set.replace(&format!("ties={own}"), "ties=judge"),
        };
        let mut config = base.amended(&set)?;
        if config.ties == Ties::Judge && G::TIE.is_empty() {
            ties::<G>("judge")?;
        }
        if self.mtdf {
            if set.contains("driver=") && config.driver != Driver::Mtdf {
                let what = "the driver is to be mtdf and another one at once";
                return Err(Fault::new(what).hint("leave --mtdf or driver=... out"));
            }
            config.driver = Driver::Mtdf;
        }
        let mut config = config.changed(&self.with, &self.without)?;
        if let Some(word) = &self.ties {
            config.ties = ties::<G>(word)?;
        }
        if self.exact && !config.is_sound() {
            let unsound: Vec<_> = config.switches.iter().filter(|s| !s.sound()).collect();
            let names: Vec<_> = unsound.iter().map(|switch| switch.name()).collect();
            return Err(
                Fault::new(format!("an exact search cannot use {}", names.join(", ")))
                    .hint("leave them off (in a file: base = \"sound\"), or do not ask for an exact value"),
            );
        }
        Ok(config)
    }
}

/// The weights that a choice means in a game.
pub(crate) fn weights<G: Game>(choice: &JudgeChoice) -> Result<Weights, Fault> {
    match choice {
        JudgeChoice::Standard => Ok(Weights::standard::<G>()),
        JudgeChoice::Preset(name) => Weights::preset::<G>(name),
        JudgeChoice::File(text) => Weights::read::<G>(text),
        JudgeChoice::Changed(base, changes) => {
            let change = |weights: Weights, change: &String| weights.changed::<G>(change);
            changes.iter().try_fold(weights::<G>(base)?, change)
        }
    }
}

/// The judge of a search that begins at `pos`.
fn judge_at<G: Game>(game: &G, pos: &G::Pos, choice: &JudgeChoice) -> Result<Weights, Fault> {
    use ponder_core::Judge;
    let judge = weights::<G>(choice)?;
    Ok(judge.at_root(game, pos).unwrap_or(judge))
}

/// The ways to choose among equal moves in a game that calls its own so, if it has one.
pub(crate) fn tie_words(own: &'static str) -> Vec<&'static str> {
    let words = ["first", "random", "random:SEED", own].into_iter();
    words.filter(|word| !word.is_empty()).collect()
}

/// How a game is asked to choose among equal moves.
fn ties<G: Game>(word: &str) -> Result<Ties, Fault> {
    let unknown = || {
        let words = tie_words(G::TIE).join(", ");
        Fault::new(format!("\"{word}\" is no way to choose among equal moves"))
            .hint(format!("{}'s ways are: {words}", G::NAME))
    };
    match word {
        "" => Ok(Ties::First),
        _ if word == G::TIE => Ok(Ties::Judge),
        "judge" if G::TIE.is_empty() => Err(unknown()),
        _ => word.parse().map_err(|_| unknown()),
    }
}

/// A configuration in the words of a game, which may have its own for the choice among equal moves.
fn told_config<G: Game>(config: &Config) -> String {
    let words = config.to_string();
    match G::TIE {
        "" => words,
        own => words.replace("ties=judge", &format!("ties={own}")),
    }
}

/// The name of a choice, to be told with a result.
fn judge_name<G: Game>(choice: &JudgeChoice) -> String {
    match choice {
        JudgeChoice::Standard => G::PRESETS.first().map_or("", |preset| preset.name).into(),
        JudgeChoice::Preset(name) => name.clone(),
        JudgeChoice::File(file) => format!("weights-{:016x}", text::fingerprint(file.bytes())),
        JudgeChoice::Changed(base, changes) => {
            format!("{} {}", judge_name::<G>(base), changes.join(" "))
        }
    }
}

/// A search's report.
#[derive(Clone, Debug, Serialize)]
pub struct AnalysisView {
    /// The game id.
    pub game: String,
    /// The position searched.
    pub position: String,
    /// The depth reached.
    pub depth: u32,
    /// False if the iteration of this depth was broken off.
    pub complete: bool,
    /// The best move.
    pub best: String,
    /// Its score.
    pub score: ScoreView,
    /// The chance of the player to move to win with it, from 0 to 1.
    pub chance: f64,
    /// The line it begins.
    pub pv: Vec<String>,
    /// All lines, the best first.
    pub lines: Vec<LineView>,
    /// Positions looked at.
    pub nodes: u64,
    /// Wall time.
    pub seconds: f64,
    /// Positions looked at per second.
    pub nps: f64,
    /// What the search did, counted.
    pub stats: StatsView,
    /// How it was made, in words that `Config` reads.
    pub config: String,
    /// The evaluation: a preset's name, or a fingerprint of a weight file.
    pub eval: String,
    /// Threads that searched.
    pub threads: usize,
    /// Bytes of the table.
    pub hash: usize,
    /// True for the last report.
    pub finished: bool,
    /// The top of the search tree, with the last report, if it was asked for.
    #[serde(skip)]
    pub tree: Option<Arc<TreeView>>,
}

/// A line of play.
#[derive(Clone, Debug, Serialize)]
pub struct LineView {
    /// Its score.
    pub score: ScoreView,
    /// The chance of the player to move to win with it, from 0 to 1.
    pub chance: f64,
    /// Its moves.
    pub pv: Vec<String>,
    /// The position it leads to.
    pub leaf: String,
    /// The judgement of that position for the player to move there.
    pub leaf_eval: Score,
}

/// A score and what kind of knowledge it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct ScoreView {
    /// `heuristic`, `exact`, `win`, `loss` or `draw`.
    pub kind: &'static str,
    /// Hundredths of the game's unit.
    pub value: Score,
    /// Plies to the end, for `win` and `loss`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub plies: Option<u32>,
    /// `lower` if it is at least so much, `upper` if at most; left out if it is so much.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bound: Option<&'static str>,
    /// Whose view: always the mover's.
    pub view: &'static str,
}

impl ScoreView {
    fn new<G: Game>(line: &Line<G>) -> Self {
        let (kind, plies) = match line.kind() {
            Kind::Heuristic => ("heuristic", None),
            Kind::Exact if line.score == 0 => ("draw", None),
            Kind::Exact => ("exact", None),
            Kind::Win(plies) => ("win", Some(plies)),
            Kind::Loss(plies) => ("loss", Some(plies)),
        };
        Self {
            kind,
            value: line.score,
            plies,
            bound: line.bound.then_some("lower"),
            view: "mover",
        }
    }
}

/// A score in words: in the game's unit, or the end that it sees.
impl fmt::Display for ScoreView {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mark = match self.bound {
            Some("lower") => ">",
            Some("upper") => "<",
            _ => "",
        };
        let words = match (self.kind, self.plies) {
            ("win", Some(plies)) => format!("{mark}win {plies}"),
            ("loss", Some(plies)) => format!("{mark}loss {plies}"),
            ("draw", _) => format!("{mark}draw"),
            ("exact", _) => format!("{mark}={:+.2}", f64::from(self.value) / 100.0),
            _ => format!("{mark}{:+.2}", f64::from(self.value) / 100.0),
        };
        f.pad(&words)
    }
}

/// What a search did, counted.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct StatsView {
    /// Positions looked at beyond the horizon.
    pub quiescence: u64,
    /// Positions judged.
    pub boards: u64,
    /// Positions judged per second.
    pub boards_per_second: f64,
    /// Nodes that a move cut off.
    pub cutoffs: u64,
    /// The share of them that the first move cut off.
    pub first_cut_rate: f64,
    /// Questions to the table.
    pub probes: u64,
    /// Those of them that it answered.
    pub hits: u64,
    /// Their share.
    pub hit_rate: f64,
    /// Entries stored.
    pub stores: u64,
    /// Entries of this search in the table, in thousandths.
    pub table_permille: u32,
    /// The greatest distance from the root at which a position was judged.
    pub selective_depth: u32,
    /// Nodes of the last iteration.
    pub iteration_nodes: u64,
    /// Wall time of the last iteration.
    pub iteration_seconds: f64,
    /// How many times more nodes one more ply has cost, as the mean over the last four finished
    /// iterations; none before there are two.
    pub branching: Option<f64>,
}

/// A judgement, term by term.
#[derive(Clone, Debug, Serialize)]
pub struct EvalView {
    /// The game id.
    pub game: String,
    /// The position judged.
    pub position: String,
    /// The judgement for the player to move, in hundredths.
    pub score: Score,
    /// The phase, from 0 to 1.
    pub phase: f64,
    /// The terms, from the first player's view.
    pub terms: Vec<TermView>,
}

/// One term of a judgement.
#[derive(Clone, Debug, Serialize)]
pub struct TermView {
    /// The feature.
    pub name: &'static str,
    /// What it counts.
    pub about: &'static str,
    /// What was counted.
    pub count: i32,
    /// The weight at this phase.
    pub weight: f64,
    /// Their product.
    pub value: f64,
    /// Its share of all terms, regardless of sign.
    pub share: f64,
}

/// What is searched, and with which memory.
pub(crate) struct Scene<'a, G: Game> {
    pub(crate) game: &'a G,
    pub(crate) id: &'a str,
    pub(crate) pos: &'a G::Pos,
    pub(crate) history: &'a History,
    pub(crate) table: &'a Table,
}

impl<G: Game> Scene<'_, G> {
    /// Searches the position, and tells of every iteration.
    pub(crate) fn analyse(
        &self,
        request: &AnalysisRequest,
        stop: &Stop,
        observe: &mut dyn FnMut(&AnalysisView),
    ) -> Result<AnalysisView, Fault> {
        let config = equipped(self.game, request.config::<G>()?)?;
        if (config.table_keys(), self.table.keys()) == (Keys::Whole, Keys::Short) {
            // A strange entry, taken for one of this position, would prove what is not so.
            return Err(Fault::new("a table of short keys proves nothing")
                .hint("give sound techniques a table of whole keys"));
        }
        let judge = judge_at(self.game, self.pos, &request.judge)?;
        let mut limits = request.limits;
        if let Some(clock) = &mut limits.clock {
            let ahead = || self.game.moves_ahead(self.pos).max(Clock::LEAST_AHEAD);
            clock.moves.get_or_insert_with(ahead);
        }
        let search = Search {
            rules: self.game,
            judge: &judge,
            table: Some(self.table),
            config: &config,
            limits,
            lines: request.lines,
            threads: request.threads,
        };
        let view = |report: &Report<G>| AnalysisView {
            config: told_config::<G>(&config),
            eval: judge_name::<G>(&request.judge),
            threads: request.threads,
            ..self.view(&judge, report)
        };
        let mut told = |report: &Report<G>| {
            if !report.finished {
                observe(&view(report));
            }
        };
        let report = if request.trace {
            search.traced(self.pos, self.history, stop, &mut told)?
        } else {
            search.run(self.pos, self.history, stop, &mut told)?
        };
        let mut last = view(&report);
        last.tree = report
            .trace
            .map(|trace| Arc::new(TreeView::new(self.game, self.pos, &trace)));
        observe(&last);
        Ok(last)
    }

    /// A report as a view, but for how it was asked for.
    fn view(&self, judge: &Weights, report: &Report<G>) -> AnalysisView {
        let lines: Vec<_> = report
            .lines
            .iter()
            .map(|line| self.line(judge, line))
            .collect();
        let seconds = report.time.max(Duration::from_nanos(1)).as_secs_f64();
        let nothing = ScoreView {
            kind: "heuristic",
            value: 0,
            plies: None,
            bound: None,
            view: "mover",
        };
        let first = lines.first();
        let pv = first.map_or(Vec::new(), |line| line.pv.clone());
        AnalysisView {
            game: self.id.to_owned(),
            position: self.game.write_position(self.pos),
            depth: report.depth,
            complete: report.complete,
            best: pv.first().cloned().unwrap_or_default(),
            score: first.map_or(nothing, |line| line.score),
            chance: first.map_or(0.5, |line| line.chance),
            pv,
            lines,
            nodes: report.stats.nodes,
            seconds,
            nps: report.stats.nodes as f64 / seconds,
            stats: StatsView::new(report, self.table, seconds),
            config: String::new(),
            eval: String::new(),
            threads: 0,
            hash: self.table.bytes(),
            finished: report.finished,
            tree: None,
        }
    }

    fn line(&self, judge: &Weights, line: &Line<G>) -> LineView {
        use ponder_core::Judge;
        let mut at = *self.pos;
        let text = |&m: &G::Move| {
            let text = self.game.write_move(&at, m);
            at = self.game.play(&at, m);
            text
        };
        let mut score = ScoreView::new(line);
        if G::MARGINS && score.kind == "heuristic" {
            // A judge may think more of a position than the board can hold; nobody believes that.
            let most = 100 * self.game.board().cells.len() as Score;
            score.value = score.value.clamp(-most, most);
        }
        LineView {
            score,
            chance: Chance { scale: G::CHANCE }.of(&score),
            pv: line.moves.iter().map(text).collect(),
            leaf: self.game.write_position(&line.leaf),
            leaf_eval: judge.judge(self.game, &line.leaf),
        }
    }
}

impl StatsView {
    fn new<G: Game>(report: &Report<G>, table: &Table, seconds: f64) -> Self {
        let stats = report.stats;
        let rate = |part: u64, whole: u64| part as f64 / whole.max(1) as f64;
        Self {
            quiescence: stats.quiescence,
            boards: stats.boards,
            boards_per_second: stats.boards as f64 / seconds,
            cutoffs: stats.cutoffs,
            first_cut_rate: rate(stats.first_cutoffs, stats.cutoffs),
            probes: stats.probes,
            hits: stats.hits,
            hit_rate: rate(stats.hits, stats.probes),
            stores: stats.stores,
            table_permille: table.permille(),
            selective_depth: stats.deepest,
            iteration_nodes: report.iteration_nodes,
            iteration_seconds: report.iteration_time.as_secs_f64(),
            branching: report.branching,
        }
    }
}

/// Judges a position, term by term.
pub(crate) fn explain<G: Game>(
    game: &G,
    id: &str,
    pos: &G::Pos,
    choice: &JudgeChoice,
) -> Result<EvalView, Fault> {
    use ponder_core::{Judge, PHASES};
    let judge = judge_at(game, pos, choice)?;
    let terms = judge.explain(game, pos);
    let whole: f64 = terms.iter().map(|term| term.value.abs()).sum();
    Ok(EvalView {
        game: id.to_owned(),
        position: game.write_position(pos),
        score: judge.judge(game, pos),
        phase: f64::from(game.phase(pos)) / f64::from(PHASES),
        terms: terms
            .into_iter()
            .map(|term| TermView {
                name: term.feature.name,
                about: term.feature.about,
                count: term.count,
                weight: term.weight,
                value: term.value,
                share: if whole > 0.0 {
                    term.value.abs() / whole
                } else {
                    0.0
                },
            })
            .collect(),
    })
}
