//! One remembered position, packed into a word.

use ponder_core::{JUDGEMENT, Score, WIN};

/// What a stored value says about the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// The true value is at most this.
    Upper = 1,
    /// The true value is at least this.
    Lower = 2,
    /// It is the true value.
    Exact = 3,
}

/// What is remembered of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The value, wins counted from the position.
    pub value: Score,
    /// The static judgement; `Entry::NO_EVAL` if none was made.
    pub eval: Score,
    /// The depth searched.
    pub depth: u8,
    /// What the value means.
    pub bound: Bound,
    /// The code of the best move; 0 for none.
    pub code: u16,
    /// True if no judgement went into the value: it follows from finished games alone.
    pub settled: bool,
    age: u8,
}

const _: () = assert!(WIN <= i16::MAX as Score && JUDGEMENT < -Entry::NO_EVAL);

impl Entry {
    /// Stands where no judgement was made.
    pub const NO_EVAL: Score = i16::MIN as Score;
    /// Searches that can be told apart.
    pub(crate) const AGES: u8 = 32;
    /// A search of age is worth as many plies of depth.
    const AGE_WORTH: i32 = 8;

    /// An entry of the present search.
    pub const fn new(value: Score, depth: u8, bound: Bound) -> Self {
        Self {
            value,
            eval: Self::NO_EVAL,
            depth,
            bound,
            code: 0,
            settled: false,
            age: 0,
        }
    }

    #[cfg(not(loom))]
    pub(crate) const fn with_age(self, age: u8) -> Self {
        Self { age, ..self }
    }

    pub(crate) const fn age(self) -> u8 {
        self.age
    }

    /// What keeping the entry is worth in the search `now`: its depth, less for every search since
    /// it was stored.
    #[inline]
    pub(crate) fn worth(self, now: u8) -> i32 {
        let searches = now.wrapping_sub(self.age) % Self::AGES;
        i32::from(self.depth) - Self::AGE_WORTH * i32::from(searches)
    }

    /// The same in half plies, and with regard to the work behind it: for an upper bound or an exact
    /// value every move had to be searched, where one move was enough for a lower bound.
    #[inline]
    pub(crate) fn labour(self, now: u8) -> i32 {
        Self::labour_of(self.pack(), now)
    }

    /// The labour behind a packed entry, in a few instructions: every store asks for that of four.
    #[inline]
    pub(crate) fn labour_of(word: u64, now: u8) -> i32 {
        const ALL_MOVES: i32 = 3;
        let [depth, rest] = ((word >> 48) as u16).to_le_bytes();
        let searches = now.wrapping_sub(rest) % Self::AGES;
        let all = i32::from(rest >> 6 & 1);
        2 * i32::from(depth) - 2 * Self::AGE_WORTH * i32::from(searches) + ALL_MOVES * all
    }

    /// What to remember of a position of which `old` is known: the new entry, unless it is a bound and
    /// the old is of this search and deeper by three plies or more.
    #[inline]
    pub(crate) fn renewing(self, old: Self) -> Option<Self> {
        let better = old.age != self.age
            || self.bound == Bound::Exact
            || i32::from(self.depth) + 3 > i32::from(old.depth);
        better.then_some(self.inheriting(old))
    }

    /// The same with the move of the old entry of the position, if the new one has none.
    #[inline]
    pub(crate) fn inheriting(self, old: Self) -> Self {
        let code = if self.code == 0 { old.code } else { self.code };
        Self { code, ..self }
    }

    /// The entry as a word; never 0, because a bound never is.
    #[inline]
    pub(crate) const fn pack(self) -> u64 {
        self.value as i16 as u16 as u64
            | (self.eval as i16 as u16 as u64) << 16
            | (self.code as u64) << 32
            | (self.depth as u64) << 48
            | (self.age as u64) << 56
            | (self.settled as u64) << 61
            | (self.bound as u64) << 62
    }

    /// The entry of a word; `None` for the word of an empty place.
    #[inline]
    pub(crate) const fn unpack(word: u64) -> Option<Self> {
        let bound = match word >> 62 {
            1 => Bound::Upper,
            2 => Bound::Lower,
            3 => Bound::Exact,
            _ => return None,
        };
        Some(Self {
            value: word as i16 as Score,
            eval: (word >> 16) as i16 as Score,
            code: (word >> 32) as u16,
            depth: (word >> 48) as u8,
            age: (word >> 56) as u8 % Self::AGES,
            settled: word >> 61 & 1 == 1,
            bound,
        })
    }
}
