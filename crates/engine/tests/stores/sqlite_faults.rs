//! What SQLite does when its file, its disk or its process fails it.

use std::collections::BTreeMap;
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use refrain::policy::Overlap;
use refrain::schedule::Schedule;
use refrain::store::sqlite::{Sqlite, SqliteOptions};
use refrain::store::{Ledger, Page, Planned, Settled, Store, StoreError};
use rusqlite::Connection;

use crate::fixture::{acme, ann, at, claim, done, due, key, overlapping, plan, save, settlement};
use crate::sqlite::Folder;

async fn refused(path: &Path) -> StoreError {
    Sqlite::open(path).await.map(drop).unwrap_err()
}

/// A ledger with one schedule and so many planned rows.
async fn filled(path: &Path, rows: i64) {
    let store = Sqlite::open(path).await.unwrap();
    let schedule = store.save(save(key("a"), overlapping(Overlap::AllowAll)), at(0)).await.unwrap();
    store.plan(vec![plan(&schedule, (1..=rows).map(due).collect())], at(0)).await.unwrap();
}

#[tokio::test]
async fn a_folder_is_no_ledger() {
    let folder = Folder::new();
    let error = refused(&folder.file(".")).await;
    assert!(matches!(&error, StoreError::Unavailable(_)), "{error:?}");
}

#[tokio::test]
async fn a_folder_that_is_not_there_is_not_made() {
    let folder = Folder::new();
    let path = folder.file("missing").join("ledger.db");
    let error = refused(&path).await;
    assert!(matches!(&error, StoreError::Unavailable(text) if text.contains("missing")), "{error:?}");
    assert!(!folder.file("missing").exists());
}

#[tokio::test]
async fn a_file_that_may_only_be_read_is_refused() {
    let folder = Folder::new();
    let path = folder.file("ledger.db");
    filled(&path, 1).await;
    let mut permissions = fs::metadata(&path).unwrap().permissions();
    permissions.set_readonly(true);
    fs::set_permissions(&path, permissions).unwrap();
    // An administrator may write it all the same; then it is no file that may only be read.
    let may_write = fs::OpenOptions::new().write(true).open(&path).is_ok();
    let opened = Sqlite::open(&path).await;
    match opened {
        Ok(_) => assert!(may_write),
        Err(error) => assert!(!may_write && matches!(error, StoreError::ReadOnly(_)), "{error:?}"),
    }
}

#[tokio::test]
async fn a_file_that_is_no_database_is_refused_and_left_alone() {
    let folder = Folder::new();
    let path = folder.file("letter.txt");
    let text = "Dear reader, this is a letter.\n".repeat(500);
    fs::write(&path, &text).unwrap();
    let error = refused(&path).await;
    assert!(matches!(&error, StoreError::Corrupt(_)), "{error:?}");
    assert_eq!(fs::read_to_string(&path).unwrap(), text);
}

#[tokio::test]
async fn the_database_of_another_program_is_refused_and_left_alone() {
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
    Connection::open(&path).unwrap().pragma_update(None, "user_version", 99).unwrap();
    let error = refused(&path).await;
    assert!(matches!(error, StoreError::Newer { found: 99, known: 1 }), "{error:?}");
}

#[tokio::test]
async fn a_file_that_was_cut_is_damaged() {
    let folder = Folder::new();
    let path = folder.file("ledger.db");
    filled(&path, 500).await;
    let bytes = fs::metadata(&path).unwrap().len();
    fs::OpenOptions::new().write(true).open(&path).unwrap().set_len(bytes / 2).unwrap();
    let error = refused(&path).await;
    assert!(matches!(&error, StoreError::Corrupt(_)), "{error:?}");
}

#[tokio::test]
async fn pages_that_were_overwritten_are_damage_and_no_empty_answer() {
    let folder = Folder::new();
    let path = folder.file("ledger.db");
    filled(&path, 2_000).await;
    let mut bytes = fs::read(&path).unwrap();
    // The first page says what the file is and holds the layout; it stays.
    bytes.iter_mut().skip(64 * 1024).for_each(|byte| *byte = 0xff);
    fs::write(&path, bytes).unwrap();
    let found = match Sqlite::open(&path).await {
        Ok(store) => store.occurrences(&acme(), &Default::default(), &Page::first(500)).await.map(drop),
        Err(error) => Err(error),
    };
    assert!(matches!(&found, Err(StoreError::Corrupt(_))), "{found:?}");
}

#[tokio::test]
async fn a_full_disk_refuses_whole_batches_and_reading_goes_on() {
    let folder = Folder::new();
    let path = folder.file("ledger.db");
    let options = SqliteOptions { pages_max: Some(120), ..SqliteOptions::new(&path) };
    let store = Sqlite::open_with(options).await.unwrap();
    let mut schedule = store.save(save(key("a"), overlapping(Overlap::AllowAll)), at(0)).await.unwrap();
    let mut written = 0;
    let error = loop {
        let rows = (written + 1..=written + 100).map(due).collect();
        match store.plan(vec![plan(&schedule, rows)], at(0)).await {
            Ok(planned) => assert_eq!(planned, [Planned::Done { inserted: 100 }]),
            Err(error) => break error,
        }
        written += 100;
        schedule = store.schedule(&key("a")).await.unwrap().unwrap();
    };
    assert!(matches!(&error, StoreError::ReadOnly(_)), "{error:?}");
    let read = store.schedule(&key("a")).await.unwrap().unwrap();
    assert_eq!((read.watermark, read.counters.runs), (schedule.watermark, u64::try_from(written).unwrap()));
    drop(store);
    let conn = Connection::open(&path).unwrap();
    let rows: i64 = conn.query_row("SELECT count(*) FROM occurrences", [], |row| row.get(0)).unwrap();
    assert_eq!((rows, integrity(&conn)), (written, "ok".to_owned()));
    // With room again, the same batch goes through.
    let store = Sqlite::open(&path).await.unwrap();
    let rows = (written + 1..=written + 100).map(due).collect();
    let planned = store.plan(vec![plan(&schedule, rows)], at(0)).await.unwrap();
    assert_eq!(planned, [Planned::Done { inserted: 100 }]);
}

