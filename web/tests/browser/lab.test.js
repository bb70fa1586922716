// The Lab: iterations, settings, two searches side by side, the tree, the evaluation's terms.

import assert from "node:assert/strict";

import { boardReady, picture, scenario, tab } from "../harness.js";

const OPENING = "#othello;;d3,c5,f6,f5";

async function openLab(page, depth) {
  await tab(page, "lab");
  await page.click(".lab-settings summary");
  await page.fill('[data-setting="A-Depth"]', String(depth));
  await page.press('[data-setting="A-Depth"]', "Tab");
  await page.click(".lab-settings summary");
}

/** Searches until this many searches are done; what the last ones said is wiped away first. */
const search = async (page, count = 1) => {
  await page.evaluate(() => {
    document.querySelector(".lab-status").textContent = "";
    document.querySelector('[data-do="search"]').click();
  });
  await page.waitForFunction((count) => (document.querySelector(".lab-status").textContent.match(/done/g) ?? []).length === count, count, { timeout: 60_000 });
};

scenario("a row for every iteration, with figures in every column", { hash: OPENING }, async (page) => {
  await openLab(page, 8);
  await search(page);
  const rows = await page.locator('[data-run="A"] .lab-iterations tbody tr').evaluateAll((rows) => rows.map((row) => [...row.cells].map((cell) => cell.textContent)));
  assert.deepEqual(rows.map(([depth]) => Number(depth)), [1, 2, 3, 4, 5, 6, 7, 8]);
  for (const row of rows.slice(2)) assert.ok(row.every((text) => text !== ""), row.join("|"));
  assert.match(await page.textContent('[data-text="config"]'), /driver=window switches=/);
  assert.match(await page.textContent('[data-text="command"]'), /^ponder analyse othello --moves 'd3 c5 f6 f5' --depth 8 --time 10s$/);
  await picture(page, "lab-iterations");
});

scenario("a search can be stopped, and begins anew", { hash: OPENING }, async (page) => {
  await openLab(page, 60);
  await page.click('[data-do="search"]');
  await page.locator('[data-run="A"] .lab-iterations tbody tr').nth(3).waitFor();
  await page.locator('[data-run="A"] tfoot tr').waitFor();
  await page.click('[data-do="search"]');
  await page.waitForFunction(() => /stopped/.test(document.querySelector(".lab-status").textContent));
  assert.equal(await page.textContent('[data-do="search"]'), "Search");
});

