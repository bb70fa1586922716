// Elements in few words. Text goes in as text, never as markup: what people paste or name their
// games must not become part of the page.

const SVG = "http://www.w3.org/2000/svg";

/** @typedef {Node | string | null | undefined | false} Child */

/**
 * An HTML element. Properties that begin with `on` are listeners; others are attributes, left out
 * if they are `false` or nothing.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Record<string, any>} [properties]
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function h(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  dress(element, properties);
  element.append(...children.filter(real));
  return element;
}

/**
 * An SVG element, in the same way.
 * @template {keyof SVGElementTagNameMap} K
 * @param {K} tag
 * @param {Record<string, any>} [properties]
 * @param {...Child} children
 * @returns {SVGElementTagNameMap[K]}
 */
export function s(tag, properties = {}, ...children) {
  const element = document.createElementNS(SVG, tag);
  dress(element, properties);
  element.append(...children.filter(real));
  return element;
}

/** @param {Element} element @param {Record<string, any>} properties */
function dress(element, properties) {
  for (const [name, value] of Object.entries(properties)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
}

/** @param {Child} child @returns {child is Node | string} */
function real(child) {
  return child !== null && child !== undefined && child !== false;
}

/** The element with this id, which the page is known to have. @param {string} id */
export function byId(id) {
  const element = document.getElementById(id);
  if (!element) throw new Error(`the page has no #${id}`);
  return element;
}

/** A word with a capital, for the beginning of a line. @param {string} word */
export const capital = (word) => word.charAt(0).toUpperCase() + word.slice(1);
