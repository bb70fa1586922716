//! Checkers against a model of arrays and loops, and the proof of the bound on its moves.

use std::collections::HashSet;

use ponder_core::{Piece, Player, Random, Rules, Show};
use ponder_games::checkers::{Checkers, Move, Position};
use ponder_testkit::{Model, agree, check_properties_from, open};

/// Rows from the top, columns from the left; `b w` are men, `B W` kings, a blank is empty.
type Grid = [[char; 8]; 8];

#[derive(Clone, Debug)]
struct Plain {
    grid: Grid,
    black_to_move: bool,
    past: Vec<(Grid, bool)>,
    quiet: usize,
    limits: Limits,
}

#[derive(Clone, Copy, Debug)]
struct Limits {
    repetition: usize,
    quiet: usize,
    plies: usize,
}

const DEFAULT: Limits = Limits {
    repetition: 3,
    quiet: 80,
    plies: usize::MAX,
};

/// Row and column of a square.
fn place(square: usize) -> (usize, usize) {
    let row = (square - 1) / 4;
    (row, 2 * ((square - 1) % 4) + (row + 1) % 2)
}

fn square(row: usize, column: usize) -> usize {
    4 * row + column / 2 + 1
}

/// The place so many diagonal steps further, if it is on the board.
fn beyond(at: (usize, usize), way: (i32, i32), steps: i32) -> Option<(usize, usize)> {
    let row = at.0 as i32 + way.0 * steps;
    let column = at.1 as i32 + way.1 * steps;
    let inside = (0..8).contains(&row) && (0..8).contains(&column);
    inside.then_some((row as usize, column as usize))
}

impl Plain {
    fn new(grid: Grid, black_to_move: bool, limits: Limits) -> Self {
        Self {
            grid,
            black_to_move,
            past: vec![(grid, black_to_move)],
            quiet: 0,
            limits,
        }
    }

    fn start() -> Self {
        let mut grid = [[' '; 8]; 8];
        for n in 1..=32 {
            let (row, column) = place(n);
            grid[row][column] = match n {
                1..=12 => 'b',
                21..=32 => 'w',
                _ => ' ',
            };
        }
        Self::new(grid, true, DEFAULT)
    }

    fn is_own(&self, piece: char) -> bool {
        let own = if self.black_to_move { 'b' } else { 'w' };
        piece.to_ascii_lowercase() == own
    }

    fn is_enemy(&self, piece: char) -> bool {
        piece != ' ' && !self.is_own(piece)
    }

    fn ways(piece: char) -> Vec<(i32, i32)> {
        match piece {
            'b' => vec![(1, -1), (1, 1)],
            'w' => vec![(-1, -1), (-1, 1)],
            _ => vec![(1, -1), (1, 1), (-1, -1), (-1, 1)],
        }
    }

    /// All captures that begin with the squares in `path`, taking pieces off as it goes.
    fn captures(&self, grid: &Grid, piece: char, path: &[usize], out: &mut Vec<Vec<usize>>) {
        let at = place(*path.last().unwrap());
        let mut carried_on = false;
        for way in Self::ways(piece) {
            let (Some(over), Some(landing)) = (beyond(at, way, 1), beyond(at, way, 2)) else {
                continue;
            };
            if !self.is_enemy(grid[over.0][over.1]) || grid[landing.0][landing.1] != ' ' {
                continue;
            }
            carried_on = true;
            let mut next = *grid;
            next[over.0][over.1] = ' ';
            let mut longer = path.to_vec();
            longer.push(square(landing.0, landing.1));
            let crowned = (piece == 'b' && landing.0 == 7) || (piece == 'w' && landing.0 == 0);
            if crowned {
                out.push(longer);
            } else {
                self.captures(&next, piece, &longer, out);
            }
        }
        if !carried_on && path.len() > 1 {
            out.push(path.to_vec());
        }
    }
}

impl Model for Plain {
    type Move = Vec<usize>;

