//! Pruning removes old history, and nothing that is open.

use crate::model::State;
use crate::store::{EnqueueResult, ExpectedVersion, PlanResult, Prune, PruneResult, WorkEnding};
use crate::testing::fixture::{
    acme, ann, at, claim_work, definition, done, due, gap, globex, key, key_of, plan, prune, retry, settlement, work,
    work_lease,
};
use crate::testing::stage::Stage;

#[doc(hidden)]
#[macro_export]
macro_rules! prune_cases {
    ($make:path) => {
        $make! { prune:
            rows_that_ended_before_the_limit_are_removed,
            a_row_that_ended_at_the_limit_stays,
            all_but_the_latest_rows_of_each_schedule_are_removed,
            keep_per_schedule_zero_is_off,
            an_empty_prune_request_removes_nothing,
            open_rows_are_never_removed,
            the_oldest_rows_are_removed_first,
            the_lag_covers_the_oldest_row_that_is_left,
            attempts_are_removed_with_their_row,
            the_key_of_a_removed_row_is_free,
            ids_are_not_reused,
            old_gaps_are_removed,
            settled_work_items_are_removed,
            done_and_dead_work_items_have_separate_retention,
            a_deleted_schedule_is_removed_after_its_rows,
            a_deleted_schedule_without_rows_is_removed_at_once,
            an_existing_schedule_without_rows_is_not_removed,
            pruning_one_tenant_leaves_the_others,
            pruning_keeps_counters_and_watermark,
            steps_remove_everything_past_retention,
            a_step_removes_at_most_its_limit_of_each_kind,
            kept_rows_do_not_hide_removable_rows,
            kept_dead_letters_do_not_hide_completed_work,
            a_schedule_is_pruned_when_it_exceeds_its_limit_by_a_tenth,
            a_reopened_row_is_not_removed,
            pruning_keeps_the_audit_log,
        }
    };
}

/// Creates rows of a schedule that end at the given seconds.
async fn ended(s: &Stage<'_>, name: &str, ends: &[i64]) {
    s.with_rows(name, definition(), &(0..ends.len() as i64).collect::<Vec<_>>()).await;
    let rows = s.claimed("n1", 999, 1_000).await.started;
    for (row, end) in rows.iter().zip(ends) {
        s.ends(row, done(), *end).await;
    }
}

fn before(seconds: i64) -> Prune {
    Prune { ended_before: Some(at(seconds)), ..prune() }
}

fn keep(latest: u32) -> Prune {
    Prune { keep_per_schedule: latest, ..prune() }
}

fn rows(occurrences: usize) -> PruneResult {
    PruneResult { occurrences, ..PruneResult::default() }
}

async fn left(s: &Stage<'_>) -> Vec<String> {
    s.rows().await.into_iter().map(|row| format!("{} {}", row.schedule.id, row.planned.period_key)).collect()
}

pub async fn rows_that_ended_before_the_limit_are_removed(s: &Stage<'_>) {
    ended(s, "a", &[10, 30, 20]).await;
    assert_eq!(s.prune(&before(25)).await.unwrap(), rows(2));
    assert_eq!(left(s).await, ["a p1"]);
    assert_eq!(s.prune(&before(25)).await.unwrap(), rows(0));
}

pub async fn a_row_that_ended_at_the_limit_stays(s: &Stage<'_>) {
    ended(s, "a", &[10]).await;
    assert_eq!(s.prune(&before(10)).await.unwrap(), rows(0));
    let just_after = Prune { ended_before: Some(at(10) + jiff::SignedDuration::from_micros(1)), ..prune() };
    assert_eq!(s.prune(&just_after).await.unwrap(), rows(1));
}

/// The latest rows by ID are kept, whenever they ended.
pub async fn all_but_the_latest_rows_of_each_schedule_are_removed(s: &Stage<'_>) {
    ended(s, "a", &[50, 40, 30]).await;
    ended(s, "b", &[10]).await;
    ended(s, "c", &[1, 2]).await;
    assert_eq!(s.prune(&keep(1)).await.unwrap(), rows(3));
    assert_eq!(left(s).await, ["a p2", "b p0", "c p1"]);
}

pub async fn keep_per_schedule_zero_is_off(s: &Stage<'_>) {
    ended(s, "a", &[1, 2]).await;
    assert_eq!(s.prune(&keep(0)).await.unwrap(), rows(0));
}

