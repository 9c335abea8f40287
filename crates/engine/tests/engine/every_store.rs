//! Engine tests that run on every store: two nodes on the same data, and repairs that read what a store returns.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, AtomicUsize, Ordering};

use async_trait::async_trait;
use jiff::{SignedDuration, Timestamp};
use refrain::clock::{Clock, ManualClock};
use refrain::control::{Backfill, Control, Reprocess, Rights};
use refrain::delivery::{Dispatcher, Outcome, Run};
use refrain::engine::{Engine, EngineOptions};
use refrain::model::{
    By, Definition, NewOccurrence, Occurrence, Overlap, Priority, Schedule, ScheduleKey, Source, State, Status, Tenant,
    Trigger,
};
use refrain::store::{ChangeStatus, ExpectedVersion, OccurrenceFilter, Page, Plan, SaveSchedule, Store};

use crate::harness::{self, cron, key};
use crate::stores::{self, Pair};

const NEW: &str = "2026b";

/// Creates one test per case and store.
macro_rules! on_every_store {
    ($($case:ident,)+) => {
        mod model {
            $(#[tokio::test]
            async fn $case() {
                super::$case(super::stores::model()).await;
            })+
        }

        #[cfg(feature = "sqlite")]
        mod sqlite {
            $(#[tokio::test]
            async fn $case() {
                super::$case(super::stores::sqlite().await).await;
            })+
        }

        #[cfg(feature = "postgres")]
        mod postgres {
            $(#[tokio::test]
            async fn $case() {
                super::$case(super::stores::postgres().await).await;
            })+
        }

        #[cfg(feature = "redis")]
        mod redis {
            $(#[tokio::test]
            async fn $case() {
                super::$case(super::stores::redis().await).await;
            })+
        }
    };
}

on_every_store! {
    rows_of_an_older_database_move_under_their_keys_and_run_once,
    a_schedule_without_a_next_time_is_repaired,
    a_backfill_of_many_occurrences_is_one_audit_entry,
}

/// A dispatcher that counts its runs.
#[derive(Default)]
struct Counter(AtomicUsize);

#[async_trait]
impl Dispatcher for Counter {
    async fn dispatch(&self, _: Run) -> Outcome {
        self.0.fetch_add(1, Ordering::Relaxed);
        Outcome::DELIVERED
    }
}

/// Returns the instant this many seconds after the start.
fn at(seconds: i64) -> Timestamp {
    harness::at("2026-01-05T09:00:00Z") + SignedDuration::from_secs(seconds)
}

fn node(store: Arc<dyn Store>, clock: &Arc<ManualClock>, counter: &Arc<Counter>) -> Arc<Engine> {
    let options = EngineOptions::default().with(|it| it.tzdb = NEW.to_owned());
    Engine::new(store, clock.clone(), counter.clone(), options)
}

/// Saves a schedule that runs every minute.
async fn saved(store: &dyn Store, key: ScheduleKey) -> Schedule {
    let definition = Definition { overlap: Overlap::AllowAll, ..cron("* * * * *", "Europe/Berlin") };
    let save = SaveSchedule {
        key,
        expect: ExpectedVersion::Any,
        definition,
        status: Status::Active,
        source: Source::Api,
        next_due_at: Some(at(0)),
        watermark: at(-60),
        replan: None,
        schedules_max: None,
        touch: false,
        by: By::new("ann"),
    };
    store.save(save, at(0)).await.unwrap()
}

async fn schedule_of(store: &dyn Store, key: &ScheduleKey) -> Schedule {
    store.schedule(key).await.unwrap().unwrap()
}

/// Returns the rows of a schedule, oldest first.
async fn rows(store: &dyn Store, key: &ScheduleKey) -> Vec<Occurrence> {
    let filter = OccurrenceFilter { schedule: Some(key.id.clone()), ..OccurrenceFilter::default() };
    let page = store.occurrences(&key.tenant, &filter, &Page::first(500)).await.unwrap();
    page.rows.into_iter().rev().collect()
}

fn plan(schedule: &Schedule, occurrences: Vec<NewOccurrence>) -> Plan {
    Plan {
        uid: schedule.uid,
        revision: schedule.revision,
        watermark: schedule.watermark,
        occurrences,
        gaps: Vec::new(),
        watermark_to: at(0),
        next_due_at: Some(at(3_600)),
        is_finished: false,
        tzdb: "2020a".to_owned(),
    }
}

/// Returns the row of a minute, one hour late, as a database with a different winter time would plan it.
fn an_hour_late(minute: i64) -> NewOccurrence {
    let due_at = at(3_600 + 60 * minute);
    NewOccurrence {
        period_key: format!("2026-01-05T10:{minute:02}:00[Europe/Berlin]"),
        discriminator: String::new(),
        nominal_at: due_at,
        due_at,
        period: None,
        priority: Priority::Normal,
        trigger: Trigger::Schedule,
        correlation_id: None,
        note: None,
        concurrency: None,
        payload: None,
    }
}

fn pause(key: &ScheduleKey) -> ChangeStatus {
    ChangeStatus {
        key: key.clone(),
        expect: ExpectedVersion::Any,
        to: Status::Paused,
        text: None,
        until: None,
        resume: None,
        by: By::new("ann"),
    }
}

