//! The `queue` provider: an occurrence becomes exactly one work item, on every store and despite crashes.

use std::collections::BTreeMap;
use std::sync::Arc;

use async_trait::async_trait;
use jiff::Timestamp;
use refrain::delivery::{Outcome, OutgoingAction, Provider, WorkEnvelope};
use refrain::model::{Action, Priority, State, WorkItem, WorkState};
use refrain::recurrence::builder::seconds;
use refrain::recurrence::{CalendarRecurrence, Frequency, Length};
use refrain::store::{Page, Store};
use serde_json::json;
use tokio::sync::Notify;

use crate::world::{World, at};

on_every_store! {
    an_occurrence_is_one_work_item_that_names_its_origin,
    a_crash_before_the_settlement_leaves_no_item_and_the_next_attempt_one,
    an_occurrence_is_never_enqueued_twice,
    claims_follow_priority_and_ready_time,
    a_dead_letter_is_listed_and_can_be_replayed,
}

fn to_queue(queue: &str) -> Action {
    Action { target: queue.to_owned(), ..Action::new("queue", json!({"to": "ann"})) }
}

async fn waiting(world: &World, queue: &str) -> Vec<WorkItem> {
    world.refrain.queue(queue).unwrap().waiting(&Page::first(100)).await.unwrap().rows
}

async fn an_occurrence_is_one_work_item_that_names_its_origin(store: Arc<dyn Store>) {
    let world = World::over(store).await;
    let mut action = to_queue("emails");
    action.metadata.insert("team".to_owned(), "billing".to_owned());
    action.metadata.insert("queue.max_attempts".to_owned(), "3".to_owned());
    let monthly = world.refrain.schedule("monthly").calendar(CalendarRecurrence::new(Frequency::Monthly));
    monthly.priority(Priority::Low).action(action).save().await.unwrap();
    world.clock.set(at("2026-02-01T00:00:00Z"));
    world.refrain.tick().await.unwrap();
    let items = waiting(&world, "emails").await;
    let run = world.refrain.runs("monthly", &Page::first(10)).await.unwrap().rows;
    let run = run.iter().find(|run| run.state == State::Succeeded).unwrap();
    let [item] = items.as_slice() else { panic!("{items:?}") };
    assert_eq!((item.state, item.attempt, item.work.max_attempts), (WorkState::Queued, 0, 3));
    assert_eq!((item.work.occurrence, item.work.priority), (Some(run.id), Priority::Low));
    assert_eq!(item.work.key, run.idempotency_key().to_string());
    let target = run.target.clone().unwrap();
    assert_eq!((target.kind.as_str(), target.id), ("work_item", item.work.key.clone()));
    let envelope = WorkEnvelope::read(&item.work.payload).unwrap();
    assert_eq!(envelope.payload, json!({"to": "ann"}));
    assert_eq!(envelope.schedule_id.unwrap().as_str(), "monthly");
    assert_eq!((envelope.occurrence_id, envelope.trigger), (Some(run.id), Some(run.planned.trigger)));
    assert_eq!(envelope.scheduled_at, Some(at("2026-02-01T00:00:00Z")));
    assert_eq!(envelope.due_at, Some(at("2026-03-01T00:00:00Z")), "a work item is due at the end of its period");
    assert_eq!(envelope.metadata, BTreeMap::from([("team".to_owned(), "billing".to_owned())]));
}

/// A provider that simulates a crash between its call and the settlement.
struct CrashesBeforeSettlement(Arc<Notify>);

#[async_trait]
impl Provider for CrashesBeforeSettlement {
    async fn send(&self, _: &OutgoingAction) -> Outcome {
        self.0.notify_one();
        std::future::pending().await
    }
}

async fn a_crash_before_the_settlement_leaves_no_item_and_the_next_attempt_one(store: Arc<dyn Store>) {
    let first = World::over(Arc::clone(&store)).await;
    first.refrain.schedule("hourly").every(1).hours().action(to_queue("emails")).save().await.unwrap();
    let called = Arc::new(Notify::new());
    first.refrain.provider("queue", CrashesBeforeSettlement(Arc::clone(&called)));
    first.advance(3_600);
    let refrain = first.refrain.clone();
    let ticking = tokio::spawn(async move { refrain.tick().await });
    called.notified().await;
    ticking.abort();
    assert!(ticking.await.unwrap_err().is_cancelled());

    let second = World::over(store).await;
    second.clock.set(at("2026-01-05T10:00:59Z"));
    assert_eq!(waiting(&second, "emails").await, []);
    second.refrain.tick().await.unwrap();
    assert_eq!(waiting(&second, "emails").await.len(), 1);
    let run = second.refrain.runs("hourly", &Page::first(10)).await.unwrap().rows;
    let run = run.iter().find(|run| run.state == State::Succeeded).unwrap();
    assert_eq!(run.attempt, 2);
}

async fn an_occurrence_is_never_enqueued_twice(store: Arc<dyn Store>) {
    let nodes = [World::over(Arc::clone(&store)).await, World::over(Arc::clone(&store)).await];
    let schedule = nodes[0].refrain.schedule("minutely").every(1).minutes().overlap(refrain::model::Overlap::AllowAll);
    schedule.action(to_queue("emails")).save().await.unwrap();
    for minute in 1..=20 {
        for node in &nodes {
            node.clock.set(at("2026-01-05T09:00:00Z") + jiff::SignedDuration::from_mins(minute));
        }
        let (one, other) = tokio::join!(nodes[0].refrain.tick(), nodes[1].refrain.tick());
        one.unwrap();
        other.unwrap();
    }
    let items = waiting(&nodes[0], "emails").await;
    let mut keys: Vec<&str> = items.iter().map(|item| item.work.key.as_str()).collect();
    keys.sort_unstable();
    keys.dedup();
    assert_eq!((items.len(), keys.len()), (20, 20));
}

