//! How Abalone is written: positions, moves, and the formats of its world, with their faults.

use ponder_core::{Format, Game, MoveList, Notation, Player, Random, Record, Rules, Settings};
use ponder_games::abalone::{Abalone, Move, Position};
use ponder_testkit::{fuzz, open, read};

/// Three against two along the edge.
const SUMITO: &str = "...../....../......./......../........./......../......./....../bbbww b 0 0";

fn game() -> Abalone {
    open("abalone")
}

fn all_moves(game: &Abalone, pos: &Position) -> MoveList<Abalone> {
    let mut list = MoveList::<Abalone>::new();
    game.all_moves(pos, &mut list);
    list
}

// Positions and moves in texts.

#[test]
fn positions_tell_lost_marbles_or_let_them_be_presumed() {
    let game = game();
    let start = "wwwww/wwwwww/..www../......../........./......../..bbb../bbbbbb/bbbbb b 0 0";
    assert_eq!(game.write_position(&game.start()), start);
    let twelve = "wwwww/wwwww./...ww../......../........./......../..bbb../bbbbbb/bbbbb w";
    let pos = read(&game, twelve);
    assert_eq!((pos.lost(Player::First), pos.lost(Player::Second)), (0, 2));
    let pos = read(&game, &format!("{twelve} 0 1"));
    assert_eq!(pos.lost(Player::Second), 1);
    let study = read(
        &game,
        "...../....../......./......../........./......../......./....../bbbww b",
    );
    assert_eq!(
        (study.lost(Player::First), study.lost(Player::Second)),
        (0, 0)
    );
}

#[test]
fn faulty_positions_are_refused_by_name() {
    let refuse = |marked: &str, message: &str| refuses("position", marked, message);
    let rows = "wwwww/wwwwww/..www../......../........./......../..bbb../bbbbbb/bbbbb";
    refuse(
        &format!("{rows} b 0^"),
        "white's lost marbles are missing (write the marbles lost by black and by white, or neither)",
    );
    refuse(
        &format!("{rows} b ^x 0"),
        "\"x\" is no number of marbles (expected 0 to 14)",
    );
    refuse(
        &format!("{rows} b 0 ^15"),
        "\"15\" is no number of marbles (expected 0 to 14)",
    );
    refuse(
        &format!("{rows} b 0 0 ^7"),
        "\"7\" follows the lost marbles \
        (a position is its rows, the side to move and the marbles lost)",
    );
    refuse(
        &format!("{rows} ^x"),
        "\"x\" is no side to move (expected the side to move, b or w)",
    );
    refuse(
        &format!("^{} b", rows.replace("..bbb..", "..bbbb.")),
        "black has 15 marbles, lost ones counted (each side begins with 14)",
    );
    refuse(
        &format!("^{rows} w 0 1"),
        "white has 15 marbles, lost ones counted (each side begins with 14)",
    );
    refuse(
        "^...../....../......./......../........./......../......./....../..... b",
        "there is no marble on the board (place at least one)",
    );
    refuse(
        "^...../.ww.../.www.../.www..../........./....bbb./...bbb./....bb/..... b 6 6",
        "both sides have lost 6 marbles (the game ends when the first has)",
    );
}

#[test]
fn faulty_moves_are_refused_with_their_place() {
    let game = game();
    let start = game.start();
    let cell = "(expected a letter from a to i and a column from 1 to 9, as in e5)";
    for (marked, message) in [
        ("^", format!("a cell is missing {cell}").as_str()),
        ("^a", &format!("\"a\" is no cell {cell}")),
        ("a1^é5", &format!("\"é5\" is no cell {cell}")),
        ("^a6b6", "a6 is off the board (row a goes from a1 to a5)"),
        (
            "a1^c3",
            "c3 is not next to a1 (write the rear marble's cell and its next cell)",
        ),
        (
            "a1b2c3^d4",
            "the move should end here (an in-line move has two cells, a broadside move three)",
        ),
        (
            "c3c5^e3",
            "e3 is not next to c3 (write both ends of the line and the new cell of the first)",
        ),
        (
            "c3^c5c4",
            "this line would not step aside but go ahead (an in-line move is written as one)",
        ),
        (
            "e5e6",
            "e5 holds no black marble (black moves black marbles)",
        ),
        (
            "i5h5",
            "i5 holds no black marble (black moves black marbles)",
        ),
        (
            "c5c6d5",
            "c6 holds no black marble (black moves black marbles)",
        ),
    ] {
        let text = marked.replacen('^', "", 1);
        let fault = game.read_move(&start, &text).expect_err(&text);
        assert_eq!(fault.to_string(), message, "{text}");
        assert_eq!(fault.at, marked.find('^'), "{text}");
    }
}

