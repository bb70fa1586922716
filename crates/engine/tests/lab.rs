//! Small runs of every experiment: what they tell, and that a seed tells all.

use ponder_core::Random;
use ponder_engine::lab::{
    AblationRequest, Arm, BoundsRequest, BoundsRow, BranchingRequest, DuelRequest, ExpectedRequest,
    ExpectedRun, Experiment, Findings, GameRequest, Judged, KeysRequest, KeysRun, Plan,
    ProbCutRequest, Profile, ProfileRequest, Retrieved, Shape, SpeedRequest, TableRun,
    TablesRequest, TablesRow, TablesView, TagsRequest, TagsRow, TagsRun, ThreadsRequest,
    ThresholdsRequest, VariationRequest, VariationRun, Way, derive, fit, of_games, of_records,
    of_retrievals, retrieval, simulate, standings, table_games,
};
use ponder_engine::{AnalysisRequest, GAMES, Limits, Stop, TableKind, open};
use std::time::Duration;

const PLAN: Plan = Plan {
    positions: 4,
    seed: 7,
    hash: 1 << 20,
};

fn experiment(game: &str, experiment: &Experiment) -> Findings {
    let session = open(game).expect("a game");
    let mut steps = 0;
    let findings = session.experiment(experiment, &Stop::new(), &mut |step| {
        assert!(step.done <= step.of);
        steps += 1;
    });
    assert!(steps > 0, "{game}: no progress was told");
    findings.expect("a valid experiment")
}

/// Games that end early are made up for.
#[test]
fn there_are_as_many_positions_as_were_asked_for() {
    let arm = Arm::all(&[TableKind::None], &[])[0];
    let request = TablesRequest {
        plan: Plan {
            positions: 40,
            seed: 1,
            hash: 0,
        },
        depth: 1,
        arm,
    };
    for game in table_games() {
        match experiment(game, &Experiment::Tables(request)) {
            Findings::Tables(Some(run)) => {
                assert_eq!(run.games.iter().flatten().count(), 40, "{game}");
            }
            other => panic!("{other:?}"),
        }
    }
}

/// Whatever a table forgets, and whenever, sound searches find the same values.
#[test]
fn tables_change_the_cost_and_not_the_value() {
    let sizes = [1 << 10, 1 << 16];
    let arms = Arm::all(TableKind::ALL, &sizes);
    for game in table_games() {
        let run = |arm| {
            let request = TablesRequest {
                plan: PLAN,
                depth: 4,
                arm,
            };
            match experiment(game, &Experiment::Tables(request)) {
                Findings::Tables(Some(run)) => run,
                other => panic!("{other:?}"),
            }
        };
        let runs: Vec<_> = arms.iter().map(|&arm| run(arm)).collect();
        let [view] = &TablesView::of(&runs)[..] else {
            panic!("{game}: not one game");
        };
        view.check().expect("equal values");
        // Of each two sizes, but of two tables.
        assert_eq!(view.rows.len(), 2 * TableKind::ALL.len() - 2, "{game}");
        assert_eq!(view.rows[0].table, "unbounded");
        let again = run(arms[4]);
        let nodes = |run: &TableRun| -> Vec<u64> {
            let searched = run.games.iter().flatten();
            searched.map(|searched| searched.nodes).collect()
        };
        assert_eq!(nodes(&runs[4]), nodes(&again), "{game}");
        for row in &view.rows {
            if let Some((low, high)) = row.low.zip(row.high) {
                assert!(low <= row.node_ratio && row.node_ratio <= high, "{row:?}");
            }
            assert!(row.taken <= row.bytes.unwrap_or(usize::MAX));
            assert_eq!(row.hits == 0, row.table == "none", "{row:?}");
            assert!(row.cutoffs <= row.hits && row.hits <= row.probes, "{row:?}");
            assert_eq!(row.keys == "short", row.short.is_some(), "{row:?}");
            if let Some(counts) = &row.counts {
                assert_eq!(counts.probes, row.probes, "{row:?}");
                assert_eq!(
                    counts.upper + counts.lower + counts.exact,
                    row.hits,
                    "{row:?}"
                );
                let stored: u64 = counts.stores.iter().map(|(_, count)| count).sum();
                assert_eq!(stored, row.stores, "{row:?}");
            }
        }
        let standings = standings(&runs);
        let own = standings.iter().find(|row| row.table == "cluster3");
        let own = own.expect("it stands beside itself");
        assert!((own.node_ratio - 1.0).abs() < 1e-9 && own.comparisons == 2);
        let pressed = |row: &&TablesRow| row.table == "cluster3" && row.pressed;
        let pressed = view.rows.iter().filter(pressed).count();
        assert_eq!(own.pressed_comparisons, pressed, "{game}");
        assert_eq!(standings.len(), TableKind::ALL.len() - 2);
    }
}