pub async fn an_empty_prune_request_removes_nothing(s: &Stage<'_>) {
    ended(s, "a", &[1, 2]).await;
    s.enqueue(vec![work("w")], at(0)).await.unwrap();
    let everything = s.everything().await;
    assert_eq!(s.prune(&prune()).await.unwrap(), rows(0));
    assert_eq!(s.everything().await, everything);
}

pub async fn open_rows_are_never_removed(s: &Stage<'_>) {
    s.with_rows("a", definition(), &[0, 1, 900]).await;
    let runs = s.claimed("n1", 9, 5).await.started;
    s.ends(&runs[0], retry(600), 6).await;
    let everything = s.everything().await;
    let all = Prune { keep_per_schedule: 1, ..before(99_999) };
    assert_eq!(s.prune(&all).await.unwrap(), rows(0));
    assert_eq!(s.everything().await, everything);
    // Open rows do not count as the latest rows to keep either.
    s.ends(&runs[1], done(), 7).await;
    assert_eq!(s.prune(&keep(1)).await.unwrap(), rows(0));
}

pub async fn the_oldest_rows_are_removed_first(s: &Stage<'_>) {
    ended(s, "a", &[10, 10, 10, 10]).await;
    let some = Prune { limit: 3, ..before(99) };
    assert_eq!(s.prune(&Prune { limit: 0, ..before(99) }).await.unwrap(), rows(0));
    let first = s.prune(&some).await.unwrap();
    assert_eq!((first.occurrences, first.has_more, first.left_since), (3, true, Some(at(10))));
    assert_eq!(left(s).await, ["a p3"]);
    assert_eq!(s.prune(&some).await.unwrap(), rows(1));
}

/// Otherwise retention that falls behind on some schedules would seem to keep up.
pub async fn the_lag_covers_the_oldest_row_that_is_left(s: &Stage<'_>) {
    s.with_rows("a", definition(), &[0]).await;
    s.with_rows("b", definition(), &[0]).await;
    let schedule = s.schedule_of(&key("a")).await;
    s.plan(vec![plan(&schedule, vec![due(1)])], at(1)).await.unwrap();
    for row in s.claimed("n1", 999, 1_000).await.started {
        let is_second = row.planned.nominal_at == at(1);
        let end = if is_second {
            50
        } else if row.schedule == key("a") {
            10
        } else {
            20
        };
        s.ends(&row, done(), end).await;
    }
    let step = s.prune(&Prune { limit: 2, ..before(99) }).await.unwrap();
    let oldest = s.rows().await.into_iter().filter_map(|row| row.ended_at).min();
    assert_eq!((step.occurrences, step.has_more), (2, true));
    assert!(step.left_since.is_some() && step.left_since <= oldest, "{:?}, but {oldest:?} is left", step.left_since);
}

pub async fn attempts_are_removed_with_their_row(s: &Stage<'_>) {
    s.with_rows("a", definition(), &[0]).await;
    let row = s.started("n1", 0).await;
    s.ends(&row, retry(5), 1).await;
    let second = s.started("n1", 5).await;
    s.ends(&second, done(), 6).await;
    s.prune(&before(99)).await.unwrap();
    assert_eq!(s.occurrence(&acme(), row.id).await.unwrap(), None);
}

/// A removed row may be requested again. Only the watermark keeps planning from creating it again.
pub async fn the_key_of_a_removed_row_is_free(s: &Stage<'_>) {
    ended(s, "a", &[10]).await;
    s.prune(&before(99)).await.unwrap();
    let schedule = s.schedule_of(&key("a")).await;
    let planned = s.plan(vec![plan(&schedule, vec![due(0)])], at(100)).await.unwrap();
    assert_eq!(planned, [PlanResult::Done { inserted: 1 }]);
    let row = s.rows().await.remove(0);
    assert_eq!((row.state, row.attempt, s.attempts(&row).await), (State::Planned, 0, vec![]));
}

/// Otherwise an old lease or cursor would refer to another row.
pub async fn ids_are_not_reused(s: &Stage<'_>) {
    ended(s, "a", &[10]).await;
    let old = s.rows().await[0].id;
    s.prune(&before(99)).await.unwrap();
    let schedule = s.schedule_of(&key("a")).await;
    s.plan_rows(&schedule, vec![due(0)]).await;
    assert!(s.rows().await[0].id > old);
    s.enqueue(vec![work("w")], at(0)).await.unwrap();
    let item = s.claim_work(&claim_work("n1", 1), at(0)).await.unwrap().remove(0);
    let complete = WorkEnding::Complete { result: serde_json::json!(1) };
    s.finish(&acme(), vec![(work_lease(&item), complete)], at(1)).await.unwrap();
    s.prune(&before(99)).await.unwrap();
    let again = s.enqueue(vec![work("w")], at(0)).await.unwrap();
    assert!(matches!(again[..], [EnqueueResult::New(id)] if id > item.id), "{again:?}");
}

