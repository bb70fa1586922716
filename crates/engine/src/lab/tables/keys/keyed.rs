//! The rules of a game with keys made in another way: everything else is the game's own.

use ponder_core::{
    DrawRules, Features, History, Judge, MoveList, Outcome, Player, Progress, Rules, Score,
    Weights, Words,
};

use super::ways::{Way, Zobrist, tuples, tuples_fx};

/// Rules with other keys. The way is chosen while the program runs, so that a search is compiled
/// once for all of them; the price is the same for all.
#[derive(Clone, Debug)]
pub(super) struct Keyed<G> {
    game: G,
    way: Way,
    numbers: Zobrist,
}

/// A position and, where the way keeps it up to date, its key; else 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Held<P> {
    pub(super) board: P,
    key: u64,
}

impl<G: Rules> Keyed<G> {
    /// The rules of a game with keys made this way.
    pub(super) fn new(game: &G, way: Way, seed: u64) -> Self {
        Self {
            game: game.clone(),
            way,
            numbers: Zobrist::new(game.words(&game.start()).len(), seed),
        }
    }

    /// A position out of nowhere.
    pub(super) fn held(&self, board: G::Pos) -> Held<G::Pos> {
        let key = match self.way {
            Way::ZobristMoved => self.numbers.key(&self.game.words(&board)),
            _ => 0,
        };
        Held { board, key }
    }

    /// A position that follows another.
    #[inline]
    pub(super) fn follows(&self, before: &Held<G::Pos>, board: G::Pos) -> Held<G::Pos> {
        let key = match self.way {
            Way::ZobristMoved => {
                let words = |board| self.game.words(board);
                let (old, new) = (words(&before.board), words(&board));
                self.numbers.moved(before.key, &old, &new)
            }
            _ => 0,
        };
        Held { board, key }
    }
}

impl<G: Rules> Rules for Keyed<G> {
    type Pos = Held<G::Pos>;
    type Move = G::Move;
    const MARGINS: bool = G::MARGINS;
    const MAX_MOVES: usize = G::MAX_MOVES;
    const FIRST_RETURN: u32 = G::FIRST_RETURN;

    fn start(&self) -> Self::Pos {
        self.held(self.game.start())
    }

    #[inline]
    fn turn(&self, pos: &Self::Pos) -> Player {
        self.game.turn(&pos.board)
    }

    #[inline]
    fn moves(&self, pos: &Self::Pos, out: &mut MoveList<Self>) {
        self.game.moves(&pos.board, out);
    }

    #[inline]
    fn all_moves(&self, pos: &Self::Pos, out: &mut MoveList<Self>) {
        self.game.all_moves(&pos.board, out);
    }

    #[inline]
    fn count(&self, pos: &Self::Pos) -> u32 {
        self.game.count(&pos.board)
    }

    #[inline]
    fn play(&self, pos: &Self::Pos, m: Self::Move) -> Self::Pos {
        self.follows(pos, self.game.play(&pos.board, m))
    }

    #[inline]
    fn ended(&self, pos: &Self::Pos) -> Option<Outcome> {
        self.game.ended(&pos.board)
    }

    fn drawn(&self, pos: &Self::Pos, history: &History) -> Option<Outcome> {
        self.game.drawn(&pos.board, history)
    }

    fn draw_rules(&self) -> DrawRules {
        self.game.draw_rules()
    }

    #[inline]
    fn is_pass(&self, m: Self::Move) -> bool {
        self.game.is_pass(m)
    }

    fn null(&self, pos: &Self::Pos) -> Option<Self::Pos> {
        let passed = self.game.null(&pos.board)?;
        Some(self.follows(pos, passed))
    }

    #[inline]
    fn key(&self, pos: &Self::Pos) -> u64 {
        let words = || self.game.words(&pos.board);
        match self.way {
            Way::Folded => self.game.key(&pos.board),
            Way::Zobrist => self.numbers.key(&words()),
            Way::ZobristMoved => pos.key,
            Way::Tuples => tuples(&words()),
            Way::TuplesFx => tuples_fx(&words()),
        }
    }

    fn words(&self, pos: &Self::Pos) -> Words {
        self.game.words(&pos.board)
    }

