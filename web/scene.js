// How boards and pieces are drawn, from the server's geometry and palette alone.
//
// Everything is SVG with a hundred units a cell. The living board and the still pictures of the
// rules pages are made of the same parts.

/** @import { BoardInfo, PlacedPiece } from "./protocol.js" */

import { contrast, inkOn, mix } from "./colour.js";
import { s } from "./dom.js";

/** Units a cell. */
export const UNIT = 100;
/** The rim round a white stone on light wood. */
const RIM = "#4a3a22";

let pictures = 0;

/** A board as it lies on the table: where its cells are, and how its parts look. */
export class Scene {
  /** @param {BoardInfo} info */
  constructor(info) {
    this.info = info;
    this.turned = false;
    /** Gradients have ids, which must differ from picture to picture. */
    this.name = `scene${++pictures}`;
    const { cells } = info.board;
    const xs = cells.map((cell) => cell.x);
    const ys = cells.map((cell) => cell.y);
    this.left = Math.min(...xs);
    this.right = Math.max(...xs);
    this.top = Math.min(...ys);
    this.bottom = Math.max(...ys);
    this.cells = new Map(cells.map((cell) => [cell.name, cell]));
    this.colour = new Map(info.players.map((player, index) => [player, info.palette.pieces[index]]));
  }

  get round() {
    return this.info.board.shape === "hexagon";
  }

  /** The space round the outer cells' centres. */
  get margin() {
    const { shape, labels } = this.info.board;
    if (this.round) return 1.1;
    if (labels.length === 0) return 0.72;
    return shape === "point" ? 0.9 : 0.96;
  }

  get viewBox() {
    const { left, top, margin } = this;
    const [width, height] = [this.right - left + 2 * margin, this.bottom - top + 2 * margin];
    return [left - margin, top - margin, width, height].map((value) => value * UNIT);
  }

  /**
   * Where a cell's centre is, in units.
   * @param {string} name
   * @returns {[number, number]}
   */
  at(name) {
    const cell = this.cells.get(name);
    return cell ? this.point(cell.x, cell.y) : [0, 0];
  }

  /**
   * @param {number} x
   * @param {number} y
   * @returns {[number, number]}
   */
  point(x, y) {
    if (this.turned) [x, y] = [this.left + this.right - x, this.top + this.bottom - y];
    return [x * UNIT, y * UNIT];
  }

  /** The shades that pieces, dimples and wood are filled with. */
  defs() {
    const { palette, board } = this.info;
    const deep = board.shape === "square" ? 0.5 : 1;
    const pieces = palette.pieces.map((colour, index) =>
      s(
        "radialGradient",
        { id: `${this.name}-piece${index}`, cx: "36%", cy: "30%", r: "78%" },
        s("stop", { offset: "0%", "stop-color": mix(colour, "#ffffff", inkOn(colour) === "#17191d" ? 0.85 : 0.34 * deep) }),
        s("stop", { offset: "38%", "stop-color": mix(colour, "#ffffff", inkOn(colour) === "#17191d" ? 0.1 : 0.08) }),
        s("stop", { offset: "100%", "stop-color": mix(colour, "#000000", 0.34 * deep) }),
      ),
    );
    const dimple = s(
      "radialGradient",
      { id: `${this.name}-dimple`, cx: "50%", cy: "60%", r: "60%" },
      s("stop", { offset: "0%", "stop-color": mix(palette.cell, "#ffffff", 0.06) }),
      s("stop", { offset: "75%", "stop-color": palette.cell }),
      s("stop", { offset: "100%", "stop-color": mix(palette.cell, "#000000", 0.28) }),
    );
    const light = s(
      "linearGradient",
      { id: `${this.name}-light`, x1: "0", y1: "0", x2: "0.6", y2: "1" },
      s("stop", { offset: "0%", "stop-color": "#ffffff", "stop-opacity": 0.1 }),
      s("stop", { offset: "55%", "stop-color": "#ffffff", "stop-opacity": 0 }),
      s("stop", { offset: "100%", "stop-color": "#000000", "stop-opacity": 0.07 }),
    );
    const frame = s(
      "linearGradient",
      { id: `${this.name}-frame`, x1: "0", y1: "0", x2: "0", y2: "1" },
      s("stop", { offset: "0%", "stop-color": mix(palette.line, "#ffffff", 0.08) }),
      s("stop", { offset: "100%", "stop-color": mix(palette.line, "#000000", 0.32) }),
    );
    return s("defs", {}, ...pieces, dimple, light, frame);
  }

