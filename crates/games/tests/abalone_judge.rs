//! Abalone's judge: every feature against a plain count, symmetry, and strength.

use ponder_core::{
    Effect, Features, Judge, MoveList, PHASES, Player, Random, Rules, Score, Show, Wanted, Weights,
};
use ponder_engine::{Duellist, duel};
use ponder_games::abalone::{Abalone, Move, Position};
use ponder_search::{Config, Limits};
use ponder_testkit::{open, random_line, read};

/// The board as a plain square of owners, with two empty rows and columns around it.
struct Grid([[Option<Player>; 14]; 14]);

type Place = (i32, i32);

/// East, north-east, north-west, and back.
const STEPS: [Place; 6] = [(0, 1), (1, 1), (1, 0), (0, -1), (-1, -1), (-1, 0)];

/// The difference of two places, in steps.
fn steps((row, column): Place, (other_row, other_column): Place) -> i32 {
    let (up, right) = (other_row - row, other_column - column);
    up.abs().max(right.abs()).max((up - right).abs())
}

fn on_board(place: Place) -> bool {
    steps(place, (0, 0)) <= 4
}

fn add(place: Place, step: Place, times: i32) -> Place {
    (place.0 + times * step.0, place.1 + times * step.1)
}

/// Every cell, from the centre E5 as (0, 0).
fn cells() -> impl Iterator<Item = Place> {
    let all = (-4..=4).flat_map(|row| (-4..=4).map(move |column| (row, column)));
    all.filter(|place| on_board(*place))
}

impl Grid {
    fn of(game: &Abalone, pos: &Position) -> Self {
        let mut grid = Self([[None; 14]; 14]);
        for (id, cell) in (0..).zip(game.board().cells) {
            let [row, column] = cell.name.as_bytes() else {
                panic!("a cell is a letter and a digit")
            };
            let (row, column) = (
                i32::from(*row) - i32::from(b'e'),
                i32::from(*column) - i32::from(b'5'),
            );
            grid.0[(row + 6) as usize][(column + 6) as usize] =
                game.piece_at(pos, id).map(|piece| piece.owner);
        }
        grid
    }

    fn at(&self, (row, column): Place) -> Option<Player> {
        self.0[(row + 6) as usize][(column + 6) as usize]
    }

    fn is(&self, place: Place, player: Player) -> bool {
        self.at(place) == Some(player)
    }

    fn marbles(&self, player: Player) -> Vec<Place> {
        cells().filter(|place| self.is(*place, player)).collect()
    }

    /// The number of connected parts of a set of places.
    fn parts(places: &[Place]) -> i32 {
        let mut left = places.to_vec();
        let mut parts = 0;
        while let Some(place) = left.pop() {
            parts += 1;
            let mut open = vec![place];
            while let Some(place) = open.pop() {
                let (near, far) = left.iter().partition(|other| steps(**other, place) == 1);
                left = far;
                let near: Vec<Place> = near;
                open.extend(near);
            }
        }
        parts
    }

    /// Groups less holes; a hole is a part of the rest that is not outside.
    fn groups(&self, player: Player) -> i32 {
        let around = (-5..=5).flat_map(|row| (-5..=5).map(move |column| (row, column)));
        let rest: Vec<Place> = around
            .filter(|place| steps(*place, (0, 0)) <= 5 && !self.is(*place, player))
            .collect();
        Self::parts(&self.marbles(player)) - (Self::parts(&rest) - 1)
    }

    /// Where `pattern` fits, for each direction: 'o' own, 'e' enemy, '.' empty, '#' off the board.
    fn patterns(&self, player: Player, pattern: &str, directions: usize) -> i32 {
        let fits = |place: Place, step: Place| {
            pattern.chars().zip(0..).all(|(what, times)| {
                let place = add(place, step, times);
                match what {
                    'o' => self.is(place, player),
                    'e' => self.is(place, player.other()),
                    '.' => on_board(place) && self.at(place).is_none(),
                    _ => !on_board(place),
                }
            })
        };
        let all =
            cells().flat_map(|cell| STEPS[..directions].iter().map(move |step| (cell, *step)));
        all.filter(|(cell, step)| fits(*cell, *step)).count() as i32
    }

