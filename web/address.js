// A game as the end of an address: what is copied from the browser's line is the whole game.
//
//     #GAME;START;MOVES;AT
//
// GAME is the id. START is the first position, or nothing if it is the game's own. MOVES are the
// moves with commas between; a variation stands in brackets behind the move it replaces. AT is the
// place shown: the number of moves on the main line, or `v` and the numbers of the children that
// lead there; nothing if it is the last move. All words are percent-encoded. `#othello;;d3,c5` is a
// whole address, and so is `#othello;;d3,c5,(c3,c4),d6;v0.1`.

/** @import { Node, Sketch } from "./tree.js" */

import { GameTree } from "./tree.js";

/** @param {string} word */
const encode = (word) => encodeURIComponent(word).replace(/[()]/g, (bracket) => (bracket === "(" ? "%28" : "%29"));

/** @param {Sketch} sketch @returns {string} */
const write = (sketch) => sketch.map((step) => (typeof step === "string" ? encode(step) : `(${write(step)})`)).join(",");

/**
 * @param {string} text
 * @returns {Sketch}
 */
function read(text) {
  /** @type {Sketch} */
  const line = [];
  /** @type {Sketch[]} Lines whose variations are being read. */
  const above = [];
  let at = line;
  for (const word of text.split(/([(),])/)) {
    if (word === "" || word === ",") continue;
    if (word === "(") {
      /** @type {Sketch} */
      const variation = [];
      at.push(variation);
      above.push(at);
      at = variation;
    } else if (word === ")") {
      at = above.pop() ?? at;
    } else {
      at.push(decodeURIComponent(word));
    }
  }
  return line;
}

/** @param {Node} node */
function whereabouts(node) {
  const steps = node.path.slice(1).map((each) => each.parent?.children.indexOf(each) ?? 0);
  const main = steps.every((step) => step === 0);
  if (main) return node.children.length === 0 ? "" : String(steps.length);
  return `v${steps.join(".")}`;
}

/**
 * @param {GameTree} tree
 * @param {Node} node the place shown
 */
export function addressOf(tree, node) {
  const parts = [encode(tree.game), encode(tree.start ?? ""), write(tree.sketch())];
  const at = whereabouts(node);
  if (at !== "") parts.push(at);
  return `#${parts.join(";")}`;
}

/**
 * The game that an address holds, or null if it holds none.
 * @param {string} hash
 * @returns {{ tree: GameTree, node: Node } | null}
 */
export function readAddress(hash) {
  if (!hash.startsWith("#") || hash.length < 2) return null;
  try {
    const [game, start = "", moves = "", at = ""] = hash.slice(1).split(";");
    const tree = new GameTree(decodeURIComponent(game), decodeURIComponent(start) || null).unfold(read(moves));
    if (at === "") return { tree, node: tree.end };
    const steps = at.startsWith("v") ? at.slice(1).split(".").map(Number) : Array.from({ length: Math.min(Number(at) || 0, tree.end.ply) }, () => 0);
    const node = steps.reduce((/** @type {Node} */ node, step) => node.children[step] ?? node, tree.root);
    return { tree, node };
  } catch {
    return null;
  }
}
