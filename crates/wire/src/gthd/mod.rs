//! The Gothello server and its client.
//!
//! The course's server, `gthd` 0.9.1, referees one game and ends; it also ends when a client
//! leaves or sends a number without a move. This [`Server`] says the same bytes in the same order,
//! so that every client of the course can play on it, and survives its guests: tables are free
//! again after a game, and nobody can keep one waiting. The [`Client`] plays on either.

mod client;
mod guest;
mod said;
mod server;
mod table;
mod words;

pub use client::{Client, Hearing, Report};
pub use server::{Happening, Server, ServerOptions, Witness};
pub use words::{BASE_PORT, Role, SERVERS, Side, VERSION};
