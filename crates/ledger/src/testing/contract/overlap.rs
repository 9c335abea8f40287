//! The overlap policies: occurrences of one schedule that compete for a run.

use crate::model::{Definition, FailReason, Occurrence, Overlap, Reason, SkipReason, State};
use crate::store::{ClaimResult, OccurrenceChange};
use crate::testing::fixture::{
    LEASE, at, definition, done, due, insert, key, lease, manual, overlapping, period, retry, seconds, with_attempts,
};
use crate::testing::stage::Stage;

#[doc(hidden)]
#[macro_export]
macro_rules! overlap_cases {
    ($make:path) => {
        $make! { overlap:
            skip_settles_an_overlapping_occurrence_and_names_the_run,
            skip_lets_the_first_of_several_start,
            skip_ends_with_the_run,
            an_occurrence_not_yet_due_is_not_skipped,
            skip_names_the_earliest_of_several_runs,
            a_lost_run_continues_and_blocks_others,
            a_lost_run_that_cannot_continue_blocks_no_other,
            buffer_one_lets_one_wait_and_skips_the_rest,
            buffer_one_starts_the_waiting_occurrence_when_the_run_ends,
            buffer_all_lets_all_wait_and_starts_them_in_order,
            buffer_all_is_bounded,
            a_waiting_occurrence_is_checked_again_later,
            a_waiting_occurrence_is_not_leased_ahead,
            a_waiting_occurrence_is_not_skipped,
            a_failed_run_wakes_a_waiting_occurrence,
            a_run_waiting_for_a_retry_wakes_no_other,
            a_lost_run_settled_by_a_claim_wakes_a_waiting_occurrence,
            a_manually_skipped_run_wakes_a_waiting_occurrence,
            a_batch_of_settlements_wakes_as_many_occurrences,
            allow_all_starts_everything,
            max_concurrent_limits_parallel_runs,
            max_concurrent_counts_retries_and_lost_runs,
            a_manual_run_overlaps_with_scheduled_runs,
            schedules_do_not_block_each_other,
            a_pause_ends_a_waiting_occurrence_at_its_next_claim,
            canceling_skips_a_waiting_occurrence,
            a_later_occurrence_does_not_overtake_a_waiting_one,
            buffer_one_never_lets_two_wait,
        }
    };
}

fn limited(max: u32) -> Definition {
    Definition { max_concurrent: Some(max), ..overlapping(Overlap::AllowAll) }
}

fn periods(rows: &[Occurrence]) -> Vec<&str> {
    rows.iter().map(|row| row.planned.period_key.as_str()).collect()
}

/// Returns the period keys of the occurrences that a claim started and settled.
pub(super) fn claimed_periods(claimed: &ClaimResult) -> (Vec<&str>, Vec<&str>) {
    (periods(&claimed.started), periods(&claimed.ended))
}

pub(super) async fn states(s: &Stage<'_>) -> Vec<(State, bool)> {
    s.rows().await.iter().map(|row| (row.state, row.waits)).collect()
}

pub(super) const RUNS: (State, bool) = (State::Running, false);
pub(super) const WAITS: (State, bool) = (State::Planned, true);
pub(super) const PLANNED: (State, bool) = (State::Planned, false);
pub(super) const SKIPPED: (State, bool) = (State::Skipped, false);
const DONE: (State, bool) = (State::Succeeded, false);

pub async fn skip_settles_an_overlapping_occurrence_and_names_the_run(s: &Stage<'_>) {
    s.with_rows("digest", overlapping(Overlap::Skip), &[0, 10]).await;
    let run = s.started("n1", 0).await;
    let claimed = s.claimed("n2", 9, 10).await;
    assert_eq!(claimed_periods(&claimed), (vec![], vec!["p10"]));
    let row = &claimed.ended[0];
    assert_eq!((row.state, row.reason), (State::Skipped, Some(Reason::Skipped(SkipReason::Overlap))));
    assert_eq!((row.blocker, row.attempt, row.ended_at), (Some(run.id), 0, Some(at(10))));
    assert_eq!((row.lease_owner.clone(), row.fence.0), (None, 0));
    assert_eq!(s.again(row).await, *row);
    assert_eq!(s.attempts(row).await, []);
}

