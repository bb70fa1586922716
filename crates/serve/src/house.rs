//! What all connections share.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::{Semaphore, watch};

use crate::assets::Assets;
use crate::clerk::Clerk;
use crate::desk::Desk;
use crate::guard::Guard;
use crate::shelf::Shelf;

/// See the module.
pub(crate) struct House {
    /// Who may come in.
    pub(crate) guard: Guard,
    /// The pages.
    pub(crate) assets: Assets,
    /// Who answers.
    pub(crate) clerk: Clerk,
    /// Where searches are handed in.
    pub(crate) desk: Desk,
    /// Where recorded trees are kept.
    pub(crate) shelf: Arc<Shelf>,
    /// How many sockets may be open.
    pub(crate) connections: usize,
    /// One permit for every socket that is not.
    pub(crate) free: Arc<Semaphore>,
    /// Requests a second of one client.
    pub(crate) rate: f64,
    /// How long a client may take to accept a frame.
    pub(crate) patience: Duration,
    /// How long a client may be silent.
    pub(crate) silence: Duration,
    /// True once the server closes.
    pub(crate) closed: watch::Sender<bool>,
}

impl House {
    /// Waits until the server closes.
    pub(crate) async fn closing(&self) {
        // The sender lives as long as the house.
        let _ = self.closed.subscribe().wait_for(|closed| *closed).await;
    }

    /// Sockets that are open.
    pub(crate) fn guests(&self) -> usize {
        self.connections - self.free.available_permits()
    }
}
