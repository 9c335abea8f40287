//! Three nodes on one ledger for one minute. Every few seconds a node is killed or suspended, and now and then
//! the database server is killed. Afterwards nothing is lost, nothing was settled twice, and every repeated
//! start has a cause.
//!
//! The ledger is in PostgreSQL. `make storm STORE=redis` and `STORE=sqlite` test the other stores.

use std::hash::{BuildHasher, RandomState};
use std::io::Write;
use std::time::Duration;

use jiff::{SignedDuration, Timestamp};
use refrain::Refrain;
use refrain::clock::wall;
use tokio::runtime::Runtime;

use crate::alone::alone;
use crate::causes::Faults;
use crate::database::{Database, PostgresDatabase, RedisDatabase};
use crate::faults::{Addresses, DATABASE_KILLS, Kind, Log, NODES, inject_database_faults, inject_faults};
use crate::folder::Folder;
use crate::judge::Judgement;
use crate::ledger::{is_idle, read};
use crate::node::{DRAIN, open};
use crate::postgres_server::Home;
use crate::process::Process;
use crate::receiver::Receiver;
use crate::seed::Random;
use crate::work::{MANUAL, save_all};

/// Duration in minutes. Default: 1. Set with `make storm MINUTES=10`.
const MINUTES: &str = "REFRAIN_STORM_MINUTES";
/// Store of the ledger. Default: `postgres`.
const STORE: &str = "REFRAIN_STORM_STORE";
/// Time from saving the schedules to their first occurrence.
const STARTS_IN: SignedDuration = SignedDuration::from_secs(2);
/// Number of manual runs per minute.
const FIRES: usize = 25;
const FIRE_EVERY: Duration = Duration::from_secs(2);
/// Maximum time from the end of the storm until all runs are settled: leases expire, and retries end.
const QUIET_WITHIN: Duration = Duration::from_secs(600);
const LOOK_EVERY: Duration = Duration::from_millis(200);
/// Extra time for a node to end by itself.
const GRACE: Duration = Duration::from_secs(120);

#[test]
fn killing_nodes_and_their_database_loses_and_duplicates_nothing() {
    let _alone = alone();
    match env_setting(STORE).as_deref() {
        None | Some("postgres") => {
            let home = Home::make();
            run_storm(&mut PostgresDatabase::start(&home));
        }
        Some("redis") => run_storm(&mut RedisDatabase::start()),
        Some("sqlite") => run_storm(&mut Folder::new("storm")),
        Some(other) => panic!("{STORE} is {other:?}, which is not postgres, redis or sqlite"),
    }
}

