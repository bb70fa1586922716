// Paste or copy: any text that holds a game or a position is recognised and can be opened; the game
// and the position can be had in every format and as a link.

/** @import { Format, GameRecord, Place, Recognised } from "./protocol.js" */
/** @import { Node } from "./tree.js" */
/** @import { Workbench } from "./workbench.js" */

import { readAddress } from "./address.js";
import { openDialog } from "./dialog.js";
import { capital, h } from "./dom.js";
import { button } from "./elements.js";
import { shareLink } from "./keep.js";
import { leaveOutIllegal } from "./legal.js";
import { mainLine } from "./line.js";
import { Refusal } from "./link.js";
import { swap } from "./swap.js";
import { GameTree } from "./tree.js";

/** The server takes frames of 64 KiB; this leaves room for what is around the text. */
const LONGEST = 60_000;
/** Milliseconds without a key before the text is looked at. */
const PAUSE = 250;

/** @param {Workbench} bench @param {string} [text] */
export function openExchange(bench, text = "") {
  openDialog("Paste or copy", (body, close) => {
    body.classList.add("exchange");
    body.append(pasteSide(bench, text, close), copySide(bench));
  }, { wide: true, id: "exchange" });
}

/** Files can be dropped anywhere on the page. @param {Workbench} bench */
export function takeDroppedFiles(bench) {
  document.addEventListener("dragover", (event) => {
    if (event.dataTransfer?.types.includes("Files")) event.preventDefault();
  });
  document.addEventListener("drop", async (event) => {
    const file = event.dataTransfer?.files[0];
    if (!file) return;
    event.preventDefault();
    if (file.size > LONGEST) bench.tell("fault", `${file.name} is too long: ${LONGEST / 1000} kB at most can be opened`);
    else openExchange(bench, await file.text());
  });
}

/**
 * @param {Workbench} bench
 * @param {string} text
 * @param {() => void} close
 */
