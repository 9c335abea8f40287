//! Work items: enqueued once, leased, then done or dead.

use serde_json::json;

use crate::model::{Fence, NewWorkItem, Priority, WorkItem, WorkItemId, WorkState};
use crate::store::{ClaimWork, EnqueueResult, Page, StoreError, WorkEnding, WorkFilter, WorkLease};
use crate::testing::fixture::{
    LEASE, acme, ann, at, claim_work, globex, node, queue, seconds, tricky_json, work, work_lease,
};
use crate::testing::stage::Stage;

#[doc(hidden)]
#[macro_export]
macro_rules! queue_cases {
    ($make:path) => {
        $make! { queue:
            an_item_reads_back_as_it_was_enqueued,
            the_same_key_twice_is_one_item,
            a_key_stays_taken_while_its_item_is_kept,
            the_same_key_in_another_queue_or_tenant_is_another_item,
            items_are_claimed_by_priority_time_and_number,
            nothing_is_claimed_before_it_is_ready,
            two_workers_never_share_an_item,
            a_claim_of_work_keeps_to_its_queue_and_limit,
            an_expired_item_is_claimed_again_under_a_higher_fence,
            extending_prolongs_the_lease_of_an_item,
            extending_a_lost_item_is_refused,
            finishing_records_the_result,
            repeating_a_report_under_the_same_lease_succeeds,
            finishing_after_a_takeover_is_refused,
            a_failed_item_is_retried_at_its_time,
            a_long_error_is_truncated,
            a_different_second_report_is_refused,
            items_are_listed_newest_first_in_pages,
            a_batch_of_endings_is_answered_one_by_one,
            an_unknown_item_is_lost_everywhere,
        }
    };
}

pub(crate) fn complete() -> WorkEnding {
    WorkEnding::Complete { result: json!({"ok": true}) }
}

pub(crate) fn fail(retry_at: Option<i64>) -> WorkEnding {
    WorkEnding::Fail { error: "no".to_owned(), retry_at: retry_at.map(at) }
}

pub(crate) async fn enqueue_keys(s: &Stage<'_>, keys: &[&str]) {
    s.enqueue(keys.iter().map(|key| work(key)).collect(), at(0)).await.unwrap();
}

pub(crate) async fn claimed(s: &Stage<'_>, owner: &str, limit: usize, now: i64) -> Vec<WorkItem> {
    s.claim_work(&claim_work(owner, limit), at(now)).await.unwrap()
}

pub(crate) async fn one(s: &Stage<'_>, owner: &str, now: i64) -> WorkItem {
    let mut items = claimed(s, owner, 9, now).await;
    assert_eq!(items.len(), 1, "{items:?}");
    items.remove(0)
}

pub(crate) async fn finished(s: &Stage<'_>, item: &WorkItem, ending: WorkEnding, now: i64) -> bool {
    s.finish(&acme(), vec![(work_lease(item), ending)], at(now)).await.unwrap()[0]
}

pub(crate) async fn again(s: &Stage<'_>, item: &WorkItem) -> WorkItem {
    s.work_item(&item.work.tenant, item.id).await.unwrap().unwrap()
}

pub(crate) fn keys(items: &[WorkItem]) -> Vec<&str> {
    items.iter().map(|item| item.work.key.as_str()).collect()
}

pub async fn an_item_reads_back_as_it_was_enqueued(s: &Stage<'_>) {
    let new = NewWorkItem {
        payload: tricky_json(),
        priority: Priority::High,
        ready_at: at(5) + jiff::SignedDuration::from_micros(7),
        max_attempts: 9,
        ..work("é 'k' %")
    };
    let answers = s.enqueue(vec![new.clone()], at(3)).await.unwrap();
    let [EnqueueResult::New(id)] = answers[..] else { panic!("{answers:?}") };
    let expected = WorkItem {
        id,
        work: new,
        state: WorkState::Queued,
        attempt: 0,
        fence: Fence(0),
        lease_owner: None,
        lease_until: None,
        created_at: at(3),
        ended_at: None,
        result: None,
        error: None,
    };
    assert_eq!(s.work_item(&acme(), id).await.unwrap(), Some(expected));
}

