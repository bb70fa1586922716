//! The words of the protocol, and nothing of what they do.
//!
//! Requests are words parted by blanks and tabs; what follows the last one needed is passed over.
//! Answers are a code of three digits and a text for people. The texts are the course's to the
//! letter, since clients of students look at them.

use std::cmp::Ordering;

/// The version of the protocol; clients must say exactly this.
pub const VERSION: &str = "0.9.1";

/// The port of server number 0.
pub const BASE_PORT: u16 = 29068;

/// Server numbers are below this.
pub const SERVERS: u16 = 30;

pub(super) const GARBLED: &str = "199 Request not understood";
pub(super) const TAKEN: &str = "191 Other player holds requested side";
pub(super) const NO_OBSERVER: &str = "193 Cannot observe";
pub(super) const OBSERVE: &str = "353 You will observe";
pub(super) const FLAG_FELL: &str = "202 Your time expires, and you lose";

/// A player's colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// Moves first.
    Black,
    /// Moves second.
    White,
}

impl Side {
    /// Both, the first mover first.
    pub const BOTH: [Self; 2] = [Self::Black, Self::White];

    /// The other one.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::Black => Self::White,
            Self::White => Self::Black,
        }
    }

    /// `black` or `white`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Black => "black",
            Self::White => "white",
        }
    }

    /// The side of a name.
    pub fn of(name: &str) -> Option<Self> {
        Self::BOTH.into_iter().find(|side| side.name() == name)
    }

    /// 0 for the first mover.
    pub const fn index(self) -> usize {
        self as usize
    }

    const fn title(self) -> &'static str {
        match self {
            Self::Black => "Black",
            Self::White => "White",
        }
    }

    /// What stands between a move's number and the move.
    const fn dots(self) -> &'static str {
        match self {
            Self::Black => "",
            Self::White => " ...",
        }
    }
}

/// What a client is at a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// A player.
    Player(Side),
    /// Somebody who watches.
    Observer,
}

/// The time left for both players, in milliseconds; below zero once a flag has fallen.
#[derive(Clone, Copy, Debug)]
pub(super) struct Clocks(pub(super) [i64; 2]);

impl Clocks {
    /// Whole seconds, cut off as the course's server does.
    pub(super) fn seconds(self, side: Side) -> i64 {
        self.0[side.index()] / 1000
    }
}

pub(super) fn words(line: &str) -> impl Iterator<Item = &str> {
    line.split([' ', '\t']).filter(|word| !word.is_empty())
}

/// The number of a word of three digits.
pub(super) fn code_of(word: &str) -> Option<u16> {
    let digits = word.len() == 3 && word.bytes().all(|byte| byte.is_ascii_digit());
    word.parse().ok().filter(|_| digits)
}

/// A word of a client, fit to be said back to it.
fn echo(word: Option<&str>) -> String {
    let word = word.unwrap_or("null").chars();
    word.map(|letter| {
        if letter.is_ascii_graphic() {
            letter
        } else {
            '?'
        }
    })
    .collect()
}

pub(super) fn greeting() -> String {
    format!("000 {VERSION} version Gothello server says hello!")
}

/// Reads a client's first line, or none at the end of its input; else what to answer.
pub(super) fn read_hello(line: Option<&str>) -> Result<Role, String> {
    let mut words = words(line.unwrap_or_default());
    let version = words.next();
    if version != Some(VERSION) {
        let got = echo(version);
        return Err(format!(
            "198 Illegal version number (expected {VERSION} got {got})"
        ));
    }
    match (words.next(), words.next().and_then(Side::of)) {
        (Some("observer"), _) => Ok(Role::Observer),
        (Some("player"), Some(side)) => Ok(Role::Player(side)),
        _ => Err(GARBLED.to_owned()),
    }
}

/// A client's first line.
pub(super) fn hello(role: Role, name: Option<&str>) -> String {
    let role = match role {
        Role::Player(side) => format!("player {}", side.name()),
        Role::Observer => "observer".to_owned(),
    };
    let name = name.map(|name| {
        let printable = |letter: &char| letter.is_ascii_graphic() || *letter == ' ';
        let name: String = name.chars().filter(printable).take(31).collect();
        format!(" \"{}\"", name.replace('"', "\"\""))
    });
    format!("{VERSION} {role}{}", name.unwrap_or_default())
}

