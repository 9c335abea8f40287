//! Settling runs, together with all effects of the settlement in one step.

use crate::model::{
    FailReason, MESSAGE_BYTES_MAX, Overlap, Reason, Revision, SkipReason, State, Status, Target, WorkState,
};
use crate::store::{Ending, Lease, OccurrenceChange, SettleResult, Settlement};
use crate::testing::fixture::{
    LEASE, at, definition, done, failed, key, lease, node, overlapping, retry, settlement, skipped, work,
};
use crate::testing::stage::Stage;

#[doc(hidden)]
#[macro_export]
macro_rules! settle_cases {
    ($make:path) => {
        $make! { settle:
            a_success_is_recorded_with_its_target,
            a_skip_is_recorded_with_its_reason,
            a_failure_is_recorded_with_its_reason,
            every_reason_reads_back,
            a_long_message_is_truncated_at_a_character,
            settling_after_a_takeover_is_refused,
            settling_after_expiry_before_a_takeover_succeeds,
            settling_again_returns_the_recorded_state,
            the_first_settlement_counts,
            settling_a_retry_again_returns_planned,
            settling_after_a_retry_was_recorded_is_refused,
            a_retry_is_claimed_only_after_its_time,
            a_retry_is_not_leased_ahead_of_its_time,
            a_retry_is_counted_as_running,
            work_is_enqueued_with_the_settlement,
            no_work_is_enqueued_when_the_lease_is_lost,
            no_work_is_enqueued_twice,
            work_with_an_existing_key_is_not_enqueued_again,
            a_retry_enqueues_its_work_too,
            the_next_due_time_follows_completion,
            the_next_due_time_is_unchanged_when_the_lease_is_lost,
            the_next_due_time_of_an_inactive_schedule_is_unchanged,
            a_run_of_a_canceled_schedule_may_still_succeed,
            a_batch_settles_row_by_row,
            a_failure_returns_the_consecutive_failures,
            the_message_of_a_success_is_kept,
            a_lease_twice_in_one_batch_is_settled_once,
            a_reopened_row_cannot_be_settled_by_an_old_report,
            a_canceled_run_waiting_for_a_retry_ends_at_its_next_claim,
        }
    };
}

// A store that writes plain successes in bulk must notice that this one has a message.
pub async fn the_message_of_a_success_is_kept(s: &Stage<'_>) {
    s.with_rows("digest", definition(), &[0]).await;
    let row = s.started("n1", 0).await;
    s.ends(&row, Ending::Succeeded { target: None, message: Some("é: 3 steps".to_owned()) }, 9).await;
    let ended = s.again(&row).await;
    assert_eq!((ended.state, ended.message.as_deref()), (State::Succeeded, Some("é: 3 steps")));
    assert_eq!(ended.last_attempt().unwrap().message.as_deref(), Some("é: 3 steps"));
}

pub async fn a_success_is_recorded_with_its_target(s: &Stage<'_>) {
    s.with_rows("digest", definition(), &[0]).await;
    let row = s.started("n1", 0).await;
    let target = Target { kind: "invoice".to_owned(), id: "é/42 '".to_owned() };
    s.ends(&row, Ending::Succeeded { target: Some(target.clone()), message: None }, 9).await;
    let ended = s.again(&row).await;
    assert_eq!((ended.state, ended.reason, ended.message.clone()), (State::Succeeded, None, None));
    assert_eq!((ended.target.clone(), ended.ended_at, ended.ready_at), (Some(target), Some(at(9)), at(9)));
    assert_eq!((ended.lease_owner.clone(), ended.lease_until), (Some(node("n1")), None));
    assert_eq!((ended.fence, ended.attempt, ended.started_at), (row.fence, 1, Some(at(0))));
    assert_eq!(s.next_wakeup().await.unwrap().claim_at, None);
    assert_eq!(s.claimed("n2", 9, 9_999).await, Default::default());
}

pub async fn a_skip_is_recorded_with_its_reason(s: &Stage<'_>) {
    s.with_rows("digest", definition(), &[0]).await;
    let row = s.started("n1", 0).await;
    s.ends(&row, skipped(SkipReason::Hold), 9).await;
    let ended = s.again(&row).await;
    assert_eq!((ended.state, ended.reason), (State::Skipped, Some(Reason::Skipped(SkipReason::Hold))));
    assert_eq!(ended.message.as_deref(), Some("not today"));
}

