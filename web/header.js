// The line on top: which game, which tab, light or dark, help.

/** @import { Workbench } from "./workbench.js" */
/** @import { Mode } from "./workbench.js" */

import { h } from "./dom.js";
import { icon } from "./icons.js";
import { switchTheme } from "./theme.js";
import { GameTree } from "./tree.js";

/** @type {[Mode, string][]} */
const TABS = [
  ["play", "Play"],
  ["analyse", "Analyse"],
  ["lab", "Lab"],
];

/**
 * @param {Workbench} bench
 * @param {HTMLElement} element
 */
export function mountHeader(bench, element) {
  const games = bench.hello.games.map((game) =>
    h("button", { class: "button", type: "button", "data-game": game.name, title: game.about, onclick: () => bench.open(new GameTree(game.name, null)).catch((error) => bench.complain(error)) }, game.title),
  );
  const tabs = TABS.map(([mode, title]) => h("button", { role: "tab", type: "button", id: `tab-${mode}`, "aria-controls": mode, onclick: () => bench.show(mode) }, title));
  const row = h("div", { class: "tabs", role: "tablist", "aria-label": "What to do" }, ...tabs);
  row.addEventListener("keydown", (event) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!step) return;
    event.preventDefault();
    event.stopPropagation();
    const at = TABS.findIndex(([mode]) => mode === bench.mode);
    const next = (at + step + TABS.length) % TABS.length;
    bench.show(TABS[next][0]);
    tabs[next].focus();
  });
  element.append(
    h("a", { class: "brand", href: "/", "aria-label": "ponder" }, h("img", { src: "icon.svg", alt: "" }), h("span", {}, "ponder")),
    h("nav", { class: "games", "aria-label": "Games" }, ...games),
    h(
      "div",
      { class: "tools" },
      row,
      h("button", { class: "icon-button", type: "button", id: "theme", "aria-label": "Light or dark", title: "Light or dark", onclick: switchTheme }, icon("theme")),
    ),
  );
  const mode = () => {
    for (const [index, [name]] of TABS.entries()) {
      const open = name === bench.mode;
      tabs[index].setAttribute("aria-selected", String(open));
      tabs[index].tabIndex = open ? 0 : -1;
      const panel = document.getElementById(name);
      if (panel) panel.hidden = !open;
    }
  };
  bench.on("mode", mode);
  mode();
  bench.on("game", () => {
    for (const button of games) button.setAttribute("aria-pressed", String(button.dataset.game === bench.info.name));
    document.title = `${bench.info.title} – ponder`;
  });
}
