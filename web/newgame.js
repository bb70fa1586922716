// The dialogs that begin a game: which one with which options, who plays, how strongly, on what
// clock.
//
// Everything asked for is built from what the server lists; it alone decides what is allowed, and
// its refusal is shown in the dialog.

/** @import { GameInfo } from "./protocol.js" */
/** @import { Lobby, Side } from "./lobby.js" */
/** @import { Control } from "./match.js" */
/** @import { Workbench } from "./workbench.js" */

import { capital, h } from "./dom.js";
import { openDialog } from "./dialog.js";
import { Refusal } from "./link.js";

/** @type {[string, string, Control | null][]} */
const CLOCKS = [
  ["none", "No clock", null],
  ["1+0", "1 + 0", { base: 60, increment: 0 }],
  ["3+2", "3 + 2", { base: 180, increment: 2 }],
  ["5+3", "5 + 3", { base: 300, increment: 3 }],
  ["10+5", "10 + 5", { base: 600, increment: 5 }],
  ["custom", "Other", null],
];

/**
 * The options of an id: `othello:size=6x6,start=parallel` has two.
 * @param {string} id
 */
export function optionsOf(id) {
  const at = id.indexOf(":");
  const parts = at < 0 ? [] : id.slice(at + 1).split(",");
  return new Map(parts.map((part) => /** @type {[string, string]} */ ([part.slice(0, part.indexOf("=")), part.slice(part.indexOf("=") + 1)])));
}

/** @param {GameInfo} game @param {Map<string, string>} values */
export function idOf(game, values) {
  const changed = game.options.filter(({ key, default: usual }) => (values.get(key) ?? usual) !== usual);
  const written = changed.map(({ key }) => `${key}=${values.get(key)}`);
  return written.length > 0 ? `${game.name}:${written.join(",")}` : game.name;
}

/**
 * The option of an id that a byte of it belongs to, if any.
 * @param {string} id
 * @param {number | null} at
 */
export function optionAt(id, at) {
  if (at === null) return null;
  const before = new TextDecoder().decode(new TextEncoder().encode(id).slice(0, at));
  const [name, ...parts] = id.split(/[:,]/);
  let end = name.length;
  const found = parts.find((part) => before.length <= (end += 1 + part.length));
  return before.length > name.length ? (found?.split("=")[0] ?? null) : null;
}

/** Words where the server lists them one after the other, as in `diagonal, parallel`. @param {string} allowed */
function wordsOf(allowed) {
  const words = allowed.split(",").map((word) => word.trim());
  return words.length > 1 && words.every((word) => /^[\w.-]+$/.test(word)) ? words : null;
}

/**
 * One control for every option of a game.
 * @param {GameInfo} game
 * @param {Map<string, string>} values what is chosen; changed by the controls
 */
function optionFields(game, values) {
  return game.options.map(({ key, default: usual, allowed, about }) => {
    const value = values.get(key) ?? usual;
    const words = wordsOf(allowed);
    const label = `${capital(key.replaceAll("-", " "))}`;
    const set = (/** @type {Event} */ event) => {
      const { value } = /** @type {HTMLInputElement} */ (event.target);
      values.set(key, value.trim() || usual);
    };
    const control = words
      ? h("select", { onchange: set, "data-option": key }, ...words.map((word) => h("option", { value: word, selected: word === value }, word)))
      : h("input", { class: "field", type: "text", value, oninput: set, "data-option": key, title: allowed, maxlength: 40, autocomplete: "off", spellcheck: "false" });
    const hint = words ? about : `${about} (${allowed})`;
    const wrong = h("span", { class: "complaint", id: `wrong-${key}`, role: "alert" });
    return h("label", { class: "ask" }, h("span", {}, label), control, wrong, h("span", { class: "muted small" }, hint));
  });
}

/**
 * Says beside an option's control what is wrong with it, and shows it; false if there is no such
 * control.
 * @param {HTMLElement} options
 * @param {string | null} key
 * @param {string} words
 */
function markWrong(options, key, words) {
  for (const control of options.querySelectorAll("[data-option]")) {
    control.removeAttribute("aria-invalid");
    control.removeAttribute("aria-describedby");
  }
  for (const told of options.querySelectorAll(".complaint")) told.textContent = "";
  const control = /** @type {HTMLElement | null} */ (options.querySelector(`[data-option="${CSS.escape(key ?? "")}"]`));
  const told = control?.parentElement?.querySelector(".complaint");
  if (!control || !told) return false;
  told.textContent = words;
  control.setAttribute("aria-invalid", "true");
  control.setAttribute("aria-describedby", told.id);
  control.focus({ preventScroll: true });
  control.parentElement?.scrollIntoView({ block: "center" });
  return true;
}

/**
 * Several choices of which one holds, as buttons in a row.
 * @param {string} legend
 * @param {string} name
 * @param {[string, string][]} choices
 * @param {string} chosen
 * @param {(value: string) => void} choose
 */
function choices(legend, name, choices, chosen, choose) {
  const radios = choices.map(([value, label]) =>
    h("label", {}, h("input", { type: "radio", name, value, checked: value === chosen, onchange: () => choose(value) }), h("span", {}, label)),
  );
  return h("fieldset", {}, h("legend", {}, legend), h("div", { class: "choices" }, ...radios));
}

