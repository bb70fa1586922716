//! What a match proves: Elo, its error, and the sequential test.
