//! Fuzz bodies: ordinary functions that take any bytes and must not panic.
//!
//! The test suite runs them on mutations of good texts ([`mutate`]); `fuzz/` wraps them for
//! cargo-fuzz.

use ponder_core::{Game, Random};

/// Any text is a position, or it is refused; what is read can be written and read again.
pub fn position<G: Game>(game: &G, bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    match game.read_position(&text) {
        Ok(pos) => {
            let canonical = game.write_position(&pos);
            assert_eq!(game.read_position(&canonical), Ok(pos), "{text:?}");
            let mut list = ponder_core::MoveList::<G>::new();
            game.all_moves(&pos, &mut list);
            for m in list {
                let _ = game.play(&pos, m);
            }
        }
        Err(fault) => check_place(&fault, &text),
    }
}

/// Any text is a legal move, or it is refused.
pub fn one_move<G: Game>(game: &G, pos: &G::Pos, bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    match game.read_move(pos, &text) {
        Ok(m) => {
            let canonical = game.write_move(pos, m);
            assert_eq!(game.read_move(pos, &canonical), Ok(m), "{text:?}");
        }
        Err(fault) => check_place(&fault, &text),
    }
}

/// Any text is read by a format, or it is refused; what is read can be written.
pub fn format<G: Game>(game: &G, name: &str, bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let formats = game.all_formats();
    let format = formats.iter().find(|format| format.name == name);
    let format = format.unwrap_or_else(|| panic!("{} has no format {name}", G::NAME));
    match (format.read)(game, &text) {
        Ok(records) => {
            if let Ok(written) = (format.write)(game, &records) {
                let again = (format.read)(game, &written);
                let again = again.unwrap_or_else(|fault| panic!("{text:?} {written:?}: {fault}"));
                assert_eq!(again.len(), records.len(), "{text:?} {written:?}");
                for (old, new) in records.iter().zip(&again) {
                    assert_eq!(old.end(game), new.end(game), "{text:?} {written:?}");
                }
            }
        }
        Err(fault) => check_place(&fault, &text),
    }
}

/// A fault points into the text, or just behind it.
fn check_place(fault: &ponder_core::Fault, text: &str) {
    assert!(!fault.what.is_empty());
    if let Some(at) = fault.at {
        assert!(at <= text.len(), "{fault} at {at} of {text:?}");
        assert!(text.is_char_boundary(at), "{fault} at {at} of {text:?}");
    }
}

/// A text with a few bytes changed, dropped, doubled or swapped, chosen by `random`.
pub fn mutate(text: &str, random: &mut Random) -> Vec<u8> {
    const SPICE: &[u8] = b" /,:;.-xX0123456789abcdefghikKwWbBoO()[]{}*!\"'\n\t\x00\xff\xc3";
    let mut bytes = text.as_bytes().to_vec();
    for _ in 0..=random.below(4) {
        let at = random.below(bytes.len() + 1);
        let spice = SPICE[random.below(SPICE.len())];
        match random.below(6) {
            0 if at < bytes.len() => bytes[at] = spice,
            1 if at < bytes.len() => {
                bytes.remove(at);
            }
            2 => bytes.truncate(at),
            3 if bytes.len() < 4096 => {
                let end = at + random.below(bytes.len() - at + 1);
                let copy = bytes[at..end].to_vec();
                bytes.splice(at..at, copy);
            }
            4 if at + 1 < bytes.len() => bytes.swap(at, at + 1),
            _ => bytes.insert(at, spice),
        }
    }
    bytes
}

/// Runs the position, move and format bodies on `runs` mutated texts each. `samples` gives, for
/// a format, texts to start from.
pub fn run_all<G: Game>(game: &G, runs: u64, samples: &[(&str, &str)]) {
    let mut random = Random::new(0);
    let line = crate::random_line(game, game.start(), 7, 60);
    for run in 0..runs {
        let pos = &line[run as usize % line.len()];
        position(game, &mutate(&game.write_position(pos), &mut random));
    }
    for run in 0..runs {
        let pos = &line[run as usize % line.len()];
        let texts = crate::move_texts(game, pos);
        let text = texts.get(random.below(texts.len().max(1)));
        one_move(
            game,
            pos,
            &mutate(text.map_or("pass", String::as_str), &mut random),
        );
    }
    for (name, sample) in samples {
        for _ in 0..runs {
            format(game, name, &mutate(sample, &mut random));
        }
    }
}