/// A wrong value in a run is found.
#[test]
fn tables_that_disagree_are_refused() {
    let arms = Arm::all(&[TableKind::Replace], &[1 << 12]);
    let mut runs = Vec::new();
    for arm in arms {
        let request = TablesRequest {
            plan: PLAN,
            depth: 2,
            arm,
        };
        match experiment("gothello", &Experiment::Tables(request)) {
            Findings::Tables(Some(run)) => runs.push(run),
            other => panic!("{other:?}"),
        }
    }
    TablesView::of(&runs)[0].check().expect("equal values");
    let wrong = runs.iter_mut().find(|run| run.table == "replace");
    wrong.expect("a run").games[0][1].value += 1;
    let fault = TablesView::of(&runs)[0].check().expect_err("another value");
    assert!(fault.what.contains("replace"), "{fault}");
}

#[test]
fn replays_are_bounded_by_the_best() {
    let request = BoundsRequest {
        plan: PLAN,
        depth: 5,
        line: 0,
        tables: TableKind::ALL.to_vec(),
        sizes: vec![1 << 10, 1 << 14, 1 << 22],
    };
    let run = || match experiment("gothello", &Experiment::Bounds(request.clone())) {
        Findings::Bounds(Some(run)) => run,
        other => panic!("{other:?}"),
    };
    let found = run();
    assert_eq!(found, run(), "a seed tells all");
    assert_eq!(found.tables.len(), 3 * (TableKind::ALL.len() - 2));
    assert!(found.unbounded < found.probes);
    for one in &found.tables {
        assert!(one.hits <= one.optimal, "{one:?}");
        assert!(one.optimal <= found.unbounded, "{one:?}");
        if one.bytes == 1 << 22 {
            assert_eq!(one.optimal, found.unbounded, "{one:?}");
        }
    }
    let rows = BoundsRow::of(&[found.clone(), found.clone()], 1);
    assert_eq!(rows.len(), found.tables.len());
    assert_eq!(rows[0].hits, 2 * found.tables[0].hits);
    assert!(rows.iter().all(|row| row.share.ratio <= 1.0 + 1e-9));
}

