//! The words of UGI that both sides use: scores and limits, written and read.

use std::fmt::Write;
use std::time::Duration;

use ponder_core::{Fault, Score, WIN};
use ponder_engine::{AnalysisView, Choice, Clock, Limits, LineView, ScoreView};

/// The clocks and limits of a `go`.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Go {
    /// Limits of the mover, but for the clock.
    pub(super) limits: Limits,
    /// The players' clocks, the first mover's first.
    pub(super) clocks: [Option<Clock>; 2],
    /// Think until told otherwise.
    pub(super) infinite: bool,
    /// Think about the opponent's move; the limits count from `ponderhit` on.
    pub(super) ponder: bool,
}

impl Go {
    /// Reads what stands behind `go`. Unknown words are passed over, but not a number that is
    /// none: a search without the limit that was meant might never end.
    pub(super) fn read(text: &str) -> Result<Self, Fault> {
        let mut go = Self::default();
        let mut left = [None; 2];
        let mut increments = [Duration::ZERO; 2];
        let mut moves = None;
        let mut words = text.split_whitespace();
        while let Some(word) = words.next() {
            let mut number = |least| number(word, words.next(), least);
            // A clock that was overdrawn is told as a negative time.
            match word {
                "infinite" => go.infinite = true,
                "ponder" => go.ponder = true,
                "depth" => {
                    let depth = u32::try_from(number(1)?).unwrap_or(u32::MAX);
                    go.limits.depth = Some(depth);
                }
                "nodes" => go.limits.nodes = Some(number(1)?),
                "movetime" => go.limits.time = Some(Duration::from_millis(number(0)?)),
                "p1time" => left[0] = Some(Duration::from_millis(number(i64::MIN)?)),
                "p2time" => left[1] = Some(Duration::from_millis(number(i64::MIN)?)),
                "p1inc" => increments[0] = Duration::from_millis(number(0)?),
                "p2inc" => increments[1] = Duration::from_millis(number(0)?),
                "movestogo" => moves = u32::try_from(number(0)?).ok(),
                _ => {}
            }
        }
        for player in 0..2 {
            go.clocks[player] = left[player].map(|left| Clock {
                left,
                increment: increments[player],
                moves: moves.filter(|moves| *moves > 0),
            });
        }
        Ok(go)
    }

    /// The line that asks for all this. Several limits are more than the interface knows, but
    /// whoever does not know the second one passes it over.
    pub(super) fn write(&self) -> String {
        let mut line = "go".to_owned();
        for (player, clock) in (1..).zip(&self.clocks) {
            if let Some(clock) = clock {
                let _ = write!(line, " p{player}time {}", clock.left.as_millis());
            }
        }
        for (player, clock) in (1..).zip(&self.clocks) {
            if let Some(clock) = clock {
                let _ = write!(line, " p{player}inc {}", clock.increment.as_millis());
            }
        }
        if let Some(moves) = self.clocks.iter().flatten().find_map(|clock| clock.moves) {
            let _ = write!(line, " movestogo {moves}");
        }
        if let Some(time) = self.limits.time {
            let _ = write!(line, " movetime {}", time.as_millis().max(1));
        }
        if let Some(depth) = self.limits.depth {
            let _ = write!(line, " depth {depth}");
        }
        if let Some(nodes) = self.limits.nodes {
            let _ = write!(line, " nodes {nodes}");
        }
        if line == "go" {
            line.push_str(" infinite");
        }
        line
    }
}

/// The number behind a word of `go`, at least `least`; one below zero counts as zero.
fn number(name: &str, word: Option<&str>, least: i64) -> Result<u64, Fault> {
    let hint = match least {
        i64::MIN => format!("write {name} and a whole number of milliseconds"),
        least => format!("write {name} and a whole number from {least} on"),
    };
    let word =
        word.ok_or_else(|| Fault::new(format!("go {name} lacks its number")).hint(hint.clone()))?;
    let number = word.parse::<i64>().ok().filter(|number| *number >= least);
    number
        .map(|number| number.max(0).unsigned_abs())
        .ok_or_else(|| Fault::new(format!("go {name} cannot be \"{word}\"")).hint(hint))
}

/// A score as `info` tells it: `mate` counts plies, `exact` is proven, and like `cp` in hundredths
/// of the game's unit.
pub(super) fn write_score(score: &ScoreView) -> String {
    let words = match (score.kind, score.plies) {
        ("win", Some(plies)) => format!("mate {plies}"),
        ("loss", Some(plies)) => format!("mate -{plies}"),
        ("exact" | "draw", _) => format!("exact {}", score.value),
        _ => format!("cp {}", score.value),
    };
    match score.bound {
        Some(bound) => format!("{words} {bound}bound"),
        None => words,
    }
}

