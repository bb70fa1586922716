//! Checkers' judge: every feature against a plain count, symmetry, order of moves, strength.

use ponder_core::{
    Features, History, Judge, MoveList, Notation, PHASES, Player, Rules, Score, Show, Wanted,
    Weights,
};
use ponder_engine::{Duellist, Tally, duel};
use ponder_games::checkers::{Checkers, Move, Position};
use ponder_search::{Config, Limits, Search, Stop};
use ponder_testkit::{open, random_line, read};

fn checkers() -> Checkers {
    open("checkers")
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Owner {
    Own,
    Enemy,
}
use Owner::{Enemy, Own};

#[derive(Clone, Copy, Debug)]
struct Piece {
    owner: Owner,
    king: bool,
}

/// Row and column step.
type Way = (i32, i32);

const WAYS: [Way; 4] = [(1, -1), (1, 1), (-1, -1), (-1, 1)];
/// The two diagonals.
const DIAGONALS: [Way; 2] = [(1, -1), (1, 1)];
const CENTRE: [usize; 8] = [10, 11, 14, 15, 18, 19, 22, 23];

/// The board as one side sees it: its men go down, from square 1 to 32.
#[derive(Clone)]
struct Plain {
    squares: [Option<Piece>; 33],
    on_move: bool,
}

fn row(square: usize) -> i32 {
    (square as i32 - 1) / 4
}

fn beside(square: usize, way: Way) -> Option<usize> {
    let row_here = row(square);
    let column = 2 * ((square as i32 - 1) % 4) + (row_here + 1) % 2;
    let (row, column) = (row_here + way.0, column + way.1);
    let inside = (0..8).contains(&row) && (0..8).contains(&column);
    inside.then(|| (4 * row + column / 2 + 1) as usize)
}

fn back((row, column): Way) -> Way {
    (-row, -column)
}

impl Plain {
    fn new(game: &Checkers, pos: &Position, side: Player) -> Self {
        let mut squares = [None; 33];
        for cell in 0..32 {
            let Some(piece) = game.piece_at(pos, cell) else {
                continue;
            };
            let owner = if piece.owner == side { Own } else { Enemy };
            let square = match side {
                Player::First => cell as usize + 1,
                Player::Second => 32 - cell as usize,
            };
            let king = piece.kind != 0;
            squares[square] = Some(Piece { owner, king });
        }
        let on_move = game.turn(pos) == side;
        Self { squares, on_move }
    }

    fn empty(&self, square: usize) -> bool {
        self.squares[square].is_none()
    }

    fn has(&self, square: usize, owner: Owner) -> bool {
        self.squares[square].is_some_and(|piece| piece.owner == owner)
    }

    fn is_man(&self, square: usize) -> bool {
        self.squares[square].is_some_and(|piece| piece.owner == Own && !piece.king)
    }

    fn is_king(&self, square: usize) -> bool {
        self.squares[square].is_some_and(|piece| piece.owner == Own && piece.king)
    }

    fn count(&self, test: impl Fn(&Self, usize) -> bool) -> i32 {
        (1..=32).filter(|square| test(self, *square)).count() as i32
    }

    fn pieces(&self, owner: Owner) -> i32 {
        self.count(|board, square| board.has(square, owner))
    }

    fn kings(&self, owner: Owner) -> i32 {
        self.count(|board, square| board.has(square, owner) && board.squares[square].unwrap().king)
    }

    fn value(&self, owner: Owner) -> i32 {
        2 * self.pieces(owner) + self.kings(owner)
    }

    fn all(&self, squares: &[usize], owner: Owner) -> bool {
        squares.iter().all(|square| self.has(*square, owner))
    }

    fn any(&self, squares: &[usize], owner: Owner) -> bool {
        squares.iter().any(|square| self.has(*square, owner))
    }

    /// True if the piece, if any, on a square can go this way.
    fn goes(&self, square: usize, way: Way) -> bool {
        self.squares[square]
            .is_some_and(|piece| piece.king || way.0 == if piece.owner == Own { 1 } else { -1 })
    }

    /// The quiet steps of own pieces.
    fn steps(&self) -> Vec<(usize, usize)> {
        let mut steps = Vec::new();
        for from in (1..=32).filter(|square| self.has(*square, Own)) {
            for way in WAYS.into_iter().filter(|way| self.goes(from, *way)) {
                steps.extend(
                    beside(from, way)
                        .filter(|to| self.empty(*to))
                        .map(|to| (from, to)),
                );
            }
        }
        steps
    }

    fn after(&self, (from, to): (usize, usize)) -> Self {
        let mut board = self.clone();
        board.squares[to] = board.squares[from].take();
        board
    }

    /// True if the piece on a square can jump another one now.
    fn can_jump(&self, from: usize, prey: impl Fn(usize) -> bool) -> bool {
        WAYS.into_iter().any(|way| {
            self.goes(from, way)
                && beside(from, way).is_some_and(|over| {
                    prey(over) && beside(over, way).is_some_and(|landing| self.empty(landing))
                })
        })
    }

    fn is_jumped(&self, square: usize) -> bool {
        (1..=32).any(|from| self.has(from, Enemy) && self.can_jump(from, |over| over == square))
    }

    /// Distinct targets of the steps that pass a test.
    fn targets(&self, test: impl Fn(&Self, (usize, usize)) -> bool) -> i32 {
        let steps = self.steps();
        let reached = |to: usize| steps.iter().any(|step| step.1 == to && test(self, *step));
        (1..=32).filter(|to| reached(*to)).count() as i32
    }

    fn is_safe(&self, step: (usize, usize)) -> bool {
        !self.after(step).is_jumped(step.1)
    }

    fn around(square: usize, test: impl Fn(usize) -> bool) -> usize {
        let near = WAYS.into_iter().filter_map(|way| beside(square, way));
        near.filter(|square| test(*square)).count()
    }

    /// The ends of a diagonal through a square.
    fn ends(square: usize, way: Way) -> [Option<usize>; 2] {
        [beside(square, way), beside(square, back(way))]
    }

    /// True if both neighbours on this diagonal are on the board and pass a test.
    fn between(square: usize, way: Way, test: impl Fn(usize) -> bool) -> bool {
        Self::ends(square, way)
            .iter()
            .all(|end| end.is_some_and(&test))
    }

    /// True if a man can be crowned in at most so many steps, by squares before no enemy.
    fn runs(&self, square: usize, steps: i32) -> bool {
        steps > 0
            && [(1, -1), (1, 1)].into_iter().any(|way| {
                beside(square, way).is_some_and(|next| {
                    self.empty(next)
                        && (row(next) == 7 || !self.is_watched(next) && self.runs(next, steps - 1))
                })
            })
    }

    /// True if an enemy stands next to an inner square and can go its way.
    fn is_watched(&self, square: usize) -> bool {
        WAYS.into_iter().all(|way| beside(square, way).is_some())
            && WAYS.into_iter().any(|way| {
                let from = beside(square, back(way)).unwrap();
                self.has(from, Enemy) && self.goes(from, way)
            })
    }

    fn is_gap(&self, square: usize) -> bool {
        self.empty(square)
            && DIAGONALS.into_iter().any(|way| {
                let ends = Self::ends(square, way);
                let held = |end: Option<usize>| end.is_none_or(|end| self.has(end, Own));
                ends.iter().all(|end| held(*end)) && ends.iter().any(Option::is_some)
            })
    }

    fn feature(&self, name: &str) -> i32 {
        let no_kings = |owner| self.kings(owner) == 0;
        let bridge = self.all(&[1, 3], Own);
        let triangle = self.all(&[2, 3, 7], Own);
        let (own, enemy) = (self.value(Own), self.value(Enemy));
        let men_on = |rows: [i32; 2]| self.count(|b, s| b.is_man(s) && rows.contains(&row(s)));
        let edge = |square: usize| WAYS.into_iter().any(|way| beside(square, way).is_none());
        let column_edge = |square: usize| matches!(square % 8, 4 | 5);
        let diagonals: [&[usize]; 3] = [
            &[1, 6, 10, 15, 19, 24, 28, 5, 9, 14, 18, 23, 27, 32],
            &[2, 7, 11, 16, 20, 13, 17, 22, 26, 31],
            &[3, 8, 12, 21, 25, 30],
        ];
        let on = |list: &[usize]| self.count(|b, s| b.has(s, Own) && list.contains(&s));
        match name {
            "men" => self.pieces(Own) - self.kings(Own),
            "kings" => self.kings(Own),
            "ahead" => 240 * (own - enemy).max(0) / (own + enemy),
            "turn" => i32::from(self.on_move),
            "move" => {
                let system = |s: usize| matches!(s, 1..=4 | 9..=12 | 17..=20 | 25..=28);
                let odd = self.count(|b, s| system(s) && !b.empty(s)) % 2 == 1;
                let even = self.pieces(Own) == self.pieces(Enemy);
                i32::from(even && own + enemy < 24 && odd == self.on_move)
            }
            "home" => self.count(|b, s| b.is_man(s) && s <= 4),
            "back" => i32::from(no_kings(Enemy) && bridge),
            "oreo" => i32::from(no_kings(Own) && triangle),
            "guard" => i32::from(no_kings(Enemy) && (bridge || triangle)),
            "advance" => (1..=32).filter(|s| self.is_man(*s)).map(row).sum(),
            "adv" => men_on([4, 5]) - men_on([2, 3]),
            "runaway" => self.count(|b, s| b.is_man(s) && b.runs(s, 3)),
            "cent" => self.count(|b, s| b.is_man(s) && CENTRE.contains(&s)),
            "cntr" => {
                let reached = |s| self.steps().iter().any(|step| step.1 == s);
                self.count(|b, s| CENTRE.contains(&s) && (b.has(s, Own) || reached(s)))
            }
            "kcent" => self.count(|b, s| b.is_king(s) && CENTRE.contains(&s)),
            "flank" => self.count(|b, s| b.is_man(s) && column_edge(s)),
            "edge" => self.count(|b, s| b.is_king(s) && edge(s)),
            "trapped" => {
                let steps = self.steps();
                let free = |s| steps.iter().any(|step| step.0 == s && self.is_safe(*step));
                self.count(|b, s| b.is_king(s) && !free(s))
            }
            "corn" => {
                let enters = self
                    .steps()
                    .iter()
                    .any(|(_, to)| [1, 5, 28, 32].contains(to));
                i32::from(own <= 6 && own < enemy && enters)
            }
            "mob" => self.targets(|_, _| true),
            "safe" => self.targets(Self::is_safe),
            "thret" => self.targets(|board, step| {
                let board = board.after(step);
                board.can_jump(step.1, |over| board.has(over, Enemy))
            }),
            "links" => [(-1, -1), (-1, 1)].map(|way| self.linked(way)).iter().sum(),
            "dyke" => DIAGONALS
                .map(|way| {
                    self.count(|b, s| b.has(s, Own) && Self::between(s, way, |end| b.has(end, Own)))
                })
                .iter()
                .sum(),
            "expos" => self.count(|b, s| {
                let open = |way| Self::between(s, way, |end| b.empty(end));
                b.has(s, Own) && DIAGONALS.into_iter().any(open)
            }),
            "gap" => self.count(Self::is_gap),
            "hole" => {
                self.count(|b, s| b.empty(s) && Self::around(s, |near| b.has(near, Own)) >= 3)
            }
            "node" => {
                self.count(|b, s| b.has(s, Own) && Self::around(s, |near| b.empty(near)) >= 3)
            }
            "pole" => self.count(|b, s| b.is_man(s) && Self::around(s, |near| b.empty(near)) == 4),
            "dia" => on(diagonals[0]),
            "diav" => 3 * on(diagonals[0]) + 2 * on(diagonals[1]) + on(diagonals[2]),
            "cramp" => {
                let held = self.has(13, Own) && self.any(&[9, 14], Own);
                2 * i32::from(held && self.all(&[17, 21, 22, 25], Enemy))
            }
            "apex" => {
                let alone = self.any(&[7, 26], Own) && !self.any(&[7, 26], Enemy);
                -i32::from(alone && no_kings(Own) && no_kings(Enemy))
            }
            _ => panic!("no plain count of {name}"),
        }
    }

    fn linked(&self, way: Way) -> i32 {
        self.count(|b, s| b.has(s, Own) && beside(s, way).is_some_and(|s| b.has(s, Own)))
    }
}

fn counts(game: &Checkers, pos: &Position) -> Vec<i32> {
    let mut counts = vec![0; Checkers::FEATURES.len()];
    game.features(pos, Wanted::ALL, &mut counts);
    counts
}

fn feature(game: &Checkers, pos: &Position, name: &str) -> i32 {
    let index = Checkers::FEATURES
        .iter()
        .position(|feature| feature.name == name);
    counts(game, pos)[index.unwrap_or_else(|| panic!("{name}"))]
}

/// Positions of random games, and of random games that begin with many kings.
fn positions(game: &Checkers) -> Vec<Position> {
    let kings = "B:W29,30,K31,K32,K18,K27,21,K12:BK1,2,3,K4,K15,6,K5,K20";
    let starts = [game.start(), read(game, kings)];
    let lines = (0..60).flat_map(|seed| {
        let start = starts[usize::from(seed % 3 == 0)];
        random_line(game, start, seed, 120)
    });
    lines.collect()
}

#[test]
fn features_agree_with_a_plain_count() {
    let game = checkers();
    let mut seen = vec![0; Checkers::FEATURES.len()];
    for pos in positions(&game) {
        let [black, white] = Player::BOTH.map(|side| Plain::new(&game, &pos, side));
        let found = counts(&game, &pos);
        for (index, feature) in Checkers::FEATURES.iter().enumerate() {
            let expected = black.feature(feature.name) - white.feature(feature.name);
            assert_eq!(found[index], expected, "{} in {pos:?}", feature.name);
            seen[index] += i32::from(expected != 0);
        }
    }
    for (feature, seen) in Checkers::FEATURES.iter().zip(seen) {
        let rare = ["cramp", "corn"].contains(&feature.name);
        assert!(seen > 5 || rare, "{} was seen {seen} times", feature.name);
    }
}

#[test]
fn half_a_turn_exchanges_the_players() {
    let game = checkers();
    for pos in positions(&game) {
        let image = game.turned(&pos, 1);
        let negated: Vec<_> = counts(&game, &image).iter().map(|count| -count).collect();
        assert_eq!(counts(&game, &pos), negated, "{pos:?}");
        assert_eq!(game.phase(&pos), game.phase(&image));
        assert!((0..=PHASES).contains(&game.phase(&pos)));
        for preset in Checkers::PRESETS {
            let weights = Weights::preset::<Checkers>(preset.name).unwrap();
            assert_eq!(weights.judge(&game, &pos), weights.judge(&game, &image));
        }
    }
}

#[test]
fn features_are_named_once_and_presets_know_them() {
    for (index, feature) in Checkers::FEATURES.iter().enumerate() {
        let mut others = Checkers::FEATURES[..index].iter();
        assert!(
            others.all(|other| other.name != feature.name),
            "{feature:?}"
        );
    }
    for preset in Checkers::PRESETS {
        assert!(
            Weights::preset::<Checkers>(preset.name).is_ok(),
            "{preset:?}"
        );
    }
    let names: Vec<_> = Checkers::PRESETS.iter().map(|preset| preset.name).collect();
    assert_eq!(names, ["standard", "samuel", "material"]);
}

#[test]
fn unwanted_features_do_not_change_the_others() {
    let game = checkers();
    let weights = Weights::standard::<Checkers>();
    for pos in positions(&game) {
        let terms = weights.explain(&game, &pos);
        let sum: f64 = terms.iter().map(|term| term.value).sum();
        let side = if game.turn(&pos) == Player::First {
            1.0
        } else {
            -1.0
        };
        let judged = f64::from(weights.judge(&game, &pos));
        assert!((judged - side * sum).abs() <= 1.0, "{pos:?}");
    }
}

#[test]
fn terms_counted_by_hand() {
    let game = checkers();
    // Black holds bridge and triangle and cramps White's single corner.
    let pos = read(&game, "B:W17,21,22,25,28:B1,2,3,7,9,13");
    for (name, expected) in [
        ("men", 1),
        ("ahead", 240 * 2 / 22),
        ("turn", 1),
        ("move", 0),
        ("home", 3),
        ("back", 1),
        ("oreo", 1),
        ("guard", 1),
        ("cramp", 2),
        ("apex", -1),
        ("flank", 1 - 2),
        ("cent", -1),
        ("advance", 1 + 2 + 3 - (3 + 2 + 2 + 1 + 1)),
        ("runaway", 0),
    ] {
        assert_eq!(feature(&game, &pos, name), expected, "{name}");
    }

    // A king in the corner that has nowhere to go, and a man who runs.
    let pos = read(&game, "W:WK29:BK22,K18,24");
    for (name, expected) in [
        ("kings", 1),
        ("kcent", 2),
        ("edge", -1),
        ("trapped", -1),
        ("runaway", 1),
        ("mob", 3 + 3 + 2 - 1),
    ] {
        assert_eq!(feature(&game, &pos, name), expected, "{name}");
    }
}

#[test]
fn quiet_steps_keep_the_move() {
    let game = checkers();
    let mut pos = read(&game, "W:WK28,K32:BK1,K5");
    let had = feature(&game, &pos, "move");
    assert_ne!(had, 0);
    for word in ["28-24", "1-6", "24-19", "6-9"] {
        pos = game
            .read_move(&pos, word)
            .map(|m| game.play(&pos, m))
            .unwrap();
        assert_eq!(feature(&game, &pos, "move"), had, "after {word}");
    }
}

#[test]
fn captures_are_noisy_and_come_alone() {
    let game = checkers();
    for pos in positions(&game) {
        let mut list = MoveList::<Checkers>::new();
        game.moves(&pos, &mut list);
        let pieces = |pos: &Position| (0..32).filter(|c| game.piece_at(pos, *c).is_some()).count();
        let noisy: Vec<_> = list.iter().map(|m| game.noisy(&pos, *m)).collect();
        for (m, noisy) in list.iter().zip(&noisy) {
            assert_eq!(*noisy, pieces(&game.play(&pos, *m)) < pieces(&pos));
        }
        assert!(noisy.iter().all(|one| *one == noisy[0]), "{pos:?}");
    }
}

#[test]
fn promising_moves_come_first() {
    let game = checkers();
    let promises = |position: &str, words: [&str; 2]| {
        let pos = read(&game, position);
        words.map(|word| {
            let m = game.read_move(&pos, word).unwrap();
            game.promise(&pos, m)
        })
    };
    for (why, position, words) in [
        ("two pieces", "B:W18,27,8:B14,4", ["14x23x32", "4x11"]),
        ("a crown", "B:W12:B26,9", ["26-31", "9-14"]),
        ("the back row", "B:W32:B1,9", ["9-14", "1-6"]),
        ("safety", "B:W23,32:B10,14,5", ["10-15", "14-18"]),
    ] {
        let [better, worse] = promises(position, words);
        assert!(better > worse, "{why}: {better} {worse}");
    }
}

/// A judge who refuses to judge while a capture is due.
struct Patient(Weights);

impl Judge<Checkers> for Patient {
    fn judge(&self, game: &Checkers, pos: &Position) -> Score {
        assert!(!must_capture(game, pos), "a capture is due in {pos:?}");
        self.0.judge(game, pos)
    }

    fn noisy(&self, game: &Checkers, pos: &Position, m: Move) -> bool {
        game.noisy(pos, m)
    }

    fn restless(&self, game: &Checkers, pos: &Position) -> bool {
        assert_eq!(game.restless(pos), must_capture(game, pos), "{pos:?}");
        game.restless(pos)
    }
}

fn must_capture(game: &Checkers, pos: &Position) -> bool {
    let mut list = MoveList::<Checkers>::new();
    game.moves(pos, &mut list);
    list.iter().any(|m| game.noisy(pos, *m))
}

#[test]
fn nothing_is_judged_while_a_capture_is_due() {
    let game = checkers();
    let patient = Patient(Weights::standard::<Checkers>());
    let config = Config::standard().changed("razor", "").unwrap();
    let quiet = |pos: &Position| game.ended(pos).is_none() && !must_capture(&game, pos);
    for pos in positions(&game).into_iter().filter(quiet).step_by(50) {
        let search = Search {
            rules: &game,
            judge: &patient,
            table: None::<&ponder_table::Table>,
            config: &config,
            limits: Limits::nodes(3_000),
            lines: 1,
            threads: 1,
        };
        let history = History::new(&game, &pos);
        let report = search.run(&pos, &history, &Stop::new(), &mut |_| ());
        assert!(report.is_ok());
    }
}

/// The default with every technique against the textbook player.
fn against(preset: &str, pairs: u32) -> Tally {
    let game = checkers();
    let (standard, plain) = (Config::standard(), Config::plain());
    let ours = Weights::standard::<Checkers>();
    let theirs = Weights::preset::<Checkers>(preset).unwrap();
    let table = 1 << 18;
    let a = Duellist {
        judge: &ours,
        config: &standard,
        limits: Limits::nodes(2_000),
        table,
    };
    let b = Duellist {
        judge: &theirs,
        config: &plain,
        limits: Limits::depth(4),
        table,
    };
    duel(&game, (&a, &b), pairs, 4, 160, 1959)
}

#[test]
fn the_default_beats_textbook_players() {
    for preset in ["material", "samuel"] {
        let tally = against(preset, 6);
        assert!(
            tally.losses <= 1 && tally.score() >= 0.75,
            "{preset}: {tally:?}"
        );
    }
}
