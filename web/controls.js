// The buttons under the board and the keys that walk through the game.

/** @import { Board } from "./board.js" */
/** @import { Workbench } from "./workbench.js" */

import { h } from "./dom.js";
import { icon } from "./icons.js";
import { keys } from "./keys.js";

/**
 * @param {Workbench} bench
 * @param {HTMLElement} element
 * @param {Board} board
 * @param {{ fresh: () => void, share: () => void }} doings
 */
export function mountControls(bench, element, board, { fresh, share }) {
  // From where we are going: keys may be faster than the server.
  const line = () => [...bench.heading.path, ...bench.heading.rest];
  const steps = {
    first: () => bench.tree.root,
    back: () => bench.heading.parent,
    forward: () => bench.heading.children[0],
    last: () => line().at(-1),
  };
  /** @param {keyof typeof steps} step */
  const walk = (step) => {
    const node = steps[step]();
    if (node) bench.go(node).catch((error) => bench.complain(error));
  };
  /** @param {keyof typeof steps} name @param {string} label */
  const arrow = (name, label) => h("button", { class: "icon-button", type: "button", id: `go-${name}`, "aria-label": label, title: label, onclick: () => walk(name) }, icon(name));
  const arrows = { first: arrow("first", "First position"), back: arrow("back", "Back"), forward: arrow("forward", "Forward"), last: arrow("last", "Last position") };
  const flip = () => board.flip();
  element.append(
    ...Object.values(arrows),
    h("span", { class: "gap" }),
    h("button", { class: "icon-button", type: "button", id: "flip", "aria-label": "Turn the board", title: "Turn the board", onclick: flip }, icon("flip")),
    h("button", { class: "icon-button", type: "button", id: "share", "aria-label": "Copy, paste and share", title: "Copy, paste and share", onclick: share }, icon("share")),
    h("button", { class: "button", type: "button", id: "new", "aria-label": "New game", onclick: fresh }, icon("fresh"), h("span", {}, "New game")),
  );
  const draw = () => {
    const [atStart, atEnd] = [bench.node.parent === null, bench.node.children.length === 0];
    arrows.first.disabled = arrows.back.disabled = atStart;
    arrows.forward.disabled = arrows.last.disabled = atEnd;
  };
  bench.on("position", draw);
  bench.on("tree", draw);
  draw();

  keys.add("ArrowLeft k", "one move back", () => walk("back"));
  keys.add("ArrowRight j", "one move forward", () => walk("forward"));
  keys.add("ArrowUp 0 Home", "to the first position", () => walk("first"));
  keys.add("ArrowDown $ End", "to the last position", () => walk("last"));
  keys.add("f", "turn the board", flip);
}
