//! Records of each dispatch: the verdict of every step, the provider, the outcome and the actor.

use std::sync::{Arc, Mutex};

use async_trait::async_trait;
use refrain::clock::Clock;
use refrain::delivery::{Outcome, OutgoingAction, Provider};
use refrain::dispatch::Hold;
use refrain::model::{Action, AuditEntry, History, NewEntry, Reason, SkipReason, Tenant};
use refrain::observe::trace::names;
use refrain::observe::{DispatchReport, Event};
use refrain::store::model::Model;
use refrain::store::{Audit, Page, Store, StoreError};
use refrain_ledger::testing::{LayeredStore, StoreLayer};
use serde_json::{Value, json};

use crate::recorder::Recorder;
use crate::world::World;

/// Verdicts of all steps when nothing objects.
const STEPS: &str = "guard pass; controls pass; rules pass; dedup pass; throttle pass; breaker pass";
const SECRET: &str = "hunter2-in-the-payload";

/// A provider that takes 12 ms, and rejects payloads that ask for it.
struct Courier(Arc<refrain::clock::ManualClock>);

#[async_trait]
impl Provider for Courier {
    async fn send(&self, sending: &OutgoingAction) -> Outcome {
        self.0.advance(jiff::SignedDuration::from_millis(12));
        match sending.action().payload["fails"] {
            Value::Bool(true) => Outcome::rejected("no such address"),
            _ => Outcome::DELIVERED,
        }
    }
}

async fn world(level: History) -> World {
    let world = World::with("2026-01-05T08:30:00Z", |builder| builder.history(level).actor("ann")).await;
    world.refrain.provider("courier", Courier(world.clock.clone()));
    world
}

async fn save_courier_schedule(world: &World, id: &str, fails: bool) {
    let payload = json!({"fails": fails, "password": SECRET});
    let schedule = world.refrain.schedule(id).cron("0 * * * *");
    schedule.action(Action::new("courier", payload)).save().await.unwrap();
}

#[tokio::test]
async fn every_attempt_records_the_verdict_of_each_step() {
    let world = world(History::Full).await;
    save_courier_schedule(&world, "good", false).await;
    save_courier_schedule(&world, "bad", true).await;
    world.tick_at("2026-01-05T09:00:00Z").await;
    let good = world.rows("good").await[0].last_attempt().unwrap();
    assert_eq!(good.message.unwrap(), format!("{STEPS}; courier delivered in 12 ms"));
    let bad = world.rows("bad").await[0].last_attempt().unwrap();
    assert_eq!(bad.message.unwrap(), format!("no such address\n{STEPS}; courier rejected in 12 ms"));
    assert!(good.started_at.is_some() && good.ended_at.is_some(), "the attempt has its start and end");
}

#[tokio::test]
async fn a_single_dispatch_is_audited_before_it_is_sent() {
    let world = world(History::Full).await;
    let payload = json!({"password": SECRET});
    let (outcome, _) = world.refrain.dispatch("k1", Action::new("courier", payload)).await.unwrap();
    assert_eq!(outcome, Outcome::DELIVERED);
    let tenant = refrain::model::Tenant::new("default", "default").unwrap();
    let mut entries = world.store.entries(&tenant, &Page::first(10)).await.unwrap().rows;
    entries.reverse();
    let reported: Vec<_> = entries.iter().map(|it| (it.entry.action.as_str(), it.entry.by.actor.as_str())).collect();
    assert_eq!(reported, [("dispatch.intent", "ann"), ("dispatch.send", "ann")]);
    assert_eq!(entries[1].entry.object, "dispatch/dispatch:k1");
    let detail: Value = serde_json::from_str(&entries[1].entry.detail).unwrap();
    assert_eq!(detail["outcome"], "delivered");
    assert_eq!(detail["account"], format!("{STEPS}; courier delivered in 12 ms"));
    assert!(!format!("{entries:?}").contains(SECRET));
}

/// A store whose audit log cannot be written.
struct WithoutAudit(Model);

#[async_trait]
impl StoreLayer for WithoutAudit {
    fn below(&self) -> &dyn Store {
        &self.0
    }

    async fn append(
        &self,
        _tenant: &Tenant,
        _entries: Vec<NewEntry>,
        _now: jiff::Timestamp,
    ) -> Result<Vec<AuditEntry>, StoreError> {
        Err(StoreError::Unavailable("the disk is full".to_owned()))
    }
}

#[tokio::test]
async fn a_single_dispatch_whose_intent_cannot_be_recorded_is_not_sent() {
    let clock = Arc::new(refrain::clock::ManualClock::new(crate::world::at("2026-01-05T08:30:00Z")));
    let sends = async |level: History| {
        let store = Arc::new(LayeredStore(WithoutAudit(Model::new())));
        let builder = refrain::Refrain::builder().clock(clock.clone()).history(level);
        let refrain = builder.over(store).await.unwrap();
        refrain.provider("courier", Courier(clock.clone()));
        let before = clock.now();
        let answer = refrain.dispatch("k1", Action::new("courier", json!({}))).await;
        // The provider takes time.
        (answer.map(|(outcome, _)| outcome), clock.now() > before)
    };
    let (refused, is_sent) = sends(History::Full).await;
    assert!(refused.unwrap_err().to_string().contains("the disk is full"));
    assert!(!is_sent);
    let (outcome, is_sent) = sends(History::Minimal).await;
    assert_eq!((outcome.unwrap(), is_sent), (Outcome::DELIVERED, true), "without an audit log of dispatches");
}

