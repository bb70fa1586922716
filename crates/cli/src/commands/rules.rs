//! `ponder rules GAME`: the rules for people, with the boards that show them.

use ponder_engine::{SectionView, open};

use crate::args::RulesArgs;
use crate::commands::place;
use crate::output::{Failure, Output, wrapped};

pub(crate) fn run(args: &RulesArgs, out: &mut Output) -> Result<(), Failure> {
    let page = place::game(&args.game)?.rules_page();
    if out.json() {
        return out.value(&page);
    }
    out.line(format_args!("{}: {}", page.title, page.about))?;
    for section in &page.sections {
        out.line(format_args!("\n{}", section.heading.to_uppercase()))?;
        for paragraph in section.text.split("\n\n") {
            out.line(wrapped(paragraph, 0))?;
        }
        picture(page.game, section, out)?;
    }
    Ok(())
}

fn picture(game: &str, section: &SectionView, out: &mut Output) -> Result<(), Failure> {
    let Some(position) = &section.position else {
        return Ok(());
    };
    let mut session = open(game)?;
    session.set_position(position)?;
    out.line("")?;
    out.text(session.draw(out.colour()))?;
    if !section.moves.is_empty() {
        out.line(format_args!("moves: {}", section.moves.join(" ")))?;
    }
    if !section.highlight.is_empty() {
        out.line(format_args!("look at: {}", section.highlight.join(" ")))?;
    }
    Ok(())
}
