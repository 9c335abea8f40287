//! Size limits: values that are too large are rejected with the name of the field, and the largest allowed
//! values are kept.

use serde_json::{Value, json};

use super::bad_input::fill_store;
use crate::model::{By, KEY_BYTES_MAX, NewOccurrence, NewWorkItem, Revision, Status, WORK_BYTES_MAX};
use crate::store::{
    BATCH_MAX, ChangeStatus, Claim, DOCUMENT_BYTES_MAX, DeadItemChange, ExpectedVersion, MARK_NAME_BYTES_MAX,
    MARK_VALUE_BYTES_MAX, Mark, Settlement, StoreError, WorkEnding,
};
use crate::testing::fixture::{
    acme, ann, at, change, claim, claim_work, definition, document, done, due, insert, key, lease, mark, plan, prune,
    save, seconds, settlement, work, work_lease,
};
use crate::testing::stage::Stage;

#[doc(hidden)]
#[macro_export]
macro_rules! limits_cases {
    ($make:path) => {
        $make! { limits:
            a_large_payload_is_refused_and_the_largest_is_kept,
            a_large_document_is_refused_and_the_largest_is_kept,
            large_work_is_refused_and_the_largest_is_kept,
            a_long_key_is_refused_and_the_longest_is_kept,
            a_long_mark_is_refused_and_the_longest_is_kept,
            a_long_note_is_refused,
            a_batch_too_large_is_refused,
            extreme_numbers_are_kept,
        }
    };
}

#[track_caller]
pub(super) fn assert_too_large<T: std::fmt::Debug>(refused: Result<T, StoreError>, limit: usize) {
    let error = refused.unwrap_err();
    let is_reported = matches!(error, StoreError::TooLarge { size, size_max, .. } if size_max == limit && size > limit);
    assert!(is_reported, "{error:?}");
}

/// Returns a text whose JSON has exactly this number of bytes.
pub(super) fn text_of(bytes: usize) -> Value {
    json!("x".repeat(bytes - 2))
}

pub async fn a_large_payload_is_refused_and_the_largest_is_kept(s: &Stage<'_>) {
    fill_store(s).await;
    let before = s.everything().await;
    let limit = crate::model::PAYLOAD_BYTES_MAX;
    let mut large = definition();
    for bytes in [limit + 1, 300 * 1024] {
        large.action.payload = text_of(bytes);
        assert_too_large(s.save(save(key("digest"), large.clone()), at(1)).await, limit);
        assert_too_large(s.save(save(key("new"), large.clone()), at(1)).await, limit);
    }
    let wordy = crate::testing::fixture::described(&"x".repeat(300 * 1024));
    assert_too_large(s.save(save(key("digest"), wordy), at(1)).await, crate::model::DEFINITION_BYTES_MAX);
    assert_eq!(s.everything().await, before);
    large.action.payload = text_of(limit);
    let saved = s.save(save(key("digest"), large.clone()), at(1)).await.unwrap();
    assert_eq!((*s.schedule_of(&key("digest")).await.definition).clone(), large);
    assert_eq!(s.defined(saved.uid, Revision(2)).await, Some(large));
}

pub async fn a_large_document_is_refused_and_the_largest_is_kept(s: &Stage<'_>) {
    fill_store(s).await;
    let before = s.everything().await;
    let large = text_of(DOCUMENT_BYTES_MAX + 1);
    assert_too_large(s.put(&document("d"), &large, ExpectedVersion::Any, &ann(), at(1)).await, DOCUMENT_BYTES_MAX);
    assert_eq!(s.everything().await, before);
    let largest = text_of(DOCUMENT_BYTES_MAX);
    s.put(&document("d"), &largest, ExpectedVersion::Any, &ann(), at(1)).await.unwrap();
    assert_eq!(s.document(&document("d")).await.unwrap().unwrap().body, largest);
}

