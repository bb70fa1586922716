//! Abalone: known counts, the traps of its rules, its texts and formats, and the properties of
//! every game.

use std::num::NonZeroUsize;
use std::thread::available_parallelism;

use ponder_core::perft::{Conventions, run};
use ponder_core::{
    Allowed, Effect, Game, History, MoveList, Notation, Outcome, Piece, Player, Rules, Show,
};
use ponder_games::abalone::{Abalone, Move, Position};
use ponder_testkit::{check_perft, check_properties, fuzz, move_texts, open, random_line, read};
use proptest::prelude::*;

fn game() -> Abalone {
    open("abalone")
}

fn all_moves(game: &Abalone, pos: &Position) -> MoveList<Abalone> {
    let mut list = MoveList::<Abalone>::new();
    game.all_moves(pos, &mut list);
    list
}

fn pushes(game: &Abalone, pos: &Position, m: Move) -> bool {
    let pushed = |effect: &Effect| matches!(effect, Effect::Push(..) | Effect::Eject(_));
    game.effects(pos, m).iter().any(pushed)
}

/// Positions along a random line, some of them rich in contact.
fn lines(game: &Abalone) -> Vec<Position> {
    (0..6)
        .flat_map(|seed| random_line(game, game.start(), seed, 150))
        .collect()
}

// Counts.

/// Leaves at depths 1 to 3 from every layout.
#[rustfmt::skip]
const LAYOUTS: [(&str, [u64; 3]); 55] = [
    ("6-9", [83, 6_845, 532_101]),
    ("alien-attack", [48, 2_336, 114_756]),
    ("aliening", [64, 4_126, 260_164]),
    ("alitration", [54, 2_880, 156_070]),
    ("anglattack", [55, 3_031, 166_150]),
    ("april-fish", [56, 3_145, 179_511]),
    ("belgian-daisy", [52, 2_692, 149_322]),
    ("buttonhole", [67, 4_483, 292_875]),
    ("centrifuge", [76, 5_606, 412_820]),
    ("checkerboard", [52, 2_708, 141_414]),
    ("classical", [44, 1_936, 98_912]),
    ("cross", [81, 6_415, 492_408]),
    ("crossed-hearts", [80, 6_259, 466_549]),
    ("crown", [74, 5_206, 366_842]),
    ("def-or-atak", [66, 4_259, 279_175]),
    ("domination-vs-daisy", [82, 5_986, 474_316]),
    ("domination", [80, 5_466, 409_270]),
    ("duel", [60, 3_602, 227_468]),
    ("dutch-daisy", [44, 1_946, 87_324]),
    ("face-2-face", [57, 3_211, 193_101]),
    ("food-mill", [52, 2_744, 145_863]),
    ("forcing", [51, 2_607, 139_198]),
    ("fracture", [70, 4_740, 308_461]),
    ("french-daisy", [72, 5_272, 378_880]),
    ("french-king-cake1", [76, 5_584, 408_973]),
    ("fujiyama1", [48, 2_310, 112_680]),
    ("german-daisy", [80, 6_244, 493_480]),
    ("horseshoes", [66, 4_630, 295_854]),
    ("infiltralien", [32, 1_090, 39_156]),
    ("infiltration", [58, 3_420, 193_778]),
    ("intimidation", [66, 4_328, 292_919]),
    ("irish-daisy", [52, 2_808, 146_856]),
    ("i_m-a-robot", [54, 3_702, 194_044]),
    ("labyrinth", [81, 6_462, 478_907]),
    ("mosaic", [28, 844, 26_660]),
    ("mquorric-1", [89, 3_255, 260_273]),
    ("neko", [57, 3_271, 190_091]),
    ("oath", [70, 4_941, 347_959]),
    ("octopus", [61, 3_749, 226_143]),
    ("pyramid", [58, 3_262, 193_860]),
    ("scottish-daisy", [28, 850, 27_552]),
    ("slaloms", [103, 10_504, 973_130]),
    ("snakes", [78, 6_153, 487_205]),
    ("snowflake", [65, 4_179, 266_848]),
    ("spider", [78, 5_993, 456_712]),
    ("star", [47, 2_217, 105_643]),
    ("swiss-daisy", [64, 4_066, 254_170]),
    ("the-wall", [102, 9_630, 882_256]),
    ("tinsels", [45, 2_035, 93_435]),
    ("trench", [55, 3_209, 181_079]),
    ("true-daisy", [68, 4_217, 291_804]),
    ("wedding-rings", [98, 9_509, 845_617]),
    ("wheel", [68, 4_604, 303_232]),
    ("windmill", [67, 4_415, 298_298]),
    ("xmas-star", [62, 3_885, 249_846]),
];

