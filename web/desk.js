// Everything round the board: header, strip, controls, panels, help.

/** @import { Board } from "./board.js" */
/** @import { Lobby } from "./lobby.js" */
/** @import { Match } from "./match.js" */
/** @import { Workbench } from "./workbench.js" */

import { mountAnalyse } from "./analyse.js";
import { keepFinished } from "./archive.js";
import { mountBar } from "./bar.js";
import { mountControls } from "./controls.js";
import { byId } from "./dom.js";
import { openExchange } from "./exchange.js";
import { mountHeader } from "./header.js";
import { mountHelp, welcome } from "./help.js";
import { mountInput } from "./input.js";
import { keepAll } from "./keep.js";
import { keys } from "./keys.js";
import { mount as mountLab } from "./lab.js";
import { openNewGame } from "./newgame.js";
import { mountPlay } from "./play.js";
import { mountSpeech } from "./speech.js";
import { mountStrip } from "./strip.js";

/**
 * @param {Workbench} bench
 * @param {Match} match
 * @param {Board} board
 * @param {Lobby} lobby
 */
export function mountDesk(bench, match, board, lobby) {
  keys.mode = () => bench.mode;
  const fresh = () => openNewGame(bench, lobby);
  mountHeader(bench, byId("top"), { change: (game) => lobby.change(game), fresh });
  mountBar(bench, byId("bar"));
  mountStrip(bench, byId("strip"), match);
  mountInput(bench, board, byId("entry"), match);
  mountControls(bench, byId("controls"), board, { fresh, share: () => openExchange(bench) });
  mountSpeech(bench, byId("news"), match);
  mountHelp(bench);
  mountPlay(bench, byId("play"), board, match, { fresh, again: () => lobby.again().catch((error) => bench.complain(error)) });
  mountAnalyse(bench, byId("analyse"), board);
  mountLab(bench, byId("lab"), board);
  welcome(bench, byId("play"));
  bench.tell("mode");
  bench.tell("flip", board.turned);
  keepAll(bench, match, board);
  keepFinished(bench, match);
  // For those who must know when everything can be used.
  document.body.dataset.ready = "";
}
