//! Claims: which occurrences are leased, in which order, and which are settled instead.

use crate::model::{Delivery, FailReason, Fence, NewOccurrence, Priority, Reason, SkipReason, State, Status};
use crate::store::{ConfirmResult, ExpectedVersion, OccurrenceChange};
use crate::testing::fixture::{
    LEASE, ann, at, definition, described, done, due, insert, key, lease, manual, node, period, retry, with_attempts,
};
use crate::testing::stage::Stage;

#[doc(hidden)]
#[macro_export]
macro_rules! claim_cases {
    ($make:path) => {
        $make! { claim:
            nothing_is_claimed_before_it_is_due,
            a_claim_leases_counts_and_raises_the_fence,
            two_workers_never_share_an_occurrence,
            a_claim_takes_the_earliest_first,
            priority_comes_before_time,
            rows_with_equal_times_are_claimed_by_id,
            a_claim_takes_no_more_than_its_limit,
            a_zero_limit_claims_nothing_and_reports_more,
            an_empty_store_has_nothing_to_claim,
            an_expired_lease_is_claimed_again_under_a_higher_fence,
            a_lease_lasts_until_the_instant_it_ends,
            a_run_that_kills_its_workers_ends_as_lease_exhausted,
            the_last_allowed_attempt_is_still_made,
            at_most_once_is_never_sent_a_second_time,
            at_most_once_may_retry_a_reported_failure,
            look_ahead_leases_occurrences_due_soon,
            look_ahead_takes_no_lease_before_it_ends,
            confirm_reports_an_early_start,
            confirm_stops_a_run_after_a_pause,
            confirm_reports_a_lost_lease,
            confirm_changes_nothing,
            a_pause_stops_due_occurrences,
            a_disabled_schedule_starts_nothing,
            a_manual_run_requested_before_a_pause_does_not_start,
            a_manual_run_requested_after_a_pause_starts,
            a_row_reopened_during_a_pause_starts,
            a_lost_worker_of_a_paused_schedule_is_not_replaced,
            a_lost_worker_of_a_canceled_schedule_ends_as_canceled,
            a_lost_worker_of_a_deleted_schedule_ends_as_canceled,
            a_resumed_schedule_starts_planned_occurrences,
            an_edit_does_not_stop_planned_occurrences,
            a_row_runs_under_the_revision_that_planned_it,
            a_skip_at_claim_counts_no_run,
        }
    };
}

/// P5: no occurrence starts early.
pub async fn nothing_is_claimed_before_it_is_due(s: &Stage<'_>) {
    s.with_rows("digest", definition(), &[10]).await;
    let early =
        s.claim(&crate::testing::fixture::claim("n1", 9), at(10) - jiff::SignedDuration::from_micros(1)).await.unwrap();
    assert_eq!((early.started, early.ended, early.has_more), (vec![], vec![], false));
    assert_eq!(s.started("n1", 10).await.planned, due(10));
}

/// P6: the attempt is counted before anything is sent.
pub async fn a_claim_leases_counts_and_raises_the_fence(s: &Stage<'_>) {
    s.with_rows("digest", definition(), &[0]).await;
    let row = s.started("n1", 7).await;
    assert_eq!((row.state, row.attempt), (State::Running, 1));
    // A store restored from an older copy does not issue a fence again that it has forgotten.
    assert!(row.fence > Fence::floor_at(at(0)));
    assert_eq!((row.lease_owner.clone(), row.lease_until), (Some(node("n1")), Some(at(7 + LEASE))));
    assert_eq!((row.ready_at, row.started_at, row.ended_at), (at(7 + LEASE), Some(at(7)), None));
    assert_eq!(s.again(&row).await, row);
}

/// P3: an occurrence has one lease at a time.
pub async fn two_workers_never_share_an_occurrence(s: &Stage<'_>) {
    s.with_rows("digest", definition(), &[0, 1, 2]).await;
    let first = s.claimed("n1", 2, 5).await;
    let second = s.claimed("n2", 9, 5).await;
    let third = s.claimed("n3", 9, 5).await;
    let periods = |claimed: &crate::store::ClaimResult| {
        claimed.started.iter().map(|row| row.planned.period_key.clone()).collect::<Vec<_>>()
    };
    assert_eq!((periods(&first), first.has_more), (vec![period(0), period(1)], true));
    assert_eq!((periods(&second), second.has_more), (vec![period(2)], false));
    assert_eq!((third.started, third.ended, third.has_more), (vec![], vec![], false));
}

