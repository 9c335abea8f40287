//! Races between operations that settle a row or change a schedule.

use std::sync::Arc;

use super::race::{ROUNDS, both, clear, handles, round, rows_of};
use crate::model::{State, Status};
use crate::store::{
    ChangeStatus, ExpectedVersion, Plan, PlanResult, RenewResult, SaveSchedule, SettleResult, Store, StoreError,
};
use crate::testing::fixture::{
    LEASE, acme, ann, at, change, claim, definition, described, done, due, failed, key, lease, plan, save, seconds,
    settlement,
};
use crate::testing::stage::Stage;

#[doc(hidden)]
#[macro_export]
macro_rules! settle_race_cases {
    ($make:path) => {
        $make! { settle_race:
            a_takeover_and_a_settlement_do_not_both_succeed,
            a_takeover_and_a_renewal_do_not_both_succeed,
            two_settlements_of_one_lease_count_once,
            settlements_of_many_rows_are_all_counted,
            a_settlement_and_a_release_do_not_both_succeed,
            one_of_two_creators_wins,
            two_savers_of_one_key_both_succeed,
            one_of_two_changes_of_a_revision_wins,
            a_row_is_reopened_once,
        }
    };
}

/// P3: the takeover is a claim at a later time.
pub async fn a_takeover_and_a_settlement_do_not_both_succeed(s: &Stage<'_>) {
    let (one, other) = handles(s).await;
    for n in 0..ROUNDS {
        round(s, n, definition(), &[0]).await;
        let row = s.started("n1", 0).await;
        let report = settlement(&row, done());
        let (one, other) = (Arc::clone(&one), Arc::clone(&other));
        let (settled, claimed) =
            both(async move { one.settle(vec![report], at(LEASE)).await.unwrap()[0] }, async move {
                other.claim(&claim("n2", 9), at(LEASE)).await.unwrap()
            })
            .await;
        let after = s.again(&row).await;
        match settled {
            SettleResult::Done => assert_eq!((claimed.started, after.state), (vec![], State::Succeeded)),
            SettleResult::LeaseLost => {
                assert_eq!(claimed.started.len(), 1);
                assert_eq!((after.state, after.attempt), (State::Running, 2));
                s.ends(&claimed.started[0], done(), LEASE).await;
            }
            SettleResult::Already(_) | SettleResult::Failed { .. } => panic!("{settled:?}"),
        }
    }
}

pub async fn a_takeover_and_a_renewal_do_not_both_succeed(s: &Stage<'_>) {
    let (one, other) = handles(s).await;
    for n in 0..ROUNDS {
        round(s, n, definition(), &[0]).await;
        let row = s.started("n1", 0).await;
        let held = lease(&row);
        let (one, other) = (Arc::clone(&one), Arc::clone(&other));
        let (renewed, claimed) =
            both(async move { one.renew(&[held], seconds(LEASE), at(LEASE)).await.unwrap()[0] }, async move {
                other.claim(&claim("n2", 9), at(LEASE)).await.unwrap()
            })
            .await;
        let is_held = renewed != RenewResult::LeaseLost;
        assert_eq!(claimed.started.len(), usize::from(!is_held), "round {n}");
        let after = s.again(&row).await;
        assert_eq!(after.attempt, if is_held { 1 } else { 2 });
        s.ends(&after, done(), LEASE).await;
    }
}

/// P2: a row is settled exactly once, and counted once.
pub async fn two_settlements_of_one_lease_count_once(s: &Stage<'_>) {
    let (one, other) = handles(s).await;
    for n in 0..ROUNDS {
        round(s, n, definition(), &[0]).await;
        let row = s.started("n1", 0).await;
        let (first, second) = (settlement(&row, done()), settlement(&row, failed("x")));
        let (one, other) = (Arc::clone(&one), Arc::clone(&other));
        let answers = both(async move { one.settle(vec![first], at(1)).await.unwrap()[0] }, async move {
            other.settle(vec![second], at(1)).await.unwrap()[0]
        })
        .await;
        let state = s.again(&row).await.state;
        let expected = match state {
            State::Succeeded => (SettleResult::Done, SettleResult::Already(State::Succeeded)),
            _ => (SettleResult::Already(State::Failed), SettleResult::Failed { in_a_row: 1 }),
        };
        assert_eq!(answers, expected);
        let counters = s.schedule_of(&key(&format!("r{n}"))).await.counters;
        assert_eq!(counters.succeeded + counters.failed, 1);
    }
}

/// Counters that are read, increased and written back would lose updates here.
pub async fn settlements_of_many_rows_are_all_counted(s: &Stage<'_>) {
    let (one, other) = handles(s).await;
    for n in 0..ROUNDS {
        round(s, n, definition(), &[0, 1, 2, 3]).await;
        let rows = s.claimed("n1", 9, 9).await.started;
        let (left, right) = rows.split_at(2);
        let left: Vec<_> = left.iter().map(|row| settlement(row, done())).collect();
        let right: Vec<_> = right.iter().rev().map(|row| settlement(row, failed("x"))).collect();
        let (one, other) = (Arc::clone(&one), Arc::clone(&other));
        both(async move { one.settle(left, at(10)).await.unwrap() }, async move {
            other.settle(right, at(10)).await.unwrap()
        })
        .await;
        let counters = s.schedule_of(&key(&format!("r{n}"))).await.counters;
        assert_eq!((counters.succeeded, counters.failed, counters.runs), (2, 2, 4), "round {n}");
    }
}

