//! Move generation, play, keys and counting allocate nothing: a counting allocator watches.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

use ponder_core::perft::{Conventions, perft};
use ponder_core::{Game, MoveList, Rules};
use ponder_games::abalone::Abalone;
use ponder_games::checkers::Checkers;
use ponder_games::connect_four::ConnectFour;
use ponder_games::expendibots::Expendibots;
use ponder_games::gothello::Gothello;
use ponder_games::othello::{Othello8, OthelloWide};
use ponder_testkit::{open, random_line};

struct Counting;

thread_local! {
    static ALLOCATIONS: Cell<u64> = const { Cell::new(0) };
}

// SAFETY: every call is passed on to the system's allocator unchanged; only a thread-local
// number without destructor is touched beside it.
#[expect(unsafe_code, reason = "an allocator can only be watched by being one")]
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ALLOCATIONS.set(ALLOCATIONS.get() + 1);
        // SAFETY: the caller's promise is passed on.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: the caller's promise is passed on.
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// Allocations made by this thread while `work` runs.
fn allocations(work: impl FnOnce()) -> u64 {
    let before = ALLOCATIONS.get();
    work();
    ALLOCATIONS.get() - before
}

fn allocates_nothing<G: Game>(id: &str) {
    let game: G = open(id);
    let lines: Vec<_> = (0..20)
        .map(|seed| random_line(&game, game.start(), seed, 100))
        .collect();
    let count = allocations(|| {
        for pos in lines.iter().flatten() {
            look_at(&game, pos);
        }
        perft(&game, &game.start(), 3, Conventions::STANDARD);
    });
    assert_eq!(count, 0, "{id}");
}

fn look_at<R: Rules>(rules: &R, pos: &R::Pos) {
    let mut list = MoveList::<R>::new();
    rules.moves(pos, &mut list);
    list.clear();
    rules.all_moves(pos, &mut list);
    assert_eq!(rules.count(pos) as usize, list.len());
    for &m in &list {
        let after = rules.play(pos, m);
        std::hint::black_box((rules.key(&after), rules.ended(&after), rules.code(pos, m)));
    }
}

#[test]
fn the_watch_sees_allocations() {
    let count = allocations(|| {
        std::hint::black_box(vec![1, 2, 3]);
    });
    assert_eq!(count, 1);
}

#[test]
fn no_game_allocates() {
    allocates_nothing::<Abalone>("abalone");
    allocates_nothing::<Checkers>("checkers");
    allocates_nothing::<ConnectFour>("connect-four");
    allocates_nothing::<Expendibots>("expendibots");
    allocates_nothing::<Gothello>("gothello");
    allocates_nothing::<Othello8>("othello");
    allocates_nothing::<Othello8>("othello:size=6x6");
    allocates_nothing::<OthelloWide>("othello:size=10x10");
}
