// What survives a reload: the whole tree of moves, where we are in it, the match with its clocks.
//
// Every tab keeps its own games in its session storage, the newest of each kind, so that one can
// look at another game and come back, and two tabs do not trample on each other. The newest game of
// all tabs is also kept in local storage, for the next visit. The address holds the game too
// (address.js), so that copying it shares the game.
//
// Another game is a step in the browser's history, a move within one is not: Back leads from game to
// game, and each is found as it was left, with its players and its tab.

/** @import { Board } from "./board.js" */
/** @import { Match, Standing } from "./match.js" */
/** @import { Mode, Workbench } from "./workbench.js" */
/** @import { Ended, Node, Reviewed, Sketch } from "./tree.js" */

import { addressOf, readAddress } from "./address.js";
import { leaveOutIllegal } from "./legal.js";
import { Refusal } from "./link.js";
import { each, like, listOf, maybe, number, oneOf, parts, row, text, truth } from "./shape.js";
import { GameTree } from "./tree.js";

const KEY = "ponder.game";

/** Steps of the browser's history whose games are kept; earlier ones are opened by their address. */
const STEPS = 30;

/** What a node carries besides its move, by the numbers of the children that lead to it. @typedef {[number[], Partial<Pick<Node, "comment" | "chance" | "class" | "words">>]} Note */
/** @typedef {{ game: string, start: string | null, tags?: Record<string, string>, archived?: number, ended?: Ended, reviewed?: Reviewed, sketch: Sketch, at: string[], notes: Note[], mode: Mode, turned: boolean, standing: Standing, hash: string }} Kept */

/** @import { Shape } from "./shape.js" */

/** @type {Shape} */
const SKETCH = (value) => listOf((step) => text(step) || SKETCH(step))(value);
const PLY = parts({ ply: number, move: text, turn: text, best: text, loss: number, class: text, line: listOf(text), words: text });
const REVIEW = parts({ plies: listOf(PLY), players: each(parts({ accuracy: number, inaccuracies: number, mistakes: number, blunders: number })), stopped: maybe(truth) });
const SEAT = parts({ level: maybe(text) });
/** What a {@link Kept} looks like: whatever else is found under its name is none. */
const KEPT = parts({
  game: text,
  start: maybe(text),
  tags: maybe(each(text)),
  archived: maybe(number),
  ended: maybe(parts({ ply: number, result: text, reason: text })),
  reviewed: maybe(parts({ moves: listOf(text), review: REVIEW })),
  sketch: SKETCH,
  at: listOf(text),
  notes: listOf(row(listOf(number), parts({ comment: maybe(text), chance: maybe(number), class: maybe(text), words: maybe(text) }))),
  mode: oneOf(["play", "analyse", "lab"]),
  turned: truth,
  standing: parts({
    seats: row(SEAT, SEAT),
    control: maybe(parts({ base: number, increment: number })),
    left: row(number, number),
    result: maybe(parts({ winner: maybe(text), reason: text, margin: maybe(number) })),
    paused: truth,
    tip: listOf(text),
  }),
  hash: text,
});

/**
 * The only door through which what was kept comes back: what does not have its shape was not kept.
 * @param {"sessionStorage" | "localStorage"} storage
 * @param {string} key
 * @param {Shape} shape
 * @returns {any} null if there is nothing
 */
function fetchKept(storage, key, shape) {
  try {
    const value = JSON.parse(globalThis[storage].getItem(key) ?? "null");
    return shape(value) ? value : null;
  } catch {
    // No storage, or not ours.
    return null;
  }
}

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

/** The name of the newest game of a kind. @param {string} name */
const kindKey = (name) => `${KEY}.${name}`;

/** The name of the game at a step of the browser's history. @param {number} step */
const stepKey = (step) => `${KEY}#${step}`;

/** The step of the browser's history that is shown, if it is one of ours. @returns {number | null} */
const stepShown = () => history.state?.step ?? null;

/**
 * The game that was kept under a name.
 * @param {"sessionStorage" | "localStorage"} storage
 * @param {string} key
 * @returns {Kept | null}
 */
const recallFrom = (storage, key) => fetchKept(storage, key, KEPT);

/** The game of the step shown, the newest of this tab, or of all. */
function recall() {
  const step = stepShown();
  const here = step === null ? null : recallFrom("sessionStorage", stepKey(step));
  return here ?? recallFrom("sessionStorage", KEY) ?? recallFrom("localStorage", KEY);
}

/** Says that the address holds no game, if it should. @param {Workbench} bench */
function unreadable(bench) {
  if (location.hash.length > 1) bench.tell("fault", "The link in the address cannot be read; perhaps its end is missing.");
}