fn run_storm(database: &mut dyn Database) {
    let (seed, minutes) = (seed(), minutes());
    let mut out = std::io::stdout();
    writeln!(out, "REFRAIN_SEED={seed}").unwrap();
    let runtime = Runtime::new().unwrap();
    let receiver = runtime.block_on(Receiver::make());
    let addresses = Addresses { ledger: database.url(), effects: receiver.table().to_owned() };
    let refrain = runtime.block_on(open(&addresses.ledger));
    runtime.block_on(save_all(&refrain, whole_second(wall() + STARTS_IN), length(minutes)));

    let log = Log::default();
    let nodes = std::thread::scope(|scope| {
        let nodes = [1, 2, 3].map(|salt| {
            scope.spawn({
                let (addresses, log) = (&addresses, &log);
                move || inject_faults(addresses, minutes, Random::new(seed, salt), log)
            })
        });
        let fires = scope.spawn(|| runtime.block_on(start_manual_runs(&refrain, FIRES * minutes)));
        // The kernel ends a server together with the thread that started it, so the database runs on this thread.
        inject_database_faults(database, minutes, Random::new(seed, 0), &log);
        fires.join().unwrap();
        nodes.map(|node| node.join().unwrap())
    });
    runtime.block_on(wait_until_idle(&refrain));
    for node in nodes {
        end(node);
    }
    let effects = runtime.block_on(receiver.close());
    let reported = runtime.block_on(read(&refrain, effects));
    let faults = Faults(log.into_faults());
    let mut judgement = Judgement::default();
    reported.iter().for_each(|reported| judgement.judge(reported, &faults));
    let rows: usize = reported.iter().map(|reported| reported.rows.len()).sum();
    let fired = reported
        .iter()
        .find(|reported| reported.schedule.key.id.as_str() == MANUAL)
        .map_or(0, |reported| reported.rows.len());
    writeln!(out, "{}", summary(&judgement, &faults, rows)).unwrap();
    drop(refrain);
    assert!(judgement.findings.is_empty(), "REFRAIN_SEED={seed}: {:#?}", judgement.findings);
    assert_eq!(fired, FIRES * minutes, "each manual run has exactly one row");
    assert!(faults.count(|kind| matches!(kind, Kind::Kill(_))) >= 40 * minutes);
    assert!(faults.count(|kind| matches!(kind, Kind::Stop(_))) >= 20 * minutes);
    let has_server = !addresses.ledger.starts_with("sqlite:");
    assert_eq!(faults.count(|kind| kind == Kind::Database), if has_server { DATABASE_KILLS * minutes } else { 0 });
    assert!(judgement.causes.len() >= 3 && judgement.unknown > 0, "the storm was too mild to prove anything");
}

/// Returns an environment variable, if it is set and not empty.
fn env_setting(name: &str) -> Option<String> {
    std::env::var(name).ok().filter(|value| !value.is_empty())
}

fn seed() -> u64 {
    env_setting("REFRAIN_SEED").map_or_else(|| RandomState::new().hash_one(NODES), |seed| seed.parse().unwrap())
}

fn minutes() -> usize {
    env_setting(MINUTES).map_or(1, |minutes| minutes.parse().unwrap())
}

fn length(minutes: usize) -> SignedDuration {
    SignedDuration::from_mins(i64::try_from(minutes).unwrap())
}

fn whole_second(at: Timestamp) -> Timestamp {
    Timestamp::from_second(at.as_second()).unwrap()
}

/// Starts manual runs repeatedly. A request without an answer is repeated under the same name.
async fn start_manual_runs(refrain: &Refrain, fires: usize) {
    for number in 0..fires {
        while refrain.fire(MANUAL, &format!("request-{number}")).await.is_err() {
            tokio::time::sleep(LOOK_EVERY).await;
        }
        tokio::time::sleep(FIRE_EVERY).await;
    }
}

async fn wait_until_idle(refrain: &Refrain) {
    let quiet = async {
        while !is_idle(refrain).await.is_ok_and(|is_idle| is_idle) {
            tokio::time::sleep(LOOK_EVERY).await;
        }
    };
    tokio::time::timeout(QUIET_WITHIN, quiet).await.expect("all runs are settled in time");
}

/// Terminates a node, and expects it to end successfully.
fn end(mut node: Process) {
    node.terminate();
    let within = Duration::try_from(DRAIN.duration()).unwrap() + GRACE;
    let status = node.ended(within).expect("a terminated node ends in time");
    assert!(status.success(), "a terminated node ended with {status}");
}

fn summary(judgement: &Judgement, faults: &Faults, rows: usize) -> String {
    let Judgement { causes, stale, unknown, unsent, exhausted, skipped, gap_count, .. } = judgement;
    let kills = faults.count(|kind| matches!(kind, Kind::Kill(_)));
    let stops = faults.count(|kind| matches!(kind, Kind::Stop(_)));
    let database = faults.count(|kind| kind == Kind::Database);
    format!(
        "{kills} kills, {stops} stops, {database} kills of the database; {rows} occurrences, {gap_count} in gaps, \
         {skipped} skipped, {exhausted} out of attempts, {unknown} of unknown outcome ({unsent} never sent), \
         {stale} stale completions refused; started again: {causes:?}"
    )
}
