//! Expendibots as people see it: clicks, effects, drawing, the editor, and canonical texts.

use ponder_core::{Effect, Fault, Notation, Outcome, Piece, Player, Rules, Show};
use ponder_games::expendibots::{Action, Expendibots, Square};
use ponder_testkit::{open, read};

fn game() -> Expendibots {
    open("expendibots")
}

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
        " 5   .   .   .   bA  .   .   .   .",
        " 4   .   .   .   .   .   .   .   .",
        " 3   .   .   .   .   .   .   .   .",
        " 2   .   .   .   .   .   .   .   .",
        " 1   w2  w   .   .   .   .   .   w",
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