/// The rows keep their keys, whichever node replans them.
async fn rows_of_an_older_database_move_under_their_keys_and_run_once(Pair { one, other }: Pair) {
    let store = Arc::clone(&one);
    let active = saved(&*store, key("digest")).await;
    let globex = Tenant::new("default", "globex").unwrap();
    let paused = saved(&*store, ScheduleKey { tenant: globex, ..key("rests") }).await;
    for schedule in [&active, &paused] {
        store.plan(vec![plan(schedule, (5..8).map(an_hour_late).collect())], at(0)).await.unwrap();
    }
    store.change_status(pause(&paused.key), at(0)).await.unwrap();
    let before = (rows(&*store, &active.key).await, rows(&*store, &paused.key).await);
    let revision = schedule_of(&*store, &paused.key).await.revision;
    let (clock, counter) = (Arc::new(ManualClock::new(at(1))), Arc::<Counter>::default());
    let nodes = [one, other].map(|store| node(store, &clock, &counter));
    let (one, other) = tokio::join!(nodes[0].watch(), nodes[1].watch());
    one.and(other).unwrap();
    let after = (rows(&*store, &active.key).await, rows(&*store, &paused.key).await);
    for (before, after) in before.0.iter().chain(&before.1).zip(after.0.iter().chain(&after.1)) {
        assert_eq!((after.id, &after.planned.period_key), (before.id, &before.planned.period_key));
        assert_eq!(after.planned.due_at, before.planned.due_at - SignedDuration::from_hours(1));
        assert_eq!((after.ready_at, after.tzdb.as_str()), (after.planned.due_at, NEW));
    }
    assert_eq!((after.0.len(), after.1.len()), (3, 3));
    let found = schedule_of(&*store, &paused.key).await;
    assert_eq!((found.status, found.revision), (Status::Paused, revision));
    assert_eq!(schedule_of(&*store, &active.key).await.next_due_at, Some(at(60)));
    for _ in 0..16 {
        clock.advance(SignedDuration::from_secs(30));
        for node in &nodes {
            node.tick().await.unwrap();
        }
    }
    let mut rows = rows(&*store, &active.key).await;
    rows.retain(|row| row.state != State::Planned);
    rows.sort_by_key(|row| row.planned.nominal_at);
    let ran: Vec<_> = rows.iter().map(|row| (row.planned.nominal_at, row.state)).collect();
    assert_eq!(ran, (1..=8).map(|minute| (at(60 * minute), State::Succeeded)).collect::<Vec<_>>());
    assert_eq!(counter.0.load(Ordering::Relaxed), 8);
}

async fn a_schedule_without_a_next_time_is_repaired(Pair { one: store, .. }: Pair) {
    let (clock, counter) = (Arc::new(ManualClock::new(at(1))), Arc::<Counter>::default());
    let node = node(Arc::clone(&store), &clock, &counter);
    node.watch().await.unwrap();
    let schedule = saved(&*store, key("digest")).await;
    let forgotten = Plan { next_due_at: None, watermark_to: at(60), ..plan(&schedule, Vec::new()) };
    store.plan(vec![forgotten], at(0)).await.unwrap();
    assert_eq!(store.next_wakeup().await.unwrap().plan_at, None);
    node.watch().await.unwrap();
    assert_eq!(store.next_wakeup().await.unwrap().plan_at, Some(at(120)));
    let repaired = schedule_of(&*store, &schedule.key).await;
    assert_eq!((repaired.next_due_at, repaired.revision), (Some(at(120)), schedule.revision));
}

/// A clock on which each reading is a second after the one before, so that time passes between two batches.
struct TickingClock(AtomicI64);

#[async_trait]
impl Clock for TickingClock {
    fn now(&self) -> Timestamp {
        Timestamp::from_second(self.0.fetch_add(1, Ordering::Relaxed)).unwrap()
    }

    fn steady(&self) -> SignedDuration {
        SignedDuration::ZERO
    }

    async fn sleep_until(&self, _: Timestamp) {
        std::future::pending::<()>().await;
    }
}

async fn a_backfill_of_many_occurrences_is_one_audit_entry(Pair { one: store, .. }: Pair) {
    let schedule = saved(&*store, key("digest")).await;
    let clock = Arc::new(TickingClock(AtomicI64::new(at(0).as_second())));
    let control = Control::new(Arc::clone(&store), clock).acting_as(Rights::all());
    let backfill = Backfill {
        key: schedule.key.clone(),
        from: at(-60 * 1_100),
        to: at(-60),
        limit: 10_000,
        reprocess: Reprocess::None,
        overlap: None,
        concurrency: None,
        by: By::new("ann"),
    };
    assert_eq!(control.backfill(&backfill).await.unwrap().new, 1_100);
    let entries = store.entries(&schedule.key.tenant, &Page::first(500)).await.unwrap().rows;
    let backfills: Vec<_> = entries.iter().filter(|entry| entry.entry.action == "schedule.backfill").collect();
    assert_eq!(backfills.len(), 1, "{backfills:?}");
    let detail: serde_json::Value = serde_json::from_str(&backfills[0].entry.detail).unwrap();
    assert_eq!(detail["count"], 1_100);
    // The occurrence of the last batch is attributed to the entry, too.
    let why = control.explain(&schedule.key, at(-60)).await.unwrap().sentence();
    assert!(why.contains("requested by a backfill of ") && why.contains("ann"), "{why}");
}
