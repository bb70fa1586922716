//! Recorded search trees, to be looked at a piece at a time.
//!
//! A tree is some megabytes large, and its connection may look at it for as long as it is there.
//! So there is room for some trees only: a new one takes the place of the oldest, and so many
//! searches may record at once as there is room.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use ponder_core::Fault;
use ponder_engine::TreeView;
use serde_json::json;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::clerk::Answer;

/// Trees that are kept, and searches that record one at a time.
const ROOM: usize = 24;

/// See the module.
pub(crate) struct Shelf {
    trees: Mutex<Trees>,
    pens: Arc<Semaphore>,
}

#[derive(Default)]
struct Trees {
    next: u64,
    /// The oldest first, by the marks of their connections.
    kept: VecDeque<(u64, Arc<TreeView>)>,
}

/// A place for a tree that is being recorded.
pub(crate) struct Reserved {
    shelf: Arc<Shelf>,
    mark: u64,
    _pen: OwnedSemaphorePermit,
}

impl Shelf {
    /// An empty shelf.
    pub(crate) fn new() -> Self {
        Self {
            trees: Mutex::default(),
            pens: Arc::new(Semaphore::new(ROOM)),
        }
    }

    /// A mark for a new connection.
    pub(crate) fn mark(&self) -> u64 {
        let mut trees = self.lock();
        trees.next += 1;
        trees.next
    }

    /// A place for a tree, if not too many are being recorded.
    pub(crate) fn reserve(self: &Arc<Self>, mark: u64) -> Result<Reserved, Fault> {
        let pen = Arc::clone(&self.pens).try_acquire_owned().map_err(|_| {
            Fault::new(format!("{ROOM} searches are being recorded already"))
                .hint("search without trace, or try again in a while")
        })?;
        Ok(Reserved {
            shelf: Arc::clone(self),
            mark,
            _pen: pen,
        })
    }

    /// What is at a path of the tree with a mark.
    pub(crate) fn look(&self, mark: u64, path: &[String]) -> Answer {
        let trees = self.lock();
        let found = trees.kept.iter().find(|(owner, _)| *owner == mark);
        let tree = found.map(|(_, tree)| Arc::clone(tree));
        drop(trees);
        let tree = tree.ok_or_else(|| {
            Fault::new("no search tree is recorded").hint("analyse with \"trace\": true")
        })?;
        Ok(json!(tree.at(path)?))
    }

    /// Takes the tree of a connection away.
    pub(crate) fn clear(&self, mark: u64) {
        self.lock().kept.retain(|(owner, _)| *owner != mark);
    }

    fn lock(&self) -> MutexGuard<'_, Trees> {
        self.trees.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Reserved {
    /// Puts the tree there.
    pub(crate) fn put(self, tree: Arc<TreeView>) {
        let mut trees = self.shelf.lock();
        trees.kept.retain(|(owner, _)| *owner != self.mark);
        if trees.kept.len() == ROOM {
            trees.kept.pop_front();
        }
        trees.kept.push_back((self.mark, tree));
    }
}
