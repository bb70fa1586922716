//! Othello's judge: features against arrays and loops, symmetries, presets, and play.

use ponder_core::{
    CellId, Features, Judge, MoveList, PHASES, Player, Rules, Show, Wanted, Weights,
};
use ponder_engine::{Duellist, duel};
use ponder_games::othello::{Othello, Othello8, OthelloWide};
use ponder_search::{Config, Limits};
use ponder_testkit::{open, random_line, read};

const SIZES: [&str; 9] = [
    "8x8", "6x6", "2x2", "2x7", "3x3", "8x3", "4x5", "5x8", "7x7",
];
const WIDE_SIZES: [&str; 5] = ["16x16", "10x10", "2x16", "9x4", "8x8"];

/// A board as rows of squares.
struct Squares {
    rows: Vec<Vec<Option<Player>>>,
    turn: Player,
}

/// A feature's two counts, black's and white's.
type Counts = [i32; 2];

impl Squares {
    fn of<const N: usize>(game: &Othello<N>, pos: &<Othello<N> as Rules>::Pos) -> Self {
        let (rows, columns) = game.size();
        let square = |row: u8, column: u8| {
            let id = CellId::from(row) * CellId::from(columns) + CellId::from(column);
            game.piece_at(pos, id).map(|piece| piece.owner)
        };
        let row = |row| (0..columns).map(|column| square(row, column)).collect();
        Self {
            rows: (0..rows).map(row).collect(),
            turn: game.turn(pos),
        }
    }

    fn places(&self) -> Vec<(i32, i32)> {
        let (rows, columns) = self.size();
        let row = |row| (0..columns).map(move |column| (row, column));
        (0..rows).flat_map(row).collect()
    }

    fn size(&self) -> (i32, i32) {
        (self.rows.len() as i32, self.rows[0].len() as i32)
    }

    fn on_board(&self, (row, column): (i32, i32)) -> bool {
        let (rows, columns) = self.size();
        (0..rows).contains(&row) && (0..columns).contains(&column)
    }

    fn at(&self, place: (i32, i32)) -> Option<Player> {
        if !self.on_board(place) {
            return None;
        }
        self.rows[place.0 as usize][place.1 as usize]
    }

    /// How many squares pass for each side.
    fn count(&self, pass: impl Fn(Player, (i32, i32)) -> bool) -> Counts {
        let places = self.places();
        Player::BOTH
            .map(|player| places.iter().filter(|place| pass(player, **place)).count() as i32)
    }

    /// How many discs of each side lie on squares that pass.
    fn discs(&self, pass: impl Fn((i32, i32)) -> bool) -> Counts {
        self.count(|player, place| self.at(place) == Some(player) && pass(place))
    }

    fn neighbours(&self, place: (i32, i32)) -> Vec<(i32, i32)> {
        let steps = DIRECTIONS.iter();
        steps
            .map(|step| (place.0 + step.0, place.1 + step.1))
            .filter(|place| self.on_board(*place))
            .collect()
    }

    fn may_place(&self, player: Player, place: (i32, i32)) -> bool {
        let turns = |step: &(i32, i32)| {
            let mut next = (place.0 + step.0, place.1 + step.1);
            let mut run = 0;
            while self.at(next) == Some(player.other()) {
                next = (next.0 + step.0, next.1 + step.1);
                run += 1;
            }
            run > 0 && self.at(next) == Some(player)
        };
        self.at(place).is_none() && DIRECTIONS.iter().any(turns)
    }

    fn corners(&self) -> [(i32, i32); 4] {
        let (rows, columns) = self.size();
        [
            (0, 0),
            (0, columns - 1),
            (rows - 1, 0),
            (rows - 1, columns - 1),
        ]
    }

    fn is_corner(&self, place: (i32, i32)) -> bool {
        self.corners().contains(&place)
    }

    /// The distance to the nearest edge.
    fn depth(&self, (row, column): (i32, i32)) -> i32 {
        let (rows, columns) = self.size();
        row.min(column)
            .min(rows - 1 - row)
            .min(columns - 1 - column)
    }

