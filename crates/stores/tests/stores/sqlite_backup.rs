//! Backing up a file while it is being written to.

use std::sync::Arc;

use refrain_ledger::model::{Overlap, Schedule, State};
use refrain_ledger::store::{Audit, Ledger, OccurrenceFilter, Page, PlanResult, StoreError, VerifyResult};
use refrain_ledger::testing::fixture::{acme, at, claim, done, due, key, overlapping, plan, save, settlement};
use refrain_stores::sqlite::{Sqlite, SqliteOptions};
use tokio::sync::watch;

use crate::sqlite::Folder;
use crate::sqlite_faults::integrity;

/// Number of copies, each of a later moment.
const COPIES: usize = 5;
/// Minimum number of rounds of work between two copies.
const ROUNDS: u64 = 20;

/// Plans, claims and settles until the receiver is dropped.
async fn write(store: Arc<Sqlite>, rounds: watch::Sender<u64>) {
    let mut schedule: Schedule = store.save(save(key("a"), overlapping(Overlap::AllowAll)), at(0)).await.unwrap();
    for number in 1_i64.. {
        if rounds.is_closed() {
            return;
        }
        let mut row = due(1);
        row.period_key = format!("{number:08}");
        let planned = store.plan(vec![plan(&schedule, vec![row])], at(1)).await.unwrap();
        assert_eq!(planned, [PlanResult::Done { inserted: 1 }]);
        let claimed = store.claim(&claim("n1", 10), at(2)).await.unwrap();
        let settlements = claimed.started.iter().map(|row| settlement(row, done())).collect();
        store.settle(settlements, at(3)).await.unwrap();
        // A change by a person, for the audit log.
        store.save(save(key(&format!("b-{number}")), overlapping(Overlap::AllowAll)), at(4)).await.unwrap();
        schedule = store.schedule(&key("a")).await.unwrap().unwrap();
        rounds.send_modify(|rounds| *rounds += 1);
    }
}

/// Checks that a copy shows a moment that really existed, and returns its number of audit entries.
async fn check(copy: &Sqlite) -> i64 {
    let schedule = copy.schedule(&key("a")).await.unwrap().unwrap();
    let filter = OccurrenceFilter { schedule: Some(key("a").id), ..OccurrenceFilter::default() };
    let (mut rows, mut page) = (Vec::new(), Page::first(500));
    loop {
        let part = copy.occurrences(&acme(), &filter, &page).await.unwrap();
        rows.extend(part.rows);
        let Some(next) = part.next else { break };
        page = Page::after(500, next);
    }
    let settled = rows.iter().filter(|row| row.state == State::Succeeded).count();
    // At most the one row in progress is not settled, and no earlier row is missing.
    assert!(rows.len() - settled <= 1, "{} rows, {settled} settled", rows.len());
    assert_eq!(schedule.counters.succeeded, u64::try_from(settled).unwrap());
    let keys: Vec<&str> = rows.iter().rev().map(|row| row.planned.period_key.as_str()).collect();
    let wanted: Vec<String> = (1..=rows.len()).map(|number| format!("{number:08}")).collect();
    assert_eq!(keys, wanted);
    match copy.verify(&acme()).await.unwrap() {
        VerifyResult::Whole(tip) => tip.seq,
        VerifyResult::BrokenAt(seq) => panic!("the audit chain is broken at {seq}"),
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_backup_during_writes_is_consistent() {
    let folder = Folder::new();
    let path = folder.file("ledger.db");
    let store = Arc::new(Sqlite::open(&path).await.unwrap());
    let (rounds, mut done) = watch::channel(0);
    let writing = tokio::spawn(write(store, rounds));
    let mut seen = 0;
    for number in 0..COPIES {
        let before = *done.borrow() + ROUNDS;
        done.wait_for(|rounds| *rounds >= before).await.unwrap();
        let copy = folder.file(&format!("copy-{number}.db"));
        let made = Sqlite::backup(SqliteOptions::new(&path), &copy).await.unwrap();
        assert_eq!((made.bytes, made.layout.version), (std::fs::metadata(&copy).unwrap().len(), 6));
        assert!(!folder.file(&format!("copy-{number}.db.partial")).exists());
        let entries = check(&Sqlite::open(&copy).await.unwrap()).await;
        assert_eq!(integrity(&rusqlite::Connection::open(&copy).unwrap()), "ok");
        assert!(entries > seen, "{entries} entries after {seen}: the copy is of an earlier moment");
        seen = entries;
    }
    drop(done);
    writing.await.unwrap();
}

#[tokio::test]
async fn a_backup_overwrites_nothing() {
    let folder = Folder::new();
    let path = folder.file("ledger.db");
    drop(Sqlite::open(&path).await.unwrap());
    let copy = folder.file("copy.db");
    std::fs::write(&copy, "mine").unwrap();
    let refused = Sqlite::backup(SqliteOptions::new(&path), &copy).await.unwrap_err();
    assert!(matches!(&refused, StoreError::Invalid { problem, .. } if problem.contains("copy.db")), "{refused}");
    assert_eq!(std::fs::read_to_string(&copy).unwrap(), "mine");
    assert!(!folder.file("copy.db.partial").exists());
    // A copy is not written onto the ledger itself, nor into a folder that does not exist.
    assert!(Sqlite::backup(SqliteOptions::new(&path), &path).await.is_err());
    assert!(Sqlite::backup(SqliteOptions::new(&path), folder.file("no/copy.db")).await.is_err());
}

#[tokio::test]
async fn a_failed_backup_leaves_nothing_behind() {
    let folder = Folder::new();
    let copy = folder.file("copy.db");
    let absent = Sqlite::backup(SqliteOptions::new(folder.file("absent.db")), &copy).await.unwrap_err();
    assert!(matches!(&absent, StoreError::Unavailable(text) if text.contains("absent.db")), "{absent}");
    let other = folder.file("other.db");
    rusqlite::Connection::open(&other).unwrap().execute_batch("CREATE TABLE notes (text TEXT)").unwrap();
    let refused = Sqlite::backup(SqliteOptions::new(&other), &copy).await.unwrap_err();
    assert!(matches!(refused, StoreError::Corrupt(_)), "{refused}");
    assert!(!copy.exists() && !folder.file("copy.db.partial").exists() && !folder.file("absent.db").exists());
}