pub async fn a_failure_is_recorded_with_its_reason(s: &Stage<'_>) {
    s.with_rows("digest", definition(), &[0]).await;
    let row = s.started("n1", 0).await;
    s.ends(&row, failed("refused"), 9).await;
    let ended = s.again(&row).await;
    assert_eq!((ended.state, ended.reason), (State::Failed, Some(Reason::Failed(FailReason::Rejected))));
    assert_eq!((ended.message.as_deref(), ended.target), (Some("refused"), None));
    let counters = s.counters("digest").await;
    assert_eq!((counters.last_error.as_deref(), counters.last_ended_at), (Some("refused"), Some(at(9))));
}

/// P2: every row ends with a reason. `canceled` is in both lists.
pub async fn every_reason_reads_back(s: &Stage<'_>) {
    let endings: Vec<Ending> =
        (SkipReason::ALL.iter().map(|reason| Ending::Skipped { reason: *reason, message: None }))
            .chain(FailReason::ALL.iter().map(|reason| Ending::Failed { reason: *reason, message: None }))
            .collect();
    s.with_rows("digest", definition(), &(0..endings.len() as i64).collect::<Vec<_>>()).await;
    let rows = s.claimed("n1", 99, 99).await.started;
    let settlements = rows.iter().zip(&endings).map(|(row, ending)| settlement(row, ending.clone())).collect();
    s.settle(settlements, at(100)).await.unwrap();
    for (row, ending) in s.rows().await.iter().zip(&endings) {
        assert_eq!((row.state, row.reason, row.message.clone()), (ending.state(), ending.reason(), None));
    }
}

/// A message comes from outside; it is truncated, never rejected.
pub async fn a_long_message_is_truncated_at_a_character(s: &Stage<'_>) {
    s.with_rows("digest", definition(), &[0]).await;
    let row = s.started("n1", 0).await;
    s.ends(&row, failed(&format!("x{}", "é".repeat(5_000))), 1).await;
    let message = s.again(&row).await.message.unwrap();
    assert_eq!((message.len(), message.chars().count()), (MESSAGE_BYTES_MAX - 1, 1 + (MESSAGE_BYTES_MAX - 2) / 2));
    assert_eq!(s.counters("digest").await.last_error, Some(message));
}

/// P3: a worker whose lease was taken over cannot settle.
pub async fn settling_after_a_takeover_is_refused(s: &Stage<'_>) {
    s.with_rows("digest", definition(), &[0]).await;
    let old = s.started("n1", 0).await;
    let new = s.started("n2", LEASE).await;
    let before = s.everything().await;
    for ending in [done(), failed("x"), skipped(SkipReason::Hold), retry(99)] {
        assert_eq!(s.settled(&old, ending, 31).await, SettleResult::LeaseLost);
    }
    assert_eq!(s.everything().await, before);
    s.ends(&new, done(), 32).await;
    assert_eq!(s.settled(&old, done(), 33).await, SettleResult::LeaseLost);
}

pub async fn settling_after_expiry_before_a_takeover_succeeds(s: &Stage<'_>) {
    s.with_rows("digest", definition(), &[0]).await;
    let row = s.started("n1", 0).await;
    s.ends(&row, done(), 500).await;
}

/// A settlement whose answer was lost is repeated.
pub async fn settling_again_returns_the_recorded_state(s: &Stage<'_>) {
    s.with_rows("digest", definition(), &[0, 1, 2]).await;
    let rows = s.claimed("n1", 9, 5).await.started;
    let endings = [done(), failed("x"), skipped(SkipReason::Throttled)];
    for (row, ending) in rows.iter().zip(&endings) {
        s.ends(row, ending.clone(), 6).await;
    }
    let before = s.everything().await;
    for (row, ending) in rows.iter().zip(endings) {
        let state = ending.state();
        assert_eq!(s.settled(row, ending, 7).await, SettleResult::Already(state));
    }
    assert_eq!(s.everything().await, before);
}

/// P2: a row is settled exactly once, whatever a repeated report says.
pub async fn the_first_settlement_counts(s: &Stage<'_>) {
    s.with_rows("digest", definition(), &[0]).await;
    let row = s.started("n1", 0).await;
    s.ends(&row, done(), 6).await;
    let before = s.everything().await;
    for ending in [failed("x"), skipped(SkipReason::Hold), retry(9)] {
        assert_eq!(s.settled(&row, ending, 7).await, SettleResult::Already(State::Succeeded));
    }
    assert_eq!(s.everything().await, before);
}