/// From records to parameters, to a stream, to functions, and back to records.
#[test]
fn a_threshold_is_derived_and_judged() {
    let record = |line| ProfileRequest {
        plan: Plan {
            positions: 8,
            ..PLAN
        },
        depth: 5,
        line,
    };
    let profile = |line| match experiment("gothello", &Experiment::Profile(record(line))) {
        Findings::Profile(profile) => profile,
        other => panic!("{other:?}"),
    };
    assert_eq!(profile(2), None, "eight positions are two short games");
    let profile = profile(0).expect("a record");
    assert_eq!(profile.searches, 4);
    assert!(
        profile.growth() > 1.0 && profile.loss() > 0.0,
        "stones are placed"
    );
    let (loads, stop) = ([0.5, 3.0], Stop::new());
    let simulated = derive(profile.growth(), |shape| {
        simulate(&profile, shape, 128, &loads, 1, &stop)
    });
    let simulated = simulated.expect("tables");
    let simulated = simulated.expect("nobody stopped it");
    let shapes: Vec<Shape> = simulated.iter().map(|one| one.shape).collect();
    let run = |line| {
        let request = ThresholdsRequest {
            record: record(line),
            shapes: shapes.clone(),
            loads: loads.to_vec(),
        };
        match experiment("gothello", &Experiment::Thresholds(request)) {
            Findings::Thresholds(Some(run)) => run,
            other => panic!("{other:?}"),
        }
    };
    let runs = [run(0), run(1)];
    assert_eq!(runs[0], run(0), "a seed tells all");
    assert_eq!(runs[0].states, profile.states());
    let judged = Judged {
        profile: &Profile::together(&[profile]),
        loads: &loads,
        simulated: &simulated,
        runs: &runs,
        seed: 1,
    };
    let rows = judged.rows();
    assert_eq!(rows.len(), 2 * (shapes.len() + TableKind::ALL.len() - 2));
    for row in &rows {
        let shares = [
            row.hits.fitted,
            row.hits.other,
            row.work.fitted,
            row.work.other,
        ];
        assert!(
            shares.iter().all(|share| (0.0..=1.0).contains(share)),
            "{row:?}"
        );
    }
    // The lower the load, the more is found, in the simulation as in the replays.
    let (roomy, pressed) = (&rows[0], &rows[rows.len() / 2]);
    assert!(roomy.hits.predicted > pressed.hits.predicted);
    assert!(roomy.hits.other > pressed.hits.other);
    let verdicts = judged.verdicts();
    assert_eq!(verdicts.len(), 2);
    assert!(
        verdicts
            .iter()
            .all(|verdict| verdict.level > 0.5 && verdict.level < 2.0)
    );
}

/// Games, records and random keys give what was predicted of them, where that must be so.
#[test]
fn expected_values_stand_beside_measured_ones() {
    let ask = |request| match experiment("othello:size=6x6", &Experiment::Expected(request)) {
        Findings::Expected(run) => run,
        other => panic!("{other:?}"),
    };
    let game = |number| {
        let request = GameRequest {
            seed: 3,
            number,
            nodes: 100,
            kind: TableKind::Replace,
            bytes: 1 << 13,
        };
        match ask(ExpectedRequest::Game(request)) {
            Some(ExpectedRun::Game(run)) => run,
            other => panic!("{other:?}"),
        }
    };
    let games: Vec<_> = (0..4).map(game).collect();
    assert_eq!(games[1], game(1), "a seed tells all");
    for game in &games {
        assert!(game.ended && game.gone.is_sorted());
        assert!(game.kept.iter().all(|kept| kept.valid <= kept.held));
        assert!(
            game.kept
                .iter()
                .all(|kept| kept.held <= game.capacity as u64)
        );
    }
    let found = of_games(&games);
    // Openings differ in length; in the end the board is full, or nearly so.
    let mut gone = found.iter().filter(|one| one.of == "by what is gone");
    let last = gone.next_back().expect("a prediction");
    assert!((last.predicted - last.measured).abs() < 3.0, "{last:?}");
    let record = |line| {
        let request = ProfileRequest {
            plan: Plan {
                positions: 8,
                ..PLAN
            },
            depth: 5,
            line,
        };
        match ask(ExpectedRequest::Record(request)) {
            Some(ExpectedRun::Record(run)) => run,
            other => panic!("{other:?}"),
        }
    };
    let found = of_records(&[record(0), record(1)]);
    let deviations = found
        .iter()
        .find(|one| one.quantity.starts_with("chi-square"));
    let deviations = deviations.expect("a test").measured;
    assert!(deviations.abs() < 5.0, "keys fall at random: {deviations}");
    let run = |table| retrieval(table, 1 << 16, 0.5, 1).expect("a table");
    let runs = [Retrieved::Constant(16), Retrieved::Kind(TableKind::Replace)].map(run);
    for one in of_retrievals(&runs) {
        if one.quantity.starts_with("lines") {
            assert!((one.predicted / one.measured - 1.0).abs() < 0.05, "{one:?}");
        } else {
            assert!(one.measured <= one.predicted, "{one:?}");
        }
    }
}

