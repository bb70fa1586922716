//! The rules pages: what they show can be drawn and played.

use ponder_engine::{GAMES, SectionView, open};

/// What is wrong with a section of a game's page.
fn faults(game: &str, section: &SectionView) -> Vec<String> {
    let mut faults = Vec::new();
    if section.heading.is_empty() || !section.text.ends_with('.') || section.text.len() > 600 {
        faults.push("it should have a heading and a few sentences".to_owned());
    }
    let mut session = open(game).expect("listed");
    match &section.position {
        Some(position) => match session.set_position(position) {
            Ok(()) if session.position_text() == *position => {}
            Ok(()) => faults.push(format!("canonical is {}", session.position_text())),
            Err(fault) => faults.push(fault.to_string()),
        },
        None if section.moves.is_empty() && section.highlight.is_empty() => {}
        None => faults.push("there is nothing to show moves or cells on".to_owned()),
    }
    for text in &section.moves {
        match session.fork().play(text) {
            Ok(played) if played == *text => {}
            Ok(played) => faults.push(format!("canonical is {played}")),
            Err(fault) => faults.push(fault.to_string()),
        }
    }
    let cells = session.board().cells;
    let missing = |name: &&String| !cells.iter().any(|cell| cell.name == **name);
    let missing = section.highlight.iter().filter(missing);
    faults.extend(missing.map(|name| format!("there is no {name}")));
    faults
}

#[test]
fn pictures_show_legal_positions_moves_and_cells() {
    let mut all = Vec::new();
    for entry in GAMES {
        let page = open(entry.name).expect("listed").rules_page();
        assert!((4..=8).contains(&page.sections.len()), "{}", entry.name);
        let pictures = page.sections.iter().filter(|s| s.position.is_some());
        assert!(pictures.count() >= 3, "{}", entry.name);
        for section in &page.sections {
            let faults = faults(page.game, section).into_iter();
            all.extend(faults.map(|fault| format!("{}, {}: {fault}", page.game, section.heading)));
        }
    }
    assert!(all.is_empty(), "{}", all.join("\n"));
}

/// What an option is called and what it may be is told where it matters.
#[test]
fn options_are_told() {
    for entry in GAMES {
        let page = open(entry.name).expect("listed").rules_page();
        let told: String = page.sections.iter().map(|s| s.text.as_str()).collect();
        for spec in entry.specs {
            assert!(told.contains(spec.key), "{}: {}", entry.name, spec.key);
        }
    }
}

/// The pages of variants are those of the game: their pictures are its own.
#[test]
fn variants_share_the_page_of_their_game() {
    let page = open("othello:size=10x12").expect("valid").rules_page();
    assert_eq!(page.game, "othello");
}
