//! The games a person has kept: one `SQLite` file.
//!
//! A game is kept as its place, the way the protocol names it, with what people search for beside
//! it: the game, the first moves, the result, the names.

use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, SystemTime, UNIX_EPOCH};
use std::{env, fs};

use ponder_core::Fault;
use ponder_engine::GAMES;
use rusqlite::{Connection, ErrorCode, OptionalExtension, Row, params};
use serde::Serialize;

use crate::protocol::{Find, Tags};

/// The version of the table below. A file with a greater one was made by a newer program.
const VERSION: i64 = 1;

/// How long to wait for another program that is writing.
const PATIENCE: Duration = Duration::from_secs(2);

/// More games than this are not kept.
const MOST: u64 = 100_000;

/// How many games a list holds at most, and if nothing is said.
const LONGEST_LIST: u64 = 200;
const USUAL_LIST: u64 = 50;

/// How many moves of a game a list shows.
const OPENING: usize = 8;

/// The column `saved`, for people and programs.
const WHEN: &str = "strftime('%Y-%m-%dT%H:%M:%SZ', saved, 'unixepoch')";

const TABLE: &str = "
    CREATE TABLE games (
        key    INTEGER PRIMARY KEY AUTOINCREMENT,
        game   TEXT NOT NULL,
        start  TEXT,
        moves  TEXT NOT NULL,
        length INTEGER NOT NULL,
        title  TEXT NOT NULL,
        tags   TEXT NOT NULL,
        result TEXT NOT NULL,
        reason TEXT NOT NULL,
        saved  INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX games_by_game ON games (game);
";

/// A game to be kept, already checked.
pub(crate) struct Kept {
    /// Its canonical id.
    pub(crate) game: String,
    /// Its first position, if it is not the usual one.
    pub(crate) start: Option<String>,
    /// Its moves.
    pub(crate) moves: Vec<String>,
    /// What is known about it.
    pub(crate) tags: Tags,
    /// The winner's name, `draw` or `open`.
    pub(crate) result: String,
    /// Why it ended so; empty if it has not.
    pub(crate) reason: String,
    /// When it was saved; said by the archive.
    pub(crate) when: String,
}

/// A game of a list.
#[derive(Debug, Serialize)]
pub(crate) struct Listed {
    key: i64,
    game: String,
    /// Date and time, as in `2026-11-16T15:30:00Z`.
    when: String,
    title: String,
    moves: u64,
    opening: String,
    result: String,
    reason: String,
}

/// A list, and how many games would be on it if it were longer.
#[derive(Debug, Serialize)]
pub(crate) struct List {
    total: u64,
    games: Vec<Listed>,
}

/// See the module.
pub(crate) struct Archive {
    connection: Mutex<Connection>,
    path: String,
}

impl Archive {
    /// The file in the user's data folder, if there is one.
    pub(crate) fn usual_path() -> Option<PathBuf> {
        let folder = |name| {
            env::var_os(name)
                .map(PathBuf::from)
                .filter(|path| path.is_absolute())
        };
        let data = folder("XDG_DATA_HOME")
            .or_else(|| folder("HOME").map(|home| home.join(".local/share")))
            .or_else(|| folder("LOCALAPPDATA"))?;
        Some(data.join("ponder").join("games.sqlite"))
    }

    /// Opens a file, or makes it and its folder. Refuses what is not ours or comes from a newer
    /// version.
    pub(crate) fn open(path: &Path) -> Result<Self, Fault> {
        let shown = path.display().to_string();
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder).map_err(|error| {
                let what = format!("the folder of {shown} cannot be made: {error}");
                Fault::new(what).hint("name another file by --archive, or use --no-archive")
            })?;
        }
        let opened = Connection::open(path).and_then(|connection| {
            connection.busy_timeout(PATIENCE)?;
            let version = connection.pragma_query_value(None, "user_version", |row| row.get(0))?;
            let tables = "SELECT count(*) FROM sqlite_schema";
            let tables: i64 = connection.query_row(tables, [], |row| row.get(0))?;
            Ok((connection, version, tables))
        });
        let (connection, version, tables): (_, i64, _) =
            opened.map_err(|error| broken(&shown, &error))?;
        match version {
            VERSION => {}
            0 if tables == 0 => {
                let all =
                    format!("BEGIN IMMEDIATE; {TABLE} PRAGMA user_version = {VERSION}; COMMIT;");
                let made = connection.execute_batch(&all);
                made.map_err(|error| broken(&shown, &error))?;
            }
            0 => {
                return Err(
                    Fault::new(format!("{shown} is a database of another program"))
                        .hint("name another file by --archive"),
                );
            }
            _ => {
                return Err(Fault::new(format!("{shown} was made by a newer version"))
                    .hint("use the newer program, or name another file by --archive"));
            }
        }
        let journal = connection.pragma_update(None, "journal_mode", "wal");
        journal.map_err(|error| broken(&shown, &error))?;
        Ok(Self {
            connection: Mutex::new(connection),
            path: shown,
        })
    }

    /// Keeps a game, in the place of another one if its key is given, and returns its key.
    pub(crate) fn save(&self, game: &Kept, key: Option<i64>) -> Result<i64, Fault> {
        let tags = serde_json::to_string(&game.tags).unwrap_or_default();
        let values = params![
            game.game,
            game.start,
            game.moves.join(" "),
            game.moves.len() as i64,
            title(&game.tags),
            tags,
            game.result,
            game.reason,
            now(),
            key,
        ];
        let connection = self.lock();
        if key.is_some() {
            let update = "UPDATE games SET game = ?1, start = ?2, moves = ?3, length = ?4, \
                          title = ?5, tags = ?6, result = ?7, reason = ?8, saved = ?9 \
                          WHERE key = ?10";
            let changed = connection.execute(update, values);
            let changed = changed.map_err(|error| broken(&self.path, &error))?;
            return key.filter(|_| changed == 1).ok_or_else(missing);
        }
        let count: i64 = connection
            .query_row("SELECT count(*) FROM games", [], |row| row.get(0))
            .map_err(|error| broken(&self.path, &error))?;
        if count as u64 >= MOST {
            return Err(
                Fault::new(format!("the archive holds {count} games, and no more fit"))
                    .hint("delete some, or name another file by --archive"),
            );
        }
        let insert = "INSERT INTO games \
                      (game, start, moves, length, title, tags, result, reason, saved, key) \
                      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)";
        let inserted = connection.execute(insert, values);
        inserted.map_err(|error| broken(&self.path, &error))?;
        Ok(connection.last_insert_rowid())
    }

    /// The games that are looked for, the last saved one first.
    pub(crate) fn list(&self, find: &Find) -> Result<List, Fault> {
        // Some write an opening without blanks.
        let opening = find.opening.as_ref().map(|opening| {
            let words: String = opening.split_whitespace().collect();
            words.to_lowercase()
        });
        let winners = find.result.as_deref().and_then(winners);
        let text = find.text.as_ref().map(|text| text.trim().to_lowercase());
        // A name without options means all variants; a condition that is not given is null.
        let from = "FROM games WHERE (?1 IS NULL OR game = ?1 OR substr(game, 1, length(?1) + 1) = ?1 || ':') \
                    AND (?2 IS NULL OR substr(replace(lower(moves), ' ', ''), 1, length(?2)) = ?2) \
                    AND (?3 IS NULL OR result = ?3 \
                         OR instr(?5, ' ' || substr(game, 1, instr(game || ':', ':') - 1) || '=' || result || ' ') > 0) \
                    AND (?4 IS NULL OR instr(lower(title || ' ' || tags || ' ' || game || ' ' || reason), ?4) > 0)";
        let connection = self.lock();
        let listed = || -> rusqlite::Result<List> {
            let wanted = params![find.game, opening, find.result, text, winners];
            let total = format!("SELECT count(*) {from}");
            let total: i64 = connection.query_row(&total, wanted, |row| row.get(0))?;
            let limit = find.limit.unwrap_or(USUAL_LIST).min(LONGEST_LIST) as i64;
            let offset = find.offset.unwrap_or(0).min(MOST) as i64;
            let page = format!(
                "SELECT key, game, {WHEN}, title, length, moves, result, reason {from} \
                 ORDER BY saved DESC, key DESC LIMIT ?6 OFFSET ?7"
            );
            let mut query = connection.prepare(&page)?;
            let wanted = params![
                find.game,
                opening,
                find.result,
                text,
                winners,
                limit,
                offset
            ];
            let games = query.query_map(wanted, listed)?;
            Ok(List {
                total: total as u64,
                games: games.collect::<rusqlite::Result<_>>()?,
            })
        };
        listed().map_err(|error| broken(&self.path, &error))
    }

    /// A game by its key.
    pub(crate) fn load(&self, key: i64) -> Result<Kept, Fault> {
        let one = format!(
            "SELECT game, start, moves, tags, result, reason, {WHEN} FROM games WHERE key = ?1"
        );
        let found = self.lock().query_row(&one, [key], |row| {
            let (moves, tags): (String, String) = (row.get(2)?, row.get(3)?);
            Ok(Kept {
                game: row.get(0)?,
                start: row.get(1)?,
                moves: moves.split_whitespace().map(str::to_owned).collect(),
                tags: serde_json::from_str(&tags).unwrap_or_default(),
                result: row.get(4)?,
                reason: row.get(5)?,
                when: row.get(6)?,
            })
        });
        let found = found
            .optional()
            .map_err(|error| broken(&self.path, &error))?;
        found.ok_or_else(missing)
    }

    /// Deletes a game.
    pub(crate) fn delete(&self, key: i64) -> Result<(), Fault> {
        let deleted = self
            .lock()
            .execute("DELETE FROM games WHERE key = ?1", [key]);
        match deleted.map_err(|error| broken(&self.path, &error))? {
            0 => Err(missing()),
            _ => Ok(()),
        }
    }

    fn lock(&self) -> MutexGuard<'_, Connection> {
        self.connection
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }
}

