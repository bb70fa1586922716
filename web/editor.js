// The position editor: pieces from a palette onto the board, who moves next, and the server's word
// on whether the rules allow it.
//
// The game goes on untouched behind it until the position is accepted, and can be brought back then.

/** @import { Board } from "./board.js" */
/** @import { PlacedPiece, Position } from "./protocol.js" */
/** @import { Workbench } from "./workbench.js" */

import { capital, h, s } from "./dom.js";
import { button } from "./elements.js";
import { keepHere, recallHere } from "./keep.js";
import { Refusal } from "./link.js";
import { listOf, number, parts, text } from "./shape.js";
import { swap } from "./swap.js";
import { GameTree } from "./tree.js";

/** The tallest stack that can be put down at once. */
const TALLEST = 12;

/** Where a position that is being set up outlives a reload, and what it looks like there. */
const KEPT = "setup";
const SETUP = parts({ game: text, pieces: listOf(parts({ cell: text, owner: text, kind: text, count: number })), turn: text });

/** What a click puts down; null rubs out. @typedef {{ owner: string, kind: string } | null} Tool */

export class Editor {
  open = false;
  /** @type {Map<string, PlacedPiece>} */
  #pieces = new Map();
  /** @type {Tool} */
  #tool = null;
  #count = 1;
  #turn = "";

  /**
   * @param {Workbench} bench
   * @param {Board} board
   * @param {() => void} changed told when it opens or closes
   */
  constructor(bench, board, changed) {
    this.bench = bench;
    this.board = board;
    this.changed = changed;
    this.fault = h("p", { class: "complaint", role: "alert" });
    this.element = h("section", { class: "editor", "aria-label": "Set up a position", hidden: true });
    bench.on("game", () => this.close());
    bench.on("mode", () => {
      if (bench.mode !== "analyse") this.close();
    });
    document.addEventListener("keydown", (event) => {
      // A dialog in front of it takes the key for itself.
      if (event.key === "Escape" && this.open && !document.querySelector("dialog[open]")) this.close();
    });
  }

  /** Goes on with what was being set up when the page was left. */
  resume() {
    const kept = recallHere(KEPT, SETUP);
    if (kept?.game === this.bench.info.id && this.bench.mode === "analyse") this.begin(kept);
  }

  /** @param {{ pieces: PlacedPiece[], turn: string }} [from] */
  begin({ pieces, turn } = this.bench.position) {
    const { bench } = this;
    if (this.open) return;
    this.open = true;
    this.#turn = turn;
    this.#tool = { owner: bench.info.players[0], kind: bench.info.kinds[0] };
    this.#count = 1;
    this.#build();
    this.#set(pieces);
    this.element.hidden = false;
    this.changed();
    this.element.querySelector("input")?.focus();
  }

  close() {
    if (!this.open) return;
    this.open = false;
    this.element.hidden = true;
    keepHere(KEPT, null);
    this.board.editing(null);
    this.changed();
  }

  #build() {
    const { info } = this.bench;
    const tools = info.players.flatMap((owner) => info.kinds.map((kind) => this.#choice(capital(`${owner} ${kind}`), { owner, kind })));
    const turns = info.players.map((player) => {
      const input = h("input", { type: "radio", name: "editor-turn", value: player, checked: player === this.#turn });
      input.addEventListener("change", () => {
        this.#turn = player;
        this.#keep();
      });
      return h("label", {}, input, h("span", {}, capital(player)));
    });
    this.element.replaceChildren(
      h("h2", {}, "Set up a position"),
      h(
        "p",
        { class: "muted" },
        "Click a cell to put a piece down, again to rub it out; drag to draw.",
        h("span", { class: "by-keys" }, " The other button, or Shift+Enter, always rubs out."),
      ),
      h("fieldset", {}, h("legend", {}, "Piece"), h("div", { class: "choices" }, ...tools, this.#choice("Eraser", null))),
      ...(info.stacks ? [this.#stepper()] : []),
      h("fieldset", {}, h("legend", {}, "Who moves next"), h("div", { class: "choices" }, ...turns)),
      h(
        "div",
        { class: "row" },
        button("Clear", () => this.#set([])),
        button("Start position", () => this.#start()),
        button("Undo changes", () => this.#set(this.bench.position.pieces)),
      ),
      this.fault,
      h(
        "div",
        { class: "row" },
        button("Use this position", () => this.#accept(), { class: "button primary", id: "editor-use" }),
        button("Cancel", () => this.close()),
      ),
    );
  }

  /**
   * @param {string} label
   * @param {Tool} tool
   */
  #choice(label, tool) {
    const checked = tool?.owner === this.#tool?.owner && tool?.kind === this.#tool?.kind;
    const input = h("input", { type: "radio", name: "editor-tool", value: label, checked });
    input.addEventListener("change", () => (this.#tool = tool));
    const piece = tool && this.board.scene.piece({ ...tool, count: 1 });
    const picture = piece && s("svg", { class: "swatch", viewBox: "-60 -52 120 120", "aria-hidden": "true" }, piece);
    return h("label", {}, input, h("span", {}, picture, label));
  }

  #stepper() {
    const field = h("input", { class: "field", type: "number", min: 1, max: TALLEST, value: this.#count, inputmode: "numeric" });
    field.addEventListener("input", () => {
      this.#count = Math.min(Math.max(Math.round(Number(field.value)) || 1, 1), TALLEST);
    });
    return h("label", { class: "labelled" }, h("span", {}, "How many on a cell"), field);
  }

  /** @param {PlacedPiece[]} pieces */
  #set(pieces) {
    this.#pieces = new Map(pieces.map((piece) => [piece.cell, { ...piece }]));
    this.#show();
  }

  #show() {
    this.fault.textContent = "";
    this.board.editing((cell, which) => this.#click(cell, which), [...this.#pieces.values()]);
    this.#keep();
  }

  #keep() {
    keepHere(KEPT, { game: this.bench.info.id, pieces: [...this.#pieces.values()], turn: this.#turn });
  }

  async #start() {
    const { bench } = this;
    try {
      /** @type {Position} */
      const first = await bench.link.ask("position", { place: { game: bench.info.id, start: null, moves: [] } });
      if (this.open) this.#set(first.pieces);
    } catch (error) {
      this.#refuse(error);
    }
  }

  /** @param {string} cell @param {number} which */
  #click(cell, which) {
    const tool = which === 2 ? null : this.#tool;
    const there = this.#pieces.get(cell);
    const same = tool && there?.owner === tool.owner && there.kind === tool.kind && there.count === this.#countOf();
    if (!tool || same) this.#pieces.delete(cell);
    else this.#pieces.set(cell, { cell, ...tool, count: this.#countOf() });
    this.#show();
  }

  #countOf() {
    return this.bench.info.stacks ? this.#count : 1;
  }

  async #accept() {
    const { bench } = this;
    try {
      const pieces = [...this.#pieces.values()];
      const { position } = await bench.link.ask("assemble", { game: bench.info.id, pieces, turn: this.#turn });
      await swap(bench, new GameTree(bench.info.id, position));
      this.close();
    } catch (error) {
      this.#refuse(error);
    }
  }

  /** @param {unknown} error */
  #refuse(error) {
    this.fault.textContent = error instanceof Refusal ? capital(error.words) : String(error);
  }
}
