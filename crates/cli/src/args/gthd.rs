//! The arguments of `ponder gthd`.

#[derive(Debug, clap::Args)]
pub(crate) struct GthdArgs {
    /// Game id
    pub(crate) game: String,
}