#[test]
fn costs_vary_with_the_keys_and_values_do_not() {
    let run = |kind, bytes, threads| {
        let request = VariationRequest {
            plan: PLAN,
            root: 1,
            depth: 5,
            kind,
            bytes,
            threads,
            repeats: 5,
        };
        match experiment("connect-four", &Experiment::Variation(request)) {
            Findings::Variation(Some(run)) => run,
            other => panic!("{other:?}"),
        }
    };
    let small = run(TableKind::Replace, Some(512), 1);
    assert!(small.values_agree && small.nodes.len() == 5);
    let same = |run: &VariationRun| run.nodes.iter().all(|nodes| *nodes == run.nodes[0]);
    assert!(!same(&small), "a small table forgets by chance: {small:?}");
    assert_eq!(small.nodes, run(TableKind::Replace, Some(512), 1).nodes);
    // Nothing is left to chance where nothing is forgotten, or everything.
    assert!(same(&run(TableKind::Unbounded, None, 1)));
    assert!(same(&run(TableKind::None, None, 1)));
    assert!(run(TableKind::Whole, Some(1 << 16), 2).values_agree);
}

fn keys(game: &str) -> KeysRun {
    let request = KeysRequest {
        plan: PLAN,
        depth: 4,
        rounds: 2,
        keys: 1 << 12,
    };
    match experiment(game, &Experiment::Keys(request)) {
        Findings::Keys(Some(run)) => run,
        other => panic!("{other:?}"),
    }
}

fn tags(game: &str, plan: Plan, depth: u32, bits: u32) -> TagsRun {
    let request = TagsRequest { plan, depth, bits };
    match experiment(game, &Experiment::Tags(request)) {
        Findings::Tags(Some(run)) => run,
        other => panic!("{other:?}"),
    }
}

/// However keys are made, sound searches find the same values; and neither the wrapper in which other
/// keys are made nor the watch over a table changes the tree.
#[test]
fn keys_change_the_cost_and_not_the_value() {
    for game in table_games() {
        let run = keys(game);
        run.check().expect("equal values");
        let rows = run.rows();
        let ways: Vec<_> = rows.iter().map(|row| row.way.as_str()).collect();
        assert_eq!(ways, Way::ALL.map(Way::name), "{game}");
        assert!((rows[0].beside_folded.ratio - 1.0).abs() < 1e-9);
        for row in &rows {
            assert!(row.nanoseconds > 0.0 && row.seconds > 0.0, "{row:?}");
            assert_eq!((row.positions, row.quality.keys), (4, 1 << 12), "{row:?}");
            assert_eq!(row.quality.equal_keys, 0, "{row:?}");
        }
        let whole = tags(game, PLAN, 4, 64);
        assert_eq!(whole.strangers, 0, "{game}");
        let roots = whole.games.iter().flatten();
        let plain: Vec<_> = roots.map(|root| root.searched.nodes).collect();
        let wrapped = run.ways[0].games.iter().flatten();
        assert_eq!(wrapped.map(|one| one.nodes).collect::<Vec<_>>(), plain);
    }
}

/// Wrong values and keys of two positions are found.
#[test]
fn keys_that_disagree_are_refused() {
    let run = keys("gothello");
    let refused = |damage: fn(&mut KeysRun), words: &str| {
        let mut wrong = run.clone();
        damage(&mut wrong);
        let fault = wrong.check().expect_err(words);
        assert!(fault.what.contains(words), "{fault}");
    };
    refused(
        |run| run.ways[1].games[0][2].value += 1,
        "with zobrist keys some root has another value",
    );
    refused(
        |run| run.ways[4].quality.equal_keys = 1,
        "with tuples-fx keys two positions",
    );
}

