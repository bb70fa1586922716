//! Expendibots: known counts, every trap of its rules, its face and its canonical texts.

use ponder_core::perft::Conventions;
use ponder_core::{
    Effect, Fault, Game, History, MoveList, Notation, Outcome, Piece, Player, Rules, Settings, Show,
};
use ponder_games::expendibots::{Action, Expendibots, Position, Square};
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
    let win = Outcome::win(Player::First, "the enemy has no tokens left");
    let position = "w......./......../......../......../......../......../......../wb...... w";
    assert_eq!(outcome(&game, position, "a1!"), Some(win));
}

#[test]
fn blowing_up_the_last_own_token_loses() {
    let position = "b......./......../......../......../......../......../......../w....... w";
    let loss = Outcome::win(Player::Second, "the enemy has no tokens left");
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

// The face

fn cell(game: &Expendibots, name: &str) -> u16 {
    game.board().find(name).expect("a cell of the board")
}

fn seen(position: &str, text: &str) -> (Vec<u16>, Vec<Effect>) {
    let game = game();
    let pos = read(&game, position);
    let action = game.read_move(&pos, text).expect("legal");
    (game.path(&pos, action), game.effects(&pos, action))
}

#[test]
fn moves_are_two_clicks_and_one_effect() {
    let game = game();
    let [a1, b1, c1] = ["a1", "b1", "c1"].map(|name| cell(&game, name));
    let position = "b......./......../......../......../......../......../......../w2w...... w";
    assert_eq!(
        seen(position, "2a1c1"),
        (vec![a1, c1], vec![Effect::Move(a1, c1)])
    );
    assert_eq!(
        seen(position, "1a1c1"),
        (vec![a1, c1], vec![Effect::Stack(a1, c1, 1)])
    );
    assert_eq!(
        seen(position, "2a1b1"),
        (vec![a1, b1], vec![Effect::Stack(a1, b1, 2)])
    );
}

#[test]
fn booms_are_two_clicks_on_a_stack_and_explode_in_waves() {
    let game = game();
    let [a1, b1, b2, c3, d2, h8] =
        ["a1", "b1", "b2", "c3", "d2", "h8"].map(|name| cell(&game, name));
    let position = "w......b/......../......../......../......../..b5...../.b.b..../ww...... w";
    let (path, effects) = seen(position, "b1!");
    assert_eq!(path, [b1, b1]);
    let waves = [(b1, 0), (b2, 1), (a1, 1), (c3, 2), (d2, 3)];
    assert_eq!(
        effects,
        waves.map(|(cell, wave)| Effect::Explode(cell, wave))
    );
    assert!(!effects.contains(&Effect::Explode(h8, 1)));
}

#[test]
fn stacks_are_drawn_with_their_heights() {
    let game = game();
    let pos = read(
        &game,
        "b......./......../......../...bA..../......../......../......../w2w.....w b",
    );
    let drawing = [
        " 8   b   .   .   .   .   .   .   .",
        " 7   .   .   .   .   .   .   .   .",
        " 6   .   .   .   .   .   .   .   .",
        " 5   .   .   .  bA   .   .   .   .",
        " 4   .   .   .   .   .   .   .   .",
        " 3   .   .   .   .   .   .   .   .",
        " 2   .   .   .   .   .   .   .   .",
        " 1  w2   w   .   .   .   .   .   w",
        "     a   b   c   d   e   f   g   h",
        "",
    ];
    assert_eq!(game.draw(&pos, false), drawing.join("\n"));
}

#[test]
fn the_editor_refuses_impossible_stacks() {
    let game = game();
    let mut pieces = [None; 64];
    let stack = |count| {
        Some(Piece {
            count,
            ..Piece::of(Player::Second)
        })
    };
    pieces[9] = stack(0);
    let fault = game
        .assemble(&pieces, Player::First)
        .expect_err("no tokens");
    assert_eq!(fault.what, "a stack has no tokens");
    (pieces[9], pieces[10]) = (stack(200), stack(200));
    let fault = game.assemble(&pieces, Player::First).expect_err("too many");
    assert_eq!(
        fault.to_string(),
        "black has 400 tokens (each player begins with 12)"
    );
    (pieces[9], pieces[10]) = (stack(10), stack(2));
    let pos = game.assemble(&pieces, Player::First).expect("possible");
    assert_eq!(
        game.ended(&pos).and_then(Outcome::winner),
        Some(Player::Second)
    );
}

// Canonical texts

fn refused(position: &str, text: &str) -> Fault {
    let game = game();
    let refused = game.read_move(&read(&game, position), text);
    refused.expect_err("this move should be refused")
}

#[test]
fn moves_are_read_in_any_case_and_single_tokens_without_a_count() {
    let game = game();
    let square = |x, y| Square::new(x, y).expect("on the board");
    let (from, to) = (square(3, 1), square(2, 1));
    for text in ["1d2c2", "1D2C2", "d2c2", "D2c2"] {
        let expected = Action::Move { count: 1, from, to };
        assert_eq!(game.read_move(&game.start(), text), Ok(expected), "{text}");
    }
    let boom = Action::Boom { at: from };
    assert_eq!(game.read_move(&game.start(), "D2!"), Ok(boom));
}

#[test]
fn refusals_of_moves_name_the_broken_rule() {
    let position = "b......./......../......../......../......../......../......../w3w.b...w w";
    for (text, sentence) in [
        (
            "a1b1",
            "how many of the 3 tokens on a1 move? (write the count first, from 1a1b1 to 3a1b1)",
        ),
        (
            "4a1b1",
            "the count does not fit the stack on a1 (from 1 to 3 tokens can go)",
        ),
        (
            "0a1b1",
            "the count does not fit the stack on a1 (from 1 to 3 tokens can go)",
        ),
        (
            "999999a1b1",
            "the count does not fit the stack on a1 (from 1 to 3 tokens can go)",
        ),
        (
            "2b1c1",
            "the count does not fit the stack on b1 (it is a single token)",
        ),
        (
            "1a1a1",
            "no way leads from a1 to a1 (tokens move along rows and columns)",
        ),
        (
            "1a1b2",
            "no way leads from a1 to b2 (tokens move along rows and columns)",
        ),
        (
            "1a1a5",
            "a5 is 4 steps from a1 (a stack of 3 reaches no further than 3)",
        ),
        (
            "1a1d1",
            "an enemy stack stands on d1 (tokens move to empty squares or own stacks)",
        ),
        ("c1!", "c1 is empty (it is white's turn)"),
        ("c1d1", "c1 is empty (it is white's turn)"),
        ("d1!", "the stack on d1 is black (it is white's turn)"),
    ] {
        assert_eq!(refused(position, text).to_string(), sentence, "{text}");
    }
    let over = "......../......../......../......../......../......../......../w....... w";
    assert_eq!(
        refused(over, "a1!").to_string(),
        "the game is over (no action is legal)"
    );
}

#[test]
fn refusals_of_texts_point_at_the_place() {
    for (text, at) in [
        ("", 0),
        ("12", 2),
        ("i1i2", 0),
        ("1a9a8", 1),
        ("1a2", 3),
        ("1a2!", 3),
        ("a2!!", 2),
        ("1a2a3x", 3),
        ("1\u{e9}2a3", 1),
        ("a2\u{e9}", 2),
    ] {
        let fault = refused("", text);
        assert_eq!(fault.at, Some(at), "{text:?}");
        assert_eq!(fault.what, format!("\"{text}\" is not an action"));
    }
}

#[test]
fn refusals_of_positions_name_the_broken_rule() {
    let game = game();
    let fault = |text: &str| game.read_position(text).expect_err("refused").to_string();
    let rows = "......../......../......../......../......../......../";
    assert_eq!(
        fault(&format!("{rows}w6w6w...../......b w")),
        "row 8 has 7 cells (it should have 8)"
    );
    assert_eq!(
        fault(&format!("{rows}w6w6w...../.......b w")),
        "white has 13 tokens (each player begins with 12)"
    );
    assert_eq!(
        fault(&format!("{rows}bD......./.......w w")),
        "black has 13 tokens (each player begins with 12)"
    );
    assert!(fault(&format!("{rows}b0......./.......w w")).starts_with("\"0\" is no piece"));
    assert!(fault(&format!("{rows}......../.......w x")).starts_with("\"x\" is no side to move"));
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
