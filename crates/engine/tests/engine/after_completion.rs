//! Recurrences that count from the end of the last run never stop by themselves.

use jiff::SignedDuration;
use refrain::clock::Clock;
use refrain::control::ResumeFrom;
use refrain::model::{Action, By, Definition};
use refrain::observe::Events;
use refrain::planner::{Planner, PlannerOptions};
use refrain::recurrence::{
    AfterCompletionRecurrence, CalendarUse, FirstRun, FirstRunAt, Jitter, JitterMode, JitterWindow, Length, OnDayOff,
    Recurrence, Spec,
};
use refrain::store::{ExpectedVersion, Ledger, OccurrenceChange};
use serde_json::Value;

use crate::faulty::FaultyStore;
use crate::harness::{Harness, at, cron, key};

fn after_completion(seconds: i64) -> Definition {
    let rule = AfterCompletionRecurrence { delay: Length::from_seconds(seconds) };
    Definition::new(Spec::new(Recurrence::AfterCompletion(rule), "UTC"), Action::new("record", Value::Null))
}

#[tokio::test]
async fn after_completion_survives_a_clock_set_back() {
    let harness = Harness::at("2026-01-05T09:00:00Z");
    harness.save("chain", after_completion(60)).await;
    harness.run_until("2026-01-05T09:01:55Z", SignedDuration::from_secs(5)).await;
    assert_eq!(harness.sent().len(), 1);
    // The next run is planned for 09:02:00. It ends an hour before that, because the clock is set back.
    harness.clock.set(at("2026-01-05T08:00:00Z"));
    let open = harness.rows("chain").await.last().unwrap().id;
    let (tenant, now) = (key("chain").tenant, harness.clock.now());
    harness.store.change_occurrence(&tenant, open, &OccurrenceChange::Skip, &By::new("ann"), now).await.unwrap();
    harness.run_until("2026-01-05T09:10:00Z", SignedDuration::from_secs(10)).await;
    assert!(harness.sent().len() > 5, "{:?}", harness.ledger("chain").await);
}

#[tokio::test]
async fn after_completion_continues_after_a_pause_over_its_first_run() {
    let harness = Harness::at("2026-01-05T09:00:00Z");
    let mut definition = after_completion(30);
    let when = FirstRunAt::After(Length::from_seconds(20));
    definition.spec.first_run = Some(FirstRun { when, min_spacing: None });
    harness.save("chain", definition).await;
    harness.control.pause(&key("chain"), ExpectedVersion::Any, None, By::new("ann")).await.unwrap();
    harness.tick_at("2026-01-05T09:01:00Z").await;
    harness.control.resume(&key("chain"), ExpectedVersion::Any, ResumeFrom::Now, By::new("ann")).await.unwrap();
    harness.run_until("2026-01-05T09:05:00Z", SignedDuration::from_secs(5)).await;
    assert!(harness.sent().len() > 2, "{:?}", harness.ledger("chain").await);
}

#[tokio::test]
async fn after_completion_rejects_settings_that_cannot_apply() {
    let harness = Harness::at("2026-01-05T09:00:00Z");
    let calendar = CalendarUse { name: "holidays".to_owned(), on_day_off: OnDayOff::Exclude };
    let jitter = Jitter { window: JitterWindow::Length(Length::from_seconds(5)), mode: JitterMode::Fixed };
    let mut definitions = [
        ("calendars", after_completion(60)),
        ("jitter", after_completion(60)),
        ("discriminators", after_completion(60)),
    ];
    definitions[0].1.spec.calendars = vec![calendar];
    definitions[1].1.spec.jitter = Some(jitter);
    definitions[2].1.discriminators = vec!["eu".to_owned()];
    for (setting, definition) in definitions {
        let error = harness.control.check(&definition).unwrap_err().to_string();
        assert!(error.contains("after_completion cannot be combined with"), "{error}");
        assert!(error.contains(setting), "{error}");
    }
    harness.control.check(&after_completion(60)).unwrap();
}

/// The general list of occurrences walks the history of the schedule, or even of the whole store.
#[tokio::test]
async fn planning_reads_open_occurrences_and_no_history() {
    let harness = Harness::at("2026-01-05T08:59:55Z");
    let mut counted = cron("* * * * *", "UTC");
    counted.spec.max_runs = Some(5);
    let mut ending = cron("* * * * *", "UTC");
    ending.spec.ends_at = Some(at("2026-01-05T09:00:30Z"));
    harness.save("chain", after_completion(60)).await;
    harness.save("counted", counted).await;
    harness.save("ending", ending).await;
    let store = FaultyStore::new(harness.store.clone());
    let planner = Planner::new(store.clone(), PlannerOptions::default(), Events::new(), "2026a");
    store.panic_at("occurrences");
    let mut rows = 0;
    for second in ["08:59:55", "09:00:20", "09:00:50", "09:01:30"] {
        rows += planner.step(at(&format!("2026-01-05T{second}Z"))).await.unwrap().rows;
    }
    assert!(rows >= 3, "{rows} rows");
    store.panic_at("open_occurrences");
    let steps = tokio::spawn(async move { planner.step(at("2026-01-05T09:02:00Z")).await.map(drop) });
    assert!(steps.await.unwrap_err().is_panic(), "the open occurrences are read");
}
