// The engine of the Analyse tab: one analysis, of the place that is shown.
//
// It runs only while somebody can see it: the tab is open (so nobody plays against the engine, which
// would be disturbed) and the page is not hidden. A new place ends the old analysis; while somebody
// runs through the game, it waits until they linger.

/** @import { Report } from "./protocol.js" */
/** @import { Node } from "./tree.js" */
/** @import { Workbench } from "./workbench.js" */

import { firstsShare, judgement } from "./scores.js";

/** Starts that follow each other faster than this wait for the last of them. */
const LINGER = 250;
/** Seconds of thought that count as a glance. */
const GLANCE = 0.3;

export class Engine {
  on = false;
  lines = 3;
  /** Others want the engine for themselves for a while. */
  lent = false;
  /** @type {Report | null} About the present place. */
  report = null;
  /** @type {number | null} How many wait before us; null if nothing runs. */
  queue = null;
  /** @type {{ node: Node, lines: number } | null} What runs, or has run to its end. */
  #task = null;
  #begun = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #waiting;

  /**
   * @param {Workbench} bench
   * @param {() => void} changed
   */
  constructor(bench, changed) {
    this.bench = bench;
    this.changed = changed;
    bench.on("position", () => {
      this.#forget();
      this.refresh();
    });
    bench.on("mode", () => this.refresh());
    bench.on("leave", () => {
      if (this.queue !== null) this.#stop();
    });
    document.addEventListener("visibilitychange", () => this.refresh());
    bench.link.addEventListener("up", () => this.refresh());
  }

  /** Why it rests though it is on, in words; null if it does not. */
  get rests() {
    if (!this.on) return null;
    if (this.bench.position.outcome) return "The game is over";
    return this.lent ? "Busy with the review" : null;
  }

  /** @param {boolean} on */
  turn(on) {
    this.on = on;
    this.refresh();
    this.changed();
  }

  /** @param {number} lines */
  setLines(lines) {
    this.lines = Math.min(Math.max(lines, 1), 5, this.bench.hello.budgets.lines);
    this.refresh();
    this.changed();
  }

  /** @param {boolean} lent */
  lend(lent) {
    if (lent && this.queue !== null) this.#stop();
    this.lent = lent;
    this.#task = null;
    this.refresh();
    this.changed();
  }

  /** Starts, changes or ends the analysis, whatever the circumstances ask for. */
  refresh() {
    const { bench } = this;
    clearTimeout(this.#waiting);
    if (this.lent) return;
    const wanted = this.on && bench.mode === "analyse" && !document.hidden && this.rests === null;
    if (!wanted) {
      if (this.queue !== null) this.#stop();
      return;
    }
    if (this.#task?.node === bench.node && this.#task.lines === this.lines) return;
    const since = performance.now() - this.#begun;
    this.#begun = performance.now();
    if (since > LINGER) this.#run();
    else this.#waiting = setTimeout(() => this.#run(), LINGER);
  }

  /** The best move here: what the analysis says, or else a second's thought. */
  async best() {
    if (this.report) return this.report.best;
    const { bench } = this;
    const { node } = bench;
    const { report } = await bench.link.ask("analyse", { place: bench.tree.place(node), limits: { seconds: 1 } }, () => {});
    return node === bench.node && report ? report.best : null;
  }

  #forget() {
    this.report = null;
    this.changed();
  }

  #stop() {
    this.#task = null;
    this.queue = null;
    this.bench.link.ask("stop").catch(() => {});
    this.changed();
  }

  async #run() {
    const { bench, lines } = this;
    const task = { node: bench.node, lines };
    this.#task = task;
    this.queue = 0;
    this.changed();
    try {
      const { report, stopped } = await bench.link.ask("analyse", { place: bench.tree.place(task.node), lines }, (news) => {
        if (this.#task !== task) return;
        if (news.event === "queued") {
          this.queue = news.place;
          this.changed();
        } else if (news.event === "report" || news.event === "iteration") {
          this.#hear(news.report);
        }
      });
      if (this.#task !== task) return;
      if (report) this.#hear(report);
      // Somebody else took the engine: leave it to them, and begin anew when the place changes.
      if (stopped) this.#task = null;
    } catch (error) {
      if (this.#task !== task) return;
      this.#task = null;
      // A lost connection is told elsewhere, and the analysis begins anew when it is back.
      if (bench.link.connected) bench.complain(error);
    }
    this.queue = null;
    this.changed();
  }

  /** @param {Report} report */
  #hear(report) {
    const { bench } = this;
    if (bench.node !== this.#task?.node || report.lines.length === 0) return;
    const deeper = report.depth !== this.report?.depth;
    this.report = report;
    // A glance does not overrule what somebody has thought about for longer.
    if (bench.node.chance === null || report.finished || report.seconds > GLANCE) {
      bench.node.chance = firstsShare(bench, report.chance);
    }
    bench.tell("judged", judgement(bench, report.score, report.chance, report.depth));
    if (deeper) bench.tell("tree");
    this.changed();
  }
}
