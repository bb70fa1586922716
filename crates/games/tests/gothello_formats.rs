//! The texts of Gothello's own world: numbered moves, the referee's log, boards.

use ponder_core::{Fault, Format, Notation, Outcome, Player, Record, Rules};
use ponder_games::gothello::Gothello;
use ponder_testkit::{fuzz, open, read};
use proptest::prelude::*;

fn gothello() -> Gothello {
    open("gothello")
}

/// A game at the referee, black's move first in every line.
const GAME: &str = "a1 c4  e4 a4  d1 a5  d5 b3  d4 e3  e2 d3  c1 a2  b2 c3  e1 c5  b1 d2
    b4 b5  pass c2  pass pass";

fn format(name: &str) -> Format<Gothello> {
    let mut formats = gothello().all_formats().into_iter();
    formats
        .find(|format| format.name == name)
        .expect("a format")
}

fn read_all(name: &str, text: &str) -> Vec<Record<Gothello>> {
    let records = (format(name).read)(&gothello(), text);
    records.unwrap_or_else(|fault| panic!("{fault} at {:?}", fault.at))
}

fn fault(name: &str, text: &str) -> Fault {
    let records = (format(name).read)(&gothello(), text);
    records.map(|records| records.len()).expect_err("a fault")
}

/// What is wrong, and the text from where it is wrong.
fn found<'t>(name: &str, text: &'t str) -> (String, &'t str) {
    let fault = fault(name, text);
    (fault.to_string(), &text[fault.at.expect("a place")..])
}

fn write(name: &str, records: &[Record<Gothello>]) -> Result<String, Fault> {
    (format(name).write)(&gothello(), records)
}

fn words_of(record: &Record<Gothello>) -> String {
    let game = gothello();
    let words = record
        .moves
        .iter()
        .map(|m| game.write_move(&record.start, *m));
    words.collect::<Vec<_>>().join(" ")
}

fn recorded(words: &str) -> Record<Gothello> {
    read_all("coordinates", words).remove(0)
}

#[test]
fn the_referees_game_replays() {
    let game = gothello();
    let record = recorded(GAME);
    let boards = [
        (6, "w..../w.w.b/...../...../b..b. b"),
        (12, "w..b./w.wbb/.w.ww/....b/b..b. b"),
        (21, "w.wb./wbwbb/.wwww/wb.wb/bbbbb w"),
        (22, "wwwb./wwwbb/.wwww/wb.wb/bbbbb b"),
        (23, "wwwb./wwwbb/.wwww/wb.wb/bbbbb w pass"),
        (24, "wwwb./wwwbb/.wwww/wwwww/wwwww b"),
        (26, "wwwb./wwwbb/.wwww/wwwww/wwwww b over"),
    ];
    for (plies, text) in boards {
        let mut part = record.clone();
        part.moves.truncate(plies);
        assert_eq!(game.write_position(&part.end(&game)), text);
    }
    assert_eq!(game.ended(&record.end(&game)).unwrap().margin, 3 - 20);
}

#[test]
fn coordinates_are_numbered_lines() {
    let text = "1 c3\n1 ... d4\n2 pass\n\n1 pass\n1 ... pass\n";
    let records = read_all("coordinates", text);
    assert_eq!(records.len(), 2);
    assert_eq!(words_of(&records[0]), "c3 d4 pass");
    assert_eq!(words_of(&records[1]), "pass pass");
    assert_eq!(write("coordinates", &records).unwrap(), text);
}

#[test]
fn coordinates_are_read_in_many_dresses() {
    for text in [
        "c3 d4 pass",
        "c3\r\nd4\r\npass\r\n",
        "1 c3\r1 ... d4\r2 pass\r",
        "1 C3 D4 2 Pass",
        "1. c3 1... d4 2. pass",
        "1 c3 ... d4 pass",
        "\n\n  1 c3\n\td4\n2\npass",
    ] {
        assert_eq!(words_of(&recorded(text)), "c3 d4 pass", "{text:?}");
    }
    assert!(read_all("coordinates", " \n\n").is_empty());
}

