//! What must hold of every position of every game.

use std::collections::HashMap;

use ponder_core::{Game, MoveList, Random, Rules};

/// The positions of a random line of at most `plies` plies, chosen by `seed`.
pub fn random_line<R: Rules>(rules: &R, start: R::Pos, seed: u64, plies: usize) -> Vec<R::Pos> {
    let mut random = Random::new(seed);
    let mut line = vec![start];
    for _ in 0..plies {
        let pos = line.last().expect("a line is never empty");
        let mut list = MoveList::<R>::new();
        rules.all_moves(pos, &mut list);
        if list.is_empty() {
            break;
        }
        line.push(rules.play(pos, list[random.below(list.len())]));
    }
    line
}

/// Checks every property on the positions of a random line from the start.
pub fn check_properties<G: Game>(game: &G, seed: u64) {
    check_properties_from(game, game.start(), seed);
}

/// Checks every property on the positions of a random line from `start`.
pub fn check_properties_from<G: Game>(game: &G, start: G::Pos, seed: u64) {
    let mut reseeded = game.clone();
    reseeded.reseed(seed ^ 1);
    for pos in random_line(game, start, seed, 150) {
        let mut all = MoveList::<G>::new();
        game.all_moves(&pos, &mut all);
        let mut merged = MoveList::<G>::new();
        game.moves(&pos, &mut merged);
        assert!(all.len() <= G::MAX_MOVES);
        assert_eq!(game.count(&pos) as usize, all.len());
        assert_eq!(game.ended(&pos).is_some(), all.is_empty(), "{pos:?}");
        assert_ne!(game.key(&pos), reseeded.key(&pos), "reseeding changes keys");
        texts_round_trip(game, &pos, &all);
        codes_tell_moves_apart(game, &pos, &all, &merged);
        moves_go_forward(game, &pos, &all);
        returns_take_their_time(game, &pos, &merged);
        noise_is_what_is_noisy(game, &pos, &merged);
        symmetries_hold(game, &pos, &all);
        pictures_are_whole(game, &pos, &all);
    }
}

fn texts_round_trip<G: Game>(game: &G, pos: &G::Pos, all: &MoveList<G>) {
    let text = game.write_position(pos);
    let back = game.read_position(&text);
    let back = back.unwrap_or_else(|fault| panic!("{text}: {fault}"));
    assert_eq!(back, *pos, "{text}");
    assert_eq!(game.words(&back), game.words(pos), "{text}");
    assert_eq!(
        game.key(&back),
        game.key(pos),
        "a fresh key differs: {text}"
    );
    for &m in all {
        let word = game.write_move(pos, m);
        assert!(
            !word.is_empty() && !word.contains([' ', ',', '"', '\'', '\t', '\n']),
            "not a canonical move: {word:?}"
        );
        let back = game.read_move(pos, &word);
        assert_eq!(back, Ok(m), "{word} in {text}");
        let upper = game.read_move(pos, &word.to_ascii_uppercase());
        assert_eq!(upper, Ok(m), "{word} in {text}, in upper case");
    }
}

/// Codes are unique up to equal result, and `moves` holds exactly one action for each result.
fn codes_tell_moves_apart<G: Game>(
    game: &G,
    pos: &G::Pos,
    all: &MoveList<G>,
    merged: &MoveList<G>,
) {
    let mut results = HashMap::new();
    let mut distinct: Vec<G::Pos> = Vec::new();
    for &m in all {
        let (code, after) = (game.code(pos, m), game.play(pos, m));
        assert_ne!(code, 0, "0 means no move");
        let first = results.entry(code).or_insert(after);
        assert_eq!(*first, after, "code {code} means two results");
        if !distinct.contains(&after) {
            let differs = |other: &G::Pos| game.words(other) != game.words(&after);
            assert!(distinct.iter().all(differs), "equal words: {after:?}");
            distinct.push(after);
        }
    }
    assert_eq!(merged.len(), distinct.len(), "merged moves in {pos:?}");
    for &m in merged {
        assert!(all.contains(&m), "{m:?} is not among all moves");
        let after = game.play(pos, m);
        let index = distinct.iter().position(|other| *other == after);
        distinct.swap_remove(index.expect("merged moves have distinct results"));
    }
}

