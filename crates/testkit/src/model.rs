//! Comparison with an independent model: slow, plain, obviously right.

use std::fmt::Debug;

use ponder_core::{History, MoveList, Random, Rules};

/// A game written a second time for the tests: arrays and loops, no bitboards, no shared code.
/// It keeps its own history and says itself when a game is over.
pub trait Model: Clone + Debug {
    /// A move in the model's own words.
    type Move: Ord + Clone + Debug;

    /// Every legal action, in any order.
    fn moves(&self) -> Vec<Self::Move>;

    /// Makes a move.
    fn play(&mut self, m: &Self::Move);

    /// The margin for the first player (its sign, in games without margins) if the game is over,
    /// also by repetition or a limit.
    fn outcome(&self) -> Option<i16>;
}

/// Plays random games in the rules and in the model side by side, and compares the whole list of
/// moves, the position and the outcome at every ply. A game is cut at 200 plies.
///
/// `translate` puts a move into the model's words; `same` compares two positions whole.
pub fn agree<R: Rules, M: Model>(
    rules: &R,
    model: &M,
    start: R::Pos,
    games: u64,
    translate: impl Fn(&R::Pos, R::Move) -> M::Move,
    same: impl Fn(&R::Pos, &M) -> bool,
) {
    for game in 0..games {
        let mut random = Random::new(game);
        let mut model = model.clone();
        let mut pos = start;
        let mut history = History::new(rules, &pos);
        for ply in 0..200 {
            let place = || format!("game {game}, ply {ply}:\n{pos:?}\n{model:?}");
            assert!(same(&pos, &model), "positions differ in {}", place());
            let outcome = rules.ended(&pos).or_else(|| rules.drawn(&pos, &history));
            let margin = outcome.map(|outcome| outcome.margin);
            assert_eq!(margin, model.outcome(), "outcomes differ in {}", place());
            let mut list = MoveList::<R>::new();
            rules.all_moves(&pos, &mut list);
            assert_eq!(
                rules.count(&pos) as usize,
                list.len(),
                "count is wrong in {}",
                place()
            );
            assert!(list.len() <= R::MAX_MOVES, "too many moves in {}", place());
            assert_eq!(rules.ended(&pos).is_some(), list.is_empty(), "{}", place());
            if outcome.is_some() {
                break;
            }
            let mut ours: Vec<_> = list.iter().map(|m| (translate(&pos, *m), *m)).collect();
            ours.sort_by(|a, b| a.0.cmp(&b.0));
            let mut theirs = model.moves();
            theirs.sort();
            assert!(
                ours.iter().map(|(m, _)| m).eq(theirs.iter()),
                "moves differ in {}\n{ours:?}\n{theirs:?}",
                place()
            );
            let (theirs, ours) = &ours[random.below(ours.len())];
            pos = rules.play(&pos, *ours);
            model.play(theirs);
            history.push(rules, &pos);
        }
    }
}