pub async fn a_settlement_and_a_release_do_not_both_succeed(s: &Stage<'_>) {
    let (one, other) = handles(s).await;
    for n in 0..ROUNDS {
        round(s, n, definition(), &[0]).await;
        let row = s.started("n1", 0).await;
        let (report, held) = (settlement(&row, done()), lease(&row));
        let (one, other) = (Arc::clone(&one), Arc::clone(&other));
        let (settled, released) = both(async move { one.settle(vec![report], at(1)).await.unwrap()[0] }, async move {
            other.release(&[held.into()], at(1)).await.unwrap()[0]
        })
        .await;
        assert_eq!(settled, if released { SettleResult::LeaseLost } else { SettleResult::Done });
        let state = s.again(&row).await.state;
        assert_eq!(state, if released { State::Planned } else { State::Succeeded });
        clear(s, n).await;
    }
}

pub async fn one_of_two_creators_wins(s: &Stage<'_>) {
    let (one, other) = handles(s).await;
    for n in 0..ROUNDS {
        let name = key(&format!("r{n}"));
        let new = |text| SaveSchedule { expect: ExpectedVersion::New, ..save(name.clone(), described(text)) };
        let (first, second) = (new("one"), new("two"));
        let (one, other) = (Arc::clone(&one), Arc::clone(&other));
        let (first, second) =
            both(async move { one.save(first, at(0)).await }, async move { other.save(second, at(0)).await }).await;
        let (won, lost) = if first.is_ok() { (first, second) } else { (second, first) };
        assert!(matches!(lost, Err(StoreError::Conflict { .. })), "{lost:?}");
        assert_eq!(s.schedule_of(&name).await, won.unwrap());
        assert_eq!(s.revisions_of(&format!("r{n}")).await.len(), 1);
    }
}

pub async fn two_savers_of_one_key_both_succeed(s: &Stage<'_>) {
    let (one, other) = handles(s).await;
    for n in 0..ROUNDS {
        let name = format!("r{n}");
        let (first, second) = (save(key(&name), described("one")), save(key(&name), described("two")));
        let (one, other) = (Arc::clone(&one), Arc::clone(&other));
        let (first, second) = both(async move { one.save(first, at(0)).await.unwrap() }, async move {
            other.save(second, at(0)).await.unwrap()
        })
        .await;
        assert_eq!(first.uid, second.uid);
        let mut revisions = [first.revision.0, second.revision.0];
        revisions.sort_unstable();
        assert_eq!(revisions, [1, 2]);
        let last = if first.revision.0 == 2 { first } else { second };
        assert_eq!(s.schedule_of(&key(&name)).await, last);
        assert_eq!(s.revisions_of(&name).await.len(), 2);
    }
}

/// Compare-and-set: of two callers that saw the same revision, one gets a conflict.
pub async fn one_of_two_changes_of_a_revision_wins(s: &Stage<'_>) {
    let (one, other) = handles(s).await;
    for n in 0..ROUNDS {
        let name = format!("r{n}");
        let schedule = s.saved(&name, definition()).await;
        let expect = ExpectedVersion::Exactly(1);
        let pausing = ChangeStatus { expect, ..change(&schedule.key, Status::Paused) };
        let editing = SaveSchedule { expect, ..save(schedule.key.clone(), described("new")) };
        let (one, other) = (Arc::clone(&one), Arc::clone(&other));
        let (paused, edited) =
            both(
                async move { one.change_status(pausing, at(1)).await },
                async move { other.save(editing, at(1)).await },
            )
            .await;
        let (won, lost) = if paused.is_ok() { (paused, edited) } else { (edited, paused) };
        assert!(matches!(lost, Err(StoreError::Conflict { .. })), "{lost:?}");
        assert_eq!(s.schedule_of(&schedule.key).await, won.unwrap());
        assert_eq!(s.revisions_of(&name).await.len(), 2);
    }
}

/// P8: one transition, one audit entry.
pub async fn a_row_is_reopened_once(s: &Stage<'_>) {
    let (one, other) = handles(s).await;
    round(s, 0, definition(), &[0]).await;
    let reopen = crate::store::OccurrenceChange::retry();
    for n in 0..ROUNDS {
        let row = s.started("n1", n).await;
        s.ends(&row, done(), n).await;
        let open = |store: Arc<dyn Store>| {
            let (reopen, id) = (reopen.clone(), row.id);
            async move { store.change_occurrence(&acme(), id, &reopen, &ann(), at(n)).await }
        };
        let (first, second) = both(open(Arc::clone(&one)), open(Arc::clone(&other))).await;
        let refused = if first.is_ok() { second } else { first };
        assert!(matches!(refused, Err(StoreError::IllegalMove { state: "planned", .. })), "{refused:?}");
        assert_eq!(s.again(&row).await.state, State::Planned);
    }
    assert_eq!(s.audit().await.len() as i64, 1 + ROUNDS);
    let row = rows_of(s, 0).await.remove(0);
    assert_eq!(s.attempts(&row).await.len() as i64, ROUNDS);
    // The watermark of the plan that created the row is unchanged.
    let schedule = s.schedule_of(&key("r0")).await;
    let again = s.plan(vec![Plan { ..plan(&schedule, vec![due(0)]) }], at(0)).await.unwrap();
    assert_eq!(again, [PlanResult::Done { inserted: 0 }]);
}