scenario("every switch is a control, and what was changed is what is searched", { hash: OPENING }, async (page) => {
  await openLab(page, 6);
  await page.click(".lab-settings summary");
  assert.ok((await page.locator('[data-switch^="A-"]').count()) > 20);
  await page.uncheck('[data-switch="A-history"]');
  await page.check('[data-switch="A-killers"]');
  assert.match(await page.textContent(".lab-said"), /with killers; without history/);
  await search(page);
  const config = await page.textContent('[data-text="config"]');
  assert.match(config, /switches=[^ ]*killers/);
  assert.doesNotMatch(config, /switches=[^ ]*history/);
  await page.click("button:text('Reset to the game')");
  assert.match(await page.textContent(".lab-said"), /the game's own way/);
  await picture(page, "lab-settings");
});

scenario("two settings side by side, one after the other and at once", { hash: OPENING }, async (page) => {
  await openLab(page, 7);
  await page.check('[data-do="compare"]');
  await page.click(".lab-settings summary");
  await page.uncheck('[data-switch="B-table"]');
  await page.uncheck('[data-switch="B-deeper"]');
  await page.click(".lab-settings summary");
  await search(page, 2);
  assert.equal(await page.locator(".lab-ratios tbody tr").count(), 7);
  assert.match(await page.textContent(".lab-verdict"), /To finish depth 7, B looked at/);
  assert.equal(await page.locator(".lab-chart .series").count(), 2);
  await page.locator(".lab-contest").scrollIntoViewIfNeeded();
  await picture(page, "lab-comparison");
  await page.check('[data-do="at-once"]');
  await search(page, 2);
  assert.equal(await page.locator(".lab-ratios tbody tr").count(), 7);
});

scenario("the tree unfolds by mouse and by keys, and shows its positions on the board", { hash: OPENING }, async (page) => {
  await openLab(page, 8);
  await search(page);
  const root = page.locator(".lab-tree > li");
  await root.waitFor();
  assert.ok((await page.locator('.lab-tree [aria-level="2"]').count()) > 3);
  await page.locator('.lab-tree [aria-level="3"]').first().waitFor();
  const standing = () => page.locator("#stage [data-on]").count();
  const before = await standing();
  await page.locator('.lab-tree [aria-level="2"]').first().hover();
  await page.waitForFunction((before) => document.querySelectorAll("#stage [data-on]").length === before + 1, before);
  await page.mouse.move(5, 5);
  await page.waitForFunction((before) => document.querySelectorAll("#stage [data-on]").length === before, before);
  await page.focus('.lab-tree [tabindex="0"]');
  await page.keyboard.press("ArrowRight");
  assert.equal(await page.evaluate(() => document.activeElement.getAttribute("aria-level")), "2");
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("ArrowLeft");
  assert.equal(await page.evaluate(() => document.activeElement.getAttribute("aria-level")), "1");
  const label = await page.evaluate(() => document.querySelector('.lab-tree [aria-level="2"]').title);
  assert.match(label, /depth \d+/);
  await picture(page, "lab-tree");
});

scenario("the evaluation's terms add up, for every evaluation", { hash: OPENING }, async (page) => {
  await tab(page, "lab");
  await page.locator("[data-term]").first().waitFor();
  const names = await page.locator('[data-setting="terms-eval"] option').evaluateAll((options) => options.map(({ value }) => value));
  for (const name of names) {
    await page.selectOption('[data-setting="terms-eval"]', name);
    await page.locator(`[data-eval="${name}"]`).waitFor();
    const shares = await page.locator("[data-term] > :last-child").evaluateAll((cells) => cells.map((cell) => Number.parseInt(cell.textContent, 10)));
    const sum = shares.reduce((a, b) => a + b, 0);
    assert.ok(shares.length === 0 || Math.abs(sum - 100) <= shares.length, `${name}: the shares add up to ${sum}`);
  }
});

scenario("nothing moves on the page while iterations come in", { hash: OPENING }, async (page) => {
  await openLab(page, 40);
  await page.evaluate(() => {
    globalThis.shift = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) if (!entry.hadRecentInput) globalThis.shift += entry.value;
    }).observe({ type: "layout-shift" });
  });
  await page.click('[data-do="search"]');
  await page.locator('[data-run="A"] .lab-iterations tbody tr').nth(8).waitFor();
  await page.waitForTimeout(1000);
  const shift = await page.evaluate(() => globalThis.shift);
  assert.ok(shift < 0.02, `the layout shifted by ${shift}`);
  await page.click('[data-do="search"]');
});

scenario("settings are kept over a reload, for each game its own", { hash: OPENING }, async (page) => {
  await tab(page, "lab");
  await page.locator("[data-term]").first().waitFor();
  await page.check('.lab-head label:has-text("compare two") input');
  await page.locator(".lab-settings summary").first().click();
  await page.fill('[data-setting="B-Depth"]', "7");
  await page.locator('[data-setting="B-Depth"]').blur();
  const said = await page.textContent(".lab-said");
  assert.match(said, /B: .*depth 7/);
  await page.reload();
  await boardReady(page);
  await page.locator(".lab-said").filter({ hasText: said }).waitFor();
  assert.ok(await page.isChecked('.lab-head label:has-text("compare two") input'));
  await page.click('#top [data-game="checkers"]');
  await page.locator(".lab-said").filter({ hasNotText: "depth 7" }).waitFor();
  await page.goBack();
  await page.locator(".lab-said").filter({ hasText: said }).waitFor();
});

scenario("a number out of its range is told beside its field", { hash: OPENING }, async (page) => {
  await tab(page, "lab");
  await page.click(".lab-settings summary");
  const field = page.locator('[data-setting="A-Threads"]');
  await field.fill("9999");
  await field.press("Tab");
  const told = page.locator('label:has([data-setting="A-Threads"]) .complaint');
  assert.match(await told.textContent(), /9999 is not from 1 to \d+: it is \d+ now/);
  await field.fill("1");
  await field.press("Tab");
  assert.equal(await told.textContent(), "");
});
