//! The atomics of the tables: the real ones, or loom's, which try all interleavings.

#[cfg(loom)]
pub(crate) use loom::sync::atomic::{AtomicU64, Ordering::Relaxed};
#[cfg(not(loom))]
pub(crate) use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
