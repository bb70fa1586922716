// A link is opened where it shows, and the server has looked at the moves up to there only. What
// else it holds is asked about once the board is there; what the rules refuse is left out and named.

/** @import { GameTree, Node } from "./tree.js" */
/** @import { Workbench } from "./workbench.js" */

import { Refusal } from "./link.js";

/** Milliseconds between two questions: whoever plays meanwhile needs some of the server's fifty a second. */
const PACE = 30;
/** Refused lines that are told one by one. */
const TOLD = 3;
/** Moves of a refused line that are told. */
const LONG = 6;

/** @param {number} time */
const rest = (time) => new Promise((done) => setTimeout(done, time));

/** The last nodes of all lines, the main line's first. @param {GameTree} tree */
function ends(tree) {
  /** @type {Node[]} */
  const ends = [];
  const stack = [tree.root];
  for (let node = stack.pop(); node; node = stack.pop()) {
    if (node.children.length === 0) ends.push(node);
    stack.push(...node.children.toReversed());
  }
  return ends;
}

/**
 * The first move of a line that the server refuses, and its words; null if it takes them all. One
 * question if all is well, and otherwise as many as it takes to halve the line down to one move.
 * @param {(node: Node) => Promise<Refusal | null>} ask
 * @param {Node[]} line
 * @returns {Promise<{ node: Node, why: Refusal } | null>}
 */
export async function firstRefused(ask, line) {
  let why = line.length > 0 ? await ask(line[line.length - 1]) : null;
  if (!why) return null;
  let [low, high] = [0, line.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    const refused = await ask(line[middle]);
    if (refused) [high, why] = [middle, refused];
    else low = middle + 1;
  }
  return { node: line[high], why };
}

/**
 * Cuts off what the server refuses of a tree that is open, and says which moves and why.
 * @param {Workbench} bench
 */
export async function leaveOutIllegal(bench) {
  const { tree } = bench;
  const known = new Set(bench.node.path);
  /** @param {Node} node */
  const ask = async (node) => {
    await rest(PACE);
    try {
      await bench.link.ask("position", { place: tree.place(node) });
    } catch (error) {
      if (error instanceof Refusal) return error;
      throw error;
    }
    for (const legal of node.path) known.add(legal);
    return null;
  };
  /** @type {string[]} */
  const told = [];
  for (const end of ends(tree)) {
    // Who opens another game meanwhile is not told about this one.
    if (bench.tree !== tree) return;
    const { path } = end;
    if (path.some((node) => node.parent && !node.parent.children.includes(node))) continue;
    const refused = await firstRefused(ask, path.filter((node) => !known.has(node)));
    if (!refused) continue;
    told.push(`${movesFrom(refused.node)} (${refused.why.message})`);
    tree.remove(refused.node);
  }
  if (told.length === 0 || bench.tree !== tree) return;
  bench.tell("tree");
  const more = told.length > TOLD ? `; and ${told.length - TOLD} more` : "";
  bench.tell("fault", `The link holds moves that cannot be played; left out: ${told.slice(0, TOLD).join("; ")}${more}`);
}

/** A line in few words: `9-14 18x9`. @param {Node} node */
function movesFrom(node) {
  const moves = [node, ...node.rest].map(({ move }) => move);
  return moves.length > LONG ? `${moves.slice(0, LONG).join(" ")} …` : moves.join(" ");
}
