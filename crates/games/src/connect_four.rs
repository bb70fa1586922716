//! Connect Four: the smallest complete game, and the guide for writers of new ones.
//!
//! The board is one word a side with seven bits for each column: six cells and a bit on top that
//! stays empty, so that a shifted board never runs into the next column. It is explained step by
//! step in `docs/adding-a-game.md`.

use ponder_core::{
    Board, CellId, Fault, Feature, Features, Game, Keys, MoveList, Notation, Outcome, Palette,
    Piece, Player, Preset, Progress, Rules, Settings, Show, Wanted, Words, cells_of,
};

/// The rules of Connect Four.
#[derive(Clone, Debug, Default)]
pub struct ConnectFour {
    keys: Keys,
}

/// The discs of the player to move, and all discs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position {
    own: u64,
    all: u64,
}

fn position(own: u64, all: u64) -> Position {
    Position { own, all }
}

/// The lowest cell of every column.
const FLOOR: u64 = 0x0408_1020_4081;
/// Every cell.
const FULL: u64 = FLOOR * 0x3f;

/// The numbers of the search that suit the game.
const SETTINGS: &str =
    "table-depth=2 lmr-divisor=150 futility-margin=10 futility-base=10 lead-margin=10";

/// From each cell of a line to the next: vertical, horizontal, on both diagonals.
const STEPS: [u32; 4] = [1, 7, 6, 8];

/// The first cells of the lines of four in a direction.
fn firsts(cells: u64, step: u32) -> u64 {
    let pairs = cells & cells >> step;
    pairs & pairs >> (2 * step)
}

/// The number of lines of four within a set of cells.
fn fours(cells: u64) -> i32 {
    let lines = STEPS.map(|step| firsts(cells, step).count_ones() as i32);
    lines.iter().sum()
}

/// The bit of a cell; cells are numbered in reading order.
fn bit(cell: CellId) -> u64 {
    1 << (7 * (cell % 7) + 5 - cell / 7)
}

/// The cells of all lines of four within a set; one disc may have finished several.
fn cells_in_fours(cells: u64) -> Vec<CellId> {
    let line = |step| (0..4).fold(0, |line, n| line | firsts(cells, step) << (n * step));
    let all = STEPS.into_iter().fold(0, |all, step| all | line(step));
    (0..42).filter(|cell| all & bit(*cell) != 0).collect()
}

/// The lowest free cell of a column, or the bit on top of a full one.
fn landing(all: u64, column: u8) -> u64 {
    (all + FLOOR) & 0x7f << (7 * column)
}

/// The discs seen in a mirror.
fn mirror(discs: u64) -> u64 {
    (0..7).fold(0, |seen, column| seen << 7 | discs >> (7 * column) & 0x7f)
}

/// True if the last disc has made a line of four.
fn won(pos: &Position) -> bool {
    fours(pos.all ^ pos.own) > 0
}

/// The lines that the player to move can still make, less those of the other.
fn room(pos: &Position) -> i32 {
    fours(FULL & !(pos.all ^ pos.own)) - fours(FULL & !pos.own)
}

/// How early a disc on a cell is worth a look: it makes four, it keeps the other from making four,
/// it leaves more room than others.
fn promising(pos: &Position, cell: u64) -> i32 {
    let other = pos.all ^ pos.own;
    let four = |discs: u64| i32::from(fours(discs | cell) > 0);
    let after = position(other, pos.all | cell);
    20_000 * (2 * four(pos.own) + four(other)) - 3_000 * room(&after)
}

/// The discs of each player, and whose turn it is.
fn apart(pos: &Position, turn: Player) -> [u64; 3] {
    let [red, yellow] = turn.in_order(pos.own, pos.all ^ pos.own);
    [red, yellow, turn.index() as u64]
}

impl Rules for ConnectFour {
    type Pos = Position;
    type Move = u8;
    /// One for each column.
    const MAX_MOVES: usize = 7;

    fn start(&self) -> Position {
        position(0, 0)
    }

    fn turn(&self, pos: &Position) -> Player {
        Player::BOTH[pos.all.count_ones() as usize % 2]
    }

    fn moves(&self, pos: &Position, out: &mut MoveList<Self>) {
        if self.ended(pos).is_none() {
            out.extend((0..7).filter(|column| pos.all >> (7 * column + 5) & 1 == 0));
        }
    }

