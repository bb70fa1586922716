// A workbench to test: the program itself, a real browser in front of it, and pages on which
// nothing may go wrong unheard.
//
// A page that writes an error to its console, breaks its Content-Security-Policy, asks for
// something that is not there or throws fails its test, whatever the test was about.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";

import { chromium } from "playwright-core";

const root = fileURLToPath(new URL("../..", import.meta.url));
const pictures = join(process.env.CARGO_TARGET_DIR ?? join(root, "target"), "screenshots");
const axe = await readFile(fileURLToPath(import.meta.resolve("axe-core/axe.min.js")), "utf8");

/** A test that takes longer hangs. */
const CEILING = 240_000;

/**
 * On a shared machine a browser may be kept waiting for longer than any patience: where nobody
 * watches, a test that fails is tried once more, and the first failure is told.
 */
const TRIES = process.env.CI ? 2 : 1;

let server;
let browser;
let folder;
/** Where the workbench is. */
export let address;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), "ponder-web-"));
  await mkdir(pictures, { recursive: true });
  const wishes = process.env.ASSETS ? ["--assets", resolve(root, process.env.ASSETS)] : [];
  const words = ["serve", "--port", "0", "--archive", join(folder, "games.sqlite"), ...wishes];
  server = spawn(resolve(root, process.env.PONDER ?? "target/release/ponder"), words, { stdio: ["ignore", "pipe", "ignore"] });
  const lines = createInterface({ input: server.stdout });
  address = await new Promise((resolve, reject) => {
    lines.once("line", resolve);
    server.once("error", reject);
    server.once("exit", (code) => reject(new Error(`ponder serve ended with ${code}`)));
  });
  browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"],
  });
});

after(async () => {
  await browser?.close();
  if (server && server.exitCode === null) {
    const gone = new Promise((resolve) => server.once("exit", resolve));
    server.kill("SIGINT");
    await gone;
  }
  if (folder) await rm(folder, { recursive: true });
});

/** What goes wrong on a page, in words. */
function listen(page, problems) {
  page.on("console", (message) => {
    if (message.type() === "error") problems.push(`console: ${message.text()}`);
  });
  page.on("pageerror", (error) => problems.push(`thrown: ${error.stack ?? error}`));
  page.on("response", (response) => {
    if (response.status() >= 400) problems.push(`${response.status()} for ${response.url()}`);
  });
  return page.addInitScript(() => {
    document.addEventListener("securitypolicyviolation", (event) => {
      console.error(`policy broken: ${event.violatedDirective} by ${event.blockedURI}`);
    });
  });
}

/**
 * A test with a page of its own. `about`: width, height, scheme, motion (animations are off unless
 * it is true), touch, and hash, the fragment of the address to begin with.
 */
export function scenario(name, about, body) {
  test(name, { timeout: TRIES * CEILING }, async () => {
    for (let left = TRIES - 1; ; left--) {
      try {
        return await onPage(name, about, body);
      } catch (error) {
        if (left === 0) throw error;
        console.error(`${name}: failed, and is tried once more: ${error.stack ?? error}`);
      }
    }
  });
}

/** One try of a test. */
async function onPage(name, about, body) {
  const { width = 1280, height = 800, scheme = "dark", motion = false, touch = false, hash = "" } = about;
  const context = await browser.newContext({
    viewport: { width, height },
    colorScheme: scheme,
    reducedMotion: motion ? "no-preference" : "reduce",
    hasTouch: touch,
    permissions: ["clipboard-read", "clipboard-write"],
  });
  context.setDefaultTimeout(30_000);
  const page = await context.newPage();
  const problems = [];
  await listen(page, problems);
  try {
    await page.goto(address + hash);
    await boardReady(page, problems);
    await body(page, { problems, context });
    assert.deepEqual(problems, []);
  } catch (error) {
    await picture(page, `failed-${name.replaceAll(/[^a-z0-9]+/gi, "-")}`).catch(() => {});
    for (const problem of problems) console.error(problem);
    throw error;
  } finally {
    await context.close();
  }
}

/** The board is drawn and all round it is there; a page that has broken before is not waited for. */
export async function boardReady(page, problems = []) {
  const drawn = page.locator('body[data-ready] #stage [role="gridcell"]').first();
  while (!(await drawn.isVisible())) {
    assert.deepEqual(problems, []);
    await page.waitForTimeout(25);
  }
}

/** Keeps a screenshot as output of the tests. */
export async function picture(page, name) {
  await page.screenshot({ path: join(pictures, `${name}.png`) });
}

/** No finding of axe-core that is more than minor. */
export async function accessible(page, where) {
  await page.evaluate(axe);
  const { violations } = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ["violations"] }));
  const grave = violations.filter(({ impact }) => impact !== "minor");
  const words = grave.map(({ id, help, nodes }) => `${where}: ${id}: ${help}: ${nodes.map(({ target, any }) => `${target} ${any[0]?.message ?? ""}`).slice(0, 4).join(" | ")}`);
  assert.deepEqual(words, []);
}

/** Opens a tab of the workbench. */
export const tab = (page, mode) => page.click(`#tab-${mode}`);
