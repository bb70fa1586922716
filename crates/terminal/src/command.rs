//! What can be typed besides moves, on the screen and in lines alike.

/// Something that a person typed.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Command {
    /// Nothing.
    Nothing,
    /// What can be typed.
    Help,
    /// Good moves.
    Hint,
    /// Take a move back.
    Undo,
    /// Make it again.
    Redo,
    /// The legal moves.
    Moves,
    /// The game so far.
    Line,
    /// The board.
    Board,
    /// The position in the game's own words.
    Position,
    /// A judgement without search.
    Eval,
    /// Let two engines rest, or go on.
    Pause,
    /// Give up.
    Resign,
    /// A new game.
    New,
    /// Another opponent; without a name, which ones there are.
    Level(Option<String>),
    /// Write the game to a file.
    Save(Option<String>),
    /// Leave.
    Quit,
    /// A move.
    Play(String),
}

/// The commands and what they do.
pub(crate) const COMMANDS: &[(&str, &str)] = &[
    ("hint", "shows good moves, with what they lead to"),
    ("undo", "takes your last move back"),
    ("redo", "makes it again"),
    ("moves", "lists the legal moves"),
    ("line", "tells the moves so far"),
    ("board", "draws the board"),
    ("position", "tells the position, as --position reads it"),
    ("eval", "judges the position, term by term"),
    (
        "level NAME",
        "changes the opponent; without a name, lists them",
    ),
    ("save FILE", "writes the game to a file"),
    ("pause", "lets two engines rest, or go on"),
    ("resign", "gives up"),
    ("new", "begins a new game"),
    ("quit", "leaves"),
];

impl Command {
    /// What a line means. Whatever is no command is taken for a move.
    pub(crate) fn read(line: &str) -> Self {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = Some(rest.trim()).filter(|rest| !rest.is_empty());
        let word = word.to_ascii_lowercase();
        match (word.as_str(), rest) {
            ("", _) => Self::Nothing,
            ("help" | "?", None) => Self::Help,
            ("hint", None) => Self::Hint,
            ("undo" | "back", None) => Self::Undo,
            ("redo", None) => Self::Redo,
            ("moves", None) => Self::Moves,
            ("line" | "game", None) => Self::Line,
            ("board" | "show", None) => Self::Board,
            ("position", None) => Self::Position,
            ("eval", None) => Self::Eval,
            ("pause", None) => Self::Pause,
            ("resign", None) => Self::Resign,
            ("new", None) => Self::New,
            ("quit" | "exit", None) => Self::Quit,
            ("level", name) => Self::Level(name.map(str::to_owned)),
            ("save", name) => Self::Save(name.map(str::to_owned)),
            _ => Self::Play(line.to_owned()),
        }
    }
}
