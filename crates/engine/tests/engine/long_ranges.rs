//! Ranges with very many occurrences: none is lost, and counting them does not block other tasks.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use jiff::SignedDuration;
use refrain::clock::Clock;
use refrain::control::{
    Backfill, Control, GenerateRequest, Reprocess, ResumeFrom, Rights, SaveLimits, SaveScheduleRequest,
};
use refrain::model::{By, CatchUp, CatchUpPolicy, Definition, SkipReason, Source, State, Status};
use refrain::observe::Events;
use refrain::planner::{Planner, PlannerOptions};
use refrain::store::{ExpectedVersion, Ledger, SaveSchedule};

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

fn every_second_catching_up(limit: u32) -> Definition {
    let mut definition = cron("* * * * * *", "UTC");
    definition.catch_up = CatchUp { policy: CatchUpPolicy::All, window: Some("24h".parse().unwrap()), limit };
    definition
}

/// Makes one planning step, and starts nothing.
async fn plan_step(harness: &Harness) -> usize {
    let planner = Planner::new(harness.store.clone(), PlannerOptions::default(), Events::new(), "2026a");
    planner.step(harness.clock.now()).await.unwrap().rows
}

#[tokio::test(flavor = "current_thread")]
async fn finding_many_late_occurrences_lets_other_tasks_run() {
    let harness = Harness::at("2026-01-05T09:00:00Z");
    harness.save("tick", every_second_catching_up(CatchUp::LIMIT_MAX)).await;
    // No more than what runs late: counting a gap would let others run as well.
    harness.clock.advance(SignedDuration::from_secs(i64::from(CatchUp::LIMIT_MAX)));
    let planning = async {
        assert_eq!(plan_step(&harness).await, 100);
    };
    assert!(turns_of_another_task(planning).await > 5, "9,940 occurrences run late");
}

#[tokio::test]
async fn a_stored_catch_up_limit_above_the_maximum_is_clamped() {
    let harness = Harness::at("2026-01-05T09:00:00Z");
    let definition = every_second_catching_up(CatchUp::LIMIT_MAX + 1);
    let (expect, source, by) = (ExpectedVersion::Any, Source::Api, By::new("ann"));
    let save = SaveScheduleRequest { key: key("tick"), expect, definition: definition.clone(), source, by: by.clone() };
    let refused = harness.control.save(save).await.unwrap_err();
    assert_eq!(refused.code(), "out_of_range");
    assert!(refused.to_string().contains("catch_up.limit 10001 exceeds the maximum of 10000"), "{refused}");
    // As an earlier program without that check saved it.
    let now = at("2026-01-05T09:00:00Z");
    let saved = SaveSchedule {
        key: key("tick"),
        expect: ExpectedVersion::New,
        definition,
        status: Status::Active,
        source,
        next_due_at: Some(now),
        watermark: now,
        replan: None,
        schedules_max: None,
        touch: false,
        by,
    };
    harness.store.save(saved, now).await.unwrap();
    harness.clock.advance(SignedDuration::from_hours(4));
    assert_eq!(plan_step(&harness).await, 100);
    // One occurrence a second, except in the last minute.
    let missed = 4 * 3_600 - 60 - u64::from(CatchUp::LIMIT_MAX);
    let gaps = harness.gaps("tick").await;
    assert_eq!(gaps.iter().map(|gap| (gap.count, gap.reason)).collect::<Vec<_>>(), [(missed, SkipReason::Missed)]);
    assert_eq!(plan_step(&harness).await, 100, "the next step continues");
    assert_eq!(harness.gaps("tick").await, gaps);
}

#[tokio::test]
async fn resuming_from_now_runs_none_of_more_than_a_million_paused_occurrences() {
    let harness = Harness::at("2026-01-05T09:00:00Z");
    for id in ["resumed", "expired"] {
        harness.save(id, cron("* * * * * *", "UTC")).await;
        let until = (id == "expired").then(|| at("2026-01-17T09:00:00Z"));
        harness.control.pause(&key(id), ExpectedVersion::Any, until, By::new("ann")).await.unwrap();
    }
    harness.clock.advance(SignedDuration::from_hours(12 * 24));
    harness.control.resume(&key("resumed"), ExpectedVersion::Any, ResumeFrom::Now, By::new("ann")).await.unwrap();
    harness.tick().await;
    for id in ["resumed", "expired"] {
        let gaps = harness.gaps(id).await;
        assert_eq!(gaps.iter().map(|gap| gap.count).sum::<u64>(), 12 * 86_400, "{id}");
        assert!(gaps.iter().all(|gap| gap.reason == SkipReason::Paused), "{id}: {gaps:?}");
        assert!(harness.rows(id).await.iter().all(|row| row.planned.nominal_at > at("2026-01-17T09:00:00Z")), "{id}");
    }
}

// All rows of a backfill are created in one request, whose memory and time are limited by them.
#[tokio::test(flavor = "current_thread")]
async fn a_backfill_is_limited_by_occurrences_and_lets_other_tasks_run() {
    let harness = Harness::at("2026-01-20T12:00:00Z");
    let mut definition = cron("* * * * *", "UTC");
    definition.discriminators = (0..30).map(|number| format!("d{number}")).collect();
    harness.save("many", definition).await;
    let mut backfill = Backfill {
        key: key("many"),
        from: at("2026-01-02T00:00:00Z"),
        to: at("2026-01-20T12:00:00Z"),
        limit: 10_000,
        reprocess: Reprocess::None,
        overlap: None,
        concurrency: None,
        by: By::new("ann"),
    };
    let previewing = async {
        let preview = harness.control.preview_backfill(&backfill).await.unwrap();
        assert_eq!((preview.new, preview.is_cut), (9_990, true), "333 whole periods");
        assert_eq!(preview.last, Some(at("2026-01-02T05:32:00Z")));
    };
    assert!(turns_of_another_task(previewing).await > 10);
    backfill.limit = 89;
    assert_eq!(harness.control.backfill(&backfill).await.unwrap().new, 60);
    assert_eq!(harness.rows("many").await.len(), 60);
    // The range is longer now, and begins with what exists.
    backfill.limit = 90;
    let more = harness.control.backfill(&backfill).await.unwrap();
    assert_eq!((more.new, more.untouched), (30, 60));
    backfill.limit = 29;
    let refused = harness.control.preview_backfill(&backfill).await.unwrap_err();
    assert_eq!(refused.code(), "out_of_range");
    assert!(refused.to_string().contains("limit 29 is less than the 30 occurrences of one period"), "{refused}");
}

