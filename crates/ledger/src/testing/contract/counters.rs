//! Effects of settlements: counters that add up exactly, and a record of every attempt.

use crate::model::{AttemptOutcome, Counters, FailReason, SkipReason, Status};
use crate::store::{Ending, OccurrenceChange};
use crate::testing::fixture::{
    LEASE, at, definition, done, failed, insert, key, lease, manual, released, retry, settlement, skipped,
};
use crate::testing::stage::Stage;

#[doc(hidden)]
#[macro_export]
macro_rules! counters_cases {
    ($make:path) => {
        $make! { counters:
            counters_add_up_exactly,
            a_success_resets_consecutive_failures,
            a_run_counts_when_it_has_started,
            a_lost_run_counts_even_if_the_schedule_is_paused,
            a_skip_after_the_start_keeps_its_run,
            an_occurrence_stopped_at_its_start_returns_its_run,
            an_occurrence_stopped_at_a_later_attempt_keeps_its_run,
            skips_do_not_change_consecutive_failures,
            attempts_record_lost_retried_and_completed_runs,
            attempts_continue_after_a_row_is_reopened,
            a_lost_attempt_ends_with_its_lease,
        }
    };
}

pub async fn counters_add_up_exactly(s: &Stage<'_>) {
    s.with_rows("digest", definition(), &[0, 1, 2, 3, 4, 5]).await;
    s.insert(insert(&key("digest"), vec![manual("x", 6)]), at(0)).await.unwrap();
    let rows = s.claimed("n1", 9, 9).await.started;
    s.settle(
        vec![
            settlement(&rows[0], failed("one")),
            settlement(&rows[1], done()),
            settlement(&rows[2], failed("two")),
            settlement(&rows[3], skipped(SkipReason::Hold)),
            settlement(&rows[6], failed("three")),
        ],
        at(10),
    )
    .await
    .unwrap();
    s.ends(&rows[4], retry(60), 11).await;
    let expected = Counters {
        // Excludes the held occurrence, which never started, the one waiting for a retry, and the manual run.
        runs: 3,
        succeeded: 1,
        skipped: 1,
        failed: 3,
        consecutive_failures: 2,
        last_ended_at: Some(at(10)),
        last_success_at: Some(at(10)),
        last_error: Some("three".to_owned()),
    };
    assert_eq!(s.counters("digest").await, expected);
}

pub async fn a_success_resets_consecutive_failures(s: &Stage<'_>) {
    s.with_rows("digest", definition(), &[0, 1, 2]).await;
    let rows = s.claimed("n1", 9, 9).await.started;
    s.ends(&rows[0], failed("one"), 10).await;
    s.ends(&rows[1], Ending::Failed { reason: FailReason::Timeout, message: None }, 11).await;
    let counters = s.counters("digest").await;
    assert_eq!((counters.consecutive_failures, counters.last_error.as_deref()), (2, Some("")));
    s.ends(&rows[2], done(), 12).await;
    let counters = s.counters("digest").await;
    assert_eq!((counters.consecutive_failures, counters.last_error, counters.failed), (0, None, 2));
    assert_eq!((counters.last_success_at, counters.last_ended_at), (Some(at(12)), Some(at(12))));
}

/// Neither planning nor a lease counts: an occurrence that is released, or stopped by a pause at its start, has
/// not run.
pub async fn a_run_counts_when_it_has_started(s: &Stage<'_>) {
    let runs = async || s.counters("digest").await.runs;
    s.with_rows("digest", definition(), &[0, 1, 2, 3, 4]).await;
    assert_eq!(runs().await, 0, "a planned occurrence does not count as a run");
    let rows = s.claimed("n1", 9, 9).await.started;
    s.release(&released(&[lease(&rows[0])]), at(9)).await.unwrap();
    assert_eq!(runs().await, 0, "a released occurrence does not count as a run");
    let again = s.started("n1", 9).await;
    s.ends(&again, skipped(SkipReason::Paused), 10).await;
    s.ends(&rows[1], skipped(SkipReason::Disabled), 10).await;
    assert_eq!(runs().await, 0, "an occurrence stopped at its start does not count as a run");
    s.ends(&rows[2], done(), 12).await;
    s.ends(&rows[3], failed("no"), 12).await;
    assert_eq!(runs().await, 2);
    // A retried run counts once, when it ends.
    s.ends(&rows[4], retry(20), 13).await;
    assert_eq!(runs().await, 2);
    s.by_hand(rows[4].id, OccurrenceChange::Skip, 14).await.unwrap();
    assert_eq!(runs().await, 3);
}

/// It is unknown whether the run had an effect.
pub async fn a_lost_run_counts_even_if_the_schedule_is_paused(s: &Stage<'_>) {
    s.with_rows("digest", definition(), &[0]).await;
    s.started("n1", 0).await;
    s.moved_to("digest", Status::Paused, 1).await;
    assert_eq!(s.claimed("n2", 9, 900).await.ended.len(), 1);
    let counters = s.counters("digest").await;
    assert_eq!((counters.runs, counters.skipped), (1, 1));
}

pub async fn a_skip_after_the_start_keeps_its_run(s: &Stage<'_>) {
    s.with_rows("digest", definition(), &[0]).await;
    let row = s.started("n1", 0).await;
    s.ends(&row, skipped(SkipReason::Canceled), 1).await;
    let counters = s.counters("digest").await;
    assert_eq!((counters.runs, counters.skipped), (1, 1));
}

