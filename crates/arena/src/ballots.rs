//! The three-move ballots of Checkers, with the numbers that the game's associations gave them.
//!
//! Perfect play draws, and strong players would draw every game they begin as they please; so the
//! first three moves are drawn by lot. The table is the list of lots: what is believed lost is
//! barred, what was long thought lost is played by mail.

use ponder_core::Fault;
use ponder_engine::Session;

use crate::opening::Opening;

/// The game the ballots belong to.
pub const GAME: &str = "checkers";

/// Where a ballot is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// Over the board: the classic deck.
    Crossboard,
    /// In games by mail only.
    Mailplay,
    /// Nowhere: it is believed lost.
    Barred,
}

impl Status {
    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Crossboard => "crossboard",
            Self::Mailplay => "mailplay",
            Self::Barred => "barred",
        }
    }
}

/// Which ballots of the table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Deck {
    /// Those that are played: crossboard and mailplay.
    #[default]
    Playable,
    /// One status.
    Only(Status),
    /// The fifty that make hard games even for programs.
    Tough,
    /// All, the barred ones too.
    All,
}

impl Deck {
    /// The names of the decks.
    pub const NAMES: [&str; 6] = [
        "playable",
        "crossboard",
        "mailplay",
        "barred",
        "tough",
        "all",
    ];

    /// A deck by its name.
    pub fn named(name: &str) -> Result<Self, Fault> {
        match name {
            "playable" => Ok(Self::Playable),
            "crossboard" => Ok(Self::Only(Status::Crossboard)),
            "mailplay" => Ok(Self::Only(Status::Mailplay)),
            "barred" => Ok(Self::Only(Status::Barred)),
            "tough" => Ok(Self::Tough),
            "all" => Ok(Self::All),
            _ => Err(
                Fault::new(format!("there are no ballots called \"{name}\""))
                    .hint(format!("the decks are: {}", Self::NAMES.join(", "))),
            ),
        }
    }

    fn holds(self, ballot: &Ballot) -> bool {
        match self {
            Self::Playable => ballot.status != Status::Barred,
            Self::Only(status) => ballot.status == status,
            Self::Tough => ballot.tough,
            Self::All => true,
        }
    }
}

/// One ballot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ballot {
    /// Its number, from 1.
    pub number: u32,
    /// Its three moves: Black, White, Black.
    pub moves: [&'static str; 3],
    /// Where it is played.
    pub status: Status,
    /// True if it is one of the fifty that programs find hard.
    pub tough: bool,
    /// What people call it.
    pub name: Option<&'static str>,
}

/// The ballots of a deck, by number.
pub fn ballots(deck: Deck) -> Vec<Ballot> {
    let all = TABLE.iter().flat_map(|(first, second, thirds)| {
        let thirds = thirds.split(' ');
        thirds.map(|word| ([*first, *second], word))
    });
    (1..)
        .zip(all)
        .map(|(number, (opening, word))| read(number, opening, word))
        .filter(|ballot| deck.holds(ballot))
        .collect()
}

/// The ballots of a deck as openings of a match, named by their numbers.
pub fn openings(deck: Deck) -> Vec<Opening> {
    let opening = |ballot: Ballot| {
        let moves = ballot.moves.map(str::to_owned);
        Opening::of(format!("ballot {}", ballot.number), moves.to_vec())
    };
    ballots(deck).into_iter().map(opening).collect()
}

/// Refuses games that have no ballots.
pub fn belong_to(session: &dyn Session) -> Result<(), Fault> {
    let name = session.id().split(':').next();
    if name == Some(GAME) {
        return Ok(());
    }
    Err(
        Fault::new(format!("{} has no ballots", session.id())).hint(format!(
            "they belong to {GAME}; for other games see `ponder openings GAME --plies N`"
        )),
    )
}

