// Figures as the Lab writes them: short, of even width, and the same in every panel.
//
// Pure text; nothing here knows the document or the server.

/** @import { Score } from "./protocol.js" */

// A win on the spot is worth WIN, a win in n plies n less; beyond every score lies INFINITE. These
// are the server's scores, see docs/workbench.md.
const WIN = 32000;
const WON = 30000;
const INFINITE = 32500;

/** A true minus sign is as wide as a plus. @param {string} text */
const minus = (text) => text.replace("-", "\u2212");

/** Three figures and a letter for the thousands: 950, 12.3k, 4.56M. @param {number} number */
export function short(number) {
  let rest = number;
  for (const letter of ["", "k", "M", "G"]) {
    if (rest < 999.5 || letter === "G") return `${figures(rest, letter === "")}${letter}`;
    rest /= 1000;
  }
  return "";
}

/** @param {number} number @param {boolean} whole */
const figures = (number, whole) => number.toFixed(whole || number >= 99.95 ? 0 : number >= 9.995 ? 1 : 2);

/** A time: 340 µs, 12 ms, 3.45 s, 2:05. @param {number} seconds */
export function time(seconds) {
  if (seconds < 0.0009995) return `${(seconds * 1e6).toFixed(0)} µs`;
  if (seconds < 0.9995) return `${(seconds * 1e3).toFixed(0)} ms`;
  if (seconds < 99.95) return `${seconds.toFixed(seconds < 9.995 ? 2 : 1)} s`;
  const whole = Math.round(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

/** A share: 82%. @param {number} share */
export const percent = (share) => `${Math.round(share * 100)}%`;

/** How many times as much: ×1.74. @param {number} ratio */
export const times = (ratio) => `×${ratio.toFixed(ratio < 9.995 ? 2 : ratio < 99.95 ? 1 : 0)}`;

/** Hundredths of the game's unit: +0.30. @param {number} hundredths */
export const signed = (hundredths) => minus((hundredths / 100 + 0).toFixed(2).replace(/^(?!-)/, "+"));

/** A score as the search counts it, with its wins and its infinities. @param {number} value */
export function value(value) {
  const [size, sign] = [Math.abs(value), value < 0 ? "\u2212" : "+"];
  if (size >= INFINITE) return `${sign}∞`;
  if (size >= WON) return `${value > 0 ? "win" : "loss"} ${WIN - size}`;
  return signed(value);
}

/** What a report says a position is worth. @param {Score} score */
export function worth(score) {
  const bound = score.bound === "lower" ? "≥" : score.bound === "upper" ? "≤" : "";
  switch (score.kind) {
    case "win":
    case "loss":
      return `${bound}${score.kind} ${score.plies ?? ""}`.trim();
    case "draw":
      return `${bound}draw`;
    case "exact":
      return `${bound}${signed(score.value)}!`;
    default:
      return `${bound}${signed(score.value)}`;
  }
}

/** A number with a word that fits it. @param {number} number @param {string} one @param {string} [many] */
export const counted = (number, one, many = `${one}s`) => `${number} ${number === 1 ? one : many}`;
