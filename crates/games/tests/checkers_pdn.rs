//! FEN lines and PDN: what files contain, what is written, what is refused.

use ponder_core::{Fault, Format, Notation, Record, Rules};
use ponder_games::checkers::Checkers;
use ponder_testkit::{open, random_line, read};

fn checkers() -> Checkers {
    open("checkers")
}

fn format(name: &str) -> Format<Checkers> {
    let mut formats = checkers().all_formats().into_iter();
    formats.find(|format| format.name == name).unwrap()
}

fn try_read(name: &str, text: &str) -> Result<Vec<Record<Checkers>>, Fault> {
    (format(name).read)(&checkers(), text)
}

fn read_all(name: &str, text: &str) -> Vec<Record<Checkers>> {
    try_read(name, text).unwrap_or_else(|fault| panic!("{text}: {fault} at {:?}", fault.at))
}

fn read_one(text: &str) -> Record<Checkers> {
    let mut records = read_all("pdn", text);
    assert_eq!(records.len(), 1, "{text}");
    records.remove(0)
}

fn write(name: &str, records: &[Record<Checkers>]) -> String {
    (format(name).write)(&checkers(), records).unwrap()
}

/// The moves of a record in canonical text.
fn moves(record: &Record<Checkers>) -> String {
    let game = checkers();
    let mut pos = record.start;
    let mut texts = Vec::new();
    for &m in &record.moves {
        texts.push(game.write_move(&pos, m));
        pos = game.play(&pos, m);
    }
    texts.join(" ")
}

fn margin(record: &Record<Checkers>) -> Option<i16> {
    record.result.map(|outcome| outcome.margin)
}

const BLACK_WON: Option<i16> = Some(1);
const WHITE_WON: Option<i16> = Some(-1);
const DRAWN: Option<i16> = Some(0);

#[test]
fn fen_lines_are_bare_or_tags() {
    let text = "B:W21-32:B1-12\n\n [FEN \"W:WK4,9:B3.\"]\n[ fen  \"B:B1:W5\" ]\nw:wk1:b\n";
    let records = read_all("fen", text);
    let written = "B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12\n\
                   W:WK4,9:B3\nB:W5:B1\nW:WK1:B\n";
    assert_eq!(write("fen", &records), written);
    assert_eq!(write("fen", &read_all("fen", written)), written);
    let fault = try_read("fen", "B:W5:B1\n  [FEN \"B:W5:B33\"]").unwrap_err();
    assert_eq!(fault.what, "there is no square 33");
    assert_eq!(fault.at, Some(22));
}

#[test]
fn a_game_with_everything_in_it() {
    let record = read_one(
        "\u{feff}[Event \"Some \\\"great\\\" match\"]\n[Black \"Tinsley\"]\n[White \"Lafferty\"]\n\
         [Result \"1/2-1/2\"]\n% an escaped line 1. 9-13\n\
         1. 11-15! {the best?} 23-19 $3 2. 8-11 ( 2. 9-14 {} 22-17 ( 9-13 ) ; a ) in a comment\n\
         $2 ) 22-17 ; to the end 9-13\n3. 4-8* (a comment, as Nemesis wrote them) 17-13?! 1/2-1/2",
    );
    assert_eq!(moves(&record), "11-15 23-19 8-11 22-17 4-8 17-13");
    assert_eq!(record.tag("Event"), Some("Some \"great\" match"));
    assert_eq!(record.tag("White"), Some("Lafferty"));
    let comments = [
        (1, "the best?".to_owned()),
        (4, "to the end 9-13".to_owned()),
        (5, "a comment, as Nemesis wrote them".to_owned()),
    ];
    assert_eq!(record.comments, comments);
    // 9-13 was never a move of White's.
    let beside = [(2, "9-13".to_owned()), (2, "a ) in a comment".to_owned())];
    assert_eq!(variations(&record), ["main 2: 9-14 22-17"]);
    assert_eq!(record.variations[0].comments, beside);
    assert_eq!(margin(&record), DRAWN);
}

/// Each variation: of which line, after how many of its moves, and its own moves.
fn variations(record: &Record<Checkers>) -> Vec<String> {
    let game = checkers();
    let told = record.variations.iter().map(|variation| {
        let mut pos = record.before(&game, variation);
        let mut text = match variation.of {
            Some(other) => format!("{other} {}:", variation.after),
            None => format!("main {}:", variation.after),
        };
        for &m in &variation.moves {
            text = format!("{text} {}", game.write_move(&pos, m));
            pos = game.play(&pos, m);
        }
        text
    });
    told.collect()
}

