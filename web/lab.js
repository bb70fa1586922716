// The Lab: the search itself, made visible.
//
// Settings of one search or of two; their iterations as they finish; what the second cost beside the
// first; the top of the tree, to be unfolded; and what the evaluation says about the position.

/** @import { Techniques } from "./protocol.js" */
/** @import { Workbench } from "./workbench.js" */
/** @import { Stage } from "./lab-tree.js" */
/** @import { Setup } from "./lab-setup.js" */

/** What is kept of the settings of a game, for the next visit. @typedef {{ A?: Partial<Setup>, B?: Partial<Setup>, comparing?: boolean, atOnce?: boolean }} Kept */

import { h } from "./dom.js";
import { button, eachFrame } from "./elements.js";
import { keepSetting, recallSetting } from "./keep.js";
import { keys } from "./keys.js";
import { Comparison } from "./lab-compare.js";
import { Controls } from "./lab-controls.js";
import { counted, short, time, worth } from "./lab-figures.js";
import { Run } from "./lab-run.js";
import { commandLine, departing, limitWords, request, returning, words } from "./lab-setup.js";
import { IterationTable } from "./lab-table.js";
import { Terms } from "./lab-terms.js";
import { SearchTree } from "./lab-tree.js";
import { judgement } from "./scores.js";

/**
 * A panel with a heading and a few sentences about what it shows.
 * @param {string} title
 * @param {string} about
 * @param {...HTMLElement} content
 */
function panel(title, about, ...content) {
  const id = `lab-${title.toLowerCase().replaceAll(" ", "-")}`;
  return h(
    "section",
    { class: "panel lab-panel", "aria-labelledby": id, "data-panel": title.toLowerCase() },
    h("h3", { id }, title),
    h("details", { class: "lab-about" }, h("summary", {}, "What am I looking at?"), h("p", {}, about)),
    ...content,
  );
}

const ABOUT = {
  settings:
    "Everything that decides how the engine searches here. A search is a set of techniques, each of which can be " +
    "switched; sound ones only save work, unsound ones trade certainty for depth. A and B are two such settings, " +
    "so that one change can be seen at work.",
  iterations:
    "The engine searches one ply deep, then two, then three: each row is one finished round. Nodes are positions " +
    "looked at. Growth is what one more ply costs: a good search grows far slower than the number of legal moves. " +
    "Hits tell how often the table already knew a position, first cuts how often the first move tried was good " +
    "enough: above nine in ten, the ordering of moves is excellent.",
  comparison:
    "Both searches on the same position: how many positions each needed to finish each depth. The scale goes in powers " +
    "of ten. With fewer nodes for the same depth, B goes deeper in the same time, if its speed is the same.",
  tree:
    "The moves that the last round tried, in the order in which it tried them. Each was asked a question: is it worth " +
    "more than the left end of the window, and less than the right? A move that is too good ends the search of its " +
    "position at once: a cut-off. Values and windows are those of the player to move there. Unfold with a " +
    "click or the arrow keys; the board shows the position pointed at.",
  evaluation:
    "At the horizon the engine does not search but counts, multiplies each count with a weight, and adds up. Here are " +
    "those terms for the position on the board, before any search: to the left what speaks for the first player, " +
    "to the right what speaks for the second.",
};

/**
 * @param {Workbench} bench
 * @param {HTMLElement} element
 * @param {Stage} board
 */
