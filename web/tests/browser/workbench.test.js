// What people do with a game: take back, set up, paste, copy, analyse, review, keep, share, reload.

import assert from "node:assert/strict";

import { address, boardReady, picture, scenario, tab } from "../harness.js";
import { begin, finger, lots, mouse, play } from "../hand.js";

const moves = (page, list) => page.locator(`${list} [data-move]`);
const shown = (page) => page.evaluate(() => [...document.querySelectorAll("#stage [data-on]")].map((piece) => piece.dataset.on).sort().join(" "));

/** A line of a game, from its link. */
const line = (game, ...played) => `#${encodeURIComponent(game)};;${played.map(encodeURIComponent).join(",")}`;
const OPENING = line("othello", "d3", "c5", "f6", "f5");

scenario("take back goes to the person's last choice", {}, async (page) => {
  await begin(page, "connect-four", { side: "first" });
  const before = await shown(page);
  await page.click('#stage [data-cell="d1"]');
  await page.waitForFunction(() => document.querySelectorAll("#play [data-move]").length === 2);
  await page.click("#take-back");
  await page.waitForFunction(() => document.querySelectorAll("#play [data-move]").length === 0);
  assert.equal(await shown(page), before);
  await page.waitForFunction(() => /^Your move/.test(document.querySelector("#status").textContent));
});

scenario("resigning ends the game with its reason", {}, async (page) => {
  await begin(page, "connect-four", { side: "first" });
  await page.click('#stage [data-cell="d1"]');
  await page.waitForFunction(() => document.querySelectorAll("#play [data-move]").length === 2);
  await page.click("#resign");
  await page.click("#confirm");
  await page.locator("#banner.over").waitFor();
  assert.match(await page.textContent("#status-detail"), /resign/i);
});

scenario("a hint does not hide how the game ended", {}, async (page) => {
  await begin(page, "connect-four", { side: "first" });
  await page.click('#stage [data-cell="d1"]');
  await page.waitForFunction(() => document.querySelectorAll("#play [data-move]").length === 2);
  await page.click("#hint");
  await page.waitForFunction(() => document.querySelector("#status-detail").textContent.startsWith("Best:"));
  await page.click("#resign");
  await page.click("#confirm");
  await page.locator("#banner.over").waitFor();
  assert.match(await page.textContent("#status-detail"), /resign/i);
});

scenario("before the first move the position is offered to copy", {}, async (page) => {
  await begin(page, "abalone", { side: "first" });
  await page.click("#share");
  await page.waitForFunction(() => document.querySelector("#copy").value !== "");
  assert.ok(await page.isEnabled("#copy-text"));
});

for (const [size, width, height] of [["desk", 1280, 800], ["phone", 390, 844]]) {
  scenario(`an address that cannot be read is told, away from where one types, ${size}`, { width, height, hash: "#%00%ff" }, async (page) => {
    await page.waitForFunction(() => document.querySelector("#toast").textContent.includes("cannot be read"));
    const [toast, top, field] = await Promise.all(["#toast", "#top .tabs", "#move"].map((selector) => page.locator(selector).boundingBox()));
    assert.ok(toast.y >= top.y + top.height && toast.y + toast.height <= field.y, JSON.stringify({ toast, top, field }));
    assert.ok(toast.x >= 0 && toast.x + toast.width <= width);
  });
}

scenario("half a character is refused like other nonsense, and the page goes on", { hash: OPENING }, async (page) => {
  for (let time = 0; time < 4; time++) {
    await page.evaluate(() => (document.querySelector("#move").value = "x\ud800"));
    await page.press("#move", "Enter");
    await page.locator("#remark.wrong").waitFor();
    await page.keyboard.press("Escape");
    await page.evaluate(() => document.querySelector("#remark").classList.remove("wrong"));
  }
  await page.fill("#move", "d6");
  await page.press("#move", "Enter");
  await page.waitForFunction(() => document.querySelector('#stage [data-on="d6"]'));
});

scenario("a link that is too long is told, and leaves a board", { hash: `#abalone;;${"x".repeat(70_000)}` }, async (page) => {
  const told = () => page.waitForFunction(() => /cannot be opened: this is too long/.test(document.querySelector("#toast").textContent));
  await told();
  assert.ok(await page.isEnabled("#move"));
  await page.evaluate(() => {
    document.querySelector("#toast").textContent = "";
    location.hash = `#othello;;${"y".repeat(70_000)}`;
  });
  await told();
  await page.fill("#move", "c3d3");
  await page.press("#move", "Enter");
  await page.waitForFunction(() => document.querySelectorAll("#analyse [data-move]").length === 1);
});

const FOUR = line("connect-four", ..."bddddgefbdeedfcgc");