/// Regression test: claiming in key order used to starve late schedules.
pub async fn a_claim_takes_the_earliest_first(s: &Stage<'_>) {
    s.with_rows("z", definition(), &[5, 1]).await;
    s.with_rows("a", definition(), &[9, 3]).await;
    let claimed = s.claimed("n1", 3, 20).await;
    let dues: Vec<_> = claimed.started.iter().map(|row| row.planned.due_at).collect();
    assert_eq!(dues, [at(1), at(3), at(5)]);
}

pub async fn priority_comes_before_time(s: &Stage<'_>) {
    let schedule = s.saved("digest", definition()).await;
    let of = |seconds, priority| NewOccurrence { priority, ..due(seconds) };
    let rows = vec![of(1, Priority::Low), of(2, Priority::Normal), of(3, Priority::High), of(4, Priority::High)];
    s.plan_rows(&schedule, rows).await;
    let claimed = s.claimed("n1", 3, 20).await;
    let dues: Vec<_> = claimed.started.iter().map(|row| row.planned.due_at).collect();
    assert_eq!(dues, [at(3), at(4), at(2)]);
}

pub async fn rows_with_equal_times_are_claimed_by_id(s: &Stage<'_>) {
    let schedule = s.saved("digest", definition()).await;
    let of = |name: &str| NewOccurrence { period_key: name.to_owned(), ..due(0) };
    s.plan_rows(&schedule, ["z", "m", "a", "k"].map(of).to_vec()).await;
    let claimed = s.claimed("n1", 3, 0).await;
    let names: Vec<_> = claimed.started.iter().map(|row| row.planned.period_key.as_str()).collect();
    assert_eq!(names, ["z", "m", "a"]);
}

pub async fn a_claim_takes_no_more_than_its_limit(s: &Stage<'_>) {
    s.with_rows("digest", definition(), &(0..10).collect::<Vec<_>>()).await;
    for (limit, taken, has_more) in [(4, 4, true), (5, 5, true), (9, 1, false)] {
        let claimed = s.claimed("n1", limit, 20).await;
        assert_eq!((claimed.started.len(), claimed.has_more), (taken, has_more));
    }
}

pub async fn a_zero_limit_claims_nothing_and_reports_more(s: &Stage<'_>) {
    assert!(!s.claimed("n1", 0, 5).await.has_more);
    s.with_rows("digest", definition(), &[0]).await;
    let before = s.everything().await;
    let claimed = s.claimed("n1", 0, 5).await;
    assert_eq!((claimed.started, claimed.ended, claimed.has_more), (vec![], vec![], true));
    assert_eq!(s.everything().await, before);
}

pub async fn an_empty_store_has_nothing_to_claim(s: &Stage<'_>) {
    assert_eq!(s.claimed("n1", 9, 0).await, Default::default());
    assert_eq!(s.next_wakeup().await.unwrap(), Default::default());
}

/// P3: an expired lease is claimable. Crash recovery needs nothing else.
pub async fn an_expired_lease_is_claimed_again_under_a_higher_fence(s: &Stage<'_>) {
    s.with_rows("digest", definition(), &[0]).await;
    let mut last = s.started("n1", 0).await;
    for (n, now) in [(2, 30), (3, 60), (4, 90)] {
        let next = s.started(&format!("n{n}"), now).await;
        assert_eq!((next.id, next.attempt, next.lease_owner.clone()), (last.id, n, Some(node(&format!("n{n}")))));
        assert!(next.fence > last.fence);
        last = next;
    }
}

pub async fn a_lease_lasts_until_the_instant_it_ends(s: &Stage<'_>) {
    s.with_rows("digest", definition(), &[0]).await;
    s.started("n1", 0).await;
    assert_eq!(s.next_wakeup().await.unwrap().claim_at, Some(at(LEASE)));
    let before = at(LEASE) - jiff::SignedDuration::from_micros(1);
    assert_eq!(s.claim(&crate::testing::fixture::claim("n2", 9), before).await.unwrap().started, []);
    s.started("n2", LEASE).await;
}