    fn triangles(&self, player: Player) -> i32 {
        let marbles = self.marbles(player);
        let mut triangles = 0;
        for (i, a) in marbles.iter().enumerate() {
            for (j, b) in marbles[..i].iter().enumerate() {
                for c in &marbles[..j] {
                    let all = [(a, b), (b, c), (a, c)];
                    triangles += i32::from(all.iter().all(|(x, y)| steps(**x, **y) == 1));
                }
            }
        }
        triangles
    }

    /// Steps to the reference point, in parts of 7 n m.
    fn to_reference(&self, player: Player) -> i32 {
        let sum = |marbles: &[Place]| {
            let add = |sum: Place, place: &Place| (sum.0 + place.0, sum.1 + place.1);
            marbles.iter().fold((0, 0), add)
        };
        let [black, white] = Player::BOTH.map(|player| self.marbles(player));
        let (n, m) = (black.len().max(1) as i32, white.len().max(1) as i32);
        let (b, w) = (sum(&black), sum(&white));
        let point = (3 * (m * b.0 + n * w.0), 3 * (m * b.1 + n * w.1));
        let unit = 7 * n * m;
        let scaled = |place: &Place| (place.0 * unit, place.1 * unit);
        let marbles = self.marbles(player);
        marbles
            .iter()
            .map(|place| steps(scaled(place), point))
            .sum()
    }
}

/// The same position with `player` to move.
fn moved_by(game: &Abalone, pos: &Position, player: Player) -> Position {
    if game.turn(pos) == player {
        return *pos;
    }
    game.null(pos).expect("Abalone can pass in thought")
}

fn moves(game: &Abalone, pos: &Position) -> MoveList<Abalone> {
    let mut list = MoveList::<Abalone>::new();
    game.moves(pos, &mut list);
    list
}

fn pushes(game: &Abalone, pos: &Position, m: Move) -> bool {
    let pushed = |effect: &Effect| matches!(effect, Effect::Push(..) | Effect::Eject(_));
    game.effects(pos, m).iter().any(pushed)
}

fn ejects(game: &Abalone, pos: &Position, m: Move) -> bool {
    let ejected = |effect: &Effect| matches!(effect, Effect::Eject(_));
    game.effects(pos, m).iter().any(ejected)
}

/// What a side has of a feature, in units that only their difference needs.
fn plain_count(game: &Abalone, pos: &Position, name: &str, player: Player) -> i32 {
    let grid = Grid::of(game, pos);
    let (own, enemy) = (grid.marbles(player), grid.marbles(player.other()));
    let ring = |distance: i32| {
        let there = |place: &&Place| steps(**place, (0, 0)) == distance;
        enemy.iter().filter(there).count() as i32
    };
    match name {
        "marbles" => i32::from(pos.lost(player.other())),
        "centre" => -own.iter().map(|place| steps(*place, (0, 0))).sum::<i32>(),
        "rim" => ring(3),
        "edge" => ring(4),
        "cohesion" => grid.patterns(player, "oo", 3),
        "triangles" => grid.triangles(player),
        "threes" => grid.patterns(player, "ooo", 3),
        "groups" => grid.groups(player.other()),
        "wedges" => grid.patterns(player, "eoe", 3),
        "single-danger" => grid.patterns(player, "ooe#", 6),
        "double-danger" => grid.patterns(player, "oooee#", 6),
        "pressure" => grid.patterns(player, "oo.e#", 6),
        "pushes" => {
            let pos = moved_by(game, pos, player);
            let list = moves(game, &pos);
            list.iter().filter(|m| pushes(game, &pos, **m)).count() as i32
        }
        "mobility" => moves(game, &moved_by(game, pos, player)).len() as i32,
        "reference" => -grid.to_reference(player),
        "tempo" => i32::from(game.turn(pos) == player),
        _ => panic!("{name} has no plain count"),
    }
}

fn plain_feature(game: &Abalone, pos: &Position, name: &str) -> i32 {
    let [black, white] = Player::BOTH.map(|player| plain_count(game, pos, name, player));
    if name != "reference" {
        return black - white;
    }
    let grid = Grid::of(game, pos);
    let [n, m] = Player::BOTH.map(|player| grid.marbles(player).len().max(1) as i32);
    (black - white) * 7 / (7 * n * m)
}

