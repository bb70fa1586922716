//! Expendibots' features against a plain count on a grid, their symmetries, and how the default
//! evaluation plays.

use ponder_core::{
    Features, Judge, MoveList, Notation, PHASES, Player, Random, Rules, Show, Wanted, Weights,
};
use ponder_engine::{Duellist, duel};
use ponder_games::expendibots::opening::BOOMERS_OPENINGS;
use ponder_games::expendibots::{Action, Expendibots, Position};
use ponder_search::{Config, Limits};
use ponder_testkit::{open, read};

fn game() -> Expendibots {
    open("expendibots")
}

fn names() -> impl Iterator<Item = &'static str> {
    Expendibots::FEATURES.iter().map(|feature| feature.name)
}

/// Every feature's name and count.
fn counts(pos: &Position) -> Vec<(&'static str, i32)> {
    let mut out = vec![0; Expendibots::FEATURES.len()];
    game().features(pos, Wanted::ALL, &mut out);
    names().zip(out).collect()
}

fn judged(preset: &str, pos: &Position) -> i32 {
    let weights = Weights::preset::<Expendibots>(preset).expect("a preset");
    weights.judge(&game(), pos)
}

/// Positions of random games in which BOOMs are rare, so that stacks meet.
fn positions(games: usize) -> Vec<Position> {
    let game = game();
    let mut random = Random::new(7);
    let mut found = Vec::new();
    for _ in 0..games {
        let mut pos = game.start();
        while game.ended(&pos).is_none() && random.below(100) != 0 {
            found.push(pos);
            let mut list = MoveList::<Expendibots>::new();
            game.moves(&pos, &mut list);
            let boom = list.iter().all(|m| is_boom(*m)) || random.below(8) == 0;
            list.retain(|m| is_boom(*m) == boom);
            pos = game.play(&pos, list[random.below(list.len())]);
        }
    }
    found
}

const fn is_boom(action: Action) -> bool {
    matches!(action, Action::Boom { .. })
}

// A plain count: lists of stacks, loops over all of them, none of the game's own squares.

#[derive(Clone, Copy, PartialEq)]
struct Stack {
    x: i32,
    y: i32,
    height: i32,
    owner: Player,
}

fn stacks(pos: &Position) -> Vec<Stack> {
    let cells = (0..64).filter_map(|cell| Some((cell, game().piece_at(pos, cell)?)));
    cells
        .map(|(cell, piece)| Stack {
            x: i32::from(cell % 8),
            y: 7 - i32::from(cell / 8),
            height: i32::from(piece.count),
            owner: piece.owner,
        })
        .collect()
}

/// Steps of a king.
fn steps(a: (i32, i32), b: (i32, i32)) -> i32 {
    (a.0 - b.0).abs().max((a.1 - b.1).abs())
}

fn place(stack: &Stack) -> (i32, i32) {
    (stack.x, stack.y)
}

fn clusters(mut left: Vec<Stack>) -> Vec<Vec<Stack>> {
    let mut clusters = Vec::new();
    while let Some(first) = left.pop() {
        let mut cluster = vec![first];
        let mut next = 0;
        while let Some(here) = cluster.get(next).map(place) {
            let touches = |stack: &Stack| steps(here, place(stack)) == 1;
            let (near, far): (Vec<_>, Vec<_>) = left.into_iter().partition(touches);
            cluster.extend(near);
            left = far;
            next += 1;
        }
        clusters.push(cluster);
    }
    clusters
}

fn tokens(stacks: &[Stack], player: Player) -> i32 {
    let own = stacks.iter().filter(|stack| stack.owner == player);
    own.map(|stack| stack.height).sum()
}

/// The squares that a player can move to.
fn targets(stacks: &[Stack], player: Player) -> Vec<(i32, i32)> {
    let board = (0..8).flat_map(|x| (0..8).map(move |y| (x, y)));
    let taken = |to| stacks.iter().any(|s| place(s) == to && s.owner != player);
    let reached = |to: (i32, i32)| {
        let mut own = stacks.iter().filter(|stack| stack.owner == player);
        own.any(|stack| {
            let straight = stack.x == to.0 || stack.y == to.1;
            straight && (1..=stack.height).contains(&steps(place(stack), to))
        })
    };
    board.filter(|to| !taken(*to) && reached(*to)).collect()
}