#[test]
fn options_are_checked() {
    let parse = |text| Settings::parse(Abalone::NAME, Abalone::SPECS, text);
    let settings = parse("stuck=draw,layout=Belgian-Daisy,win=6").expect("valid");
    assert_eq!(settings.id(), "abalone:layout=belgian-daisy,stuck=draw");
    for text in [
        "win=0",
        "win=15",
        "layout=sibe",
        "repetition=1",
        "quiet=0",
        "limit=win",
    ] {
        assert!(parse(text).is_err(), "{text}");
    }
}

// The formats.

fn format(name: &str) -> Format<Abalone> {
    let formats = game().all_formats();
    let found = formats.into_iter().find(|format| format.name == name);
    found.unwrap_or_else(|| panic!("no format {name}"))
}

fn read_one(game: &Abalone, name: &str, text: &str) -> Record<Abalone> {
    let records = (format(name).read)(game, text);
    let mut records = records.unwrap_or_else(|fault| panic!("{text}: {fault}"));
    assert_eq!(records.len(), 1, "{text}");
    records.remove(0)
}

/// The format refuses the text at the place of the caret, in these words.
fn refuses(name: &str, marked: &str, message: &str) {
    let text = marked.replacen('^', "", 1);
    let read = (format(name).read)(&game(), &text);
    let fault = read
        .err()
        .unwrap_or_else(|| panic!("{name} reads {text:?}"));
    let found = (fault.at, fault.to_string());
    assert_eq!(
        found,
        (marked.find('^'), message.to_owned()),
        "{name}: {text}"
    );
}

/// A record of one move.
fn one(pos: Position, m: Move) -> Record<Abalone> {
    let mut record = Record::at(pos);
    record.moves.push(m);
    record
}

/// The rows run from I to A: strategygames has black in A1 and white in I5.
#[test]
fn playstrategy_fen_of_the_belgian_daisy() {
    let game: Abalone = open("abalone:layout=belgian-daisy");
    let fen = "ss1SS/sssSSS/1ss1SS1/8/9/8/1SS1ss1/SSSsss/SS1ss 0 0 b 0 1\n";
    let record = read_one(&game, "playstrategy", fen);
    assert_eq!(record.start, game.start());
    assert_eq!(
        (format("playstrategy").write)(&game, &[record]),
        Ok(fen.to_owned())
    );
}

/// The game of strategygames' test of its FEN, with three different moves: not symmetric.
#[test]
fn playstrategy_fen_after_three_plies() {
    let game: Abalone = open("abalone:layout=belgian-daisy");
    let record = read_one(&game, "from-to", "a1d4 i5f5 b2e5");
    let fen = "1s1SS/sssSSS/1ss1SS1/3s4/4S4/3S4/1SS1ss1/S1Ssss/1S1ss 0 0 w 3 2\n";
    assert_eq!(
        (format("playstrategy").write)(&game, std::slice::from_ref(&record)),
        Ok(fen.to_owned())
    );
    let back = read_one(&game, "playstrategy", &fen.replace(' ', "_"));
    assert_eq!(
        (back.start, back.plies, back.quiet),
        (record.end(&game), 3, 3)
    );
}

#[test]
fn playstrategy_scores_are_the_opponents_losses() {
    let game = game();
    let fen = "5/6/7/8/9/8/7/6/SSSss 2 1 w 7 21\n";
    let record = read_one(&game, "playstrategy", fen);
    let text = "...../....../......./......../........./......../......./....../bbbww w 1 2";
    assert_eq!(game.write_position(&record.start), text);
    assert_eq!((record.plies, record.quiet), (41, 7));
    assert_eq!(
        (format("playstrategy").write)(&game, &[record]),
        Ok(fen.to_owned())
    );
    let short = read_one(&game, "playstrategy", "5/6/7/8/9/8/7/6/SSSss 2 1 w");
    assert_eq!((short.plies, short.quiet), (1, 0));
}