/// A run in progress a second before may end in time.
pub async fn an_occurrence_not_yet_due_is_not_skipped(s: &Stage<'_>) {
    s.with_rows("digest", overlapping(Overlap::Skip), &[0, 10, 20]).await;
    let run = s.started("n1", 0).await;
    assert_eq!(
        s.claimed_ahead("n2", 10, 9).await,
        Default::default(),
        "an occurrence that is not due is neither started nor skipped"
    );
    assert_eq!(states(s).await, [RUNS, PLANNED, PLANNED]);
    s.ends(&run, done(), 9).await;
    let ahead = s.claimed_ahead("n2", 20, 9).await;
    assert_eq!(
        claimed_periods(&ahead),
        (vec!["p10"], vec![]),
        "only the first of two that are not due is leased ahead"
    );
    let late = s.claimed_ahead("n2", 1, 20).await;
    assert_eq!(claimed_periods(&late), (vec![], vec!["p20"]), "when it is due, another run is in progress");
    assert_eq!(late.ended[0].blocker, Some(ahead.started[0].id));
}

pub async fn skip_lets_the_first_of_several_start(s: &Stage<'_>) {
    s.with_rows("digest", overlapping(Overlap::Skip), &[0, 1, 2]).await;
    let claimed = s.claimed("n1", 9, 5).await;
    assert_eq!(claimed_periods(&claimed), (vec!["p0"], vec!["p1", "p2"]));
    assert!(claimed.ended.iter().all(|row| row.blocker == Some(claimed.started[0].id)));
}

pub async fn skip_ends_with_the_run(s: &Stage<'_>) {
    s.with_rows("digest", overlapping(Overlap::Skip), &[0, 10]).await;
    let run = s.started("n1", 0).await;
    s.ends(&run, done(), 10).await;
    assert_eq!(s.started("n1", 10).await.planned.period_key, period(10));
}

pub async fn skip_names_the_earliest_of_several_runs(s: &Stage<'_>) {
    s.with_rows("digest", definition(), &[0, 1, 60]).await;
    let runs = s.claimed("n1", 9, 5).await.started;
    s.saved("digest", overlapping(Overlap::Skip)).await;
    // A retry starts later, but its row has the lower ID.
    s.ends(&runs[0], retry(900), 6).await;
    s.renew(&[lease(&runs[1])], seconds(100), at(30)).await.unwrap();
    let claimed = s.claimed("n1", 9, 60).await;
    assert_eq!(claimed.ended[0].blocker, Some(runs[0].id));
}

pub async fn a_lost_run_continues_and_blocks_others(s: &Stage<'_>) {
    s.with_rows("digest", overlapping(Overlap::Skip), &[0, 40]).await;
    let run = s.started("n1", 0).await;
    let claimed = s.claimed("n2", 9, 50).await;
    assert_eq!(claimed_periods(&claimed), (vec!["p0"], vec!["p40"]));
    assert_eq!((claimed.started[0].attempt, claimed.ended[0].blocker), (2, Some(run.id)));
}

pub async fn a_lost_run_that_cannot_continue_blocks_no_other(s: &Stage<'_>) {
    s.with_rows("digest", Definition { overlap: Overlap::Skip, ..with_attempts(1) }, &[0, 40]).await;
    s.started("n1", 0).await;
    let claimed = s.claimed("n2", 9, 50).await;
    assert_eq!(claimed_periods(&claimed), (vec!["p40"], vec!["p0"]));
    assert_eq!(claimed.ended[0].reason, Some(Reason::Failed(FailReason::LeaseExhausted)));
}

pub async fn buffer_one_lets_one_wait_and_skips_the_rest(s: &Stage<'_>) {
    s.with_rows("digest", overlapping(Overlap::BufferOne), &[0, 1, 2]).await;
    let claimed = s.claimed("n1", 9, 5).await;
    assert_eq!(claimed_periods(&claimed), (vec!["p0"], vec!["p2"]));
    assert_eq!(claimed.ended[0].reason, Some(Reason::Skipped(SkipReason::BufferFull)));
    assert_eq!(claimed.ended[0].blocker, Some(claimed.started[0].id));
    assert_eq!(states(s).await, [RUNS, WAITS, SKIPPED]);
    let waiting = s.rows().await.remove(1);
    assert_eq!((waiting.attempt, waiting.fence.0, waiting.lease_owner), (0, 0, None));
}

