//! Tournaments: round robins and gauntlets.
