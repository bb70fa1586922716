// A game being played: who sits where, whose clock runs, and how it ended.
//
// The tree of moves may grow in other tabs and people may look back; the match has its own place in
// it, the `tip`. Engines move there, whatever is shown. Nothing is decided here that the server
// knows better: only a fallen flag and a resignation end a game without it.
//
//   match     seats, result, pause or tip have changed
//   clock     time has passed
//   ended     the game has just come to its end, by a move, a resignation or the clock

/** @import { Move, Position } from "./protocol.js" */
/** @import { Node } from "./tree.js" */
/** @import { Workbench } from "./workbench.js" */

import { capital } from "./dom.js";
import { Refusal } from "./link.js";
import { GameTree } from "./tree.js";

/** Who moves: an engine of this level, or a person. @typedef {{ level: string | null }} Seat */
/** Seconds for the whole game, and for each move made. @typedef {{ base: number, increment: number }} Control */
/** How it ended; `margin` is by how much, where that counts. @typedef {{ winner: string | null, reason: string, margin?: number }} Result */

/**
 * All that must not be lost when the page is loaded anew.
 * @typedef {{ seats: [Seat, Seat], control: Control | null, left: [number, number], result: Result | null, paused: boolean, tip: string[] }} Standing
 */

/** Milliseconds between the moves of two engines, so that people can follow. */
const PACE = 600;

/** @param {number} time */
const rest = (time) => new Promise((done) => setTimeout(done, time));

/** @type {[Seat, Seat]} */
const PEOPLE = [{ level: null }, { level: null }];

export class Match {
  /** @type {[Seat, Seat]} */
  seats = PEOPLE;
  /** @type {Control | null} */
  control = null;
  /** Seconds, when the clock last stood still. @type {[number, number]} */
  left = [0, 0];
  /** @type {Result | null} */
  result = null;
  paused = false;
  /** @type {Node} */
  tip;
  /** The server's word about the tip. @type {Position} */
  at;
  /** An engine is thinking. */
  thinking = false;
  /** Resolves when people have seen the last move. @type {() => Promise<unknown>} */
  seen = () => Promise.resolve();

  /** @type {GameTree | null} The tree that this match is played in. */
  #tree = null;
  /** @type {WeakMap<GameTree, Standing>} How the matches stood that were left for another game. */
  #standings = new WeakMap();
  /** @type {WeakMap<Node, string>} Who is to move, where we have been. */
  #turns = new WeakMap();
  /** @type {number | null} When the running clock was set going. */
  #since = null;
  #question = 0;

  /** @param {Workbench} bench */
  constructor(bench) {
    this.bench = bench;
    bench.on("game", () => {
      if (bench.tree === this.#tree) return;
      const standing = this.#standings.get(bench.tree);
      // Somebody opened another game: its moves may be continued by anybody, unless it was left in
      // the middle and has been brought back.
      this.#sit(PEOPLE, null);
      if (standing) this.#takeUp(standing).catch((error) => bench.complain(error));
    });
    bench.on("position", () => this.#turns.set(bench.node, bench.position.turn));
    bench.on("tree", () => this.#follow());
    bench.on("mode", () => this.#attend());
    setInterval(() => this.#tick(), 100);
  }

  /**
   * A new game.
   * @param {string} game
   * @param {[Seat, Seat]} seats
   * @param {Control | null} control
   * @param {string | null} [start]
   */
  async begin(game, seats, control, start = null) {
    const tree = new GameTree(game, start);
    const old = this.#tree;
    this.#tree = tree;
    try {
      await this.bench.open(tree);
    } catch (error) {
      this.#tree = old;
      throw error;
    }
    this.#sit(seats, control);
    this.#attend();
  }

  /**
   * Goes on with a match that was kept.
   * @param {GameTree} tree
   * @param {Node} node
   * @param {Standing} standing
   */
  async resume(tree, node, standing) {
    this.#tree = tree;
    await this.bench.open(tree, node);
    await this.#takeUp(standing);
  }

  /** Goes on in the tree that is open. @param {Standing} standing */
  async #takeUp(standing) {
    const { tree, node, link } = this.bench;
    this.#sit(standing.seats, standing.control);
    this.left = standing.left;
    this.paused = standing.paused;
    const tip = tree.find(standing.tip);
    if (tip !== node) this.at = await link.ask("position", { place: tree.place(tip) });
    this.tip = tip;
    this.result = standing.result;
    this.#told();
    this.#attend();
  }

  /** @returns {Standing} */
  get standing() {
    const { seats, control, result, paused } = this;
    return { seats, control, left: [this.leftNow(0), this.leftNow(1)], result, paused, tip: this.tip.moves };
  }

  /** @param {[Seat, Seat]} seats @param {Control | null} control */
  #sit(seats, control) {
    this.#drop();
    this.#tree = this.bench.tree;
    this.seats = seats;
    this.control = control;
    this.left = control ? [control.base, control.base] : [0, 0];
    this.result = null;
    this.paused = false;
    this.#since = null;
    this.#reach(this.bench.node, this.bench.position);
  }

  /** The game stands here now. @param {Node} node @param {Position} position */
  #reach(node, position) {
    this.tip = node;
    this.at = position;
    this.#turns.set(node, position.turn);
    this.result = this.#resultOf(position);
    this.#told();
  }

  /** How a game ends here by its rules, if it does. @param {Position} position @returns {Result | null} */
  #resultOf({ outcome }) {
    return outcome && { winner: outcome.winner, reason: outcome.reason, margin: this.bench.game.margins ? Math.abs(outcome.margin) : 0 };
  }

  /** Somebody has moved. @param {Node} node @param {Position} position */
  #advance(node, position) {
    this.#reach(node, position);
    if (this.result) this.bench.tell("ended");
    this.#attend();
  }

