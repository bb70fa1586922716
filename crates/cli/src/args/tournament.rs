//! The arguments of `ponder tournament`.

#[derive(Debug, clap::Args)]
pub(crate) struct TournamentArgs {
    /// Game id
    pub(crate) game: String,
}
