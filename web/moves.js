// The list of moves: the main line in two columns, one a player; variations indented below the row
// they leave from; comments as text.
//
// It is drawn anew only when the moves, marks or comments have changed; stepping through the game
// only moves the mark. It scrolls within itself and is no live region: what was played is said
// elsewhere.

/** @import { Node } from "./tree.js" */
/** @import { Workbench } from "./workbench.js" */

import { h } from "./dom.js";
import { button, eachFrame } from "./elements.js";

/** What a review's words look like behind a move. @type {Record<string, { glyph: string, title: string }>} */
export const MARKS = {
  inaccuracy: { glyph: "?!", title: "inaccuracy" },
  mistake: { glyph: "?", title: "mistake" },
  blunder: { glyph: "??", title: "blunder" },
};

/**
 * @param {Workbench} bench
 * @param {HTMLElement} element
 */
export function mountMoves(bench, element) {
  const list = h("div", { class: "moves", role: "group", "aria-label": "Moves", tabindex: -1 });
  const note = new Note(bench);
  const menu = new Menu(bench, note);
  element.replaceChildren(list, note.element, menu.element);

  /** @type {Map<Node, HTMLElement>} */
  let entries = new Map();
  let drawn = "";

  function redraw() {
    const state = signature(bench);
    if (state === drawn) return;
    drawn = state;
    const focused = list.contains(document.activeElement);
    const scribe = new Scribe(bench);
    scribe.comment(bench.tree.root);
    scribe.line(bench.tree.root, 0);
    entries = scribe.entries;
    list.replaceChildren(...scribe.rows);
    markCurrent(focused);
  }

  /** @param {boolean} focused */
  function markCurrent(focused) {
    const old = list.querySelector("[aria-current]");
    old?.removeAttribute("aria-current");
    old?.setAttribute("tabindex", "-1");
    const entry = entries.get(bench.node);
    const tabStop = entry ?? list.querySelector("button");
    tabStop?.setAttribute("tabindex", "0");
    if (entry) {
      entry.setAttribute("aria-current", "true");
      if (focused) entry.focus({ preventScroll: true });
      keepInSight(list, entry);
      // Rows out of sight are as high as is guessed until they come into it.
      requestAnimationFrame(() => keepInSight(list, entry));
    } else {
      list.scrollTop = 0;
    }
  }

  /** @param {Event} event */
  const meant = (event) => {
    const target = /** @type {Element} */ (event.target).closest("[data-move]");
    for (const [node, entry] of entries) if (entry === target) return node;
    return null;
  };
  // The focus stays where it was when a mouse is used, so that the keys of the page go on working.
  list.addEventListener("mousedown", (event) => event.preventDefault());
  list.addEventListener("click", (event) => {
    const node = meant(event);
    if (node) bench.go(node).catch((error) => bench.complain(error));
  });
  list.addEventListener("contextmenu", (event) => {
    const node = meant(event);
    const entry = node && entries.get(node);
    if (!node || !entry) return;
    event.preventDefault();
    menu.open(node, entry);
  });

  // Out of sight nothing can be scrolled: the mark is looked for when the list appears.
  new ResizeObserver(() => {
    const entry = entries.get(bench.node);
    if (entry) keepInSight(list, entry);
  }).observe(list);

  const later = eachFrame(redraw);
  bench.on("game", later);
  bench.on("tree", later);
  // Where nothing can be played, nobody is told to.
  const invite = () => list.classList.toggle("over", bench.position.outcome !== null);
  bench.on("position", () => {
    redraw();
    markCurrent(list.contains(document.activeElement));
    invite();
  });
  if (bench.tree) {
    redraw();
    invite();
  }

  return {
    /** Opens the menu of the present move beside what was pressed. @param {HTMLElement} beside */
    menu: (beside) => menu.open(bench.node, beside),
  };
}

/**
 * All that the list shows, as one text, to see whether it has changed.
 * @param {Workbench} bench
 */
function signature(bench) {
  /** @type {string[]} */
  const parts = [bench.info.id, String(starter(bench))];
  const stack = [bench.tree.root];
  for (let node = stack.pop(); node; node = stack.pop()) {
    parts.push(node.move, node.class ?? "", node.words ?? "", node.comment, String(node.children.length));
    stack.push(...node.children);
  }
  return parts.join("\u0000");
}

