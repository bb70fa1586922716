// Nodes by depth of one search or two, on a scale of powers of ten: where a line is straight the
// tree grows evenly, and the distance of two lines is how many times more one of them costs.

/** @import { Report } from "./protocol.js" */

import { s } from "./dom.js";
import { short } from "./lab-figures.js";

const WIDTH = 480;
const HEIGHT = 220;
const EDGE = { left: 44, right: 14, top: 12, bottom: 30 };

/** @typedef {{ depth: number, nodes: number }} Point */

/** 1, 10, 100, 1k, ... @param {number} power */
const powerOfTen = (power) => `${10 ** (power % 3)}${["", "k", "M", "G", "T"][Math.floor(power / 3)]}`;

/** @param {Report[]} iterations @returns {Point[]} */
export const points = (iterations) => iterations.map(({ depth, nodes }) => ({ depth, nodes: Math.max(nodes, 1) }));

/**
 * Whole steps between two numbers, at most `most` of them.
 * @param {number} from
 * @param {number} to
 * @param {number} most
 */
export function steps(from, to, most) {
  const step = Math.max(1, Math.ceil((to - from) / most));
  const first = Math.ceil(from / step) * step;
  return Array.from({ length: Math.floor((to - first) / step) + 1 }, (_, index) => first + index * step);
}

/**
 * @param {{ name: string, points: Point[] }[]} series
 * @returns {SVGSVGElement}
 */
export function chart(series) {
  const all = series.flatMap(({ points }) => points);
  const depths = all.map(({ depth }) => depth);
  const logs = all.map(({ nodes }) => Math.log10(nodes));
  const [low, high] = [Math.floor(Math.min(...logs, 0)), Math.max(Math.ceil(Math.max(...logs, 1)), 1)];
  const [first, last] = [Math.min(...depths, 1), Math.max(...depths, 2)];
  const x = (/** @type {number} */ depth) =>
    EDGE.left + ((depth - first) / (last - first)) * (WIDTH - EDGE.left - EDGE.right);
  const y = (/** @type {number} */ log) =>
    HEIGHT - EDGE.bottom - ((log - low) / (high - low)) * (HEIGHT - EDGE.top - EDGE.bottom);

  const picture = s("svg", { class: "lab-chart", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img" });
  picture.setAttribute("aria-label", describe(series));
  for (const power of steps(low, high, 8)) {
    picture.append(
      s("line", { class: "grid", x1: EDGE.left, x2: WIDTH - EDGE.right, y1: y(power), y2: y(power) }),
      s("text", { class: "label", x: EDGE.left - 6, y: y(power) + 4, "text-anchor": "end" }, powerOfTen(power)),
    );
  }
  for (const depth of steps(first, last, 12)) {
    picture.append(s("text", { class: "label", x: x(depth), y: HEIGHT - 12, "text-anchor": "middle" }, String(depth)));
  }
  for (const { name, points } of series) {
    const at = points.map(({ depth, nodes }) => [x(depth), y(Math.log10(nodes))]);
    const group = s("g", { class: `series series-${name}` });
    group.append(s("polyline", { points: at.map((point) => point.join(",")).join(" ") }));
    for (const [index, [left, top]] of at.entries()) group.append(mark(name, left, top, points[index]));
    picture.append(group);
  }
  return picture;
}

// Another shape for the second search, so that colour is not alone.
/** @param {string} name @param {number} x @param {number} y @param {Point} point */
function mark(name, x, y, { depth, nodes }) {
  const title = s("title", {}, `${name}: depth ${depth}, ${short(nodes)} nodes`);
  return name === "A"
    ? s("circle", { cx: x, cy: y, r: 3.5 }, title)
    : s("rect", { x: x - 3.2, y: y - 3.2, width: 6.4, height: 6.4 }, title);
}

/** @param {{ name: string, points: Point[] }[]} series */
function describe(series) {
  const parts = series.map(({ name, points }) => {
    const last = points.at(-1);
    return last ? `${name} reached depth ${last.depth} with ${short(last.nodes)} nodes` : `${name} has not begun`;
  });
  return `Nodes by depth: ${parts.join("; ")}`;
}
