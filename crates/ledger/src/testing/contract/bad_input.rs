//! Invalid input is rejected with the name of the field, before anything is changed.

use serde_json::json;

use crate::model::{By, NewEntry, NewOccurrence, NewWorkItem, Node, SkipReason, Status, Target};
use crate::store::{
    ChangeStatus, Ending, ExpectedVersion, Insert, KeptOccurrence, Mark, OccurrenceFilter, Page, Plan, Replan,
    SaveSchedule, ScheduleFilter, Settlement, StoreError, WorkEnding,
};
use crate::testing::fixture::{
    acme, ann, at, change, claim_work, definition, document, done, due, insert, key, manual, mark, node, plan, save,
    seconds, settlement, work, work_lease,
};
use crate::testing::stage::Stage;

#[doc(hidden)]
#[macro_export]
macro_rules! bad_input_cases {
    ($make:path) => {
        $make! { bad_input:
            a_nul_in_a_definition_is_refused,
            a_nul_in_the_actor_is_refused,
            a_nul_in_a_planned_row_is_refused,
            a_nul_in_a_settlement_is_refused,
            a_nul_in_work_is_refused,
            a_nul_in_a_document_is_refused,
            a_nul_in_a_mark_or_node_is_refused,
            a_nul_in_the_audit_is_refused,
            a_nul_in_a_filter_is_refused,
            an_empty_key_is_refused,
            one_bad_row_refuses_the_whole_batch,
            texts_that_look_like_code_are_stored_verbatim,
        }
    };
}

const NUL: &str = "a\0b";

/// Checks that the error names a NUL character and does not come from a driver.
#[track_caller]
pub(super) fn assert_nul_error<T: std::fmt::Debug>(refused: Result<T, StoreError>) {
    let error = refused.unwrap_err();
    assert!(matches!(&error, StoreError::Invalid { problem, .. } if problem.contains("NUL")), "{error:?}");
}

/// Fills the store with rows of every kind, so that any change is visible.
pub(crate) async fn fill_store(s: &Stage<'_>) -> crate::model::Occurrence {
    s.with_rows("digest", definition(), &[0, 900]).await;
    s.enqueue(vec![work("w")], at(0)).await.unwrap();
    s.put(&document("d"), &json!(1), ExpectedVersion::Any, &ann(), at(0)).await.unwrap();
    s.started("n1", 0).await
}

pub async fn a_nul_in_a_definition_is_refused(s: &Stage<'_>) {
    fill_store(s).await;
    let found = s.schedule_of(&key("digest")).await;
    let before = s.everything().await;
    let mut definitions = vec![definition(); 7];
    definitions[0].description = NUL.to_owned();
    definitions[1].action.payload = json!({"deep": [{"er": NUL}]});
    definitions[2].action.payload = json!({NUL: 1});
    definitions[3].labels.insert("team".to_owned(), NUL.to_owned());
    definitions[4].labels.insert(NUL.to_owned(), "x".to_owned());
    definitions[5].discriminators = vec![NUL.to_owned()];
    definitions[6].action.target = NUL.to_owned();
    for definition in definitions {
        assert_nul_error(s.save(save(key("digest"), definition.clone()), at(1)).await);
        assert_nul_error(s.save(save(key("new"), definition), at(1)).await);
    }
    let kept =
        KeptOccurrence { period_key: NUL.to_owned(), discriminator: String::new(), nominal_at: at(0), due_at: at(0) };
    let replans = [
        Replan::keeping(&found, &[], vec![kept], "2026a"),
        Replan::keeping(&found, &[], Vec::new(), NUL),
        Replan {
            add: vec![crate::model::NewOccurrence { period_key: NUL.to_owned(), ..due(0) }],
            ..Replan::keeping(&found, &[], Vec::new(), "2026a")
        },
    ];
    for replan in replans.map(Some) {
        assert_nul_error(
            s.save(SaveSchedule { replan, ..save(key("digest"), crate::testing::fixture::described("x")) }, at(1))
                .await,
        );
    }
    assert_eq!(s.everything().await, before);
}

