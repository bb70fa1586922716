//! From requests to searches for the desk: what is searched, what it writes on its slate, and its
//! answer.

use std::hash::{BuildHasher, RandomState};
use std::sync::Arc;
use std::time::Duration;

use ponder_core::Fault;
use ponder_engine::{self as engine, AnalysisRequest, Clock, Keys, Level, Limits, Table};
use serde_json::{Value, json};

use crate::clerk::{Clerk, judge};
use crate::desk::{Order, Turn, Work};
use crate::protocol::{self, Analyse, Refusal, Reply, Review};
use crate::shelf::Reserved;
use crate::slate::Slate;

/// What a review spends on a position if nothing is said.
const REVIEW_NODES: u64 = 200_000;

/// Makes an order of what a search does; `nothing` is the answer of one that never began.
fn order(
    id: u64,
    threads: usize,
    table: usize,
    slate: Arc<Slate>,
    nothing: &Value,
    work: impl FnOnce(&Turn) -> Result<Value, Refusal> + Send + 'static,
) -> Order {
    let broken = Fault::new("the search broke: a fault in the program, not in your game")
        .hint("please report the position");
    let work: Work = Box::new(move |turn| match work(turn) {
        Ok(answer) => protocol::done(id, &answer),
        Err(refusal) => protocol::refused(id, &refusal),
    });
    Order {
        threads,
        table,
        slate,
        work,
        unstarted: protocol::done(id, nothing),
        broken: protocol::refused(id, &broken.into()),
    }
}

/// The engine's move at a level.
pub(crate) fn reply(
    clerk: &Clerk,
    id: u64,
    asked: &Reply,
    slate: Arc<Slate>,
) -> Result<Order, Refusal> {
    let session = clerk.go_to(&asked.place)?;
    let level = Level::named(&asked.level)?;
    let budgets = clerk.budgets;
    let limits = Limits {
        clock: asked.clock.as_ref().map(|clock| Clock {
            left: seconds(clock.left[session.turn()]),
            increment: seconds(clock.increment),
            moves: None,
        }),
        ..budgets.limits(None, None, None)
    };
    // The same position should not always be answered by the same move.
    let seed = RandomState::new().hash_one(id);
    let nothing = json!({ "move": null, "stopped": true });
    let work = move |turn: &Turn| {
        let table = Table::new(turn.table, Keys::Short)?;
        let mut reply = engine::reply(&*session, level, &table, limits, seed, &turn.stop)?;
        // A weak player looks at every move, and nobody wants to read of all.
        reply.report.lines.truncate(budgets.lines);
        let mut answer = json!(reply);
        answer["stopped"] = json!(turn.stop.asked());
        Ok(answer)
    };
    Ok(order(id, 1, budgets.hash, slate, &nothing, work))
}

/// A look at every move of a game.
pub(crate) fn review(
    clerk: &Clerk,
    id: u64,
    asked: &Review,
    slate: Arc<Slate>,
) -> Result<Order, Refusal> {
    let session = clerk.go_to(&asked.place)?;
    let budgets = clerk.budgets;
    // The budget of one search is that of the whole review.
    let share = budgets.seconds / (asked.place.moves.len() + 1) as f64;
    let nodes = match asked.seconds {
        None => Some(asked.nodes.unwrap_or(REVIEW_NODES)),
        Some(_) => asked.nodes,
    };
    let limits = budgets.limits(None, nodes, Some(asked.seconds.unwrap_or(share).min(share)));
    let nothing = json!({ "plies": [], "players": {}, "stopped": true });
    let writer = Arc::clone(&slate);
    let work = move |turn: &Turn| {
        let request = AnalysisRequest {
            hash: turn.table,
            ..AnalysisRequest::within(limits)
        };
        let review = engine::review(&*session, &request, &turn.stop, &mut |ply| {
            let event = protocol::event(id, "ply", "ply", ply);
            writer.write(|notes| notes.kept.push(event));
        })?;
        Ok(json!(review))
    };
    Ok(order(id, 1, budgets.hash, slate, &nothing, work))
}

/// A time, nothing if it makes no sense.
fn seconds(seconds: f64) -> Duration {
    Duration::try_from_secs_f64(seconds).unwrap_or_default()
}

/// An analysis.
pub(crate) fn analyse(
    clerk: &Clerk,
    id: u64,
    asked: Analyse,
    slate: Arc<Slate>,
    tree: Option<Reserved>,
) -> Result<Order, Refusal> {
    let session = clerk.go_to(&asked.place)?;
    let budgets = &clerk.budgets;
    let wishes = asked.search;
    let mut set = wishes.set.join(" ");
    if let Some(driver) = wishes.driver {
        set = format!("driver={driver} {set}");
    }
    let bounds = asked.limits;
    let request = AnalysisRequest {
        lines: asked.lines.unwrap_or(1).clamp(1, budgets.lines),
        threads: asked.threads.unwrap_or(1).clamp(1, budgets.threads),
        hash: asked.hash.unwrap_or(budgets.hash).min(budgets.hash),
        with: wishes.with.join(","),
        without: wishes.without.join(","),
        exact: wishes.exact,
        ties: wishes.ties,
        judge: judge(&*session, wishes.eval, wishes.weights)?,
        set: set.clone(),
        trace: tree.is_some(),
        ..AnalysisRequest::within(budgets.limits(bounds.depth, bounds.nodes, bounds.seconds))
    };
    let config = session.config(&request).map_err(Refusal::of(&set))?;
    let (threads, wanted) = (request.threads, request.hash);
    let nothing = json!({ "report": null, "tree": false, "stopped": true });
    let writer = Arc::clone(&slate);
    let work = move |turn: &Turn| {
        let table = Table::new(turn.table, config.table_keys())?;
        let mut depth = None;
        let view = session.analyse_in(&table, &request, &turn.stop, &mut |view| {
            // The last report may be of an iteration that was told before.
            let new = view.complete && depth.is_none_or(|told| view.depth > told);
            if new {
                depth = Some(view.depth);
            }
            let iteration = new.then(|| protocol::event(id, "iteration", "report", view));
            let newest = protocol::event(id, "report", "report", view);
            writer.write(|notes| {
                notes.kept.extend(iteration);
                notes.newest = Some(newest);
            });
        })?;
        let shelved = match (tree, &view.tree) {
            (Some(place), Some(tree)) if !tree.is_empty() => {
                place.put(Arc::clone(tree));
                true
            }
            _ => false,
        };
        Ok(json!({
            "report": view,
            "tree": shelved,
            "stopped": turn.stop.asked(),
        }))
    };
    Ok(order(id, threads, wanted, slate, &nothing, work))
}
