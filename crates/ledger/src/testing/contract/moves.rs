//! The table of state transitions, applied to a store: every legal transition succeeds, and every operation
//! that would make an illegal one is rejected and changes nothing.

use crate::model::{Cause, Occurrence, Overlap, Reason, SkipReason, State, Status, TRANSITIONS, Trigger};
use crate::store::{ExpectedVersion, OccurrenceChange, Replan, SaveSchedule, SettleResult, StoreError};
use crate::testing::fixture::{
    LEASE, acme, ann, at, definition, described, done, failed, key, lease, overlapping, retry, save, skipped,
    with_attempts,
};
use crate::testing::stage::Stage;

#[doc(hidden)]
#[macro_export]
macro_rules! moves_cases {
    ($make:path) => {
        $make! { moves:
            every_legal_move_can_be_made,
            a_settled_row_is_not_settled_claimed_or_released_again,
            a_planned_row_is_neither_settled_nor_released,
            only_settled_rows_are_reopened,
            only_planned_rows_are_skipped_manually,
            a_settled_row_cannot_be_canceled,
            canceling_a_planned_row_skips_it,
            canceling_a_running_row_requests_a_stop,
            reopening_resets_the_attempts,
            reopening_keeps_the_key_and_the_history,
            a_row_reopened_early_waits_for_its_due_time,
            reopening_uses_the_current_revision,
            rows_of_a_canceled_schedule_are_not_reopened,
            rows_of_a_deleted_schedule_are_not_reopened,
            a_manual_skip_counts_only_started_runs,
            a_missing_row_cannot_be_changed,
        }
    };
}

const REOPEN: OccurrenceChange = OccurrenceChange::retry();

/// Creates a schedule with one row due at the given second, and brings the row into the given state within two
/// seconds.
async fn in_state(s: &Stage<'_>, name: &str, state: State, due: i64) -> Occurrence {
    s.with_rows(name, definition(), &[due]).await;
    let row = s.rows().await.pop().unwrap();
    if state == State::Planned {
        return row;
    }
    let run = s.started("n1", due).await;
    match state {
        State::Planned | State::Running => {}
        State::Succeeded => s.ends(&run, done(), due + 1).await,
        State::Skipped => s.ends(&run, skipped(SkipReason::Hold), due + 1).await,
        State::Failed => s.ends(&run, failed("x"), due + 1).await,
    }
    s.again(&run).await
}

/// Returns a row that an edit has superseded.
async fn superseded(s: &Stage<'_>, name: &str, due: i64) -> Occurrence {
    let schedule = s.with_rows(name, definition(), &[due]).await;
    let row = s.rows().await.pop().unwrap();
    let replan = Replan::keeping(&schedule, std::slice::from_ref(&row), Vec::new(), "2026a");
    s.save(SaveSchedule { replan: Some(replan), ..save(key(name), described("edited")) }, at(0)).await.unwrap();
    s.again(&row).await
}

/// Makes one transition on a new schedule, and returns the resulting state of the row.
async fn make(s: &Stage<'_>, number: usize, from: State, cause: Cause, to: State) -> State {
    let due = number as i64 * 1_000;
    let name = format!("m{number}");
    let now = due + 5;
    let row = match cause {
        // Of all skipped rows, only those that an edit superseded are planned again.
        Cause::PlanAgain => superseded(s, &name, due).await,
        Cause::Claim
        | Cause::TakeOver
        | Cause::Refuse
        | Cause::Settle
        | Cause::Retry
        | Cause::Release
        | Cause::Withdraw
        | Cause::Skip
        | Cause::Reopen => in_state(s, &name, from, due).await,
    };
    match cause {
        Cause::Claim => drop(s.started("n2", now).await),
        Cause::TakeOver => drop(s.started("n2", due + LEASE).await),
        Cause::Refuse => {
            if to == State::Skipped {
                s.moved_to(&name, Status::Paused, now).await;
            } else {
                s.saved(&name, with_attempts(1)).await;
            }
            assert_eq!(s.claimed("n2", 9, due + LEASE).await.ended.len(), 1);
        }
        Cause::Settle => match to {
            State::Succeeded => s.ends(&row, done(), now).await,
            State::Skipped => s.ends(&row, skipped(SkipReason::Hold), now).await,
            State::Failed => s.ends(&row, failed("x"), now).await,
            State::Planned | State::Running => unreachable!("a settlement ends the run"),
        },
        Cause::Retry => s.ends(&row, retry(now), now).await,
        Cause::Release => assert_eq!(s.release(&[lease(&row).into()], at(now)).await.unwrap(), [true]),
        Cause::Withdraw => drop(s.moved_to(&name, Status::Canceled, now).await),
        Cause::Skip => drop(s.by_hand(row.id, OccurrenceChange::Skip, now).await.unwrap()),
        Cause::Reopen => drop(s.by_hand(row.id, REOPEN, now).await.unwrap()),
        Cause::PlanAgain => {
            let schedule = s.schedule_of(&key(&name)).await;
            s.plan_rows(&schedule, vec![crate::testing::fixture::due(due)]).await;
        }
    }
    let state = s.again(&row).await.state;
    // Cleans up, so that nothing disturbs the next transition.
    s.delete(&key(&name), ExpectedVersion::Any, &ann(), at(now)).await.unwrap();
    if s.again(&row).await.state == State::Running {
        s.ends(&s.again(&row).await, done(), due + LEASE + 1).await;
    }
    state
}

