//! Measures the ledger in PostgreSQL against a bare insert of the same run:
//! `.ci/services cargo run --release -p refrain --no-default-features --features postgres --example measure_postgres`.
//!
//! The arguments are the number of batches and of terminal rows that stand in the ledger before the second measurement.
#![expect(clippy::print_stdout, reason = "what it measures is what it prints")]

use std::error::Error;

use jiff::{SignedDuration, Timestamp};
use refrain::action::Action;
use refrain::audit::By;
use refrain::clock::wall;
use refrain::definition::Definition;
use refrain::id::{NodeId, ScheduleId, ScheduleKey, Tenant};
use refrain::occurrence::{NewOccurrence, Trigger};
use refrain::policy::Priority;
use refrain::recurrence::{CronRule, Recurrence, Spec};
use refrain::schedule::{Schedule, Source};
use refrain::store::postgres::{Postgres, PostgresOptions};
use refrain::store::{Claim, Ending, Expect, Lease, Ledger, Plan, SaveSchedule, Settlement};
use tokio_postgres::{Client, NoTls, Statement};

const BATCH: usize = 1_000;
const TENANTS: usize = 10;
const SCHEMA: &str = "measure";

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1).map(|text| text.parse::<usize>());
    let batches = arguments.next().transpose()?.unwrap_or(50);
    let history = arguments.next().transpose()?.unwrap_or(0);
    let url = std::env::var("REFRAIN_TEST_POSTGRES")?;
    let client = connect(&url).await?;
    client.batch_execute(&format!("DROP SCHEMA IF EXISTS {SCHEMA} CASCADE")).await?;
    let options = PostgresOptions { schema: SCHEMA.to_owned(), ..PostgresOptions::new(url) };
    let store = Postgres::open(options).await?;
    client.batch_execute(&format!("SET search_path TO {SCHEMA}")).await?;
    let mut schedules = save_schedules(&store).await?;

    let raw = Raw::new(&client).await?;
    measure(&store, &mut schedules, &raw, batches, "an empty ledger").await?;
    measure(&store, &mut schedules[..1], &raw, 200, "one schedule").await?;
    if history > 0 {
        fill(&client, history).await?;
        measure(&store, &mut schedules, &raw, batches, "a full ledger").await?;
    }
    report_sizes(&client).await?;
    Ok(())
}

async fn connect(url: &str) -> Result<Client, Box<dyn Error>> {
    let (client, connection) = tokio_postgres::connect(url, NoTls).await?;
    tokio::spawn(connection);
    Ok(client)
}

async fn save_schedules(store: &Postgres) -> Result<Vec<Schedule>, Box<dyn Error>> {
    let rule = CronRule { expression: "* * * * *".to_owned(), ..CronRule::default() };
    let spec = Spec::new(Recurrence::Cron(rule), "Europe/Berlin");
    let definition = Definition::new(spec, Action::new("log", serde_json::json!({"report": "daily"})));
    let mut schedules = Vec::with_capacity(BATCH);
    for index in 0..BATCH {
        let tenant = Tenant::new("default", &format!("tenant-{}", index % TENANTS))?;
        let save = SaveSchedule {
            key: ScheduleKey { tenant, id: ScheduleId::new(&format!("schedule-{index}"))? },
            expect: Expect::New,
            definition: definition.clone(),
            source: Source::Api,
            next_due_at: Some(Timestamp::UNIX_EPOCH),
            watermark: Timestamp::UNIX_EPOCH,
            replan: None,
            by: By::new("measure"),
        };
        schedules.push(store.save(save, wall()).await?);
    }
    Ok(schedules)
}

/// The least that keeping rows can cost: the same texts and numbers into a table with nothing but its key.
struct Raw<'a> {
    client: &'a Client,
    insert: Statement,
}