pub async fn buffer_one_starts_the_waiting_occurrence_when_the_run_ends(s: &Stage<'_>) {
    s.with_rows("digest", overlapping(Overlap::BufferOne), &[0, 1]).await;
    let run = s.started("n1", 5).await;
    assert_eq!(s.claimed("n1", 9, 6).await, Default::default());
    s.ends(&run, done(), 7).await;
    assert_eq!(s.next_wakeup().await.unwrap().claim_at, Some(at(7)));
    let next = s.started("n1", 7).await;
    assert_eq!((next.planned.period_key.as_str(), next.waits, next.attempt), ("p1", false, 1));
}

pub async fn buffer_all_lets_all_wait_and_starts_them_in_order(s: &Stage<'_>) {
    s.with_rows("digest", overlapping(Overlap::BufferAll), &[3, 1, 2, 0]).await;
    let mut run = s.started("n1", 5).await;
    assert_eq!(states(s).await, [WAITS, WAITS, WAITS, RUNS]);
    for next in ["p1", "p2", "p3"] {
        s.ends(&run, done(), 6).await;
        run = s.started("n1", 6).await;
        assert_eq!(run.planned.period_key, next);
    }
}

pub async fn buffer_all_is_bounded(s: &Stage<'_>) {
    let schedule = s.saved("digest", overlapping(Overlap::BufferAll)).await;
    s.plan_rows(&schedule, (0..1_003).map(due).collect()).await;
    let claimed = s.claimed("n1", 2_000, 2_000).await;
    assert_eq!((claimed.started.len(), claimed.ended.len()), (1, 2));
    assert!(claimed.ended.iter().all(|row| row.reason == Some(Reason::Skipped(SkipReason::BufferFull))));
    assert_eq!(periods(&claimed.ended), ["p1001", "p1002"]);
}

/// The wake-up by the end of the run may be lost.
pub async fn a_waiting_occurrence_is_checked_again_later(s: &Stage<'_>) {
    s.with_rows("digest", overlapping(Overlap::BufferOne), &[0, 1]).await;
    let run = s.started("n1", 5).await;
    let waiting = s.rows().await.remove(1);
    let again = at(5) + crate::ledger::admission::WAIT_FOR;
    assert_eq!((waiting.ready_at, s.next_wakeup().await.unwrap().claim_at), (again, Some(again)));
    s.renew(&[lease(&run)], seconds(900), at(6)).await.unwrap();
    assert_eq!(s.claimed("n1", 9, 20).await, Default::default());
    assert_eq!(s.again(&waiting).await.ready_at, at(20) + crate::ledger::admission::WAIT_FOR);
}

/// An early claim would only make the occurrence wait again, and take the place of others.
pub async fn a_waiting_occurrence_is_not_leased_ahead(s: &Stage<'_>) {
    s.with_rows("digest", overlapping(Overlap::BufferOne), &[0, 1]).await;
    s.started("n1", 5).await;
    let before = s.rows().await;
    assert_eq!(s.claimed_ahead("n2", 20, 6).await, Default::default());
    assert_eq!(s.rows().await, before);
}

pub async fn a_waiting_occurrence_is_not_skipped(s: &Stage<'_>) {
    s.with_rows("digest", overlapping(Overlap::BufferOne), &[0, 1, 16]).await;
    let run = s.started("n1", 5).await;
    s.renew(&[lease(&run)], seconds(900), at(6)).await.unwrap();
    let claimed = s.claimed("n1", 9, 16).await;
    assert_eq!(claimed_periods(&claimed), (vec![], vec!["p16"]));
    assert_eq!(states(s).await, [RUNS, WAITS, SKIPPED]);
}

