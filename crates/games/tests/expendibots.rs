//! Expendibots: known counts, every trap of its rules, and what holds of every game.

use std::collections::HashMap;

use ponder_core::perft::Conventions;
use ponder_core::{
    DrawRules, Game, History, MoveList, Notation, Outcome, Player, Rules, Settings, Show,
};
use ponder_games::expendibots::{Action, Expendibots, Position};
use ponder_testkit::{check_perft, check_properties, fuzz, move_texts, open, read};
use proptest::prelude::*;

const START: &str = "bb.bb.bb/bb.bb.bb/......../......../......../......../ww.ww.ww/ww.ww.ww w";

fn game() -> Expendibots {
    open("expendibots")
}

/// The position and history after some moves in canonical text.
fn line(game: &Expendibots, start: &str, moves: &str) -> (Position, History) {
    let mut pos = read(game, start);
    let mut history = History::new(game, &pos);
    for word in moves.split_whitespace() {
        let action = game.read_move(&pos, word);
        let action = action.unwrap_or_else(|fault| panic!("{word}: {fault}"));
        pos = game.play(&pos, action);
        history.push(game, &pos);
    }
    (pos, history)
}

fn after(start: &str, moves: &str) -> String {
    let game = game();
    game.write_position(&line(&game, start, moves).0)
}

/// The outcome by the board, else by the past, as a session asks for it.
fn outcome(game: &Expendibots, start: &str, moves: &str) -> Option<Outcome> {
    let (pos, history) = line(game, start, moves);
    game.ended(&pos).or_else(|| game.drawn(&pos, &history))
}

fn targets(position: &str, stack: &str) -> Vec<String> {
    let game = game();
    let texts = move_texts(&game, &read(&game, position)).into_iter();
    texts.filter(|text| text.contains(stack)).collect()
}

// Counts

#[test]
fn perft_of_all_actions() {
    let leaves = [50, 2_500, 119_400, 5_702_544, 265_308_446];
    check_perft(&game(), "", Expendibots::PERFT, &leaves);
}

#[test]
fn perft_of_merged_actions() {
    let merged = Conventions {
        merge: true,
        ..Conventions::STANDARD
    };
    let leaves = [41, 1_681, 71_504, 3_041_536, 134_735_110];
    check_perft(&game(), "", merged, &leaves);
}

#[test]
fn keys_tell_positions_apart() {
    let game = game();
    let mut seen: HashMap<u64, Position> = HashMap::new();
    let mut level = vec![game.start()];
    for _ in 0..3 {
        let children = level.iter().flat_map(|pos| {
            let mut list = MoveList::<Expendibots>::new();
            game.moves(pos, &mut list);
            list.into_iter().map(|action| game.play(pos, action))
        });
        level = children.collect();
        for pos in &level {
            let first = seen.entry(game.key(pos)).or_insert(*pos);
            assert_eq!(first, pos);
            let null = game.null(pos).expect("the turn can be passed");
            assert_ne!(game.key(&null), game.key(pos));
            assert_eq!(game.null(&null), Some(*pos));
        }
    }
    assert!(seen.len() > 10_000);
}

#[test]
fn the_bound_on_moves_is_sound_and_reached() {
    let reach = |height: i32, x: i32, y: i32| -> i32 {
        [x, 7 - x, y, 7 - y]
            .map(|room| room.min(height))
            .iter()
            .sum()
    };
    let squares = || (0..8).flat_map(|x| (0..8).map(move |y| (x, y)));
    let actions = |height| {
        let targets = squares().map(|(x, y)| reach(height, x, y)).max();
        height * targets.expect("64 squares") + 1
    };
    // The most actions that n tokens can have, however they are stacked.
    let mut most = [0; 13];
    for tokens in 1..=12 {
        let stacks = (1..=tokens).map(|height| actions(height as i32) + most[tokens - height]);
        most[tokens] = stacks.max().expect("at least one stack");
    }
    assert_eq!(most[12] as usize, Expendibots::MAX_MOVES);
    let game = game();
    let centre = "b......./......../......../...w4..../...w4w4.../......../......../........ w";
    let pos = read(&game, centre);
    assert_eq!(game.count(&pos) as usize, Expendibots::MAX_MOVES);
}

// The rules

#[test]
fn white_begins_with_twelve_tokens_against_twelve() {
    let game = game();
    assert_eq!(game.write_position(&game.start()), START);
    assert_eq!(game.turn(&game.start()), Player::First);
    assert_eq!(Expendibots::PLAYERS, ["white", "black"]);
}

