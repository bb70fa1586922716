// Clicks to moves, on made-up moves: no game is needed to know what clicks mean.

import assert from "node:assert/strict";
import { test } from "node:test";

import { apart, spotsOf } from "../../overlay.js";
import { click, meaning, steps } from "../../paths.js";

const move = (text, ...path) => ({ move: text, path, effects: [] });

test("nothing clicked: every move's first cell leads on, and nothing is done", () => {
  const { next, done } = meaning([move("d3", "d3"), move("f5", "f5")], []);
  assert.deepEqual([...next].sort(), ["d3", "f5"]);
  assert.equal(done, null);
});

test("one cell is a whole move where paths have one cell", () => {
  const d3 = move("d3", "d3");
  assert.equal(meaning([d3, move("f5", "f5")], ["d3"]).done, d3);
});

test("a pass has no path and is never meant by clicks", () => {
  const { moves, next } = meaning([move("pass")], []);
  assert.equal(moves.length, 0);
  assert.equal(next.size, 0);
});

test("two captures that part late are told apart by the path", () => {
  const left = move("1x10x17", "1", "10", "17");
  const right = move("1x10x19", "1", "10", "19");
  assert.deepEqual([...meaning([left, right], ["1", "10"]).next].sort(), ["17", "19"]);
  assert.equal(meaning([left, right], ["1", "10", "19"]).done, right);
});

test("a move whose path goes on beyond another's end can still be meant", () => {
  const short = move("a", "1", "2");
  const long = move("b", "1", "2", "3");
  const { done, next } = meaning([short, long], ["1", "2"]);
  assert.equal(done, null);
  assert.deepEqual([...next], ["3"]);
});

test("moves with the same clicks are a choice for somebody", () => {
  const one = move("1:a-b", "a", "b");
  const two = move("2:a-b", "a", "b");
  const { done, choice } = meaning([one, two], ["a", "b"]);
  assert.equal(done, null);
  assert.deepEqual(choice, [one, two]);
});

test("another way to click the same move leads to it", () => {
  const push = { ...move("push", "a", "b", "c"), also: [["a", "c"]] };
  assert.equal(meaning([push], ["a", "c"]).done, push);
});

test("the clicks stay where several paths end in the same cell", () => {
  const round = [move("2x9x18", "2", "9", "18"), move("2x11x18", "2", "11", "18"), move("7x10", "7", "10")];
  const chosen = ["2"];
  assert.equal(click(round, chosen, "18"), chosen);
  assert.deepEqual(click(round, chosen, "7"), ["7"]);
  assert.deepEqual(click(round, chosen, "30"), []);
});

test("the last cell of a path completes it if no other path ends there", () => {
  const jumps = [move("1x10x17", "1", "10", "17"), move("1x10x19", "1", "10", "19")];
  assert.deepEqual(click(jumps, ["1"], "19"), ["1", "10", "19"]);
});

test("a cell that leads nowhere is a new beginning, or none", () => {
  const moves = [move("1-5", "1", "5"), move("2-6", "2", "6")];
  assert.deepEqual(click(moves, ["1"], "2"), ["2"]);
  assert.deepEqual(click(moves, ["1"], "7"), []);
  assert.deepEqual(click(moves, ["1"], "1"), []);
});

test("a chosen group tells which way each last click would send it", () => {
  const step = (cell, to) => ({ kind: "move", cell, to });
  const group = [
    { move: "left", path: ["c3", "c4", "c2"], effects: [step("c3", "c2"), step("c4", "c3")] },
    { move: "up", path: ["c3", "c4", "d4"], effects: [step("c3", "d4"), step("c4", "d5")] },
    { move: "alone", path: ["c3", "d3"], effects: [step("c3", "d3")] },
  ];
  const told = (...clicks) => [...steps(group, clicks, meaning(group, clicks).next)];
  assert.deepEqual(told("c3", "c4"), [["c2", ["c3", "c2"]], ["d4", ["c3", "d4"]]]);
  assert.deepEqual(told("c3"), [["d3", ["c3", "d3"]]]);
  assert.deepEqual(told(), []);
});

test("labels at one cell find places of their own", () => {
  const size = [76, 42];
  const ways = [[[0, 0], [100, 0]], [[200, 0], [100, 0]], [[100, -100], [100, 0]], [[100, 100], [100, 0]]];
  const taken = [];
  for (const way of ways) {
    const at = spotsOf(way).find((spot) => taken.every((other) => apart(spot, size, other)));
    assert.ok(at, `no room for the label of ${way}`);
    taken.push({ at, size });
  }
  assert.deepEqual(taken[0].at, [100, 0]);
  assert.ok(!apart([0, 0], size, { at: [10, 10], size }));
});