pub async fn large_work_is_refused_and_the_largest_is_kept(s: &Stage<'_>) {
    let row = fill_store(s).await;
    let item = s.claim_work(&claim_work("n1", 1), at(0)).await.unwrap().remove(0);
    let before = s.everything().await;
    let large = NewWorkItem { payload: text_of(WORK_BYTES_MAX + 1), ..work("x") };
    assert_too_large(s.enqueue(vec![work("y"), large.clone()], at(1)).await, WORK_BYTES_MAX);
    let settling = Settlement { enqueue: vec![large], ..settlement(&row, done()) };
    assert_too_large(s.settle(vec![settling], at(1)).await, WORK_BYTES_MAX);
    let result = WorkEnding::Complete { result: text_of(WORK_BYTES_MAX + 1) };
    assert_too_large(s.finish(&acme(), vec![(work_lease(&item), result)], at(1)).await, WORK_BYTES_MAX);
    assert_eq!(s.everything().await, before);
    let largest = NewWorkItem { payload: text_of(WORK_BYTES_MAX), ..work("x") };
    s.enqueue(vec![largest.clone()], at(1)).await.unwrap();
    assert_eq!(s.work().await.pop().unwrap().work, largest);
}

pub async fn a_long_key_is_refused_and_the_longest_is_kept(s: &Stage<'_>) {
    fill_store(s).await;
    let schedule = s.schedule_of(&key("digest")).await;
    let before = s.everything().await;
    let long = || "é".repeat(KEY_BYTES_MAX / 2) + "x";
    let rows = [
        NewOccurrence { period_key: long(), ..due(60) },
        NewOccurrence { discriminator: long(), ..due(60) },
        NewOccurrence { correlation_id: Some(long()), ..due(60) },
    ];
    for row in rows {
        assert_too_large(s.plan(vec![plan(&schedule, vec![row.clone()])], at(1)).await, KEY_BYTES_MAX);
        assert_too_large(s.insert(insert(&key("digest"), vec![row]), at(1)).await, KEY_BYTES_MAX);
    }
    assert_too_large(s.enqueue(vec![work(&long())], at(1)).await, KEY_BYTES_MAX);
    let by = By { actor: long(), ..ann() };
    assert_too_large(s.delete(&key("digest"), ExpectedVersion::Any, &by, at(1)).await, KEY_BYTES_MAX);
    assert_eq!(s.everything().await, before);
    let longest = "é".repeat(KEY_BYTES_MAX / 2);
    let row = NewOccurrence { period_key: longest.clone(), discriminator: longest.clone(), ..due(60) };
    s.plan_rows(&schedule, vec![row.clone()]).await;
    s.enqueue(vec![work(&longest)], at(1)).await.unwrap();
    assert_eq!(s.rows().await.pop().unwrap().planned, row);
    assert_eq!(s.work().await.pop().unwrap().work.key, longest);
}

pub async fn a_long_mark_is_refused_and_the_longest_is_kept(s: &Stage<'_>) {
    let (name, value) = ("n".repeat(MARK_NAME_BYTES_MAX), "v".repeat(MARK_VALUE_BYTES_MAX));
    let (long_name, long_value) = (format!("{name}x"), format!("{value}x"));
    assert_too_large(s.mark_if_absent(&mark(&long_name), "x", seconds(9), at(0)).await, MARK_NAME_BYTES_MAX);
    assert_too_large(s.mark_if_absent(&mark(&name), &long_value, seconds(9), at(0)).await, MARK_VALUE_BYTES_MAX);
    assert_too_large(s.count(&mark(&long_name), 1, seconds(9), at(0)).await, MARK_NAME_BYTES_MAX);
    let bad = Mark { value: long_value, until: at(9) };
    assert_too_large(s.replace_mark(&mark(&name), None, Some(&bad), at(0)).await, MARK_VALUE_BYTES_MAX);
    assert_eq!(s.mark_if_absent(&mark(&name), &value, seconds(9), at(0)).await.unwrap(), None);
    assert_eq!(s.mark(&mark(&name), at(0)).await.unwrap().unwrap().value, value);
}

pub async fn a_long_note_is_refused(s: &Stage<'_>) {
    fill_store(s).await;
    let before = s.everything().await;
    let limit = crate::model::MESSAGE_BYTES_MAX;
    let long = || Some("x".repeat(limit + 1));
    let noted = ChangeStatus { text: long(), ..change(&key("digest"), Status::Paused) };
    assert_too_large(s.change_status(noted, at(1)).await, limit);
    let by = By { reason: long(), ..ann() };
    assert_too_large(s.delete(&key("digest"), ExpectedVersion::Any, &by, at(1)).await, limit);
    let row = NewOccurrence { note: long(), ..due(60) };
    assert_too_large(s.insert(insert(&key("digest"), vec![row]), at(1)).await, limit);
    assert_eq!(s.everything().await, before);
}

