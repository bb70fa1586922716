//! The file in which every result is kept at once: one `SQLite` database.
//!
//! A match writes down what it was asked to play, and then each game in a transaction of its own
//! as soon as it is over. Whatever ends the program afterwards, the game is kept; a match that
//! goes on asks which games there are. The key of a game is its match, pair and turn, so that
//! none can be counted twice. Only one program at a time may write to a file; any may read it.

mod hold;

use std::path::Path;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use ponder_core::Fault;
use rusqlite::types::Type;
use rusqlite::{Connection, ErrorCode, OpenFlags, Row, params};
use serde_json::Value;

use crate::opening::Opening;
use crate::referee::{Ending, GameRecord};
use hold::Hold;

/// The version of the tables below. A file with a greater one was made by a newer program.
const VERSION: i64 = 1;

/// How long to wait for somebody else who is writing.
const PATIENCE: Duration = Duration::from_secs(5);

const TABLES: &str = "
    CREATE TABLE matches (
        id       INTEGER PRIMARY KEY,
        game     TEXT NOT NULL,
        first    TEXT NOT NULL,
        second   TEXT NOT NULL,
        settings TEXT NOT NULL,
        begun    INTEGER NOT NULL
    ) STRICT;
    CREATE TABLE games (
        match    INTEGER NOT NULL REFERENCES matches (id),
        pair     INTEGER NOT NULL,
        swapped  INTEGER NOT NULL,
        opening  TEXT NOT NULL,
        position TEXT,
        start    TEXT NOT NULL,
        moves    TEXT NOT NULL,
        side     INTEGER NOT NULL,
        winner   INTEGER,
        margin   INTEGER NOT NULL,
        ending   TEXT NOT NULL,
        reason   TEXT NOT NULL,
        figures  TEXT NOT NULL,
        ended    INTEGER NOT NULL,
        PRIMARY KEY (match, pair, swapped)
    ) STRICT, WITHOUT ROWID;
";

/// A file of results.
pub struct Store {
    connection: Connection,
    path: String,
    /// Nobody else writes; given back after the connection has ended. A reader has none.
    _hold: Option<Hold>,
}

/// A match as it was asked for.
#[derive(Clone, Debug, PartialEq)]
pub struct MatchEntry {
    /// Its number in the file.
    pub id: i64,
    /// The game id.
    pub game: String,
    /// The two players.
    pub players: [String; 2],
    /// Everything that decides which games are played: an object.
    pub settings: Value,
}

/// A game of a match.
#[derive(Clone, Debug, PartialEq)]
pub struct Played {
    /// The number of its pair, from 0.
    pub pair: u64,
    /// True if the match's second player moved first.
    pub swapped: bool,
    /// The game.
    pub record: GameRecord,
}

impl Played {
    /// The half points of the match's first player: 2 for a win.
    pub fn points(&self) -> u8 {
        self.record.points(usize::from(self.swapped))
    }

    /// Which player of the match sat at a side of the board, or the reverse.
    pub fn player(&self, side: usize) -> usize {
        side ^ usize::from(self.swapped)
    }
}

impl Store {
    /// Opens a file to write to it, or makes it. Refuses what is not ours, comes from a newer
    /// version, or is written to by somebody else, and leaves it as it is.
    pub fn open(path: &Path) -> Result<Self, Fault> {
        let hold = Hold::take(path)?;
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE;
        let store = Self::connect(path, flags, Some(hold))?;
        store.attempt(|store| {
            // A game that was written survives even the machine.
            store
                .connection
                .pragma_update(None, "journal_mode", "wal")?;
            store.connection.pragma_update(None, "synchronous", "full")
        })?;
        Ok(store)
    }

    /// Opens a file only to read it, also while a match writes to it.
    pub fn look(path: &Path) -> Result<Self, Fault> {
        Self::connect(path, OpenFlags::SQLITE_OPEN_READ_ONLY, None)
    }

