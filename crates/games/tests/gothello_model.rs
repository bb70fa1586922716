//! Gothello against a second version of its rules, made of arrays and lists, and against what is
//! known of its small boards.

use std::collections::{HashMap, HashSet};

use ponder_core::{Game, MoveList, Notation, Piece, Player, Random, Rules, Show};
use ponder_games::gothello::{Gothello, Position};
use ponder_testkit::{Model, agree, check_perft, open};

/// A board of letters, the top row first, as the referee draws it.
#[derive(Clone, Debug)]
struct Letters {
    rows: Vec<Vec<char>>,
    mover: char,
    passes: u32,
}

type Point = (usize, usize);

impl Letters {
    fn new(rows: usize, columns: usize) -> Self {
        Self {
            rows: vec![vec!['.'; columns]; rows],
            mover: 'b',
            passes: 0,
        }
    }

    /// The model of a canonical position.
    fn of(text: &str) -> Self {
        let words: Vec<&str> = text.split(' ').collect();
        let rows = words[0].split('/').map(|row| row.chars().collect());
        Self {
            rows: rows.collect(),
            mover: words[1].chars().next().unwrap(),
            passes: match words.get(2) {
                None => 0,
                Some(&"pass") => 1,
                Some(_) => 2,
            },
        }
    }

    fn text(&self) -> String {
        let rows: Vec<String> = self.rows.iter().map(|row| row.iter().collect()).collect();
        let tail = ["", " pass", " over"][self.passes as usize];
        format!("{} {}{tail}", rows.join("/"), self.mover)
    }

    fn enemy(&self) -> char {
        if self.mover == 'b' { 'w' } else { 'b' }
    }

    fn at(&self, (row, column): Point) -> char {
        self.rows[row][column]
    }

    fn points(&self) -> Vec<Point> {
        let columns = self.rows[0].len();
        let rows = 0..self.rows.len();
        rows.flat_map(|row| (0..columns).map(move |column| (row, column)))
            .collect()
    }

    fn neighbours(&self, (row, column): Point) -> Vec<Point> {
        let mut found = Vec::new();
        if row > 0 {
            found.push((row - 1, column));
        }
        if column > 0 {
            found.push((row, column - 1));
        }
        if row + 1 < self.rows.len() {
            found.push((row + 1, column));
        }
        if column + 1 < self.rows[0].len() {
            found.push((row, column + 1));
        }
        found
    }

    /// The stones of one colour connected with the stone on `point`.
    fn group(&self, point: Point) -> Vec<Point> {
        let mut group = vec![point];
        let mut next = 0;
        while next < group.len() {
            for beside in self.neighbours(group[next]) {
                if self.at(beside) == self.at(point) && !group.contains(&beside) {
                    group.push(beside);
                }
            }
            next += 1;
        }
        group
    }

    fn has_liberty(&self, group: &[Point]) -> bool {
        let mut besides = group.iter().flat_map(|point| self.neighbours(*point));
        besides.any(|beside| self.at(beside) == '.')
    }

    fn with_stone(&self, (row, column): Point) -> Self {
        let mut after = self.clone();
        after.rows[row][column] = self.mover;
        after
    }
}

impl Model for Letters {
    /// `None` is a pass.
    type Move = Option<Point>;

    fn moves(&self) -> Vec<Option<Point>> {
        let legal = |point: &Point| {
            let after = self.with_stone(*point);
            self.at(*point) == '.' && after.has_liberty(&after.group(*point))
        };
        let mut moves: Vec<_> = self.points().into_iter().filter(legal).map(Some).collect();
        moves.push(None);
        moves
    }

    fn play(&mut self, m: &Option<Point>) {
        let enemy = self.enemy();
        match *m {
            None => self.passes += 1,
            Some(point) => {
                self.passes = 0;
                *self = self.with_stone(point);
                for beside in self.neighbours(point) {
                    let group = self.group(beside);
                    if self.at(beside) == enemy && !self.has_liberty(&group) {
                        for (row, column) in group {
                            self.rows[row][column] = self.mover;
                        }
                    }
                }
            }
        }
        self.mover = enemy;
    }