#[tokio::test]
async fn the_limit_of_the_caller_applies_to_backfill_and_generation() {
    let harness = Harness::at("2026-01-05T09:30:00Z");
    harness.save("daily", cron("0 9 * * *", "UTC")).await;
    let limits = SaveLimits { backfill_max: Some(5), ..SaveLimits::default() };
    let limited =
        Control::new(harness.store.clone(), harness.clock.clone()).acting_as(Rights::all().with_limits(limits));
    let backfill = |limit: usize| Backfill {
        key: key("daily"),
        from: at("2025-12-01T00:00:00Z"),
        to: at("2026-01-05T09:00:00Z"),
        limit,
        reprocess: Reprocess::None,
        overlap: None,
        concurrency: None,
        by: By::new("ann"),
    };
    let refused = limited.preview_backfill(&backfill(6)).await.unwrap_err();
    assert!(refused.to_string().contains("limit 6 is not between 1 and 5"), "{refused}");
    assert_eq!(limited.preview_backfill(&backfill(5)).await.unwrap().new, 5);
    let refused = limited.generate(&ahead(6)).await.unwrap_err();
    assert!(refused.to_string().contains("more than 5 occurrences"), "{refused}");
    assert_eq!(limited.generate(&ahead(5)).await.unwrap().new, 5);
    assert_eq!(harness.control.generate(&ahead(12)).await.unwrap().new, 7);
}

/// Returns a request for this many days after 5 January, 09:30.
fn ahead(days: i64) -> GenerateRequest {
    GenerateRequest {
        tenant: key("daily").tenant,
        as_of: at("2026-01-05T09:30:00Z"),
        lookback: SignedDuration::ZERO,
        lookahead: SignedDuration::from_hours(24 * days),
        by: By::new("ann"),
    }
}

#[tokio::test]
async fn generating_far_ahead_is_limited_by_occurrences() {
    let harness = Harness::at("2026-01-05T09:30:00Z");
    harness.save("daily", cron("0 9 * * *", "UTC")).await;
    assert_eq!(harness.control.generate(&ahead(400)).await.unwrap().new, 400);
    harness.save("tick", cron("* * * * * *", "UTC")).await;
    let refused = harness.control.generate(&ahead(400)).await.unwrap_err();
    assert_eq!(refused.code(), "out_of_range");
    assert!(refused.to_string().contains("tick"), "{refused}");
}

/// What is due between now and a future `as_of` has not been missed.
#[tokio::test]
async fn generating_for_a_future_time_misses_nothing() {
    for policy in [CatchUpPolicy::Latest, CatchUpPolicy::Skip, CatchUpPolicy::Earliest, CatchUpPolicy::All] {
        let harness = Harness::at("2026-01-05T08:30:00Z");
        let mut definition = cron("0 9 * * *", "UTC");
        definition.catch_up.policy = policy;
        harness.save("daily", definition).await;
        let future =
            GenerateRequest { as_of: at("2026-01-15T08:30:00Z"), lookahead: SignedDuration::from_hours(1), ..ahead(0) };
        assert_eq!(harness.control.generate(&future).await.unwrap().new, 11, "{policy:?}");
        assert_eq!(harness.gaps("daily").await, [], "{policy:?}");
        harness.run_until("2026-01-16T12:00:00Z", SignedDuration::from_mins(30)).await;
        let rows = harness.rows("daily").await;
        assert!(rows.len() == 12 && rows.iter().all(|row| row.state == State::Succeeded), "{policy:?}: {rows:?}");
        assert_eq!(harness.gaps("daily").await, [], "{policy:?}");
        let (first, last) = (harness.sent()[0].at, harness.sent()[11].at);
        assert_eq!((first, last), (at("2026-01-05T09:00:00Z"), at("2026-01-16T09:00:00Z")));
    }
}

#[tokio::test]
async fn a_schedule_that_cannot_be_generated_does_not_stop_the_others() {
    let harness = Harness::at("2026-01-05T09:30:00Z");
    harness.save("a-daily", cron("0 9 * * *", "UTC")).await;
    let mut many = cron("0 * * * *", "UTC");
    many.discriminators = (0..20).map(|number| format!("d{number}")).collect();
    harness.save("b-many", many.clone()).await;
    harness.save("c-daily", cron("0 9 * * *", "UTC")).await;
    let refused = harness.control.generate(&ahead(400)).await.unwrap_err();
    assert_eq!(refused.code(), "out_of_range");
    assert!(refused.to_string().contains("b-many"), "{refused}");
    assert_eq!((harness.rows("a-daily").await.len(), harness.rows("c-daily").await.len()), (400, 400));
    assert!(harness.rows("b-many").await.is_empty());
    // Few enough in all, and more than one transaction takes.
    assert_eq!(harness.control.generate(&ahead(20)).await.unwrap().new, 20 * 24 * 20);
}
