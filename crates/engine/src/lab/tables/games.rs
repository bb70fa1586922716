//! Positions as they come in play: short games, so that a table can be kept from one to the next.

use ponder_core::{Fault, Game, Weights};
use ponder_search::{Config, Limits, Search};
use ponder_table::AnyTable;

use crate::lab::sample::Sample;
use crate::lab::{Bench, Plan};

/// Short games: from each of some even positions on, every second position of a line that a shallow
/// search plays.
pub(super) fn games<G: Game>(
    bench: &Bench<'_, G>,
    plan: Plan,
) -> Result<Vec<Vec<Sample<G>>>, Fault> {
    /// Positions of a game.
    const LENGTH: usize = 4;
    /// What is added to the seed for those that stand in for games which ended early.
    const AGAIN: u64 = 1 << 32;
    let mut left = plan.positions;
    let mut games: Vec<Vec<Sample<G>>> = Vec::new();
    let mut seed = plan.seed;
    while left > 0 {
        let starts = bench.samples(Plan {
            positions: left.div_ceil(LENGTH),
            seed,
            ..plan
        })?;
        for start in starts {
            let game = line(bench, start, left.min(LENGTH))?;
            left -= game.len();
            games.push(game);
        }
        seed += AGAIN;
    }
    Ok(games)
}

/// Every second position of a line from `start` on, the first one included.
fn line<G: Game>(
    bench: &Bench<'_, G>,
    start: Sample<G>,
    length: usize,
) -> Result<Vec<Sample<G>>, Fault> {
    const SHALLOW: u32 = 3;
    let judge = Weights::standard::<G>();
    let config = Config::sound_of::<G>();
    let search = Search {
        rules: bench.game,
        judge: &judge,
        table: None::<&AnyTable>,
        config: &config,
        limits: Limits::depth(SHALLOW),
        lines: 1,
        threads: 1,
    };
    let mut line = Vec::new();
    let (mut pos, mut history, mut moves) = (start.pos, start.history, start.moves);
    for ply in 0..2 * length {
        if bench.game.ended(&pos).is_some() || bench.game.drawn(&pos, &history).is_some() {
            break;
        }
        if ply % 2 == 0 {
            line.push(Sample {
                pos,
                history: history.clone(),
                moves: moves.clone(),
            });
        }
        let report = search.run(&pos, &history, bench.stop, &mut |_| ())?;
        let Some(m) = report.best() else { break };
        pos = bench.game.play(&pos, m);
        history.push(bench.game, &pos);
        moves.push(m);
    }
    Ok(line)
}
