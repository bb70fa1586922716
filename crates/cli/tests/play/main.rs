//! `ponder play` as a person plays it: on a terminal with keys, mouse and typed moves, and in
//! lines of text through a pipe.

mod plain;
mod terminal;

use ponder_core::Random;
use terminal::Terminal;

/// A game at random to its end: its moves, and the cells to click for each.
fn random_game(game: &str, seed: u64) -> Vec<(String, Vec<String>)> {
    let mut session = ponder_engine::open(game).expect("a game");
    let mut random = Random::new(seed);
    let mut moves = Vec::new();
    while session.outcome().is_none() {
        let legal = session.move_views(true);
        let chosen = &legal[random.below(legal.len())];
        moves.push((chosen.text.clone(), chosen.path.clone()));
        session.play(&chosen.text).expect("legal");
    }
    moves
}

/// What stands in the last line of the screen, and is therefore drawn last.
const READY: &str = "q leave";

fn is_over(text: &str) -> bool {
    text.contains("has won (") || text.contains("A draw (")
}

#[track_caller]
fn leaves_with(mut terminal: Terminal, words: &[&str]) {
    terminal.send("q");
    let (status, text) = terminal.left();
    assert!(status.success(), "{text}");
    for word in words {
        assert!(text.contains(word), "{word:?} is not in:\n{text}");
    }
}

#[test]
fn games_are_played_to_their_end_by_typed_moves() {
    for game in ["connect-four", "expendibots", "abalone:plies=40"] {
        let moves = random_game(game, 3);
        let mut terminal = Terminal::open(100, 30, &[game, "--as", "both"]);
        terminal.wait_for(READY);
        terminal.send("t");
        for (text, _) in &moves {
            terminal.send(&format!("{text}\r"));
        }
        terminal.wait(is_over);
        // An empty line leaves the field.
        terminal.send("\r");
        terminal.wait(|text| !text.contains("move:"));
        leaves_with(terminal, &["The moves: ", &moves[0].0, "--moves"]);
    }
}

#[test]
fn games_are_played_to_their_end_by_keys_alone() {
    // Tab goes to the next cell that can be chosen; p is refused where no pass is legal.
    for game in ["othello:size=6x6", "gothello", "checkers:plies=60"] {
        let args = [game, "--against", "random", "--seed", "5"];
        let mut terminal = Terminal::open(80, 24, &args);
        loop {
            let text = terminal.wait(|text| text.contains("your turn") || is_over(text));
            if is_over(&text) {
                break;
            }
            terminal.send("\t\rp");
        }
        leaves_with(
            terminal,
            &["The moves: ", "To look at it again: ponder play"],
        );
    }
}

#[test]
fn two_engines_rest_and_go_on() {
    let engine = "best:time=30ms";
    let seats = ["--as", "none", "--against", engine, "--against", engine];
    let mut terminal = Terminal::open(100, 30, &[&["abalone"][..], &seats].concat());
    terminal.wait_for("White plays");
    terminal.send("p");
    terminal.wait_for("Paused:");
    let still = terminal.wait_for("p go on");
    std::thread::sleep(std::time::Duration::from_millis(500));
    assert_eq!(terminal.text(), still);
    // Looking back does not set them going.
    terminal.send("u");
    let back = terminal.wait_for("One move was taken back");
    std::thread::sleep(std::time::Duration::from_millis(300));
    assert_eq!(terminal.text(), back);
    terminal.send("p");
    terminal.wait(|text| !text.contains("Paused") && text.contains("plays"));
    terminal.send("q");
    terminal.wait_for("Leave?");
    terminal.send("y");
    let (status, text) = terminal.left();
    assert!(status.success() && text.contains("The moves: "), "{text}");
}

/// A game that nothing ends before its last ply.
const LONG: &str = "abalone:win=14,repetition=off,quiet=off,plies=306";

#[test]
fn a_game_of_three_hundred_moves_goes_on_as_quickly_as_it_began() {
    let moves = random_game(LONG, 11);
    let (past, rest) = moves.split_at(300);
    let texts: Vec<_> = past.iter().map(|(text, _)| text.as_str()).collect();
    let line = texts.join(" ");
    let args = [LONG, "--as", "both", "--moves", &line];
    let mut terminal = Terminal::open(100, 30, &args);
    terminal.wait_for(READY);
    terminal.wait_for("Moves (the last ones)");
    terminal.wait_for("150.");
    terminal.send("uurrt");
    for (text, _) in rest {
        terminal.send(&format!("{text}\r"));
    }
    terminal.wait(is_over);
    terminal.send("\r");
    terminal.wait(|text| !text.contains("move:"));
    // So many moves fill more than the window.
    leaves_with(terminal, &["To look at it again: ponder play", &rest[5].0]);
}

