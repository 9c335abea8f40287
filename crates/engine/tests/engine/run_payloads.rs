//! Runs with a payload of their own.

use std::sync::Arc;

use jiff::SignedDuration;
use refrain::Error;
use refrain::control::{Control, Fire, FireResult, Right, Rights};
use refrain::delivery::Outcome;
use refrain::model::{By, Occurrence, OccurrenceId, RunPayload, State, Trigger};
use refrain::store::OccurrenceChange;
use serde_json::{Value, json};

use crate::harness::{Harness, at, cron, key};

/// Starts an engine with a schedule whose payload is `{"of": "schedule"}`.
async fn harness() -> Harness {
    let harness = Harness::at("2026-01-05T08:30:00Z");
    let mut definition = cron("0 * * * *", "UTC");
    definition.action.payload = json!({ "of": "schedule" });
    harness.save("hourly", definition).await;
    harness
}

async fn fire(control: &Control<Rights>, payload: Option<Value>) -> Result<FireResult, Error> {
    let (key, by) = (key("hourly"), By::new("ann"));
    control.fire(Fire { key, request: "r".to_owned(), discriminator: None, correlation_id: None, payload, by }).await
}

async fn retry(control: &Control<Rights>, id: OccurrenceId, payload: Option<Value>) -> Result<Occurrence, Error> {
    let payload = payload.map(|payload| Arc::new(RunPayload::new(payload)));
    let reopen = OccurrenceChange::Reopen { trigger: Trigger::Retry, concurrency: None, payload };
    control.change_occurrence(&key("hourly").tenant, id, &reopen, &By::new("ann")).await
}

fn payloads(harness: &Harness) -> Vec<Value> {
    harness.sent().into_iter().map(|sent| sent.payload).collect()
}

#[tokio::test]
async fn every_attempt_is_sent_with_the_payload_of_the_run() {
    let harness = harness().await;
    harness.answer("hourly", [Outcome::retryable("no"), Outcome::DELIVERED, Outcome::DELIVERED]);
    fire(&harness.control, Some(json!({ "of": "run" }))).await.unwrap();
    harness.run_until("2026-01-05T08:31:00Z", SignedDuration::from_secs(1)).await;
    harness.run_until("2026-01-05T09:00:00Z", SignedDuration::from_mins(1)).await;
    assert_eq!(payloads(&harness), [json!({ "of": "run" }), json!({ "of": "run" }), json!({ "of": "schedule" })]);
}

#[tokio::test]
async fn an_edit_does_not_change_the_payload_of_a_requested_run() {
    let harness = harness().await;
    fire(&harness.control, Some(json!(1))).await.unwrap();
    let mut edited = cron("30 * * * *", "UTC");
    edited.action.payload = json!({ "of": "edited" });
    harness.save("hourly", edited).await;
    harness.tick().await;
    assert_eq!(payloads(&harness), [json!(1)]);
}

#[tokio::test]
async fn a_repeated_request_must_name_the_same_payload() {
    let harness = harness().await;
    let first = fire(&harness.control, Some(json!(1))).await.unwrap();
    let again = fire(&harness.control, Some(json!(1))).await.unwrap();
    assert_eq!((again.id, again.existing), (first.id, Some(State::Planned)));
    for payload in [Some(json!(2)), None] {
        assert_eq!(fire(&harness.control, payload).await.unwrap_err().code(), "idempotency_key_reused");
    }
    harness.tick().await;
    retry(&harness.control, first.id, Some(json!(2))).await.unwrap();
    assert_eq!(fire(&harness.control, Some(json!(1))).await.unwrap().id, first.id, "a person replaced the payload");
    harness.tick().await;
    assert_eq!(payloads(&harness), [json!(1), json!(2)]);
}

#[tokio::test]
async fn a_retry_with_another_payload_keeps_the_idempotency_key() {
    let harness = harness().await;
    let run = fire(&harness.control, None).await.unwrap();
    for payload in [None, Some(json!("corrected")), None] {
        harness.tick().await;
        retry(&harness.control, run.id, payload).await.unwrap();
    }
    harness.tick().await;
    let schedule = json!({ "of": "schedule" });
    assert_eq!(payloads(&harness), [schedule.clone(), schedule, json!("corrected"), json!("corrected")]);
    let sent = harness.sent();
    assert!(sent.iter().all(|one| one.key == sent[0].key));
    let why = harness.control.explain(&key("hourly"), at("2026-01-05T08:30:00Z")).await.unwrap().sentence();
    assert!(why.contains("with a payload of its own") && !why.contains("corrected"), "{why}");
}

#[tokio::test]
async fn a_payload_needs_the_rights_for_its_effect() {
    let harness = harness().await;
    let acting = |rights: &[Right]| {
        Control::new(harness.store.clone(), harness.clock.clone()).acting_as(Rights::new(rights.iter().copied()))
    };
    let missing = |refused: Error| match refused {
        Error::Forbidden { missing, path, .. } => (missing, path),
        other => panic!("{other}"),
    };
    // No live node says what the provider is, so it may start programs.
    let refused = fire(&acting(&[Right::Fire]), Some(json!(1))).await.unwrap_err();
    assert_eq!(missing(refused), (Right::Command, Some("payload")));
    let run = fire(&acting(&[Right::Fire]), None).await.unwrap();
    harness.tick().await;
    let refused = retry(&acting(&[Right::Operate, Right::Command]), run.id, Some(json!(1))).await.unwrap_err();
    assert_eq!(missing(refused).0, Right::Fire);
    let refused = retry(&acting(&[Right::Operate, Right::Fire]), run.id, Some(json!(1))).await.unwrap_err();
    assert_eq!(missing(refused), (Right::Command, Some("payload")));
    retry(&acting(&[Right::Operate]), run.id, None).await.unwrap();
    harness.tick().await;
    // Without `secrets`, no secret is sent by a provider that this node cannot ask.
    let secret = json!({ "token": "{{secret.stripe}}" });
    let sender = [Right::Operate, Right::Fire, Right::Command];
    let refused = retry(&acting(&sender), run.id, Some(secret.clone())).await.unwrap_err();
    assert_eq!(missing(refused), (Right::Secrets, Some("payload")));
    let reopened = retry(&harness.control, run.id, Some(secret.clone())).await.unwrap();
    let expected = RunPayload { may_start_programs: true, allows_unbound_secrets: true, ..RunPayload::new(secret) };
    assert_eq!(reopened.planned.payload.as_deref(), Some(&expected));
}
