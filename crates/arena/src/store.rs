//! The file in which every result is kept at once.
