//! Renewing, releasing and losing leases.

use crate::model::{AttemptOutcome, Fence, OccurrenceId, State, Status};
use crate::store::{ConfirmResult, Lease, OccurrenceChange, Release, RenewResult, SettleResult};
use crate::testing::fixture::{LEASE, at, definition, done, key, lease, node, overlapping, retry, seconds};
use crate::testing::stage::Stage;

#[doc(hidden)]
#[macro_export]
macro_rules! lease_cases {
    ($make:path) => {
        $make! { lease:
            renewing_extends_the_lease,
            renewing_after_expiry_before_a_takeover_succeeds,
            renewing_after_a_takeover_fails,
            renewing_a_settled_run_fails,
            renewing_a_released_lease_fails,
            renewing_reports_a_cancel_request,
            renewing_may_shorten_a_lease,
            renewing_a_lease_twice_in_one_batch_answers_twice,
            an_unknown_lease_is_lost_everywhere,
            a_fence_that_was_never_issued_is_lost,
            a_release_returns_the_attempt,
            a_release_raises_the_fence,
            a_released_row_is_claimed_at_once,
            an_occurrence_released_early_waits_for_its_due_time,
            a_release_of_a_later_attempt_keeps_the_earlier_ones,
            releasing_twice_is_refused_the_second_time,
            a_release_by_the_old_owner_is_refused,
            a_release_lets_a_waiting_row_start,
            fences_only_increase,
            a_batch_of_leases_is_answered_one_by_one,
            a_release_until_a_time_counts_no_attempt,
            a_release_never_makes_a_row_ready_before_it_is_due,
            an_occurrence_released_until_later_is_leased_ahead_of_that_time,
        }
    };
}

pub(crate) const HELD: RenewResult = RenewResult::Held { cancel_requested: false };

pub(crate) fn unknown() -> Lease {
    Lease { id: OccurrenceId(987_654_321), fence: Fence(1) }
}

pub async fn renewing_extends_the_lease(s: &Stage<'_>) {
    s.with_rows("digest", definition(), &[0]).await;
    let row = s.started("n1", 0).await;
    assert_eq!(s.renew(&[lease(&row)], seconds(LEASE), at(20)).await.unwrap(), [HELD]);
    let held = s.again(&row).await;
    assert_eq!((held.lease_until, held.ready_at, held.fence), (Some(at(50)), at(50), row.fence));
    assert_eq!((held.attempt, held.started_at, held.lease_owner.clone()), (1, Some(at(0)), Some(node("n1"))));
    assert_eq!(s.claimed("n2", 9, 49).await.started, []);
    assert_eq!(s.started("n2", 50).await.attempt, 2);
}

/// No other worker has taken the occurrence, so nothing was lost: a suspended process that resumes in time continues.
pub async fn renewing_after_expiry_before_a_takeover_succeeds(s: &Stage<'_>) {
    s.with_rows("digest", definition(), &[0]).await;
    let row = s.started("n1", 0).await;
    assert_eq!(s.renew(&[lease(&row)], seconds(LEASE), at(500)).await.unwrap(), [HELD]);
    assert_eq!(s.claimed("n2", 9, 500).await.started, []);
    s.ends(&row, done(), 501).await;
}

/// P3: the old lease is lost after a takeover.
pub async fn renewing_after_a_takeover_fails(s: &Stage<'_>) {
    s.with_rows("digest", definition(), &[0]).await;
    let old = s.started("n1", 0).await;
    let new = s.started("n2", LEASE).await;
    let before = s.everything().await;
    assert_eq!(s.renew(&[lease(&old)], seconds(LEASE), at(31)).await.unwrap(), [RenewResult::LeaseLost]);
    assert_eq!(s.everything().await, before);
    assert_eq!(s.renew(&[lease(&new)], seconds(LEASE), at(31)).await.unwrap(), [HELD]);
}

pub async fn renewing_a_settled_run_fails(s: &Stage<'_>) {
    s.with_rows("digest", definition(), &[0]).await;
    let row = s.started("n1", 0).await;
    s.ends(&row, done(), 1).await;
    let before = s.everything().await;
    assert_eq!(s.renew(&[lease(&row)], seconds(LEASE), at(2)).await.unwrap(), [RenewResult::LeaseLost]);
    assert_eq!(s.everything().await, before);
}

