// The top of the search tree, to be unfolded: every move that the last iteration tried there, the
// window it was asked with, what came back, and why the search went no further.
//
// A branch is fetched when it is unfolded. Pointing at a node, or walking to it by keys, shows its
// position on the board.

/** @import { Place, Position, TreeNode } from "./protocol.js" */
/** @import { Workbench } from "./workbench.js" */
/** @import { Run } from "./lab-run.js" */

import { h } from "./dom.js";
import { counted, percent, short, value } from "./lab-figures.js";

/** What the Lab needs of the board. @typedef {{ showPosition(position: Position): void, showCurrent(): void }} Stage */

/** A sign, a word and a sentence for each kind of node; the sign says what the colour says. @type {Record<string, [string, string, string]>} */
const KINDS = {
  pv: ["★", "best line", "inside the window: its value counts"],
  cut: ["✂", "cut-off", "one move was good enough, the rest was not looked at"],
  all: ["≡", "all tried", "all moves were tried, and none was good enough"],
  table: ["▦", "table", "answered by the table"],
  pruned: ["✕", "pruned", "given up without a search"],
  leaf: ["•", "horizon", "judged, not searched"],
  finished: ["⚑", "over", "the game is over"],
};

/** What is at least, at most or exactly so. @type {Record<string, string>} */
const BOUNDS = { lower: "≥ ", upper: "≤ ", exact: "" };
/** @type {Record<string, string>} */
const BOUND_WORDS = { lower: "at least ", upper: "at most ", exact: "" };

/** Milliseconds after which a node that is pointed at is shown on the board. */
const PATIENCE = 90;

/** @param {TreeNode} node */
export function kindOf({ kind }) {
  const [glyph, , about] = KINDS[kind] ?? ["◦", kind, kind];
  return { glyph, about };
}

/** How deep a node was searched, in few words: `d7`, `d5 −2`. @param {TreeNode} node */
export function depthWords({ depth, reduction, extension, researched }) {
  const less = reduction > 0 ? ` −${reduction}` : "";
  const more = extension > 0 ? ` +${extension}` : "";
  return `d${depth}${less}${more}${researched ? " ↻" : ""}`;
}

/** The window: a null window asks only "more than this?". @param {TreeNode} node */
export function windowWords({ alpha, beta }) {
  return beta - alpha === 1 ? `> ${value(alpha)}?` : `${value(alpha)} … ${value(beta)}`;
}

/** A node in a sentence. @param {TreeNode} node */
export function sentence(node) {
  const parts = [
    node.move ?? "The root",
    `${BOUND_WORDS[node.bound] ?? ""}${value(node.value)}`,
    `depth ${node.depth}`,
    node.reduction > 0 ? `reduced by ${node.reduction}` : "",
    node.extension > 0 ? `extended by ${node.extension}` : "",
    node.researched ? "searched again" : "",
    counted(node.nodes, "node"),
    node.reason || kindOf(node).about,
  ];
  return parts.filter((part) => part !== "").join(", ");
}