#[test]
fn short_tags_meet_strangers_as_often_as_chance_has_it() {
    let plan = Plan {
        positions: 8,
        hash: 1 << 14,
        ..PLAN
    };
    let runs = [4, 8, 64].map(|bits| tags("gothello", plan, 6, bits));
    let rows = TagsRow::of(&runs);
    assert_eq!(rows.len(), 3);
    for row in &rows {
        assert!(row.first_within, "{row:?}");
        assert!(row.first_strangers <= row.strangers);
        assert!(row.pairs <= row.strangers && row.strangers < row.probes);
        assert_eq!(row.roots, 8);
    }
    assert!(rows[0].strangers > rows[1].strangers && rows[1].strangers > 0);
    assert!(rows[0].other_values > 0, "sixteen tags are no keys");
    let whole = &rows[2];
    assert_eq!(
        (whole.strangers, whole.other_values, whole.other_moves),
        (0, 0, 0)
    );
    assert!((whole.node_ratio - 1.0).abs() < 1e-9);
    assert!(
        TagsRow::of(&runs[..2]).is_empty(),
        "nothing to compare with"
    );
    let session = open("gothello").expect("a game");
    let none = TagsRequest {
        plan,
        depth: 2,
        bits: 0,
    };
    let refused = session.experiment(&Experiment::Tags(none), &Stop::new(), &mut |_| ());
    assert!(refused.expect_err("no bits").what.contains("0 bits"));
}

#[test]
fn an_ablation_changes_one_thing_at_a_time() {
    for entry in GAMES {
        let request = AblationRequest {
            plan: PLAN,
            depth: Some(3),
        };
        let run = || match experiment(entry.name, &Experiment::Ablation(request)) {
            Findings::Ablation(view) => view,
            other => panic!("{other:?}"),
        };
        let view = run();
        assert_eq!(view.positions, PLAN.positions);
        let default = &view.rows[0];
        assert_eq!((default.technique, default.change), ("default", "default"));
        assert!((default.node_ratio - 1.0).abs() < 1e-9);
        assert!((default.agreement - 1.0).abs() < 1e-9);
        for (technique, change) in [
            ("table", "without"),
            ("lmr", "without"),
            ("deepening", "without"),
            ("shallow", "with"),
            ("inverted", "with"),
            ("mtdf", "with"),
            ("sound set", "set"),
            ("plain alpha-beta", "set"),
            ("plain minimax", "set"),
        ] {
            let wanted = |row: &&ponder_engine::lab::AblationRow| {
                (row.technique, row.change) == (technique, change)
            };
            let row = view.rows.iter().find(wanted);
            let row = row.unwrap_or_else(|| panic!("{}: no {technique}", entry.name));
            assert!(row.nodes > 0 && row.node_ratio > 0.0 && row.agreement <= 1.0);
        }
        let row = |name| view.rows.iter().find(|row| row.technique == name);
        let [plain, minimax] = ["plain alpha-beta", "plain minimax"].map(|name| row(name).unwrap());
        if plain.depth == minimax.depth {
            assert!(plain.nodes <= minimax.nodes, "{}", entry.name);
        }
        let nodes = |view: &ponder_engine::lab::AblationView| -> Vec<u64> {
            view.rows.iter().map(|row| row.nodes).collect()
        };
        assert_eq!(nodes(&view), nodes(&run()), "{}", entry.name);
    }
}

#[test]
fn branching_follows_from_the_nodes() {
    let run = |seed| {
        let request = BranchingRequest {
            plan: Plan { seed, ..PLAN },
            depth: Some(6),
        };
        match experiment("othello", &Experiment::Branching(request)) {
            Findings::Branching(view) => view,
            other => panic!("{other:?}"),
        }
    };
    let view = run(1);
    assert_eq!((view.from, view.depth, view.positions.len()), (2, 6, 4));
    let logs = view.positions.iter().map(|row| {
        let growth = row.nodes as f64 / row.from_nodes as f64;
        assert!(growth > 1.0);
        growth.ln() / 4.0
    });
    let mean = (logs.sum::<f64>() / 4.0).exp();
    assert!((mean - view.branching).abs() < 1e-9);
    let nodes = |seed| run(seed).positions.iter().map(|row| row.nodes).sum::<u64>();
    assert_eq!(nodes(1), nodes(1));
    assert_ne!(nodes(1), nodes(2), "another seed gives other positions");
    let texts: std::collections::HashSet<_> =
        view.positions.iter().map(|row| &row.position).collect();
    assert_eq!(texts.len(), view.positions.len(), "positions are distinct");
}

