//! P8: every change by a person has exactly one entry in the audit chain of its tenant, and tampering with the
//! chain is detected.

use serde_json::json;

use crate::model::{AuditEntry, By, NewEntry, Status, Tip};
use crate::store::{ExpectedVersion, OccurrenceChange, Page, StoreError, VerifyResult};
use crate::testing::fixture::{
    acme, ann, at, change, definition, described, document, done, globex, insert, key, manual, save, work,
};
use crate::testing::stage::Stage;
use crate::testing::subject::Tamper;

#[doc(hidden)]
#[macro_export]
macro_rules! audit_cases {
    ($make:path) => {
        $make! { audit:
            every_change_of_a_schedule_has_one_entry,
            every_change_of_a_row_has_one_entry,
            an_entry_contains_actor_time_and_reason,
            refused_changes_leave_no_entry,
            engine_operations_leave_no_entry,
            an_entry_names_a_document_without_its_body,
            standalone_entries_are_appended,
            entries_form_a_hash_chain,
            an_empty_chain_is_intact,
            every_tenant_has_its_own_chain,
            entries_are_listed_newest_first_in_pages,
            details_are_kept_byte_for_byte,
            absent_and_empty_texts_are_distinguished,
            a_changed_entry_is_found,
            a_truncated_chain_is_found,
        }
    };
}

fn follows(entries: &[AuditEntry]) -> Tip {
    let mut tip = Tip::START;
    for entry in entries {
        assert!(entry.follows(tip), "{entry:?} does not follow {tip:?}");
        tip = entry.tip();
    }
    tip
}

