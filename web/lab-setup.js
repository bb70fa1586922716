// How the Lab is asked to search: a value that controls edit, that becomes a request to the server,
// a command line, and a few words.
//
// What is as the game has it by itself is left out of all three, so that they say what is special.

/** @import { Place, Requests, SearchWish, Techniques } from "./protocol.js" */

/**
 * Null is "no limit" among the limits, and "the game's own" among the choices; the table is in
 * MiB. `switches` and `numbers` hold all of them by name.
 * @typedef {{
 *   depth: number | null, nodes: number | null, seconds: number | null,
 *   lines: number, threads: number, hash: number,
 *   eval: string | null, driver: string | null, ties: string | null, exact: boolean,
 *   switches: Record<string, boolean>, numbers: Record<string, number>,
 * }} Setup
 */

const MIB = 1 << 20;

/** The game's own way. @param {Techniques} techniques @returns {Setup} */
export function own(techniques) {
  return {
    depth: null,
    nodes: null,
    seconds: 10,
    lines: 1,
    threads: 1,
    hash: 64,
    eval: null,
    driver: null,
    ties: null,
    exact: false,
    switches: Object.fromEntries(techniques.switches.map(({ name, on }) => [name, on])),
    numbers: Object.fromEntries(techniques.numbers.map(({ name, value }) => [name, value])),
  };
}

/**
 * What of a setup is worth keeping: where it departs from the game's own way. So settings that were
 * kept do not hold on to what was usual when they were made.
 * @param {Setup} setup
 * @param {Techniques} techniques
 * @returns {Partial<Setup>}
 */
export function departing(setup, techniques) {
  const usual = own(techniques);
  /** @param {Record<string, any>} values @param {Record<string, any>} base @returns {Record<string, any>} */
  const changed = (values, base) => Object.fromEntries(Object.entries(values).filter(([key, value]) => value !== base[key]));
  const { switches, numbers, ...plain } = setup;
  return { ...changed(plain, usual), switches: changed(switches, usual.switches), numbers: changed(numbers, usual.numbers) };
}

/**
 * A setup from what was kept; what does not exist any more, or was never anything of this kind, is
 * passed over.
 * @param {Partial<Setup> | undefined} kept
 * @param {Techniques} techniques
 * @returns {Setup}
 */
export function returning(kept, techniques) {
  const usual = own(techniques);
  /** @param {any} values @param {Record<string, any>} base */
  const merged = (values, base) =>
    Object.fromEntries(Object.entries(base).map(([key, value]) => [key, values && fits(values[key], value) ? values[key] : value]));
  return /** @type {Setup} */ ({ ...merged(kept, usual), switches: merged(kept?.switches, usual.switches), numbers: merged(kept?.numbers, usual.numbers) });
}

/** A limit or a choice that nobody has made is null, and may become anything but a group. @param {unknown} value @param {unknown} usual */
const fits = (value, usual) => value !== undefined && (usual === null || value === null ? typeof value !== "object" || value === null : typeof value === typeof usual);

/**
 * The switches to turn on and off, and the words `name=value`, by which a setup departs from the
 * game's own. An exact search has other beginnings, so there every sound switch is told.
 * @param {Setup} setup
 * @param {Techniques} techniques
 */
function departures(setup, techniques) {
  const told = techniques.switches.filter(({ name, sound, on, allowed }) =>
    setup.exact ? sound && allowed : setup.switches[name] !== on,
  );
  const named = (/** @type {boolean} */ on) =>
    told.filter(({ name }) => setup.switches[name] === on).map(({ name }) => name);
  const changed = techniques.numbers.filter(({ name, value }) => setup.numbers[name] !== value);
  const set = changed.map(({ name }) => `${name}=${setup.numbers[name]}`);
  if (setup.ties !== null) set.push(`ties=${setup.ties}`);
  return { on: named(true), off: named(false), set };
}

/**
 * What to ask the server for.
 * @param {Setup} setup
 * @param {Techniques} techniques
 * @param {Place} place
 * @returns {Requests["analyse"][0]}
 */
export function request(setup, techniques, place) {
  const { on, off, set } = departures(setup, techniques);
  /** @type {SearchWish} */
  const search = {};
  if (on.length > 0) search.with = on;
  if (off.length > 0) search.without = off;
  if (set.length > 0) search.set = set;
  if (setup.driver !== null) search.driver = setup.driver;
  if (setup.exact) search.exact = true;
  if (setup.eval !== null) search.eval = setup.eval;
  const { depth, nodes, seconds } = setup;
  const limits = Object.fromEntries(Object.entries({ depth, nodes, seconds }).filter(([, limit]) => limit !== null));
  return { place, lines: setup.lines, threads: setup.threads, hash: setup.hash * MIB, limits, search, trace: true };
}

/** A word as a shell reads it. @param {string} word */
const quoted = (word) => (/^[\w:=,.@%+/-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`);

/**
 * The same search on the command line.
 * @param {Setup} setup
 * @param {Techniques} techniques
 * @param {Place} place
 */
export function commandLine(setup, techniques, place) {
  const { on, off, set } = departures(setup, techniques);
  if (setup.driver !== null) set.push(`driver=${setup.driver}`);
  const words = ["ponder", "analyse", place.game];
  const say = (/** @type {string} */ option, /** @type {string | number | null} */ value) => {
    if (value !== null && value !== "") words.push(option, String(value));
  };
  say("--position", place.start);
  say("--moves", place.moves.join(" "));
  say("--depth", setup.depth);
  say("--nodes", setup.nodes);
  say("--time", setup.seconds === null ? null : `${setup.seconds}s`);
  if (setup.lines !== 1) say("--multipv", setup.lines);
  if (setup.threads !== 1) say("--threads", setup.threads);
  if (setup.hash !== 64) say("--hash", `${setup.hash}M`);
  say("--eval", setup.eval);
  if (setup.exact) words.push("--exact");
  say("--with", on.join(","));
  say("--without", off.join(","));
  say("--set", set.join(" "));
  return words.map(quoted).join(" ");
}

/**
 * What is special about a setup, in few words.
 * @param {Setup} setup
 * @param {Techniques} techniques
 */
export function words(setup, techniques) {
  const { on, off, set } = departures({ ...setup, exact: false }, techniques);
  const parts = [
    setup.exact ? "sound only" : "",
    on.length > 0 && !setup.exact ? `with ${on.join(", ")}` : "",
    off.length > 0 && !setup.exact ? `without ${off.join(", ")}` : "",
    set.join(", "),
    setup.driver === null ? "" : `driver ${setup.driver}`,
    setup.eval === null ? "" : `evaluation ${setup.eval}`,
    setup.threads === 1 ? "" : `${setup.threads} threads`,
    setup.hash === 64 ? "" : `table ${setup.hash} MiB`,
    setup.lines === 1 ? "" : `${setup.lines} lines`,
  ].filter((part) => part !== "");
  return parts.length > 0 ? parts.join("; ") : "the game's own way";
}

/** The limits in words. @param {Setup} setup */
export function limitWords({ depth, nodes, seconds }) {
  const parts = [
    depth === null ? "" : `depth ${depth}`,
    nodes === null ? "" : `${nodes.toLocaleString("en")} nodes`,
    seconds === null ? "" : `${seconds} s`,
  ].filter((part) => part !== "");
  return parts.length > 0 ? `until ${parts.join(" or ")}` : "until stopped";
}
