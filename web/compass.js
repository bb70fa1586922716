// Which cell lies where: the arrow keys' way over any board, by geometry alone.

/** @import { Scene } from "./scene.js" */

/** @type {Record<string, [number, number]>} */
const STRAIGHT = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const HIGH = Math.sqrt(3) / 2;
/** @type {Record<string, [number, number]>} The diagonals of a hexagonal lattice, as they lie on the keyboard. */
const DIAGONAL = { q: [-0.5, -HIGH], e: [0.5, -HIGH], z: [-0.5, HIGH], c: [0.5, HIGH] };

/**
 * The next cell that a key leads to, `null` at the edge, `undefined` if the key leads nowhere.
 *
 * Left and right keep to the row. Up and down take the nearest cell of the next row, and of two
 * equally near ones the one closer to the middle, so that every cell can be reached where cells
 * are not above each other.
 * @param {Scene} scene
 * @param {string} from
 * @param {string} key
 * @returns {string | null | undefined}
 */
export function neighbour(scene, from, key) {
  const way = STRAIGHT[key] ?? (scene.round ? DIAGONAL[key.toLowerCase()] : undefined);
  if (!way) return undefined;
  const [dx, dy] = way;
  const [x, y] = scene.at(from);
  const middle = ((scene.left + scene.right) / 2) * 100;
  let best = null;
  let least = Number.POSITIVE_INFINITY;
  for (const name of scene.cells.keys()) {
    if (name === from) continue;
    const [cx, cy] = scene.at(name);
    const along = (cx - x) * dx + (cy - y) * dy;
    const across = Math.abs((cx - x) * dy - (cy - y) * dx);
    if (along < 10 || across > (dy === 0 ? 30 : along * 1.05)) continue;
    const cost = along + 0.9 * across + Math.abs(cx - middle) * 1e-3;
    if (cost < least) [best, least] = [name, cost];
  }
  return best;
}