#[test]
fn playstrategy_faults() {
    refuses(
        "playstrategy",
        "5/6^ 0 0 b",
        "the board ends after 2 rows (it should have nine)",
    );
    refuses(
        "playstrategy",
        "5/6/7/8/9/8/7/6/SSSss/^5 0 0 b",
        "the board has too many rows (it should have nine)",
    );
    refuses(
        "playstrategy",
        "5/6/7/8/9/8/7/6/^SSSs 0 0 b",
        "row A has 4 cells (it should have 5)",
    );
    refuses(
        "playstrategy",
        "5/6/7/8/9/8/7/6/SSS^p1 0 0 b",
        "\"p\" is no marble (expected S, s or a number of empty cells)",
    );
    refuses(
        "playstrategy",
        "5/6/7/8/9/8/7/6/SSSss 0^",
        "white's score is missing (a FEN is rows, two scores, side to move, half-moves and move number)",
    );
    refuses(
        "playstrategy",
        "5/6/7/8/9/8/7/6/SSSss 0 0 ^x",
        "\"x\" is no side to move (expected b or w)",
    );
    refuses(
        "playstrategy",
        "5/6/7/8/9/8/7/6/SSSss 0 0 b ^-1",
        "\"-1\" is no counter (expected 0 to 1000000)",
    );
    refuses(
        "playstrategy",
        "5/6/7/8/9/8/7/6/SSSss 0 0 b 0 1 ^1",
        "\"1\" follows the move number (a FEN has six parts)",
    );
    refuses(
        "playstrategy",
        "\n^5/6/7/8/9/8/7/6/SSSss 0 13 b",
        "black has 16 marbles, lost ones counted (each side begins with 14)",
    );
}

#[test]
fn contest_input_files() {
    let game = game();
    // Any order, either case, with or without a final line break.
    let record = read_one(&game, "comp3981", "w\r\nI7w, i9W,I8w,I6b,I5b");
    let text = "bbwww/....../......./......../........./......../......./....../..... w 0 0";
    assert_eq!(game.write_position(&record.start), text);
    let written = (format("comp3981").write)(&game, &[record.clone(), record]);
    let file = "w\nI5b,I6b,I7w,I8w,I9w\n";
    assert_eq!(written, Ok(file.repeat(2)));
    let start = (format("comp3981").write)(&game, &[Record::at(game.start())]);
    let file = "b\nA1b,A2b,A3b,A4b,A5b,B1b,B2b,B3b,B4b,B5b,B6b,C3b,C4b,C5b,\
        G5w,G6w,G7w,H4w,H5w,H6w,H7w,H8w,H9w,I5w,I6w,I7w,I8w,I9w\n";
    assert_eq!(start, Ok(file.to_owned()));
}

#[test]
fn contest_board_files() {
    let game = game();
    let pos = read(&game, SUMITO);
    let m = game.read_move(&pos, "a1a2").expect("legal");
    let record = one(pos, m);
    let written = (format("comp3981-board").write)(&game, std::slice::from_ref(&record));
    assert_eq!(written, Ok("A2b,A3b,A4b,A5w\n".to_owned()));
    // The input file has no word for the marble that fell.
    let fault = (format("comp3981").write)(&game, &[record]).expect_err("a lost marble");
    assert_eq!(
        fault.what,
        "the marbles lost are not those missing on the board"
    );
    let read =
        (format("comp3981-board").read)(&game, "A2b,A3b,I8w\nA1b,I9w\n").expect("two boards");
    assert_eq!(read.len(), 2);
    assert_eq!(game.turn(&read[1].start), Player::First);
}

