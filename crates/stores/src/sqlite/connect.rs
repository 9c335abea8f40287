//! Opens the file. Settings that durability depends on are written, read back, and an error if they did not
//! take effect.

use std::fs::OpenOptions;
use std::path::Path;
use std::thread;
use std::time::Duration;

use rusqlite::config::DbConfig;
use rusqlite::{Connection, ErrorCode, OpenFlags};

use super::error::Result;
use super::options::SqliteOptions;
use refrain_ledger::store::StoreError;

/// Maximum time a call waits for another process that writes to the same file.
const BUSY_TIMEOUT: Duration = Duration::from_secs(10);
/// Page size of a new file, in bytes. Smaller pages need more calls to write a batch; larger pages write more
/// for each small change.
const PAGE_BYTES: u32 = 8_192;
/// Page cache of each connection, in KiB. A larger cache is slower: when SQLite temporarily moves a page past
/// the end of the file, the next commit walks through the whole cache.
const CACHE_KIB: i64 = 16_384;
/// Size in bytes to which a write-ahead log is truncated after a long reader let it grow.
const LOG_BYTES_MAX: i64 = 256 * 1024 * 1024;
/// Quota of the statement cache. Large enough for every statement of the store.
const STATEMENTS_MAX: usize = 128;
/// Maximum number of attempts to switch a new file to a write-ahead log. The switch needs exclusive access for
/// a moment, and other processes may be opening the file at the same time.
const OPEN_TRIES_MAX: u32 = 200;
const OPEN_RETRY_DELAY: Duration = Duration::from_millis(10);

/// Opens the file for writing.
pub(super) fn open_writer(options: &SqliteOptions) -> Result<Connection> {
    create_private_file(&options.path);
    let conn = open(&options.path, OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE)?;
    refuse_read_only(&conn, &options.path)?;
    conn.pragma_update(None, "page_size", PAGE_BYTES)?;
    enable_wal(&conn)?;
    conn.pragma_update(None, "synchronous", "FULL")?;
    check_pragma(&conn, "synchronous", 2)?;
    conn.pragma_update(None, "journal_size_limit", LOG_BYTES_MAX)?;
    if let Some(pages_max) = options.pages_max {
        conn.pragma_update(None, "max_page_count", pages_max)?;
    }
    Ok(conn)
}

/// Opens the file, which a writer has created, for reading.
pub(super) fn open_reader(options: &SqliteOptions) -> Result<Connection> {
    let conn = open(&options.path, OpenFlags::SQLITE_OPEN_READ_ONLY)?;
    conn.pragma_update(None, "query_only", true)?;
    Ok(conn)
}

/// Checks that an existing file can be written. Runs no statement, so that nothing is created next to the file.
pub(super) fn check_writable(path: &Path) -> Result<()> {
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    refuse_read_only(&Connection::open_with_flags(path, flags)?, path)
}

/// SQLite opens a write-protected file as read-only and still lets a write transaction begin on it.
fn refuse_read_only(conn: &Connection, path: &Path) -> Result<()> {
    if conn.is_readonly("main")? {
        return Err(StoreError::ReadOnly(format!("{} is read-only", path.display())).into());
    }
    Ok(())
}

/// Opens an existing file as the source of a copy, without changing anything in it.
pub(super) fn open_source(path: &Path) -> Result<Connection> {
    open(path, OpenFlags::SQLITE_OPEN_READ_ONLY)
}

fn open(path: &Path, flags: OpenFlags) -> Result<Connection> {
    let name = |error: rusqlite::Error| match super::error::translate(&error) {
        StoreError::Unavailable(text) => StoreError::Unavailable(format!("{}: {text}", path.display())),
        other => other,
    };
    // Each connection belongs to one thread, so SQLite needs no mutexes.
    let conn = Connection::open_with_flags(path, flags | OpenFlags::SQLITE_OPEN_NO_MUTEX).map_err(name)?;
    conn.busy_timeout(BUSY_TIMEOUT)?;
    conn.set_prepared_statement_cache_capacity(STATEMENTS_MAX);
    conn.pragma_update(None, "foreign_keys", true)?;
    check_pragma(&conn, "foreign_keys", 1)?;
    // Query plans must not depend on bound values. Otherwise SQLite would replan some statements for every value.
    conn.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_QPSG, true)?;
    conn.pragma_update(None, "cache_size", -CACHE_KIB)?;
    conn.pragma_update(None, "temp_store", "MEMORY")?;
    Ok(conn)
}

/// Creates a missing file with access for its owner only, because the ledger contains the payloads of all
/// tenants. SQLite gives the same permissions to the `-wal` and `-shm` files next to it. An existing file keeps
/// its permissions.
fn create_private_file(path: &Path) {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    // If this fails, SQLite cannot open the file either, and its error is the one to report.
    options.open(path).ok();
}

/// Turns on the write-ahead log, which some file systems do not support.
fn enable_wal(conn: &Connection) -> Result<()> {
    let mut tries = 0;
    let mode: String = loop {
        tries += 1;
        match conn.pragma_update_and_check(None, "journal_mode", "WAL", |row| row.get(0)) {
            Err(error) if error.sqlite_error_code() == Some(ErrorCode::DatabaseBusy) && tries < OPEN_TRIES_MAX => {
                thread::sleep(OPEN_RETRY_DELAY);
            }
            answer => break answer?,
        }
    };
    if mode.eq_ignore_ascii_case("wal") {
        return Ok(());
    }
    let problem = format!("the file system does not support a write-ahead log: journal mode is {mode}");
    Err(StoreError::Unavailable(problem).into())
}

/// Reads a setting back. SQLite does not report an error for a setting that it does not accept.
fn check_pragma(conn: &Connection, pragma: &str, wanted: i64) -> Result<()> {
    let found: i64 = conn.pragma_query_value(None, pragma, |row| row.get(0))?;
    if found == wanted {
        return Ok(());
    }
    Err(StoreError::Unavailable(format!("{pragma} is {found} but must be {wanted}")).into())
}
