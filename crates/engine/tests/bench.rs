//! The bench's signature: a change of the search that was not meant shows here.

use ponder_engine::bench_search;

/// Keep equal to what `ponder bench` prints; a change of the search changes it, and its commit
/// says so.
const SIGNATURE: &str = "fe0063208b4ef1ac";

#[test]
fn the_search_is_the_one_we_know() {
    let view = bench_search().expect("a valid bench");
    assert_eq!(view.signature, SIGNATURE, "{} nodes", view.nodes);
    let nodes: u64 = view.games.iter().map(|game| game.nodes).sum();
    assert_eq!(nodes, view.nodes);
}
