//! Gothello's judge: every feature against a plain count, its symmetries, and its strength.

use ponder_core::{
    Features, History, Judge, MoveList, Notation, Player, Rules, Show, Wanted, Weights,
};
use ponder_engine::{Duellist, duel};
use ponder_games::gothello::{Gothello, Move, Position};
use ponder_search::{Config, Limits, Search, Stop};
use ponder_table::{Keys, Table};
use ponder_testkit::{open, random_line, read};

fn gothello() -> Gothello {
    open("gothello")
}

/// Boards of several shapes.
fn boards() -> Vec<Gothello> {
    let sizes = ["5x5", "4x4", "3x5", "7x7", "2x2"];
    sizes
        .iter()
        .map(|size| open(&format!("gothello:size={size}")))
        .collect()
}

/// Many positions of random games.
fn positions(game: &Gothello) -> Vec<Position> {
    (0..120)
        .flat_map(|seed| random_line(game, game.start(), seed, 60))
        .collect()
}

fn features(game: &Gothello, pos: &Position) -> Vec<i32> {
    let mut out = vec![0; Gothello::FEATURES.len()];
    game.features(pos, Wanted::ALL, &mut out);
    out
}

fn feature(game: &Gothello, pos: &Position, name: &str) -> i32 {
    let index = Gothello::FEATURES.iter().position(|f| f.name == name);
    features(game, pos)[index.expect(name)]
}

fn moves(game: &Gothello, pos: &Position) -> MoveList<Gothello> {
    let mut list = MoveList::<Gothello>::new();
    game.moves(pos, &mut list);
    list
}

/// The judge again, of letters and lists.
mod plain {
    use super::*;

    type Point = (i32, i32);

    pub(super) struct Letters {
        rows: Vec<Vec<char>>,
        mover: char,
    }

    impl Letters {
        pub(super) fn of(game: &Gothello, pos: &Position) -> Self {
            let text = game.write_position(pos);
            let (rows, rest) = text.split_once(' ').expect("rows and a side");
            Self {
                rows: rows.split('/').map(|row| row.chars().collect()).collect(),
                mover: rest.chars().next().expect("a side"),
            }
        }

        /// What stands on a point; `None` outside the board.
        fn at(&self, (row, column): Point) -> Option<char> {
            let row = self.rows.get(usize::try_from(row).ok()?)?;
            row.get(usize::try_from(column).ok()?).copied()
        }

        fn all(&self, what: char) -> Vec<Point> {
            let columns = self.rows[0].len() as i32;
            let points =
                (0..self.rows.len() as i32).flat_map(|y| (0..columns).map(move |x| (y, x)));
            points
                .filter(|point| self.at(*point) == Some(what))
                .collect()
        }

        fn sides(&self, (y, x): Point) -> Vec<Point> {
            let sides = [(y - 1, x), (y, x - 1), (y, x + 1), (y + 1, x)];
            sides
                .into_iter()
                .filter(|side| self.at(*side).is_some())
                .collect()
        }

        /// How many sides of a point hold this.
        fn around(&self, point: Point, what: char) -> usize {
            let sides = self.sides(point);
            sides
                .iter()
                .filter(|side| self.at(**side) == Some(what))
                .count()
        }

        fn groups(&self, colour: char) -> Vec<Vec<Point>> {
            let mut groups: Vec<Vec<Point>> = Vec::new();
            for stone in self.all(colour) {
                if groups.iter().any(|group| group.contains(&stone)) {
                    continue;
                }
                let mut group = vec![stone];
                let mut next = 0;
                while next < group.len() {
                    for side in self.sides(group[next]) {
                        if self.at(side) == Some(colour) && !group.contains(&side) {
                            group.push(side);
                        }
                    }
                    next += 1;
                }
                groups.push(group);
            }
            groups
        }

        fn liberties(&self, group: &[Point]) -> Vec<Point> {
            let mut found: Vec<Point> = group.iter().flat_map(|stone| self.sides(*stone)).collect();
            found.retain(|side| self.at(*side) == Some('.'));
            found.sort_unstable();
            found.dedup();
            found
        }

        fn legal(&self, point: Point, colour: char) -> bool {
            let mut rows = self.rows.clone();
            rows[point.0 as usize][point.1 as usize] = colour;
            let after = Self { rows, ..*self };
            let groups = after.groups(colour);
            let group = groups.iter().find(|group| group.contains(&point));
            !after.liberties(group.expect("its group")).is_empty()
        }