/// P6: a run that keeps killing its worker is settled as `failed(lease_exhausted)`.
pub async fn a_run_that_kills_its_workers_ends_as_lease_exhausted(s: &Stage<'_>) {
    s.with_rows("digest", with_attempts(2), &[0]).await;
    s.started("n1", 0).await;
    s.started("n2", 100).await;
    let claimed = s.claimed("n3", 9, 200).await;
    assert_eq!((claimed.started.len(), claimed.ended.len()), (0, 1));
    let row = &claimed.ended[0];
    assert_eq!((row.state, row.reason), (State::Failed, Some(Reason::Failed(FailReason::LeaseExhausted))));
    assert_eq!((row.attempt, row.ended_at, row.lease_until), (2, Some(at(200)), None));
    assert_eq!(s.again(row).await, *row);
    let counters = s.counters("digest").await;
    assert_eq!((counters.failed, counters.consecutive_failures, counters.runs), (1, 1, 1));
    assert_eq!(s.claimed("n3", 9, 9_999).await, Default::default());
}

/// Reported failures and lost workers count alike, but a claim settles an occurrence only after a lost worker.
pub async fn the_last_allowed_attempt_is_still_made(s: &Stage<'_>) {
    s.with_rows("digest", with_attempts(2), &[0]).await;
    for (owner, now) in [("n1", 0), ("n2", 10), ("n3", 20)] {
        let row = s.started(owner, now).await;
        s.ends(&row, retry(now + 10), now + 1).await;
    }
    assert_eq!(s.started("n4", 30).await.attempt, 4);
}

pub async fn at_most_once_is_never_sent_a_second_time(s: &Stage<'_>) {
    let once = crate::model::Definition { delivery: Delivery::AtMostOnce, ..definition() };
    s.with_rows("digest", once, &[0]).await;
    let row = s.started("n1", 0).await;
    let claimed = s.claimed("n2", 9, 100).await;
    assert_eq!((claimed.started.len(), claimed.ended.len()), (0, 1));
    assert_eq!(claimed.ended[0].reason, Some(Reason::Failed(FailReason::OutcomeUnknown)));
    assert_eq!((claimed.ended[0].id, claimed.ended[0].attempt), (row.id, 1));
}

pub async fn at_most_once_may_retry_a_reported_failure(s: &Stage<'_>) {
    let once = crate::model::Definition { delivery: Delivery::AtMostOnce, ..definition() };
    s.with_rows("digest", once, &[0]).await;
    let row = s.started("n1", 0).await;
    s.ends(&row, retry(10), 1).await;
    assert_eq!(s.started("n2", 10).await.attempt, 2);
}

pub async fn look_ahead_leases_occurrences_due_soon(s: &Stage<'_>) {
    s.with_rows("digest", definition(), &[10, 21]).await;
    let claimed = s.claimed_ahead("n1", 10, 10).await;
    assert_eq!(claimed.started.len(), 1);
    let claimed = s.claimed_ahead("n1", 10, 11).await;
    assert_eq!((claimed.started.len(), claimed.started[0].planned.due_at), (1, at(21)));
    assert_eq!((claimed.started[0].started_at, claimed.started[0].lease_until), (Some(at(11)), Some(at(11 + LEASE))));
}

/// A lease that ends inside the look-ahead window still belongs to its owner.
pub async fn look_ahead_takes_no_lease_before_it_ends(s: &Stage<'_>) {
    s.with_rows("digest", definition(), &[0]).await;
    s.started("n1", 0).await;
    assert_eq!(s.claimed_ahead("n2", 60, 29).await, Default::default());
    assert_eq!(s.claimed_ahead("n2", 60, 30).await.started.len(), 1);
}

/// P5: an occurrence leased ahead does not start early.
pub async fn confirm_reports_an_early_start(s: &Stage<'_>) {
    s.with_rows("digest", definition(), &[10]).await;
    let row = s.claimed_ahead("n1", 30, 0).await.started.remove(0);
    assert_eq!(s.confirm(&[lease(&row)], at(9)).await.unwrap(), [ConfirmResult::Early(at(10))]);
    assert_eq!(s.confirm(&[lease(&row)], at(10)).await.unwrap(), [ConfirmResult::Go]);
}