for (const [name, hash, words, back] of [
  ["by its last move", FOUR, "Red wins. Four in a row.", true],
  ["at its start", line("othello:size=2x2"), "A draw. ", false],
]) {
  scenario(`Analyse says that a game is over and why, ${name}`, { hash }, async (page) => {
    const said = (selector) => page.waitForFunction(([selector, words]) => document.querySelector(selector).textContent.startsWith(words), [selector, words]);
    await said("#remark");
    await said("#news");
    const invitation = await page.evaluate(() => getComputedStyle(document.querySelector("#analyse .moves"), "::after").content);
    assert.ok(!invitation.includes("play one"), invitation);
    const remark = await page.textContent("#remark");
    await tab(page, "play");
    assert.equal(`${await page.textContent("#status")} ${await page.textContent("#status-detail")}`, remark);
    if (!back) return;
    await tab(page, "analyse");
    await page.keyboard.press("ArrowLeft");
    await page.waitForFunction(() => document.querySelector("#remark").textContent === "");
    await page.keyboard.press("ArrowRight");
    await said("#remark");
    assert.match(await page.textContent("#news"), /Red wins: four in a row/);
  });
}

scenario("the variations of a link that cannot be played are left out, with the reason", { hash: "#checkers;;11-15,22-18,15x22,(9-14,18x9),25x18,(26x17,9-14,1-1)" }, async (page) => {
  await page.waitForFunction(() => document.querySelector("#toast").textContent.includes("left out"));
  const told = await page.textContent("#toast");
  assert.match(told, /9-14 18x9 \([^)]*capture/);
  assert.match(told, /1-1 \([^)]*not a legal move/);
  const left = "#checkers;;11-15,22-18,15x22,25x18,(26x17,9-14)";
  await page.waitForFunction((left) => location.hash === left, left);
  assert.equal(await moves(page, "#analyse").count(), 6);
});

scenario("two engines play each other", {}, async (page) => {
  await begin(page, "othello", { options: { size: "4x4" }, side: "none" });
  await page.locator("#banner.over").waitFor({ timeout: 60_000 });
  assert.match(await page.textContent("#status"), /wins|draw/i);
});

scenario("a typed move is played, and nonsense is refused beside the field", { hash: line("othello") }, async (page) => {
  await page.fill("#move", "nonsense");
  await page.press("#move", "Enter");
  await page.locator("#remark.wrong").waitFor();
  assert.ok((await page.textContent("#remark")).length > 8);
  await page.fill("#move", "d3");
  await page.press("#move", "Enter");
  await page.waitForFunction(() => document.querySelector('#stage [data-on="d3"]'));
});

scenario("hints name good moves on the board", {}, async (page) => {
  await begin(page, "othello", { side: "first" });
  await page.click("#hint");
  await page.locator("#stage .badge").first().waitFor();
  assert.ok(await page.locator('#stage [aria-label*="best move"]').count());
  await picture(page, "hints");
});

scenario("the labels of Abalone's best moves can all be read, and a group's ways are arrows", { hash: line("abalone") }, async (page) => {
  await page.click("#engine");
  // The lines change while it thinks: labels must never lie on each other.
  for (let look = 0; look < 8; look++) {
    await page.locator("#stage .badge").nth(2).waitFor();
    const boxes = await page.evaluate(() => {
      // Found and measured in one step: the next lines may replace them at any moment.
      const shapes = [...document.querySelectorAll("#stage .badge :is(rect, circle)")];
      return shapes.map((shape) => shape.getBoundingClientRect().toJSON());
    });
    for (const [index, a] of boxes.entries()) {
      for (const b of boxes.slice(index + 1)) {
        assert.ok(a.right < b.left || b.right < a.left || a.bottom < b.top || b.bottom < a.top, JSON.stringify([a, b]));
      }
    }
    await page.waitForTimeout(150);
  }
  await page.click('#stage [data-cell="c3"]');
  await page.click('#stage [data-cell="c5"]');
  assert.equal(await page.locator("#stage .pointer").count(), 4);
  await picture(page, "abalone-group");
  await page.click('#stage [data-cell="d4"]');
  await page.waitForFunction(() => document.querySelector('#stage [data-on="d6"]') && !document.querySelector("#stage .pointer"));
});

scenario("reload in the middle of a game loses nothing", {}, async (page) => {
  await begin(page, "checkers", { side: "first" });
  await play(page, mouse, { until: async () => (await moves(page, "#play").count()) >= 4 });
  const before = { pieces: await shown(page), moves: await moves(page, "#play").allTextContents(), status: await page.textContent("#status") };
  await page.reload();
  await boardReady(page);
  await page.waitForFunction((count) => document.querySelectorAll("#play [data-move]").length === count, before.moves.length);
  await page.waitForFunction((status) => document.querySelector("#status").textContent === status, before.status);
  assert.equal(await shown(page), before.pieces);
  assert.deepEqual(await moves(page, "#play").allTextContents(), before.moves);
  await play(page, mouse, { seed: 5, until: async () => (await moves(page, "#play").count()) >= before.moves.length + 2 });
});