#[test]
fn faulty_coordinates_are_pointed_at() {
    let wrong = |text| found("coordinates", text);
    let number = "(expected 2, the number of this move)";
    assert_eq!(
        wrong("1 c3\n1 ... d4\n3 e5"),
        (format!("\"3\" is out of order {number}"), "3 e5")
    );
    assert_eq!(
        wrong("1 c3\n1 d4"),
        (
            "dots are missing before white's move (expected 1 ... before it)".into(),
            "d4"
        )
    );
    assert_eq!(
        wrong("1 ... d4").0,
        "dots stand before black's move (they stand for black's move before a move of white)"
    );
    assert_eq!(
        wrong("1 c3 1 ..."),
        (
            "the last move is missing (expected a point or pass)".into(),
            ""
        )
    );
    assert_eq!(
        wrong("c3 c3"),
        ("c3 is occupied (a stone needs an empty point)".into(), "c3")
    );
    assert_eq!(
        wrong("pass pass\nc3"),
        ("the game is over (both players passed)".into(), "c3")
    );
    assert_eq!(wrong("1 1 c3").1, "1 c3");
    assert_eq!(wrong("99999999999999999999999 c3").1.len(), 26);
}

#[test]
fn numbered_games_begin_at_the_start() {
    let game = gothello();
    let start = read(&game, "...../...../..b../...../..... w");
    for name in ["coordinates", "gthd"] {
        let mut record = Record::at(start);
        assert_eq!(
            write(name, &[record.clone()]).unwrap_err().to_string(),
            "a numbered game begins from the empty board (the format game can begin anywhere)"
        );
        record.start = game.start();
        assert_eq!(
            write(name, &[record]).unwrap_err().to_string(),
            "a game without moves leaves nothing to write (the format game can say startpos)"
        );
    }
}

#[test]
fn logs_are_written_as_observers_hear_them() {
    let text = "353 You will observe\n\
                311 1 c3 is black move, game continues\n\
                312 1 ... d4 is white move, game continues\n\
                315 2 pass is black move, game continues\n\
                326 2 ... pass and white draws\n";
    let records = read_all("gthd", text);
    assert_eq!(words_of(&records[0]), "c3 d4 pass pass");
    assert_eq!(
        records[0].result,
        Some(Outcome::draw("both players passed"))
    );
    assert_eq!(write("gthd", &records).unwrap(), text);
}

#[test]
fn every_ending_has_its_code() {
    let endings = [
        ("c3 pass pass", "321 2 pass and black wins"),
        ("pass c3 pass d4 a1 pass pass", "322 4 pass and black loses"),
        ("pass c3 pass pass", "323 2 ... pass and white wins"),
        ("c3 pass d4 a1 pass pass", "324 3 ... pass and white loses"),
        ("pass d4 a1 pass pass", "325 3 pass and black draws"),
        ("pass pass", "326 1 ... pass and white draws"),
    ];
    for (words, ending) in endings {
        let text = write("gthd", &[recorded(words)]).unwrap();
        assert_eq!(text.lines().last(), Some(ending), "{words}");
        let again = read_all("gthd", &text);
        assert_eq!(words_of(&again[0]), words.to_owned());
        assert!(again[0].result.is_some());
    }
}

/// The log of a relay between the referee, an observer and two players: times, directions,
/// escaped line ends, several lines in one read, and every move told twice or thrice.
fn relayed() -> String {
    let status = write("gthd", &[recorded(GAME)]).unwrap();
    let head = r"# S = server

  0.383 S>C1  000 0.9.1 version Gothello server says hello!\r\n
  0.383 C1>S  0.9.1 observer\r\n
  0.385 S>C1  100 Request accepted\r\n
  1.255 S>C1  353 You will observe\r\n
  1.298 S>C3  352 You will play black\r\n
";
    let told = r"  1.464 C3>S  1 a1\r
  1.480 S>C3  200 Move a1 accepted, continue playing\r\n
  1.512 S>C1  NEWS\r\n
  1.513 S>C1  380 1 w\r\n382\r\n.....\r\n.....\r\n.....\r\n.....\r\nb....\r\n
  1.602 S>C2  OLD\r\nNEWS\r\n
  1.603 S>C1  381 3 311 312 w\r\n
  1.604 S>C3  207 311 secs remaining after move a1 accepted, continue playing\r\n
";
    let mut log = head.to_owned();
    let mut old = "";
    for news in status.lines().skip(1) {
        log += &told.replace("NEWS", news).replace("OLD", old);
        old = news;
    }
    log + "  2.242 S>C3  <EOF>\n"
}

