// What links, clocks, ids, scores and colours say; and the arrow keys' way over boards.

import assert from "node:assert/strict";
import { test } from "node:test";

import { addressOf, readAddress } from "../../address.js";
import { contrast, inkOn, mix } from "../../colour.js";
import { neighbour } from "../../compass.js";
import { seatsOf } from "../../lobby.js";
import { idOf, optionAt, optionsOf, readClock } from "../../newgame.js";
import { figure, inWords, mark } from "../../scores.js";
import { clockFace } from "../../strip.js";
import { GameTree } from "../../tree.js";

test("a link holds a whole game with its variations, whatever is in its texts", () => {
  const tree = new GameTree("othello:size=6x6", "a;b,c#%()");
  tree.extend(tree.root, ["d3", "1:a;b", "50% + (x)"]);
  const aside = tree.extend(tree.find(["d3"]), ["c3", "c4"]);
  const read = readAddress(addressOf(tree, aside));
  assert.deepEqual([read.tree.game, read.tree.start, read.tree.sketch()], [tree.game, tree.start, tree.sketch()]);
  assert.deepEqual(read.node.moves, ["d3", "c3", "c4"]);
  assert.deepEqual(readAddress(addressOf(tree, tree.end)).node.moves, tree.end.moves);
});

test("an address that names nothing is none, and a place beyond the end is the end", () => {
  assert.deepEqual(readAddress("#othello").tree.sketch(), []);
  for (const nothing of ["", "#", "#%E0%A4%A"]) assert.equal(readAddress(nothing), null, nothing);
  assert.deepEqual(readAddress("#othello;;d3;99").node.moves, ["d3"]);
  assert.deepEqual(readAddress("#othello;;d3;4294967295").node.moves, ["d3"]);
  assert.deepEqual(readAddress("#othello;;d3,(((;v9.9.x").node.moves, []);
});

test("ids carry only what is not usual", () => {
  const game = { name: "othello", options: [{ key: "size", default: "8x8" }, { key: "start", default: "diagonal" }] };
  assert.equal(idOf(game, new Map([["size", "8x8"]])), "othello");
  assert.equal(idOf(game, new Map([["size", "6x6"], ["start", "parallel"]])), "othello:size=6x6,start=parallel");
  assert.deepEqual([...optionsOf("othello:size=6x6,start=parallel")], [["size", "6x6"], ["start", "parallel"]]);
  assert.equal(optionsOf("othello").size, 0);
});

test("clocks are read in minutes and seconds, or not at all", () => {
  assert.deepEqual(readClock(" 15 + 10 "), { base: 900, increment: 10 });
  assert.deepEqual(readClock("0.5"), { base: 30, increment: 0 });
  for (const wrong of ["", "x", "-1", "0", "1+", "1e9", "5+9999"]) assert.equal(readClock(wrong), null, wrong);
  assert.deepEqual([9.84, 60, 65.2, 3661].map(clockFace), ["9.8", "1:00", "1:06", "1:01:01"]);
});

test("seats follow the wish", () => {
  const wish = { levels: ["a", "b"], clock: "none", custom: "" };
  assert.deepEqual(seatsOf({ ...wish, side: "first" }), [{ level: null }, { level: "b" }]);
  assert.deepEqual(seatsOf({ ...wish, side: "second" }), [{ level: "a" }, { level: null }]);
  assert.deepEqual(seatsOf({ ...wish, side: "none" }), [{ level: "a" }, { level: "b" }]);
});

test("scores in figures, on discs and in words", () => {
  const score = (kind, value, plies) => ({ kind, value, plies });
  assert.equal(figure(score("heuristic", 130)), "+1.3");
  assert.equal(figure(score("heuristic", -400)), "−4");
  assert.equal(mark(score("win", 31995, 5)), "W5");
  assert.equal(inWords(score("heuristic", -250), "discs"), "2.5 discs behind");
  assert.equal(inWords(score("draw", 0), "discs"), "a draw");
});

test("contrast is what WCAG says", () => {
  assert.equal(contrast("#000000", "#ffffff").toFixed(1), "21.0");
  assert.equal(mix("#000000", "#ffffff", 0.5), "#808080");
  assert.equal(inkOn("#f6f1e3"), "#17191d");
});

/** A board as the compass sees it: names and places in hundredths of a cell. */
function board(cells, round) {
  const at = new Map(cells.map(({ name, x, y }) => [name, [x * 100, y * 100]]));
  const xs = cells.map(({ x }) => x);
  return { cells: at, at: (name) => at.get(name), round, left: Math.min(...xs), right: Math.max(...xs) };
}

const square = board([...Array(9).keys()].map((n) => ({ name: `${n % 3},${Math.floor(n / 3)}`, x: n % 3, y: Math.floor(n / 3) })), false);

test("on squares the arrows go straight, and stop at the edge", () => {
  assert.equal(neighbour(square, "1,1", "ArrowLeft"), "0,1");
  assert.equal(neighbour(square, "1,1", "ArrowDown"), "1,2");
  assert.equal(neighbour(square, "0,0", "ArrowUp"), null);
  assert.equal(neighbour(square, "1,1", "x"), undefined);
});

test("every cell of a hexagon can be reached by arrows alone", () => {
  const cells = [];
  for (let row = -4; row <= 4; row++) {
    const length = 9 - Math.abs(row);
    for (let n = 0; n < length; n++) cells.push({ name: `${row}/${n}`, x: n - (length - 1) / 2, y: row * 0.866 });
  }
  const hexagon = board(cells, true);
  const reached = new Set(["0/4"]);
  for (const name of reached) {
    for (const key of ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"]) {
      const next = neighbour(hexagon, name, key);
      if (next) reached.add(next);
    }
  }
  assert.equal(reached.size, 61);
});

test("a byte of an id belongs to one of its options", () => {
  const id = "othello:size=6é,start=x";
  const bytes = (text) => new TextEncoder().encode(text).length;
  assert.equal(optionAt(id, bytes("othello:size=6")), "size");
  assert.equal(optionAt(id, bytes("othello:size=6é")), "size");
  assert.equal(optionAt(id, bytes("othello:size=6é,")), "start");
  assert.equal(optionAt(id, bytes(id)), "start");
  for (const nowhere of [null, 0, 3]) assert.equal(optionAt(id, nowhere), null);
});