/// P1 for work items: one item per key.
pub async fn the_same_key_twice_is_one_item(s: &Stage<'_>) {
    let first = s.enqueue(vec![work("a"), work("b"), work("a")], at(0)).await.unwrap();
    let [EnqueueResult::New(a), EnqueueResult::New(b), EnqueueResult::Existing(again)] = first[..] else {
        panic!("{first:?}")
    };
    assert_eq!(again, a);
    let other = NewWorkItem { payload: json!("other"), ..work("a") };
    assert_eq!(s.enqueue(vec![other], at(5)).await.unwrap(), [EnqueueResult::Existing(a)]);
    let items = s.work().await;
    assert_eq!(items.iter().map(|item| item.id).collect::<Vec<_>>(), [a, b]);
    assert_eq!(items[0].work.payload, work("a").payload);
}

pub async fn a_key_stays_taken_while_its_item_is_kept(s: &Stage<'_>) {
    enqueue_keys(s, &["a"]).await;
    let item = one(s, "n1", 0).await;
    assert!(finished(s, &item, complete(), 1).await);
    assert_eq!(s.enqueue(vec![work("a")], at(2)).await.unwrap(), [EnqueueResult::Existing(item.id)]);
    assert_eq!(claimed(s, "n1", 9, 99).await, []);
}

pub async fn the_same_key_in_another_queue_or_tenant_is_another_item(s: &Stage<'_>) {
    let others = vec![
        work("a"),
        NewWorkItem { queue: queue("fax"), ..work("a") },
        NewWorkItem { tenant: globex(), ..work("a") },
        work("A"),
        work("a "),
    ];
    let answers = s.enqueue(others, at(0)).await.unwrap();
    assert!(answers.iter().all(|answer| matches!(answer, EnqueueResult::New(_))), "{answers:?}");
}

pub async fn items_are_claimed_by_priority_time_and_number(s: &Stage<'_>) {
    let of = |key: &str, priority, ready: i64| NewWorkItem { priority, ready_at: at(ready), ..work(key) };
    let items = vec![
        of("low", Priority::Low, 0),
        of("late", Priority::Normal, 5),
        of("early", Priority::Normal, 1),
        of("tied", Priority::Normal, 5),
        of("high", Priority::High, 9),
    ];
    s.enqueue(items, at(0)).await.unwrap();
    assert_eq!(keys(&claimed(s, "n1", 9, 10).await), ["high", "early", "late", "tied", "low"]);
}

pub async fn nothing_is_claimed_before_it_is_ready(s: &Stage<'_>) {
    s.enqueue(vec![NewWorkItem { ready_at: at(10), ..work("a") }], at(0)).await.unwrap();
    let early = at(10) - jiff::SignedDuration::from_micros(1);
    assert_eq!(s.claim_work(&claim_work("n1", 9), early).await.unwrap(), []);
    let item = one(s, "n1", 10).await;
    assert_eq!((item.state, item.attempt, item.lease_owner.clone()), (WorkState::Running, 1, Some(node("n1"))));
    assert_eq!((item.lease_until, item.work.ready_at), (Some(at(10 + LEASE)), at(10 + LEASE)));
    assert_eq!(again(s, &item).await, item);
}

pub async fn two_workers_never_share_an_item(s: &Stage<'_>) {
    enqueue_keys(s, &["a", "b", "c"]).await;
    assert_eq!(keys(&claimed(s, "n1", 2, 0).await), ["a", "b"]);
    assert_eq!(keys(&claimed(s, "n2", 9, 0).await), ["c"]);
    assert_eq!(claimed(s, "n3", 9, 0).await, []);
}