pub async fn a_failed_run_wakes_a_waiting_occurrence(s: &Stage<'_>) {
    s.with_rows("digest", overlapping(Overlap::BufferOne), &[0, 1]).await;
    let run = s.started("n1", 5).await;
    s.ends(&run, crate::testing::fixture::failed("x"), 6).await;
    assert_eq!(s.started("n1", 6).await.planned.period_key, period(1));
}

pub async fn a_run_waiting_for_a_retry_wakes_no_other(s: &Stage<'_>) {
    s.with_rows("digest", overlapping(Overlap::BufferOne), &[0, 1]).await;
    let run = s.started("n1", 5).await;
    s.ends(&run, retry(100), 6).await;
    assert_eq!(s.claimed("n1", 9, 20).await, Default::default());
    assert_eq!(states(s).await, [PLANNED, WAITS]);
    assert_eq!(claimed_periods(&s.claimed("n1", 9, 100).await), (vec!["p0"], vec![]));
}

pub async fn a_lost_run_settled_by_a_claim_wakes_a_waiting_occurrence(s: &Stage<'_>) {
    s.with_rows("digest", Definition { overlap: Overlap::BufferOne, ..with_attempts(1) }, &[0, 1]).await;
    s.started("n1", 5).await;
    // The waiting occurrence is checked before the other's lease ends, so that at that time only the other is ready.
    assert_eq!(s.claimed("n1", 9, 30).await, Default::default());
    let claimed = s.claimed("n1", 9, 5 + LEASE).await;
    assert_eq!(claimed_periods(&claimed), (vec![], vec!["p0"]));
    assert_eq!(s.started("n1", 5 + LEASE).await.planned.period_key, period(1));
}

pub async fn a_manually_skipped_run_wakes_a_waiting_occurrence(s: &Stage<'_>) {
    s.with_rows("digest", overlapping(Overlap::BufferOne), &[0, 1]).await;
    let run = s.started("n1", 5).await;
    s.ends(&run, retry(900), 6).await;
    s.by_hand(run.id, OccurrenceChange::Skip, 7).await.unwrap();
    assert_eq!(s.started("n1", 7).await.planned.period_key, period(1));
}

pub async fn a_batch_of_settlements_wakes_as_many_occurrences(s: &Stage<'_>) {
    s.with_rows("digest", limited(3), &[0, 1, 2, 3, 4, 5, 6]).await;
    let runs = s.claimed("n1", 9, 9).await.started;
    assert_eq!(runs.len(), 3);
    let ends = runs.iter().take(2).map(|row| crate::testing::fixture::settlement(row, done())).collect();
    s.settle(ends, at(10)).await.unwrap();
    let ready = s.rows().await.iter().filter(|row| row.waits && row.ready_at == at(10)).count();
    assert_eq!(ready, 2);
    assert_eq!(claimed_periods(&s.claimed("n1", 9, 10).await), (vec!["p3", "p4"], vec![]));
}

pub async fn allow_all_starts_everything(s: &Stage<'_>) {
    s.with_rows("digest", overlapping(Overlap::AllowAll), &[0, 1, 2]).await;
    assert_eq!(s.claimed("n1", 1, 9).await.started.len(), 1);
    assert_eq!(s.claimed("n2", 9, 9).await.started.len(), 2);
}

pub async fn max_concurrent_limits_parallel_runs(s: &Stage<'_>) {
    s.with_rows("digest", limited(2), &[0, 1, 2, 3]).await;
    let claimed = s.claimed("n1", 9, 5).await;
    assert_eq!(claimed_periods(&claimed), (vec!["p0", "p1"], vec![]));
    assert_eq!(states(s).await, [RUNS, RUNS, WAITS, WAITS]);
    s.ends(&claimed.started[1], done(), 6).await;
    assert_eq!(claimed_periods(&s.claimed("n1", 9, 6).await), (vec!["p2"], vec![]));
    assert_eq!(states(s).await, [RUNS, DONE, RUNS, WAITS]);
}

pub async fn max_concurrent_counts_retries_and_lost_runs(s: &Stage<'_>) {
    s.with_rows("digest", limited(2), &[0, 1, 2]).await;
    let runs = s.claimed("n1", 9, 5).await.started;
    s.ends(&runs[0], retry(900), 6).await;
    // The lost run continues, the retry keeps its slot, and the third waits.
    let claimed = s.claimed("n2", 9, 60).await;
    assert_eq!(claimed_periods(&claimed), (vec!["p1"], vec![]));
    assert_eq!(states(s).await, [PLANNED, RUNS, WAITS]);
}

