//! The rules interface: what is legal, and nothing about what is good.
//!
//! Rules are a *value* (Othello of 6 x 6, Abalone from the Belgian daisy); a position holds only
//! what changes. Positions are small and `Copy`, and [`Rules::play`] returns the successor, so a
//! search keeps its line on the stack and never undoes anything. What depends on the past
//! (repetition, ply limits) lives in [`History`], outside the position.

use std::fmt::Debug;

use arrayvec::ArrayVec;

use crate::{DrawRules, History};

/// One of the two players, in the order of their first moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Player {
    /// The player who makes the first move of a game.
    First,
    /// The other one.
    Second,
}

impl Player {
    /// Both players, in order.
    pub const BOTH: [Self; 2] = [Self::First, Self::Second];

    /// The opponent.
    #[inline]
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::First => Self::Second,
            Self::Second => Self::First,
        }
    }

    /// What this player has and what the other has, the first player's first.
    #[inline]
    pub fn in_order<T>(self, own: T, other: T) -> [T; 2] {
        match self {
            Self::First => [own, other],
            Self::Second => [other, own],
        }
    }

    /// 0 for the first player, 1 for the second: an index into pairs.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }
}

/// How a game ended: a margin from the first player's view, and the reason in words.
///
/// In games that are only won or lost the margin is 1, 0 or -1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// Positive if the first player won, in the game's own unit (discs, stones).
    pub margin: i16,
    /// Why the game is over, as a clause: "six marbles ejected".
    pub reason: &'static str,
}

impl Outcome {
    /// A win for `player` in a game without margins.
    pub const fn win(player: Player, reason: &'static str) -> Self {
        let margin = match player {
            Player::First => 1,
            Player::Second => -1,
        };
        Self { margin, reason }
    }

    /// A draw.
    pub const fn draw(reason: &'static str) -> Self {
        Self { margin: 0, reason }
    }

    /// The winner, if there is one.
    pub const fn winner(self) -> Option<Player> {
        match self.margin {
            1.. => Some(Player::First),
            0 => None,
            _ => Some(Player::Second),
        }
    }

    /// The margin from `player`'s view.
    pub const fn margin_for(self, player: Player) -> i16 {
        match player {
            Player::First => self.margin,
            Player::Second => -self.margin,
        }
    }
}

/// What a game can only gain: a small vector of which no component ever falls along a line.
///
/// Marbles lost by each side, discs on the board, tokens gone. A position whose progress is not
/// [reachable](Progress::reaches) from the root's can never occur again, which frees table
/// entries; and a move that leaves progress as it was is *quiet*, which is what every
/// no-progress draw rule counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Progress(pub [u8; 4]);

impl Progress {
    /// True if a position with progress `later` may still follow one with this progress.
    #[inline]
    pub fn reaches(self, later: Self) -> bool {
        self.0.iter().zip(later.0).all(|(now, then)| *now <= then)
    }
}

/// A list of moves on the stack; no game has more than 256 in one position.
pub type MoveList<R> = ArrayVec<<R as Rules>::Move, 256>;

/// A whole position as words.
pub type Words = ArrayVec<u64, 9>;