pub async fn a_claim_of_work_keeps_to_its_queue_and_limit(s: &Stage<'_>) {
    enqueue_keys(s, &["a"]).await;
    s.enqueue(vec![NewWorkItem { queue: queue("fax"), ..work("b") }], at(0)).await.unwrap();
    assert_eq!(claimed(s, "n1", 0, 0).await, []);
    let fax = ClaimWork { queue: queue("fax"), ..claim_work("n1", 9) };
    assert_eq!(keys(&s.claim_work(&fax, at(0)).await.unwrap()), ["b"]);
    let nowhere = ClaimWork { queue: queue("none"), ..claim_work("n1", 9) };
    assert_eq!(s.claim_work(&nowhere, at(0)).await.unwrap(), []);
    assert_eq!(keys(&claimed(s, "n1", 9, 0).await), ["a"]);
}

/// P3: the fence of an item increases with every claim.
pub async fn an_expired_item_is_claimed_again_under_a_higher_fence(s: &Stage<'_>) {
    enqueue_keys(s, &["a"]).await;
    let first = one(s, "n1", 0).await;
    assert_eq!(claimed(s, "n2", 9, LEASE - 1).await, []);
    let second = one(s, "n2", LEASE).await;
    assert_eq!((second.attempt, second.lease_owner.clone()), (2, Some(node("n2"))));
    assert!(second.fence > first.fence);
}

pub async fn extending_prolongs_the_lease_of_an_item(s: &Stage<'_>) {
    enqueue_keys(s, &["a"]).await;
    let item = one(s, "n1", 0).await;
    assert_eq!(s.extend(&acme(), &[work_lease(&item)], seconds(50), at(20)).await.unwrap(), [true]);
    let held = again(s, &item).await;
    assert_eq!((held.lease_until, held.work.ready_at, held.fence), (Some(at(70)), at(70), item.fence));
    assert_eq!(claimed(s, "n2", 9, 69).await, []);
    // After the lease has ended and before a takeover, the item is still held.
    assert_eq!(s.extend(&acme(), &[work_lease(&item)], seconds(50), at(500)).await.unwrap(), [true]);
}

pub async fn extending_a_lost_item_is_refused(s: &Stage<'_>) {
    enqueue_keys(s, &["a"]).await;
    let old = one(s, "n1", 0).await;
    let new = one(s, "n2", LEASE).await;
    let before = s.everything().await;
    assert_eq!(s.extend(&acme(), &[work_lease(&old)], seconds(50), at(31)).await.unwrap(), [false]);
    assert_eq!(s.everything().await, before);
    assert!(finished(s, &new, complete(), 32).await);
    assert_eq!(s.extend(&acme(), &[work_lease(&new)], seconds(50), at(33)).await.unwrap(), [false]);
}

pub async fn finishing_records_the_result(s: &Stage<'_>) {
    enqueue_keys(s, &["a"]).await;
    let item = one(s, "n1", 0).await;
    assert!(finished(s, &item, WorkEnding::Complete { result: tricky_json() }, 9).await);
    let done = again(s, &item).await;
    assert_eq!((done.state, done.ended_at, done.lease_until), (WorkState::Completed, Some(at(9)), None));
    assert_eq!((done.result, done.error, done.work.ready_at), (Some(tricky_json()), None, at(9)));
}

pub async fn repeating_a_report_under_the_same_lease_succeeds(s: &Stage<'_>) {
    enqueue_keys(s, &["a", "b", "c"]).await;
    let items = claimed(s, "n1", 9, 0).await;
    let endings = [complete(), fail(None), fail(Some(60))];
    for (item, ending) in items.iter().zip(&endings) {
        assert!(finished(s, item, ending.clone(), 1).await);
    }
    let before = s.everything().await;
    for (item, ending) in items.iter().zip(endings) {
        assert!(finished(s, item, ending, 2).await);
    }
    assert_eq!(s.everything().await, before);
}

/// P3: the lease of the old worker is worthless.
pub async fn finishing_after_a_takeover_is_refused(s: &Stage<'_>) {
    enqueue_keys(s, &["a"]).await;
    let old = one(s, "n1", 0).await;
    one(s, "n2", LEASE).await;
    let before = s.everything().await;
    for ending in [complete(), fail(None), fail(Some(9))] {
        assert!(!finished(s, &old, ending, 31).await);
    }
    assert_eq!(s.everything().await, before);
}