pub async fn every_legal_move_can_be_made(s: &Stage<'_>) {
    for (number, (from, cause, to)) in TRANSITIONS.iter().enumerate() {
        assert_eq!(make(s, number, *from, *cause, *to).await, *to, "{from:?} {cause:?} {to:?}");
    }
}

const ENDED: [State; 3] = [State::Succeeded, State::Skipped, State::Failed];

pub async fn a_settled_row_is_not_settled_claimed_or_released_again(s: &Stage<'_>) {
    for (n, state) in ENDED.into_iter().enumerate() {
        let row = in_state(s, &format!("s{n}"), state, 10 * n as i64).await;
        let before = s.everything().await;
        for ending in [done(), failed("x"), skipped(SkipReason::Hold), retry(5)] {
            assert_eq!(s.settled(&row, ending, 500).await, SettleResult::Already(state));
        }
        assert_eq!(s.release(&[lease(&row).into()], at(500)).await.unwrap(), [false]);
        assert_eq!(s.claimed("n2", 9, 99_999).await, Default::default());
        assert_eq!(s.everything().await, before);
    }
}

pub async fn a_planned_row_is_neither_settled_nor_released(s: &Stage<'_>) {
    let row = in_state(s, "digest", State::Planned, 0).await;
    let before = s.everything().await;
    for ending in [done(), failed("x"), skipped(SkipReason::Hold)] {
        assert_eq!(s.settled(&row, ending, 1).await, SettleResult::LeaseLost);
    }
    assert_eq!(s.release(&[lease(&row).into()], at(1)).await.unwrap(), [false]);
    assert_eq!(s.everything().await, before);
}

async fn is_refused(s: &Stage<'_>, row: &Occurrence, change: OccurrenceChange, wanted: State) {
    let before = s.everything().await;
    let refused = s.by_hand(row.id, change, 500).await;
    let is_reported = matches!(&refused, Err(StoreError::IllegalMove { state, wanted: to, .. })
        if *state == row.state.as_str() && *to == wanted.as_str());
    assert!(is_reported, "{refused:?}");
    assert_eq!(s.everything().await, before);
}

pub async fn only_settled_rows_are_reopened(s: &Stage<'_>) {
    let running = in_state(s, "b", State::Running, 0).await;
    is_refused(s, &running, REOPEN, State::Planned).await;
    let planned = in_state(s, "a", State::Planned, 100).await;
    is_refused(s, &planned, REOPEN, State::Planned).await;
}

pub async fn only_planned_rows_are_skipped_manually(s: &Stage<'_>) {
    for (n, state) in ENDED.into_iter().chain([State::Running]).enumerate() {
        let row = in_state(s, &format!("s{n}"), state, 10 * n as i64).await;
        is_refused(s, &row, OccurrenceChange::Skip, State::Skipped).await;
    }
}

pub async fn a_settled_row_cannot_be_canceled(s: &Stage<'_>) {
    for (n, state) in ENDED.into_iter().enumerate() {
        let row = in_state(s, &format!("s{n}"), state, 10 * n as i64).await;
        is_refused(s, &row, OccurrenceChange::Cancel, State::Skipped).await;
    }
}

pub async fn canceling_a_planned_row_skips_it(s: &Stage<'_>) {
    let row = in_state(s, "digest", State::Planned, 60).await;
    let canceled = s.by_hand(row.id, OccurrenceChange::Cancel, 5).await.unwrap();
    assert_eq!((canceled.state, canceled.ended_at), (State::Skipped, Some(at(5))));
    assert_eq!(canceled.reason, Some(Reason::Skipped(SkipReason::Canceled)));
    assert_eq!(s.again(&row).await, canceled);
    assert_eq!(s.claimed("n1", 9, 60).await, Default::default());
}

pub async fn canceling_a_running_row_requests_a_stop(s: &Stage<'_>) {
    let row = in_state(s, "digest", State::Running, 0).await;
    let asked = s.by_hand(row.id, OccurrenceChange::Cancel, 5).await.unwrap();
    assert_eq!((asked.state, asked.cancel_requested, asked.fence), (State::Running, true, row.fence));
    assert_eq!((asked.lease_until, asked.ready_at), (row.lease_until, row.ready_at));
    assert_eq!(s.again(&row).await, asked);
    assert_eq!(s.counters("digest").await.skipped, 0);
}