pub async fn settling_a_retry_again_returns_planned(s: &Stage<'_>) {
    s.with_rows("digest", definition(), &[0]).await;
    let row = s.started("n1", 0).await;
    s.ends(&row, retry(60), 1).await;
    let before = s.everything().await;
    assert_eq!(s.settled(&row, retry(90), 2).await, SettleResult::Already(State::Planned));
    assert_eq!(s.everything().await, before);
}

pub async fn settling_after_a_retry_was_recorded_is_refused(s: &Stage<'_>) {
    s.with_rows("digest", definition(), &[0]).await;
    let row = s.started("n1", 0).await;
    s.ends(&row, retry(60), 1).await;
    let before = s.everything().await;
    assert_eq!(s.settled(&row, done(), 2).await, SettleResult::LeaseLost);
    assert_eq!(s.settled(&row, failed("x"), 2).await, SettleResult::LeaseLost);
    assert_eq!(s.everything().await, before);
}

pub async fn a_retry_is_claimed_only_after_its_time(s: &Stage<'_>) {
    s.with_rows("digest", definition(), &[0]).await;
    let row = s.started("n1", 0).await;
    s.ends(&row, retry(60), 1).await;
    let waiting = s.again(&row).await;
    assert_eq!((waiting.state, waiting.attempt, waiting.ready_at), (State::Planned, 1, at(60)));
    assert_eq!((waiting.lease_owner.clone(), waiting.lease_until, waiting.fence), (None, None, row.fence));
    assert_eq!((waiting.message.as_deref(), waiting.ended_at), (Some("try later"), None));
    assert_eq!(s.next_wakeup().await.unwrap().claim_at, Some(at(60)));
    assert_eq!(s.claimed("n2", 9, 59).await.started, []);
    let next = s.started("n2", 60).await;
    assert_eq!((next.attempt, next.started_at), (2, Some(at(60))));
    assert!(next.fence > row.fence);
}

/// Looking ahead is for occurrences that have not started. A retry leased early would start early, because its
/// due time has passed.
pub async fn a_retry_is_not_leased_ahead_of_its_time(s: &Stage<'_>) {
    s.with_rows("digest", definition(), &[0]).await;
    let row = s.started("n1", 0).await;
    s.ends(&row, retry(60), 1).await;
    assert_eq!(s.claimed_ahead("n2", 300, 59).await, Default::default());
    assert_eq!(s.claimed_ahead("n2", 300, 60).await.started.len(), 1);
}

pub async fn a_retry_is_counted_as_running(s: &Stage<'_>) {
    s.with_rows("digest", overlapping(Overlap::Skip), &[0, 10]).await;
    let row = s.started("n1", 0).await;
    s.ends(&row, retry(600), 1).await;
    let claimed = s.claimed("n1", 9, 10).await;
    assert_eq!((claimed.started.len(), claimed.ended[0].blocker), (0, Some(row.id)));
}

fn with_work(row: &crate::model::Occurrence, ending: Ending, keys: &[&str]) -> Settlement {
    let enqueue = keys.iter().map(|key| crate::model::NewWorkItem { occurrence: Some(row.id), ..work(key) });
    Settlement { enqueue: enqueue.collect(), ..settlement(row, ending) }
}

/// Effect and completion share one transaction.
pub async fn work_is_enqueued_with_the_settlement(s: &Stage<'_>) {
    s.with_rows("digest", definition(), &[0]).await;
    let row = s.started("n1", 0).await;
    s.settle(vec![with_work(&row, done(), &["a", "b"])], at(7)).await.unwrap();
    let items = s.work().await;
    let reported: Vec<_> = items.iter().map(|item| (item.work.key.as_str(), item.state, item.created_at)).collect();
    assert_eq!(reported, [("a", WorkState::Queued, at(7)), ("b", WorkState::Queued, at(7))]);
    assert!(items.iter().all(|item| item.work.occurrence == Some(row.id)));
}

/// P3: a worker whose lease was taken over cannot enqueue work.
pub async fn no_work_is_enqueued_when_the_lease_is_lost(s: &Stage<'_>) {
    s.with_rows("digest", definition(), &[0]).await;
    let old = s.started("n1", 0).await;
    s.started("n2", LEASE).await;
    let lost = Settlement { next_due_at: Some(at(999)), ..with_work(&old, done(), &["a"]) };
    assert_eq!(s.settle(vec![lost], at(31)).await.unwrap(), [SettleResult::LeaseLost]);
    assert_eq!(s.work().await, []);
}

