//! Who is stronger, and how sure is that: matches, tournaments, statistics, openings and books.
#![warn(missing_docs)]

pub mod adjudication;
pub mod ballots;
pub mod book;
mod judging;
pub mod matches;
pub mod opening;
pub mod openings;
pub mod players;
pub mod quantities;
pub mod ratings;
pub mod referee;
pub mod report;
pub mod statistics;
pub mod store;
pub mod tournament;
pub mod typed;