/// What a feature counts for one player; `None` for those of both.
fn plain(name: &str, stacks: &[Stack], player: Player, mover: Player) -> Option<i32> {
    let own: Vec<_> = stacks
        .iter()
        .copied()
        .filter(|s| s.owner == player)
        .collect();
    let enemies: Vec<_> = stacks
        .iter()
        .copied()
        .filter(|s| s.owner != player)
        .collect();
    let on = |belongs: fn(i32, i32) -> bool| {
        let own = own.iter().filter(|stack| belongs(stack.x, stack.y));
        own.map(|stack| stack.height).sum()
    };
    let count = |cluster: &[Stack]| [player, player.other()].map(|side| tokens(cluster, side));
    let clusters = clusters(stacks.to_vec());
    let pure: Vec<_> = clusters.iter().filter(|c| count(c)[1] == 0).collect();
    let mixed = clusters
        .iter()
        .map(|c| count(c))
        .filter(|[own, enemy]| own * enemy > 0);
    let gains: Vec<_> = mixed.map(|[own, enemy]| enemy - own).collect();
    let best = gains.iter().copied().max().unwrap_or(0).max(0);
    Some(match name {
        "tokens" => tokens(stacks, player),
        "stacks" => own.len() as i32,
        "centre" => on(|x, y| {
            let wide = |a: i32, b: i32| (1..=6).contains(&a) && (3..=4).contains(&b);
            wide(x, y) || wide(y, x)
        }),
        "corners" => on(|x, y| !(2..=5).contains(&x) && !(2..=5).contains(&y)),
        "distance" => {
            let nearest = |a: &Stack| enemies.iter().map(|b| steps(place(a), place(b))).min();
            own.iter().filter_map(nearest).sum()
        }
        "mobility" => targets(stacks, player).len() as i32,
        // Counted for white only: what one gains the other loses.
        "shared" if player == Player::First => gains.iter().sum(),
        "shared" => 0,
        "alone" => pure.iter().map(|c| count(c)[0]).sum(),
        "clusters" => pure.len() as i32,
        "exchange" => best,
        "hanging" => best * i32::from(player != mover),
        "risk" => {
            let comes = targets(stacks, player.other());
            let beside = |stack: &Stack| comes.iter().any(|to| steps(place(stack), *to) <= 1);
            let exposed = pure.iter().filter(|c| c.iter().any(beside));
            exposed.map(|c| count(c)[0] - 1).sum()
        }
        "tempo" => i32::from(player == mover),
        _ => return None,
    })
}

/// What a feature of both players counts.
fn mutual(name: &str, stacks: &[Stack]) -> i32 {
    let both = |name| Player::BOTH.map(|player| plain(name, stacks, player, player));
    let sum = |name| both(name).into_iter().flatten().sum::<i32>();
    let of = |player| stacks.iter().filter(move |stack| stack.owner == player);
    match name {
        "gone" => 24 - sum("tokens"),
        "lone" => sum("alone"),
        "closest" => {
            let pairs = of(Player::First).flat_map(|a| of(Player::Second).map(move |b| (a, b)));
            let far = pairs.map(|(a, b)| f64::from(a.x - b.x).hypot(f64::from(a.y - b.y)));
            (100.0 / far.fold(f64::MAX, f64::min)).round() as i32
        }
        _ => panic!("nobody counts {name}"),
    }
}

#[test]
fn features_count_what_a_plain_count_finds() {
    let game = game();
    let mut seen = vec![0; Expendibots::FEATURES.len()];
    for pos in positions(150) {
        let (stacks, mover) = (stacks(&pos), game.turn(&pos));
        for ((name, found), seen) in counts(&pos).into_iter().zip(&mut seen) {
            let [white, black] = Player::BOTH.map(|player| plain(name, &stacks, player, mover));
            let lead = white.zip(black).map(|(white, black)| white - black);
            let expected = lead.unwrap_or_else(|| mutual(name, &stacks));
            assert_eq!(found, expected, "{name} of {}", game.write_position(&pos));
            *seen += i32::from(found != 0);
        }
    }
    assert!(seen.iter().all(|count| *count > 50), "rare: {seen:?}");
}

#[test]
fn features_not_wanted_change_nothing() {
    let game = game();
    for pos in positions(20) {
        for (index, (name, all)) in counts(&pos).into_iter().enumerate() {
            let mut out = vec![0; Expendibots::FEATURES.len()];
            game.features(&pos, Wanted::of(&[index]), &mut out);
            assert_eq!(out[index], all, "{name} alone");
        }
    }
}

