// The review of a game: every move judged, the mistakes named, and what was better shown.

/** @import { Engine } from "./engine.js" */
/** @import { Hints } from "./hints.js" */
/** @import { Ply, Review } from "./protocol.js" */
/** @import { Node } from "./tree.js" */
/** @import { Workbench } from "./workbench.js" */

import { capital, h } from "./dom.js";
import { button, labelled, select } from "./elements.js";
import { mainLine, plyOn } from "./line.js";
import { MARKS } from "./moves.js";
import { percent } from "./scores.js";

/** Seconds a move. @type {[string, string][]} */
const CARE = [
  ["0.1", "quick"],
  ["0.4", "careful"],
  ["2", "thorough"],
];

export class Reviewer {
  /** @type {Node[]} The line that was reviewed; a node's index is its ply. */
  #line = [];
  /** @type {Ply[]} */
  #plies = [];
  #running = false;
  #care = "0.1";

  /**
   * @param {Workbench} bench
   * @param {Engine} engine
   * @param {Hints} hints
   */
  constructor(bench, engine, hints) {
    this.bench = bench;
    this.engine = engine;
    this.hints = hints;
    this.begin = button("Review the game", () => this.#run(), { class: "button primary", id: "review" });
    this.cancel = button("Cancel", () => this.#stop(), { hidden: true });
    this.care = labelled("Care", select(CARE, this.#care, (care) => (this.#care = care)));
    this.progress = h("progress", { "aria-label": "Progress of the review", hidden: true });
    this.status = h("p", { class: "review-status muted" });
    this.results = h("div", { class: "review-results" });
    this.element = h(
      "div",
      { class: "review" },
      h("div", { class: "row" }, this.begin, this.care, this.progress, this.cancel),
      this.status,
      this.results,
    );
    bench.on("game", () => this.#recall());
    bench.on("position", () => this.#update());
    bench.on("tree", () => this.#update());
    this.#recall();
  }

  /** The mistakes of the line that was reviewed, in order. */
  get mistakes() {
    return this.#plies.filter((ply) => MARKS[ply.class]);
  }

  /** Goes to the next mistake of the game, or the one before. @param {1 | -1} step */
  jump(step) {
    const line = mainLine(this.bench);
    const at = plyOn(line, this.bench.node);
    const wrong = line.filter((node) => node.class !== null && MARKS[node.class]);
    // A mistake is looked at from the place before it.
    const next = step > 0 ? wrong.find((node) => node.ply - 1 > at) : wrong.findLast((node) => node.ply - 1 < at);
    if (next) this.#visit(next);
    else this.bench.tell("news", step > 0 ? "No more mistakes" : "No mistake before this");
  }

  /** Another game is open: shows what was said of it before, if anything. */
  #recall() {
    if (this.#running) this.#stop();
    this.#line = [];
    this.#plies = [];
    this.results.replaceChildren();
    const { tree } = this.bench;
    const known = tree?.reviewed;
    if (known) {
      this.#line = tree.find(known.moves).path;
      this.#plies = known.review.plies;
      this.#summarise(known.review);
    }
    this.#update();
  }

  #update() {
    if (!this.bench.tree) return;
    const moves = mainLine(this.bench).length - 1;
    this.begin.disabled = this.#running || moves === 0;
    this.begin.textContent = this.#plies.length > 0 ? "Review again" : "Review the game";
    if (this.#running) return;
    if (moves === 0) this.status.textContent = "Play or paste a game, and the engine tells where it was won and lost.";
    else if (this.#plies.length === 0) this.status.textContent = `${moves} ${moves === 1 ? "move" : "moves"} to look at.`;
  }

  #stop() {
    this.bench.link.ask("stop").catch(() => {});
  }

  async #run() {
    const { bench } = this;
    const line = mainLine(bench);
    const end = line[line.length - 1];
    this.#line = line;
    this.#plies = [];
    this.#show(true, line.length - 1);
    this.engine.lend(true);
    try {
      const review = await bench.link.ask("review", { place: bench.tree.place(end), seconds: Number(this.#care) }, (news) => {
        if (news.event === "queued" && news.place > 0) this.status.textContent = `Waiting: ${news.place} before you.`;
        if (news.event === "ply") this.#hear(news.ply);
      });
      if (line !== this.#line) return;
      for (const ply of review.plies) this.#judge(ply);
      bench.tree.reviewed = { moves: end.moves, review };
      this.#plies = review.plies;
      this.#summarise(review);
      bench.tell("news", this.status.textContent);
      bench.tell("tree");
    } catch (error) {
      this.status.textContent = "";
      bench.complain(error);
    } finally {
      this.#show(false, 0);
      this.engine.lend(false);
    }
  }

  /** @param {boolean} running @param {number} moves */
  #show(running, moves) {
    this.#running = running;
    this.care.hidden = running;
    this.progress.hidden = !running;
    this.cancel.hidden = !running;
    this.progress.max = Math.max(moves, 1);
    this.progress.value = 0;
    if (running) this.results.replaceChildren();
    this.#update();
  }

  /** @param {Ply} ply */
  #hear(ply) {
    this.#plies.push(ply);
    this.progress.value = this.#plies.length;
    // The last move comes first: what came of a move is known when it is judged.
    this.status.textContent = `${this.#plies.length} of ${this.#line.length - 1} moves`;
    this.#judge(ply);
    this.bench.tell("tree");
  }

  /** Writes a judgement into the tree. @param {Ply} ply */
  #judge(ply) {
    const node = this.#line[ply.ply];
    if (node?.move !== ply.move) return;
    node.chance = ply.chance_first;
    node.class = ply.class;
    node.words = ply.words;
    const before = /** @type {Node} */ (node.parent);
    const first = ply.turn === this.bench.info.players[0];
    before.chance ??= first ? ply.chance_before : 1 - ply.chance_before;
  }

  /** @param {Review & { stopped?: boolean }} review */
  #summarise({ plies, players, stopped }) {
    const mistakes = this.mistakes;
    const count = mistakes.length === 0 ? "No mistakes found" : `${mistakes.length} ${mistakes.length === 1 ? "move" : "moves"} to learn from`;
    this.status.textContent = stopped ? `Stopped: only the last ${plies.length} moves were looked at. ${count}.` : `${count}.`;
    const rows = this.bench.info.players.flatMap((player) => {
      const sums = players[player];
      if (!sums) return [];
      const texts = [percent(sums.accuracy / 100), String(sums.inaccuracies), String(sums.mistakes), String(sums.blunders)];
      return [h("tr", {}, h("th", { scope: "row" }, capital(player)), ...texts.map((text) => h("td", {}, text)))];
    });
    const heads = ["Accuracy", "Inaccuracies", "Mistakes", "Blunders"].map((head, index) => {
      const mark = Object.entries(MARKS)[index - 1];
      const glyph = mark && h("span", { class: `glyph ${mark[0]}`, "aria-hidden": "true" }, mark[1].glyph);
      return h("th", { scope: "col", title: head }, glyph, h("span", { class: mark && "head-words" }, ` ${head}`));
    });
    const table = h(
      "table",
      { class: "table review-table" },
      h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "Player"), ...heads)),
      h("tbody", {}, ...rows),
    );
    const list = h("ol", { class: "mistakes", "aria-label": "Mistakes" }, ...mistakes.map((ply) => this.#item(ply)));
    this.results.replaceChildren(table, list);
  }

  /** @param {Ply} ply */
  #item(ply) {
    const { glyph, title } = MARKS[ply.class];
    // As in the list of moves: a number for both players' moves, with dots behind it for the second's.
    const second = this.bench.info.players.indexOf(ply.turn) === 1;
    const starter = (ply.ply + (second ? 0 : 1)) % 2;
    const number = `${Math.ceil((ply.ply + starter) / 2)}${second ? "…" : "."}`;
    return h(
      "li",
      { class: `mistake-item ${ply.class}`, "data-mistake": ply.ply },
      h(
        "button",
        { type: "button", class: "mistake-go", onclick: () => this.#visit(this.#line[ply.ply]) },
        h("span", { class: "mistake-head" }, `${number} ${ply.move}`, h("span", { class: "glyph", title }, glyph)),
        h("span", { class: "mistake-words" }, ply.words.replaceAll(" %", "\u00a0%")),
      ),
      button("Add the better line", () => this.#add(ply), { class: "button small" }),
    );
  }

  /** Shows the place before a bad move, and what was better. @param {Node} bad */
  #visit(bad) {
    const { bench } = this;
    const before = bad.parent;
    if (!before) return;
    // The judgement may be an older one, kept with the tree, of which only the words are left.
    const ply = this.#plies.find((each) => this.#line[each.ply] === bad);
    for (const item of this.results.querySelectorAll("[data-mistake]")) {
      const shown = ply !== undefined && item.getAttribute("data-mistake") === String(ply.ply);
      item.toggleAttribute("data-shown", shown);
      if (shown) item.scrollIntoView({ block: "nearest" });
    }
    const shown = bench.node === before ? Promise.resolve() : bench.go(before);
    shown
      .then(() => {
        if (bench.node !== before) return;
        if (ply) this.hints.pin(ply.best, ply.move, ply.loss);
        bench.tell("news", bad.words ?? "");
      })
      .catch((error) => bench.complain(error));
  }

  /** @param {Ply} ply */
  #add(ply) {
    const { bench } = this;
    const node = this.#line[ply.ply];
    if (!node?.parent) return;
    const line = ply.line[0] === ply.best ? ply.line : [ply.best, ...ply.line];
    bench.tree.extend(node.parent, line);
    bench.tell("tree");
    const better = node.parent.child(ply.best);
    if (better) bench.go(better).catch((error) => bench.complain(error));
  }
}
