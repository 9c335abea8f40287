//! Named, versioned documents.

use serde_json::{Value, json};

use crate::model::DocumentName;
use crate::store::{DocumentKey, DocumentKind, ExpectedVersion, Page, StoreError};
use crate::testing::fixture::{acme, ann, at, document, tricky_json};
use crate::testing::stage::Stage;

#[doc(hidden)]
#[macro_export]
macro_rules! catalog_cases {
    ($make:path) => {
        $make! { catalog:
            a_document_reads_back_as_it_was_put,
            putting_again_raises_the_version,
            the_same_body_twice_is_two_versions,
            putting_compares_the_version,
            removing_compares_the_version,
            removing_a_missing_document_is_not_found,
            versions_continue_after_removal,
            documents_of_different_kinds_are_separate,
            documents_are_listed_by_name_in_pages,
            a_cursor_of_documents_is_stable_under_inserts,
            bodies_of_every_shape_are_kept,
        }
    };
}

async fn put(s: &Stage<'_>, name: &str, body: Value, now: i64) -> crate::store::Document {
    s.put(&document(name), &body, ExpectedVersion::Any, &ann(), at(now)).await.unwrap()
}

pub async fn a_document_reads_back_as_it_was_put(s: &Stage<'_>) {
    assert_eq!(s.document(&document("a")).await.unwrap(), None);
    let written = put(s, "a", tricky_json(), 5).await;
    assert_eq!((written.version, &written.body, written.updated_at), (1, &tricky_json(), at(5)));
    assert_eq!(written.key, document("a"));
    assert_eq!(s.document(&document("a")).await.unwrap(), Some(written));
}

pub async fn putting_again_raises_the_version(s: &Stage<'_>) {
    put(s, "a", json!(1), 0).await;
    let second = put(s, "a", json!(2), 9).await;
    assert_eq!((second.version, &second.body, second.updated_at), (2, &json!(2), at(9)));
    assert_eq!(s.document(&document("a")).await.unwrap(), Some(second));
}

/// A version counts writes, not changes.
pub async fn the_same_body_twice_is_two_versions(s: &Stage<'_>) {
    put(s, "a", json!(1), 0).await;
    assert_eq!(put(s, "a", json!(1), 1).await.version, 2);
    assert_eq!(s.actions().await, ["document.put rule/a", "document.put rule/a"]);
}

pub async fn putting_compares_the_version(s: &Stage<'_>) {
    let put = async |expect| s.put(&document("a"), &json!("x"), expect, &ann(), at(1)).await;
    assert!(matches!(put(ExpectedVersion::Exactly(1)).await, Err(StoreError::NotFound(_))));
    assert_eq!(put(ExpectedVersion::New).await.unwrap().version, 1);
    let before = s.everything().await;
    assert!(matches!(put(ExpectedVersion::New).await, Err(StoreError::Conflict { .. })));
    assert!(matches!(put(ExpectedVersion::Exactly(2)).await, Err(StoreError::Conflict { .. })));
    assert_eq!(s.everything().await, before);
    assert_eq!(put(ExpectedVersion::Exactly(1)).await.unwrap().version, 2);
}

pub async fn removing_compares_the_version(s: &Stage<'_>) {
    put(s, "a", json!(1), 0).await;
    put(s, "a", json!(2), 0).await;
    let before = s.everything().await;
    for expect in [ExpectedVersion::New, ExpectedVersion::Exactly(1), ExpectedVersion::Exactly(3)] {
        let refused = s.remove(&document("a"), expect, &ann(), at(1)).await;
        assert!(matches!(refused, Err(StoreError::Conflict { .. })), "{expect:?}");
    }
    assert_eq!(s.everything().await, before);
    s.remove(&document("a"), ExpectedVersion::Exactly(2), &ann(), at(1)).await.unwrap();
    assert_eq!(s.document(&document("a")).await.unwrap(), None);
}

