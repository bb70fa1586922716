// The board on the stage: an SVG picture that is at the same time an ARIA grid.
//
// It shows what it is told and says which cell was picked; what a pick means is decided in
// input.js. Layers from below: surface, marks (last move, selection), pieces, hints and previews,
// and on top the cells themselves, invisible but for their focus ring, so that pointer, keyboard
// and screen reader all meet the same element.

/** @import { BoardInfo, Effect, Move, PlacedPiece, Position } from "./protocol.js" */
/** @import { Workbench } from "./workbench.js" */

import { s } from "./dom.js";
import { neighbour } from "./compass.js";
import { Scene, UNIT, hideNumbers } from "./scene.js";
import { Stagehand } from "./effects.js";
import { arrow, hintsOf, pointer, previewOf, threatOf, waysOf } from "./overlay.js";

/**
 * A move somebody recommends. `loss` is how much win chance it gives away against the best.
 * @typedef {{ path: string[], label: string, loss: number, title: string }} Hint
 */

/**
 * What can be picked: cells already clicked, cells that lead on, whether a piece must be picked up,
 * and for cells that end a move the step that its pieces make.
 * @typedef {{ clicks: string[], next: Set<string>, forced: boolean, steps: Map<string, [string, string]> }} Selection
 */

/** @type {Selection} */
const NOTHING = { clicks: [], next: new Set(), forced: false, steps: new Map() };

export class Board {
  /** @type {Scene} */
  scene;
  /** What a pick of a cell means. @type {(cell: string) => void} */
  onPick = () => {};
  /** The pointer or the focus is on a cell, or on none. @type {(cell: string | null) => void} */
  onHover = () => {};

  /** @type {Hint[]} */
  #hints = [];
  /** @type {Selection} */
  #selection = NOTHING;
  /** @type {string[]} */
  #highlight = [];
  /** @type {PlacedPiece[]} */
  #pieces = [];
  /** @type {Position | null} A position shown in place of the present one. */
  #other = null;
  /** @type {((cell: string, button: number) => void) | null} */
  #edit = null;
  /** @type {Map<string, SVGGElement>} */
  #cells = new Map();
  /** @type {string} The cell that the tab key reaches. */
  #current = "";
  #turned = false;
  /** @type {SVGGElement | null} */
  #surface = null;
  /** @type {Stagehand} */
  #stagehand;

