//! Books grow where it matters, survive their maker, and know symmetric positions.

use std::fs;
use std::path::{Path, PathBuf};

use ponder_arena::book::{Book, Wish};
use ponder_core::Random;
use ponder_engine::{Limits, Session, Stop, open};

fn wish(expansions: u64) -> Wish {
    Wish {
        limits: Limits::nodes(300),
        expansions: Some(expansions),
        time: None,
        deviation: 2.0,
        threads: 1,
    }
}

/// A directory for a book's file.
struct Shelf(tempfile::TempDir);

impl Shelf {
    fn new() -> Self {
        Self(tempfile::tempdir().expect("a directory"))
    }

    fn file(&self) -> PathBuf {
        self.0.path().join("game.book")
    }
}

fn grown(book: &mut Book, session: &dyn Session, wish: &Wish, file: &Path) -> bool {
    let more = book.grow(session, wish, file, &Stop::new(), &mut |_| ());
    more.expect("a grown book")
}

fn fresh(game: &str, wish: &Wish) -> (Book, Box<dyn Session>) {
    let session = open(game).expect("a game");
    let mut book = Book::new(&*session);
    grown(&mut book, &*session, wish, &Shelf::new().file());
    (book, session)
}

#[test]
fn a_book_of_every_game_has_the_best_value_of_its_moves() {
    for entry in ponder_engine::GAMES {
        let (book, session) = fresh(entry.name, &wish(6));
        let summary = book.summary(&*session);
        assert_eq!(summary.expanded, 6, "{}", entry.name);
        assert_eq!(summary.positions, book.len());
        let moves = book.moves(&*session);
        assert_eq!(
            moves.len(),
            session.move_texts(true).len(),
            "{}",
            entry.name
        );
        assert_eq!(moves[0].1, summary.score, "{}", entry.name);
        assert!(moves.is_sorted_by(|a, b| a.1 >= b.1));
        assert_eq!(book.rows(&*session)[0].text, summary.line[0]);
        for row in book.positions(&*session).filter(|row| row.expanded) {
            assert_eq!(row.moves[0].1, row.score, "{}", entry.name);
        }
    }
}

#[test]
fn symmetric_positions_are_one() {
    let (book, session) = fresh("othello", &wish(5));
    assert_eq!(session.move_texts(true).len(), 4);
    let moves = book.moves(&*session);
    assert!(moves.iter().all(|(_, worth)| *worth == moves[0].1));
    // Three answers follow one first move up to symmetry; the book knows them after each.
    for first in session.move_texts(true) {
        let mut after = session.fork();
        after.play(&first).expect("legal");
        assert_eq!(book.moves(&*after).len(), 3, "{first}");
    }
    let second = book.positions(&*session).filter(|row| row.ply == 2);
    assert_eq!(second.count(), 3);
}

#[test]
fn growth_goes_on_where_it_stopped() {
    let shelf = Shelf::new();
    let session = open("gothello").expect("a game");
    let mut whole = Book::new(&*session);
    grown(&mut whole, &*session, &wish(12), &shelf.file());
    let mut part = Book::new(&*session);
    grown(&mut part, &*session, &wish(5), &shelf.file());
    let mut rest = Book::read(&shelf.file()).expect("a book");
    assert_eq!(rest.text(), part.text());
    grown(&mut rest, &*session, &wish(7), &shelf.file());
    assert_eq!(rest.text(), whole.text());
    let three = Wish {
        threads: 3,
        ..wish(12)
    };
    let (threaded, _) = fresh("gothello", &three);
    assert_eq!(threaded.text(), whole.text());
}

#[test]
fn a_stop_leaves_a_whole_book() {
    let shelf = Shelf::new();
    let session = open("othello").expect("a game");
    let mut book = Book::new(&*session);
    let stop = Stop::new();
    let endless = Wish {
        expansions: None,
        ..wish(1)
    };
    let more = book.grow(&*session, &endless, &shelf.file(), &stop, &mut |growth| {
        if growth.expansions == 3 {
            stop.ask();
        }
    });
    assert_eq!(more, Ok(true));
    let read = Book::read(&shelf.file()).expect("a book");
    assert_eq!(read.expanded(), 3);
    assert_eq!(read.text(), book.text());
}

/// A deep book looks further along its best line than a broad one.
#[test]
fn deviation_makes_books_deep() {
    let plies = |deviation| {
        let wish = Wish {
            deviation,
            ..wish(30)
        };
        let (book, session) = fresh("othello", &wish);
        book.summary(&*session).plies
    };
    assert!(plies(50.0) > plies(0.0) + 1);
}

/// A book that is grown until nothing is left to expand is a proof: it finds what a search does.
#[test]
fn a_solved_game_leaves_nothing_to_expand() {
    let session = open("gothello:size=2x3").expect("a game");
    let mut book = Book::new(&*session);
    let solving = Wish {
        limits: Limits::nodes(1),
        ..wish(1_000_000)
    };
    assert!(!grown(&mut book, &*session, &solving, &Shelf::new().file()));
    let exact = ponder_engine::AnalysisRequest {
        exact: true,
        ..ponder_engine::AnalysisRequest::within(Limits::depth(60))
    };
    let view = session.analyse(&exact, &Stop::new(), &mut |_| ());
    let score = view.expect("a search").score;
    assert_ne!(score.kind, "heuristic");
    assert_eq!(book.summary(&*session).score, score.value);
}

