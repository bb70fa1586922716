/**
 * What server and browser say to each other: one JSON object a frame, requests with an `id`,
 * answers with the same one. `docs/workbench.md` tells it in words.
 */

/** A position with its past: a game, where it began, and the moves since. */
export interface Place {
  game: string;
  start: string | null;
  moves: string[];
}

export interface Fault {
  message: string;
  hint: string | null;
  /** The byte of the text at which it is wrong. */
  at: number | null;
  /** The text with a caret below the place. */
  shown: string | null;
}

export interface Hello {
  version: string;
  games: GameInfo[];
  levels: Level[];
  budgets: { nodes: number; seconds: number; depth: number; lines: number; hash: number; threads: number };
  cores: number;
  /** True if the server keeps games. */
  archive: boolean;
}

export interface GameInfo {
  name: string;
  title: string;
  about: string;
  /** The first mover first. */
  players: [string, string];
  /** True if it counts by how much it is won. */
  margins: boolean;
  options: { key: string; default: string; allowed: string; about: string }[];
  formats: Format[];
  evaluations: { name: string; about: string }[];
  ties: string[];
  /** A score of `scale` hundredths is a win chance of 73 %: 1 / (1 + exp(-score / scale)). */
  chance: { scale: number };
  unit: string;
}

export interface Format {
  name: string;
  about: string;
  holds: "games" | "positions";
}

export interface Level {
  name: string;
  title: string;
  about: string;
  /** The win chance that a move of this level gives away, on average. */
  loss: number;
}

export interface BoardInfo {
  id: string;
  name: string;
  title: string;
  players: [string, string];
  kinds: string[];
  stacks: boolean;
  palette: { cell: string; ground: string; line: string; pieces: [string, string] };
  board: {
    shape: "square" | "hexagon" | "point";
    numbered: boolean;
    checkered: boolean;
    cells: { name: string; x: number; y: number }[];
    labels: { text: string; x: number; y: number }[];
  };
  formats: Format[];
  own_format: string;
  start: string;
}

export interface PlacedPiece {
  cell: string;
  owner: string;
  kind: string;
  count: number;
}

export interface Effect {
  kind: "place" | "move" | "stack" | "flip" | "push" | "eject" | "capture" | "crown" | "explode";
  cell: string;
  to?: string;
  count?: number;
  wave?: number;
}

export interface Move {
  move: string;
  /** The cells to click; none for a pass. */
  path: string[];
  /** Other ways to click the same move. */
  also?: string[][];
  effects: Effect[];
}

export interface Outcome {
  winner: string | null;
  /** From the first player's view. */
  margin: number;
  reason: string;
}

export interface Position {
  place: Place;
  position: string;
  turn: string;
  plies: number;
  quiet: number;
  outcome: Outcome | null;
  /** The cells that decided the game, once it is over. */
  decisive: string[];
  pieces: PlacedPiece[];
  moves: Move[];
  /** Why only these moves are legal, where it may surprise. */
  remark: string | null;
  tally: { label: string; values: [number, number] }[];
  last: Move | null;
  /** The same board with the other player to move, where that makes sense. */
  passed: string | null;
}

export interface Score {
  kind: "heuristic" | "exact" | "win" | "loss" | "draw";
  /** Hundredths of the game's unit, from the mover's view. */
  value: number;
  plies?: number;
  bound?: "lower" | "upper";
}

export interface Line {
  score: Score;
  /** The mover's win chance, from 0 to 1. */
  chance: number;
  pv: string[];
}

export interface Report {
  game: string;
  position: string;
  depth: number;
  complete: boolean;
  best: string;
  score: Score;
  chance: number;
  pv: string[];
  lines: Line[];
  nodes: number;
  seconds: number;
  nps: number;
  stats: {
    quiescence: number;
    boards: number;
    boards_per_second: number;
    cutoffs: number;
    first_cut_rate: number;
    probes: number;
    hits: number;
    hit_rate: number;
    stores: number;
    table_permille: number;
    selective_depth: number;
    iteration_nodes: number;
    iteration_seconds: number;
    branching: number | null;
  };
  config: string;
  eval: string;
  threads: number;
  hash: number;
  finished: boolean;
}

/** How to search; what is left out is the game's own. */
export interface SearchWish {
  with?: string[];
  without?: string[];
  set?: string[];
  driver?: string;
  exact?: boolean;
  eval?: string;
}

