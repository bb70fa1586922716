// A match against an engine, with a server that answers when the test says so.

import assert from "node:assert/strict";
import { test } from "node:test";

import { Match } from "../../match.js";
import { GameTree } from "../../tree.js";
import { Workbench } from "../../workbench.js";

// A match has a timer for its clocks, which must not keep this process alive.
const { setInterval } = globalThis;
globalThis.setInterval = (...about) => setInterval(...about).unref();

const players = ["black", "white"];

/** A server whose engine answers at once, and which then keeps positions back until it is opened. */
class Server {
  replies = 0;
  /** @type {(() => void)[]} */
  waiting = [];
  gated = false;
  outcome = null;

  async ask(what, { place } = {}) {
    if (what === "game") return { name: "othello", players };
    if (what === "reply") {
      this.gated = true;
      return { move: `engine-${++this.replies}`, stopped: false };
    }
    if (what === "position") {
      if (this.gated) await new Promise((open) => this.waiting.push(open));
      return { turn: players[place.moves.length % 2], outcome: this.outcome, moves: [], place };
    }
    return {};
  }

  async open() {
    this.gated = false;
    for (const open of this.waiting.splice(0)) open();
    await settled();
  }
}

const settled = () => new Promise((done) => setImmediate(done));

test("an engine is asked once for each of its moves, whatever happens while its move is played", async () => {
  const server = new Server();
  const bench = new Workbench(/** @type {any} */ (server));
  const match = new Match(bench);
  await match.begin("othello", [{ level: "club" }, { level: null }], null);
  await settled();
  // The engine has answered, and the server has yet to say what the board looks like then.
  assert.equal(server.replies, 1);
  bench.tell("mode");
  bench.tell("tree");
  bench.tell("mode");
  await settled();
  await server.open();
  assert.equal(server.replies, 1);
  assert.deepEqual(match.tip.moves, ["engine-1"]);
  assert.ok(!match.paused && !match.thinking);
  assert.equal(bench.node, match.tip);
});

test("a match that was left for another game goes on when it is brought back", async () => {
  const server = new Server();
  const bench = new Workbench(/** @type {any} */ (server));
  const match = new Match(bench);
  await match.begin("othello", [{ level: null }, { level: "club" }], null);
  await match.play("person-1");
  await settled();
  await server.open();
  assert.deepEqual(match.tip.moves, ["person-1", "engine-1"]);
  const { tree } = bench;
  await bench.open(new GameTree("othello", null));
  assert.equal(match.own, null);
  await bench.open(tree, tree.root);
  await settled();
  assert.equal(match.own, 0);
  assert.deepEqual(match.tip.moves, ["person-1", "engine-1"]);
  await bench.go(match.tip);
  await match.play("person-2");
  await settled();
  await server.open();
  assert.equal(server.replies, 2);
  assert.deepEqual(match.tip.moves, ["person-1", "engine-1", "person-2", "engine-2"]);
});

test("the margin is told of whoever wins, in games that count it", async () => {
  const said = async (margins, winner, margin) => {
    const server = new Server();
    server.outcome = { winner, margin, reason: "the board is full" };
    const bench = new Workbench(/** @type {any} */ (server));
    bench.hello = /** @type {any} */ ({ games: [{ name: "othello", margins }] });
    const match = new Match(bench);
    await match.begin("othello", [{ level: null }, { level: null }], null);
    return match.verdict;
  };
  assert.equal(await said(true, "white", -22), "White wins by 22. The board is full.");
  assert.equal(await said(true, "black", 1), "Black wins by 1. The board is full.");
  assert.equal(await said(false, "black", 1), "Black wins. The board is full.");
  assert.equal(await said(true, null, 0), "A draw. The board is full.");
});
