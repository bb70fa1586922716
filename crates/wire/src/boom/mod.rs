//! A client of the BOOM protocol, by which Expendibots is played over a network.
//!
//! One JSON object a line, told apart by `mtype`. The server pairs clients of one channel, draws
//! the colours, asks for actions and tells every action to both.

mod client;
mod words;

pub use client::{Client, Ending, Hearing};
pub use words::DEFAULT_PORT;
