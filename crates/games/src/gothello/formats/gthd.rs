//! The log of a game at the referee `gthd` 0.9.1, from which the moves are taken.
//!
//! Every client is told of every move in a status line (`311 1 a1 is black move, game
//! continues`), so a log of several clients says the same several times, and what is said again
//! must agree. All other lines are passed over: greetings, replies, boards, requests. So is what
//! a relay puts before a line (time, direction), and its escapes `\r` and `\n` part lines as the
//! characters themselves do: of each line, what counts begins at the first word of three digits.
//! The texts are not normative and only codes, numbers and moves are read.
//!
//! A game is written as an observer hears it, without the boards.

use std::cmp::Ordering;

use ponder_core::text::words;
use ponder_core::{Fault, Format, Holds, Notation, Outcome, Player, Record, Rules, Show};

use super::{Gothello, Reading, check_start, mover, no_moves, numbered, serial};

pub(in super::super) const FORMAT: Format<Gothello> = Format {
    name: "gthd",
    about: "the log of a game at the referee gthd: its status lines, 311 to 326, 361, 362, 391 and 392",
    holds: Holds::Games,
    read,
    write,
};

/// What a line's code says.
#[derive(Clone, Copy)]
enum Code {
    /// The players sit down, and a game begins.
    Seated,
    /// A player has moved and the game continues.
    Moved(Player),
    /// A player has passed and thereby won, lost or drawn.
    Ended(Player, Ordering),
    /// A player has won because the other's time expired.
    Expired(Player),
    /// A player has won because the other has left.
    Deserted(Player),
}

/// The codes of the last pass with their words, by the player who passes.
const ENDINGS: [[(&str, Ordering, &str); 3]; 2] = [
    [
        ("321", Ordering::Greater, "wins"),
        ("322", Ordering::Less, "loses"),
        ("325", Ordering::Equal, "draws"),
    ],
    [
        ("323", Ordering::Greater, "wins"),
        ("324", Ordering::Less, "loses"),
        ("326", Ordering::Equal, "draws"),
    ],
];

/// The results of games lost on time, by the winner.
const EXPIRED: [Outcome; 2] = [
    Outcome::win(Player::First, "white's time expired"),
    Outcome::win(Player::Second, "black's time expired"),
];

/// The results of games that a player has left, by the winner. The referee has the codes and
/// never sends them; other servers do.
const DESERTED: [Outcome; 2] = [
    Outcome::win(Player::First, "white disconnected"),
    Outcome::win(Player::Second, "black disconnected"),
];

impl Code {
    fn of(word: &str) -> Option<Self> {
        Some(match word {
            "351" | "352" | "353" => Self::Seated,
            "311" | "313" | "315" | "317" => Self::Moved(Player::First),
            "312" | "314" | "316" | "318" => Self::Moved(Player::Second),
            "361" => Self::Expired(Player::First),
            "362" => Self::Expired(Player::Second),
            "391" => Self::Deserted(Player::Second),
            "392" => Self::Deserted(Player::First),
            _ => {
                let of = |player: Player| {
                    let mut endings = ENDINGS[player.index()].iter();
                    let ending = endings.find(|(code, ..)| *code == word)?;
                    Some(Self::Ended(player, ending.1))
                };
                return Player::BOTH.into_iter().find_map(of);
            }
        })
    }
}

fn read(rules: &Gothello, text: &str) -> Result<Vec<Record<Gothello>>, Fault> {
    let mut log = Log {
        rules,
        games: Vec::new(),
        seated: false,
    };
    for (at, line) in log_lines(text) {
        log.read_line(line).map_err(|fault| fault.shifted(at))?;
    }
    let games = log.games.into_iter();
    Ok(games.map(|reading| reading.record).collect())
}

/// The lines of a log with their byte offsets, whether line breaks are characters or escapes.
fn log_lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let base = text.as_ptr() as usize;
    let lines = text.split(['\r', '\n']);
    let lines = lines.flat_map(|line| line.split("\\r"));
    let lines = lines.flat_map(|line| line.split("\\n"));
    lines.map(move |line| (line.as_ptr() as usize - base, line))
}

/// A log as far as it is read.
struct Log<'r> {
    rules: &'r Gothello,
    games: Vec<Reading>,
    /// True if players have sat down since the last status line.
    seated: bool,
}