#[test]
fn variations_are_kept_and_written_again() {
    let text = "1. 11-15 (1. 9-13 22-18 (22-17 {takes} 13x22) 2. 11-15) (1. 12-16 {also}) 23-19 \
                (22-17) 2. 8-11 1/2-1/2 (2. 9-14 1-0)";
    let record = read_one(text);
    assert_eq!(moves(&record), "11-15 23-19 8-11");
    assert_eq!(margin(&record), DRAWN);
    let told = [
        "main 0: 9-13 22-18 11-15",
        "0 1: 22-17 13x22",
        "main 0: 12-16",
        "main 1: 22-17",
        "main 2: 9-14",
    ];
    assert_eq!(variations(&record), told);
    assert_eq!(record.variations[1].comments, [(1, "takes".to_owned())]);
    let written = write("pdn", std::slice::from_ref(&record));
    assert!(
        written.contains(
            "1. 11-15 (1. 9-13 22-18 (1... 22-17 {takes} 2. 13x22) 2. 11-15) (1. 12-16\n\
             {also}) 1... 23-19 (1... 22-17) 2. 8-11 (2. 9-14) 1/2-1/2\n"
        ),
        "{written}"
    );
    let again = read_one(&written);
    assert_eq!(variations(&again), told);
    assert_eq!(write("pdn", &[again]), written);
}

#[test]
fn what_is_no_variation_becomes_a_comment() {
    let cases = [
        ("11-15 (22-17) 23-19", 1, "22-17"),
        ("(before all) 11-15 23-19", 0, "before all"),
        ("11-15 ({only words}) 23-19", 1, "{only words}"),
        (
            "11-15 (9-13 [Event \"x\"] 22-18) 23-19",
            1,
            "9-13 [Event \"x\"] 22-18",
        ),
        (
            "11-15 (9-13 22-18 (nonsense (deep)) 2. 1-2) 23-19",
            1,
            "9-13 22-18 (nonsense (deep)) 2. 1-2",
        ),
        ("11-15 (1.) 23-19", 1, "1."),
    ];
    for (text, before, comment) in cases {
        let record = read_one(text);
        assert_eq!(moves(&record), "11-15 23-19", "{text}");
        assert_eq!(variations(&record), [""; 0], "{text}");
        assert_eq!(record.comments, [(before, comment.to_owned())], "{text}");
    }
    let long = format!("11-15 ({}) 23-19", "word ".repeat(1000));
    assert!(read_one(&long).comments[0].1.contains("was left out"));
    let fault = try_read("pdn", "11-15 ) 23-19").unwrap_err();
    assert_eq!(
        (fault.at, fault.what.as_str()),
        (Some(6), "\")\" means nothing here")
    );
}

#[test]
fn move_numbers_come_in_all_forms() {
    let spelled = [
        "1. 11-15 23-19 2. 8-11 22-17",
        "1.11-15 23-19 2.8-11 22-17",
        "11-15 23-19 8-11 22-17",
        "1 11-15 23-19 2 8-11 22-17",
        "1. 1. 11-15 1... 23-19 2. 2. 8-11 2. ... 22-17",
        "7. 11-15 23-19 7. 8-11 22-17 8.",
        "11-15 23-19 8-11 22-17 3",
        "1 . 11 - 15 23 -19 2.\n8\n-\n11 22-\n17",
        "11x15 23x19 08x11 22:17",
        "1. 11-15! 23-19* 2. 8-11?? 22-17!*",
    ];
    for text in spelled {
        assert_eq!(moves(&read_one(text)), "11-15 23-19 8-11 22-17", "{text}");
    }
}

#[test]
fn results_are_told_from_moves() {
    let cases = [
        ("11-15 1-0", BLACK_WON),
        ("11-15 0-1", WHITE_WON),
        ("11-15 2-0", BLACK_WON),
        ("11-15 0-2", WHITE_WON),
        ("11-15 1-1", DRAWN),
        ("11-15 1/2-1/2", DRAWN),
        ("11-15 1/2 - 1/2", DRAWN),
        ("11-15 1/2", DRAWN),
        ("11-15 1 - 0", BLACK_WON),
        ("11-15 *", None),
        ("11-15* 1-0", BLACK_WON),
        ("11-15 0-0", None),
        ("11-15", None),
        ("[Result \"0-1\"] 11-15", WHITE_WON),
        ("[Result \"0-1\"] 11-15 *", WHITE_WON),
        ("[Result \"*\"] 11-15 1-0", BLACK_WON),
        ("[Result \"?\"] 11-15 1-0", BLACK_WON),
    ];
    for (text, expected) in cases {
        let record = read_one(text);
        assert_eq!(margin(&record), expected, "{text}");
        assert_eq!(moves(&record), "11-15", "{text}");
        assert!(record.comments.is_empty(), "{text}");
    }
}

