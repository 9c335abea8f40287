//! Races between two handles, like two processes. Every race runs many times. Whichever side wins, the result
//! must be that of one order or the other.
//!
//! A store may leave a row to the next claim while another claim is deciding on it, and then reports that there
//! is more.

use std::collections::BTreeSet;
use std::future::Future;
use std::sync::Arc;

use tokio::sync::Barrier;

use crate::model::{Definition, Occurrence, OccurrenceId, Overlap, State, Status};
use crate::store::{
    Claim, ClaimResult, ConfirmResult, ExpectedVersion, OccurrenceFilter, Page, PlanResult, Replan, SaveSchedule,
    SettleResult, Store, StoreError,
};
use crate::testing::fixture::{
    acme, ann, at, change, claim, definition, described, done, due, id, insert, key, lease, overlapping, plan, save,
    settlement,
};
use crate::testing::stage::Stage;

#[doc(hidden)]
#[macro_export]
macro_rules! race_cases {
    ($make:path) => {
        $make! { race:
            two_planners_insert_every_row_once,
            a_plan_and_a_pause_are_serialized,
            a_plan_and_an_edit_do_not_both_succeed,
            a_plan_and_a_request_create_one_row_per_key,
            two_claimers_take_every_row_once,
            two_claimers_start_one_run_under_the_skip_policy,
            two_claimers_never_exceed_the_limit_of_runs,
            two_claimers_share_a_crowd_of_schedules,
            nothing_starts_after_a_pause,
            a_claim_and_a_replan_do_not_both_take_a_row,
            a_cancellation_reaches_every_run_of_a_concurrent_claim,
            a_deletion_reaches_every_run_of_a_concurrent_claim,
        }
    };
}

/// Number of rounds of each race.
pub(crate) const ROUNDS: i64 = 200;

/// Runs two futures at once, started together by a barrier.
pub(crate) async fn both<A, B>(
    one: impl Future<Output = A> + Send + 'static,
    other: impl Future<Output = B> + Send + 'static,
) -> (A, B)
where
    A: Send + 'static,
    B: Send + 'static,
{
    let shot = Arc::new(Barrier::new(2));
    let same_shot = Arc::clone(&shot);
    let one = tokio::spawn(async move {
        shot.wait().await;
        one.await
    });
    let other = tokio::spawn(async move {
        same_shot.wait().await;
        other.await
    });
    (one.await.unwrap(), other.await.unwrap())
}

pub(crate) async fn handles(s: &Stage<'_>) -> (Arc<dyn Store>, Arc<dyn Store>) {
    (Arc::clone(&s.store), s.subject.reopen().await)
}

/// Creates the schedule of one round, with rows due at these seconds.
pub(crate) async fn round(s: &Stage<'_>, round: i64, definition: Definition, dues: &[i64]) -> crate::model::Schedule {
    s.with_rows(&format!("r{round}"), definition, dues).await
}

pub(crate) async fn rows_of(s: &Stage<'_>, round: i64) -> Vec<Occurrence> {
    let filter = OccurrenceFilter { schedule: Some(id(&format!("r{round}"))), ..OccurrenceFilter::default() };
    s.occurrences(&acme(), &filter, &Page::first(500)).await.unwrap().rows.into_iter().rev().collect()
}

/// Removes everything of a round that a later claim could find.
pub(crate) async fn clear(s: &Stage<'_>, round: i64) {
    match s.delete(&key(&format!("r{round}")), ExpectedVersion::Any, &ann(), at(0)).await {
        Ok(()) | Err(StoreError::NotFound(_)) => {}
        Err(error) => panic!("{error}"),
    }
    let running = rows_of(s, round).await.into_iter().filter(|row| row.state == State::Running);
    let settlements = running.map(|row| settlement(&row, done())).collect();
    s.settle(settlements, at(0)).await.unwrap();
}

/// Claims until nothing is left.
async fn claim_all(store: Arc<dyn Store>, claim: Claim, now: i64) -> ClaimResult {
    let mut all = ClaimResult::default();
    loop {
        let claimed = store.claim(&claim, at(now)).await.unwrap();
        let is_empty = claimed.started.is_empty() && claimed.ended.is_empty();
        all.started.extend(claimed.started);
        all.ended.extend(claimed.ended);
        if !claimed.has_more && is_empty {
            return all;
        }
        // Yields, so that the other claim can finish deciding on the remaining rows.
        tokio::task::yield_now().await;
    }
}

