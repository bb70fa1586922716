//! Searching and judging from the dynamic side: requests in words, results as views.

use std::time::Duration;

use ponder_core::{Fault, Game, History, Score, Weights};
use ponder_search::{Config, Driver, Kind, Limits, Line, Report, Search, Stop};
use ponder_table::Table;
use serde::Serialize;

use crate::error_models::equipped;

/// How to search, in words; what is left out is the game's own default.
#[derive(Clone, Debug)]
pub struct AnalysisRequest {
    /// When to end.
    pub limits: Limits,
    /// How many lines.
    pub lines: usize,
    /// How many threads.
    pub threads: usize,
    /// Bytes of the table.
    pub hash: usize,
    /// Switches to turn on, separated by commas.
    pub with: String,
    /// Switches to turn off.
    pub without: String,
    /// Search with MTD(f) instead of windows.
    pub mtdf: bool,
    /// Only sound techniques: a result that does not depend on the horizon is proven.
    pub exact: bool,
    /// How to judge.
    pub judge: JudgeChoice,
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
}

impl AnalysisRequest {
    /// A search within `limits`, everything else as the game likes it.
    pub fn within(limits: Limits) -> Self {
        Self {
            limits,
            lines: 1,
            threads: 1,
            hash: 64 << 20,
            with: String::new(),
            without: String::new(),
            mtdf: false,
            exact: false,
            judge: JudgeChoice::Standard,
        }
    }

    /// The configuration this asks for in a game.
    pub(crate) fn config<G: Game>(&self) -> Result<Config, Fault> {
        let (with, without) = G::TECHNIQUES;
        let base = if self.exact {
            Config::sound()
        } else {
            Config::standard().changed(with, without)?
        };
        let mut config = base.changed(&self.with, &self.without)?;
        if self.mtdf {
            config.driver = Driver::Mtdf;
        }
        if self.exact && !config.is_sound() {
            let unsound: Vec<_> = config.switches.iter().filter(|s| !s.sound()).collect();
            let names: Vec<_> = unsound.iter().map(|switch| switch.name()).collect();
            return Err(
                Fault::new(format!("an exact search cannot use {}", names.join(", ")))
                    .hint("leave these switches off, or do not ask for an exact value"),
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
    /// The best move.
    pub best: String,
    /// Its score.
    pub score: ScoreView,
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
    /// How it was made.
    pub config: String,
    /// True for the last report.
    pub finished: bool,
}

/// A line of play.
#[derive(Clone, Debug, Serialize)]
pub struct LineView {
    /// Its score.
    pub score: ScoreView,
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
            view: "mover",
        }
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
    /// The share of them that it answered.
    pub hit_rate: f64,
    /// Entries stored.
    pub stores: u64,
    /// Nodes of the last iteration.
    pub iteration_nodes: u64,
    /// How much the last iteration grew over the one before.
    pub branching: f64,
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

/// Searches a position, and tells of every iteration.
pub(crate) fn analyse<G: Game>(
    game: &G,
    id: &str,
    pos: &G::Pos,
    history: &History,
    request: &AnalysisRequest,
    stop: &Stop,
    observe: &mut dyn FnMut(&AnalysisView),
) -> Result<AnalysisView, Fault> {
    let config = equipped(game, request.config::<G>()?)?;
    let judge = weights::<G>(&request.judge)?;
    let table = Table::new(request.hash)?;
    let search = Search {
        rules: game,
        judge: &judge,
        table: Some(&table),
        config: &config,
        limits: request.limits,
        lines: request.lines,
        threads: request.threads,
    };
    let mut last_nodes = 0;
    let mut view = |report: &Report<G>| {
        let branching = report.iteration_nodes as f64 / last_nodes.max(1) as f64;
        last_nodes = report.iteration_nodes;
        report_view(game, id, pos, &judge, &config, report, branching)
    };
    let mut told = |report: &Report<G>| {
        if !report.finished {
            observe(&view(report));
        }
    };
    let report = search.run(pos, history, stop, &mut told)?;
    let last = view(&report);
    observe(&last);
    Ok(last)
}

fn report_view<G: Game>(
    game: &G,
    id: &str,
    pos: &G::Pos,
    judge: &Weights,
    config: &Config,
    report: &Report<G>,
    branching: f64,
) -> AnalysisView {
    use ponder_core::Judge;
    let texts = |line: &Line<G>| {
        let mut at = *pos;
        let text = |&m: &G::Move| {
            let text = game.write_move(&at, m);
            at = game.play(&at, m);
            text
        };
        line.moves.iter().map(text).collect::<Vec<_>>()
    };
    let lines: Vec<_> = report
        .lines
        .iter()
        .map(|line| LineView {
            score: ScoreView::new(line),
            pv: texts(line),
            leaf: game.write_position(&line.leaf),
            leaf_eval: judge.judge(game, &line.leaf),
        })
        .collect();
    let stats = report.stats;
    let seconds = report.time.max(Duration::from_nanos(1)).as_secs_f64();
    let rate = |part: u64, whole: u64| part as f64 / whole.max(1) as f64;
    AnalysisView {
        game: id.to_owned(),
        position: game.write_position(pos),
        depth: report.depth,
        best: lines
            .first()
            .map_or(String::new(), |line| line.pv[0].clone()),
        score: lines.first().map_or(
            ScoreView {
                kind: "heuristic",
                value: 0,
                plies: None,
                view: "mover",
            },
            |line| line.score,
        ),
        pv: lines.first().map_or(Vec::new(), |line| line.pv.clone()),
        lines,
        nodes: stats.nodes,
        seconds,
        nps: stats.nodes as f64 / seconds,
        stats: StatsView {
            quiescence: stats.quiescence,
            boards: stats.boards,
            boards_per_second: stats.boards as f64 / seconds,
            cutoffs: stats.cutoffs,
            first_cut_rate: rate(stats.first_cutoffs, stats.cutoffs),
            probes: stats.probes,
            hit_rate: rate(stats.hits, stats.probes),
            stores: stats.stores,
            iteration_nodes: report.iteration_nodes,
            branching,
        },
        config: config.to_string(),
        finished: report.finished,
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
    let judge = weights::<G>(choice)?;
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