pub async fn an_occurrence_stopped_at_its_start_returns_its_run(s: &Stage<'_>) {
    let reasons = [SkipReason::Hold, SkipReason::Quota, SkipReason::Deadline, SkipReason::Missed];
    s.with_rows("digest", definition(), &[0, 1, 2, 3]).await;
    let rows = s.claimed("n1", 9, 9).await.started;
    for (row, reason) in rows.iter().zip(reasons) {
        s.ends(row, skipped(reason), 10).await;
        assert_eq!(s.counters("digest").await.runs, 0, "{reason}");
    }
    assert_eq!(s.counters("digest").await.skipped, 4);
    // A manual run was never counted.
    s.insert(insert(&key("digest"), vec![manual("x", 11)]), at(10)).await.unwrap();
    s.with_rows("other", definition(), &[12]).await;
    let rows = s.claimed("n1", 9, 12).await.started;
    s.settle(rows.iter().map(|row| settlement(row, skipped(SkipReason::Hold))).collect(), at(13)).await.unwrap();
    assert_eq!((s.counters("digest").await.runs, s.counters("digest").await.skipped), (0, 5));
    assert_eq!((s.counters("other").await.runs, s.counters("other").await.skipped), (0, 1));
}

pub async fn an_occurrence_stopped_at_a_later_attempt_keeps_its_run(s: &Stage<'_>) {
    s.with_rows("digest", definition(), &[0]).await;
    let first = s.started("n1", 0).await;
    s.ends(&first, retry(20), 10).await;
    let second = s.started("n1", 20).await;
    s.ends(&second, skipped(SkipReason::Hold), 21).await;
    let counters = s.counters("digest").await;
    assert_eq!((counters.runs, counters.skipped), (1, 1));
}

pub async fn skips_do_not_change_consecutive_failures(s: &Stage<'_>) {
    s.with_rows("digest", definition(), &[0, 1]).await;
    let rows = s.claimed("n1", 9, 9).await.started;
    s.ends(&rows[0], failed("one"), 10).await;
    s.ends(&rows[1], skipped(SkipReason::Hold), 11).await;
    let counters = s.counters("digest").await;
    assert_eq!((counters.consecutive_failures, counters.last_error.as_deref()), (1, Some("one")));
    assert_eq!((counters.last_ended_at, counters.last_success_at), (Some(at(11)), None));
}

pub async fn attempts_record_lost_retried_and_completed_runs(s: &Stage<'_>) {
    s.with_rows("digest", definition(), &[0]).await;
    let first = s.started("n1", 0).await;
    let second = s.started("n2", 100).await;
    s.ends(&second, retry(120), 110).await;
    assert_eq!(s.attempts(&first).await.len(), 2);
    let third = s.started("n3", 120).await;
    assert_eq!(s.outcomes(&first).await[2], (3, AttemptOutcome::Open));
    s.ends(&third, failed("no"), 130).await;
    let attempts = s.attempts(&first).await;
    let reported: Vec<_> = attempts.iter().map(|attempt| (attempt.number, attempt.outcome, attempt.fence)).collect();
    let expected = [
        (1, AttemptOutcome::LeaseLost, first.fence),
        (2, AttemptOutcome::Retried, second.fence),
        (3, AttemptOutcome::Failed, third.fence),
    ];
    assert_eq!(reported, expected);
    let owners: Vec<_> = attempts.iter().map(|attempt| attempt.owner.as_str()).collect();
    assert_eq!(owners, ["n1", "n2", "n3"]);
    let times: Vec<_> =
        attempts.iter().map(|attempt| (attempt.started_at.unwrap(), attempt.ended_at.unwrap())).collect();
    assert_eq!(times, [(at(0), at(LEASE)), (at(100), at(110)), (at(120), at(130))]);
    let messages: Vec<_> = attempts.iter().map(|attempt| attempt.message.as_deref()).collect();
    assert_eq!(messages, [None, Some("try later"), Some("no")]);
}

pub async fn attempts_continue_after_a_row_is_reopened(s: &Stage<'_>) {
    s.with_rows("digest", definition(), &[0]).await;
    let first = s.started("n1", 0).await;
    s.ends(&first, failed("no"), 1).await;
    s.by_hand(first.id, OccurrenceChange::retry(), 2).await.unwrap();
    assert_eq!(s.outcomes(&first).await, [(1, AttemptOutcome::Failed)]);
    let second = s.started("n2", 3).await;
    s.ends(&second, done(), 4).await;
    assert_eq!(s.outcomes(&first).await, [(1, AttemptOutcome::Failed), (1, AttemptOutcome::Succeeded)]);
    let counters = s.counters("digest").await;
    assert_eq!((counters.failed, counters.succeeded, counters.runs), (1, 1, 1));
}

/// The end of the renewed lease counts, not the end of the first one.
pub async fn a_lost_attempt_ends_with_its_lease(s: &Stage<'_>) {
    s.with_rows("digest", definition(), &[0]).await;
    let row = s.started("n1", 0).await;
    s.renew(&[lease(&row)], crate::testing::fixture::seconds(LEASE), at(20)).await.unwrap();
    s.started("n2", 900).await;
    assert_eq!(s.attempts(&row).await[0].ended_at, Some(at(50)));
}
