//! The file that describes a tournament (TOML).
//!
//! ```toml
//! game = "gothello"
//! kind = "gauntlet"
//! rounds = 50
//! openings = "random:plies=2"
//! nodes = 1000
//!
//! [[player]]
//! name = "ours"
//! player = "best"
//!
//! [[player]]
//! name = "theirs"
//! player = "negamax:depth=3,eval=number"
//! ```

use std::path::Path;
use std::str::FromStr;
use std::time::Duration;

use ponder_core::Fault;
use ponder_engine::{Clock, Limits, Session};
use serde::Deserialize;

use super::{Kind, Tournament};
use crate::adjudication::Adjudication;
use crate::matches::{Entrant, Order, Source};
use crate::players::Description;
use crate::quantities;
use crate::referee::Referee;

/// What a move may take if nobody says anything.
const USUAL: Duration = Duration::from_millis(100);

/// Openings for each two players, if nobody says how many.
const ROUNDS: u64 = 10;

/// More would never end.
const MOST_ROUNDS: u64 = 10_000_000;

/// More players than anybody can read a table of.
const MOST_PLAYERS: usize = 200;

/// What is asked for beside the file, and counts more.
#[derive(Clone, Debug, Default)]
pub struct Changes {
    /// Openings for each two players.
    pub rounds: Option<u64>,
    /// Games for each two players, instead.
    pub games: Option<u64>,
    /// Where openings come from.
    pub openings: Option<String>,
    /// The seed.
    pub seed: Option<u64>,
    /// What everybody may spend on a move.
    pub limits: Limits,
    /// Games at once.
    pub concurrency: Option<usize>,
    /// Who meets whom.
    pub kind: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct File {
    game: Option<String>,
    kind: Option<String>,
    rounds: Option<u64>,
    colours: Option<String>,
    openings: Option<String>,
    order: Option<String>,
    seed: Option<u64>,
    depth: Option<u32>,
    nodes: Option<u64>,
    time: Option<String>,
    clock: Option<String>,
    draw: Option<String>,
    resign: Option<String>,
    max_plies: Option<u32>,
    margin: Option<String>,
    concurrency: Option<usize>,
    #[serde(default)]
    player: Vec<PlayerTable>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PlayerTable {
    name: Option<String>,
    player: String,
}

impl Tournament {
    /// Reads a tournament of a game. Files that it names are looked for in `folder`.
    pub fn read(
        text: &str,
        session: &dyn Session,
        folder: &Path,
        changes: &Changes,
    ) -> Result<Self, Fault> {
        let file: File = toml::from_str(text).map_err(|error| Fault {
            what: error.message().trim().replace('\n', " "),
            at: error.span().map(|span| span.start),
            hint: Some("a tournament has settings, and a table [[player]] for each".to_owned()),
        })?;
        if let Some(game) = &file.game {
            let meant = ponder_engine::open(game)?;
            if meant.id() != session.id() {
                let what = format!("the file is about {}, not {}", meant.id(), session.id());
                return Err(Fault::new(what).hint("name the game that the file is about"));
            }
        }
        let seed = changes.seed.or(file.seed).unwrap_or(1);
        let limits = limits(&file, changes)?;
        if file.player.len() > MOST_PLAYERS {
            return Err(Fault::new("there are too many players")
                .hint(format!("{MOST_PLAYERS} are the most")));
        }
        let fixed_colours = match file.colours.as_deref() {
            None | Some("both") => false,
            Some("fixed") => true,
            Some(word) => {
                return Err(Fault::new(format!("\"{word}\" is no way to deal colours"))
                    .hint("write both, or fixed for the first of two to move first always"));
            }
        };
        let players = file.player.iter().map(|table| entrant(table, limits));
        let tournament = Self {
            game: session.id().to_owned(),
            kind: kind(changes.kind.as_deref().or(file.kind.as_deref()))?,
            players: players.collect::<Result<_, _>>()?,
            rounds: rounds(&file, changes, fixed_colours)?,
            openings: openings(&file, changes, seed, session, folder)?.ordered(order(&file)?, seed),
            seed,
            referee: referee(&file)?,
            concurrency: changes.concurrency.or(file.concurrency).unwrap_or(1),
            fixed_colours,
        };
        if !(1..=MOST_ROUNDS).contains(&tournament.rounds) {
            return Err(
                Fault::new(format!("{} rounds cannot be played", tournament.rounds))
                    .hint(format!("ask for a number from 1 to {MOST_ROUNDS}")),
            );
        }
        if !(1..=1024).contains(&tournament.concurrency) {
            return Err(Fault::new("so many games cannot be played at once")
                .hint("set concurrency to a number from 1 to 1024"));
        }
        Ok(tournament)
    }
}

/// Openings for each two players; games come in pairs unless colours are fixed.
fn rounds(file: &File, changes: &Changes, fixed_colours: bool) -> Result<u64, Fault> {
    match changes.games {
        Some(games) if fixed_colours => Ok(games),
        Some(games) if games.is_multiple_of(2) => Ok(games / 2),
        Some(games) => Err(Fault::new(format!("{games} games are no pairs"))
            .hint("each opening is played twice: ask for an even number")),
        None => Ok(changes.rounds.or(file.rounds).unwrap_or(ROUNDS)),
    }
}

fn entrant(table: &PlayerTable, everybody: Limits) -> Result<Entrant, Fault> {
    let refused = |fault: Fault| Fault {
        what: format!("the player \"{}\": {}", table.player, fault.what),
        at: None,
        hint: fault.hint,
    };
    let mut description = Description::from_str(&table.player).map_err(refused)?;
    if let Some(name) = &table.name {
        description = description.with("name", name);
    }
    Entrant::new(description, everybody).map_err(refused)
}

fn kind(word: Option<&str>) -> Result<Kind, Fault> {
    match word {
        None | Some("round-robin") => Ok(Kind::RoundRobin),
        Some("gauntlet") => Ok(Kind::Gauntlet),
        Some("ladder") => Ok(Kind::Ladder),
        Some(word) => Err(Fault::new(format!("\"{word}\" is no kind of tournament"))
            .hint("write round-robin, gauntlet or ladder")),
    }
}

fn order(file: &File) -> Result<Order, Fault> {
    match file.order.as_deref() {
        None | Some("sequential") => Ok(Order::Sequential),
        Some("random") => Ok(Order::Random),
        Some(word) => Err(Fault::new(format!("\"{word}\" is no order of openings"))
            .hint("write sequential or random")),
    }
}

/// What everybody may spend: what was asked for beside the file, or else what it says.
fn limits(file: &File, changes: &Changes) -> Result<Limits, Fault> {
    fn time<T>(
        word: Option<&str>,
        read: impl Fn(&str) -> Result<T, String>,
    ) -> Result<Option<T>, Fault> {
        let refused = |word: &str, hint| Fault::new(format!("\"{word}\" is no time")).hint(hint);
        word.map(|word| read(word).map_err(|hint| refused(word, hint)))
            .transpose()
    }
    let silent = |limits: &Limits| {
        let Limits {
            depth,
            nodes,
            time,
            clock,
        } = limits;
        depth.is_none() && nodes.is_none() && time.is_none() && clock.is_none()
    };
    if !silent(&changes.limits) {
        return Ok(changes.limits);
    }
    let own = Limits {
        depth: file.depth,
        nodes: file.nodes,
        time: time::<Duration>(file.time.as_deref(), quantities::duration)?,
        clock: time::<Clock>(file.clock.as_deref(), quantities::clock)?,
    };
    if own.depth == Some(0) || own.nodes == Some(0) {
        return Err(Fault::new("a player cannot think about nothing")
            .hint("set depth and nodes to numbers from 1"));
    }
    Ok(if silent(&own) {
        Limits::time(USUAL)
    } else {
        own
    })
}

fn openings(
    file: &File,
    changes: &Changes,
    seed: u64,
    session: &dyn Session,
    folder: &Path,
) -> Result<Source, Fault> {
    if let Some(word) = &changes.openings {
        return Source::read(word, None, session);
    }
    let Some(word) = &file.openings else {
        return Ok(Source::usual(seed, session));
    };
    let beside = folder.join(word);
    match beside.to_str() {
        Some(path) if beside.is_file() => Source::read(path, None, session),
        _ => Source::read(word, None, session),
    }
}

fn referee(file: &File) -> Result<Referee, Fault> {
    let usual = Referee::default();
    let margin = file.margin.as_deref().map(|word| {
        let refused = |hint| Fault::new(format!("\"{word}\" is no margin")).hint(hint);
        quantities::duration(word).map_err(refused)
    });
    Ok(Referee {
        margin: margin.transpose()?.unwrap_or(usual.margin),
        adjudication: Adjudication {
            draw: file.draw.as_deref().map(str::parse).transpose()?,
            resign: file.resign.as_deref().map(str::parse).transpose()?,
            longest: file.max_plies.unwrap_or(Adjudication::LONGEST),
        },
    })
}