scenario("a reload at a bad moment keeps the match", {}, async (page) => {
  await begin(page, "othello", { side: "first" });
  for (const pause of [0, 20, 60, 400]) {
    const legal = page.locator('#stage [data-cell][aria-label*="legal"]').first();
    await legal.waitFor();
    await legal.click();
    await page.waitForTimeout(pause);
    await page.reload();
    await boardReady(page);
    assert.ok(await page.isVisible("#play"), `after ${pause} ms`);
    assert.ok(!(await page.isVisible("#analyse")), `after ${pause} ms`);
    await page.waitForFunction(() => /you play/i.test(document.querySelector("#status").textContent));
  }
});

scenario("a link is a whole game, and a broken one does no harm", { hash: OPENING }, async (page, { context, problems }) => {
  assert.equal(await moves(page, "#analyse").count(), 4);
  await page.click("#share");
  await page.check('[data-format="link"]', { force: true });
  const link = await page.inputValue("#copy");
  assert.ok(link.startsWith(address), link);
  await page.fill("#paste", link);
  await page.waitForFunction(() => document.querySelector("#paste-found").textContent.includes("4 moves"));
  assert.ok(await page.isEnabled("#paste-open"));
  const pieces = await shown(page);
  const other = await context.newPage();
  await other.goto(link);
  await boardReady(other);
  assert.equal(await shown(other), pieces);
  await other.goto("about:blank");
  await other.goto(`${address}${line("othello", "d3", "a1")}`);
  await boardReady(other);
  await other.close();
  assert.deepEqual(problems, []);
});

scenario("Back and Forward lead from game to game, not from move to move", {}, async (page) => {
  await begin(page, "checkers", { side: "both" });
  await play(page, mouse, { until: async () => (await moves(page, "#play").count()) >= 4 });
  const checkers = await shown(page);
  await page.click("#share");
  await page.fill("#paste", `${address}${OPENING}`);
  await page.waitForFunction(() => document.querySelector("#paste-found").textContent.includes("4 moves"));
  await page.click("#paste-open");
  await page.locator("dialog").waitFor({ state: "detached" });
  await page.waitForFunction(() => location.hash.startsWith("#othello"));
  await page.keyboard.press("ArrowLeft");
  await page.waitForFunction(() => location.hash.endsWith(";3"));
  const othello = await shown(page);
  const settled = (pieces) => page.waitForFunction((pieces) => [...document.querySelectorAll("#stage [data-on]")].map((piece) => piece.dataset.on).sort().join(" ") === pieces, pieces);
  await page.goBack();
  await settled(checkers);
  await page.waitForFunction(() => document.querySelector("#play").checkVisibility() && location.hash.startsWith("#checkers"));
  assert.equal(await moves(page, "#play").count(), 4);
  await page.goForward();
  await settled(othello);
  await page.waitForFunction(() => document.querySelector("#analyse").checkVisibility() && location.hash.endsWith(";3"));
  assert.equal(await moves(page, "#analyse").count(), 4);
  // A reload stays at its step, and the way back is still there.
  await page.reload();
  await boardReady(page);
  assert.equal(await shown(page), othello);
  await page.goBack();
  await settled(checkers);
});

scenario("analysis on and off, with lines that can be hovered and played", { hash: OPENING }, async (page) => {
  await tab(page, "analyse");
  await page.click("#engine");
  await page.locator("#analyse .line-move").first().waitFor();
  await page.waitForFunction(() => document.querySelectorAll('#analyse [data-line]').length >= 3);
  await page.locator("#stage .badge").first().waitFor();
  const still = await shown(page);
  await page.locator('#analyse [data-line="1"] .line-move').nth(1).hover();
  await page.waitForFunction((still) => [...document.querySelectorAll("#stage [data-on]")].map((piece) => piece.dataset.on).sort().join(" ") !== still, still);
  await page.mouse.move(5, 5);
  await page.waitForFunction((still) => [...document.querySelectorAll("#stage [data-on]")].map((piece) => piece.dataset.on).sort().join(" ") === still, still);
  await picture(page, "analyse");
  await page.click("#engine");
  await page.locator('#engine[aria-checked="false"]').waitFor();
  await page.keyboard.press("l");
  await page.locator('#engine[aria-checked="true"]').waitFor();
  await page.locator('#analyse [data-line="1"] .line-move').first().click();
  await page.waitForFunction(() => document.querySelectorAll("#analyse [data-move]").length === 5);
});

scenario("nothing moves on the page while the engine thinks", { hash: OPENING }, async (page) => {
  await tab(page, "analyse");
  await page.evaluate(() => {
    globalThis.shift = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) if (!entry.hadRecentInput) globalThis.shift += entry.value;
    }).observe({ type: "layout-shift" });
  });
  await page.click("#engine");
  await page.locator("#analyse .line-move").first().waitFor();
  await page.waitForTimeout(2500);
  const shift = await page.evaluate(() => globalThis.shift);
  assert.ok(shift < 0.02, `the layout shifted by ${shift}`);
});