pub async fn renewing_a_released_lease_fails(s: &Stage<'_>) {
    s.with_rows("digest", definition(), &[0]).await;
    let row = s.started("n1", 0).await;
    assert_eq!(s.release(&[lease(&row).into()], at(1)).await.unwrap(), [true]);
    assert_eq!(s.renew(&[lease(&row)], seconds(LEASE), at(2)).await.unwrap(), [RenewResult::LeaseLost]);
    let retried = s.started("n1", 2).await;
    s.ends(&retried, retry(60), 3).await;
    assert_eq!(s.renew(&[lease(&retried)], seconds(LEASE), at(4)).await.unwrap(), [RenewResult::LeaseLost]);
}

pub async fn renewing_reports_a_cancel_request(s: &Stage<'_>) {
    s.with_rows("digest", definition(), &[0, 1]).await;
    let rows = s.claimed("n1", 9, 1).await.started;
    s.by_hand(rows[0].id, OccurrenceChange::Cancel, 2).await.unwrap();
    let leases = [lease(&rows[0]), lease(&rows[1])];
    let answers = s.renew(&leases, seconds(LEASE), at(3)).await.unwrap();
    assert_eq!(answers, [RenewResult::Held { cancel_requested: true }, HELD]);
    s.moved_to("digest", Status::Canceled, 4).await;
    let answers = s.renew(&leases, seconds(LEASE), at(5)).await.unwrap();
    assert_eq!(answers, [RenewResult::Held { cancel_requested: true }; 2]);
}

pub async fn renewing_may_shorten_a_lease(s: &Stage<'_>) {
    s.with_rows("digest", definition(), &[0]).await;
    let row = s.started("n1", 0).await;
    assert_eq!(s.renew(&[lease(&row)], seconds(1), at(2)).await.unwrap(), [HELD]);
    assert_eq!(s.started("n2", 3).await.id, row.id);
}

pub async fn renewing_a_lease_twice_in_one_batch_answers_twice(s: &Stage<'_>) {
    s.with_rows("digest", definition(), &[0]).await;
    let row = s.started("n1", 0).await;
    assert_eq!(s.renew(&[lease(&row), lease(&row)], seconds(LEASE), at(5)).await.unwrap(), [HELD; 2]);
    assert_eq!(s.again(&row).await.lease_until, Some(at(35)));
}

pub async fn an_unknown_lease_is_lost_everywhere(s: &Stage<'_>) {
    let leases =
        [unknown(), Lease { id: OccurrenceId(-1), fence: Fence(0) }, Lease { id: OccurrenceId(0), fence: Fence(0) }];
    assert_eq!(s.renew(&leases, seconds(1), at(0)).await.unwrap(), [RenewResult::LeaseLost; 3]);
    assert_eq!(s.confirm(&leases, at(0)).await.unwrap(), [ConfirmResult::LeaseLost; 3]);
    assert_eq!(s.release(&crate::testing::fixture::released(&leases), at(0)).await.unwrap(), [false; 3]);
    let settle = |lease| crate::store::Settlement { lease, ending: done(), enqueue: Vec::new(), next_due_at: None };
    assert_eq!(s.settle(leases.map(settle).to_vec(), at(0)).await.unwrap(), [SettleResult::LeaseLost; 3]);
}

/// P3: neither an older nor a newer fence is valid, nor the zero of a row that was never leased.
pub async fn a_fence_that_was_never_issued_is_lost(s: &Stage<'_>) {
    s.with_rows("digest", definition(), &[0, 900]).await;
    let row = s.started("n1", 0).await;
    let fresh = s.rows().await.remove(1);
    let before = s.everything().await;
    let wrong = [
        Lease { fence: Fence(row.fence.0 + 1), ..lease(&row) },
        Lease { fence: Fence(row.fence.0 - 1), ..lease(&row) },
        lease(&fresh),
    ];
    assert_eq!(s.renew(&wrong, seconds(1), at(1)).await.unwrap(), [RenewResult::LeaseLost; 3]);
    assert_eq!(s.confirm(&wrong, at(1)).await.unwrap(), [ConfirmResult::LeaseLost; 3]);
    assert_eq!(s.release(&crate::testing::fixture::released(&wrong), at(1)).await.unwrap(), [false; 3]);
    let settle = |lease| crate::store::Settlement { lease, ending: done(), enqueue: Vec::new(), next_due_at: None };
    assert_eq!(s.settle(wrong.map(settle).to_vec(), at(1)).await.unwrap(), [SettleResult::LeaseLost; 3]);
    assert_eq!(s.everything().await, before);
}

