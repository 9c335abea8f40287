//! Behavior of SQLite when no space is left: on a real file system where one can be mounted, and with a limit
//! of pages.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

use refrain_ledger::model::{Overlap, Schedule};
use refrain_ledger::store::{Ledger, PlanResult, Store as _, StoreError};
use refrain_ledger::testing::fixture::{at, due, key, overlapping, plan, save};
use refrain_stores::sqlite::{Sqlite, SqliteOptions};
use rusqlite::Connection;

use crate::sqlite::Folder;
use crate::sqlite_faults::integrity;

/// Number of rows planned at once.
const BATCH: i64 = 100;
/// Size of the file system that is filled, and the part used before the ledger is created.
const FILE_SYSTEM_BYTES: usize = 16 * 1024 * 1024;
const BALLAST_BYTES: usize = 14 * 1024 * 1024;

async fn plan_rows(store: &Sqlite, schedule: &Schedule, after: i64) -> Result<Vec<PlanResult>, StoreError> {
    store.plan(vec![plan(schedule, (after + 1..=after + BATCH).map(due).collect())], at(0)).await
}

/// Plans until there is no space. Returns the schedule as it was last read, and the number of acknowledged rows.
async fn fill(store: &Sqlite) -> (Schedule, i64) {
    let mut schedule = store.save(save(key("a"), overlapping(Overlap::AllowAll)), at(0)).await.unwrap();
    let mut written = 0;
    let error = loop {
        match plan_rows(store, &schedule, written).await {
            Ok(planned) => assert_eq!(planned, [PlanResult::Done { inserted: 100 }]),
            Err(error) => break error,
        }
        written += BATCH;
        schedule = store.schedule(&key("a")).await.unwrap().unwrap();
    };
    assert!(matches!(&error, StoreError::ReadOnly(_)), "{error:?}");
    assert!(written > 0, "at least one batch was written");
    (schedule, written)
}

/// Checks that the ledger can still be read, and shows everything acknowledged and nothing of the rejected batch.
async fn check_readable(store: &Sqlite, schedule: &Schedule) {
    let read = store.schedule(&key("a")).await.unwrap().unwrap();
    assert_eq!(read.watermark, schedule.watermark);
}

fn check_file(path: &Path, written: i64) {
    let conn = Connection::open(path).unwrap();
    let rows: i64 = conn.query_row("SELECT count(*) FROM occurrences", [], |row| row.get(0)).unwrap();
    assert_eq!((rows, integrity(&conn)), (written, "ok".to_owned()));
}

#[tokio::test]
async fn a_page_limit_refuses_whole_batches_and_reading_continues() {
    fill_pages().await;
}

async fn fill_pages() {
    let folder = Folder::new();
    let path = folder.file("ledger.db");
    let options = SqliteOptions::new(&path).with(|it| it.pages_max = Some(120));
    let store = Sqlite::open_with(options).await.unwrap();
    assert_eq!(store.health().await.unwrap().full, None);
    let (schedule, written) = fill(&store).await;
    check_readable(&store, &schedule).await;
    let full = store.health().await.unwrap().full;
    assert!(full.as_ref().is_some_and(|full| full.contains("of 120 pages")), "{full:?}");
    drop(store);
    check_file(&path, written);
    // With free space again, the same batch succeeds.
    let store = Sqlite::open(&path).await.unwrap();
    assert_eq!(plan_rows(&store, &schedule, written).await.unwrap(), [PlanResult::Done { inserted: 100 }]);
}

#[tokio::test]
async fn a_full_file_system_refuses_whole_batches_until_there_is_space() {
    let folder = Folder::new();
    let small = match SmallFileSystem::mount(folder.file("small")) {
        Ok(small) => small,
        Err(why) => {
            writeln!(std::io::stdout(), "no file system could be mounted, so a limit of pages is used instead: {why}")
                .unwrap();
            return fill_pages().await;
        }
    };
    let ballast = small.file("ballast");
    fs::write(&ballast, vec![0; BALLAST_BYTES]).unwrap();
    let path = small.file("ledger.db");
    let store = Sqlite::open(&path).await.unwrap();
    let (schedule, written) = fill(&store).await;
    // Retries fail in the same way.
    let again = plan_rows(&store, &schedule, written).await;
    assert!(matches!(&again, Err(StoreError::ReadOnly(_))), "{again:?}");
    check_readable(&store, &schedule).await;
    fs::remove_file(&ballast).unwrap();
    // The same store, without being reopened, accepts the same batch.
    assert_eq!(plan_rows(&store, &schedule, written).await.unwrap(), [PlanResult::Done { inserted: 100 }]);
    drop(store);
    check_file(&path, written + BATCH);
}

/// A file system in memory, unmounted when it is dropped.
struct SmallFileSystem(PathBuf);

impl SmallFileSystem {
    /// Mounts the file system. Only an administrator may do this, and not in every container; the error says why not.
    fn mount(at: PathBuf) -> Result<Self, String> {
        fs::create_dir_all(&at).unwrap();
        let size = format!("size={FILE_SYSTEM_BYTES}");
        let mount = Command::new("mount").args(["-t", "tmpfs", "-o", &size, "tmpfs"]).arg(&at).output();
        let output = mount.map_err(|error| format!("mount: {error}"))?;
        if output.status.success() { Ok(Self(at)) } else { Err(String::from_utf8_lossy(&output.stderr).into_owned()) }
    }

    fn file(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }
}

impl Drop for SmallFileSystem {
    fn drop(&mut self) {
        // Lazily, because a failed test may still have the ledger open.
        let _ = Command::new("umount").arg("-l").arg(&self.0).output();
    }
}