pub async fn a_failed_item_is_retried_at_its_time(s: &Stage<'_>) {
    enqueue_keys(s, &["a"]).await;
    let item = one(s, "n1", 0).await;
    assert!(finished(s, &item, fail(Some(60)), 1).await);
    let queued = again(s, &item).await;
    assert_eq!((queued.state, queued.work.ready_at, queued.attempt), (WorkState::Queued, at(60), 1));
    assert_eq!((queued.error.as_deref(), queued.ended_at, queued.lease_until), (Some("no"), None, None));
    assert_eq!(claimed(s, "n2", 9, 59).await, []);
    let next = one(s, "n2", 60).await;
    assert_eq!(next.attempt, 2);
    assert!(finished(s, &next, complete(), 61).await);
    assert_eq!(again(s, &item).await.error, None);
}

pub async fn a_long_error_is_truncated(s: &Stage<'_>) {
    enqueue_keys(s, &["a"]).await;
    let item = one(s, "n1", 0).await;
    let error = "é".repeat(5_000);
    assert!(finished(s, &item, WorkEnding::Fail { error, retry_at: None }, 1).await);
    assert_eq!(again(s, &item).await.error.unwrap().len(), crate::model::MESSAGE_BYTES_MAX);
}

pub async fn a_different_second_report_is_refused(s: &Stage<'_>) {
    enqueue_keys(s, &["a"]).await;
    let item = one(s, "n1", 0).await;
    assert!(finished(s, &item, complete(), 1).await);
    let before = s.everything().await;
    assert!(!finished(s, &item, fail(None), 2).await);
    assert!(!finished(s, &item, fail(Some(9)), 2).await);
    assert_eq!(s.everything().await, before);
}

pub async fn items_are_listed_newest_first_in_pages(s: &Stage<'_>) {
    enqueue_keys(s, &["a", "b", "c", "d", "e"]).await;
    let any = WorkFilter::default();
    let first = s.work_items(&acme(), &any, &Page::first(2)).await.unwrap();
    enqueue_keys(s, &["f"]).await;
    let second = s.work_items(&acme(), &any, &Page::after(2, first.next.unwrap())).await.unwrap();
    let third = s.work_items(&acme(), &any, &Page::after(2, second.next.unwrap())).await.unwrap();
    assert_eq!((keys(&first.rows), keys(&second.rows)), (vec!["e", "d"], vec!["c", "b"]));
    assert_eq!((keys(&third.rows), third.next), (vec!["a"], None));
}

pub async fn a_batch_of_endings_is_answered_one_by_one(s: &Stage<'_>) {
    enqueue_keys(s, &["a", "b"]).await;
    let items = claimed(s, "n1", 9, 0).await;
    let nobody = WorkLease { id: WorkItemId(987_654_321), fence: Fence(1) };
    let endings = vec![
        (work_lease(&items[1]), complete()),
        (nobody, complete()),
        (work_lease(&items[1]), fail(None)),
        (work_lease(&items[0]), fail(Some(60))),
        (work_lease(&items[0]), complete()),
    ];
    let answers = s.finish(&acme(), endings, at(1)).await.unwrap();
    assert_eq!(answers, [true, false, false, true, false]);
    let states: Vec<_> = s.work().await.iter().map(|item| item.state).collect();
    assert_eq!(states, [WorkState::Queued, WorkState::Completed]);
}

pub async fn an_unknown_item_is_lost_everywhere(s: &Stage<'_>) {
    let nobody = WorkLease { id: WorkItemId(987_654_321), fence: Fence(0) };
    assert_eq!(s.extend(&acme(), &[nobody], seconds(9), at(0)).await.unwrap(), [false]);
    assert_eq!(s.finish(&acme(), vec![(nobody, complete())], at(0)).await.unwrap(), [false]);
    assert_eq!(s.replay(&acme(), &[nobody.id], &ann(), at(0)).await.unwrap(), [false]);
    let listed = s.work_items(&acme(), &WorkFilter::default(), &Page::after(9, "no number")).await;
    assert!(matches!(listed, Err(StoreError::Invalid { field: "cursor", .. })));
}
