//! Log records: operations on schedules, results of runs, and the IDs by which both can be found.

use refrain::control::Rights;
use refrain::control::{Fire, ResumeFrom};
use refrain::dispatch::{DispatchRule, RuleAction};
use refrain::model::By;
use refrain::observe::trace::names;

use crate::recorder::Recorder;
use crate::world::{World, at};

#[tokio::test]
async fn every_operation_on_a_schedule_is_logged_with_its_actor() {
    let (log, _guard) = Recorder::start();
    let world = World::with("2026-01-05T08:30:00Z", |builder| builder.actor("ann")).await;
    world.hourly("digest", "good").await;
    world.hourly("digest", "good").await;
    world.refrain.schedule("digest").cron("30 * * * *").handler("good", ()).save().await.unwrap();
    world.refrain.pause("digest").await.unwrap();
    world.refrain.resume("digest", ResumeFrom::Now).await.unwrap();
    world.refrain.cancel("digest").await.unwrap();
    world.refrain.delete("digest").await.unwrap();
    let expected = ["create", "update", "pause", "resume", "cancel", "delete"].map(|it| format!("recurring.{it}"));
    assert_eq!(log.names_and_levels().into_iter().map(|(name, _)| name).collect::<Vec<_>>(), expected);
    for name in expected {
        let line = &log.lines(&name)[0];
        assert_eq!((line["schedule"].as_str(), line["actor"].as_str()), ("digest", "ann"));
        assert_eq!(line["message"], name);
    }
}

#[tokio::test]
async fn every_run_result_is_logged_with_its_keys() {
    let (log, _guard) = Recorder::start();
    let world = World::at("2026-01-05T08:30:00Z").await;
    world.hourly("good", "good").await;
    world.hourly("bad", "bad").await;
    world.hourly("shaky", "shaky").await;
    world.tick_at("2026-01-05T09:00:00Z").await;
    world.tick_at("2026-01-05T09:01:00Z").await;
    assert_eq!(log.lines(names::DISPATCH).len(), 2);
    let failed = &log.lines(names::DISPATCH_ERROR)[0];
    assert_eq!((failed["reason"].as_str(), failed["error"].as_str()), ("rejected", "no such account"));
    let retried = &log.lines(names::RETRY)[0];
    assert_eq!((retried["attempt"].as_str(), retried["error"].as_str()), ("1", "try again"));
    let row = &world.rows("shaky").await[0];
    for line in [retried, &log.lines(names::DISPATCH)[1]] {
        assert_eq!(line["idempotency_key"], row.idempotency_key().to_string(), "all attempts have the same key");
        assert_eq!(line["occurrence"], row.id.to_string());
        assert!(!line.contains_key("correlation_id"), "a scheduled run has no correlation ID");
    }
    assert_eq!(log.lines(names::ALARM)[0]["alarm"], "failing");
}

#[tokio::test]
async fn a_skipped_occurrence_is_logged_with_its_reason() {
    let (log, _guard) = Recorder::start();
    let world = World::at("2026-01-05T08:30:00Z").await;
    let mute = RuleAction::Suppress { reason: "maintenance".to_owned() };
    world.refrain.rules().save("mute", &DispatchRule::new("schedule.id == 'muted'", mute)).await.unwrap();
    world.hourly("muted", "good").await;
    world.hourly("good", "good").await;
    world.tick_at("2026-01-05T09:00:00Z").await;
    let skipped = log.lines(names::SKIP);
    assert_eq!(skipped.len(), 1, "{skipped:?}");
    let row = &world.rows("muted").await[0];
    assert_eq!((skipped[0]["schedule"].as_str(), skipped[0]["reason"].as_str()), ("muted", "suppressed"));
    assert_eq!(skipped[0]["occurrence"], row.id.to_string());
    assert_eq!(skipped[0]["idempotency_key"], row.idempotency_key().to_string());
}

#[tokio::test]
async fn a_manual_run_logs_its_correlation_id() {
    let (log, _guard) = Recorder::start();
    let world = World::at("2026-01-05T08:30:00Z").await;
    world.hourly("digest", "good").await;
    let control = world.refrain.control().acting_as(Rights::all());
    let key = world.refrain.get("digest").await.unwrap().unwrap().key;
    let fire = Fire {
        key,
        request: "now".to_owned(),
        discriminator: None,
        correlation_id: Some("req-7".to_owned()),
        payload: None,
        by: By::new("ann"),
    };
    control.fire(fire).await.unwrap();
    world.tick_at("2026-01-05T08:30:01Z").await;
    let line = &log.lines(names::DISPATCH)[0];
    assert_eq!((line["trigger"].as_str(), line["correlation_id"].as_str()), ("manual", "req-7"));
    let span = &log.spans()[0];
    assert_eq!((span.name.as_str(), span.fields["correlation_id"].as_str()), (names::OCCURRENCE, "req-7"));
    assert_eq!(span.fields["idempotency_key"], line["idempotency_key"]);
}

#[tokio::test]
async fn a_finished_schedule_is_logged() {
    let (log, _guard) = Recorder::start();
    let world = World::at("2026-01-05T08:30:00Z").await;
    world.refrain.schedule("single").cron("0 * * * *").max_runs(1).handler("good", ()).save().await.unwrap();
    let once = world.refrain.schedule("once").once(at("2026-01-05T09:00:00Z"));
    once.handler("good", ()).save().await.unwrap();
    // This recurrence yields only in 2026.
    world.refrain.schedule("year").cron("0 0 9 5 1 * 2026").handler("good", ()).save().await.unwrap();
    world.tick_at("2026-01-05T09:00:00Z").await;
    world.tick_at("2026-01-05T10:00:00Z").await;
    let ended = |name: &str| {
        let mut ids: Vec<String> = log.lines(name).iter().map(|line| line["schedule"].clone()).collect();
        ids.sort();
        ids
    };
    assert_eq!(
        (ended(names::EXPIRED), ended(names::NO_NEXT)),
        (vec!["once".into(), "single".into()], vec!["year".into()])
    );
    for line in log.lines(names::DISPATCH) {
        assert!(!line.contains_key("next_run"), "{line:?}");
    }
}
