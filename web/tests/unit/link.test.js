// The line to the server, with a socket that the test holds at its other end.

import assert from "node:assert/strict";
import { test } from "node:test";

import { Link, Refusal } from "../../link.js";

/** @type {Socket[]} */
const sockets = [];

class Socket extends EventTarget {
  static OPEN = 1;
  readyState = 0;
  /** @type {string[]} */
  sent = [];

  constructor() {
    super();
    sockets.push(this);
  }

  send(frame) {
    this.sent.push(frame);
  }

  open() {
    this.readyState = Socket.OPEN;
    this.dispatchEvent(new Event("open"));
  }

  say(frame) {
    this.dispatchEvent(new MessageEvent("message", { data: JSON.stringify(frame) }));
  }

  close(code) {
    this.readyState = 3;
    this.dispatchEvent(Object.assign(new Event("close"), { code, reason: "" }));
  }
}
globalThis.WebSocket = /** @type {any} */ (Socket);

function connected() {
  const link = new Link("ws://nowhere/socket");
  const socket = sockets.at(-1);
  socket.open();
  return { link, socket };
}

/** The next socket, when the line has been tried again. */
async function again(old) {
  while (sockets.at(-1) === old) await new Promise((done) => setTimeout(done, 20));
  const socket = sockets.at(-1);
  socket.open();
  return socket;
}

const place = { game: "othello", start: null, moves: ["x\ud800"] };

test("half a character is sent as what stands for it in UTF-8", () => {
  const { link, socket } = connected();
  link.ask("position", { place });
  assert.deepEqual(JSON.parse(socket.sent[0]).place.moves, ["x\ufffd"]);
});

test("what the server could not read is given up, and not asked again", async () => {
  const { link, socket } = connected();
  const asked = link.ask("hello");
  socket.say({ id: 0, fault: { message: "this cannot be read", hint: null, at: null, shown: null } });
  await assert.rejects(asked, (error) => error instanceof Refusal && error.message === "this cannot be read");
  socket.close(1006);
  assert.deepEqual((await again(socket)).sent, []);
});

test("a question under way is asked again when the line is back, unless it was too long", async () => {
  const { link, socket } = connected();
  const asked = link.ask("hello");
  socket.close(1006);
  const next = await again(socket);
  assert.deepEqual(next.sent, socket.sent);
  next.close(1009);
  await assert.rejects(asked, Refusal);
  assert.deepEqual((await again(next)).sent, []);
});

test("what is too long is refused before it is sent", async () => {
  const { link, socket } = connected();
  await assert.rejects(link.ask("recognise", { text: "x".repeat(70_000) }), /too long/);
  await assert.rejects(link.ask("recognise", { text: "€".repeat(30_000) }), /too long/);
  assert.deepEqual(socket.sent, []);
});

test("an answer that came with the page is taken once, without a line", async () => {
  const question = { game: "othello" };
  const link = new Link("ws://nowhere/socket", { '{"do":"game","game":"othello"}': { id: "othello" } });
  assert.deepEqual(await link.ask("game", question), { id: "othello" });
  const socket = sockets.at(-1);
  const asked = link.ask("game", question);
  socket.open();
  assert.equal(socket.sent.length, 1);
  socket.say({ id: 1, ok: { id: "from the server" } });
  assert.deepEqual(await asked, { id: "from the server" });
});
