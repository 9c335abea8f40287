//! Measures the Redis store beside raw commands that write rows of the same size, on the same server in the same run.
//!
//! `REFRAIN_TEST_REDIS=… cargo run --release -p refrain --features redis --example measure_redis -- [rounds]
//! [terminal rows] [tenants]`. With terminal rows, that many are run through the ledger first, to see that claims do not
//! slow down as history grows. The server is left as it was found.

use jiff::{SignedDuration, Timestamp};
use redis::aio::MultiplexedConnection;
use refrain::action::Action;
use refrain::audit::By;
use refrain::clock;
use refrain::definition::Definition;
use refrain::id::{NodeId, ScheduleId, ScheduleKey, Tenant};
use refrain::occurrence::{NewOccurrence, Trigger};
use refrain::policy::Priority;
use refrain::recurrence::{CronRule, Recurrence, Spec};
use refrain::schedule::{Schedule, Source};
use refrain::store::redis::{Redis, RedisOptions};
use refrain::store::{
    Claim, Claimed, Ending, Expect, Lease, Ledger, Plan, SaveSchedule, Settled, Settlement, StoreError,
};

type Outcome<T> = Result<T, Box<dyn std::error::Error>>;

const BATCH: usize = 1_000;
/// What a row of the ledger takes when it has ended.
const ROW_BYTES: usize = 110;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Outcome<()> {
    let mut arguments = std::env::args().skip(1).map(|argument| argument.parse::<usize>());
    let rounds = arguments.next().transpose()?.unwrap_or(50);
    let terminal = arguments.next().transpose()?.unwrap_or(0);
    let tenants = arguments.next().transpose()?.unwrap_or(1);
    let url = std::env::var("REFRAIN_TEST_REDIS")?;
    let prefix = format!("measure-{}", std::process::id());
    let mut server = redis::Client::open(url.as_str())?.get_multiplexed_async_connection().await?;
    let store = Redis::open(RedisOptions { prefix: prefix.clone(), ..RedisOptions::new(url) }).await?;
    let result = measure(&store, &mut server, rounds, terminal, tenants).await;
    remove(&mut server, &prefix).await?;
    result
}

async fn measure(
    store: &Redis,
    server: &mut MultiplexedConnection,
    rounds: usize,
    terminal: usize,
    tenants: usize,
) -> Outcome<()> {
    let before = memory(server).await?;
    let mut schedules = save_schedules(store, tenants).await?;
    let mut round = 0;
    let mut ignored = [SignedDuration::ZERO; 3];
    while round * BATCH < terminal {
        cycle(store, &mut schedules, round, &mut ignored).await?;
        round += 1;
    }
    let mut spent = [SignedDuration::ZERO; 3];
    for _ in 0..rounds {
        cycle(store, &mut schedules, round, &mut spent).await?;
        round += 1;
    }
    let bytes = memory(server).await?.saturating_sub(before);
    let raw = raw_commands(server, rounds).await?;
    let rows = (rounds * BATCH) as f64;
    let whole: SignedDuration = spent[0] + spent[1] + spent[2];
    let rate = |spent: SignedDuration| rows / spent.as_secs_f64();
    eprintln!("raw SET     {:>9.0} rows/s", rate(raw));
    for (name, spent) in ["plan", "claim", "settle"].iter().zip(spent) {
        eprintln!("{name:<11} {:>9.0} rows/s", rate(spent));
    }
    eprintln!("whole cycle {:>9.0} rows/s, {:.2} of raw", rate(whole), rate(whole) / rate(raw));
    eprintln!("{} bytes of memory for each of {} rows", bytes / (round * BATCH), round * BATCH);
    Ok(())
}

async fn save_schedules(store: &Redis, tenants: usize) -> Outcome<Vec<Schedule>> {
    let rule = CronRule { expression: "0 9 * * *".to_owned(), ..CronRule::default() };
    let spec = Spec::new(Recurrence::Cron(rule), "Europe/Berlin");
    let definition = Definition::new(spec, Action::new("log", serde_json::json!({"hello": "world"})));
    let mut schedules = Vec::new();
    for number in 0..BATCH {
        let save = SaveSchedule {
            key: ScheduleKey {
                tenant: Tenant::new("default", &format!("tenant-{}", number % tenants))?,
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
async fn cycle(
    store: &Redis,
    schedules: &mut [Schedule],
    round: usize,
    spent: &mut [SignedDuration; 3],
) -> Outcome<()> {
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

async fn timed<T>(
    spent: &mut SignedDuration,
    work: impl Future<Output = Result<T, StoreError>>,
) -> Result<T, StoreError> {
    let begun_at = clock::wall();
    let result = work.await;
    *spent += clock::wall().duration_since(begun_at);
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

/// Writes as many values of the size of a row, each once, as fast as a pipeline goes.
async fn raw_commands(server: &mut MultiplexedConnection, rounds: usize) -> Outcome<SignedDuration> {
    let value = vec![b'x'; ROW_BYTES];
    let mut spent = SignedDuration::ZERO;
    for round in 0..rounds {
        let mut pipeline = redis::pipe();
        let mut cleaning = redis::pipe();
        for number in 0..BATCH {
            let key = format!("{{raw:0}}:o:{}", round * BATCH + number);
            pipeline.cmd("SET").arg(&key).arg(&value).ignore();
            cleaning.cmd("DEL").arg(&key).ignore();
        }
        let begun_at = clock::wall();
        pipeline.exec_async(server).await?;
        spent += clock::wall().duration_since(begun_at);
        cleaning.exec_async(server).await?;
    }
    Ok(spent)
}

async fn memory(server: &mut MultiplexedConnection) -> Outcome<usize> {
    let info: String = redis::cmd("INFO").arg("memory").query_async(server).await?;
    let used = info.lines().find_map(|line| line.strip_prefix("used_memory:"));
    Ok(used.unwrap_or("0").trim().parse()?)
}

async fn remove(server: &mut MultiplexedConnection, prefix: &str) -> Outcome<()> {
    let mut cursor = 0_u64;
    loop {
        let mut scan = redis::cmd("SCAN");
        scan.arg(cursor).arg("MATCH").arg(format!("{{{prefix}:*")).arg("COUNT").arg(10_000);
        let (next, keys): (u64, Vec<Vec<u8>>) = scan.query_async(server).await?;
        if !keys.is_empty() {
            let () = redis::cmd("UNLINK").arg(keys).query_async(server).await?;
        }
        if next == 0 {
            return Ok(());
        }
        cursor = next;
    }
}

fn period_key(at: Timestamp) -> String {
    at.to_string()
}

fn instant(second: i64) -> Timestamp {
    Timestamp::UNIX_EPOCH + SignedDuration::from_secs(1_767_600_000 + second)
}