scenario("a review names the mistakes and shows what was better", { hash: line("connect-four", ..."adadgdbd") }, async (page) => {
  await tab(page, "analyse");
  await page.click("#sheet-review-tab");
  assert.ok(await page.locator(".graph-middle").isHidden());
  await page.click("#review");
  await page.locator(".review-table").waitFor({ timeout: 60_000 });
  assert.equal(await page.locator(".review-table tbody tr").count(), 2);
  await page.locator("[data-mistake]").first().waitFor();
  assert.ok((await page.locator("[data-mistake] .mistake-words").first().textContent()).length > 10);
  for (const mistake of await page.locator("[data-mistake]").all()) {
    const ply = Number(await mistake.getAttribute("data-mistake"));
    const number = `${Math.ceil(ply / 2)}${ply % 2 === 1 ? "." : "…"} `;
    assert.ok((await mistake.locator(".mistake-head").textContent()).startsWith(number), number);
  }
  await page.locator("[data-mistake] .mistake-go").first().click();
  await page.locator("#stage .badge, #stage .arrow").first().waitFor();
  // The line of even chances lies in the middle of the graph, over what it parts.
  const [graph, middle] = await Promise.all([".graph > svg", ".graph-middle"].map((selector) => page.locator(selector).boundingBox()));
  assert.ok(Math.abs(middle.y + middle.height / 2 - graph.y - graph.height / 2) < 1.5, JSON.stringify({ graph, middle }));
  assert.ok(await page.evaluate(() => document.querySelector(".graph-area:last-of-type").compareDocumentPosition(document.querySelector(".graph-middle")) & Node.DOCUMENT_POSITION_FOLLOWING));
  await picture(page, "review");
  const said = await page.textContent(".review-results");
  await page.reload();
  await boardReady(page);
  await page.click("#sheet-review-tab");
  assert.equal(await page.textContent(".review-results"), said);
  await page.locator("[data-mistake] .mistake-go").first().click();
  await page.locator("#stage .badge, #stage .arrow").first().waitFor();
});

scenario("the editor takes a possible position and refuses an impossible one with its reason", { hash: line("checkers", "9-13", "22-18") }, async (page) => {
  await tab(page, "analyse");
  const before = await shown(page);
  await page.click("#open-editor");
  await page.click(".editor button:text('Clear')");
  await page.keyboard.press("Escape");
  await page.waitForFunction(() => document.querySelector(".editor")?.checkVisibility() === false);
  assert.equal(await shown(page), before);
  await page.click("#open-editor");
  await page.click(".editor button:text('Clear')");
  await page.click("#editor-use");
  await page.waitForFunction(() => document.querySelector(".editor .complaint").textContent.length > 8);
  await picture(page, "editor-refuses");
  await page.check('.editor input[value="Black man"]', { force: true });
  await page.click('#stage [data-cell="9"]');
  await page.check('.editor input[value="White king"]', { force: true });
  await page.click('#stage [data-cell="27"]');
  await page.click("#editor-use");
  await page.waitForFunction(() => document.querySelector(".editor")?.checkVisibility() === false);
  assert.equal(await shown(page), "27 9");
  await page.click("#bring-back");
  await page.waitForFunction((before) => [...document.querySelectorAll("#stage [data-on]")].map((piece) => piece.dataset.on).sort().join(" ") === before, before);
});

scenario("what is being set up outlives a reload, until it is given up", { hash: line("checkers") }, async (page) => {
  await page.click("#open-editor");
  await page.click(".editor button:text('Clear')");
  await page.check('.editor input[value="White king"]', { force: true });
  await page.click('#stage [data-cell="27"]');
  await page.check('.editor input[value="white"]', { force: true });
  await page.reload();
  await boardReady(page);
  assert.equal(await shown(page), "27");
  assert.ok(await page.isChecked('.editor input[value="white"]'));
  assert.ok(await page.locator(".bar").isHidden());
  await page.keyboard.press("Escape");
  await page.reload();
  await boardReady(page);
  assert.ok(await page.locator(".editor").isHidden());
  assert.ok(await page.locator(".bar").isVisible());
});

scenario("a clock stands still while another tab is open, and says so", {}, async (page) => {
  await begin(page, "connect-four", { side: "both", clock: "10+5" });
  await page.click('#stage [data-cell="d1"]');
  await page.locator(".plate.turn .clock:not(.held)").waitFor();
  await tab(page, "analyse");
  const clocks = () => page.locator(".plate .clock").allTextContents();
  const before = await clocks();
  assert.deepEqual(await page.locator(".plate .seat").allTextContents(), ["clock stopped", "clock stopped"]);
  await page.waitForTimeout(1500);
  assert.deepEqual(await clocks(), before);
  await picture(page, "clock-stopped");
  await tab(page, "play");
  await page.locator(".plate.turn .clock:not(.held)").waitFor();
  await page.waitForFunction((before) => document.querySelectorAll(".plate .clock")[1].textContent !== before, before[1]);
});