/** `3+2` in minutes and seconds. @param {string} text @returns {Control | null} */
export function readClock(text) {
  const found = /^\s*(\d+(?:\.\d+)?)\s*(?:\+\s*(\d+(?:\.\d+)?))?\s*$/.exec(text);
  if (!found) return null;
  const [base, increment] = [Number(found[1]) * 60, Number(found[2] ?? 0)];
  return base > 0 && base <= 86400 && increment <= 3600 ? { base, increment } : null;
}

/**
 * @param {Workbench} bench
 * @param {Lobby} lobby
 */
export function openNewGame(bench, lobby) {
  openDialog(
    "New game",
    (body, close) => {
      const chosen = structuredClone(lobby.wish);
      let game = bench.game;
      let values = optionsOf(bench.info.id);
      const options = h("div", { class: "pair" });
      const more = h("details", {}, h("summary", {}, "Variant and rules"), options);
      const about = h("p", { class: "muted" });
      const people = h("div", { class: "stack" });
      const levels = h("div", { class: "pair" });
      const custom = h("label", { class: "ask" }, h("span", {}, "Minutes + seconds a move"), h("input", { class: "field", id: "custom-clock", value: chosen.custom, maxlength: 16, autocomplete: "off", oninput: (/** @type {Event} */ event) => (chosen.custom = /** @type {HTMLInputElement} */ (event.target).value) }));
      const complaint = h("p", { class: "complaint", role: "alert" });

      const drawGame = () => {
        about.textContent = game.about;
        options.replaceChildren(...optionFields(game, values));
        more.hidden = game.options.length === 0;
        const [first, second] = game.players.map(capital);
        people.replaceChildren(
          choices("You play", "side", [["first", `${first} (first)`], ["second", `${second} (second)`], ["random", "Either"], ["both", "Both sides"], ["none", "Watch engines"]], chosen.side, (side) => {
            chosen.side = /** @type {Side} */ (side);
            drawLevels();
          }),
        );
        drawLevels();
      };
      const drawLevels = () => {
        const engines = { first: [1], second: [0], random: [1], both: [], none: [0, 1] }[chosen.side];
        levels.replaceChildren(
          ...engines.map((player) => {
            const told = h("span", { class: "muted small" });
            const tell = () => {
              const level = bench.hello.levels.find((each) => each.name === chosen.levels[player]);
              const price = level?.loss ? `; gives away ${(100 * level.loss).toFixed(level.loss < 0.095 ? 1 : 0)} % of win chance a move` : "";
              told.textContent = level ? `${capital(level.about)}${price}.` : "";
            };
            const select = h(
              "select",
              { "data-level": player, onchange: () => ((chosen.levels[player] = select.value), tell()) },
              ...bench.hello.levels.map((level) => h("option", { value: level.name, selected: level.name === chosen.levels[player] }, level.title)),
            );
            tell();
            const title = engines.length > 1 ? `Level of ${game.players[player]}` : "Level of the engine";
            return h("label", { class: "ask" }, h("strong", {}, title), select, told);
          }),
        );
        levels.hidden = engines.length === 0;
      };
      const games = choices(
        "Game",
        "game",
        bench.hello.games.map((each) => [each.name, each.title]),
        game.name,
        (name) => {
          game = bench.hello.games.find((each) => each.name === name) ?? game;
          values = game.name === bench.info.name ? optionsOf(bench.info.id) : new Map();
          drawGame();
        },
      );
      const clock = choices("Clock", "clock", CLOCKS.map(([name, label]) => [name, label]), chosen.clock, (name) => {
        chosen.clock = name;
        custom.hidden = name !== "custom";
      });
      custom.hidden = chosen.clock !== "custom";
      const go = async (/** @type {Event} */ event) => {
        event.preventDefault();
        complaint.textContent = "";
        const control = chosen.clock === "custom" ? readClock(chosen.custom) : (CLOCKS.find(([name]) => name === chosen.clock)?.[2] ?? null);
        if (chosen.clock === "custom" && !control) {
          complaint.textContent = `"${chosen.custom}" is no clock; 15+10 is fifteen minutes, and ten seconds for each move.`;
          complaint.scrollIntoView({ block: "nearest" });
          return;
        }
        const id = idOf(game, values);
        try {
          await lobby.grant(id, chosen, control);
          close();
        } catch (error) {
          if (!(error instanceof Refusal)) throw error;
          more.open = true;
          const words = capital(error.words);
          if (markWrong(options, optionAt(id, error.fault.at), words)) return;
          complaint.textContent = words;
          complaint.scrollIntoView({ block: "nearest" });
        }
      };
      drawGame();
      more.open = values.size > 0;
      body.append(
        h(
          "form",
          { class: "stack roomy", id: "wishes", onsubmit: go },
          games,
          about,
          more,
          people,
          levels,
          clock,
          custom,
          complaint,
        ),
      );
      // Below what scrolls, so that it is always in sight.
      body.after(
        h(
          "div",
          { class: "actions foot" },
          h("button", { class: "button", type: "button", onclick: close }, "Cancel"),
          h("button", { class: "button primary", type: "submit", form: "wishes", id: "start" }, "Start"),
        ),
      );
    },
    { id: "new-game" },
  );
}
