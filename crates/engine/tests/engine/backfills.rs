//! Backfills, catch-up and discriminators under the default policies: each creates several occurrences at once,
//! and all of them run.

use jiff::SignedDuration;
use refrain::Error;
use refrain::control::{Backfill, BackfillSummary, Reprocess, ResumeFrom};
use refrain::delivery::Outcome;
use refrain::model::{By, CatchUpPolicy, Overlap, State};
use refrain::store::ExpectedVersion;
use refrain_recurrence::Recurrence;

use crate::harness::{Harness, at, cron, key};

fn backfill(name: &str, from: &str, to: &str) -> Backfill {
    Backfill {
        key: key(name),
        from: at(from),
        to: at(to),
        limit: 100,
        reprocess: Reprocess::None,
        overlap: None,
        concurrency: None,
        by: By::new("ann"),
    }
}

async fn states(harness: &Harness, name: &str) -> Vec<(String, State)> {
    harness.rows(name).await.iter().map(|row| (row.planned.nominal_at.to_string(), row.state)).collect()
}

#[tokio::test]
async fn backfill_of_nineteen_days_runs_all_of_them_in_order() {
    let harness = Harness::at("2026-01-20T12:00:00Z");
    harness.save("daily", cron("0 9 * * *", "UTC")).await;
    let days = backfill("daily", "2026-01-02T00:00:00Z", "2026-01-20T12:00:00Z");
    let preview = harness.control.preview_backfill(&days).await.unwrap();
    assert_eq!((preview.new, preview.mode.overlap, preview.mode.concurrency), (19, Overlap::BufferAll, 1));
    assert_eq!(preview.estimated_duration, None, "nothing has run yet");
    harness.control.backfill(&days).await.unwrap();
    harness.tick().await;
    let rows = harness.rows("daily").await;
    assert_eq!(rows.len(), 19);
    assert!(rows.iter().all(|row| row.state == State::Succeeded), "{rows:?}");
    let why = harness.control.explain(&key("daily"), at("2026-01-03T09:00:00Z")).await.unwrap().sentence();
    assert!(why.contains(&format!("waited for occurrence {}", rows[0].id)), "{why}");
    let sent: Vec<_> = harness.sent().into_iter().map(|sent| sent.period).collect();
    assert!(sent.len() == 19 && sent.is_sorted(), "{sent:?}");
}

/// The failed run wakes the next occurrence, which the pause skips. Nothing used to wake the others.
#[tokio::test]
async fn backfill_that_a_failure_has_paused_continues_when_it_is_resumed() {
    let harness = Harness::at("2026-01-20T12:00:00Z");
    let mut definition = cron("0 9 * * *", "UTC");
    definition.pause_on_failure = Some(1);
    harness.save("daily", definition).await;
    harness.answer("daily", [Outcome::DELIVERED, Outcome::DELIVERED, Outcome::rejected("no such address")]);
    let days = backfill("daily", "2026-01-02T00:00:00Z", "2026-01-20T12:00:00Z");
    harness.control.backfill(&days).await.unwrap();
    harness.tick().await;
    let count = async |state: State| harness.rows("daily").await.iter().filter(|row| row.state == state).count();
    harness.tick_at("2026-01-20T12:00:05Z").await;
    assert_eq!(count(State::Failed).await, 1);
    let skipped = count(State::Skipped).await;
    assert!(skipped <= 2, "a pause of seconds does not end the backfill: {skipped} skipped");
    assert!(count(State::Planned).await > 10, "the rest waits");
    harness.control.resume(&key("daily"), ExpectedVersion::Any, ResumeFrom::Now, By::new("ann")).await.unwrap();
    harness.tick_at("2026-01-20T12:00:06Z").await;
    assert_eq!(count(State::Succeeded).await, 18 - skipped);
}

#[tokio::test]
async fn catch_up_of_all_runs_every_missed_occurrence() {
    let harness = Harness::at("2026-01-05T08:30:00Z");
    let mut definition = cron("0 * * * *", "UTC");
    // Not the defaults, which run only the last occurrence, and only within one period.
    definition.catch_up.policy = CatchUpPolicy::All;
    definition.catch_up.window = Some("12h".parse().unwrap());
    harness.save("hourly", definition).await;
    harness.tick().await;
    harness.tick_at("2026-01-05T14:30:00Z").await;
    let states = states(&harness, "hourly").await;
    assert_eq!(states.len(), 6);
    assert!(states.iter().all(|(_, state)| *state == State::Succeeded), "{states:?}");
}

