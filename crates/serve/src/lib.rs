//! The workbench's server: the pages of `web/`, and one socket by which they play and analyse.
//!
//! The server keeps no game. A client names a place, a game with its first position and its moves,
//! and asks about it; so a page that is loaded anew loses nothing, and a link is a whole game. What
//! the server does keep is order: who may talk to it, how much a search may cost, and whose turn
//! it is.
//!
//! Everything asynchronous is in here: a [`Server`] is started and closed like anything else.
#![warn(missing_docs)]

mod archive;
mod assets;
mod bucket;
mod budgets;
mod clerk;
mod desk;
mod door;
mod guard;
mod house;
mod orders;
mod protocol;
mod server;
mod slate;
mod socket;

pub use budgets::Budgets;
pub use desk::Searches;
pub use server::{Keep, Options, Server};
