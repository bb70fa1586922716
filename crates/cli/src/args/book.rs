//! The arguments of `ponder book`.

#[derive(Debug, clap::Args)]
pub(crate) struct BookArgs {
    /// Game id
    pub(crate) game: String,
}
