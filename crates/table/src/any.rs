//! Any table of the family, chosen by name while the program runs.
//!
//! For the laboratory: a search is compiled once for the default table and once for this, not once
//! for each of them. The price, a call that is not inlined, is the same for all.

use ponder_core::{Fault, Progress};

use crate::chains::Threshold;
use crate::entry::Entry;
use crate::memory::Transpositions;
use crate::row::Keys;
use crate::tally::{Counted, Counts, Silent, Tally};
use crate::{
    Adaptive, Bucket, Chained, Cluster3, Cuckoo, Depth, NoTable, Replace, TwoTier, Unbounded, Whole,
};

/// Declares the family: variant, name, what it is.
macro_rules! kinds {
    ($($variant:ident $name:literal $about:literal;)*) => {
        /// A table of the family.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Kind {
            $(#[doc = $about] $variant,)*
        }

        impl Kind {
            /// All of them.
            pub const ALL: &'static [Self] = &[$(Self::$variant,)*];

            /// Its name on the command line and in reports.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$variant => $name,)* }
            }

            /// What it is, one line.
            pub const fn about(self) -> &'static str {
                match self { $(Self::$variant => $about,)* }
            }
        }
    };
}

kinds! {
    Replace "replace" "one entry a row, always replaced";
    Depth "depth" "one entry a row, the deeper one stays";
    TwoTier "two-tier" "two entries a row, one for depth and one for the last";
    Bucket "bucket" "six short entries in a cache line, four of them protected: the default";
    Whole "whole" "four entries with whole keys in a cache line, by depth and age: for proofs";
    Cluster3 "cluster3" "three short entries in 32 bytes, as in Stockfish";
    Cuckoo "cuckoo" "two lines for every key, full ones push entries on";
    Chained "chained" "rows with heads and chains, as in the Abalone report of 2013";
    Derived "chained-derived" "the same with the thresholds that a simulation derives";
    Adaptive "adaptive" "short entries with progress, and lines lent from a pool";
    Unbounded "unbounded" "a hash map that forgets nothing";
    None "none" "remembers nothing";
}

impl Kind {
    /// The table of a name.
    pub fn named(name: &str) -> Result<Self, Fault> {
        let kind = Self::ALL.iter().find(|kind| kind.name() == name);
        kind.copied().ok_or_else(|| {
            let names: Vec<_> = Self::ALL.iter().map(|kind| kind.name()).collect();
            Fault::new(format!("there is no table \"{name}\""))
                .hint(format!("the tables are: {}", names.join(", ")))
        })
    }

    /// True if its size matters.
    pub const fn bounded(self) -> bool {
        !matches!(self, Self::Unbounded | Self::None)
    }

    /// True if it keeps only a part of a key, unless it is told otherwise.
    pub const fn short(self) -> bool {
        matches!(self, Self::Bucket | Self::Cluster3 | Self::Adaptive)
    }

    fn make<T: Tally>(self, bytes: usize, keys: Keys) -> Result<Box<dyn Transpositions>, Fault> {
        Ok(match self {
            Self::Replace => Box::new(Replace::<T>::new(bytes)?),
            Self::Depth => Box::new(Depth::<T>::new(bytes)?),
            Self::TwoTier => Box::new(TwoTier::<T>::new(bytes)?),
            Self::Bucket => Box::new(Bucket::<T>::new(bytes, keys)?),
            Self::Whole => Box::new(Whole::<T>::new(bytes)?),
            Self::Cluster3 => Box::new(Cluster3::<T>::new(bytes, keys)?),
            Self::Cuckoo => Box::new(Cuckoo::<T>::new(bytes)?),
            Self::Chained => Box::new(Chained::<T>::new(bytes)?),
            Self::Derived => Box::new(Chained::<T>::with(bytes, Threshold::DERIVED)?),
            Self::Adaptive => Box::new(Adaptive::<T>::new(bytes, keys)?),
            Self::Unbounded => Box::new(Unbounded::<T>::new()),
            Self::None => Box::new(NoTable),
        })
    }
}

/// Any table of the family, with or without statistics.
pub struct AnyTable(Box<dyn Transpositions>);

impl AnyTable {
    /// A table of at most `bytes` bytes.
    pub fn new(kind: Kind, bytes: usize, keys: Keys) -> Result<Self, Fault> {
        kind.make::<Silent>(bytes, keys).map(Self)
    }

    /// A table from elsewhere, such as one that writes down what happens to it.
    pub fn of(table: impl Transpositions + 'static) -> Self {
        Self(Box::new(table))
    }

    /// A table that counts what happens to it.
    pub fn counting(kind: Kind, bytes: usize, keys: Keys) -> Result<Self, Fault> {
        kind.make::<Counted>(bytes, keys).map(Self)
    }
}

impl Transpositions for AnyTable {
    #[inline]
    fn probe(&self, key: u64) -> Option<Entry> {
        self.0.probe(key)
    }

    fn holds(&self, key: u64) -> bool {
        self.0.holds(key)
    }

    #[inline]
    fn prefetch(&self, key: u64) {
        self.0.prefetch(key);
    }

    #[inline]
    fn store(&self, key: u64, progress: Progress, entry: Entry) {
        self.0.store(key, progress, entry);
    }

    fn root(&self, progress: Progress) {
        self.0.root(progress);
    }

    fn next_search(&mut self) {
        self.0.next_search();
    }

    fn clear(&mut self) {
        self.0.clear();
    }

    fn bytes(&self) -> usize {
        self.0.bytes()
    }

    fn used(&self) -> usize {
        self.0.used()
    }

    fn rows(&self) -> usize {
        self.0.rows()
    }

    fn capacity(&self) -> usize {
        self.0.capacity()
    }

    fn visit(&self, row: usize, show: &mut dyn FnMut(Entry, bool)) {
        self.0.visit(row, show);
    }

    fn counts(&self) -> Option<Counts> {
        self.0.counts()
    }
}
