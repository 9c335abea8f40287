//! A webhook provider, and attempts for it to send.

use std::sync::Arc;

use jiff::Timestamp;
use refrain::clock::ManualClock;
use refrain::control::DocumentChange;
use refrain::control::Rights;
use refrain::delivery::{Account, LeaseCheck, Outcome, OutgoingAction, Provider, Run, SelfSettlement};
use refrain::model::{
    Action, By, Definition, Fence, NewOccurrence, NodeId, Occurrence, OccurrenceId, Priority, Revision, ScheduleId,
    ScheduleKey, ScheduleUid, State, Tenant, Trigger,
};
use refrain::observe::Events;
use refrain::provider::webhook::{Webhook, WebhookOptions};
use refrain::recurrence::{CronRecurrence, Length, Recurrence, Spec};
use refrain::secret::{KeyRing, Secret, Secrets};
use refrain::store::model::Model;
use refrain::store::{ExpectedVersion, Store};
use refrain::timing::Lateness;
use serde_json::{Value, json};
use tokio_util::sync::CancellationToken;

/// Master key for tests.
pub(crate) const MASTER: &str = "test:AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=";

pub(crate) fn at(text: &str) -> Timestamp {
    text.parse().unwrap()
}

pub(crate) fn clock() -> Arc<ManualClock> {
    Arc::new(ManualClock::new(at("2026-01-05T09:00:07Z")))
}

/// Returns options that allow the servers of these tests, with timeouts that a slow machine does not exceed.
pub(crate) fn options() -> WebhookOptions {
    WebhookOptions::default().with(|it| {
        it.allow = vec!["127.0.0.0/8".to_owned()];
        it.allow_http = true;
        it.any_port = true;
        it.connect_timeout = Length::from_seconds(300);
        it.timeout = Length::from_seconds(300);
    })
}

/// Returns options for receivers that never answer.
pub(crate) fn hasty() -> WebhookOptions {
    options().with(|it| it.timeout = Length::from_seconds(3))
}

pub(crate) fn webhook(options: WebhookOptions) -> Webhook {
    Webhook::new(options, clock(), None).unwrap()
}

/// Returns a provider with these secrets of the tenant `default/acme`.
pub(crate) async fn webhook_with(options: WebhookOptions, secrets: &[(&str, &str)]) -> Webhook {
    let kept = keep(Arc::new(Model::new()), secrets).await;
    Webhook::new(options, clock(), Some(kept)).unwrap()
}

pub(crate) async fn keep(store: Arc<dyn Store>, secrets: &[(&str, &str)]) -> Arc<Secrets> {
    let kept = Secrets::new(store, clock(), KeyRing::parse(MASTER).unwrap());
    for (name, text) in secrets {
        kept.put(&Rights::all(), &change(tenant(), name), &Secret::new(*text).unwrap().into()).await.unwrap();
    }
    Arc::new(kept)
}

/// Returns a change in which Ann creates a secret.
pub(crate) fn change(tenant: Tenant, name: &str) -> DocumentChange {
    DocumentChange { tenant, name: name.parse().unwrap(), expect: ExpectedVersion::New, by: By::new("ann") }
}

pub(crate) fn tenant() -> Tenant {
    Tenant::new("default", "acme").unwrap()
}

pub(crate) fn action(target: &str) -> Action {
    Action { target: target.to_owned(), ..Action::new("webhook", json!({"invoice": 7})) }
}

/// Returns an action with metadata.
pub(crate) fn action_with(target: &str, metadata: &[(&str, &str)]) -> Action {
    let metadata = metadata.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
    Action { metadata, ..action(target) }
}

/// Returns the second attempt at the January occurrence of a monthly schedule.
pub(crate) fn sending(action: Action) -> OutgoingAction {
    let rule = CronRecurrence { expression: "0 10 5 * *".to_owned(), ..CronRecurrence::default() };
    let mut definition = Definition::new(Spec::new(Recurrence::Cron(rule), "Europe/Berlin"), action);
    definition.labels.insert("team".to_owned(), "billing".to_owned());
    OutgoingAction::new(Run {
        occurrence: Arc::new(occurrence()),
        definition: Arc::new(definition),
        node: NodeId::new("node").unwrap(),
        started_at: at("2026-01-05T09:00:07Z"),
        cancel: CancellationToken::new(),
        events: Events::new(),
        own: SelfSettlement::default(),
        account: Account::default(),
        lateness: Lateness::default(),
        controls: None,
        lease: LeaseCheck::default(),
    })
}

fn occurrence() -> Occurrence {
    let nominal_at = at("2026-01-05T09:00:00Z");
    let planned = NewOccurrence {
        period_key: "2026-01".to_owned(),
        discriminator: "eu".to_owned(),
        nominal_at,
        due_at: nominal_at,
        period: Some((at("2025-12-31T23:00:00Z"), at("2026-01-31T23:00:00Z"))),
        priority: Priority::Normal,
        trigger: Trigger::Schedule,
        correlation_id: Some("request-7".to_owned()),
        note: None,
        concurrency: None,
        payload: None,
    };
    Occurrence {
        id: OccurrenceId(42),
        schedule: ScheduleKey { tenant: tenant(), id: ScheduleId::new("invoices").unwrap() },
        schedule_uid: ScheduleUid(1),
        planned,
        revision: Revision(1),
        tzdb: String::new(),
        created_at: nominal_at,
        state: State::Running,
        ready_at: nominal_at,
        waits: false,
        attempt: 2,
        fence: Fence(9),
        lease_owner: None,
        lease_until: None,
        cancel_requested: false,
        started_at: None,
        ended_at: None,
        reason: None,
        message: None,
        blocker: None,
        target: None,
        discarded_at: None,
    }
}

/// Sends an action with the options of these tests.
pub(crate) async fn send(action: Action) -> Outcome {
    webhook(options()).send(&sending(action)).await
}

/// Returns the message of an outcome.
pub(crate) fn message(outcome: &Outcome) -> String {
    outcome.message().unwrap_or_default().to_owned()
}

pub(crate) fn json(bytes: &[u8]) -> Value {
    serde_json::from_slice(bytes).unwrap()
}
