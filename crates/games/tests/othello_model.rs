//! Othello against a model of arrays and loops.

use ponder_core::{CellId, Game, Player, Random, Show};
use ponder_games::othello::{Cells, Move, Othello, Position, flips, mobility};
use ponder_testkit::{Model, agree, open, read};

/// The board as rows of squares; `raw` says whether empty squares stay out of the score.
#[derive(Clone, Debug)]
struct Squares {
    rows: Vec<Vec<Option<Player>>>,
    turn: Player,
    raw: bool,
}

impl Squares {
    fn start(rows: usize, columns: usize, parallel: bool, raw: bool) -> Self {
        let mut board = vec![vec![None; columns]; rows];
        let (top, left) = (rows / 2 - 1, columns / 2 - 1);
        let (black, white) = (Some(Player::First), Some(Player::Second));
        board[top][left] = white;
        board[top][left + 1] = if parallel { white } else { black };
        board[top + 1][left] = black;
        board[top + 1][left + 1] = if parallel { black } else { white };
        Self {
            rows: board,
            turn: Player::First,
            raw,
        }
    }

    fn at(&self, row: i32, column: i32) -> Option<Player> {
        let row = self.rows.get(usize::try_from(row).ok()?)?;
        *row.get(usize::try_from(column).ok()?)?
    }

    /// The squares that a disc of `player` on this square turns, walked one by one.
    fn turned(&self, player: Player, row: i32, column: i32) -> Vec<(i32, i32)> {
        let mut all = Vec::new();
        for down in -1..=1 {
            for right in -1..=1 {
                if (down, right) == (0, 0) {
                    continue;
                }
                let mut run = Vec::new();
                let (mut r, mut c) = (row + down, column + right);
                while self.at(r, c) == Some(player.other()) {
                    run.push((r, c));
                    r += down;
                    c += right;
                }
                if self.at(r, c) == Some(player) {
                    all.append(&mut run);
                }
            }
        }
        all
    }

    fn placements(&self, player: Player) -> Vec<(i32, i32)> {
        let rows = 0..self.rows.len() as i32;
        let columns = self.rows[0].len() as i32;
        rows.flat_map(|row| (0..columns).map(move |column| (row, column)))
            .filter(|&(row, column)| {
                self.at(row, column).is_none() && !self.turned(player, row, column).is_empty()
            })
            .collect()
    }
}

impl Model for Squares {
    /// A square, or nothing for a pass.
    type Move = Option<(i32, i32)>;

    fn moves(&self) -> Vec<Self::Move> {
        let placements = self.placements(self.turn);
        if !placements.is_empty() {
            placements.into_iter().map(Some).collect()
        } else if self.placements(self.turn.other()).is_empty() {
            Vec::new()
        } else {
            vec![None]
        }
    }

    fn play(&mut self, m: &Self::Move) {
        if let Some((row, column)) = *m {
            let mut changed = self.turned(self.turn, row, column);
            changed.push((row, column));
            for (row, column) in changed {
                self.rows[row as usize][column as usize] = Some(self.turn);
            }
        }
        self.turn = self.turn.other();
    }

    fn outcome(&self) -> Option<i16> {
        if !self.moves().is_empty() {
            return None;
        }
        let discs = |wanted| {
            let squares = self.rows.iter().flatten();
            squares.filter(|square| **square == wanted).count() as i16
        };
        let (black, white) = (discs(Some(Player::First)), discs(Some(Player::Second)));
        let empties = if self.raw { 0 } else { discs(None) };
        Some(match black - white {
            0 => 0,
            lead if lead > 0 => lead + empties,
            lead => lead - empties,
        })
    }
}

fn compare<const N: usize>(options: &str, games: u64) {
    let game: Othello<N> = open(&format!("othello:{options}"));
    let settings = ponder_core::Settings::parse("othello", Othello::<N>::SPECS, options).unwrap();
    let (rows, columns) = settings.size("size");
    let model = Squares::start(
        rows.into(),
        columns.into(),
        options.contains("parallel"),
        options.contains("raw"),
    );
    let same = |pos: &Position<N>, model: &Squares| {
        let squares = model.rows.iter().flatten();
        (0 as CellId..)
            .zip(squares)
            .all(|(cell, square)| game.piece_at(pos, cell).map(|piece| piece.owner) == *square)
    };
    let translate = |_: &Position<N>, m: Move| match m {
        Move::Place(cell) => {
            let (row, column) = Cells::<N>::place(cell);
            Some((row.into(), column.into()))
        }
        Move::Pass => None,
    };
    agree(&game, &model, read(&game, ""), games, translate, same);
}

#[test]
fn agrees_on_8x8() {
    compare::<1>("size=8x8", 10_000);
}

#[test]
fn agrees_on_8x8_with_other_options() {
    compare::<1>("size=8x8,start=parallel,score=raw", 2_000);
    compare::<4>("size=8x8,score=raw", 1_000);
}

#[test]
fn agrees_on_small_boards() {
    compare::<1>("size=6x6", 5_000);
    compare::<1>("size=6x6,start=parallel,score=raw", 2_000);
    compare::<1>("size=5x7", 5_000);
    compare::<1>("size=2x2", 1);
    compare::<1>("size=2x8,start=parallel", 100);
    compare::<1>("size=3x3,score=raw", 1_000);
    compare::<1>("size=4x4,score=raw", 5_000);
}

#[test]
fn agrees_on_large_boards() {
    compare::<4>("size=3x16", 1_000);
    compare::<4>("size=16x3,score=raw", 1_000);
    compare::<4>("size=10x10", 500);
    compare::<4>("size=10x10,start=parallel,score=raw", 500);
    compare::<4>("size=16x16", 100);
}

/// The kernels on boards that no game brings about: any cell filled by chance, thinly or densely,
/// with long runs and full edges.
fn compare_kernels<const N: usize>(boards: u64) {
    let side = Cells::<N>::SIDE;
    for seed in 0..boards {
        let mut random = Random::new(seed);
        let density = 1 + random.below(15);
        let own_share = 1 + random.below(7);
        let mut model = Squares::start(side.into(), side.into(), false, false);
        let (mut own, mut enemy) = (Cells::<N>::NONE, Cells::<N>::NONE);
        for row in 0..side {
            for column in 0..side {
                let cell = Cells::one(Cells::<N>::index(row, column));
                let square = &mut model.rows[usize::from(row)][usize::from(column)];
                *square = None;
                if random.below(16) < density {
                    continue;
                }
                if random.below(8) < own_share {
                    own = own | cell;
                    *square = Some(Player::First);
                } else {
                    enemy = enemy | cell;
                    *square = Some(Player::Second);
                }
            }
        }
        let placements = mobility(own, enemy) & !(own | enemy);
        for cell in (!(own | enemy)).iter() {
            let (row, column) = Cells::<N>::place(cell);
            let expected: Cells<N> = model
                .turned(Player::First, row.into(), column.into())
                .into_iter()
                .map(|(row, column)| Cells::<N>::index(row as u8, column as u8))
                .collect();
            assert_eq!(
                flips(own, enemy, cell),
                expected,
                "{own:?} {enemy:?} {cell}"
            );
            assert_eq!(
                placements.has(cell),
                !expected.is_empty(),
                "{own:?} {enemy:?} {cell}"
            );
        }
    }
}

#[test]
fn kernels_agree_on_any_board() {
    compare_kernels::<1>(20_000);
    compare_kernels::<4>(2_000);
}
