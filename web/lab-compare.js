// Two searches of one position: what each depth cost the second beside the first.

/** @import { Report } from "./protocol.js" */
/** @import { Run } from "./lab-run.js" */

import { h } from "./dom.js";
import { chart, points } from "./lab-chart.js";
import { percent, short, times } from "./lab-figures.js";

/**
 * The depths that both reached, and what each cost there.
 * @param {Report[]} a
 * @param {Report[]} b
 */
export function ratios(a, b) {
  const other = new Map(b.map((report) => [report.depth, report]));
  return a.flatMap((one) => {
    const two = other.get(one.depth);
    return two ? [{ depth: one.depth, a: one, b: two, nodes: two.nodes / one.nodes, time: two.seconds / one.seconds }] : [];
  });
}

/** B's nodes against A's, in words. @param {number} ratio */
export function against(ratio) {
  if (Math.abs(Math.log(ratio)) < 0.005) return "as many";
  if (ratio < 1) return `${percent(1 - ratio)} fewer`;
  return ratio < 2 ? `${percent(ratio - 1)} more` : `${ratio.toFixed(1)} times as many`;
}

const HEADS = ["Depth", "Nodes A", "Nodes B", "B / A", "Time B / A", "Same move"];

export class Comparison {
  #legend = h("p", { class: "lab-legend" });
  #picture = h("div", { class: "lab-picture" });
  #verdict = h("p", { class: "lab-verdict" });
  #rows = h("tbody");

  /** @param {Run} a @param {Run} b */
  constructor(a, b) {
    this.a = a;
    this.b = b;
    const heads = HEADS.map((text) => h("th", { scope: "col" }, text));
    const table = h(
      "table",
      { class: "table lab-ratios" },
      h("caption", { class: "spoken" }, "Nodes by depth of A and B"),
      h("thead", {}, h("tr", {}, ...heads)),
      this.#rows,
    );
    const label = "Nodes by depth of A and B, a table";
    const frame = h("div", { class: "lab-scroll short", tabindex: 0, role: "region", "aria-label": label }, table);
    this.element = h("div", { class: "lab-contest" }, this.#legend, this.#picture, this.#verdict, frame);
  }

  /** @param {string} wordsA @param {string} wordsB what is special about each */
  show(wordsA, wordsB) {
    const { a, b } = this;
    this.#legend.replaceChildren(
      h("span", { class: "series-A" }, h("b", {}, "● A"), ` ${wordsA}`),
      h("span", { class: "series-B" }, h("b", {}, "■ B"), ` ${wordsB}`),
    );
    this.#picture.replaceChildren(chart([a, b].map(({ name, iterations }) => ({ name, points: points(iterations) }))));
    const rows = ratios(a.iterations, b.iterations);
    this.#verdict.textContent = verdict(rows.at(-1));
    this.#rows.replaceChildren(...rows.map(ratioRow));
  }
}

/** @param {ReturnType<typeof ratios>[number] | undefined} last */
function verdict(last) {
  if (!last) return "Change something in B, then search.";
  const { depth, a, b, nodes } = last;
  return `To finish depth ${depth}, B looked at ${short(b.nodes)} positions and A at ${short(a.nodes)}: ${against(nodes)}.`;
}

/** @param {ReturnType<typeof ratios>[number]} row */
function ratioRow({ depth, a, b, nodes, time }) {
  const ratio = h("td", { class: `gauge ${nodes > 1 ? "worse" : "better"}` }, times(nodes));
  // The bar stands for the logarithm: full at ten times as many, or as few.
  ratio.style.setProperty("--share", Math.min(Math.abs(Math.log10(nodes)), 1).toFixed(3));
  return h(
    "tr",
    { "data-depth": depth },
    h("th", { scope: "row" }, String(depth)),
    h("td", {}, short(a.nodes)),
    h("td", {}, short(b.nodes)),
    ratio,
    h("td", {}, times(time)),
    h("td", {}, a.best === b.best ? "yes" : `${a.best} / ${b.best}`),
  );
}
