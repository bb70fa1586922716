//! The three-move ballots of Checkers.
