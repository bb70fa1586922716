//! What may surprise the player to move: what the game itself has to say, and how near a draw by
//! the past is.

use ponder_core::{DrawRules, History, Show};

/// A draw that comes in so many plies is worth a word.
const NEAR: u32 = 20;

/// What there is to say, as sentences without the final full stop.
pub(crate) fn of<S: Show>(rules: &S, pos: &S::Pos, history: &History) -> Option<String> {
    let draws = rules.draw_rules();
    let remarks: Vec<_> = [
        rules.remark(pos),
        repeated(draws, history),
        left(draws.quiet, history.quiet()).map(|left| {
            let without = S::PROGRESS;
            format!("The game is a draw after {left} without {without}")
        }),
        left(draws.plies, history.plies()).map(|left| format!("The game ends after {left}")),
    ]
    .into_iter()
    .flatten()
    .collect();
    (!remarks.is_empty()).then(|| remarks.join(". "))
}

/// That the position must not occur again, if the next time is the one that counts.
fn repeated(draws: DrawRules, history: &History) -> Option<String> {
    let seen = history.occurrences();
    if seen < 2 || draws.repetition != Some(seen + 1) {
        return None;
    }
    let times = match seen {
        2 => "twice".to_owned(),
        times => format!("{times} times"),
    };
    Some(format!(
        "This position has occurred {times}: once more, and the game is a draw"
    ))
}

/// How many moves are left before a limit, if they are few.
fn left(limit: Option<u32>, count: u32) -> Option<String> {
    let left = limit?.saturating_sub(count);
    match left {
        1 => Some("one more move".to_owned()),
        2..=NEAR => Some(format!("{left} more moves (both players' counted)")),
        _ => None,
    }
}
