//! Measures the SQLite store beside raw inserts of rows of the same size, in the same file system and the same run.
//!
//! `cargo run --release -p refrain --example measure_sqlite -- [rounds] [terminal rows]`. With terminal rows, that many
//! are laid into the ledger first, to see that claims do not slow down as history grows.

use std::path::Path;

use jiff::{SignedDuration, Timestamp};
use refrain::action::Action;
use refrain::audit::By;
use refrain::clock;
use refrain::definition::Definition;
use refrain::id::{NodeId, ScheduleId, ScheduleKey, Tenant};
use refrain::occurrence::{NewOccurrence, Trigger};
use refrain::policy::Priority;
use refrain::recurrence::{CronRule, Recurrence, Spec};
use refrain::schedule::{Schedule, Source};
use refrain::store::sqlite::Sqlite;
use refrain::store::{
    Claim, Claimed, Ending, Expect, Lease, Ledger, Plan, SaveSchedule, Settled, Settlement, StoreError,
};
use rusqlite::{Connection, params};

type Outcome<T> = Result<T, Box<dyn std::error::Error>>;

const BATCH: usize = 1_000;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Outcome<()> {
    let mut arguments = std::env::args().skip(1).map(|argument| argument.parse::<usize>());
    let rounds = arguments.next().transpose()?.unwrap_or(50);
    let terminal = arguments.next().transpose()?.unwrap_or(0);
    let folder = std::env::temp_dir().join(format!("refrain-measure-{}", std::process::id()));
    std::fs::create_dir_all(&folder)?;
    let result = measure(&folder, rounds, terminal).await;
    std::fs::remove_dir_all(&folder)?;
    result
}

async fn measure(folder: &Path, rounds: usize, terminal: usize) -> Outcome<()> {
    let file = folder.join("ledger.db");
    let store = Sqlite::open(&file).await?;
    let mut schedules = save_schedules(&store).await?;
    if terminal > 0 {
        fill(&file, &schedules, terminal)?;
    }
    let raw = raw_inserts(&folder.join("raw.db"), rounds)?;
    let mut spent = [Spent::default(); 3];
    for round in 0..rounds {
        cycle(&store, &mut schedules, round, &mut spent).await?;
    }
    let rows = (rounds * BATCH) as f64;
    let whole = spent.iter().fold(Spent::default(), |sum, one| sum.and(*one));
    raw.report("raw inserts", rows);
    for (name, spent) in ["plan", "claim", "settle"].iter().zip(spent) {
        spent.report(name, rows);
    }
    whole.report("whole cycle", rows);
    let ratio = |part: fn(&Spent) -> SignedDuration| part(&raw).as_secs_f64() / part(&whole).as_secs_f64();
    eprintln!(
        "of raw: {:.2} by the clock, {:.2} by the processor",
        ratio(|spent| spent.wall),
        ratio(|spent| spent.cpu)
    );
    drop(store);
    let conn = Connection::open(&file)?;
    let bytes = i64::try_from(std::fs::metadata(&file)?.len())?;
    let count: i64 = conn.query_row("SELECT count(*) FROM occurrences", [], |row| row.get(0))?;
    eprintln!("{} bytes of file for each of {count} rows", bytes / count.max(1));
    let mut sizes = conn.prepare("SELECT name, sum(pgsize) FROM dbstat GROUP BY name ORDER BY 2 DESC LIMIT 10")?;
    let mut rows = sizes.query([])?;
    while let Some(row) = rows.next()? {
        eprintln!("  {:<26} {:>6} bytes a row", row.get::<_, String>(0)?, row.get::<_, i64>(1)? / count.max(1));
    }
    Ok(())
}

async fn save_schedules(store: &Sqlite) -> Outcome<Vec<Schedule>> {
    let rule = CronRule { expression: "0 9 * * *".to_owned(), ..CronRule::default() };
    let spec = Spec::new(Recurrence::Cron(rule), "Europe/Berlin");
    let definition = Definition::new(spec, Action::new("log", serde_json::json!({"hello": "world"})));
    let mut schedules = Vec::new();
    for number in 0..BATCH {
        let save = SaveSchedule {
            key: ScheduleKey {
                tenant: Tenant::new("default", "acme")?,
                id: ScheduleId::new(&format!("report-{number}"))?,
            },
            expect: Expect::New,
            definition: definition.clone(),
            source: Source::Api,
            next_due_at: Some(instant(0)),
            watermark: instant(0),
            replan: None,
            by: By::new("measure"),
        };
        schedules.push(store.save(save, instant(0)).await?);
    }
    Ok(schedules)
}

/// One plan, one claim, one settlement of a whole batch, one row for each schedule.
async fn cycle(store: &Sqlite, schedules: &mut [Schedule], round: usize, spent: &mut [Spent; 3]) -> Outcome<()> {
    let now = instant(round as i64 + 1);
    let plans: Vec<Plan> = schedules.iter().map(|schedule| plan(schedule, now)).collect();
    let planned = timed(&mut spent[0], store.plan(plans, now)).await?;
    assert_eq!(planned.len(), BATCH, "every plan has its answer");
    for schedule in schedules {
        schedule.watermark = now;
    }
    let claim = Claim {
        owner: NodeId::new("measure@node-1")?,
        lease_for: SignedDuration::from_secs(30),
        limit: BATCH,
        ahead_for: SignedDuration::ZERO,
    };
    let claimed: Claimed = timed(&mut spent[1], store.claim(&claim, now)).await?;
    assert_eq!(claimed.started.len(), BATCH, "everything starts");
    let settle = |row: &refrain::occurrence::Occurrence| Settlement {
        lease: Lease { id: row.id, fence: row.fence },
        ending: Ending::Generated { target: None },
        enqueue: Vec::new(),
        next_due_at: None,
    };
    let settlements = claimed.started.iter().map(settle).collect();
    let settled = timed(&mut spent[2], store.settle(settlements, now)).await?;
    assert!(settled.iter().all(|settled| *settled == Settled::Done), "everything is done");
    Ok(())
}

