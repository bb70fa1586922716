// The iterations of a search, a row each as they finish, and the one under way below them.
//
// The table has a height of its own and scrolls inside it, so that nothing else on the page moves
// while rows come in. The bars behind the figures compare the rows of a column; the figures alone
// say everything.

/** @import { Report } from "./protocol.js" */
/** @import { Run } from "./lab-run.js" */

import { h } from "./dom.js";
import { eachFrame } from "./elements.js";
import { percent, short, time, times, worth } from "./lab-figures.js";
import { inWords } from "./scores.js";

/**
 * A column: its heading, what it means, its text, and what its bar measures (in shares of the
 * greatest of the column, or of one).
 * @typedef {{
 *   head: string, about: string, text: (report: Report, unit: string) => string,
 *   bar?: (report: Report) => number, scale?: "most" | "log" | "one", left?: boolean,
 * }} Column
 */

/** @type {Column[]} */
const COLUMNS = [
  { head: "Depth", about: "Plies that every line is searched", text: ({ depth }) => String(depth) },
  {
    head: "Sel.",
    about: "Selective depth: the longest line that was looked at, extensions and quiescence included",
    text: ({ stats }) => String(stats.selective_depth),
  },
  { head: "Score", about: "What the position is worth to the player to move", text: ({ score }) => worth(score) },
  { head: "Best", about: "The best move", text: ({ best }) => best, left: true },
  {
    head: "Nodes",
    about: "Positions looked at since the search began (bar: logarithm)",
    text: ({ nodes }) => short(nodes),
    bar: ({ nodes }) => nodes,
    scale: "log",
  },
  { head: "Time", about: "Since the search began", text: ({ seconds }) => time(seconds), bar: ({ seconds }) => seconds },
  { head: "Speed", about: "Nodes a second", text: ({ nps }) => `${short(nps)}/s`, bar: ({ nps }) => nps },
  {
    head: "Growth",
    about: "Branching: how many times more nodes a ply more costs, the mean of the last four iterations",
    text: ({ stats }) => (stats.branching === null ? "" : times(stats.branching)),
    bar: ({ stats }) => stats.branching ?? 0,
  },
  {
    head: "Hits",
    about: "The share of questions to the transposition table that it could answer",
    text: ({ stats }) => percent(stats.hit_rate),
    bar: ({ stats }) => stats.hit_rate,
    scale: "one",
  },
  {
    head: "1st cut",
    about: "The share of cut-offs that the first move made: how good the ordering of moves is",
    text: ({ stats }) => percent(stats.first_cut_rate),
    bar: ({ stats }) => stats.first_cut_rate,
    scale: "one",
  },
];

export class IterationTable {
  #body = h("tbody");
  #live = h("tr", { class: "live", hidden: true });
  #foot = h("p", { class: "lab-line muted" });
  #frame = h("div", { class: "lab-scroll", tabindex: 0, role: "region" });
  /** @type {Report[]} */
  #shown = [];
  #unit = "";

  /** @param {Run} run @param {() => string} unit */
  constructor(run, unit) {
    this.run = run;
    const caption = h("caption", { class: "spoken" }, `Iterations of search ${run.name}`);
    const heads = COLUMNS.map(({ head, about, left }) =>
      h("th", { scope: "col", title: about, class: left ? "left" : null }, head),
    );
    this.#live.append(...COLUMNS.map(({ left }) => h("td", { class: left ? "left" : null })));
    const head = h("thead", {}, h("tr", {}, ...heads));
    const table = h("table", { class: "table lab-iterations" }, caption, head, this.#body, h("tfoot", {}, this.#live));
    this.#frame.setAttribute("aria-label", `Iterations of search ${run.name}, a table`);
    this.#frame.append(table);
    this.element = h("div", { class: "lab-table", "data-run": run.name }, this.#frame, this.#foot);
    const show = eachFrame(() => {
      this.#unit = unit();
      this.#show();
    });
    run.addEventListener("change", show);
    show();
  }

  #show() {
    const { iterations, latest, busy } = this.run;
    if (iterations.length < this.#shown.length || this.#shown[0] !== iterations[0]) {
      this.#body.replaceChildren();
      this.#shown = [];
    }
    const { scrollTop, scrollHeight, clientHeight } = this.#frame;
    const atEnd = scrollTop + clientHeight > scrollHeight - 8;
    for (const report of iterations.slice(this.#shown.length)) {
      this.#body.append(this.#row(report));
      this.#shown.push(report);
    }
    this.#measure();
    this.#showLive(latest, busy);
    const last = latest ?? iterations.at(-1);
    if (!this.#frame.matches(":hover")) this.#tellLine(last ?? null);
    if (atEnd) this.#frame.scrollTop = this.#frame.scrollHeight;
  }

  /** @param {Report} report */
  #row(report) {
    const cells = COLUMNS.map((column, index) => {
      const text = column.text(report, this.#unit);
      const cell = h(index === 0 ? "th" : "td", { class: column.left ? "left" : null }, text);
      if (index === 0) cell.setAttribute("scope", "row");
      if (column.bar) cell.classList.add("gauge");
      return cell;
    });
    const row = h("tr", { "data-depth": report.depth, onmouseenter: () => this.#tellLine(report) }, ...cells);
    row.title = `${inWords(report.score, this.#unit)}; ${report.pv.join(" ")}`;
    return row;
  }

  // Bars are shares of the greatest of their column, which a new row may change.
  #measure() {
    for (const [index, { bar, scale = "most" }] of COLUMNS.entries()) {
      if (!bar) continue;
      const amounts = this.#shown.map(bar).map((amount) => (scale === "log" ? Math.log10(amount + 1) : amount));
      const most = scale === "one" ? 1 : Math.max(...amounts, 1e-9);
      for (const [row, amount] of amounts.entries()) {
        const cell = /** @type {HTMLElement} */ (this.#body.rows[row].cells[index]);
        cell.style.setProperty("--share", (amount / most).toFixed(3));
      }
    }
  }

  /** @param {Report | null} latest @param {boolean} busy */
  #showLive(latest, busy) {
    this.#live.hidden = !busy;
    if (!busy) return;
    const done = this.#shown.at(-1);
    const depth = done ? done.depth + 1 : (latest?.depth ?? 1);
    for (const [index, { text }] of COLUMNS.entries()) {
      const known = latest && ["Score", "Best", "Nodes", "Time", "Speed"].includes(COLUMNS[index].head);
      this.#live.cells[index].textContent = index === 0 ? String(depth) : known ? text(latest, this.#unit) : "…";
    }
  }

  /** @param {Report | null} report */
  #tellLine(report) {
    const waiting = this.run.busy ? "" : "Press Search, and every depth that is finished becomes a row.";
    const words = report ? `depth ${report.depth}: ${report.pv.join(" ")}` : waiting;
    this.#foot.textContent = words;
    this.#foot.title = words;
  }
}