#[tokio::test]
async fn every_discriminator_runs() {
    let harness = Harness::at("2026-01-05T08:30:00Z");
    let mut definition = cron("0 * * * *", "UTC");
    definition.discriminators = ["a", "b", "c"].map(str::to_owned).to_vec();
    harness.save("hourly", definition).await;
    harness.run_until("2026-01-05T10:00:00Z", SignedDuration::from_mins(30)).await;
    let states = states(&harness, "hourly").await;
    assert_eq!(states.len(), 6);
    assert!(states.iter().all(|(_, state)| *state == State::Succeeded), "{states:?}");
}

/// Weekly on Monday has the key `2026-W41`; weekly on Monday and Thursday, the same Monday would have `2026-W41-1`.
#[tokio::test]
async fn instant_that_has_run_does_not_run_again_under_a_new_key() {
    let harness = Harness::at("2026-10-20T12:00:00Z");
    let weekly = |days: &str| {
        let mut definition = cron("0 9 * * *", "UTC");
        let recurrence = format!(r#"{{"kind":"calendar","frequency":"weekly","by_day":{days},"time_of_day":"09:00"}}"#);
        definition.spec.recurrence = serde_json::from_str::<Recurrence>(&recurrence).unwrap();
        definition
    };
    harness.save("close", weekly(r#"["MO"]"#)).await;
    let weeks = backfill("close", "2026-10-01T00:00:00Z", "2026-10-20T00:00:00Z");
    assert_eq!(harness.control.backfill(&weeks).await.unwrap().new, 3);
    harness.tick().await;
    harness.save("close", weekly(r#"["MO","TH"]"#)).await;
    let again = harness.control.backfill(&weeks).await.unwrap();
    assert_eq!((again.new, again.untouched), (3, 3), "the Thursdays are new, the Mondays have run");
    harness.tick().await;
    let mut nominal: Vec<_> = harness.rows("close").await.iter().map(|row| row.planned.nominal_at).collect();
    nominal.sort_unstable();
    nominal.dedup();
    assert_eq!((nominal.len(), harness.sent().len()), (6, 6));
}

#[tokio::test]
async fn a_contradictory_backfill_is_rejected() {
    let harness = Harness::at("2026-01-20T12:00:00Z");
    harness.save("daily", cron("0 9 * * *", "UTC")).await;
    let mut limited = cron("0 9 * * *", "UTC");
    // Not the default: only with this policy can a backfill contradict the limit of the schedule.
    limited.overlap = Overlap::AllowAll;
    limited.max_concurrent = Some(2);
    harness.save("limited", limited).await;
    let days = |name: &str| backfill(name, "2026-01-02T00:00:00Z", "2026-01-20T12:00:00Z");
    let cases = [
        (Backfill { overlap: Some(Overlap::Skip), ..days("daily") }, "overlap `skip`"),
        (Backfill { overlap: Some(Overlap::CancelOther), ..days("daily") }, "overlap `cancel_other`"),
        (Backfill { concurrency: Some(4), ..days("daily") }, "concurrency 4 contradicts overlap `buffer_all`"),
        (Backfill { concurrency: Some(0), ..days("daily") }, "concurrency 0 is not between 1 and 1000"),
        (
            Backfill { concurrency: Some(3), ..days("limited") },
            "concurrency 3 is more than the schedule's max_concurrent 2",
        ),
    ];
    for (request, expected) in cases {
        let error = harness.control.preview_backfill(&request).await.unwrap_err();
        assert!(matches!(&error, Error::Invalid { .. }) && error.to_string().contains(expected), "{error:?}");
        assert_eq!(harness.control.backfill(&request).await.unwrap_err().to_string(), error.to_string());
    }
    assert_eq!(harness.rows("daily").await.len() + harness.rows("limited").await.len(), 0, "no occurrence is created");
    let beside = Backfill { overlap: Some(Overlap::AllowAll), concurrency: Some(4), ..days("daily") };
    let BackfillSummary { new, mode, .. } = harness.control.backfill(&beside).await.unwrap();
    assert_eq!((new, mode.concurrency), (19, 4));
    assert!(harness.rows("daily").await.iter().all(|row| row.planned.concurrency == Some(4)));
}