  /**
   * @param {Workbench} bench
   * @param {HTMLElement} element
   */
  constructor(bench, element) {
    this.bench = bench;
    this.element = element;
    this.svg = s("svg", { class: "board", "aria-label": "Board", role: "group" });
    this.layers = {
      trays: s("g", { class: "trays", "aria-hidden": "true" }),
      marks: s("g", { class: "marks", "aria-hidden": "true" }),
      pieces: s("g", { class: "pieces", "aria-hidden": "true" }),
      hints: s("g", { class: "hints", "aria-hidden": "true" }),
      threat: s("g", { class: "hints", "aria-hidden": "true" }),
      pointers: s("g", { class: "pointers", "aria-hidden": "true" }),
      preview: s("g", { class: "preview", "aria-hidden": "true" }),
      effects: s("g", { class: "effects", "aria-hidden": "true" }),
      cells: s("g", { class: "cells", role: "grid", "aria-label": "Cells" }),
    };
    this.#stagehand = new Stagehand(this);
    element.append(this.svg);
    this.#listen();
    bench.on("game", () => this.#lay());
    bench.on("position", ({ move }) => this.#arrive(move));
  }

  /** The pieces that the picture shows. */
  get pieces() {
    return this.#pieces;
  }

  get turned() {
    return this.#turned;
  }

  /** Before anything is shown; `flip` turns what is. */
  set turned(turned) {
    this.#turned = turned;
  }

  /** @param {Hint[]} hints */
  setHints(hints) {
    this.#hints = hints;
    this.#drawHints();
    this.#name();
  }

  /** A move of the other player's that is threatened, or none. @param {Move | null} move */
  setThreat(move) {
    this.layers.threat.replaceChildren(...(move ? threatOf(this.scene, move) : []));
  }

  /** @param {Selection} selection */
  select(selection) {
    this.#selection = selection;
    this.#drawMarks();
    this.#name();
  }

  /**
   * The ghost of a move that somebody points at.
   * @param {Effect[] | null} effects
   * @param {string[]} [path]
   */
  preview(effects, path = []) {
    const { preview } = this.layers;
    if (!effects) preview.replaceChildren();
    else preview.replaceChildren(...previewOf(this.scene, this.#pieces, effects, path, this.bench.position.turn));
  }

  /** @param {string[]} cells */
  highlight(cells) {
    this.#highlight = cells;
    this.#drawMarks();
  }

  /** Shows a position from elsewhere, until `showCurrent`. @param {Position} position */
  showPosition(position) {
    this.#stagehand.finish();
    this.#other = position;
    this.svg.classList.add("elsewhere");
    this.#show(position.pieces);
    this.#drawMarks();
  }

  showCurrent() {
    if (!this.#other) return;
    this.#other = null;
    this.svg.classList.remove("elsewhere");
    this.#show(this.bench.position.pieces);
    this.#drawMarks();
  }

  flip() {
    this.#turned = !this.#turned;
    this.#lay();
    this.#show(this.bench.position.pieces);
    this.#drawMarks();
    this.#name();
    this.bench.tell("flip", this.#turned);
  }

  /**
   * Every pick goes to `handler` (0 the main button, 2 the other), and `pieces` are shown instead
   * of the position's; nobody edits any more if it is null.
   * @param {((cell: string, button: number) => void) | null} handler
   * @param {PlacedPiece[]} [pieces]
   */
  editing(handler, pieces) {
    this.#stagehand.finish();
    this.#edit = handler;
    this.svg.classList.toggle("editing", handler !== null);
    this.#show(handler ? (pieces ?? this.#pieces) : this.bench.position.pieces);
    this.#drawMarks();
    this.#drawHints();
    this.#name();
  }

  /** Puts the focus on a cell, the present one if none is named. @param {string} [cell] */
  focus(cell = this.#current) {
    this.#cells.get(cell)?.focus();
  }

  /** Resolves when nothing moves any more. */
  get quiet() {
    return this.#stagehand.quiet;
  }

  /** Ends an animation at once. */
  settle() {
    this.#stagehand.finish();
  }

  /**
   * A still picture, for rules and hovering.
   * @param {BoardInfo} info
   * @param {PlacedPiece[]} pieces
   * @param {{ highlight?: string[], moves?: string[][] }} [marks] `moves` are paths, drawn as arrows
   */
  static picture(info, pieces, { highlight = [], moves = [] } = {}) {
    const scene = new Scene(info);
    const svg = scene.picture(pieces);
    const marks = svg.querySelector(".marks");
    marks?.append(...highlight.map((cell) => mark(scene, cell, "highlight")));
    svg.append(s("g", { class: "hints" }, ...moves.map((path) => arrow(scene, path, "best"))));
    return svg;
  }

  /** Draws another board. */
  #lay() {
    this.#stagehand.finish();
    const { info } = this.bench;
    const fresh = this.scene?.info.id !== info.id;
    this.scene = new Scene(info);
    this.scene.turned = this.#turned;
    if (fresh) {
      this.#hints = [];
      this.#selection = NOTHING;
      this.#highlight = [];
      this.#current = info.board.cells[Math.floor(info.board.cells.length / 2)].name;
    }
    this.svg.setAttribute("viewBox", this.scene.viewBox.join(" "));
    this.svg.setAttribute("aria-label", `${info.title} board`);
    for (const layer of Object.values(this.layers)) layer.replaceChildren();
    this.#layCells();
    this.#surface = this.scene.surface();
    this.svg.replaceChildren(this.scene.defs(), this.scene.shadow(this.#surface), this.#surface, ...Object.values(this.layers));
    this.#drawHints();
  }

  #layCells() {
    this.#cells.clear();
    const rows = new Map();
    for (const cell of this.bench.info.board.cells) {
      const [x, y] = this.scene.at(cell.name);
      const row = rows.get(Math.round(cell.y * 4)) ?? s("g", { role: "row" });
      rows.set(Math.round(cell.y * 4), row);
      const shape = this.scene.round
        ? [s("circle", { class: "hit", r: 50 }), s("circle", { class: "ring outer", r: 46 }), s("circle", { class: "ring inner", r: 46 })]
        : [
            s("rect", { class: "hit", x: -50, y: -50, width: 100, height: 100 }),
            s("rect", { class: "ring outer", x: -46, y: -46, width: 92, height: 92, rx: 8 }),
            s("rect", { class: "ring inner", x: -46, y: -46, width: 92, height: 92, rx: 8 }),
          ];
      const group = s(
        "g",
        { role: "gridcell", "data-cell": cell.name, tabindex: cell.name === this.#current ? 0 : -1, transform: `translate(${x} ${y})` },
        ...shape,
      );
      this.#cells.set(cell.name, group);
      row.append(group);
    }
    this.layers.cells.append(...rows.values());
  }

  /** Another place is shown. @param {Move | null} move the move that leads there, to be played out */
  #arrive(move) {
    this.#stagehand.finish();
    const { position } = this.bench;
    this.#other = null;
    this.#hints = [];
    this.#selection = NOTHING;
    this.svg.classList.remove("elsewhere");
    this.layers.preview.replaceChildren();
    this.#drawHints();
    this.#drawMarks();
    if (move && !this.#edit) {
      const before = this.#pieces;
      this.#pieces = position.pieces;
      this.#stagehand.play(before, move.effects, position.pieces);
    } else {
      this.#show(position.pieces);
    }
    this.#name();
  }

  /** @param {PlacedPiece[]} pieces */
  #show(pieces) {
    this.#pieces = pieces;
    this.drawPieces(pieces);
  }

  /**
   * Puts pieces on the board without a word to anybody; for animations too.
   * @param {PlacedPiece[]} pieces
   * @returns {Map<string, SVGGElement>} the part of each that can be moved
   */
  drawPieces(pieces) {
    const bodies = new Map();
    const standing = pieces.map((piece) => {
      const [x, y] = this.scene.at(piece.cell);
      const body = this.scene.piece(piece);
      bodies.set(piece.cell, body);
      return s("g", { transform: `translate(${x} ${y})`, "data-on": piece.cell }, body);
    });
    this.layers.pieces.replaceChildren(...standing);
    if (this.#surface) hideNumbers(this.#surface, pieces);
    return bodies;
  }

  #drawMarks() {
    if (!this.scene) return;
    const position = this.#other ?? this.bench.position;
    const out = this.scene.round ? position.tally[0]?.values : null;
    this.layers.trays.replaceChildren(...(out && !this.#edit ? this.scene.trays(out) : []));
    const marks = [];
    if (!this.#edit) {
      const last = position.last;
      const touched = last ? new Set([...last.path, ...last.effects.flatMap((e) => (e.kind === "place" ? [e.cell] : []))]) : [];
      for (const cell of touched) marks.push(mark(this.scene, cell, "last"));
      for (const cell of position.decisive) marks.push(ring(this.scene, cell));
    }
    for (const cell of this.#highlight) marks.push(mark(this.scene, cell, "highlight"));
    const pointers = [];
    const choosing = !this.#other && !this.#edit;
    this.svg.classList.toggle("choosing", choosing && this.#selection.clicks.length > 0);
    if (choosing) {
      const { clicks, next, forced, steps } = this.#selection;
      for (const cell of new Set(clicks)) marks.push(mark(this.scene, cell, "selected"));
      const occupied = new Set(this.#pieces.map((piece) => piece.cell));
      for (const cell of next) {
        const step = steps.get(cell);
        // Where there are six ways to go, a dot does not tell which.
        if (step && this.scene.round) pointers.push(pointer(this.scene, cell, step));
        else if (!occupied.has(cell)) marks.push(dot(this.scene, cell));
        else if (clicks.length > 0 || forced) marks.push(mark(this.scene, cell, "reach"));
      }
    }
    this.layers.marks.replaceChildren(...marks);
    this.layers.pointers.replaceChildren(...pointers);
  }

  #drawHints() {
    const { hints } = this.layers;
    if (!this.scene || this.#edit) {
      hints.replaceChildren();
      return;
    }
    const advice = this.#hints
      .filter(({ path }) => path.length > 0)
      .map((hint) => {
        const move = this.bench.position.moves.find((legal) => legal.path.join() === hint.path.join());
        return { hint, ways: waysOf(move?.effects ?? []) };
      });
    hints.replaceChildren(...hintsOf(this.scene, advice));
  }

  /** Says of every cell all there is to say. */
  #name() {
    const standing = new Map(this.#pieces.map((piece) => [piece.cell, piece]));
    const { clicks, next } = this.#selection;
    const decisive = this.#edit ? [] : this.bench.position.decisive;
    /** @type {Map<string, Hint>} */
    const advice = new Map();
    for (const hint of this.#hints.toReversed()) advice.set(hint.path[clicks.length], hint);
    for (const [name, group] of this.#cells) {
      const piece = standing.get(name);
      const words = [name, piece ? this.#describe(piece) : "empty"];
      if (clicks.includes(name)) words.push("selected");
      if (next.has(name)) words.push(clicks.length === 0 && piece ? "can move" : "legal move");
      if (decisive.includes(name)) words.push("decided the game");
      const hint = advice.get(name);
      if (hint) words.push(hint === this.#hints[0] ? "best move" : "suggested", hint.title);
      group.setAttribute("aria-label", words.join(", "));
      group.setAttribute("aria-selected", String(clicks.includes(name)));
      group.classList.toggle("live", next.has(name) || clicks.includes(name) || this.#edit !== null);
    }
  }

  /** @param {PlacedPiece} piece */
  #describe({ owner, kind, count }) {
    return count > 1 ? `${owner} stack of ${count}` : `${owner} ${kind}`;
  }

  #listen() {
    const { cells } = this.layers;
    /** @param {Event} event @returns {string | null} */
    const cellOf = (event) => {
      const target = /** @type {Element | null} */ (event.target)?.closest?.("[data-cell]");
      return target?.getAttribute("data-cell") ?? null;
    };
    // Whoever is in a hurry need not watch.
    for (const type of ["pointerdown", "keydown"]) document.addEventListener(type, () => this.settle(), { capture: true });
    /** @type {string | null} Where the pointer went down. */
    let pressed = null;
    let waiting = false;
    cells.addEventListener("pointerdown", (event) => {
      // Keys stay with the page: after a click, arrows should still walk through the game.
      event.preventDefault();
      const cell = cellOf(event);
      if (!cell || event.button === 1) return;
      if (event.button === 2 && !this.#edit) return;
      pressed = cell;
      const target = /** @type {Element} */ (event.target);
      if (target.hasPointerCapture(event.pointerId)) target.releasePointerCapture(event.pointerId);
      // A finger on a cell that leads nowhere may be about to scroll.
      waiting = event.pointerType === "touch" && !this.#cells.get(cell)?.classList.contains("live");
      if (!waiting) this.#pick(cell, event.button);
    });
    cells.addEventListener("pointercancel", () => {
      pressed = null;
    });
    cells.addEventListener("mousedown", (event) => event.preventDefault());
    cells.addEventListener("contextmenu", (event) => {
      if (this.#edit) event.preventDefault();
    });
    // A drag is a click where it begins and one where it ends.
    cells.addEventListener("pointerup", (event) => {
      const under = document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-cell]");
      const cell = under?.getAttribute("data-cell");
      const dragged = cell !== pressed && this.#selection.clicks.length > 0 && !this.#edit;
      if (pressed && cell && event.button === 0 && (waiting ? cell === pressed : dragged)) this.#pick(cell, 0);
      pressed = null;
    });
    cells.addEventListener("pointerover", (event) => {
      const cell = cellOf(event);
      if (this.#edit && pressed && cell && cell !== pressed && event.buttons > 0) {
        pressed = cell;
        this.#pick(cell, event.buttons === 2 ? 2 : 0);
      }
      if (event.pointerType !== "touch") this.onHover(cell);
    });
    cells.addEventListener("pointerleave", () => this.onHover(null));
    cells.addEventListener("focusin", (event) => {
      const cell = cellOf(event);
      if (cell) this.#move(cell, false);
      this.onHover(cell);
    });
    cells.addEventListener("focusout", () => this.onHover(null));
    cells.addEventListener("keydown", (event) => {
      const cell = cellOf(event);
      if (!cell || event.ctrlKey || event.altKey || event.metaKey) return;
      if (event.key === "Enter" || event.key === " ") {
        event.preventDefault();
        this.#pick(cell, event.shiftKey ? 2 : 0);
        return;
      }
      const next = neighbour(this.scene, cell, event.key);
      if (next === undefined) return;
      event.preventDefault();
      if (next) this.#move(next, true);
    });
  }

  /** @param {string} cell @param {number} button */
  #pick(cell, button) {
    if (this.#edit) this.#edit(cell, button);
    else this.onPick(cell);
  }

  /** Makes a cell the one that the tab key reaches. @param {string} cell @param {boolean} focus */
  #move(cell, focus) {
    this.#cells.get(this.#current)?.setAttribute("tabindex", "-1");
    this.#current = cell;
    this.#cells.get(cell)?.setAttribute("tabindex", "0");
    if (focus) this.focus(cell);
  }
}

/**
 * A coloured cell.
 * @param {Scene} scene
 * @param {string} cell
 * @param {string} kind
 */
function mark(scene, cell, kind) {
  const [x, y] = scene.at(cell);
  // A piece covers a round mark, so it has a rim that shows beside it.
  if (scene.info.board.shape !== "square") return s("circle", { class: `mark round ${kind}`, cx: x, cy: y, r: 48 });
  return s("rect", { class: `mark ${kind}`, x: x - 50, y: y - 50, width: UNIT, height: UNIT });
}

/** @param {Scene} scene @param {string} cell */
function dot(scene, cell) {
  const [x, y] = scene.at(cell);
  return s("circle", { class: "legal", cx: x, cy: y, r: scene.info.board.shape === "point" ? 8 : 13 });
}

/** What decided the game: a ring round the piece, dark and light, so that it needs no colour. @param {Scene} scene @param {string} cell */
function ring(scene, cell) {
  const [cx, cy] = scene.at(cell);
  const r = scene.info.board.shape === "square" ? 44.5 : 49;
  return s("g", { class: "decisive" }, s("circle", { class: "edge", cx, cy, r }), s("circle", { cx, cy, r }));
}
