//! What a screen is told: clicks that mean one move each, effects that lead where the move does,
//! remarks, tallies, and the position editor.

use std::collections::BTreeMap;

use ponder_core::Random;
use ponder_engine::{
    BoardView, EffectView, GAMES, MoveView, Place, PlaceView, PlacedPiece, Session, TallyView,
    open, resume,
};

const IDS: &[&str] = &[
    "abalone",
    "abalone:layout=belgian-daisy,win=1",
    "checkers",
    "connect-four",
    "expendibots",
    "gothello",
    "gothello:size=3x7",
    "othello",
    "othello:size=3x5",
    "othello:size=10x12",
];

/// Plays random games and shows every place on the way.
fn wander(id: &str, games: u64, mut see: impl FnMut(&dyn Session, &PlaceView, &mut Random)) {
    for seed in 0..games {
        let mut random = Random::new(seed);
        let mut session = open(id).expect("valid");
        for _ in 0..250 {
            let place = session.place();
            see(&*session, &place, &mut random);
            if place.moves.is_empty() {
                break;
            }
            let chosen = &place.moves[random.below(place.moves.len())].text;
            session.play(chosen).expect("it is legal");
        }
    }
}

type Pieces = BTreeMap<String, (String, String, u8)>;

fn pieces(place: &PlaceView) -> Pieces {
    let entry = |piece: &PlacedPiece| {
        let kind = piece.kind.clone().expect("views name the kind");
        (piece.cell.clone(), (piece.owner.clone(), kind, piece.count))
    };
    place.pieces.iter().map(entry).collect()
}

/// What a screen does with an effect: it knows pieces and cells, and no rule.
fn apply(pieces: &mut Pieces, effect: &EffectView, board: &BoardView) {
    let to = || effect.to.clone().expect("it goes somewhere");
    let gone = |pieces: &mut Pieces| pieces.remove(&effect.cell).expect("a piece stands there");
    match effect.kind {
        "place" => {
            let piece = effect.piece.expect("something appears");
            let piece = (piece.owner.to_owned(), piece.kind.to_owned(), piece.count);
            assert!(pieces.insert(effect.cell.clone(), piece).is_none());
        }
        "move" | "push" => {
            let piece = gone(pieces);
            assert!(pieces.insert(to(), piece).is_none(), "it lands on nothing");
        }
        "stack" => {
            let count = effect.count.expect("some tokens go");
            let mut piece = gone(pieces);
            let rest = (piece.0.clone(), piece.1.clone(), piece.2 - count);
            if rest.2 > 0 {
                pieces.insert(effect.cell.clone(), rest);
            }
            piece.2 = count + pieces.get(&to()).map_or(0, |below| below.2);
            pieces.insert(to(), piece);
        }
        "flip" => {
            let (owner, kind, count) = gone(pieces);
            let other = usize::from(owner == board.players[0]);
            let flipped = (board.players[other].to_owned(), kind, count);
            pieces.insert(effect.cell.clone(), flipped);
        }
        "crown" => {
            let (owner, _, count) = gone(pieces);
            let king = (owner, board.kinds[1].to_owned(), count);
            pieces.insert(effect.cell.clone(), king);
        }
        "eject" | "capture" | "explode" => drop(gone(pieces)),
        kind => panic!("no screen knows {kind}"),
    }
}

#[test]
fn effects_lead_where_the_move_does() {
    for id in IDS {
        let board = open(id).expect("valid").board_view();
        wander(id, 3, |session, place, random| {
            if place.moves.is_empty() {
                return;
            }
            for _ in 0..3 {
                let m = &place.moves[random.below(place.moves.len())];
                let mut shown = pieces(place);
                for effect in &m.effects {
                    apply(&mut shown, effect, &board);
                }
                let mut after = session.fork();
                after.play(&m.text).expect("it is legal");
                let after = after.place();
                assert_eq!(shown, pieces(&after), "{id} {} {}", place.position, m.text);
                assert_eq!(after.position, m.result, "{id}");
                let last = after.last.expect("a move was made");
                assert_eq!((&last.text, &last.path), (&m.text, &m.path), "{id}");
                assert_eq!(last.effects.len(), m.effects.len(), "{id}");
            }
        });
    }
}

