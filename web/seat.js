// Which way round the board lies: people like their own pieces below.

/** @import { Board } from "./board.js" */
/** @import { Match } from "./match.js" */
/** @import { Workbench } from "./workbench.js" */

/**
 * Turns the board so that the only person's pieces are the lower ones, if the sides begin apart.
 * @param {Workbench} bench
 * @param {Board} board
 * @param {Match} match
 */
export function ownSideBelow(bench, board, match) {
  const { players, board: shape } = bench.info;
  const height = new Map(shape.cells.map((cell) => [cell.name, cell.y]));
  const [first, second] = players.map((player) => {
    const rows = bench.position.pieces.filter((piece) => piece.owner === player).map((piece) => height.get(piece.cell) ?? 0);
    return rows.reduce((sum, row) => sum + row, 0) / Math.max(rows.length, 1);
  });
  const apart = Math.abs(first - second) > 1.5;
  const below = apart && match.own !== null ? (match.own === 0 ? first > second : second > first) : true;
  if (board.turned === below) board.flip();
}