    fn outcome(&self) -> Option<i16> {
        let count = |letter| {
            let stones = self.points();
            stones.into_iter().filter(|p| self.at(*p) == letter).count() as i16
        };
        (self.passes == 2).then(|| count('b') - count('w'))
    }
}

/// A move in the words of the model: files from the left, ranks from the bottom.
fn point_of(rows: usize, word: &str) -> Option<Point> {
    let &[file, rank] = word.as_bytes() else {
        assert_eq!(word, "pass");
        return None;
    };
    let rank = usize::from(rank - b'0');
    Some((rows - rank, usize::from(file - b'a')))
}

fn compare(game: &Gothello, model: &Letters, start: Position, games: u64) {
    let rows = model.rows.len();
    let translate = |pos: &Position, m| point_of(rows, &game.write_move(pos, m));
    let same = |pos: &Position, model: &Letters| game.write_position(pos) == model.text();
    agree(game, model, start, games, translate, same);
}

fn compare_size(rows: usize, columns: usize, games: u64) {
    let game: Gothello = open(&format!("gothello:size={rows}x{columns}"));
    compare(&game, &Letters::new(rows, columns), game.start(), games);
}

#[test]
fn agrees_with_the_model() {
    compare_size(5, 5, 10_000);
}

#[test]
fn agrees_with_the_model_on_the_smallest_board() {
    compare_size(2, 2, 10_000);
}

#[test]
fn agrees_with_the_model_on_wide_and_on_high_boards() {
    compare_size(3, 5, 2_000);
    compare_size(7, 2, 2_000);
    compare_size(2, 7, 2_000);
    compare_size(4, 6, 2_000);
}

#[test]
fn agrees_with_the_model_on_the_largest_board() {
    compare_size(7, 7, 1_000);
}

/// Compares all moves of a position and everything they lead to.
fn compare_here(game: &Gothello, pos: &Position) {
    let model = Letters::of(&game.write_position(pos));
    let mut list = MoveList::<Gothello>::new();
    game.moves(pos, &mut list);
    assert_eq!(game.count(pos) as usize, list.len(), "{model:?}");
    let mut theirs = model.moves();
    assert_eq!(list.len(), theirs.len(), "{model:?}");
    for m in list {
        let word = game.write_move(pos, m);
        let point = point_of(model.rows.len(), &word);
        let index = theirs.iter().position(|other| *other == point);
        theirs.swap_remove(index.unwrap_or_else(|| panic!("{word} is illegal in {model:?}")));
        let mut after = model.clone();
        after.play(&point);
        let ours = game.play(pos, m);
        assert_eq!(
            game.write_position(&ours),
            after.text(),
            "{word} in {model:?}"
        );
    }
}

/// Every board that the editor accepts, with black to move.
fn all_boards(game: &Gothello) -> Vec<Position> {
    let cells = game.board().cells.len() as u32;
    let kinds = [
        None,
        Some(Piece::of(Player::First)),
        Some(Piece::of(Player::Second)),
    ];
    let boards = (0..3usize.pow(cells)).filter_map(|number| {
        let digits = (0..cells).map(|cell| kinds[number / 3usize.pow(cell) % 3]);
        let pieces: Vec<_> = digits.collect();
        game.assemble(&pieces, Player::First).ok()
    });
    boards.collect()
}

#[test]
fn agrees_with_the_model_on_every_small_board() {
    for size in ["2x2", "2x3", "3x2", "3x3"] {
        let game: Gothello = open(&format!("gothello:size={size}"));
        for pos in all_boards(&game) {
            compare_here(&game, &pos);
        }
    }
}