#[test]
fn a_relays_log_is_read() {
    let records = read_all("gthd", &relayed());
    assert_eq!(records.len(), 1);
    assert_eq!(words_of(&records[0]), words_of(&recorded(GAME)));
    assert_eq!(records[0].result.unwrap().margin, 3 - 20);
}

#[test]
fn clocks_and_line_ends_do_not_matter() {
    for end in ["\r\n", "\n", "\r", "\r\r", "\\r\\n"] {
        let lines = [
            "101 60 60 Request accepted with time controls (you / opp)",
            "352 You will play black",
            "313 1 C3 59 (secs) is black move, game continues",
            "314 1 ... d4 12 (secs) is white move, game continues",
            "317 2 pass 58 (secs) is black move, game continues",
            "318 2 ... pass 2 (secs)",
        ];
        let log = lines[..5].join(end);
        assert_eq!(
            words_of(&read_all("gthd", &log)[0]),
            "c3 d4 pass",
            "{end:?}"
        );
        assert!(
            fault("gthd", &lines.join(end))
                .what
                .contains("does not continue")
        );
    }
}

#[test]
fn time_expires_for_the_player_to_move() {
    let black = "353 You will observe\n\
                 311 1 c3 is black move, game continues\n\
                 361 Black wins by White time expiring\n";
    let white = "353 You will observe\n\
                 362 White wins by Black time expiring\n";
    for (text, winner) in [(black, Player::First), (white, Player::Second)] {
        let records = read_all("gthd", text);
        assert_eq!(records[0].result.unwrap().winner(), Some(winner));
        assert_eq!(write("gthd", &records).unwrap(), text);
    }
    let both = read_all(
        "gthd",
        &(black.to_owned() + white + "362 White wins again\n" + black),
    );
    assert_eq!(both.len(), 3);
    assert_eq!(
        found("gthd", "361 Black wins by White time expiring").0,
        "time expires for the player who is not to move (only the clock of the player to move \
         runs)"
    );
    let after_end = "315 1 pass\n326 1 ... pass\n362 White wins";
    assert_eq!(
        found("gthd", after_end),
        (
            "time expires after the end of the game".into(),
            "362 White wins"
        )
    );
    let moved_on = black.to_owned() + "312 1 ... d4 is white move";
    assert_eq!(
        found("gthd", &moved_on),
        (
            "a move follows the end of the game (nothing follows it)".into(),
            "1 ... d4 is white move"
        )
    );
}

#[test]
fn who_is_left_alone_has_won() {
    let first = "353 You will observe\n311 1 c3 is black move, game continues\n";
    let seated = "353 You will observe\n";
    for (start, line, winner) in [
        (first, "391 Black disconnected\n", Player::Second),
        (first, "392 White disconnected\n", Player::First),
        (seated, "391 Black disconnected\n", Player::Second),
    ] {
        let text = start.to_owned() + line;
        let records = read_all("gthd", &text);
        assert_eq!(records[0].result.unwrap().winner(), Some(winner));
        assert_eq!(write("gthd", &records).unwrap(), text);
        // Every client is told, and the next game begins.
        let records = read_all("gthd", &(text.clone() + line + &text));
        assert_eq!(records.len(), 2);
    }
    let late = "315 1 pass\n326 1 ... pass\n391 Black disconnected\n";
    assert_eq!(read_all("gthd", late)[0].result.unwrap().winner(), None);
}

