//! The arguments of `ponder serve`.

use std::net::IpAddr;
use std::path::PathBuf;

use super::{bytes, nodes};

#[derive(Debug, clap::Args)]
pub(crate) struct WorkbenchArgs {
    /// Port to listen at; 0 takes any free one [default: 7766, or the next free one]
    #[arg(long)]
    pub(crate) port: Option<u16>,
    /// Open the workbench in a browser
    #[arg(long)]
    pub(crate) open: bool,
    /// Address to listen at; another than this machine's own lets others in who know the token
    /// that is then part of the printed address
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1")]
    pub(crate) host: IpAddr,
    /// Keep games in this file [default: ponder/games.sqlite in your data folder]
    #[arg(long, value_name = "FILE")]
    pub(crate) archive: Option<PathBuf>,
    /// Keep no games
    #[arg(long, conflicts_with = "archive")]
    pub(crate) no_archive: bool,
    /// Serve the pages of this folder instead of those built in, for work on them
    #[arg(long, value_name = "FOLDER")]
    pub(crate) assets: Option<PathBuf>,
    /// Windows that may be open at once
    #[arg(long, value_name = "N", default_value_t = 1024, value_parser = clap::value_parser!(u16).range(1..=16384))]
    pub(crate) connections: u16,
    /// Threads that search at once; other searches take turns [default: one a core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) searches: Option<u16>,
    /// Searches that may wait for their turn
    #[arg(long, value_name = "N", default_value_t = 256, value_parser = clap::value_parser!(u16).range(0..=4096))]
    pub(crate) queue: u16,
    /// Memory for the tables of all searches, as in 512M or 2G
    #[arg(long, value_name = "SIZE", default_value = "512M", value_parser = bytes)]
    pub(crate) memory: usize,
    /// Memory for the table of one search
    #[arg(long, value_name = "SIZE", default_value = "64M", value_parser = bytes)]
    pub(crate) hash: usize,
    /// Seconds that one search may take
    #[arg(long, value_name = "N", default_value_t = 600, value_parser = clap::value_parser!(u32).range(1..=86400))]
    pub(crate) seconds: u32,
    /// Positions that one search may look at, as in 500k, 20M or 20G
    #[arg(long, value_name = "N", default_value = "20G", value_parser = nodes)]
    pub(crate) nodes: u64,
    /// Cells of the largest board that is played on
    #[arg(long, value_name = "N", default_value_t = 256, value_parser = clap::value_parser!(u16).range(1..=256))]
    pub(crate) cells: u16,
}
