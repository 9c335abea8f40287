//! Behavior of SQLite when its file is not a valid ledger.

use std::fs;
use std::path::Path;

use refrain_ledger::model::Overlap;
use refrain_ledger::store::{Ledger, Page, Store, StoreError};
use refrain_ledger::testing::fixture::{acme, ann, at, due, key, overlapping, plan, save};
use refrain_stores::sqlite::Sqlite;
use rusqlite::Connection;

use crate::sqlite::Folder;

async fn refused(path: &Path) -> StoreError {
    Sqlite::open(path).await.map(drop).unwrap_err()
}

/// Creates a ledger with one schedule and this number of planned rows.
async fn filled(path: &Path, rows: i64) {
    let store = Sqlite::open(path).await.unwrap();
    let schedule = store.save(save(key("a"), overlapping(Overlap::AllowAll)), at(0)).await.unwrap();
    store.plan(vec![plan(&schedule, (1..=rows).map(due).collect())], at(0)).await.unwrap();
}

#[tokio::test]
async fn a_folder_is_refused_as_a_ledger() {
    let folder = Folder::new();
    let error = refused(&folder.file(".")).await;
    assert!(matches!(&error, StoreError::Unavailable(_)), "{error:?}");
}

#[tokio::test]
async fn a_missing_folder_is_not_created() {
    let folder = Folder::new();
    let path = folder.file("missing").join("ledger.db");
    let error = refused(&path).await;
    assert!(matches!(&error, StoreError::Unavailable(text) if text.contains("missing")), "{error:?}");
    assert!(!folder.file("missing").exists());
}

#[tokio::test]
async fn a_read_only_file_is_refused() {
    let folder = Folder::new();
    let path = folder.file("ledger.db");
    filled(&path, 1).await;
    let mut permissions = fs::metadata(&path).unwrap().permissions();
    permissions.set_readonly(true);
    fs::set_permissions(&path, permissions).unwrap();
    // An administrator may write to the file nevertheless; then it is not read-only.
    let may_write = fs::OpenOptions::new().write(true).open(&path).is_ok();
    let opened = Sqlite::open(&path).await;
    match opened {
        Ok(_) => assert!(may_write),
        Err(error) => assert!(!may_write && matches!(error, StoreError::ReadOnly(_)), "{error:?}"),
    }
}

#[tokio::test]
async fn a_file_that_is_not_a_database_is_refused_and_unchanged() {
    let folder = Folder::new();
    let path = folder.file("letter.txt");
    let text = "Dear reader, this is a letter.\n".repeat(500);
    fs::write(&path, &text).unwrap();
    let error = refused(&path).await;
    assert!(matches!(&error, StoreError::Corrupt(_)), "{error:?}");
    assert_eq!(fs::read_to_string(&path).unwrap(), text);
}

#[tokio::test]
async fn the_database_of_another_program_is_refused_and_unchanged() {
    let folder = Folder::new();
    let path = folder.file("other.db");
    Connection::open(&path).unwrap().execute_batch("CREATE TABLE notes (text TEXT)").unwrap();
    let error = refused(&path).await;
    assert!(matches!(&error, StoreError::Corrupt(_)), "{error:?}");
    let tables: i64 =
        Connection::open(&path).unwrap().query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0)).unwrap();
    assert_eq!(tables, 1);
}

#[tokio::test]
async fn a_newer_layout_is_refused() {
    let folder = Folder::new();
    let path = folder.file("ledger.db");
    filled(&path, 1).await;
    let raw = Connection::open(&path).unwrap();
    raw.pragma_update(None, "user_version", 99).unwrap();
    raw.execute("UPDATE meta SET value = 99 WHERE name = 'oldest_reader'", []).unwrap();
    let error = refused(&path).await;
    assert!(matches!(error, StoreError::Newer { found: 99, known: 6 }), "{error:?}");
}

#[tokio::test]
async fn a_truncated_file_is_reported_as_damaged() {
    let folder = Folder::new();
    let path = folder.file("ledger.db");
    filled(&path, 500).await;
    let bytes = fs::metadata(&path).unwrap().len();
    fs::OpenOptions::new().write(true).open(&path).unwrap().set_len(bytes / 2).unwrap();
    let error = refused(&path).await;
    assert!(matches!(&error, StoreError::Corrupt(_)), "{error:?}");
}

#[tokio::test]
async fn overwritten_pages_are_reported_as_damage() {
    let folder = Folder::new();
    let path = folder.file("ledger.db");
    filled(&path, 2_000).await;
    let mut bytes = fs::read(&path).unwrap();
    // The first page identifies the file and contains the layout; it is kept.
    bytes.iter_mut().skip(64 * 1024).for_each(|byte| *byte = 0xff);
    fs::write(&path, bytes).unwrap();
    let found = match Sqlite::open(&path).await {
        Ok(store) => store.occurrences(&acme(), &Default::default(), &Page::first(500)).await.map(drop),
        Err(error) => Err(error),
    };
    assert!(matches!(&found, Err(StoreError::Corrupt(_))), "{found:?}");
}

#[tokio::test]
async fn concurrent_opens_of_a_new_file_succeed() {
    let folder = Folder::new();
    let path = folder.file("ledger.db");
    let open = |_| tokio::spawn(Sqlite::open(path.clone()));
    let opening: Vec<_> = (0..8).map(open).collect();
    for opened in opening {
        let store = opened.await.unwrap().unwrap();
        assert_eq!(store.health().await.unwrap().kind, "sqlite");
    }
}

#[tokio::test]
async fn jobs_that_share_a_commit_fail_separately() {
    let folder = Folder::new();
    let store = Sqlite::open(folder.file("ledger.db")).await.unwrap();
    let good = |name: &str| store.save(save(key(name), overlapping(Overlap::Skip)), at(0));
    let missing = key("missing");
    let by = ann();
    let bad = || store.delete(&missing, refrain_ledger::store::ExpectedVersion::Any, &by, at(0));
    let (a, b, c, d, e) = tokio::join!(good("a"), bad(), good("b"), bad(), good("c"));
    assert!(a.is_ok() && c.is_ok() && e.is_ok());
    assert!(matches!(b, Err(StoreError::NotFound(_))) && matches!(d, Err(StoreError::NotFound(_))));
    let all = store.schedules(&acme(), &Default::default(), &Page::first(9)).await.unwrap();
    assert_eq!(all.rows.len(), 3);
}

#[tokio::test]
async fn a_store_that_is_dropped_leaves_no_log_and_no_thread() {
    let folder = Folder::new();
    let path = folder.file("ledger.db");
    filled(&path, 10).await;
    assert!(!folder.file("ledger.db-wal").exists());
}

/// Returns the result of SQLite's integrity check of the whole file.
pub(crate) fn integrity(conn: &Connection) -> String {
    conn.query_row("PRAGMA integrity_check", [], |row| row.get(0)).unwrap()
}
