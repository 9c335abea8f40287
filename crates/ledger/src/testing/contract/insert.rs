//! Requested rows: one row per key, and the schedule itself does not change.

use crate::model::{By, NewOccurrence, State, Status, Trigger};
use crate::store::{Insert, InsertRequest, InsertResult, PlanResult, StoreError};
use crate::testing::fixture::{at, definition, done, due, insert, key, manual, number, plan};
use crate::testing::stage::Stage;

#[doc(hidden)]
#[macro_export]
macro_rules! insert_cases {
    ($make:path) => {
        $make! { insert:
            requested_rows_do_not_count_as_runs,
            inserting_returns_new_and_existing_rows_with_their_state,
            inserting_does_not_change_the_schedule,
            inserting_into_a_schedule_that_cannot_run_is_refused,
            a_requested_and_a_planned_row_of_one_key_are_the_same,
            the_audit_log_distinguishes_manual_runs_and_backfills,
            later_batches_of_a_backfill_have_no_audit_entry,
        }
    };
}

pub async fn requested_rows_do_not_count_as_runs(s: &Stage<'_>) {
    let schedule = s.saved("digest", definition()).await;
    let backfill = NewOccurrence { trigger: Trigger::Backfill, ..due(-600) };
    s.insert(insert(&key("digest"), vec![manual("x", 0), backfill]), at(0)).await.unwrap();
    assert_eq!(s.counters("digest").await.runs, 0);
    // Skipping one of them does not change the count.
    s.plan_rows(&schedule, vec![due(60)]).await;
    let row = s.rows().await.remove(0);
    s.by_hand(row.id, crate::store::OccurrenceChange::Skip, 1).await.unwrap();
    assert_eq!((s.counters("digest").await.runs, s.counters("digest").await.skipped), (0, 1));
    let row = s.started("n1", 0).await;
    s.ends(&row, done(), 1).await;
    assert_eq!((s.counters("digest").await.runs, s.counters("digest").await.succeeded), (0, 1));
}

