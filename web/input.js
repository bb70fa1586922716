// From clicks and words to moves.
//
// Picks on the board walk down the prefix tree of the legal moves (paths.js); typed moves go to the
// server as they are, and its complaint is shown beside the field. The game changes only when a
// move is whole and somebody may make it.

/** @import { Move } from "./protocol.js" */
/** @import { Board } from "./board.js" */
/** @import { Workbench } from "./workbench.js" */

import { h } from "./dom.js";
import { Refusal } from "./link.js";
import { net } from "./overlay.js";
import { click, meaning, steps } from "./paths.js";

/**
 * @typedef {{
 *   refuse: () => string | null,
 *   play: (move: Move | string) => Promise<void>,
 *   verdict: string | null,
 * }} Hand `refuse` says why nobody may move just now, or nothing; `verdict` how the game ended
 */

/**
 * @param {Workbench} bench
 * @param {Board} board
 * @param {HTMLElement} element the row under the board
 * @param {Hand} hand
 */
export function mountInput(bench, board, element, hand) {
  /** @type {string[]} */
  let clicks = [];
  const field = h("input", {
    class: "field",
    id: "move",
    type: "text",
    autocomplete: "off",
    autocapitalize: "off",
    spellcheck: "false",
    placeholder: "Move",
    "aria-label": "Type a move and press Enter",
    "aria-describedby": "remark",
    maxlength: 200,
    enterkeyhint: "go",
  });
  const remark = h("p", { id: "remark", role: "status" });
  const pass = h("button", { class: "button", type: "button", id: "pass", hidden: true }, "Pass");
  const form = h("form", {}, field, pass, remark);
  element.append(form);
  const chooser = h("div", { class: "chooser panel", id: "chooser", role: "group", hidden: true });
  board.element.append(chooser);

  /** @param {string} words */
  const say = (words, wrong = false) => {
    remark.textContent = words;
    remark.classList.toggle("wrong", wrong);
  };
  /** What there is to say about the place: how it ended, or to whoever may move, why only these moves. */
  const sentence = () => hand.verdict ?? (hand.refuse() === null ? (bench.position.remark ?? "") : "");
  const usual = () => say(sentence());

  /** A move is on its way to the server: until it answers, nothing else can be done. */
  let moving = false;

  /** @param {Move | string} move */
  const make = async (move) => {
    if (moving) return false;
    moving = true;
    reset();
    try {
      await hand.play(move);
      return true;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      say(error.words, true);
      return false;
    } finally {
      moving = false;
      show();
    }
  };

  /** Where the focus was before somebody had to choose. @type {HTMLElement | SVGElement | null} */
  let before = null;
  const closeChooser = () => {
    if (chooser.contains(document.activeElement)) before?.focus();
    chooser.hidden = true;
  };

  const show = () => {
    const { moves } = bench.position;
    const idle = moving || field.disabled || hand.refuse() !== null;
    pass.hidden = idle || !moves.some((move) => move.path.length === 0);
    const { next } = meaning(moves, clicks);
    board.select({ clicks, next: idle ? new Set() : next, forced: bench.position.remark !== null, steps: steps(moves, clicks, next) });
  };

  const reset = () => {
    clicks = [];
    closeChooser();
    board.preview(null);
    show();
  };

  /** @param {string | null} cell */
  const hover = (cell) => {
    if (!chooser.hidden) return;
    const { moves } = bench.position;
    if (!cell || hand.refuse() !== null) {
      board.preview(null);
      return;
    }
    const { done, choice } = meaning(moves, click(moves, clicks, cell));
    const move = done ?? choice[0];
    board.preview(move ? move.effects : null, move?.path);
  };

  /** @param {string} cell */
  const pick = (cell) => {
    if (moving) return;
    const refusal = hand.refuse();
    if (refusal !== null) {
      say(refusal, true);
      return;
    }
    const { moves, remark: why } = bench.position;
    const earlier = clicks;
    clicks = click(moves, clicks, cell);
    const { done, choice, next } = meaning(moves, clicks);
    if (done) {
      make(done).catch((error) => bench.complain(error));
      return;
    }
    if (clicks.length > 0 && choice.length > 1) {
      choose(choice, cell);
    } else if (clicks.length > 0) {
      closeChooser();
      say(clicks === earlier ? `Several ways lead to ${cell}: click the cells on the way.` : tellSelection(cell, next));
    } else if (earlier.length === 0 || !earlier.includes(cell)) {
      // Nothing can be done with this cell: say why, if there is a reason.
      say(why ?? nothing(cell), why === null);
    } else {
      usual();
    }
    show();
    hover(cell);
  };

  /** @param {string} cell */
  const nothing = (cell) => {
    const piece = bench.position.pieces.find((piece) => piece.cell === cell);
    if (!piece) return `${cell} is no move here.`;
    return piece.owner === bench.position.turn ? `The ${piece.kind} on ${cell} cannot move.` : `The ${piece.kind} on ${cell} is not yours to move.`;
  };

  /** What comes next, and what a second click on the same cell would do. @param {string} cell @param {Set<string>} next */
  const tellSelection = (cell, next) => {
    const again = next.has(cell) ? bench.position.moves.find((move) => move.path.length === 2 && move.path[0] === cell && move.path[1] === cell) : null;
    const standing = new Map(bench.position.pieces.map((piece) => [piece.cell, piece]));
    const cost = again ? net(board.scene, standing, again.effects) : null;
    if (!cost) return `${cell}: choose where to go.`;
    const words = bench.info.players.map((player, index) => `${player} ${cost[index] > 0 ? `−${cost[index]}` : "0"}`);
    return `${cell}: choose where to go, or click again to explode (${words.join(", ")}).`;
  };

  /**
   * Several moves share all their clicks: somebody has to say which.
   * @param {Move[]} choice
   * @param {string} cell
   */
  const choose = (choice, cell) => {
    const counts = choice.map((move) => move.effects.find((effect) => effect.to)?.count ?? null);
    const telling = new Set(counts).size === choice.length;
    const standing = bench.position.pieces.find((piece) => piece.cell === clicks[0]);
    const buttons = choice
      .map((move, index) => ({ move, count: counts[index] ?? standing?.count ?? 0 }))
      .sort((a, b) => (telling ? a.count - b.count : 0))
      .map(({ move, count }) => {
        const label = telling ? String(count) : move.move;
        const peek = () => board.preview(move.effects, move.path);
        return h("button", { class: "button", type: "button", "data-move": move.move, "aria-label": move.move, title: move.move, onclick: () => make(move).catch((error) => bench.complain(error)), onfocus: peek, onpointerenter: peek }, label);
      });
    const what = telling ? "How many?" : "Which move?";
    chooser.replaceChildren(h("span", { class: "muted" }, what), ...buttons);
    chooser.setAttribute("aria-label", what);
    chooser.hidden = false;
    place(chooser, board, cell);
    before = /** @type {HTMLElement | SVGElement | null} */ (document.activeElement);
    buttons[buttons.length - 1].focus();
  };

  chooser.addEventListener("keydown", (event) => {
    const buttons = [...chooser.querySelectorAll("button")];
    const at = buttons.indexOf(/** @type {HTMLButtonElement} */ (document.activeElement));
    const step = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -1, ArrowDown: 1 }[event.key];
    const named = buttons.find((button) => button.textContent === event.key);
    if (event.key === "Escape") {
      reset();
      usual();
    } else if (step) {
      buttons[(at + step + buttons.length) % buttons.length].focus();
    } else if (named) {
      named.click();
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  });

  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const text = field.value.trim();
    if (text === "") return;
    const refusal = hand.refuse();
    if (refusal !== null) {
      say(refusal, true);
      return;
    }
    make(text).then(
      (made) => {
        if (made) field.value = "";
        else field.select();
      },
      (error) => bench.complain(error),
    );
  });
  pass.addEventListener("click", () => {
    const move = bench.position.moves.find((move) => move.path.length === 0);
    if (move && hand.refuse() === null) make(move).catch((error) => bench.complain(error));
  });
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || clicks.length === 0) return;
    reset();
    usual();
  });

  let told = "";
  board.onPick = pick;
  board.onHover = hover;
  const fresh = () => {
    clicks = [];
    closeChooser();
    usual();
    show();
  };
  bench.on("position", fresh);
  bench.on("match", () => {
    if (hand.refuse() !== null && clicks.length > 0) reset();
    if (sentence() !== told) usual();
    told = sentence();
    show();
  });
  // The editor covers the game: nothing is played behind it.
  bench.on("editing", (open) => {
    field.disabled = open;
    reset();
    usual();
  });
  bench.on("mode", () => {
    reset();
    usual();
  });
  fresh();
}

/**
 * Beside the cell, within the stage.
 * @param {HTMLElement} panel
 * @param {Board} board
 * @param {string} cell
 */
function place(panel, board, cell) {
  const target = board.svg.querySelector(`[data-cell="${CSS.escape(cell)}"]`)?.getBoundingClientRect();
  const stage = board.element.getBoundingClientRect();
  if (!target) return;
  const { width, height } = panel.getBoundingClientRect();
  const x = Math.min(Math.max(target.left + target.width / 2 - stage.left - width / 2, 0), Math.max(stage.width - width, 0));
  const above = target.top - stage.top - height - 6;
  panel.style.setProperty("left", `${x}px`);
  panel.style.setProperty("top", `${above >= 0 ? above : target.bottom - stage.top + 6}px`);
}