/** Which player moves first in this tree: a position that was set up may begin with the second. @param {Workbench} bench */
function starter(bench) {
  const mover = bench.info.players.indexOf(bench.position.turn);
  return (mover + bench.node.ply) % 2;
}

/**
 * Scrolls the list, never the page.
 * @param {HTMLElement} list
 * @param {HTMLElement} entry
 */
function keepInSight(list, entry) {
  const room = list.getBoundingClientRect();
  const box = entry.getBoundingClientRect();
  const margin = box.height;
  if (box.top < room.top + margin) list.scrollTop += box.top - room.top - margin;
  else if (box.bottom > room.bottom - margin) list.scrollTop += box.bottom - room.bottom + margin;
}

/** Writes the rows of the list. */
class Scribe {
  /** @type {HTMLElement[]} */
  rows = [];
  /** @type {Map<Node, HTMLElement>} */
  entries = new Map();

  /** @param {Workbench} bench */
  constructor(bench) {
    this.starter = starter(bench);
    this.players = bench.info.players;
  }

  /** @param {number} ply the moves before this one */
  #player(ply) {
    return (this.starter + ply) % 2;
  }

  /** @param {number} ply */
  #number(ply) {
    return Math.floor((this.starter + ply) / 2) + 1;
  }

  /**
   * @param {Node} node
   * @param {number} ply the moves before it
   */
  #entry(node, ply) {
    const found = node.class === null ? undefined : MARKS[node.class];
    const label = `${this.#number(ply)}, ${this.players[this.#player(ply)]}: ${node.move}`;
    const entry = h(
      "button",
      {
        type: "button",
        class: `move${found ? ` ${node.class}` : ""}`,
        tabindex: -1,
        "data-move": node.move,
        "data-ply": ply + 1,
        "aria-label": found ? `${label}, ${found.title}` : label,
        title: found ? (node.words ?? found.title) : null,
      },
      node.move,
      found && h("span", { class: "glyph", "aria-hidden": "true" }, found.glyph),
    );
    this.entries.set(node, entry);
    return entry;
  }

  /** @param {Node} node */
  comment(node) {
    if (node.comment) this.rows.push(h("p", { class: "move-comment" }, node.comment));
  }

  /**
   * The main line: a row for each pair of moves, broken where something stands in between.
   * @param {Node} node
   * @param {number} ply
   */
  line(node, ply) {
    /** @type {HTMLElement | null} */
    let row = null;
    for (let at = node; at.children.length > 0; at = at.children[0], ply++) {
      const [main, ...others] = at.children;
      const second = this.#player(ply) === 1;
      if (row === null) {
        row = h("div", { class: "moves-row" }, h("span", { class: "move-number" }, String(this.#number(ply))));
        if (second) row.append(h("span", { class: "move-gap" }, "…"));
        this.rows.push(row);
      }
      row.append(this.#entry(main, ply));
      const breaks = main.comment !== "" || others.length > 0;
      if (breaks && !second) row.append(h("span", { class: "move-gap" }, "…"));
      this.comment(main);
      for (const other of others) this.rows.push(this.#variation(other, ply));
      if (breaks || second) row = null;
    }
  }

  /**
   * A variation runs on as text; its own variations stand indented below it.
   * @param {Node} node
   * @param {number} ply
   */
  #variation(node, ply) {
    const block = h("div", { class: "variation" });
    let run = h("div", { class: "variation-run" });
    block.append(run);
    let numbered = false;
    /** @param {Node} move @param {number} at */
    const write = (move, at) => {
      const first = this.#player(at) === 0;
      if (first || !numbered) {
        run.append(h("span", { class: "move-number" }, `${this.#number(at)}${first ? "." : "…"}`));
      }
      run.append(this.#entry(move, at));
      numbered = true;
      if (move.comment) run.append(h("span", { class: "move-comment" }, move.comment));
    };
    write(node, ply++);
    for (let at = node; at.children.length > 0; at = at.children[0], ply++) {
      const [main, ...others] = at.children;
      write(main, ply);
      if (others.length === 0) continue;
      for (const other of others) block.append(this.#variation(other, ply));
      run = h("div", { class: "variation-run" });
      block.append(run);
      numbered = false;
    }
    return block;
  }
}

/** What can be done with a move, for mouse, touch and keyboard. */
class Menu {
  /**
   * @param {Workbench} bench
   * @param {Note} note
   */
  constructor(bench, note) {
    this.bench = bench;
    this.note = note;
    /** @type {HTMLElement | null} */
    this.beside = null;
    this.element = h("div", { class: "menu", role: "menu", popover: "manual", "aria-label": "This move" });
    this.element.addEventListener("keydown", (event) => this.#key(event));
    // Not left to the browser: it would close the menu as soon as the button that opened it goes up.
    document.addEventListener("pointerdown", (event) => {
      if (!this.element.contains(/** @type {globalThis.Node} */ (event.target))) this.element.hidePopover();
    });
    this.element.addEventListener("focusout", (event) => {
      if (event.relatedTarget && !this.element.contains(/** @type {globalThis.Node} */ (event.relatedTarget))) this.element.hidePopover();
    });
  }

  /**
   * @param {Node} node
   * @param {HTMLElement} beside
   */
  open(node, beside) {
    if (!node.parent) return;
    const { bench, element } = this;
    const inMain = node.path.every((step) => !step.parent || step.parent.children[0] === step);
    /** @param {string} label @param {() => void} act @param {boolean} [off] */
    const item = (label, act, off = false) => {
      const choose = () => {
        element.hidePopover();
        act();
      };
      return button(label, choose, { class: "menu-item", role: "menuitem", tabindex: -1, disabled: off });
    };
    this.beside = beside;
    element.replaceChildren(
      item(node.comment ? "Change the comment" : "Write a comment", () => this.note.open(node)),
      item("Make it the main line", () => this.#promote(node), inMain),
      item("Delete from here on", () => this.#remove(node), bench.playing),
    );
    element.showPopover();
    const box = beside.getBoundingClientRect();
    const own = element.getBoundingClientRect();
    const left = Math.max(8, Math.min(box.left, innerWidth - own.width - 8));
    const below = box.bottom + own.height + 8 < innerHeight;
    element.style.setProperty("left", `${left}px`);
    element.style.setProperty("top", `${below ? box.bottom + 4 : box.top - own.height - 4}px`);
    this.#items[0].focus();
  }

  get #items() {
    return /** @type {HTMLElement[]} */ ([...this.element.querySelectorAll("button:not(:disabled)")]);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const items = this.#items;
    const at = items.indexOf(/** @type {HTMLElement} */ (document.activeElement));
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 }[event.key];
    if (event.key === "Tab" || event.key === "Escape") {
      this.element.hidePopover();
      this.beside?.focus();
      event.preventDefault();
    } else if (to !== undefined) {
      items.at(to % items.length)?.focus();
      event.preventDefault();
    }
    // The keys of the page rest while the menu is open.
    event.stopPropagation();
  }

  /** @param {Node} node */
  #promote(node) {
    this.bench.tree.promote(node);
    this.bench.tell("tree");
  }

  /** @param {Node} node */
  #remove(node) {
    const { bench } = this;
    const lost = bench.node.path.includes(node);
    const parent = bench.tree.remove(node);
    bench.tell("tree");
    if (lost) bench.go(parent).catch((error) => bench.complain(error));
  }
}

/** The field in which a comment is written, below the list while it is needed. */
class Note {
  /** @param {Workbench} bench */
  constructor(bench) {
    this.bench = bench;
    /** @type {Node | null} */
    this.node = null;
    this.field = h("textarea", { class: "field", rows: 2, maxlength: 2000, "aria-label": "Comment" });
    this.element = h(
      "div",
      { class: "note", hidden: true },
      this.field,
      h("div", { class: "row" }, button("Keep", () => this.#close(true)), button("Cancel", () => this.#close(false))),
    );
    this.element.addEventListener("keydown", (event) => {
      if (event.key === "Escape") this.#close(false);
      else if (event.key === "Enter" && !event.shiftKey && event.target === this.field) this.#close(true);
      else return;
      event.preventDefault();
      event.stopPropagation();
    });
    bench.on("game", () => this.#close(false));
  }

  /** @param {Node} node */
  open(node) {
    this.node = node;
    this.field.value = node.comment;
    this.field.placeholder = `About ${node.move}`;
    this.element.hidden = false;
    this.field.focus();
  }

  /** @param {boolean} keep */
  #close(keep) {
    if (keep && this.node) {
      this.node.comment = this.field.value.trim();
      this.bench.tell("tree");
    }
    this.node = null;
    this.element.hidden = true;
  }
}
