//! A run that is expected but does not start raises one missed-run alarm.

use jiff::SignedDuration;
use refrain::delivery::Outcome;
use refrain::observe::Alarm;
use refrain::recurrence::Length;

use crate::harness::{Harness, alarms, at, cron, key};

/// Watches every ten seconds until the given time, and returns the missed runs that were reported, with their
/// nominal time.
async fn missed_run_alarms(harness: &Harness, until: &str) -> Vec<(String, String)> {
    let mut events = harness.engine.events().subscribe();
    let mut missed_run_alarms = Vec::new();
    while refrain::clock::Clock::now(&*harness.clock) < at(until) {
        harness.clock.advance(SignedDuration::from_secs(10));
        harness.engine.watch().await.unwrap();
        for alarm in alarms(&mut events) {
            if let Alarm::MissedRun { schedule, nominal_at, .. } = alarm {
                assert_eq!(schedule.tenant, key("x").tenant);
                missed_run_alarms.push((schedule.id.to_string(), nominal_at.to_string()));
            }
        }
    }
    missed_run_alarms
}

#[tokio::test]
async fn a_run_that_does_not_start_raises_one_alarm_after_a_minute() {
    let harness = Harness::at("2026-01-05T08:59:55Z");
    harness.save("digest", cron("0 9 * * *", "UTC")).await;
    harness.tick().await;
    assert_eq!(missed_run_alarms(&harness, "2026-01-05T09:00:55Z").await, []);
    let missed = [("digest".to_owned(), "2026-01-05T09:00:00Z".to_owned())];
    assert_eq!(missed_run_alarms(&harness, "2026-01-05T09:01:05Z").await, missed);
    assert_eq!(missed_run_alarms(&harness, "2026-01-05T09:10:00Z").await, []);
}

#[tokio::test]
async fn a_start_deadline_delays_the_missed_run_alarm() {
    let harness = Harness::at("2026-01-05T08:59:55Z");
    let mut definition = cron("0 9 * * *", "UTC");
    definition.start_deadline = Some(Length::from_seconds(600));
    harness.save("patient", definition).await;
    harness.tick().await;
    assert_eq!(missed_run_alarms(&harness, "2026-01-05T09:09:55Z").await, []);
    assert_eq!(missed_run_alarms(&harness, "2026-01-05T09:10:05Z").await.len(), 1);
    assert_eq!(missed_run_alarms(&harness, "2026-01-05T09:20:00Z").await, []);
}

#[tokio::test]
async fn a_run_waiting_for_a_retry_raises_a_missed_run_alarm() {
    let harness = Harness::at("2026-01-05T08:59:55Z");
    let mut definition = cron("0 9 * * *", "UTC");
    definition.retry.initial = Length::from_seconds(1_800);
    definition.retry.max_interval = Length::from_seconds(1_800);
    harness.save("failing", definition).await;
    harness.answer("failing", [Outcome::retryable("refused")]);
    harness.tick().await;
    harness.tick_at("2026-01-05T09:00:00Z").await;
    assert_eq!(harness.sent().len(), 1);
    assert_eq!(missed_run_alarms(&harness, "2026-01-05T09:02:00Z").await.len(), 1);
}

#[tokio::test]
async fn completed_and_manual_runs_are_not_missed() {
    let harness = Harness::at("2026-01-05T08:59:55Z");
    harness.save("digest", cron("0 9 * * *", "UTC")).await;
    harness.tick().await;
    harness.tick_at("2026-01-05T09:00:00Z").await;
    let fire = refrain::control::Fire {
        key: key("digest"),
        request: "now".to_owned(),
        discriminator: None,
        correlation_id: None,
        payload: None,
        by: refrain::model::By::new("ann"),
    };
    harness.control.fire(fire).await.unwrap();
    assert_eq!(missed_run_alarms(&harness, "2026-01-05T09:05:00Z").await, []);
}