impl<'a> Raw<'a> {
    async fn new(client: &'a Client) -> Result<Self, Box<dyn Error>> {
        client
            .batch_execute(
                "CREATE TABLE raw (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, schedule_uid bigint, tenant integer,
                 revision bigint, tzdb text, period_key text, discriminator text, nominal_at timestamptz,
                 due_at timestamptz, priority smallint, trigger smallint, created_at timestamptz, state smallint,
                 attempt integer, fence bigint, started_at timestamptz, ended_at timestamptz, lease_owner text)",
            )
            .await?;
        let insert = client
            .prepare(
                "INSERT INTO raw (schedule_uid, tenant, revision, tzdb, period_key, discriminator, nominal_at, due_at,
                                  priority, trigger, created_at, state, attempt, fence, started_at, ended_at, lease_owner)
                 SELECT u.schedule_uid, u.tenant, u.revision, u.tzdb, u.period_key, u.discriminator, u.nominal_at, u.due_at,
                        u.priority, u.trigger, u.created_at, u.state, u.attempt, u.fence, u.started_at, u.ended_at,
                        u.lease_owner
                 FROM unnest($1::bigint[], $2::integer[], $3::bigint[], $4::text[], $5::text[], $6::text[],
                             $7::timestamptz[], $8::timestamptz[], $9::smallint[], $10::smallint[], $11::timestamptz[],
                             $12::smallint[], $13::integer[], $14::bigint[], $15::timestamptz[], $16::timestamptz[],
                             $17::text[])
                     AS u (schedule_uid, tenant, revision, tzdb, period_key, discriminator, nominal_at, due_at, priority,
                           trigger, created_at, state, attempt, fence, started_at, ended_at, lease_owner)",
            )
            .await?;
        Ok(Self { client, insert })
    }

    async fn insert(&self, rows: usize, batch: usize) -> Result<SignedDuration, Box<dyn Error>> {
        let begin = wall();
        let uids: Vec<i64> = (0..i64::try_from(rows)?).collect();
        let keys: Vec<String> = (0..rows).map(|_| period_key(batch)).collect();
        let (one, small, whole, at) = (vec![1_i64; rows], vec![1_i16; rows], vec![1_i32; rows], vec![begin; rows]);
        let (empty, tzdb, owner) = (vec![""; rows], vec!["2026e"; rows], vec!["node-1"; rows]);
        self.client
            .execute(
                &self.insert,
                &[
                    &uids, &whole, &one, &tzdb, &keys, &empty, &at, &at, &small, &small, &at, &small, &whole, &one,
                    &at, &at, &owner,
                ],
            )
            .await?;
        Ok(wall().duration_since(begin))
    }
}

/// Cycles and bare inserts by turns, so that whatever else the machine does disturbs both alike.
async fn measure(
    store: &Postgres,
    schedules: &mut [Schedule],
    raw: &Raw<'_>,
    batches: usize,
    what: &str,
) -> Result<(), Box<dyn Error>> {
    let mut spent = [SignedDuration::ZERO; 4];
    for batch in 0..batches {
        let [plan, claim, settle] = cycle(store, schedules).await?;
        let took = [plan, claim, settle, raw.insert(schedules.len(), batch).await?];
        spent.iter_mut().zip(took).for_each(|(spent, took)| *spent += took);
    }
    println!("{what}, {batches} batches of {}", schedules.len());
    let rows = (batches * schedules.len()) as f64;
    let [plan, claim, settle, bare] = spent.map(|spent| spent.as_secs_f64());
    for (verb, spent) in [("plan", plan), ("claim", claim), ("settle", settle), ("bare insert", bare)] {
        println!("  {verb:<12} {:>8.2} ms a batch {:>10.0} rows/s", spent * 1e3 / batches as f64, rows / spent);
    }
    let cycle = plan + claim + settle;
    println!("  whole cycle {:>30.0} rows/s, {:.3} of the bare insert", rows / cycle, bare / cycle);
    Ok(())
}

