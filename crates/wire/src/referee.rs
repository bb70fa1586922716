//! The pipe to the Expendibots referee's player.
