//! What clients understand of a server's lines: codes, numbers and moves, never the texts.

use std::cmp::Ordering;

use super::words::{Side, code_of, words};

/// A line of the server, as its clients read it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Said {
    /// The greeting.
    Hello,
    /// The request was accepted; the two times are one's own and the opponent's, or, for an
    /// observer, white's and black's.
    Accepted(Option<[i64; 2]>),
    /// The game begins.
    Seated,
    /// Our own move was made; so many seconds are left.
    Continues(Option<i64>),
    /// Our own move has ended the game, or our time is over; the status line tells the rest.
    Finished,
    /// Our own move breaks the rules.
    Illegal,
    /// A move of anybody, and the mover's seconds; the result if it is the last one.
    Moved {
        side: Side,
        serial: u32,
        play: String,
        seconds: Option<i64>,
        result: Option<Ordering>,
    },
    /// A side's time is over.
    Expired(Side),
    /// A side has left.
    Disconnected(Side),
    /// The server refuses what we said.
    Refused,
    /// Boards, names, and what nobody has thought of yet.
    Other,
}

impl Said {
    /// Reads a line. Only codes, numbers and moves count; a line that lacks them is an other one.
    pub(super) fn read(line: &str) -> Self {
        let mut words = words(line.trim());
        let Some(code) = words.next().and_then(code_of) else {
            return Self::Other;
        };
        let mut number = || words.next().and_then(|word| word.parse::<i64>().ok());
        match code {
            0 | 1 => Self::Hello,
            100 => Self::Accepted(None),
            101 => match (number(), number()) {
                (Some(own), Some(other)) => Self::Accepted(Some([own, other])),
                _ => Self::Accepted(None),
            },
            351..=353 => Self::Seated,
            200 => Self::Continues(None),
            207 => Self::Continues(number()),
            201..=203 => Self::Finished,
            291 => Self::Illegal,
            311..=318 => {
                let side = Side::BOTH[usize::from(1 - code % 2)];
                let timed = matches!(code, 313 | 314 | 317 | 318);
                Self::read_move(words, side, timed, None)
            }
            321 => Self::read_move(words, Side::Black, false, Some(Ordering::Greater)),
            322 => Self::read_move(words, Side::Black, false, Some(Ordering::Less)),
            325 => Self::read_move(words, Side::Black, false, Some(Ordering::Equal)),
            323 => Self::read_move(words, Side::White, false, Some(Ordering::Greater)),
            324 => Self::read_move(words, Side::White, false, Some(Ordering::Less)),
            326 => Self::read_move(words, Side::White, false, Some(Ordering::Equal)),
            361 => Self::Expired(Side::White),
            362 => Self::Expired(Side::Black),
            391 => Self::Disconnected(Side::Black),
            392 => Self::Disconnected(Side::White),
            190..=199 | 290..=299 | 399 | 999 => Self::Refused,
            _ => Self::Other,
        }
    }

    fn read_move<'t>(
        mut words: impl Iterator<Item = &'t str>,
        side: Side,
        timed: bool,
        result: Option<Ordering>,
    ) -> Self {
        let serial = words.next().and_then(|word| word.parse().ok());
        let mut play = words.next();
        if side == Side::White && play == Some("...") {
            play = words.next();
        }
        let seconds = words.next().filter(|_| timed);
        match (serial, play) {
            (Some(serial), Some(play)) => Self::Moved {
                side,
                serial,
                play: play.to_owned(),
                seconds: seconds.and_then(|word| word.parse().ok()),
                result,
            },
            _ => Self::Other,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::words::{continues, disconnected, ended, expired, moved};
    use super::*;

    #[test]
    fn what_the_server_says_its_clients_understand() {
        for side in Side::BOTH {
            for play in ["c3", "pass"] {
                for seconds in [None, Some(12)] {
                    let line = moved(side, 7, play, seconds);
                    let play = play.to_owned();
                    let said = Said::Moved {
                        side,
                        serial: 7,
                        play,
                        seconds,
                        result: None,
                    };
                    assert_eq!(Said::read(&line), said, "{line}");
                }
            }
            for result in [Ordering::Less, Ordering::Equal, Ordering::Greater] {
                let line = ended(side, 9, "pass", result);
                let said = Said::Moved {
                    side,
                    serial: 9,
                    play: "pass".to_owned(),
                    seconds: None,
                    result: Some(result),
                };
                assert_eq!(Said::read(&line), said, "{line}");
            }
            assert_eq!(Said::read(&expired(side)), Said::Expired(side));
            assert_eq!(Said::read(&disconnected(side)), Said::Disconnected(side));
        }
        assert_eq!(
            Said::read(&continues("a1", Some(5))),
            Said::Continues(Some(5))
        );
        assert_eq!(Said::read("313"), Said::Other);
        assert_eq!(Said::read(".w.bb"), Said::Other);
        assert_eq!(Said::read("+12 x"), Said::Other);
    }

    proptest::proptest! {
        #[test]
        fn any_line_means_something(code in 0..1000_u16, rest in ".{0,40}") {
            // Nothing is so odd that it cannot be read.
            Said::read(&rest);
            Said::read(&format!("{code:03} {rest}"));
        }
    }
}
