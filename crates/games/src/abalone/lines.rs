//! Which lines of marbles can move, for all marbles of a side at once.
//!
//! Everything here is a function of two sets of cells, own and enemy marbles, and a direction;
//! nothing is walked cell by cell. `looking_at` turns "the cell in front" into one rotation.

use super::hexagon::{BOARD, Cells, Direction, INNER, looking_at};

/// Own marbles and the enemy's.
#[derive(Clone, Copy)]
pub(super) struct Sides {
    pub(super) own: Cells,
    pub(super) enemy: Cells,
}

/// The marbles that can step or push in one direction.
#[derive(Clone, Copy)]
pub(super) struct Front {
    /// Those with an empty cell in front: they can step alone, or broadside side by side.
    pub(super) free: Cells,
    /// Those that can go forward as the rear of one, two or three: every in-line move once, for
    /// the rear marble and the direction say all.
    pub(super) rears: Cells,
}

impl Sides {
    /// The marbles that can step or push in `direction`.
    #[inline]
    pub(super) fn front(self, direction: Direction) -> Front {
        let Self { own, enemy } = self;
        let inner = INNER[direction];
        let behind = |cells| own & inner & looking_at(cells, direction);
        let empty = looking_at(BOARD & !(own | enemy), direction);
        let free = own & inner & empty;
        // Enemy marbles that give way: one with nothing behind it or the edge, and one before it.
        let yielding = enemy & (empty | !inner);
        let second = enemy & inner & looking_at(yielding, direction);
        let twos = behind(free | behind(yielding));
        let threes = behind(twos | behind(behind(second)));
        Front {
            free,
            rears: free | twos | threes,
        }
    }

    /// The same seen from the other side.
    #[inline]
    pub(super) fn exchanged(self) -> Self {
        Self {
            own: self.enemy,
            enemy: self.own,
        }
    }

    /// The number of legal moves.
    #[inline]
    pub(super) fn count(self) -> u32 {
        (0..6)
            .map(|direction| {
                let Front { free, rears } = self.front(direction);
                // Of the two axes across a direction, a free marble has a free neighbour on at
                // most one side: the one would stand in front of the other. So the lines along
                // both axes never share their first marble, and are counted together.
                let (pairs, threes) = broadside(free, (direction + 1) % 6);
                let (more_pairs, more_threes) = broadside(free, (direction + 2) % 6);
                rears.count_ones()
                    + (pairs | more_pairs).count_ones()
                    + (threes | more_threes).count_ones()
            })
            .sum()
    }
}

/// The first marbles of all twos and of all threes that stand along `axis` among marbles that
/// are free to step aside.
#[inline]
pub(super) fn broadside(free: Cells, axis: Direction) -> (Cells, Cells) {
    let inner = INNER[axis];
    let twos = free & inner & looking_at(free, axis);
    let threes = twos & looking_at(twos, axis);
    (twos, threes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use ponder_core::Random;

    /// Fourteen cells, close together as often as not.
    fn marbles(random: &mut Random, taken: Cells) -> Cells {
        let mut cells = 0u64;
        while cells.count_ones() < 14 {
            let next = 1 << random.below(61);
            let near = (0..6).any(|way| looking_at(cells, way) & INNER[way] & next != 0);
            if taken & next == 0 && (cells == 0 || near || random.below(8) == 0) {
                cells |= next;
            }
        }
        cells
    }

    /// What `count` relies on and what bounds the number of moves.
    #[test]
    fn free_marbles_form_chains() {
        let mut random = Random::new(1);
        for _ in 0..20_000 {
            let own = marbles(&mut random, 0);
            let enemy = marbles(&mut random, own);
            for direction in 0..6 {
                let Front { free, rears } = Sides { own, enemy }.front(direction);
                let (twos, threes) = broadside(free, (direction + 1) % 6);
                let (more_twos, more_threes) = broadside(free, (direction + 2) % 6);
                assert_eq!(twos & more_twos, 0);
                assert_eq!(free & !rears, 0, "a free marble can step alone");
                let count = free.count_ones();
                assert!((twos | more_twos).count_ones() <= count.saturating_sub(1));
                assert!((threes | more_threes).count_ones() <= count.saturating_sub(2));
            }
        }
    }
}