#[test]
fn a_log_holds_many_games() {
    let short = recorded("c3 d4");
    let whole = recorded("c3 d4 pass pass");
    let text = write(
        "gthd",
        &[short.clone(), whole.clone(), whole.clone(), short],
    )
    .unwrap();
    let words: Vec<_> = read_all("gthd", &text).iter().map(words_of).collect();
    assert_eq!(
        words,
        ["c3 d4", "c3 d4 pass pass", "c3 d4 pass pass", "c3 d4"]
    );
    // Behind an end a first move begins a new game even without a greeting.
    let bare = text.replace("353 You will observe\n", "");
    let words: Vec<_> = read_all("gthd", &bare).iter().map(words_of).collect();
    assert_eq!(words, ["c3 d4 pass pass", "c3 d4 pass pass", "c3 d4"]);
    assert!(read_all("gthd", "000 hello\n200 Move c3 accepted\n").is_empty());
}

#[test]
fn faulty_logs_are_pointed_at() {
    let wrong = |text| found("gthd", text);
    assert_eq!(
        wrong("311 1 c3 is\n312 2 ... d4 is"),
        (
            "moves are missing before this one (expected move 1 of white)".into(),
            "2 ... d4 is"
        )
    );
    assert_eq!(
        wrong("311 1 c3 is\n311 1 c4 is"),
        (
            "\"c4\" contradicts an earlier line (this move was c3)".into(),
            "c4 is"
        )
    );
    assert_eq!(
        wrong("S>C1 312 1 c3 is"),
        (
            "the status line has no dots before white's move (behind its code it reads like 7 \
             ... c3)"
                .into(),
            "312 1 c3 is"
        )
    );
    assert_eq!(wrong("311").1, "311");
    assert_eq!(wrong("311 0 c3").1, "311 0 c3");
    assert_eq!(wrong("311 1").1, "311 1");
    assert_eq!(wrong("311 1 c3\n312 1 ... c3").1, "c3");
    let rule = "(two passes in a row end the game, and the most stones win)";
    assert_eq!(
        wrong("311 1 c3\n316 1 ... pass\n322 2 pass and black loses"),
        (
            format!("the stones give another result {rule}"),
            "2 pass and black loses"
        )
    );
    assert_eq!(
        wrong("321 1 pass and black wins").0,
        format!("the game is not over after this move {rule}")
    );
}

#[test]
fn the_referee_knows_no_other_results() {
    let mut record = recorded("c3 d4 e5");
    for result in [
        Outcome::win(Player::First, "white resigned"),
        // It is white's clock that runs.
        Outcome::win(Player::Second, "black's time expired"),
    ] {
        record.result = Some(result);
        assert_eq!(
            write("gthd", &[record.clone()]).unwrap_err().to_string(),
            "the referee knows no such result (a game ends by two passes, because time \
             expires or because a player disconnects)"
        );
    }
}

#[test]
fn boards_say_whose_turn_it_is() {
    let game = gothello();
    let positions = [
        ("c3", "380 1 w"),
        ("c3 d4", "380 2 b"),
        ("c3 pass", "380 2 b pass"),
        ("c3 d4 pass", "380 2 w pass"),
        ("c3 pass pass", "380 2 * w"),
        ("c3 d4 pass pass", "380 2 * b"),
    ];
    let records: Vec<_> = positions.iter().map(|(words, _)| recorded(words)).collect();
    let text = write("board", &records).unwrap();
    assert!(text.starts_with("380 1 w\n382\n.....\n.....\n..b..\n.....\n.....\n\n380 2 b\n"));
    let heads: Vec<_> = text
        .lines()
        .filter(|line| line.starts_with("380"))
        .collect();
    assert_eq!(heads, positions.map(|(_, head)| head));
    let again = read_all("board", &text);
    for (old, new) in records.iter().zip(&again) {
        assert_eq!(old.end(&game), new.start);
        assert_eq!(old.moves.len(), new.plies as usize);
    }
    assert_eq!(write("board", &again).unwrap(), text);
}