pub async fn reopening_resets_the_attempts(s: &Stage<'_>) {
    s.with_rows("digest", with_attempts(1), &[0]).await;
    let row = s.started("n1", 0).await;
    assert_eq!(s.claimed("n2", 9, LEASE).await.ended[0].state, State::Failed);
    let opened = s.by_hand(row.id, REOPEN, 100).await.unwrap();
    assert_eq!((opened.state, opened.attempt, opened.ready_at), (State::Planned, 0, at(100)));
    assert_eq!((opened.reason, opened.message.clone(), opened.ended_at), (None, None, None));
    assert_eq!((opened.started_at, opened.lease_owner.clone(), opened.blocker), (None, None, None));
    assert!(opened.fence > row.fence);
    assert_eq!(s.again(&row).await, opened);
    let again = s.started("n3", 100).await;
    assert_eq!((again.id, again.attempt), (row.id, 1));
}

/// The receiver sees the same key and recognizes the occurrence.
pub async fn reopening_keeps_the_key_and_the_history(s: &Stage<'_>) {
    let row = in_state(s, "digest", State::Succeeded, 0).await;
    let opened = s
        .by_hand(row.id, OccurrenceChange::Reopen { trigger: Trigger::Backfill, concurrency: None, payload: None }, 50)
        .await
        .unwrap();
    assert_eq!(opened.idempotency_key(), row.idempotency_key());
    assert_eq!((opened.planned.trigger, opened.target.clone()), (Trigger::Backfill, None));
    assert_eq!((opened.planned.nominal_at, opened.planned.due_at, opened.created_at), (at(0), at(0), row.created_at));
    assert_eq!(s.attempts(&row).await.len(), 1);
    // Counters are not reduced.
    assert_eq!(s.counters("digest").await.succeeded, 1);
}

/// P5: an occurrence skipped and reopened before its due time does not start early.
pub async fn a_row_reopened_early_waits_for_its_due_time(s: &Stage<'_>) {
    let row = in_state(s, "digest", State::Planned, 600).await;
    s.by_hand(row.id, OccurrenceChange::Skip, 1).await.unwrap();
    assert_eq!(s.by_hand(row.id, REOPEN, 2).await.unwrap().ready_at, at(600));
    assert_eq!(s.claimed("n1", 9, 599).await, Default::default());
    s.started("n1", 600).await;
}

pub async fn reopening_uses_the_current_revision(s: &Stage<'_>) {
    let row = in_state(s, "digest", State::Failed, 0).await;
    s.saved("digest", overlapping(Overlap::Skip)).await;
    s.moved_to("digest", Status::Paused, 10).await;
    assert_eq!(s.by_hand(row.id, REOPEN, 50).await.unwrap().revision.0, 3);
}

pub async fn rows_of_a_canceled_schedule_are_not_reopened(s: &Stage<'_>) {
    let row = in_state(s, "digest", State::Failed, 0).await;
    s.moved_to("digest", Status::Canceled, 10).await;
    let before = s.everything().await;
    let refused = s.by_hand(row.id, REOPEN, 50).await;
    assert!(matches!(refused, Err(StoreError::IllegalMove { state: "canceled", .. })), "{refused:?}");
    assert_eq!(s.everything().await, before);
}

pub async fn rows_of_a_deleted_schedule_are_not_reopened(s: &Stage<'_>) {
    let row = in_state(s, "digest", State::Failed, 0).await;
    s.delete(&key("digest"), ExpectedVersion::Any, &ann(), at(10)).await.unwrap();
    let refused = s.by_hand(row.id, REOPEN, 50).await;
    assert!(matches!(refused, Err(StoreError::IllegalMove { state: "deleted", .. })), "{refused:?}");
    assert_eq!(s.again(&row).await, row);
}

pub async fn a_manual_skip_counts_only_started_runs(s: &Stage<'_>) {
    let row = in_state(s, "digest", State::Planned, 60).await;
    let skipped = s.by_hand(row.id, OccurrenceChange::Skip, 5).await.unwrap();
    assert_eq!(skipped.reason, Some(Reason::Skipped(SkipReason::Canceled)));
    let counters = s.counters("digest").await;
    assert_eq!((counters.runs, counters.skipped), (0, 1));
    // An occurrence waiting for a retry had started, so its run stays counted.
    let retried = in_state(s, "retried", State::Running, 100).await;
    s.ends(&retried, retry(900), 101).await;
    s.by_hand(retried.id, OccurrenceChange::Skip, 102).await.unwrap();
    let counters = s.counters("retried").await;
    assert_eq!((counters.runs, counters.skipped), (1, 1));
}

pub async fn a_missing_row_cannot_be_changed(s: &Stage<'_>) {
    for change in [REOPEN, OccurrenceChange::Skip, OccurrenceChange::Cancel] {
        for id in [0, -1, 987_654_321] {
            let refused = s.by_hand(crate::model::OccurrenceId(id), change.clone(), 0).await;
            assert!(matches!(refused, Err(StoreError::NotFound(_))), "{refused:?}");
        }
    }
    assert_eq!(s.audit_of(&acme()).await, []);
}
