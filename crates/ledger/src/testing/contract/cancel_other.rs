//! The `cancel_other` policy: the newest run cancels a running one and replaces a waiting one.

use super::overlap::{PLANNED, RUNS, SKIPPED, WAITS, claimed_periods, one_waits_and_a_later_one_is_due, states};
use crate::model::{FailReason, Overlap, Reason, SkipReason};
use crate::store::RenewResult;
use crate::testing::fixture::{LEASE, at, lease, overlapping, period, released, retry, seconds};
use crate::testing::stage::Stage;

#[doc(hidden)]
#[macro_export]
macro_rules! cancel_other_cases {
    ($make:path) => {
        $make! { cancel_other:
            an_occurrence_not_yet_due_cancels_nothing,
            the_newest_asks_the_run_to_stop_and_waits,
            only_the_last_of_several_starts,
            a_new_occurrence_replaces_a_waiting_one,
            a_waiting_retry_is_canceled,
            an_occurrence_starts_at_once_when_nothing_runs,
            the_newest_replaces_an_older_waiting_one,
            a_released_occurrence_does_not_replace_a_newer_one,
        }
    };
}

pub async fn an_occurrence_not_yet_due_cancels_nothing(s: &Stage<'_>) {
    s.with_rows("digest", overlapping(Overlap::CancelOther), &[0, 10, 20]).await;
    let run = s.started("n1", 0).await;
    assert_eq!(s.claimed_ahead("n1", 10, 9).await, Default::default());
    assert!(!s.again(&run).await.cancel_requested, "a running occurrence is not canceled before the next one is due");
    assert_eq!(s.claimed("n1", 9, 10).await, Default::default());
    assert!(s.again(&run).await.cancel_requested);
    assert_eq!(s.claimed_ahead("n1", 10, 19).await, Default::default());
    assert_eq!(states(s).await, [RUNS, WAITS, PLANNED]);
}

pub async fn the_newest_asks_the_run_to_stop_and_waits(s: &Stage<'_>) {
    s.with_rows("digest", overlapping(Overlap::CancelOther), &[0, 10]).await;
    let run = s.started("n1", 0).await;
    assert_eq!(s.claimed("n2", 9, 10).await, Default::default());
    assert_eq!(states(s).await, [RUNS, WAITS]);
    let told_to = s.renew(&[lease(&run)], seconds(LEASE), at(11)).await.unwrap();
    assert_eq!(told_to, [RenewResult::Held { cancel_requested: true }]);
    let canceled = crate::store::Ending::Failed { reason: FailReason::Canceled, message: None };
    s.ends(&run, canceled, 12).await;
    assert_eq!(s.started("n2", 12).await.planned.period_key, period(10));
}

pub async fn only_the_last_of_several_starts(s: &Stage<'_>) {
    s.with_rows("digest", overlapping(Overlap::CancelOther), &[0, 1, 2]).await;
    let claimed = s.claimed("n1", 9, 5).await;
    assert_eq!(claimed_periods(&claimed), (vec!["p2"], vec!["p0", "p1"]));
    assert!(claimed.ended.iter().all(|row| row.reason == Some(Reason::Skipped(SkipReason::Overlap))));
    assert!(claimed.ended.iter().all(|row| row.blocker == Some(claimed.started[0].id)));
}

pub async fn a_new_occurrence_replaces_a_waiting_one(s: &Stage<'_>) {
    s.with_rows("digest", overlapping(Overlap::CancelOther), &[0, 10, 15]).await;
    s.started("n1", 0).await;
    assert_eq!(s.claimed("n1", 9, 10).await, Default::default());
    // The waiting occurrence is not ready itself. It is settled nevertheless, and names the newer one as its blocker.
    let claimed = s.claimed("n1", 9, 15).await;
    assert_eq!(claimed_periods(&claimed), (vec![], vec![]));
    assert_eq!(states(s).await, [RUNS, SKIPPED, WAITS]);
    let rows = s.rows().await;
    assert_eq!((rows[1].blocker, rows[1].ended_at), (Some(rows[2].id), Some(at(15))));
    assert_eq!(rows[1].reason, Some(Reason::Skipped(SkipReason::Overlap)));
    assert_eq!(s.counters("digest").await.runs, 0);
}

pub async fn a_waiting_retry_is_canceled(s: &Stage<'_>) {
    s.with_rows("digest", overlapping(Overlap::CancelOther), &[0, 10]).await;
    let run = s.started("n1", 0).await;
    s.ends(&run, retry(900), 1).await;
    assert_eq!(s.claimed("n1", 9, 10).await, Default::default());
    // The retry is ready immediately, and the claim that finds it settles it. Then the other occurrence may start.
    let claimed = s.claimed("n1", 9, 10).await;
    assert_eq!(claimed_periods(&claimed), (vec![], vec!["p0"]));
    assert_eq!(claimed.ended[0].reason, Some(Reason::Failed(FailReason::Canceled)));
    assert_eq!(s.started("n1", 10).await.planned.period_key, period(10));
}

pub async fn an_occurrence_starts_at_once_when_nothing_runs(s: &Stage<'_>) {
    s.with_rows("digest", overlapping(Overlap::CancelOther), &[0]).await;
    s.started("n1", 0).await;
}

pub async fn the_newest_replaces_an_older_waiting_one(s: &Stage<'_>) {
    one_waits_and_a_later_one_is_due(s, Overlap::CancelOther).await;
    let claimed = s.claimed("n1", 9, 11).await;
    assert_eq!(claimed_periods(&claimed), (vec![], vec!["p1"]));
    let rows = s.rows().await;
    assert_eq!((rows[1].blocker, rows[2].waits), (Some(rows[2].id), true));
}

/// A released occurrence has not started. The next claim sees it together with the newer one that waited for it.
pub async fn a_released_occurrence_does_not_replace_a_newer_one(s: &Stage<'_>) {
    s.with_rows("digest", overlapping(Overlap::CancelOther), &[0, 10]).await;
    let run = s.started("n1", 0).await;
    assert_eq!(s.claimed("n2", 9, 10).await, Default::default());
    assert_eq!(s.release(&released(&[lease(&run)]), at(11)).await.unwrap(), [true]);
    let claimed = s.claimed("n2", 9, 11).await;
    assert_eq!(claimed_periods(&claimed), (vec!["p10"], vec!["p0"]));
    assert_eq!(claimed.ended[0].reason, Some(Reason::Skipped(SkipReason::Overlap)));
    assert_eq!(claimed.ended[0].blocker, Some(claimed.started[0].id));
}
