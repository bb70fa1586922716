// The evaluation bar: how the chances are shared between the players.
//
// It keeps the last share, faded, until there is a new one, so that stepping through a game does not
// make it blink; a figure would be taken for the new position's, and goes at once. Each player's share is on the side of that player's pieces; the figure belongs to
// the one who is ahead and stands at that player's end.

/** @import { Judgement } from "./scores.js" */
/** @import { Workbench } from "./workbench.js" */

import { capital, h } from "./dom.js";
import { wearColours } from "./elements.js";
import { percent } from "./scores.js";
import { lowerSide } from "./sides.js";

/** Chances beyond this are shown as this until the game is over: the loser's colour stays in sight. */
const EDGE = 0.02;

/**
 * @param {Workbench} bench
 * @param {HTMLElement} element
 */
export function mountBar(bench, element) {
  const share = h("div", { class: "bar-share" });
  const figures = [h("span", { class: "bar-figure first" }), h("span", { class: "bar-figure second" })];
  const meter = h(
    "div",
    { class: "bar", role: "meter", "aria-label": "Evaluation", "aria-valuemin": 0, "aria-valuemax": 100 },
    share,
    h("div", { class: "bar-middle" }),
    ...figures,
  );
  element.replaceChildren(meter);

  /** @param {Judgement} judged */
  function show({ chance, words, sentence }) {
    meter.classList.toggle("stale", chance === null);
    if (chance === null) {
      meter.setAttribute("aria-valuetext", "not judged yet");
      meter.title = "Not judged yet: switch the engine on";
      for (const figure of figures) figure.textContent = "";
      return;
    }
    const shown = bench.position.outcome ? chance : Math.min(Math.max(chance, EDGE), 1 - EDGE);
    meter.style.setProperty("--share", shown.toFixed(4));
    meter.setAttribute("aria-valuenow", String(Math.round(100 * chance)));
    const said = sentence ?? `${capital(bench.info.players[0])} ${percent(chance)}, ${words}`;
    meter.setAttribute("aria-valuetext", said);
    meter.title = said;
    const ahead = chance >= 0.5 ? 0 : 1;
    figures[ahead].textContent = words;
    figures[1 - ahead].textContent = "";
  }

  function dress() {
    wearColours(meter, bench.info.palette.pieces);
    meter.style.setProperty("--share", "0.5");
    meter.setAttribute("aria-valuenow", "50");
    for (const figure of figures) figure.textContent = "";
  }

  let turned = false;
  function orient() {
    meter.classList.toggle("first-above", (lowerSide(bench) === 1) !== turned);
  }

  bench.on("game", () => {
    dress();
    orient();
  });
  bench.on("flip", (flipped) => {
    turned = flipped === true;
    if (bench.info) orient();
  });
  bench.on("judged", show);
  // What is being set up is not what was judged.
  bench.on("editing", (open) => meter.classList.toggle("aside", open));
  // The board may have come first.
  if (bench.info) {
    dress();
    orient();
  }
}