#[test]
fn boards_are_read_in_many_dresses() {
    let game = gothello();
    let rows = "....b\n.....\n..w..\n.....\n.....";
    let white = "....b/...../..w../...../..... w";
    let black = "....b/...../..w../...../..... b";
    for (text, expected) in [
        (rows.to_owned(), black),
        (format!("\n\n{}\n\n", rows.replace('\n', " \r\n  ")), black),
        (format!("380 7 w\n382\n{rows}"), white),
        (format!("380 7 w\n\n{rows}"), white),
        (format!("381 7 12 -3 w\n382\n{rows}"), white),
        (
            format!("312 1 ... c3 is white move\n380 7 w\n{rows}\n311 2 a1 is"),
            white,
        ),
        (
            format!("380 7 .\n{rows}"),
            "....b/...../..w../...../..... b over",
        ),
    ] {
        let records = read_all("board", &text);
        assert_eq!(records.len(), 1, "{text:?}");
        assert_eq!(game.write_position(&records[0].start), expected, "{text:?}");
    }
    assert_eq!(
        read_all("board", &format!("{rows}\n\n{rows}\n380 1 b\n{rows}")).len(),
        3
    );
}

#[test]
fn faulty_boards_are_pointed_at() {
    let wrong = |text| found("board", text);
    assert_eq!(
        wrong(".....\n..x..\n"),
        (
            "\"x\" is no point of a board (expected b, w or . for an empty point)".into(),
            "x..\n"
        )
    );
    assert_eq!(
        wrong(".....\n....\n"),
        ("this row has 4 points (it should have 5)".into(), "....\n")
    );
    assert_eq!(
        wrong(".....\n.....\n\n"),
        ("this board has 2 rows (it should have 5)".into(), "\n\n")
    );
    assert_eq!(
        wrong(".....\n.....\n.....\n.....\n.....\nbbbbb\n.....\n").1,
        "bbbbb\n.....\n"
    );
    assert_eq!(
        wrong("\n.....\n.....\n.....\nbw...\nwb...\n"),
        (
            "the white group of a1 has no liberty (every group has a liberty)".into(),
            ".....\n.....\n.....\nbw...\nwb...\n"
        )
    );
    let side = "(expected b, w, b pass, w pass, or * for a game that is over)";
    for (head, rest) in [
        ("380 1 x", "x"),
        ("380 1 b past", "b past"),
        ("380 1 * *", "* *"),
    ] {
        let text = format!("{head}\n");
        let expected = (
            format!("this is no side to move {side}"),
            &*format!("{rest}\n"),
        );
        assert_eq!(found("board", &text), expected);
    }
    assert_eq!(
        wrong("380 0 b").0,
        "\"0\" is no move number (moves count from 1)"
    );
    assert_eq!(
        wrong("381 1 2 3"),
        (
            "the line ends before the side to move (expected 380, the move number, and b, w or \
             *)"
            .into(),
            ""
        )
    );
}

#[test]
fn formats_fit_every_size() {
    let game: Gothello = open("gothello:size=2x3");
    let record = (format("coordinates").read)(&game, "1 c2 1 ... a1 2 b1").unwrap();
    for name in ["position", "game", "coordinates", "gthd", "board"] {
        let text = (format(name).write)(&game, &record).unwrap();
        let again = (format(name).read)(&game, &text).unwrap();
        assert_eq!(again[0].end(&game), record[0].end(&game), "{name}");
    }
}

proptest! {
    #[test]
    fn arbitrary_characters_are_read_or_refused(text in "[a-e1-5 .*\\n\\\\r380wbpas]{0,60}") {
        for format in gothello().all_formats() {
            fuzz::format(&gothello(), format.name, text.as_bytes());
        }
    }
}

#[test]
fn survives_any_text() {
    let samples = [
        ("position", "...../.b.w./...../...../....b w pass"),
        ("game", "startpos moves c3 pass d4"),
        ("coordinates", "1 c3\n1 ... d4\n2 pass\n2 ... pass\n"),
        (
            "gthd",
            "S>C1 311 1 c3 is\\r\\n312 1 ... d4 is\n315 2 pass\n326 2 ... pass\n",
        ),
        ("board", "380 2 b\n382\n.....\n..w..\n.....\n...b.\nb....\n"),
    ];
    fuzz::run_all(&gothello(), 100_000, &samples);
}