#[test]
fn games_are_played_to_their_end_by_mouse() {
    for game in ["othello:size=6x6", "connect-four", "gothello"] {
        let moves = random_game(game, 7);
        let mut terminal = Terminal::open(90, 30, &[game, "--as", "both"]);
        terminal.wait_for(READY);
        for (_, path) in &moves {
            // The labels beside the board say where the cells are.
            for cell in path {
                let place = terminal.look(|screen| place(screen, cell));
                terminal.click(place);
            }
            if path.is_empty() {
                terminal.send("p");
            }
        }
        terminal.wait(is_over);
        leaves_with(terminal, &[&moves[moves.len() - 1].0]);
    }
}

/// Where a cell with a name like c4 is: below or above its letter, beside its number.
fn place(screen: &vt100::Screen, cell: &str) -> (u16, u16) {
    let (rows, _) = screen.size();
    let lines: Vec<String> = screen.rows(0, 60).collect();
    let row_of = |number: &str| {
        let mut lines = (0..).zip(&lines);
        let found = lines.find(|(_, line)| line.split_whitespace().next() == Some(number));
        found.map(|(row, _): (u16, _)| row)
    };
    let labels = lines.iter().take(usize::from(rows) - 4).rev();
    let labels: Vec<_> = labels.filter(|line| line.contains(" b ")).collect();
    let column = labels.first().and_then(|line| {
        let found = line
            .chars()
            .position(|letter| letter == cell.chars().next().unwrap_or(' '));
        found.map(|column| column as u16)
    });
    let row = row_of(&cell[1..]);
    let text = screen.contents();
    (
        column.unwrap_or_else(|| panic!("no column of {cell} in\n{text}")),
        row.unwrap_or_else(|| panic!("no row of {cell} in\n{text}")),
    )
}

#[test]
fn hints_and_undo() {
    let mut terminal = Terminal::open(100, 30, &["othello", "--against", "random", "--seed", "1"]);
    terminal.wait_for("your turn");
    terminal.send("h");
    terminal.wait_for("Hint for black, depth");
    terminal.send("t");
    terminal.wait_for("move:");
    terminal.send("d3\r\r");
    terminal.wait(|text| text.contains("1. d3") && text.contains("White plays"));
    terminal.send("u");
    terminal.wait(|text| text.contains("2 moves were taken back") && text.contains("none yet"));
    terminal.send("r");
    terminal.wait(|text| text.contains("1. d3"));
    // Nothing of a game is lost on the way out.
    terminal.send("q");
    terminal.wait_for("y yes");
    terminal.send("y");
    let (status, text) = terminal.left();
    assert!(status.success());
    assert!(
        text.contains(
            "To go on: ponder play othello --as black --against random --seed 1 --moves 'd3 "
        ),
        "{text}"
    );
}

#[test]
fn nonsense_is_refused_and_changes_nothing() {
    let mut terminal = Terminal::open(80, 24, &["checkers", "--as", "both"]);
    terminal.wait_for(READY);
    terminal.send("t99-100\r");
    terminal.wait_for("99");
    terminal.send("\r\x1b[200~drop\ttables\nsecond\x1b[201~");
    terminal.wait_for("move: droptables");
    terminal.send("\r");
    terminal.wait_for("is no square");
    terminal.send("\rz");
    terminal.wait_for("The key z does nothing");
    let text = terminal.text();
    assert!(text.contains("none yet"), "{text}");
    leaves_with(terminal, &[]);
}

#[test]
fn a_long_paste_is_heard_to_its_end() {
    // More than the system holds back for a terminal, and more than is read at once.
    let mut terminal = Terminal::open(80, 24, &["othello", "--as", "both"]);
    terminal.wait_for(READY);
    for _ in 0..100 {
        terminal.send(&"\t".repeat(100));
    }
    terminal.send("?");
    terminal.wait_for("this help");
}

#[test]
fn moves_that_differ_in_number_are_listed() {
    let stack = "......../......../......../......../......../b......./......../w3....... w";
    let args = ["expendibots", "--as", "both", "--position", stack];
    let mut terminal = Terminal::open(80, 24, &args);
    terminal.wait_for(READY);
    let (from, to) = terminal.look(|screen| (place(screen, "a1"), place(screen, "b1")));
    terminal.click(from);
    terminal.click(to);
    terminal.wait_for("Which move?");
    terminal.send("2");
    let text = terminal.wait_for("1. ");
    assert!(!text.contains("Which move?"), "{text}");
    terminal.send("q");
    terminal.wait_for("y yes");
    leaves_with_yes(terminal);
}

#[track_caller]
fn leaves_with_yes(mut terminal: Terminal) {
    terminal.send("y");
    let (status, text) = terminal.left();
    assert!(status.success(), "{text}");
}

#[test]
fn the_window_may_change_its_size_at_any_moment() {
    let mut terminal = Terminal::open(80, 24, &["abalone", "--as", "both"]);
    terminal.wait_for(READY);
    let footer = |row: u16| move |screen: &vt100::Screen| row_text(screen, row).contains(READY);
    terminal.resize(120, 40);
    terminal.wait(|_| terminal.look(footer(39)));
    terminal.resize(20, 8);
    terminal.wait_for("This window");
    for (columns, rows) in [(1, 1), (2, 40), (200, 2), (300, 100)] {
        terminal.resize(columns, rows);
    }
    terminal.wait(|_| terminal.look(footer(99)));
    terminal.resize(60, 20);
    terminal.wait(|text| text.contains("Black to move") && !text.contains("This window"));
    leaves_with(terminal, &[]);
}