#[test]
fn symmetries_keep_or_negate_every_feature() {
    let game = game();
    for pos in positions(60) {
        for s in 0..game.symmetries() {
            let image = game.turned(&pos, s);
            assert_eq!(game.phase(&pos), game.phase(&image));
            let pairs = counts(&pos).into_iter().zip(counts(&image));
            for (index, ((name, here), (_, there))) in pairs.enumerate() {
                let uneven = Expendibots::UNEVEN.has(index);
                let negated = game.swaps_players(s) && !uneven;
                assert_eq!(
                    there,
                    if negated { -here } else { here },
                    "{name} under {s}"
                );
            }
        }
    }
}

#[test]
fn presets_name_declared_features_and_know_their_bias() {
    for preset in Expendibots::PRESETS {
        let weights = Weights::preset::<Expendibots>(preset.name).expect("declared features");
        let even = Judge::<Expendibots>::even_handed(&weights);
        assert_eq!(even, preset.name != "boomers", "{}", preset.name);
        let file = weights.write::<Expendibots>();
        let read = Weights::read::<Expendibots>(&file).expect("a file");
        assert_eq!(read.pairs(), weights.pairs());
    }
}

/// A file that was cut off or edited badly is no file of other weights.
#[test]
fn weight_files_have_one_line_for_every_feature() {
    let weights = Weights::preset::<Expendibots>("boomers").expect("a preset");
    let file = weights.write::<Expendibots>();
    let lines: Vec<_> = file.lines().collect();
    for cut in 2..lines.len() {
        let fault = Weights::read::<Expendibots>(&lines[..cut].join("\n")).expect_err("cut off");
        let name = lines[cut].split(' ').next().expect("a name");
        assert!(
            fault.what.contains(&format!("no line for \"{name}\"")),
            "{fault}"
        );
    }
    let twice = format!("{file}{}\n", lines[3]);
    let fault = Weights::read::<Expendibots>(&twice).expect_err("a line too many");
    assert!(fault.what.contains("already"), "{fault}");
}

/// The Boomers' score for a player: 10 for an own token, -20 for an enemy's, 10 over the least
/// distance, 5 for what clusters of both colours would gain, -5 for own tokens in others; and a
/// little for the centre and against corners.
#[test]
fn the_boomers_of_each_side_judge_as_their_program() {
    let game = game();
    let boomers = Weights::preset::<Expendibots>("boomers").expect("a preset");
    for pos in positions(40) {
        for player in Player::BOTH {
            let stacks = stacks(&pos);
            let of = |name, player| plain(name, &stacks, player, player).expect("one side's");
            let lead = |name| of(name, player) - of(name, player.other());
            let gain = of("shared", Player::First);
            let gain = if player == Player::First { gain } else { -gain };
            let score = 100 * of("tokens", player) - 200 * of("tokens", player.other())
                + mutual("closest", &stacks)
                + 50 * (gain - of("alone", player))
                + 5 * (lead("centre") - lead("corners"));
            // Tokens gone count from none: 24 of them stand for 12 of 100 against 12 of 200.
            let judged = boomers.for_root::<Expendibots>(player).judge(&game, &pos);
            let judged = if game.turn(&pos) == player {
                judged
            } else {
                -judged
            };
            assert_eq!(judged, score + 1200, "{}", game.write_position(&pos));
        }
    }
}

#[test]
fn the_start_is_even_and_phases_follow_the_tokens() {
    let game = game();
    let start = game.start();
    for (name, found) in counts(&start) {
        let expected = match name {
            "tempo" => 1,
            "closest" => 20,
            "lone" => 24,
            _ => 0,
        };
        assert_eq!(found, expected, "{name}");
    }
    assert_eq!(game.phase(&start), 0);
    let rows = |text: &str| game.phase(&read(&game, text));
    assert_eq!(
        rows("......../......../......../...b..../......../......../ww....../....w... w"),
        219
    );
    assert_eq!(
        rows("......../......../......../...b..../......../......../w......./....w... w"),
        PHASES
    );
}

#[test]
fn a_hand_made_exchange_is_counted() {
    let game = game();
    // White's token on d4 touches the black pair on d5 and e6; black's h8 is out of reach.
    let pos = read(
        &game,
        ".......b/......../....b.../...b..../...w..../......../......../ww...... b",
    );
    let counts = counts(&pos);
    let count = |name| {
        counts
            .iter()
            .find(|(other, _)| *other == name)
            .expect("declared")
            .1
    };
    assert_eq!(count("tokens"), 0);
    assert_eq!(count("shared"), 1);
    assert_eq!(count("exchange"), 1);
    assert_eq!(count("hanging"), 1);
    assert_eq!(count("clusters"), 0);
    assert_eq!(count("alone"), 1);
    assert_eq!(count("risk"), 0);
    assert_eq!(count("tempo"), -1);
    assert_eq!(judged("material", &pos), 0);
    assert_eq!(judged("boomers-even", &pos), -(50 - 25 - 5 - 5));
}

