//! A small match within one process: two ways to search, the same openings, colours swapped.

use ponder_core::{History, Judge, MoveList, Player, Random, Rules};
use ponder_search::{Config, Limits, Line, Search, Stop};
use ponder_table::Table;
use serde::Serialize;

/// One side of a duel.
pub struct Duellist<'a, J> {
    /// Its judge.
    pub judge: &'a J,
    /// Its techniques.
    pub config: &'a Config,
    /// What it may spend on a move.
    pub limits: Limits,
    /// Bytes of its table.
    pub table: usize,
}

/// The games of a duel, from the first side's view.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Tally {
    /// Games won.
    pub wins: u32,
    /// Games drawn.
    pub draws: u32,
    /// Games lost.
    pub losses: u32,
}

impl Tally {
    /// Games played.
    pub fn games(&self) -> u32 {
        self.wins + self.draws + self.losses
    }

    /// Points over games, a draw counting half.
    pub fn score(&self) -> f64 {
        (f64::from(self.wins) + f64::from(self.draws) / 2.0) / f64::from(self.games().max(1))
    }

    /// Between what the score lies with 95 % certainty (Wilson's interval, which stays honest
    /// where every game is won; draws make it a little wider than it need be).
    pub fn interval(&self) -> (f64, f64) {
        const Z: f64 = 1.96;
        let (n, score) = (f64::from(self.games().max(1)), self.score());
        let spread = Z * (score * (1.0 - score) / n + Z * Z / (4.0 * n * n)).sqrt();
        let middle = score + Z * Z / (2.0 * n);
        let whole = 1.0 + Z * Z / n;
        // Rounding must not leave the range, where every game is won or lost.
        let bounded = |bound: f64| (bound / whole).clamp(0.0, 1.0);
        (bounded(middle - spread), bounded(middle + spread))
    }

    /// Counts a game with this margin for the first side.
    fn count(&mut self, margin: i16) {
        match margin {
            1.. => self.wins += 1,
            0 => self.draws += 1,
            _ => self.losses += 1,
        }
    }

    /// Adds the games of another tally.
    pub fn add(&mut self, other: Self) {
        self.wins += other.wins;
        self.draws += other.draws;
        self.losses += other.losses;
    }
}

/// Two sides and the rules they meet under.
pub struct Duel<'a, R, A, B> {
    /// The rules.
    pub rules: &'a R,
    /// The two sides; tallies are the first one's.
    pub sides: (&'a Duellist<'a, A>, &'a Duellist<'a, B>),
    /// Games with more plies are drawn.
    pub longest: u32,
}

impl<R: Rules, A: Judge<R>, B: Judge<R>> Duel<'_, R, A, B> {
    /// Two games from one opening, each side once with each colour; nothing if they were stopped.
    ///
    /// # Panics
    /// If a table cannot be had.
    pub fn pair(&self, opening: &[R::Move], stop: &Stop) -> Option<Tally> {
        let mut tally = Tally::default();
        for side in Player::BOTH {
            tally.count(self.game(side, opening, stop)?);
        }
        Some(tally)
    }

    /// The margin of one game for the first side, which plays `side`.
    fn game(&self, side: Player, opening: &[R::Move], stop: &Stop) -> Option<i16> {
        let (rules, (a, b)) = (self.rules, self.sides);
        let mut pos = rules.start();
        let mut history = History::new(rules, &pos);
        let mut tables = [(a.table, a.config), (b.table, b.config)]
            .map(|(bytes, config)| Table::new(bytes, config.table_keys()).expect("a table"));
        let mut opening = opening.iter();
        loop {
            let over = rules.ended(&pos).or_else(|| rules.drawn(&pos, &history));
            if over.is_some() || history.plies() >= self.longest {
                return Some(over.map_or(0, |outcome| outcome.margin_for(side)));
            }
            let m = match opening.next() {
                Some(m) => *m,
                None if rules.turn(&pos) == side => {
                    choose(rules, a, &mut tables[0], &pos, &history, stop).moves[0]
                }
                None => choose(rules, b, &mut tables[1], &pos, &history, stop).moves[0],
            };
            if stop.asked() {
                return None;
            }
            pos = rules.play(&pos, m);
            history.push(rules, &pos);
        }
    }
}

/// Plays `pairs` pairs of games. Each pair begins with the same `plies` random plies (or one more,
/// so that both colours begin), chosen by `seed`; games longer than `longest` plies are drawn.
///
/// # Panics
/// If a table cannot be had, or no game lasts for the opening.
pub fn duel<R: Rules, A: Judge<R>, B: Judge<R>>(
    rules: &R,
    sides: (&Duellist<'_, A>, &Duellist<'_, B>),
    pairs: u32,
    plies: usize,
    longest: u32,
    seed: u64,
) -> Tally {
    const ATTEMPTS: usize = 1000;
    let duel = Duel {
        rules,
        sides,
        longest,
    };
    let mut tally = Tally::default();
    for pair in 0..pairs {
        let mut random = Random::new(seed ^ u64::from(pair) << 20);
        let plies = plies + pair as usize % 2;
        let mut openings = (0..ATTEMPTS).map(|_| opening(rules, plies, &mut random));
        let opening = openings.find_map(|opening| opening);
        let opening = opening.expect("a game lasts for the opening");
        tally.add(duel.pair(&opening, &Stop::new()).unwrap_or_default());
    }
    tally
}

/// So many random moves, if they do not end the game.
pub(crate) fn opening<R: Rules>(
    rules: &R,
    plies: usize,
    random: &mut Random,
) -> Option<Vec<R::Move>> {
    let mut pos = rules.start();
    let mut moves = Vec::new();
    while moves.len() < plies && rules.ended(&pos).is_none() {
        let mut list = MoveList::<R>::new();
        rules.moves(&pos, &mut list);
        let m = list[random.below(list.len())];
        moves.push(m);
        pos = rules.play(&pos, m);
    }
    rules.ended(&pos).is_none().then_some(moves)
}

/// The line a side chooses, best move first.
pub(crate) fn choose<R: Rules, J: Judge<R>>(
    rules: &R,
    side: &Duellist<'_, J>,
    table: &mut Table,
    pos: &R::Pos,
    history: &History,
    stop: &Stop,
) -> Line<R> {
    table.next_search();
    let search = Search {
        rules,
        judge: side.judge,
        table: Some(table),
        config: side.config,
        limits: side.limits,
        lines: 1,
        threads: 1,
    };
    let report = search.run(pos, history, stop, &mut |_| ());
    let best = report
        .ok()
        .and_then(|report| report.lines.into_iter().next());
    best.expect("an unfinished game has a move")
}
