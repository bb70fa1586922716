// Scores and chances in figures and words, the same wherever they are shown.
//
// The engine judges from the mover's view. The bar and the graph show the first player's share of
// the chances, so that they do not swing with every move; a figure beside them belongs to whoever is
// ahead and needs no sign.

/** @import { Score } from "./protocol.js" */
/** @import { Workbench } from "./workbench.js" */

import { capital } from "./dom.js";

/** What the bar is told. @typedef {{ chance: number | null, words: string, depth: number, sentence?: string }} Judgement */

/** @param {number} chance */
export const percent = (chance) => `${Math.round(100 * chance)} %`;

/**
 * Hundredths of a unit as people write them: halves and tenths only where they say something.
 * @param {number} hundredths
 */
function units(hundredths) {
  const value = Math.abs(hundredths) / 100;
  return Number.isInteger(value) || value >= 100 ? String(Math.round(value)) : value.toFixed(1);
}

/**
 * From the mover's view: `+1.3`, `−4`, `win in 5`.
 * @param {Score} score
 */
export function figure(score) {
  const ends = score.plies === undefined ? "" : ` in ${score.plies}`;
  if (score.kind === "win" || score.kind === "loss") return `${score.kind}${ends}`;
  if (score.kind === "draw") return "draw";
  const size = units(score.value);
  return Number(size) === 0 ? "0" : `${score.value < 0 ? "−" : "+"}${size}`;
}

/**
 * As short as a disc on the board allows: `+1.3`, `W5`, `L4`, `=`.
 * @param {Score} score
 */
export function mark(score) {
  if (score.kind === "win") return `W${score.plies ?? ""}`;
  if (score.kind === "loss") return `L${score.plies ?? ""}`;
  return score.kind === "draw" ? "=" : figure(score);
}

/**
 * The same for ears and tooltips: `1.3 discs ahead, expected`.
 * @param {Score} score
 * @param {string} unit
 */
export function inWords(score, unit) {
  const bound = score.bound === "lower" ? "at least " : score.bound === "upper" ? "at most " : "";
  if (score.kind === "win" || score.kind === "loss") {
    return score.plies === undefined ? `a ${score.kind}` : `a ${score.kind} in ${score.plies} plies`;
  }
  const size = units(score.value);
  if (score.kind === "draw" || Number(size) === 0) return score.kind === "heuristic" ? "even" : "a draw";
  const side = score.value < 0 ? "behind" : "ahead";
  return `${bound}${size} ${unit} ${side}${score.kind === "exact" ? ", exactly" : ""}`;
}

/**
 * The first player's share of what the mover's chance is.
 * @param {Workbench} bench
 * @param {number} chance
 */
export const firstsShare = (bench, chance) => (bench.position.turn === bench.info.players[0] ? chance : 1 - chance);

/**
 * What the bar shall show for the present place.
 * @param {Workbench} bench
 * @param {Score} score
 * @param {number} chance the mover's
 * @param {number} depth
 * @returns {Judgement}
 */
export function judgement(bench, score, chance, depth) {
  const first = firstsShare(bench, chance);
  const [player, share] = first >= 0.5 ? [bench.info.players[0], first] : [bench.info.players[1], 1 - first];
  const ahead = /** @type {Score} */ ({ ...score, value: Math.abs(score.value) });
  if (score.kind === "loss") ahead.kind = "win";
  const words = figure(ahead).replace(/^\+/, "");
  const sentence = `${capital(player)}: ${inWords(ahead, bench.game.unit)}, win chance ${percent(share)}, depth ${depth}`;
  return { chance: first, words, depth, sentence };
}

/**
 * What is known about the place without asking: how the game ended, or what was judged before.
 * @param {Workbench} bench
 * @returns {Judgement}
 */
export function standing({ position, info, node }) {
  const players = info.players;
  if (position.outcome) {
    const { winner, reason } = position.outcome;
    if (winner === null) return { chance: 0.5, words: "½", depth: 0, sentence: `A draw: ${reason}` };
    const chance = winner === players[0] ? 1 : 0;
    return { chance, words: "won", depth: 0, sentence: `${capital(winner)} has won: ${reason}` };
  }
  if (node.chance === null) return { chance: null, words: "", depth: 0 };
  const [leader, share] = node.chance >= 0.5 ? [players[0], node.chance] : [players[1], 1 - node.chance];
  const words = String(Math.round(100 * share));
  return { chance: node.chance, words: `${words}%`, depth: 0, sentence: `${capital(leader)}: win chance ${words} %` };
}