fn features(game: &Abalone, pos: &Position) -> Vec<i32> {
    let mut counts = vec![0; Abalone::FEATURES.len()];
    game.features(pos, Wanted::ALL, &mut counts);
    counts
}

/// Positions of random games from several layouts, and random boards, crowded ones among them.
fn positions() -> Vec<(Abalone, Position)> {
    let mut all = Vec::new();
    for (seed, layout) in (0..).zip(["classical", "belgian-daisy", "german-daisy", "snakes"]) {
        let game: Abalone = open(&format!("abalone:layout={layout}"));
        let line = random_line(&game, game.start(), seed, 300);
        all.extend(line.into_iter().map(|pos| (game.clone(), pos)));
    }
    let game: Abalone = open("abalone");
    let mut random = Random::new(7);
    for round in 0..1000 {
        let mut pieces = vec![None; 61];
        for player in Player::BOTH {
            for _ in 0..random.below(15) {
                pieces[random.below(61)] = Some(ponder_core::Piece::of(player));
            }
        }
        if let Ok(pos) = game.assemble(&pieces, Player::BOTH[round % 2]) {
            all.push((game.clone(), pos));
        }
    }
    all
}

#[test]
fn features_are_what_a_plain_count_finds() {
    let mut seen = vec![false; Abalone::FEATURES.len()];
    for (game, pos) in positions() {
        if game.ended(&pos).is_some() {
            continue;
        }
        let found = features(&game, &pos);
        for (index, feature) in Abalone::FEATURES.iter().enumerate() {
            let expected = plain_feature(&game, &pos, feature.name);
            assert_eq!(found[index], expected, "{} of {pos:?}", feature.name);
            seen[index] |= expected != 0;
        }
    }
    assert!(seen.iter().all(|seen| *seen), "{seen:?}");
}

#[test]
fn a_feature_counted_alone_is_the_same() {
    for (game, pos) in positions() {
        let all = features(&game, &pos);
        let sign = if game.turn(&pos) == Player::First {
            1
        } else {
            -1
        };
        for index in 0..all.len() {
            let mut pairs = vec![[0; 2]; all.len()];
            pairs[index] = [1, 1];
            let alone = Weights::new(pairs).judge(&game, &pos);
            assert_eq!(
                alone,
                sign * all[index],
                "{}",
                Abalone::FEATURES[index].name
            );
        }
    }
}

#[test]
fn symmetries_keep_features_and_colours_negate_them() {
    for (game, pos) in positions() {
        let own = features(&game, &pos);
        for symmetry in 0..game.symmetries() {
            let image = game.turned(&pos, symmetry);
            let sign = if game.swaps_players(symmetry) { -1 } else { 1 };
            let expected: Vec<_> = own.iter().map(|count| sign * count).collect();
            assert_eq!(features(&game, &image), expected, "{symmetry} of {pos:?}");
            assert_eq!(game.phase(&image), game.phase(&pos));
            assert_eq!(game.stiffness(&image), game.stiffness(&pos));
        }
    }
}

#[test]
fn presets_name_declared_features() {
    for preset in Abalone::PRESETS {
        let weights = Weights::preset::<Abalone>(preset.name);
        assert!(weights.is_ok(), "{}", preset.name);
    }
    let names: Vec<_> = Abalone::PRESETS.iter().map(|preset| preset.name).collect();
    assert_eq!(names, ["standard", "aba-pro", "papadopoulos", "material"]);
}

/// What is counted, for features that are not 0.
fn counted(position: &str) -> Vec<(&'static str, i32)> {
    let game: Abalone = open("abalone");
    let counts = features(&game, &read(&game, position));
    let names = Abalone::FEATURES.iter().map(|feature| feature.name);
    names.zip(counts).filter(|(_, count)| *count != 0).collect()
}

