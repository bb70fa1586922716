// The Play tab: how the game stands, what can be done about it, and the moves so far.

/** @import { Board } from "./board.js" */
/** @import { Match } from "./match.js" */
/** @import { Workbench } from "./workbench.js" */

import { capital, h } from "./dom.js";
import { confirmFirst } from "./dialog.js";
import { icon } from "./icons.js";
import { keys } from "./keys.js";
import { headline } from "./match.js";
import { mountMoves } from "./moves.js";
import { inWords, judgement, mark } from "./scores.js";

/** Seconds that a hint may take. */
const THOUGHT = 1.5;

/**
 * @param {Workbench} bench
 * @param {HTMLElement} element
 * @param {Board} board
 * @param {Match} match
 * @param {{ fresh: () => void, again: () => void }} doings
 */
export function mountPlay(bench, element, board, match, { fresh, again }) {
  const status = h("p", { class: "status", id: "status" });
  const detail = h("p", { class: "muted", id: "status-detail" });
  const banner = h("div", { class: "panel banner", id: "banner" }, status, detail);
  const button = (/** @type {string} */ id, /** @type {Parameters<typeof icon>[0]} */ picture, /** @type {string} */ label, /** @type {() => void} */ press) =>
    h("button", { class: "button", type: "button", id, onclick: press }, icon(picture), h("span", {}, label));
  const complain = (/** @type {unknown} */ error) => bench.complain(error);

  const takeBack = button("take-back", "undo", "Take back", () => match.takeBack().catch(complain));
  const hint = button("hint", "hint", "Hint", () => advise().catch(complain));
  const resign = button("resign", "flag", "Resign", () => confirmFirst("Resign this game?", "Resign", () => match.resign()));
  const pause = button("pause", "pause", "Pause", () => match.pause(!match.paused));
  const rematch = button("rematch", "fresh", "Play again", again);
  const other = button("other", "options", "Other game", fresh);
  const analyse = h("button", { class: "button primary", type: "button", id: "analyse-game", onclick: () => bench.show("analyse") }, "Analyse this game");
  const back = h("button", { class: "button primary", type: "button", id: "back-to-game", onclick: () => bench.go(match.tip).catch(complain) }, "Back to the last move");
  const doing = h("div", { class: "row doings" }, takeBack, hint, pause, resign, rematch, other, analyse, back);
  banner.append(doing);
  const list = h("div", { class: "panel fill" });
  element.append(banner, list);
  mountMoves(bench, list);

  let advising = false;
  /** What the last hint said; until another place is shown. */
  let advice = "";
  const advise = async () => {
    if (advising || match.refuse() !== null) return;
    const node = bench.node;
    advising = true;
    draw();
    try {
      const { report } = await bench.link.ask("analyse", { place: bench.tree.place(node), lines: 3, limits: { seconds: THOUGHT } });
      if (bench.node !== node || bench.mode !== "play" || !report) return;
      const best = report.lines[0];
      const hints = report.lines.flatMap((line) => {
        const path = bench.position.moves.find((move) => move.move === line.pv[0])?.path;
        const loss = best.chance - line.chance;
        if (!path || loss > 0.25) return [];
        return [{ path, label: mark(line.score), loss, title: `${line.pv[0]}, ${inWords(line.score, bench.game.unit)}` }];
      });
      board.setHints(hints);
      bench.tell("judged", judgement(bench, report.score, report.chance, report.depth));
      advice = best ? `Best: ${best.pv[0]}, ${inWords(best.score, bench.game.unit)}.` : "";
    } finally {
      advising = false;
      draw();
    }
  };

  const draw = () => {
    const { result, atTip, paused } = match;
    const [words, more] = tell(bench, match);
    status.textContent = words;
    detail.textContent = result ? more : advising ? "Looking for good moves…" : advice || more;
    banner.classList.toggle("over", result !== null);
    const alive = result === null;
    takeBack.disabled = !match.canTakeBack;
    hint.hidden = !alive || match.exhibition || !atTip;
    hint.disabled = advising || match.refuse() !== null;
    resign.hidden = !alive || match.exhibition || match.tip.ply === 0;
    pause.hidden = !alive || !(match.exhibition || match.control || paused);
    pause.replaceChildren(icon(paused ? "go" : "pause"), h("span", {}, paused ? "Go on" : "Pause"));
    rematch.hidden = alive;
    other.hidden = alive;
    analyse.hidden = alive || match.tip.ply === 0;
    back.hidden = atTip || !alive;
  };
  bench.on("match", draw);
  bench.on("position", () => {
    advice = "";
    draw();
  });
  bench.on("tree", draw);
  bench.on("mode", draw);
  draw();

  keys.add("u Backspace", "take back", () => match.canTakeBack && match.takeBack().catch(complain), "play");
  keys.add("h", "hint", () => advise().catch(complain), "play");
}

/**
 * How the game stands, in a line, and what more there is to say.
 * @param {Workbench} bench
 * @param {Match} match
 * @returns {[string, string]}
 */
export function tell(bench, match) {
  const { players } = bench.info;
  const { result, own, mover } = match;
  if (result) {
    const reason = `${capital(result.reason)}.`;
    const won = own !== null && result.winner === players[own];
    return [won ? `You win${result.margin ? ` by ${result.margin}` : ""}!` : headline(result), reason];
  }
  if (match.paused) return ["Paused.", "The game waits for you."];
  const name = capital(players[mover]);
  const level = match.engine;
  if (level !== null) {
    const title = bench.hello.levels.find((each) => each.name === level)?.title ?? level;
    return [`${name} thinks…`, `${title} is to move.`];
  }
  const start = match.tip.ply === 0 ? "Click on the board, or type a move below it." : "";
  return [own === null ? `${name} to move.` : `Your move: you play ${players[own]}.`, start];
}