/// What a client that is welcome hears first.
pub(super) fn accepted(role: Role, clocks: Option<Clocks>) -> String {
    let Some(clocks) = clocks else {
        return "100 Request accepted".to_owned();
    };
    let (first, note) = match role {
        Role::Player(side) => (side, " (you / opp)"),
        Role::Observer => (Side::White, ""),
    };
    let [first, second] = [first, first.other()].map(|side| clocks.seconds(side));
    format!("101 {first} {second} Request accepted with time controls{note}")
}

pub(super) fn seated(side: Side) -> &'static str {
    match side {
        Side::White => "351 You will play white",
        Side::Black => "352 You will play black",
    }
}

/// The move of a line from the player to move, as far as the words go; else what to answer.
pub(super) fn read_move(line: &str, serial: u32, side: Side) -> Result<&str, String> {
    let mut words = words(line);
    let number = words.next();
    if number != Some(serial.to_string().as_str()) {
        let got = echo(number);
        return Err(format!(
            "299 Illegal serial number (got {got} expected {serial})"
        ));
    }
    if side == Side::White && words.next() != Some("...") {
        return Err("299 Ellipses (...) expected before move".to_owned());
    }
    let point = |word: &&str| matches!(word.as_bytes(), [b'a'..=b'e', b'1'..=b'5']);
    let play = words.next().filter(|word| *word == "pass" || point(word));
    // The course's server dies where the word is missing.
    play.ok_or_else(|| GARBLED.to_owned())
}

/// A player's line with a move.
pub(super) fn request(side: Side, serial: u32, play: &str) -> String {
    format!("{serial}{} {play}", side.dots())
}

/// What a player hears whose move was made; `seconds` are left.
pub(super) fn continues(play: &str, seconds: Option<i64>) -> String {
    match seconds {
        None => format!("200 Move {play} accepted, continue playing"),
        Some(left) => {
            format!("207 {left} secs remaining after move {play} accepted, continue playing")
        }
    }
}

/// What a player hears whose move has ended the game.
pub(super) fn finished(play: &str, result: Ordering) -> String {
    let (code, what) = match result {
        Ordering::Greater => (201, "You win"),
        Ordering::Less => (202, "You lose"),
        Ordering::Equal => (203, "You draw"),
    };
    format!("{code} Move {play} accepted, {what}")
}

pub(super) fn illegal(play: &str) -> String {
    format!("291 Illegal move {play}")
}

/// What all hear of a move after which the game goes on.
pub(super) fn moved(side: Side, serial: u32, play: &str, seconds: Option<i64>) -> String {
    let of_pass = if play == "pass" { 4 } else { 0 };
    let of_clock = if seconds.is_some() { 2 } else { 0 };
    let code = 311 + side.index() + of_pass + of_clock;
    let time = seconds.map(|left| format!("{left} (secs) "));
    format!(
        "{code} {} {}is {} move, game continues",
        request(side, serial, play),
        time.unwrap_or_default(),
        side.name()
    )
}

/// What all hear of the last pass; the result is its player's.
pub(super) fn ended(side: Side, serial: u32, play: &str, result: Ordering) -> String {
    let (codes, verb) = match result {
        Ordering::Greater => ([321, 323], "wins"),
        Ordering::Less => ([322, 324], "loses"),
        Ordering::Equal => ([325, 326], "draws"),
    };
    let code = codes[side.index()];
    let said = request(side, serial, play);
    format!("{code} {said} and {} {verb}", side.name())
}

/// What all hear when a player's time is over.
pub(super) fn expired(loser: Side) -> String {
    let code = match loser {
        Side::White => 361,
        Side::Black => 362,
    };
    format!(
        "{code} {} wins by {} time expiring",
        loser.other().title(),
        loser.title()
    )
}

/// What all hear when a player has left.
pub(super) fn disconnected(side: Side) -> String {
    let code = 391 + side.index();
    format!("{code} {} disconnected", side.title())
}

/// How many stones both have, from the rows of a board.
pub(super) fn stones(board: &str) -> String {
    let [black, white] = ['b', 'w'].map(|stone| board.matches(stone).count());
    format!("stones: black {black}, white {white}")
}