#[test]
fn perft_of_every_layout() {
    let Allowed::Words(names) = Abalone::SPECS[0].allowed else {
        panic!("layouts have names");
    };
    assert!(LAYOUTS.iter().map(|(name, _)| name).eq(names));
    for (name, leaves) in LAYOUTS {
        let game: Abalone = open(&format!("abalone:layout={name}"));
        check_perft(&game, "", Conventions::STANDARD, &leaves);
    }
}

#[test]
fn perft_from_the_classical_start() {
    let leaves = [44, 1_936, 98_912, 5_045_110, 283_320_928];
    check_perft(&game(), "", Conventions::STANDARD, &leaves);
}

#[test]
fn perft_from_the_daisies() {
    let leaves = [52, 2_692, 149_322, 8_270_666, 483_942_012];
    let belgian: Abalone = open("abalone:layout=belgian-daisy");
    check_perft(&belgian, "", Conventions::STANDARD, &leaves);
    let leaves = [80, 6_244, 493_480, 38_240_570];
    let german: Abalone = open("abalone:layout=german-daisy");
    check_perft(&german, "", Conventions::STANDARD, &leaves);
}

#[test]
#[ignore = "3 * 10^9 leaves: seconds in a release build, some more with assertions"]
fn perft_from_the_german_daisy_at_depth_5() {
    let german: Abalone = open("abalone:layout=german-daisy");
    let threads = available_parallelism().unwrap_or(NonZeroUsize::MIN);
    let start = german.start();
    let counts = run(&german, &start, 5, Conventions::STANDARD, threads, &|_| ());
    let leaves: u64 = counts.iter().map(|(_, leaves)| leaves).sum();
    assert_eq!(leaves, 2_993_218_888);
}

/// The state-space tests of COMP 3981: moves, and pushes among them.
#[test]
fn state_space_of_the_contest_positions() {
    for (position, moves, with_push) in [
        (
            "...../..bwww/..wbwww/..wbbbb./...bbbw../..wwbw../..wwb../....../..... b",
            32,
            15,
        ),
        (
            "...../..bwww/..wbwww/..wbbbb./...bbbw../..wwbw../..wwb../....../..... w",
            53,
            6,
        ),
        (
            "wwwww/wwwwww/..www../......../........./......../..bbb../bbbbbb/bbbbb b",
            44,
            0,
        ),
        (
            "wwwww/wwwwww/.....w./.w.w..../........./.bb.bb../.....b./b..bbb/bbbbb b",
            65,
            0,
        ),
        (
            "..www/...www/ww...../www...w./..bbbbbw./..w..bb./..b..b./.bb..b/bb... b",
            76,
            4,
        ),
        (
            "...../....../......./......../........./......../......./....../bbbww b",
            13,
            1,
        ),
        (
            "...../....../w....../.w....../..b....../..b...../..b..../....../..... b",
            28,
            1,
        ),
        (
            "bbwww/....../......./......../........./......../......./....../..... w",
            13,
            1,
        ),
    ] {
        let game = game();
        let pos = read(&game, position);
        let list = all_moves(&game, &pos);
        let pushing = list.iter().filter(|m| pushes(&game, &pos, **m)).count();
        assert_eq!((list.len(), pushing), (moves, with_push), "{position}");
        let mut results: Vec<_> = list.iter().map(|m| game.play(&pos, *m)).collect();
        results.sort_by_key(|after| game.write_position(after));
        results.dedup();
        assert_eq!(results.len(), moves, "every move gives another board");
    }
}

/// The layouts that exchanged colours do not turn into themselves, as their module says.
#[test]
fn unequal_layouts() {
    let unequal: Vec<_> = LAYOUTS
        .into_iter()
        .map(|(name, _)| name)
        .filter(|name| {
            let game: Abalone = open(&format!("abalone:layout={name}"));
            let start = game.start();
            // A symmetry that swaps players also swaps the turn; null swaps it back.
            !(12..24).any(|s| game.null(&game.turned(&start, s)) == Some(start))
        })
        .collect();
    let expected = [
        "def-or-atak",
        "domination-vs-daisy",
        "domination",
        "food-mill",
        "french-daisy",
        "horseshoes",
        "irish-daisy",
        "i_m-a-robot",
        "mquorric-1",
        "true-daisy",
        "windmill",
    ];
    assert_eq!(unequal, expected);
}

// The traps of the rules.

