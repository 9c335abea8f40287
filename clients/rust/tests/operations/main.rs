//! Calls every operation against the OpenAPI document: a server that knows only the document checks each request, and
//! answers with a value of the response's schema. The client must return that value without loss.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod calls;
mod document;
mod sample;
mod server;

use std::collections::BTreeSet;

use document::{Document, Style};
use refrain_client::{Client, RetryPolicy};
use sample::Sample;

/// Number of alternatives of the schema that has the most: the kinds of a recurrence.
const ALTERNATIVES: usize = 8;

/// Calls every operation with samples of a style.
async fn call_all(style: Style) {
    let document = Document::read(style);
    let server = server::start(document.clone()).await;
    let client = Client::builder(server.base())
        .key("rfn_key")
        .tenant("production/acme")
        .retries(RetryPolicy::never())
        .build()
        .unwrap();
    let mut sample = Sample::new(document.clone(), server);
    calls::call_all(&client, &mut sample).await;
    let all: BTreeSet<String> = document.operations().iter().map(|operation| operation.id.clone()).collect();
    assert_eq!(sample.called(), &all);
}

#[tokio::test]
async fn requests_and_responses_match_the_document_in_every_alternative() {
    for alternative in 0..ALTERNATIVES {
        call_all(Style { alternative, ..Style::default() }).await;
    }
}

#[tokio::test]
async fn optional_fields_may_be_absent() {
    call_all(Style { has_optional: false, ..Style::default() }).await;
}

#[tokio::test]
async fn a_newer_server_adds_fields_and_values() {
    call_all(Style { is_future: true, ..Style::default() }).await;
}
