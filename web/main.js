// Puts the parts together.

/** @import { Control, Seat } from "./match.js" */
/** @import { Wish } from "./newgame.js" */

import "./theme.js";
import { mountAnalyse } from "./analyse.js";
import { mountBar } from "./bar.js";
import { Board } from "./board.js";
import { mountControls } from "./controls.js";
import { byId } from "./dom.js";
import { openExchange } from "./exchange.js";
import { mountHeader } from "./header.js";
import { mountHelp, welcome } from "./help.js";
import { mountInput } from "./input.js";
import { goOn, keepAll, keepSetting, recallSetting, reopen } from "./keep.js";
import { keys } from "./keys.js";
import { mount as mountLab } from "./lab.js";
import { Link } from "./link.js";
import { Match } from "./match.js";
import { mountMessages } from "./messages.js";
import { openNewGame, seatsOf } from "./newgame.js";
import { mountPlay } from "./play.js";
import { ownSideBelow } from "./seat.js";
import { mountSpeech } from "./speech.js";
import { mountStrip } from "./strip.js";
import { Workbench } from "./workbench.js";

// What follows the question mark is the token that a server beyond this machine asks for.
const scheme = location.protocol === "https:" ? "wss" : "ws";
const bench = new Workbench(new Link(`${scheme}://${location.host}/socket${location.search}`));
const match = new Match(bench);
const board = new Board(bench, byId("stage"));
match.seen = () => board.quiet;
keys.mode = () => bench.mode;
mountMessages(bench, byId("toast"), byId("away"));
await bench.begin();

const middle = bench.hello.levels[Math.floor((bench.hello.levels.length - 1) / 2)].name;
/** @type {Wish} */
const wish = recallSetting("wish", { side: "first", levels: [middle, middle], clock: "none", custom: "15+10" });
const known = new Set(bench.hello.levels.map((level) => level.name));
for (const player of [0, 1]) if (!known.has(wish.levels[player])) wish.levels[player] = middle;

/** @param {string} game @param {[Seat, Seat]} seats @param {Control | null} control */
async function begin(game, seats, control) {
  await match.begin(game, seats, control);
  ownSideBelow(bench, board, match);
  bench.show("play");
}
const fresh = () =>
  openNewGame(bench, wish, async (game, seats, control) => {
    await begin(game, seats, control);
    setTimeout(() => keepSetting("wish", wish));
  });
const again = () => begin(bench.info.id, match.seats, match.control).catch((error) => bench.complain(error));
/** Another game: where it was left, or a new one with the players that were wished for last. @param {string} game */
async function change(game) {
  try {
    if (await goOn(game, match, board)) return;
    await match.begin(game, seatsOf(bench.mode === "play" ? wish : { ...wish, side: "both" }), null);
    ownSideBelow(bench, board, match);
  } catch (error) {
    bench.complain(error);
  }
}

mountHeader(bench, byId("top"), { change, fresh });
mountBar(bench, byId("bar"));
mountStrip(bench, byId("strip"), match);
mountInput(bench, board, byId("entry"), match);
mountControls(bench, byId("controls"), board, { fresh, share: () => openExchange(bench) });
mountSpeech(bench, byId("news"), match);
mountHelp(bench);
mountPlay(bench, byId("play"), board, match, { fresh, again });

if (!(await reopen(bench, match, board))) await change(bench.hello.games[0].name);
performance.mark("board");
// What is not seen at once can wait until the board is.
mountAnalyse(bench, byId("analyse"), board);
mountLab(bench, byId("lab"), board);
bench.tell("mode");
bench.tell("flip", board.turned);
keepAll(bench, match, board);
welcome(byId("play"));