  #told() {
    if (this.#tree) this.#standings.set(this.#tree, this.standing);
    this.bench.playing = this.bench.mode === "play" && !this.result && this.seats.some((seat) => seat.level !== null);
    this.bench.tell("match");
  }

  /** The index of the player to move. */
  get mover() {
    return this.bench.info.players.indexOf(this.at.turn) === 1 ? 1 : 0;
  }

  /** The level that moves now, if an engine does. */
  get engine() {
    return this.seats[this.mover].level;
  }

  /** The only person's side, if there is just one. @returns {0 | 1 | null} */
  get own() {
    const [first, second] = this.seats.map((seat) => seat.level === null);
    if (first === second) return null;
    return first ? 0 : 1;
  }

  /** Two engines, nobody else. */
  get exhibition() {
    return this.seats.every((seat) => seat.level !== null);
  }

  get atTip() {
    return this.bench.node === this.tip;
  }

  /** How the game ended, if it has: in the Play tab the match, in the others the position shown. */
  get verdict() {
    const { mode, position } = this.bench;
    const result = mode === "play" ? this.result : this.#resultOf(position);
    return result && `${headline(result)} ${capital(result.reason)}.`;
  }

  /** Why nobody may move at the place shown, or nothing. Only the Play tab keeps to the match. */
  refuse() {
    if (this.bench.position.outcome) return "The game is over.";
    if (this.bench.mode !== "play") return null;
    if (this.result) return `The game is over: ${this.result.reason}.`;
    if (!this.atTip) return "This is an earlier position: go to the last move to play on.";
    if (this.engine !== null) return this.paused ? "The game is paused." : "It is the engine's turn.";
    return null;
  }

  /** Makes a move at the place shown. @param {Move | string} move */
  async play(move) {
    const here = this.bench.mode === "play" && this.atTip;
    const mover = this.mover;
    await this.bench.play(move);
    if (!here) return;
    this.#stopClock(mover, true);
    this.#advance(this.bench.node, this.bench.position);
  }

  /** Goes back to where a person was to move, and forgets what came after. */
  async takeBack() {
    const to = this.#before();
    if (!to) return;
    this.#drop();
    this.#stopClock(this.mover, false);
    const cut = this.tip.path[to.ply + 1];
    await this.bench.go(to);
    if (this.exhibition) this.paused = true;
    this.bench.tree.remove(cut);
    this.#reach(to, this.bench.position);
    this.bench.tell("tree");
    this.#attend();
  }

  get canTakeBack() {
    return this.#before() !== null;
  }

