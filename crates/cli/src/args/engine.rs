//! The arguments of `ponder engine`.

use clap::ValueEnum;

use super::{ConfigArgs, JudgeArgs, bytes};

#[derive(Debug, clap::Args)]
pub(crate) struct EngineArgs {
    /// Game id; a host may choose another where its protocol can [default: what the protocol is
    /// mostly used for]
    pub(crate) game: Option<String>,
    /// The protocol to speak (see docs/protocols.md)
    #[arg(long, value_enum, default_value_t = Protocol::Ugi)]
    pub(crate) protocol: Protocol,
    /// Threads to search with
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) threads: u16,
    /// Size of the transposition table, as in 64M or 1G
    #[arg(long, default_value = "64M", value_parser = bytes)]
    pub(crate) hash: usize,
    /// Memory for everything, as in 100M; the table is made smaller to fit
    #[arg(long, value_name = "SIZE", value_parser = bytes)]
    pub(crate) memory: Option<usize>,
    #[command(flatten)]
    pub(crate) config: ConfigArgs,
    #[command(flatten)]
    pub(crate) judge: JudgeArgs,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Protocol {
    /// The Universal Game Interface, for every game
    Ugi,
    #[value(help = "NBoard version 2, for Othello")]
    Nboard,
    /// The Go Text Protocol, version 2
    Gtp,
    /// The pipe to the Expendibots referee's player
    Referee,
}
