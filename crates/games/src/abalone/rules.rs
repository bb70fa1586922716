//! What is legal.
//!
//! A position holds own and enemy marbles from the mover's view, so that nothing here asks for a
//! colour before it must.

use std::iter::successors;

use ponder_core::{DrawRules, History, Keys, MoveList, Outcome, Player, Progress, Rules, Words};

use super::hexagon::{
    Cell, Cells, Direction, IMAGES, bit, each, neighbour, turned, turned_direction,
};
use super::lines::{Sides, broadside};
use super::{Abalone, Limit, Stuck};

/// The marbles on the board, the marbles lost, and the side to move.
///
/// Lost marbles are counted beside the board, because a study may begin with three against two.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position {
    /// The marbles of the player to move.
    pub(super) own: Cells,
    /// The marbles of the opponent.
    pub(super) enemy: Cells,
    /// Marbles lost by black and by white.
    pub(super) lost: [u8; 2],
    /// The player to move.
    pub(super) turn: Player,
}

const _: () = assert!(size_of::<Position>() <= 64);

impl Position {
    /// What is not on the board, as a word.
    #[inline]
    fn rest(&self) -> u64 {
        let [black, white] = self.lost;
        u64::from(black) << 16 | u64::from(white) << 8 | self.turn.index() as u64
    }

    /// The position with these marbles, black's first, on the board and lost.
    pub(super) fn new(marbles: [Cells; 2], lost: [u8; 2], turn: Player) -> Self {
        Self {
            own: marbles[turn.index()],
            enemy: marbles[turn.other().index()],
            lost,
            turn,
        }
    }

    /// The position after the player to move has brought his own marbles to `own`.
    fn passed(&self, own: Cells) -> Self {
        Self {
            own: self.enemy,
            enemy: own,
            turn: self.turn.other(),
            ..*self
        }
    }

    /// A player's marbles on the board.
    pub(super) fn marbles(&self, player: Player) -> Cells {
        if player == self.turn {
            self.own
        } else {
            self.enemy
        }
    }

    /// The number of marbles a player has lost.
    pub fn lost(&self, player: Player) -> u8 {
        self.lost[player.index()]
    }

    /// The owner of the marble on a cell.
    pub(super) fn owner(&self, cell: Cell) -> Option<Player> {
        let here = bit(cell);
        if self.own & here != 0 {
            return Some(self.turn);
        }
        (self.enemy & here != 0).then_some(self.turn.other())
    }

    /// The cells of the marbles that a move takes along, the front or the lower end first,
    /// and of the enemy marbles that it pushes, the last one first.
    pub(super) fn moved(&self, m: Move) -> (Vec<Cell>, Vec<Cell>) {
        let run = |from: Option<Cell>, owner: Player| {
            let line = successors(from, |cell| neighbour(*cell, m.direction()));
            let mut run: Vec<_> = line
                .take_while(|cell| self.owner(*cell) == Some(owner))
                .collect();
            run.reverse();
            run
        };
        match m.line {
            Line::Ahead => {
                let own = run(Some(m.first), self.turn);
                let front = own.first().and_then(|cell| neighbour(*cell, m.direction()));
                (own, run(front, self.turn.other()))
            }
            Line::Aside { axis, marbles } => {
                let line = successors(Some(m.first), |cell| neighbour(*cell, usize::from(axis)));
                (line.take(usize::from(marbles)).collect(), Vec::new())
            }
        }
    }

    pub(super) fn sides(&self) -> Sides {
        Sides {
            own: self.own,
            enemy: self.enemy,
        }
    }
}

/// A line of one to three marbles goes one step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Move {
    /// The rear marble of an in-line move, or the lower end of a line that steps aside: in the
    /// lower row, or on the left in the same row.
    pub(super) first: Cell,
    /// The direction of the step.
    pub(super) direction: u8,
    pub(super) line: Line,
}

const _: () = assert!(size_of::<Move>() <= 8);

/// How a line goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Line {
    /// Along itself. The rear marble and the direction say the rest: the marbles in front of it
    /// go too, and push what they can.
    Ahead,
    /// Sideways: two or three marbles along an axis (a direction below 3) from the first.
    Aside { axis: u8, marbles: u8 },
}