/// What something took: by the clock, and by the processor, which tells more on a machine that does other things too.
#[derive(Clone, Copy, Default)]
struct Spent {
    wall: SignedDuration,
    cpu: SignedDuration,
}

impl Spent {
    /// What has been spent since some point in the past.
    fn now() -> Self {
        Self { wall: clock::wall().duration_since(Timestamp::UNIX_EPOCH), cpu: cpu_time() }
    }

    fn since(&mut self, begun: Self) {
        let now = Self::now();
        self.wall += now.wall - begun.wall;
        self.cpu += now.cpu - begun.cpu;
    }

    fn and(self, other: Self) -> Self {
        Self { wall: self.wall + other.wall, cpu: self.cpu + other.cpu }
    }

    fn report(&self, name: &str, rows: f64) {
        let (wall, cpu) = (self.wall.as_secs_f64(), self.cpu.as_secs_f64());
        eprintln!("{name:<11} {:>9.0} rows/s, {:>5.2} µs of processor a row", rows / wall, cpu * 1e6 / rows);
    }
}

/// The processor time of all threads of this process, where the system tells it.
fn cpu_time() -> SignedDuration {
    let Ok(threads) = std::fs::read_dir("/proc/self/task") else { return SignedDuration::ZERO };
    let spent = threads.filter_map(|thread| {
        let text = std::fs::read_to_string(thread.ok()?.path().join("schedstat")).ok()?;
        text.split_whitespace().next()?.parse::<i64>().ok()
    });
    SignedDuration::from_nanos(spent.sum())
}

async fn timed<T>(spent: &mut Spent, work: impl Future<Output = Result<T, StoreError>>) -> Result<T, StoreError> {
    let begun = Spent::now();
    let result = work.await;
    spent.since(begun);
    result
}

fn plan(schedule: &Schedule, at: Timestamp) -> Plan {
    Plan {
        uid: schedule.uid,
        revision: schedule.revision,
        watermark: schedule.watermark,
        occurrences: vec![NewOccurrence {
            period_key: period_key(at),
            discriminator: String::new(),
            nominal_at: at,
            due_at: at,
            period: None,
            priority: Priority::Normal,
            trigger: Trigger::Schedule,
            correlation_id: None,
            note: None,
        }],
        gaps: Vec::new(),
        watermark_to: at,
        next_due_at: Some(at + SignedDuration::from_secs(1)),
        is_finished: false,
        tzdb: "2026a".to_owned(),
    }
}

/// Inserts the same rows, as they are in the end, into a table that has only its primary key.
fn raw_inserts(file: &Path, rounds: usize) -> Outcome<Spent> {
    let conn = Connection::open(file)?;
    conn.execute_batch(include_str!("measure_sqlite_raw.sql"))?;
    let mut insert = conn.prepare(
        "INSERT INTO raw VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18, ?19,
             ?20, ?21, ?22, ?23, ?24, ?25, ?26, ?27, ?28, ?29, ?30, ?31)",
    )?;
    let mut spent = Spent::default();
    for round in 0..rounds {
        let at = instant(round as i64 + 1);
        let keys: Vec<String> = (0..BATCH).map(|_| period_key(at)).collect();
        let begun = Spent::now();
        conn.execute_batch("BEGIN IMMEDIATE")?;
        for (number, key) in keys.iter().enumerate() {
            let id = (round * BATCH + number) as i64;
            let at = at.as_microsecond();
            let none: Option<i64> = None;
            insert.execute(params![
                id,
                number as i64,
                1,
                2,
                1,
                at,
                1,
                0,
                1,
                0,
                "measure@node-1",
                none,
                at,
                at,
                0,
                1,
                at,
                at,
                at,
                key,
                "",
                "2026a",
                none,
                none,
                none,
                none,
                none,
                none,
                none,
                none,
                none,
            ])?;
        }
        conn.execute_batch("COMMIT")?;
        spent.since(begun);
    }
    Ok(spent)
}

/// Lays ended rows into the ledger, as if it had worked for long.
fn fill(file: &Path, schedules: &[Schedule], rows: usize) -> Outcome<()> {
    let conn = Connection::open(file)?;
    let first = schedules.first().map_or(0, |schedule| schedule.uid.0);
    conn.execute(
        "WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ?1)
         INSERT INTO occurrences (id, schedule_uid, tenant, state, priority, ready_at, attempt, fence, lease_owner,
             started_at, ended_at, trigger, revision, due_at, nominal_at, created_at, period_key, discriminator, tzdb)
         SELECT ?2 + n, ?3 + n % ?4, 1, 2, 1, 0, 1, 1, 'measure@node-1', 0, 0, 0, 1, 0, 0, 0,
             printf('2020-01-%010d', n / ?4), '', '2026a'
         FROM numbers",
        params![rows as i64, 1_000_000, first, BATCH as i64],
    )?;
    conn.execute("UPDATE meta SET value = ?1 WHERE name = 'last_number'", [1_000_001 + rows as i64])?;
    Ok(())
}

fn instant(seconds: i64) -> Timestamp {
    const BASE: i64 = 1_767_225_600;
    Timestamp::from_second(BASE + seconds).expect("seconds after 2026 began")
}

fn period_key(at: Timestamp) -> String {
    format!("{}[Europe/Berlin]", at.strftime("%Y-%m-%dT%H:%M:%S"))
}