pub async fn no_work_is_enqueued_twice(s: &Stage<'_>) {
    s.with_rows("digest", definition(), &[0]).await;
    let row = s.started("n1", 0).await;
    s.settle(vec![with_work(&row, done(), &["a"])], at(1)).await.unwrap();
    let again = s.settle(vec![with_work(&row, done(), &["a", "b"])], at(2)).await.unwrap();
    assert_eq!(again, [SettleResult::Already(State::Succeeded)]);
    assert_eq!(s.work().await.len(), 1);
}

pub async fn work_with_an_existing_key_is_not_enqueued_again(s: &Stage<'_>) {
    s.enqueue(vec![work("a")], at(0)).await.unwrap();
    s.with_rows("digest", definition(), &[0]).await;
    let row = s.started("n1", 0).await;
    let settled = s.settle(vec![with_work(&row, done(), &["a", "b", "b"])], at(1)).await.unwrap();
    assert_eq!(settled, [SettleResult::Done]);
    let keys: Vec<_> = s.work().await.into_iter().map(|item| (item.work.key, item.work.occurrence)).collect();
    assert_eq!(keys, [("a".to_owned(), None), ("b".to_owned(), Some(row.id))]);
}

pub async fn a_retry_enqueues_its_work_too(s: &Stage<'_>) {
    s.with_rows("digest", definition(), &[0]).await;
    let row = s.started("n1", 0).await;
    s.settle(vec![with_work(&row, retry(60), &["a"])], at(1)).await.unwrap();
    assert_eq!(s.work().await.len(), 1);
}

fn next_at(row: &crate::model::Occurrence, next: i64) -> Settlement {
    Settlement { next_due_at: Some(at(next)), ..settlement(row, done()) }
}

/// For recurrences that count from completion.
pub async fn the_next_due_time_follows_completion(s: &Stage<'_>) {
    let before = s.with_rows("digest", definition(), &[0]).await;
    let row = s.started("n1", 0).await;
    s.settle(vec![next_at(&row, 777)], at(7)).await.unwrap();
    let after = s.schedule_of(&key("digest")).await;
    assert_eq!((after.next_due_at, after.revision, after.watermark), (Some(at(777)), Revision(1), before.watermark));
    assert_eq!(s.next_wakeup().await.unwrap().plan_at, Some(at(777)));
    assert_eq!(s.due_for_planning(at(776), 9).await.unwrap().schedules, []);
    assert_eq!(s.due_for_planning(at(777), 9).await.unwrap().schedules.len(), 1);
}

pub async fn the_next_due_time_is_unchanged_when_the_lease_is_lost(s: &Stage<'_>) {
    s.with_rows("digest", definition(), &[0]).await;
    let old = s.started("n1", 0).await;
    let new = s.started("n2", LEASE).await;
    let before = s.schedule_of(&key("digest")).await.next_due_at;
    s.settle(vec![next_at(&old, 777)], at(31)).await.unwrap();
    assert_eq!(s.schedule_of(&key("digest")).await.next_due_at, before);
    s.settle(vec![next_at(&new, 888)], at(32)).await.unwrap();
    s.settle(vec![next_at(&new, 999)], at(33)).await.unwrap();
    assert_eq!(s.schedule_of(&key("digest")).await.next_due_at, Some(at(888)));
}

pub async fn the_next_due_time_of_an_inactive_schedule_is_unchanged(s: &Stage<'_>) {
    s.with_rows("digest", definition(), &[0]).await;
    let row = s.started("n1", 0).await;
    let before = s.moved_to("digest", Status::Canceled, 1).await.next_due_at;
    s.settle(vec![next_at(&row, 777)], at(2)).await.unwrap();
    assert_eq!(s.schedule_of(&key("digest")).await.next_due_at, before);
    assert_eq!(s.next_wakeup().await.unwrap().plan_at, None);
}

pub async fn a_run_of_a_canceled_schedule_may_still_succeed(s: &Stage<'_>) {
    s.with_rows("digest", definition(), &[0]).await;
    let row = s.started("n1", 0).await;
    s.moved_to("digest", Status::Canceled, 1).await;
    s.ends(&row, done(), 2).await;
    let ended = s.again(&row).await;
    assert_eq!((ended.state, ended.cancel_requested), (State::Succeeded, false));
}

