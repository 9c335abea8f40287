//! Custom providers, single actions, and dry runs.

use std::sync::{Arc, Mutex};

use async_trait::async_trait;
use refrain::Error;
use refrain::delivery::{Outcome, OutgoingAction, Provider, StepName};
use refrain::dispatch::Hold;
use refrain::model::{Action, NewWorkItem, Priority, QueueName};
use refrain::store::{Page, WorkFilter};
use serde_json::json;

use crate::world::World;

/// A provider that keeps every action sent to it, and rejects the target `nowhere`.
#[derive(Clone, Default)]
struct KeepingProvider(Arc<Mutex<Vec<OutgoingAction>>>);

#[async_trait]
impl Provider for KeepingProvider {
    async fn send(&self, sending: &OutgoingAction) -> Outcome {
        self.0.lock().unwrap().push(sending.clone());
        Outcome::DELIVERED
    }

    fn check(&self, action: &Action) -> Result<(), Error> {
        let refused = || Error::invalid("bad_target", "there is no such target").with_hint("say where it goes");
        if action.target == "nowhere" { Err(refused()) } else { Ok(()) }
    }
}

fn action(target: &str) -> Action {
    Action { target: target.to_owned(), ..Action::new("kept", json!({"_recurring_id": "posing", "n": 1})) }
}

async fn world() -> (World, KeepingProvider) {
    let world = World::at("2026-01-05T08:30:00Z").await;
    let kept = KeepingProvider::default();
    world.refrain.provider("kept", kept.clone());
    (world, kept)
}

#[tokio::test]
async fn a_provider_receives_trusted_metadata_beside_the_payload() {
    let (world, kept) = world().await;
    let mut action = action("somewhere");
    action.metadata.insert("team".to_owned(), "billing".to_owned());
    world.refrain.schedule("digest").cron("0 9 * * *").action(action.clone()).save().await.unwrap();
    world.run_until("2026-01-05T09:00:00Z", 600).await;
    assert_eq!(world.ended("digest").await, ["succeeded"]);
    let sendings = kept.0.lock().unwrap().clone();
    let [sending] = &sendings[..] else { panic!("{sendings:?}") };
    assert_eq!(sending.action(), &action, "the action arrives unchanged, including its metadata");
    let trusted = sending.trusted();
    for (name, value) in [
        ("_recurring_dispatch", "true"),
        ("_recurring_id", "digest"),
        ("_nominal_at", "2026-01-05T09:00:00Z"),
        ("_attempt", "1"),
        ("_trigger", "schedule"),
    ] {
        assert_eq!(trusted.get(name).map(String::as_str), Some(value), "{name}");
    }
    assert_eq!(trusted["_occurrence_id"], world.rows("digest").await[0].id.to_string());
    assert_eq!(trusted["_period_key"], world.rows("digest").await[0].planned.period_key);
}

#[tokio::test]
async fn an_undeliverable_action_is_not_saved() {
    let (world, _) = world().await;
    let save = |action: Action| world.refrain.schedule("digest").cron("0 9 * * *").action(action).save();
    let error = save(action("nowhere")).await.unwrap_err();
    let text = "schedule digest: there is no such target (hint: say where it goes)";
    assert_eq!((error.code(), error.to_string().as_str()), ("bad_target", text));
    let mut posing = action("somewhere");
    posing.metadata.insert("_recurring_id".to_owned(), "other".to_owned());
    let error = save(posing).await.unwrap_err();
    assert_eq!(error.code(), "bad_name");
    assert!(world.rows("digest").await.is_empty());
}