impl Log<'_> {
    fn read_line(&mut self, line: &str) -> Result<(), Fault> {
        let words = words(line);
        let mut words = words.into_iter().skip_while(|(_, word)| !is_code(word));
        let Some((at, word)) = words.next() else {
            return Ok(());
        };
        match Code::of(word) {
            None => Ok(()),
            Some(Code::Seated) => {
                self.seated = true;
                Ok(())
            }
            Some(Code::Expired(winner)) => self.expire(at, winner),
            Some(Code::Deserted(winner)) => {
                self.desert(winner);
                Ok(())
            }
            Some(Code::Moved(player)) => self.play(&Said::read(at, words, player)?, None),
            Some(Code::Ended(player, result)) => {
                self.play(&Said::read(at, words, player)?, Some(result))
            }
        }
    }

    /// The game that a line belongs to. A line on the `first` ply begins a new one if the last
    /// is over, or if players have sat down since.
    fn game(&mut self, first: bool) -> &mut Reading {
        let begins = match self.games.last() {
            None => true,
            Some(last) => first && (self.seated || over(self.rules, last)),
        };
        self.seated = false;
        if begins {
            self.games.push(Reading::new(self.rules));
        }
        self.games.last_mut().expect("at least the one just begun")
    }

    /// Takes note of a move, which every client is told.
    fn play(&mut self, said: &Said, result: Option<Ordering>) -> Result<(), Fault> {
        let rules = self.rules;
        let game = self.game(said.ply == 0);
        if let Some(known) = game.record.moves.get(said.ply) {
            return check_again(&rules.write_move(&game.pos, *known), said);
        }
        if over(rules, game) {
            return Err(
                Fault::at(said.at, "a move follows the end of the game").hint("nothing follows it")
            );
        }
        let expected = game.plies();
        if said.ply > expected {
            let player = Gothello::PLAYERS[mover(expected).index()];
            let expected = format!("expected move {} of {player}", serial(expected));
            return Err(Fault::at(said.at, "moves are missing before this one").hint(expected));
        }
        game.play(rules, said.word_at, said.word)?;
        check_end(rules, game, said.at, result)
    }

    /// Takes note that `winner` has won on time, which every client is told.
    fn expire(&mut self, at: usize, winner: Player) -> Result<(), Fault> {
        let rules = self.rules;
        let outcome = EXPIRED[winner.index()];
        let game = self.game(self.seated);
        if game.record.result == Some(outcome) {
            return Ok(());
        }
        if over(rules, game) {
            return Err(Fault::at(at, "time expires after the end of the game"));
        }
        if rules.turn(&game.pos) == winner {
            let what = "time expires for the player who is not to move";
            return Err(Fault::at(at, what).hint("only the clock of the player to move runs"));
        }
        game.record.result = Some(outcome);
        Ok(())
    }

    /// Takes note that `winner` is left alone; who leaves after the end changes nothing.
    fn desert(&mut self, winner: Player) {
        let rules = self.rules;
        let game = self.game(self.seated);
        if !over(rules, game) {
            game.record.result = Some(DESERTED[winner.index()]);
        }
    }
}

/// What a status line says of a move, with the places of the number and of the move's word.
struct Said<'t> {
    at: usize,
    ply: usize,
    word_at: usize,
    word: &'t str,
}