        fn placements(&self, colour: char) -> Vec<Point> {
            let mut points = self.all('.');
            points.retain(|point| self.legal(*point, colour));
            points
        }

        fn eyes(&self, colour: char) -> Vec<Point> {
            let mut points = self.all('.');
            points.retain(|point| self.around(*point, colour) == self.sides(*point).len());
            points
        }

        fn half_eyes(&self, colour: char) -> Vec<Point> {
            let mut points = self.all('.');
            points.retain(|point| {
                self.around(*point, '.') == 1
                    && self.around(*point, colour) + 1 == self.sides(*point).len()
            });
            points
        }

        fn room(&self, colour: char) -> Vec<Point> {
            let mut points = self.all('.');
            points.retain(|point| {
                self.around(*point, colour) > 0 && self.around(*point, enemy(colour)) == 0
            });
            points
        }

        /// Stones of the groups with a liberty among some points.
        fn beside(&self, colour: char, points: &[Point]) -> usize {
            let mut groups = self.groups(colour);
            groups.retain(|group| {
                self.liberties(group)
                    .iter()
                    .any(|free| points.contains(free))
            });
            groups.concat().len()
        }

        /// The groups that the enemy may capture with one stone.
        fn atari(&self, colour: char) -> Vec<Vec<Point>> {
            let mut groups = self.groups(colour);
            groups.retain(|group| {
                let liberties = self.liberties(group);
                liberties.len() == 1 && self.legal(liberties[0], enemy(colour))
            });
            groups
        }

        /// A count for one colour, if the feature counts colours apart.
        fn count(&self, name: &str, colour: char) -> usize {
            let stones = self.all(colour);
            match name {
                "stones" => stones.len(),
                "black-eyes" if colour == 'b' => self.eyes('b').len(),
                "white-eyes" if colour == 'w' => self.eyes('w').len(),
                "safe" => self.beside(colour, &self.eyes(colour)),
                "spare" => {
                    let eyes = self.eyes(colour);
                    eyes.iter().filter(|eye| self.legal(**eye, colour)).count()
                }
                "half-eyes" => self.half_eyes(colour).len(),
                "breathing" => self.beside(colour, &self.room(colour)),
                "room" => self.room(colour).len(),
                "liberties" => stones.iter().map(|stone| self.around(*stone, '.')).sum(),
                // What is bad for its owner counts for the enemy.
                "atari" => self.atari(enemy(colour)).len(),
                "hanging" if colour == self.mover => self.atari(enemy(colour)).concat().len(),
                "black-eyes" | "white-eyes" | "hanging" => 0,
                "mobility" => self.placements(colour).len(),
                "turn" => usize::from(colour == self.mover),
                "parity" => {
                    let mut open = self.all('.');
                    open.retain(|point| self.legal(*point, 'b') || self.legal(*point, 'w'));
                    open.retain(|point| ![self.eyes('b'), self.eyes('w')].concat().contains(point));
                    usize::from((open.len() % 2 == 1) == (colour == self.mover))
                }
                "rim" => stones
                    .iter()
                    .filter(|stone| self.sides(**stone).len() < 4)
                    .count(),
                _ => panic!("{name} is not counted here"),
            }
        }

        pub(super) fn feature(&self, name: &str) -> i32 {
            self.count(name, 'b') as i32 - self.count(name, 'w') as i32
        }
    }

    fn enemy(colour: char) -> char {
        if colour == 'b' { 'w' } else { 'b' }
    }
}

mod counts {
    use super::*;

    #[test]
    fn agree_with_a_plain_count() {
        for game in boards() {
            for pos in positions(&game) {
                let letters = plain::Letters::of(&game, &pos);
                for (feature, found) in Gothello::FEATURES.iter().zip(features(&game, &pos)) {
                    let expected = letters.feature(feature.name);
                    let text = game.write_position(&pos);
                    assert_eq!(found, expected, "{} in {text}", feature.name);
                }
            }
        }
    }