  /** @returns {Node | null} */
  #before() {
    const turn = (/** @type {Node} */ node) => {
      const known = this.#turns.get(node);
      if (known) return this.bench.info.players.indexOf(known) === 1 ? 1 : 0;
      return (this.mover + this.tip.ply - node.ply) % 2;
    };
    for (let node = this.tip.parent; node; node = node.parent) {
      if (this.exhibition || this.seats[turn(node)].level === null) return node;
    }
    return null;
  }

  /** Gives the game up for the person to move, or for the only person. */
  resign() {
    if (this.result) return;
    const { players } = this.bench.info;
    const loser = this.own ?? this.mover;
    this.#end({ winner: players[1 - loser], reason: `${players[loser]} resigns` });
  }

  /** @param {boolean} paused */
  pause(paused) {
    if (paused === this.paused) return;
    this.paused = paused;
    if (paused) {
      this.#stopClock(this.mover, false);
      this.#drop();
    }
    this.#told();
    this.#attend();
  }

  /** The seconds a player has left now. @param {number} player */
  leftNow(player) {
    const running = this.#since !== null && this.mover === player;
    const used = running ? (performance.now() - /** @type {number} */ (this.#since)) / 1000 : 0;
    return Math.max(this.left[player] - used, 0);
  }

  get clockRuns() {
    return this.#since !== null;
  }

  /** @param {Result} result */
  #end(result) {
    this.#stopClock(this.mover, false);
    this.#drop();
    this.result = result;
    this.#told();
    this.bench.tell("ended");
  }

  /** A panel cut or added moves: the tip must still be in the tree. */
  #follow() {
    if (!this.tip || this.bench.tree !== this.#tree) return;
    if (this.bench.tree.root === this.tip.path[0]) {
      const alive = this.tip.path.every((node) => !node.parent || node.parent.children.includes(node));
      if (alive) return;
    }
    this.#reach(this.bench.node, this.bench.position);
  }

  /** Sets going what should go: the clock, and the engine whose turn it is. */
  #attend() {
    if (!this.tip || this.bench.tree !== this.#tree) return;
    const active = this.bench.mode === "play" && !this.result && !this.paused;
    const playing = this.bench.mode === "play" && !this.result && this.seats.some((seat) => seat.level !== null);
    if (this.bench.playing !== playing) this.#told();
    if (!active) {
      this.#stopClock(this.mover, false);
      this.#drop();
      return;
    }
    // Nobody's time runs before the first move.
    if (this.control && this.#since === null && this.tip.ply > 0) this.#since = performance.now();
    if (this.engine !== null && !this.thinking) this.#think(this.engine);
  }

  /** @param {string} level */
  async #think(level) {
    const question = ++this.#question;
    const { bench, tip, control } = this;
    const clock = control ? { left: /** @type {[number, number]} */ ([this.leftNow(0), this.leftNow(1)]), increment: control.increment } : undefined;
    this.thinking = true;
    bench.tell("match");
    try {
      const [reply] = await Promise.all([bench.link.ask("reply", { place: bench.tree.place(tip), level, clock }), this.seen(), this.exhibition && rest(PACE)]);
      if (question !== this.#question) return;
      if (reply.stopped) throw new Refusal({ message: "the engine was interrupted", hint: null, at: null, shown: null });
      await this.#answer(reply.move, question);
    } catch (error) {
      if (question !== this.#question) return;
      this.thinking = false;
      this.paused = true;
      this.#stopClock(this.mover, false);
      this.#told();
      bench.complain(error);
    }
  }

  /**
   * Plays the engine's move at the tip, wherever people look. It counts as thinking until the game
   * stands behind that move: who is asked twice in between may answer twice.
   * @param {string} move
   * @param {number} question
   */
  async #answer(move, question) {
    const { bench, tip, mover } = this;
    const { tree } = bench;
    if (this.atTip) await bench.play(move);
    const node = tree.play(tip, move);
    const position = bench.node === node ? bench.position : await bench.link.ask("position", { place: tree.place(node) });
    if (bench.tree !== tree || this.tip !== tip) return;
    if (question !== this.#question && bench.node !== node) return;
    this.#question++;
    this.thinking = false;
    this.#stopClock(mover, true);
    this.#advance(node, position);
    bench.tell("tree");
  }

  /** Nobody waits for the engine any more. */
  #drop() {
    if (!this.thinking) return;
    this.#question++;
    this.thinking = false;
    this.bench.link.ask("stop").catch(() => {});
    this.bench.tell("match");
  }

  /** @param {number} mover @param {boolean} moved */
  #stopClock(mover, moved) {
    if (this.#since !== null) this.left[mover] = this.leftNow(mover);
    if (this.#since !== null && moved && this.control) this.left[mover] += this.control.increment;
    this.#since = null;
  }

  #tick() {
    if (this.#since === null) return;
    this.bench.tell("clock");
    const { mover } = this;
    if (this.leftNow(mover) > 0) return;
    const { players } = this.bench.info;
    this.left[mover] = 0;
    this.#since = null;
    this.#end({ winner: players[1 - mover], reason: `${players[mover]} ran out of time` });
  }
}

/** Who has won, and by how much: `White wins by 22.` @param {Result} result */
export function headline({ winner, margin }) {
  if (!winner) return "A draw.";
  return `${capital(winner)} wins${margin ? ` by ${margin}` : ""}.`;
}