/// Plans one row for each schedule, claims them all and settles them; answers how long each verb took.
async fn cycle(store: &Postgres, schedules: &mut [Schedule]) -> Result<[SignedDuration; 3], Box<dyn Error>> {
    let now = wall();
    let mut plans = Vec::with_capacity(schedules.len());
    for schedule in schedules.iter_mut() {
        let due_at = schedule.watermark + SignedDuration::from_secs(60);
        let minute = usize::try_from(due_at.as_second() / 60)?;
        let occurrence = NewOccurrence {
            period_key: period_key(minute),
            discriminator: String::new(),
            nominal_at: due_at,
            due_at,
            period: None,
            priority: Priority::Normal,
            trigger: Trigger::Schedule,
            correlation_id: None,
            note: None,
        };
        plans.push(Plan {
            uid: schedule.uid,
            revision: schedule.revision,
            watermark: schedule.watermark,
            occurrences: vec![occurrence],
            gaps: Vec::new(),
            watermark_to: due_at,
            next_due_at: Some(due_at),
            is_finished: false,
            tzdb: "2026e".to_owned(),
        });
        schedule.watermark = due_at;
    }
    store.plan(plans, now).await?;
    let planned = wall();
    let claim = Claim {
        owner: NodeId::new("node-1")?,
        lease_for: SignedDuration::from_secs(30),
        limit: schedules.len(),
        ahead_for: SignedDuration::ZERO,
    };
    let claimed = store.claim(&claim, planned).await?;
    assert_eq!(claimed.started.len(), schedules.len());
    let began = wall();
    let settled = claimed.started.iter().map(|row| Settlement {
        lease: Lease { id: row.id, fence: row.fence },
        ending: Ending::Generated { target: None },
        enqueue: Vec::new(),
        next_due_at: None,
    });
    store.settle(settled.collect(), began).await?;
    let ended = wall();
    Ok([planned.duration_since(now), began.duration_since(planned), ended.duration_since(began)])
}

/// Puts ended rows into the ledger, as years of work would have left them.
async fn fill(client: &Client, rows: usize) -> Result<(), Box<dyn Error>> {
    let begin = wall();
    client
        .execute(
            "INSERT INTO occurrences (schedule_uid, tenant, revision, tzdb, period_key, discriminator, nominal_at, due_at,
                                      priority, trigger, created_at, state, attempt, fence, started_at, ended_at,
                                      lease_owner)
             SELECT s.uid, s.tenant, 1, '2026e', 'old-' || n, '', now(), now(), 1, 0, now(), 2, 1, 1, now(), now(), 'node-1'
             FROM generate_series(1, $1 / (SELECT count(*) FROM schedules)) n, schedules s",
            &[&i64::try_from(rows)?],
        )
        .await?;
    client.batch_execute("VACUUM ANALYZE occurrences").await?;
    println!("{rows} ended rows put in at {:.0} rows/s", per_second(rows, begin));
    Ok(())
}

async fn report_sizes(client: &Client) -> Result<(), Box<dyn Error>> {
    let sql =
        "SELECT relname, n_tup_ins, n_tup_upd, n_tup_hot_upd, pg_table_size(relid), pg_indexes_size(relid), n_live_tup
               FROM pg_stat_user_tables
               WHERE schemaname = $1 AND relname IN ('raw', 'occurrences', 'open_occurrences', 'schedules')
               ORDER BY relname";
    // The server's counts follow after a moment; asking from the connection that wrote them is not needed here.
    for row in client.query(sql, &[&SCHEMA]).await? {
        let (name, inserted, updated, hot): (String, i64, i64, i64) = (row.get(0), row.get(1), row.get(2), row.get(3));
        let (table, indexes): (i64, i64) = (row.get(4), row.get(5));
        println!(
            "{name:<17} inserted {inserted:>9}, updated {updated:>9} ({hot:>9} in place), {:>6.1} MB and {:>6.1} MB of indexes",
            table as f64 / 1e6,
            indexes as f64 / 1e6
        );
    }
    Ok(())
}

fn period_key(minute: usize) -> String {
    format!("2026-01-05T{:02}:{:02}:00[Europe/Berlin]{}", minute / 60 % 24, minute % 60, minute / 1_440)
}

fn per_second(rows: usize, begin: Timestamp) -> f64 {
    rows as f64 / wall().duration_since(begin).as_secs_f64()
}