fn actors_with_nul() -> [By; 3] {
    [
        By { actor: NUL.to_owned(), ..ann() },
        By { request_id: Some(NUL.to_owned()), ..ann() },
        By { reason: Some(NUL.to_owned()), ..ann() },
    ]
}

pub async fn a_nul_in_the_actor_is_refused(s: &Stage<'_>) {
    let row = fill_store(s).await;
    let before = s.everything().await;
    for by in actors_with_nul() {
        assert_nul_error(s.save(SaveSchedule { by: by.clone(), ..save(key("new"), definition()) }, at(1)).await);
        let pause = change(&key("digest"), Status::Paused);
        assert_nul_error(s.change_status(ChangeStatus { by: by.clone(), ..pause }, at(1)).await);
        assert_nul_error(s.delete(&key("digest"), ExpectedVersion::Any, &by, at(1)).await);
        assert_nul_error(
            s.insert(Insert { by: by.clone(), ..insert(&key("digest"), vec![manual("x", 0)]) }, at(1)).await,
        );
        let cancel = crate::store::OccurrenceChange::Cancel;
        assert_nul_error(s.change_occurrence(&acme(), row.id, &cancel, &by, at(1)).await);
        assert_nul_error(s.put(&document("d"), &json!(2), ExpectedVersion::Any, &by, at(1)).await);
        assert_nul_error(s.remove(&document("d"), ExpectedVersion::Any, &by, at(1)).await);
        assert_nul_error(s.change_dead(&acme(), &[], crate::store::DeadItemChange::Replay, &by, at(1)).await);
    }
    let noted = ChangeStatus { text: Some(NUL.to_owned()), ..change(&key("digest"), Status::Paused) };
    assert_nul_error(s.change_status(noted, at(1)).await);
    assert_eq!(s.everything().await, before);
}

fn rows_with_nul() -> [NewOccurrence; 4] {
    [
        NewOccurrence { period_key: NUL.to_owned(), ..due(60) },
        NewOccurrence { discriminator: NUL.to_owned(), ..due(60) },
        NewOccurrence { correlation_id: Some(NUL.to_owned()), ..due(60) },
        NewOccurrence { note: Some(NUL.to_owned()), ..due(60) },
    ]
}

pub async fn a_nul_in_a_planned_row_is_refused(s: &Stage<'_>) {
    fill_store(s).await;
    let schedule = s.schedule_of(&key("digest")).await;
    let before = s.everything().await;
    for row in rows_with_nul() {
        assert_nul_error(s.plan(vec![plan(&schedule, vec![row.clone()])], at(1)).await);
        assert_nul_error(s.insert(insert(&key("digest"), vec![row]), at(1)).await);
    }
    assert_nul_error(s.plan(vec![Plan { tzdb: NUL.to_owned(), ..plan(&schedule, vec![due(60)]) }], at(1)).await);
    assert_nul_error(s.insert(Insert { tzdb: NUL.to_owned(), ..insert(&key("digest"), vec![due(60)]) }, at(1)).await);
    assert_eq!(s.everything().await, before);
}

pub async fn a_nul_in_a_settlement_is_refused(s: &Stage<'_>) {
    let row = fill_store(s).await;
    let before = s.everything().await;
    let message = Some(NUL.to_owned());
    let target = |kind: &str, id: &str| {
        let target = Some(Target { kind: kind.to_owned(), id: id.to_owned() });
        Ending::Succeeded { target, message: None }
    };
    let endings = [
        Ending::Succeeded { target: None, message: message.clone() },
        Ending::Skipped { reason: SkipReason::Hold, message: message.clone() },
        Ending::Failed { reason: crate::model::FailReason::Timeout, message: message.clone() },
        Ending::Retry { at: at(9), message },
        target(NUL, "x"),
        target("x", NUL),
    ];
    for ending in endings {
        assert_nul_error(s.settle(vec![settlement(&row, ending)], at(1)).await);
    }
    let enqueue = vec![NewWorkItem { payload: json!([NUL]), ..work("x") }];
    assert_nul_error(s.settle(vec![Settlement { enqueue, ..settlement(&row, done()) }], at(1)).await);
    assert_eq!(s.everything().await, before);
}

