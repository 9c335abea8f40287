//! Webhooks of schedules, from the definition to the ledger.

use std::sync::Arc;

use jiff::SignedDuration;
use refrain::Refrain;
use refrain::clock::{Clock, ManualClock};
use refrain::model::{Action, Occurrence, Reason, Status};
use refrain::recurrence::Length;
use refrain::store::Page;
use refrain::store::model::Model;

use crate::server::{Reply, Server};
use crate::world::{action, action_with, at, json, options};

struct World {
    clock: Arc<ManualClock>,
    refrain: Refrain,
}

impl World {
    /// Creates a world at 08:30, with the schedule `digest` at 09:00 each day.
    async fn with(action: Action) -> Self {
        let clock = Arc::new(ManualClock::new(at("2026-01-05T08:30:00Z")));
        let refrain = Refrain::builder().clock(clock.clone()).over(Arc::new(Model::new())).await.unwrap();
        refrain.webhooks(options(), None).unwrap();
        refrain.schedule("digest").cron("0 9 * * *").action(action).save().await.unwrap();
        Self { clock, refrain }
    }

    async fn run_until(&self, until: &str, step: SignedDuration) {
        self.refrain.tick().await.unwrap();
        while self.clock.now() < at(until) {
            self.clock.set((self.clock.now() + step).min(at(until)));
            self.refrain.tick().await.unwrap();
        }
    }

    async fn rows(&self) -> Vec<Occurrence> {
        self.refrain.runs("digest", &Page::first(100)).await.unwrap().rows
    }
}

const MINUTE: SignedDuration = SignedDuration::from_mins(1);

#[tokio::test]
async fn a_scheduled_action_arrives_with_own_and_trusted_metadata() {
    let server = Server::accepting().await;
    let mut sent = action_with(&server.url("/"), &[("ticket", "T-1")]);
    sent.kind = "digest.due".to_owned();
    sent.payload = serde_json::json!({"_recurring_id": "posing", "n": 1});
    let world = World::with(sent).await;
    world.run_until("2026-01-05T09:01:00Z", MINUTE).await;
    let body = json(&server.request().body);
    assert_eq!((&body["kind"], &body["payload"]["n"]), (&"digest.due".into(), &1.into()));
    assert_eq!(body["metadata"]["ticket"], "T-1");
    assert_eq!(body["metadata"]["_recurring_id"], "digest", "the payload cannot override trusted metadata");
    assert_eq!(body["metadata"]["_occurrence_id"], world.rows().await[0].id.to_string());
    assert_eq!(body["metadata"]["_nominal_at"], "2026-01-05T09:00:00Z");
}

#[tokio::test]
async fn every_attempt_has_the_same_key_and_waits_as_long_as_the_receiver_asks() {
    let server = Server::start(|request| match request.header("x-refrain-attempt") {
        "1" => Reply::with(503, &[("retry-after", "600")], ""),
        _ => Reply::status(200),
    })
    .await;
    let world = World::with(action(&server.url("/"))).await;
    world.run_until("2026-01-05T09:09:00Z", MINUTE).await;
    assert_eq!(server.requests().len(), 1);
    world.run_until("2026-01-05T09:12:00Z", MINUTE).await;
    let [first, second] = &server.requests()[..] else { panic!("{:?}", server.requests()) };
    assert_eq!(first.header("idempotency-key"), second.header("idempotency-key"));
    assert_ne!(first.header("webhook-timestamp"), second.header("webhook-timestamp"));
    assert_eq!(world.rows().await[0].state.as_str(), "succeeded");
}

#[tokio::test]
async fn a_receiver_that_is_gone_pauses_the_schedule_with_a_note() {
    let server = Server::start(|_| Reply::with(410, &[], "unsubscribed")).await;
    let world = World::with(action(&server.url("/"))).await;
    world.run_until("2026-01-07T12:00:00Z", MINUTE * 30).await;
    assert_eq!(server.requests().len(), 1, "nothing is sent after a 410");
    let schedule = world.refrain.get("digest").await.unwrap().unwrap();
    assert_eq!(schedule.status, Status::Paused);
    let note = format!("{schedule:?}");
    assert!(note.contains("the receiver is gone: 127.0.0.1 answered 410: unsubscribed"), "{note}");
    let last = world.rows().await.pop().unwrap();
    assert_eq!((last.state.as_str(), last.reason.map(Reason::as_str)), ("failed", Some("gone")));
}

#[tokio::test]
async fn an_undeliverable_action_is_not_saved() {
    let world = World::with(action("http://127.0.0.1:1/")).await;
    for (target, code) in [
        ("http://10.0.0.1/", "webhook_refused"),
        ("https://localhost/", "webhook_refused"),
        ("nowhere", "webhook_url"),
        ("https://example.com/{{periodkey}}", "template_unknown_name"),
    ] {
        let draft = world.refrain.schedule("other").cron("0 9 * * *").action(action(target));
        assert_eq!(draft.save().await.unwrap_err().code(), code, "{target}");
    }
    let saved = world.refrain.get("other").await.unwrap();
    assert!(saved.is_none());
}

#[tokio::test]
async fn the_shorter_of_schedule_and_provider_timeout_applies() {
    let server = Server::start(|_| Reply::Hang).await;
    let world = World::with(action(&server.url("/"))).await;
    world.refrain.webhooks(options().with(|it| it.timeout = Length::from_seconds(3_600)), None).unwrap();
    let draft = world.refrain.schedule("digest").cron("0 9 * * *").action(action(&server.url("/")));
    draft.timeout(Length::from_seconds(1)).save().await.unwrap();
    let (_, took) = crate::clock::timed(world.run_until("2026-01-05T09:00:00Z", MINUTE * 30)).await;
    assert!(took < std::time::Duration::from_secs(1_800), "{took:?}");
    assert!(world.rows().await[0].attempt >= 1);
}
