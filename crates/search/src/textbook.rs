//! The textbook family: small, separate, for teaching and as oracles.
//!
//! Each function is the next step from the one before it. All return the value of a position for
//! the player to move, searched to a fixed depth; a finished game counts its outcome and never a
//! judgement, also at the horizon. None of them remembers anything.

use ponder_core::{History, INFINITE, Judge, MoveList, Player, Rules, Score, outcome_score};

/// Everything a textbook search needs to know, and the number of positions it has looked at.
pub struct Textbook<'a, R: Rules, J> {
    rules: &'a R,
    judge: &'a J,
    history: History,
    ply: u32,
    /// Positions looked at.
    pub nodes: u64,
    /// Positions judged.
    pub boards: u64,
}

impl<'a, R: Rules, J: Judge<R>> Textbook<'a, R, J> {
    /// A search from the last position of `history`.
    pub fn new(rules: &'a R, judge: &'a J, history: History) -> Self {
        Self {
            rules,
            judge,
            history,
            ply: 0,
            nodes: 0,
            boards: 0,
        }
    }

    /// Minimax as it is drawn on blackboards: the first player maximises, the second minimises.
    /// The value is the first player's.
    ///
    /// # Panics
    /// If the rules break their contract and an unfinished game has no moves.
    pub fn minimax(&mut self, pos: &R::Pos, depth: u32) -> Score {
        let mover = self.rules.turn(pos);
        if let Some(value) = self.leaf(pos, depth) {
            return for_first(mover, value);
        }
        let values = self
            .moves(pos)
            .into_iter()
            .map(|m| self.below(pos, m, |s, p| s.minimax(p, depth - 1)));
        match mover {
            Player::First => values.max(),
            Player::Second => values.min(),
        }
        .expect("an unfinished game has moves")
    }

    /// Minimax with one rule for both: my value is the best of what my opponent loses.
    ///
    /// # Panics
    /// If the rules break their contract and an unfinished game has no moves.
    pub fn negamax(&mut self, pos: &R::Pos, depth: u32) -> Score {
        if let Some(value) = self.leaf(pos, depth) {
            return value;
        }
        let values = self
            .moves(pos)
            .into_iter()
            .map(|m| -self.below(pos, m, |s, p| s.negamax(p, depth - 1)));
        values.max().expect("an unfinished game has moves")
    }

    /// Negamax that stops where the opponent would not let it come (fail-soft: the value is a
    /// bound outside the window, exact inside).
    pub fn alpha_beta(&mut self, pos: &R::Pos, depth: u32, mut alpha: Score, beta: Score) -> Score {
        if let Some(value) = self.leaf(pos, depth) {
            return value;
        }
        let mut best = -INFINITE;
        for m in self.moves(pos) {
            let value = -self.below(pos, m, |s, p| s.alpha_beta(p, depth - 1, -beta, -alpha));
            best = best.max(value);
            alpha = alpha.max(value);
            if alpha >= beta {
                break;
            }
        }
        best
    }

    /// Principal variation search: the first move gets the window, the others must first show
    /// that they are better.
    pub fn pvs(&mut self, pos: &R::Pos, depth: u32, mut alpha: Score, beta: Score) -> Score {
        if let Some(value) = self.leaf(pos, depth) {
            return value;
        }
        let mut best = -INFINITE;
        for (index, m) in self.moves(pos).into_iter().enumerate() {
            let low = if index == 0 { -beta } else { -alpha - 1 };
            let mut value = -self.below(pos, m, |s, p| s.pvs(p, depth - 1, low, -alpha));
            if index > 0 && value > alpha && value < beta {
                value = -self.below(pos, m, |s, p| s.pvs(p, depth - 1, -beta, -alpha));
            }
            best = best.max(value);
            alpha = alpha.max(value);
            if alpha >= beta {
                break;
            }
        }
        best
    }

    /// MTD(f): null windows only, each answer moving the guess, until the bounds meet.
    pub fn mtdf(&mut self, pos: &R::Pos, depth: u32, mut guess: Score) -> Score {
        let (mut low, mut high) = (-INFINITE, INFINITE);
        while low < high {
            let beta = guess.max(low + 1);
            guess = self.alpha_beta(pos, depth, beta - 1, beta);
            if guess < beta {
                high = guess;
            } else {
                low = guess;
            }
        }
        guess
    }

    /// The values of all root moves by negamax, the best first.
    ///
    /// # Panics
    /// If `depth` is 0.
    pub fn root_values(&mut self, pos: &R::Pos, depth: u32) -> Vec<(Score, R::Move)> {
        assert!(depth > 0, "a move is a ply");
        let moves = self.moves(pos).into_iter();
        let below = |m| (-self.below(pos, m, |s, p| s.negamax(p, depth - 1)), m);
        let mut values: Vec<_> = moves.map(below).collect();
        values.sort_by_key(|(value, _)| -value);
        values
    }

    /// The value of the best root moves, and these moves.
    pub fn best_moves(&mut self, pos: &R::Pos, depth: u32) -> (Score, Vec<R::Move>) {
        let values = self.root_values(pos, depth);
        let best = values.first().map_or(-INFINITE, |(value, _)| *value);
        let moves = values.into_iter().take_while(|(value, _)| *value == best);
        (best, moves.map(|(_, m)| m).collect())
    }

    /// The value of a position that is not searched further.
    fn leaf(&mut self, pos: &R::Pos, depth: u32) -> Option<Score> {
        self.nodes += 1;
        let ended = self.rules.ended(pos);
        // The root is searched even if its past has made it a draw: somebody asks for a move.
        let over = ended.or_else(|| match self.ply {
            0 => None,
            _ => self.rules.drawn(pos, &self.history),
        });
        if let Some(outcome) = over {
            let mover = self.rules.turn(pos);
            return Some(outcome_score(outcome, mover, R::MARGINS, self.ply));
        }
        (depth == 0).then(|| {
            self.boards += 1;
            self.judge.judge(self.rules, pos)
        })
    }

    fn moves(&self, pos: &R::Pos) -> MoveList<R> {
        let mut list = MoveList::<R>::new();
        self.rules.moves(pos, &mut list);
        list
    }

    /// Plays a move, searches, and comes back.
    fn below(
        &mut self,
        pos: &R::Pos,
        m: R::Move,
        search: impl FnOnce(&mut Self, &R::Pos) -> Score,
    ) -> Score {
        let child = self.rules.play(pos, m);
        self.history.push(self.rules, &child);
        self.ply += 1;
        let value = search(self, &child);
        self.ply -= 1;
        self.history.pop();
        value
    }
}

/// A mover's value from the first player's view.
const fn for_first(mover: Player, value: Score) -> Score {
    match mover {
        Player::First => value,
        Player::Second => -value,
    }
}
