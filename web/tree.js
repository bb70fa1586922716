// The game as a tree of moves: a main line, and variations that branch off it.
//
// Pure data, no document, no server: it can be tested alone, kept in the browser's storage and put
// into a link.

/** @import { Place, Review } from "./protocol.js" */

/** A place in the tree, and the move that led there. */
export class Node {
  /** @type {Node[]} The main continuation first, then the variations. */
  children = [];
  /** @type {string} What somebody wrote about it. */
  comment = "";
  /** @type {number | null} The first player's win chance, once somebody has judged it. */
  chance = null;
  /** @type {string | null} A review's word for the move: `mistake` and so on. */
  class = null;
  /** @type {string | null} A review's sentence about the move. */
  words = null;

  /**
   * @param {Node | null} parent
   * @param {string} move
   */
  constructor(parent, move) {
    this.parent = parent;
    this.move = move;
  }

  /** Moves since the root. @type {number} */
  get ply() {
    return this.parent ? this.parent.ply + 1 : 0;
  }

  /** The nodes from the root to here, the root included. */
  get path() {
    /** @type {Node[]} */
    const path = [];
    for (let node = /** @type {Node | null} */ (this); node; node = node.parent) path.unshift(node);
    return path;
  }

  /** The moves from the root to here. */
  get moves() {
    return this.path.slice(1).map((node) => node.move);
  }

  /** The nodes of the main continuation below, this one left out. */
  get rest() {
    const rest = [];
    for (let node = this.children[0]; node; node = node.children[0]) rest.push(node);
    return rest;
  }

  /** @param {string} move */
  child(move) {
    return this.children.find((child) => child.move === move);
  }
}

/**
 * A tree in few words: moves one after the other, a variation as a list of its own behind the move
 * it replaces.
 * @typedef {(string | Sketch)[]} Sketch
 */

/** How a game ended: the winner's name or `draw`, as the archive has it. @typedef {{ ply: number, result: string, reason: string }} Ended */

/** A review, and the moves that it is about. @typedef {{ moves: string[], review: Review & { stopped?: boolean } }} Reviewed */

export class GameTree {
  /**
   * @param {string} game the id
   * @param {string | null} start the first position, if it is not the game's own
   */
  constructor(game, start) {
    this.game = game;
    this.start = start;
    this.root = new Node(null, "");
    /** @type {Record<string, string>} Names of the players, the event and so on. */
    this.tags = {};
    /** @type {number | undefined} The archive's key of this game, if it is there. */
    this.archived = undefined;
    /** How the game ended after so many moves, where the rules do not tell. @type {Ended | undefined} */
    this.ended = undefined;
    /** @type {Reviewed | undefined} The last review of this game. */
    this.reviewed = undefined;
  }

  /**
   * The node behind a move, made if it is new.
   * @param {Node} node
   * @param {string} move
   */
  play(node, move) {
    const known = node.child(move);
    if (known) return known;
    const child = new Node(node, move);
    node.children.push(child);
    return child;
  }

  /**
   * Adds a line below a node and gives its last node.
   * @param {Node} node
   * @param {string[]} moves
   */
  extend(node, moves) {
    return moves.reduce((at, move) => this.play(at, move), node);
  }

  /** True if there is any variation. */
  get branched() {
    const rest = [this.root];
    for (let node = rest.pop(); node; node = rest.pop()) {
      if (node.children.length > 1) return true;
      rest.push(...node.children);
    }
    return false;
  }

  /**
   * Cuts a node off with all that follows, and gives its parent.
   * @param {Node} node
   */
  remove(node) {
    const parent = node.parent;
    if (!parent) return node;
    parent.children = parent.children.filter((child) => child !== node);
    return parent;
  }

  /**
   * Makes the line to a node the main line.
   * @param {Node} node
   */
  promote(node) {
    for (const step of node.path) {
      const parent = step.parent;
      if (!parent) continue;
      parent.children = [step, ...parent.children.filter((child) => child !== step)];
    }
  }

  /**
   * The node that a list of moves leads to, as far as the tree knows them.
   * @param {string[]} moves
   */
  find(moves) {
    let node = this.root;
    for (const move of moves) {
      const next = node.child(move);
      if (!next) break;
      node = next;
    }
    return node;
  }

  /** The last node of the main line. */
  get end() {
    return this.root.rest.at(-1) ?? this.root;
  }

  /**
   * What the server calls this place.
   * @param {Node} node
   * @returns {Place}
   */
  place(node) {
    return { game: this.game, start: this.start, moves: node.moves };
  }

  /** @returns {Sketch} */
  sketch() {
    return sketchBelow(this.root);
  }

  /** @param {Sketch} sketch */
  unfold(sketch) {
    unfoldBelow(this, this.root, sketch);
    return this;
  }
}

/**
 * @param {Node} node
 * @returns {Sketch}
 */
function sketchBelow(node) {
  /** @type {Sketch} */
  const sketch = [];
  for (let at = node; at.children.length > 0; at = at.children[0]) {
    const [main, ...others] = at.children;
    sketch.push(main.move, ...others.map((other) => [other.move, ...sketchBelow(other)]));
  }
  return sketch;
}

/**
 * @param {GameTree} tree
 * @param {Node} node
 * @param {Sketch} sketch
 */
function unfoldBelow(tree, node, sketch) {
  let before = node;
  let at = node;
  for (const step of sketch) {
    if (typeof step === "string") {
      before = at;
      at = tree.play(at, step);
    } else {
      unfoldBelow(tree, before, step);
    }
  }
}