impl<'t> Said<'t> {
    /// Reads what follows the code at byte `at`: the number, dots before white's move, the move.
    fn read(
        at: usize,
        mut words: impl Iterator<Item = (usize, &'t str)>,
        player: Player,
    ) -> Result<Self, Fault> {
        let missing = |what: &str| {
            let dots = ["", "... "][player.index()];
            Fault::at(at, format!("the status line has no {what}"))
                .hint(format!("behind its code it reads like 7 {dots}c3"))
        };
        let (at, number) = words.next().ok_or_else(|| missing("move number"))?;
        let number = number.parse::<u16>().ok().filter(|number| *number > 0);
        let number = number.ok_or_else(|| missing("move number"))?;
        if player == Player::Second {
            let dots = words.next().filter(|(_, word)| *word == "...");
            dots.ok_or_else(|| missing("dots before white's move"))?;
        }
        let (word_at, word) = words.next().ok_or_else(|| missing("move"))?;
        Ok(Self {
            at,
            ply: 2 * (usize::from(number) - 1) + player.index(),
            word_at,
            word,
        })
    }
}

fn is_code(word: &str) -> bool {
    word.len() == 3 && word.bytes().all(|byte| byte.is_ascii_digit())
}

fn over(rules: &Gothello, reading: &Reading) -> bool {
    reading.record.result.is_some() || rules.ended(&reading.pos).is_some()
}

/// What is said again must be the same.
fn check_again(known: &str, said: &Said) -> Result<(), Fault> {
    if known.eq_ignore_ascii_case(said.word) {
        return Ok(());
    }
    let what = format!("\"{}\" contradicts an earlier line", said.word);
    Err(Fault::at(said.word_at, what).hint(format!("this move was {known}")))
}

/// The game must be over after its last move exactly if the line says so, with that result.
fn check_end(
    rules: &Gothello,
    game: &mut Reading,
    at: usize,
    said: Option<Ordering>,
) -> Result<(), Fault> {
    let outcome = rules.ended(&game.pos);
    let player = mover(game.plies() - 1);
    let found = outcome.map(|outcome| outcome.margin_for(player).cmp(&0));
    if found == said {
        game.record.result = outcome;
        return Ok(());
    }
    let what = match (said, found) {
        (Some(_), None) => "the game is not over after this move",
        (None, _) => "the game does not continue after this move",
        _ => "the stones give another result",
    };
    Err(Fault::at(at, what).hint("two passes in a row end the game, and the most stones win"))
}

fn write(rules: &Gothello, records: &[Record<Gothello>]) -> Result<String, Fault> {
    records
        .iter()
        .map(|record| write_game(rules, record))
        .collect()
}

fn write_game(rules: &Gothello, record: &Record<Gothello>) -> Result<String, Fault> {
    check_start(rules, record)?;
    let end = record.end(rules);
    let outcome = rules.ended(&end);
    let loser = rules.turn(&end);
    let expired = EXPIRED[loser.other().index()];
    let expired = (outcome.is_none() && record.result == Some(expired)).then_some(loser);
    let left = |player: &Player| record.result == Some(DESERTED[player.other().index()]);
    let deserter = Player::BOTH
        .into_iter()
        .find(left)
        .filter(|_| outcome.is_none());
    let ended = expired.is_some() || deserter.is_some();
    let margin = |outcome: Option<Outcome>| outcome.map(|outcome| outcome.margin);
    if record.result.is_some() && !ended && margin(record.result) != margin(outcome) {
        return Err(Fault::new("the referee knows no such result").hint(
            "a game ends by two passes, because time expires or because a player disconnects",
        ));
    }
    if record.moves.is_empty() && !ended {
        return Err(no_moves());
    }
    let mut text = "353 You will observe\n".to_owned();
    let moves = numbered(rules, record).into_iter().zip(&record.moves);
    for (ply, (said, &m)) in moves.enumerate() {
        let last = ply + 1 == record.moves.len();
        let result = outcome.filter(|_| last);
        text.push_str(&status_line(mover(ply), &said, rules.is_pass(m), result));
    }
    if let Some(loser) = expired {
        text.push_str(match loser {
            Player::First => "362 White wins by Black time expiring\n",
            Player::Second => "361 Black wins by White time expiring\n",
        });
    }
    if let Some(deserter) = deserter {
        text.push_str(match deserter {
            Player::First => "391 Black disconnected\n",
            Player::Second => "392 White disconnected\n",
        });
    }
    Ok(text)
}

fn status_line(side: Player, said: &str, pass: bool, result: Option<Outcome>) -> String {
    let player = Gothello::PLAYERS[side.index()];
    let Some(outcome) = result else {
        let code = 311 + side.index() + if pass { 4 } else { 0 };
        return format!("{code} {said} is {player} move, game continues\n");
    };
    let result = outcome.margin_for(side).cmp(&0);
    let mut endings = ENDINGS[side.index()].iter();
    let ending = endings.find(|(_, ending, _)| *ending == result);
    let (code, _, verb) = ending.expect("every result has its code");
    format!("{code} {said} and {player} {verb}\n")
}
