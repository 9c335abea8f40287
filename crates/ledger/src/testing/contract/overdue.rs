//! Occurrences that are overdue because no node runs them: the input of missed-run alarms.

use crate::model::{NewOccurrence, OccurrenceId, Overlap, Priority};
use crate::store::{OccurrenceChange, Release};
use crate::testing::fixture::{
    acme, at, definition, done, due, globex, insert, key, key_of, lease, manual, overlapping, retry, seconds, tenants,
};
use crate::testing::stage::Stage;

#[doc(hidden)]
#[macro_export]
macro_rules! overdue_cases {
    ($make:path) => {
        $make! { overdue:
            overdue_means_due_strictly_before_the_given_time,
            overdue_rows_are_ordered_by_due_time_across_tenants,
            running_and_settled_rows_are_not_overdue,
            a_row_waiting_for_a_retry_is_overdue_by_its_due_time,
            a_row_waiting_for_a_run_is_overdue_by_its_due_time,
            a_row_released_until_later_is_overdue_by_its_due_time,
            a_moved_row_is_overdue_by_its_new_time,
            overdue_uses_the_due_time_with_jitter,
        }
    };
}

async fn overdue(s: &Stage<'_>, before: i64, limit: usize) -> Vec<OccurrenceId> {
    s.overdue(at(before), limit).await.unwrap().into_iter().map(|row| row.id).collect()
}

pub async fn overdue_means_due_strictly_before_the_given_time(s: &Stage<'_>) {
    assert_eq!(overdue(s, 99, 9).await, []);
    s.with_rows("digest", definition(), &[10, 20, 30]).await;
    let rows = s.rows().await;
    assert_eq!(s.overdue(at(21), 9).await.unwrap(), rows[..2]);
    assert_eq!(s.overdue(at(20), 9).await.unwrap(), rows[..1]);
    assert_eq!(s.overdue(at(99), 2).await.unwrap(), rows[..2]);
    assert_eq!(overdue(s, 10, 9).await, []);
    assert_eq!(overdue(s, 99, 0).await, []);
}

pub async fn overdue_rows_are_ordered_by_due_time_across_tenants(s: &Stage<'_>) {
    let priorities = [Priority::Low, Priority::High, Priority::Normal];
    for (n, tenant) in tenants().into_iter().enumerate() {
        let schedule = s.saved_as(key_of(tenant, "digest"), definition()).await;
        let row = |(k, priority): (usize, Priority)| {
            let second = 10 * (k as i64) + 3 * n as i64;
            NewOccurrence { priority, ..due(second) }
        };
        s.plan_rows(&schedule, priorities.into_iter().enumerate().map(row).collect()).await;
    }
    let found = s.overdue(at(99), 9).await.unwrap();
    let reported: Vec<i64> = found.iter().map(|row| row.planned.due_at.duration_since(at(0)).as_secs()).collect();
    assert_eq!(reported, [0, 3, 6, 10, 13, 16, 20, 23, 26]);
    assert_eq!(s.overdue(at(99), 5).await.unwrap(), found[..5]);
    assert_eq!(s.overdue(at(16), 9).await.unwrap(), found[..5]);
    // Of two rows due at the same instant, the lower ID comes first.
    s.insert(insert(&key("digest"), vec![manual("x", 10)]), at(0)).await.unwrap();
    let tied: Vec<_> = overdue(s, 11, 9).await.split_off(3);
    assert_eq!((tied.len(), tied.is_sorted()), (2, true));
}

pub async fn running_and_settled_rows_are_not_overdue(s: &Stage<'_>) {
    s.with_rows("digest", definition(), &[0, 10]).await;
    let row = s.started("n1", 0).await;
    let left = s.rows().await[1].id;
    assert_eq!(overdue(s, 99, 9).await, [left]);
    s.ends(&row, done(), 1).await;
    assert_eq!(overdue(s, 99, 9).await, [left]);
    // An expired lease can be taken over by the next claim, so its row is not overdue.
    s.started("n1", 10).await;
    assert_eq!(overdue(s, 999, 9).await, []);
}

