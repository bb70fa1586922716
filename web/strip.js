// The strip under the board: for each player the colour, who sits there, what the board counts for
// them, and the clock.

/** @import { Match } from "./match.js" */
/** @import { Workbench } from "./workbench.js" */

import { capital, h, s } from "./dom.js";
import { contrast } from "./colour.js";

/** `1:05`, `9.8` in the last ten seconds. @param {number} seconds */
export function clockFace(seconds) {
  if (seconds < 10) return seconds.toFixed(1);
  const whole = Math.ceil(seconds);
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const two = (/** @type {number} */ value) => String(value).padStart(2, "0");
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}

/**
 * @param {Workbench} bench
 * @param {HTMLElement} element
 * @param {Match} match
 */
export function mountStrip(bench, element, match) {
  const plates = [0, 1].map(() => {
    const coin = s("circle", { cx: 10, cy: 10, r: 8.5 });
    const parts = {
      coin,
      name: h("strong"),
      seat: h("span", { class: "muted seat" }),
      tally: h("span", { class: "tally" }),
      clock: h("span", { class: "clock", role: "timer" }),
    };
    const plate = h(
      "div",
      { class: "plate" },
      s("svg", { viewBox: "0 0 20 20", class: "coin", "aria-hidden": "true" }, coin),
      h("span", { class: "who" }, parts.name, parts.seat),
      parts.tally,
      parts.clock,
    );
    return { plate, ...parts };
  });
  element.append(...plates.map(({ plate }) => plate));

  let editing = false;
  const clocks = () => {
    for (const [player, { clock }] of plates.entries()) {
      clock.hidden = match.control === null;
      clock.classList.toggle("held", !match.clockRuns);
      const left = match.leftNow(player);
      clock.textContent = clockFace(left);
      clock.classList.toggle("low", left < 10);
    }
  };
  const draw = () => {
    const { players, palette } = bench.info;
    const playing = bench.mode === "play";
    // Who looks something up in the middle of a game need not hurry, but should know it.
    const stopped = !playing && match.control !== null && match.result === null && match.tip.ply > 0;
    for (const [player, { plate, coin, name, seat, tally }] of plates.entries()) {
      coin.setAttribute("fill", palette.pieces[player]);
      coin.setAttribute("stroke", contrast(palette.pieces[player], "#17191d") > 3 ? "#4a3a22" : "#9aa3af");
      name.textContent = capital(players[player]);
      seat.textContent = playing ? seatName(bench, match, player) : stopped ? "clock stopped" : "";
      seat.title = stopped ? "The game goes on, and its clock with it, in the Play tab" : "";
      // Nobody counts a position that is being set up.
      const counts = editing ? [] : bench.position.tally;
      tally.replaceChildren(
        ...counts.map(({ label, values }, index) => h("span", { title: label, class: index > 0 && (values[player] === 0 ? "muted none" : "muted") }, h("b", {}, String(values[player])), h("span", { class: "unit" }, ` ${label}`))),
      );
      const over = bench.position.outcome !== null || (playing && match.result !== null);
      const turn = !over && bench.position.turn === players[player];
      plate.classList.toggle("turn", turn);
      plate.setAttribute("aria-label", turn ? "to move" : "");
      plate.setAttribute("role", "group");
    }
    clocks();
  };
  bench.on("position", draw);
  bench.on("match", draw);
  bench.on("mode", draw);
  bench.on("editing", (open) => {
    editing = open;
    draw();
  });
  bench.on("clock", clocks);
  draw();
}

/** @param {Workbench} bench @param {Match} match @param {number} player */
function seatName(bench, match, player) {
  const { level } = match.seats[player];
  if (level !== null) return bench.hello.levels.find((each) => each.name === level)?.title ?? level;
  return match.own === player ? "You" : "";
}
