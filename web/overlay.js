// What is drawn over the pieces: hints with their numbers, arrows, and the ghost of a move before
// it is made.

/** @import { Effect, Move, PlacedPiece } from "./protocol.js" */
/** @import { Scene } from "./scene.js" */
/** @import { Hint } from "./board.js" */

import { s } from "./dom.js";

/** How bad a loss of win chance is, as a class of the style sheet. @param {number} loss */
export function lossClass(loss) {
  if (loss < 0.005) return "best";
  if (loss < 0.04) return "small";
  return loss < 0.12 ? "medium" : "large";
}

/**
 * A path as an arrow; narrower the more it loses.
 * @param {Scene} scene
 * @param {string[]} path
 * @param {string} kind
 * @param {number} [loss]
 * @param {number} [clear] how far before its end it stops
 */
export function arrow(scene, path, kind, loss = 0, clear = 0) {
  const points = path.filter((cell, index) => cell !== path[index - 1]).map((cell) => scene.at(cell));
  const width = Math.max(5, 15 - 60 * loss);
  const [ex, ey] = points[points.length - 1];
  const [px, py] = points[points.length - 2] ?? [ex, ey - 1];
  const length = Math.hypot(ex - px, ey - py) || 1;
  const [ux, uy] = [(ex - px) / length, (ey - py) / length];
  const [x, y] = [ex - ux * clear, ey - uy * clear];
  const head = width * 1.9;
  const neck = [x - ux * head, y - uy * head];
  const shaft = [...points.slice(0, -1), neck].map((point) => point.join(" ")).join(" L ");
  const tip = [
    [x, y],
    [neck[0] - uy * head * 0.62, neck[1] + ux * head * 0.62],
    [neck[0] + uy * head * 0.62, neck[1] - ux * head * 0.62],
  ];
  const points2 = tip.map((point) => point.join(",")).join(" ");
  return s(
    "g",
    { class: `arrow ${kind}` },
    s("path", { class: "edge", d: `M ${shaft}`, "stroke-width": width + 5 }),
    s("polygon", { class: "tip", points: points2 }),
    s("path", { class: "shaft", d: `M ${shaft}`, "stroke-width": width }),
  );
}

/**
 * The ways that pieces go in a move, one after the other joined: a man's jumps are one way, a line
 * of marbles that follow each other too, and marbles side by side go side by side.
 * @param {Effect[]} effects
 * @returns {string[][]}
 */
export function waysOf(effects) {
  const steps = effects.filter((effect) => effect.kind === "move" || effect.kind === "stack");
  const onward = new Map(steps.map(({ cell, to }) => [cell, to ?? cell]));
  const reached = new Set(onward.values());
  const starts = [...onward.keys()].filter((cell) => !reached.has(cell));
  return starts.map((start) => {
    const way = [start];
    for (let next = onward.get(start); next !== undefined && way.length <= steps.length; next = onward.get(next)) way.push(next);
    return way;
  });
}

/** @typedef {[number, number]} Point */

/** What an arrow leaves free before the label that it points to. */
const CLEAR = 34;
/** The least between two labels. */
const GAP = 3;

/**
 * The hints: arrows for what moves, and over them all labels, the best on top. A label stands where
 * its arrow ends; if another one is there already, it goes back along its own arrow to where there
 * is room, so that all can be read.
 * @param {Scene} scene
 * @param {{ hint: Hint, ways: string[][] }[]} advice the best first; `ways` are those of the pieces
 */
export function hintsOf(scene, advice) {
  /** @type {{ at: Point, size: Point }[]} */
  const taken = [];
  const arrows = [];
  const labels = [];
  for (const { hint, ways } of advice) {
    const end = hint.path[hint.path.length - 1];
    const led = ways.find((way) => way[way.length - 1] === end) ?? ways[0];
    const [label, size] = led ? plate(hint) : disc(hint);
    const spots = spotsOf((led ?? [end]).map((cell) => scene.at(cell)));
    const free = spots.findIndex((spot) => taken.every((other) => apart(spot, size, other)));
    const chosen = Math.max(free, 0);
    const at = spots[chosen];
    taken.push({ at, size });
    label.setAttribute("transform", `translate(${at.join(" ")})`);
    labels.push(label);
    for (const way of ways) arrows.push(arrow(scene, way, lossClass(hint.loss), hint.loss, way === led && chosen === 0 ? CLEAR : 0));
  }
  return [...arrows.reverse(), ...labels.reverse()];
}