#[test]
fn three_before_two_on_the_edge() {
    let found =
        counted("...../....../......./......../........./......../......./....../bbbww b 0 0");
    let expected = [
        // Three marbles at four steps against two.
        ("centre", -4),
        ("edge", -1),
        // a1a2 and a2a3 against a4a5.
        ("cohesion", 1),
        ("threes", 1),
        ("double-danger", 1),
        ("pushes", 1),
        // Black: six steps of one, four of two, two of three, and the push; white: four and two.
        ("mobility", 7),
        // The point lies 24/7 below e5 and 3/2 to its left, by row and column. Black's distances
        // are 5/2, 3/2 and 4/7, white's 15/14 and 29/14.
        ("reference", -10),
        ("tempo", 1),
    ];
    assert_eq!(found, expected);
}

#[test]
fn phase_counts_losses() {
    let game: Abalone = open("abalone");
    let phase = |lost: &str| {
        let rows = "wwwww/wwww../......./......../........./......../......./bbbb../bbbbb";
        game.phase(&read(&game, &format!("{rows} b {lost}")))
    };
    assert_eq!(phase("0 0"), 0);
    assert_eq!(phase("5 0"), PHASES / 2);
    assert_eq!(phase("5 5"), PHASES);
    let short: Abalone = open("abalone:win=1");
    assert_eq!(short.phase(&short.start()), 0);
}

/// Pairs of neighbours count 2, marbles -5 each, lines that can push -2, on top of 120.
#[test]
fn clusters_that_cannot_push_are_stiff() {
    let game: Abalone = open("abalone");
    let stiffness = |position: &str| game.stiffness(&read(&game, position));
    let apart = "...../....../..www../...ww.../........./...bb.../..bbb../....../..... b 0 0";
    assert_eq!(stiffness(apart), 120 - 5 * 10 + 2 * 14);
    let touching = "...../....../......./..www.../...ww..../...bb.../..bbb../....../..... b 0 0";
    assert_eq!(stiffness(touching), 120 - 5 * 10 + 2 * 14);
    let pushing = "...../....../......./......../.bbbww.../......../......./....../..... b 0 0";
    assert_eq!(stiffness(pushing), 120 - 5 * 5 + 2 * 3 - 2);
    let loose = "...../.w..w./......./.w...w../........./.b...b../......./.b..b./..... b 0 0";
    assert_eq!(stiffness(loose), 120 - 5 * 8);
    assert_eq!(game.stiffness(&game.start()), 120 - 5 * 28 + 2 * 54);
}

#[test]
fn noisy_moves_eject() {
    for (game, pos) in positions() {
        for m in moves(&game, &pos) {
            assert_eq!(Features::noisy(&game, &pos, m), ejects(&game, &pos, m));
        }
    }
}

#[test]
fn ejections_promise_most_then_pushes() {
    for (game, pos) in positions() {
        let mut best = [Score::MIN; 3];
        let mut least = [Score::MAX; 3];
        for m in moves(&game, &pos) {
            let kind = if ejects(&game, &pos, m) {
                2
            } else {
                usize::from(pushes(&game, &pos, m))
            };
            let promise = Features::promise(&game, &pos, m);
            assert!(promise.abs() <= 100_000);
            best[kind] = best[kind].max(promise);
            least[kind] = least[kind].min(promise);
        }
        assert!(best[0] < least[1] && best[0] < least[2] && best[1] < least[2]);
    }
}

/// The values of plain alpha-beta to depth 4, with judgements from the literature; the sound
/// techniques only find them sooner.
#[test]
fn the_default_beats_older_judgements_at_depth_four() {
    let game: Abalone = open("abalone:layout=belgian-daisy");
    let weights = Weights::standard::<Abalone>();
    let (standard, sound) = (Config::standard(), Config::sound());
    let ours = Duellist {
        judge: &weights,
        config: &standard,
        limits: Limits::nodes(6_000),
        table: 1 << 20,
    };
    for preset in ["papadopoulos", "material"] {
        let older = Weights::preset::<Abalone>(preset).expect("a preset");
        let theirs = Duellist {
            judge: &older,
            config: &sound,
            limits: Limits::depth(4),
            table: 1 << 20,
        };
        let tally = duel(&game, (&ours, &theirs), 2, 4, 300, 1);
        assert!(tally.score() > 0.6, "against {preset}: {tally:?}");
    }
}
