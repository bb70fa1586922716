//! Opinion, not rules: how good a position looks.

use crate::{MoveList, Rules, Score};

/// A judge of positions. Everything here is opinion; what is legal or finished is not asked.
pub trait Judge<R: Rules>: Send + Sync {
    /// How good an unfinished position is for the player to move, within
    /// [`JUDGEMENT`](crate::JUDGEMENT).
    fn judge(&self, rules: &R, pos: &R::Pos) -> Score;

    /// True for a move after which a position is not quiet, so that a judgement at the horizon
    /// should wait for it: captures, ejections, explosions.
    fn noisy(&self, _rules: &R, _pos: &R::Pos, _m: R::Move) -> bool {
        false
    }

    /// Appends the [noisy](Self::noisy) moves of an unfinished position; worth overriding where
    /// they can be found without listing all moves.
    fn noise(&self, rules: &R, pos: &R::Pos, out: &mut MoveList<R>) {
        rules.moves(pos, out);
        out.retain(|m| self.noisy(rules, pos, *m));
    }

    /// True if the player to move must make a [noisy](Self::noisy) move, as where captures are
    /// compulsory: then a judgement says nothing. Cheap; a judge that cannot tell says false.
    fn restless(&self, _rules: &R, _pos: &R::Pos) -> bool {
        false
    }

    /// How much an unfinished position looks as if nothing would ever happen in it, in hundredths
    /// of what is usual: who scorns draws scorns it so much more or less.
    fn stiffness(&self, _rules: &R, _pos: &R::Pos) -> Score {
        100
    }

    /// How promising a move looks before anything is searched; only the order counts.
    fn promise(&self, _rules: &R, _pos: &R::Pos, _m: R::Move) -> i32 {
        0
    }

    /// Which of several moves of equal value to prefer: the greatest number.
    fn tie(&self, _rules: &R, _pos: &R::Pos, _m: R::Move) -> i32 {
        0
    }

    /// A move that is played without a search, as a book would have it.
    fn opening(&self, _rules: &R, _pos: &R::Pos) -> Option<R::Move> {
        None
    }

    /// The judge for a search that begins at `pos`, where opinions depend on who is asking;
    /// nothing if this one will do.
    fn at_root(&self, _rules: &R, _pos: &R::Pos) -> Option<Self>
    where
        Self: Sized,
    {
        None
    }

    /// A number that tells judges apart that [`at_root`](Self::at_root) makes of one: it keeps
    /// apart what a table remembers of their searches.
    fn salt(&self) -> u64 {
        0
    }

    /// False if the judgement changes when the players are exchanged.
    fn even_handed(&self) -> bool {
        true
    }
}
