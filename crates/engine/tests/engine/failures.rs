//! Runs that fail, hang or panic, and the effect on their schedules.

use jiff::SignedDuration;
use refrain::control::SaveScheduleRequest;
use refrain::delivery::Outcome;
use refrain::engine::{Engine, EngineOptions};
use refrain::model::{By, CatchUpPolicy, FailReason, Overlap, Reason, SkipReason, Source, Status};
use refrain::observe::Alarm;
use refrain::store::{ExpectedVersion, Ledger, SaveSchedule};

use crate::faulty::FaultyStore;
use crate::harness::{Harness, alarms, at, cron, key};

#[tokio::test]
async fn a_failed_attempt_is_retried_with_the_same_key() {
    let harness = Harness::at("2026-01-05T08:59:50Z");
    harness.save("digest", cron("0 9 * * *", "UTC")).await;
    harness.answer("digest", [Outcome::retryable("refused"), Outcome::retryable("refused again")]);
    harness.run_until("2026-01-05T09:05:00Z", SignedDuration::from_secs(1)).await;
    let sent = harness.sent();
    assert_eq!(sent.iter().map(|sent| sent.attempt).collect::<Vec<_>>(), [1, 2, 3]);
    assert!(sent.iter().all(|one| one.key == sent[0].key));
    assert_eq!(harness.ledger("digest").await, ["2026-01-05T09:00:00Z succeeded"]);
}

#[tokio::test]
async fn exhausted_attempts_keep_the_last_error_and_the_schedule_continues() {
    let harness = Harness::at("2026-01-05T08:59:50Z");
    let mut definition = cron("0 * * * *", "UTC");
    definition.retry.max_attempts = 2;
    harness.save("hourly", definition).await;
    harness.answer("hourly", [Outcome::retryable("first"), Outcome::retryable("second")]);
    harness.run_until("2026-01-05T10:00:00Z", SignedDuration::from_secs(10)).await;
    let rows = harness.rows("hourly").await;
    assert_eq!(rows[0].reason.map(Reason::as_str), Some(FailReason::AttemptsExhausted.as_str()));
    assert_eq!(rows[0].message.as_deref(), Some("second"));
    assert_eq!(harness.ledger("hourly").await[1], "2026-01-05T10:00:00Z succeeded");
}

/// Regression test: each failed run used to read its schedule, one after the other.
#[tokio::test]
async fn consecutive_failures_are_reported_without_reading_the_schedule() {
    let harness = Harness::at("2026-01-05T08:59:50Z");
    let mut definition = cron("* * * * *", "UTC");
    definition.retry.max_attempts = 1;
    definition.pause_on_failure = Some(10);
    harness.save("bad", definition).await;
    harness.answer("bad", std::iter::repeat_n(Outcome::retryable("no"), 10));
    let store = FaultyStore::new(harness.store.clone());
    let engine = Engine::new(store.clone(), harness.clock.clone(), harness.recorder.clone(), EngineOptions::default());
    let mut events = engine.events().subscribe();
    store.panic_at("schedule");
    for _ in 0..20 {
        harness.clock.advance(SignedDuration::from_secs(10));
        engine.tick().await.unwrap();
    }
    assert!(!store.has_panicked(), "a schedule was read");
    let in_a_row = |alarm: Alarm| match alarm {
        Alarm::Failing { consecutive_failures, .. } => Some(consecutive_failures),
        _ => None,
    };
    assert_eq!(alarms(&mut events).into_iter().filter_map(in_a_row).collect::<Vec<_>>(), [1, 2, 3, 4]);
}

#[tokio::test]
async fn pause_on_failure_pauses_the_schedule() {
    let harness = Harness::at("2026-01-05T08:59:50Z");
    let mut definition = cron("* * * * *", "UTC");
    definition.retry.max_attempts = 1;
    definition.pause_on_failure = Some(3);
    harness.save("bad", definition).await;
    harness.answer("bad", std::iter::repeat_n(Outcome::retryable("no"), 10));
    harness.run_until("2026-01-05T09:10:00Z", SignedDuration::from_secs(10)).await;
    assert_eq!(harness.sent().len(), 3);
    let schedule = harness.schedule("bad").await;
    assert_eq!(schedule.status, Status::Paused);
    assert_eq!(schedule.status_note.text.as_deref(), Some("3 runs failed in a row"));
    let ledger = harness.ledger("bad").await;
    let failed = "failed(attempts_exhausted)";
    assert!(ledger[..3].iter().all(|line| line.ends_with(failed)), "{ledger:?}");
    assert!(ledger[3..].iter().all(|line| line.ends_with("skipped(paused)")), "{ledger:?}");
}

#[tokio::test]
async fn after_an_outage_the_latest_runs_and_the_rest_is_one_gap() {
    let harness = Harness::at("2026-01-05T08:59:50Z");
    harness.save("hourly", cron("0 * * * *", "UTC")).await;
    harness.run_until("2026-01-05T10:00:00Z", SignedDuration::from_secs(10)).await;
    harness.tick_at("2026-01-05T15:30:00Z").await;
    assert_eq!(harness.ledger("hourly").await.last().unwrap(), "2026-01-05T15:00:00Z succeeded");
    let gaps = harness.gaps("hourly").await;
    assert_eq!(gaps.len(), 1);
    assert_eq!((gaps[0].count, gaps[0].reason), (4, SkipReason::Missed));
    assert_eq!(gaps[0].from.to_string(), "2026-01-05T11:00:00Z");
    assert_eq!(gaps[0].to.to_string(), "2026-01-05T14:00:00Z");
}

