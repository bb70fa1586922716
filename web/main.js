// Puts the parts together.

import { Board } from "./board.js";
import { byId } from "./dom.js";
import { mountHeader } from "./header.js";
import { Link } from "./link.js";
import { GameTree } from "./tree.js";
import { Workbench } from "./workbench.js";

const scheme = location.protocol === "https:" ? "wss" : "ws";
const bench = new Workbench(new Link(`${scheme}://${location.host}/socket`));
new Board(bench, byId("stage"));
await bench.begin();
mountHeader(bench, byId("top"));
await bench.open(new GameTree(bench.hello.games[0].name, null));
performance.mark("board");
