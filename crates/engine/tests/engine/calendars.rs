//! Schedules that use a named calendar, while the calendar is changed.

use jiff::SignedDuration;
use refrain::clock::Clock as _;
use refrain::control::DocumentChange;
use refrain::model::{By, CatchUpPolicy, Definition, DocumentName, Tenant};
use refrain::recurrence::{CalendarUse, NamedCalendar, OnDayOff};
use refrain::store::{Catalog as _, DocumentKey, DocumentKind, ExpectedVersion, Ledger as _, Plan};

use crate::harness::{Harness, at, cron};

fn change(name: &str) -> DocumentChange {
    DocumentChange {
        tenant: Tenant::new("default", "acme").unwrap(),
        name: DocumentName::new(name).unwrap(),
        expect: ExpectedVersion::Any,
        by: By::new("ann"),
    }
}

async fn days_off(harness: &Harness, name: &str, dates: &[&str]) {
    let dates = dates.iter().map(|date| date.parse().unwrap()).collect();
    harness.control.save_calendar(&change(name), &NamedCalendar { weekend: Vec::new(), dates }).await.unwrap();
}

fn by_calendar(expression: &str, name: &str) -> Definition {
    let mut definition = cron(expression, "UTC");
    definition.spec.calendars = vec![CalendarUse { name: name.to_owned(), on_day_off: OnDayOff::Exclude }];
    definition
}

#[tokio::test]
async fn a_removed_day_off_is_planned_again() {
    let harness = Harness::at("2026-01-05T10:00:00Z");
    days_off(&harness, "work", &["2026-01-06", "2026-01-07"]).await;
    let saved = harness.save("report", by_calendar("0 9 * * *", "work")).await;
    assert_eq!(saved.next_due_at, Some(at("2026-01-08T09:00:00Z")));
    days_off(&harness, "work", &["2026-01-07"]).await;
    harness.run_until("2026-01-06T09:00:05Z", SignedDuration::from_hours(1)).await;
    harness.tick_at("2026-01-06T09:00:05Z").await;
    assert_eq!(harness.ledger("report").await, ["2026-01-06T09:00:00Z succeeded"]);
    assert_eq!(harness.schedule("report").await.revision.0, 1, "a calendar change creates no revision");
}

/// A node that replans a schedule for a new time zone database may see the calendar before the schedule has
/// followed it. A time that was off when planning passed it was not missed.
#[tokio::test]
async fn a_time_that_was_off_when_planned_is_not_recorded_as_missed() {
    let harness = Harness::at("2026-01-05T08:00:00Z");
    days_off(&harness, "work", &["2026-01-05"]).await;
    let saved = harness.save("often", by_calendar("*/5 * * * *", "work")).await;
    let tomorrow = Some(at("2026-01-06T00:00:00Z"));
    assert_eq!(saved.next_due_at, tomorrow);
    let plan = Plan {
        uid: saved.uid,
        revision: saved.revision,
        watermark: saved.watermark,
        occurrences: Vec::new(),
        gaps: Vec::new(),
        watermark_to: at("2026-01-05T08:33:00Z"),
        next_due_at: tomorrow,
        is_finished: false,
        tzdb: "2020a".to_owned(),
    };
    harness.store.plan(vec![plan], at("2026-01-05T08:33:00Z")).await.unwrap();
    let DocumentChange { tenant, name, expect, by } = change("work");
    let key = DocumentKey { tenant, kind: DocumentKind::Calendar, name };
    let body = serde_json::json!({ "dates": [] });
    harness.store.put(&key, &body, expect, &by, at("2026-01-05T08:33:30Z")).await.unwrap();
    harness.clock.set(at("2026-01-05T08:34:00Z"));
    harness.node("2026b").watch().await.unwrap();
    assert_eq!(harness.gaps("often").await, []);
    assert_eq!(harness.ledger("often").await, Vec::<String>::new());
    assert_eq!(harness.schedule("often").await.next_due_at, Some(at("2026-01-05T08:35:00Z")));
}

