// What survives a reload: the whole tree of moves, where we are in it, the match with its clocks.
//
// Every tab keeps its own games in its session storage, the newest of each kind, so that one can
// look at another game and come back, and two tabs do not trample on each other. The newest game of
// all tabs is also kept in local storage, for the next visit. The address holds the game too
// (address.js), so that copying it shares the game.

/** @import { Board } from "./board.js" */
/** @import { Match, Standing } from "./match.js" */
/** @import { Mode, Workbench } from "./workbench.js" */
/** @import { Node, Sketch } from "./tree.js" */

import { addressOf, readAddress } from "./address.js";
import { Refusal } from "./link.js";
import { GameTree } from "./tree.js";

const KEY = "ponder.game";

/** What a node carries besides its move, by the numbers of the children that lead to it. @typedef {[number[], Partial<Pick<Node, "comment" | "chance" | "class" | "words">>]} Note */
/** @typedef {{ game: string, start: string | null, tags?: Record<string, string>, sketch: Sketch, at: string[], notes: Note[], mode: Mode, turned: boolean, standing: Standing, hash: string }} Kept */

/** The whole address, for sharing. @param {Workbench} bench */
export function shareLink(bench) {
  return `${location.origin}${location.pathname}${addressOf(bench.tree, bench.node)}`;
}

/** @param {GameTree} tree @returns {Note[]} */
function notesOf(tree) {
  /** @type {Note[]} */
  const notes = [];
  /** @type {[Node, number[]][]} */
  const rest = [[tree.root, []]];
  for (let next = rest.pop(); next; next = rest.pop()) {
    const [node, way] = next;
    const { comment, chance, class: grade, words } = node;
    if (comment || chance !== null || grade || words) notes.push([way, { comment, chance, class: grade, words }]);
    rest.push(...node.children.map((child, index) => /** @type {[Node, number[]]} */ ([child, [...way, index]])));
  }
  return notes;
}

/** @param {GameTree} tree @param {Note[]} notes */
function annotate(tree, notes) {
  for (const [way, note] of notes) {
    /** @type {Node | undefined} */
    let node = tree.root;
    for (const index of way) node = node?.children[index];
    if (node) Object.assign(node, note);
  }
}

/**
 * The newest game of this tab, or of all; or the newest of one kind in this tab.
 * @param {string} [name]
 * @returns {Kept | null}
 */
function recall(name) {
  for (const storage of name ? ["sessionStorage"] : ["sessionStorage", "localStorage"]) {
    try {
      const text = globalThis[/** @type {"sessionStorage"} */ (storage)].getItem(name ? `${KEY}.${name}` : KEY);
      if (text) return JSON.parse(text);
    } catch {
      // No storage, or not ours: nothing was kept.
    }
  }
  return null;
}

/**
 * Opens what the address names, or else what was kept; says whether there was anything.
 * @param {Workbench} bench
 * @param {Match} match
 * @param {Board} board
 */
export async function reopen(bench, match, board) {
  const kept = recall();
  const linked = readAddress(location.hash);
  if (kept && (!linked || kept.hash === location.hash || loadedAgain())) {
    board.turned = kept.turned;
    bench.mode = kept.mode;
    if (await restore(kept, match)) return true;
    bench.mode = "play";
  }
  if (!linked) {
    if (location.hash.length > 1) bench.tell("fault", "The link in the address cannot be read; perhaps its end is missing.");
    return false;
  }
  try {
    await openLinked(bench, linked);
    return true;
  } catch (error) {
    const why = error instanceof Refusal ? error.words : String(error);
    bench.tell("fault", `The link in the address cannot be opened: ${why}`);
  }
  try {
    // At least its game.
    const tree = new GameTree(linked.tree.game, null);
    await openLinked(bench, { tree, node: tree.root });
    return true;
  } catch {
    return false;
  }
}

/**
 * Goes on with the newest game of a kind, if it has begun and is not over; says whether there was one.
 * @param {string} name
 * @param {Match} match
 * @param {Board} board
 */
export async function goOn(name, match, board) {
  const kept = recall(name);
  if (!kept || kept.standing.result || kept.standing.tip.length === 0) return false;
  if (!(await restore(kept, match))) return false;
  if (board.turned !== kept.turned) board.flip();
  return true;
}

/**
 * True if this tab shows its page again. Its address may then be a moment older than what was kept:
 * a page that is left can still write down its game, but no longer its address.
 */
function loadedAgain() {
  const [way] = /** @type {PerformanceNavigationTiming[]} */ (performance.getEntriesByType("navigation"));
  return way?.type === "reload" && sessionStorage.getItem(KEY) !== null;
}

/** @param {Kept} kept @param {Match} match */
async function restore(kept, match) {
  try {
    const tree = new GameTree(kept.game, kept.start).unfold(kept.sketch);
    tree.tags = kept.tags ?? {};
    annotate(tree, kept.notes);
    await match.resume(tree, tree.find(kept.at), kept.standing);
    return true;
  } catch (error) {
    // An older version's, or a game that is gone: begin anew.
    console.warn("what was kept cannot be opened", error);
    return false;
  }
}

/** @param {Workbench} bench @param {{ tree: GameTree, node: Node }} linked */
async function openLinked(bench, { tree, node }) {
  await bench.open(tree, node);
  bench.show("analyse");
}

/**
 * Keeps whatever changes from now on.
 * @param {Workbench} bench
 * @param {Match} match
 * @param {Board} board
 */
export function keepAll(bench, match, board) {
  let asked = false;
  const save = () => {
    asked = false;
    const { tree, node, mode } = bench;
    const hash = addressOf(tree, node);
    if (location.hash !== hash) history.replaceState(null, "", hash);
    /** @type {Kept} */
    const kept = { game: tree.game, start: tree.start, tags: tree.tags, sketch: tree.sketch(), at: node.moves, notes: notesOf(tree), mode, turned: board.turned, standing: match.standing, hash: location.hash };
    const text = JSON.stringify(kept);
    try {
      sessionStorage.setItem(KEY, text);
      sessionStorage.setItem(`${KEY}.${bench.info.name}`, text);
      localStorage.setItem(KEY, text);
    } catch {
      // A browser that keeps nothing can still be played in.
    }
  };
  const soon = () => {
    if (asked) return;
    asked = true;
    setTimeout(save, 50);
  };
  for (const event of ["position", "tree", "match", "mode"]) bench.on(event, soon);
  addEventListener("pagehide", save);
  addEventListener("hashchange", () => {
    const linked = readAddress(location.hash);
    if (linked) openLinked(bench, linked).catch((error) => bench.complain(error));
  });
  soon();
}

/**
 * Something small that is kept for all tabs.
 * @template T
 * @param {string} name
 * @param {T} usual
 * @returns {T}
 */
export function recallSetting(name, usual) {
  try {
    const text = localStorage.getItem(`ponder.${name}`);
    return text ? JSON.parse(text) : usual;
  } catch {
    return usual;
  }
}

/** @param {string} name @param {unknown} value */
export function keepSetting(name, value) {
  try {
    localStorage.setItem(`ponder.${name}`, JSON.stringify(value));
  } catch {
    // It will be asked again.
  }
}
