// Opens another game in place of the present one, which can be brought back.

/** @import { GameTree, Node } from "./tree.js" */
/** @import { Workbench } from "./workbench.js" */

/** @type {WeakMap<Workbench, { tree: GameTree, node: Node }>} */
const before = new WeakMap();

/**
 * Nothing changes if the server refuses the new game.
 * @param {Workbench} bench
 * @param {GameTree} tree
 * @param {Node} [at]
 */
export async function swap(bench, tree, at) {
  const old = { tree: bench.tree, node: bench.node };
  await bench.open(tree, at);
  before.set(bench, old);
  bench.tell("swapped");
}

/** Opens the game again that was open before. @param {Workbench} bench */
export async function bringBack(bench) {
  const old = before.get(bench);
  if (old) await swap(bench, old.tree, old.node);
}