/// The rules of a two-player, zero-sum, perfect-information game.
///
/// # Contract
///
/// * [`moves`](Rules::moves) is empty exactly when [`ended`](Rules::ended) is `Some`;
///   passes are moves.
/// * `all_moves` holds every legal action; `moves` holds one of each set of actions that lead to
///   the same position, so that a search need not look twice.
/// * [`key`](Rules::key) is a function of the position alone: board, colours, side to move.
/// * [`words`](Rules::words) are equal exactly for equal positions.
/// * [`progress`](Rules::progress) never falls, component by component, under any move.
pub trait Rules: Clone + Debug + Send + Sync + 'static {
    /// What changes during a game, by value.
    type Pos: Copy + Eq + Debug + Send + Sync + 'static;
    /// One action, at most 8 bytes.
    type Move: Copy + Eq + Debug + Send + Sync + 'static;

    /// True if the margin of a win counts, so that outcomes and judgements share one scale.
    const MARGINS: bool = false;

    /// A proven bound on the number of actions in one position; at most 256.
    const MAX_MOVES: usize;

    /// The least number of plies after which a position can return, always an even one: 2 in
    /// general, 4 where no move undoes another player's, so that both must leave and come back.
    const FIRST_RETURN: u32 = 2;

    /// The position in which a game begins.
    fn start(&self) -> Self::Pos;

    /// The player to move.
    fn turn(&self, pos: &Self::Pos) -> Player;

    /// Appends the moves a search has to look at: every distinct successor once.
    fn moves(&self, pos: &Self::Pos, out: &mut MoveList<Self>);

    /// Appends every legal action, also those that lead to the same position.
    fn all_moves(&self, pos: &Self::Pos, out: &mut MoveList<Self>) {
        self.moves(pos, out);
    }

    /// The number of legal actions; override it where counting is cheaper than listing.
    fn count(&self, pos: &Self::Pos) -> u32 {
        let mut list = MoveList::<Self>::new();
        self.all_moves(pos, &mut list);
        list.len() as u32
    }

    /// The position after a legal move.
    fn play(&self, pos: &Self::Pos, m: Self::Move) -> Self::Pos;

    /// The outcome if the board alone says that the game is over. Cheap.
    fn ended(&self, pos: &Self::Pos) -> Option<Outcome>;

    /// The outcome if the past says that the game is over: repetition, ply and progress limits.
    /// Asked only where [`ended`](Rules::ended) says nothing, so that a win counts first.
    fn drawn(&self, _pos: &Self::Pos, history: &History) -> Option<Outcome> {
        self.draw_rules().drawn(history)
    }

    /// Which draws by the past the game knows; a search asks how near they are.
    fn draw_rules(&self) -> DrawRules {
        DrawRules::default()
    }

    /// True for a move that leaves the board as it is.
    fn is_pass(&self, _m: Self::Move) -> bool {
        false
    }

    /// The same board with the other side to move, where passing the turn makes sense as a
    /// search device. Never a stand-in for a pass that is a real move of the game.
    fn null(&self, _pos: &Self::Pos) -> Option<Self::Pos> {
        None
    }

    /// A 64-bit key of the position: board, colours and side to move.
    fn key(&self, pos: &Self::Pos) -> u64;

    /// All that tells positions apart, always as many words: the first player's pieces and the
    /// second's apart wherever that can be had, so that a move changes few bits. Of all words but
    /// the last, the bits of one place tell together what stands on a cell; the last one has what
    /// is not on the board. For experiments with keys; a game that does not say is known by its
    /// [`key`](Rules::key).
    fn words(&self, pos: &Self::Pos) -> Words {
        [self.key(pos)].into_iter().collect()
    }

    /// Draws the key numbers anew from `seed`; every rules value starts with the same default.
    fn reseed(&mut self, seed: u64);

    /// A 16-bit code, never 0, that tells the moves of one position apart up to equal result.
    fn code(&self, pos: &Self::Pos, m: Self::Move) -> u16;

    /// How far the game has come; see [`Progress`].
    fn progress(&self, _pos: &Self::Pos) -> Progress {
        Progress::default()
    }

    /// The number of symmetries of the rules, numbered from 0, the identity. A symmetry maps
    /// positions to positions with the same value for the player to move; it may swap colours.
    fn symmetries(&self) -> u8 {
        1
    }

    /// True if symmetry `s` exchanges the two players.
    fn swaps_players(&self, _s: u8) -> bool {
        false
    }

    /// The symmetry that undoes `s`.
    fn inverse(&self, s: u8) -> u8 {
        s
    }

    /// The image of a position under symmetry `s`.
    fn turned(&self, pos: &Self::Pos, _s: u8) -> Self::Pos {
        *pos
    }

    /// The image of a move under symmetry `s`.
    fn turned_move(&self, m: Self::Move, _s: u8) -> Self::Move {
        m
    }
}