#[test]
fn stacks_jump_over_anything_but_never_onto_the_enemy() {
    let position = "......../......../......../......../......../w......./b......./w3bw.b... w";
    let moves = [
        "1a1a3", "1a1a4", "1a1c1", "1a1d1", "2a1a3", "2a1a4", "2a1c1", "2a1d1", "3a1a3", "3a1a4",
        "3a1c1", "3a1d1", "a1!",
    ];
    assert_eq!(targets(position, "a1"), moves);
    assert_eq!(
        targets(position, "c1"),
        ["1a1c1", "1c1c2", "1c1d1", "2a1c1", "3a1c1", "c1!"]
    );
}

#[test]
fn count_and_distance_are_independent() {
    let position = "......../......../......../......../......../......../......../w3......b w";
    let moved = |text| after(position, text);
    let rows = "......../......../......../......../......../......../......../";
    assert_eq!(moved("1a1d1"), format!("{rows}w2..w...b b"));
    assert_eq!(moved("3a1b1"), format!("{rows}.w3.....b b"));
    assert_eq!(moved("2a1c1"), format!("{rows}w.w2....b b"));
}

#[test]
fn stacks_merge_up_to_all_twelve_tokens() {
    let position = "......../......../......../......../......../......../......../w5w7.....b w";
    assert_eq!(
        after(position, "5a1b1"),
        "......../......../......../......../......../......../......../.wC.....b b"
    );
    let full = after(position, "5a1b1 h1g1");
    assert!(targets(&full, "12b1").contains(&"12b1b8".to_owned()));
}

#[test]
fn explosions_spread_to_both_colours_and_round_corners() {
    let position = "b......./......../......../.....b3.b/....w.../...b..../..w...../.w...... w";
    assert_eq!(
        after(position, "b1!"),
        "b......./......../......../.......b/......../......../......../........ b"
    );
    let apart = "b......./......../......../......../......../...b..../......../.w...... w";
    assert_eq!(
        after(apart, "b1!"),
        "b......./......../......../......../......../...b..../......../........ b"
    );
}

#[test]
fn explosions_stop_at_the_edge() {
    // h2 and a3, h1 and a2 are neighbours in the number of their squares only.
    let position = "......../......../......../......../......../b......./b......w/b......w w";
    assert_eq!(
        after(position, "h1!"),
        "......../......../......../......../......../b......./b......./b....... b"
    );
}

#[test]
fn one_boom_for_each_cluster_where_results_are_merged() {
    let game = game();
    let booms = |pos: &Position| {
        let mut list = MoveList::<Expendibots>::new();
        game.moves(pos, &mut list);
        let boom = |action: &&Action| matches!(action, Action::Boom { .. });
        list.iter().filter(boom).count()
    };
    assert_eq!(booms(&game.start()), 3);
    // Black's token joins the two white ones.
    let joined = "......../......../......../......../......../......../......../w.w...wb w";
    assert_eq!(booms(&read(&game, joined)), 3);
    let joined = "......../......../......../......../......../......../......../wbw...wb w";
    assert_eq!(booms(&read(&game, joined)), 2);
}

#[test]
fn booms_of_one_cluster_share_a_code() {
    let game = game();
    let code = |text| {
        let pos = game.start();
        game.code(&pos, game.read_move(&pos, text).expect("legal"))
    };
    assert_eq!(code("a1!"), code("b2!"));
    assert_ne!(code("a1!"), code("d1!"));
    assert_ne!(code("1b1c1"), code("1b1b2"));
}

#[test]
fn a_player_without_tokens_loses() {
    let game = game();
    let position = "w......./......../......../......../......../......../......../wb.....b w";
    assert_eq!(outcome(&game, position, "a1!"), None);
    let win = Outcome::win(Player::First, "black has no tokens left");
    let position = "w......./......../......../......../......../......../......../wb...... w";
    assert_eq!(outcome(&game, position, "a1!"), Some(win));
}

#[test]
fn blowing_up_the_last_own_token_loses() {
    let position = "b......./......../......../......../......../......../......../w....... w";
    let loss = Outcome::win(Player::Second, "white has no tokens left");
    assert_eq!(outcome(&game(), position, "a1!"), Some(loss));
}

#[test]
fn mutual_destruction_is_a_draw() {
    let position = "......../......../......../......../......../......../.b....../w....... w";
    let draw = Outcome::draw("no tokens remaining");
    assert_eq!(outcome(&game(), position, "a1!"), Some(draw));
}

#[test]
fn a_finished_game_has_no_moves() {
    let game = game();
    let rows = "......../......../......../......../......../......../......../";
    for last in [
        "........ w",
        "w....... w",
        "w....... b",
        ".....bC.. w",
        ".....bC.. b",
    ] {
        let pos = read(&game, &format!("{rows}{last}"));
        assert!(game.ended(&pos).is_some());
        assert_eq!(game.count(&pos), 0);
        assert!(move_texts(&game, &pos).is_empty());
    }
}