scenario("nothing is played in the game behind the editor", { hash: OPENING }, async (page) => {
  await page.click("#open-editor");
  assert.ok(await page.isDisabled("#move"));
  await page.focus("body");
  await page.keyboard.press("Space");
  await page.keyboard.press("Escape");
  await page.waitForFunction(() => document.querySelector(".editor")?.checkVisibility() === false);
  assert.ok(await page.isEnabled("#move"));
  assert.equal(await moves(page, "#analyse").count(), 4);
});

scenario("the bar has no figure of another position", { hash: OPENING }, async (page) => {
  const figures = () => page.locator(".bar-figure").allTextContents();
  await page.click("#engine");
  await page.waitForFunction(() => [...document.querySelectorAll(".bar-figure")].some((figure) => figure.textContent !== ""));
  await page.click("#engine");
  await page.keyboard.press("ArrowLeft");
  await page.locator(".bar.stale").waitFor();
  assert.deepEqual(await figures(), ["", ""]);
});

scenario("a wrong option of a new game is told beside its field", { height: 600 }, async (page) => {
  await page.click("#new");
  await page.check('#new-game input[name="game"][value="othello"]', { force: true });
  await page.click("#new-game summary");
  const size = page.locator('#new-game [data-option="size"]');
  await size.fill("99x99");
  await page.click("#start");
  await page.locator('#new-game [data-option="size"][aria-invalid="true"]').waitFor();
  const told = page.locator(`#${await size.getAttribute("aria-describedby")}`);
  assert.match(await told.textContent(), /99x99.*not a value/);
  const [field, dialog] = [await told.boundingBox(), await page.locator("#new-game .body").boundingBox()];
  assert.ok(field.y >= dialog.y && field.y + field.height <= dialog.y + dialog.height, JSON.stringify([field, dialog]));
  await picture(page, "wrong-option");
  await size.fill("6x6");
  await page.click("#start");
  await page.locator("#new-game").waitFor({ state: "detached" });
});

scenario("nobody is told to capture while two engines play", { hash: line("checkers", "11-15", "22-18") }, async (page) => {
  await page.waitForFunction(() => /capture/i.test(document.querySelector("#remark").textContent));
  await begin(page, "checkers", { side: "none", level: "beginner" });
  await page.evaluate(() => {
    globalThis.said = "";
    new MutationObserver(() => (globalThis.said += document.querySelector("#remark").textContent)).observe(document.querySelector("#remark"), { childList: true });
  });
  await page.waitForFunction(() => document.querySelectorAll("#play [data-move]").length > 14, null, { timeout: 60_000 });
  assert.equal(await page.evaluate(() => globalThis.said), "");
});

scenario("pasted nonsense is refused with words, and the game stays", { hash: OPENING }, async (page) => {
  const before = await shown(page);
  await page.click("#share");
  await page.fill("#paste", "no game of any kind");
  await page.locator("#paste-found .complaint").first().waitFor();
  assert.equal(await page.isDisabled("#paste-open"), true);
  await page.keyboard.press("Escape");
  assert.equal(await shown(page), before);
});

scenario("the variations of a pasted game stand in the tree", { hash: OPENING }, async (page) => {
  await page.click("#share");
  await page.fill("#paste", "1. 11-15 (1. 9-13 22-18 (22-17 13x22)) 23-19 2. 8-11 *");
  await page.waitForFunction(() => document.querySelector("#paste-found").textContent.includes("3 moves and 2 variations"));
  await page.click("#paste-open");
  await page.locator("dialog").waitFor({ state: "detached" });
  await page.waitForFunction(() => document.querySelectorAll("#analyse [data-move]").length === 7);
  await picture(page, "variations");
});

scenario("x shows what the other player threatens", { hash: OPENING }, async (page) => {
  await page.keyboard.press("x");
  await page.locator("#stage circle.threat").waitFor();
  await page.waitForFunction(() => /^White threatens \w+: /.test(document.querySelector("#news").textContent));
  await picture(page, "threat");
  await page.keyboard.press("x");
  await page.locator("#stage circle.threat").waitFor({ state: "detached" });
  await page.click('#top [data-game="checkers"]');
  await page.waitForFunction(() => location.hash.startsWith("#checkers"));
  await page.keyboard.press("x");
  await page.waitForFunction(() => /does not let the turn be passed/.test(document.querySelector("#toast").textContent));
});

