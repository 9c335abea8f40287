//! Calls every operation against the OpenAPI document: a server that knows only the document checks each request, and
//! answers with a value of the response's schema. The client must return that value without loss. The clients for
//! other languages are tested with the same server and the same values.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod calls;
mod mock;
mod sample;

use std::collections::BTreeSet;

use mock::{Mock, Style};
use refrain_client::{Client, RetryPolicy};
use sample::Sample;

/// Calls every operation with samples of some styles, and returns the number of these styles.
async fn call_all(is_meant: impl Fn(&Style) -> bool) -> usize {
    let mock = Mock::start();
    let contract = mock.contract().await;
    let client = Client::builder(&mock.base())
        .key("rfn_key")
        .tenant("production/acme")
        .retries(RetryPolicy::never())
        .build()
        .unwrap();
    let all: BTreeSet<String> = contract.operations.into_iter().map(|operation| operation.id).collect();
    let styles: Vec<Style> = contract.styles.into_iter().filter(is_meant).collect();
    for style in &styles {
        let mut sample = Sample::new(&mock, style.clone(), contract.new_field.clone());
        calls::call_all(&client, &mut sample).await;
        assert_eq!(sample.called(), &all);
    }
    styles.len()
}

#[tokio::test]
async fn requests_and_responses_match_the_document_in_every_alternative() {
    // The schema with the most alternatives has eight: the kinds of a recurrence.
    assert_eq!(call_all(|style| style.has_optional && !style.is_future).await, 8);
}

#[tokio::test]
async fn optional_fields_may_be_absent() {
    assert_eq!(call_all(|style| !style.has_optional).await, 1);
}

#[tokio::test]
async fn a_newer_server_adds_fields_and_values() {
    assert_eq!(call_all(|style| style.is_future).await, 1);
}