    fn moves(&self) -> Vec<Vec<usize>> {
        let mut captures = Vec::new();
        let mut steps = Vec::new();
        for n in 1..=32 {
            let (row, column) = place(n);
            let piece = self.grid[row][column];
            if !self.is_own(piece) {
                continue;
            }
            let mut lifted = self.grid;
            lifted[row][column] = ' ';
            self.captures(&lifted, piece, &[n], &mut captures);
            for way in Self::ways(piece) {
                if let Some((r, c)) = beyond((row, column), way, 1)
                    && self.grid[r][c] == ' '
                {
                    steps.push(vec![n, square(r, c)]);
                }
            }
        }
        if captures.is_empty() { steps } else { captures }
    }

    fn play(&mut self, path: &Vec<usize>) {
        let (row, column) = place(path[0]);
        let piece = std::mem::replace(&mut self.grid[row][column], ' ');
        let mut converted = piece == 'b' || piece == 'w';
        for hop in path.windows(2) {
            let (from, to) = (place(hop[0]), place(hop[1]));
            if from.0.abs_diff(to.0) == 2 {
                self.grid[from.0.midpoint(to.0)][from.1.midpoint(to.1)] = ' ';
                converted = true;
            }
        }
        let (row, column) = place(*path.last().unwrap());
        let crowned = (piece == 'b' && row == 7) || (piece == 'w' && row == 0);
        self.grid[row][column] = if crowned {
            piece.to_ascii_uppercase()
        } else {
            piece
        };
        self.quiet = if converted { 0 } else { self.quiet + 1 };
        self.black_to_move = !self.black_to_move;
        self.past.push((self.grid, self.black_to_move));
    }

    fn outcome(&self) -> Option<i16> {
        if self.moves().is_empty() {
            return Some(if self.black_to_move { -1 } else { 1 });
        }
        let now = (self.grid, self.black_to_move);
        let occurrences = self.past.iter().filter(|then| **then == now).count();
        let drawn = occurrences >= self.limits.repetition
            || self.quiet >= self.limits.quiet
            || self.past.len() > self.limits.plies;
        drawn.then_some(0)
    }
}

/// The model's letter of a piece.
fn letter(piece: Option<Piece>) -> char {
    let Some(piece) = piece else { return ' ' };
    match (piece.owner, piece.kind) {
        (Player::First, 0) => 'b',
        (Player::First, _) => 'B',
        (Player::Second, 0) => 'w',
        (Player::Second, _) => 'W',
    }
}

fn compare(game: &Checkers, model: &Plain, start: Position, games: u64) {
    let translate = |pos: &Position, m: Move| -> Vec<usize> {
        let path = game.path(pos, m);
        path.into_iter().map(|cell| usize::from(cell) + 1).collect()
    };
    let same = |pos: &Position, model: &Plain| {
        (game.turn(pos) == Player::First) == model.black_to_move
            && (1..=32).all(|n| {
                let (row, column) = place(n);
                letter(game.piece_at(pos, n as u16 - 1)) == model.grid[row][column]
            })
    };
    agree(game, model, start, games, translate, same);
}

#[test]
fn agrees_with_the_model() {
    let game = open::<Checkers>("checkers");
    compare(&game, &Plain::start(), game.start(), 10_000);
}

/// Random boards with up to twelve pieces a side; of four pieces, `kings` are kings.
fn random_board(random: &mut Random, kings: usize) -> (Vec<Option<Piece>>, Player) {
    let mut pieces = vec![None; 32];
    for owner in Player::BOTH {
        for _ in 0..=random.below(12) {
            let cell = random.below(32);
            let crowning = match owner {
                Player::First => cell >= 28,
                Player::Second => cell < 4,
            };
            let kind = u8::from(crowning || random.below(4) < kings);
            if pieces[cell].is_none() {
                let count = 1;
                pieces[cell] = Some(Piece { owner, kind, count });
            }
        }
    }
    let turn = Player::BOTH[random.below(2)];
    // Whose pieces are all taken is to move.
    let gone = |player| pieces.iter().flatten().all(|piece| piece.owner != player);
    let turn = if gone(turn.other()) {
        turn.other()
    } else {
        turn
    };
    (pieces, turn)
}

