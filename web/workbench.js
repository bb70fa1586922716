// What all panels share: the game that is open, where in its tree we are, and the server's word
// about that place.
//
// Panels ask it to do things and listen to its events; they do not talk to each other.
//
//   game      another game or board is open (`info`, `tree` are new)
//   position  another place is shown (`node`, `position` are new)
//   tree      moves, comments or judgements were added or removed
//   mode      another tab is open
//   leave     just before that: who thinks for this tab ends it now, since a stop that comes later
//             would end what the next tab has begun
//   judged    somebody judged the place shown; `detail` is what the bar shows
//   flip      the board was turned; `detail` is whether it is upside down
//   news      something to be said aloud; `detail` are the words
//   editing   the position editor is opened or closed; `detail` is whether it is open
//   match     the game being played has changed (match.js), and `clock`: time has passed
//   ended     that game has just come to its end
//   swapped   another game was opened in place of this one, which can be brought back (swap.js)
//   news      something that is said aloud; `detail` is the sentence
//   fault     something was refused; `detail` is the sentence

/** @import { BoardInfo, GameInfo, Hello, Move, Position } from "./protocol.js" */

import { Link, Refusal } from "./link.js";
import { GameTree, Node } from "./tree.js";

/** @typedef {"play" | "analyse" | "lab"} Mode */

export class Workbench extends EventTarget {
  /** @type {Hello} */
  hello;
  /** @type {BoardInfo} */
  info;
  /** @type {GameTree} */
  tree;
  /** @type {Node} */
  node;
  /** @type {Position} */
  position;
  /** @type {Mode} */
  mode = "play";
  /** How the game is played just now, for those who must not disturb it. */
  playing = false;

  /** Where we are going, which is where we are unless the server has yet to answer. @type {Node} */
  heading;

  #visit = 0;
  /** The question about a place that is under way, if any. @type {Promise<unknown>} */
  #asked = Promise.resolve();

  /** @param {Link} link */
  constructor(link) {
    super();
    this.link = link;
  }

  /** @param {string} type @param {unknown} [detail] */
  tell(type, detail) {
    this.dispatchEvent(new CustomEvent(type, { detail }));
  }

  /** @param {string} type @param {(detail: any) => void} hear */
  on(type, hear) {
    this.addEventListener(type, (event) => hear(/** @type {CustomEvent} */ (event).detail));
  }

  /** Tells people what went wrong, in the server's words where they are the server's. @param {unknown} error */
  complain(error) {
    const words = error instanceof Refusal ? error.words : String(error);
    if (!(error instanceof Refusal)) console.error(error);
    this.tell("fault", words);
  }

  /** @type {GameInfo} What is known about the game that is open, whatever its options. */
  get game() {
    const game = this.hello.games.find((game) => game.name === this.info.name);
    if (!game) throw new Error(`the server does not know ${this.info.name}`);
    return game;
  }

  /** A game's title, with the options that are not the usual ones. @param {string} id */
  titleOf(id) {
    const [name, options] = id.split(/:(.*)/);
    const title = this.hello.games.find((game) => game.name === name)?.title ?? name;
    return options ? `${title} (${options})` : title;
  }

  async begin() {
    this.hello = await this.link.ask("hello");
  }

  /**
   * Opens a game, with a tree of moves if there is one. Nothing changes if the server refuses.
   * @param {GameTree} tree
   * @param {Node} [at]
   */
  async open(tree, at = tree.end) {
    const visit = ++this.#visit;
    const [info, position] = await Promise.all([
      this.link.ask("game", { game: tree.game }),
      this.link.ask("position", { place: tree.place(at) }),
    ]);
    if (visit !== this.#visit) return;
    this.info = info;
    this.tree = tree;
    this.node = at;
    this.heading = at;
    this.position = position;
    this.tell("game");
    this.tell("position", { from: null, move: null });
    this.tell("tree");
  }

  /**
   * Goes to a node of the tree. One question at a time: who runs through the game asks only about
   * the places where the server is ready for them.
   * @param {Node} node
   */
  async go(node) {
    if (node === this.node && node === this.heading) return;
    const visit = ++this.#visit;
    this.heading = node;
    try {
      await this.#asked;
      if (visit !== this.#visit) return;
      const asked = this.link.ask("position", { place: this.tree.place(node) });
      this.#asked = asked.catch(() => {});
      const position = await asked;
      if (visit !== this.#visit) return;
      const [from, before] = [this.node, this.position];
      this.node = node;
      this.position = position;
      const move = node.parent === from ? (before.moves.find((m) => m.move === node.move) ?? null) : null;
      this.tell("position", { from, move });
    } catch (error) {
      if (visit === this.#visit) this.heading = this.node;
      throw error;
    }
  }

  /**
   * Plays a move at the present place: the next one of the tree, or a new variation.
   * @param {Move | string} move
   */
  async play(move) {
    const text = typeof move === "string" ? await this.#spell(move) : move.move;
    const known = this.node.child(text);
    const node = this.tree.play(this.node, text);
    try {
      await this.go(node);
    } catch (error) {
      if (!known) this.tree.remove(node);
      throw error;
    }
    if (!known) this.tell("tree");
  }

  /** A typed move as the server spells it. @param {string} text */
  async #spell(text) {
    if (this.position.moves.some((legal) => legal.move === text)) return text;
    const here = this.tree.place(this.node);
    const { place } = await this.link.ask("position", { place: { ...here, moves: [...here.moves, text] } });
    return place.moves[here.moves.length] ?? text;
  }

  /** @param {Mode} mode */
  show(mode) {
    if (mode === this.mode) return;
    this.tell("leave");
    this.mode = mode;
    this.tell("mode");
  }
}
