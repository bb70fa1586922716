//! Players by description.