#[test]
fn the_fourth_occurrence_is_a_draw() {
    let game = game();
    let shuffle = "a2a3 a7a6 a3a2 a6a7 ".repeat(3);
    let draw = Outcome::draw("game state occurred 4 times");
    assert_eq!(outcome(&game, "", &shuffle), Some(draw));
    let one_less = shuffle.trim_end().trim_end_matches("a6a7");
    assert_eq!(outcome(&game, "", one_less), None);
}

#[test]
fn a_board_with_the_other_side_to_move_is_another_state() {
    let game: Expendibots = open("expendibots:repetition=2");
    let position = "b......./......../......../......../......../......../......../w2....... w";
    // White walks a triangle in three moves while black goes to and fro in two.
    let triangle = "2a1b1 a8a7 2b1c1 a7a8 2c1a1";
    let (pos, history) = line(&game, position, triangle);
    assert_eq!(game.write_position(&pos), position.replace(" w", " b"));
    assert_eq!(game.drawn(&pos, &history), None);
    let twice = format!("{triangle} a8a7 2a1b1 a7a8 2b1c1 a8a7 2c1a1 a7a8");
    let (pos, history) = line(&game, position, &twice);
    assert_eq!(game.write_position(&pos), position);
    assert!(game.drawn(&pos, &history).is_some());
}

#[test]
fn five_hundred_plies_are_a_draw_and_repetition_is_named_first() {
    let moves = "a2a3 a7a6 a3a2 a6a7 ".repeat(125);
    let forgetful: Expendibots = open("expendibots:repetition=off");
    let draw = Outcome::draw("maximum number of turns reached");
    assert_eq!(outcome(&forgetful, "", &moves), Some(draw));
    let one_less = moves.trim_end().trim_end_matches("a6a7");
    assert_eq!(outcome(&forgetful, "", one_less), None);

    let both: Expendibots = open("expendibots:plies=12");
    let twelve = "a2a3 a7a6 a3a2 a6a7 ".repeat(3);
    let draw = Outcome::draw("game state occurred 4 times");
    assert_eq!(outcome(&both, "", &twelve), Some(draw));
    let other: Expendibots = open("expendibots:repetition=3");
    let draw = Outcome::draw("game state occurred too often");
    assert_eq!(
        outcome(&other, "", "a2a3 a7a6 a3a2 a6a7 a2a3 a7a6 a3a2 a6a7"),
        Some(draw)
    );
}

#[test]
fn a_win_beats_a_draw_on_the_same_ply() {
    let game: Expendibots = open("expendibots:plies=1");
    let position = "w......./......../......../......../......../......../......../wb...... w";
    let (pos, history) = line(&game, position, "a1!");
    assert!(game.drawn(&pos, &history).is_some());
    let won = outcome(&game, position, "a1!").and_then(Outcome::winner);
    assert_eq!(won, Some(Player::First));
}

#[test]
fn every_boom_is_progress_and_no_move_is() {
    let game = game();
    let (_, history) = line(&game, "", "a2a3 a7a6 1b1c1 1d7c7");
    assert_eq!(history.quiet(), 4);
    let (pos, history) = line(&game, "", "a2a3 a7a6 g1!");
    assert_eq!(history.quiet(), 0);
    assert_eq!(game.progress(&pos).0, [4, 0, 0, 0]);
}

#[test]
fn options_have_limits_and_a_canonical_id() {
    let parse = |text| Settings::parse(Expendibots::NAME, Expendibots::SPECS, text);
    let id = parse("plies=off,repetition=3").expect("valid").id();
    assert_eq!(id, "expendibots:repetition=3,plies=off");
    assert_eq!(
        parse("repetition=4,plies=500").expect("valid").id(),
        "expendibots"
    );
    for wrong in [
        "repetition=1",
        "repetition=10",
        "plies=0",
        "plies=10001",
        "size=8x8",
    ] {
        assert!(parse(wrong).is_err(), "{wrong}");
    }
}

// What holds of every game

proptest! {
    #[test]
    fn properties(seed: u64) {
        check_properties(&game(), seed);
    }

    #[test]
    fn arbitrary_bytes_are_read_or_refused(bytes: Vec<u8>) {
        let game = game();
        fuzz::position(&game, &bytes);
        fuzz::one_move(&game, &game.start(), &bytes);
        for format in game.all_formats() {
            fuzz::format(&game, format.name, &bytes);
        }
    }
}

#[test]
fn searches_hear_of_the_draws() {
    let rules = |repetition, plies| DrawRules {
        repetition,
        quiet: None,
        plies,
    };
    assert_eq!(game().draw_rules(), rules(Some(4), Some(500)));
    let game: Expendibots = open("expendibots:repetition=off,plies=40");
    assert_eq!(game.draw_rules(), rules(None, Some(40)));
}