pub async fn a_row_waiting_for_a_retry_is_overdue_by_its_due_time(s: &Stage<'_>) {
    s.with_rows("digest", definition(), &[0, 10]).await;
    let row = s.started("n1", 5).await;
    s.ends(&row, retry(5_000), 6).await;
    let rows = s.rows().await;
    assert_eq!(s.overdue(at(99), 9).await.unwrap(), rows);
    assert_eq!(overdue(s, 1, 9).await, [rows[0].id]);
    assert_eq!(overdue(s, 99, 1).await, [rows[0].id]);
    let again = s.claimed("n1", 9, 5_000).await.started;
    assert_eq!((again.len(), overdue(s, 9_999, 9).await), (2, vec![]));
}

pub async fn a_row_waiting_for_a_run_is_overdue_by_its_due_time(s: &Stage<'_>) {
    s.with_rows("digest", overlapping(Overlap::BufferAll), &[0, 10, 20]).await;
    let first = s.started("n1", 30).await;
    let rows = s.rows().await;
    assert!(rows[1].waits && rows[2].waits, "{rows:?}");
    assert_eq!(s.overdue(at(99), 9).await.unwrap(), rows[1..]);
    assert_eq!(overdue(s, 20, 9).await, [rows[1].id]);
    s.ends(&first, done(), 31).await;
    assert_eq!(overdue(s, 99, 9).await, [rows[1].id, rows[2].id]);
}

pub async fn a_row_released_until_later_is_overdue_by_its_due_time(s: &Stage<'_>) {
    s.with_rows("digest", definition(), &[0, 10]).await;
    let row = s.started("n1", 5).await;
    s.release(&[Release { lease: lease(&row), ready_at: Some(at(700)) }], at(6)).await.unwrap();
    let rows = s.rows().await;
    assert_eq!(s.overdue(at(99), 9).await.unwrap(), rows);
    assert_eq!(s.overdue(at(999), 9).await.unwrap(), rows);
    assert_eq!(overdue(s, 1, 9).await, [row.id]);
    // Reopened by a person, the row is ready now and was due long ago.
    let row = s.started("n1", 10).await;
    s.ends(&row, done(), 11).await;
    let trigger = crate::model::Trigger::Retry;
    s.by_hand(row.id, OccurrenceChange::Reopen { trigger, concurrency: None, payload: None }, 800).await.unwrap();
    assert_eq!(overdue(s, 99, 9).await, [rows[0].id, rows[1].id]);
}

pub async fn a_moved_row_is_overdue_by_its_new_time(s: &Stage<'_>) {
    let schedule = s.with_rows("digest", definition(), &[10, 20]).await;
    let kept = |due: i64, to: i64| crate::store::KeptOccurrence {
        period_key: crate::testing::fixture::period(due),
        discriminator: String::new(),
        nominal_at: at(to),
        due_at: at(to),
    };
    let replan = crate::store::Replan::keeping(&schedule, &[], vec![kept(10, 50), kept(20, 5)], "2026b");
    let save = crate::testing::fixture::save(schedule.key.clone(), definition());
    s.save(crate::store::SaveSchedule { replan: Some(replan), ..save }, at(1)).await.unwrap();
    let rows = s.rows().await;
    assert_eq!(overdue(s, 50, 9).await, [rows[1].id]);
    assert_eq!(overdue(s, 51, 9).await, [rows[1].id, rows[0].id]);
}

pub async fn overdue_uses_the_due_time_with_jitter(s: &Stage<'_>) {
    let schedule = s.saved_as(key_of(globex(), "digest"), definition()).await;
    let jittered = NewOccurrence { due_at: at(0) + seconds(30), ..due(0) };
    s.plan_rows(&schedule, vec![jittered, due(10)]).await;
    let rows = s.rows_of(&globex()).await;
    assert_eq!(overdue(s, 11, 9).await, [rows[1].id]);
    assert_eq!(overdue(s, 31, 9).await, [rows[1].id, rows[0].id]);
    assert_eq!(s.rows_of(&acme()).await, []);
}