impl Move {
    pub(super) fn ahead(rear: Cell, direction: Direction) -> Self {
        Self {
            first: rear,
            direction: direction as u8,
            line: Line::Ahead,
        }
    }

    /// The line that runs from `end` in `along`, from either end, steps aside.
    pub(super) fn aside(
        end: Cell,
        along: Direction,
        marbles: u8,
        direction: Direction,
    ) -> Option<Self> {
        let first = if along < 3 {
            end
        } else {
            walk(end, along, marbles - 1)?
        };
        Some(Self {
            first,
            direction: direction as u8,
            line: Line::Aside {
                axis: (along % 3) as u8,
                marbles,
            },
        })
    }

    pub(super) fn direction(self) -> Direction {
        usize::from(self.direction)
    }
}

/// The cell some steps away.
pub(super) fn walk(from: Cell, direction: Direction, steps: u8) -> Option<Cell> {
    (0..steps).try_fold(from, |cell, _| neighbour(cell, direction))
}

/// The first cell from `from` on, itself included, that is not one of `cells`; none if they
/// reach to the edge.
#[inline]
fn beyond(cells: Cells, mut from: Cell, direction: Direction) -> Option<Cell> {
    while cells & bit(from) != 0 {
        from = neighbour(from, direction)?;
    }
    Some(from)
}

impl Abalone {
    /// The winner, if the other side has lost too many marbles.
    fn winner(&self, pos: &Position) -> Option<Player> {
        let beaten = |player: &Player| pos.lost(*player) >= self.win;
        let loser = Player::BOTH.into_iter().find(beaten)?;
        Some(loser.other())
    }

    fn at_ply_limit(&self, pos: &Position) -> Outcome {
        let [black, white] = pos.lost;
        if self.limit == Limit::Draw || black == white {
            return Outcome::draw("the ply limit is reached");
        }
        let winner = Player::BOTH[usize::from(black > white)];
        let reasons = [
            "black has lost fewer marbles at the ply limit",
            "white has lost fewer marbles at the ply limit",
        ];
        Outcome::win(winner, reasons[winner.index()])
    }

    fn play_ahead(pos: &Position, rear: Cell, direction: Direction) -> Position {
        let landing = beyond(pos.own, rear, direction).expect("nobody ejects his own marble");
        let mut after = pos.passed(pos.own ^ bit(rear) ^ bit(landing));
        if pos.enemy & bit(landing) != 0 {
            after.own ^= bit(landing);
            match beyond(pos.enemy, landing, direction) {
                Some(cell) => after.own |= bit(cell),
                None => after.lost[after.turn.index()] += 1,
            }
        }
        after
    }
}

impl Rules for Abalone {
    type Pos = Position;
    type Move = Move;

    /// In one direction each of 14 marbles is the rear of at most one in-line move, and at most
    /// 14 are free to step. Across the direction a free marble has at most one free neighbour
    /// ahead and one behind (see `Sides::count`), so the free marbles form chains, with at most
    /// 13 twos and 12 threes: 14 + 13 + 12 in each of six directions.
    const MAX_MOVES: usize = 6 * (14 + 13 + 12);

    const FIRST_RETURN: u32 = 4;

    fn start(&self) -> Position {
        Position::new(self.start, [0, 0], Player::First)
    }

    fn turn(&self, pos: &Position) -> Player {
        pos.turn
    }

    fn moves(&self, pos: &Position, out: &mut MoveList<Self>) {
        if self.winner(pos).is_some() {
            return;
        }
        for direction in 0..6 {
            let front = pos.sides().front(direction);
            out.extend(each(front.rears).map(|rear| Move::ahead(rear, direction)));
            for axis in (0..3).filter(|axis| *axis != direction % 3) {
                let (twos, threes) = broadside(front.free, axis);
                for (marbles, lines) in [(2, twos), (3, threes)] {
                    out.extend(each(lines).map(|first| Move {
                        first,
                        direction: direction as u8,
                        line: Line::Aside {
                            axis: axis as u8,
                            marbles,
                        },
                    }));
                }
            }
        }
    }

