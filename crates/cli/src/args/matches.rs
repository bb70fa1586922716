//! The arguments of `ponder match`.

#[derive(Debug, clap::Args)]
pub(crate) struct MatchArgs {
    /// Game id
    pub(crate) game: String,
}
