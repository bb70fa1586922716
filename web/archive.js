// The games that were kept: a list to search, open and clear out, and the present game to add.

/** @import { ArchivedGame } from "./protocol.js" */
/** @import { Workbench } from "./workbench.js" */

import { openDialog } from "./dialog.js";
import { capital, h } from "./dom.js";
import { button, labelled, select } from "./elements.js";
import { mainLine } from "./line.js";
import { Refusal } from "./link.js";
import { swap } from "./swap.js";
import { GameTree } from "./tree.js";

/** Games a page. */
const PAGE = 20;
/** Milliseconds without a key before the search begins. */
const PAUSE = 250;

/** @param {Workbench} bench */
export function openArchive(bench) {
  openDialog("Games", (body, close) => {
    body.classList.add("archive");
    const shelf = new Shelf(bench, close);
    body.append(saveForm(bench, () => shelf.search()), ...shelf.elements);
    shelf.search();
  }, { wide: true, id: "archive" });
}

/**
 * @param {Workbench} bench
 * @param {() => void} saved
 */
function saveForm(bench, saved) {
  const said = h("span", { class: "muted", role: "status" });
  const names = bench.info.players.map((player) => h("input", { class: "field", maxlength: 60, name: player, autocomplete: "off", value: bench.tree.tags[capital(player)] }));
  const save = button("Save this game", keep, { class: "button primary", id: "archive-save" });
  save.disabled = mainLine(bench).length === 1;
  if (save.disabled) said.textContent = "No moves have been played yet.";

  async function keep() {
    const line = mainLine(bench);
    const tags = { ...bench.tree.tags };
    for (const [index, player] of bench.info.players.entries()) {
      const name = names[index].value.trim();
      if (name === "") delete tags[capital(player)];
      else tags[capital(player)] = name;
    }
    try {
      const place = bench.tree.place(line[line.length - 1]);
      // A game that is in the archive already is not put there twice.
      const { key } = await bench.link.ask("archive.save", { place, tags, key: bench.tree.archived });
      Object.assign(bench.tree, { tags, archived: key });
      said.textContent = "Saved.";
      save.disabled = true;
      saved();
    } catch (error) {
      said.textContent = words(error);
      // It may have been deleted; the next time it is saved anew.
      bench.tree.archived = undefined;
    }
  }

  const fields = bench.info.players.map((player, index) => labelled(capital(player), names[index]));
  return h("div", { class: "archive-save row" }, ...fields, save, said);
}

/** @param {string} when */
const date = (when) => new Date(when).toLocaleString([], { dateStyle: "medium", timeStyle: "short" });

/** @param {unknown} error */
const words = (error) => (error instanceof Refusal ? error.words : String(error));

/** The list with its search. */
class Shelf {
  #wish = { game: "", result: "", opening: "", text: "" };
  #offset = 0;
  #asked = 0;

