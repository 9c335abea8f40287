//! What may not be stored is refused by name before anything is changed.

use refrain::audit::{By, NewEntry};
use refrain::id::Revision;
use refrain::node::Node;
use refrain::occurrence::{KEY_BYTES_MAX, NewOccurrence, Target};
use refrain::reason::SkipReason;
use refrain::schedule::Status;
use refrain::store::{
    BATCH_MAX, ChangeStatus, Claim, DOCUMENT_BYTES_MAX, Ending, Expect, Insert, Kept, MARK_NAME_BYTES_MAX,
    MARK_VALUE_BYTES_MAX, Mark, OccurrenceFilter, Page, Plan, Replan, SaveSchedule, ScheduleFilter, Settlement,
    StoreError, WorkEnding,
};
use refrain::work_item::{NewWorkItem, WORK_BYTES_MAX};
use serde_json::{Value, json};

use crate::fixture::{
    acme, ann, at, change, claim, claim_work, definition, document, done, due, insert, key, lease, manual, mark, node,
    plan, prune, save, seconds, settlement, work, work_lease,
};
use crate::stage::Stage;

macro_rules! bad_input_cases {
    ($make:ident $subject:path) => {
        $make! { $subject, bad_input:
            a_nul_in_a_definition_is_refused,
            a_nul_in_who_asks_is_refused,
            a_nul_in_a_planned_row_is_refused,
            a_nul_in_a_settlement_is_refused,
            a_nul_in_work_is_refused,
            a_nul_in_a_document_is_refused,
            a_nul_in_a_mark_or_node_is_refused,
            a_nul_in_the_audit_is_refused,
            a_nul_in_what_is_looked_for_is_refused,
            a_large_payload_is_refused_and_the_largest_is_kept,
            a_large_document_is_refused_and_the_largest_is_kept,
            large_work_is_refused_and_the_largest_is_kept,
            a_long_key_is_refused_and_the_longest_is_kept,
            an_empty_key_is_refused,
            a_long_mark_is_refused_and_the_longest_is_kept,
            a_long_note_is_refused,
            a_batch_too_large_is_refused,
            one_bad_row_refuses_the_whole_batch,
            texts_that_look_like_code_are_only_texts,
            numbers_at_the_edge_are_kept,
        }
    };
}

const NUL: &str = "a\0b";

/// The refusal names a NUL, not some error of a driver.
#[track_caller]
fn is_nul<T: std::fmt::Debug>(refused: Result<T, StoreError>) {
    let error = refused.unwrap_err();
    assert!(matches!(&error, StoreError::Invalid { problem, .. } if problem.contains("NUL")), "{error:?}");
}

#[track_caller]
fn is_large<T: std::fmt::Debug>(refused: Result<T, StoreError>, limit: usize) {
    let error = refused.unwrap_err();
    let is_told = matches!(error, StoreError::TooLarge { size, size_max, .. } if size_max == limit && size > limit);
    assert!(is_told, "{error:?}");
}

/// Something of everything, so that a change of anything shows.
async fn furnished(s: &Stage<'_>) -> refrain::occurrence::Occurrence {
    s.with_rows("digest", definition(), &[0, 900]).await;
    s.enqueue(vec![work("w")], at(0)).await.unwrap();
    s.put(&document("d"), &json!(1), Expect::Any, &ann(), at(0)).await.unwrap();
    s.started("n1", 0).await
}

pub(crate) async fn a_nul_in_a_definition_is_refused(s: &Stage<'_>) {
    furnished(s).await;
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
        is_nul(s.save(save(key("digest"), definition.clone()), at(1)).await);
        is_nul(s.save(save(key("new"), definition), at(1)).await);
    }
    let kept = Kept { period_key: NUL.to_owned(), discriminator: String::new(), nominal_at: at(0), due_at: at(0) };
    let replan = Some(Replan { watermark: at(900), keep: vec![kept] });
    is_nul(s.save(SaveSchedule { replan, ..save(key("digest"), crate::fixture::described("x")) }, at(1)).await);
    assert_eq!(s.everything().await, before);
}

fn askers() -> [By; 3] {
    [
        By { actor: NUL.to_owned(), ..ann() },
        By { request_id: Some(NUL.to_owned()), ..ann() },
        By { reason: Some(NUL.to_owned()), ..ann() },
    ]
}