pub async fn a_batch_settles_row_by_row(s: &Stage<'_>) {
    s.with_rows("a", definition(), &[0, 1]).await;
    s.with_rows("b", definition(), &[2]).await;
    let rows = s.claimed("n1", 9, 9).await.started;
    let stale = Lease { fence: crate::model::Fence(0), ..lease(&rows[1]) };
    let settlements = vec![
        settlement(&rows[2], failed("x")),
        Settlement { lease: stale, ..with_work(&rows[1], done(), &["never"]) },
        with_work(&rows[0], done(), &["once"]),
    ];
    let settled = s.settle(settlements, at(10)).await.unwrap();
    assert_eq!(settled, [SettleResult::Failed { in_a_row: 1 }, SettleResult::LeaseLost, SettleResult::Done]);
    let states: Vec<_> = s.rows().await.iter().map(|row| row.state).collect();
    assert_eq!(states, [State::Succeeded, State::Running, State::Failed]);
    assert_eq!((s.counters("a").await.succeeded, s.counters("b").await.failed), (1, 1));
    assert_eq!(s.work().await.len(), 1);
}

pub async fn a_failure_returns_the_consecutive_failures(s: &Stage<'_>) {
    // Rows of one schedule must run at once to be settled in one batch.
    s.with_rows("a", overlapping(Overlap::AllowAll), &[0, 1, 2, 3, 4]).await;
    s.with_rows("b", definition(), &[5]).await;
    let rows = s.claimed("n1", 9, 9).await.started;
    let settle = async |endings: &[(usize, Ending)]| {
        let settlements = endings.iter().map(|(row, ending)| settlement(&rows[*row], ending.clone())).collect();
        s.settle(settlements, at(10)).await.unwrap()
    };
    let twice = SettleResult::Failed { in_a_row: 2 };
    let settled = settle(&[(0, failed("x")), (5, failed("x")), (1, failed("x"))]).await;
    assert_eq!(settled, [twice, SettleResult::Failed { in_a_row: 1 }, twice]);
    // A success in between resets the count. Repeating a settlement does not count again.
    let settled = settle(&[(2, done()), (3, failed("y"))]).await;
    assert_eq!(settled, [SettleResult::Done, SettleResult::Failed { in_a_row: 1 }]);
    assert_eq!(settle(&[(3, failed("y"))]).await, [SettleResult::Already(State::Failed)]);
    assert_eq!(settle(&[(4, failed("z"))]).await, [twice]);
    assert_eq!(s.counters("a").await.consecutive_failures, 2);
}

pub async fn a_lease_twice_in_one_batch_is_settled_once(s: &Stage<'_>) {
    s.with_rows("digest", definition(), &[0, 1]).await;
    let rows = s.claimed("n1", 9, 9).await.started;
    let settlements = vec![
        with_work(&rows[0], failed("x"), &["a"]),
        with_work(&rows[0], done(), &["b"]),
        settlement(&rows[1], retry(60)),
        settlement(&rows[1], done()),
        settlement(&rows[1], retry(90)),
    ];
    let settled = s.settle(settlements, at(10)).await.unwrap();
    let expected = [
        SettleResult::Failed { in_a_row: 1 },
        SettleResult::Already(State::Failed),
        SettleResult::Done,
        SettleResult::LeaseLost,
        SettleResult::Already(State::Planned),
    ];
    assert_eq!(settled, expected);
    let counters = s.counters("digest").await;
    assert_eq!((counters.failed, counters.succeeded, s.work().await.len()), (1, 0, 1));
}

/// P3: reopening increases the fence.
pub async fn a_reopened_row_cannot_be_settled_by_an_old_report(s: &Stage<'_>) {
    s.with_rows("digest", definition(), &[0]).await;
    let row = s.started("n1", 0).await;
    s.ends(&row, failed("x"), 1).await;
    s.by_hand(row.id, OccurrenceChange::retry(), 2).await.unwrap();
    let before = s.everything().await;
    assert_eq!(s.settled(&row, failed("x"), 3).await, SettleResult::LeaseLost);
    assert_eq!(s.settled(&row, retry(9), 3).await, SettleResult::LeaseLost);
    assert_eq!(s.everything().await, before);
}

pub async fn a_canceled_run_waiting_for_a_retry_ends_at_its_next_claim(s: &Stage<'_>) {
    s.with_rows("digest", definition(), &[0]).await;
    let row = s.started("n1", 0).await;
    s.by_hand(row.id, OccurrenceChange::Cancel, 1).await.unwrap();
    s.ends(&row, retry(60), 2).await;
    assert!(s.again(&row).await.cancel_requested);
    let claimed = s.claimed("n2", 9, 60).await;
    assert_eq!((claimed.started.len(), claimed.ended[0].reason), (0, Some(Reason::Failed(FailReason::Canceled))));
}
