// The chances over the game: above the middle the first player is ahead, below it the second, each
// in the colour of the pieces on a ground on which both can be seen.
//
// It is a slider: pressed, dragged or moved by keys, it leads to that place of the game. What nobody
// has judged yet is a gap.

/** @import { Node } from "./tree.js" */
/** @import { Workbench } from "./workbench.js" */

import { capital, h, s } from "./dom.js";
import { eachFrame, wearColours } from "./elements.js";
import { mainLine, plyOn } from "./line.js";
import { MARKS } from "./moves.js";
import { percent } from "./scores.js";

/** The picture's own units; it is stretched to the room it has. */
const WIDTH = 1000;
const HEIGHT = 100;

/**
 * @param {Workbench} bench
 * @param {HTMLElement} element
 */
export function mountGraph(bench, element) {
  // Both areas have the same outline; each is drawn in a half of its own, which cuts off the rest.
  const ahead = s("path", { class: "graph-area first" });
  const behind = s("path", { class: "graph-area second" });
  const curve = s("path", { class: "graph-curve" });
  const cursor = s("line", { class: "graph-cursor", y1: 0, y2: HEIGHT });
  const middle = s("line", { class: "graph-middle", x1: 0, x2: WIDTH, y1: HEIGHT / 2, y2: HEIGHT / 2 });
  const picture = s(
    "svg",
    { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: "none", "aria-hidden": "true" },
    s("svg", { width: WIDTH, height: HEIGHT / 2 }, ahead),
    s("svg", { y: HEIGHT / 2, width: WIDTH, height: HEIGHT / 2, viewBox: `0 ${HEIGHT / 2} ${WIDTH} ${HEIGHT / 2}` }, behind),
    middle,
    curve,
    cursor,
  );
  // Glyphs and dots stand outside of the stretched picture, so that they keep their shape.
  const marks = h("div", { class: "graph-marks", "aria-hidden": "true" });
  const names = [h("span", { class: "graph-name first" }), h("span", { class: "graph-name second" })];
  const empty = h("p", { class: "graph-empty" }, "Switch the engine on or review the game to see how the chances went");
  const slider = h(
    "div",
    { class: "graph", role: "slider", tabindex: 0, "aria-label": "Chances over the game", "aria-valuemin": 0 },
    picture,
    marks,
    ...names,
    empty,
  );
  element.replaceChildren(slider);

  /** @param {Node} node */
  const go = (node) => bench.go(node).catch((error) => bench.complain(error));

  /** @param {number} ply @param {number} plies */
  const across = (ply, plies) => (plies === 0 ? 0 : (ply / plies) * WIDTH);
  /** @param {number} chance */
  const down = (chance) => (1 - chance) * HEIGHT;

  function redraw() {
    const line = mainLine(bench);
    const plies = line.length - 1;
    const runs = judgedRuns(line);
    /** @type {(area: boolean) => string} */
    const trace = (area) =>
      runs
        .map((run) => {
          const points = run.map((ply) => `${across(ply, plies).toFixed(1)},${down(line[ply].chance ?? 0.5).toFixed(2)}`);
          if (!area) return run.length > 1 ? `M${points.join("L")}` : "";
          const [left, right] = [across(run[0], plies), across(run[run.length - 1], plies)];
          return `M${left.toFixed(1)},${HEIGHT / 2}L${points.join("L")}L${right.toFixed(1)},${HEIGHT / 2}Z`;
        })
        .join("");
    const area = trace(true);
    ahead.setAttribute("d", area);
    behind.setAttribute("d", area);
    curve.setAttribute("d", trace(false));
    const found = line.flatMap((node, ply) => {
      const lone = runs.some((run) => run.length === 1 && run[0] === ply);
      const mark = node.class ? MARKS[node.class] : undefined;
      return node.chance !== null && (mark || lone) ? [dot(node, ply, plies, mark?.glyph ?? "")] : [];
    });
    marks.replaceChildren(...found);
    empty.hidden = runs.length > 0;
    point(line);
  }

  /**
   * @param {Node} node
   * @param {number} ply
   * @param {number} plies
   * @param {string} glyph
   */
  function dot(node, ply, plies, glyph) {
    const chance = node.chance ?? 0.5;
    const mark = h("span", { class: glyph ? `graph-mark ${node.class}` : "graph-dot" }, glyph);
    mark.style.setProperty("left", `${(100 * across(ply, plies)) / WIDTH}%`);
    mark.style.setProperty("top", `${down(chance)}%`);
    if (chance < 0.5) mark.classList.add("below");
    return mark;
  }

  /** @param {Node[]} line */
  function point(line = mainLine(bench)) {
    const { node } = bench;
    const ply = plyOn(line, node);
    const x = across(ply, line.length - 1).toFixed(1);
    cursor.setAttribute("x1", x);
    cursor.setAttribute("x2", x);
    const place = node.parent ? `${line.includes(node) ? "" : "in a variation, "}after move ${node.ply}, ${node.move}` : "the beginning";
    const chance = node.chance === null ? "not judged" : `${bench.info.players[0]} ${percent(node.chance)}`;
    const mark = node.class ? MARKS[node.class] : undefined;
    slider.setAttribute("aria-valuemax", String(line.length - 1));
    slider.setAttribute("aria-valuenow", String(ply));
    slider.setAttribute("aria-valuetext", [place, chance, mark?.title].filter(Boolean).join(", "));
  }

  function dress() {
    wearColours(slider, bench.info.palette.pieces);
    names.forEach((name, player) => (name.textContent = capital(bench.info.players[player])));
    later();
  }

  /** @param {PointerEvent} event */
  function drag(event) {
    const line = mainLine(bench);
    const box = picture.getBoundingClientRect();
    const part = Math.min(Math.max((event.clientX - box.left) / box.width, 0), 1);
    const node = line[Math.round(part * (line.length - 1))];
    if (node !== bench.heading) go(node);
  }
  slider.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    slider.setPointerCapture(event.pointerId);
    drag(event);
  });
  slider.addEventListener("pointermove", (event) => {
    if (slider.hasPointerCapture(event.pointerId)) drag(event);
  });
  // The focus stays where it was when a mouse is used, so that the keys of the page go on working.
  slider.addEventListener("mousedown", (event) => event.preventDefault());
  slider.addEventListener("keydown", (event) => {
    const line = mainLine(bench);
    const last = line.length - 1;
    const ply = plyOn(line, bench.heading);
    /** @type {Record<string, number>} */
    const steps = {
      ArrowLeft: ply - 1,
      ArrowDown: ply - 1,
      ArrowRight: ply + 1,
      ArrowUp: ply + 1,
      PageDown: ply - 10,
      PageUp: ply + 10,
      Home: 0,
      End: last,
    };
    const to = steps[event.key];
    if (to === undefined || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    event.stopPropagation();
    go(line[Math.min(Math.max(to, 0), last)]);
  });

  const later = eachFrame(redraw);
  bench.on("game", dress);
  bench.on("tree", later);
  bench.on("judged", later);
  bench.on("position", later);
  if (bench.info) dress();
}

/**
 * Plies next to each other that were judged.
 * @param {Node[]} line
 */
function judgedRuns(line) {
  /** @type {number[][]} */
  const runs = [];
  line.forEach((node, ply) => {
    if (node.chance === null) return;
    const run = runs.at(-1);
    if (run && run[run.length - 1] === ply - 1) run.push(ply);
    else runs.push([ply]);
  });
  return runs;
}
