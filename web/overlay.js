// What is drawn over the pieces: hints with their numbers, arrows, and the ghost of a move before
// it is made.

/** @import { Effect, PlacedPiece } from "./protocol.js" */
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
 */
export function arrow(scene, path, kind, loss = 0) {
  const points = path.filter((cell, index) => cell !== path[index - 1]).map((cell) => scene.at(cell));
  const width = Math.max(5, 15 - 60 * loss);
  const [x, y] = points[points.length - 1];
  const [px, py] = points[points.length - 2] ?? [x, y - 1];
  const length = Math.hypot(x - px, y - py) || 1;
  const [ux, uy] = [(x - px) / length, (y - py) / length];
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

/**
 * A hint's disc: its number, the smaller the more it loses. Several on one cell step back along
 * their own paths.
 * @param {Scene} scene
 * @param {Hint} hint
 * @param {number} before how many the cell has already
 */
export function badge(scene, hint, before) {
  const end = scene.at(hint.path[hint.path.length - 1]);
  const start = scene.at(hint.path[hint.path.length - 2] ?? hint.path[0]);
  const back = Math.min(before * 0.45, 0.9);
  const [x, y] = [end[0] + (start[0] - end[0]) * back, end[1] + (start[1] - end[1]) * back];
  const single = hint.path.length === 1;
  const radius = (single ? 33 : 24) - Math.min(hint.loss * 60, single ? 9 : 5);
  const size = Math.min(radius * 0.86, (radius * 2.6) / Math.max(hint.label.length, 2));
  return s(
    "g",
    { class: `badge ${lossClass(hint.loss)}`, transform: `translate(${x} ${y})` },
    s("circle", { r: radius }),
    s("text", { "font-size": size }, hint.label),
  );
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