/**
 * Where a label may stand, the best spot first: at the end of its way, where the way begins, on the
 * way between, and beside the end.
 * @param {Point[]} way
 * @returns {Point[]}
 */
export function spotsOf(way) {
  const [start, end] = [way[0], way[way.length - 1]];
  const between = (/** @type {number} */ part) => /** @type {Point} */ ([start[0] + (end[0] - start[0]) * part, start[1] + (end[1] - start[1]) * part]);
  const beside = [[0, 44], [0, -44], [44, 0], [-44, 0]].map(([dx, dy]) => /** @type {Point} */ ([end[0] + dx, end[1] + dy]));
  return [end, ...(way.length > 1 ? [0, 0.5, 0.25, 0.75].map(between) : []), ...beside];
}

/**
 * True if two labels do not touch; a size is a width and a height.
 * @param {Point} at
 * @param {Point} size
 * @param {{ at: Point, size: Point }} other
 */
export const apart = (at, size, other) => [0, 1].some((axis) => Math.abs(at[axis] - other.at[axis]) >= (size[axis] + other.size[axis]) / 2 + GAP);

/** @param {number} loss how much smaller a hint is drawn that loses so much */
const shrunk = (loss) => 1 - Math.min(loss * 1.2, 0.22);

/** A label at an arrow. @param {Hint} hint @returns {[SVGGElement, Point]} with its size */
function plate({ label, loss }) {
  const scale = shrunk(loss);
  const [width, height] = [Math.max(44, 22 + 13 * label.length) * scale, 42 * scale];
  const rect = s("rect", { x: -width / 2, y: -height / 2, width, height, rx: height / 2 });
  return [s("g", { class: `badge ${lossClass(loss)}` }, rect, s("text", { "font-size": 25 * scale }, label)), [width, height]];
}

/** A label on a cell of its own. @param {Hint} hint @returns {[SVGGElement, Point]} with its size */
function disc({ label, loss }) {
  const radius = 33 * shrunk(loss);
  const size = Math.min(radius * 0.86, (radius * 2.6) / Math.max(label.length, 2));
  return [s("g", { class: `badge ${lossClass(loss)}` }, s("circle", { r: radius }), s("text", { "font-size": size }, label)), [2 * radius, 2 * radius]];
}

/**
 * A threatened move: how pieces would go, where one would come, and what would be lost.
 * @param {Scene} scene
 * @param {Move} move
 */
export function threatOf(scene, { path, effects }) {
  const ways = waysOf(effects);
  const lost = effects.filter(({ kind }) => kind === "capture" || kind === "eject" || kind === "explode");
  const crosses = lost.map(({ cell }) => cross(...scene.at(cell)));
  if (ways.length > 0) return [...ways.map((way) => arrow(scene, way, "threat")), ...crosses];
  const [x, y] = scene.at(path[path.length - 1] ?? effects[0].cell);
  return [s("circle", { class: "threat", cx: x, cy: y, r: 36 }), ...crosses];
}

/**
 * A short arrow on a cell: this is where a chosen group goes.
 * @param {Scene} scene
 * @param {string} cell
 * @param {[string, string]} step from where to where each piece of it goes
 */
export function pointer(scene, cell, [from, to]) {
  const [x, y] = scene.at(cell);
  const [[fx, fy], [tx, ty]] = [scene.at(from), scene.at(to)];
  const angle = (Math.atan2(ty - fy, tx - fx) * 180) / Math.PI;
  return s("path", { class: "pointer", d: "M-32 -8 H2 V-23 L34 0 L2 23 V8 H-32 Z", transform: `translate(${x} ${y}) rotate(${angle.toFixed(1)})` });
}