  /** The board without pieces, and the words round it. */
  surface() {
    const { shape } = this.info.board;
    const draw = { square: () => this.#squares(), hexagon: () => this.#dimples(), point: () => this.#crossings() }[shape];
    return s("g", { class: "surface", "aria-hidden": "true" }, ...draw(), ...this.#labels());
  }

  /**
   * The shadow that a surface casts on the table: lines round its plate, each wider and so fainter
   * at its edge. A filter would have to blur the whole board for every tile that is painted.
   * @param {Element} surface
   */
  shadow(surface) {
    const [plate] = surface.children;
    const own = Number(plate.getAttribute("stroke-width"));
    const lines = [1, 4, 8, 13, 21].map((width) => {
      const line = /** @type {Element} */ (plate.cloneNode());
      for (const name of ["fill", "stroke"]) line.removeAttribute(name);
      line.setAttribute("stroke-width", String(own + width));
      return line;
    });
    return s("g", { class: "cast", "aria-hidden": "true" }, ...lines);
  }

  /** @param {number} by how far beyond the outer cells' centres */
  #plate(by, /** @type {string} */ fill, /** @type {number} */ corner) {
    return s("rect", {
      x: (this.left - by) * UNIT,
      y: (this.top - by) * UNIT,
      width: (this.right - this.left + 2 * by) * UNIT,
      height: (this.bottom - this.top + 2 * by) * UNIT,
      rx: corner,
      fill,
    });
  }

  #squares() {
    const { board, palette } = this.info;
    const rows = this.bottom - this.top + 1;
    const full = board.cells.length >= rows * (this.right - this.left + 1);
    const plain = palette.cell === palette.ground;
    const squares = board.cells.map((cell) => {
      const [x, y] = this.point(cell.x, cell.y);
      const dark = !full || !board.checkered || (cell.x + cell.y) % 2 === 1;
      const size = plain ? UNIT : UNIT + 0.6;
      return s("rect", {
        x: x - size / 2,
        y: y - size / 2,
        width: size,
        height: size,
        fill: dark ? palette.cell : palette.ground,
        stroke: plain ? palette.line : null,
        "stroke-width": plain ? 2.5 : null,
      });
    });
    const frame = this.margin - 0.04;
    return [
      this.#plate(frame, `url(#${this.name}-frame)`, 14),
      this.#plate(0.5, palette.ground, 0),
      ...squares,
      this.#plate(0.5, `url(#${this.name}-light)`, 0),
    ];
  }

