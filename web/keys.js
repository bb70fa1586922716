// The keyboard of the whole page. Whoever adds a key says what it does, and `?` shows them all.
//
// Keys belong to the page only while nobody types, no dialog is open and the focused element has
// no use for them: the board's cells take the arrows, buttons take space, but for the tab that is
// open already.

/** @import { Mode } from "./workbench.js" */

/** @typedef {{ keys: string[], about: string, handler: () => void, mode?: Mode }} Binding */

class Keys {
  /** @type {Binding[]} */
  bindings = [];
  /** @type {() => Mode} */
  mode = () => "play";

  constructor() {
    document.addEventListener("keydown", (event) => this.#hear(event));
  }

  /**
   * @param {string} names one key or several, with blanks between: `ArrowLeft k`; `Space` is a name, and `N`
   *   is n with shift
   * @param {string} about
   * @param {() => void} handler
   * @param {Mode} [mode] the only tab where it works
   */
  add(names, about, handler, mode) {
    const keys = names === " " ? ["Space"] : names.split(" ");
    this.bindings.push({ keys, about, handler, mode });
  }

  /** @param {KeyboardEvent} event */
  #hear(event) {
    if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return;
    const target = /** @type {Element | null} */ (event.target);
    if (document.querySelector("dialog[open]")) return;
    if (target?.closest("input, textarea, select, [contenteditable]")) return;
    const name = event.key === " " ? "Space" : event.key;
    if ((name === "Space" || name === "Enter") && target?.closest("button:not([aria-selected=true]), a, summary, [role=treeitem], [role=slider]")) return;
    const mode = this.mode();
    const binding = this.bindings.find((each) => each.keys.includes(name) && (!each.mode || each.mode === mode));
    if (!binding) return;
    event.preventDefault();
    binding.handler();
  }
}

export const keys = new Keys();
