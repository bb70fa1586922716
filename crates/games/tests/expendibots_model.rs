//! Expendibots against a model of arrays, loops and a list of all past boards.

use std::collections::BTreeSet;

use ponder_core::perft::{Conventions, perft};
use ponder_core::{History, MoveList, Notation, Player, Random, Rules, Show};
use ponder_games::expendibots::{Action, Expendibots, Position, Square};
use ponder_testkit::{Model, agree, check_properties_from, open, read};

type Point = (i32, i32);

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Deed {
    Move(i32, Point, Point),
    Boom(Point),
}

/// Tokens by column and row, those of black negative; past boards with their side to move.
#[derive(Clone, Debug)]
struct Tokens {
    board: [[i32; 8]; 8],
    white: bool,
    past: Vec<([[i32; 8]; 8], bool)>,
    repetition: usize,
    plies: usize,
}

impl Tokens {
    fn new(board: [[i32; 8]; 8], white: bool) -> Self {
        Self {
            board,
            white,
            past: vec![(board, white)],
            repetition: 4,
            plies: 500,
        }
    }

    fn start() -> Self {
        let mut board = [[0; 8]; 8];
        for x in [0, 1, 3, 4, 6, 7] {
            board[x] = [1, 1, 0, 0, 0, 0, -1, -1];
        }
        Self::new(board, true)
    }

    /// Some tokens of each side in random stacks on random squares.
    fn random(seed: u64) -> Self {
        let mut random = Random::new(seed);
        let mut board = [[0_i32; 8]; 8];
        for sign in [1, -1] {
            let mut tokens = 1 + random.below(12);
            while tokens > 0 {
                let (x, y) = (random.below(8), random.below(8));
                if board[x][y] == 0 {
                    let height = 1 + random.below(tokens);
                    board[x][y] = sign * height as i32;
                    tokens -= height;
                }
            }
        }
        Self::new(board, random.below(2) == 0)
    }

    fn at(&self, (x, y): Point) -> Option<i32> {
        let column = self.board.get(usize::try_from(x).ok()?)?;
        column.get(usize::try_from(y).ok()?).copied()
    }

    fn add(&mut self, (x, y): Point, tokens: i32) {
        self.board[x as usize][y as usize] += tokens;
    }

    fn sign(&self) -> i32 {
        if self.white { 1 } else { -1 }
    }

    fn tokens(&self, sign: i32) -> i32 {
        let all = self.board.iter().flatten();
        all.map(|tokens| (sign * tokens).max(0)).sum()
    }

    fn boom(&mut self, (x, y): Point) {
        self.board[x as usize][y as usize] = 0;
        for near in (x - 1..=x + 1).flat_map(|x| (y - 1..=y + 1).map(move |y| (x, y))) {
            if self.at(near).is_some_and(|tokens| tokens != 0) {
                self.boom(near);
            }
        }
    }

    /// The canonical text, written once more by hand.
    fn text(&self) -> String {
        let rows: Vec<String> = (0..8)
            .rev()
            .map(|y| (0..8).map(|x| stack_text(self.board[x][y])).collect())
            .collect();
        format!("{} {}", rows.join("/"), if self.white { 'w' } else { 'b' })
    }
}

fn stack_text(tokens: i32) -> String {
    let letter = if tokens > 0 { 'w' } else { 'b' };
    match tokens.abs() {
        0 => ".".to_owned(),
        1 => letter.to_string(),
        height => format!("{letter}{height:X}"),
    }
}

impl Model for Tokens {
    type Move = Deed;

    fn moves(&self) -> Vec<Deed> {
        let mut deeds = Vec::new();
        for from in (0..8).flat_map(|x| (0..8).map(move |y| (x, y))) {
            let height = self.sign() * self.at(from).expect("on the board");
            if height <= 0 {
                continue;
            }
            deeds.push(Deed::Boom(from));
            for distance in 1..=height {
                for (dx, dy) in [(0, 1), (1, 0), (0, -1), (-1, 0)] {
                    let to = (from.0 + distance * dx, from.1 + distance * dy);
                    if self.at(to).is_some_and(|there| there * self.sign() >= 0) {
                        deeds.extend((1..=height).map(|count| Deed::Move(count, from, to)));
                    }
                }
            }
        }
        deeds
    }

    fn play(&mut self, deed: &Deed) {
        match *deed {
            Deed::Move(count, from, to) => {
                self.add(from, -count * self.sign());
                self.add(to, count * self.sign());
            }
            Deed::Boom(at) => self.boom(at),
        }
        self.white = !self.white;
        self.past.push((self.board, self.white));
    }

    fn outcome(&self) -> Option<i16> {
        match (self.tokens(1), self.tokens(-1)) {
            (0, 0) => return Some(0),
            (0, _) => return Some(-1),
            (_, 0) => return Some(1),
            _ => {}
        }
        let now = (self.board, self.white);
        let occurred = self.past.iter().filter(|past| **past == now).count();
        (occurred >= self.repetition || self.past.len() > self.plies).then_some(0)
    }
}

