//! Operations on schedules: pause, resume, cancel, delete, run now, backfill, generate.

use jiff::SignedDuration;
use refrain::Error;
use refrain::control::{Backfill, BackfillSummary, Fire, GenerateRequest, Reprocess, ResumeFrom};
use refrain::delivery::Outcome;
use refrain::model::{By, SkipReason, State, Status, Trigger};
use refrain::store::{ExpectedVersion, StoreError};

use crate::harness::{Harness, at, cron, key};

fn by_reason(reason: &str) -> By {
    By { reason: Some(reason.to_owned()), ..By::new("ann") }
}

#[tokio::test]
async fn nothing_runs_during_a_pause_which_becomes_one_gap() {
    let harness = Harness::at("2026-01-05T08:59:50Z");
    harness.save("hourly", cron("0 * * * *", "UTC")).await;
    harness.tick().await;
    let paused =
        harness.control.pause(&key("hourly"), ExpectedVersion::Any, None, by_reason("moving house")).await.unwrap();
    assert_eq!(paused.status_note.text.as_deref(), Some("moving house"));
    harness.run_until("2026-01-05T12:30:00Z", SignedDuration::from_mins(5)).await;
    assert!(harness.sent().is_empty());
    // The occurrence planned before the pause was skipped because of it.
    assert_eq!(harness.ledger("hourly").await, ["2026-01-05T09:00:00Z skipped(paused)"]);
    harness.control.resume(&key("hourly"), ExpectedVersion::Any, ResumeFrom::Now, By::new("ann")).await.unwrap();
    harness.run_until("2026-01-05T13:00:00Z", SignedDuration::from_mins(5)).await;
    assert_eq!(harness.sent_at(), ["2026-01-05T13:00:00Z"]);
    let gaps = harness.gaps("hourly").await;
    assert_eq!((gaps.len(), gaps[0].count, gaps[0].reason), (1, 3, SkipReason::Paused));
}

#[tokio::test]
async fn a_pause_can_be_caught_up() {
    let harness = Harness::at("2026-01-05T08:30:00Z");
    harness.save("hourly", cron("0 * * * *", "UTC")).await;
    harness.control.pause(&key("hourly"), ExpectedVersion::Any, None, By::new("ann")).await.unwrap();
    harness.tick_at("2026-01-05T12:30:00Z").await;
    harness.control.resume(&key("hourly"), ExpectedVersion::Any, ResumeFrom::CatchUp, By::new("ann")).await.unwrap();
    harness.tick().await;
    assert_eq!(harness.ledger("hourly").await, ["2026-01-05T12:00:00Z succeeded"]);
    assert_eq!(harness.rows("hourly").await[0].planned.trigger, Trigger::CatchUp);
}

#[tokio::test]
async fn a_pause_ends_by_itself() {
    let harness = Harness::at("2026-01-05T08:30:00Z");
    harness.save("hourly", cron("0 * * * *", "UTC")).await;
    let until = Some(at("2026-01-05T10:30:00Z"));
    harness.control.pause(&key("hourly"), ExpectedVersion::Any, until, By::new("ann")).await.unwrap();
    harness.run_until("2026-01-05T12:00:00Z", SignedDuration::from_mins(1)).await;
    assert_eq!(harness.sent_at(), ["2026-01-05T11:00:00Z", "2026-01-05T12:00:00Z"]);
    assert_eq!(harness.gaps("hourly").await[0].reason, SkipReason::Paused);
    let past = harness.control.pause(&key("hourly"), ExpectedVersion::Any, until, By::new("ann")).await;
    assert_eq!(past.unwrap_err().code(), "out_of_range");
}

#[tokio::test]
async fn canceling_is_final_and_keeps_the_history() {
    let harness = Harness::at("2026-01-05T08:59:55Z");
    harness.save("hourly", cron("0 * * * *", "UTC")).await;
    harness.run_until("2026-01-05T09:59:55Z", SignedDuration::from_secs(5)).await;
    harness.control.cancel(&key("hourly"), ExpectedVersion::Any, by_reason("no longer needed")).await.unwrap();
    harness.run_until("2026-01-05T11:00:00Z", SignedDuration::from_mins(1)).await;
    let ledger = ["2026-01-05T09:00:00Z succeeded", "2026-01-05T10:00:00Z skipped(canceled)"];
    assert_eq!(harness.ledger("hourly").await, ledger);
    let again = harness.control.resume(&key("hourly"), ExpectedVersion::Any, ResumeFrom::Now, By::new("ann")).await;
    assert!(matches!(again, Err(Error::Store(StoreError::IllegalMove { .. }))), "{again:?}");
}