    /// A square next to one of these corners, on the edge (C) or off it (X).
    fn is_near(&self, place: (i32, i32), on_edge: bool, corners: &[(i32, i32)]) -> bool {
        let near = corners.iter().any(|corner| {
            let (down, right) = (place.0.abs_diff(corner.0), place.1.abs_diff(corner.1));
            if on_edge {
                down + right == 1
            } else {
                down == 1 && right == 1
            }
        });
        near && !self.is_corner(place) && (self.depth(place) == 0) == on_edge
    }

    /// Every square of the line through a place.
    fn line(&self, place: (i32, i32), step: (i32, i32)) -> Vec<(i32, i32)> {
        let along = |n: i32| (place.0 + n * step.0, place.1 + n * step.1);
        (-16..=16)
            .map(along)
            .filter(|at| self.on_board(*at))
            .collect()
    }

    /// Stable discs: none at first, then all that each pass finds to be safe.
    fn stable(&self) -> Vec<(i32, i32)> {
        let mut stable: Vec<(i32, i32)> = Vec::new();
        loop {
            let safe = |place: (i32, i32), step: (i32, i32)| {
                let ends = [(1, 1), (-1, -1)]
                    .map(|(r, c): (i32, i32)| (place.0 + r * step.0, place.1 + c * step.1));
                let full = self
                    .line(place, step)
                    .iter()
                    .all(|at| self.at(*at).is_some());
                full || ends.iter().any(|end| {
                    !self.on_board(*end) || stable.contains(end) && self.at(*end) == self.at(place)
                })
            };
            let lines = [(0, 1), (1, 0), (1, -1), (1, 1)];
            let found: Vec<_> = self
                .places()
                .into_iter()
                .filter(|place| self.at(*place).is_some())
                .filter(|place| lines.iter().all(|step| safe(*place, *step)))
                .collect();
            if found.len() == stable.len() {
                return stable;
            }
            stable = found;
        }
    }

    fn squares(&self) -> i32 {
        let weight = |place: (i32, i32)| {
            if self.is_corner(place) {
                20
            } else if self.is_near(place, true, &self.corners()) {
                -5
            } else if self.is_near(place, false, &self.corners()) {
                -10
            } else if self.depth(place) == 0 {
                5
            } else {
                1
            }
        };
        let value = |place: (i32, i32)| match self.at(place) {
            Some(Player::First) => weight(place),
            Some(Player::Second) => -weight(place),
            None => 0,
        };
        self.places().into_iter().map(value).sum()
    }

    /// The feature of this name.
    fn feature(&self, name: &str) -> i32 {
        let difference = |[black, white]: Counts| black - white;
        let share = |[black, white]: Counts, more: i32| match black + white + more {
            0 => 0,
            sum => 100 * (black - white) / sum,
        };
        let discs = self.discs(|_| true);
        let moves = |corners: bool| {
            self.count(|player, place| {
                self.may_place(player, place) && (!corners || self.is_corner(place))
            })
        };
        let is_empty = |place: &(i32, i32)| self.at(*place).is_none();
        let open: Vec<_> = self.corners().into_iter().filter(is_empty).collect();
        let turn = if self.turn == Player::First { 1 } else { -1 };
        let any =
            |place, of: Option<Player>| self.neighbours(place).iter().any(|at| self.at(*at) == of);
        let stable = || {
            let stable = self.stable();
            self.discs(|place| stable.contains(&place))
        };
        let plain = |place| {
            !self.is_corner(place)
                && ![true, false]
                    .iter()
                    .any(|edge| self.is_near(place, *edge, &self.corners()))
        };
        match name {
            "discs" => difference(discs),
            "disc-share" => share(discs, 0),
            "mobility" => difference(moves(false)),
            "mobility-share" => share(moves(false), 2),
            "potential" => difference(
                self.count(|player, place| is_empty(&place) && any(place, Some(player.other()))),
            ),
            "frontier" => difference(self.discs(|place| any(place, None))),
            "corners" => difference(self.discs(|place| self.is_corner(place))),
            "corner-moves" => difference(moves(true)),
            "corner-turn" => turn * moves(true)[self.turn.index()],
            "x-squares" => difference(self.discs(|place| self.is_near(place, false, &open))),
            "c-squares" => difference(self.discs(|place| self.is_near(place, true, &open))),
            "edges" => difference(self.discs(|place| self.depth(place) == 0 && plain(place))),
            "ring" => difference(self.discs(|place| self.depth(place) == 1 && plain(place))),
            "stability" => difference(stable()),
            "stable-share" => share(stable(), 0),
            "parity" => {
                let empties = self.places().iter().filter(|place| is_empty(place)).count();
                if empties % 2 == 1 { turn } else { -turn }
            }
            "tempo" => turn,
            "squares" => self.squares(),
            _ => panic!("{name} is not modelled"),
        }
    }
}

