//! How responses are mapped to outcomes.

use jiff::SignedDuration;
use refrain::delivery::Outcome;
use refrain::model::FailReason;

use refrain::delivery::Provider as _;

use crate::server::{Reply, Server};
use crate::world::{action, message, options, send, sending, webhook};

async fn outcome_of(reply: Reply) -> Outcome {
    let server = Server::start(move |_| reply.clone()).await;
    let outcome = send(action(&server.url("/"))).await;
    assert_eq!(server.requests().len(), 1, "each receiver gets one request");
    outcome
}

#[tokio::test]
async fn only_a_2xx_status_is_delivered_whatever_the_body() {
    for status in [200, 201, 202, 204, 299] {
        assert_eq!(outcome_of(Reply::status(status)).await, Outcome::DELIVERED, "{status}");
    }
    let page = Reply::with(200, &[("content-type", "text/html")], "<h1>500 Internal Server Error</h1>");
    assert_eq!(outcome_of(page).await, Outcome::DELIVERED);
    for status in [400, 401, 404, 422] {
        assert!(matches!(outcome_of(Reply::status(status)).await, Outcome::Rejected { .. }), "{status}");
    }
    for status in [408, 425, 429, 500, 503] {
        assert!(matches!(outcome_of(Reply::status(status)).await, Outcome::Retryable { .. }), "{status}");
    }
}

#[tokio::test]
async fn a_redirect_is_not_followed_by_default() {
    let elsewhere = Server::accepting().await;
    let outcome = outcome_of(Reply::with(307, &[("location", &elsewhere.url("/"))], "")).await;
    assert!(matches!(outcome, Outcome::Rejected { .. }) && message(&outcome).contains("redirect"), "{outcome:?}");
    assert_eq!(elsewhere.connections(), 0);
}

#[tokio::test]
async fn retry_after_is_honored() {
    let wait_of = async |value: &str| match outcome_of(Reply::with(429, &[("retry-after", value)], "")).await {
        Outcome::Retryable { retry_after, .. } => retry_after,
        other => panic!("{other:?}"),
    };
    assert_eq!(wait_of("120").await, Some(SignedDuration::from_secs(120)));
    // The clock of these tests is at 09:00:07.
    assert_eq!(wait_of("Mon, 05 Jan 2026 09:01:07 GMT").await, Some(SignedDuration::from_secs(60)));
    assert_eq!(wait_of("whenever").await, None);
}

#[tokio::test]
async fn status_410_is_reported_as_gone() {
    let outcome = outcome_of(Reply::with(410, &[], "unsubscribed")).await;
    let Outcome::Rejected { reason: FailReason::Gone, message } = outcome else { panic!("{outcome:?}") };
    assert_eq!(message, "127.0.0.1 answered 410: unsubscribed");
}

#[tokio::test]
async fn the_reported_response_is_short_and_on_one_line() {
    let body = format!("first\r\nsecond\u{1b}[31m{}", "x".repeat(60_000));
    let outcome = outcome_of(Reply::with(500, &[], &body)).await;
    let message = message(&outcome);
    assert!(message.starts_with("127.0.0.1 answered 500: first  second [31mxxx"), "{message}");
    assert!(message.len() < 4_200 && !message.contains(['\r', '\n', '\u{1b}']));
}

/// Configured headers are often credentials, so no message of an attempt repeats one.
#[tokio::test]
async fn configured_headers_are_never_shown() {
    let headers = [("Authorization", "Bearer hunter2hunter2"), ("X-Key", "s3cret \"quoted\""), ("X-Version", "2")];
    let headers = headers.map(|(name, value)| (name.to_owned(), value.to_owned())).into();
    let options = options().with(|it| it.headers = headers);
    assert!(!format!("{options:?}").contains("hunter2"), "{options:?}");
    let server = Server::start(|request| {
        let echoed: Vec<String> = request.headers.iter().map(|(name, value)| format!("{name}={value};")).collect();
        Reply::with(500, &[], &format!("version 2; {} the token was hunter2hunter2", echoed.concat()))
    })
    .await;
    let outcome = webhook(options).send(&sending(action(&server.url("/")))).await;
    let said = message(&outcome);
    assert!(!said.contains("hunter2") && !said.contains("quoted"), "{said}");
    assert!(said.contains("[header Authorization]") && said.contains("[header X-Key]"), "{said}");
    assert!(said.contains("version 2"), "values too short to be a secret are not redacted: {said}");
    assert!(server.requests()[0].headers.iter().any(|(_, value)| value == "Bearer hunter2hunter2"));
}