#[tokio::test]
async fn planned_occurrences_on_a_new_day_off_are_superseded() {
    let harness = Harness::at("2026-01-05T23:59:45Z");
    days_off(&harness, "work", &[]).await;
    harness.save("tick", by_calendar("*/10 * * * * *", "work")).await;
    harness.tick().await;
    assert!(
        harness.schedule("tick").await.watermark >= at("2026-01-06T00:00:00Z"),
        "occurrences of the next day are planned"
    );
    days_off(&harness, "work", &["2026-01-06"]).await;
    harness.run_until("2026-01-06T00:00:16Z", SignedDuration::from_secs(1)).await;
    assert_eq!(harness.sent_at(), ["2026-01-05T23:59:50Z"]);
    let ledger = harness.ledger("tick").await;
    assert!(ledger.contains(&"2026-01-06T00:00:00Z skipped(superseded)".to_owned()), "{ledger:?}");
}

#[tokio::test]
async fn a_removed_day_off_gets_rows_inside_the_planned_range() {
    let harness = Harness::at("2026-01-05T23:59:45Z");
    days_off(&harness, "work", &["2026-01-06"]).await;
    harness.save("tick", by_calendar("*/10 * * * * *", "work")).await;
    harness.tick().await;
    harness.tick_at("2026-01-05T23:59:52Z").await;
    days_off(&harness, "work", &[]).await;
    harness.run_until("2026-01-06T00:00:16Z", SignedDuration::from_secs(1)).await;
    let mut sent = harness.sent_at();
    sent.sort();
    assert_eq!(sent[1..], ["2026-01-06T00:00:00Z", "2026-01-06T00:00:10Z"], "{sent:?}");
}

/// The rows of the day were planned, then superseded by the new day off. They once stayed so.
#[tokio::test]
async fn a_day_off_that_is_removed_again_runs() {
    let harness = Harness::at("2026-01-05T23:59:45Z");
    days_off(&harness, "work", &[]).await;
    harness.save("tick", by_calendar("*/10 * * * * *", "work")).await;
    harness.tick().await;
    days_off(&harness, "work", &["2026-01-06"]).await;
    days_off(&harness, "work", &[]).await;
    harness.run_until("2026-01-06T00:00:16Z", SignedDuration::from_secs(1)).await;
    let mut sent = harness.sent_at();
    sent.sort();
    assert_eq!(sent, ["2026-01-05T23:59:50Z", "2026-01-06T00:00:00Z", "2026-01-06T00:00:10Z"]);
}

#[tokio::test]
async fn a_calendar_change_leaves_other_schedules_unchanged() {
    let harness = Harness::at("2026-01-05T10:00:00Z");
    days_off(&harness, "work", &[]).await;
    days_off(&harness, "other", &[]).await;
    let before = [
        harness.save("plain", cron("0 9 * * *", "UTC")).await,
        harness.save("theirs", by_calendar("0 9 * * *", "other")).await,
    ];
    days_off(&harness, "work", &["2026-01-06"]).await;
    let after = [harness.schedule("plain").await, harness.schedule("theirs").await];
    assert_eq!(after, before);
}

#[tokio::test]
async fn a_calendar_in_use_cannot_be_removed() {
    let harness = Harness::at("2026-01-05T10:00:00Z");
    days_off(&harness, "work", &[]).await;
    for number in 0..22 {
        harness.save(&format!("report-{number:02}"), by_calendar("0 9 * * *", "work")).await;
    }
    let refused = harness.control.remove_calendar(&change("work")).await.unwrap_err();
    assert_eq!(refused.code(), "calendar_in_use");
    let reported = refused.to_string();
    assert!(reported.starts_with("calendar work is used by 22 schedules: report-00, report-01, "), "{reported}");
    assert!(reported.ends_with("report-19 and 2 more"), "{reported}");
    // A paused schedule may use the calendar again; canceled ones never do.
    for number in 0..22 {
        let key = harness.schedule(&format!("report-{number:02}")).await.key;
        if number == 7 {
            harness.control.pause(&key, ExpectedVersion::Any, None, By::new("ann")).await.unwrap();
        } else {
            harness.control.cancel(&key, ExpectedVersion::Any, By::new("ann")).await.unwrap();
        }
    }
    let refused = harness.control.remove_calendar(&change("work")).await.unwrap_err();
    assert_eq!(refused.to_string(), "calendar work is used by 1 schedule: report-07");
    harness.save("report-07", cron("0 9 * * *", "UTC")).await;
    harness.control.remove_calendar(&change("work")).await.unwrap();
    let missing = harness.control.remove_calendar(&change("work")).await.unwrap_err();
    assert_eq!(missing.code(), "not_found");
}

