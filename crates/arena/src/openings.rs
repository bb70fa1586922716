//! Sets of distinct, balanced openings.
