//! The arguments of `ponder engine`.

#[derive(Debug, clap::Args)]
pub(crate) struct EngineArgs {
    /// Game id
    pub(crate) game: String,
}