fn moves_go_forward<G: Game>(game: &G, pos: &G::Pos, all: &MoveList<G>) {
    for &m in all {
        let after = game.play(pos, m);
        assert!(
            game.progress(pos).reaches(game.progress(&after)),
            "progress falls: {:?} to {:?}",
            game.progress(pos),
            game.progress(&after)
        );
        assert_eq!(game.turn(&after), game.turn(pos).other());
        assert_ne!(game.key(&after), game.key(pos));
        assert_ne!(game.words(&after), game.words(pos));
        assert_eq!(game.words(&after).len(), game.words(pos).len());
    }
}

/// No position returns before the game says that it can; two plies are looked at.
fn returns_take_their_time<G: Game>(game: &G, pos: &G::Pos, merged: &MoveList<G>) {
    for &m in merged.iter().filter(|_| G::FIRST_RETURN > 2) {
        let after = game.play(pos, m);
        let mut replies = MoveList::<G>::new();
        game.moves(&after, &mut replies);
        let returned = replies.iter().find(|m| game.play(&after, **m) == *pos);
        assert!(
            returned.is_none(),
            "{m:?}, {returned:?} lead back to {pos:?}"
        );
    }
}

/// The list of noisy moves is the noisy part of the list of moves.
fn noise_is_what_is_noisy<G: Game>(game: &G, pos: &G::Pos, merged: &MoveList<G>) {
    if merged.is_empty() {
        return;
    }
    let mut noise = MoveList::<G>::new();
    game.noise(pos, &mut noise);
    let results = |moves: Vec<G::Move>| {
        let mut keys: Vec<_> = moves
            .iter()
            .map(|m| game.key(&game.play(pos, *m)))
            .collect();
        keys.sort_unstable();
        keys
    };
    let noisy = merged.iter().copied().filter(|m| game.noisy(pos, *m));
    let (expected, found) = (results(noisy.collect()), results(noise.to_vec()));
    assert_eq!(found, expected, "{pos:?}");
}

fn symmetries_hold<G: Game>(game: &G, pos: &G::Pos, all: &MoveList<G>) {
    assert_eq!(game.turned(pos, 0), *pos, "symmetry 0 is the identity");
    for s in 0..game.symmetries() {
        let image = game.turned(pos, s);
        let back = game.inverse(s);
        assert_eq!(game.turned(&image, back), *pos, "symmetry {s}");
        let swapped = game.turn(&image) != game.turn(pos);
        assert_eq!(swapped, game.swaps_players(s), "symmetry {s}");
        let margin = |pos: &G::Pos| game.ended(pos).map(|end| end.margin_for(game.turn(pos)));
        assert_eq!(margin(&image), margin(pos), "symmetry {s}");
        let mut images = MoveList::<G>::new();
        game.all_moves(&image, &mut images);
        assert_eq!(images.len(), all.len(), "symmetry {s} of {pos:?}");
        for &m in all {
            let turned = game.turned_move(m, s);
            assert!(images.contains(&turned), "symmetry {s} of {m:?} in {pos:?}");
            assert_eq!(game.turned_move(turned, back), m, "symmetry {s} of {m:?}");
            let after = game.turned(&game.play(pos, m), s);
            assert_eq!(game.play(&image, turned), after, "symmetry {s} of {m:?}");
        }
    }
}

/// Cells rebuild the position, and paths tell moves apart.
fn pictures_are_whole<G: Game>(game: &G, pos: &G::Pos, all: &MoveList<G>) {
    let cells = game.board().cells.len() as u16;
    let pieces: Vec<_> = (0..cells).map(|cell| game.piece_at(pos, cell)).collect();
    if let Ok(rebuilt) = game.assemble(&pieces, game.turn(pos)) {
        let again: Vec<_> = (0..cells)
            .map(|cell| game.piece_at(&rebuilt, cell))
            .collect();
        assert_eq!(again, pieces);
    }
    assert!(!game.draw(pos, false).contains('\x1b'));
    assert!(!game.draw(pos, false).is_empty());
    for &m in all {
        assert!(game.path(pos, m).iter().all(|cell| *cell < cells));
        assert_eq!(
            game.effects(pos, m).is_empty(),
            game.is_pass(m),
            "{m:?} in {pos:?}"
        );
    }
}
