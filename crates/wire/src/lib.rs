//! The protocols by which other programs, servers and screens talk to ours.
//!
//! Each is a thin layer over the engine's one dynamic boundary: lines of text come in, a
//! [`Session`](ponder_engine::Session) is asked, lines of text go out. Most have two roles: the
//! engine, which answers, and the driver, which lets a program of others play as a
//! [`Contender`](ponder_engine::Contender).
#![warn(missing_docs)]

pub mod boom;
mod desk;
mod dial;
mod drivers;
pub mod gthd;
pub mod gtp;
pub mod lines;
pub mod nboard;
mod process;
pub mod referee;
pub mod ugi;

pub use dial::NoResult;
pub use drivers::{DriverSettings, PROTOCOLS, driver};