    fn connect(path: &Path, flags: OpenFlags, hold: Option<Hold>) -> Result<Self, Fault> {
        let flags = flags | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let shown = path.display().to_string();
        let opened = Connection::open_with_flags(path, flags).and_then(|connection| {
            connection.busy_timeout(PATIENCE)?;
            let version = connection.pragma_query_value(None, "user_version", |row| row.get(0))?;
            let tables = "SELECT count(*) FROM sqlite_schema";
            let tables: i64 = connection.query_row(tables, [], |row| row.get(0))?;
            Ok((connection, version, tables))
        });
        let (connection, version, tables): (_, i64, _) =
            opened.map_err(|error| broken(&shown, &error))?;
        let store = Self {
            connection,
            path: shown,
            _hold: hold,
        };
        match version {
            VERSION => Ok(store),
            0 if tables == 0 => {
                store.attempt(Self::create)?;
                Ok(store)
            }
            0 => Err(
                Fault::new(format!("{} is a database of another program", store.path))
                    .hint("give another file"),
            ),
            _ => {
                let what = format!(
                    "{} was made by a newer version: its tables have version {version}, and this \
                     program knows {VERSION}",
                    store.path
                );
                Err(Fault::new(what).hint("use the newer program, or give another file"))
            }
        }
    }

    fn create(&self) -> rusqlite::Result<()> {
        let all = format!("BEGIN IMMEDIATE; {TABLES} PRAGMA user_version = {VERSION}; COMMIT;");
        self.connection.execute_batch(&all)
    }

    /// The matches of the file, the oldest first.
    pub fn matches(&self) -> Result<Vec<MatchEntry>, Fault> {
        let all = "SELECT id, game, first, second, settings FROM matches ORDER BY id";
        self.attempt(|store| {
            let mut query = store.connection.prepare(all)?;
            let entries = query.query_map([], |row| {
                let settings: String = row.get(4)?;
                Ok(MatchEntry {
                    id: row.get(0)?,
                    game: row.get(1)?,
                    players: [row.get(2)?, row.get(3)?],
                    settings: serde_json::from_str(&settings).unwrap_or_default(),
                })
            })?;
            entries.collect()
        })
    }

    /// Writes a new match down, and returns its number.
    pub fn begin(&self, game: &str, players: [&str; 2], settings: &Value) -> Result<i64, Fault> {
        let insert = "INSERT INTO matches (game, first, second, settings, begun) \
                      VALUES (?1, ?2, ?3, ?4, ?5)";
        let values = params![game, players[0], players[1], settings.to_string(), now()];
        self.attempt(|store| store.connection.execute(insert, values))?;
        Ok(self.connection.last_insert_rowid())
    }

    /// The match with these settings, if the file has one, and its games.
    pub fn find(&self, settings: &Value) -> Result<Option<(i64, Vec<Played>)>, Fault> {
        let mut entries = self.matches()?.into_iter();
        let found = entries.find(|entry| entry.settings == *settings);
        let found = found.map(|entry| Ok((entry.id, self.games(entry.id)?)));
        found.transpose()
    }

    /// The number and the games of the match with these settings: one that the file holds if
    /// `resume`, or else a new one, which it must not hold yet. Other matches may stand beside
    /// it; but whoever wants to go on and finds only others has asked for the wrong one.
    pub fn enter(
        &self,
        game: &str,
        players: [&str; 2],
        settings: &Value,
        resume: bool,
    ) -> Result<(i64, Vec<Played>), Fault> {
        let path = &self.path;
        match (self.find(settings)?, self.matches()?.last()) {
            (Some(_), _) if !resume => {
                let [first, second] = players;
                let what = format!("{path} already holds this match of {first} and {second}");
                Err(Fault::new(what).hint("go on with it by --resume, or give another file"))
            }
            (Some(found), _) => Ok(found),
            (None, Some(last)) if resume => {
                let what = difference(&last.settings, settings);
                let what = format!("{path} holds another match: {what}");
                Err(Fault::new(what)
                    .hint("ask for the same match to go on with it, or leave --resume out"))
            }
            (None, _) => Ok((self.begin(game, players, settings)?, Vec::new())),
        }
    }

