//! Payloads of single runs: every attempt of a row is sent with the payload that a person gave it, and no other row
//! has it.

use std::sync::Arc;

use serde_json::{Value, json};

use super::bad_input::assert_nul_error;
use super::limits::{assert_too_large, text_of};
use crate::model::{NewOccurrence, PAYLOAD_BYTES_MAX, RunPayload, SkipReason, State, Status, Trigger};
use crate::store::{InsertResult, OccurrenceChange, OccurrenceFilter, Page, Replan, SaveSchedule};
use crate::testing::fixture::{
    LEASE, acme, at, definition, described, done, due, failed, insert, key, lease, manual, number, plan, retry, save,
    skipped, tricky_json,
};
use crate::testing::stage::Stage;

#[doc(hidden)]
#[macro_export]
macro_rules! run_payload_cases {
    ($make:path) => {
        $make! { run_payload:
            every_attempt_has_the_payload_of_the_run,
            rows_are_read_with_their_payloads,
            a_repeated_request_keeps_the_first_payload,
            reopening_replaces_the_payload_or_keeps_it,
            an_edit_and_a_pause_keep_the_payload,
            a_row_planned_again_has_only_the_payload_of_that_plan,
            the_audit_log_says_that_a_run_has_its_own_payload,
            payloads_that_cannot_be_stored_are_refused,
        }
    };
}

fn payload(value: Value) -> Option<Arc<RunPayload>> {
    Some(Arc::new(RunPayload { may_start_programs: true, ..RunPayload::new(value) }))
}

fn with_payload(name: &str, value: Value) -> NewOccurrence {
    NewOccurrence { payload: payload(value), ..manual(name, 0) }
}

fn reopen(value: Option<Value>) -> OccurrenceChange {
    OccurrenceChange::Reopen { trigger: Trigger::Retry, concurrency: None, payload: value.and_then(payload) }
}

/// A retry, a release and a lost worker all lead to another attempt.
pub async fn every_attempt_has_the_payload_of_the_run(s: &Stage<'_>) {
    s.saved("digest", definition()).await;
    s.insert(insert(&key("digest"), vec![with_payload("x", tricky_json())]), at(0)).await.unwrap();
    let first = s.started("n1", 0).await;
    s.ends(&first, retry(10), 1).await;
    let second = s.started("n2", 10).await;
    assert_eq!(s.release(&[lease(&second).into()], at(11)).await.unwrap(), [true]);
    let third = s.started("n3", 12).await;
    let last = s.started("n4", 12 + LEASE).await;
    for run in [&first, &second, &third, &last] {
        assert_eq!(run.planned.payload, payload(tricky_json()), "attempt {}", run.attempt);
    }
    s.ends(&last, done(), 50).await;
    assert_eq!(s.again(&last).await.planned.payload, payload(tricky_json()));
}

pub async fn rows_are_read_with_their_payloads(s: &Stage<'_>) {
    let schedule = s.with_rows("digest", definition(), &[60]).await;
    let restricted = NewOccurrence { payload: Some(Arc::new(RunPayload::new(json!([])))), ..manual("y", 0) };
    s.insert(insert(&key("digest"), vec![with_payload("x", json!({ "a": 1 })), restricted.clone()]), at(0))
        .await
        .unwrap();
    let expected = [None, payload(json!({ "a": 1 })), restricted.payload];
    let payloads = |rows: Vec<crate::model::Occurrence>| rows.into_iter().map(|row| row.planned.payload);
    assert!(payloads(s.rows().await).eq(expected.clone()));
    assert!(payloads(s.planned(schedule.uid, None, 9).await.unwrap()).eq(expected.clone()));
    assert!(payloads(s.open_occurrences(schedule.uid, None, 9).await.unwrap()).eq(expected.clone()));
    assert!(payloads(s.overdue(at(1), 9).await.unwrap()).eq(expected[1..].iter().cloned()));
    for row in s.claimed("n1", 9, 60).await.started {
        s.ends(&row, done(), 61).await;
    }
    let recent = s.recent(&acme(), &[schedule.uid], 9).await.unwrap().remove(0);
    assert!(payloads(recent).eq(expected.into_iter().rev()));
}

pub async fn a_repeated_request_keeps_the_first_payload(s: &Stage<'_>) {
    s.saved("digest", definition()).await;
    let first = s.insert(insert(&key("digest"), vec![with_payload("x", json!(1))]), at(0)).await.unwrap()[0];
    let again = s.insert(insert(&key("digest"), vec![with_payload("x", json!(2))]), at(1)).await.unwrap();
    assert_eq!(again, [InsertResult::Existing(number(first), State::Planned)]);
    assert_eq!(s.started("n1", 1).await.planned.payload, payload(json!(1)));
}