pub async fn a_nul_in_work_is_refused(s: &Stage<'_>) {
    fill_store(s).await;
    let item = s.claim_work(&claim_work("n1", 1), at(0)).await.unwrap().remove(0);
    let before = s.everything().await;
    assert_nul_error(s.enqueue(vec![work("x"), work(NUL)], at(1)).await);
    assert_nul_error(s.enqueue(vec![NewWorkItem { payload: json!({"a": {NUL: 1}}), ..work("x") }], at(1)).await);
    let result = WorkEnding::Complete { result: json!(NUL) };
    assert_nul_error(s.finish(&acme(), vec![(work_lease(&item), result)], at(1)).await);
    let error = WorkEnding::Fail { error: NUL.to_owned(), retry_at: None };
    assert_nul_error(s.finish(&acme(), vec![(work_lease(&item), error)], at(1)).await);
    assert_eq!(s.everything().await, before);
}

pub async fn a_nul_in_a_document_is_refused(s: &Stage<'_>) {
    fill_store(s).await;
    let before = s.everything().await;
    for body in [json!(NUL), json!([[NUL]]), json!({NUL: 1})] {
        assert_nul_error(s.put(&document("d"), &body, ExpectedVersion::Any, &ann(), at(1)).await);
    }
    assert_eq!(s.everything().await, before);
    // The six characters of an escape sequence are not a NUL.
    s.put(&document("d"), &json!("\\u0000"), ExpectedVersion::Any, &ann(), at(1)).await.unwrap();
    assert_eq!(s.document(&document("d")).await.unwrap().unwrap().body, json!("\\u0000"));
}

pub async fn a_nul_in_a_mark_or_node_is_refused(s: &Stage<'_>) {
    assert_nul_error(s.mark_if_absent(&mark(NUL), "x", seconds(9), at(0)).await);
    assert_nul_error(s.mark_if_absent(&mark("m"), NUL, seconds(9), at(0)).await);
    let bad = Mark { value: NUL.to_owned(), until: at(9) };
    assert_nul_error(s.replace_mark(&mark("m"), None, Some(&bad), at(0)).await);
    assert_nul_error(s.replace_mark(&mark(NUL), None, None, at(0)).await);
    assert_nul_error(s.replace_mark(&mark("m"), Some(NUL), None, at(0)).await);
    assert_nul_error(s.mark(&mark(NUL), at(0)).await);
    assert_nul_error(s.count(&mark(NUL), 1, seconds(9), at(0)).await);
    assert_eq!(s.mark(&mark("m"), at(0)).await.unwrap(), None);
    let living = Node { id: node("n1"), version: NUL.to_owned(), tzdb: String::new(), started_at: at(0) };
    assert_nul_error(s.beat(&living, seconds(9), at(0)).await);
    assert_nul_error(s.beat(&Node { version: String::new(), tzdb: NUL.to_owned(), ..living }, seconds(9), at(0)).await);
    assert_eq!(s.nodes(at(0)).await.unwrap(), []);
}

pub async fn a_nul_in_the_audit_is_refused(s: &Stage<'_>) {
    let entry = || super::audit::entry(1);
    let bad = [
        NewEntry { action: NUL.to_owned(), ..entry() },
        NewEntry { object: NUL.to_owned(), ..entry() },
        NewEntry { detail: NUL.to_owned(), ..entry() },
        NewEntry { by: By::new(NUL), ..entry() },
    ];
    for bad in bad {
        assert_nul_error(s.append(&acme(), vec![entry(), bad], at(0)).await);
    }
    assert_eq!(s.audit().await, []);
}

