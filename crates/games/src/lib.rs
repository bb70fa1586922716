//! The games.
//!
//! Each is a folder with the same rooms: `rules` (what is legal), `show` (how people see it),
//! `notation` and `formats` (how it is written). `connect_four`, the smallest, fits in one file
//! and is explained line by line in `docs/adding-a-game.md`.
#![warn(missing_docs)]

pub mod abalone;
pub mod checkers;
pub mod connect_four;
pub mod expendibots;
pub mod gothello;
mod grid;
pub mod othello;
mod ratio;