/**
 * The ghost of a move: what comes, what turns, what goes, and the chain of an explosion with what
 * it costs both.
 * @param {Scene} scene
 * @param {PlacedPiece[]} pieces
 * @param {Effect[]} effects
 * @param {string[]} path
 * @param {string} mover
 */
export function previewOf(scene, pieces, effects, path, mover) {
  const standing = new Map(pieces.map((piece) => [piece.cell, piece]));
  const other = scene.info.players.find((player) => player !== mover) ?? mover;
  const ghosts = [];
  for (const { kind, cell, to, wave } of effects) {
    const [x, y] = scene.at(cell);
    const there = `translate(${x} ${y})`;
    const piece = standing.get(cell);
    if (kind === "place") {
      const ghost = scene.piece({ owner: mover, kind: scene.info.kinds[0], count: 1 });
      ghosts.push(s("g", { class: "ghost", transform: there }, ghost));
    } else if (kind === "flip") {
      const turned = piece?.owner === mover ? other : mover;
      ghosts.push(s("circle", { class: "turning", cx: x, cy: y, r: 15, fill: scene.colour.get(turned) }));
    } else if (kind === "capture" || kind === "eject") {
      ghosts.push(cross(x, y));
    } else if (to) {
      ghosts.push(arrow(scene, [cell, to], kind === "push" ? "medium" : "plain", 0.1));
    } else if (kind === "explode") {
      ghosts.push(
        s("rect", { class: `blast wave${Math.min(wave ?? 0, 3)}`, rx: 14, ...reach(scene, x, y) }),
        s("g", { class: "fuse", transform: there }, s("circle", { r: 20 }), s("text", { "font-size": 24 }, String((wave ?? 0) + 1))),
      );
    }
  }
  const cost = net(scene, standing, effects);
  if (cost && path.length > 0) ghosts.push(price(scene, path[path.length - 1], cost));
  return ghosts;
}

/** The cells round one, as far as there are any. @param {Scene} scene @param {number} x @param {number} y */
function reach(scene, x, y) {
  const [left, top] = [Math.max(x - 148, scene.left * 100 - 48), Math.max(y - 148, scene.top * 100 - 48)];
  const [right, bottom] = [Math.min(x + 148, scene.right * 100 + 48), Math.min(y + 148, scene.bottom * 100 + 48)];
  return { x: left, y: top, width: right - left, height: bottom - top };
}

/**
 * What an explosion costs each player, if there is one: "−2 / −5".
 * @param {Scene} scene
 * @param {Map<string, PlacedPiece>} standing
 * @param {Effect[]} effects
 */
export function net(scene, standing, effects) {
  const gone = new Set(effects.filter((effect) => effect.kind === "explode").map((effect) => effect.cell));
  if (gone.size === 0) return null;
  return scene.info.players.map((player) => {
    const lost = [...gone].map((cell) => standing.get(cell)).filter((piece) => piece?.owner === player);
    return lost.reduce((sum, piece) => sum + (piece?.count ?? 0), 0);
  });
}

/** @param {Scene} scene @param {string} cell @param {number[]} lost */
function price(scene, cell, lost) {
  const [x, y] = scene.at(cell);
  const [left, top, width] = scene.viewBox;
  const cx = Math.min(Math.max(x, left + 90), left + width - 90);
  const cy = y - 176 < top + 30 ? y + 176 : y - 176;
  const parts = lost.flatMap((count, player) => [
    s("circle", { cx: player === 0 ? -58 : 20, cy: 0, r: 12, fill: scene.info.palette.pieces[player], class: "coin" }),
    s("text", { x: player === 0 ? -40 : 38, y: 1, "font-size": 28 }, count > 0 ? `−${count}` : "0"),
  ]);
  return s(
    "g",
    { class: "price", transform: `translate(${cx} ${cy})` },
    s("rect", { x: -84, y: -25, width: 172, height: 50, rx: 25 }),
    ...parts,
  );
}

/** @param {number} x @param {number} y */
function cross(x, y) {
  const d = `M ${x - 16} ${y - 16} l 32 32 m 0 -32 l -32 32`;
  return s("g", { class: "going" }, s("path", { d, class: "edge" }), s("path", { d }));
}
