// Two searches of one position: what each depth cost the second beside the first.

/** @import { Report } from "./protocol.js" */
/** @import { Run } from "./lab-run.js" */

import { make } from "./elements.js";
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
  #legend = make("p", { class: "lab-legend" });
  #picture = make("div", { class: "lab-picture" });
  #verdict = make("p", { class: "lab-verdict" });
  #rows = make("tbody");

  /** @param {Run} a @param {Run} b */
  constructor(a, b) {
    this.a = a;
    this.b = b;
    const heads = HEADS.map((text) => make("th", { scope: "col" }, text));
    const table = make(
      "table",
      { class: "table lab-ratios" },
      make("caption", { class: "spoken" }, "Nodes by depth of A and B"),
      make("thead", {}, make("tr", {}, ...heads)),
      this.#rows,
    );
    const label = "Nodes by depth of A and B, a table";
    const frame = make("div", { class: "lab-scroll short", tabindex: 0, role: "region", "aria-label": label }, table);
    this.element = make("div", { class: "lab-contest" }, this.#legend, this.#picture, this.#verdict, frame);
  }

  /** @param {string} wordsA @param {string} wordsB what is special about each */
  show(wordsA, wordsB) {
    const { a, b } = this;
    this.#legend.replaceChildren(
      make("span", { class: "series-A" }, make("b", {}, "● A"), ` ${wordsA}`),
      make("span", { class: "series-B" }, make("b", {}, "■ B"), ` ${wordsB}`),
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
  const ratio = make("td", { class: `gauge ${nodes > 1 ? "worse" : "better"}` }, times(nodes));
  // The bar stands for the logarithm: full at ten times as many, or as few.
  ratio.style.setProperty("--share", Math.min(Math.abs(Math.log10(nodes)), 1).toFixed(3));
  return make(
    "tr",
    { "data-depth": depth },
    make("th", { scope: "row" }, String(depth)),
    make("td", {}, short(a.nodes)),
    make("td", {}, short(b.nodes)),
    ratio,
    make("td", {}, times(time)),
    make("td", {}, a.best === b.best ? "yes" : `${a.best} / ${b.best}`),
  );
}
