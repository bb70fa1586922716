// The controls of one setup: limits, resources, evaluation, driver, and every switch and number of
// the search with what it does written beside it.
//
// They are built from what the server says exists, so a technique that is added there appears here.

/** @import { Hello, GameInfo, Techniques } from "./protocol.js" */
/** @import { Setup } from "./lab-setup.js" */

import { h } from "./dom.js";
import { button, select } from "./elements.js";
import { own } from "./lab-setup.js";

const MIB = 1 << 20;

/**
 * @typedef {{ setup: Setup, techniques: Techniques, game: GameInfo, hello: Hello }} Scope
 */

export class Controls {
  element = h("div", { class: "lab-controls" });
  /** @type {Scope} */
  #scope;

  /** @param {string} name @param {() => void} changed */
  constructor(name, changed) {
    this.name = name;
    this.changed = changed;
  }

  get setup() {
    return this.#scope.setup;
  }

  /** Builds all controls anew. @param {Scope} scope */
  show(scope) {
    this.#scope = scope;
    const { techniques, setup } = scope;
    const sound = techniques.switches.filter((item) => item.sound);
    const unsound = techniques.switches.filter((item) => !item.sound);
    this.element.replaceChildren(
      this.#limits(),
      this.#choices(),
      this.#switches("Sound techniques", "They save work and leave the value of a search as it is.", sound),
      this.#switches("Unsound techniques", "They may change the value, and reach deeper for it.", unsound),
      this.#numbers(),
      h(
        "p",
        { class: "row" },
        button("Reset to the game's own", () => {
          const { depth, nodes, seconds } = setup;
          this.show({ ...scope, setup: { ...own(techniques), depth, nodes, seconds } });
          this.changed();
        }),
      ),
    );
  }