#[test]
fn waves_of_explosions_are_in_order_and_touch() {
    wander("expendibots", 20, |_, place, _| {
        let near = |a: &str, b: &str| {
            let mut letters = a.bytes().zip(b.bytes());
            letters.all(|(a, b)| a.abs_diff(b) <= 1)
        };
        for m in &place.moves {
            for (index, effect) in m.effects.iter().enumerate() {
                let Some(wave) = effect.wave else { continue };
                let mut before = m.effects[..index].iter();
                assert!(before.clone().all(|earlier| earlier.wave <= Some(wave)));
                let cause = |e: &&EffectView| e.wave.map(|w| w + 1) == Some(wave);
                let touched = before.any(|e| cause(&e) && near(&e.cell, &effect.cell));
                assert!(touched || wave == 0, "{} {}", place.position, m.text);
            }
        }
    });
}

/// True if two moves differ only in how many tokens they take, so that a person is asked.
fn differ_in_count(a: &MoveView, b: &MoveView) -> bool {
    let way = |m: &MoveView| match &m.effects[..] {
        [only] if matches!(only.kind, "move" | "stack") => {
            Some((only.cell.clone(), only.to.clone()))
        }
        _ => None,
    };
    a.path == b.path && way(a).is_some() && way(a) == way(b)
}

#[test]
fn clicks_mean_one_move() {
    for id in IDS {
        wander(id, 3, |_, place, _| {
            let all = |m: &MoveView| [std::slice::from_ref(&m.path), &m.also].concat();
            for (index, a) in place.moves.iter().enumerate() {
                let own = all(a);
                let twice = |i: usize| own[..i].contains(&own[i]);
                assert!(
                    !(0..own.len()).any(twice),
                    "{id} {} {}",
                    place.position,
                    a.text
                );
                if a.path.is_empty() {
                    assert!(a.text == "pass" && a.also.is_empty(), "{id}");
                    continue;
                }
                for b in place.moves.iter().skip(index + 1) {
                    assert_ne!(a.text, b.text, "{id} {}", place.position);
                    if b.path.is_empty() || differ_in_count(a, b) {
                        continue;
                    }
                    for (p, q) in own
                        .iter()
                        .flat_map(|p| all(b).into_iter().map(move |q| (p, q)))
                    {
                        let confused = p.starts_with(&q) || q.starts_with(p);
                        let (a, b) = (&a.text, &b.text);
                        assert!(!confused, "{id} {}: {a} {p:?}, {b} {q:?}", place.position);
                    }
                }
            }
        });
    }
}

fn find<'p>(place: &'p PlaceView, text: &str) -> &'p MoveView {
    let mut moves = place.moves.iter();
    moves.find(|m| m.text == text).expect("it is legal")
}

#[test]
fn moves_are_clicked_as_people_expect() {
    let words = |m: &MoveView| {
        let mut paths = vec![m.path.join(" ")];
        paths.extend(m.also.iter().map(|path| path.join(" ")));
        paths
    };
    let place = open("connect-four").expect("valid").place();
    assert_eq!(
        words(find(&place, "c")),
        ["c1", "c6", "c5", "c4", "c3", "c2"]
    );

    let mut session = open("abalone").expect("valid");
    let place = session.place();
    assert_eq!(words(find(&place, "c5d5")), ["c5 d5"], "one marble");
    assert_eq!(
        words(find(&place, "b4c4")),
        ["b4 c4 d4", "c4 b4 d4", "b4 d4"],
        "in-line: from the rear, from the front, by its ends"
    );
    assert_eq!(
        words(find(&place, "c3c5d3")),
        ["c3 c5 d3", "c5 c3 d5"],
        "broadside: from either end"
    );
    session
        .set_position("...../....../......./......../...bbw.../......../......./....../..... b")
        .expect("valid");
    let place = session.place();
    assert_eq!(
        words(find(&place, "e4e5")),
        ["e4 e5 e6", "e5 e4 e6", "e5 e6", "e4 e6"],
        "a push also by the front marble and the enemy before it"
    );

    let mut session = open("checkers").expect("valid");
    session.set_position("B:W14,15,22,23:BK10").expect("valid");
    let place = session.place();
    assert!(place.moves.iter().all(|m| m.path.len() > 3), "a round trip");
    let mut session = open("checkers").expect("valid");
    session.set_position("B:W14,22,31:B9").expect("valid");
    let place = session.place();
    assert_eq!(words(&place.moves[0]), ["9 18 25", "9 25"], "by its ends");
}

