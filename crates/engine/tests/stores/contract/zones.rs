//! A new time zone database on every store: rows planned by an older one move under their keys, whichever node
//! replans them, and run once.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use async_trait::async_trait;
use refrain::clock::ManualClock;
use refrain::delivery::{Dispatcher, Outcome, Run};
use refrain::engine::{Engine, EngineOptions};
use refrain::model::{NewOccurrence, Schedule, State, Status};
use refrain::store::{Plan, Store};

use crate::fixture::{at, change, definition, due, globex, key, key_of, plan, seconds};
use crate::stage::Stage;

macro_rules! zones_cases {
    ($make:ident $subject:path) => {
        $make! { $subject, zones:
            rows_of_an_older_database_move_under_their_keys_and_run_once,
            a_schedule_without_a_next_time_is_repaired,
        }
    };
}

const NEW: &str = "2026b";

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

fn node(store: Arc<dyn Store>, clock: &Arc<ManualClock>, counter: &Arc<Counter>) -> Arc<Engine> {
    let options = EngineOptions { tzdb: NEW.to_owned(), ..EngineOptions::default() };
    Engine::new(store, clock.clone(), counter.clone(), options)
}

/// Plans the rows of minutes 5, 6 and 7 one hour late, as a database with a different winter time would.
async fn planned_before(s: &Stage<'_>, schedule: &Schedule) {
    let row = |minute: i64| NewOccurrence {
        period_key: format!("2026-01-05T10:{minute:02}:00[Europe/Berlin]"),
        ..due(3_600 + 60 * minute)
    };
    let plan = Plan { watermark_to: at(0), ..plan(schedule, (5..8).map(row).collect()) };
    s.plan(vec![Plan { next_due_at: Some(at(3_600)), tzdb: "2020a".to_owned(), ..plan }], at(0)).await.unwrap();
}

pub(crate) async fn rows_of_an_older_database_move_under_their_keys_and_run_once(s: &Stage<'_>) {
    let schedule = s.saved("digest", definition()).await;
    let paused = s.saved_as(key_of(globex(), "rests"), definition()).await;
    for schedule in [&schedule, &paused] {
        planned_before(s, schedule).await;
    }
    s.change_status(change(&paused.key, Status::Paused), at(0)).await.unwrap();
    let before = (s.rows().await, s.rows_of(&globex()).await, s.schedule_of(&paused.key).await);
    let (clock, counter) = (Arc::new(ManualClock::new(at(1))), Arc::<Counter>::default());
    let nodes = [s.store.clone(), s.subject.another().await].map(|store| node(store, &clock, &counter));
    let (one, other) = tokio::join!(nodes[0].watch(), nodes[1].watch());
    one.and(other).unwrap();
    let after = (s.rows().await, s.rows_of(&globex()).await, s.schedule_of(&paused.key).await);
    for (before, after) in before.0.iter().chain(&before.1).zip(after.0.iter().chain(&after.1)) {
        assert_eq!((after.id, &after.planned.period_key), (before.id, &before.planned.period_key));
        assert_eq!(after.planned.due_at, before.planned.due_at - seconds(3_600));
        assert_eq!((after.ready_at, after.tzdb.as_str()), (after.planned.due_at, NEW));
    }
    assert_eq!((after.0.len(), after.1.len()), (3, 3));
    assert_eq!((after.2.status, after.2.revision), (Status::Paused, before.2.revision));
    assert_eq!(s.schedule_of(&key("digest")).await.next_due_at, Some(at(60)));
    for _ in 0..16 {
        clock.advance(seconds(30));
        for node in &nodes {
            node.tick().await.unwrap();
        }
    }
    let mut rows = s.rows().await;
    rows.retain(|row| row.state != State::Planned);
    rows.sort_by_key(|row| row.planned.nominal_at);
    let told: Vec<_> = rows.iter().map(|row| (row.planned.nominal_at, row.state)).collect();
    assert_eq!(told, (1..=8).map(|minute| (at(60 * minute), State::Succeeded)).collect::<Vec<_>>());
    assert_eq!(counter.0.load(Ordering::Relaxed), 8);
}

pub(crate) async fn a_schedule_without_a_next_time_is_repaired(s: &Stage<'_>) {
    let (clock, counter) = (Arc::new(ManualClock::new(at(1))), Arc::<Counter>::default());
    let node = node(s.store.clone(), &clock, &counter);
    node.watch().await.unwrap();
    let schedule = s.saved("digest", definition()).await;
    let forgotten = Plan { next_due_at: None, watermark_to: at(60), ..plan(&schedule, Vec::new()) };
    s.plan(vec![forgotten], at(0)).await.unwrap();
    assert_eq!(s.next_wakeup().await.unwrap().plan_at, None);
    node.watch().await.unwrap();
    assert_eq!(s.next_wakeup().await.unwrap().plan_at, Some(at(120)));
    let repaired = s.schedule_of(&key("digest")).await;
    assert_eq!((repaired.next_due_at, repaired.revision), (Some(at(120)), schedule.revision));
}