#[test]
fn speed_and_threads_measure() {
    let request = SpeedRequest {
        plan: PLAN,
        time: Duration::from_millis(40),
    };
    let Findings::Speed(speed) = experiment("gothello", &Experiment::Speed(request)) else {
        panic!("no speed");
    };
    assert!(speed.nodes > 0 && speed.nps > 0.0 && speed.positions == 4);
    let request = ThreadsRequest {
        plan: PLAN,
        depth: Some(5),
        threads: 2,
    };
    let Findings::Threads(threads) = experiment("othello", &Experiment::Threads(request)) else {
        panic!("no threads");
    };
    let schemes: Vec<_> = threads.rows.iter().map(|row| row.scheme).collect();
    assert_eq!(schemes, ["one", "lazy", "abdada"]);
    for row in &threads.rows {
        assert!(row.same_values, "{}: sound threads agree", row.scheme);
        assert!(row.speedup > 0.0 && row.nodes > 0);
    }
}

fn duel(game: &str, request: &DuelRequest) -> Vec<ponder_engine::lab::DuelRow> {
    match experiment(game, &Experiment::Duel(request.clone().into())) {
        Findings::Duel(view) => view.rows,
        other => panic!("{other:?}"),
    }
}

fn duel_request() -> DuelRequest {
    DuelRequest {
        plan: PLAN,
        plies: None,
        engine: AnalysisRequest::within(Limits::nodes(2000)),
        opponents: Vec::new(),
        depth: 1,
        threads: 2,
    }
}

#[test]
fn a_duel_is_counted_and_repeatable() {
    let request = duel_request();
    let rows = duel("othello", &request);
    let names: Vec<_> = rows.iter().map(|row| row.opponent.as_str()).collect();
    assert_eq!(names, ["static", "complex"]);
    for row in &rows {
        assert_eq!(row.tally.games(), 8);
        assert!(row.low <= row.score && row.score <= row.high);
        assert!(row.score > 0.5, "depth 1 is no match: {row:?}");
    }
    let again = duel("othello", &request);
    let tallies = |rows: &[ponder_engine::lab::DuelRow]| -> Vec<_> {
        rows.iter().map(|row| row.tally).collect()
    };
    assert_eq!(tallies(&rows), tallies(&again));
    // Equals from the same openings with swapped colours are equally good.
    let itself = DuelRequest {
        opponents: vec!["itself".to_owned()],
        ..request
    };
    let rows = duel("connect-four", &itself);
    assert_eq!(rows[0].tally.wins, rows[0].tally.losses);
}

#[test]
fn what_cannot_be_done_is_refused() {
    let refused = |game: &str, experiment: &Experiment| {
        let session = open(game).expect("a game");
        let result = session.experiment(experiment, &Stop::new(), &mut |_| ());
        result.expect_err("nonsense").what
    };
    let nobody = DuelRequest {
        opponents: vec!["nobody".to_owned()],
        ..duel_request()
    };
    assert!(refused("othello", &Experiment::Duel(nobody.into())).contains("nobody"));
    let pairs = ProbCutRequest {
        plan: PLAN,
        pairs: vec![(2, 4)],
    };
    assert!(refused("othello", &Experiment::ProbCut(pairs)).contains("2:4"));
    let depth = BranchingRequest {
        plan: PLAN,
        depth: Some(4),
    };
    assert!(refused("othello", &Experiment::Branching(depth)).contains("too small"));
    let tiny = BranchingRequest {
        plan: PLAN,
        depth: Some(6),
    };
    let what = refused("othello:size=2x2", &Experiment::Branching(tiny));
    assert!(what.contains("positions"), "{what}");
}