function pasteSide(bench, text, close) {
  const field = h("textarea", {
    class: "field mono",
    id: "paste",
    autofocus: true,
    rows: 7,
    spellcheck: "false",
    placeholder: "A game or a position, in any format",
    "aria-describedby": "paste-found",
  });
  field.value = text;
  const found = h("div", { class: "found", id: "paste-found", role: "status" });
  const open = button("Open it", () => take(), { class: "button primary", disabled: true, id: "paste-open" });
  /** @type {Recognised | null} */
  let understood = null;
  /** @type {ReturnType<typeof readAddress>} */
  let linked = null;
  let chosen = 0;
  let asked = 0;

  /** @param {string} first the game that is asked first */
  async function look(first = bench.info.id) {
    const pasted = field.value;
    const mine = ++asked;
    understood = linked = null;
    open.disabled = true;
    if (pasted.trim() === "") {
      found.replaceChildren();
      return;
    }
    if (new Blob([pasted]).size > LONGEST) {
      found.replaceChildren(tooLong());
      return;
    }
    linked = readAddress(/^https?:\/\/\S+?(#\S+)$/.exec(pasted.trim())?.[1] ?? "");
    if (linked) {
      const moves = linked.tree.end.ply;
      found.replaceChildren(h("p", {}, `A link to a game of ${bench.titleOf(linked.tree.game)}, ${moves} ${moves === 1 ? "move" : "moves"}`));
      open.disabled = false;
      return;
    }
    try {
      const answer = await bench.link.ask("recognise", { text: pasted, game: first });
      if (mine !== asked) return;
      understood = answer;
      chosen = 0;
      open.disabled = answer.records.length === 0;
      const others = answer.others.map(({ game }) => button(bench.titleOf(game), () => look(game), { class: "button small" }));
      found.replaceChildren(
        ...describe(bench, answer, (index) => (chosen = index)),
        others.length > 0 ? h("div", { class: "row muted" }, "It could also be", ...others) : "",
      );
    } catch (error) {
      if (mine === asked) complain(error);
    }
  }

  /** @param {unknown} error */
  function complain(error) {
    found.replaceChildren(...refusal(error));
    const shown = found.querySelector("pre");
    // A long text is scrolled to where it is wrong.
    const column = shown?.textContent?.split("\n").at(-1)?.indexOf("^") ?? -1;
    if (shown && column >= 0) {
      const wide = Math.max(...(shown.textContent ?? "").split("\n").map((row) => row.length));
      shown.scrollLeft = (shown.scrollWidth * column) / wide - shown.clientWidth / 2;
    }
  }

  async function take() {
    const record = understood?.records[chosen];
    try {
      if (linked) {
        await swap(bench, linked.tree, linked.node);
        bench.show("analyse");
        close();
        leaveOutIllegal(bench).catch((error) => bench.complain(error));
        return;
      }
      if (!understood || !record) return;
      const { start } = await bench.link.ask("game", { game: understood.game });
      await swap(bench, treeOf(understood.game, record, start));
      bench.show("analyse");
      close();
    } catch (error) {
      complain(error);
    }
  }

  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let pause;
  // A browser takes seconds to lay out a text of megabytes, only for it to be refused.
  field.addEventListener("paste", (event) => {
    if ((event.clipboardData?.getData("text").length ?? 0) <= LONGEST) return;
    event.preventDefault();
    found.replaceChildren(tooLong());
  });
  field.addEventListener("input", () => {
    clearTimeout(pause);
    pause = setTimeout(() => look(), PAUSE);
  });
  if (text) look();
  return h("section", {}, h("h3", {}, h("label", { for: "paste" }, "Paste")), field, found, h("div", { class: "row" }, open));
}

/**
 * @param {string} game
 * @param {GameRecord} record
 * @param {string} usual the game's own first position
 */
export function treeOf(game, record, usual) {
  const tree = new GameTree(game, record.start === usual ? null : record.start);
  tree.tags = Object.fromEntries(record.tags);
  /** The nodes of a line, that from which it departs first. @param {Node} from @param {Pick<GameRecord, "moves" | "comments">} line */
  const add = (from, { moves, comments }) => {
    const nodes = tree.extend(from, moves).path.slice(from.ply);
    for (const [made, comment] of comments) {
      const node = nodes[made];
      if (node) node.comment = node.comment ? `${node.comment} ${comment}` : comment;
    }
    return nodes;
  };
  const main = add(tree.root, record);
  /** @type {Node[][]} */
  const beside = [];
  for (const variation of record.variations ?? []) {
    const line = variation.of === null ? main : beside[variation.of];
    beside.push(add(line[variation.after], variation));
  }
  return tree;
}

/**
 * What was understood, in words; several games as a list to choose from.
 * @param {Workbench} bench
 * @param {Recognised} answer
 * @param {(index: number) => void} choose
 */
function describe(bench, { game, format, records, total }, choose) {
  const title = bench.titleOf(game);
  if (records.length === 1) return [h("p", { class: "good" }, `${capital(whatIs(records[0], title))}, as ${format}`)];
  const heading = h("p", { class: "good" }, `${total} records of ${title}, as ${format}: choose one`);
  const items = records.map((record, index) => {
    const input = h("input", { type: "radio", name: "record", checked: index === 0 });
    input.addEventListener("change", () => choose(index));
    return h("li", {}, h("label", {}, input, `${index + 1}. ${nameOf(record)}${whatIs(record, title)}`));
  });
  return [heading, h("ol", { class: "records" }, ...items)];
}

/** @param {GameRecord} record @param {string} title */
function whatIs({ moves, result, variations }, title) {
  if (moves.length === 0) return `a position of ${title}`;
  const ended = result ? `, ${result.winner ? `${result.winner} won` : "a draw"}` : "";
  const aside = variations?.length ? ` and ${variations.length} ${variations.length === 1 ? "variation" : "variations"}` : "";
  return `a game of ${title}, ${moves.length} ${moves.length === 1 ? "move" : "moves"}${aside}${ended}`;
}

/** The names of the players or of the event, where the tags tell them. @param {GameRecord} record */
function nameOf({ tags }) {
  /** @param {string} key */
  const tag = (key) => tags.find(([name]) => name.toLowerCase() === key)?.[1];
  const players = [tag("black"), tag("white")].filter(Boolean).join(" – ");
  const name = players || tag("event");
  return name ? `${name}: ` : "";
}

/** @param {unknown} error */
function refusal(error) {
  if (!(error instanceof Refusal)) return [complaint(String(error))];
  const { shown } = error.fault;
  return [complaint(error.words), shown ? h("pre", { class: "caret" }, shown) : ""];
}

/** @param {string} words */
const complaint = (words) => h("p", { class: "complaint" }, capital(words));

const tooLong = () => complaint(`The text is too long: ${LONGEST / 1000} kB at most`);

/** @param {Workbench} bench */
function copySide(bench) {
  const preview = h("textarea", { class: "field mono", id: "copy", rows: 7, readonly: true, spellcheck: "false", "aria-label": "Text to copy" });
  const about = h("p", { class: "muted about" });
  const said = h("span", { class: "muted", role: "status" });
  const copier = button("Copy", () => copy(), { class: "button primary", id: "copy-text" });
  let asked = 0;

  /** @param {Format} format */
  async function show(format) {
    const mine = ++asked;
    said.textContent = "";
    copier.disabled = false;
    const game = bench.tree.branched ? "the main line; a link holds the variations too" : "the game";
    about.textContent = `${format.about} (${format.holds === "positions" ? "this position" : game})`;
    try {
      const details = format.holds === "games" ? { tags: bench.tree.tags, comments: commentsOf(bench) } : {};
      const { text } = await bench.link.ask("write", { place: placeFor(bench, format), format: format.name, ...details });
      if (mine === asked) preview.value = text;
    } catch (error) {
      if (mine !== asked) return;
      preview.value = "";
      copier.disabled = true;
      about.textContent = capital(error instanceof Refusal ? error.words : String(error));
    }
  }

  function share() {
    asked++;
    said.textContent = "";
    copier.disabled = false;
    about.textContent = "A link that holds this game and opens it here";
    preview.value = shareLink(bench);
  }

  async function copy() {
    preview.select();
    try {
      await navigator.clipboard.writeText(preview.value);
      said.textContent = "Copied";
    } catch {
      said.textContent = "The text is selected: press Ctrl+C";
    }
  }

  /** @param {string} label @param {() => void} choose @param {Record<string, string>} data @param {boolean} checked */
  const choice = (label, choose, data, checked) => {
    const input = h("input", { type: "radio", name: "copy-format", checked, ...data });
    input.addEventListener("change", choose);
    return h("label", {}, input, h("span", {}, label));
  };
  const { formats, own_format: own } = bench.info;
  // Before the first move there is only the position to copy.
  const begun = mainLine(bench).length > 1;
  const fit = formats.filter((format) => begun || format.holds === "positions");
  const first = fit.find((format) => format.name === own) ?? fit[0] ?? formats[0];
  const choices = formats.map((format) =>
    choice(format.name, () => show(format), { "data-format": format.name }, format === first),
  );
  if (first) show(first);
  return h(
    "section",
    {},
    h("h3", {}, "Copy"),
    h("div", { class: "choices", role: "radiogroup", "aria-label": "Format" }, ...choices, choice("link", share, { "data-format": "link" }, false)),
    about,
    preview,
    h("div", { class: "row" }, copier, said),
  );
}

/** @param {Workbench} bench @returns {[number, string][]} */
function commentsOf(bench) {
  return mainLine(bench).flatMap((node, ply) => (node.comment ? [/** @type {[number, string]} */ ([ply, node.comment])] : []));
}

/**
 * A format of games writes the main line, to its end; one of positions the place that is shown.
 * @param {Workbench} bench
 * @param {Format} format
 * @returns {Place}
 */
function placeFor(bench, format) {
  if (format.holds === "positions") return bench.tree.place(bench.node);
  const line = mainLine(bench);
  return bench.tree.place(line[line.length - 1]);
}
