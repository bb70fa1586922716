// Where games begin: with whom, as was wished for last time, and which way round the board lies.

/** @import { Board } from "./board.js" */
/** @import { Control, Match, Seat } from "./match.js" */
/** @import { Workbench } from "./workbench.js" */

import { goOn, keepSetting, recallSetting } from "./keep.js";
import { oneOf, parts, row, text } from "./shape.js";
import { lowerSide } from "./sides.js";

const SIDES = /** @type {const} */ (["first", "second", "random", "both", "none"]);
/** @typedef {typeof SIDES[number]} Side */
/** What somebody wished for last time. @typedef {{ side: Side, levels: [string, string], clock: string, custom: string }} Wish */

export class Lobby {
  /** @type {Wish} */
  wish;

  /**
   * @param {Workbench} bench
   * @param {Match} match
   * @param {Board} board
   */
  constructor(bench, match, board) {
    this.bench = bench;
    this.match = match;
    this.board = board;
    const names = bench.hello.levels.map((level) => level.name);
    const middle = names[Math.floor((names.length - 1) / 2)];
    /** @type {Wish} */
    const usual = { side: "first", levels: [middle, middle], clock: "none", custom: "15+10" };
    const level = oneOf(names);
    this.wish = recallSetting("wish", usual, parts({ side: oneOf(SIDES), levels: row(level, level), clock: text, custom: text }));
  }

  /**
   * A new game in the Play tab.
   * @param {string} game
   * @param {[Seat, Seat]} seats
   * @param {Control | null} control
   */
  async begin(game, seats, control) {
    await this.match.begin(game, seats, control);
    this.#turn();
    this.bench.show("play");
  }

  /** A new game that somebody wished for; the wish is remembered. @param {string} game @param {Wish} wish @param {Control | null} control */
  async grant(game, wish, control) {
    await this.begin(game, seatsOf(wish), control);
    this.wish = wish;
    keepSetting("wish", wish);
  }

  /** The same once more. */
  async again() {
    await this.begin(this.bench.info.id, this.match.seats, this.match.control);
  }

  /** Another game: where it was left, or a new one with the players wished for last. @param {string} game */
  async change(game) {
    const { bench, match, board, wish } = this;
    try {
      if (await goOn(game, match, board)) return;
      await match.begin(game, seatsOf(bench.mode === "play" ? wish : { ...wish, side: "both" }), null);
      this.#turn();
    } catch (error) {
      bench.complain(error);
    }
  }

  /** The only person's pieces lie below, if the sides begin apart. */
  #turn() {
    const lower = lowerSide(this.bench);
    const { own } = this.match;
    const below = lower === null || own === null || own === lower;
    if (this.board.turned === below) this.board.flip();
  }
}

/**
 * Who sits where; chance decides if either side will do.
 * @param {Wish} wish
 * @returns {[Seat, Seat]}
 */
export function seatsOf({ side, levels }) {
  const person = { level: null };
  const either = side === "random" ? (Math.random() < 0.5 ? "first" : "second") : side;
  // With either side one level is asked for, the second player's.
  const strength = side === "random" ? levels[1] : levels[0];
  switch (either) {
    case "first":
      return [person, { level: levels[1] }];
    case "second":
      return [{ level: strength }, person];
    case "both":
      return [person, person];
    default:
      return [{ level: levels[0] }, { level: levels[1] }];
  }
}