pub async fn reopening_replaces_the_payload_or_keeps_it(s: &Stage<'_>) {
    s.with_rows("digest", definition(), &[0]).await;
    let changes = [
        (None, None),
        (Some(json!({ "a": 1 })), payload(json!({ "a": 1 }))),
        (None, payload(json!({ "a": 1 }))),
        (Some(json!(["b"])), payload(json!(["b"]))),
    ];
    for (now, (given, expected)) in (10..).step_by(10).zip(changes) {
        let run = s.started("n1", now).await;
        s.ends(&run, failed("x"), now + 1).await;
        let reopened = s.by_hand(run.id, reopen(given), now + 2).await.unwrap();
        assert_eq!((reopened.planned.payload.clone(), s.again(&run).await), (expected, reopened));
    }
    assert_eq!(s.started("n1", 60).await.planned.payload, payload(json!(["b"])));
}

pub async fn an_edit_and_a_pause_keep_the_payload(s: &Stage<'_>) {
    s.saved("digest", definition()).await;
    s.insert(insert(&key("digest"), vec![with_payload("x", json!(1))]), at(0)).await.unwrap();
    let schedule = s.schedule_of(&key("digest")).await;
    let replan = Replan::keeping(&schedule, &[], Vec::new(), "2026b");
    s.save(SaveSchedule { replan: Some(replan), ..save(key("digest"), described("new")) }, at(1)).await.unwrap();
    s.moved_to("digest", Status::Paused, 2).await;
    s.moved_to("digest", Status::Active, 3).await;
    assert_eq!(s.rows().await.remove(0).planned.payload, payload(json!(1)));
}

pub async fn a_row_planned_again_has_only_the_payload_of_that_plan(s: &Stage<'_>) {
    s.with_rows("digest", definition(), &[60]).await;
    let superseded = async |now: i64, text: &str| {
        let schedule = s.schedule_of(&key("digest")).await;
        let planned = s.planned(schedule.uid, None, 9).await.unwrap();
        let replan = Replan::keeping(&schedule, &planned, Vec::new(), "2026b");
        let edit = SaveSchedule { replan: Some(replan), ..save(key("digest"), described(text)) };
        s.save(edit, at(now)).await.unwrap()
    };
    superseded(1, "one").await;
    let requested = NewOccurrence { payload: payload(json!(1)), ..due(60) };
    s.insert(insert(&key("digest"), vec![requested]), at(2)).await.unwrap();
    assert_eq!(s.rows().await.remove(0).planned.payload, payload(json!(1)));
    let schedule = superseded(3, "two").await;
    s.plan(vec![plan(&schedule, vec![due(60)])], at(4)).await.unwrap();
    let run = s.started("n1", 60).await;
    assert_eq!(run.planned.payload, None);
    s.ends(&run, skipped(SkipReason::Hold), 61).await;
}

/// P8: the entry says so, and never contains the payload.
pub async fn the_audit_log_says_that_a_run_has_its_own_payload(s: &Stage<'_>) {
    s.saved("digest", definition()).await;
    let fired = s.insert(insert(&key("digest"), vec![with_payload("x", json!("hidden"))]), at(0)).await.unwrap()[0];
    let run = s.started("n1", 0).await;
    s.ends(&run, done(), 1).await;
    s.by_hand(number(fired), reopen(Some(json!("hidden"))), 2).await.unwrap();
    let details: Vec<String> = s.audit().await.into_iter().skip(1).map(|entry| entry.entry.detail).collect();
    let expected = [
        r#"{"correlation_id":"corr-x","count":1,"own_payload":true,"period_key":"manual:x"}"#,
        r#"{"own_payload":true,"schedule":"digest"}"#,
    ];
    assert_eq!(details, expected);
}

pub async fn payloads_that_cannot_be_stored_are_refused(s: &Stage<'_>) {
    s.saved("digest", definition()).await;
    s.insert(insert(&key("digest"), vec![with_payload("old", json!(1))]), at(0)).await.unwrap();
    let run = s.started("n1", 0).await;
    s.ends(&run, done(), 1).await;
    let before = s.everything().await;
    let fire = async |value: Value| s.insert(insert(&key("digest"), vec![with_payload("x", value)]), at(2)).await;
    assert_too_large(fire(text_of(PAYLOAD_BYTES_MAX + 1)).await, PAYLOAD_BYTES_MAX);
    assert_nul_error(fire(json!({ "a": ["\0"] })).await);
    let retry = async |value: Value| s.by_hand(run.id, reopen(Some(value)), 2).await;
    assert_too_large(retry(text_of(PAYLOAD_BYTES_MAX + 1)).await, PAYLOAD_BYTES_MAX);
    assert_nul_error(retry(json!("\0")).await);
    assert_eq!(s.everything().await, before);
    fire(text_of(PAYLOAD_BYTES_MAX)).await.unwrap();
    let largest = s.occurrences(&acme(), &OccurrenceFilter::default(), &Page::first(1)).await.unwrap().rows.remove(0);
    assert_eq!(largest.planned.payload, payload(text_of(PAYLOAD_BYTES_MAX)));
}
