// Elements in one call: a name, attributes, children.
//
// Texts become text nodes, never markup, since names and comments of games are written by others.

/**
 * An attribute: a text, a number, `true` for one without a value, a listener under its `on...` name;
 * what is null, undefined or false is left out.
 * @typedef {string | number | boolean | null | undefined | ((event: any) => void)} Attribute
 */

/** @typedef {globalThis.Node | string | null | undefined | false} Child */

/**
 * @param {Element} element
 * @param {Record<string, Attribute>} attributes
 * @param {Child[]} children
 */
function dress(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(name.slice(2), value);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value != null) element.setAttribute(name, String(value));
  }
  for (const child of children) {
    if (child) element.append(child);
  }
}

/**
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} name
 * @param {Record<string, Attribute>} [attributes]
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function make(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  dress(element, attributes, children);
  return element;
}

/**
 * @template {keyof SVGElementTagNameMap} K
 * @param {K} name
 * @param {Record<string, Attribute>} [attributes]
 * @param {...Child} children
 * @returns {SVGElementTagNameMap[K]}
 */
export function draw(name, attributes = {}, ...children) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", name);
  dress(element, attributes, children);
  return element;
}

/**
 * @param {string} label
 * @param {() => void} press
 * @param {Record<string, Attribute>} [attributes]
 */
export function button(label, press, attributes = {}) {
  return make("button", { type: "button", class: "button", onclick: press, ...attributes }, label);
}

/**
 * A labelled control: the label in front, tied to it by nesting.
 * @param {string} label
 * @param {HTMLElement} control
 */
export function labelled(label, control) {
  return make("label", { class: "labelled" }, make("span", {}, label), control);
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
