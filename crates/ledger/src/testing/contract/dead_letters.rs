//! Dead work items: how an item dies, how dead letters are listed, and how a person replays them.

use super::queue::{again, claimed, complete, enqueue_keys, fail, finished, keys, one};
use crate::model::{NewWorkItem, WorkItemId, WorkState};
use crate::store::{Page, WorkFilter};
use crate::testing::fixture::{acme, ann, at, queue, work};
use crate::testing::stage::Stage;

#[doc(hidden)]
#[macro_export]
macro_rules! dead_letters_cases {
    ($make:path) => {
        $make! { dead_letters:
            an_item_that_kills_its_workers_dies,
            a_dying_item_counts_toward_the_limit,
            a_failed_item_without_attempts_left_dies,
            a_failed_item_without_a_next_time_dies,
            dead_letters_are_listed,
            a_dead_item_is_replayed_with_all_its_attempts,
            only_dead_items_are_replayed,
            a_replayed_item_cannot_be_ended_by_an_old_report,
        }
    };
}

/// P6: an item that keeps killing its workers dies.
pub async fn an_item_that_kills_its_workers_dies(s: &Stage<'_>) {
    s.enqueue(vec![NewWorkItem { max_attempts: 2, ..work("a") }], at(0)).await.unwrap();
    let first = one(s, "n1", 0).await;
    one(s, "n2", 100).await;
    assert_eq!(claimed(s, "n3", 9, 200).await, []);
    let dead = again(s, &first).await;
    assert_eq!((dead.state, dead.attempt, dead.ended_at), (WorkState::Dead, 2, Some(at(200))));
    assert_eq!((dead.error.as_deref(), dead.lease_until), (Some(crate::ledger::work::LEASE_EXHAUSTED), None));
    assert_eq!(claimed(s, "n3", 9, 9_999).await, []);
}

pub async fn a_dying_item_counts_toward_the_limit(s: &Stage<'_>) {
    s.enqueue(vec![NewWorkItem { max_attempts: 1, ..work("a") }], at(0)).await.unwrap();
    one(s, "n1", 0).await;
    s.enqueue(vec![NewWorkItem { ready_at: at(50), ..work("b") }], at(0)).await.unwrap();
    assert_eq!(claimed(s, "n2", 1, 100).await, []);
    assert_eq!(keys(&claimed(s, "n2", 1, 100).await), ["b"]);
}

pub async fn a_failed_item_without_attempts_left_dies(s: &Stage<'_>) {
    s.enqueue(vec![NewWorkItem { max_attempts: 1, ..work("a") }], at(0)).await.unwrap();
    let item = one(s, "n1", 0).await;
    assert!(finished(s, &item, fail(Some(60)), 1).await);
    let dead = again(s, &item).await;
    assert_eq!((dead.state, dead.ended_at, dead.error.as_deref()), (WorkState::Dead, Some(at(1)), Some("no")));
    // Repeating the same report gives the same result.
    assert!(finished(s, &item, fail(Some(60)), 2).await);
}

pub async fn a_failed_item_without_a_next_time_dies(s: &Stage<'_>) {
    enqueue_keys(s, &["a"]).await;
    let item = one(s, "n1", 0).await;
    assert!(finished(s, &item, fail(None), 1).await);
    assert_eq!(again(s, &item).await.state, WorkState::Dead);
    assert_eq!(claimed(s, "n1", 9, 9_999).await, []);
}

pub async fn dead_letters_are_listed(s: &Stage<'_>) {
    enqueue_keys(s, &["a", "b", "c"]).await;
    s.enqueue(vec![NewWorkItem { queue: queue("fax"), ..work("d") }], at(0)).await.unwrap();
    let items = claimed(s, "n1", 2, 0).await;
    finished(s, &items[0], fail(None), 1).await;
    finished(s, &items[1], complete(), 1).await;
    let check = async |queue: Option<&str>, states: &[WorkState], expected: &[&str]| {
        let filter = WorkFilter { queue: queue.map(crate::testing::fixture::queue), states: states.to_vec() };
        let page = s.work_items(&acme(), &filter, &Page::first(9)).await.unwrap();
        assert_eq!(keys(&page.rows), expected, "{filter:?}");
    };
    check(None, &[WorkState::Dead], &["a"]).await;
    check(Some("mail"), &[WorkState::Dead, WorkState::Completed], &["b", "a"]).await;
    check(Some("mail"), &[], &["c", "b", "a"]).await;
    check(Some("fax"), &[WorkState::Queued], &["d"]).await;
    check(Some("fax"), &[WorkState::Dead], &[]).await;
    check(None, &[WorkState::Running], &[]).await;
}

/// P8: a replay has an audit entry.
pub async fn a_dead_item_is_replayed_with_all_its_attempts(s: &Stage<'_>) {
    enqueue_keys(s, &["a"]).await;
    let item = one(s, "n1", 0).await;
    finished(s, &item, fail(None), 1).await;
    assert_eq!(s.replay(&acme(), &[item.id], &ann(), at(50)).await.unwrap(), [true]);
    let queued = again(s, &item).await;
    assert_eq!((queued.state, queued.attempt, queued.work.ready_at), (WorkState::Queued, 0, at(50)));
    assert_eq!((queued.ended_at, queued.lease_owner.clone()), (None, None));
    assert!(queued.fence > item.fence);
    assert_eq!(one(s, "n2", 50).await.attempt, 1);
    let entry = s.audit().await.pop().unwrap().entry;
    assert_eq!((entry.action.as_str(), entry.by), ("work_item.replay", ann()));
    assert_eq!(entry.detail, format!("{{\"ids\":[{}]}}", item.id));
}

pub async fn only_dead_items_are_replayed(s: &Stage<'_>) {
    enqueue_keys(s, &["a", "b", "c"]).await;
    let items = claimed(s, "n1", 2, 0).await;
    finished(s, &items[0], complete(), 1).await;
    let queued = s.work().await.remove(2);
    let ids = [items[0].id, items[1].id, queued.id, WorkItemId(987_654_321)];
    let before = s.work().await;
    assert_eq!(s.replay(&acme(), &ids, &ann(), at(5)).await.unwrap(), [false; 4]);
    assert_eq!(s.work().await, before);
}

/// P3: an old fence is worthless after a replay.
pub async fn a_replayed_item_cannot_be_ended_by_an_old_report(s: &Stage<'_>) {
    enqueue_keys(s, &["a"]).await;
    let item = one(s, "n1", 0).await;
    finished(s, &item, fail(None), 1).await;
    s.replay(&acme(), &[item.id, item.id], &ann(), at(2)).await.unwrap();
    let before = s.everything().await;
    for ending in [fail(None), complete(), fail(Some(9))] {
        assert!(!finished(s, &item, ending, 3).await);
    }
    assert_eq!(s.everything().await, before);
}