fn row_text(screen: &vt100::Screen, row: u16) -> String {
    let (_, columns) = screen.size();
    screen.rows(0, columns).nth(row.into()).unwrap_or_default()
}

#[test]
fn an_interrupt_hurries_the_engine_and_a_second_one_leaves() {
    let args = [
        "othello",
        "--as",
        "white",
        "--against",
        "best",
        "--time",
        "1h",
    ];
    let mut terminal = Terminal::open(80, 24, &args);
    terminal.wait_for("thinking");
    terminal.send("\x03");
    terminal.wait(|text| text.contains("Leave?") && text.contains("1. "));
    terminal.send("\x03");
    let (status, text) = terminal.left();
    assert!(status.success(), "{text}");
    assert!(
        text.contains(
            "To go on: ponder play othello --as white --against best --time 3600s --moves "
        ),
        "{text}"
    );
}

#[test]
fn a_level_that_was_changed_stays_changed_when_the_game_goes_on() {
    let args = ["othello", "--level", "newcomer", "--clock", "5m+2s"];
    let mut terminal = Terminal::open(100, 30, &args);
    terminal.wait_for("your turn");
    terminal.send("l");
    terminal.wait_for("Play against");
    terminal.send("3");
    terminal.wait_for("You now play against casual");
    terminal.send("td3\r\r");
    terminal.wait_for("White plays");
    terminal.send("q");
    terminal.wait_for("y yes");
    terminal.send("y");
    let (_, text) = terminal.left();
    assert!(
        text.contains("ponder play othello --as black --level casual --clock 300s+2s --moves 'd3 "),
        "{text}"
    );
    assert!(text.contains("The clocks will begin anew."), "{text}");
}

#[test]
fn the_cells_that_decided_the_game_are_marked() {
    let vars = [("NO_COLOR", "1")];
    let args = ["connect-four", "--as", "both", "--moves", "a b a b a b"];
    let mut terminal = Terminal::with(80, 24, &args, &vars);
    terminal.wait_for(READY);
    terminal.send("ta\r\r");
    let text = terminal.wait(|text| is_over(text) && !text.contains("move:"));
    assert_eq!(text.matches("*r*").count(), 4, "{text}");
    leaves_with(terminal, &["Red has won (four in a row)."]);
}

#[test]
fn the_welcome_and_what_must_be_done_are_sentences() {
    let args = ["checkers", "--as", "both", "--position", "B:W18:B14"];
    let terminal = Terminal::open(100, 30, &args);
    terminal.wait_for("Press ? for help. You must capture");
    leaves_with(terminal, &[]);
}

#[test]
fn a_program_that_is_told_to_end_gives_the_terminal_back() {
    let args = [
        "checkers",
        "--as",
        "white",
        "--against",
        "best",
        "--time",
        "1h",
    ];
    let terminal = Terminal::open(80, 24, &args);
    terminal.wait_for("thinking");
    let pid = terminal.pid().to_string();
    let killed = std::process::Command::new("kill").arg(&pid).status();
    assert!(killed.expect("kill runs").success());
    terminal.left();
}

#[test]
fn a_window_that_closes_ends_the_game() {
    for way in [&[][..], &["--plain"]] {
        terminal::close_the_window(&[&["othello", "--against", "random"], way].concat());
    }
}

#[test]
fn without_colours_pieces_are_letters() {
    let vars = [("NO_COLOR", "1")];
    let terminal = Terminal::with(80, 24, &["othello", "--as", "both"], &vars);
    let text = terminal.wait_for(READY);
    assert!(text.contains("[w]  b "), "{text}");
    terminal.look(|screen| {
        let (rows, columns) = screen.size();
        for (row, column) in (0..rows).flat_map(|row| (0..columns).map(move |c| (row, c))) {
            let cell = screen.cell(row, column).expect("a cell");
            assert_eq!(cell.fgcolor(), vt100::Color::Default);
            assert_eq!(cell.bgcolor(), vt100::Color::Default);
        }
    });
    leaves_with(terminal, &[]);
}

#[test]
fn levels_are_chosen_and_games_given_up() {
    let mut terminal = Terminal::open(80, 24, &["gothello", "--level", "newcomer"]);
    terminal.wait_for("newcomer");
    terminal.send("l");
    terminal.wait_for("Play against");
    terminal.send("3");
    terminal.wait_for("You now play against casual");
    terminal.send("R");
    terminal.wait_for("Give this game up?");
    terminal.send("y");
    terminal.wait_for("White has won (black has resigned)");
    terminal.send("u");
    terminal.wait_for("The game goes on");
    leaves_with(terminal, &[]);
}