pub async fn old_gaps_are_removed(s: &Stage<'_>) {
    let schedule = s.saved("a", definition()).await;
    for (now, count) in [(10, 1), (20, 2)] {
        let schedule = crate::model::Schedule { watermark: at(-60), ..schedule.clone() };
        let made = crate::store::Plan { gaps: vec![gap(-9, -9, count)], ..plan(&schedule, Vec::new()) };
        s.plan(vec![made], at(now)).await.unwrap();
    }
    assert_eq!(s.prune(&before(20)).await.unwrap(), PruneResult { gaps: 1, ..PruneResult::default() });
    let counts: Vec<_> = s.gaps_of("a").await.iter().map(|gap| gap.covers.count).collect();
    assert_eq!(counts, [2]);
    assert_eq!(s.prune(&keep(1)).await.unwrap().gaps, 0);
}

pub async fn settled_work_items_are_removed(s: &Stage<'_>) {
    s.enqueue(["a", "b", "c", "d"].map(work).to_vec(), at(0)).await.unwrap();
    let items = s.claim_work(&claim_work("n1", 3), at(0)).await.unwrap();
    let endings = vec![
        (work_lease(&items[0]), WorkEnding::Complete { result: serde_json::json!(1) }),
        (work_lease(&items[1]), WorkEnding::Fail { error: "x".to_owned(), retry_at: None }),
    ];
    s.finish(&acme(), endings, at(10)).await.unwrap();
    assert_eq!(s.prune(&before(10)).await.unwrap(), PruneResult::default());
    assert_eq!(s.prune(&before(11)).await.unwrap(), PruneResult { work_items: 2, ..PruneResult::default() });
    let keys: Vec<_> = s.work().await.into_iter().map(|item| item.work.key).collect();
    assert_eq!(keys, ["c", "d"]);
    assert!(matches!(s.enqueue(vec![work("a")], at(20)).await.unwrap()[..], [EnqueueResult::New(_)]));
}

/// Checklist B18.
pub async fn done_and_dead_work_items_have_separate_retention(s: &Stage<'_>) {
    s.enqueue(["a", "b", "c"].map(work).to_vec(), at(0)).await.unwrap();
    let items = s.claim_work(&claim_work("n1", 2), at(0)).await.unwrap();
    let endings = vec![
        (work_lease(&items[0]), WorkEnding::Complete { result: serde_json::json!(1) }),
        (work_lease(&items[1]), WorkEnding::Fail { error: "x".to_owned(), retry_at: None }),
    ];
    s.finish(&acme(), endings, at(10)).await.unwrap();
    let one = PruneResult { work_items: 1, ..PruneResult::default() };
    let dead_only = Prune { work_done_before: Some(at(10)), work_dead_before: Some(at(11)), ..prune() };
    assert_eq!(s.prune(&dead_only).await.unwrap(), one);
    let keys = async || s.work().await.into_iter().map(|item| item.work.key).collect::<Vec<_>>();
    assert_eq!(keys().await, ["a", "c"]);
    let done_too = Prune { work_done_before: Some(at(11)), ..prune() };
    assert_eq!(s.prune(&done_too).await.unwrap(), one);
    assert_eq!(keys().await, ["c"]);
}

pub async fn a_deleted_schedule_is_removed_after_its_rows(s: &Stage<'_>) {
    let schedule = s.with_rows("a", definition(), &[0, 1]).await;
    let runs = s.claimed("n1", 9, 5).await.started;
    s.ends(&runs[0], done(), 6).await;
    s.delete(&key("a"), ExpectedVersion::Any, &ann(), at(7)).await.unwrap();
    let first = s.prune(&before(99)).await.unwrap();
    assert_eq!((first.occurrences, first.schedules), (1, 0));
    assert!(s.defined(schedule.uid, schedule.revision).await.is_some());
    // A running occurrence is still settled by its worker.
    s.settle(vec![settlement(&runs[1], done())], at(8)).await.unwrap();
    let second = s.prune(&before(99)).await.unwrap();
    assert_eq!((second.occurrences, second.schedules), (1, 1));
    assert_eq!(s.defined(schedule.uid, schedule.revision).await, None);
    assert_eq!(s.prune(&before(99)).await.unwrap(), PruneResult::default());
}