#[tokio::test]
async fn many_who_open_a_new_file_at_once_all_succeed() {
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
async fn jobs_that_share_a_commit_fail_alone() {
    let folder = Folder::new();
    let store = Sqlite::open(folder.file("ledger.db")).await.unwrap();
    let good = |name: &str| store.save(save(key(name), overlapping(Overlap::Skip)), at(0));
    let missing = key("missing");
    let by = ann();
    let bad = || store.delete(&missing, refrain::store::Expect::Any, &by, at(0));
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

/// How often the writer is killed.
const KILLS: u64 = 100;
/// Tells the child which file to write and which round it is.
const KILL_FILE: &str = "REFRAIN_TEST_KILL_FILE";
const KILL_ROUND: &str = "REFRAIN_TEST_KILL_ROUND";
const CHILD: &str = "sqlite_faults::the_writer_that_is_killed";

/// Not a test of its own: the process that the next test kills. Without a file it has nothing to do.
#[tokio::test]
async fn the_writer_that_is_killed() {
    let Ok(path) = std::env::var(KILL_FILE) else { return };
    let round = std::env::var(KILL_ROUND).unwrap();
    let store = Sqlite::open(path).await.unwrap();
    let say = |what: &str, key: &str| writeln!(std::io::stdout(), "\n{what} {key}").unwrap();
    for number in 0_i64.. {
        let schedule = match store.schedule(&key("a")).await.unwrap() {
            Some(schedule) => schedule,
            None => store.save(save(key("a"), overlapping(Overlap::AllowAll)), at(0)).await.unwrap(),
        };
        write_one(&store, &schedule, &format!("{round}-{number}"), &say).await;
    }
}

async fn write_one(store: &Sqlite, schedule: &Schedule, name: &str, say: &impl Fn(&str, &str)) {
    let mut row = due(1);
    row.period_key = name.to_owned();
    let planned = store.plan(vec![plan(schedule, vec![row])], at(1)).await.unwrap();
    assert_eq!(planned, [Planned::Done { inserted: 1 }]);
    say("planned", name);
    let claimed = store.claim(&claim("n1", 10), at(2)).await.unwrap();
    for row in &claimed.started {
        say("claimed", &row.planned.period_key);
        let settled = store.settle(vec![settlement(row, done())], at(3)).await.unwrap();
        assert_eq!(settled, [Settled::Done]);
        say("settled", &row.planned.period_key);
    }
}

#[test]
fn nothing_acknowledged_is_lost_when_the_writer_is_killed() {
    let folder = Folder::new();
    let path = folder.file("ledger.db");
    let mut acknowledged: BTreeMap<String, i64> = BTreeMap::new();
    for round in 0..KILLS {
        let child = start(&path, round);
        // Some rounds are killed at their first sign of life, others later.
        for (key, state) in kill_after(child, (round * 7) % 31 + 1) {
            acknowledged.entry(key).and_modify(|least| *least = state.max(*least)).or_insert(state);
        }
        check(&path, &acknowledged, round);
    }
    assert!(acknowledged.len() > 100, "{} rows say little", acknowledged.len());
}

fn start(path: &Path, round: u64) -> Child {
    Command::new(std::env::current_exe().unwrap())
        .args(["--exact", CHILD, "--nocapture", "--test-threads", "1"])
        .env(KILL_FILE, path)
        .env(KILL_ROUND, round.to_string())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap()
}

/// Kills the child after so many answers and gives all that it had: each key with the least state it must be in.
fn kill_after(mut child: Child, answers: u64) -> Vec<(String, i64)> {
    let mut heard = Vec::new();
    let lines = BufReader::new(child.stdout.take().unwrap()).lines();
    for line in lines.map_while(Result::ok) {
        let Some((what, key)) = line.split_once(' ') else { continue };
        let state = match what {
            "planned" => 0,
            "claimed" => 1,
            "settled" => 2,
            _ => continue,
        };
        heard.push((key.to_owned(), state));
        if heard.len() as u64 == answers {
            child.kill().unwrap();
        }
    }
    child.wait().unwrap();
    assert!(heard.len() as u64 >= answers, "the child ended by itself after {} answers", heard.len());
    heard
}

fn check(path: &Path, acknowledged: &BTreeMap<String, i64>, round: u64) {
    let conn = Connection::open(path).unwrap();
    assert_eq!(integrity(&conn), "ok", "after kill {round}");
    let mut read = conn.prepare("SELECT period_key, state FROM occurrences").unwrap();
    let found: BTreeMap<String, i64> =
        read.query_map([], |row| Ok((row.get(0)?, row.get(1)?))).unwrap().map(Result::unwrap).collect();
    for (key, state) in acknowledged {
        assert!(found.get(key).is_some_and(|found| found >= state), "{key} is {:?} after kill {round}", found.get(key));
    }
}

fn integrity(conn: &Connection) -> String {
    conn.query_row("PRAGMA integrity_check", [], |row| row.get(0)).unwrap()
}