/// Captures that go round in circles, and by several paths to one end, are common here.
#[test]
fn properties_hold_on_boards_full_of_kings() {
    let game = open::<Checkers>("checkers");
    let mut random = Random::new(9);
    for seed in 0..300 {
        let (pieces, turn) = random_board(&mut random, 3);
        let start = game.assemble(&pieces, turn).unwrap();
        check_properties_from(&game, start, seed);
    }
}

fn compare_random_boards(game: &Checkers, limits: Limits, boards: usize, kings: usize) {
    let mut random = Random::new(kings as u64);
    for _ in 0..boards {
        let (pieces, turn) = random_board(&mut random, kings);
        let start = game.assemble(&pieces, turn).unwrap();
        let mut grid = [[' '; 8]; 8];
        for (n, piece) in (1..).zip(pieces) {
            let (row, column) = place(n);
            grid[row][column] = letter(piece);
        }
        let model = Plain::new(grid, turn == Player::First, limits);
        compare(game, &model, start, 2);
    }
}

#[test]
fn agrees_with_the_model_on_boards_full_of_kings() {
    let game = open::<Checkers>("checkers");
    compare_random_boards(&game, DEFAULT, 4_000, 4);
    compare_random_boards(&game, DEFAULT, 4_000, 2);
    compare_random_boards(&game, DEFAULT, 4_000, 1);
}

#[test]
fn agrees_with_the_model_under_other_limits() {
    let game = open::<Checkers>("checkers:repetition=2,quiet=12,plies=40");
    let limits = Limits {
        repetition: 2,
        quiet: 12,
        plies: 40,
    };
    compare_random_boards(&game, limits, 3_000, 4);
    let game = open::<Checkers>("checkers:repetition=off,quiet=off,plies=150");
    let limits = Limits {
        repetition: usize::MAX,
        quiet: usize::MAX,
        plies: 150,
    };
    compare_random_boards(&game, limits, 1_000, 3);
}

/// Paths of maximal length from `at`, over each edge in `edges` at most once, through `free`
/// squares only.
fn maximal_paths(edges: &[(usize, usize)], free: &[bool], at: usize) -> usize {
    let mut paths = 0;
    for (index, &(a, b)) in edges.iter().enumerate() {
        let to = match at {
            _ if at == a => b,
            _ if at == b => a,
            _ => continue,
        };
        if free[to] {
            let mut rest = edges.to_vec();
            rest.remove(index);
            paths += maximal_paths(&rest, free, to).max(1);
        }
    }
    paths
}

/// Captures of one piece stay within 8 squares, joined by 9 jumps; all four such graphs look the
/// same. This tries every set of takeable pieces with every set of own kings on the 8 squares
/// (the others empty: whatever blocks a square only cuts paths short, and so does being a man).
#[test]
fn no_position_has_more_moves() {
    let squares = [1, 3, 10, 12, 17, 19, 26, 28];
    let index = |n: usize| squares.iter().position(|square| *square == n);
    let mut edges = Vec::new();
    for (from, &n) in squares.iter().enumerate() {
        for way in [(1, -1), (1, 1)] {
            if let Some((row, column)) = beyond(place(n), way, 2) {
                edges.push((from, index(square(row, column)).unwrap()));
            }
        }
    }
    let jumped: HashSet<_> = edges.iter().copied().collect();
    assert_eq!((edges.len(), jumped.len()), (9, 9));
    let mut most = 0;
    for takeable in 0..1 << 9 {
        let chosen = |index: &usize| takeable >> index & 1 != 0;
        let present: Vec<_> = (0..9).filter(chosen).map(|index| edges[index]).collect();
        for kings in 0..1 << 8 {
            let has_king = |square: usize| kings >> square & 1 != 0;
            let paths = (0..8).filter(|king| has_king(*king)).map(|king| {
                let free: Vec<_> = (0..8).map(|at| at == king || !has_king(at)).collect();
                maximal_paths(&present, &free, king)
            });
            most = most.max(paths.sum());
        }
    }
    assert_eq!(most, 17);
    assert_eq!(Checkers::MAX_MOVES, (4 * most).max(12 * 4));
}
