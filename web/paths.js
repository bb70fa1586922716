// Clicks become moves: a walk down the prefix tree of the legal moves' click paths.
//
// No rule is known here. As soon as the clicks leave one move, it is found; where several moves
// share all their clicks (how many tokens to take along), somebody has to choose among them.

/** @import { Move } from "./protocol.js" */

/**
 * The ways to click a move.
 * @param {Move} move
 */
const ways = (move) => [move.path, ...(move.also ?? [])].filter((path) => path.length > 0);

/**
 * @param {string[]} path
 * @param {string[]} clicks
 */
const begins = (path, clicks) => clicks.every((cell, index) => path[index] === cell);

/**
 * What the clicks so far mean.
 * @typedef {{
 *   moves: Move[],
 *   next: Set<string>,
 *   done: Move | null,
 *   choice: Move[],
 * }} Meaning `moves` can still be meant; `next` are the cells that lead on; `done` is the one move
 * that is left; `choice` those among which clicks cannot tell.
 */

/**
 * @param {Move[]} moves
 * @param {string[]} clicks
 * @returns {Meaning}
 */
export function meaning(moves, clicks) {
  /** @type {Set<string>} */
  const next = new Set();
  /** @type {Set<Move>} */
  const meant = new Set();
  /** @type {Set<Move>} */
  const whole = new Set();
  for (const move of moves) {
    for (const path of ways(move)) {
      if (!begins(path, clicks)) continue;
      meant.add(move);
      if (path.length > clicks.length) next.add(path[clicks.length]);
      else whole.add(move);
    }
  }
  const ended = next.size === 0;
  const choice = ended ? [...whole] : [];
  const done = clicks.length > 0 && ended && choice.length === 1 ? choice[0] : null;
  return { moves: [...meant], next, done, choice: done ? [] : choice };
}

/**
 * The clicks after one more: the next step of a path; or the rest of a path that only one move
 * has, named by its last cell; or a new beginning. Where several paths end there, somebody has to say
 * which, and the clicks stay; else there are none.
 * @param {Move[]} moves
 * @param {string[]} clicks
 * @param {string} cell
 * @returns {string[]}
 */
export function click(moves, clicks, cell) {
  const further = [...clicks, cell];
  if (meaning(moves, further).moves.length > 0) return further;
  const reaching = moves.flatMap(ways).filter((path) => begins(path, clicks) && path.at(-1) === cell);
  if (clicks.length > 0 && reaching.length === 1) return reaching[0];
  if (clicks.includes(cell)) return [];
  if (meaning(moves, [cell]).moves.length > 0) return [cell];
  return reaching.length > 1 ? clicks : [];
}

/**
 * For each of the next cells that makes the move whole, where one of its pieces comes from and goes.
 * @param {Move[]} moves
 * @param {string[]} clicks
 * @param {Set<string>} next
 * @returns {Map<string, [string, string]>}
 */
export function steps(moves, clicks, next) {
  /** @type {Map<string, [string, string]>} */
  const found = new Map();
  if (clicks.length === 0) return found;
  for (const cell of next) {
    const step = meaning(moves, [...clicks, cell]).done?.effects.find((effect) => effect.kind === "move");
    if (step?.to) found.set(cell, [step.cell, step.to]);
  }
  return found;
}