#[test]
fn contest_file_faults() {
    refuses(
        "comp3981",
        "^A1b",
        "the side to move is missing (expected a line with b or w before the marbles)",
    );
    refuses(
        "comp3981",
        "b\n^",
        "the marbles are missing (expected a line such as C5b,D5b,H9w)",
    );
    refuses(
        "comp3981",
        "b\nA1b,^A6w",
        "A6 is off the board (row a goes from a1 to a5)",
    );
    refuses(
        "comp3981",
        "b\nA1b,A2^",
        "\"A2\" has no colour (expected b or w behind the cell, then a comma)",
    );
    refuses(
        "comp3981",
        "b\nA1b, ^A1w",
        "a1 is named twice (a cell holds one marble)",
    );
    refuses(
        "comp3981-board",
        "A1b,^",
        "a cell is missing (expected a letter from a to i and a column from 1 to 9, as in e5)",
    );
    refuses(
        "comp3981-moves",
        "^c3d3",
        "the number of marbles is missing (expected 1: to 3: and a move, as in 2:b1-b2>NW or 3:d5g8*)",
    );
    refuses(
        "comp3981-moves",
        "1:c3d3 ^1:c5d5",
        "c5 holds no white marble (white moves white marbles)",
    );
    refuses(
        "comp3981-moves",
        "1:c3d3^*",
        "nothing is pushed (leave out the star)",
    );
    refuses(
        "comp3981-moves",
        "2:c3^d3",
        "d3 is not where the front of 2 from c3 lands (each marble goes one step along the line)",
    );
    refuses(
        "comp3981-moves",
        "1:c3d3^!",
        "\"!\" follows the move (only * for a push may follow)",
    );
    refuses(
        "comp3981-moves",
        "^2:c3-c5>NW",
        "3 marbles would move, not 2 (the number of marbles comes first)",
    );
    refuses(
        "comp3981-moves",
        "3:c3-c5^>N",
        "the direction is missing (expected > and one of E, NE, NW, W, SW, SE)",
    );
    refuses(
        "comp3981-moves",
        "3:^c3-c5>E",
        "this line would not step aside but go ahead (an in-line move is written as one)",
    );
}

#[test]
fn contest_moves() {
    let game = game();
    let text = "3:c3-c5>NW 1:g7f7\n2:d4-d3>NE 3:i8f5";
    let record = read_one(&game, "comp3981-moves", text);
    let words = move_words(&game, &record);
    assert_eq!(words, "c3c5d3 g7f7 d3d4e4 i8h7");
    let written = (format("comp3981-moves").write)(&game, &[record]);
    assert_eq!(
        written,
        Ok("3:c3-c5>NW\n1:g7f7\n2:d3-d4>NE\n3:i8f5\n".to_owned())
    );
    let none = (format("comp3981-moves").read)(&game, "");
    assert!(none.is_ok_and(|records| records.is_empty()));
    let bare = Record::at(game.start());
    let fault = (format("comp3981-moves").write)(&game, &[bare.clone(), bare]);
    assert_eq!(fault.expect_err("two games").what, "there are 2 games");
}

fn move_words(game: &Abalone, record: &Record<Abalone>) -> String {
    let mut pos = record.start;
    let words = record.moves.iter().map(|&m| {
        let word = game.write_move(&pos, m);
        pos = game.play(&pos, m);
        word
    });
    words.collect::<Vec<_>>().join(" ")
}

/// A game that `PlayStrategy` replays in its tests: pushes, broadside moves and ejections in its
/// own spelling.
const PLAYED: &str = "a1d4 i5f5 a2c4 a5d5 b3e6 h4f4 c2c7 c7d6 i9f6 h5e5 b1b3 b6b1 i8g6 b5b1 b1c2 \
    g5b5 h9f7 f5a5 c2c6 g4f5 h8f8 d7d3\n";

#[test]
fn a_game_of_playstrategy() {
    let game: Abalone = open("abalone:layout=belgian-daisy");
    let record = read_one(&game, "playstrategy-moves", PLAYED);
    assert_eq!(record.moves.len(), 22);
    let written = (format("playstrategy-moves").write)(&game, std::slice::from_ref(&record));
    assert_eq!(written, Ok(PLAYED.to_owned()));
    // Nacre's spelling names the cell where the front marble lands.
    let nacre = (format("from-to").write)(&game, std::slice::from_ref(&record)).expect("a game");
    let again = read_one(&game, "from-to", &nacre);
    assert_eq!(again.moves, record.moves);
    assert_ne!(nacre, PLAYED);
}

