//! The pipe to the Expendibots referee's player.
//!
//! The university's referee wants a Python class. Ours is a few lines that start `ponder engine
//! --protocol referee` and hand on what the referee asks, one line a question and one an answer;
//! see `integrations/expendibots`. The budget of the contest is for a whole game, so it is kept
//! here, where the thinking is done.

mod engine;
mod script;

pub use engine::serve;
pub use script::check;
pub(crate) use script::{Script, Spelling};
