// What the page itself has to say: a refusal, for a few seconds; and that the server is away, for
// as long as it is.

/** @import { Workbench } from "./workbench.js" */

/** How long the server may be silent before anybody is told. */
const PATIENCE = 800;
const SHOWN = 6000;

/**
 * @param {Workbench} bench
 * @param {HTMLElement} toast
 * @param {HTMLElement} away
 */
export function mountMessages(bench, toast, away) {
  let fading = 0;
  bench.on("fault", (words) => {
    toast.textContent = words;
    toast.classList.add("shown");
    clearTimeout(fading);
    fading = setTimeout(() => toast.classList.remove("shown"), SHOWN);
  });
  let missing = 0;
  /** Why the server hung up, if it said so; attempts to come back end without words. */
  let why = "";
  bench.link.addEventListener("down", (event) => {
    clearTimeout(missing);
    why = /** @type {CustomEvent<string>} */ (event).detail || why;
    missing = setTimeout(() => {
      const left = why ? `The server has hung up: ${why}.` : "The server is away.";
      away.textContent = `${left} Nothing is lost: the game goes on when it is back.`;
      away.hidden = false;
    }, PATIENCE);
  });
  bench.link.addEventListener("up", () => {
    clearTimeout(missing);
    why = "";
    away.hidden = true;
  });
}