#[tokio::test]
async fn a_manual_run_moves_nothing_and_happens_once() {
    let harness = Harness::at("2026-01-05T08:30:00Z");
    harness.save("hourly", cron("0 * * * *", "UTC")).await;
    let before = harness.schedule("hourly").await;
    let fire = Fire {
        key: key("hourly"),
        request: "ticket-7".to_owned(),
        discriminator: None,
        correlation_id: Some("c-1".to_owned()),
        payload: None,
        by: by_reason("the customer asked"),
    };
    let first = harness.control.fire(fire.clone()).await.unwrap();
    harness.tick().await;
    let second = harness.control.fire(fire).await.unwrap();
    assert_eq!((second.id, second.existing), (first.id, Some(State::Succeeded)));
    assert_eq!(harness.sent().len(), 1);
    assert_eq!(harness.sent()[0].period, "manual:ticket-7");
    let after = harness.schedule("hourly").await;
    assert_eq!((after.next_due_at, after.counters.runs), (before.next_due_at, 0));
}

#[tokio::test]
async fn a_manual_run_starts_while_the_schedule_is_paused() {
    let harness = Harness::at("2026-01-05T08:30:00Z");
    harness.save("hourly", cron("0 * * * *", "UTC")).await;
    harness.control.pause(&key("hourly"), ExpectedVersion::Any, None, By::new("ann")).await.unwrap();
    let fire = Fire {
        key: key("hourly"),
        request: "now".to_owned(),
        discriminator: None,
        correlation_id: None,
        payload: None,
        by: By::new("ann"),
    };
    harness.control.fire(fire).await.unwrap();
    harness.tick().await;
    assert_eq!(harness.sent().len(), 1);
}

#[tokio::test]
async fn a_backfill_is_previewed_and_duplicates_nothing() {
    let harness = Harness::at("2026-01-05T08:30:00Z");
    let mut definition = cron("0 * * * *", "UTC");
    definition.retry.max_attempts = 1;
    harness.save("hourly", definition).await;
    harness.answer("hourly", [Outcome::rejected("no"), Outcome::DELIVERED]);
    harness.run_until("2026-01-05T10:30:00Z", SignedDuration::from_mins(1)).await;
    harness.tick_at("2026-01-05T15:30:00Z").await;
    let mut backfill = Backfill {
        key: key("hourly"),
        from: at("2026-01-05T09:00:00Z"),
        to: at("2026-01-05T15:00:00Z"),
        limit: 100,
        reprocess: Reprocess::None,
        overlap: None,
        concurrency: None,
        by: by_reason("outage"),
    };
    // 09:00 failed, 10:00 and 15:00 have run, 11:00 to 14:00 are in a gap.
    let preview = harness.control.preview_backfill(&backfill).await.unwrap();
    assert_eq!((preview.new, preview.reopened, preview.untouched, preview.is_cut), (4, 0, 3, false));
    assert_eq!((preview.first, preview.last), (Some(backfill.from), Some(backfill.to)));
    assert_eq!(harness.rows("hourly").await.len(), 3, "a preview changes nothing");
    let estimate = (preview.median_duration, preview.estimated_duration);
    assert_eq!(
        estimate,
        (Some(SignedDuration::ZERO), Some(SignedDuration::ZERO)),
        "the clock does not advance during runs"
    );
    let done = harness.control.backfill(&backfill).await.unwrap();
    assert_eq!(BackfillSummary { median_duration: estimate.0, estimated_duration: estimate.1, ..done }, preview);
    harness.tick().await;
    assert_eq!(harness.sent().len(), 7);
    let again = harness.control.backfill(&backfill).await.unwrap();
    assert_eq!((again.new, again.reopened, again.untouched), (0, 0, 7));
    backfill.reprocess = Reprocess::Failed;
    assert_eq!(harness.control.backfill(&backfill).await.unwrap().reopened, 1);
    harness.tick().await;
    assert!(harness.rows("hourly").await.iter().all(|row| row.state == State::Succeeded));
    backfill.reprocess = Reprocess::Completed;
    backfill.limit = 2;
    let cut = harness.control.preview_backfill(&backfill).await.unwrap();
    assert_eq!((cut.reopened, cut.is_cut), (2, true));
}