    /// Keeps a game.
    pub fn add(&self, id: i64, played: &Played) -> Result<(), Fault> {
        let insert = "INSERT INTO games VALUES \
                      (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14)";
        let record = &played.record;
        let opening = &record.opening;
        let moves: Vec<_> = record.moves.iter().map(|m| m.text.as_str()).collect();
        let figures = serde_json::to_string(&record.moves).unwrap_or_default();
        let values = params![
            id,
            played.pair as i64,
            played.swapped,
            opening.name,
            opening.position,
            opening.moves.join(" "),
            moves.join(" "),
            record.first as i64,
            record.winner.map(|side| side as i64),
            record.margin,
            record.ending.name(),
            record.reason,
            figures,
            now(),
        ];
        let added = self
            .connection
            .prepare_cached(insert)
            .and_then(|mut insert| insert.execute(values));
        match added {
            Ok(_) => Ok(()),
            Err(error) if error.sqlite_error_code() == Some(ErrorCode::ConstraintViolation) => {
                let (pair, path) = (played.pair + 1, &self.path);
                Err(
                    Fault::new(format!("{path} already holds this game of pair {pair}"))
                        .hint("does another match write to the same file?"),
                )
            }
            Err(error) => Err(broken(&self.path, &error)),
        }
    }

    /// The games of a match, by pair.
    pub fn games(&self, id: i64) -> Result<Vec<Played>, Fault> {
        let all = "SELECT pair, swapped, opening, position, start, side, winner, margin, ending, \
                   reason, figures FROM games WHERE match = ?1 ORDER BY pair, swapped";
        self.attempt(|store| {
            let mut query = store.connection.prepare(all)?;
            let games = query.query_map([id], read_game)?;
            games.collect()
        })
    }

    fn attempt<T>(&self, what: impl FnOnce(&Self) -> rusqlite::Result<T>) -> Result<T, Fault> {
        what(self).map_err(|error| broken(&self.path, &error))
    }
}

/// The first thing in which two objects differ, in words.
fn difference(there: &Value, here: &Value) -> String {
    let keys = here
        .as_object()
        .into_iter()
        .flat_map(|object| object.keys());
    let differs = |key: &&String| there.get(key.as_str()) != here.get(key.as_str());
    let Some(key) = keys.into_iter().find(differs) else {
        return "its settings are others".to_owned();
    };
    match (&there[key], &here[key]) {
        (Value::Object(_), inner @ Value::Object(_)) => {
            format!("{key} {}", difference(&there[key], inner))
        }
        (old, new) => format!("{key} is {old} there and {new} here"),
    }
}

fn read_game(row: &Row<'_>) -> rusqlite::Result<Played> {
    let words = |text: String| text.split_whitespace().map(str::to_owned).collect();
    let side: Option<i64> = row.get(6)?;
    let (ending, figures): (String, String) = (row.get(8)?, row.get(10)?);
    Ok(Played {
        pair: row.get::<_, i64>(0)? as u64,
        swapped: row.get(1)?,
        record: GameRecord {
            opening: Opening {
                name: row.get(2)?,
                position: row.get(3)?,
                moves: words(row.get(4)?),
            },
            moves: serde_json::from_str(&figures).map_err(|error| {
                rusqlite::Error::FromSqlConversionFailure(10, Type::Text, Box::new(error))
            })?,
            first: row.get::<_, i64>(5)? as usize & 1,
            winner: side.map(|side| side as usize & 1),
            margin: row.get(7)?,
            ending: Ending::named(&ending).unwrap_or(Ending::Rules),
            reason: row.get(9)?,
            waited: 0.0,
        },
    })
}

fn broken(path: &str, error: &rusqlite::Error) -> Fault {
    let hint = match error.sqlite_error_code() {
        Some(ErrorCode::NotADatabase) => "give a file that ponder has made, or a new one",
        Some(ErrorCode::CannotOpen) => "give a file in a folder that exists and can be written to",
        Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => {
            "another program is writing to it"
        }
        Some(ErrorCode::DiskFull) => "the disk is full",
        _ => "is the file whole, and may it be written to?",
    };
    Fault::new(format!("the database {path} cannot be used: {error}")).hint(hint)
}

fn now() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.map_or(0, |since| since.as_secs() as i64)
}