/// Two cells have one meaning, whichever marble the target is counted from.
#[test]
fn two_cells_are_never_ambiguous() {
    for layout in ["classical", "german-daisy", "alien-attack"] {
        let game: Abalone = open(&format!("abalone:layout={layout}"));
        for seed in 0..6 {
            let mut record = Record::at(game.start());
            let mut pos = game.start();
            let mut random = Random::new(seed);
            for _ in 0..150 {
                let list = all_moves(&game, &pos);
                let mut words = Vec::new();
                for &m in &list {
                    let mut longer = record.clone();
                    longer.moves.push(m);
                    for name in ["from-to", "playstrategy-moves"] {
                        let text = (format(name).write)(&game, std::slice::from_ref(&longer));
                        let text = text.expect("a game from the start");
                        let word = text.split_whitespace().last().expect("a move").to_owned();
                        words.push((word, game.code(&pos, m)));
                    }
                }
                words.sort();
                words.dedup();
                let clash = words.windows(2).find(|pair| pair[0].0 == pair[1].0);
                assert_eq!(clash, None, "{}", game.write_position(&pos));
                if list.is_empty() {
                    break;
                }
                let m = list[random.below(list.len())];
                record.moves.push(m);
                pos = game.play(&pos, m);
            }
        }
    }
}

#[test]
fn two_cell_faults() {
    refuses(
        "from-to",
        "a1^d5",
        "no move goes from a1 to d5 (from a1 moves go to c1 d4)",
    );
    refuses(
        "from-to",
        "e5^e6",
        "no move goes from e5 to e6 (no move starts at e5)",
    );
    refuses(
        "from-to",
        "a1d4 a1^d4",
        "no move goes from a1 to d4 (no move starts at a1)",
    );
    refuses(
        "from-to",
        "a1d4^x",
        "the move should end here (a move is two cells)",
    );
    let study = read(&game(), SUMITO);
    let list = all_moves(&game(), &study);
    let fault = (format("from-to").write)(&game(), &[one(study, list[0])]);
    let fault = fault.expect_err("another start");
    assert_eq!(fault.what, "the game does not begin in the start layout");
    let fault = (format("from-to").write)(&game(), &[Record::at(game().start())]);
    assert_eq!(fault.expect_err("no moves").what, "a game has no moves");
}

/// Random games and positions survive every format that can hold them.
#[test]
fn formats_round_trip() {
    let game: Abalone = open("abalone:layout=swiss-daisy");
    for seed in 0..40 {
        let mut record = Record::at(game.start());
        let mut random = Random::new(seed);
        let mut pos = game.start();
        for _ in 0..60 {
            let list = all_moves(&game, &pos);
            let m = list[random.below(list.len())];
            record.moves.push(m);
            pos = game.play(&pos, m);
        }
        for name in ["game", "comp3981-moves", "from-to", "playstrategy-moves"] {
            let text = (format(name).write)(&game, std::slice::from_ref(&record)).expect(name);
            let back = read_one(&game, name, &text);
            assert_eq!(back.moves, record.moves, "{name}: {text}");
        }
        for name in ["position", "comp3981", "playstrategy"] {
            let text = (format(name).write)(&game, std::slice::from_ref(&record)).expect(name);
            let back = read_one(&game, name, &text);
            assert_eq!(back.start, pos, "{name}: {text}");
        }
    }
}

const SAMPLES: [(&str, &str); 8] = [
    (
        "position",
        "...../..bwww/..wbwww/..wbbbb./...bbbw../..wwbw../..wwb../....../..... w 3 0",
    ),
    ("game", "startpos moves c3c5d3 g5f5"),
    ("playstrategy", "5/6/7/3SSsS1/9/3s4/3SS2/6/1SSss 2 1 w 7 21"),
    ("comp3981", "w\nI5b,I6b,I7w,I8w,I9w\nb\nA1b"),
    ("comp3981-board", "A2b,A3b,A4b,A5w\nI9w"),
    ("comp3981-moves", "3:c3-c5>NW 1:g7f7\n2:d4-d3>NE 3:i8f5"),
    ("from-to", "a1d4 i8f5\nc5d5"),
    ("playstrategy-moves", "a1d4 i8f5"),
];

#[test]
fn survives_any_text() {
    let game = game();
    let names = game.all_formats().into_iter().map(|format| format.name);
    assert!(names.eq(SAMPLES.iter().map(|(name, _)| *name)));
    let mut random = Random::new(3);
    for (name, sample) in SAMPLES {
        for _ in 0..100_000 {
            fuzz::format(&game, name, &fuzz::mutate(sample, &mut random));
        }
    }
}