/// One line of a report.
pub(super) fn write_info(view: &AnalysisView, number: usize, line: &LineView) -> String {
    format!(
        "info depth {} seldepth {} multipv {number} score {} nodes {} nps {:.0} hashfull {} \
         time {:.0} pv {}",
        view.depth,
        view.stats.selective_depth.max(view.depth),
        write_score(&line.score),
        view.nodes,
        view.nps,
        view.stats.table_permille,
        view.seconds * 1000.0,
        line.pv.join(" ")
    )
}

/// Takes what an `info` line tells about the best line.
pub(super) fn read_info(line: &str, choice: &mut Choice) {
    let words: Vec<_> = line.split_whitespace().collect();
    let after = |name: &str| {
        let at = words
            .iter()
            .position(|word| *word == name || *word == "string")?;
        (words[at] == name).then(|| words.get(at + 1).copied())?
    };
    if after("multipv").is_some_and(|number| number != "1") {
        return;
    }
    let number = |name| after(name).and_then(|word| word.parse::<u64>().ok());
    choice.nodes = number("nodes").or(choice.nodes);
    let depth = number("depth").and_then(|depth| u32::try_from(depth).ok());
    choice.depth = depth.or(choice.depth);
    let score = words.iter().position(|word| *word == "score");
    let score = score.and_then(|at| {
        let value = words.get(at + 2)?.parse::<i64>().ok()?;
        let bound = match words.get(at + 3) {
            Some(&"lowerbound") => Some("lower"),
            Some(&"upperbound") => Some("upper"),
            _ => None,
        };
        let score = read_score(words[at + 1], value)?;
        Some(ScoreView { bound, ..score })
    });
    choice.score = score.or(choice.score);
}

fn read_score(kind: &str, value: i64) -> Option<ScoreView> {
    let value = value.clamp(-i64::from(WIN), i64::from(WIN)) as Score;
    let plies = value.unsigned_abs();
    let (kind, value, plies) = match kind {
        "cp" => ("heuristic", value, None),
        "exact" if value == 0 => ("draw", 0, None),
        "exact" => ("exact", value, None),
        "mate" if value > 0 => ("win", WIN - value, Some(plies)),
        "mate" => ("loss", -WIN - value, Some(plies)),
        _ => return None,
    };
    Some(ScoreView {
        kind,
        value,
        plies,
        bound: None,
        view: "mover",
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_are_read_as_they_are_written() {
        for line in [
            "go infinite",
            "go depth 4",
            "go nodes 1000",
            "go movetime 250 depth 9 nodes 77",
            "go p1time 60000 p2time 59000 p1inc 100 p2inc 200 movestogo 7 depth 3",
        ] {
            let go = Go::read(&line[2..]).expect("limits");
            assert_eq!(go.write(), line);
        }
    }

    #[test]
    fn unknown_words_are_passed_over() {
        let go = Go::read("fast nodes 5 wtime 100 p1time -20 depth 3").expect("limits");
        assert_eq!(go.limits.depth, Some(3));
        assert_eq!(go.limits.nodes, Some(5));
        assert_eq!(go.limits.time, None);
        assert_eq!(go.clocks[0].map(|clock| clock.left), Some(Duration::ZERO));
        let go = Go::read("depth 99999999999999").expect("limits");
        assert_eq!(go.limits.depth, Some(u32::MAX));
    }

    #[test]
    fn wrong_numbers_are_refused() {
        for line in [
            "depth x",
            "depth",
            "depth -3",
            "depth 0",
            "depth 99999999999999999999",
            "nodes 0",
            "nodes 1.5 depth 3",
            "movetime -5",
            "p1time 99999999999999999999 p2time 1000",
            "p1time infinite",
            "p1time 1000 p1inc x",
            "movestogo",
        ] {
            let fault = Go::read(line).expect_err(line).to_string();
            assert!(
                fault.contains(line.split(' ').next().expect("a word")) || fault.contains("p1inc"),
                "{fault}"
            );
        }
    }

    #[test]
    fn scores_come_back_as_they_went() {
        for text in [
            "cp -57",
            "cp 0",
            "exact 600",
            "exact 0",
            "mate 3",
            "mate -4",
            "cp 12 lowerbound",
            "cp 12 upperbound",
        ] {
            let mut choice = Choice::default();
            let line = format!("info depth 5 multipv 1 score {text} nodes 12 pv a b");
            read_info(&line, &mut choice);
            assert_eq!(write_score(&choice.score.expect("a score")), text);
            assert_eq!((choice.depth, choice.nodes), (Some(5), Some(12)));
        }
    }

    #[test]
    fn an_info_may_say_anything() {
        let mut choice = Choice::default();
        for line in [
            "info",
            "info score",
            "info score cp",
            "info string depth 7 nodes 8",
        ] {
            read_info(line, &mut choice);
        }
        read_info("info multipv 2 depth 4 score cp 7", &mut choice);
        read_info("info score mate 99999999999", &mut choice);
        assert_eq!((choice.depth, choice.nodes), (None, None));
    }
}