/** Says why the game of an address is not there. @param {Workbench} bench @param {unknown} error */
function unopened(bench, error) {
  const why = error instanceof Refusal ? error.words : String(error);
  bench.tell("fault", `The link in the address cannot be opened: ${why}`);
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
  if (!linked) unreadable(bench);
  if (kept && (!linked || kept.hash === location.hash || loadedAgain())) {
    board.turned = kept.turned;
    bench.mode = kept.mode;
    if (await restore(kept, match)) return true;
    bench.mode = "play";
  }
  if (!linked) return false;
  try {
    await openLinked(bench, linked);
    return true;
  } catch (error) {
    unopened(bench, error);
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
  const kept = recallFrom("sessionStorage", kindKey(name));
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
    tree.archived = kept.archived;
    tree.ended = kept.ended;
    tree.reviewed = kept.reviewed;
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
  // The board need not wait for the variations.
  leaveOutIllegal(bench).catch((error) => bench.complain(error));
}

/**
 * Keeps whatever changes from now on.
 * @param {Workbench} bench
 * @param {Match} match
 * @param {Board} board
 */
export function keepAll(bench, match, board) {
  let asked = false;
  let step = stepShown() ?? 0;
  /** The game of that step. */
  let { tree: shown } = bench;
  /** True while the browser has gone to another step and its game is not open yet. */
  let underway = false;

  const store = () => {
    const { tree, node, mode } = bench;
    /** @type {Kept} */
    const kept = { game: tree.game, start: tree.start, tags: tree.tags, archived: tree.archived, ended: tree.ended, reviewed: tree.reviewed, sketch: tree.sketch(), at: node.moves, notes: notesOf(tree), mode, turned: board.turned, standing: match.standing, hash: addressOf(tree, node) };
    const text = JSON.stringify(kept);
    try {
      for (const key of [KEY, kindKey(bench.info.name), stepKey(step)]) sessionStorage.setItem(key, text);
      sessionStorage.removeItem(stepKey(step - STEPS));
      localStorage.setItem(KEY, text);
    } catch {
      // A browser that keeps nothing can still be played in.
    }
  };
  const save = () => {
    asked = false;
    if (underway) return;
    const hash = addressOf(bench.tree, bench.node);
    if (bench.tree !== shown && location.hash !== hash) {
      step += 1;
      history.pushState({ step }, "", hash);
    } else if (location.hash !== hash || stepShown() !== step) {
      history.replaceState({ step }, "", hash);
    }
    shown = bench.tree;
    store();
  };
  const soon = () => {
    if (asked) return;
    asked = true;
    setTimeout(save, 50);
  };
  for (const event of ["position", "tree", "match", "mode"]) bench.on(event, soon);
  addEventListener("pagehide", save);

  /** Opens the game of another step as it was left, or else what the address says. @param {Kept | null} kept */
  const arrive = async (kept) => {
    if (kept && (await restore(kept, match))) {
      if (board.turned !== kept.turned) board.flip();
      bench.show(kept.mode);
      return;
    }
    const linked = readAddress(location.hash);
    if (!linked) unreadable(bench);
    else await openLinked(bench, linked).catch((error) => unopened(bench, error));
  };
  let journey = Promise.resolve();
  addEventListener("popstate", () => {
    if (!underway) store();
    underway = true;
    // A step without a number is an address that somebody typed: it comes after the present one.
    const to = stepShown();
    step = to ?? step + 1;
    const target = step;
    const kept = to === null ? null : recallFrom("sessionStorage", stepKey(to));
    journey = journey.then(async () => {
      // Who presses Back three times is not shown the games between.
      if (target !== step) return;
      await arrive(kept).catch((error) => bench.complain(error));
      if (target !== step) return;
      underway = false;
      shown = bench.tree;
      save();
    });
  });
  soon();
}

/** What this tab alone keeps until it is closed, if there is something of that shape. @param {string} name @param {Shape} shape */
export const recallHere = (name, shape) => fetchKept("sessionStorage", `ponder.${name}`, shape);

/** Keeps something for this tab; null is nothing. @param {string} name @param {unknown} value */
export function keepHere(name, value) {
  try {
    sessionStorage.setItem(`ponder.${name}`, JSON.stringify(value));
  } catch {
    // It will have to be done again.
  }
}

/**
 * Something small that is kept for all tabs.
 * @template T
 * @param {string} name
 * @param {T} usual
 * @param {Shape} [shape] where not everything will do that is like the usual
 * @returns {T}
 */
export const recallSetting = (name, usual, shape = like(usual)) => fetchKept("localStorage", `ponder.${name}`, shape) ?? usual;

/** @param {string} name @param {unknown} value */
export function keepSetting(name, value) {
  try {
    localStorage.setItem(`ponder.${name}`, JSON.stringify(value));
  } catch {
    // It will be asked again.
  }
}