/// A position with black to move and these marbles, as in `a1b e5w`.
fn place(marbles: &str) -> Position {
    let game = game();
    let board = game.board();
    let mut pieces = vec![None; board.cells.len()];
    for word in marbles.split(' ') {
        let owner = Player::BOTH[usize::from(word.ends_with('w'))];
        let cell = board.find(&word[..2]).expect("a cell");
        pieces[usize::from(cell)] = Some(Piece::of(owner));
    }
    game.assemble(&pieces, Player::First).expect("a position")
}

fn refusal(pos: &Position, text: &str) -> String {
    let fault = game().read_move(pos, text);
    fault.expect_err(text).to_string()
}

fn after(pos: &Position, text: &str) -> Position {
    let game = game();
    let m = game.read_move(pos, text);
    game.play(pos, m.unwrap_or_else(|fault| panic!("{text}: {fault}")))
}

#[test]
fn at_most_three_marbles_move() {
    let pos = place("e1b e2b e3b e4b i9w");
    assert!(game().read_move(&pos, "e2e3").is_ok());
    assert_eq!(
        refusal(&pos, "e1e2"),
        "4 marbles stand in line from e1 (at most three can move)"
    );
    assert_eq!(
        refusal(&pos, "e1e4f2"),
        "e1 and e4 are not the ends of a line (two or three marbles in line step aside)"
    );
}

#[test]
fn the_stronger_side_pushes() {
    for (marbles, legal) in [
        ("e4b e5w", false),
        ("e3b e4b e5w", true),
        ("e2b e3b e4b e5w", true),
        ("e3b e4b e5w e6w", false),
        ("e2b e3b e4b e5w e6w", true),
        ("e2b e3b e4b e5w e6w e7w", false),
        // Four in line: three of them push, but not the fourth.
        ("e1b e2b e3b e4b e5w e6w e7w", false),
    ] {
        let pos = place(marbles);
        let texts = move_texts(&game(), &pos);
        let ahead = ["e1e2", "e2e3", "e3e4", "e4e5"];
        let found = ahead
            .into_iter()
            .any(|text| texts.contains(&text.to_owned()));
        assert_eq!(found, legal, "{marbles}");
    }
    let pos = place("e4b e5w");
    assert_eq!(
        refusal(&pos, "e4e5"),
        "1 cannot push 1 (two push one, three push one or two)"
    );
    let pos = place("e2b e3b e4b e5w e6w e7w");
    assert!(refusal(&pos, "e2e3").starts_with("3 cannot push 3"));
}

#[test]
fn an_own_marble_behind_blocks_the_push() {
    for marbles in ["e3b e4b e5w e6b", "e2b e3b e4b e5w e6w e7b"] {
        let pos = place(marbles);
        let rear = &marbles[..2];
        let next = &marbles[4..6];
        let refused = refusal(&pos, &format!("{rear}{next}"));
        assert!(
            refused.starts_with("an own marble stands behind e"),
            "{refused}"
        );
    }
}

#[test]
fn one_marble_falls_at_a_time() {
    let pos = place("a1b a2b a3b a4w a5w");
    let next = after(&pos, "a1a2");
    assert_eq!(next.lost(Player::Second), 1);
    assert_eq!(next.lost(Player::First), 0);
    let game = game();
    assert_eq!(
        game.write_position(&next),
        "...../....../......./......../........./......../......./....../.bbbw w 0 1"
    );
}

#[test]
fn nobody_ejects_his_own_marble() {
    let pos = place("a1b a2b e5w");
    assert_eq!(
        refusal(&pos, "a2a1"),
        "a1 stands at the edge (nobody ejects his own marble)"
    );
    // The edge is no wall to lean on, and no way round the board.
    let texts = move_texts(&game(), &place("i5b a1w"));
    assert_eq!(texts, ["i5h4", "i5h5", "i5i6"]);
}

#[test]
fn a_broadside_move_pushes_nothing() {
    let pos = place("c3b c4b c5b d4w");
    assert_eq!(
        refusal(&pos, "c3c5d3"),
        "the line has no room to step aside (all its target cells must be on the board and empty)"
    );
    assert!(game().read_move(&pos, "c3c5b3").is_ok());
    assert!(game().read_move(&pos, "c3c4d3").is_err());
    assert!(game().read_move(&pos, "c4c5d5").is_ok());
}

