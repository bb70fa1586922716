// Puts the parts together.

import { Link } from "./link.js";
import { GameTree } from "./tree.js";
import { Workbench } from "./workbench.js";

const scheme = location.protocol === "https:" ? "wss" : "ws";
const bench = new Workbench(new Link(`${scheme}://${location.host}/socket`));
await bench.begin();
await bench.open(new GameTree(bench.hello.games[0].name, null));