const DIRECTIONS: [(i32, i32); 8] = [
    (-1, -1),
    (-1, 0),
    (-1, 1),
    (0, -1),
    (0, 1),
    (1, -1),
    (1, 0),
    (1, 1),
];

fn features<const N: usize>(game: &Othello<N>, pos: &<Othello<N> as Rules>::Pos) -> Vec<i32> {
    let mut counts = vec![0; Othello::<N>::FEATURES.len()];
    game.features(pos, Wanted::ALL, &mut counts);
    counts
}

fn check_features<const N: usize>(sizes: &[&str], games: u64) {
    for size in sizes {
        let game: Othello<N> = open(&format!("othello:size={size}"));
        for seed in 0..games {
            for pos in random_line(&game, game.start(), seed, 300) {
                let squares = Squares::of(&game, &pos);
                let counts = features(&game, &pos);
                for (feature, count) in Othello::<N>::FEATURES.iter().zip(counts) {
                    assert_eq!(
                        count,
                        squares.feature(feature.name),
                        "{} {pos:?}",
                        feature.name
                    );
                }
            }
        }
    }
}

#[test]
fn features_are_what_loops_count() {
    check_features::<1>(&SIZES, 6);
    check_features::<4>(&WIDE_SIZES, 1);
}

fn check_symmetries<const N: usize>(sizes: &[&str]) {
    for size in sizes {
        let game: Othello<N> = open(&format!("othello:size={size}"));
        for pos in random_line(&game, game.start(), 5, 300) {
            let counts = features(&game, &pos);
            let phase = game.phase(&pos);
            assert!((0..=PHASES).contains(&phase));
            for s in 0..game.symmetries() {
                let image = game.turned(&pos, s);
                let sign = if game.swaps_players(s) { -1 } else { 1 };
                let turned: Vec<_> = features(&game, &image).iter().map(|n| n * sign).collect();
                assert_eq!(turned, counts, "symmetry {s} of {pos:?}");
                assert_eq!(game.phase(&image), phase);
                let mut list = MoveList::<Othello<N>>::new();
                game.moves(&pos, &mut list);
                for m in list {
                    let promise = game.promise(&image, game.turned_move(m, s));
                    assert_eq!(promise, game.promise(&pos, m));
                    assert!(promise.abs() <= 500_000);
                    assert!(!game.noisy(&pos, m));
                }
            }
        }
    }
}

#[test]
fn features_and_promises_follow_the_symmetries() {
    check_symmetries::<1>(&SIZES);
    check_symmetries::<4>(&WIDE_SIZES);
}

#[test]
fn stable_discs_are_never_turned() {
    let game: Othello8 = open("othello");
    for seed in 0..60 {
        let line = random_line(&game, game.start(), seed, 300);
        let boards: Vec<_> = line.iter().map(|pos| Squares::of(&game, pos)).collect();
        let last = boards.last().expect("a line");
        for board in &boards {
            for place in board.stable() {
                assert_eq!(board.at(place), last.at(place), "{place:?} of game {seed}");
            }
        }
    }
}

