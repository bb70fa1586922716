// The game as a tree: playing, varying, promoting, and the sketch that storage and links hold.

import assert from "node:assert/strict";
import { test } from "node:test";

import { treeOf } from "../../exchange.js";
import { GameTree } from "../../tree.js";

/** A main line of three moves with a variation of two at the second. */
function branched() {
  const tree = new GameTree("othello", null);
  const first = tree.play(tree.root, "d3");
  tree.extend(first, ["c5", "f6"]);
  tree.extend(first, ["c3", "c4"]);
  return tree;
}

test("a move that is there already is gone to, not added", () => {
  const tree = new GameTree("othello", null);
  const once = tree.play(tree.root, "d3");
  assert.equal(tree.play(tree.root, "d3"), once);
  assert.equal(tree.root.children.length, 1);
});

test("a node knows its ply, its path and its moves", () => {
  const tree = branched();
  const node = tree.find(["d3", "c3", "c4"]);
  assert.equal(node.ply, 3);
  assert.deepEqual(node.moves, ["d3", "c3", "c4"]);
  assert.equal(node.path[0], tree.root);
});

test("the main line is the first child all the way", () => {
  const tree = branched();
  assert.deepEqual(tree.end.moves, ["d3", "c5", "f6"]);
});

test("a tree knows whether it has variations", () => {
  const tree = branched();
  assert.equal(tree.branched, true);
  tree.remove(tree.find(["d3", "c3"]));
  assert.equal(tree.branched, false);
});

test("find goes as far as the tree knows the moves", () => {
  const tree = branched();
  assert.deepEqual(tree.find(["d3", "c5", "a1"]).moves, ["d3", "c5"]);
});

test("a removed node takes what follows along and leaves its siblings", () => {
  const tree = branched();
  const parent = tree.remove(tree.find(["d3", "c5"]));
  assert.deepEqual(parent.moves, ["d3"]);
  assert.deepEqual(tree.end.moves, ["d3", "c3", "c4"]);
  assert.equal(tree.remove(tree.root), tree.root);
});

test("a promoted line becomes the main line and loses nothing", () => {
  const tree = branched();
  tree.promote(tree.find(["d3", "c3"]));
  assert.deepEqual(tree.end.moves, ["d3", "c3", "c4"]);
  assert.deepEqual(tree.find(["d3", "c5", "f6"]).moves, ["d3", "c5", "f6"]);
});

test("a sketch unfolds to the same tree, variations within variations too", () => {
  const tree = branched();
  tree.extend(tree.find(["d3", "c3"]), ["e6", "f5"]);
  tree.extend(tree.find(["d3"]), ["e3"]);
  const sketch = tree.sketch();
  assert.deepEqual(sketch, ["d3", "c5", ["c3", "c4", ["e6", "f5"]], ["e3"], "f6"]);
  const again = new GameTree("othello", null).unfold(JSON.parse(JSON.stringify(sketch)));
  assert.deepEqual(again.sketch(), sketch);
});

test("a place is what the server is asked about", () => {
  const tree = new GameTree("checkers", "W:WK1:BK32");
  const node = tree.play(tree.root, "1-5");
  assert.deepEqual(tree.place(node), { game: "checkers", start: "W:WK1:BK32", moves: ["1-5"] });
});

test("a record's variations stand in the tree where they depart, with their comments", () => {
  const record = {
    tags: [["Event", "Match"]],
    start: "usual",
    moves: ["11-15", "23-19", "8-11"],
    comments: [[1, "main"]],
    result: null,
    variations: [
      { of: null, after: 0, moves: ["9-13", "22-18", "11-15"], comments: [] },
      { of: 0, after: 1, moves: ["22-17", "13x22"], comments: [[1, "takes"], [2, "and wins"]] },
      { of: null, after: 2, moves: ["9-14"], comments: [[0, "before"]] },
    ],
  };
  const tree = treeOf("checkers", record, "usual");
  assert.deepEqual(tree.sketch(), ["11-15", ["9-13", "22-18", ["22-17", "13x22"], "11-15"], "23-19", "8-11", ["9-14"]]);
  assert.equal(tree.find(["9-13", "22-17"]).comment, "takes");
  assert.equal(tree.find(["9-13", "22-17", "13x22"]).comment, "and wins");
  assert.equal(tree.find(["11-15", "23-19"]).comment, "before");
  assert.equal(tree.find(["11-15"]).comment, "main");
});
