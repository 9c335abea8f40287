//! Opening the file: how it is written is set here, read back, and refused when it is not so.

use std::fs::OpenOptions;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

use rusqlite::config::DbConfig;
use rusqlite::{Connection, ErrorCode, OpenFlags};

use super::error::Result;
use crate::store::StoreError;

/// How long a call waits for another process that writes to the same file.
const BUSY_FOR: Duration = Duration::from_secs(10);
/// Pages of a new file. Smaller ones take more calls to write a batch, larger ones write more for each small change.
const PAGE_BYTES: u32 = 8_192;
/// What each connection keeps in memory, in KiB. More is slower: a page that SQLite moves for a moment behind the end of the file makes the
/// next commit walk through everything that is kept.
const CACHE_KIB: i64 = 16_384;
/// A log that grew beyond this under a long reader is cut again, in bytes.
const LOG_BYTES_MAX: i64 = 256 * 1024 * 1024;
/// Every statement of the store has its place.
const STATEMENTS_MAX: usize = 128;
/// Changing a new file to a write-ahead log needs it alone for a moment; others that open it may be in the way.
const OPEN_TRIES_MAX: u32 = 200;
const OPEN_RETRY_FOR: Duration = Duration::from_millis(10);

/// Where the ledger is, and how it is used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SqliteOptions {
    /// The file. It is made when it is not there, readable by its owner alone; its folder is not.
    pub path: PathBuf,
    /// How many threads read.
    pub readers: usize,
    /// The file never has more pages of 8 KiB; writing more answers that the store is full.
    pub pages_max: Option<u32>,
}

impl SqliteOptions {
    /// The file with the usual settings.
    pub fn new(path: impl AsRef<Path>) -> Self {
        Self { path: path.as_ref().to_owned(), readers: 2, pages_max: None }
    }
}

/// Opens the file to write.
pub(super) fn open_writer(options: &SqliteOptions) -> Result<Connection> {
    make_private(&options.path);
    let conn = open(&options.path, OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE)?;
    // SQLite opens a file that may only be read as such, and lets a write transaction begin on it.
    if conn.is_readonly("main")? {
        return Err(StoreError::ReadOnly(format!("{} may only be read", options.path.display())));
    }
    conn.pragma_update(None, "page_size", PAGE_BYTES)?;
    use_log(&conn)?;
    conn.pragma_update(None, "synchronous", "FULL")?;
    expect(&conn, "synchronous", 2)?;
    conn.pragma_update(None, "journal_size_limit", LOG_BYTES_MAX)?;
    if let Some(pages_max) = options.pages_max {
        conn.pragma_update(None, "max_page_count", pages_max)?;
    }
    Ok(conn)
}

/// Opens the file, which a writer has made, to read.
pub(super) fn open_reader(options: &SqliteOptions) -> Result<Connection> {
    let conn = open(&options.path, OpenFlags::SQLITE_OPEN_READ_ONLY)?;
    conn.pragma_update(None, "query_only", true)?;
    Ok(conn)
}

/// Opens a file that is there, to copy it: nothing of it is changed.
pub(super) fn open_source(path: &Path) -> Result<Connection> {
    open(path, OpenFlags::SQLITE_OPEN_READ_ONLY)
}

fn open(path: &Path, flags: OpenFlags) -> Result<Connection> {
    let name = |error: rusqlite::Error| match super::error::translate(&error) {
        StoreError::Unavailable(text) => StoreError::Unavailable(format!("{}: {text}", path.display())),
        other => other,
    };
    // Each connection belongs to one thread, so SQLite needs no locks of its own.
    let conn = Connection::open_with_flags(path, flags | OpenFlags::SQLITE_OPEN_NO_MUTEX).map_err(name)?;
    conn.busy_timeout(BUSY_FOR)?;
    conn.set_prepared_statement_cache_capacity(STATEMENTS_MAX);
    conn.pragma_update(None, "foreign_keys", true)?;
    expect(&conn, "foreign_keys", 1)?;
    // Plans do not depend on what is bound; otherwise SQLite would plan some statements anew for every value.
    conn.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_QPSG, true)?;
    conn.pragma_update(None, "cache_size", -CACHE_KIB)?;
    conn.pragma_update(None, "temp_store", "MEMORY")?;
    Ok(conn)
}

/// Makes a missing file that only its owner may read: the ledger holds everybody's payloads. SQLite gives the same permissions
/// to the files beside it, `-wal` and `-shm`. A file that exists keeps its permissions.
fn make_private(path: &Path) {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    // Whatever stands in the way also keeps SQLite from opening the file, and its error is the one to report.
    options.open(path).ok();
}

/// Turns on the write-ahead log, which some file systems do not allow.
fn use_log(conn: &Connection) -> Result<()> {
    let mut tries = 0;
    let mode: String = loop {
        tries += 1;
        match conn.pragma_update_and_check(None, "journal_mode", "WAL", |row| row.get(0)) {
            Err(error) if error.sqlite_error_code() == Some(ErrorCode::DatabaseBusy) && tries < OPEN_TRIES_MAX => {
                thread::sleep(OPEN_RETRY_FOR);
            }
            answer => break answer?,
        }
    };
    if mode.eq_ignore_ascii_case("wal") {
        return Ok(());
    }
    Err(StoreError::Unavailable(format!("the file system allows no write-ahead log: journal mode is {mode}")))
}

/// Reads a setting back: one that SQLite does not take is not an error to it.
fn expect(conn: &Connection, pragma: &str, wanted: i64) -> Result<()> {
    let found: i64 = conn.pragma_query_value(None, pragma, |row| row.get(0))?;
    if found == wanted {
        return Ok(());
    }
    Err(StoreError::Unavailable(format!("{pragma} is {found} and must be {wanted}")))
}
