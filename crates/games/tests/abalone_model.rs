//! Abalone against a model of arrays: every cell looked at by itself, no sets, no tables. The
//! tests play some 11,000 games together.

use ponder_core::{Notation, Player, Show};
use ponder_games::abalone::{Abalone, Position};
use ponder_testkit::{Model, agree, open, read};

/// A row and a column; row 1 is A.
type Cell = (i8, i8);

/// The canonical text of a move, filled up with blanks.
type Text = [u8; 6];

fn text(cells: &[Cell]) -> Text {
    let mut text = [b' '; 6];
    for (place, (row, column)) in text.chunks_mut(2).zip(cells) {
        place.copy_from_slice(&[b'a' + *row as u8 - 1, b'0' + *column as u8]);
    }
    text
}

/// E, NE, NW, W, SW, SE.
const STEPS: [Cell; 6] = [(0, 1), (1, 1), (1, 0), (0, -1), (-1, -1), (-1, 0)];

fn go(from: Cell, step: Cell, times: i8) -> Cell {
    (from.0 + step.0 * times, from.1 + step.1 * times)
}

fn on_board((row, column): Cell) -> bool {
    (1..=9).contains(&row) && (1..=9).contains(&column) && (row - column).abs() <= 4
}

/// What ends a game of the model.
#[derive(Clone, Copy, Debug)]
struct Endings {
    win: u8,
    repetition: usize,
    quiet: usize,
    plies: usize,
    more_ejections_win: bool,
    stuck_loses: bool,
}

const DEFAULT: Endings = Endings {
    win: 6,
    repetition: 3,
    quiet: 100,
    plies: usize::MAX,
    more_ejections_win: false,
    stuck_loses: true,
};

#[derive(Clone, Copy, Debug, PartialEq)]
struct Table {
    cells: [[Option<Player>; 10]; 10],
    lost: [u8; 2],
    turn: Player,
}

#[derive(Clone, Debug)]
struct Marbles {
    now: Table,
    /// Every legal move with what it leads to.
    next: Vec<(Text, Table)>,
    past: Vec<Table>,
    endings: Endings,
}

impl Table {
    fn at(&self, cell: Cell) -> Option<Player> {
        if on_board(cell) {
            self.cells[cell.0 as usize][cell.1 as usize]
        } else {
            None
        }
    }

    fn set(&mut self, cell: Cell, marble: Option<Player>) {
        assert!(on_board(cell));
        self.cells[cell.0 as usize][cell.1 as usize] = marble;
    }

    fn empty(&self, cell: Cell) -> bool {
        on_board(cell) && self.at(cell).is_none()
    }

    /// The table after the line from `rear` goes ahead, if it may.
    fn ahead(&self, rear: Cell, step: Cell) -> Option<Self> {
        let run = |from: Cell, owner: Player| {
            let mut length = 0;
            while self.at(go(from, step, length)) == Some(owner) {
                length += 1;
            }
            length
        };
        let own = run(rear, self.turn);
        if own == 0 || own > 3 {
            return None;
        }
        let front = go(rear, step, own);
        if !on_board(front) {
            return None;
        }
        let enemy = run(front, self.turn.other());
        let behind = go(front, step, enemy);
        let mut after = *self;
        if enemy > 0 {
            if enemy >= own || self.at(behind) == Some(self.turn) {
                return None;
            }
            if on_board(behind) {
                after.set(behind, Some(self.turn.other()));
            } else {
                after.lost[self.turn.other().index()] += 1;
            }
        }
        after.set(front, Some(self.turn));
        after.set(rear, None);
        after.turn = self.turn.other();
        Some(after)
    }

    /// The table after a line steps aside, if it may.
    fn aside(&self, line: &[Cell], step: Cell) -> Option<Self> {
        let may = |cell: &Cell| self.at(*cell) == Some(self.turn) && self.empty(go(*cell, step, 1));
        if !line.iter().all(may) {
            return None;
        }
        let mut after = *self;
        for &cell in line {
            after.set(cell, None);
            after.set(go(cell, step, 1), Some(self.turn));
        }
        after.turn = self.turn.other();
        Some(after)
    }

    fn successors(&self) -> Vec<(Text, Self)> {
        let mut next = Vec::new();
        for row in 1..=9 {
            for column in 1..=9 {
                let first = (row, column);
                if self.at(first) != Some(self.turn) {
                    continue;
                }
                for step in STEPS {
                    if let Some(after) = self.ahead(first, step) {
                        next.push((text(&[first, go(first, step, 1)]), after));
                    }
                }
                // Lines from their lower end: to the right, or upwards.
                for axis in &STEPS[..3] {
                    let line = [first, go(first, *axis, 1), go(first, *axis, 2)];
                    for step in STEPS {
                        if step == *axis || step == go((0, 0), *axis, -1) {
                            continue;
                        }
                        for length in [2, 3] {
                            if let Some(after) = self.aside(&line[..length], step) {
                                let cells = [first, line[length - 1], go(first, step, 1)];
                                next.push((text(&cells), after));
                            }
                        }
                    }
                }
            }
        }
        next
    }
}

impl Marbles {
    fn new(position: &str, endings: Endings) -> Self {
        let words: Vec<_> = position.split(' ').collect();
        let player = |letter: char| match letter {
            'b' => Some(Player::First),
            'w' => Some(Player::Second),
            _ => None,
        };
        let mut now = Table {
            cells: [[None; 10]; 10],
            lost: [words[2].parse().unwrap(), words[3].parse().unwrap()],
            turn: player(words[1].chars().next().unwrap()).unwrap(),
        };
        for (row, text) in (1..=9).rev().zip(words[0].split('/')) {
            let columns = (1..=9).filter(|column| on_board((row, *column)));
            for (column, letter) in columns.zip(text.chars()) {
                now.set((row, column), player(letter));
            }
        }
        Self {
            now,
            next: now.successors(),
            past: Vec::new(),
            endings,
        }
    }

