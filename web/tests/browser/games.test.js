// Every game played to its end against the engine, once by mouse and once by keys alone; and from a
// late position to the end that its rules are about.
//
// Where a whole game can last long, its own options make it short.

import assert from "node:assert/strict";

import { picture, scenario, tab } from "../harness.js";
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

/**
 * The last moves of each game: where it stands (position and moves), the cells of every move still
 * to be made (none for a pass), and what the page then says.
 */
const ENDS = {
  abalone: {
    from: ["...../....../......./......../....w..../......../..b..../.b..../w.... b 0 5", ""],
    picks: [["c3", "b2", "a1"]],
    hand: mouse,
    says: ["Black wins.", "White has lost too many marbles."],
  },
  checkers: {
    from: ["B:W18:B14", ""],
    picks: [["14", "23"]],
    hand: keyboard,
    says: ["Black wins.", "White has no pieces left."],
  },
  othello: {
    from: [`-O${"X".repeat(62)} X`, ""],
    picks: [["a1"]],
    hand: mouse,
    says: ["Black wins by 64.", "The board is full."],
  },
  expendibots: {
    from: [".......w/......../......../......../......../......../.b....../w....... w", ""],
    picks: [["a1", "a1"]],
    hand: keyboard,
    says: ["White wins.", "Black has no tokens left."],
  },
  gothello: {
    from: ["...../.b.../...../...w./..... b", ""],
    picks: [["c3"], [], []],
    hand: mouse,
    says: ["Black wins by 1.", "Both players passed."],
  },
  "connect-four": {
    from: ["", "a,b,a,b,a,b"],
    picks: [["a4"]],
    hand: keyboard,
    says: ["Red wins.", "Four in a row."],
    decisive: ["a4", "a3", "a2", "a1"],
  },
};

for (const [game, { from, picks, hand, says, decisive = [] }] of Object.entries(ENDS)) {
  scenario(`${game} comes to the end of its rules`, { hash: `#${[game, ...from].map(encodeURIComponent).join(";").replaceAll("%2C", ",")}` }, async (page) => {
    await tab(page, "play");
    for (const cells of picks) {
      const before = await page.locator("#play [data-move]").count();
      for (const cell of cells) await hand.cell(page, cell);
      if (cells.length === 0) await hand.pass(page);
      await page.waitForFunction((before) => document.querySelectorAll("#play [data-move]").length > before, before);
    }
    await page.locator("#banner.over").waitFor();
    assert.deepEqual([await page.textContent("#status"), await page.textContent("#status-detail")], says);
    const named = await page.locator('#stage [aria-label$="decided the game"]').evaluateAll((cells) => cells.map((cell) => cell.dataset.cell));
    assert.deepEqual(named, decisive);
    assert.equal(await page.locator("#stage .decisive").count(), decisive.length);
    await picture(page, `last-move-${game}`);
  });
}

/** The level that thinks least. */
async function weakest(page) {
  await page.click("#new");
  const level = await page.locator("#new-game [data-level] option").first().getAttribute("value");
  await page.keyboard.press("Escape");
  return level;
}
