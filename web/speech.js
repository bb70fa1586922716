// What is said aloud to those who listen instead of looking: the move that was made, who is to
// move, how it ended, and on demand the evaluation.

/** @import { Effect } from "./protocol.js" */
/** @import { Match } from "./match.js" */
/** @import { Workbench } from "./workbench.js" */

import { capital } from "./dom.js";
import { keys } from "./keys.js";

/** @type {[Effect["kind"], string, string][]} */
const DEEDS = [
  ["flip", "turns", ""],
  ["capture", "captures", ""],
  ["push", "pushes", ""],
  ["eject", "pushes", " off"],
  ["explode", "explodes", ""],
  ["crown", "crowns", ""],
];

/** What a move does, in a few words: `turns 3`. @param {Effect[]} effects */
function deeds(effects) {
  const told = DEEDS.map(([kind, verb, tail]) => {
    const count = effects.filter((effect) => effect.kind === kind).length;
    return count > 0 ? `${verb} ${count}${tail}` : "";
  });
  return told.filter((words) => words !== "").join(", ");
}

/**
 * @param {Workbench} bench
 * @param {HTMLElement} element a live region
 * @param {Match} match
 */
export function mountSpeech(bench, element, match) {
  /** @param {string} words */
  const say = (words) => {
    element.textContent = words;
  };
  let evaluation = "Nobody has judged this position yet.";
  bench.on("position", () => {
    evaluation = "Nobody has judged this position yet.";
    const { last, turn, outcome } = bench.position;
    const mover = bench.info.players.find((player) => player !== turn) ?? turn;
    const made = last ? [`${capital(mover)} ${last.path.length > 0 ? last.move : "passes"}`, deeds(last.effects)].filter((words) => words !== "").join(", ") : "First position";
    const next = outcome ? `${outcome.winner ? `${capital(outcome.winner)} wins` : "A draw"}: ${outcome.reason}` : `${capital(turn)} to move`;
    say(`${made}. ${next}.`);
  });
  bench.on("match", () => {
    if (match.verdict && !bench.position?.outcome) say(match.verdict);
  });
  // Who comes to a game that is over hears it at once, not only who sees its last move.
  const ending = () => {
    if (bench.position.outcome && match.verdict) say(match.verdict);
  };
  bench.on("mode", ending);
  ending();
  bench.on("judged", (judgement) => {
    if (judgement?.sentence) evaluation = judgement.sentence;
    else if (judgement?.words) evaluation = judgement.words;
  });
  bench.on("news", say);
  keys.add("c", "say the evaluation", () => say(`${evaluation} `));
}