pub async fn a_batch_too_large_is_refused(s: &Stage<'_>) {
    let row = fill_store(s).await;
    let schedule = s.schedule_of(&key("digest")).await;
    let before = s.everything().await;
    let many = BATCH_MAX + 1;
    assert_too_large(s.plan(vec![plan(&schedule, (0..many as i64).map(due).collect())], at(1)).await, BATCH_MAX);
    assert_too_large(s.plan(vec![plan(&schedule, Vec::new()); many], at(1)).await, BATCH_MAX);
    assert_too_large(s.insert(insert(&key("digest"), vec![due(7); many]), at(1)).await, BATCH_MAX);
    assert_too_large(s.claim(&Claim { limit: many, ..claim("n1", 0) }, at(1)).await, BATCH_MAX);
    let leases = vec![lease(&row); many];
    assert_too_large(s.confirm(&leases, at(1)).await, BATCH_MAX);
    assert_too_large(s.renew(&leases, seconds(1), at(1)).await, BATCH_MAX);
    assert_too_large(s.release(&crate::testing::fixture::released(&leases), at(1)).await, BATCH_MAX);
    assert_too_large(s.settle(vec![settlement(&row, done()); many], at(1)).await, BATCH_MAX);
    // Work items of a settlement count toward the batch size.
    let heavy = Settlement { enqueue: vec![work("x"); BATCH_MAX], ..settlement(&row, done()) };
    assert_too_large(s.settle(vec![heavy], at(1)).await, BATCH_MAX);
    assert_too_large(s.due_for_planning(at(1), many).await, BATCH_MAX);
    assert_too_large(s.scan(None, many).await, BATCH_MAX);
    assert_too_large(s.overdue(at(1), many).await, BATCH_MAX);
    assert_too_large(s.definitions(&vec![(schedule.uid, schedule.revision); many]).await, BATCH_MAX);
    assert_too_large(s.planned(schedule.uid, None, many).await, BATCH_MAX);
    assert_too_large(s.open_occurrences(schedule.uid, None, many).await, BATCH_MAX);
    assert_too_large(
        s.prune(&crate::store::Prune { limit: many, ended_before: Some(at(9)), ..prune() }).await,
        BATCH_MAX,
    );
    assert_too_large(s.enqueue(vec![work("x"); many], at(1)).await, BATCH_MAX);
    assert_too_large(s.claim_work(&claim_work("n1", many), at(1)).await, BATCH_MAX);
    let item = crate::store::WorkLease { id: crate::model::WorkItemId(1), fence: crate::model::Fence(1) };
    assert_too_large(s.extend(&acme(), &vec![item; many], seconds(1), at(1)).await, BATCH_MAX);
    let ending = WorkEnding::Complete { result: json!(1) };
    assert_too_large(s.finish(&acme(), vec![(item, ending); many], at(1)).await, BATCH_MAX);
    assert_too_large(
        s.change_dead(&acme(), &vec![item.id; many], DeadItemChange::Replay, &ann(), at(1)).await,
        BATCH_MAX,
    );
    assert_too_large(s.append(&acme(), vec![super::audit::entry(1); many], at(1)).await, BATCH_MAX);
    assert_eq!(s.everything().await, before);
}

pub async fn extreme_numbers_are_kept(s: &Stage<'_>) {
    let mut edge = definition();
    edge.retry.max_attempts = u32::MAX;
    edge.max_concurrent = Some(u32::MAX);
    edge.pause_on_failure = Some(0);
    let schedule = s.saved("digest", edge.clone()).await;
    s.plan_rows(&schedule, vec![due(0)]).await;
    assert_eq!(*s.schedule_of(&key("digest")).await.definition, edge);
    s.started("n1", 0).await;
    s.started("n2", 100).await;
    let item = NewWorkItem { max_attempts: u32::MAX, ..work("w") };
    s.enqueue(vec![item.clone()], at(0)).await.unwrap();
    assert_eq!(s.work().await[0].work, item);
    assert_eq!(s.claim_work(&claim_work("n1", 1), at(0)).await.unwrap()[0].attempt, 1);
    let never = NewWorkItem { max_attempts: 0, ..work("z") };
    s.enqueue(vec![never], at(0)).await.unwrap();
    assert_eq!(s.claim_work(&claim_work("n1", 1), at(0)).await.unwrap()[0].attempt, 1);
}