export interface Limits {
  depth?: number;
  nodes?: number;
  seconds?: number;
}

export interface TreeNode {
  move: string | null;
  depth: number;
  alpha: number;
  beta: number;
  value: number;
  bound: "exact" | "lower" | "upper";
  kind: string;
  reduction: number;
  extension: number;
  researched: boolean;
  order: number;
  nodes: number;
  children: number;
  reason: string;
}

export interface Evaluation {
  game: string;
  position: string;
  score: number;
  phase: number;
  terms: { name: string; about: string; count: number; weight: number; value: number; share: number }[];
}

export interface Techniques {
  switches: { name: string; about: string; sound: boolean; on: boolean; allowed: boolean }[];
  numbers: { name: string; about: string; value: number; least: number; most: number }[];
  drivers: string[];
  ties: string[];
}

export interface Ply {
  ply: number;
  move: string;
  turn: string;
  best: string;
  score: Score;
  chance_before: number;
  chance_after: number;
  /** The first player's win chance after the move. */
  chance_first: number;
  loss: number;
  class: "best" | "good" | "inaccuracy" | "mistake" | "blunder";
  line: string[];
  words: string;
}

export interface Review {
  plies: Ply[];
  players: Record<string, { moves: number; accuracy: number; loss: number; inaccuracies: number; mistakes: number; blunders: number }>;
}

export interface GameRecord {
  tags: [string, string][];
  start: string;
  moves: string[];
  /** Each with the number of moves made before it. */
  comments: [number, string][];
  /** Other moves, each behind the line that it departs from; left out if there are none. */
  variations?: Variation[];
  result: Outcome | null;
}

/** Moves beside those of a line. */
export interface Variation {
  /** The line: another variation by its number, or the game itself. */
  of: number | null;
  /** How many moves of that line are made before these. */
  after: number;
  moves: string[];
  comments: [number, string][];
}

/** What a text was recognised as. */
export interface Recognised {
  game: string;
  format: string;
  /** Its records, or the first of them. */
  records: GameRecord[];
  total: number;
  /** What else it could be. */
  others: { game: string; format: string }[];
}

export interface ArchivedGame {
  key: number;
  game: string;
  /** As in 2026-11-16T16:00:07Z. */
  when: string;
  title: string;
  moves: number;
  opening: string;
  result: string;
  reason: string;
}

export interface RulesPage {
  title: string;
  sections: { heading: string; text: string; position: string | null; moves: string[]; highlight: string[] }[];
}

/** What each request takes and gives. */
export interface Requests {
  hello: [{}, Hello];
  game: [{ game: string }, BoardInfo];
  rules: [{ game: string }, RulesPage];
  position: [{ place: Place }, Position];
  analyse: [
    { place: Place; lines?: number; threads?: number; hash?: number; limits?: Limits; search?: SearchWish; trace?: boolean },
    { report: Report | null; tree: boolean; stopped?: boolean },
  ];
  stop: [{}, {}];
  reply: [
    { place: Place; level: string; clock?: { left: [number, number]; increment: number } },
    { move: string; score: Score; chance: number; stopped?: boolean },
  ];
  tree: [{ path: string[] }, { node: TreeNode; children: TreeNode[] }];
  eval: [{ place: Place; eval?: string }, Evaluation];
  techniques: [{ game: string }, Techniques];
  review: [{ place: Place; seconds?: number; nodes?: number }, Review & { stopped?: boolean }];
  recognise: [{ text: string; game?: string }, Recognised];
  write: [{ place: Place; format: string; tags?: Record<string, string>; comments?: [number, string][] }, { text: string }];
  assemble: [{ game: string; pieces: PlacedPiece[]; turn: string }, { position: string }];
  "archive.save": [{ place: Place; tags?: Record<string, string>; result?: string; reason?: string; key?: number }, { key: number }];
  "archive.list": [
    /** A result is a player's name, `first` or `second` whatever they are called, `draw` or `open`. */
    { game?: string; opening?: string; result?: string; text?: string; offset?: number; limit?: number },
    { total: number; games: ArchivedGame[] },
  ];
  "archive.load": [{ key: number }, { place: Place; tags: [string, string][]; result: string; reason: string; when: string }];
  "archive.delete": [{ key: number }, {}];
}

/** What a long request tells before its answer. */
export type News =
  | { event: "queued"; place: number }
  | { event: "report"; report: Report }
  | { event: "iteration"; report: Report }
  | { event: "ply"; ply: Ply };
