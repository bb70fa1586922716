// What is threatened: what the other player would do if it were their turn.
//
// The server says how the board looks with the turn passed, in games where that makes sense; the
// best move there is the threat. It is searched on a line of its own, so that the engine of the
// Analyse tab goes on, and forgotten as soon as another place is shown.

/** @import { Board } from "./board.js" */
/** @import { Link } from "./link.js" */
/** @import { Workbench } from "./workbench.js" */

import { capital } from "./dom.js";
import { inWords } from "./scores.js";

/** Seconds of thought. */
const THOUGHT = 1;

export class Threat {
  /** @type {Link | null} */
  #line = null;
  #asked = 0;
  #shown = false;

  /**
   * @param {Workbench} bench
   * @param {Board} board
   */
  constructor(bench, board) {
    this.bench = bench;
    this.board = board;
    bench.on("position", () => this.#hide());
    bench.on("leave", () => this.#hide());
  }

  /** Shows it, or takes it away. */
  async toggle() {
    if (this.#shown) {
      this.#hide();
      return;
    }
    const { bench } = this;
    const { position, tree, info } = bench;
    if (position.outcome) return;
    if (!position.passed) {
      bench.tell("fault", `${info.title} does not let the turn be passed here, so there is no telling what is threatened.`);
      return;
    }
    this.#shown = true;
    const mine = ++this.#asked;
    const place = { game: tree.game, start: position.passed, moves: [] };
    this.#line ??= bench.link.another();
    const [there, { report }] = await Promise.all([
      this.#line.ask("position", { place }),
      this.#line.ask("analyse", { place, limits: { seconds: THOUGHT } }, () => {}),
    ]);
    if (mine !== this.#asked || !report) return;
    const move = there.moves.find((legal) => legal.move === report.best);
    if (!move) return;
    this.board.setThreat(move);
    bench.tell("news", `${capital(there.turn)} threatens ${move.move}: ${inWords(report.score, bench.game.unit)} for ${there.turn}.`);
  }

  #hide() {
    this.#asked++;
    this.#shown = false;
    this.board.setThreat(null);
  }
}
