// The line of moves that graph and review are about: the one through the present place, to its end.

/** @import { Node } from "./tree.js" */
/** @import { Workbench } from "./workbench.js" */

/**
 * Its nodes, the root first; a node's index is its ply.
 * @param {Workbench} bench
 * @returns {Node[]}
 */
export const shownLine = (bench) => [...bench.node.path, ...bench.node.rest];