#[test]
fn presets_name_declared_features() {
    for preset in Othello8::PRESETS {
        let weights = Weights::preset::<Othello8>(preset.name).expect(preset.name);
        let set = weights.pairs().iter().filter(|pair| **pair != [0, 0]);
        assert_eq!(set.count(), preset.weights.len(), "{}", preset.name);
        assert_eq!(Weights::preset::<OthelloWide>(preset.name), Ok(weights));
    }
    let names: Vec<_> = Othello8::PRESETS.iter().map(|preset| preset.name).collect();
    assert_eq!(names, ["standard", "static", "complex"]);
}

/// Black holds the corner a1 and the edge beside it; white has walked onto the X square g7.
const CORNER: &str = "\
    XXX----- XXO----- X-OXO--- ---XO--- ---OX--- -----O-- ------O- -------- X";

fn count(game: &Othello8, position: &str, name: &str) -> i32 {
    let pos = read(game, position);
    let index = Othello8::FEATURES
        .iter()
        .position(|feature| feature.name == name);
    features(game, &pos)[index.expect(name)]
}

#[test]
fn a_board_by_hand() {
    let game: Othello8 = open("othello");
    let expected = [
        ("discs", 9 - 7),
        ("corners", 1),
        // a1, b1, c1, a2, a3 along the edges, and b2 between them.
        ("stability", 6),
        ("x-squares", -1),
        ("c-squares", 0),
        // c1 and a3; b1 and a2 lie next to a corner.
        ("edges", 2),
        // h8, behind g7 and f6 from e5.
        ("corner-moves", 1),
        ("corner-turn", 1),
        // 48 empties and black to move: white places the last disc.
        ("parity", -1),
        ("tempo", 1),
    ];
    for (name, value) in expected {
        assert_eq!(count(&game, CORNER, name), value, "{name}");
    }
}

#[test]
fn the_start_is_even_but_for_the_move() {
    for size in ["8x8", "6x6", "4x4"] {
        let game: Othello8 = open(&format!("othello:size={size}"));
        let counts = features(&game, &game.start());
        for (feature, count) in Othello8::FEATURES.iter().zip(counts) {
            let expected = match feature.name {
                "parity" => -1,
                "tempo" => 1,
                _ => 0,
            };
            assert_eq!(count, expected, "{} {size}", feature.name);
        }
    }
}

#[test]
fn corners_are_promising_and_x_squares_are_not() {
    let game: Othello8 = open("othello");
    let pos = read(&game, CORNER);
    let mut list = MoveList::<Othello8>::new();
    game.moves(&pos, &mut list);
    let best = list.iter().max_by_key(|m| game.promise(&pos, **m));
    let text = best.map(|m| ponder_core::Notation::write_move(&game, &pos, *m));
    assert_eq!(text.as_deref(), Some("h8"));
}

/// The standard judge in a search of few nodes against plain alpha-beta to depth 4.
fn check_duel<const N: usize>(size: &str, preset: &str, pairs: u32, plies: usize) {
    let game: Othello<N> = open(&format!("othello:size={size}"));
    let standard = Weights::standard::<Othello<N>>();
    let old = Weights::preset::<Othello<N>>(preset).expect(preset);
    let ours = Duellist {
        judge: &standard,
        config: &Config::standard(),
        limits: Limits::nodes(5000),
        table: 1 << 20,
    };
    let theirs = Duellist {
        judge: &old,
        config: &Config::plain(),
        limits: Limits::depth(4),
        table: 1 << 10,
    };
    let tally = duel(&game, (&ours, &theirs), pairs, plies, 400, 7);
    assert!(tally.score() >= 0.75, "{preset} {size}: {tally:?}");
}

#[test]
fn the_standard_judge_beats_the_historical_ones() {
    for preset in ["static", "complex"] {
        check_duel::<1>("8x8", preset, 5, 8);
        check_duel::<1>("6x6", preset, 4, 4);
        check_duel::<4>("10x10", preset, 1, 8);
    }
}

#[test]
fn a_judgement_is_the_movers() {
    let game: Othello8 = open("othello");
    let weights = Weights::standard::<Othello8>();
    for pos in random_line(&game, game.start(), 3, 300) {
        let image = game.turned(&pos, 1);
        assert!(game.swaps_players(1));
        assert_eq!(weights.judge(&game, &pos), weights.judge(&game, &image));
    }
}