/// P7: an occurrence leased ahead does not start after a pause.
pub async fn confirm_stops_a_run_after_a_pause(s: &Stage<'_>) {
    let statuses = [
        (Status::Paused, SkipReason::Paused),
        (Status::Disabled, SkipReason::Disabled),
        (Status::Canceled, SkipReason::Canceled),
    ];
    for (status, reason) in statuses {
        s.with_rows(status.as_str(), definition(), &[10]).await;
        let row = s.claimed_ahead("n1", 30, 0).await.started.remove(0);
        s.moved_to(status.as_str(), status, 5).await;
        assert_eq!(s.confirm(&[lease(&row)], at(10)).await.unwrap(), [ConfirmResult::Stop(reason)]);
        s.ends(&row, crate::testing::fixture::skipped(reason), 10).await;
    }
    s.with_rows("deleted", definition(), &[10]).await;
    let row = s.claimed_ahead("n1", 30, 0).await.started.remove(0);
    s.delete(&key("deleted"), ExpectedVersion::Any, &ann(), at(5)).await.unwrap();
    let stopped = s.confirm(&[lease(&row)], at(10)).await.unwrap();
    assert_eq!(stopped, [ConfirmResult::Stop(SkipReason::ScheduleDeleted)]);
}

pub async fn confirm_reports_a_lost_lease(s: &Stage<'_>) {
    s.with_rows("digest", definition(), &[0]).await;
    let old = s.started("n1", 0).await;
    let new = s.started("n2", 40).await;
    let unknown = crate::store::Lease { id: crate::model::OccurrenceId(987_654_321), fence: Fence(1) };
    let answers = s.confirm(&[lease(&old), lease(&new), unknown], at(41)).await.unwrap();
    assert_eq!(answers, [ConfirmResult::LeaseLost, ConfirmResult::Go, ConfirmResult::LeaseLost]);
    s.ends(&new, done(), 42).await;
    assert_eq!(s.confirm(&[lease(&new)], at(43)).await.unwrap(), [ConfirmResult::LeaseLost]);
}

pub async fn confirm_changes_nothing(s: &Stage<'_>) {
    s.with_rows("digest", definition(), &[0]).await;
    let row = s.started("n1", 0).await;
    let before = s.everything().await;
    s.confirm(&[lease(&row), lease(&row)], at(500)).await.unwrap();
    assert_eq!(s.everything().await, before);
}

async fn is_stopped(s: &Stage<'_>, now: i64, reason: SkipReason) {
    let claimed = s.claimed("n9", 99, now).await;
    assert_eq!(claimed.started, []);
    let ended: Vec<_> = claimed.ended.iter().map(|row| (row.state, row.reason, row.blocker)).collect();
    assert_eq!(ended, [(State::Skipped, Some(Reason::Skipped(reason)), None)]);
}

/// P7: nothing starts after a pause.
pub async fn a_pause_stops_due_occurrences(s: &Stage<'_>) {
    s.with_rows("digest", definition(), &[0]).await;
    s.moved_to("digest", Status::Paused, 0).await;
    is_stopped(s, 5, SkipReason::Paused).await;
    let counters = s.counters("digest").await;
    assert_eq!((counters.skipped, counters.runs, counters.last_ended_at), (1, 0, Some(at(5))));
}

pub async fn a_disabled_schedule_starts_nothing(s: &Stage<'_>) {
    s.with_rows("digest", definition(), &[0]).await;
    s.moved_to("digest", Status::Disabled, 0).await;
    is_stopped(s, 5, SkipReason::Disabled).await;
}

/// P7: this includes manual runs requested before the pause.
pub async fn a_manual_run_requested_before_a_pause_does_not_start(s: &Stage<'_>) {
    s.saved("digest", definition()).await;
    s.insert(insert(&key("digest"), vec![manual("x", 0)]), at(0)).await.unwrap();
    s.moved_to("digest", Status::Paused, 1).await;
    is_stopped(s, 5, SkipReason::Paused).await;
}