#[test]
fn players_are_told_what_may_surprise_them() {
    let remark = |id: &str, position: &str, moves: &str| {
        let moves = moves.split_whitespace().map(str::to_owned).collect();
        let start = (!position.is_empty()).then(|| position.to_owned());
        let (game, moves) = (id.to_owned(), moves);
        let session = resume(&Place { game, start, moves });
        session.expect("valid").remark().unwrap_or_default()
    };
    assert_eq!(remark("checkers", "", ""), "");
    assert_eq!(
        remark("checkers", "", "11-15 22-18"),
        "You must capture: 15x22"
    );
    assert_eq!(
        remark("othello:size=4x4", "-OXX-XX--XXX-X-- O", ""),
        "No disc can be turned over: you must pass"
    );
    assert_eq!(
        remark("gothello:size=3x3", "b.b/.b./b.b w", ""),
        "No stone of yours would have a liberty: you must pass"
    );
    assert_eq!(
        remark("gothello:size=3x3", ".b./b../... w", "pass"),
        "Your opponent has passed: if you pass too, the game ends"
    );
    assert_eq!(
        remark("gothello:size=3x3", ".b./b../... w", ""),
        "A stone of yours would have no liberty on a3"
    );
    let there_and_back = "1a1a2 1a8a7 1a2a1 1a7a8";
    assert_eq!(
        remark("expendibots:repetition=3", "", there_and_back),
        "This position has occurred twice: once more, and the game is a draw"
    );
    assert_eq!(
        remark("expendibots:plies=9", "", "1a1a2"),
        "The game ends after 8 more moves (both players' counted)"
    );
    assert_eq!(
        remark("checkers:quiet=3", "B:WK1:BK32", "32-28 1-5"),
        "The game is a draw after one more move without a capture or a move of a man"
    );
}

#[test]
fn tallies_count_what_players_count() {
    let tally = |id: &str, position: &str| {
        let mut session = open(id).expect("valid");
        session.set_position(position).expect("valid");
        let row = |row: TallyView| (row.label, row.values);
        session.tally().into_iter().map(row).collect::<Vec<_>>()
    };
    let abalone = "...../....../......./......../...bbw.../......../......./....../..... b 1 4";
    assert_eq!(tally("abalone", abalone), [("marbles pushed out", [4, 1])]);
    assert_eq!(
        tally("checkers", "B:W14,K15:BK10"),
        [("pieces", [1, 2]), ("kings", [1, 1])]
    );
    let start = open("expendibots").expect("valid").place();
    assert_eq!(start.tally[0].values, [12, 12]);
    assert_eq!(start.tally[0].label, "tokens");
    assert_eq!(
        tally("othello:size=4x4", "XXXX-OX--XO----- O"),
        [("discs", [6, 2])]
    );
}

#[test]
fn the_board_is_told_once() {
    for id in IDS {
        let session = open(id).expect("valid");
        let view = session.board_view();
        assert_eq!(
            (view.id.as_str(), view.start),
            (*id, session.position_text())
        );
        assert_eq!(
            view.board.cells.len(),
            session.position().cells.len(),
            "{id}"
        );
        assert!(
            view.formats
                .iter()
                .any(|format| format.name == view.own_format),
            "{id}"
        );
    }
    let checkered = |id| open(id).expect("valid").board_view().board.checkered;
    assert!(checkered("checkers") && checkered("expendibots"));
    assert!(!checkered("othello") && !checkered("abalone") && !checkered("gothello"));
}

#[test]
fn what_stands_on_the_board_can_be_assembled() {
    for id in IDS {
        wander(id, 1, |session, place, _| {
            let text = session.assemble(&place.pieces, place.turn);
            let text = text.unwrap_or_else(|fault| panic!("{id} {}: {fault}", place.position));
            let mut again = session.fork();
            again.set_position(&text).expect("canonical");
            assert_eq!(again.place().pieces, place.pieces, "{id}");
            assert_eq!(again.place().turn, place.turn, "{id}");
        });
    }
}

