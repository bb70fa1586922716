// What fits a shape, and what does not.

import assert from "node:assert/strict";
import { test } from "node:test";

import { each, like, listOf, maybe, number, oneOf, parts, row, text } from "../../shape.js";

test("an example tells the shape of what is like it", () => {
  const shape = like({ on: false, lines: 3, names: ["a", "b"] });
  assert.ok(shape({ on: true, lines: 0, names: ["", "x"], more: null }));
  for (const other of [null, undefined, 7, "x", [], {}, { on: 1, lines: 3, names: ["a", "b"] }, { on: true, lines: 3, names: ["a"] }, { on: true, lines: NaN, names: ["a", "b"] }]) {
    assert.ok(!shape(other), JSON.stringify(other));
  }
});

test("shapes are put together", () => {
  const shape = parts({ way: listOf(number), pair: row(text, maybe(text)), side: oneOf(["first", "second"]), tags: each(text) });
  const good = { way: [1, 2], pair: ["a", null], side: "first", tags: { a: "b" } };
  assert.ok(shape(good));
  for (const wrong of [{ way: ["1"] }, { pair: ["a"] }, { side: "third" }, { tags: { a: 1 } }, { tags: ["a"] }, { way: undefined }]) {
    assert.ok(!shape({ ...good, ...wrong }), JSON.stringify(wrong));
  }
});
