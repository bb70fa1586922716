// The games that were kept: a list to search, open and clear out, and the present game to add. A
// game that is played to its end is kept by itself.

/** @import { ArchivedGame } from "./protocol.js" */
/** @import { Match } from "./match.js" */
/** @import { Node } from "./tree.js" */
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

/** A game of fewer moves is not kept unless somebody asks for it. */
const FEWEST = 4;

/**
 * Keeps every game that is played to its end; if it is taken back and ends otherwise, in the place
 * of what was kept.
 * @param {Workbench} bench
 * @param {Match} match
 */
export function keepFinished(bench, match) {
  bench.on("ended", async () => {
    const { tree } = bench;
    const { tip, result, seats } = match;
    if (!bench.hello.archive || !result || tip.ply < FEWEST) return;
    const engines = bench.info.players.flatMap((player, index) => {
      const level = bench.hello.levels.find(({ name }) => name === seats[index].level);
      return level ? [[capital(player), `ponder (${level.title})`]] : [];
    });
    const tags = { ...Object.fromEntries(engines), ...tree.tags };
    tree.ended = { ply: tip.ply, result: result.winner ?? "draw", reason: result.reason };
    try {
      await keep(bench, tree, tip, tags);
    } catch (error) {
      bench.complain(error);
    }
  });
}

/**
 * Puts a game into the archive; one that is there already is not put there twice.
 * @param {Workbench} bench
 * @param {GameTree} tree
 * @param {Node} end its last move
 * @param {Record<string, string>} tags
 */
async function keep(bench, tree, end, tags) {
  const { ply, result, reason } = tree.ended ?? { ply: -1 };
  const known = ply === end.ply ? { result, reason } : {};
  try {
    const { key } = await bench.link.ask("archive.save", { place: tree.place(end), tags, ...known, key: tree.archived });
    Object.assign(tree, { tags, archived: key });
  } catch (error) {
    // It may have been deleted; the next time it is saved anew.
    tree.archived = undefined;
    throw error;
  }
}

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
  const save = button("Save this game", store, { class: "button primary", id: "archive-save" });
  save.disabled = mainLine(bench).length === 1;
  if (save.disabled) said.textContent = "No moves have been played yet.";

  async function store() {
    const line = mainLine(bench);
    const tags = { ...bench.tree.tags };
    for (const [index, player] of bench.info.players.entries()) {
      const name = names[index].value.trim();
      if (name === "") delete tags[capital(player)];
      else tags[capital(player)] = name;
    }
    try {
      await keep(bench, bench.tree, line[line.length - 1], tags);
      said.textContent = "Saved.";
      save.disabled = true;
      saved();
    } catch (error) {
      said.textContent = words(error);
    }
  }

  const fields = bench.info.players.map((player, index) => labelled(capital(player), names[index]));
  return h("div", { class: "archive-save" }, ...fields, h("div", { class: "row" }, save, said));
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
    this.result = this.#results();
    this.count = h("p", { class: "muted", role: "status" });
    this.list = h("ul", { class: "archive-list", "aria-label": "Games found" });
    this.pager = h("div", { class: "row pager" });
    this.elements = [
      h(
        "div",
        { class: "archive-search", role: "search" },
        labelled("Game", select(games, "", (game) => this.#chooseGame(game))),
        this.result,
        labelled("Opening", this.#field("opening", "first moves")),
        labelled("Text", this.#field("text", "names, events")),
      ),
      this.count,
      this.list,
      this.pager,
    ];
  }

  /** @param {string} game */
  #chooseGame(game) {
    this.#change({ game });
    const result = this.#results();
    this.result.replaceWith(result);
    this.result = result;
  }

  /** The choice of results; the winners are called as in the game that is looked for. */
  #results() {
    const wish = this.#wish;
    const players = this.bench.hello.games.find(({ name }) => name === wish.game)?.players;
    const names = players?.map(capital) ?? ["First player", "Second player"];
    /** @type {[string, string][]} */
    const results = [["", "Any result"], ["first", `${names[0]} won`], ["second", `${names[1]} won`], ["draw", "Draw"], ["open", "Not finished"]];
    return labelled("Result", select(results, wish.result, (result) => this.#change({ result })));
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
    const facts = [this.bench.titleOf(game.game), game.reason ? `${result}: ${game.reason}` : result, `${game.moves} ${game.moves === 1 ? "move" : "moves"}`, date(game.when)];
    const remove = button("Delete", () => this.#askToDelete(game, remove), { class: "button small", "aria-label": `Delete ${game.title}` });
    return h(
      "li",
      { "data-key": game.key },
      h(
        "button",
        { type: "button", class: "archive-open", onclick: () => this.#open(game) },
        h("span", { class: "archive-title" }, game.title),
        h("span", { class: "muted archive-facts" }, facts.join(" · ")),
        h("span", { class: "archive-opening" }, game.opening),
      ),
      remove,
    );
  }

  /** @param {ArchivedGame} game */
  async #open({ key }) {
    try {
      const { place, tags, result, reason } = await this.bench.link.ask("archive.load", { key });
      const tree = new GameTree(place.game, place.start);
      Object.assign(tree, { tags: Object.fromEntries(tags), archived: key, ended: { ply: place.moves.length, result, reason } });
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
