//! Positions as PDN writes them: `B:W21,22,K30:B1,2,K10`, the side to move first.
//!
//! Written without ranges, White's pieces first, squares ascending. Read with all the freedom
//! that files take: ranges, blanks, lower case, either order of the groups, a final full stop.

use ponder_core::{Fault, Piece, Player, Show};

use super::Checkers;
use super::rules::Position;
use super::scan::Scanner;
use super::show::{KING, build};

const FORM: &str = "a position is written B:W21,22,K30:B1,2,K10";

pub(super) fn write(rules: &Checkers, pos: &Position) -> String {
    let group = |owner: Player| {
        let squares = (0..32).filter_map(|cell| {
            let piece = rules.piece_at(pos, cell)?;
            let crown = if piece.kind == KING { "K" } else { "" };
            (piece.owner == owner).then(|| format!("{crown}{}", cell + 1))
        });
        squares.collect::<Vec<_>>().join(",")
    };
    let side = letter(pos.turn);
    format!(
        "{side}:W{}:B{}",
        group(Player::Second),
        group(Player::First)
    )
}

/// The letter of a player in PDN.
const fn letter(player: Player) -> char {
    match player {
        Player::First => 'B',
        Player::Second => 'W',
    }
}

/// The pieces read so far, and the place in the text that put each of them on its square.
struct Pieces {
    pieces: [Option<Piece>; 32],
    places: [usize; 32],
}

pub(super) fn read(text: &str) -> Result<Position, Fault> {
    let mut scanner = Scanner::new(text);
    let mut board = Pieces {
        pieces: [None; 32],
        places: [0; 32],
    };
    let turn = read_colour(&mut scanner, "the side to move")?;
    let mut seen = [false; 2];
    for _ in Player::BOTH {
        scanner.skip_blanks();
        if !scanner.eat(&[':']) {
            let what = format!("expected a colon, found {}", scanner.describe());
            return Err(Fault::at(scanner.at(), what).hint(FORM));
        }
        let start = scanner.at();
        let owner = read_colour(&mut scanner, "a colour")?;
        if std::mem::replace(&mut seen[owner.index()], true) {
            let what = format!(
                "the {} pieces are given twice",
                Checkers::PLAYERS[owner.index()]
            );
            return Err(Fault::at(start, what).hint(FORM));
        }
        read_group(&mut scanner, owner, &mut board)?;
    }
    scanner.eat(&['.']);
    scanner.skip_blanks();
    if scanner.peek().is_some() {
        let what = format!("{} follows the position", scanner.describe());
        return Err(Fault::at(scanner.at(), what).hint(FORM));
    }
    build(&board.pieces, turn)
        .map_err(|(cell, fault)| fault.shifted(board.places[usize::from(cell)]))
}

fn read_colour(scanner: &mut Scanner, role: &str) -> Result<Player, Fault> {
    scanner.skip_blanks();
    if scanner.eat(&['B', 'b']) {
        return Ok(Player::First);
    }
    if scanner.eat(&['W', 'w']) {
        return Ok(Player::Second);
    }
    let what = format!("expected {role}, B or W, found {}", scanner.describe());
    Err(Fault::at(scanner.at(), what).hint(FORM))
}

/// Reads squares and ranges of squares up to the end of a colour's list.
fn read_group(scanner: &mut Scanner, owner: Player, board: &mut Pieces) -> Result<(), Fault> {
    loop {
        scanner.take_while(|next| next.is_whitespace() || next == ',');
        if matches!(scanner.peek(), None | Some(':' | '.')) {
            return Ok(());
        }
        let start = scanner.at();
        let king = scanner.eat(&['K', 'k']);
        scanner.skip_blanks();
        let first = scanner.square()?;
        let mut last = first;
        scanner.skip_blanks();
        if scanner.eat(&['-']) {
            scanner.skip_blanks();
            if king && scanner.eat(&['K', 'k']) {
                scanner.skip_blanks();
            }
            last = scanner.square()?;
        }
        if last < first {
            let what = format!("the range {}-{} runs backwards", first + 1, last + 1);
            return Err(Fault::at(start, what).hint("write the lower square first"));
        }
        let piece = Piece {
            kind: u8::from(king) * KING,
            ..Piece::of(owner)
        };
        for cell in first..=last {
            if board.pieces[usize::from(cell)].replace(piece).is_some() {
                let what = format!("two pieces stand on square {}", cell + 1);
                return Err(Fault::at(start, what));
            }
            board.places[usize::from(cell)] = start;
        }
    }
}