#[test]
fn broadside_moves_are_listed_once() {
    let pos = place("c3b c4b i9w");
    let texts = move_texts(&game(), &pos);
    let broadside: Vec<_> = texts.iter().filter(|text| text.len() == 6).collect();
    assert_eq!(broadside, ["c3c4b2", "c3c4b3", "c3c4d3", "c3c4d4"]);
    // Either end may come first.
    assert_eq!(after(&pos, "c4c3d4"), after(&pos, "c3c4d3"));
    assert_eq!(after(&pos, "C4C3B4"), after(&pos, "c3c4b3"));
}

#[test]
fn a_player_without_a_move_has_lost_or_drawn() {
    let shut_in = "...../....../......./......../........./......../......./ww..../bw... b 0 0";
    for (id, margin) in [("abalone", -1), ("abalone:stuck=draw", 0)] {
        let game: Abalone = open(id);
        let pos = read(&game, shut_in);
        assert_eq!(game.count(&pos), 0);
        assert!(all_moves(&game, &pos).is_empty());
        let outcome = game.ended(&pos).expect("over");
        assert_eq!(outcome.margin, margin);
        let fault = game.read_move(&pos, "a1b1").expect_err("over");
        assert_eq!(fault.to_string(), "the game is over (black cannot move)");
    }
}

#[test]
fn a_push_alone_is_a_move() {
    // Black can step nowhere, but two push one.
    let text = "...../....../......./......../........./......../......./www.../bbw.. b 0 0";
    let game = game();
    let pos = read(&game, text);
    assert_eq!(move_texts(&game, &pos), ["a1a2"]);
    assert_eq!(game.ended(&pos), None);
}

#[test]
fn the_sixth_ejection_wins_before_any_limit() {
    let game: Abalone = open("abalone:plies=1,quiet=1,repetition=2");
    let text = "...../....../......./......../........./......../......./....../bbbww b 0 5";
    let pos = read(&game, text);
    let m = game.read_move(&pos, "a1a2").expect("legal");
    let won = game.play(&pos, m);
    assert_eq!(
        game.ended(&won).and_then(Outcome::winner),
        Some(Player::First)
    );
    assert_eq!(game.count(&won), 0);
    let quiet = game.read_move(&pos, "a1b1").expect("legal");
    let drawn = game.play(&pos, quiet);
    let mut history = History::new(&game, &pos);
    history.push(&game, &drawn);
    assert_eq!(game.ended(&drawn), None);
    assert_eq!(game.drawn(&drawn, &history).map(|end| end.margin), Some(0));
}

#[test]
fn more_ejections_win_at_the_limit_even_in_a_repetition() {
    let game: Abalone = open("abalone:plies=4,limit=ejections,repetition=2");
    let text = "...../....../......./......../....w..../......../......./....../b.... b 1 2";
    let mut pos = read(&game, text);
    let mut history = History::new(&game, &pos);
    for text in ["a1a2", "e5e6", "a2a1", "e6e5"] {
        assert_eq!(game.drawn(&pos, &history), None);
        let m = game.read_move(&pos, text).expect("legal");
        pos = game.play(&pos, m);
        history.push(&game, &pos);
    }
    assert_eq!(history.occurrences(), 2);
    assert_eq!(
        game.drawn(&pos, &history).and_then(Outcome::winner),
        Some(Player::First)
    );
}

#[test]
fn limits_draw() {
    let text = "...../....../......./......../....w..../......../......./....../b.... b 1 1";
    for (id, reason, plies) in [
        ("abalone", "the position is repeated", 8),
        ("abalone:quiet=5", "there was no progress for too long", 5),
        (
            "abalone:plies=3,limit=ejections",
            "the ply limit is reached",
            3,
        ),
        ("abalone:repetition=2", "the position is repeated", 4),
    ] {
        let game: Abalone = open(id);
        let mut pos = read(&game, text);
        let mut history = History::new(&game, &pos);
        let ended = (0..).zip(["a1a2", "e5e6", "a2a1", "e6e5"].into_iter().cycle());
        for (ply, text) in ended {
            if let Some(outcome) = game.drawn(&pos, &history) {
                assert_eq!(
                    (outcome.margin, outcome.reason, ply),
                    (0, reason, plies),
                    "{id}"
                );
                break;
            }
            let m = game.read_move(&pos, text).expect("legal");
            pos = game.play(&pos, m);
            history.push(&game, &pos);
        }
    }
}

// The board.

