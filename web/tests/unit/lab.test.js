// What the Lab writes: figures, settings as requests and command lines, comparisons.

import assert from "node:assert/strict";
import { test } from "node:test";

import { steps } from "../../lab-chart.js";
import { against, ratios } from "../../lab-compare.js";
import { short, signed, time, times, value, worth } from "../../lab-figures.js";
import { commandLine, departing, limitWords, own, request, returning, words } from "../../lab-setup.js";
import { depthWords, sentence, windowWords } from "../../lab-tree.js";

test("counts have three figures at every size", () => {
  assert.deepEqual([0, 999, 1000, 12345, 999_499, 999_600, 4.56e6, 2e9, 3e12].map(short), ["0", "999", "1.00k", "12.3k", "999k", "1.00M", "4.56M", "2.00G", "3000G"]);
});

test("times fit their size", () => {
  assert.deepEqual([0.00034, 0.0123, 0.9994, 3.451, 12.34, 125].map(time), ["340 µs", "12 ms", "999 ms", "3.45 s", "12.3 s", "2:05"]);
});

test("scores have a sign, and a minus as wide as the plus", () => {
  assert.deepEqual([30, -400, 0, -0].map(signed), ["+0.30", "−4.00", "+0.00", "+0.00"]);
  assert.deepEqual([31995, -31990, 32500, -32500, 120].map(value), ["win 5", "loss 10", "+∞", "−∞", "+1.20"]);
  assert.equal(times(1.7365), "×1.74");
});

test("what a score knows is told with it", () => {
  assert.equal(worth({ kind: "heuristic", value: -30 }), "−0.30");
  assert.equal(worth({ kind: "heuristic", value: 30, bound: "lower" }), "≥+0.30");
  assert.equal(worth({ kind: "win", value: 31995, plies: 5 }), "win 5");
  assert.equal(worth({ kind: "exact", value: 400 }), "+4.00!");
  assert.equal(worth({ kind: "draw", value: 0 }), "draw");
});

const techniques = {
  switches: [
    { name: "table", about: "", sound: true, on: true, allowed: true },
    { name: "etc", about: "", sound: true, on: false, allowed: true },
    { name: "lmr", about: "", sound: false, on: true, allowed: true },
    { name: "null", about: "", sound: false, on: false, allowed: false },
  ],
  numbers: [{ name: "lmr-divisor", about: "", value: 220, least: 50, most: 1000 }],
  drivers: ["window", "mtdf"],
  ties: ["first"],
};
const place = { game: "othello:size=6x6", start: null, moves: ["d3", "c5"] };

test("the game's own way asks for nothing special", () => {
  const setup = own(techniques);
  assert.deepEqual(request(setup, techniques, place).search, {});
  assert.equal(words(setup, techniques), "the game's own way");
  assert.equal(commandLine(setup, techniques, place), "ponder analyse othello:size=6x6 --moves 'd3 c5' --time 10s");
});

test("what departs from it is asked for, written and said", () => {
  const setup = own(techniques);
  Object.assign(setup, { depth: 12, seconds: null, threads: 2, hash: 16, lines: 3, driver: "mtdf", eval: "static" });
  Object.assign(setup.switches, { etc: true, lmr: false });
  setup.numbers["lmr-divisor"] = 300;
  const asked = request(setup, techniques, place);
  assert.deepEqual(asked.search, { with: ["etc"], without: ["lmr"], set: ["lmr-divisor=300"], driver: "mtdf", eval: "static" });
  assert.deepEqual(asked.limits, { depth: 12 });
  assert.equal(
    commandLine(setup, techniques, place),
    "ponder analyse othello:size=6x6 --moves 'd3 c5' --depth 12 --multipv 3 --threads 2 --hash 16M --eval static " +
      "--with etc --without lmr --set 'lmr-divisor=300 driver=mtdf'",
  );
  assert.equal(words(setup, techniques), "with etc; without lmr; lmr-divisor=300; driver mtdf; evaluation static; 2 threads; table 16 MiB; 3 lines");
  assert.equal(limitWords(setup), "until depth 12");
});

test("an exact search is told every sound switch and no unsound one", () => {
  const setup = { ...own(techniques), exact: true };
  assert.deepEqual(request(setup, techniques, place).search, { with: ["table"], without: ["etc"], exact: true });
});

test("a quote in a position survives the shell", () => {
  const line = commandLine(own(techniques), techniques, { game: "othello", start: "it's", moves: [] });
  assert.equal(line, String.raw`ponder analyse othello --position 'it'\''s' --time 10s`);
});

const report = (depth, nodes, seconds, best = "d3") => ({ depth, nodes, seconds, best });

test("only depths that both finished are compared", () => {
  const rows = ratios([report(1, 10, 1), report(2, 40, 2)], [report(1, 5, 1), report(3, 9, 9)]);
  assert.equal(rows.length, 1);
  assert.deepEqual([rows[0].depth, rows[0].nodes, rows[0].time], [1, 0.5, 1]);
});

test("a comparison in words", () => {
  assert.deepEqual([1, 0.57, 1.5, 3.21].map(against), ["as many", "43% fewer", "50% more", "3.2 times as many"]);
});

test("steps on an axis are whole and few", () => {
  assert.deepEqual(steps(0, 4, 5), [0, 1, 2, 3, 4]);
  assert.deepEqual(steps(1, 20, 5), [4, 8, 12, 16, 20]);
});

const node = { move: "d3", depth: 7, alpha: 30, beta: 31, value: 45, bound: "lower", kind: "cut", reduction: 2, extension: 0, researched: true, order: 1, nodes: 1234, children: 3, reason: "c5 was good enough" };

test("a node of the tree in few words and in a sentence", () => {
  assert.equal(depthWords(node), "d7 −2 ↻");
  assert.equal(windowWords(node), "> +0.30?");
  assert.equal(windowWords({ ...node, alpha: -32500, beta: 120 }), "−∞ … +1.20");
  assert.equal(sentence(node), "d3, at least +0.45, depth 7, reduced by 2, searched again, 1234 nodes, c5 was good enough");
});

test("settings that were kept come back, and only what departs is kept", () => {
  const setup = { ...own(techniques), depth: 9, eval: "plain", threads: 2 };
  setup.switches = { ...setup.switches, etc: true };
  const kept = departing(setup, techniques);
  assert.deepEqual(kept, { depth: 9, eval: "plain", threads: 2, switches: { etc: true }, numbers: {} });
  assert.deepEqual(returning(JSON.parse(JSON.stringify(kept)), techniques), setup);
  assert.deepEqual(returning(undefined, techniques), own(techniques));
});

test("settings of another version, or of nobody's making, do no harm", () => {
  const odd = { depth: {}, threads: "many", exact: 1, hash: 16, switches: { gone: true, table: "yes", lmr: false }, numbers: 7 };
  const usual = own(techniques);
  assert.deepEqual(returning(odd, techniques), { ...usual, hash: 16, switches: { ...usual.switches, lmr: false } });
});