/// Pieces in short: `12 white king 1` for each.
fn placed(text: &str) -> Vec<PlacedPiece> {
    let piece = |text: &str| {
        let words: Vec<_> = text.split_whitespace().collect();
        PlacedPiece {
            cell: words[0].to_owned(),
            owner: words[1].to_owned(),
            kind: words.get(2).map(|kind| (*kind).to_owned()),
            count: words
                .get(3)
                .map_or(1, |count| count.parse().expect("a number")),
        }
    };
    text.split(',')
        .filter(|text| !text.is_empty())
        .map(piece)
        .collect()
}

#[test]
#[expect(clippy::too_many_lines, reason = "one table of cases")]
fn impossible_positions_are_refused_by_the_rule_they_break() {
    let every = |cells: &str, owner: &str| {
        let cells = cells.split_whitespace();
        let pieces: Vec<_> = cells.map(|cell| format!("{cell} {owner},")).collect();
        pieces.concat()
    };
    let marbles = every("a1 a2 a3 a4 a5 b1 b2 b3 b4 b5 b6 c1 c2 c3 c4", "black");
    let men = every("1 2 3 4 5 6 7 8 9 10 11 12 13", "black");
    let tokens = "a1 white token 9,b1 white token 4,h8 black".to_owned();
    let hanging = "a2 red".to_owned();
    let won = every("a1 b1 c1 d1", "red") + &every("a2 b2 c2", "yellow");
    let cut_off = every("d4 e5", "white") + &every("d5 e4 a1", "black");
    let choked = every("a2 b1", "black") + "a1 white";
    let cases = [
        ("abalone", "black", "", "there is no marble on the board"),
        ("abalone", "black", "a1 black", "white has no marble"),
        ("abalone", "white", "e5 white", "black has no marble"),
        ("abalone", "black", &marbles, "black has 15 marbles"),
        (
            "abalone",
            "black",
            "a1 black marble 2",
            "2 pieces are stacked on a1",
        ),
        ("abalone", "black", "j1 black", "there is no cell \"j1\""),
        ("checkers", "black", "", "there is no piece on the board"),
        ("checkers", "black", &men, "black has more than 12 pieces"),
        (
            "checkers",
            "black",
            "1 white,32 black king",
            "a white man stands on its crowning row",
        ),
        (
            "checkers",
            "black",
            "1 white king,30 black",
            "a black man stands on its crowning row",
        ),
        (
            "checkers",
            "black",
            "5 black,32 black king",
            "white has no pieces, and black is to move",
        ),
        (
            "checkers",
            "black",
            "5 black,5 white",
            "two pieces are to stand on 5",
        ),
        ("checkers", "red", "5 black", "nobody is called \"red\""),
        (
            "checkers",
            "black",
            "5 black bishop",
            "there is no piece called \"bishop\"",
        ),
        (
            "connect-four",
            "yellow",
            &hanging,
            "a disc hangs in the air",
        ),
        (
            "connect-four",
            "red",
            "a1 red",
            "the players do not take turns",
        ),
        ("connect-four", "red", &won, "the players do not take turns"),
        ("expendibots", "white", &tokens, "white has 13 tokens"),
        (
            "expendibots",
            "white",
            "a1 white token 0",
            "the stack on a1 has no pieces",
        ),
        (
            "gothello",
            "black",
            &choked,
            "the white group of a1 has no liberty",
        ),
        (
            "gothello",
            "black",
            "a1 green",
            "nobody is called \"green\"",
        ),
        (
            "othello",
            "black",
            "d4 black,d5 white,e4 black",
            "e5 is empty",
        ),
        (
            "othello",
            "black",
            &cut_off,
            "the disc on a1 is cut off from the centre",
        ),
        (
            "othello",
            "black",
            "d4 black disc 3",
            "3 pieces are stacked on d4",
        ),
    ];
    for (id, turn, pieces, reason) in cases {
        let session = open(id).expect("valid");
        let fault = session
            .assemble(&placed(pieces), turn)
            .expect_err(&format!("{id}: {reason}"));
        assert!(fault.what.contains(reason), "{id} {reason}: {fault}");
        assert!(fault.hint.is_some(), "{id} {reason}");
    }
}

