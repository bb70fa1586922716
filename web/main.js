// Begins: first the board, with as little as it needs, then everything round it.

import "./theme.js";
import { Board } from "./board.js";
import { byId } from "./dom.js";
import { reopen } from "./keep.js";
import { Link } from "./link.js";
import { Lobby } from "./lobby.js";
import { Match } from "./match.js";
import { mountMessages } from "./messages.js";
import { Workbench } from "./workbench.js";

// What follows the question mark is the token that a server beyond this machine asks for.
const scheme = location.protocol === "https:" ? "wss" : "ws";
const known = JSON.parse(byId("known").textContent || "{}");
const bench = new Workbench(new Link(`${scheme}://${location.host}/socket${location.search}`, known));
const match = new Match(bench);
const board = new Board(bench, byId("stage"));
match.seen = () => board.quiet;
mountMessages(bench, byId("toast"), byId("away"));
await bench.begin();
const lobby = new Lobby(bench, match, board);
if (!(await reopen(bench, match, board))) await lobby.change(bench.hello.games[0].name);
performance.mark("board");
// Only now: forty files on their way would keep the board from the screen.
const { mountDesk } = await import("./desk.js");
mountDesk(bench, match, board, lobby);
