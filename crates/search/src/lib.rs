//! One search for every game.
//!
//! [`textbook`] holds the family as it is taught, from minimax to MTD(f). The engine proper is
//! [`Search`]: alpha-beta with every technique of the field as a named [`Switch`]. Its heart is
//! `node.rs`, one function in numbered steps; read it first. Searches know nothing of games.
#![warn(missing_docs)]

mod account;
mod config;
mod horizon;
mod limits;
mod memory;
mod node;
mod numbers;
mod order;
mod pace;
mod parallel;
mod parts;
mod ranks;
mod report;
mod search;
mod settings;
pub mod textbook;
mod ties;
mod trace;
mod worker;

pub use account::Account;
pub use config::{Config, Driver, Switch, Switches};
pub use limits::{Clock, Limits, Stop};
pub use numbers::{NUMBERS, Number, Numbers};
pub use report::{Kind, Line, Report, Stats};
pub use search::Search;
pub use ties::Ties;
pub use trace::{Trace, Traced, Why};