  /**
   * @param {Workbench} bench
   * @param {() => void} close
   */
  constructor(bench, close) {
    this.bench = bench;
    this.close = close;
    /** @type {[string, string][]} */
    const games = [["", "All games"], ...bench.hello.games.map(({ name, title }) => /** @type {[string, string]} */ ([name, title]))];
    const winners = bench.info.players.map((player) => /** @type {[string, string]} */ ([player, `${capital(player)} won`]));
    /** @type {[string, string][]} */
    const results = [["", "Any result"], ...winners, ["draw", "Draw"], ["open", "Not finished"]];
    this.count = h("p", { class: "muted", role: "status" });
    this.list = h("ul", { class: "archive-list", "aria-label": "Games found" });
    this.pager = h("div", { class: "row pager" });
    this.elements = [
      h(
        "div",
        { class: "archive-search", role: "search" },
        labelled("Game", select(games, "", (game) => this.#change({ game }))),
        labelled("Result", select(results, "", (result) => this.#change({ result }))),
        labelled("Opening", this.#field("opening", "first moves")),
        labelled("Text", this.#field("text", "names, events")),
      ),
      this.count,
      this.list,
      this.pager,
    ];
  }

  /** @param {"opening" | "text"} name @param {string} placeholder */
  #field(name, placeholder) {
    const field = h("input", { class: "field", type: "search", placeholder, autocomplete: "off", spellcheck: "false" });
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    let pause;
    field.addEventListener("input", () => {
      clearTimeout(pause);
      pause = setTimeout(() => this.#change({ [name]: field.value.trim() }), PAUSE);
    });
    return field;
  }

  /** @param {Partial<{ game: string, result: string, opening: string, text: string }>} wish */
  #change(wish) {
    Object.assign(this.#wish, wish);
    this.#offset = 0;
    this.search();
  }

  async search() {
    const mine = ++this.#asked;
    const wish = Object.fromEntries(Object.entries(this.#wish).filter(([, value]) => value !== ""));
    try {
      const { total, games } = await this.bench.link.ask("archive.list", { ...wish, offset: this.#offset, limit: PAGE });
      if (mine !== this.#asked) return;
      this.#show(total, games, Object.keys(wish).length > 0);
    } catch (error) {
      if (mine !== this.#asked) return;
      this.count.textContent = words(error);
      this.list.replaceChildren();
      this.pager.replaceChildren();
    }
  }

  /**
   * @param {number} total
   * @param {ArchivedGame[]} games
   * @param {boolean} searched
   */
  #show(total, games, searched) {
    if (total === 0) this.count.textContent = searched ? "No game is like that." : "No games yet: saved games stand here.";
    else this.count.textContent = `${total} ${total === 1 ? "game" : "games"}`;
    this.list.replaceChildren(...games.map((game) => this.#item(game)));
    const pages = Math.ceil(total / PAGE);
    const page = this.#offset / PAGE;
    /** @param {string} label @param {number} to */
    const turn = (label, to) => button(label, () => this.#turn(to), { disabled: to < 0 || to >= pages });
    this.pager.replaceChildren(
      ...(pages > 1 ? [turn("Newer", page - 1), h("span", { class: "muted" }, `${page + 1} of ${pages}`), turn("Older", page + 1)] : []),
    );
  }

  /** @param {number} page */
  #turn(page) {
    this.#offset = page * PAGE;
    this.search();
  }

  /** @param {ArchivedGame} game */
  #item(game) {
    const result = { draw: "draw", open: "not finished" }[game.result] ?? `${game.result} won`;
    const facts = [this.bench.titleOf(game.game), `${game.moves} ${game.moves === 1 ? "move" : "moves"}`, game.reason ? `${result}: ${game.reason}` : result, date(game.when)];
    const remove = button("Delete", () => this.#askToDelete(game, remove), { class: "button small", "aria-label": `Delete ${game.title}` });
    return h(
      "li",
      { "data-key": game.key },
      h(
        "button",
        { type: "button", class: "archive-open", onclick: () => this.#open(game) },
        h("span", { class: "archive-title" }, game.title),
        h("span", { class: "muted" }, facts.join(" · ")),
        h("span", { class: "archive-opening" }, game.opening),
      ),
      remove,
    );
  }

  /** @param {ArchivedGame} game */
  async #open({ key }) {
    try {
      const { place, tags } = await this.bench.link.ask("archive.load", { key });
      const tree = new GameTree(place.game, place.start);
      Object.assign(tree, { tags: Object.fromEntries(tags), archived: key });
      tree.extend(tree.root, place.moves);
      await swap(this.bench, tree);
      this.bench.show("analyse");
      this.close();
    } catch (error) {
      this.count.textContent = words(error);
    }
  }

  /**
   * The first press asks, the second deletes; going elsewhere means no.
   * @param {ArchivedGame} game
   * @param {HTMLButtonElement} pressed
   */
  async #askToDelete({ key }, pressed) {
    if (!pressed.classList.contains("danger")) {
      pressed.classList.add("danger");
      pressed.textContent = "Really delete?";
      pressed.addEventListener("blur", () => {
        pressed.classList.remove("danger");
        pressed.textContent = "Delete";
      }, { once: true });
      return;
    }
    try {
      await this.bench.link.ask("archive.delete", { key });
      if (this.bench.tree.archived === key) this.bench.tree.archived = undefined;
      await this.search();
    } catch (error) {
      this.count.textContent = words(error);
    }
  }
}