pub async fn a_deleted_schedule_without_rows_is_removed_at_once(s: &Stage<'_>) {
    s.saved("a", definition()).await;
    s.delete(&key("a"), ExpectedVersion::Any, &ann(), at(7)).await.unwrap();
    assert_eq!(s.prune(&prune()).await.unwrap(), PruneResult { schedules: 1, ..PruneResult::default() });
}

pub async fn an_existing_schedule_without_rows_is_not_removed(s: &Stage<'_>) {
    ended(s, "a", &[1]).await;
    s.moved_to("a", crate::model::Status::Canceled, 2).await;
    assert_eq!(s.prune(&before(99)).await.unwrap(), rows(1));
    assert_eq!(s.schedule_of(&key("a")).await.counters.succeeded, 1);
    assert_eq!(s.revisions_of("a").await.len(), 2);
}

/// P9: pruning one tenant does not touch another.
pub async fn pruning_one_tenant_leaves_the_others(s: &Stage<'_>) {
    for tenant in [acme(), globex()] {
        let schedule = s.with_rows_as(key_of(tenant.clone(), "a"), definition(), &[0]).await;
        let row = s.started("n1", 0).await;
        s.ends(&row, done(), 1).await;
        let more = crate::store::Plan { gaps: vec![gap(-9, -9, 1)], ..plan(&schedule, Vec::new()) };
        s.plan(vec![more], at(1)).await.unwrap();
        s.saved_as(key_of(tenant.clone(), "gone"), definition()).await;
        s.delete(&key_of(tenant.clone(), "gone"), ExpectedVersion::Any, &ann(), at(1)).await.unwrap();
        s.enqueue(vec![crate::model::NewWorkItem { tenant: tenant.clone(), ..work("w") }], at(0)).await.unwrap();
        let claim = crate::store::ClaimWork { tenant: tenant.clone(), ..claim_work("n1", 1) };
        let item = s.claim_work(&claim, at(0)).await.unwrap().remove(0);
        let complete = WorkEnding::Complete { result: serde_json::json!(1) };
        s.finish(&tenant, vec![(work_lease(&item), complete)], at(1)).await.unwrap();
    }
    let all = PruneResult { occurrences: 1, gaps: 1, schedules: 1, work_items: 1, ..PruneResult::default() };
    let foreign = s.everything().await.tenants.remove(&globex());
    let of = |tenant| Prune { tenant: Some(tenant), keep_per_schedule: 9, ..before(99) };
    assert_eq!(s.prune(&of(acme())).await.unwrap(), all);
    assert_eq!(s.everything().await.tenants.remove(&globex()), foreign);
    assert_eq!(s.prune(&of(globex())).await.unwrap(), all);
}

/// P4: pruning does not change the watermark.
pub async fn pruning_keeps_counters_and_watermark(s: &Stage<'_>) {
    ended(s, "a", &[1, 2]).await;
    let schedule = s.schedule_of(&key("a")).await;
    s.prune(&before(99)).await.unwrap();
    assert_eq!(s.schedule_of(&key("a")).await, schedule);
}

pub async fn pruning_keeps_the_audit_log(s: &Stage<'_>) {
    ended(s, "a", &[1, 2]).await;
    s.delete(&key("a"), ExpectedVersion::Any, &ann(), at(3)).await.unwrap();
    let audit = s.audit().await;
    s.prune(&before(99)).await.unwrap();
    assert_eq!((s.audit().await, audit.len()), (audit.clone(), 2));
}

/// Prunes in steps until nothing is left, and returns the totals.
async fn pass(s: &Stage<'_>, prune: &Prune) -> PruneResult {
    let mut all = PruneResult::default();
    for _ in 0..1_000 {
        let step = s.prune(prune).await.unwrap();
        assert!([step.occurrences, step.gaps, step.schedules].iter().all(|rows| *rows <= prune.limit), "{step:?}");
        all.occurrences += step.occurrences;
        all.gaps += step.gaps;
        all.schedules += step.schedules;
        all.work_items += step.work_items;
        if !step.has_more {
            return all;
        }
    }
    panic!("pruning does not end: {all:?}");
}

pub async fn steps_remove_everything_past_retention(s: &Stage<'_>) {
    ended(s, "a", &(0..40).collect::<Vec<_>>()).await;
    ended(s, "b", &(0..40).rev().collect::<Vec<_>>()).await;
    let step = Prune { limit: 7, ..before(30) };
    assert_eq!(pass(s, &step).await, rows(60));
    assert_eq!(left(s).await.len(), 20);
    assert_eq!(pass(s, &step).await, rows(0));
    assert_eq!(pass(s, &Prune { limit: 7, ..before(99) }).await, rows(20));
}