pub async fn inserting_returns_new_and_existing_rows_with_their_state(s: &Stage<'_>) {
    s.with_rows("digest", definition(), &[0]).await;
    let row = s.started("n1", 0).await;
    s.ends(&row, done(), 1).await;
    let asked = vec![manual("x", 5), due(0), manual("x", 9)];
    let answers = s.insert(insert(&key("digest"), asked.clone()), at(5)).await.unwrap();
    let new = number(answers[0]);
    let existing = [InsertResult::Existing(row.id, State::Succeeded), InsertResult::Existing(new, State::Planned)];
    assert_eq!(answers, [InsertResult::New(new), existing[0], existing[1]]);
    let again = s.insert(insert(&key("digest"), asked), at(6)).await.unwrap();
    assert_eq!(again, [existing[1], existing[0], existing[1]]);
    let rows = s.rows().await;
    assert_eq!((rows.len(), rows[1].planned.clone(), rows[1].created_at), (2, manual("x", 5), at(5)));
    let details: Vec<_> = s.audit().await.iter().skip(1).map(|entry| entry.entry.detail.clone()).collect();
    let expected = |count| format!(r#"{{"correlation_id":"corr-x","count":{count},"period_key":"manual:x"}}"#);
    assert_eq!(details, [expected(1), expected(0)]);
}

pub async fn inserting_does_not_change_the_schedule(s: &Stage<'_>) {
    let before = s.saved("digest", definition()).await;
    s.insert(insert(&key("digest"), vec![manual("x", 600)]), at(5)).await.unwrap();
    assert_eq!(s.schedule_of(&key("digest")).await, before);
}

pub async fn inserting_into_a_schedule_that_cannot_run_is_refused(s: &Stage<'_>) {
    let ask = |name: &str| -> Insert { insert(&key(name), vec![manual("x", 0)]) };
    assert!(matches!(s.insert(ask("nothing"), at(0)).await, Err(StoreError::NotFound(_))));
    s.saved("canceled", definition()).await;
    s.moved_to("canceled", Status::Canceled, 0).await;
    assert!(matches!(s.insert(ask("canceled"), at(0)).await, Err(StoreError::IllegalMove { .. })));
    s.saved("deleted", definition()).await;
    s.delete(&key("deleted"), crate::store::ExpectedVersion::Any, &crate::testing::fixture::ann(), at(0))
        .await
        .unwrap();
    assert!(matches!(s.insert(ask("deleted"), at(0)).await, Err(StoreError::NotFound(_))));
    assert_eq!(s.rows().await, []);
    assert!(s.actions().await.iter().all(|action| action != "schedule.fire"));
    for (name, status) in [("paused", Status::Paused), ("disabled", Status::Disabled)] {
        s.saved(name, definition()).await;
        s.moved_to(name, status, 0).await;
        assert!(matches!(s.insert(ask(name), at(0)).await.unwrap()[0], InsertResult::New(_)));
    }
}

/// P1: whichever comes second finds the existing row.
pub async fn a_requested_and_a_planned_row_of_one_key_are_the_same(s: &Stage<'_>) {
    let schedule = s.saved("digest", definition()).await;
    let backfill = NewOccurrence { trigger: Trigger::Backfill, ..due(60) };
    s.insert(insert(&key("digest"), vec![backfill]), at(0)).await.unwrap();
    let planned = s.plan(vec![plan(&schedule, vec![due(60)])], at(0)).await.unwrap();
    assert_eq!(planned, [PlanResult::Done { inserted: 0 }]);
    let rows = s.rows().await;
    assert_eq!((rows.len(), rows[0].planned.trigger), (1, Trigger::Backfill));
    assert_eq!(s.counters("digest").await.runs, 0);
}

/// Regression test: both used to be `schedule.insert`, without the range and without the correlation ID.
pub async fn the_audit_log_distinguishes_manual_runs_and_backfills(s: &Stage<'_>) {
    s.saved("digest", definition()).await;
    let run = NewOccurrence { correlation_id: Some("order-7".to_owned()), ..manual("x", 0) };
    s.insert(insert(&key("digest"), vec![run]), at(0)).await.unwrap();
    let past = |seconds| NewOccurrence { trigger: Trigger::Backfill, ..due(seconds) };
    let request = InsertRequest::Backfill { from: at(-600), to: at(-60), later: 0 };
    let by = By { request_id: Some("request-9".to_owned()), ..crate::testing::fixture::ann() };
    let backfill = Insert { request, by, ..insert(&key("digest"), vec![past(-600), past(-120)]) };
    s.insert(backfill, at(1)).await.unwrap();
    let entries = s.audit().await;
    let reported: Vec<(&str, serde_json::Value)> = entries
        .iter()
        .skip(1)
        .map(|entry| (entry.entry.action.as_str(), serde_json::from_str(&entry.entry.detail).unwrap()))
        .collect();
    let fired = serde_json::json!({ "period_key": "manual:x", "count": 1, "correlation_id": "order-7" });
    let filled = serde_json::json!({ "from": at(-600), "to": at(-60), "count": 2, "correlation_id": "request-9" });
    assert_eq!(reported, [("schedule.fire", fired), ("schedule.backfill", filled)]);
}

pub async fn later_batches_of_a_backfill_have_no_audit_entry(s: &Stage<'_>) {
    s.saved("digest", definition()).await;
    let past = |seconds| NewOccurrence { trigger: Trigger::Backfill, ..due(seconds) };
    let batch = |request, rows| Insert { request, ..insert(&key("digest"), rows) };
    let first = InsertRequest::Backfill { from: at(-600), to: at(-60), later: 2 };
    // One of the rows of the first batch already exists.
    s.insert(insert(&key("digest"), vec![past(-600)]), at(0)).await.unwrap();
    s.insert(batch(first, vec![past(-600), past(-480)]), at(1)).await.unwrap();
    let rest = s.insert(batch(InsertRequest::BackfillRest, vec![past(-360), past(-240)]), at(1)).await.unwrap();
    assert!(rest.iter().all(|result| matches!(result, InsertResult::New(_))), "{rest:?}");
    let backfills: Vec<_> =
        s.audit().await.into_iter().filter(|entry| entry.entry.action == "schedule.backfill").collect();
    assert_eq!(s.audit().await.len(), 3);
    let reported: serde_json::Value = serde_json::from_str(&backfills[0].entry.detail).unwrap();
    assert_eq!((backfills.len(), &reported["count"]), (1, &serde_json::json!(3)));
}