#[tokio::test]
async fn a_single_action_goes_through_the_same_dispatch_steps() {
    let (world, kept) = world().await;
    let (outcome, report) = world.refrain.dispatch("first", action("somewhere")).await.unwrap();
    assert_eq!((outcome, report.provider.as_str()), (Outcome::DELIVERED, "kept"));
    let names: Vec<StepName> = report.steps.iter().map(|(name, _)| *name).collect();
    assert_eq!(names[..2], [StepName::Guard, StepName::Controls]);
    world.refrain.dispatch("first", action("somewhere")).await.unwrap();
    world.refrain.dispatch("second", action("somewhere")).await.unwrap();
    let keys: Vec<String> = kept.0.lock().unwrap().iter().map(|one| one.run.idempotency_key().to_string()).collect();
    assert!(keys[0] == keys[1] && keys[1] != keys[2], "{keys:?}");
    assert_eq!(kept.0.lock().unwrap()[0].trusted()["_recurring_dispatch"], "false");
    let unknown = world.refrain.dispatch("third", Action::new("pigeon", json!(1))).await.unwrap();
    assert!(unknown.0.message().is_some_and(|message| message.contains("pigeon")), "{unknown:?}");
    let refused = world.refrain.dispatch("", action("somewhere")).await.unwrap_err();
    assert_eq!(refused.code(), "bad_value");
}

#[tokio::test]
async fn a_hold_stops_single_actions_and_is_shown_by_a_dry_run() {
    let (world, kept) = world().await;
    world.refrain.schedule("digest").cron("0 9 * * *").action(action("somewhere")).save().await.unwrap();
    let free = world.refrain.dry_run("digest").await.unwrap();
    assert_eq!((free.outcome, free.provider.as_str()), (None, "kept"));
    world.refrain.holds().save("freeze", &Hold::new("maintenance")).await.unwrap();
    let held = world.refrain.dry_run("digest").await.unwrap();
    assert_eq!(held.steps.last().unwrap().0, StepName::Controls);
    let (outcome, _) = world.refrain.dispatch("first", action("somewhere")).await.unwrap();
    assert!(matches!(outcome, Outcome::Skipped { .. }), "{outcome:?}");
    assert_eq!(world.refrain.dry_run_occurrence(action("somewhere")).await.unwrap().outcome, Some(outcome));
    assert_eq!(kept.0.lock().unwrap().len(), 0);
    assert_eq!(world.refrain.dry_run("other").await.unwrap_err().code(), "not_found");
}

/// A provider that enqueues one work item per action.
struct EnqueuingProvider;

#[async_trait]
impl Provider for EnqueuingProvider {
    async fn send(&self, sending: &OutgoingAction) -> Outcome {
        let work = NewWorkItem {
            tenant: sending.tenant().clone(),
            queue: QueueName::new("emails").unwrap(),
            key: sending.run.idempotency_key().to_string(),
            payload: sending.action().payload.clone(),
            priority: Priority::Normal,
            ready_at: sending.run.started_at,
            max_attempts: 3,
            occurrence: (!sending.is_single).then_some(sending.run.occurrence.id),
        };
        Outcome::Delivered { target: None, work: vec![work] }
    }
}

#[tokio::test]
async fn work_is_enqueued_with_the_settlement_and_by_single_actions_at_once() {
    let (world, _) = world().await;
    world.refrain.provider("clerk", EnqueuingProvider);
    let action = || Action::new("clerk", json!({"to": "acme"}));
    world.refrain.schedule("digest").cron("0 9 * * *").action(action()).save().await.unwrap();
    let items = async || {
        let (store, tenant) = (world.refrain.store(), refrain::model::Tenant::new("default", "default").unwrap());
        store.work_items(&tenant, &WorkFilter::default(), &Page::first(10)).await.unwrap().rows
    };
    world.refrain.dispatch("first", action()).await.unwrap();
    world.refrain.dispatch("first", action()).await.unwrap();
    assert_eq!(items().await.len(), 1, "the same key creates one item");
    world.run_until("2026-01-05T09:00:00Z", 600).await;
    assert_eq!(world.ended("digest").await, ["succeeded"]);
    let items = items().await;
    assert_eq!(items.len(), 2);
    assert_eq!(items[0].work.occurrence, Some(world.rows("digest").await[0].id));
}