/// P1: one row per key.
pub async fn two_planners_insert_every_row_once(s: &Stage<'_>) {
    let (one, other) = handles(s).await;
    for n in 0..ROUNDS {
        let schedule = s.saved(&format!("r{n}"), definition()).await;
        let (first, second) = (plan(&schedule, vec![due(0), due(60)]), plan(&schedule, vec![due(60), due(120)]));
        let (one, other) = (Arc::clone(&one), Arc::clone(&other));
        let (first, second) = both(async move { one.plan(vec![first], at(0)).await.unwrap()[0] }, async move {
            other.plan(vec![second], at(0)).await.unwrap()[0]
        })
        .await;
        let done = PlanResult::Done { inserted: 2 };
        assert!(
            [(done, PlanResult::Stale), (PlanResult::Stale, done)].contains(&(first, second)),
            "{first:?} {second:?}"
        );
        let schedule = s.schedule_of(&key(&format!("r{n}"))).await;
        assert_eq!(rows_of(s, n).await.len(), 2);
        let watermark = if first == done { at(60) } else { at(120) };
        assert_eq!(schedule.watermark, watermark);
    }
}

/// P7: nothing starts after a pause.
pub async fn a_plan_and_a_pause_are_serialized(s: &Stage<'_>) {
    let (one, other) = handles(s).await;
    for n in 0..ROUNDS {
        let schedule = s.saved(&format!("r{n}"), definition()).await;
        let planning = plan(&schedule, vec![due(0)]);
        let pausing = change(&schedule.key, Status::Paused);
        let (one, other) = (Arc::clone(&one), Arc::clone(&other));
        let (planned, paused) = both(async move { one.plan(vec![planning], at(0)).await.unwrap()[0] }, async move {
            other.change_status(pausing, at(0)).await.unwrap()
        })
        .await;
        assert_eq!((paused.status, paused.revision.0), (Status::Paused, 2));
        let after = s.schedule_of(&schedule.key).await;
        let is_planned = planned != PlanResult::Stale;
        assert_eq!((after.status, after.revision.0), (Status::Paused, 2));
        assert_eq!(rows_of(s, n).await.len(), usize::from(is_planned));
        assert_eq!(after.watermark, if is_planned { at(0) } else { at(-60) });
        assert_eq!(s.claimed("n1", 100, 5).await.started, []);
    }
}

/// If both succeeded, the edit would supersede rows that it never saw, or leave rows of the old recurrence.
pub async fn a_plan_and_an_edit_do_not_both_succeed(s: &Stage<'_>) {
    let (one, other) = handles(s).await;
    for n in 0..ROUNDS {
        let schedule = s.saved(&format!("r{n}"), definition()).await;
        let planning = plan(&schedule, vec![due(600)]);
        let replan = Some(Replan::keeping(&schedule, &[], Vec::new(), "2026a"));
        let editing = SaveSchedule { replan, ..save(schedule.key.clone(), described("edited")) };
        let (one, other) = (Arc::clone(&one), Arc::clone(&other));
        let (planned, edited) = both(async move { one.plan(vec![planning], at(0)).await.unwrap()[0] }, async move {
            other.save(editing, at(0)).await
        })
        .await;
        match edited {
            Ok(edited) => assert_eq!((planned, edited.revision.0), (PlanResult::Stale, 2)),
            Err(StoreError::Conflict { .. }) => assert_eq!(planned, PlanResult::Done { inserted: 1 }),
            Err(error) => panic!("{error}"),
        }
        let open = rows_of(s, n).await.iter().filter(|row| row.state == State::Planned).count();
        assert_eq!(open, usize::from(planned != PlanResult::Stale));
    }
}

/// A claimed row has started. A replan that supersedes it is refused as a whole.
pub async fn a_claim_and_a_replan_do_not_both_take_a_row(s: &Stage<'_>) {
    let (one, other) = handles(s).await;
    for n in 0..ROUNDS {
        let schedule = s.with_rows(&format!("r{n}"), definition(), &[0, 1, 2]).await;
        let planned = s.planned(schedule.uid, None, 9).await.unwrap();
        let replan = Some(Replan::keeping(&schedule, &planned, Vec::new(), "2026b"));
        let replanning = SaveSchedule { replan, ..save(schedule.key.clone(), definition()) };
        let (one, other) = (Arc::clone(&one), Arc::clone(&other));
        let (claimed, replanned) = both(async move { one.claim(&claim("n1", 9), at(5)).await.unwrap() }, async move {
            other.save(replanning, at(5)).await
        })
        .await;
        let started: BTreeSet<OccurrenceId> = claimed.started.iter().map(|row| row.id).collect();
        let expected = match replanned {
            Ok(replanned) => {
                assert_eq!((replanned.counters.skipped, started.len()), (3, 0));
                State::Skipped
            }
            Err(StoreError::Conflict { .. }) => {
                assert!(!started.is_empty(), "nothing had started");
                State::Planned
            }
            Err(error) => panic!("{error}"),
        };
        for row in rows_of(s, n).await {
            let expected = if started.contains(&row.id) { State::Running } else { expected };
            assert_eq!(row.state, expected, "{row:?}");
        }
    }
}