#[tokio::test]
async fn every_dispatch_emits_an_event_without_its_payload() {
    let world = world(History::None).await;
    let heard: Arc<Mutex<Vec<DispatchReport>>> = Arc::default();
    let reported = heard.clone();
    world.refrain.on_event(move |event| {
        if let Event::Dispatched(dispatched) = event {
            reported.lock().unwrap().push(DispatchReport::clone(dispatched));
        }
    });
    save_courier_schedule(&world, "good", false).await;
    save_courier_schedule(&world, "lost", false).await;
    let lost = world.refrain.schedule("lost").cron("0 * * * *");
    lost.action(Action::new("pigeon", json!(SECRET))).save_for_unknown_provider().await.unwrap();
    world.tick_at("2026-01-05T09:00:00Z").await;
    let heard = heard.lock().unwrap();
    let reported: Vec<_> = heard
        .iter()
        .map(|it| {
            let steps: Vec<_> =
                it.steps.iter().map(|(step, decision)| format!("{} {decision}", step.as_str())).collect();
            let reason = it.reason.map(Reason::as_str);
            (it.schedule.id.as_str(), it.attempt, it.provider.as_str(), it.outcome.as_str(), reason, steps.join(", "))
        })
        .collect();
    let steps = || STEPS.replace(';', ",");
    assert_eq!(
        reported,
        [
            ("good", 1, "courier", "delivered", None, steps()),
            ("lost", 1, "", "retryable", Some("unknown_provider"), steps())
        ]
    );
    assert!(!format!("{heard:?}").contains(SECRET));
}

#[tokio::test]
async fn each_occurrence_has_a_span_and_each_step_one_inside_it() {
    let (log, _guard) = Recorder::start();
    let world = world(History::Minimal).await;
    save_courier_schedule(&world, "good", false).await;
    world.tick_at("2026-01-05T09:00:00Z").await;
    let spans = log.spans();
    assert_eq!((spans[0].name.as_str(), spans[0].parent), (names::OCCURRENCE, None));
    let steps: Vec<_> = spans[1..].iter().map(|it| (it.name.as_str(), it.fields["step"].as_str(), it.parent)).collect();
    let names_of_steps = ["guard", "controls", "rules", "dedup", "throttle", "breaker", "provider"];
    let expected = names_of_steps.map(|step| (names::STEP, step, Some(0)));
    assert_eq!(steps, expected);
    assert!(!format!("{spans:?}{:?}", log.lines(names::DISPATCH)).contains(SECRET));
}

#[tokio::test]
async fn steps_and_providers_are_counted() {
    let world = world(History::Minimal).await;
    save_courier_schedule(&world, "good", false).await;
    save_courier_schedule(&world, "bad", true).await;
    world.tick_at("2026-01-05T09:00:00Z").await;
    world.refrain.dry_run("good").await.unwrap();
    let step = |step: &str| format!(r#"refrain_dispatch_steps_total{{step="{step}",decision="pass"}} 2"#);
    assert_eq!(
        world.metrics("refrain_dispatch_steps_total"),
        ["guard", "controls", "rules", "dedup", "throttle", "breaker"].map(step),
        "a dry run counts nothing"
    );
    let outcome = |name: &str| format!(r#"refrain_dispatch_outcomes_total{{provider="courier",outcome="{name}"}} 1"#);
    assert_eq!(world.metrics("refrain_dispatch_outcomes_total"), [outcome("delivered"), outcome("rejected")]);
    let took = world.metrics("refrain_dispatch_provider_duration_seconds_sum");
    assert_eq!(took, [r#"refrain_dispatch_provider_duration_seconds_sum{provider="courier"} 0.024"#]);
}

#[tokio::test]
async fn holds_and_quotas_are_a_step_of_every_action() {
    let world = world(History::Full).await;
    save_courier_schedule(&world, "good", false).await;
    world.refrain.holds().save("freeze", &Hold::new("maintenance")).await.unwrap();
    world.tick_at("2026-01-05T09:00:00Z").await;
    let held = world.rows("good").await[0].clone();
    assert_eq!(held.reason, Some(Reason::Skipped(SkipReason::Hold)));
    assert_eq!(held.message.as_deref(), Some("hold freeze (maintenance)\ncontrols stop"));
    let (single, _) = world.refrain.dispatch("k1", Action::new("courier", json!({}))).await.unwrap();
    assert_eq!(single.reason(), held.reason);
    let controls = |decision: &str| format!(r#"refrain_dispatch_steps_total{{step="controls",decision="{decision}"}}"#);
    let counted = world.metrics("refrain_dispatch_steps_total");
    assert!(counted.contains(&format!("{} 2", controls("stop"))), "{counted:?}");
    assert!(!counted.iter().any(|line| line.starts_with(&controls("pass"))), "{counted:?}");
    let started = world.metrics("refrain_scheduler_started_total");
    assert!(started.iter().all(|line| line.ends_with(" 0")), "what is held has not started: {started:?}");
}