export class SearchTree {
  #root = h("ul", { class: "lab-tree", role: "tree", "aria-label": "Top of the search tree" });
  #word = h("p", { class: "muted" });
  #legend = h(
    "p",
    { class: "lab-kinds muted" },
    ...Object.entries(KINDS).map(([kind, [glyph, word, about]]) =>
      h("span", { title: about, "data-kind": kind }, h("span", { class: "kind" }, glyph), ` ${word}`),
    ),
  );
  element = h("div", { class: "lab-forest" }, this.#word, this.#root, this.#legend);
  /** @type {Run | null} */
  #run = null;
  /** @type {Map<string, Position>} */
  #positions = new Map();
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #waiting;
  #pointed = "";

  /** @param {Workbench} bench @param {Stage} board */
  constructor(bench, board) {
    this.bench = bench;
    this.board = board;
    this.#root.addEventListener("keydown", (event) => this.#key(event));
    this.#root.addEventListener("focusin", (event) => this.#point(event.target));
    this.#root.addEventListener("mouseover", (event) => this.#point(event.target));
    this.#root.addEventListener("mouseleave", () => this.#unpoint());
    this.#root.addEventListener("focusout", () => this.#unpoint());
    this.#root.addEventListener("click", (event) => this.#click(event));
    this.empty("Run a search to see its tree.");
  }

  /** @param {string} words */
  empty(words) {
    this.#unpoint();
    this.#run = null;
    this.#root.replaceChildren();
    this.#root.hidden = this.#legend.hidden = true;
    this.#word.textContent = words;
  }

  /** Shows the tree of a finished run, unfolded along its principal variation. @param {Run} run */
  async show(run) {
    this.empty("");
    this.#run = run;
    this.#positions.clear();
    try {
      const { node, children } = await run.link.ask("tree", { path: [] });
      if (this.#run !== run) return;
      this.#root.hidden = this.#legend.hidden = false;
      this.#root.append(this.#item(node, [], 1, 1, 1, node.nodes));
      const root = /** @type {HTMLElement} */ (this.#root.querySelector(".lab-node"));
      root.tabIndex = 0;
      this.#fill(root, node, children);
      this.#word.textContent = `Search ${run.name}, depth ${node.depth}: ${short(node.nodes)} nodes below ${counted(children.length, "move")}. Each value is that of the player to move there.`;
      const best = /** @type {HTMLElement | null} */ (groupOf(root)?.querySelector('[data-kind="pv"] > .lab-node'));
      if (best) await this.#unfold(best);
    } catch (error) {
      if (this.#run === run) this.empty(error instanceof Error ? error.message : String(error));
    }
  }

  /**
   * @param {TreeNode} node
   * @param {string[]} path
   * @param {number} level
   * @param {number} place
   * @param {number} among
   * @param {number} whole nodes of the parent, of which this one has a share
   */
  #item(node, path, level, place, among, whole) {
    const { glyph, about } = kindOf(node);
    const share = whole > 0 ? Math.min(node.nodes / whole, 1) : 0;
    const bar = h("span", { class: "lab-share", title: `${percent(share)} of the nodes here` }, short(node.nodes));
    bar.style.setProperty("--share", share.toFixed(3));
    const row = h(
      "div",
      {
        class: "lab-node",
        role: "treeitem",
        tabindex: -1,
        title: sentence(node),
        "aria-level": level,
        "aria-posinset": place,
        "aria-setsize": among,
        "aria-expanded": node.children > 0 ? "false" : null,
        "data-path": JSON.stringify(path),
      },
      h("span", { class: "fold", "aria-hidden": "true" }, node.children > 0 ? "▸" : ""),
      h("span", { class: "kind", "aria-hidden": "true" }, glyph),
      h("span", { class: "move" }, node.move ?? "root"),
      h("span", { class: "worth" }, `${BOUNDS[node.bound] ?? ""}${value(node.value)}`),
      h("span", { class: "window muted" }, windowWords(node)),
      h("span", { class: "depth muted" }, depthWords(node)),
      bar,
      h("span", { class: "reason muted" }, node.reason || about),
    );
    return h("li", { role: "none", "data-kind": node.kind }, row);
  }

  /** @param {HTMLElement} item @param {TreeNode} node @param {TreeNode[]} children */
  #fill(item, node, children) {
    const path = /** @type {string[]} */ (JSON.parse(item.dataset.path ?? "[]"));
    const level = Number(item.getAttribute("aria-level"));
    const group = h("ul", { role: "group" });
    for (const [index, child] of children.entries()) {
      group.append(this.#item(child, [...path, child.move ?? ""], level + 1, index + 1, children.length, node.nodes));
    }
    item.parentElement?.append(group);
    this.#turn(item, true);
  }

  /** @param {HTMLElement} item @param {boolean} open */
  #turn(item, open) {
    item.setAttribute("aria-expanded", String(open));
    const fold = item.querySelector(".fold");
    if (fold) fold.textContent = open ? "▾" : "▸";
    const group = groupOf(item);
    if (group) group.hidden = !open;
  }

  /** @param {HTMLElement} item */
  async #unfold(item) {
    if (item.getAttribute("aria-expanded") !== "false") return;
    if (groupOf(item)) {
      this.#turn(item, true);
      return;
    }
    const run = this.#run;
    if (!run) return;
    try {
      const path = JSON.parse(item.dataset.path ?? "[]");
      const { node, children } = await run.link.ask("tree", { path });
      // Two quick clicks ask twice; the first answer has done the work.
      if (this.#run === run && !groupOf(item)) this.#fill(item, node, children);
    } catch (error) {
      this.bench.complain(error);
    }
  }

  /** @param {MouseEvent} event */
  #click(event) {
    const item = itemOf(event.target);
    if (!item) return;
    this.#focus(item);
    if (item.getAttribute("aria-expanded") === "true") this.#turn(item, false);
    else this.#unfold(item);
  }

  /** @param {HTMLElement} item */
  #focus(item) {
    for (const other of this.#root.querySelectorAll('[tabindex="0"]')) other.setAttribute("tabindex", "-1");
    item.tabIndex = 0;
    item.focus({ preventScroll: true });
    item.scrollIntoView({ block: "nearest" });
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const item = itemOf(event.target);
    if (!item || event.ctrlKey || event.altKey || event.metaKey) return;
    const shown = [...this.#root.querySelectorAll('[role="treeitem"]')].filter(
      (other) => other instanceof HTMLElement && !other.closest("ul[hidden]"),
    );
    const at = shown.indexOf(item);
    const expanded = item.getAttribute("aria-expanded");
    const go = (/** @type {Element | null | undefined} */ to) => to instanceof HTMLElement && this.#focus(to);
    switch (event.key) {
      case "ArrowDown":
        go(shown[at + 1]);
        break;
      case "ArrowUp":
        go(shown[at - 1]);
        break;
      case "Home":
        go(shown[0]);
        break;
      case "End":
        go(shown.at(-1));
        break;
      case "ArrowRight":
        if (expanded === "false") this.#unfold(item);
        else if (expanded === "true") go(groupOf(item)?.querySelector(".lab-node"));
        break;
      case "ArrowLeft":
        if (expanded === "true") this.#turn(item, false);
        else go(item.closest("ul")?.parentElement?.querySelector(":scope > .lab-node"));
        break;
      case "Enter":
      case " ":
        if (expanded === "true") this.#turn(item, false);
        else this.#unfold(item);
        break;
      default:
        return;
    }
    event.preventDefault();
    event.stopPropagation();
  }

  /** @param {EventTarget | null} target */
  #point(target) {
    const item = itemOf(target);
    const path = item?.dataset.path;
    if (!path || path === this.#pointed) return;
    this.#pointed = path;
    clearTimeout(this.#waiting);
    this.#waiting = setTimeout(() => this.#showPosition(path), PATIENCE);
  }

  #unpoint() {
    clearTimeout(this.#waiting);
    if (this.#pointed === "") return;
    this.#pointed = "";
    this.board.showCurrent();
  }

  /** @param {string} path */
  async #showPosition(path) {
    const from = /** @type {Place} */ (this.#run?.place);
    try {
      let position = this.#positions.get(path);
      if (!position) {
        const place = { ...from, moves: [...from.moves, ...JSON.parse(path)] };
        position = await this.bench.link.ask("position", { place });
        this.#positions.set(path, position);
      }
      if (this.#pointed === path) this.board.showPosition(position);
    } catch {
      // A node that is no position of the game, such as the one after a null move, has no picture.
      if (this.#pointed === path) this.board.showCurrent();
    }
  }
}

/** @param {EventTarget | null} target @returns {HTMLElement | null} */
const itemOf = (target) => (target instanceof Element ? target.closest('[role="treeitem"]') : null);

/** The rows below a row, once they are there. @param {HTMLElement} row @returns {HTMLElement | null} */
const groupOf = (row) => row.parentElement?.querySelector(":scope > ul") ?? null;
