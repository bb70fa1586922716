// Which player's pieces are on which side of the board: people like their own below, and the bar
// has each player's share on that player's side.

/** @import { Workbench } from "./workbench.js" */

/** How far apart the sides are on average, in rows, before they count as sides. */
const APART = 1.5;

/**
 * The player whose pieces are lower on a board that is not turned, if the sides are apart.
 * @param {Workbench} bench
 * @returns {0 | 1 | null}
 */
export function lowerSide({ info, position }) {
  const height = new Map(info.board.cells.map((cell) => [cell.name, cell.y]));
  const [first, second] = info.players.map((player) => {
    const rows = position.pieces.filter((piece) => piece.owner === player).map((piece) => height.get(piece.cell) ?? 0);
    return rows.reduce((sum, row) => sum + row, 0) / Math.max(rows.length, 1);
  });
  if (Math.abs(first - second) <= APART) return null;
  return first > second ? 0 : 1;
}