fn listed(row: &Row<'_>) -> rusqlite::Result<Listed> {
    let moves: String = row.get(5)?;
    let opening: Vec<_> = moves.split_whitespace().take(OPENING).collect();
    Ok(Listed {
        key: row.get(0)?,
        game: row.get(1)?,
        when: row.get(2)?,
        title: row.get(3)?,
        moves: row.get::<_, i64>(4)? as u64,
        opening: opening.join(" "),
        result: row.get(6)?,
        reason: row.get(7)?,
    })
}

/// What a game is called in a list: its own title, or its players.
fn title(tags: &Tags) -> String {
    let named = |wanted: &str| {
        let mut pairs = tags.0.iter();
        pairs
            .find(|(name, _)| name.eq_ignore_ascii_case(wanted))
            .map(|(_, value)| value.clone())
    };
    named("title")
        .or_else(|| named("event"))
        .unwrap_or_else(|| {
            let others = ["date", "result", "round", "site"];
            let people = tags
                .0
                .iter()
                .filter(|(name, _)| !others.iter().any(|other| name.eq_ignore_ascii_case(other)));
            let people: Vec<_> = people.map(|(_, value)| value.as_str()).collect();
            people.join(" - ")
        })
}

/// Who has won each game, as ` othello=black checkers=black `, if the result is that the `first` or
/// the `second` player has.
fn winners(result: &str) -> Option<String> {
    let side = ["first", "second"]
        .iter()
        .position(|side| *side == result)?;
    let named = GAMES
        .iter()
        .map(|game| format!(" {}={} ", game.name, game.players[side]));
    Some(named.collect())
}

fn missing() -> Fault {
    Fault::new("the archive has no such game")
        .hint("it may have been deleted; list the games again")
}

fn broken(path: &str, error: &rusqlite::Error) -> Fault {
    let hint = match error.sqlite_error_code() {
        Some(ErrorCode::NotADatabase) => "name a file that ponder has made, or a new one",
        Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => {
            "another program is writing to it"
        }
        Some(ErrorCode::DiskFull) => "the disk is full",
        _ => "is the file whole, and may it be written to?",
    };
    Fault::new(format!("the archive {path} cannot be used: {error}")).hint(hint)
}

fn now() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.map_or(0, |since| since.as_secs() as i64)
}
