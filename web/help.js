// Help: the rules of the game with pictures drawn by the board itself, the keys, and a word for
// those who are here for the first time.

/** @import { Workbench } from "./workbench.js" */

import { Board } from "./board.js";
import { h } from "./dom.js";
import { openDialog } from "./dialog.js";
import { keepSetting, recallSetting } from "./keep.js";
import { keys } from "./keys.js";
import { waysOf } from "./overlay.js";

/** What a key is called on the keyboard. @type {Record<string, string>} */
const NAMES = { ArrowLeft: "←", ArrowRight: "→", ArrowUp: "↑", ArrowDown: "↓" };

/** @param {Workbench} bench */
export function openKeys(bench) {
  openDialog(
    "Keys",
    (body) => {
      const rows = keys.bindings
        .filter((binding) => !binding.mode || binding.mode === bench.mode)
        .map((binding) => {
          const caps = binding.keys.flatMap((key) => [h("kbd", {}, NAMES[key] ?? key), " "]);
          return h("tr", {}, h("td", {}, ...caps), h("td", {}, binding.about));
        });
      const board = [
        ["Tab", "to the board; the arrows then walk from cell to cell"],
        ["Enter", "pick the cell"],
        ["Esc", "put it down again"],
      ].map(([key, about]) => h("tr", {}, h("td", {}, h("kbd", {}, key)), h("td", {}, about)));
      if (bench.info.board.shape === "hexagon") {
        const caps = ["Q", "E", "Z", "C"].flatMap((key) => [h("kbd", {}, key), " "]);
        board.push(h("tr", {}, h("td", {}, ...caps), h("td", {}, "on the board: the diagonals")));
      }
      body.append(h("table", { class: "table" }, h("tbody", {}, ...rows, ...board)));
    },
    { id: "keys" },
  );
}

/** @param {Workbench} bench */
export async function openRules(bench) {
  const { info } = bench;
  const page = await bench.link.ask("rules", { game: info.id });
  const sections = await Promise.all(page.sections.map((section) => sectionOf(bench, section)));
  openDialog(page.title, (body) => body.append(...sections), { wide: true, id: "rules" });
}

/**
 * @param {Workbench} bench
 * @param {{ heading: string, text: string, position: string | null, moves: string[], highlight: string[] }} section
 */
async function sectionOf(bench, { heading, text, position, moves, highlight }) {
  const { info } = bench;
  const words = text.split(/\n\s*\n/).map((paragraph) => h("p", {}, paragraph.replace(/\s+/g, " ").trim()));
  const article = h("article", { class: "rule" }, h("div", {}, h("h3", {}, heading), ...words));
  if (position === null && moves.length === 0 && highlight.length === 0) return article;
  const place = { game: info.id, start: position, moves: [] };
  try {
    const shown = await bench.link.ask("position", { place });
    const told = shown.moves.filter((move) => moves.includes(move.move));
    const cells = told.filter((move) => move.path.length === 1).flatMap((move) => move.path);
    const ways = told.flatMap((move) => waysOf(move.effects));
    const picture = Board.picture(info, shown.pieces, { highlight: [...highlight, ...cells], moves: ways });
    picture.setAttribute("aria-label", `Picture: ${heading}`);
    article.append(picture);
  } catch {
    // Words without a picture still tell the rule.
  }
  return article;
}

/**
 * A word for the first visit; gone for good once it is closed, or has been understood.
 * @param {Workbench} bench
 * @param {HTMLElement} element
 */
export function welcome(bench, element) {
  if (recallSetting("welcomed", false)) return;
  const done = () => {
    keepSetting("welcomed", true);
    hint.remove();
  };
  const hint = h(
    "div",
    { class: "panel welcome", id: "welcome" },
    h("p", {}, h("strong", {}, "Welcome. "), "Click on the board to play against the engine. Choose another game above, let it look for the best moves in ", h("em", {}, "Analyse"), ", watch it search in the ", h("em", {}, "Lab"), ".", h("span", { class: "by-keys" }, " Press ", h("kbd", {}, "?"), " for the keys.")),
    h("button", { class: "button", type: "button", onclick: done }, "Got it"),
  );
  element.firstElementChild?.after(hint);
  bench.on("position", () => {
    if (bench.mode === "play" && bench.node.ply === 4) done();
  });
}

/** @param {Workbench} bench */
export function mountHelp(bench) {
  keys.add("?", "these keys", () => openKeys(bench));
  keys.add("r", "rules of the game", () => openRules(bench).catch((error) => bench.complain(error)));
}