#[tokio::test]
async fn an_invalid_backfill_is_rejected() {
    let harness = Harness::at("2026-01-05T08:30:00Z");
    harness.save("hourly", cron("0 * * * *", "UTC")).await;
    let good = Backfill {
        key: key("hourly"),
        from: at("2026-01-04T09:00:00Z"),
        to: at("2026-01-04T15:00:00Z"),
        limit: 100,
        reprocess: Reprocess::None,
        overlap: None,
        concurrency: None,
        by: By::new("ann"),
    };
    let bad = [
        Backfill { from: at("2026-01-04T16:00:00Z"), ..good.clone() },
        Backfill { to: at("2026-01-05T08:30:01Z"), ..good.clone() },
        Backfill { limit: 0, ..good.clone() },
        Backfill { limit: 10_001, ..good },
    ];
    for backfill in bad {
        assert_eq!(harness.control.backfill(&backfill).await.unwrap_err().code(), "out_of_range");
    }
    assert!(harness.rows("hourly").await.is_empty());
}

#[tokio::test]
async fn generate_creates_a_row_per_period_and_is_repeatable() {
    let harness = Harness::at("2026-01-05T08:30:00Z");
    harness.save("hourly", cron("0 * * * *", "UTC")).await;
    let generate = GenerateRequest {
        tenant: key("hourly").tenant,
        as_of: at("2026-01-05T08:30:00Z"),
        lookback: SignedDuration::from_hours(24),
        lookahead: SignedDuration::from_hours(6),
        by: By::new("ann"),
    };
    let first = harness.control.generate(&generate).await.unwrap();
    assert_eq!((first.schedules, first.new), (1, 6));
    let rows = harness.rows("hourly").await;
    assert_eq!(rows[5].planned.nominal_at, at("2026-01-05T14:00:00Z"));
    assert_eq!(harness.control.generate(&generate).await.unwrap().new, 0);
    harness.run_until("2026-01-05T15:00:00Z", SignedDuration::from_mins(5)).await;
    assert_eq!(harness.sent().len(), 7);
}

#[tokio::test]
async fn a_deleted_schedule_runs_no_more_and_its_name_is_free() {
    let harness = Harness::at("2026-01-05T08:59:55Z");
    harness.save("hourly", cron("0 * * * *", "UTC")).await;
    harness.tick().await;
    harness.control.delete(&key("hourly"), ExpectedVersion::Any, &By::new("ann")).await.unwrap();
    harness.tick_at("2026-01-05T09:00:00Z").await;
    assert_eq!(harness.ledger("hourly").await, ["2026-01-05T09:00:00Z skipped(schedule_deleted)"]);
    let again = harness.save("hourly", cron("30 * * * *", "UTC")).await;
    assert_eq!((again.status, again.revision.0), (Status::Active, 1));
}

#[tokio::test]
async fn a_pause_is_not_ended_early_by_the_look_ahead() {
    let harness = Harness::at("2026-01-05T09:00:00Z");
    harness.save("beat", cron("* * * * * *", "UTC")).await;
    let until = Some(at("2026-01-05T09:01:00Z"));
    harness.control.pause(&key("beat"), ExpectedVersion::Any, until, By::new("ann")).await.unwrap();
    harness.tick_at("2026-01-05T09:00:55Z").await;
    assert_eq!(harness.schedule("beat").await.status, Status::Paused);
    assert!(harness.sent().is_empty());
    harness.run_until("2026-01-05T09:01:05Z", SignedDuration::from_secs(1)).await;
    assert_eq!(harness.sent_at()[0], "2026-01-05T09:01:01Z");
}

#[tokio::test]
async fn an_edit_keeps_the_planned_rows_of_a_crowded_schedule() {
    let harness = Harness::at("2026-01-05T09:00:00Z");
    harness.save("beat", cron("* * * * * *", "UTC")).await;
    harness.tick().await;
    let planned = harness.rows("beat").await.len();
    let mut edited = cron("* * * * * *", "UTC");
    edited.description = "another".to_owned();
    harness.save("beat", edited).await;
    let kept = harness.rows("beat").await.iter().filter(|row| row.state == State::Planned).count();
    assert_eq!(kept, planned, "{:?}", harness.ledger("beat").await);
}