/// Players take the book's moves as long as it has any, and refuse books of other games.
#[test]
fn players_use_books() {
    use ponder_arena::players::{self, Description};
    use ponder_engine::Allowance;
    let shelf = Shelf::new();
    let session = open("othello").expect("a game");
    let mut book = Book::new(&*session);
    grown(&mut book, &*session, &wish(12), &shelf.file());
    let player: Description = "random".parse().expect("a player");
    let player = player.with("book", shelf.file().display().to_string());
    let opened = |game: &str| {
        let session = open(game).expect("a game");
        players::open(&player, &*session, Limits::default())
    };
    let mut contender = opened("othello").expect("a player");
    let mut at = session.fork();
    contender.reseed(1);
    contender.begin(&*at, &Stop::new()).expect("begun");
    let mut known = 0;
    while let Some((_, best)) = book.moves(&*at).first() {
        let choice = contender.choose(&*at, &Allowance::default(), &Stop::new());
        let play = choice.expect("a move").play;
        let moves = book.moves(&*at);
        assert!(
            moves
                .iter()
                .any(|(text, worth)| *text == play && worth == best)
        );
        at.play(&play).expect("legal");
        known += 1;
    }
    assert!(known >= 2);
    let beyond = contender.choose(&*at, &Allowance::default(), &Stop::new());
    assert!(at.play(&beyond.expect("a move").play).is_ok());
    let fault = opened("checkers").err().expect("refused");
    assert!(
        fault
            .to_string()
            .contains("one of othello, not of checkers")
    );
}

#[test]
fn choices_stay_within_the_margin() {
    let (book, session) = fresh("checkers", &wish(8));
    let moves = book.moves(&*session);
    let best = moves[0].1;
    let within = |margin| {
        let good = moves.iter().filter(|(_, worth)| *worth >= best - margin);
        good.map(|(text, _)| text.clone()).collect::<Vec<_>>()
    };
    let mut random = Random::new(3);
    for margin in [0, 10, 30_000] {
        let good = within(margin);
        let mut chosen: Vec<_> = (0..200)
            .map(|_| book.choose(&*session, margin, &mut random).expect("a move"))
            .collect();
        chosen.sort();
        chosen.dedup();
        assert!(chosen.iter().all(|text| good.contains(text)));
        assert_eq!(chosen.len(), good.len(), "each is chosen now and then");
    }
    let mut far = session.fork();
    while let Some(text) = far.move_texts(true).pop().filter(|_| far.line().len() < 20) {
        far.play(&text).expect("legal");
    }
    assert_eq!(book.choose(&*far, 0, &mut random), None);
    let other = open("othello").expect("a game");
    assert_eq!(book.choose(&*other, 0, &mut random), None);
}

#[test]
fn lines_are_openings() {
    let (book, session) = fresh("othello", &wish(10));
    let lines = book.lines(&*session, 0);
    assert_eq!(lines[0].moves, book.summary(&*session).line);
    let wide = book.lines(&*session, 30_000);
    assert!(wide.len() > lines.len());
    let text = ponder_arena::openings::write("from a book", &wide);
    let read = ponder_arena::openings::read(&*session, &text).expect("openings");
    assert_eq!(read.len(), wide.len());
}

#[test]
fn damaged_and_foreign_files_are_refused() {
    let shelf = Shelf::new();
    let (book, session) = fresh("othello", &wish(3));
    let text = book.text();
    let refused = |text: &str| {
        fs::write(shelf.file(), text).expect("written");
        Book::read(&shelf.file()).expect_err("refused").to_string()
    };
    assert!(refused("").contains("this is no book"));
    assert!(refused("d3 c3\n").contains("this is no book"));
    assert!(refused(&text.replace("book 1", "book 2")).contains("version 2"));
    assert!(refused(&text.replace("game othello", "game go")).contains("line 2"));
    assert!(refused(&text[..text.len() - 10]).contains("breaks off"));
    assert!(refused(&text.replacen(" + ", " ? ", 1)).contains("no position of a book"));
    let lines: Vec<_> = text.lines().collect();
    let last = lines.len() - 2;
    let without: Vec<_> = lines
        .iter()
        .enumerate()
        .filter(|(index, _)| *index != last)
        .map(|(_, line)| *line)
        .collect();
    assert!(refused(&(without.join("\n") + "\n")).contains("number of positions"));
    let count = format!("end {}", book.len());
    let fewer = format!("end {}", book.len() - 1);
    let missing = without.join("\n").replace(&count, &fewer) + "\n";
    assert!(refused(&missing).contains("successor"));
    assert!(Book::read(Path::new("/nowhere/x.book")).is_err());
    let other = open("checkers").expect("a game");
    let fault = book.fits(&*other).expect_err("refused");
    assert!(
        fault
            .to_string()
            .contains("one of othello, not of checkers")
    );
    assert!(book.fits(&*session).is_ok());
    let nowhere = book
        .save(Path::new("/nowhere/x.book"))
        .expect_err("refused");
    assert!(nowhere.to_string().contains("cannot be written"));
}