/// P1: one row per key.
pub async fn a_plan_and_a_request_create_one_row_per_key(s: &Stage<'_>) {
    let (one, other) = handles(s).await;
    for n in 0..ROUNDS {
        let schedule = s.saved(&format!("r{n}"), definition()).await;
        let planning = plan(&schedule, vec![due(600)]);
        let asking = insert(&schedule.key, vec![due(600)]);
        let (one, other) = (Arc::clone(&one), Arc::clone(&other));
        let (planned, inserted) = both(async move { one.plan(vec![planning], at(0)).await.unwrap()[0] }, async move {
            other.insert(asking, at(0)).await.unwrap()[0]
        })
        .await;
        let is_asked = matches!(inserted, crate::store::InsertResult::New(_));
        assert_eq!(planned, PlanResult::Done { inserted: usize::from(!is_asked) });
        assert_eq!(rows_of(s, n).await.len(), 1);
    }
}

fn numbers(rows: &[Occurrence]) -> BTreeSet<OccurrenceId> {
    rows.iter().map(|row| row.id).collect()
}

/// P3: an occurrence has one lease at a time.
pub async fn two_claimers_take_every_row_once(s: &Stage<'_>) {
    let (one, other) = handles(s).await;
    for n in 0..ROUNDS {
        round(s, n, definition(), &[0, 1, 2, 3, 4, 5]).await;
        let (first, second) =
            both(claim_all(Arc::clone(&one), claim("n1", 2), 9), claim_all(Arc::clone(&other), claim("n2", 3), 9))
                .await;
        let taken = first.started.len() + second.started.len();
        let different = &numbers(&first.started) | &numbers(&second.started);
        assert_eq!((taken, different.len()), (6, 6), "round {n}");
        assert!(first.started.iter().chain(&second.started).all(|row| row.attempt == 1));
        for (rows, owner) in [(&first.started, "n1"), (&second.started, "n2")] {
            for row in rows {
                assert_eq!(row.lease_owner.as_ref().unwrap().as_str(), owner);
            }
        }
        let all = first.started.iter().chain(&second.started).map(|row| settlement(row, done())).collect();
        assert!(s.settle(all, at(9)).await.unwrap().iter().all(|settled| *settled == SettleResult::Done));
    }
}

pub async fn two_claimers_start_one_run_under_the_skip_policy(s: &Stage<'_>) {
    let (one, other) = handles(s).await;
    for n in 0..ROUNDS {
        round(s, n, overlapping(Overlap::Skip), &[0, 1]).await;
        let (first, second) =
            both(claim_all(Arc::clone(&one), claim("n1", 1), 9), claim_all(Arc::clone(&other), claim("n2", 1), 9))
                .await;
        let (started, ended): (Vec<_>, Vec<_>) =
            ([first.started, second.started].concat(), [first.ended, second.ended].concat());
        assert_eq!((started.len(), ended.len()), (1, 1), "round {n}");
        assert_eq!(ended[0].blocker, Some(started[0].id));
        let counters = s.schedule_of(&key(&format!("r{n}"))).await.counters;
        assert_eq!((counters.runs, counters.skipped), (0, 1));
        s.ends(&started[0], done(), 9).await;
    }
}

pub async fn two_claimers_never_exceed_the_limit_of_runs(s: &Stage<'_>) {
    let (one, other) = handles(s).await;
    let limited = Definition { max_concurrent: Some(2), ..overlapping(Overlap::AllowAll) };
    for n in 0..ROUNDS {
        round(s, n, limited.clone(), &[0, 1, 2, 3, 4]).await;
        let (first, second) =
            both(claim_all(Arc::clone(&one), claim("n1", 3), 9), claim_all(Arc::clone(&other), claim("n2", 3), 9))
                .await;
        assert_eq!((first.started.len() + second.started.len(), first.ended.len() + second.ended.len()), (2, 0));
        let rows = rows_of(s, n).await;
        let running = rows.iter().filter(|row| row.state == State::Running).count();
        let waiting = rows.iter().filter(|row| row.waits).count();
        assert_eq!((running, waiting), (2, 3), "round {n}");
        clear(s, n).await;
    }
}

