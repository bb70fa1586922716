// Plays out what a move does: pieces drop, slide, turn, are pushed, roll off, explode in waves.
//
// It knows nothing but the list of effects. Only transforms and opacity change, so that it runs on
// the compositor; it takes 900 ms at most, and `finish` shows the end at once.

/** @import { Effect, PlacedPiece } from "./protocol.js" */
/** @import { Board } from "./board.js" */

import { s } from "./dom.js";

/** All of it, in milliseconds. */
const LONGEST = 900;
const SLIDE = 170;
const FLIP = 180;
const STAGGER = 25;
const WAVE = 110;

const calm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

export class Stagehand {
  /** @type {Animation[]} */
  #running = [];
  /** @type {PlacedPiece[] | null} What stands there in the end. */
  #end = null;
  #act = 0;
  /** Resolves when the play is over. @type {Promise<void>} */
  quiet = Promise.resolve();

  /** @param {Board} board */
  constructor(board) {
    this.board = board;
  }

  /**
   * @param {PlacedPiece[]} before
   * @param {Effect[]} effects
   * @param {PlacedPiece[]} after
   */
  play(before, effects, after) {
    this.finish();
    this.#end = after;
    const act = ++this.#act;
    const done = () => {
      if (act === this.#act) this.finish();
    };
    if (document.hidden) {
      this.finish();
      return;
    }
    if (calm()) {
      this.#fade(before, effects, after);
    } else {
      this.#stage(before, effects, after);
    }
    const over = Promise.allSettled(this.#running.map((animation) => animation.finished));
    // Animations of a page that nobody sees stand still, and the game must not.
    const late = new Promise((resolve) => setTimeout(resolve, LONGEST + 200));
    this.quiet = Promise.race([over, late]).then(done);
  }

  /** Shows the end of what is being played, if anything is. */
  finish() {
    if (!this.#end) return;
    const end = this.#end;
    this.#end = null;
    this.#act++;
    const running = this.#running;
    this.#running = [];
    for (const animation of running) animation.cancel();
    this.board.layers.effects.replaceChildren();
    this.board.drawPieces(end);
  }

  /**
   * Less motion: the new pieces come up quietly, and those that are lost are crossed out for a
   * moment. One that has gone elsewhere is not lost.
   * @param {PlacedPiece[]} before
   * @param {Effect[]} effects
   * @param {PlacedPiece[]} after
   */
  #fade(before, effects, after) {
    const had = new Set(before.map((piece) => JSON.stringify(piece)));
    const bodies = this.board.drawPieces(after);
    for (const piece of after) {
      const body = bodies.get(piece.cell);
      if (body && !had.has(JSON.stringify(piece))) this.#animate(body, [{ opacity: 0 }, { opacity: 1 }], 0, 120);
    }
    const kept = new Set([...after.map((piece) => piece.cell), ...effects.flatMap(({ cell, to }) => (to ? [cell] : []))]);
    for (const { cell } of before) {
      if (kept.has(cell)) continue;
      const [x, y] = this.board.scene.at(cell);
      const cross = s("path", { class: "gone", d: `M ${x - 18} ${y - 18} l 36 36 m 0 -36 l -36 36` });
      this.board.layers.effects.append(cross);
      this.#animate(cross, [{ opacity: 1 }, { opacity: 1, offset: 0.6 }, { opacity: 0 }], 0, 400);
    }
  }

  /**
   * @param {PlacedPiece[]} before
   * @param {Effect[]} effects
   * @param {PlacedPiece[]} after
   */
  #stage(before, effects, after) {
    const { scene } = this.board;
    const bodies = this.board.drawPieces(before);
    const ends = new Map(after.map((piece) => [piece.cell, piece]));
    const starts = new Map(before.map((piece) => [piece.cell, piece]));
    const origin = effects.find((effect) => effect.kind === "place")?.cell;
    /** @type {Map<string, { body: Element, at: number, from: [number, number] }>} Bodies that are under way, by where they arrive. */
    const under = new Map();
    /** @type {(() => void)[]} */
    const cues = [];
    let last = 0;
    let total = 0;
    const until = (/** @type {number} */ time) => {
      total = Math.max(total, time);
    };
    let pace = 1;
    const go = (/** @type {Element} */ body, /** @type {Keyframe[]} */ frames, /** @type {number} */ at, /** @type {number} */ time, easing = "ease-in-out") => {
      until(at + time);
      cues.push(() => this.#animate(body, frames, at * pace, time * pace, easing));
    };
    for (const effect of effects) {
      const { kind, cell, to } = effect;
      const body = bodies.get(cell);
      const [x, y] = scene.at(cell);
      if (kind === "place") {
        const piece = ends.get(cell);
        if (!piece) continue;
        const fresh = this.#extra(scene.piece(piece), x, y);
        go(fresh, [{ opacity: 0, transform: "translate(0px, -26px) scale(1.16)" }, { opacity: 1, transform: "none" }], 0, 150, "ease-out");
      } else if (kind === "flip") {
        const piece = ends.get(cell);
        if (!body || !piece) continue;
        const [ox, oy] = scene.at(origin ?? cell);
        const far = Math.max(Math.abs(x - ox), Math.abs(y - oy)) / 100;
        const at = 40 + far * STAGGER;
        const other = this.#extra(scene.piece(piece), x, y);
        go(body, [{ transform: "scaleX(1)" }, { transform: "scaleX(0)" }], at, FLIP / 2, "ease-in");
        go(other, [{ transform: "scaleX(0)" }, { transform: "scaleX(1)" }], at + FLIP / 2, FLIP / 2, "ease-out");
      } else if (kind === "move" || kind === "push" || kind === "stack") {
        if (!to) continue;
        const [tx, ty] = scene.at(to);
        const came = under.get(cell);
        const mover = came?.body ?? (kind === "stack" ? this.#lift(effect, starts, x, y, bodies) : body);
        if (!mover) continue;
        const at = came ? came.at : 0;
        const from = came?.from ?? [x, y];
        under.delete(cell);
        under.set(to, { body: mover, at: at + SLIDE, from: /** @type {[number, number]} */ (from) });
        const step = (/** @type {number} */ px, /** @type {number} */ py) => ({ transform: `translate(${px - from[0]}px, ${py - from[1]}px)` });
        mover.parentElement?.parentElement?.append(mover.parentElement);
        go(mover, [step(x, y), step(tx, ty)], at, SLIDE);
        last = at + SLIDE;
      } else if (kind === "eject") {
        if (!body) continue;
        const [left, top, width, height] = scene.viewBox;
        const [dx, dy] = [x - (left + width / 2), y - (top + height / 2)];
        const reach = 130 / (Math.hypot(dx, dy) || 1);
        const out = `translate(${dx * reach}px, ${dy * reach}px)`;
        go(body, [{ transform: "none", opacity: 1 }, { transform: `${out} rotate(200deg)`, opacity: 1, offset: 0.7 }, { transform: `${out} rotate(260deg) scale(0.6)`, opacity: 0 }], 0, 420, "ease-in");
      } else if (kind === "capture") {
        if (body) go(body, [{ opacity: 1, transform: "none" }, { opacity: 0, transform: "scale(0.7)" }], Math.max(last - 60, 0), 160);
      } else if (kind === "crown") {
        const piece = ends.get(cell);
        if (!piece) continue;
        const crowned = this.#extra(scene.piece(piece), x, y);
        go(crowned, [{ opacity: 0, transform: "scale(1.3)" }, { opacity: 1, transform: "none" }], last, 180, "ease-out");
      } else if (kind === "explode") {
        this.#explode(effect, body, x, y, go);
      }
    }
    pace = Math.min(1, LONGEST / (total || 1));
    for (const cue of cues) cue();
  }

  /**
   * A stack swells, flashes and is gone; six sparks fly. From the third wave on the table shakes.
   * @param {Effect} effect
   * @param {Element | undefined} body
   * @param {number} x
   * @param {number} y
   * @param {(body: Element, frames: Keyframe[], at: number, time: number, easing?: string) => void} go
   */
  #explode({ wave = 0 }, body, x, y, go) {
    const at = wave * WAVE;
    if (body) {
      go(body, [{ transform: "none", opacity: 1 }, { transform: "scale(1.12)", opacity: 1, offset: 0.27 }, { transform: "scale(1.2)", opacity: 0, offset: 0.5 }, { opacity: 0 }], at, 220);
    }
    for (const [kind, reach] of /** @type {[string, number][]} */ ([["ember", 1.35], ["flame", 1.0], ["flash", 0.6]])) {
      const glow = this.#extra(s("circle", { class: kind, r: 100 }), x, y, true);
      go(glow, [{ transform: "scale(0.3)", opacity: 0 }, { transform: "scale(0.5)", opacity: 0.95, offset: 0.2 }, { transform: `scale(${reach})`, opacity: 0 }], at + 40, 220, "ease-out");
    }
    for (let spark = 0; spark < 6; spark++) {
      const angle = (spark * Math.PI) / 3 + wave;
      const debris = this.#extra(s("circle", { class: "spark", r: 7 }), x, y, true);
      const far = `translate(${Math.cos(angle) * 120}px, ${Math.sin(angle) * 120}px)`;
      go(debris, [{ transform: "none", opacity: 0 }, { opacity: 1, offset: 0.1 }, { transform: `${far} scale(0.4)`, opacity: 0 }], at + 50, 260, "ease-out");
    }
    if (wave >= 2) {
      const shake = [0, 2, -2, 1.5, 0].map((by) => ({ transform: `translate(${by}px, ${-by / 2}px)` }));
      go(this.board.svg, shake, at, 120);
    }
  }

  /**
   * Part of a stack leaves: the rest stays, the tokens that go are drawn anew.
   * @param {Effect} effect
   * @param {Map<string, PlacedPiece>} starts
   * @param {number} x
   * @param {number} y
   * @param {Map<string, SVGGElement>} bodies
   */
  #lift({ cell, count = 1 }, starts, x, y, bodies) {
    const { scene } = this.board;
    const stack = starts.get(cell);
    if (!stack) return undefined;
    const old = bodies.get(cell);
    if (stack.count > count) old?.replaceWith(scene.piece({ ...stack, count: stack.count - count }));
    else old?.remove();
    return this.#extra(scene.piece({ ...stack, count }), x, y);
  }

  /**
   * A body that no position has: on top of the pieces, or of everything.
   * @param {SVGElement} body
   * @param {number} x
   * @param {number} y
   */
  #extra(body, x, y, above = false) {
    const { pieces, effects } = this.board.layers;
    (above ? effects : pieces).append(s("g", { transform: `translate(${x} ${y})` }, body));
    return body;
  }

  /**
   * @param {Element} body
   * @param {Keyframe[]} frames
   * @param {number} at
   * @param {number} time
   */
  #animate(body, frames, at, time, easing = "ease") {
    this.#running.push(body.animate(frames, { delay: at, duration: time, easing, fill: "both" }));
  }
}