pub async fn a_manual_run_requested_after_a_pause_starts(s: &Stage<'_>) {
    for status in [Status::Paused, Status::Disabled] {
        s.saved(status.as_str(), definition()).await;
        s.moved_to(status.as_str(), status, 0).await;
        s.insert(insert(&key(status.as_str()), vec![manual("x", 0)]), at(1)).await.unwrap();
        let row = s.started("n1", 5).await;
        assert_eq!(s.confirm(&[lease(&row)], at(5)).await.unwrap(), [ConfirmResult::Go]);
        s.ends(&row, done(), 6).await;
    }
    // A second pause stops a manual run again.
    s.insert(insert(&key("paused"), vec![manual("y", 0)]), at(7)).await.unwrap();
    s.moved_to("paused", Status::Paused, 8).await;
    is_stopped(s, 9, SkipReason::Paused).await;
}

pub async fn a_row_reopened_during_a_pause_starts(s: &Stage<'_>) {
    s.with_rows("digest", definition(), &[0]).await;
    s.moved_to("digest", Status::Paused, 0).await;
    is_stopped(s, 5, SkipReason::Paused).await;
    let id = s.rows().await[0].id;
    let reopen = OccurrenceChange::retry();
    s.by_hand(id, reopen, 6).await.unwrap();
    assert_eq!(s.started("n1", 6).await.id, id);
}

pub async fn a_lost_worker_of_a_paused_schedule_is_not_replaced(s: &Stage<'_>) {
    s.with_rows("digest", definition(), &[0]).await;
    s.started("n1", 0).await;
    s.moved_to("digest", Status::Paused, 1).await;
    is_stopped(s, 100, SkipReason::Paused).await;
    // The run had started, so it stays counted.
    assert_eq!(s.counters("digest").await.runs, 1);
}

async fn ends_as_canceled(s: &Stage<'_>) {
    let claimed = s.claimed("n2", 9, 100).await;
    let ended: Vec<_> = claimed.ended.iter().map(|row| (row.state, row.reason)).collect();
    assert_eq!(ended, [(State::Failed, Some(Reason::Failed(FailReason::Canceled)))]);
    assert_eq!(claimed.started, []);
}

pub async fn a_lost_worker_of_a_canceled_schedule_ends_as_canceled(s: &Stage<'_>) {
    s.with_rows("digest", definition(), &[0]).await;
    s.started("n1", 0).await;
    s.moved_to("digest", Status::Canceled, 1).await;
    ends_as_canceled(s).await;
}

pub async fn a_lost_worker_of_a_deleted_schedule_ends_as_canceled(s: &Stage<'_>) {
    s.with_rows("digest", definition(), &[0]).await;
    s.started("n1", 0).await;
    s.delete(&key("digest"), ExpectedVersion::Any, &ann(), at(1)).await.unwrap();
    ends_as_canceled(s).await;
}

pub async fn a_resumed_schedule_starts_planned_occurrences(s: &Stage<'_>) {
    s.with_rows("digest", definition(), &[10]).await;
    s.moved_to("digest", Status::Paused, 0).await;
    s.moved_to("digest", Status::Active, 5).await;
    s.started("n1", 10).await;
}

pub async fn an_edit_does_not_stop_planned_occurrences(s: &Stage<'_>) {
    s.with_rows("digest", definition(), &[10]).await;
    s.saved("digest", described("new")).await;
    s.started("n1", 10).await;
}

/// P10: when a worker that knows a later revision takes over, the result still belongs to the old revision.
pub async fn a_row_runs_under_the_revision_that_planned_it(s: &Stage<'_>) {
    s.with_rows("digest", described("one"), &[0]).await;
    s.started("n1", 0).await;
    s.saved("digest", described("two")).await;
    let row = s.started("n2", 100).await;
    let made_by = s.defined(row.schedule_uid, row.revision).await.unwrap();
    assert_eq!((row.revision.0, made_by.description.as_str()), (1, "one"));
}

pub async fn a_skip_at_claim_counts_no_run(s: &Stage<'_>) {
    s.with_rows("digest", crate::testing::fixture::overlapping(crate::model::Overlap::Skip), &[0, 1, 2]).await;
    let claimed = s.claimed("n1", 9, 5).await;
    assert_eq!((claimed.started.len(), claimed.ended.len()), (1, 2));
    let counters = s.counters("digest").await;
    assert_eq!((counters.runs, counters.skipped), (0, 2));
    s.ends(&claimed.started[0], done(), 6).await;
    assert_eq!(s.counters("digest").await.runs, 1);
}