/// Regression test: gaps and work items used to be removed all at once, in one statement.
pub async fn a_step_removes_at_most_its_limit_of_each_kind(s: &Stage<'_>) {
    let schedule = s.saved("a", definition()).await;
    let gaps = (0..5).map(|count| gap(-9, -9, count + 1)).collect();
    s.plan(vec![crate::store::Plan { gaps, ..plan(&schedule, Vec::new()) }], at(1)).await.unwrap();
    s.enqueue(["a", "b", "c", "d", "e"].map(work).to_vec(), at(0)).await.unwrap();
    let items = s.claim_work(&claim_work("n1", 5), at(0)).await.unwrap();
    let complete = || WorkEnding::Complete { result: serde_json::json!(1) };
    let endings = items.iter().map(|item| (work_lease(item), complete())).collect();
    s.finish(&acme(), endings, at(1)).await.unwrap();
    for name in ["v", "w", "x", "y", "z"] {
        s.saved(name, definition()).await;
        s.delete(&key(name), ExpectedVersion::Any, &ann(), at(1)).await.unwrap();
    }
    let step = Prune { limit: 2, ..before(99) };
    let first = s.prune(&step).await.unwrap();
    assert_eq!((first.gaps, first.work_items, first.schedules, first.has_more), (2, 2, 2, true));
    assert_eq!(pass(s, &step).await, PruneResult { gaps: 3, work_items: 3, schedules: 3, ..PruneResult::default() });
}

/// A step reads a bounded number of rows. If these were always the same, it would never get past rows that are kept.
pub async fn kept_rows_do_not_hide_removable_rows(s: &Stage<'_>) {
    s.with_rows("open", definition(), &(0..30).map(|n| 5_000 + n).collect::<Vec<_>>()).await;
    ended(s, "late", &[900, 901, 902, 903]).await;
    ended(s, "old", &[1, 2, 3, 4]).await;
    assert_eq!(pass(s, &Prune { limit: 1, ..before(99) }).await, rows(4));
    let late = left(s).await.iter().filter(|row| row.starts_with("late")).count();
    assert_eq!((late, left(s).await.len()), (4, 34));
}

pub async fn kept_dead_letters_do_not_hide_completed_work(s: &Stage<'_>) {
    s.enqueue(["a", "b", "c", "d", "e", "f"].map(work).to_vec(), at(0)).await.unwrap();
    let items = s.claim_work(&claim_work("n1", 6), at(0)).await.unwrap();
    for (place, item) in items.iter().enumerate() {
        let ending = match place {
            0..4 => WorkEnding::Fail { error: "x".to_owned(), retry_at: None },
            _ => WorkEnding::Complete { result: serde_json::json!(1) },
        };
        s.finish(&acme(), vec![(work_lease(item), ending)], at(place as i64)).await.unwrap();
    }
    let done = Prune { work_done_before: Some(at(99)), limit: 1, ..prune() };
    assert_eq!(pass(s, &done).await, PruneResult { work_items: 2, ..PruneResult::default() });
    let keys: Vec<_> = s.work().await.into_iter().map(|item| item.work.key).collect();
    assert_eq!(keys, ["a", "b", "c", "d"]);
}

pub async fn a_schedule_is_pruned_when_it_exceeds_its_limit_by_a_tenth(s: &Stage<'_>) {
    ended(s, "a", &(0..22).collect::<Vec<_>>()).await;
    ended(s, "b", &(0..23).collect::<Vec<_>>()).await;
    assert_eq!(pass(s, &keep(20)).await, rows(3));
    assert_eq!(left(s).await.iter().filter(|row| row.starts_with("b")).count(), 20);
}

pub async fn a_reopened_row_is_not_removed(s: &Stage<'_>) {
    ended(s, "a", &[1, 2, 3]).await;
    let row = s.rows().await.remove(0);
    let reopen = crate::store::OccurrenceChange::retry();
    s.by_hand(row.id, reopen, 500).await.unwrap();
    assert_eq!(pass(s, &Prune { limit: 1, ..before(400) }).await, rows(2));
    let again = s.started("n1", 2_000).await;
    s.ends(&again, done(), 2_001).await;
    assert_eq!(pass(s, &Prune { limit: 1, ..before(2_000) }).await, rows(0));
    assert_eq!(left(s).await, ["a p0"]);
}
