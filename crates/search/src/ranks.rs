//! The record of `RankCut`: how often a later move was still good enough, by the depth and by how
//! many moves had failed before it.
//!
//! Lim and Lee ("`RankCut`", AAAI 2006) give up the rest of a move list where it is improbable that a
//! better move is left, and take the probabilities from searches made for that purpose. Here the
//! search keeps the record of its own tree, so that it fits the game, the judge and the order of
//! moves without being fitted. One node in [`WHOLE`] is searched to its end all the same: a record
//! of what was never tried would only confirm itself. Nodes that were given up are not recorded, since
//! nobody knows how they would have ended; so early places look a little better than they are, and
//! it errs to the careful side.

/// One node in so many cuts nothing.
const WHOLE: u64 = 8;

/// A record says nothing before so many nodes have come there.
const ENOUGH: u32 = 128;

const DEPTHS: usize = 32;
const RANKS: usize = 64;

/// How often nodes came to a place in their move lists, and how often one of the later moves
/// cut off.
#[derive(Clone, Copy, Default)]
struct Record {
    came: u32,
    cut: u32,
}

/// What a worker knows of late moves.
pub(crate) struct Ranks(Box<[[Record; RANKS]; DEPTHS]>);

impl Ranks {
    pub(crate) fn new() -> Self {
        Self(Box::new([[Record::default(); RANKS]; DEPTHS]))
    }

    /// True if the `nodes`th node is searched to its end, whatever the record says.
    pub(crate) fn keeps(nodes: u64) -> bool {
        nodes.is_multiple_of(WHOLE)
    }

    /// Records a node in which `failed` moves failed, and then one cut off or none was left.
    pub(crate) fn record(&mut self, depth: i32, failed: usize, cut: bool) {
        let row = &mut self.0[row(depth)];
        for record in row.iter_mut().skip(1).take(failed) {
            record.came = record.came.saturating_add(1);
            record.cut = record.cut.saturating_add(u32::from(cut));
        }
    }

    /// True if after so many failures a later move succeeds less often than `doubt` times in ten
    /// thousand.
    pub(crate) fn hopeless(&self, depth: i32, failed: usize, doubt: i32) -> bool {
        let Record { came, cut } = self.0[row(depth)][failed.min(RANKS - 1)];
        came >= ENOUGH && i64::from(cut) * 10_000 < i64::from(doubt) * i64::from(came)
    }
}

fn row(depth: i32) -> usize {
    depth.clamp(0, DEPTHS as i32 - 1) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn late_moves_lose_hope_by_what_became_of_others() {
        let mut ranks = Ranks::new();
        // Two nodes in a hundred are cut off by the fourth move, none later.
        for node in 0..1000 {
            match node % 50 {
                0 => ranks.record(5, 3, true),
                _ => ranks.record(5, 20, false),
            }
        }
        assert!(!ranks.hopeless(5, 2, 100));
        assert!(ranks.hopeless(5, 2, 300));
        assert!(ranks.hopeless(5, 4, 1));
        assert!(!ranks.hopeless(5, 21, 10_000), "nobody came so far");
        assert!(!ranks.hopeless(6, 4, 10_000), "nor to this depth");
        assert!(!ranks.hopeless(5, 4, 0), "whoever has no doubt goes on");
    }

    #[test]
    fn a_few_nodes_say_nothing() {
        let mut ranks = Ranks::new();
        for _ in 1..ENOUGH {
            ranks.record(3, 9, false);
        }
        assert!(!ranks.hopeless(3, 9, 10_000));
        ranks.record(3, 9, false);
        assert!(ranks.hopeless(3, 9, 10_000));
    }
}