#[test]
fn results_that_disagree_are_both_kept() {
    let record = read_one("[Result \"0-1\"] 11-15 1-0");
    assert_eq!(margin(&record), BLACK_WON);
    assert_eq!(record.tag("Result"), Some("0-1"));
    let note = (1, "the Result tag says 0-1".to_owned());
    assert_eq!(record.comments, [note]);
    let again = read_one(&write("pdn", std::slice::from_ref(&record)));
    assert_eq!(again.comments, record.comments);
    assert_eq!(again.result, record.result);
}

#[test]
fn some_sources_name_white_first() {
    let text = "11-15 1-0\n11-15 0-1\n11-15 1/2-1/2";
    let records = read_all("pdn-white", text);
    let margins: Vec<_> = records.iter().map(margin).collect();
    assert_eq!(margins, [WHITE_WON, BLACK_WON, DRAWN]);
    assert!(write("pdn", &records[..1]).contains("[Result \"0-1\"]"));
    assert!(write("pdn", &records[..1]).ends_with("1. 11-15 0-1\n"));
    assert!(write("pdn-white", &records[..1]).ends_with("1. 11-15 1-0\n"));
}

#[test]
fn many_games_in_one_file() {
    let records = read_all(
        "pdn",
        "{a collection}\n[Event \"1\"]\n[Round \"1\"]\n11-15 1-0 {good}\n\
         [Event \"2\"]\n9-13\n[Event \"3\"] *\n[Event \"4\"]\n\
         [Event \"5\"]\n10-14 0-1 9-14 1/2-1/2 1-0",
    );
    let games: Vec<_> = records
        .iter()
        .map(|record| (record.tag("Event").unwrap_or("-"), moves(record)))
        .collect();
    let games: Vec<_> = games
        .iter()
        .map(|(tag, moves)| (*tag, moves.as_str()))
        .collect();
    // Tags without moves between them belong together, and a result alone is a game.
    let expected = [
        ("1", "11-15"),
        ("2", "9-13"),
        ("3", ""),
        ("4", "10-14"),
        ("-", "9-14"),
        ("-", ""),
    ];
    assert_eq!(games, expected);
    let comments = [(0, "a collection".to_owned()), (1, "good".to_owned())];
    assert_eq!(records[0].comments, comments);
    assert!(read_all("pdn", "").is_empty());
    assert!(read_all("pdn", " {nothing} ; here\n").is_empty());
}

#[test]
fn games_from_positions() {
    let game = checkers();
    let spelled = [
        "1. ... 26x10 2. 1-6",
        "26x10 2. 1-6",
        "1... 26x17x10 1-6",
        "26-10 1x6",
    ];
    for text in spelled {
        let tags = "[SetUp \"1\"]\n[FEN \"W:W26:B1,14,22.\"]\n";
        let record = read_one(&format!("{tags}{text} *"));
        assert_eq!(record.start, read(&game, "W:W26:B1,14,22"));
        assert_eq!(moves(&record), "26x17x10 1-6", "{text}");
        let written = write("pdn", &[record]);
        assert!(written.contains("\n[SetUp \"1\"]\n[FEN \"W:W26:B1,14,22\"]\n"));
        assert!(written.ends_with("\n1... 26x10 2. 1-6 *\n"), "{written}");
    }
}

#[test]
fn full_paths_only_where_the_ends_are_ambiguous() {
    let fen = "[FEN \"B:W6,7,14,15,22,23:BK2\"]";
    for path in ["2x9x18x25", "2x11x18x27", "2x9x18x11x2"] {
        let record = read_one(&format!("{fen} {path}"));
        assert_eq!(moves(&record), path);
        let written = write("pdn", &[record]);
        assert!(written.ends_with(&format!("\n1. {path} *\n")), "{written}");
    }
    let fault = try_read("pdn", &format!("{fen} 2x25")).unwrap_err();
    assert_eq!(
        fault.to_string(),
        "\"2x25\" can mean different captures (write one of 2x9x18x25 2x11x18x25)"
    );
    assert_eq!(fault.at, Some(fen.len() + 1));
}

#[test]
fn what_is_written_is_strict() {
    let record = read_one(
        "[Black \"B\"]\n[Event \"A \\\\ B\"]\n[ECO \"x\"]\n[GameType \"21,W,8,8,N1,0\"]\n\
         {first} 11x15 22-18 15-22 {take {back} 25-18 8-11 29x25 4-8 0-1",
    );
    let expected = "[Event \"A \\\\ B\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n\
                    [Black \"B\"]\n[White \"?\"]\n[Result \"0-1\"]\n[ECO \"x\"]\n\
                    [GameType \"21\"]\n\n\
                    {first} 1. 11-15 22-18 2. 15x22 {take (back} 25x18 3. 8-11 29-25 4. 4-8 0-1\n";
    assert_eq!(write("pdn", &[record]), expected);
    let again = read_all("pdn", expected);
    assert_eq!(write("pdn", &again), expected);
}