    fn count(&self, pos: &Position) -> u32 {
        if self.winner(pos).is_some() {
            return 0;
        }
        pos.sides().count()
    }

    fn play(&self, pos: &Position, m: Move) -> Position {
        let Line::Aside { axis, marbles } = m.line else {
            return Self::play_ahead(pos, m.first, m.direction());
        };
        let mut own = pos.own;
        let mut cell = Some(m.first);
        for _ in 0..marbles {
            let from = cell.expect("a line lies on the board");
            let to = neighbour(from, m.direction()).expect("a line stays on the board");
            own ^= bit(from) | bit(to);
            cell = neighbour(from, usize::from(axis));
        }
        pos.passed(own)
    }

    fn ended(&self, pos: &Position) -> Option<Outcome> {
        if let Some(winner) = self.winner(pos) {
            let reasons = [
                "white has lost too many marbles",
                "black has lost too many marbles",
            ];
            return Some(Outcome::win(winner, reasons[winner.index()]));
        }
        // Almost always some marble can step, which the first direction or two tells.
        let sides = pos.sides();
        if (0..6).any(|direction| sides.front(direction).rears != 0) {
            return None;
        }
        let reason = ["black cannot move", "white cannot move"][pos.turn.index()];
        Some(match self.stuck {
            Stuck::Loss => Outcome::win(pos.turn.other(), reason),
            Stuck::Draw => Outcome::draw(reason),
        })
    }

    fn drawn(&self, pos: &Position, history: &History) -> Option<Outcome> {
        // First, because a win counts before any draw.
        if self.draws.out_of_plies(history) {
            return Some(self.at_ply_limit(pos));
        }
        self.draws.drawn(history)
    }

    fn draw_rules(&self) -> DrawRules {
        self.draws
    }

    fn null(&self, pos: &Position) -> Option<Position> {
        Some(pos.passed(pos.own))
    }

    fn key(&self, pos: &Position) -> u64 {
        self.keys.triple(pos.own, pos.enemy, pos.rest())
    }

    fn words(&self, pos: &Position) -> Words {
        let [black, white] = pos.turn.in_order(pos.own, pos.enemy);
        Words::from_iter([black, white, pos.rest()])
    }

    fn reseed(&mut self, seed: u64) {
        self.keys = Keys::new(seed);
    }

    fn code(&self, _: &Position, m: Move) -> u16 {
        let line = match m.line {
            Line::Ahead => 1,
            Line::Aside { axis, marbles } => u16::from(2 * axis + marbles),
        };
        line << 9 | u16::from(m.direction) << 6 | u16::from(m.first)
    }

    fn progress(&self, pos: &Position) -> Progress {
        let [black, white] = pos.lost;
        Progress([black, white, 0, 0])
    }

    /// The twelve symmetries of the hexagon, then the same with the colours exchanged.
    fn symmetries(&self) -> u8 {
        24
    }

    fn swaps_players(&self, s: u8) -> bool {
        s >= 12
    }

    fn inverse(&self, s: u8) -> u8 {
        // Every reflection undoes itself.
        let (colours, shape) = (s / 12 * 12, s % 12);
        colours + if shape < 6 { (6 - shape) % 6 } else { shape }
    }

    fn turned(&self, pos: &Position, s: u8) -> Position {
        let shape = usize::from(s % 12);
        let mut image = Position {
            own: turned(pos.own, shape),
            enemy: turned(pos.enemy, shape),
            ..*pos
        };
        if self.swaps_players(s) {
            image.turn = pos.turn.other();
            image.lost.reverse();
        }
        image
    }

    fn turned_move(&self, m: Move, s: u8) -> Move {
        let shape = usize::from(s % 12);
        let first = IMAGES[shape][usize::from(m.first)];
        let direction = turned_direction(m.direction(), shape);
        match m.line {
            Line::Ahead => Move::ahead(first, direction),
            Line::Aside { axis, marbles } => {
                let along = turned_direction(usize::from(axis), shape);
                Move::aside(first, along, marbles, direction)
                    .expect("the image of a line is a line")
            }
        }
    }
}
