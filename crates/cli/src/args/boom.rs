//! The arguments of `ponder boom`.

#[derive(Debug, clap::Args)]
pub(crate) struct BoomArgs {
    /// Game id
    pub(crate) game: String,
}
