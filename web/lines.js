// The engine's lines: a score, a chance and the moves; a move can be hovered to see its position,
// and played to have the line up to there in the tree.
//
// The rows have their heights from the beginning, and the line under the pointer keeps still, so
// that what one is about to press does not run away.

/** @import { Board } from "./board.js" */
/** @import { Line } from "./protocol.js" */
/** @import { Engine } from "./engine.js" */
/** @import { Workbench } from "./workbench.js" */

import { h } from "./dom.js";
import { newestOnly } from "./elements.js";
import { figure, inWords, percent } from "./scores.js";

/** Moves that one row can show; the rest would be cut off anyway. */
const MOVES = 14;

export class Lines {
  /** @type {Row[]} */
  #rows = [];

  /**
   * @param {Workbench} bench
   * @param {Board} board
   * @param {Engine} engine
   */
  constructor(bench, board, engine) {
    this.bench = bench;
    this.board = board;
    this.engine = engine;
    this.element = h("div", { class: "lines", role: "group", "aria-label": "Lines of the engine" });
    this.#look = newestOnly((moves) => this.#showPosition(moves));
  }

  /** @type {(moves: string[] | null) => void} */
  #look;

  update() {
    const { engine, element } = this;
    element.classList.toggle("off", !engine.on);
    while (this.#rows.length < engine.lines) {
      const row = new Row(this, this.#rows.length);
      this.#rows.push(row);
      element.append(row.element);
    }
    while (this.#rows.length > engine.lines) this.#rows.pop()?.element.remove();
    this.#rows.forEach((row, index) => row.update(engine.report?.lines[index] ?? null));
  }

  /** Shows where moves from here lead, or the present place again. @param {string[] | null} moves */
  look(moves) {
    this.#look(moves);
  }

  /** @param {string[] | null} moves */
  async #showPosition(moves) {
    if (moves === null) {
      this.board.showCurrent();
      return;
    }
    const { bench } = this;
    const place = bench.tree.place(bench.node);
    try {
      const position = await bench.link.ask("position", { place: { ...place, moves: [...place.moves, ...moves] } });
      if (this.element.querySelector(":is(.line-move:hover, .line-move:focus-visible)")) this.board.showPosition(position);
    } catch {
      this.board.showCurrent();
    }
  }

  /** Plays moves from here on; they become the next moves or a variation. @param {string[]} moves */
  play(moves) {
    const { bench } = this;
    this.look(null);
    const end = bench.tree.extend(bench.node, moves);
    bench.tell("tree");
    bench.go(end).catch((error) => bench.complain(error));
  }
}

class Row {
  /** @type {string[]} */
  #pv = [];
  #node;

  /**
   * @param {Lines} lines
   * @param {number} index
   */
  constructor(lines, index) {
    this.lines = lines;
    this.index = index;
    this.#node = lines.bench.node;
    this.score = h("span", { class: "line-score" });
    this.chance = h("span", { class: "line-chance" });
    this.moves = h("span", { class: "line-moves" });
    this.element = h("div", { class: "line", role: "group", "data-line": index + 1 }, this.score, this.chance, this.moves);
    // The focus stays where it was when a mouse is used, so that the keys of the page go on working.
    this.moves.addEventListener("mousedown", (event) => event.preventDefault());
    this.moves.addEventListener("pointerover", (event) => this.#look(event));
    this.moves.addEventListener("focusin", (event) => this.#look(event));
    this.moves.addEventListener("pointerleave", () => lines.look(null));
    this.moves.addEventListener("focusout", () => lines.look(null));
    this.moves.addEventListener("click", (event) => {
      const length = this.#meant(event);
      if (length > 0) lines.play(this.#pv.slice(0, length));
    });
    this.moves.addEventListener("keydown", (event) => this.#key(event));
  }

  /** @param {Line | null} line */
  update(line) {
    const { bench } = this.lines;
    if (!line) {
      this.score.textContent = "";
      this.chance.textContent = "";
      this.element.removeAttribute("aria-label");
      this.#write([]);
      return;
    }
    const held = this.#pv.length > 0 && this.#node === bench.node && this.moves.matches(":hover, :focus-within");
    if (held && this.#pv[0] !== line.pv[0]) return;
    this.score.textContent = figure(line.score);
    this.chance.textContent = percent(line.chance);
    const words = `${inWords(line.score, bench.game.unit)}, win chance ${percent(line.chance)}`;
    this.element.setAttribute("aria-label", `Line ${this.index + 1}: ${words}`);
    this.score.title = words;
    if (!held) this.#write(line.pv.slice(0, MOVES));
  }

  /** @param {string[]} pv */
  #write(pv) {
    this.#node = this.lines.bench.node;
    if (pv.join(" ") === this.#pv.join(" ")) return;
    this.#pv = pv;
    const buttons = pv.map((move, index) =>
      h("button", { type: "button", class: "line-move", tabindex: index === 0 ? 0 : -1, "data-length": index + 1 }, move),
    );
    this.moves.replaceChildren(...buttons);
  }

  /** How many moves of the line somebody points at. @param {Event} event */
  #meant(event) {
    const move = /** @type {Element} */ (event.target).closest("[data-length]");
    return Number(move?.getAttribute("data-length") ?? 0);
  }

  /** @param {Event} event */
  #look(event) {
    const length = this.#meant(event);
    if (length > 0) this.lines.look(this.#pv.slice(0, length));
  }

  /** One stop for the tab key; arrows lead along the line. @param {KeyboardEvent} event */
  #key(event) {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (event.key === "Enter" || event.key === " ") event.stopPropagation();
    if (step === undefined) return;
    const moves = /** @type {HTMLElement[]} */ ([...this.moves.children]);
    moves[this.#meant(event) - 1 + step]?.focus();
    event.preventDefault();
    event.stopPropagation();
  }
}