pub async fn removing_a_missing_document_is_not_found(s: &Stage<'_>) {
    for expect in [ExpectedVersion::New, ExpectedVersion::Any, ExpectedVersion::Exactly(1)] {
        let refused = s.remove(&document("a"), expect, &ann(), at(1)).await;
        assert!(matches!(refused, Err(StoreError::NotFound(_))), "{expect:?}");
    }
    put(s, "a", json!(1), 0).await;
    s.remove(&document("a"), ExpectedVersion::Any, &ann(), at(1)).await.unwrap();
    let again = s.remove(&document("a"), ExpectedVersion::Any, &ann(), at(2)).await;
    assert!(matches!(again, Err(StoreError::NotFound(_))));
    assert_eq!(s.actions().await, ["document.put rule/a", "document.remove rule/a"]);
}

/// Otherwise a client that still holds version 1 of the old document could overwrite the new one unnoticed.
pub async fn versions_continue_after_removal(s: &Stage<'_>) {
    put(s, "a", json!(1), 0).await;
    put(s, "a", json!(2), 0).await;
    s.remove(&document("a"), ExpectedVersion::Any, &ann(), at(1)).await.unwrap();
    let made = s.put(&document("a"), &json!(3), ExpectedVersion::New, &ann(), at(2)).await.unwrap();
    assert_eq!(made.version, 3);
    s.remove(&document("a"), ExpectedVersion::Exactly(3), &ann(), at(3)).await.unwrap();
    assert_eq!(put(s, "a", json!(4), 4).await.version, 4);
}

pub async fn documents_of_different_kinds_are_separate(s: &Stage<'_>) {
    for kind in DocumentKind::ALL {
        let key = DocumentKey { kind, ..document("a") };
        let written = s.put(&key, &json!(kind.as_str()), ExpectedVersion::New, &ann(), at(0)).await.unwrap();
        assert_eq!(written.version, 1);
    }
    s.remove(&DocumentKey { kind: DocumentKind::Hold, ..document("a") }, ExpectedVersion::Any, &ann(), at(1))
        .await
        .unwrap();
    for kind in DocumentKind::ALL {
        let listed = s.documents(&acme(), kind, &Page::first(9)).await.unwrap().rows;
        assert_eq!(listed.len(), usize::from(kind != DocumentKind::Hold), "{kind:?}");
        assert!(listed.iter().all(|found| found.key.kind == kind && found.body == json!(kind.as_str())));
    }
}

/// Names are ordered by bytes, like schedule IDs.
pub async fn documents_are_listed_by_name_in_pages(s: &Stage<'_>) {
    for name in ["b", "a.b", "B", "a-b", "a", "a_b"] {
        put(s, name, json!(1), 0).await;
    }
    let mut names: Vec<DocumentName> = Vec::new();
    let mut page = Page::first(4);
    loop {
        let found = s.documents(&acme(), DocumentKind::DispatchRule, &page).await.unwrap();
        names.extend(found.rows.into_iter().map(|document| document.key.name));
        let Some(next) = found.next else { break };
        page = Page::after(4, next);
    }
    assert_eq!(names.iter().map(DocumentName::as_str).collect::<Vec<_>>(), ["B", "a", "a-b", "a.b", "a_b", "b"]);
}

pub async fn a_cursor_of_documents_is_stable_under_inserts(s: &Stage<'_>) {
    for name in ["b", "d", "f"] {
        put(s, name, json!(1), 0).await;
    }
    let first = s.documents(&acme(), DocumentKind::DispatchRule, &Page::first(2)).await.unwrap();
    put(s, "a", json!(1), 0).await;
    s.remove(&document("d"), ExpectedVersion::Any, &ann(), at(0)).await.unwrap();
    put(s, "e", json!(1), 0).await;
    let second = s.documents(&acme(), DocumentKind::DispatchRule, &Page::after(9, first.next.unwrap())).await.unwrap();
    let names: Vec<_> = second.rows.iter().map(|document| document.key.name.as_str()).collect();
    assert_eq!((names, second.next), (vec!["e", "f"], None));
}

pub async fn bodies_of_every_shape_are_kept(s: &Stage<'_>) {
    let bodies = [json!(null), json!(""), json!([]), json!({}), json!(1.0), json!(-0.0), json!([null, [], {}])];
    for (n, body) in bodies.into_iter().enumerate() {
        let name = format!("d{n}");
        put(s, &name, body.clone(), 0).await;
        let read = s.document(&document(&name)).await.unwrap().unwrap().body;
        assert_eq!(read.to_string(), body.to_string());
    }
}
