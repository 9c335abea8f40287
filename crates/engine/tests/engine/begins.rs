//! Schedules that name a time that has passed when they are saved.

use jiff::SignedDuration;
use refrain::Error;
use refrain::control::{Control, ResumeFrom, Right, Rights, SaveScheduleRequest};
use refrain::model::{By, Definition, NodeId, Schedule, Source, Status};
use refrain::recurrence::{FirstRun, FirstRunAt, OnceRecurrence, Recurrence, RecurrenceList};
use refrain::store::{Claim, ExpectedVersion, Ledger, Page};

use crate::harness::{Harness, at, cron, key};

fn once(time: &str) -> Definition {
    let mut definition = cron("0 9 * * *", "UTC");
    definition.spec.recurrence = Recurrence::Once(OnceRecurrence { at: at(time) });
    definition
}

fn first_run(time: &str) -> Definition {
    let mut definition = cron("0 21 * * *", "UTC");
    definition.spec.first_run = Some(FirstRun { when: FirstRunAt::At(at(time)), min_spacing: None });
    definition
}

/// Returns a combination of single times and, if one is given, a cron expression.
fn combined(combine: fn(RecurrenceList) -> Recurrence, times: &[&str], expression: Option<&str>) -> Definition {
    let mut definition = cron("0 9 * * *", "UTC");
    let times = times.iter().map(|time| Recurrence::Once(OnceRecurrence { at: at(time) }));
    let others = expression.map(|expression| cron(expression, "UTC").spec.recurrence);
    definition.spec.recurrence = combine(RecurrenceList { of: times.chain(others).collect() });
    definition
}

async fn saved(harness: &Harness, definition: Definition) -> Result<Schedule, Error> {
    let by = By::new("ann");
    harness
        .control
        .save(SaveScheduleRequest {
            key: key("report"),
            expect: ExpectedVersion::Any,
            definition,
            source: Source::Api,
            by,
        })
        .await
}

#[tokio::test]
async fn a_time_that_has_just_passed_still_runs() {
    for definition in [once("2026-01-05T09:00:00Z"), first_run("2026-01-05T09:00:00Z")] {
        let harness = Harness::at("2026-01-05T09:01:00Z");
        saved(&harness, definition).await.unwrap();
        harness.tick().await;
        assert_eq!(harness.ledger("report").await, ["2026-01-05T09:00:00Z succeeded"]);
        harness.run_until("2026-01-05T09:10:00Z", SignedDuration::from_secs(30)).await;
        assert_eq!(harness.sent().len(), 1);
    }
}

#[tokio::test]
async fn a_time_that_passed_earlier_is_refused_and_nothing_is_saved() {
    for definition in [once("2026-01-05T09:00:00Z"), first_run("2026-01-05T09:00:00Z")] {
        let harness = Harness::at("2026-01-05T09:01:01Z");
        let refused = saved(&harness, definition).await.unwrap_err();
        assert_eq!(refused.code(), "in_the_past");
        assert!(refused.to_string().contains("2026-01-05T09:00:00Z"), "{refused}");
        assert!(harness.control.schedule(&key("report")).await.is_err(), "nothing was saved");
    }
}

#[tokio::test]
async fn a_combined_time_that_has_just_passed_still_runs() {
    let cases = [
        combined(Recurrence::Any, &["2026-01-05T09:00:00Z"], Some("0 21 * * *")),
        combined(Recurrence::Any, &["2026-01-05T09:00:00Z", "2026-01-05T10:00:00Z"], None),
        combined(Recurrence::Any, &["2026-01-05T08:00:00Z", "2026-01-05T09:00:00Z"], None),
        combined(Recurrence::All, &["2026-01-05T09:00:00Z"], Some("0 * * * *")),
    ];
    for definition in cases {
        let harness = Harness::at("2026-01-05T09:01:00Z");
        saved(&harness, definition.clone()).await.unwrap();
        harness.tick().await;
        assert_eq!(harness.ledger("report").await, ["2026-01-05T09:00:00Z succeeded"], "{definition:?}");
    }
}