    /// Exchanged colours change every sign, and black's eyes become white's.
    #[test]
    fn follow_the_symmetries() {
        for game in boards() {
            for pos in positions(&game) {
                let here = features(&game, &pos);
                for s in 0..game.symmetries() {
                    let image = game.turned(&pos, s);
                    assert_eq!(game.phase(&image), game.phase(&pos));
                    let mut there = features(&game, &image);
                    if game.swaps_players(s) {
                        for &(a, b) in Gothello::PAIRED {
                            there.swap(a, b);
                        }
                        there = there.iter().map(|count| -count).collect();
                    }
                    assert_eq!(there, here, "symmetry {s} of {}", game.write_position(&pos));
                }
            }
        }
    }

    #[test]
    fn counted_or_not_as_wanted() {
        let game = gothello();
        for pos in positions(&game) {
            let all = features(&game, &pos);
            for (index, &count) in all.iter().enumerate() {
                let mut pairs = vec![[0, 0]; all.len()];
                pairs[index] = [100, 100];
                let sign = if game.turn(&pos) == Player::First {
                    1
                } else {
                    -1
                };
                let judged = Weights::new(pairs).judge(&game, &pos);
                assert_eq!(
                    judged,
                    100 * count * sign,
                    "{}",
                    Gothello::FEATURES[index].name
                );
            }
        }
    }

    /// Black lives in one corner by the eye a5; white is one stone short of an eye on e1.
    #[test]
    fn of_a_position_by_hand() {
        let game = gothello();
        let pos = read(&game, ".b.../b..../...../..bw./..bw. b");
        let count = |name| feature(&game, &pos, name);
        assert_eq!(count("stones"), 4 - 2);
        assert_eq!((count("black-eyes"), count("white-eyes")), (1, 0));
        // a5 saves b5 and a4; the others have no eye.
        assert_eq!(count("safe"), 2);
        // Black may fill a5: b5 breathes on c5 as well.
        assert_eq!(count("spare"), 1);
        // b4 has two empty sides, e1 one: white's e2 would close it.
        assert_eq!(count("half-eyes"), -1);
        assert_eq!(count("atari"), 0);
        assert_eq!(count("turn"), 1);
        assert_eq!(count("rim"), 3 - 1);
        assert_eq!(game.phase(&pos), 6 * 256 / 25);
    }

    /// White's corner stone is captured on a4, and only by the player to move.
    #[test]
    fn what_hangs_counts_for_the_player_to_move() {
        let game = gothello();
        let [black, white] =
            ["b", "w"].map(|side| read(&game, &format!("wb.../...../...../...../..... {side}")));
        assert_eq!(
            (
                feature(&game, &black, "atari"),
                feature(&game, &black, "hanging")
            ),
            (1, 1)
        );
        assert_eq!(
            (
                feature(&game, &white, "atari"),
                feature(&game, &white, "hanging")
            ),
            (1, 0)
        );
    }

    /// White's corner group has its last liberty in its eye, where black may not go.
    #[test]
    fn an_eye_is_no_danger() {
        let game = gothello();
        let pos = read(&game, "...../...../bb.../wwb../.wb.. b");
        assert_eq!(
            (
                feature(&game, &pos, "white-eyes"),
                feature(&game, &pos, "safe")
            ),
            (-1, -3)
        );
        assert_eq!(
            (
                feature(&game, &pos, "atari"),
                feature(&game, &pos, "hanging")
            ),
            (0, 0)
        );
    }
}

mod weights {
    use super::*;

    #[test]
    fn of_presets_name_declared_features() {
        for preset in Gothello::PRESETS {
            let weights = Weights::preset::<Gothello>(preset.name).expect(preset.name);
            assert!(Judge::<Gothello>::even_handed(&weights), "{}", preset.name);
        }
        let names: Vec<_> = Gothello::PRESETS.iter().map(|preset| preset.name).collect();
        assert_eq!(names, ["standard", "number", "eye"]);
    }

    #[test]
    fn of_the_old_presets_count_stones_and_eyes() {
        let game = gothello();
        let judge = |name, pos| {
            Weights::preset::<Gothello>(name)
                .expect(name)
                .judge(&game, pos)
        };
        let pos = read(&game, ".b.../b..../...../..bw./..bw. w");
        assert_eq!((judge("number", &pos), judge("eye", &pos)), (-200, -300));
    }

