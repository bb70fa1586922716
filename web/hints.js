// What is drawn on the board besides the pieces: the engine's best moves, or a review's word about
// one move. The review's word lasts until another place is shown.

/** @import { Board } from "./board.js" */
/** @import { Report } from "./protocol.js" */
/** @import { Workbench } from "./workbench.js" */

import { inWords, mark, percent } from "./scores.js";

/** @typedef {{ path: string[], label: string, loss: number, title: string }} Hint */

/** Moves that give away more than this are no advice and are left out. */
const WORTH = 0.25;

export class Hints {
  shown = true;
  /** @type {Hint[]} */
  #engine = [];
  /** @type {Hint[] | null} */
  #pinned = null;

  /**
   * @param {Workbench} bench
   * @param {Board} board
   */
  constructor(bench, board) {
    this.bench = bench;
    this.board = board;
    bench.on("position", () => {
      this.#engine = [];
      this.#pinned = null;
      if (bench.mode === "analyse") this.#draw();
    });
    bench.on("mode", () => this.#draw());
  }

  /** @param {boolean} shown */
  show(shown) {
    this.shown = shown;
    this.#draw();
  }

  /** @param {Report | null} report */
  engine(report) {
    const best = report?.lines[0];
    const lines = best ? report.lines.filter((line) => best.chance - line.chance <= WORTH) : [];
    this.#engine = lines.flatMap((line, index) => {
      const path = this.#path(line.pv[0]);
      const words = inWords(line.score, this.bench.game.unit);
      const title = `${index === 0 ? "best" : "worth a look"}: ${line.pv[0]}, ${words}, win chance ${percent(line.chance)}`;
      const loss = best ? best.chance - line.chance : 0;
      return path ? [{ path, label: mark(line.score), loss, title }] : [];
    });
    this.#draw();
  }

  /**
   * Shows one move as better than another, until another place is shown.
   * @param {string} better
   * @param {string} played
   * @param {number} loss
   */
  pin(better, played, loss) {
    const hints = [
      { path: this.#path(better), label: "✓", loss: 0, title: `better: ${better}` },
      { path: this.#path(played), label: "?", loss, title: `played: ${played}` },
    ];
    this.#pinned = hints.flatMap((hint) => (hint.path ? [{ ...hint, path: hint.path }] : []));
    this.#draw();
  }

  /** The cells of a move; null for a pass and for moves of another place. @param {string} move */
  #path(move) {
    const path = this.bench.position.moves.find((legal) => legal.move === move)?.path;
    return path && path.length > 0 ? path : null;
  }

  #draw() {
    if (this.bench.mode !== "analyse") {
      this.board.setHints([]);
      return;
    }
    this.board.setHints(this.#pinned ?? (this.shown ? this.#engine : []));
  }
}