pub async fn a_release_returns_the_attempt(s: &Stage<'_>) {
    s.with_rows("digest", definition(), &[0]).await;
    let row = s.started("n1", 0).await;
    assert_eq!(s.release(&[lease(&row).into()], at(1)).await.unwrap(), [true]);
    let back = s.again(&row).await;
    assert_eq!((back.state, back.attempt, back.started_at), (State::Planned, 0, None));
    assert_eq!((back.lease_owner.clone(), back.lease_until, back.ready_at), (None, None, at(0)));
    assert_eq!(s.attempts(&row).await, []);
    assert_eq!(s.counters("digest").await.runs, 0);
    assert_eq!(s.planned(row.schedule_uid, None, 9).await.unwrap().len(), 1);
}

/// P3: the old lease is worthless, although no other exists.
pub async fn a_release_raises_the_fence(s: &Stage<'_>) {
    s.with_rows("digest", definition(), &[0]).await;
    let row = s.started("n1", 0).await;
    s.release(&[lease(&row).into()], at(1)).await.unwrap();
    assert!(s.again(&row).await.fence > row.fence);
    assert_eq!(s.settled(&row, done(), 2).await, SettleResult::LeaseLost);
}

pub async fn a_released_row_is_claimed_at_once(s: &Stage<'_>) {
    s.with_rows("digest", definition(), &[0]).await;
    let row = s.started("n1", 5).await;
    s.release(&[lease(&row).into()], at(6)).await.unwrap();
    assert_eq!(s.next_wakeup().await.unwrap().claim_at, Some(at(0)));
    let next = s.started("n2", 6).await;
    assert_eq!((next.id, next.attempt, next.started_at), (row.id, 1, Some(at(6))));
    assert!(next.fence.0 > row.fence.0 + 1);
}

/// P5: an occurrence leased ahead of time and released does not start early either.
pub async fn an_occurrence_released_early_waits_for_its_due_time(s: &Stage<'_>) {
    s.with_rows("digest", definition(), &[60]).await;
    let row = s.claimed_ahead("n1", 60, 0).await.started.remove(0);
    s.release(&[lease(&row).into()], at(1)).await.unwrap();
    assert_eq!(s.claimed("n2", 9, 59).await.started, []);
    assert_eq!(s.started("n2", 60).await.id, row.id);
}

pub async fn a_release_of_a_later_attempt_keeps_the_earlier_ones(s: &Stage<'_>) {
    s.with_rows("digest", definition(), &[0]).await;
    let first = s.started("n1", 0).await;
    s.ends(&first, retry(10), 1).await;
    let second = s.started("n2", 10).await;
    s.release(&[lease(&second).into()], at(11)).await.unwrap();
    let back = s.again(&first).await;
    assert_eq!((back.state, back.attempt, back.started_at), (State::Planned, 1, Some(at(10))));
    assert_eq!(s.outcomes(&first).await, [(1, AttemptOutcome::Retried)]);
    assert_eq!(s.started("n3", 11).await.attempt, 2);
}

pub async fn releasing_twice_is_refused_the_second_time(s: &Stage<'_>) {
    s.with_rows("digest", definition(), &[0]).await;
    let row = s.started("n1", 0).await;
    assert_eq!(s.release(&[lease(&row).into(), lease(&row).into()], at(1)).await.unwrap(), [true, false]);
    let before = s.everything().await;
    assert_eq!(s.release(&[lease(&row).into()], at(1)).await.unwrap(), [false]);
    assert_eq!(s.everything().await, before);
}

/// P3: the lease of the old owner is worthless.
pub async fn a_release_by_the_old_owner_is_refused(s: &Stage<'_>) {
    s.with_rows("digest", definition(), &[0]).await;
    let old = s.started("n1", 0).await;
    s.started("n2", LEASE).await;
    let before = s.everything().await;
    assert_eq!(s.release(&[lease(&old).into()], at(31)).await.unwrap(), [false]);
    assert_eq!(s.everything().await, before);
}

pub async fn a_release_lets_a_waiting_row_start(s: &Stage<'_>) {
    s.with_rows("digest", overlapping(crate::model::Overlap::BufferOne), &[0, 5]).await;
    let first = s.started("n1", 0).await;
    assert_eq!(s.claimed("n1", 9, 5).await, Default::default());
    s.release(&[lease(&first).into()], at(6)).await.unwrap();
    // Both are ready now. The one that waited starts first, and the other waits in its place.
    let next = s.started("n2", 6).await;
    let rows = s.rows().await;
    assert_eq!((next.id, rows[0].waits, rows[1].waits), (rows[1].id, true, false));
    assert_eq!(s.schedule_of(&key("digest")).await.counters.skipped, 0);
}