scenario("the archive keeps, finds, opens and deletes games", { hash: OPENING }, async (page) => {
  await tab(page, "analyse");
  await page.click("#open-archive");
  await page.fill(".archive-save label:has-text('Black') input", "Ada");
  await page.click("#archive-save");
  await page.locator(".archive-list [data-key]:has-text('Ada')").waitFor();
  await picture(page, "archive");
  await page.fill('.archive-search input[placeholder="first moves"]', "d3 c5");
  await page.waitForFunction(() => document.querySelectorAll(".archive-list [data-key]").length === 1);
  await page.fill('.archive-search input[placeholder="first moves"]', "d3c5");
  await page.waitForFunction(() => document.querySelectorAll(".archive-list [data-key]").length === 1);
  await page.fill('.archive-search input[placeholder="first moves"]', "d3 c5 e6");
  await page.waitForFunction(() => document.querySelectorAll(".archive-list [data-key]").length === 0);
  await page.fill('.archive-search input[placeholder="first moves"]', "");
  await page.fill('.archive-search input[placeholder="names, events"]', "Ada");
  await page.waitForFunction(() => document.querySelectorAll(".archive-list [data-key]").length === 1);
  await page.click(".archive-open");
  await page.locator("dialog").waitFor({ state: "detached" });
  assert.equal(await moves(page, "#analyse").count(), 4);
  await page.click("#open-archive");
  assert.equal(await page.inputValue(".archive-save label:has-text('Black') input"), "Ada");
  await page.fill(".archive-save label:has-text('Black') input", "");
  await page.fill(".archive-save label:has-text('White') input", "Bea");
  await page.fill('.archive-search input[placeholder="first moves"]', "d3 c5 f6 f5");
  await page.click("#archive-save");
  await page.waitForFunction(() => {
    const games = document.querySelectorAll(".archive-list [data-key]");
    return games.length === 1 && /Bea/.test(games[0].textContent);
  });
  assert.doesNotMatch(await page.textContent(".archive-list"), /Ada/);
  const remove = page.locator(".archive-list [data-key] > button").last();
  await remove.click();
  await remove.click();
  await page.waitForFunction(() => document.querySelectorAll(".archive-list [data-key]").length === 0);
});

scenario("a game that is played to its end is kept once, and keeps its result", {}, async (page) => {
  await begin(page, "connect-four", { side: "both" });
  for (const [index, column] of [..."abab"].entries()) {
    await page.fill("#move", column);
    await page.press("#move", "Enter");
    await page.waitForFunction((count) => document.querySelectorAll("#play [data-move]").length === count, index + 1);
  }
  await page.click("#resign");
  await page.click("#confirm");
  await page.locator("#banner.over").waitFor();
  const kept = page.locator(".archive-list [data-key]:has-text('a b a b')");
  const open = async () => {
    await tab(page, "analyse");
    await page.click("#open-archive");
    await kept.waitFor();
  };
  // The server has it, and has said so, before the page is left.
  await open();
  await page.reload();
  await boardReady(page);
  await open();
  assert.match(await kept.textContent(), /yellow won: red resigns/);
  await page.fill(".archive-save label:has-text('Red') input", "Ada");
  await page.click("#archive-save");
  await kept.locator(":scope:has-text('Ada')").waitFor();
  assert.match(await kept.textContent(), /yellow won: red resigns/);
  assert.equal(await kept.count(), 1);
  for (const [result, words] of [["second", "yellow won"], ["first", "red won"]]) {
    await page.selectOption(".archive-search label:has-text('Game') select", "connect-four");
    await page.selectOption(".archive-search label:has-text('Result') select", result);
    await page.waitForFunction((words) => [...document.querySelectorAll(".archive-list [data-key]")].every((game) => game.textContent.includes(words)), words);
    assert.equal(await kept.count(), result === "second" ? 1 : 0);
  }
});

scenario("the archive offers the results of the game that is looked for", { hash: OPENING }, async (page) => {
  await tab(page, "analyse");
  await page.click("#open-archive");
  const results = () => page.locator(".archive-search label:has-text('Result') option").allTextContents();
  assert.deepEqual(await results(), ["Any result", "First player won", "Second player won", "Draw", "Not finished"]);
  await page.selectOption(".archive-search label:has-text('Game') select", "connect-four");
  assert.deepEqual(await results(), ["Any result", "Red won", "Yellow won", "Draw", "Not finished"]);
});

scenario("the players of a new game are called as in that game", { hash: OPENING }, async (page) => {
  await page.click("#new");
  await page.check('#new-game input[name="game"][value="connect-four"]', { force: true });
  await page.check('#new-game input[name="side"][value="none"]', { force: true });
  assert.match(await page.textContent("#new-game"), /Red \(first\)Yellow \(second\).*Level of red.*Level of yellow/s);
});

