//! One module a command: read the arguments, ask the engine, print.

pub(crate) mod analyse;
pub(crate) mod bench;
pub(crate) mod book;
pub(crate) mod boom;
pub(crate) mod completions;
pub(crate) mod convert;
pub(crate) mod delivery;
pub(crate) mod engine;
pub(crate) mod eval;
pub(crate) mod games;
pub(crate) mod gthd;
pub(crate) mod lab;
pub(crate) mod matches;
pub(crate) mod moves;
pub(crate) mod openings;
pub(crate) mod overview;
pub(crate) mod perft;
pub(crate) mod place;
pub(crate) mod play;
pub(crate) mod progress;
#[cfg(feature = "web")]
pub(crate) mod serve;
pub(crate) mod show;
pub(crate) mod techniques;
pub(crate) mod thinker;
pub(crate) mod tournament;
