// Small pieces that several panels are made of.

import { contrast } from "./colour.js";
import { h } from "./dom.js";

/**
 * Gives an element the players' colours, for its style sheet: those of their pieces, and those of
 * what is written on them.
 * @param {HTMLElement} element
 * @param {[string, string]} pieces
 */
export function wearColours(element, pieces) {
  pieces.forEach((colour, player) => {
    const name = player === 0 ? "first" : "second";
    element.style.setProperty(`--${name}`, colour);
    const [dark, light] = ["#17191d", "#f6f1e3"];
    element.style.setProperty(`--on-${name}`, contrast(colour, dark) > contrast(colour, light) ? dark : light);
  });
}

/**
 * @param {string} label
 * @param {() => void} press
 * @param {Record<string, any>} [properties]
 */
export function button(label, press, properties = {}) {
  return h("button", { type: "button", class: "button", onclick: press, ...properties }, label);
}

/**
 * A control with its label in front, tied to it by nesting.
 * @param {string} label
 * @param {HTMLElement} control
 */
export function labelled(label, control) {
  return h("label", { class: "labelled" }, h("span", {}, label), control);
}

/**
 * A choice from a list; the value is the first of each pair, its label the second.
 * @param {[string, string][]} choices
 * @param {string} chosen
 * @param {(value: string) => void} choose
 * @param {Record<string, any>} [properties]
 */
export function select(choices, chosen, choose, properties = {}) {
  const options = choices.map(([value, label]) => h("option", { value, selected: value === chosen }, label));
  const element = h("select", { class: "field", ...properties }, ...options);
  element.addEventListener("change", () => choose(element.value));
  return element;
}

/**
 * Runs the work at most once a frame, however often it is asked for.
 * @param {() => void} work
 */
export function eachFrame(work) {
  let asked = false;
  return () => {
    if (asked) return;
    asked = true;
    requestAnimationFrame(() => {
      asked = false;
      work();
    });
  };
}

/**
 * Runs the work for the newest wish only, one at a time: what comes while it runs waits, and the
 * newest of those that wait is next. So a pointer can be drawn over the whole game without a flood
 * of questions.
 * @template T
 * @param {(wish: T) => Promise<void>} work
 */
export function newestOnly(work) {
  /** @type {{ wish: T } | null} */
  let waiting = null;
  let busy = false;
  /** @param {T} wish */
  return async function ask(wish) {
    waiting = { wish };
    if (busy) return;
    busy = true;
    try {
      while (waiting) {
        const next = /** @type {{ wish: T }} */ (waiting);
        waiting = null;
        await work(next.wish);
      }
    } finally {
      busy = false;
    }
  };
}