export function mount(bench, element, board) {
  const connect = () => bench.link.another();
  const runs = { A: new Run("A", connect), B: new Run("B", connect) };
  const both = [runs.A, runs.B];
  /** @type {Techniques | null} */
  let techniques = null;
  /** The id of the game that has them. */
  let equipped = "";
  let comparing = false;
  let atOnce = false;
  let editing = /** @type {"A" | "B"} */ ("A");

  // Head: run, stop, compare, and one line that says what goes on.
  const turn = () => (both.some(({ busy }) => busy) ? stop() : start());
  const go = button("Search", turn, { class: "button primary", "data-do": "search" });
  const compare = h("input", { type: "checkbox", "data-do": "compare" });
  const together = h("input", { type: "checkbox", "data-do": "at-once" });
  const togetherLabel = h("label", { class: "lab-tick", title: "Both share the processor then, so compare nodes, not times" }, together, "at once");
  const status = h("p", { class: "lab-status" });
  const head = h(
    "div",
    { class: "lab-head" },
    h("div", { class: "row" }, go, h("label", { class: "lab-tick" }, compare, "compare two"), togetherLabel),
    status,
  );

  // Settings, folded until wanted.
  const controls = { A: new Controls("A", settingsChanged), B: new Controls("B", settingsChanged) };
  const choose = {
    A: button("A", () => edit("A"), { "aria-pressed": "true", "data-do": "edit-A" }),
    B: button("B", () => edit("B"), { "aria-pressed": "false", "data-do": "edit-B" }),
  };
  const which = h("p", { class: "row lab-which", role: "group", "aria-label": "Which settings" }, choose.A, choose.B, button("Copy A to B", copyOver, { "data-do": "copy-over" }));
  const summary = h("summary", {}, "Settings");
  const said = h("p", { class: "lab-said muted" });
  const command = h("code", { class: "lab-code", tabindex: 0, "data-text": "command" });
  const configuration = h("code", { class: "lab-code", tabindex: 0, "data-text": "config" });
  const copied = (/** @type {HTMLElement} */ code, /** @type {string} */ label) =>
    h(
      "div",
      { class: "lab-copy" },
      h("span", { class: "muted" }, label),
      code,
      button("Copy", () => copy(code.textContent ?? ""), { "aria-label": `Copy: ${label}` }),
    );
  const folded = h("details", { class: "lab-settings" }, summary, which, controls.A.element, controls.B.element);
  const asText = h(
    "details",
    { class: "lab-settings" },
    h("summary", {}, "As text, to copy"),
    copied(command, "On the command line"),
    copied(configuration, "The search in words, as its reports have it"),
  );
  const settings = panel("Settings", ABOUT.settings, said, h("div", { class: "lab-folds" }, folded, asText));

  // Iterations.
  const unit = () => bench.game.unit;
  const tables = { A: new IterationTable(runs.A, unit), B: new IterationTable(runs.B, unit) };
  const titles = { A: h("h4", {}), B: h("h4", {}) };
  const beside = h("div", { class: "lab-beside" });
  for (const name of /** @type {const} */ (["A", "B"])) {
    beside.append(h("div", { class: `lab-one series-${name}`, "data-run": name }, titles[name], tables[name].element));
  }
  const iterations = panel("Iterations", ABOUT.iterations, beside);

  // Comparison.
  const contest = new Comparison(runs.A, runs.B);
  const comparison = panel("Comparison", ABOUT.comparison, contest.element);

  // Tree.
  const tree = new SearchTree(bench, board);
  const treeOf = {
    A: button("Tree of A", () => tree.show(runs.A), { "data-do": "tree-A" }),
    B: button("Tree of B", () => tree.show(runs.B), { "data-do": "tree-B" }),
  };
  const treeChoice = h("p", { class: "row" }, treeOf.A, treeOf.B);
  const forest = panel("Tree", ABOUT.tree, treeChoice, tree.element);

  // Evaluation.
  const terms = new Terms(bench);
  const evaluation = panel("Evaluation", ABOUT.evaluation, terms.element);

  element.classList.add("lab");
  element.append(h("h2", { class: "spoken" }, "Lab"), head, h("div", { class: "lab-panels" }, settings, iterations, comparison, forest, evaluation));

  const place = () => bench.tree.place(bench.node);

  /** @param {"A" | "B"} name */
  function edit(name) {
    editing = name;
    for (const key of /** @type {const} */ (["A", "B"])) {
      choose[key].setAttribute("aria-pressed", String(key === name));
      controls[key].element.hidden = key !== name;
    }
    settingsChanged();
  }

  /** @param {"A" | "B"} name @param {Setup} setup */
  function give(name, setup) {
    if (techniques) controls[name].show({ setup, techniques, game: bench.game, hello: bench.hello });
  }

  function copyOver() {
    give("B", structuredClone(controls.A.setup));
    edit("B");
  }

  function settingsChanged() {
    if (!techniques) return;
    const setup = controls[editing].setup;
    command.textContent = commandLine(setup, techniques, place());
    summary.textContent = comparing ? `Change the settings of A and B` : "Change the settings";
    const names = /** @type {("A" | "B")[]} */ (comparing ? ["A", "B"] : ["A"]);
    said.replaceChildren(
      ...names.flatMap((name) => {
        const { setup } = controls[name];
        const text = `${words(setup, /** @type {Techniques} */ (techniques))}, ${limitWords(setup)}`;
        return [comparing ? h("strong", {}, `${name}: `) : null, text, h("br")].filter((part) => part !== null);
      }),
    );
    keepSetting(`lab.${equipped}`, /** @type {Kept} */ ({ A: departing(controls.A.setup, techniques), B: departing(controls.B.setup, techniques), comparing, atOnce }));
    for (const name of names) titles[name].textContent = comparing ? `${name}: ${words(controls[name].setup, techniques)}` : "";
  }

  async function start() {
    if (!techniques || bench.position.outcome) return;
    const known = techniques;
    const ask = (/** @type {"A" | "B"} */ name) => runs[name].start(request(controls[name].setup, known, place()));
    tree.empty("The tree is shown when the search is over.");
    if (!comparing) {
      await ask("A");
    } else if (atOnce) {
      await Promise.all([ask("A"), ask("B")]);
    } else {
      runs.B.clear();
      const before = place();
      await ask("A");
      if (runs.A.state === "done" && samePlace(before)) await ask("B");
    }
    // Said once: the line above changes too often to be read out.
    bench.tell("news", (comparing ? both : [runs.A]).map(stateOf).join("; "));
    showTree();
  }

  function showTree() {
    const run = both.find(({ traced }) => traced);
    if (run) tree.show(run);
    else tree.empty("This search kept no tree.");
  }

  function stop() {
    for (const run of both) if (run.busy) run.stop();
  }

  /** @param {import("./protocol.js").Place | null} other */
  const samePlace = (other) => JSON.stringify(other) === JSON.stringify(place());

  /** @param {string} text */
  async function copy(text) {
    try {
      await navigator.clipboard.writeText(text);
      status.textContent = "Copied.";
    } catch {
      status.textContent = "The browser does not allow copying; the text can be selected.";
    }
  }

  /** @type {import("./protocol.js").Report | null} What the bar was last told. */
  let told = null;

  const show = eachFrame(() => {
    const { latest } = runs.A;
    if (latest && latest !== told && samePlace(runs.A.place)) bench.tell("judged", judgement(bench, latest.score, latest.chance, latest.depth));
    told = latest;
    const busy = both.some((run) => run.busy);
    go.textContent = busy ? "Stop" : "Search";
    go.disabled = !busy && bench.position?.outcome !== null;
    status.textContent = (comparing ? both : [runs.A]).map(stateOf).join(" · ");
    const config = runs[editing].latest?.config ?? runs.A.latest?.config ?? "";
    configuration.textContent = config || "known once a search has begun";
    treeOf.A.disabled = !runs.A.traced;
    treeOf.B.disabled = !runs.B.traced;
    comparison.hidden = !comparing;
    if (comparing && techniques) contest.show(words(controls.A.setup, techniques), words(controls.B.setup, techniques));
  });

  /** @param {Run} run */
  function stateOf(run) {
    const name = comparing ? `${run.name}: ` : "";
    const report = run.latest;
    const stale = run.place && !samePlace(run.place) ? " (another position)" : "";
    if (run.state === "refused") return `${name}${run.complaint}`;
    if (run.state === "queued") return `${name}waits, ${counted(run.ahead, "search", "searches")} ahead`;
    if (!report) return run.busy ? `${name}begins` : bench.position?.outcome ? "The game is over here." : `${name}ready`;
    const state = run.busy ? "" : run.state === "stopped" ? ", stopped" : ", done";
    return `${name}depth ${report.depth}, ${report.best} ${worth(report.score)}, ${short(report.nodes)} nodes in ${time(report.seconds)}${state}${stale}`;
  }

  /** Shows one search, or two. */
  function arrange() {
    comparing = compare.checked;
    element.classList.toggle("comparing", comparing);
    which.hidden = togetherLabel.hidden = treeOf.B.hidden = treeOf.A.hidden = !comparing;
    edit(comparing ? "B" : "A");
  }

  compare.addEventListener("change", () => {
    if (compare.checked) give("B", structuredClone(controls.A.setup));
    else runs.B.clear();
    arrange();
    show();
  });
  together.addEventListener("change", () => {
    atOnce = together.checked;
    settingsChanged();
  });
  arrange();
  for (const run of both) run.addEventListener("change", show);

  /** What depends on the game; asked for when the Lab is first looked at. @type {string | null} */
  let prepared = null;

  async function prepare() {
    if (bench.mode !== "lab" || !bench.info) return;
    const id = bench.info.id;
    if (prepared !== id) {
      prepared = id;
      try {
        const known = await bench.link.ask("techniques", { game: id });
        if (prepared !== id) return;
        techniques = known;
        equipped = id;
      } catch (error) {
        prepared = null;
        bench.complain(error);
        return;
      }
      const kept = recallSetting(`lab.${id}`, /** @type {Kept} */ ({}));
      give("A", returning(kept.A, techniques));
      give("B", returning(kept.B, techniques));
      compare.checked = kept.comparing === true;
      together.checked = atOnce = kept.atOnce === true;
      arrange();
      for (const run of both) run.clear();
      tree.empty("Run a search to see its tree.");
      terms.renew();
    }
    settingsChanged();
    terms.show();
    show();
  }

  keys.add("l", "search, or stop", turn, "lab");
  bench.on("game", prepare);
  bench.on("mode", () => {
    if (bench.mode !== "lab") stop();
    prepare();
  });
  bench.on("position", () => {
    stop();
    prepare();
  });
  prepare();
}
