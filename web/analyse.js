// The Analyse tab: the engine's panel with its lines, the moves, the graph, the review, and the ways
// in and out: editor, paste and copy, the archive.

/** @import { Board } from "./board.js" */
/** @import { Workbench } from "./workbench.js" */

import { openArchive } from "./archive.js";
import { h } from "./dom.js";
import { Editor } from "./editor.js";
import { button, eachFrame } from "./elements.js";
import { Engine } from "./engine.js";
import { openExchange, takeDroppedFiles } from "./exchange.js";
import { mountGraph } from "./graph.js";
import { Hints } from "./hints.js";
import { keepSetting, recallSetting } from "./keep.js";
import { keys } from "./keys.js";
import { Lines } from "./lines.js";
import { mountMoves } from "./moves.js";
import { Reviewer } from "./review.js";
import { standing } from "./scores.js";
import { bringBack } from "./swap.js";
import { Threat } from "./threat.js";

/**
 * @param {Workbench} bench
 * @param {HTMLElement} element
 * @param {Board} board
 */
export function mountAnalyse(bench, element, board) {
  const wishes = recallSetting("analyse", { on: false, lines: 3, hints: true });
  const hints = new Hints(bench, board);
  hints.shown = wishes.hints !== false;
  const engine = new Engine(bench, eachFrame(() => update()));
  engine.lines = wishes.lines >= 1 && wishes.lines <= 5 ? Math.round(wishes.lines) : 3;
  engine.on = wishes.on === true;
  const lines = new Lines(bench, board, engine);
  const panel = new EnginePanel(bench, engine, hints);
  const reviewer = new Reviewer(bench, engine, hints);
  const threat = new Threat(bench, board);
  const editor = new Editor(bench, board, () => arrange());

  const movesBox = h("div", { class: "moves-box" });
  const graphBox = h("div", { class: "graph-box" });
  const sheets = new Sheets([
    ["Moves", movesBox],
    ["Review", reviewer.element],
  ]);
  const moves = mountMoves(bench, movesBox);
  mountGraph(bench, graphBox);
  const more = h(
    "button",
    {
      type: "button",
      class: "icon-button",
      "aria-label": "What can be done with this move",
      "aria-haspopup": "menu",
      title: "Comment, promote or delete this move",
    },
    "⋯",
  );
  more.addEventListener("click", () => moves.menu(more));
  sheets.head.append(more);

  const back = button("Bring back the game before", () => bringBack(bench).catch((error) => bench.complain(error)), { hidden: true, id: "bring-back" });
  const tools = h(
    "div",
    { class: "row tools" },
    button("Paste or copy", () => openExchange(bench), { id: "open-exchange" }),
    button("Set up", () => editor.begin(), { id: "open-editor", title: "Set up a position (e)" }),
    button("Games", () => openArchive(bench), { id: "open-archive" }),
    back,
  );
  const desk = h("div", { class: "desk" }, panel.element, lines.element, sheets.element, graphBox, tools);
  element.replaceChildren(desk, editor.element);

  function update() {
    panel.update();
    lines.update();
    hints.engine(engine.report);
    more.disabled = bench.node.parent === null;
  }
  function arrange() {
    desk.hidden = editor.open;
    engine.lend(editor.open);
    bench.tell("editing", editor.open);
  }

  function tellStanding() {
    const known = standing(bench);
    if (bench.position.outcome) bench.node.chance = known.chance;
    bench.tell("judged", known);
  }
  bench.on("position", tellStanding);
  // A review judges places that the engine is not looking at.
  bench.on("tree", () => {
    if (!engine.on && bench.node.chance !== null) tellStanding();
  });
  bench.on("swapped", () => (back.hidden = false));
  takeDroppedFiles(bench);

  const playBest = async () => {
    // The game behind the editor is not to be played on unseen.
    if (editor.open) return;
    try {
      const best = await engine.best();
      if (best) await bench.play(best);
    } catch (error) {
      bench.complain(error);
    }
  };
  const nextVariation = () => {
    const siblings = bench.node.parent?.children ?? [];
    const next = siblings[(siblings.indexOf(bench.node) + 1) % siblings.length];
    if (next) bench.go(next).catch((error) => bench.complain(error));
  };
  keys.add("l", "engine on or off", () => engine.turn(!engine.on), "analyse");
  keys.add("a", "best moves on the board or not", () => panel.toggleHints(), "analyse");
  keys.add("x", "what the other player threatens", () => threat.toggle().catch((error) => bench.complain(error)), "analyse");
  keys.add("Space", "play the best move", playBest, "analyse");
  keys.add("e", "set up a position", () => (editor.open ? editor.close() : editor.begin()), "analyse");
  keys.add("n", "next mistake", () => reviewer.jump(1), "analyse");
  keys.add("N", "mistake before", () => reviewer.jump(-1), "analyse");
  keys.add("v", "next variation", nextVariation, "analyse");

  addEventListener("pagehide", () => keepSetting("analyse", { on: engine.on, lines: engine.lines, hints: hints.shown }));
  if (bench.tree) {
    tellStanding();
    engine.refresh();
    update();
    editor.resume();
  }
}

