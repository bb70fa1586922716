//! Numbers for position keys, drawn from a seed so that an experiment can draw others.

/// The numbers that mix a position into its key.
///
/// A key is mixed from the board words by folded multiplication: two multiplications for a board
/// of two words, which measures faster than keeping a Zobrist key up to date in every game here,
/// and leaves nothing in the position that could be out of step with the board.
#[derive(Clone, Copy, Debug)]
pub struct Keys {
    numbers: [u64; 4],
}

impl Keys {
    /// The seed of every rules value that was not reseeded.
    pub const DEFAULT_SEED: u64 = 0x706f_6e64_6572_2121;

    /// Draws the numbers from `seed`.
    pub fn new(seed: u64) -> Self {
        let mut random = Random::new(seed);
        Self {
            numbers: std::array::from_fn(|_| random.next()),
        }
    }

    /// The key of a position held in two words.
    #[inline]
    pub fn pair(&self, a: u64, b: u64) -> u64 {
        let [k0, k1, k2, k3] = self.numbers;
        fold(fold(a ^ k0, b ^ k1) ^ k2, k3)
    }

    /// The key of a position held in two words and some small state beside them.
    #[inline]
    pub fn triple(&self, a: u64, b: u64, c: u64) -> u64 {
        let [k0, k1, k2, k3] = self.numbers;
        fold(fold(a ^ k0, b ^ k1) ^ k2, c ^ k3)
    }

    /// The key of a position held in any number of words.
    #[inline]
    pub fn words(&self, words: &[u64]) -> u64 {
        let [k0, k1, k2, k3] = self.numbers;
        let mut key = k0;
        for pair in words.chunks(2) {
            let second = pair.get(1).copied().unwrap_or(0);
            key = fold(pair[0] ^ key, second ^ k1) ^ k2;
        }
        fold(key, k3)
    }
}

impl Default for Keys {
    fn default() -> Self {
        Self::new(Self::DEFAULT_SEED)
    }
}

/// The full product of two words, its halves laid over each other.
#[inline]
fn fold(a: u64, b: u64) -> u64 {
    let product = u128::from(a) * u128::from(b);
    (product as u64) ^ ((product >> 64) as u64)
}

/// The `SplitMix64` generator: tiny, reproducible on every machine, and never to change.
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// A generator started from `seed`.
    pub const fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// The next number.
    pub const fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below `bound`.
    ///
    /// # Panics
    /// If `bound` is 0.
    pub fn below(&mut self, bound: usize) -> usize {
        assert!(bound > 0, "there is no number below 0");
        ((u128::from(self.next()) * bound as u128) >> 64) as usize
    }
}
