// The main line of the game: what graph and review are about, and what is copied and kept.

/** @import { Node } from "./tree.js" */
/** @import { Workbench } from "./workbench.js" */

/**
 * Its nodes, the root first; a node's index is its ply.
 * @param {Workbench} bench
 * @returns {Node[]}
 */
export const mainLine = ({ tree }) => [tree.root, ...tree.root.rest];

/**
 * The ply of a line at which a node stands, or at which its variation leaves the line.
 * @param {Node[]} line
 * @param {Node} node
 */
export function plyOn(line, node) {
  const off = node.path.findIndex((step, ply) => line[ply] !== step);
  return off < 0 ? node.ply : off - 1;
}