/// Random play that never passes fills the board, where groups are large and liberties few.
#[test]
fn agrees_with_the_model_on_crowded_boards() {
    for (size, games) in [("5x5", 300), ("7x7", 30), ("3x7", 100)] {
        let game: Gothello = open(&format!("gothello:size={size}"));
        for seed in 0..games {
            let mut random = Random::new(seed);
            let mut pos = game.start();
            loop {
                compare_here(&game, &pos);
                let mut list = MoveList::<Gothello>::new();
                game.moves(&pos, &mut list);
                list.retain(|m| !game.is_pass(*m));
                if list.is_empty() {
                    break;
                }
                pos = game.play(&pos, list[random.below(list.len())]);
            }
        }
    }
}

fn model_leaves(model: &Letters, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    if model.outcome().is_some() {
        return 0;
    }
    let moves = model.moves().into_iter();
    moves
        .map(|m| {
            let mut after = model.clone();
            after.play(&m);
            model_leaves(&after, depth - 1)
        })
        .sum()
}

#[test]
fn perft_agrees_with_the_model() {
    for (rows, columns, depth) in [(2, 2, 10), (3, 3, 5), (2, 4, 6), (4, 2, 6), (7, 7, 2)] {
        let game: Gothello = open(&format!("gothello:size={rows}x{columns}"));
        let model = Letters::new(rows, columns);
        let leaves: Vec<_> = (1..=depth).map(|d| model_leaves(&model, d)).collect();
        check_perft(&game, "", Gothello::PERFT, &leaves);
    }
}

/// Every position reachable from the start.
fn reachable(game: &Gothello) -> HashSet<Position> {
    let mut found = HashSet::from([game.start()]);
    let mut open = vec![game.start()];
    while let Some(pos) = open.pop() {
        let mut list = MoveList::<Gothello>::new();
        game.moves(&pos, &mut list);
        for m in list {
            let after = game.play(&pos, m);
            if found.insert(after) {
                open.push(after);
            }
        }
    }
    found
}

/// The boards on which every group has a liberty are the legal positions of Go, whose numbers
/// are known, and with passes every one of them is reached.
#[test]
fn every_board_is_reachable() {
    let sizes = [
        ("2x2", 57),
        ("3x2", 489),
        ("2x3", 489),
        ("3x3", 12_675),
        ("4x3", 321_689),
    ];
    for (size, count) in sizes {
        let game: Gothello = open(&format!("gothello:size={size}"));
        let cells = game.board().cells.len() as u16;
        let number = |pos: &Position| {
            let owner = |cell| game.piece_at(pos, cell).map_or(0, |p| 1 + p.owner.index());
            (0..cells).fold(0, |number, cell| 3 * number + owner(cell))
        };
        let boards: HashSet<usize> = all_boards(&game).iter().map(number).collect();
        assert_eq!(boards.len(), count, "{size}");
        let reached: HashSet<usize> = reachable(&game).iter().map(number).collect();
        assert!(boards == reached, "{size}");
    }
}

/// The value of a position for its mover, by plain search with a memory.
fn value(game: &Gothello, pos: &Position, known: &mut HashMap<Position, i16>) -> i16 {
    if let Some(outcome) = game.ended(pos) {
        return outcome.margin_for(game.turn(pos));
    }
    if let Some(value) = known.get(pos) {
        return *value;
    }
    let mut list = MoveList::<Gothello>::new();
    game.moves(pos, &mut list);
    let values = list
        .iter()
        .map(|m| -value(game, &game.play(pos, *m), known));
    let best = values.max().expect("a pass is always legal");
    known.insert(*pos, best);
    best
}

#[test]
fn small_boards_have_their_known_values() {
    let sizes = [
        ("2x2", 1),
        ("3x2", 0),
        ("2x3", 0),
        ("3x3", 1),
        ("4x3", 2),
        ("3x4", 2),
    ];
    for (size, margin) in sizes {
        let game: Gothello = open(&format!("gothello:size={size}"));
        let found = value(&game, &game.start(), &mut HashMap::new());
        assert_eq!(found, margin, "{size}");
    }
}
