// The line on top: which game, which tab, light or dark, help.

/** @import { Workbench } from "./workbench.js" */
/** @import { Mode } from "./workbench.js" */

import { h } from "./dom.js";
import { icon } from "./icons.js";
import { openKeys, openRules } from "./help.js";
import { Sound } from "./sound.js";
import { switchTheme } from "./theme.js";

/** @type {[Mode, string][]} */
const TABS = [
  ["play", "Play"],
  ["analyse", "Analyse"],
  ["lab", "Lab"],
];

/**
 * @param {Workbench} bench
 * @param {HTMLElement} element
 * @param {{ change: (game: string) => void, fresh: () => void }} doings
 */
export function mountHeader(bench, element, { change, fresh }) {
  const games = bench.hello.games.map((game) =>
    h("button", { class: "button", type: "button", "data-game": game.name, title: game.about, onclick: () => change(game.name) }, game.title),
  );
  const tabs = TABS.map(([mode, title]) => h("button", { role: "tab", type: "button", id: `tab-${mode}`, "aria-controls": mode, onclick: () => bench.show(mode) }, title));
  const row = h("div", { class: "tabs", role: "tablist", "aria-label": "What to do" }, ...tabs);
  // A mouse does not take the focus here: the arrow keys should still walk through the game.
  row.addEventListener("mousedown", (event) => event.preventDefault());
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
  /** What is special about the game that is open; a press changes it. */
  const variant = h("button", { class: "button variant", type: "button", id: "variant", title: "Variant and rules", onclick: fresh }, icon("options"), h("span"));
  const tool = (/** @type {string} */ id, /** @type {Parameters<typeof icon>[0]} */ picture, /** @type {string} */ label, /** @type {() => void} */ press) =>
    h("button", { class: "icon-button", type: "button", id, "aria-label": label, title: label, onclick: press }, icon(picture));
  const sound = new Sound(bench);
  const noise = tool("sound", sound.on ? "sound" : "mute", "Sound", () => {
    sound.toggle();
    hearing();
  });
  const hearing = () => {
    noise.setAttribute("aria-pressed", String(sound.on));
    noise.replaceChildren(icon(sound.on ? "sound" : "mute"));
  };
  hearing();
  const nav = h("nav", { class: "games", "aria-label": "Games" }, ...games, variant);
  element.append(
    h("h1", {}, h("a", { class: "brand", href: "/", "aria-label": "ponder" }, h("img", { src: "icon.svg", alt: "" }), h("span", {}, "ponder"))),
    nav,
    h(
      "div",
      { class: "utilities" },
      row,
      tool("show-rules", "rules", "Rules of the game", () => openRules(bench).catch((error) => bench.complain(error))),
      tool("show-keys", "help", "Keys", () => openKeys(bench)),
      noise,
      tool("theme", "theme", "Light or dark", switchTheme),
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
  const game = () => {
    for (const button of games) {
      const open = button.dataset.game === bench.info.name;
      button.setAttribute("aria-pressed", String(open));
      if (open) centre(nav, button);
    }
    const options = bench.info.id.split(":")[1];
    variant.lastElementChild?.replaceChildren(options ? options.replaceAll(",", ", ") : "");
    variant.title = options ? `Variant: ${options}` : "Variant and rules";
    variant.setAttribute("aria-label", options ? `Variant: ${options}` : "Variant and rules");
    document.title = `${bench.info.title} – ponder`;
  };
  bench.on("game", game);
  game();
}

/** Brings a part of a row that scrolls into sight, and moves nothing else. @param {HTMLElement} row @param {HTMLElement} part */
function centre(row, part) {
  const [all, one] = [row.getBoundingClientRect(), part.getBoundingClientRect()];
  row.scrollLeft += one.left + one.width / 2 - (all.left + all.width / 2);
}