// Every format of every game: what is copied can be pasted, and is the same game or position then.
for (const game of ["abalone", "checkers", "othello", "expendibots", "gothello", "connect-four"]) {
  scenario(`${game}: every format is copied and pasted`, {}, async (page) => {
    await begin(page, game, { side: "both" });
    await play(page, mouse, { seed: 3, until: async () => (await moves(page, "#play").count()) >= 4 });
    await tab(page, "analyse");
    const pieces = await shown(page);
    const count = await moves(page, "#analyse").count();
    await page.click("#open-exchange");
    const formats = await page.locator('[data-format]:not([data-format="link"])').evaluateAll((inputs) => inputs.map((input) => input.dataset.format));
    assert.ok(formats.length >= 2);
    const texts = [];
    for (const format of formats) {
      await page.evaluate(() => (document.querySelector("#copy").value = ""));
      await page.check(`[data-format="${format}"]`, { force: true });
      await page.waitForFunction(() => document.querySelector("#copy").value !== "");
      const text = await page.inputValue("#copy");
      await page.click("#copy-text");
      assert.equal(await page.evaluate(() => navigator.clipboard.readText()), text);
      texts.push({ format, text, whole: (await page.textContent(".about")).includes("(the game)") });
    }
    await page.keyboard.press("Escape");
    for (const { format, text, whole } of texts) {
      await page.click("#open-exchange");
      await page.fill("#paste", text);
      await page.locator("#paste-found .good").waitFor();
      await page.click("#paste-open");
      await page.locator("dialog").waitFor({ state: "detached" });
      assert.equal(await shown(page), pieces, `${game} as ${format}`);
      assert.equal(await moves(page, "#analyse").count(), whole ? count : 0, `${game} as ${format}`);
    }
  });
}

scenario("a server that hangs up says why, and the page comes back by itself", { hash: OPENING }, async (page) => {
  // The page has one line; what floods it here is not the page's own doing.
  await page.evaluate(() => {
    const send = WebSocket.prototype.send;
    WebSocket.prototype.send = function (frame) {
      WebSocket.prototype.send = send;
      for (let id = 1; id <= 1000; id++) send.call(this, JSON.stringify({ id: 1_000_000 + id, do: "hello" }));
      send.call(this, frame);
    };
  });
  await page.keyboard.press("ArrowLeft");
  await page.waitForFunction(() => document.querySelector("#away").checkVisibility());
  assert.match(await page.textContent("#away"), /hung up: far too many requests a second\. Nothing is lost/);
  await picture(page, "hung-up");
  await page.locator("#away").waitFor({ state: "hidden" });
  await page.waitForFunction(() => location.hash.endsWith(";3"));
});

// Nothing ends this game, so that it can be as long as one likes.
const LONG = line("abalone:win=14,repetition=off,quiet=off", ...Array.from({ length: 300 }, (_, ply) => ["c3d3", "g7f7", "d3c3", "f7g7"][ply % 4]));

for (const [size, width, height] of [["desk", 1280, 800], ["phone", 390, 844]]) {
  scenario(`a game of 300 moves is walked through and played on, ${size}`, { width, height, hash: LONG }, async (page) => {
    const current = () => page.evaluate(() => [...document.querySelectorAll("#analyse [data-move]")].findIndex((move) => move.hasAttribute("aria-current")));
    const reach = (index) => page.waitForFunction((index) => [...document.querySelectorAll("#analyse [data-move]")].findIndex((move) => move.hasAttribute("aria-current")) === index, index);
    assert.equal(await current(), 299);
    for (let step = 0; step < 20; step++) await page.keyboard.press("ArrowLeft");
    await reach(279);
    await page.keyboard.press("Home");
    await reach(-1);
    await page.keyboard.press("End");
    await reach(299);
    await page.fill("#move", "c3d3");
    await page.press("#move", "Enter");
    await reach(300);
    await page.waitForFunction(() => {
      const move = document.querySelector("#analyse [aria-current]").getBoundingClientRect();
      const list = document.querySelector("#analyse .moves-box").getBoundingClientRect();
      return move.top >= list.top - 1 && move.bottom <= list.bottom + 1;
    });
    assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= width);
    await page.reload();
    await boardReady(page);
    await reach(300);
    await picture(page, `long-${size}`);
  });
}

scenario("a phone plays, with fingers", { width: 390, height: 844, touch: true }, async (page) => {
  await begin(page, "othello", { options: { size: "4x4" }, side: "first" });
  const wide = await page.evaluate(() => document.documentElement.scrollWidth);
  assert.ok(wide <= 390, `the page is ${wide} px wide`);
  assert.ok(await play(page, finger, { seed: lots(4)(9) + 1 }));
  await picture(page, "phone-end");
});