  /**
   * A number; nothing typed is null where that is allowed.
   * @param {string} label
   * @param {{ get: () => number | null, set: (value: number | null) => void, least: number, most: number, step?: number,
   *           fallback?: number | null, title?: string, note?: string }} field
   */
  #number(label, { get, set, least, most, step = 1, fallback = null, title, note }) {
    const input = h("input", {
      type: "number",
      class: "field",
      min: least,
      max: most,
      step: step === 1 ? 1 : "any",
      placeholder: fallback ?? "none",
      value: get(),
      title: title ?? `from ${least} to ${most}`,
      "data-setting": `${this.name}-${label}`,
    });
    const told = h("small", { class: "complaint", role: "status" });
    input.addEventListener("change", () => {
      const typed = input.value.trim() === "" ? fallback : Number(input.value);
      const value = typed === null || Number.isNaN(typed) ? fallback : Math.min(Math.max(typed, least), most);
      const whole = value !== null && step === 1 ? Math.round(value) : value;
      set(whole);
      input.value = whole === null ? "" : String(whole);
      const kept = typed === whole || (typed !== null && typed >= least && typed <= most);
      told.textContent = kept ? "" : `${typed} is not from ${least} to ${most}: it is ${whole} now.`;
      this.changed();
    });
    return h("label", { class: "lab-number" }, h("span", {}, label), input, told, note ? h("small", { class: "muted" }, note) : null);
  }

  #limits() {
    const { setup, hello } = this.#scope;
    const { budgets } = hello;
    const limit = (/** @type {"depth" | "nodes" | "seconds"} */ key, /** @type {string} */ label, step = 1) =>
      this.#number(label, {
        get: () => setup[key],
        set: (value) => (setup[key] = value),
        least: step,
        most: budgets[key],
        step,
      });
    const size = (/** @type {"lines" | "threads"} */ key, /** @type {string} */ label) =>
      this.#number(label, {
        get: () => setup[key],
        set: (value) => (setup[key] = value ?? 1),
        least: 1,
        most: budgets[key],
        fallback: 1,
      });
    return h(
      "fieldset",
      {},
      h("legend", {}, "Limits and resources"),
      h(
        "div",
        { class: "lab-fields" },
        limit("depth", "Depth"),
        limit("nodes", "Nodes"),
        limit("seconds", "Seconds", 0.01),
        size("lines", "Lines"),
        size("threads", "Threads"),
        this.#number("Table, MiB", {
          get: () => setup.hash,
          set: (value) => (setup.hash = value ?? 64),
          least: 1,
          most: Math.floor(budgets.hash / MIB),
          fallback: 64,
        }),
      ),
    );
  }

  /**
   * @param {string} label
   * @param {"eval" | "driver" | "ties"} key
   * @param {[string, string][]} options
   */
  #choice(label, key, options) {
    const { setup } = this.#scope;
    const choose = (/** @type {string} */ value) => {
      setup[key] = value || null;
      this.changed();
    };
    const choices = /** @type {[string, string][]} */ ([["", "the game's own"], ...options]);
    const list = select(choices, setup[key] ?? "", choose, { "data-setting": `${this.name}-${key}` });
    return h("label", { class: "lab-number" }, h("span", {}, label), list);
  }

  #choices() {
    const { setup, techniques, game } = this.#scope;
    const plain = (/** @type {string[]} */ names) => names.map((name) => /** @type {[string, string]} */ ([name, name]));
    // A seed cannot be chosen from a list; plain chance is there without one.
    const ties = techniques.ties.filter((word) => !word.includes("SEED"));
    const exact = h("input", { type: "checkbox", checked: setup.exact, "data-setting": `${this.name}-exact` });
    exact.addEventListener("change", () => {
      setup.exact = exact.checked;
      this.show(this.#scope);
      /** @type {HTMLElement | null} */ (this.element.querySelector(`[data-setting="${this.name}-exact"]`))?.focus();
      this.changed();
    });
    return h(
      "fieldset",
      {},
      h("legend", {}, "How to judge and how to drive"),
      h(
        "div",
        { class: "lab-fields wide" },
        this.#choice("Evaluation", "eval", game.evaluations.map(({ name, about }) => [name, `${name}: ${about}`])),
        this.#choice("Driver", "driver", plain(techniques.drivers)),
        this.#choice("Among equal moves", "ties", plain(ties)),
      ),
      h(
        "label",
        { class: "lab-switch" },
        exact,
        h("span", {}, "exact"),
        h("small", { class: "muted" }, "sound techniques only: a value that does not depend on the horizon is proven"),
      ),
    );
  }

  /** @param {string} legend @param {string} about @param {Techniques["switches"]} switches */
  #switches(legend, about, switches) {
    const { setup } = this.#scope;
    const items = switches.map(({ name, about, sound, on, allowed }) => {
      const barred = !allowed || (setup.exact && !sound);
      const box = h("input", {
        type: "checkbox",
        checked: setup.switches[name] && !barred,
        disabled: barred,
        "data-switch": `${this.name}-${name}`,
      });
      const label = h("label", { class: "lab-switch", title: `${about}; the game has it ${on ? "on" : "off"}` });
      const mark = h("span", { class: "lab-own", "aria-hidden": "true" }, on ? "●" : "○");
      const note = allowed ? about : `${about} (not in this game)`;
      label.append(box, h("span", {}, name, mark), h("small", { class: "muted" }, note));
      const look = () => label.classList.toggle("changed", !barred && setup.switches[name] !== on);
      look();
      box.addEventListener("change", () => {
        setup.switches[name] = box.checked;
        look();
        this.changed();
      });
      return label;
    });
    return h(
      "fieldset",
      {},
      h("legend", {}, legend),
      h("p", { class: "muted" }, `${about} ● is on and ○ is off in the game's own way.`),
      h("div", { class: "lab-switches" }, ...items),
    );
  }

  #numbers() {
    const { setup, techniques } = this.#scope;
    const fields = techniques.numbers.map(({ name, about, value, least, most }) =>
      this.#number(name, {
        get: () => setup.numbers[name],
        set: (number) => (setup.numbers[name] = number ?? value),
        least,
        most,
        fallback: value,
        title: `${about}; from ${least} to ${most}, ${value} in the game's own way`,
        note: about,
      }),
    );
    return h(
      "fieldset",
      {},
      h("legend", {}, "Numbers"),
      h("div", { class: "lab-fields wide" }, ...fields),
    );
  }
}