#[tokio::test]
async fn refreshing_a_calendar_updates_schedules_that_missed_its_change() {
    let harness = Harness::at("2026-01-05T10:00:00Z");
    days_off(&harness, "work", &["2026-01-06"]).await;
    harness.save("report", by_calendar("0 9 * * *", "work")).await;
    // A node saved the calendar and stopped before its schedules followed.
    let DocumentChange { tenant, name, .. } = change("work");
    let key = DocumentKey { tenant: tenant.clone(), kind: DocumentKind::Calendar, name: name.clone() };
    let body = serde_json::json!({ "weekend": [], "dates": [] });
    harness.store.put(&key, &body, ExpectedVersion::Any, &By::new("ann"), harness.clock.now()).await.unwrap();
    harness.control.refresh_calendar(&tenant, &name).await.unwrap();
    let followed = harness.schedule("report").await;
    assert_eq!(followed.next_due_at, Some(at("2026-01-06T09:00:00Z")));
    harness.control.refresh_calendar(&tenant, &name).await.unwrap();
    assert_eq!(harness.schedule("report").await, followed, "a second refresh changes nothing");
}

/// Plans the run on Tuesday at 09:00, starts it late, and returns its ledger line. Wednesday is a day off.
async fn started_late(definition: Definition, late: &str) -> String {
    let harness = Harness::at("2026-01-06T08:59:55Z");
    days_off(&harness, "work", &["2026-01-07"]).await;
    harness.save("report", definition).await;
    harness.tick().await;
    harness.tick_at(late).await;
    harness.ledger("report").await.remove(0)
}

#[tokio::test]
async fn the_catch_up_window_of_a_late_run_respects_calendars() {
    let ran = "2026-01-06T09:00:00Z succeeded";
    assert_eq!(started_late(by_calendar("0 9 * * *", "work"), "2026-01-06T09:05:00Z").await, ran);
    // Not the default: `skip` is the only policy that never starts a late run.
    let mut skips = by_calendar("0 9 * * *", "work");
    skips.catch_up = CatchUpPolicy::Skip.into();
    let missed = "2026-01-06T09:00:00Z skipped(missed)";
    assert_eq!(started_late(skips, "2026-01-06T09:05:00Z").await, missed);
}

#[tokio::test]
async fn the_catch_up_window_ends_at_the_next_occurrence_outside_days_off() {
    // The next occurrence is at 21:00 on the same day. 22:00 would be in time if only the day after counted.
    assert_eq!(
        started_late(by_calendar("0 9,21 * * *", "work"), "2026-01-06T20:59:00Z").await,
        "2026-01-06T09:00:00Z succeeded"
    );
    assert_eq!(
        started_late(by_calendar("0 9,21 * * *", "work"), "2026-01-06T21:30:00Z").await,
        "2026-01-06T09:00:00Z skipped(missed)"
    );
}

#[tokio::test]
async fn a_late_run_uses_the_current_calendar() {
    // The window of the run at 21:00 ends at 03:00, unless that day has become a day off since.
    for (dates, state) in [(&[][..], "skipped(missed)"), (&["2026-01-07"][..], "succeeded")] {
        let harness = Harness::at("2026-01-06T20:59:55Z");
        days_off(&harness, "work", &[]).await;
        harness.save("report", by_calendar("0 3,21 * * *", "work")).await;
        harness.tick().await;
        days_off(&harness, "work", dates).await;
        harness.tick_at("2026-01-07T05:00:00Z").await;
        assert_eq!(harness.ledger("report").await[0], format!("2026-01-06T21:00:00Z {state}"), "{dates:?}");
    }
}

#[tokio::test]
async fn a_late_run_of_a_hashed_cron_uses_its_own_minutes() {
    let harness = Harness::at("2026-01-06T08:00:00Z");
    // Twice an hour, at minutes that depend on the ID of the schedule.
    let saved = harness.save("hashed", cron("H/30 * * * *", "UTC")).await;
    let first = saved.next_due_at.unwrap();
    harness.clock.set(first - SignedDuration::from_secs(5));
    harness.tick().await;
    harness.clock.set(first + SignedDuration::from_mins(29));
    harness.tick().await;
    assert_eq!(harness.ledger("hashed").await[0], format!("{first} succeeded"));
}
