//! The rules of a game for people: sections of text, each with a picture that the board itself
//! draws. Games write them as one text, [`Game::RULES`].

use ponder_core::{Game, Settings};
use serde::Serialize;

/// The rules of a game.
#[derive(Clone, Debug, Serialize)]
pub struct RulesView {
    /// The id of the game that the pictures show: the one without options.
    pub game: &'static str,
    /// The game's name for people.
    pub title: &'static str,
    /// One line about it.
    pub about: &'static str,
    /// The rules.
    pub sections: Vec<SectionView>,
}

/// A part of the rules, with a picture if it has a position.
#[derive(Clone, Debug, Default, Serialize)]
pub struct SectionView {
    /// What it is about.
    pub heading: String,
    /// Paragraphs, parted by blank lines.
    pub text: String,
    /// The position of the picture, in canonical text.
    pub position: Option<String>,
    /// Moves to be shown, each of them legal in the position.
    pub moves: Vec<String>,
    /// Cells to be marked.
    pub highlight: Vec<String>,
}

/// The page of a game.
pub(crate) fn of<G: Game>() -> RulesView {
    let mut sections: Vec<_> = G::RULES
        .split("## ")
        .skip(1)
        .map(|section| read_section::<G>(section))
        .collect();
    if sections.is_empty() {
        sections.push(SectionView {
            heading: "The aim".to_owned(),
            text: format!("{}.", G::ABOUT),
            ..SectionView::default()
        });
    }
    RulesView {
        game: G::NAME,
        title: G::TITLE,
        about: G::ABOUT,
        sections,
    }
}

fn read_section<G: Game>(section: &str) -> SectionView {
    let mut lines = section.lines();
    let mut view = SectionView {
        heading: lines.next().unwrap_or_default().trim().to_owned(),
        ..SectionView::default()
    };
    let mut broken = false;
    for line in lines.map(str::trim) {
        if let Some(position) = line.strip_prefix("position:") {
            view.position = Some(match position.trim() {
                "start" => start::<G>(),
                position => position.to_owned(),
            });
        } else if let Some(moves) = line.strip_prefix("moves:") {
            view.moves = words(moves);
        } else if let Some(cells) = line.strip_prefix("highlight:") {
            view.highlight = words(cells);
        } else if line.is_empty() {
            broken = !view.text.is_empty();
        } else {
            let gap = match (view.text.is_empty(), broken) {
                (true, _) => "",
                (false, true) => "\n\n",
                (false, false) => " ",
            };
            view.text += gap;
            view.text += line;
            broken = false;
        }
    }
    view
}

fn words(text: &str) -> Vec<String> {
    text.split_whitespace().map(str::to_owned).collect()
}

/// The first position of the game without options.
fn start<G: Game>() -> String {
    let game = G::new(&Settings::defaults(G::NAME, G::SPECS));
    game.map_or(String::new(), |game| game.write_position(&game.start()))
}
