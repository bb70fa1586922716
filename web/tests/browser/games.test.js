// Every game played to its end against the engine, once by mouse and once by keys alone.
//
// Where a game can last long, its own options make it short; the ends are those of the rules.

import assert from "node:assert/strict";

import { picture, scenario } from "../harness.js";
import { begin, keyboard, mouse, play } from "../hand.js";

const GAMES = {
  abalone: { win: "1", plies: "16", limit: "ejections" },
  checkers: { plies: "24" },
  othello: { size: "4x4" },
  expendibots: { plies: "16" },
  gothello: { size: "4x4" },
  "connect-four": {},
};

const HANDS = { mouse, keyboard };

for (const [game, options] of Object.entries(GAMES)) {
  for (const [name, hand] of Object.entries(HANDS)) {
    scenario(`${game} by ${name}, to the end`, { motion: game === "othello" }, async (page) => {
      const side = name === "mouse" ? "first" : "second";
      await begin(page, game, { options, side, level: await weakest(page) });
      const over = await play(page, hand, { seed: name.length });
      assert.match(over, /\bwins?\b|draw/i);
      assert.ok((await page.textContent("#status-detail")).length > 5, "the end has a reason");
      assert.ok((await page.locator("#play [data-move]").count()) > 3, "the moves are listed");
      await picture(page, `end-${game}-${name}`);
    });
  }
}

/** The level that thinks least. */
async function weakest(page) {
  await page.click("#new");
  const level = await page.locator("#new-game [data-level] option").first().getAttribute("value");
  await page.keyboard.press("Escape");
  return level;
}