#[test]
fn a_tag_name_must_be_a_word() {
    let game = checkers();
    let mut record = Record::at(game.start());
    record.tags.push(("not a name".to_owned(), String::new()));
    let fault = (format("pdn").write)(&game, &[record]).unwrap_err();
    assert_eq!(
        fault.to_string(),
        "\"not a name\" cannot be the name of a PDN tag (letters, digits and underscores can)"
    );
}

/// Long random games survive writing and reading, and no line is longer than 80 characters.
#[test]
fn whole_games_round_trip() {
    let game = checkers();
    for seed in 0..200 {
        let mut record = Record::at(game.start());
        let line = random_line(&game, game.start(), seed, 150);
        for pair in line.windows(2) {
            let mut list = ponder_core::MoveList::<Checkers>::new();
            game.moves(&pair[0], &mut list);
            let played = list.iter().find(|m| game.play(&pair[0], **m) == pair[1]);
            record.moves.push(*played.unwrap());
        }
        record.comments.push((3, "word ".repeat(40)));
        record.result = game.ended(line.last().unwrap());
        for name in ["pdn", "pdn-white"] {
            let text = write(name, &[record.clone(), record.clone()]);
            assert!(
                text.lines().all(|line| line.chars().count() <= 80),
                "{text}"
            );
            let again = read_all(name, &text);
            assert_eq!(again.len(), 2);
            assert_eq!(again[0].moves, record.moves);
            assert_eq!(margin(&again[1]), margin(&record));
            assert_eq!(write(name, &again), text);
        }
    }
}

#[test]
fn deep_variations_do_not_exhaust_the_stack() {
    let deep = format!(
        "11-15 {}{} 1-0",
        "(".repeat(1_000_000),
        ")".repeat(1_000_000)
    );
    assert_eq!(moves(&read_one(&deep)), "11-15");
}

#[test]
fn faults_point_at_their_place() {
    let tag = "a tag is written [Event \"Match\"]";
    let cases = [
        (
            "11-15 23-19 9-18",
            12,
            "\"9-18\" is not a legal move here",
            None,
        ),
        (
            "11-15 22-18 9-13",
            12,
            "\"9-13\" takes nothing, but a capture is due",
            Some("captures are 15x22"),
        ),
        (
            "11-15 23-",
            9,
            "expected a square, found the end of the text",
            Some("the move is cut short"),
        ),
        (
            "11-15 23- é",
            10,
            "expected a square, found \"é\"",
            Some("the move is cut short"),
        ),
        ("11-15 23-33", 9, "there is no square 33", None),
        (
            "11-15 23 19",
            9,
            "19 is neither a move nor the number of one",
            None,
        ),
        ("11-15 {open", 6, "the comment is not closed by }", None),
        (
            "11-15 (22-17 (9-13)",
            6,
            "the variation is not closed by )",
            None,
        ),
        ("11-15 ({)", 7, "the comment is not closed by }", None),
        (
            "11-15 )",
            6,
            "\")\" means nothing here",
            Some("expected a move, a tag, a comment or a result"),
        ),
        ("11-15 % 1-0", 6, "\"%\" means nothing here", None),
        (
            "11-15 1/3",
            6,
            "\"1/3\" is no result",
            Some("a draw is written 1/2-1/2"),
        ),
        (
            "[Event]",
            6,
            "the value of the tag is not in quotes",
            Some(tag),
        ),
        ("[\"x\"]", 1, "the tag has no name", Some(tag)),
        (
            " [Event \"x]",
            1,
            "the value of the tag has no closing quote",
            Some(tag),
        ),
        (
            "[Event \"x\\\"]",
            0,
            "the value of the tag has no closing quote",
            Some(tag),
        ),
        ("[Event \"x\"", 10, "the tag is not closed by ]", Some(tag)),
        (
            "[GameType \"20\"]",
            11,
            "game type 20 is not English draughts",
            Some("its number is 21"),
        ),
        (
            "[FEN \"B:W5,K5:B1\"]",
            11,
            "two pieces stand on square 5",
            None,
        ),
        (
            "[FEN \"W:W:B1\"] 9-13",
            15,
            "\"9-13\" is not a legal move here",
            Some("the game is over"),
        ),
    ];
    for (text, at, what, hint) in cases {
        let fault = try_read("pdn", text).unwrap_err();
        assert_eq!((fault.what.as_str(), fault.at), (what, Some(at)), "{text}");
        if hint.is_some() {
            assert_eq!(fault.hint.as_deref(), hint, "{text}");
        }
    }
}