fn read(number: u32, [first, second]: [&'static str; 2], word: &'static str) -> Ballot {
    let third = word.trim_end_matches(['~', '!', '+']);
    let marks = &word[third.len()..];
    let status = match marks.chars().next() {
        Some('~') => Status::Mailplay,
        Some('!') => Status::Barred,
        _ => Status::Crossboard,
    };
    let mut names = NAMES.iter().filter(|(named, _)| *named == number);
    Ballot {
        number,
        moves: [first, second, third],
        status,
        tough: marks.contains('+'),
        name: names.next().map(|(_, name)| *name),
    }
}

/// Two moves, and the third moves in the order of the ballots' numbers. `~` marks what is played
/// by mail, `!` what is barred, `+` what is tough.
const TABLE: &[(&str, &str, &str)] = &[
    ("9-13", "21-17", "5-9 6-9 10-14!"),
    ("9-13", "22-17", "13x22"),
    ("9-13", "22-18", "6-9+ 10-14~ 10-15+ 11-15+ 11-16~ 12-16+"),
    ("9-13", "23-18", "5-9 6-9+ 10-14! 10-15 11-15+ 11-16~ 12-16"),
    ("9-13", "23-19", "5-9 6-9 10-14 10-15~ 11-16"),
    ("9-13", "24-19", "5-9 6-9 10-14+ 10-15! 11-15 11-16"),
    ("9-13", "24-20", "5-9 6-9 10-14 10-15 11-15 11-16~ 12-16!"),
    ("9-14", "22-17", "5-9 6-9+ 11-15 11-16"),
    ("9-14", "22-18", "5-9 10-15 11-15 11-16 12-16! 14-17!"),
    ("9-14", "23-18", "14x23+"),
    ("9-14", "23-19", "5-9 10-15! 11-16 14-18+"),
    ("9-14", "24-19", "5-9 10-15! 11-15 11-16"),
    ("9-14", "24-20", "5-9 10-15 11-15 11-16+"),
    ("10-14", "22-17", "7-10+ 9-13~+ 11-15~ 11-16~ 14-18+"),
    ("10-14", "22-18", "6-10+ 7-10+ 11-15 11-16 12-16+"),
    ("10-14", "23-18", "14x23"),
    ("10-14", "23-19", "6-10+ 7-10+ 11-15+ 11-16 14-18+"),
    ("10-14", "24-19", "6-10+ 7-10 11-15! 11-16 14-18+"),
    ("10-14", "24-20", "6-10 7-10 11-15 11-16 14-18+"),
    ("10-15", "21-17", "6-10+ 7-10+ 9-13+ 9-14! 11-16+ 15-18"),
    ("10-15", "22-17", "6-10+ 7-10 9-13+ 9-14! 11-16 15-19+"),
    ("10-15", "22-18", "15x22"),
    ("10-15", "23-18", "6-10+ 7-10 9-14 11-16 12-16+"),
    ("10-15", "23-19", "6-10 7-10 11-16~"),
    ("10-15", "24-19", "15x24"),
    ("10-15", "24-20", "6-10 7-10 11-16! 15-19+"),
    ("11-15", "21-17", "8-11 9-13 9-14 10-14! 15-19+"),
    ("11-15", "22-17", "8-11 9-13 15-18 15-19"),
    ("11-15", "22-18", "15x22"),
    ("11-15", "23-18", "8-11 9-14 10-14 12-16+ 15-19+"),
    ("11-15", "23-19", "8-11 9-13 9-14"),
    ("11-15", "24-19", "15x24"),
    ("11-15", "24-20", "8-11 12-16+ 15-18"),
    ("11-16", "21-17", "7-11+ 8-11 9-13+ 9-14 10-14! 16-20"),
    ("11-16", "22-17", "7-11 8-11 9-13~ 16-20"),
    ("11-16", "22-18", "7-11+ 8-11 10-15! 16-19 16-20"),
    ("11-16", "23-18", "7-11+ 8-11 9-14 10-14 16-20"),
    ("11-16", "23-19", "16x23~"),
    ("11-16", "24-19", "7-11+ 8-11 10-15! 16-20"),
    ("11-16", "24-20", "7-11+ 16-19"),
    ("12-16", "21-17", "9-13+ 9-14+ 16-19+ 16-20"),
    ("12-16", "22-17", "16-19 16-20"),
    ("12-16", "22-18", "16-19+ 16-20+"),
    ("12-16", "23-18", "9-14! 16-19+ 16-20"),
    ("12-16", "23-19", "16x23!"),
    ("12-16", "24-19", "16-20"),
    ("12-16", "24-20", "8-12 10-15~"),
];

/// The ballots that have names.
const NAMES: &[(u32, &str)] = &[
    (5, "Dreaded Edinburgh"),
    (6, "Inferno"),
    (8, "Edinburgh Single"),
    (9, "Wilderness I"),
    (16, "Wilderness II"),
    (34, "Twilight Zone"),
    (35, "Dundee Barred"),
    (46, "Double Cross"),
    (48, "Rattlesnake"),
    (60, "Black Hole"),
    (62, "Gemini I"),
    (65, "Fraser's Inferno"),
    (68, "White Doctor"),
    (71, "Diabolical Denny"),
    (86, "Octopus"),
    (87, "Tyne"),
    (94, "Nutcracker"),
    (96, "Skull-Cracker"),
    (105, "Gemini II"),
    (133, "Octopus"),
    (137, "Shark"),
    (145, "Cheetah"),
    (153, "Black Widow"),
    (174, "Skunk"),
];