#[test]
fn a_side_without_marbles_has_lost_its_last_one() {
    let mut session = open("abalone").expect("valid");
    let rows = "...../....../......./......../...b...../......../......./....../.....";
    for nobody in ["w", "w 0 0", "b 3 0"] {
        let refused = session.set_position(&format!("{rows} {nobody}"));
        let fault = refused.expect_err("white never had a marble");
        assert!(fault.what.contains("white has no marble"), "{fault}");
    }
    session.set_position(&format!("{rows} w 0 1")).expect("one");
    let outcome = session.outcome().expect("over");
    assert_eq!(outcome.reason, "white cannot move");
}

#[test]
fn the_cells_that_decided_a_game_are_told() {
    let mut session = open("connect-four").expect("valid");
    for play in ["a", "b", "a", "b", "a", "b"] {
        session.play(play).expect("legal");
    }
    assert!(session.place().decisive.is_empty());
    session.play("a").expect("legal");
    assert_eq!(session.place().decisive, ["a4", "a3", "a2", "a1"]);
    // One disc may finish several lines.
    session = open("connect-four").expect("valid");
    for play in "a a b b c c e e f f g g d".split(' ') {
        session.play(play).expect("legal");
    }
    let row = ["a1", "b1", "c1", "d1", "e1", "f1", "g1"];
    assert_eq!(session.place().decisive, row);
}

#[test]
fn a_game_that_is_over_can_be_assembled() {
    let over = [
        ("abalone:win=6", "black", "a1 black,a2 white"),
        ("checkers", "black", "32 white king"),
        (
            "connect-four",
            "yellow",
            "a1 red,b1 red,c1 red,d1 red,a2 yellow,b2 yellow,c2 yellow",
        ),
        ("expendibots", "white", "a1 black"),
        (
            "othello:size=2x2",
            "black",
            "a1 black,a2 white,b1 white,b2 white",
        ),
    ];
    for (id, turn, pieces) in over {
        let mut session = open(id).expect("valid");
        let text = session.assemble(&placed(pieces), turn);
        let text = text.unwrap_or_else(|fault| panic!("{id}: {fault}"));
        session.set_position(&text).expect("canonical");
        // A study of few marbles is not taken for a lost game.
        assert_eq!(
            session.outcome().is_some(),
            !id.starts_with("abalone"),
            "{id} {text}"
        );
    }
}

/// The relative luminance of a colour, as the Web Content Accessibility Guidelines define it.
fn luminance(colour: &str) -> f64 {
    let channel = |at: usize| {
        let value = u8::from_str_radix(&colour[at..at + 2], 16).expect("#rrggbb");
        let value = f64::from(value) / 255.0;
        if value <= 0.03928 {
            value / 12.92
        } else {
            ((value + 0.055) / 1.055).powf(2.4)
        }
    };
    0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5)
}

fn contrast(a: &str, b: &str) -> f64 {
    let (a, b) = (luminance(a) + 0.05, luminance(b) + 0.05);
    a.max(b) / a.min(b)
}

#[test]
fn pieces_stand_out_from_their_boards() {
    for entry in GAMES {
        let view = open(entry.name).expect("listed").board_view();
        let palette = view.palette;
        // Where only the dark squares are cells, nothing ever stands on the light ones.
        let alike = if view.board.numbered { 1 } else { 2 };
        for surface in [palette.cell, palette.ground].into_iter().take(alike) {
            for piece in palette.pieces {
                let rim = contrast(palette.rim, surface).min(contrast(palette.rim, piece));
                let best = contrast(piece, surface).max(rim);
                assert!(
                    best >= 3.0,
                    "{}: {piece} on {surface}: {best:.1}",
                    entry.name
                );
            }
        }
        assert!(
            contrast(palette.pieces[0], palette.pieces[1]) >= 1.9,
            "{}",
            entry.name
        );
    }
}