/** The switch, what the engine is doing, and how many lines it shall show. */
class EnginePanel {
  /**
   * @param {Workbench} bench
   * @param {Engine} engine
   * @param {Hints} hints
   */
  constructor(bench, engine, hints) {
    this.bench = bench;
    this.engine = engine;
    this.hints = hints;
    this.power = h("button", { type: "button", class: "switch", role: "switch", id: "engine", "aria-checked": "false", "aria-label": "Engine" });
    this.power.addEventListener("click", () => engine.turn(!engine.on));
    this.depth = h("span", { class: "engine-depth" });
    this.speed = h("span", { class: "engine-speed muted" });
    this.advice = h("span", { class: "by-keys" }, "press l to switch it on");
    this.count = h("output", { class: "engine-lines" });
    this.fewer = button("−", () => engine.setLines(engine.lines - 1), { class: "icon-button", "aria-label": "Fewer lines", id: "fewer-lines" });
    this.more = button("+", () => engine.setLines(engine.lines + 1), { class: "icon-button", "aria-label": "More lines", id: "more-lines" });
    this.eye = button("Hints", () => this.toggleHints(), { class: "button small", title: "Best moves on the board (a)", id: "engine-hints" });
    this.element = h(
      "div",
      { class: "engine" },
      this.power,
      h("div", { class: "engine-state" }, this.depth, this.speed),
      this.eye,
      h("div", { class: "stepper", role: "group", "aria-label": "Number of lines" }, this.fewer, this.count, this.more),
    );
  }

  toggleHints() {
    this.hints.show(!this.hints.shown);
    this.update();
  }

  update() {
    const { engine } = this;
    this.power.setAttribute("aria-checked", String(engine.on));
    this.power.title = `${engine.on ? "Switch the engine off" : "Switch the engine on"} (l)`;
    this.count.value = `${engine.lines} ${engine.lines === 1 ? "line" : "lines"}`;
    this.fewer.disabled = engine.lines <= 1;
    this.more.disabled = engine.lines >= Math.min(5, this.bench.hello.budgets.lines);
    this.eye.setAttribute("aria-pressed", String(this.hints.shown));
    const [state, detail] = this.#words();
    this.depth.textContent = state;
    if (engine.on) this.speed.textContent = detail;
    else this.speed.replaceChildren(this.advice);
  }

  /** @returns {[string, string]} */
  #words() {
    const { engine } = this;
    if (!engine.on) return ["Engine off", ""];
    const rests = engine.rests;
    if (rests) return [rests, ""];
    const { report, queue } = engine;
    if (queue !== null && queue > 0) return ["Waiting", `${ordinal(queue)} in the queue`];
    if (!report) return ["Thinking …", ""];
    const work = queue === null ? `done, ${quantity(report.nodes)} positions` : `${quantity(report.nps)}/s`;
    return [`Depth ${report.depth}`, report.score.kind === "heuristic" ? work : `solved, ${work}`];
  }
}

/** @param {number} n */
function ordinal(n) {
  const ending = { 1: "st", 2: "nd", 3: "rd" }[n % 100 > 10 && n % 100 < 14 ? 0 : n % 10];
  return `${n}${ending ?? "th"}`;
}

/** @param {number} n */
function quantity(n) {
  if (n >= 1e9) return `${(n / 1e9).toFixed(1)} G`;
  if (n >= 1e6) return `${(n / 1e6).toFixed(1)} M`;
  return n >= 1e3 ? `${Math.round(n / 1e3)} k` : String(Math.round(n));
}

/** Sheets that share one place; tabs choose which lies on top. */
class Sheets {
  /** @param {[string, HTMLElement][]} sheets */
  constructor(sheets) {
    const tabs = h("div", { class: "tabs", role: "tablist", "aria-label": "Moves or review" });
    this.head = h("div", { class: "row spread" }, tabs);
    const all = sheets.map(([name, content], index) => {
      const id = `sheet-${name.toLowerCase()}`;
      const tab = h("button", { type: "button", role: "tab", id: `${id}-tab`, "aria-controls": id }, name);
      const panel = h("div", { class: "sheet", role: "tabpanel", id, "aria-labelledby": `${id}-tab` }, content);
      tab.addEventListener("click", () => choose(index));
      tab.addEventListener("keydown", (event) => {
        const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
        if (step === undefined) return;
        const next = (index + step + all.length) % all.length;
        choose(next);
        all[next].tab.focus();
        event.preventDefault();
        event.stopPropagation();
      });
      return { tab, panel };
    });
    /** @param {number} chosen */
    const choose = (chosen) => {
      all.forEach(({ tab, panel }, index) => {
        tab.setAttribute("aria-selected", String(index === chosen));
        tab.tabIndex = index === chosen ? 0 : -1;
        panel.hidden = index !== chosen;
      });
    };
    // A mouse does not take the focus here: the arrow keys should still walk through the game.
    tabs.addEventListener("mousedown", (event) => event.preventDefault());
    tabs.append(...all.map(({ tab }) => tab));
    this.element = h("div", { class: "sheets" }, this.head, ...all.map(({ panel }) => panel));
    choose(0);
  }
}
