//! The dynamic boundary.
