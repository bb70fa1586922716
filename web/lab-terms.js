// What the evaluation says about the position, term by term: how much each speaks, and for whom.
//
// Bars go to the left for the first player and to the right for the second; the side is also named
// in every row. Terms that say nothing here are folded away.

/** @import { Evaluation } from "./protocol.js" */
/** @import { Workbench } from "./workbench.js" */

import { capital, h } from "./dom.js";
import { counted, percent, signed } from "./lab-figures.js";

export class Terms {
  #choice = h("select", { class: "field", "aria-label": "Evaluation", "data-setting": "terms-eval" });
  #sum = h("p", { class: "lab-sum" });
  #list = h("div", { class: "lab-terms" });
  #silent = h("details", { class: "lab-silent" });
  element = h("div", {}, h("p", { class: "row" }, this.#choice), this.#sum, this.#list, this.#silent);
  #asked = 0;

  /** @param {Workbench} bench */
  constructor(bench) {
    this.bench = bench;
    this.#choice.addEventListener("change", () => this.show());
  }

  /** Another game has other evaluations. */
  renew() {
    const evaluations = this.bench.game.evaluations;
    this.#choice.replaceChildren(
      ...evaluations.map(({ name, about }) => h("option", { value: name }, `${name}: ${about}`)),
    );
  }

  async show() {
    const asked = ++this.#asked;
    const { bench } = this;
    try {
      const name = this.#choice.value;
      const evaluation = await bench.link.ask("eval", { place: bench.tree.place(bench.node), eval: name });
      if (asked !== this.#asked) return;
      this.#draw(evaluation);
      this.element.dataset.eval = name;
    } catch (error) {
      if (asked === this.#asked) this.#sum.textContent = error instanceof Error ? error.message : String(error);
    }
  }

  /** @param {Evaluation} evaluation */
  #draw({ score, phase, terms }) {
    const { players, palette } = this.bench.info;
    this.element.style.setProperty("--first", palette.pieces[0]);
    this.element.style.setProperty("--second", palette.pieces[1]);
    const mover = this.bench.position.turn;
    const unit = this.bench.game.unit;
    this.#sum.textContent = `Together ${signed(score)} ${unit} for ${mover}, who is to move; phase of the game ${percent(phase)}.`;
    const speaking = terms.filter(({ value }) => value !== 0).sort((a, b) => Math.abs(b.value) - Math.abs(a.value));
    const silent = terms.filter(({ value }) => value === 0);
    const most = Math.max(...speaking.map(({ value }) => Math.abs(value)), 1);
    this.#list.replaceChildren(
      h(
        "div",
        { class: "lab-term head muted", "aria-hidden": "true" },
        h("span", {}, "term"),
        h("span", { class: "lab-sides" }, h("span", {}, `◀ ${players[0]}`), h("span", {}, `${players[1]} ▶`)),
        h("span", {}, "count × weight"),
        h("span", {}, "value"),
        h("span", {}, "share"),
      ),
      ...speaking.map((term) => {
        const side = term.value > 0 ? 0 : 1;
        const bar = h("span", { class: `lab-side ${side === 0 ? "first" : "second"}` });
        bar.style.setProperty("--share", (Math.abs(term.value) / most).toFixed(3));
        const row = h(
          "div",
          { class: "lab-term", "data-term": term.name, title: `${term.about}; speaks for ${players[side]}` },
          h("span", { class: "name" }, term.name, h("small", { class: "muted" }, term.about)),
          h("span", { class: "lab-sides" }, bar, h("span", { class: "spoken" }, `for ${players[side]}`)),
          h("span", {}, `${term.count} × ${(term.weight / 100).toFixed(2)}`.replaceAll("-", "\u2212")),
          h("span", {}, signed(Math.abs(term.value)).slice(1), h("small", {}, ` ${capital(players[side]).slice(0, 1)}`)),
          h("span", {}, percent(term.share)),
        );
        return row;
      }),
    );
    this.#silent.hidden = silent.length === 0;
    this.#silent.replaceChildren(
      h("summary", {}, `${counted(silent.length, "term")} ${silent.length === 1 ? "says" : "say"} nothing here`),
      h("p", { class: "muted" }, silent.map(({ name, about }) => `${name} (${about})`).join("; ")),
    );
  }
}
