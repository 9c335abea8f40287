//! The run context of handlers, the results they may return, and their isolation: a handler affects only its own run.

use std::sync::{Arc, Mutex};

use jiff::Timestamp;
use refrain::Failure;
use refrain::Reject;
use refrain::RunContext;
use refrain::delivery::Outcome;
use refrain::model::{Retry, SkipReason, Target, Trigger};
use refrain::recurrence::builder::{minutes, seconds};
use refrain::recurrence::{CalendarRecurrence, Frequency};
use serde::{Deserialize, Serialize};

use crate::world::{World, at};

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Digest {
    to: Vec<Address>,
    urgent: bool,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Address {
    mail: String,
}

fn digest() -> Digest {
    Digest { to: vec![Address { mail: "ann@example.com".to_owned() }], urgent: true }
}

fn once() -> Retry {
    Retry { max_attempts: 1, ..Retry::default() }
}

/// Saves a schedule with this handler and one with a good handler, and runs both at 09:00. Returns the end and
/// the message of the first. The good run must succeed in every case.
async fn outcome_of(world: &World, handler: &str) -> (String, String) {
    let cron = |id: &str| world.refrain.schedule(id).cron("0 9 * * *").retry(once());
    cron("tried").handler(handler, digest()).save().await.unwrap();
    cron("good").handler("record", ()).save().await.unwrap();
    world.tick_at("2026-01-05T08:59:59Z").await;
    world.tick_at("2026-01-05T09:00:00Z").await;
    assert_eq!(world.ended("good").await, ["succeeded"], "beside {handler}");
    let row = world.rows("tried").await.remove(0);
    (world.ended("tried").await.remove(0), row.message.unwrap_or_default())
}

#[tokio::test]
async fn a_typed_payload_arrives_as_it_was_saved() {
    let world = World::at("2026-01-05T08:00:00Z").await;
    let seen: Arc<Mutex<Option<Digest>>> = Arc::default();
    let reported = seen.clone();
    world.refrain.handler("send", move |_: RunContext, payload: Digest| {
        *reported.lock().unwrap() = Some(payload);
        async { Ok::<_, Failure>(()) }
    });
    assert_eq!(outcome_of(&world, "send").await.0, "succeeded");
    assert_eq!(seen.lock().unwrap().clone(), Some(digest()));
}

#[tokio::test]
async fn the_run_context_describes_the_run() {
    let world = World::at("2026-01-05T08:00:00Z").await;
    let seen: Arc<Mutex<Vec<RunContext>>> = Arc::default();
    let reported = seen.clone();
    world.refrain.handler("look", move |context: RunContext, (): ()| {
        reported.lock().unwrap().push(context.clone());
        async move { if context.attempt() == 1 { Err("once more") } else { Ok(()) } }
    });
    let weekly = world.refrain.schedule("weekly").calendar(CalendarRecurrence::new(Frequency::Weekly));
    let weekly = weekly.in_zone("Europe/Berlin").timeout(minutes(5)).discriminators(["eu", "us"]);
    weekly.overlap(refrain::model::Overlap::AllowAll).handler("look", ()).save().await.unwrap();
    world.run_until("2026-01-11T23:30:00Z", 3_600).await;
    let seen = seen.lock().unwrap().clone();
    assert_eq!(seen.len(), 4, "two discriminators with two attempts each");
    let (first, last) = (&seen[0], &seen[3]);
    assert_eq!(first.schedule().id.as_str(), "weekly");
    assert_eq!(first.schedule().tenant.to_string(), "default/default");
    assert_eq!((first.period_key(), first.nominal_at()), ("2026-W03", at("2026-01-11T23:00:00Z")));
    assert_eq!(first.period(), Some((at("2026-01-11T23:00:00Z"), at("2026-01-18T23:00:00Z"))));
    assert_eq!((first.due_at(), first.started_at()), (first.nominal_at(), at("2026-01-11T23:00:00Z")));
    assert_eq!((first.attempt(), last.attempt(), first.trigger()), (1, 2, Trigger::Schedule));
    assert_eq!(first.deadline(), Some(at("2026-01-11T23:05:00Z")));
    assert_eq!((first.correlation_id(), first.cancellation().is_cancelled()), (None, false));
    let keys = |name: &str| {
        let own = seen.iter().filter(|context| context.discriminator() == name);
        own.map(|context| context.idempotency_key().to_string()).collect::<Vec<_>>()
    };
    assert_eq!(keys("eu")[0], keys("eu")[1], "all attempts have the same key");
    assert_ne!(keys("eu")[0], keys("us")[0]);
}

#[tokio::test]
async fn a_handler_may_return_a_target_or_any_outcome() {
    let world = World::at("2026-01-05T08:00:00Z").await;
    let target = Target { kind: "mail".to_owned(), id: "7".to_owned() };
    let made = target.clone();
    world.refrain.handler("make", move |_: RunContext, _: Digest| {
        let made = made.clone();
        async { Ok::<_, Failure>(made) }
    });
    assert_eq!(outcome_of(&world, "make").await.0, "succeeded");
    assert_eq!(world.rows("tried").await[0].target, Some(target));
    let world = World::at("2026-01-05T08:00:00Z").await;
    world.refrain.handler("skip", |_: RunContext, _: Digest| async {
        let message = Some("nothing to tell".to_owned());
        Ok::<_, Failure>(Outcome::Skipped { reason: SkipReason::Inactive, message })
    });
    assert_eq!(outcome_of(&world, "skip").await, ("skipped(inactive)".to_owned(), "nothing to tell".to_owned()));
}

#[tokio::test]
async fn an_error_is_retried_and_a_reject_is_not() {
    let world = World::at("2026-01-05T08:00:00Z").await;
    let calls: Arc<Mutex<Vec<String>>> = Arc::default();
    let reported = calls.clone();
    world.refrain.handler("fail", move |context: RunContext, kind: String| {
        reported.lock().unwrap().push(kind.clone());
        async move {
            match kind.as_str() {
                "error" if context.attempt() < 3 => Err(Failure::from("the line is busy")),
                "reject" => Err(Reject::new("no such customer").into()),
                _ => Ok(()),
            }
        }
    });
    for kind in ["error", "reject"] {
        world.refrain.schedule(kind).cron("0 9 * * *").handler("fail", kind).save().await.unwrap();
    }
    world.run_until("2026-01-05T09:10:00Z", 5).await;
    assert_eq!(world.ended("error").await, ["succeeded"]);
    assert_eq!(world.ended("reject").await, ["failed(rejected)"]);
    let count = |kind: &str| calls.lock().unwrap().iter().filter(|other| *other == kind).count();
    assert_eq!((count("error"), count("reject")), (3, 1));
    let (_, attempts) = world.refrain.run(world.rows("error").await[0].id).await.unwrap().unwrap();
    assert_eq!(attempts[0].message.as_deref(), Some("the line is busy"));
}

#[tokio::test]
async fn a_panic_fails_its_own_attempt_alone() {
    let world = World::at("2026-01-05T08:00:00Z").await;
    world.refrain.handler("panic", |_: RunContext, payload: Digest| async move {
        assert!(!payload.urgent, "too urgent\0");
        Ok::<_, Failure>(())
    });
    let (ended, message) = outcome_of(&world, "panic").await;
    assert_eq!(ended, "failed(attempts_exhausted)");
    assert!(message.contains("it panicked: too urgent"), "{message}");
}

// The paused runtime clock advances when all tasks are idle.
#[tokio::test(start_paused = true)]
async fn a_hanging_handler_is_canceled_by_its_timeout() {
    let world = World::at("2026-01-05T08:00:00Z").await;
    let token: Arc<Mutex<Option<tokio_util::sync::CancellationToken>>> = Arc::default();
    let reported = token.clone();
    world.refrain.handler("hang", move |context: RunContext, (): ()| {
        *reported.lock().unwrap() = Some(context.cancellation().clone());
        std::future::pending::<Result<(), Failure>>()
    });
    let hang = world.refrain.schedule("hang").cron("0 9 * * *").timeout(seconds(30)).retry(once());
    hang.handler("hang", ()).save().await.unwrap();
    world.save(world.refrain.schedule("good").cron("0 9 * * *")).await;
    world.tick_at("2026-01-05T08:59:59Z").await;
    world.tick_at("2026-01-05T09:00:00Z").await;
    assert_eq!(world.ended("hang").await, ["failed(timeout)"]);
    assert_eq!(world.ended("good").await, ["succeeded"]);
    assert!(token.lock().unwrap().as_ref().unwrap().is_cancelled());
}

#[tokio::test]
async fn garbage_from_a_handler_is_kept_out_of_the_ledger() {
    let garbage = [
        Target { kind: "x".repeat(100_000), id: "7".to_owned() },
        Target { kind: "mail".to_owned(), id: "a\0b".to_owned() },
    ];
    for target in garbage {
        let world = World::at("2026-01-05T08:00:00Z").await;
        world.refrain.handler("make", move |_: RunContext, _: Digest| {
            let target = target.clone();
            async { Ok::<_, Failure>(target) }
        });
        let (ended, message) = outcome_of(&world, "make").await;
        assert_eq!(ended, "failed(rejected)");
        assert!(message.contains("too long or contains a NUL"), "{message}");
    }
    let world = World::at("2026-01-05T08:00:00Z").await;
    world.refrain.handler("long", |_: RunContext, _: Digest| async { Err::<(), _>("\0é".repeat(100_000)) });
    let (ended, message) = outcome_of(&world, "long").await;
    assert_eq!(ended, "failed(attempts_exhausted)");
    assert!(message.len() <= 2_048 && !message.contains('\0'));
    // A delay until a past time would otherwise be retried forever within one tick.
    let world = World::at("2026-01-05T08:00:00Z").await;
    world.refrain.handler("delay", |_: RunContext, (): ()| async {
        Ok::<_, Failure>(Outcome::Delayed { until: Timestamp::UNIX_EPOCH, message: None })
    });
    world.refrain.schedule("a").cron("0 9 * * *").handler("delay", ()).save().await.unwrap();
    world.tick_at("2026-01-05T08:59:59Z").await;
    assert_eq!(world.tick_at("2026-01-05T09:00:00Z").await, 1);
}

#[tokio::test]
async fn a_payload_of_the_wrong_type_is_rejected_with_the_place_where_it_is_wrong() {
    let world = World::at("2026-01-05T08:00:00Z").await;
    world.refrain.handler("send", |_: RunContext, _: Digest| async { Ok::<_, Failure>(()) });
    let wrong = serde_json::json!({"to": [{"mail": "a"}, {"mail": 7}], "urgent": false});
    let wrong = world.refrain.schedule("wrong").cron("0 9 * * *").handler("send", wrong);
    wrong.save().await.unwrap();
    world.run_until("2026-01-05T09:00:00Z", 600).await;
    assert_eq!(world.ended("wrong").await, ["failed(rejected)"], "a wrong payload type is not retried");
    let message = world.rows("wrong").await[0].message.clone().unwrap();
    assert!(message.contains("at to[1].mail") && message.contains("invalid type: integer `7`"), "{message}");
}

#[tokio::test]
async fn a_run_without_a_local_handler_waits_for_a_node_that_has_it() {
    let world = World::with_remote_handlers("2026-01-05T08:00:00Z").await;
    world.refrain.schedule("a").cron("0 9 * * *").handler("elsewhere", ()).save().await.unwrap();
    world.run_until("2026-01-05T09:00:00Z", 600).await;
    assert!(world.ended("a").await.is_empty(), "the run waits for a retry");
    let (_, attempts) = world.refrain.run(world.rows("a").await[0].id).await.unwrap().unwrap();
    assert_eq!(attempts[0].message.as_deref(), Some("this node has no handler \"elsewhere\""));
    let other = world.restarted().await;
    other.refrain.handler("elsewhere", |_: RunContext, (): ()| async { Ok::<_, Failure>(()) });
    other.run_until("2026-01-05T09:05:00Z", 5).await;
    assert_eq!(world.ended("a").await, ["succeeded"]);
}

#[tokio::test]
async fn a_handler_that_no_node_has_fails_as_unknown_provider() {
    let world = World::with_remote_handlers("2026-01-05T08:00:00Z").await;
    assert_eq!(outcome_of(&world, "nowhere").await.0, "failed(unknown_provider)");
    let world = World::at("2026-01-05T08:00:00Z").await;
    let action = refrain::model::Action::new("carrier_pigeon", serde_json::Value::Null);
    let pigeon = world.refrain.schedule("a").cron("0 9 * * *").retry(once()).action(action);
    // By default, a provider that no node has is rejected.
    pigeon.save_for_unknown_provider().await.unwrap();
    world.run_until("2026-01-05T09:00:00Z", 600).await;
    assert_eq!(world.ended("a").await, ["failed(unknown_provider)"]);
}

#[tokio::test]
async fn the_latest_handler_of_a_name_takes_the_place_of_the_one_before() {
    let world = World::at("2026-01-05T08:00:00Z").await;
    world.refrain.handler("send", |_: RunContext, _: Digest| async { Err::<(), _>(Reject::new("the old one")) });
    world.refrain.handler("send", |_: RunContext, _: Digest| async { Ok::<_, Failure>(()) });
    assert_eq!(outcome_of(&world, "send").await.0, "succeeded");
}

#[tokio::test]
async fn a_run_fails_after_max_attempts() {
    let world = World::at("2026-01-05T08:00:00Z").await;
    world.refrain.handler("busy", |context: RunContext, (): ()| async move {
        Err::<(), _>(format!("attempt {}", context.attempt()))
    });
    let retry = Retry { max_attempts: 3, initial: seconds(1), ..Retry::default() };
    world.refrain.schedule("a").cron("0 9 * * *").retry(retry).handler("busy", ()).save().await.unwrap();
    world.run_until("2026-01-05T09:01:00Z", 1).await;
    assert_eq!(world.ended("a").await, ["failed(attempts_exhausted)"]);
    assert_eq!(world.rows("a").await[0].message.as_deref(), Some("attempt 3"));
}

#[tokio::test]
async fn a_provider_that_no_live_node_has_is_refused_until_one_announces_it() {
    let world = World::at("2026-01-05T08:00:00Z").await;
    let save = |world: &World, id: &str| {
        let action = refrain::model::Action::new("pager", serde_json::Value::Null);
        world.refrain.schedule(id).cron("0 9 * * *").action(action)
    };
    let refused = save(&world, "a").save().await.unwrap_err();
    assert_eq!(refused.code(), "unknown_provider");
    assert!(refused.to_string().contains("\"pager\"") && refused.to_string().contains("log"), "{refused}");
    assert!(world.refrain.control().schedule(&key_of("a")).await.is_err(), "nothing was saved");
    // Another node on the same store has the provider and announces it with its heartbeat.
    let other = world.restarted().await;
    other.refrain.provider("pager", NullProvider);
    other.refrain.watch().await.unwrap();
    save(&world, "a").save().await.unwrap();
    // A schedule that was allowed once can be edited by a node without the provider.
    let world = World::at("2026-01-05T08:00:00Z").await;
    save(&world, "a").save_for_unknown_provider().await.unwrap();
    save(&world, "a").description("later").save().await.unwrap();
    assert_eq!(
        world.refrain.control().warnings(&world.schedule("a").await.definition.action).await.unwrap()[0].code,
        "unknown_provider"
    );
}

#[tokio::test]
async fn handlers_that_are_missing_or_take_another_payload_are_warned_about() {
    let world = World::with_remote_handlers("2026-01-05T08:00:00Z").await;
    let warned = async |payload: serde_json::Value| {
        let saved = world.refrain.schedule("a").cron("0 9 * * *").handler("send", payload).save().await.unwrap();
        let warnings = world.refrain.control().warnings(&saved.definition.action).await.unwrap();
        warnings.into_iter().map(|warning| (warning.code, warning.detail)).collect::<Vec<_>>()
    };
    let fitting = serde_json::json!({ "to": [], "urgent": false });
    let early = warned(fitting.clone()).await;
    assert_eq!(early, [("unknown_handler", "No live node has a handler \"send\".".to_owned())]);
    world.refrain.handler("send", |_: RunContext, _: Digest| async { Ok::<_, Failure>(()) });
    assert_eq!(warned(fitting).await, []);
    let wrong = warned(serde_json::json!({ "to": 7, "urgent": false })).await;
    assert_eq!(wrong[0].0, "payload_mismatch");
    assert!(wrong[0].1.contains("at to: "), "{wrong:?}");
}

/// A provider that accepts everything and sends nothing.
struct NullProvider;

#[async_trait::async_trait]
impl refrain::delivery::Provider for NullProvider {
    async fn send(&self, _: &refrain::delivery::OutgoingAction) -> refrain::delivery::Outcome {
        refrain::delivery::Outcome::DELIVERED
    }
}

fn key_of(id: &str) -> refrain::model::ScheduleKey {
    let tenant = refrain::model::Tenant::new("default", "default").unwrap();
    refrain::model::ScheduleKey { tenant, id: refrain::model::ScheduleId::new(id).unwrap() }
}