    #[test]
    fn that_prefer_a_colour_are_not_even_handed() {
        let mut pairs = Weights::preset::<Gothello>("eye")
            .expect("eye")
            .pairs()
            .to_vec();
        let black = Gothello::FEATURES
            .iter()
            .position(|f| f.name == "black-eyes");
        pairs[black.expect("declared")] = [200, 200];
        assert!(!Judge::<Gothello>::even_handed(&Weights::new(pairs)));
    }
}

mod hints {
    use super::*;

    /// Noisy is what captures, and the pass that ends the game.
    #[test]
    fn noisy_moves_change_stones_or_end_the_game() {
        let game = gothello();
        let stones = |pos: &Position, player| {
            let cells = 0..25;
            cells
                .filter(|cell| game.piece_at(pos, *cell).is_some_and(|p| p.owner == player))
                .count()
        };
        for pos in positions(&game) {
            let enemy = game.turn(&pos).other();
            for m in moves(&game, &pos) {
                let after = game.play(&pos, m);
                let captures = stones(&after, enemy) < stones(&pos, enemy);
                let ends = game.ended(&after).is_some();
                assert_eq!(game.noisy(&pos, m), captures || ends, "{m:?} in {pos:?}");
            }
        }
    }

    #[test]
    fn captures_promise_most_and_passes_least() {
        let game = gothello();
        let pos = read(&game, "wb.../...../...../...../..... b");
        let promise = |word| {
            let m = game.read_move(&pos, word).expect(word);
            game.promise(&pos, m)
        };
        assert!(
            promise("a4") > promise("c3"),
            "a capture before an open point"
        );
        assert!(promise("c3") > promise("e5"), "four liberties before two");
        let eye = read(&game, ".b.../b..../...../...../..... b");
        let fill = game.promise(&eye, game.read_move(&eye, "a5").expect("legal"));
        assert!(promise("e5") > fill && fill > game.promise(&eye, Move::PASS));
    }

    #[test]
    fn promises_are_moderate_and_follow_the_symmetries() {
        let game = gothello();
        for pos in positions(&game) {
            for m in moves(&game, &pos) {
                let promise = game.promise(&pos, m);
                assert!(promise.abs() <= 200_000);
                for s in 0..game.symmetries() {
                    let (image, turned) = (game.turned(&pos, s), game.turned_move(m, s));
                    assert_eq!(game.promise(&image, turned), promise);
                    assert_eq!(game.noisy(&image, turned), game.noisy(&pos, m));
                }
            }
        }
    }
}

mod strength {
    use super::*;

    /// The value of the empty board, searched to the end by sound techniques.
    fn solved(size: &str) -> i32 {
        let game: Gothello = open(&format!("gothello:size={size}"));
        let table = Table::new(1 << 24, Keys::Whole).expect("a table");
        let search = Search {
            rules: &game,
            judge: &Weights::standard::<Gothello>(),
            table: Some(&table),
            config: &Config::sound()
                .changed("folding", "")
                .expect("a sound switch"),
            limits: Limits::depth(50),
            lines: 1,
            threads: 1,
        };
        let history = History::new(&game, &game.start());
        let report = search.run(&game.start(), &history, &Stop::new(), &mut |_| ());
        let line = report.expect("an unfinished game").lines.swap_remove(0);
        assert!(line.exact, "{size} is solved");
        line.score
    }

    #[test]
    fn small_boards_have_their_known_values() {
        let values = ["2x2", "3x2", "3x3", "4x3", "3x4"].map(solved);
        assert_eq!(values, [100, 0, 100, 200, 200]);
    }

    /// The players of old look four plies ahead by plain alpha-beta and count stones, or stones
    /// and eyes.
    #[test]
    fn the_standard_beats_the_players_of_old() {
        let game = gothello();
        let standard = Weights::standard::<Gothello>();
        let ours = Duellist {
            judge: &standard,
            config: &Config::standard(),
            limits: Limits::nodes(3_000),
            table: 1 << 18,
        };
        for name in ["number", "eye"] {
            let old = Duellist {
                judge: &Weights::preset::<Gothello>(name).expect(name),
                config: &Config::plain(),
                limits: Limits::depth(4),
                table: 1 << 10,
            };
            let tally = duel(&game, (&ours, &old), 8, 2, 60, 1);
            assert!(tally.score() >= 0.85, "{tally:?} against {name}");
        }
    }
}