#[test]
fn a_stop_leaves_what_there_is() {
    let session = open("checkers").expect("a game");
    let stop = Stop::new();
    let request = AblationRequest {
        plan: PLAN,
        depth: Some(3),
    };
    let mut steps = 0;
    let findings = session.experiment(&Experiment::Ablation(request), &stop, &mut |_| {
        steps += 1;
        if steps == 60 {
            stop.ask();
        }
    });
    let Ok(Findings::Ablation(view)) = findings else {
        panic!("no findings");
    };
    assert!((1..4).contains(&view.positions), "{}", view.positions);
    assert!(view.rows.iter().all(|row| row.nodes > 0));
}

/// A number between -1 and 1.
fn wave(random: &mut Random) -> f64 {
    random.next() as f64 / u64::MAX as f64 * 2.0 - 1.0
}

#[test]
fn the_fitter_recovers_what_made_the_data() {
    let mut random = Random::new(3);
    let mut points: Vec<_> = (0..4000)
        .map(|_| {
            let x = 800.0 * wave(&mut random);
            // The sum of twelve waves is nearly normal, with variance 4.
            let noise: f64 = (0..12).map(|_| wave(&mut random)).sum();
            (x, 1.25 * x - 40.0 + 30.0 * noise)
        })
        .collect();
    let clean = fit(&points).expect("a line");
    points.push((0.0, 9000.0));
    points.push((100.0, -9000.0));
    let fitted = fit(&points).expect("a line");
    for fit in [clean, fitted] {
        assert!((fit.slope - 1.25).abs() < 0.02, "{fit:?}");
        assert!((fit.offset + 40.0).abs() < 5.0, "{fit:?}");
        assert!((fit.sigma - 60.0).abs() < 4.0, "{fit:?}");
        assert!(fit.correlation > 0.97, "{fit:?}");
    }
    assert!(fitted.outliers >= 2);
    assert_eq!(fitted.points + fitted.outliers, points.len());
    assert_eq!(fit(&points[..3]), None, "three points make no model");
    assert_eq!(fit(&[(1.0, 2.0); 20]), None, "one x makes no line");
}

#[test]
fn models_are_fitted_and_written() {
    let request = ProbCutRequest {
        plan: Plan {
            positions: 20,
            ..PLAN
        },
        pairs: vec![(3, 1), (4, 2)],
    };
    let Findings::ProbCut(view) = experiment("othello", &Experiment::ProbCut(request)) else {
        panic!("no models");
    };
    assert_eq!(view.models.len(), 2);
    for model in &view.models {
        assert!(model.slope > 0.3 && model.slope < 2.0, "{model:?}");
        assert!(model.sigma > 0.0 && model.correlation > 0.5, "{model:?}");
        assert_eq!(model.model().deep, model.deep);
    }
    let toml = view.toml();
    assert_eq!(toml.matches("[[probcut]]").count(), 2);
    assert!(toml.contains("deep = 4\nshallow = 2\nslope = "), "{toml}");
}

/// Games bring their models, so that the switches work out of the box.
#[test]
fn probcut_works_or_says_why_not() {
    for (game, depth) in [
        ("abalone", 5),
        ("checkers", 8),
        ("expendibots", 5),
        ("gothello", 6),
        ("othello", 8),
        ("othello:size=6x6", 8),
    ] {
        let session = open(game).expect("a game");
        let nodes = |with: &str| {
            let request = AnalysisRequest {
                hash: 1 << 20,
                with: with.to_owned(),
                ..AnalysisRequest::within(Limits::depth(depth))
            };
            let view = session.analyse(&request, &Stop::new(), &mut |_| ());
            view.expect("a search").nodes
        };
        let plain = nodes("");
        for switch in ["probcut", "multi-probcut"] {
            assert_ne!(nodes(switch), plain, "{game}: {switch} does nothing");
        }
    }
    let session = open("connect-four").expect("a game");
    let request = AnalysisRequest {
        with: "probcut".to_owned(),
        ..AnalysisRequest::within(Limits::depth(5))
    };
    let fault = session.analyse(&request, &Stop::new(), &mut |_| ());
    let fault = fault.expect_err("no models");
    assert_eq!(fault.what, "probcut has no error models for this game");
    assert!(fault.hint.is_some_and(|hint| hint.contains("lab probcut")));
}
