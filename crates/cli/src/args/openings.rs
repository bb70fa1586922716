//! The arguments of `ponder openings`.

#[derive(Debug, clap::Args)]
pub(crate) struct OpeningsArgs {
    /// Game id
    pub(crate) game: String,
}