for (const game of ["connect-four", "gothello", "abalone"]) {
  scenario(`a phone shows which game is open: ${game}`, { width: 390, height: 844, touch: true, hash: `#${game}` }, async (page) => {
    const row = await page.locator("#top .games").boundingBox();
    const open = await page.locator('#top .games [aria-pressed="true"]').boundingBox();
    assert.ok(open.x >= row.x && open.x + open.width <= row.x + row.width, JSON.stringify([row, open]));
    assert.equal(await page.evaluate(() => scrollX + scrollY), 0);
    await picture(page, `phone-header-${game}`);
  });
}

scenario("what was kept in another shape is as good as nothing", {}, async (page, { problems }) => {
  const strange = ["7", "[]", "{}", '{"side":"up","levels":["club","club"],"clock":"none","custom":""}', '{"game":"othello","sketch":[7],"standing":{}}', "{"];
  for (const text of strange) {
    const other = await page.context().newPage();
    other.on("pageerror", (error) => problems.push(`${text}: ${error.stack}`));
    await other.addInitScript((text) => {
      for (const name of ["wish", "analyse", "welcomed", "sound", "theme", "game", "lab.abalone"]) localStorage.setItem(`ponder.${name}`, text);
      for (const name of ["game", "game.abalone", "game#0"]) sessionStorage.setItem(`ponder.${name}`, text);
    }, text);
    await other.goto(address);
    await boardReady(other, problems);
    await other.click("#new");
    await other.locator("#new-game [data-level]").first().waitFor();
    await other.click("#new-game button:text('Cancel')");
    await tab(other, "lab");
    await other.locator("[data-term]").first().waitFor();
    await other.close();
  }
});

scenario("several ways to the same cell are told, and the piece stays chosen", { hash: "#checkers;B%3AW6%2C7%2C14%2C15%2C32%3AB2" }, async (page) => {
  await page.click('#stage [data-cell="2"]');
  await page.click('#stage [data-cell="18"]');
  assert.match(await page.textContent("#remark"), /Several ways lead to 18/);
  assert.equal(await page.getAttribute('#stage [data-cell="2"]', "aria-selected"), "true");
  await page.click('#stage [data-cell="9"]');
  await page.click('#stage [data-cell="18"]');
  await page.waitForFunction(() => document.querySelectorAll("#analyse [data-move]").length === 1);
});

scenario("nobody counts the pieces of a position that is being set up", { hash: line("checkers") }, async (page) => {
  const counts = () => page.locator("#strip .tally b").allTextContents();
  assert.deepEqual((await counts()).slice(0, 1), ["12"]);
  await page.click("#open-editor");
  await page.click(".editor button:text('Clear')");
  assert.deepEqual(await counts(), []);
  await page.click(".editor button:text('Cancel')");
  assert.deepEqual((await counts()).slice(0, 1), ["12"]);
});

scenario("a side without marbles is refused by the editor", { hash: line("abalone") }, async (page) => {
  await page.click("#open-editor");
  await page.click(".editor button:text('Clear')");
  await page.check('.editor input[value="White marble"]', { force: true });
  await page.click('#stage [data-cell="e5"]');
  await page.click("#editor-use");
  await page.waitForFunction(() => /^Black has no marble/.test(document.querySelector(".editor .complaint").textContent));
});

scenario("a phone tells the results of the games in the archive", { width: 390, height: 844, touch: true, hash: line("connect-four", ..."abababa") }, async (page) => {
  await page.tap("#open-archive");
  await page.tap("#archive-save");
  const facts = page.locator(".archive-list [data-key]:has-text('a b a b a b a') .archive-facts").first();
  await facts.waitFor();
  assert.match(await facts.textContent(), /red won: four in a row/);
  assert.ok(await facts.evaluate((element) => element.scrollWidth <= element.clientWidth && element.scrollHeight <= element.clientHeight + 1), "it is cut off");
  await picture(page, "phone-archive");
});

scenario("levels that give nothing away are told apart", {}, async (page) => {
  await page.click("#new");
  const told = [];
  for (const level of ["master", "best"]) {
    await page.locator("#new-game [data-level]").selectOption(level);
    told.push(await page.textContent("#new-game label:has([data-level]) .small"));
  }
  assert.notEqual(told[0], told[1]);
  assert.doesNotMatch(told.join(), /%/);
});

scenario("a phone has room for fingers, and is not told of keys", { width: 390, height: 844, touch: true, hash: OPENING }, async (page) => {
  for (const button of ["#fewer-lines", "#more-lines", "#engine-hints"]) {
    const { width, height } = await page.locator(button).boundingBox();
    assert.ok(width >= 44 && height >= 44, `${button}: ${width} x ${height}`);
  }
  await page.locator("#engine").evaluate((element) => element.scrollIntoView({ block: "center" }));
  const { x, y, width, height } = await page.locator("#engine").boundingBox();
  const pressed = await page.evaluate(([x, y]) => document.elementFromPoint(x, y)?.id, [x + width / 2, y + height / 2 - 21]);
  assert.equal(pressed, "engine");
  assert.equal(await page.locator(".by-keys:visible").count(), 0);
});