    fn reseed(&mut self, seed: u64) {
        self.game.reseed(seed);
        *self = Self::new(&self.game, self.way, seed);
    }

    #[inline]
    fn code(&self, pos: &Self::Pos, m: Self::Move) -> u16 {
        self.game.code(&pos.board, m)
    }

    #[inline]
    fn progress(&self, pos: &Self::Pos) -> Progress {
        self.game.progress(&pos.board)
    }

    fn symmetries(&self) -> u8 {
        self.game.symmetries()
    }

    fn swaps_players(&self, s: u8) -> bool {
        self.game.swaps_players(s)
    }

    fn inverse(&self, s: u8) -> u8 {
        self.game.inverse(s)
    }

    fn turned(&self, pos: &Self::Pos, s: u8) -> Self::Pos {
        self.held(self.game.turned(&pos.board, s))
    }

    fn turned_move(&self, m: Self::Move, s: u8) -> Self::Move {
        self.game.turned_move(m, s)
    }
}

/// The game's judge, which does not look at keys.
pub(super) struct SameJudge(pub(super) Weights);

impl<G: Features> Judge<Keyed<G>> for SameJudge {
    #[inline]
    fn judge(&self, rules: &Keyed<G>, pos: &Held<G::Pos>) -> Score {
        self.0.judge(&rules.game, &pos.board)
    }

    #[inline]
    fn noisy(&self, rules: &Keyed<G>, pos: &Held<G::Pos>, m: G::Move) -> bool {
        self.0.noisy(&rules.game, &pos.board, m)
    }

    #[inline]
    fn noise(&self, rules: &Keyed<G>, pos: &Held<G::Pos>, out: &mut MoveList<Keyed<G>>) {
        self.0.noise(&rules.game, &pos.board, out);
    }

    #[inline]
    fn restless(&self, rules: &Keyed<G>, pos: &Held<G::Pos>) -> bool {
        self.0.restless(&rules.game, &pos.board)
    }

    #[inline]
    fn promise(&self, rules: &Keyed<G>, pos: &Held<G::Pos>, m: G::Move) -> i32 {
        self.0.promise(&rules.game, &pos.board, m)
    }

    fn tie(&self, rules: &Keyed<G>, pos: &Held<G::Pos>, m: G::Move) -> i32 {
        self.0.tie(&rules.game, &pos.board, m)
    }

    fn opening(&self, rules: &Keyed<G>, pos: &Held<G::Pos>) -> Option<G::Move> {
        self.0.opening(&rules.game, &pos.board)
    }

    fn at_root(&self, rules: &Keyed<G>, pos: &Held<G::Pos>) -> Option<Self> {
        self.0.at_root(&rules.game, &pos.board).map(Self)
    }

    fn salt(&self) -> u64 {
        Judge::<G>::salt(&self.0)
    }

    fn even_handed(&self) -> bool {
        Judge::<G>::even_handed(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use ponder_core::{Game, Random, Settings};
    use ponder_games::connect_four::ConnectFour;
    use ponder_games::expendibots::Expendibots;

    use super::*;

    /// Along random games the key that is kept is the one that is made anew.
    fn kept_keys_are_true<G: Game>() {
        let game = G::new(&Settings::defaults(G::NAME, G::SPECS)).expect("the usual options");
        let [anew, kept] = [Way::Zobrist, Way::ZobristMoved].map(|way| Keyed::new(&game, way, 5));
        let mut random = Random::new(1);
        for _ in 0..20 {
            let mut pos = kept.start();
            loop {
                assert_eq!(kept.key(&pos), anew.key(&pos));
                let turned = kept.turned(&pos, kept.symmetries() - 1);
                assert_eq!(kept.key(&turned), anew.key(&turned));
                let mut list = MoveList::<Keyed<G>>::new();
                kept.moves(&pos, &mut list);
                if list.is_empty() {
                    break;
                }
                pos = kept.play(&pos, list[random.below(list.len())]);
            }
        }
    }

    #[test]
    fn a_kept_key_is_never_out_of_step() {
        kept_keys_are_true::<ConnectFour>();
        kept_keys_are_true::<Expendibots>();
    }
}