/// P3: fences only increase, through claims, takeovers, retries, releases and reopening.
pub async fn fences_only_increase(s: &Stage<'_>) {
    s.with_rows("digest", definition(), &[0]).await;
    let mut fences = vec![s.rows().await[0].fence];
    let id = s.rows().await[0].id;
    let reopen = OccurrenceChange::retry();
    for round in 0..3 {
        let now = round * 1_000;
        let first = s.started("n1", now).await;
        s.renew(&[lease(&first)], seconds(LEASE), at(now + 1)).await.unwrap();
        fences.push(first.fence);
        let second = s.started("n2", now + 100).await;
        fences.push(second.fence);
        s.ends(&second, retry(now + 110), now + 101).await;
        let third = s.started("n3", now + 110).await;
        fences.push(third.fence);
        s.release(&[lease(&third).into()], at(now + 111)).await.unwrap();
        fences.push(s.again(&third).await.fence);
        let fourth = s.started("n4", now + 112).await;
        fences.push(fourth.fence);
        s.ends(&fourth, done(), now + 113).await;
        fences.push(s.by_hand(id, reopen.clone(), now + 114).await.unwrap().fence);
    }
    assert!(fences.is_sorted_by(|a, b| a < b), "{fences:?}");
}

pub async fn a_batch_of_leases_is_answered_one_by_one(s: &Stage<'_>) {
    s.with_rows("digest", definition(), &[0, 1, 2]).await;
    let rows = s.claimed("n1", 9, 5).await.started;
    s.ends(&rows[1], done(), 6).await;
    let leases = [lease(&rows[2]), unknown(), lease(&rows[1]), lease(&rows[0])];
    let answers = s.renew(&leases, seconds(LEASE), at(7)).await.unwrap();
    assert_eq!(answers, [HELD, RenewResult::LeaseLost, RenewResult::LeaseLost, HELD]);
    assert_eq!(
        s.release(&crate::testing::fixture::released(&leases), at(8)).await.unwrap(),
        [true, false, false, true]
    );
}

/// A receiver that asks for a delay must not use up the attempts of its occurrences.
pub async fn a_release_until_a_time_counts_no_attempt(s: &Stage<'_>) {
    s.with_rows("digest", definition(), &[0]).await;
    let row = s.started("n1", 0).await;
    let release = Release { lease: lease(&row), ready_at: Some(at(50)) };
    assert_eq!(s.release(&[release], at(1)).await.unwrap(), [true]);
    assert_eq!(s.next_wakeup().await.unwrap().claim_at, Some(at(50)));
    assert_eq!(s.claimed("n2", 9, 49).await.started, []);
    let again = s.started("n2", 50).await;
    assert_eq!((again.id, again.attempt, again.fence > row.fence), (row.id, 1, true));
    assert_eq!(again.planned.due_at, at(0));
    // The old lease is worthless, with a time or without.
    assert_eq!(s.release(&[release], at(51)).await.unwrap(), [false]);
}

pub async fn a_release_never_makes_a_row_ready_before_it_is_due(s: &Stage<'_>) {
    s.with_rows("digest", definition(), &[10]).await;
    let row = s.claimed_ahead("n1", 20, 0).await.started.remove(0);
    let release = Release { lease: lease(&row), ready_at: Some(at(3)) };
    assert_eq!(s.release(&[release], at(1)).await.unwrap(), [true]);
    assert_eq!(s.claimed("n1", 9, 9).await.started, []);
    assert_eq!(s.started("n1", 10).await.id, row.id);
}

/// A worker that leases ahead uses this to defer an at-most-once occurrence exactly until its due time. Such an
/// occurrence must not be leased earlier.
pub async fn an_occurrence_released_until_later_is_leased_ahead_of_that_time(s: &Stage<'_>) {
    s.with_rows("digest", definition(), &[10]).await;
    let row = s.claimed_ahead("n1", 5, 6).await.started.remove(0);
    let release = Release { lease: lease(&row), ready_at: Some(at(15)) };
    assert_eq!(s.release(&[release], at(7)).await.unwrap(), [true]);
    assert_eq!(s.next_wakeup().await.unwrap().claim_at, Some(at(15)));
    assert_eq!(s.claimed_ahead("n2", 5, 9).await.started, []);
    let again = s.claimed_ahead("n2", 5, 10).await.started.remove(0);
    assert_eq!((again.id, again.attempt, again.planned.due_at), (row.id, 1, at(10)));
}
