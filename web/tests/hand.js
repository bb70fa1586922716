// A player who knows no rules: it sees what the page shows, and does what the page says can be done.

import assert from "node:assert/strict";

/** Numbers that are the same in every run. @param {number} seed */
export function lots(seed) {
  let state = seed;
  return (most) => {
    state = (state * 48271) % 2147483647;
    return state % most;
  };
}

/** What can be done now: cells to pick, buttons of a choice, a pass; or how it ended; null while there is nothing. */
function outlook() {
  const shown = (selector) => [...document.querySelectorAll(selector)].filter((element) => element.checkVisibility());
  const can = (cell) => /, (legal move|can move)/.test(cell.getAttribute("aria-label") ?? "");
  const over = document.querySelector("#banner.over")?.textContent ?? "";
  const cells = shown('#stage [role="gridcell"]').filter(can).map((cell) => cell.dataset.cell);
  const choice = shown("#chooser button").map((button) => button.dataset.move);
  const ours = /^(Your move|\w+ to move)/.test(document.querySelector("#status")?.textContent ?? "");
  const pass = ours && shown("#pass:not(:disabled)").length > 0;
  return over || choice.length > 0 || cells.length > 0 || pass ? { over, cells, choice, pass } : null;
}

/** Waits until there is something to do, or nothing any more. */
async function attend(page) {
  const seen = await page.waitForFunction(outlook, null, { timeout: 30_000 });
  return seen.jsonValue();
}

const place = (page, cell) => page.locator(`#stage [data-cell="${cell}"]`);

/** Picks by mouse. */
export const mouse = {
  cell: (page, cell) => place(page, cell).click(),
  choice: (page, move) => page.click(`#chooser [data-move="${move}"]`),
  pass: (page) => page.click("#pass"),
};

/** Picks by finger. */
export const finger = {
  cell: (page, cell) => place(page, cell).tap(),
  choice: (page, move) => page.tap(`#chooser [data-move="${move}"]`),
  pass: (page) => page.tap("#pass"),
};

/** Walks over the cells with the arrow keys; nothing is touched by mouse. */
export const keyboard = {
  async cell(page, cell) {
    await reachBoard(page);
    const target = await place(page, cell).boundingBox();
    for (let step = 0; step < 60; step++) {
      const at = await page.evaluate(() => {
        const cell = document.activeElement;
        const box = cell.getBoundingClientRect();
        return { name: cell.dataset.cell, x: box.x, y: box.y, size: box.width };
      });
      if (at.name === cell) {
        await page.keyboard.press("Enter");
        return;
      }
      const [dx, dy] = [target.x - at.x, target.y - at.y];
      if (Math.abs(dy) > at.size / 3) await page.keyboard.press(dy > 0 ? "ArrowDown" : "ArrowUp");
      else await page.keyboard.press(dx > 0 ? "ArrowRight" : "ArrowLeft");
    }
    assert.fail(`the arrow keys do not lead to ${cell}`);
  },
  async choice(page, move) {
    for (let step = 0; step < 20; step++) {
      if ((await page.evaluate(() => document.activeElement?.dataset.move)) === move) return page.keyboard.press("Enter");
      await page.keyboard.press("ArrowRight");
    }
    assert.fail(`the arrow keys do not lead to the choice ${move}`);
  },
  async pass(page) {
    await page.focus("#pass");
    await page.keyboard.press("Enter");
  },
};

/** Comes to the board with the tab key, if the focus is elsewhere. */
async function reachBoard(page) {
  for (let step = 0; step < 60; step++) {
    if (await page.evaluate(() => document.activeElement?.matches('[role="gridcell"]'))) return;
    await page.keyboard.press("Tab");
  }
  assert.fail("the tab key does not lead to the board");
}

/**
 * Plays until the game is over, and gives what the page says about it.
 * @param {number} [most] picks after which something is wrong, or after which it stops if `until` says so
 */
export async function play(page, hand, { seed = 1, most = 400, until = () => false } = {}) {
  const draw = lots(seed);
  for (let pick = 0; pick < most; pick++) {
    const { over, cells, choice, pass } = await attend(page);
    if (over || (await until(page))) return over;
    if (choice.length > 0) await hand.choice(page, choice[draw(choice.length)]);
    else if (cells.length > 0) await hand.cell(page, cells[draw(cells.length)]);
    else await hand.pass(page);
  }
  return assert.fail(`the game is not over after ${most} picks`);
}

/** Begins a game by the dialog: options by key, the person's side, the engine's level. */
export async function begin(page, game, { options = {}, side = "first", level, clock } = {}) {
  await page.click("#new");
  await page.check(`#new-game input[name="game"][value="${game}"]`, { force: true });
  const rules = page.locator("#new-game details");
  if (Object.keys(options).length > 0 && (await rules.getAttribute("open")) === null) await rules.locator("summary").click();
  for (const [key, value] of Object.entries(options)) {
    const control = page.locator(`#new-game [data-option="${key}"]`);
    if ((await control.evaluate((element) => element.tagName)) === "SELECT") await control.selectOption(value);
    else await control.fill(value);
  }
  await page.check(`#new-game input[name="side"][value="${side}"]`, { force: true });
  if (level) for (const select of await page.locator("#new-game [data-level]").all()) await select.selectOption(level);
  if (clock) await page.check(`#new-game input[name="clock"][value="${clock}"]`, { force: true });
  await page.click("#start");
  await page.locator("#new-game").waitFor({ state: "detached" });
}