pub async fn a_manual_run_overlaps_with_scheduled_runs(s: &Stage<'_>) {
    s.with_rows("digest", overlapping(Overlap::Skip), &[0]).await;
    let run = s.started("n1", 0).await;
    s.insert(insert(&key("digest"), vec![manual("x", 5)]), at(5)).await.unwrap();
    let claimed = s.claimed("n1", 9, 5).await;
    assert_eq!((claimed_periods(&claimed), claimed.ended[0].blocker), ((vec![], vec!["manual:x"]), Some(run.id)));
}

pub async fn schedules_do_not_block_each_other(s: &Stage<'_>) {
    for name in ["a", "b", "c"] {
        s.with_rows(name, overlapping(Overlap::Skip), &[0]).await;
    }
    assert_eq!(s.claimed("n1", 9, 0).await.started.len(), 3);
}

/// P7: a waiting occurrence cannot bypass a pause.
pub async fn a_pause_ends_a_waiting_occurrence_at_its_next_claim(s: &Stage<'_>) {
    s.with_rows("digest", overlapping(Overlap::BufferOne), &[0, 1]).await;
    let run = s.started("n1", 5).await;
    s.moved_to("digest", crate::model::Status::Paused, 6).await;
    s.ends(&run, done(), 7).await;
    let claimed = s.claimed("n1", 9, 7).await;
    assert_eq!(claimed_periods(&claimed), (vec![], vec!["p1"]));
    assert_eq!(claimed.ended[0].reason, Some(Reason::Skipped(SkipReason::Paused)));
    assert!(!claimed.ended[0].waits);
}

pub async fn canceling_skips_a_waiting_occurrence(s: &Stage<'_>) {
    s.with_rows("digest", overlapping(Overlap::BufferOne), &[0, 1]).await;
    s.started("n1", 5).await;
    s.moved_to("digest", crate::model::Status::Canceled, 6).await;
    assert_eq!(states(s).await, [RUNS, SKIPPED]);
    assert_eq!(s.rows().await[1].reason, Some(Reason::Skipped(SkipReason::Canceled)));
}

/// Creates a run whose lease holds until it ends, an occurrence that waits for it, and a later one that no
/// claim has seen.
pub(super) async fn one_waits_and_a_later_one_is_due(s: &Stage<'_>, overlap: Overlap) -> Occurrence {
    s.with_rows("digest", overlapping(overlap), &[0, 1, 7]).await;
    let run = s.started("n1", 0).await;
    s.renew(&[lease(&run)], seconds(900), at(1)).await.unwrap();
    assert_eq!(s.claimed("n1", 9, 1).await, Default::default());
    assert_eq!(states(s).await, [RUNS, WAITS, PLANNED]);
    run
}

/// The waiting occurrence is checked again after the later one is due, and still starts first.
pub async fn a_later_occurrence_does_not_overtake_a_waiting_one(s: &Stage<'_>) {
    let run = one_waits_and_a_later_one_is_due(s, Overlap::BufferAll).await;
    s.ends(&run, done(), 9).await;
    assert_eq!(claimed_periods(&s.claimed("n1", 9, 9).await), (vec!["p1"], vec![]));
    assert_eq!(states(s).await, [DONE, RUNS, WAITS]);
}

pub async fn buffer_one_never_lets_two_wait(s: &Stage<'_>) {
    let run = one_waits_and_a_later_one_is_due(s, Overlap::BufferOne).await;
    let claimed = s.claimed("n1", 9, 11).await;
    assert_eq!(claimed_periods(&claimed), (vec![], vec!["p7"]));
    assert_eq!(
        (claimed.ended[0].reason, claimed.ended[0].blocker),
        (Some(Reason::Skipped(SkipReason::BufferFull)), Some(run.id))
    );
    assert_eq!(states(s).await, [RUNS, WAITS, SKIPPED]);
}