#[tokio::test]
async fn a_combination_is_refused_only_if_all_its_times_have_passed() {
    let refused = [
        combined(Recurrence::Any, &["2026-01-05T08:00:00Z", "2026-01-05T09:00:00Z"], None),
        combined(Recurrence::All, &["2026-01-05T09:00:00Z"], Some("0 * * * *")),
    ];
    for definition in refused {
        let harness = Harness::at("2026-01-05T09:01:01Z");
        let error = saved(&harness, definition.clone()).await.unwrap_err();
        assert_eq!(error.code(), "in_the_past", "{definition:?}");
        assert!(error.to_string().contains("2026-01-05T09:00:00Z"), "{error}");
        saved(&harness, cron("0 21 * * *", "UTC")).await.unwrap();
        assert_eq!(saved(&harness, definition).await.unwrap_err().code(), "in_the_past", "an edit is refused as well");
    }
    let harness = Harness::at("2026-01-05T09:01:01Z");
    saved(&harness, combined(Recurrence::Any, &["2026-01-05T09:00:00Z"], Some("0 21 * * *"))).await.unwrap();
    harness.run_until("2026-01-05T21:00:00Z", SignedDuration::from_mins(30)).await;
    assert_eq!(harness.ledger("report").await, ["2026-01-05T21:00:00Z succeeded"]);
}

#[tokio::test]
async fn an_edit_to_a_time_that_has_just_passed_runs_and_to_an_earlier_one_is_refused() {
    let harness = Harness::at("2026-01-05T09:00:30Z");
    saved(&harness, once("2026-01-05T12:00:00Z")).await.unwrap();
    saved(&harness, once("2026-01-05T09:00:00Z")).await.unwrap();
    harness.tick().await;
    assert_eq!(harness.ledger("report").await, ["2026-01-05T09:00:00Z succeeded"]);
    harness.tick_at("2026-01-05T09:05:00Z").await;
    let mut described = once("2026-01-05T09:00:00Z");
    described.description = "the same time again".to_owned();
    saved(&harness, described).await.unwrap();
    assert_eq!(saved(&harness, once("2026-01-05T08:00:00Z")).await.unwrap_err().code(), "in_the_past");
    harness.tick().await;
    assert_eq!(harness.sent().len(), 1, "an edit of another field repeats no run");
}

/// The instant has run as a period of the old recurrence, and the ledger has no such period of the new one.
#[tokio::test]
async fn an_edit_to_a_time_that_has_run_is_refused_with_both_periods() {
    let harness = Harness::at("2026-01-05T08:59:00Z");
    saved(&harness, cron("0 9 * * *", "UTC")).await.unwrap();
    harness.run_until("2026-01-05T09:00:30Z", SignedDuration::from_secs(10)).await;
    assert_eq!(harness.sent().len(), 1);
    let before = harness.schedule("report").await;
    for again in [once("2026-01-05T09:00:00Z"), first_run("2026-01-05T09:00:00Z")] {
        let refused = saved(&harness, again).await.unwrap_err();
        assert_eq!(refused.code(), "already_recorded");
        assert!(
            refused.to_string().contains("already has occurrence 2 at 2026-01-05T09:00:00Z (succeeded, period "),
            "{refused}"
        );
    }
    assert_eq!(harness.schedule("report").await, before, "nothing was changed");
    // Another time that has just passed has not run yet.
    saved(&harness, once("2026-01-05T09:00:20Z")).await.unwrap();
    harness.tick().await;
    assert_eq!(harness.sent().len(), 2);
}