pub async fn every_change_of_a_schedule_has_one_entry(s: &Stage<'_>) {
    s.saved("digest", definition()).await;
    s.saved("digest", described("two")).await;
    for status in [Status::Paused, Status::Active, Status::Disabled] {
        s.moved_to("digest", status, 1).await;
    }
    s.insert(insert(&key("digest"), vec![manual("x", 0), manual("y", 0)]), at(2)).await.unwrap();
    s.moved_to("digest", Status::Canceled, 3).await;
    s.delete(&key("digest"), ExpectedVersion::Any, &ann(), at(4)).await.unwrap();
    let expected = ["save", "save", "pause", "resume", "disable", "fire", "cancel", "delete"];
    assert_eq!(s.actions().await, expected.map(|action| format!("schedule.{action} schedule/digest")));
    let details: Vec<_> = s.audit().await.into_iter().map(|entry| entry.entry.detail).collect();
    assert_eq!(details[2], r#"{"note":"because","revision":3}"#);
    assert_eq!(details[7], r#"{"note":null,"revision":7}"#);
}

pub async fn every_change_of_a_row_has_one_entry(s: &Stage<'_>) {
    s.with_rows("digest", definition(), &[0, 600]).await;
    let ids: Vec<_> = s.rows().await.iter().map(|row| row.id).collect();
    s.started("n1", 0).await;
    s.by_hand(ids[0], OccurrenceChange::Cancel, 1).await.unwrap();
    s.by_hand(ids[1], OccurrenceChange::Skip, 2).await.unwrap();
    s.by_hand(ids[1], OccurrenceChange::retry(), 3).await.unwrap();
    s.by_hand(ids[1], OccurrenceChange::Cancel, 4).await.unwrap();
    let actions = s.actions().await;
    let expected = [
        format!("occurrence.cancel occurrence/{}", ids[0]),
        format!("occurrence.skip occurrence/{}", ids[1]),
        format!("occurrence.reopen occurrence/{}", ids[1]),
        format!("occurrence.cancel occurrence/{}", ids[1]),
    ];
    assert_eq!(actions[1..], expected);
    assert!(s.audit().await[1..].iter().all(|entry| entry.entry.detail == r#"{"schedule":"digest"}"#));
}

pub async fn an_entry_contains_actor_time_and_reason(s: &Stage<'_>) {
    let by = By { actor: "bob é".to_owned(), request_id: None, reason: Some("o'clock \n 漢".to_owned()) };
    let micro = at(5) + jiff::SignedDuration::from_micros(3);
    let saving = crate::store::SaveSchedule { by: by.clone(), ..save(key("digest"), definition()) };
    s.save(saving, micro).await.unwrap();
    let entry = s.audit().await.remove(0);
    assert_eq!((entry.tenant, entry.seq, entry.at, entry.entry.by), (acme(), 1, micro, by));
}

pub async fn refused_changes_leave_no_entry(s: &Stage<'_>) {
    s.with_rows("digest", definition(), &[0]).await;
    s.put(&document("a"), &json!(1), ExpectedVersion::Any, &ann(), at(0)).await.unwrap();
    let before = s.audit().await;
    let row = s.started("n1", 0).await;
    let stale = ExpectedVersion::Exactly(9);
    let saving = crate::store::SaveSchedule { expect: stale, ..save(key("digest"), described("x")) };
    assert!(s.save(saving, at(1)).await.is_err());
    let pausing = crate::store::ChangeStatus { expect: stale, ..change(&key("digest"), Status::Paused) };
    assert!(s.change_status(pausing, at(1)).await.is_err());
    assert!(s.change_status(change(&key("digest"), Status::Active), at(1)).await.is_err());
    assert!(s.delete(&key("digest"), stale, &ann(), at(1)).await.is_err());
    assert!(s.insert(insert(&key("none"), vec![manual("x", 0)]), at(1)).await.is_err());
    assert!(s.by_hand(row.id, OccurrenceChange::Skip, 1).await.is_err());
    assert!(s.by_hand(row.id, OccurrenceChange::retry(), 1).await.is_err());
    assert!(s.put(&document("a"), &json!(2), stale, &ann(), at(1)).await.is_err());
    assert!(s.remove(&document("a"), stale, &ann(), at(1)).await.is_err());
    assert!(s.remove(&document("b"), ExpectedVersion::Any, &ann(), at(1)).await.is_err());
    s.saved("digest", definition()).await;
    assert_eq!(s.audit().await, before);
}

pub async fn engine_operations_leave_no_entry(s: &Stage<'_>) {
    s.with_rows("digest", definition(), &[0, 1, 2]).await;
    let before = s.audit().await;
    let rows = s.claimed("n1", 9, 5).await.started;
    s.ends(&rows[0], done(), 6).await;
    s.release(&[crate::testing::fixture::lease(&rows[1]).into()], at(7)).await.unwrap();
    s.enqueue(vec![work("a")], at(0)).await.unwrap();
    s.claim_work(&crate::testing::fixture::claim_work("n1", 9), at(0)).await.unwrap();
    s.mark_if_absent(&crate::testing::fixture::mark("m"), "x", crate::testing::fixture::seconds(5), at(0))
        .await
        .unwrap();
    s.prune(&crate::testing::fixture::prune()).await.unwrap();
    assert_eq!(s.audit().await, before);
}

/// The body may contain a secret.
pub async fn an_entry_names_a_document_without_its_body(s: &Stage<'_>) {
    let body = json!({"password": "correct-horse"});
    s.put(&document("smtp"), &body, ExpectedVersion::Any, &ann(), at(0)).await.unwrap();
    s.put(&document("smtp"), &body, ExpectedVersion::Any, &ann(), at(0)).await.unwrap();
    s.remove(&document("smtp"), ExpectedVersion::Any, &ann(), at(0)).await.unwrap();
    assert_eq!(s.actions().await, ["document.put rule/smtp", "document.put rule/smtp", "document.remove rule/smtp"]);
    let entries = s.audit().await;
    assert!(!format!("{entries:?}").contains("horse"));
    let details: Vec<_> = entries.iter().map(|entry| entry.entry.detail.as_str()).collect();
    assert_eq!(details, [r#"{"version":1}"#, r#"{"version":2}"#, r#"{"version":2}"#]);
}

pub(crate) fn entry(n: usize) -> NewEntry {
    NewEntry {
        by: By::new("bob"),
        action: "key.use".to_owned(),
        object: format!("key/{n}"),
        detail: format!("{{\"n\": {n}}}"),
    }
}

pub async fn standalone_entries_are_appended(s: &Stage<'_>) {
    let appended = s.append(&acme(), (0..3).map(entry).collect(), at(5)).await.unwrap();
    assert_eq!(appended.iter().map(|entry| entry.seq).collect::<Vec<_>>(), [1, 2, 3]);
    assert_eq!(
        appended.iter().map(|chained| chained.entry.clone()).collect::<Vec<_>>(),
        [entry(0), entry(1), entry(2)]
    );
    assert_eq!(s.audit().await, appended);
}

pub async fn entries_form_a_hash_chain(s: &Stage<'_>) {
    s.saved("digest", definition()).await;
    s.append(&acme(), (0..30).map(entry).collect(), at(5)).await.unwrap();
    s.moved_to("digest", Status::Paused, 6).await;
    // The clock may be set back; the chain still grows.
    s.append(&acme(), vec![entry(99)], at(-500)).await.unwrap();
    let tip = follows(&s.audit().await);
    assert_eq!(tip.seq, 33);
    assert_eq!(s.verify(&acme()).await.unwrap(), VerifyResult::Whole(tip));
}

pub async fn an_empty_chain_is_intact(s: &Stage<'_>) {
    assert_eq!(s.verify(&acme()).await.unwrap(), VerifyResult::Whole(Tip::START));
    assert_eq!(s.audit().await, []);
}

/// P9: each tenant has its own chain.
pub async fn every_tenant_has_its_own_chain(s: &Stage<'_>) {
    s.append(&acme(), vec![entry(1)], at(0)).await.unwrap();
    s.append(&globex(), vec![entry(1), entry(2)], at(0)).await.unwrap();
    s.append(&acme(), vec![entry(3)], at(0)).await.unwrap();
    for tenant in [acme(), globex()] {
        let entries = s.audit_of(&tenant).await;
        let tip = follows(&entries);
        assert_eq!(tip.seq, 2);
        assert_eq!(s.verify(&tenant).await.unwrap(), VerifyResult::Whole(tip));
    }
    assert_ne!(s.audit().await[0].hash, s.audit_of(&globex()).await[0].hash);
}

pub async fn entries_are_listed_newest_first_in_pages(s: &Stage<'_>) {
    s.append(&acme(), (1..=5).map(entry).collect(), at(0)).await.unwrap();
    let first = s.entries(&acme(), &Page::first(2)).await.unwrap();
    s.append(&acme(), vec![entry(6)], at(0)).await.unwrap();
    let second = s.entries(&acme(), &Page::after(2, first.next.unwrap())).await.unwrap();
    let third = s.entries(&acme(), &Page::after(2, second.next.unwrap())).await.unwrap();
    let places = |entries: &[AuditEntry]| entries.iter().map(|entry| entry.seq).collect::<Vec<_>>();
    assert_eq!((places(&first.rows), places(&second.rows)), (vec![5, 4], vec![3, 2]));
    assert_eq!((places(&third.rows), third.next), (vec![1], None));
    let bad = s.entries(&acme(), &Page::after(2, "five")).await;
    assert!(matches!(bad, Err(StoreError::Invalid { field: "cursor", .. })));
}

/// Details are hashed: a store that reformats JSON breaks the chain.
pub async fn details_are_kept_byte_for_byte(s: &Stage<'_>) {
    let details = ["", "{}", " { \"b\" : 1.0 , \"a\":1e2 } ", "no JSON é 漢 \u{1} '", "[1,  1]"];
    let entries = details.map(|detail| NewEntry { detail: detail.to_owned(), ..entry(0) });
    s.append(&acme(), entries.to_vec(), at(0)).await.unwrap();
    let kept: Vec<_> = s.audit().await.into_iter().map(|entry| entry.entry.detail).collect();
    assert_eq!(kept, details);
    assert!(matches!(s.verify(&acme()).await.unwrap(), VerifyResult::Whole(_)));
}

pub async fn absent_and_empty_texts_are_distinguished(s: &Stage<'_>) {
    let by = |request_id: Option<&str>, reason: Option<&str>| NewEntry {
        by: By { actor: String::new(), request_id: request_id.map(str::to_owned), reason: reason.map(str::to_owned) },
        ..entry(0)
    };
    let entries = vec![by(None, Some("")), by(Some(""), None), by(Some(""), Some(""))];
    s.append(&acme(), entries.clone(), at(0)).await.unwrap();
    let kept: Vec<_> = s.audit().await.into_iter().map(|chained| chained.entry).collect();
    assert_eq!(kept, entries);
    assert!(matches!(s.verify(&acme()).await.unwrap(), VerifyResult::Whole(_)));
}

pub async fn a_changed_entry_is_found(s: &Stage<'_>) {
    s.append(&acme(), (1..=5).map(entry).collect(), at(0)).await.unwrap();
    s.append(&globex(), vec![entry(1)], at(0)).await.unwrap();
    s.subject.tamper(&acme(), Tamper::Detail(3)).await;
    assert_eq!(s.verify(&acme()).await.unwrap(), VerifyResult::BrokenAt(3));
    assert!(matches!(s.verify(&globex()).await.unwrap(), VerifyResult::Whole(_)));
}

/// The remaining entries are consistent; only the tip, which is stored separately, reveals the loss.
pub async fn a_truncated_chain_is_found(s: &Stage<'_>) {
    s.append(&acme(), (1..=5).map(entry).collect(), at(0)).await.unwrap();
    s.subject.tamper(&acme(), Tamper::RemoveLast).await;
    assert_eq!(s.verify(&acme()).await.unwrap(), VerifyResult::BrokenAt(5));
}