#[test]
fn booms_that_gain_are_noisy_and_promise_most() {
    let game = game();
    let at = |text: &str| read(&game, text);
    let look = |pos: &Position, word: &str| {
        let action = game.read_move(pos, word).expect("legal");
        (game.noisy(pos, action), game.promise(pos, action))
    };
    let pos = at("......../......../....b.../...b..../...w..../......../......../ww...... w");
    let (gaining, most) = look(&pos, "d4!");
    let (losing, least) = look(&pos, "a1!");
    let (moving, some) = look(&pos, "1d4c4");
    assert!(gaining && !losing && !moving);
    assert!(most > some && some > least);
    assert!(look(&pos, "1a1a2").1 <= look(&pos, "1d4c4").1);
    // Three for the last one loses two tokens and wins the game.
    let pos = at("......../......../......../...b..../...w..../..w...../.w....../w......w w");
    assert!(look(&pos, "d4!").0);
    // One for one changes nothing.
    let pos = at("b......./......../......../...b..../...w..../......../......../w......w w");
    assert!(!look(&pos, "d4!").0);
}

/// A game in which the opponent of `player` answers with these moves.
fn opening_of(player: Player, answers: &str) -> Vec<String> {
    let game = game();
    let mut pos = game.start();
    let mut answers = answers.split(' ');
    let mut played = Vec::new();
    loop {
        let action = if game.turn(&pos) == player {
            let Some(action) = game.opening(&pos) else {
                return played;
            };
            played.push(game.write_move(&pos, action));
            action
        } else {
            let answer = answers.next().expect("no line is longer");
            game.read_move(&pos, answer).expect("a legal answer")
        };
        pos = game.play(&pos, action);
    }
}

#[test]
fn the_opening_goes_on_until_it_is_met() {
    let [white, black] = BOOMERS_OPENINGS;
    assert_eq!(opening_of(Player::First, "1a7a6 1a6a5 1h7h6"), white);
    assert_eq!(opening_of(Player::Second, "1a2a3 1a3a4 1h2h3 1h3h4"), black);
    // Somebody stands where the token was to land.
    let met = opening_of(Player::First, "1e7e6 1a7a6 1a6a5");
    assert_eq!(met, white[..2]);
    // Who has begun otherwise is on his own.
    let mut pos = game().start();
    for word in ["1a2a3", "1a7a6"] {
        let action = game().read_move(&pos, word).expect("legal");
        pos = game().play(&pos, action);
    }
    assert_eq!(game().opening(&pos), None);
}

#[test]
fn only_the_boomers_play_their_opening() {
    let game = game();
    let opening = |preset| {
        let weights = Weights::preset::<Expendibots>(preset).expect("a preset");
        Judge::<Expendibots>::opening(&weights, &game, &game.start())
    };
    let first = game.read_move(&game.start(), BOOMERS_OPENINGS[0][0]);
    assert_eq!(opening("boomers"), first.ok());
    assert_eq!(opening("standard"), None);
}

#[test]
fn the_opening_lines_can_be_played() {
    let game = game();
    let mut pos = game.start();
    let [white, black] = BOOMERS_OPENINGS;
    for word in white.into_iter().zip(black).flat_map(|(w, b)| [w, b]) {
        let action = game.read_move(&pos, word);
        let action = action.unwrap_or_else(|fault| panic!("{word}: {fault}"));
        pos = game.play(&pos, action);
    }
    assert_eq!(game.turn(&pos), Player::First);
}

/// The default with a small budget against the Boomers' evaluation in plain alpha-beta.
#[test]
fn the_default_beats_plain_alpha_beta_with_the_boomers_evaluation() {
    let (standard, boomers) = (
        Weights::standard::<Expendibots>(),
        Weights::preset::<Expendibots>("boomers").expect("a preset"),
    );
    let engine = Duellist {
        judge: &standard,
        config: &Config::standard(),
        limits: Limits::nodes(3_000),
        table: 1 << 20,
    };
    let plain = Duellist {
        judge: &boomers,
        config: &Config::plain(),
        limits: Limits::depth(3),
        table: 1 << 16,
    };
    let tally = duel(&game(), (&engine, &plain), 6, 6, 150, 3);
    assert!(tally.wins > tally.losses, "{tally:?}");
}
