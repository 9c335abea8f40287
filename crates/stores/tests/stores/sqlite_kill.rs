//! Durability of the ledger when its writer is killed at random moments. Each run prints its seed;
//! `REFRAIN_SEED` repeats the same moments.

use std::collections::BTreeMap;
use std::hash::{BuildHasher, DefaultHasher, Hash, Hasher, RandomState};
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use refrain_ledger::model::{Overlap, Schedule};
use refrain_ledger::store::{Ledger, PlanResult, SettleResult};
use refrain_ledger::testing::fixture::{at, claim, done, due, key, overlapping, plan, save, settlement};
use refrain_stores::sqlite::Sqlite;
use rusqlite::Connection;

use crate::sqlite::Folder;
use crate::sqlite_faults::integrity;

/// Number of times the writer is killed.
const KILLS: u64 = 100;
/// Maximum number of answers after which a writer is killed. The minimum is one.
const ANSWERS_MAX: u64 = 31;
/// After the last counted answer, the writer continues for a while, measured in iterations of an idle loop: up
/// to about the time of a few commits.
const TURNS_MAX: u64 = 200_000;
/// Environment variables with the file to write and the number of the round.
const KILL_FILE: &str = "REFRAIN_TEST_KILL_FILE";
const KILL_ROUND: &str = "REFRAIN_TEST_KILL_ROUND";
const CHILD: &str = "sqlite_kill::the_writer_that_is_killed";

/// Not a test by itself: the process that the next test kills. Without a file it does nothing.
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
    assert_eq!(planned, [PlanResult::Done { inserted: 1 }]);
    say("planned", name);
    let claimed = store.claim(&claim("n1", 10), at(2)).await.unwrap();
    for row in &claimed.started {
        say("claimed", &row.planned.period_key);
        let settled = store.settle(vec![settlement(row, done())], at(3)).await.unwrap();
        assert_eq!(settled, [SettleResult::Done]);
        say("settled", &row.planned.period_key);
    }
}

#[test]
fn nothing_acknowledged_is_lost_when_the_writer_is_killed() {
    let folder = Folder::new();
    let path = folder.file("ledger.db");
    let seed = seed();
    writeln!(std::io::stdout(), "REFRAIN_SEED={seed}").unwrap();
    let mut acknowledged: BTreeMap<String, i64> = BTreeMap::new();
    for round in 0..KILLS {
        let child = start(&path, round);
        for (key, state) in kill(child, &Moment::new(seed, round)) {
            acknowledged.entry(key).and_modify(|least| *least = state.max(*least)).or_insert(state);
        }
        check(&path, &acknowledged, round);
    }
    assert!(acknowledged.len() > 100, "{} rows are too few to prove anything", acknowledged.len());
}

/// Returns the requested seed, or a new one in every run.
fn seed() -> u64 {
    let asked = std::env::var("REFRAIN_SEED").ok();
    asked.map_or_else(|| RandomState::new().hash_one(KILLS), |seed| seed.parse().unwrap())
}

/// When a writer is killed.
struct Moment {
    answers: u64,
    turns: u64,
}

impl Moment {
    /// Returns the same moment for the same seed and round. Some writers are killed at their first sign of
    /// life, others later; some right after an answer, others in the middle of the next step.
    fn new(seed: u64, round: u64) -> Self {
        let number = |salt: u64| {
            let mut hasher = DefaultHasher::new();
            (seed, round, salt).hash(&mut hasher);
            hasher.finish()
        };
        Self { answers: number(0) % ANSWERS_MAX + 1, turns: number(1) % TURNS_MAX }
    }
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

/// Kills the child at a moment, and returns everything it had answered: each key with the least state it must be in.
fn kill(mut child: Child, moment: &Moment) -> Vec<(String, i64)> {
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
        if heard.len() as u64 == moment.answers {
            (0..moment.turns).for_each(|_| std::hint::spin_loop());
            child.kill().unwrap();
        }
    }
    child.wait().unwrap();
    assert!(heard.len() as u64 >= moment.answers, "the child ended by itself after {} answers", heard.len());
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