/// What observers hear of the state: lines without the last one's end. `mark` is `b`, `w` or `*`.
pub(super) fn state(serial: u32, clocks: Option<Clocks>, mark: char, rows: &[&str]) -> Vec<String> {
    let times = clocks.map(|clocks| {
        let [black, white] = Side::BOTH.map(|side| clocks.seconds(side));
        format!("381 {serial} {black} {white} {mark}")
    });
    let mut lines = vec![
        times.unwrap_or_else(|| format!("380 {serial} {mark}")),
        "382".to_owned(),
    ];
    lines.extend(rows.iter().map(|row| (*row).to_owned()));
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn first_lines_are_read_as_the_course_reads_them() {
        let hello = |line| read_hello(Some(line));
        assert_eq!(hello("0.9.1 player white"), Ok(Role::Player(Side::White)));
        assert_eq!(
            hello(" 0.9.1\tplayer  black \"a name\""),
            Ok(Role::Player(Side::Black))
        );
        assert_eq!(hello("0.9.1 observer me"), Ok(Role::Observer));
        for line in ["0.9.1", "0.9.1 player", "0.9.1 player ?", "0.9.1 Observer"] {
            assert_eq!(hello(line), Err(GARBLED.to_owned()), "{line}");
        }
        let version = |got| {
            Err(format!(
                "198 Illegal version number (expected 0.9.1 got {got})"
            ))
        };
        assert_eq!(hello("0.9 player white"), version("0.9"));
        assert_eq!(hello("\u{1b}[2J"), version("?[2J"));
        assert_eq!(read_hello(None), version("null"));
    }

    #[test]
    fn moves_are_read_as_the_course_reads_them() {
        use Side::{Black, White};
        assert_eq!(read_move("7 c3 and more", 7, Black), Ok("c3"));
        assert_eq!(read_move("\t7  ... pass", 7, White), Ok("pass"));
        let refused = |line, side| read_move(line, 7, side).expect_err("refused");
        assert_eq!(
            refused("8 c3", Black),
            "299 Illegal serial number (got 8 expected 7)"
        );
        assert_eq!(
            refused(" ", Black),
            "299 Illegal serial number (got null expected 7)"
        );
        assert_eq!(
            refused("7 c3", White),
            "299 Ellipses (...) expected before move"
        );
        for line in ["7", "7 A1", "7 f1", "7 a6", "7 resign", "7 a11", "7 \u{e9}"] {
            assert_eq!(refused(line, Black), GARBLED, "{line}");
        }
        assert_eq!(refused("7 ...", White), GARBLED);
    }

    #[test]
    fn texts_are_the_course_s_to_the_letter() {
        let clocks = Some(Clocks([30_999, 60_000]));
        let role = Role::Player(Side::Black);
        assert_eq!(
            accepted(role, clocks),
            "101 30 60 Request accepted with time controls (you / opp)"
        );
        assert_eq!(
            accepted(Role::Observer, clocks),
            "101 60 30 Request accepted with time controls"
        );
        assert_eq!(
            moved(Side::White, 1, "pass", Some(2)),
            "318 1 ... pass 2 (secs) is white move, game continues"
        );
        assert_eq!(
            moved(Side::Black, 3, "a1", Some(9)),
            "313 3 a1 9 (secs) is black move, game continues"
        );
        assert_eq!(
            continues("c3", Some(7)),
            "207 7 secs remaining after move c3 accepted, continue playing"
        );
        assert_eq!(
            expired(Side::White),
            "361 Black wins by White time expiring"
        );
        let fallen = Some(Clocks([-1_500, 60_000]));
        assert_eq!(state(4, fallen, '*', &["....."])[0], "381 4 -1 60 *");
    }

    #[test]
    fn names_stand_in_quotes() {
        let role = Role::Player(Side::White);
        assert_eq!(hello(role, None), "0.9.1 player white");
        assert_eq!(
            hello(Role::Observer, Some("a \"b\"\r\n")),
            "0.9.1 observer \"a \"\"b\"\"\""
        );
    }

    proptest::proptest! {
        #[test]
        fn any_line_has_an_answer(line in ".{0,60}", serial in 1..30_u32) {
            for side in Side::BOTH {
                if let Err(answer) = read_move(&line, serial, side) {
                    proptest::prop_assert!(answer.is_ascii());
                }
            }
            if let Err(answer) = read_hello(Some(&line)) {
                proptest::prop_assert!(answer.is_ascii());
            }
        }
    }
}