/// A policy that lets occurrences wait does not excuse one that had nothing to wait for.
#[tokio::test]
async fn a_late_start_is_treated_alike_under_every_overlap_policy() {
    let policies = [Overlap::Skip, Overlap::BufferOne, Overlap::BufferAll, Overlap::CancelOther, Overlap::AllowAll];
    for overlap in policies {
        let harness = Harness::at("2026-01-05T08:59:55Z");
        let mut definition = cron("0 9 * * *", "UTC");
        definition.overlap = overlap;
        harness.save("window", definition.clone()).await;
        // Not the default: `skip` is the only policy that never starts a late run.
        definition.catch_up.policy = CatchUpPolicy::Skip;
        harness.save("skip", definition).await;
        harness.tick().await;
        harness.tick_at("2026-01-05T09:05:00Z").await;
        let within = (harness.ledger("window").await, harness.ledger("skip").await);
        let (ran, missed) = ("2026-01-05T09:00:00Z succeeded", "2026-01-05T09:00:00Z skipped(missed)");
        assert_eq!(within, (vec![ran.to_owned()], vec![missed.to_owned()]), "{overlap:?}");
        harness.tick_at("2026-01-06T08:59:55Z").await;
        // Three days later, the window of one day has passed.
        harness.tick_at("2026-01-09T08:00:00Z").await;
        assert_eq!(harness.ledger("window").await[1], "2026-01-06T09:00:00Z skipped(missed)", "{overlap:?}");
    }
}

/// A delay is not a failure: after any number of delays, all attempts are still available.
#[tokio::test]
async fn a_delay_uses_up_no_attempts() {
    let harness = Harness::at("2026-01-05T08:59:45Z");
    let mut once = cron("0 * * * *", "UTC");
    once.retry.max_attempts = 1;
    once.start_deadline = Some(refrain::recurrence::Length::from_seconds(3_000));
    harness.save("held", once).await;
    let until = |minute: i64| Outcome::Delayed { until: at(&format!("2026-01-05T09:{minute:02}:00Z")), message: None };
    harness.answer("held", (1..=5).map(until));
    harness.run_until("2026-01-05T09:10:00Z", SignedDuration::from_secs(15)).await;
    let expected: Vec<_> = (0..=5).map(|minute| format!("2026-01-05T09:{minute:02}:00Z")).collect();
    assert_eq!(harness.sent_at(), expected);
    assert!(harness.sent().iter().all(|sent| sent.attempt == 1));
    assert_eq!(harness.ledger("held").await, ["2026-01-05T09:00:00Z succeeded"]);
}

// Planning works in batches: one rejected schedule must not keep the others from being planned.
#[tokio::test]
async fn an_unplannable_schedule_is_disabled_and_delays_no_other() {
    let harness = Harness::at("2026-01-05T08:59:00Z");
    harness.save("good", cron("0 9 * * *", "UTC")).await;
    let mut definition = cron("0 9 * * *", "UTC");
    definition.discriminators = vec!["x".repeat(300)];
    let refused = SaveScheduleRequest {
        key: key("bad"),
        expect: ExpectedVersion::Any,
        definition: definition.clone(),
        source: Source::Api,
        by: By::new("ann"),
    };
    assert_eq!(harness.control.save(refused).await.unwrap_err().code(), "too_long");
    // As a program without that check would have saved it.
    let saved = SaveSchedule {
        key: key("bad"),
        expect: ExpectedVersion::New,
        definition,
        status: Status::Active,
        source: Source::Api,
        next_due_at: Some(at("2026-01-05T09:00:00Z")),
        watermark: at("2026-01-05T08:59:00Z"),
        replan: None,
        schedules_max: None,
        touch: false,
        by: By::new("ann"),
    };
    harness.store.save(saved, at("2026-01-05T08:59:00Z")).await.unwrap();
    harness.tick_at("2026-01-05T08:59:59Z").await;
    harness.tick_at("2026-01-05T09:00:00Z").await;
    assert_eq!(harness.ledger("good").await, ["2026-01-05T09:00:00Z succeeded"]);
    let bad = harness.schedule("bad").await;
    assert_eq!(bad.status, Status::Disabled);
    assert!(bad.status_note.text.unwrap().contains("300"), "the status note names the problem");
}

#[tokio::test]
async fn an_unreadable_row_raises_an_alarm_and_stops_nothing_else() {
    let harness = Harness::at("2026-01-05T08:59:00Z");
    let mut events = harness.engine.events().subscribe();
    harness.save("damaged", cron("0 9 * * *", "UTC")).await;
    harness.save("sound", cron("0 9 * * *", "UTC")).await;
    harness.tick().await;
    harness.tick_at("2026-01-05T08:59:59Z").await;
    let id = harness.rows("damaged").await[0].id;
    harness.store.damage_row(id);
    harness.tick_at("2026-01-05T09:00:00Z").await;
    harness.tick_at("2026-01-05T09:00:01Z").await;
    let reported: Vec<Alarm> = alarms(&mut events);
    assert_eq!(reported, [Alarm::UnreadableRow { occurrence: id, problem: "the row is damaged".to_owned() }]);
    let sent: Vec<String> = harness.sent().into_iter().map(|sent| sent.schedule).collect();
    assert_eq!(sent, ["sound"]);
}
