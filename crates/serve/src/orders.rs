//! From requests to searches for the desk: what is searched, what it writes on its slate, and its
//! answer.

use std::sync::Arc;

use ponder_core::Fault;
use ponder_engine::{AnalysisRequest, Table};
use serde_json::{Value, json};

use crate::clerk::{Clerk, judge};
use crate::desk::{Order, Turn, Work};
use crate::protocol::{self, Analyse, Refusal};
use crate::slate::Slate;

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

/// An analysis.
pub(crate) fn analyse(
    clerk: &Clerk,
    id: u64,
    asked: Analyse,
    slate: Arc<Slate>,
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
        ..AnalysisRequest::within(budgets.limits(bounds.depth, bounds.nodes, bounds.seconds))
    };
    session.config(&request).map_err(Refusal::of(&set))?;
    let (threads, wanted) = (request.threads, request.hash);
    let nothing = json!({ "report": null, "tree": false, "stopped": true });
    let writer = Arc::clone(&slate);
    let work = move |turn: &Turn| {
        let table = Table::new(turn.table)?;
        let view = session.analyse_in(&table, &request, &turn.stop, &mut |view| {
            writer.write(|notes| {
                if view.complete && !view.finished {
                    notes
                        .kept
                        .push(protocol::event(id, "iteration", "report", view));
                }
                notes.newest = Some(protocol::event(id, "report", "report", view));
            });
        })?;
        Ok(json!({
            "report": view,
            "tree": false,
            "stopped": turn.stop.asked(),
        }))
    };
    Ok(order(id, threads, wanted, slate, &nothing, work))
}