    /// The plies since the last ejection.
    fn quiet(&self) -> usize {
        let since = self.past.iter().rev();
        since
            .take_while(|table| table.lost == self.now.lost)
            .count()
    }
}

impl Model for Marbles {
    type Move = Text;

    fn moves(&self) -> Vec<Text> {
        self.next.iter().map(|(m, _)| *m).collect()
    }

    fn play(&mut self, m: &Text) {
        let found = self.next.iter().find(|(other, _)| other == m);
        self.past.push(self.now);
        self.now = found.expect("the move is legal").1;
        self.next = self.now.successors();
    }

    fn outcome(&self) -> Option<i16> {
        let Endings { win, plies, .. } = self.endings;
        let [black, white] = self.now.lost;
        if white >= win {
            return Some(1);
        }
        if black >= win {
            return Some(-1);
        }
        if self.next.is_empty() {
            let loser = self.now.turn;
            return Some(match (self.endings.stuck_loses, loser) {
                (false, _) => 0,
                (true, Player::First) => -1,
                (true, Player::Second) => 1,
            });
        }
        if self.past.len() >= plies && self.endings.more_ejections_win && black != white {
            return Some(if black < white { 1 } else { -1 });
        }
        let times = 1 + self.past.iter().filter(|table| **table == self.now).count();
        let over = self.past.len() >= plies
            || times >= self.endings.repetition
            || self.quiet() >= self.endings.quiet;
        over.then_some(0)
    }
}

/// Plays random games from a position, with limits written twice: as options and as data.
fn compare(id: &str, position: &str, endings: Endings, games: u64) {
    let game: Abalone = open(id);
    let start = read(&game, position);
    let model = Marbles::new(&game.write_position(&start), endings);
    let board = game.board();
    let cells: Vec<Cell> = board
        .cells
        .iter()
        .map(|cell| cell_named(cell.name.as_bytes()))
        .collect();
    let same = |pos: &Position, model: &Marbles| {
        let table = &model.now;
        (0..).zip(&cells).all(|(id, cell)| {
            let owner = game.piece_at(pos, id).map(|piece| piece.owner);
            owner == table.at(*cell)
        }) && Player::BOTH.map(|player| pos.lost(player)) == table.lost
    };
    let translate = |pos: &Position, m| {
        let word = game.write_move(pos, m);
        let mut text = [b' '; 6];
        text[..word.len()].copy_from_slice(word.as_bytes());
        text
    };
    agree(&game, &model, start, games, translate, same);
}

fn cell_named(name: &[u8]) -> Cell {
    ((name[0] - b'a') as i8 + 1, (name[1] - b'0') as i8)
}

#[test]
fn agrees_from_the_classical_start() {
    compare("abalone", "", DEFAULT, 2_500);
}

#[test]
fn agrees_from_the_daisies() {
    let endings = Endings {
        quiet: 50,
        ..DEFAULT
    };
    compare("abalone:layout=belgian-daisy,quiet=50", "", endings, 3_000);
    compare("abalone:layout=german-daisy,quiet=50", "", endings, 1_000);
}

#[test]
fn agrees_where_marbles_are_in_contact() {
    for layout in ["alien-attack", "mosaic", "star", "irish-daisy", "6-9"] {
        compare(&format!("abalone:layout={layout}"), "", DEFAULT, 300);
    }
}

/// Lines of threes and twos that face each other at the edge: pushes in every direction.
#[test]
fn agrees_in_positions_rich_in_pushes() {
    for position in [
        "..www/...www/ww...../www...w./..bbbbbw./..w..bb./..b..b./.bb..b/bb... b 0 0",
        "...../..bwww/..wbwww/..wbbbb./...bbbw../..wwbw../..wwb../....../..... w 3 0",
        "bbwww/b....w/b.....w/w......b/w.......b/w......b/b.....b/w....w/bbbww b 0 0",
        "wwbbb/wwbbb./wwbbb../......../........./......../..bbbww/..bbww/..... w 0 4",
        "...../....../......./......../........./......../......./....../bbbww b 0 0",
        "...../....../w....../.w....../..b....../..b...../..b..../....../..... b 0 0",
        "bbwww/....../......./......../........./......../......./....../..... w 5 5",
    ] {
        compare("abalone", position, DEFAULT, 200);
    }
}

#[test]
fn agrees_on_every_ending() {
    let endings = Endings {
        win: 1,
        repetition: 2,
        quiet: 30,
        ..DEFAULT
    };
    let id = "abalone:layout=alien-attack,win=1,repetition=2,quiet=30";
    compare(id, "", endings, 300);
    let endings = Endings {
        win: 2,
        plies: 60,
        more_ejections_win: true,
        ..DEFAULT
    };
    let id = "abalone:layout=centrifuge,win=2,plies=60,limit=ejections";
    compare(id, "", endings, 300);
    let endings = Endings {
        plies: 40,
        repetition: usize::MAX,
        quiet: usize::MAX,
        ..DEFAULT
    };
    let id = "abalone:layout=star,plies=40,repetition=off,quiet=off";
    compare(id, "", endings, 300);
}

/// A lone marble in a corner, shut in or soon to be: games end without a legal move.
#[test]
fn agrees_on_players_who_cannot_move() {
    let corner = "...../....../......./......../........./......../......./ww..../b.w.. w 0 0";
    compare("abalone", corner, DEFAULT, 500);
    let endings = Endings {
        stuck_loses: false,
        ..DEFAULT
    };
    compare("abalone:stuck=draw", corner, endings, 500);
}