  #crossings() {
    const { board, palette } = this.info;
    const lines = board.cells.flatMap((cell) => {
      const [x, y] = [cell.x * UNIT, cell.y * UNIT];
      const line = { stroke: palette.line, "stroke-width": 2.5, "stroke-linecap": "round" };
      return [
        cell.x === this.left && s("line", { x1: x, y1: y, x2: this.right * UNIT, y2: y, ...line }),
        cell.y === this.top && s("line", { x1: x, y1: y, x2: x, y2: this.bottom * UNIT, ...line }),
      ].filter((line) => line !== false);
    });
    const edge = this.margin - 0.04;
    return [
      this.#plate(edge, mix(palette.line, "#000000", 0.15), 14),
      this.#plate(edge - 0.06, palette.ground, 10),
      this.#plate(edge - 0.06, `url(#${this.name}-light)`, 10),
      ...lines,
    ];
  }

  #dimples() {
    const { board, palette } = this.info;
    const middle = [(this.left + this.right) / 2, (this.top + this.bottom) / 2];
    const reach = Math.max(...board.cells.map((cell) => Math.hypot(cell.x - middle[0], cell.y - middle[1])));
    const hexagon = (/** @type {number} */ radius) =>
      Array.from({ length: 6 }, (_, corner) => {
        const angle = (corner * Math.PI) / 3;
        const [x, y] = [middle[0] + radius * Math.cos(angle), middle[1] + radius * Math.sin(angle)];
        return `${(x * UNIT).toFixed(1)},${(y * UNIT).toFixed(1)}`;
      }).join(" ");
    const plate = (/** @type {number} */ radius, /** @type {string} */ fill) =>
      s("polygon", { points: hexagon(radius), fill, stroke: fill, "stroke-width": 24, "stroke-linejoin": "round" });
    const dimples = board.cells.map((cell) => {
      const [x, y] = this.point(cell.x, cell.y);
      return s("circle", { cx: x, cy: y, r: 45, fill: `url(#${this.name}-dimple)` });
    });
    return [
      plate(reach + 0.94, `url(#${this.name}-frame)`),
      plate(reach + 0.8, palette.ground),
      s("polygon", { points: hexagon(reach + 0.86), fill: `url(#${this.name}-light)` }),
      ...dimples,
    ];
  }

  /**
   * A word round a hexagon, a little closer to its cell.
   * @param {[number, number]} at
   * @param {[number, number][]} places of the cells
   * @returns {[number, number]}
   */
  #nearer([x, y], places) {
    const far = ([cx, cy] = [0, 0]) => Math.hypot(cx - x, cy - y);
    const [nx, ny] = places.reduce((best, place) => (far(place) < far(best) ? place : best));
    return [x + (nx - x) * 0.22, y + (ny - y) * 0.22];
  }

  /** Words stay on their side when the board is turned, except round a hexagon, which turns whole. */
  #labels() {
    const { board, palette } = this.info;
    const ground = board.shape === "square" ? palette.line : palette.ground;
    const fill = inkOn(ground) === "#17191d" ? mix(palette.line, "#000000", 0.35) : mix(palette.ground, "#ffffff", 0.62);
    const places = board.cells.map((cell) => this.point(cell.x, cell.y));
    const labels = board.labels.map(({ text, x, y }) => {
      let at = this.point(x, y);
      if (this.round) {
        at = this.#nearer(at, places);
      } else {
        const beside = x < this.left || x > this.right;
        const edge = (this.margin + 0.46) / 2;
        const near = (/** @type {number} */ value, /** @type {number} */ low, /** @type {number} */ high) =>
          Math.min(Math.max(value, low - edge), high + edge) * UNIT;
        at = beside ? [near(x, this.left, this.right), at[1]] : [at[0], near(y, this.top, this.bottom)];
      }
      return s("text", { x: at[0], y: at[1], class: "label", fill, "font-size": this.round ? 24 : 26 }, text);
    });
    const numbers = board.numbered
      ? board.cells.map((cell) => {
          const [x, y] = this.point(cell.x, cell.y);
          const text = { "data-number": cell.name, x: x - 44, y: y - 34, class: "number", fill: mix(palette.ground, "#ffffff", 0.2), "font-size": 19 };
          return s("text", text, cell.name);
        })
      : [];
    return [...labels, ...numbers];
  }

  /**
   * What stands on a cell, drawn round the origin.
   * @param {{ owner: string, kind: string, count: number }} piece
   */
  piece({ owner, kind, count }) {
    const { info } = this;
    const player = Math.max(info.players.indexOf(owner), 0);
    const colour = info.palette.pieces[player];
    const ink = inkOn(colour);
    const fill = `url(#${this.name}-piece${player})`;
    const poor = contrast(colour, info.palette.cell) < 3;
    const edge = poor ? RIM : mix(colour, "#000000", ink === "#17191d" ? 0.38 : 0.6);
    const rim = { stroke: edge, "stroke-width": poor ? 4 : 2 };
    const body = s("g", { class: "body" });
    if (info.stacks) {
      const shown = Math.min(count, 4);
      body.append(s("ellipse", { class: "shadow", cx: 2, cy: 22, rx: 38, ry: 26 }));
      for (let layer = 0; layer < shown; layer++) {
        const y = 10 - layer * 11;
        body.append(
          s("ellipse", { cx: 0, cy: y + 7, rx: 37, ry: 27, fill: mix(colour, "#000000", ink === "#17191d" ? 0.3 : 0.5) }),
          s("ellipse", { cx: 0, cy: y, rx: 37, ry: 27, fill, ...rim, "stroke-width": 1.6 }),
        );
      }
      const y = 10 - (shown - 1) * 11;
      if (count > 1) body.append(s("text", { class: "count", x: 0, y: y + 1, fill: ink, "font-size": 36 }, String(count)));
      return body;
    }
    const radius = this.round ? 45.5 : info.board.shape === "point" ? 45 : 40;
    body.append(s("circle", { class: "shadow", cx: 2, cy: 5, r: radius + 0.5 }));
    const king = info.kinds.indexOf(kind) > 0;
    const lift = king ? -5 : 0;
    if (king) body.append(s("circle", { cx: 0, cy: 6, r: radius, fill: mix(colour, "#000000", 0.25), ...rim }));
    body.append(s("circle", { cx: 0, cy: lift, r: radius, fill, ...rim }));
    if (info.kinds.length > 1) {
      const ring = mix(colour, ink, ink === "#17191d" ? 0.28 : 0.34);
      body.append(s("circle", { cx: 0, cy: lift, r: radius * 0.74, fill: "none", stroke: ring, "stroke-width": 2.5 }));
      if (king) body.append(s("path", { d: CROWN, class: "crown", transform: `translate(0 ${lift})`, fill: "#e0a526", stroke: "#5a3d06" }));
    }
    if (this.round) {
      body.append(s("ellipse", { cx: -14, cy: -19, rx: 13, ry: 8, class: "gleam", transform: "rotate(-35 -14 -19)", opacity: ink === "#17191d" ? 0.85 : 0.3 }));
    }
    return body;
  }

  /**
   * Where marbles go that were pushed over the edge: one corner beside the hexagon for each player,
   * with what the other has lost.
   * @param {[number, number]} pushed how many each player has pushed out
   */
  trays(pushed) {
    const [left, top, width, height] = this.viewBox;
    const slots = [0, 1, 2, 3, 4, 5].map((slot) => {
      const row = slot < 3 ? 0 : slot < 5 ? 1 : 2;
      return [38 + (slot - [0, 3, 5][row]) * 72 + row * 2, 38 + row * 68];
    });
    return pushed.flatMap((count, player) => {
      const below = (player === 0) !== this.turned;
      return slots.map(([dx, dy], slot) => {
        const [x, y] = below ? [left + width - dx, top + height - dy] : [left + dx, top + dy];
        const filled = slot < count;
        const piece = { owner: this.info.players[1 - player], kind: this.info.kinds[0], count: 1 };
        const content = filled ? this.piece(piece) : s("circle", { class: "slot", r: 44 });
        return s("g", { transform: `translate(${x} ${y}) scale(0.68)` }, content);
      });
    });
  }

  /**
   * A still picture of a position.
   * @param {PlacedPiece[]} pieces
   */
  picture(pieces) {
    const [x, y, width, height] = this.viewBox;
    const svg = s("svg", { class: "board picture", viewBox: `${x} ${y} ${width} ${height}`, role: "img" });
    const standing = pieces.map((piece) => {
      const [cx, cy] = this.at(piece.cell);
      return s("g", { transform: `translate(${cx} ${cy})` }, this.piece(piece));
    });
    const surface = this.surface();
    hideNumbers(surface, pieces);
    svg.append(this.defs(), surface, s("g", { class: "marks" }), s("g", { class: "pieces" }, ...standing));
    return svg;
  }
}

/**
 * A cell's number is shown where nothing stands on it.
 * @param {Element} surface
 * @param {PlacedPiece[]} pieces
 */
export function hideNumbers(surface, pieces) {
  const taken = new Set(pieces.map((piece) => piece.cell));
  for (const number of surface.querySelectorAll("[data-number]")) {
    number.classList.toggle("covered", taken.has(number.getAttribute("data-number") ?? ""));
  }
}

/** A crown of about 40 units round the origin. */
const CROWN = "M-19 12 L-22 -9 L-10 0 L0 -15 L10 0 L22 -9 L19 12 Z";