    fn play(&self, pos: &Position, column: u8) -> Position {
        position(pos.all ^ pos.own, pos.all | landing(pos.all, column))
    }

    fn ended(&self, pos: &Position) -> Option<Outcome> {
        let won = won(pos).then(|| Outcome::win(self.turn(pos).other(), "four in a row"));
        won.or((pos.all == FULL).then_some(Outcome::draw("the board is full")))
    }

    fn key(&self, pos: &Position) -> u64 {
        self.keys.pair(pos.own, pos.all)
    }

    fn words(&self, pos: &Position) -> Words {
        Words::from_iter(apart(pos, self.turn(pos)))
    }

    fn reseed(&mut self, seed: u64) {
        self.keys = Keys::new(seed);
    }

    fn code(&self, pos: &Position, column: u8) -> u16 {
        (self.play(pos, column).all ^ pos.all).trailing_zeros() as u16 + 1
    }

    fn progress(&self, pos: &Position) -> Progress {
        Progress([pos.all.count_ones() as u8, 0, 0, 0])
    }

    fn symmetries(&self) -> u8 {
        2
    }

    fn turned(&self, pos: &Position, s: u8) -> Position {
        [*pos, position(mirror(pos.own), mirror(pos.all))][usize::from(s)]
    }

    fn turned_move(&self, column: u8, s: u8) -> u8 {
        [column, 6 - column][usize::from(s)]
    }
}

impl Show for ConnectFour {
    const PLAYERS: [&'static str; 2] = ["red", "yellow"];
    const PALETTE: Palette = Palette::BLUE.with_pieces("#e8604c", "#f4d03f");

    fn board(&self) -> Board {
        Board::from_bottom(6, 7).falling()
    }

    fn piece_at(&self, pos: &Position, cell: CellId) -> Option<Piece> {
        let owner = [self.turn(pos).other(), self.turn(pos)][usize::from(pos.own & bit(cell) != 0)];
        (pos.all & bit(cell) != 0).then_some(Piece::of(owner))
    }

    fn decisive(&self, pos: &Position) -> Vec<CellId> {
        cells_in_fours(pos.all ^ pos.own)
    }

    fn assemble(&self, pieces: &[Option<Piece>], turn: Player) -> Result<Position, Fault> {
        let [red, yellow] = Player::BOTH.map(|player| cells_of(pieces, player).map(bit).sum());
        let pos = position([red, yellow][turn.index()], red | yellow);
        if pos.all & (pos.all + FLOOR) != 0 {
            return Err(Fault::new("a disc hangs in the air").hint("discs fall down"));
        }
        if red.count_ones() != yellow.count_ones() + turn.index() as u32 {
            return Err(Fault::new("the players do not take turns").hint("red moves first"));
        }
        let won = || Fault::new("the player to move has won").hint("the game is over");
        (fours(pos.own) == 0).then_some(pos).ok_or_else(won)
    }
}

impl Notation for ConnectFour {
    fn write_move(&self, _: &Position, column: u8) -> String {
        char::from(b'a' + column).to_string()
    }
}

impl Features for ConnectFour {
    const FEATURES: &'static [Feature] = &[Feature::new("room", "lines that can become four")];
    const PRESETS: &'static [Preset] = &[Preset::new("standard", "lines only", &[("room", 5, 5)])];
    const CHANCE: f64 = 25.0;
    const TECHNIQUES: (&'static str, &'static str) = ("folding", "quiescence,killers,counter");
    const SETTINGS: &'static str = SETTINGS;

    fn features(&self, pos: &Position, _: Wanted, out: &mut [i32]) {
        out[0] = room(pos) * [1, -1][self.turn(pos).index()];
    }

    fn promise(&self, pos: &Position, column: u8) -> i32 {
        promising(pos, landing(pos.all, column))
    }
}

impl Game for ConnectFour {
    const NAME: &'static str = "connect-four";
    const TITLE: &'static str = "Connect Four";
    const ABOUT: &'static str = "Drop discs into seven columns; four in a row win";
    const RULES: &'static str = include_str!("connect_four_rules.md");

    fn new(_: &Settings) -> Result<Self, Fault> {
        Ok(Self::default())
    }
}