/// An occurrence is leased a second before its due time. An edit in that second gives the instant another period key.
#[tokio::test]
async fn an_edit_just_before_the_due_time_does_not_run_the_instant_twice() {
    let harness = Harness::at("2026-01-05T08:59:50Z");
    let weekly = |days: &str| {
        let mut definition = cron("0 9 * * *", "UTC");
        let recurrence = format!(r#"{{"kind":"calendar","frequency":"weekly","by_day":{days},"time_of_day":"09:00"}}"#);
        definition.spec.recurrence = serde_json::from_str(&recurrence).unwrap();
        definition
    };
    saved(&harness, weekly(r#"["MO"]"#)).await.unwrap();
    harness.tick_at("2026-01-05T08:59:59.500Z").await;
    let second = SignedDuration::from_secs(1);
    let ahead = Claim { owner: NodeId::new("other").unwrap(), lease_for: second * 30, limit: 1, ahead_for: second };
    assert_eq!(harness.store.claim(&ahead, at("2026-01-05T08:59:59.500Z")).await.unwrap().started.len(), 1);
    saved(&harness, weekly(r#"["MO","TH"]"#)).await.unwrap();
    harness.run_until("2026-01-08T10:00:00Z", SignedDuration::from_mins(1)).await;
    // The other node was lost, so the lease expires and the instant runs here, under its old key.
    assert_eq!(harness.ledger("report").await, ["2026-01-05T09:00:00Z succeeded", "2026-01-08T09:00:00Z succeeded"]);
}

#[tokio::test]
async fn a_schedule_saved_as_paused_is_not_planned_before_it_is_resumed() {
    let harness = Harness::at("2026-01-05T08:59:55Z");
    let (definition, by) = (cron("0 9 * * *", "UTC"), By::new("ann"));
    let save =
        SaveScheduleRequest { key: key("report"), expect: ExpectedVersion::New, definition, source: Source::Api, by };
    let made = harness.control.save_paused(save).await.unwrap();
    assert_eq!((made.status, made.revision.0), (Status::Paused, 1), "saved and paused in one revision");
    harness.tick_at("2026-01-05T09:00:05Z").await;
    assert_eq!(harness.ledger("report").await, Vec::<String>::new());
    harness.control.resume(&key("report"), ExpectedVersion::Any, ResumeFrom::Now, By::new("ann")).await.unwrap();
    harness.run_until("2026-01-06T09:00:00Z", SignedDuration::from_hours(1)).await;
    assert_eq!(harness.ledger("report").await, ["2026-01-06T09:00:00Z succeeded"]);
}

#[tokio::test]
async fn an_edit_that_pauses_is_one_revision_and_nothing_is_planned_in_between() {
    let harness = Harness::at("2026-01-05T08:59:55Z");
    harness.save("report", cron("0 9 * * *", "UTC")).await;
    let save = |definition: Definition| SaveScheduleRequest {
        key: key("report"),
        expect: ExpectedVersion::Any,
        definition,
        source: Source::Api,
        by: By::new("ann"),
    };
    let every_second = cron("* * * * * *", "UTC");
    let edited = harness.control.save_paused(save(every_second.clone())).await.unwrap();
    assert_eq!((edited.status, edited.revision.0), (Status::Paused, 2));
    assert_eq!(harness.control.save_paused(save(every_second)).await.unwrap(), edited, "it is paused already");
    harness.run_until("2026-01-05T09:00:05Z", SignedDuration::from_secs(1)).await;
    assert_eq!(harness.ledger("report").await, Vec::<String>::new());
    assert_eq!(changes(&harness).await, ["save", "save"]);
}

#[tokio::test]
async fn saving_the_same_definition_as_paused_is_a_pause() {
    let harness = Harness::at("2026-01-05T08:59:55Z");
    let made = harness.save("report", cron("0 9 * * *", "UTC")).await;
    let (definition, by) = ((*made.definition).clone(), By::new("ann"));
    let save =
        SaveScheduleRequest { key: key("report"), expect: ExpectedVersion::Any, definition, source: Source::Api, by };
    let editor = Rights::new([Right::Edit, Right::Command]);
    let only_edits = Control::new(harness.store.clone(), harness.clock.clone()).acting_as(editor);
    assert_eq!(only_edits.save_paused(save.clone()).await.unwrap_err().code(), "forbidden");
    let paused = harness.control.save_paused(save).await.unwrap();
    assert_eq!((paused.status, paused.revision.0), (Status::Paused, 2));
    assert_eq!(changes(&harness).await, ["save", "pause"]);
}

/// Returns the changes of the schedule, oldest first.
async fn changes(harness: &Harness) -> Vec<String> {
    let records = harness.store.revisions(&key("report"), &Page::first(9)).await.unwrap().rows;
    records.into_iter().rev().map(|record| record.change).collect()
}