#[test]
fn the_board_is_a_hexagon() {
    let game = game();
    let drawing = "    i w w w w w
   h w w w w w w
  g . . w w w . .
 f . . . . . . . .
e . . . . . . . . .
 d . . . . . . . . 9
  c . . b b b . . 8
   b b b b b b b 7
    a b b b b b 6
       1 2 3 4 5
";
    assert_eq!(game.draw(&game.start(), false), drawing);
    assert_eq!(game.board().row_lengths(), [5, 6, 7, 8, 9, 8, 7, 6, 5]);
    // All six neighbours of a cell are one unit away.
    let cells = game.board().cells;
    let centre = &cells[30];
    assert_eq!(centre.name, "e5");
    let near = |cell: &&ponder_core::Cell| {
        ((cell.x - centre.x).hypot(cell.y - centre.y) - 1.0).abs() < 0.01
    };
    let names: Vec<_> = cells.iter().filter(near).map(|cell| &cell.name).collect();
    assert_eq!(names, ["f5", "f6", "e4", "e6", "d4", "d5"]);
}

fn names(game: &Abalone, path: &[u16]) -> String {
    let cells = game.board().cells;
    let names: Vec<_> = path
        .iter()
        .map(|id| cells[usize::from(*id)].name.as_str())
        .collect();
    names.join(" ")
}

#[test]
fn paths_are_marble_other_end_target() {
    let game = game();
    let pos = place("c3b c4b c5b c6w e5b");
    for (text, path) in [
        ("e5e6", "e5 e6"),
        ("c5d5", "c5 d5"),
        ("c3c4", "c3 c5 c6"),
        ("c5c4", "c5 c3 c2"),
        ("c3c4d3", "c3 c4 d3"),
        ("c3c5b2", "c3 c5 b2"),
    ] {
        let m = game.read_move(&pos, text).expect("legal");
        assert_eq!(names(&game, &game.path(&pos, m)), path, "{text}");
    }
}

#[test]
fn no_path_begins_another() {
    for layout in ["classical", "german-daisy", "alien-attack"] {
        let game: Abalone = open(&format!("abalone:layout={layout}"));
        for pos in lines(&game) {
            let list = all_moves(&game, &pos);
            let mut paths: Vec<_> = list.iter().map(|m| game.path(&pos, *m)).collect();
            paths.sort();
            let clash = paths.windows(2).find(|pair| pair[1].starts_with(&pair[0]));
            assert_eq!(clash, None, "{}", game.write_position(&pos));
        }
    }
}

#[test]
fn effects_go_from_the_far_end() {
    let game = game();
    let pos = place("a1b a2b a3b a4w a5w c3b c4b");
    let effects = |text: &str| {
        let m = game.read_move(&pos, text).expect("legal");
        let cell = |id: u16| names(&game, &[id]);
        let word = |effect: &Effect| match *effect {
            Effect::Move(from, to) => format!("move {} {}", cell(from), cell(to)),
            Effect::Push(from, to) => format!("push {} {}", cell(from), cell(to)),
            Effect::Eject(from) => format!("eject {}", cell(from)),
            _ => panic!("{effect:?}"),
        };
        let words: Vec<_> = game.effects(&pos, m).iter().map(word).collect();
        words.join(", ")
    };
    assert_eq!(
        effects("a1a2"),
        "eject a5, push a4 a5, move a3 a4, move a2 a3, move a1 a2"
    );
    assert_eq!(effects("c3c4d4"), "move c3 d4, move c4 d5");
}

/// Done one after the other, the effects give the next position.
#[test]
fn effects_rebuild_the_position() {
    let game: Abalone = open("abalone:layout=alien-attack");
    for pos in lines(&game) {
        let cells = |pos: &Position| -> Vec<Option<Piece>> {
            (0..61).map(|cell| game.piece_at(pos, cell)).collect()
        };
        for m in all_moves(&game, &pos) {
            let mut pieces = cells(&pos);
            for effect in game.effects(&pos, m) {
                match effect {
                    Effect::Move(from, to) | Effect::Push(from, to) => {
                        let piece = pieces[usize::from(from)].take();
                        let old = std::mem::replace(&mut pieces[usize::from(to)], piece);
                        assert_eq!(old, None);
                    }
                    Effect::Eject(from) => pieces[usize::from(from)] = None,
                    _ => panic!("{effect:?}"),
                }
            }
            assert_eq!(pieces, cells(&game.play(&pos, m)));
        }
    }
}

// What holds of every game.

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn properties(seed: u64, layout in 0..LAYOUTS.len()) {
        let name = LAYOUTS[layout].0;
        check_properties(&open::<Abalone>(&format!("abalone:layout={name}")), seed);
    }
}

proptest! {
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
fn survives_any_position_and_move() {
    fuzz::run_all(&game(), 100_000, &[]);
}