pub(crate) async fn a_nul_in_who_asks_is_refused(s: &Stage<'_>) {
    let row = furnished(s).await;
    let before = s.everything().await;
    for by in askers() {
        is_nul(s.save(SaveSchedule { by: by.clone(), ..save(key("new"), definition()) }, at(1)).await);
        let pause = change(&key("digest"), Status::Paused);
        is_nul(s.change_status(ChangeStatus { by: by.clone(), ..pause }, at(1)).await);
        is_nul(s.delete(&key("digest"), Expect::Any, &by, at(1)).await);
        is_nul(s.insert(Insert { by: by.clone(), ..insert(&key("digest"), vec![manual("x", 0)]) }, at(1)).await);
        let cancel = refrain::store::OccurrenceChange::Cancel;
        is_nul(s.change_occurrence(&acme(), row.id, &cancel, &by, at(1)).await);
        is_nul(s.put(&document("d"), &json!(2), Expect::Any, &by, at(1)).await);
        is_nul(s.remove(&document("d"), Expect::Any, &by, at(1)).await);
        is_nul(s.replay(&acme(), &[], &by, at(1)).await);
    }
    let noted = ChangeStatus { text: Some(NUL.to_owned()), ..change(&key("digest"), Status::Paused) };
    is_nul(s.change_status(noted, at(1)).await);
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

pub(crate) async fn a_nul_in_a_planned_row_is_refused(s: &Stage<'_>) {
    furnished(s).await;
    let schedule = s.schedule_of(&key("digest")).await;
    let before = s.everything().await;
    for row in rows_with_nul() {
        is_nul(s.plan(vec![plan(&schedule, vec![row.clone()])], at(1)).await);
        is_nul(s.insert(insert(&key("digest"), vec![row]), at(1)).await);
    }
    is_nul(s.plan(vec![Plan { tzdb: NUL.to_owned(), ..plan(&schedule, vec![due(60)]) }], at(1)).await);
    is_nul(s.insert(Insert { tzdb: NUL.to_owned(), ..insert(&key("digest"), vec![due(60)]) }, at(1)).await);
    assert_eq!(s.everything().await, before);
}

pub(crate) async fn a_nul_in_a_settlement_is_refused(s: &Stage<'_>) {
    let row = furnished(s).await;
    let before = s.everything().await;
    let message = Some(NUL.to_owned());
    let target =
        |kind: &str, id: &str| Ending::Generated { target: Some(Target { kind: kind.to_owned(), id: id.to_owned() }) };
    let endings = [
        Ending::Skipped { reason: SkipReason::Hold, message: message.clone() },
        Ending::Failed { reason: refrain::reason::FailReason::Timeout, message: message.clone() },
        Ending::Retry { at: at(9), message },
        target(NUL, "x"),
        target("x", NUL),
    ];
    for ending in endings {
        is_nul(s.settle(vec![settlement(&row, ending)], at(1)).await);
    }
    let enqueue = vec![NewWorkItem { payload: json!([NUL]), ..work("x") }];
    is_nul(s.settle(vec![Settlement { enqueue, ..settlement(&row, done()) }], at(1)).await);
    assert_eq!(s.everything().await, before);
}

pub(crate) async fn a_nul_in_work_is_refused(s: &Stage<'_>) {
    furnished(s).await;
    let item = s.claim_work(&claim_work("n1", 1), at(0)).await.unwrap().remove(0);
    let before = s.everything().await;
    is_nul(s.enqueue(vec![work("x"), work(NUL)], at(1)).await);
    is_nul(s.enqueue(vec![NewWorkItem { payload: json!({"a": {NUL: 1}}), ..work("x") }], at(1)).await);
    let result = WorkEnding::Complete { result: json!(NUL) };
    is_nul(s.finish(&acme(), vec![(work_lease(&item), result)], at(1)).await);
    let error = WorkEnding::Fail { error: NUL.to_owned(), retry_at: None };
    is_nul(s.finish(&acme(), vec![(work_lease(&item), error)], at(1)).await);
    assert_eq!(s.everything().await, before);
}

pub(crate) async fn a_nul_in_a_document_is_refused(s: &Stage<'_>) {
    furnished(s).await;
    let before = s.everything().await;
    for body in [json!(NUL), json!([[NUL]]), json!({NUL: 1})] {
        is_nul(s.put(&document("d"), &body, Expect::Any, &ann(), at(1)).await);
    }
    assert_eq!(s.everything().await, before);
    // The six characters of an escape are no NUL.
    s.put(&document("d"), &json!("\\u0000"), Expect::Any, &ann(), at(1)).await.unwrap();
    assert_eq!(s.document(&document("d")).await.unwrap().unwrap().body, json!("\\u0000"));
}

pub(crate) async fn a_nul_in_a_mark_or_node_is_refused(s: &Stage<'_>) {
    is_nul(s.mark_if_absent(&mark(NUL), "x", seconds(9), at(0)).await);
    is_nul(s.mark_if_absent(&mark("m"), NUL, seconds(9), at(0)).await);
    let bad = Mark { value: NUL.to_owned(), until: at(9) };
    is_nul(s.replace_mark(&mark("m"), None, Some(&bad), at(0)).await);
    is_nul(s.replace_mark(&mark(NUL), None, None, at(0)).await);
    is_nul(s.replace_mark(&mark("m"), Some(NUL), None, at(0)).await);
    is_nul(s.mark(&mark(NUL), at(0)).await);
    is_nul(s.count(&mark(NUL), 1, seconds(9), at(0)).await);
    assert_eq!(s.mark(&mark("m"), at(0)).await.unwrap(), None);
    let living = Node { id: node("n1"), version: NUL.to_owned(), tzdb: String::new(), started_at: at(0) };
    is_nul(s.beat(&living, seconds(9), at(0)).await);
    is_nul(s.beat(&Node { version: String::new(), tzdb: NUL.to_owned(), ..living }, seconds(9), at(0)).await);
    assert_eq!(s.nodes(at(0)).await.unwrap(), []);
}

pub(crate) async fn a_nul_in_the_audit_is_refused(s: &Stage<'_>) {
    let entry = || super::audit::entry(1);
    let bad = [
        NewEntry { action: NUL.to_owned(), ..entry() },
        NewEntry { object: NUL.to_owned(), ..entry() },
        NewEntry { detail: NUL.to_owned(), ..entry() },
        NewEntry { by: By::new(NUL), ..entry() },
    ];
    for bad in bad {
        is_nul(s.append(&acme(), vec![entry(), bad], at(0)).await);
    }
    assert_eq!(s.audit().await, []);
}

pub(crate) async fn a_nul_in_what_is_looked_for_is_refused(s: &Stage<'_>) {
    let all = Page::first(9);
    let nul = || NUL.to_owned();
    let prefix = ScheduleFilter { id_prefix: Some(nul()), ..ScheduleFilter::default() };
    is_nul(s.schedules(&acme(), &prefix, &all).await);
    for label in [(nul(), String::new()), (String::new(), nul())] {
        let filter = ScheduleFilter { labels: vec![label.clone()], ..ScheduleFilter::default() };
        is_nul(s.schedules(&acme(), &filter, &all).await);
        let filter = OccurrenceFilter { label: Some(label), ..OccurrenceFilter::default() };
        is_nul(s.occurrences(&acme(), &filter, &all).await);
    }
    let reason = OccurrenceFilter { reasons: vec![nul()], ..OccurrenceFilter::default() };
    is_nul(s.occurrences(&acme(), &reason, &all).await);
    is_nul(s.schedules(&acme(), &ScheduleFilter::default(), &Page::after(9, NUL)).await);
    is_nul(s.documents(&acme(), refrain::store::DocumentKind::Rule, &Page::after(9, NUL)).await);
}

/// Text whose JSON has exactly so many bytes.
fn text_of(bytes: usize) -> Value {
    json!("x".repeat(bytes - 2))
}

pub(crate) async fn a_large_payload_is_refused_and_the_largest_is_kept(s: &Stage<'_>) {
    furnished(s).await;
    let before = s.everything().await;
    let limit = refrain::definition::PAYLOAD_BYTES_MAX;
    let mut large = definition();
    for bytes in [limit + 1, 300 * 1024] {
        large.action.payload = text_of(bytes);
        is_large(s.save(save(key("digest"), large.clone()), at(1)).await, limit);
        is_large(s.save(save(key("new"), large.clone()), at(1)).await, limit);
    }
    let wordy = crate::fixture::described(&"x".repeat(300 * 1024));
    is_large(s.save(save(key("digest"), wordy), at(1)).await, refrain::definition::DEFINITION_BYTES_MAX);
    assert_eq!(s.everything().await, before);
    large.action.payload = text_of(limit);
    let saved = s.save(save(key("digest"), large.clone()), at(1)).await.unwrap();
    assert_eq!((*s.schedule_of(&key("digest")).await.definition).clone(), large);
    assert_eq!(s.definition(saved.uid, Revision(2)).await.unwrap(), Some(large));
}

pub(crate) async fn a_large_document_is_refused_and_the_largest_is_kept(s: &Stage<'_>) {
    furnished(s).await;
    let before = s.everything().await;
    let large = text_of(DOCUMENT_BYTES_MAX + 1);
    is_large(s.put(&document("d"), &large, Expect::Any, &ann(), at(1)).await, DOCUMENT_BYTES_MAX);
    assert_eq!(s.everything().await, before);
    let largest = text_of(DOCUMENT_BYTES_MAX);
    s.put(&document("d"), &largest, Expect::Any, &ann(), at(1)).await.unwrap();
    assert_eq!(s.document(&document("d")).await.unwrap().unwrap().body, largest);
}

pub(crate) async fn large_work_is_refused_and_the_largest_is_kept(s: &Stage<'_>) {
    let row = furnished(s).await;
    let item = s.claim_work(&claim_work("n1", 1), at(0)).await.unwrap().remove(0);
    let before = s.everything().await;
    let large = NewWorkItem { payload: text_of(WORK_BYTES_MAX + 1), ..work("x") };
    is_large(s.enqueue(vec![work("y"), large.clone()], at(1)).await, WORK_BYTES_MAX);
    let settling = Settlement { enqueue: vec![large], ..settlement(&row, done()) };
    is_large(s.settle(vec![settling], at(1)).await, WORK_BYTES_MAX);
    let result = WorkEnding::Complete { result: text_of(WORK_BYTES_MAX + 1) };
    is_large(s.finish(&acme(), vec![(work_lease(&item), result)], at(1)).await, WORK_BYTES_MAX);
    assert_eq!(s.everything().await, before);
    let largest = NewWorkItem { payload: text_of(WORK_BYTES_MAX), ..work("x") };
    s.enqueue(vec![largest.clone()], at(1)).await.unwrap();
    assert_eq!(s.work().await.pop().unwrap().work, largest);
}

pub(crate) async fn a_long_key_is_refused_and_the_longest_is_kept(s: &Stage<'_>) {
    furnished(s).await;
    let schedule = s.schedule_of(&key("digest")).await;
    let before = s.everything().await;
    let long = || "é".repeat(KEY_BYTES_MAX / 2) + "x";
    let rows = [
        NewOccurrence { period_key: long(), ..due(60) },
        NewOccurrence { discriminator: long(), ..due(60) },
        NewOccurrence { correlation_id: Some(long()), ..due(60) },
    ];
    for row in rows {
        is_large(s.plan(vec![plan(&schedule, vec![row.clone()])], at(1)).await, KEY_BYTES_MAX);
        is_large(s.insert(insert(&key("digest"), vec![row]), at(1)).await, KEY_BYTES_MAX);
    }
    is_large(s.enqueue(vec![work(&long())], at(1)).await, KEY_BYTES_MAX);
    let by = By { actor: long(), ..ann() };
    is_large(s.delete(&key("digest"), Expect::Any, &by, at(1)).await, KEY_BYTES_MAX);
    assert_eq!(s.everything().await, before);
    let longest = "é".repeat(KEY_BYTES_MAX / 2);
    let row = NewOccurrence { period_key: longest.clone(), discriminator: longest.clone(), ..due(60) };
    s.plan_rows(&schedule, vec![row.clone()]).await;
    s.enqueue(vec![work(&longest)], at(1)).await.unwrap();
    assert_eq!(s.rows().await.pop().unwrap().planned, row);
    assert_eq!(s.work().await.pop().unwrap().work.key, longest);
}

pub(crate) async fn an_empty_key_is_refused(s: &Stage<'_>) {
    furnished(s).await;
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

pub(crate) async fn a_long_mark_is_refused_and_the_longest_is_kept(s: &Stage<'_>) {
    let (name, value) = ("n".repeat(MARK_NAME_BYTES_MAX), "v".repeat(MARK_VALUE_BYTES_MAX));
    let (long_name, long_value) = (format!("{name}x"), format!("{value}x"));
    is_large(s.mark_if_absent(&mark(&long_name), "x", seconds(9), at(0)).await, MARK_NAME_BYTES_MAX);
    is_large(s.mark_if_absent(&mark(&name), &long_value, seconds(9), at(0)).await, MARK_VALUE_BYTES_MAX);
    is_large(s.count(&mark(&long_name), 1, seconds(9), at(0)).await, MARK_NAME_BYTES_MAX);
    let bad = Mark { value: long_value, until: at(9) };
    is_large(s.replace_mark(&mark(&name), None, Some(&bad), at(0)).await, MARK_VALUE_BYTES_MAX);
    assert_eq!(s.mark_if_absent(&mark(&name), &value, seconds(9), at(0)).await.unwrap(), None);
    assert_eq!(s.mark(&mark(&name), at(0)).await.unwrap().unwrap().value, value);
}

pub(crate) async fn a_long_note_is_refused(s: &Stage<'_>) {
    furnished(s).await;
    let before = s.everything().await;
    let limit = refrain::occurrence::MESSAGE_BYTES_MAX;
    let long = || Some("x".repeat(limit + 1));
    let noted = ChangeStatus { text: long(), ..change(&key("digest"), Status::Paused) };
    is_large(s.change_status(noted, at(1)).await, limit);
    let by = By { reason: long(), ..ann() };
    is_large(s.delete(&key("digest"), Expect::Any, &by, at(1)).await, limit);
    let row = NewOccurrence { note: long(), ..due(60) };
    is_large(s.insert(insert(&key("digest"), vec![row]), at(1)).await, limit);
    assert_eq!(s.everything().await, before);
}

pub(crate) async fn a_batch_too_large_is_refused(s: &Stage<'_>) {
    let row = furnished(s).await;
    let schedule = s.schedule_of(&key("digest")).await;
    let before = s.everything().await;
    let many = BATCH_MAX + 1;
    is_large(s.plan(vec![plan(&schedule, (0..many as i64).map(due).collect())], at(1)).await, BATCH_MAX);
    is_large(s.plan(vec![plan(&schedule, Vec::new()); many], at(1)).await, BATCH_MAX);
    is_large(s.insert(insert(&key("digest"), vec![due(7); many]), at(1)).await, BATCH_MAX);
    is_large(s.claim(&Claim { limit: many, ..claim("n1", 0) }, at(1)).await, BATCH_MAX);
    let leases = vec![lease(&row); many];
    is_large(s.confirm(&leases, at(1)).await, BATCH_MAX);
    is_large(s.renew(&leases, seconds(1), at(1)).await, BATCH_MAX);
    is_large(s.release(&leases, at(1)).await, BATCH_MAX);
    is_large(s.settle(vec![settlement(&row, done()); many], at(1)).await, BATCH_MAX);
    // Work that follows counts too.
    let heavy = Settlement { enqueue: vec![work("x"); BATCH_MAX], ..settlement(&row, done()) };
    is_large(s.settle(vec![heavy], at(1)).await, BATCH_MAX);
    is_large(s.due_for_planning(at(1), many).await, BATCH_MAX);
    is_large(s.planned(schedule.uid, many).await, BATCH_MAX);
    is_large(s.prune(&refrain::store::Prune { limit: many, ended_before: Some(at(9)), ..prune() }).await, BATCH_MAX);
    is_large(s.enqueue(vec![work("x"); many], at(1)).await, BATCH_MAX);
    is_large(s.claim_work(&claim_work("n1", many), at(1)).await, BATCH_MAX);
    let item = refrain::store::WorkLease { id: refrain::id::WorkItemId(1), fence: refrain::id::Fence(1) };
    is_large(s.extend(&acme(), &vec![item; many], seconds(1), at(1)).await, BATCH_MAX);
    let ending = WorkEnding::Complete { result: json!(1) };
    is_large(s.finish(&acme(), vec![(item, ending); many], at(1)).await, BATCH_MAX);
    is_large(s.replay(&acme(), &vec![item.id; many], &ann(), at(1)).await, BATCH_MAX);
    is_large(s.append(&acme(), vec![super::audit::entry(1); many], at(1)).await, BATCH_MAX);
    assert_eq!(s.everything().await, before);
}

pub(crate) async fn one_bad_row_refuses_the_whole_batch(s: &Stage<'_>) {
    let row = furnished(s).await;
    let schedule = s.schedule_of(&key("digest")).await;
    let before = s.everything().await;
    let bad = NewOccurrence { period_key: NUL.to_owned(), ..due(60) };
    is_nul(s.plan(vec![plan(&schedule, vec![due(61)]), plan(&schedule, vec![bad.clone()])], at(1)).await);
    is_nul(s.insert(insert(&key("digest"), vec![due(61), bad]), at(1)).await);
    is_nul(s.settle(vec![settlement(&row, done()), settlement(&row, crate::fixture::failed(NUL))], at(1)).await);
    assert_eq!(s.everything().await, before);
}

pub(crate) async fn texts_that_look_like_code_are_only_texts(s: &Stage<'_>) {
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
        s.ends(row, crate::fixture::failed(text), 1).await;
        assert_eq!(s.again(row).await.message.as_deref(), Some(text));
    }
}

pub(crate) async fn numbers_at_the_edge_are_kept(s: &Stage<'_>) {
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