pub async fn a_nul_in_a_filter_is_refused(s: &Stage<'_>) {
    let all = Page::first(9);
    let nul = || NUL.to_owned();
    let prefix = ScheduleFilter { id_prefix: Some(nul()), ..ScheduleFilter::default() };
    assert_nul_error(s.schedules(&acme(), &prefix, &all).await);
    let provider = ScheduleFilter { provider: Some(nul()), ..ScheduleFilter::default() };
    assert_nul_error(s.schedules(&acme(), &provider, &all).await);
    let text = ScheduleFilter { text: Some(nul()), ..ScheduleFilter::default() };
    assert_nul_error(s.schedules(&acme(), &text, &all).await);
    for label in [(nul(), String::new()), (String::new(), nul())] {
        let filter = ScheduleFilter { labels: vec![label.clone()], ..ScheduleFilter::default() };
        assert_nul_error(s.schedules(&acme(), &filter, &all).await);
        let filter = OccurrenceFilter { label: Some(label), ..OccurrenceFilter::default() };
        assert_nul_error(s.occurrences(&acme(), &filter, &all).await);
    }
    let reason = OccurrenceFilter { reasons: vec![nul()], ..OccurrenceFilter::default() };
    assert_nul_error(s.occurrences(&acme(), &reason, &all).await);
    assert_nul_error(s.schedules(&acme(), &ScheduleFilter::default(), &Page::after(9, NUL)).await);
    assert_nul_error(s.documents(&acme(), crate::store::DocumentKind::DispatchRule, &Page::after(9, NUL)).await);
}

pub async fn an_empty_key_is_refused(s: &Stage<'_>) {
    fill_store(s).await;
    let schedule = s.schedule_of(&key("digest")).await;
    let before = s.everything().await;
    let row = NewOccurrence { period_key: String::new(), ..due(60) };
    let refused = s.plan(vec![plan(&schedule, vec![due(61), row.clone()])], at(1)).await;
    assert!(matches!(refused, Err(StoreError::Invalid { field: "period_key", .. })), "{refused:?}");
    let refused = s.insert(insert(&key("digest"), vec![row]), at(1)).await;
    assert!(matches!(refused, Err(StoreError::Invalid { field: "period_key", .. })), "{refused:?}");
    let refused = s.enqueue(vec![work("")], at(1)).await;
    assert!(matches!(refused, Err(StoreError::Invalid { field: "key", .. })), "{refused:?}");
    assert_eq!(s.everything().await, before);
}

pub async fn one_bad_row_refuses_the_whole_batch(s: &Stage<'_>) {
    let row = fill_store(s).await;
    let schedule = s.schedule_of(&key("digest")).await;
    let before = s.everything().await;
    let bad = NewOccurrence { period_key: NUL.to_owned(), ..due(60) };
    assert_nul_error(s.plan(vec![plan(&schedule, vec![due(61)]), plan(&schedule, vec![bad.clone()])], at(1)).await);
    assert_nul_error(s.insert(insert(&key("digest"), vec![due(61), bad]), at(1)).await);
    assert_nul_error(
        s.settle(vec![settlement(&row, done()), settlement(&row, crate::testing::fixture::failed(NUL))], at(1)).await,
    );
    assert_eq!(s.everything().await, before);
}

pub async fn texts_that_look_like_code_are_stored_verbatim(s: &Stage<'_>) {
    let schedule = s.saved("digest", definition()).await;
    let texts = [
        "'; DROP TABLE occurrences; --",
        "\" OR \"\"=\"",
        "$1",
        "{\"a\":1}",
        "%s%n",
        "*3\r\n$3\r\nSET\r\n",
        "\\",
        "\\x00",
        "NULL",
        "\u{feff}\u{202e}\u{1f3b6}",
    ];
    let row = |text: &&str| NewOccurrence {
        period_key: (*text).to_owned(),
        discriminator: (*text).to_owned(),
        correlation_id: Some((*text).to_owned()),
        note: Some((*text).to_owned()),
        ..due(0)
    };
    let rows: Vec<_> = texts.iter().map(row).collect();
    s.plan_rows(&schedule, rows.clone()).await;
    let kept: Vec<_> = s.rows().await.into_iter().map(|row| row.planned).collect();
    assert_eq!(kept, rows);
    for (row, text) in s.claimed("n1", 99, 0).await.started.iter().zip(texts) {
        s.ends(row, crate::testing::fixture::failed(text), 1).await;
        assert_eq!(s.again(row).await.message.as_deref(), Some(text));
    }
}
