//! The arguments of `ponder engine`.

use clap::ValueEnum;

use super::SearchArgs;

#[derive(Debug, clap::Args)]
pub(crate) struct EngineArgs {
    /// Game id; a host may choose another where its protocol can [default: what the protocol is
    /// mostly used for]
    pub(crate) game: Option<String>,
    /// The protocol to speak (see docs/protocols.md)
    #[arg(long, value_enum, default_value_t = Protocol::Ugi)]
    pub(crate) protocol: Protocol,
    #[command(flatten)]
    pub(crate) search: SearchArgs,
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