async fn claims_follow_priority_and_ready_time(store: Arc<dyn Store>) {
    let world = World::over(store).await;
    let queue = world.refrain.queue("emails").unwrap();
    let now = world.refrain.now();
    let put = async |key: &str, priority: Priority, ready_at: Timestamp| {
        queue.enqueue(key, &WorkEnvelope::new(json!(key)), priority, ready_at).await.unwrap();
    };
    put("low", Priority::Low, now).await;
    put("later", Priority::High, now + jiff::SignedDuration::from_secs(60)).await;
    put("normal", Priority::Normal, now).await;
    put("high", Priority::High, now).await;
    let claimed = queue.claim(10, seconds(30)).await.unwrap();
    let keys: Vec<&str> = claimed.iter().map(|item| item.work.key.as_str()).collect();
    assert_eq!(keys, ["high", "normal", "low"]);
    assert_eq!(queue.claim(10, seconds(30)).await.unwrap(), []);
    world.advance(29);
    assert!(queue.extend(&claimed[0], seconds(60)).await.unwrap());
    world.advance(31);
    let again: Vec<String> =
        queue.claim(10, seconds(30)).await.unwrap().into_iter().map(|item| item.work.key).collect();
    assert_eq!(again, ["later", "normal", "low"]);
    assert!(!queue.complete(&claimed[1], "late").await.unwrap(), "the lease was taken over");
    assert!(queue.complete(&claimed[0], json!({"sent": 1})).await.unwrap());
    let results = queue.results(&Page::first(10)).await.unwrap().rows;
    assert_eq!(results.iter().map(|item| item.result.clone()).collect::<Vec<_>>(), [Some(json!({"sent": 1}))]);
}

async fn a_dead_letter_is_listed_and_can_be_replayed(store: Arc<dyn Store>) {
    let world = World::over(store).await;
    let queue = world.refrain.queue("emails").unwrap();
    queue.push("welcome", "ann").await.unwrap();
    let lease = Length::from_seconds(30);
    for attempt in 1..=5_u32 {
        let item = queue.pop(Length::from_seconds(0), lease).await.unwrap().unwrap();
        assert_eq!(item.attempt, attempt);
        assert!(queue.fail(&item, "no\0answer").await.unwrap());
        assert_eq!(queue.pop(Length::from_seconds(0), lease).await.unwrap(), None, "the retry waits 2^{attempt} s");
        world.advance(1 << attempt);
    }
    let dead = queue.dead_letters(&Page::first(10)).await.unwrap().rows;
    let [letter] = dead.as_slice() else { panic!("{dead:?}") };
    assert_eq!((letter.attempt, letter.error.as_deref()), (5, Some("no\u{fffd}answer")));
    assert_eq!(queue.replay(&[letter.id]).await.unwrap(), [true]);
    let item = queue.pop(Length::from_seconds(0), lease).await.unwrap().unwrap();
    assert_eq!((item.id, item.attempt), (letter.id, 1));
    assert!(queue.reject(&item, "never").await.unwrap());
    assert_eq!(queue.dead_letters(&Page::first(10)).await.unwrap().rows.len(), 1);
}

#[tokio::test]
async fn an_invalid_work_item_is_rejected_when_its_schedule_is_saved() {
    let world = World::new().await;
    let check = async |change: fn(&mut Action), part: &str| {
        let mut action = to_queue("emails");
        change(&mut action);
        let schedule = world.refrain.schedule("x").every(1).hours().action(action);
        let error = schedule.save().await.unwrap_err().to_string();
        assert!(error.contains(part), "{error}");
    };
    check(|it| it.target = "no queue".to_owned(), "\"no queue\" is not valid").await;
    check(|it| it.target = String::new(), "queue").await;
    check(
        |it| drop(it.metadata.insert("queue.priority".to_owned(), "urgent".to_owned())),
        "\"urgent\" is not a priority",
    )
    .await;
    check(|it| drop(it.metadata.insert("queue.max_attempts".to_owned(), "0".to_owned())), "1 to 1000").await;
    check(|it| it.payload = json!("x".repeat(255 * 1024)), "a work item holds at most").await;
    let mut largest = to_queue("emails");
    largest.payload = json!("x".repeat(240 * 1024));
    world.fire_hourly(largest).await;
    assert_eq!(waiting(&world, "emails").await.len(), 1);
}

#[tokio::test]
async fn a_single_dispatch_is_one_item_for_its_key() {
    let world = World::new().await;
    for _ in 0..3 {
        let (outcome, _) = world.refrain.dispatch("order-7", to_queue("emails")).await.unwrap();
        assert!(matches!(outcome, Outcome::Delivered { .. }), "{outcome:?}");
    }
    let items = waiting(&world, "emails").await;
    let [item] = items.as_slice() else { panic!("{items:?}") };
    assert_eq!(item.work.occurrence, None);
    assert_eq!(WorkEnvelope::read(&item.work.payload).unwrap().schedule_id, None);
}