/// Many schedules with one row each, as at the full hour. Locks must not be taken in two different orders.
pub async fn two_claimers_share_a_crowd_of_schedules(s: &Stage<'_>) {
    let (one, other) = handles(s).await;
    let mut schedules = Vec::new();
    for n in 0..6 {
        let overlap = if n % 2 == 0 { Overlap::Skip } else { Overlap::BufferAll };
        schedules.push(s.saved(&format!("r{n}"), overlapping(overlap)).await);
    }
    for n in 0..ROUNDS {
        let mut plans = Vec::new();
        for schedule in &schedules {
            let schedule = s.schedule_of(&schedule.key).await;
            plans.push(plan(&schedule, vec![due(n)]));
        }
        s.plan(plans, at(0)).await.unwrap();
        let work = |store: Arc<dyn Store>, owner: &'static str| async move {
            let claimed = claim_all(Arc::clone(&store), claim(owner, 4), 9_000).await;
            let settlements: Vec<_> = claimed.started.iter().rev().map(|row| settlement(row, done())).collect();
            let settled = store.settle(settlements, at(9_000)).await.unwrap();
            assert!(settled.iter().all(|settled| *settled == SettleResult::Done));
            claimed.started.len()
        };
        let (first, second) = both(work(Arc::clone(&one), "n1"), work(Arc::clone(&other), "n2")).await;
        assert_eq!(first + second, schedules.len(), "round {n}");
    }
}

/// P7: once the pause is confirmed, no claim starts a run and no lease taken ahead is confirmed.
pub async fn nothing_starts_after_a_pause(s: &Stage<'_>) {
    let (one, other) = handles(s).await;
    for n in 0..ROUNDS {
        let schedule = round(s, n, definition(), &[0, 1]).await;
        let pausing = change(&schedule.key, Status::Paused);
        let (one, other) = (Arc::clone(&one), Arc::clone(&other));
        let (claimed, _) = both(async move { one.claim(&claim("n1", 1), at(9)).await.unwrap() }, async move {
            other.change_status(pausing, at(9)).await.unwrap()
        })
        .await;
        let later = claim_all(Arc::clone(&s.store), claim("n2", 9), 9).await;
        assert_eq!(later.started, [], "round {n}");
        let leases: Vec<_> = claimed.started.iter().map(lease).collect();
        let confirmed = s.confirm(&leases, at(9)).await.unwrap();
        assert!(confirmed.iter().all(|answer| matches!(answer, ConfirmResult::Stop(_))), "{confirmed:?}");
        assert_eq!(claimed.started.len() + claimed.ended.len() + later.ended.len(), 2);
        clear(s, n).await;
    }
}

async fn is_asked_to_stop(s: &Stage<'_>, n: i64, claimed: &ClaimResult) {
    for row in rows_of(s, n).await {
        let is_started = claimed.started.iter().any(|started| started.id == row.id);
        let expected = if is_started { (State::Running, true) } else { (State::Skipped, false) };
        assert_eq!((row.state, row.cancel_requested), expected, "round {n}");
    }
}

pub async fn a_cancellation_reaches_every_run_of_a_concurrent_claim(s: &Stage<'_>) {
    let (one, other) = handles(s).await;
    for n in 0..ROUNDS {
        let schedule = round(s, n, definition(), &[0, 1]).await;
        let canceling = change(&schedule.key, Status::Canceled);
        let (one, other) = (Arc::clone(&one), Arc::clone(&other));
        let (claimed, _) = both(async move { one.claim(&claim("n1", 9), at(9)).await.unwrap() }, async move {
            other.change_status(canceling, at(9)).await.unwrap()
        })
        .await;
        is_asked_to_stop(s, n, &claimed).await;
        clear(s, n).await;
    }
}

pub async fn a_deletion_reaches_every_run_of_a_concurrent_claim(s: &Stage<'_>) {
    let (one, other) = handles(s).await;
    for n in 0..ROUNDS {
        let schedule = round(s, n, definition(), &[0, 1]).await;
        let (one, other) = (Arc::clone(&one), Arc::clone(&other));
        let (claimed, _) = both(async move { one.claim(&claim("n1", 9), at(9)).await.unwrap() }, async move {
            other.delete(&schedule.key, ExpectedVersion::Any, &ann(), at(9)).await.unwrap();
        })
        .await;
        is_asked_to_stop(s, n, &claimed).await;
        clear(s, n).await;
    }
}