fn point(square: Square) -> Point {
    (square.x().into(), square.y().into())
}

fn translate(_: &Position, action: Action) -> Deed {
    match action {
        Action::Move { count, from, to } => Deed::Move(count.into(), point(from), point(to)),
        Action::Boom { at } => Deed::Boom(point(at)),
    }
}

fn same(game: &Expendibots, pos: &Position, model: &Tokens) -> bool {
    let cells = (0..64).all(|cell| {
        let tokens = model.board[cell % 8][7 - cell / 8];
        match game.piece_at(pos, cell as u16) {
            Some(piece) if piece.owner == Player::First => tokens == i32::from(piece.count),
            Some(piece) => tokens == -i32::from(piece.count),
            None => tokens == 0,
        }
    });
    cells && (game.turn(pos) == Player::First) == model.white
}

fn agrees(game: &Expendibots, model: &Tokens, games: u64) {
    let start = read(game, &model.text());
    let same = |pos: &Position, model: &Tokens| same(game, pos, model);
    agree(game, model, start, games, translate, same);
}

#[test]
fn agrees_with_the_model_from_the_start() {
    let game: Expendibots = open("expendibots");
    let model = Tokens::start();
    assert_eq!(read(&game, &model.text()), game.start());
    agrees(&game, &model, 10_000);
}

#[test]
fn agrees_with_the_model_from_random_stacks() {
    let game = open("expendibots");
    for seed in 0..5_000 {
        agrees(&game, &Tokens::random(seed), 3);
    }
}

/// Wanders about with MOVEs alone, so that boards recur, until both sides say that the game is
/// drawn; the plies that took.
fn wander(game: &Expendibots, mut model: Tokens, seed: u64) -> Option<usize> {
    let mut random = Random::new(seed);
    let mut pos = read(game, &model.text());
    let mut history = History::new(game, &pos);
    for ply in 0..400 {
        let drawn = game.drawn(&pos, &history).map(|outcome| outcome.margin);
        assert_eq!(drawn, model.outcome(), "ply {ply}: {model:?}");
        if drawn.is_some() {
            return Some(ply);
        }
        let mut list = MoveList::<Expendibots>::new();
        game.all_moves(&pos, &mut list);
        list.retain(|action| matches!(action, Action::Move { .. }));
        if list.is_empty() {
            // A token in a corner, hemmed in.
            break;
        }
        let action = list[random.below(list.len())];
        model.play(&translate(&pos, action));
        pos = game.play(&pos, action);
        history.push(game, &pos);
    }
    None
}

#[test]
fn agrees_with_the_model_on_repetition_and_limits() {
    let mut board = [[0; 8]; 8];
    (board[0][0], board[7][7]) = (2, -1);
    for (options, repetition, plies) in [
        ("repetition=2", 2, 500),
        ("repetition=3,plies=100", 3, 100),
        ("repetition=off,plies=17", usize::MAX, 17),
        ("plies=off", 4, usize::MAX),
    ] {
        let game: Expendibots = open(&format!("expendibots:{options}"));
        let model = Tokens {
            repetition,
            plies,
            ..Tokens::new(board, true)
        };
        let walks = (0..200).filter_map(|seed| wander(&game, model.clone(), seed));
        let lengths: BTreeSet<usize> = walks.collect();
        let by_plies_alone = repetition == usize::MAX;
        assert_eq!(lengths.len() == 1, by_plies_alone, "{options}: {lengths:?}");
        assert!(lengths.iter().all(|length| *length <= plies));
    }
}

#[test]
fn properties_hold_from_random_stacks() {
    let game: Expendibots = open("expendibots");
    for seed in 0..40 {
        let start = read(&game, &Tokens::random(seed).text());
        check_properties_from(&game, start, seed);
    }
}

/// Merged counts of the model: boards, not actions, told apart by comparing them.
fn distinct_leaves(model: &Tokens, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    if model.outcome().is_some() {
        return 0;
    }
    let after = |deed: &Deed| {
        let mut after = model.clone();
        after.play(deed);
        after
    };
    let mut seen = BTreeSet::new();
    let children = model.moves();
    let children = children.iter().map(after);
    children
        .filter(|child| seen.insert(child.board))
        .map(|child| distinct_leaves(&child, depth - 1))
        .sum()
}

#[test]
fn merged_perft_agrees_with_the_model() {
    let game: Expendibots = open("expendibots");
    let merged = Conventions {
        merge: true,
        ..Conventions::STANDARD
    };
    for seed in 0..60 {
        let model = Tokens::random(seed);
        let pos = read(&game, &model.text());
        let found = perft(&game, &pos, 2, merged);
        assert_eq!(found, distinct_leaves(&model, 2), "{}", model.text());
    }
}

#[test]
fn both_write_the_same_position() {
    let game: Expendibots = open("expendibots");
    for seed in 0..500 {
        let text = Tokens::random(seed).text();
        assert_eq!(game.write_position(&read(&game, &text)), text);
    }
}
