//! Ranges with very many occurrences: none is lost, and counting them does not block other tasks.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use jiff::SignedDuration;
use refrain::control::{GenerateRequest, ResumeFrom};
use refrain::model::{By, SkipReason};
use refrain::store::ExpectedVersion;

use crate::harness::{Harness, at, cron, key};

#[tokio::test]
async fn an_edit_records_more_than_a_million_missed_occurrences() {
    let harness = Harness::at("2026-01-05T09:00:00Z");
    harness.save("tick", cron("* * * * * *", "UTC")).await;
    harness.clock.advance(SignedDuration::from_hours(12 * 24));
    harness.save("tick", cron("0 9 * * *", "UTC")).await;
    let gaps = harness.gaps("tick").await;
    assert_eq!(gaps.iter().map(|gap| gap.count).sum::<u64>(), 12 * 86_400);
    assert!(gaps.iter().all(|gap| gap.reason == SkipReason::Superseded), "{gaps:?}");
    assert_eq!((gaps[0].from, gaps[1].to), (at("2026-01-05T09:00:01Z"), at("2026-01-17T09:00:00Z")));
}

/// Returns how often another task runs while `work` is in progress.
async fn turns_of_another_task(work: impl Future<Output = ()>) -> usize {
    let turns = Arc::new(AtomicUsize::new(0));
    let counted = Arc::clone(&turns);
    let other = tokio::spawn(async move {
        loop {
            counted.fetch_add(1, Ordering::Relaxed);
            tokio::task::yield_now().await;
        }
    });
    work.await;
    other.abort();
    turns.load(Ordering::Relaxed)
}

// All tasks share one thread: a task that blocks it delays all others.
#[tokio::test(flavor = "current_thread")]
async fn counting_a_long_pause_or_outage_lets_other_tasks_run() {
    let harness = Harness::at("2026-01-05T09:00:00Z");
    harness.save("tick", cron("* * * * * *", "UTC")).await;
    harness.control.pause(&key("tick"), ExpectedVersion::Any, None, By::new("ann")).await.unwrap();
    harness.clock.advance(SignedDuration::from_hours(24));
    let resuming = async {
        harness.control.resume(&key("tick"), ExpectedVersion::Any, ResumeFrom::Now, By::new("ann")).await.unwrap();
    };
    assert!(turns_of_another_task(resuming).await > 50, "a day has 86,400 seconds");
    harness.clock.advance(SignedDuration::from_hours(24));
    let planning = async {
        harness.tick().await;
    };
    assert!(turns_of_another_task(planning).await > 50);
}

#[tokio::test]
async fn generating_far_ahead_is_limited_by_occurrences() {
    let harness = Harness::at("2026-01-05T09:30:00Z");
    harness.save("daily", cron("0 9 * * *", "UTC")).await;
    let ahead = |days: i64| GenerateRequest {
        tenant: key("daily").tenant,
        as_of: at("2026-01-05T09:30:00Z"),
        lookback: SignedDuration::ZERO,
        lookahead: SignedDuration::from_hours(24 * days),
        by: By::new("ann"),
    };
    assert_eq!(harness.control.generate(&ahead(400)).await.unwrap().new, 400);
    harness.save("tick", cron("* * * * * *", "UTC")).await;
    let refused = harness.control.generate(&ahead(400)).await.unwrap_err();
    assert_eq!(refused.code(), "out_of_range");
    assert!(refused.to_string().contains("tick"), "{refused}");
}
