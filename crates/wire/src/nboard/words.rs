//! The words of `NBoard` that both sides use: moves, evaluations and times.

use std::time::Duration;

use ponder_core::Score;
use ponder_engine::{Clock, ScoreView};

/// A move as `NBoard` writes it: `F5`, `PA`.
pub(super) fn write_move(text: &str) -> String {
    match text {
        "pass" => "PA".to_owned(),
        cell => cell.to_ascii_uppercase(),
    }
}

/// A move as any program of the field writes it.
pub(super) fn read_move(text: &str) -> String {
    match text.to_ascii_lowercase().as_str() {
        "pa" | "ps" | "--" | "pass" => "pass".to_owned(),
        cell => cell.to_owned(),
    }
}

/// A line of moves, without blanks.
pub(super) fn write_line(moves: &[String]) -> String {
    let moves: Vec<_> = moves.iter().map(|text| write_move(text)).collect();
    moves.join("-")
}

/// An evaluation in discs.
pub(super) fn write_eval(score: Score) -> String {
    format!("{:.2}", f64::from(score) / 100.0)
}

/// An evaluation in discs, as a score.
pub(super) fn read_eval(text: &str) -> Option<ScoreView> {
    let discs: f64 = text.trim().parse().ok()?;
    (discs.abs() <= 256.0).then(|| ScoreView {
        kind: "heuristic",
        value: (discs * 100.0).round() as Score,
        plies: None,
        bound: None,
        view: "mover",
    })
}

/// The move, the evaluation and the time of `F5/1.50/0.3`; some programs write blanks instead of
/// slashes.
pub(super) fn parts(text: &str) -> (&str, &str, &str) {
    let text = text.trim();
    let parts: Vec<_> = if text.contains('/') {
        text.splitn(3, '/').collect()
    } else {
        text.split_whitespace().collect()
    };
    let mut parts = parts.into_iter();
    let mut part = || parts.next().unwrap_or_default().trim();
    (part(), part(), part())
}

/// Seconds as a time, if that is what they are.
pub(super) fn read_seconds(text: &str) -> Option<Duration> {
    Duration::try_from_secs_f64(text.trim().parse().ok()?).ok()
}

/// The clock of a tag `TI[minutes:seconds/increment/extension]`.
pub(super) fn read_clock(text: &str) -> Option<Clock> {
    let mut parts = text.split('/');
    let left = read_time(parts.next()?)?;
    let increment = parts.next().and_then(read_time).unwrap_or_default();
    Some(Clock {
        left,
        increment,
        moves: None,
    })
}

/// Hours, minutes and seconds, or fewer of them.
fn read_time(text: &str) -> Option<Duration> {
    let mut whole = 0.0;
    for part in text.trim().split(':') {
        let number: f64 = part.trim().parse().ok().filter(|number| *number >= 0.0)?;
        whole = whole * 60.0 + number;
    }
    Duration::try_from_secs_f64(whole).ok()
}

/// The value of a tag `TI` for this clock.
pub(super) fn write_clock(clock: &Clock) -> String {
    let time = |time: Duration| {
        let seconds = time.as_secs();
        format!("{}:{:02}", seconds / 60, seconds % 60)
    };
    let left = time(clock.left.max(Duration::from_secs(1)));
    if clock.increment < Duration::from_secs(1) {
        return left;
    }
    format!("{left}/{}", time(clock.increment))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_of_all_programs_are_read() {
        assert_eq!(parts(" D6/-1.00/0.01"), ("D6", "-1.00", "0.01"));
        assert_eq!(parts("d6 -1.00 0.0"), ("d6", "-1.00", "0.0"));
        assert_eq!(parts("D6//0.5"), ("D6", "", "0.5"));
        assert_eq!(parts("PA"), ("PA", "", ""));
        assert_eq!(parts("PA/-64"), ("PA", "-64", ""));
        assert_eq!(parts(""), ("", "", ""));
        assert_eq!(read_move("PA"), "pass");
        assert_eq!(read_move("F5"), "f5");
    }

    #[test]
    fn clocks_are_read_and_written() {
        for text in ["5:00", "0:01", "15:00/0:02"] {
            assert_eq!(write_clock(&read_clock(text).expect("a clock")), text);
        }
        let clock = read_clock("1:02:03/30//").expect("a clock");
        assert_eq!(clock.left, Duration::from_secs(3723));
        assert_eq!(clock.increment, Duration::from_secs(30));
        for text in ["", "x", "-1", "nan", "1e400", ":"] {
            assert!(read_clock(text).is_none(), "{text}");
        }
    }
}
