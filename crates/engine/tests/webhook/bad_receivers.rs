//! Misbehaving receivers. Each attempt ends in time with a clear outcome, and uses bounded memory.

use std::time::Duration;

use refrain::delivery::{Outcome, Provider};
use refrain::model::{Delivery, FailReason};
use tokio::net::TcpListener;

use crate::clock::timed;
use crate::server::{Reply, Server};
use crate::world::{action, hasty, message, options, send, sending, webhook};

/// Requests to receivers that never answer have a timeout of three seconds. Only a request without a timeout takes
/// this long.
const TIME_MAX: Duration = Duration::from_secs(300);

async fn outcome_of(reply: Reply) -> Outcome {
    let options = match reply {
        Reply::Hang | Reply::Drip(_) | Reply::Bytes(_) => hasty(),
        Reply::Wait(..) | Reply::Close | Reply::Endless(_) => options(),
    };
    let server = Server::start(move |_| reply.clone()).await;
    let (outcome, took) = timed(webhook(options).send(&sending(action(&server.url("/"))))).await;
    assert!(took < TIME_MAX, "{took:?}");
    outcome
}

#[tokio::test]
async fn a_hanging_receiver_times_out() {
    let outcome = outcome_of(Reply::Hang).await;
    let Outcome::Retryable { reason: FailReason::Timeout, message, .. } = outcome else { panic!("{outcome:?}") };
    assert_eq!(message, "127.0.0.1 did not answer within 3s");
}

#[tokio::test]
async fn a_dripping_response_head_times_out() {
    let outcome =
        outcome_of(Reply::Drip(b"HTTP/1.1 200 OK\r\nx-slow: 0123456789012345678901234567890\r\n\r\n".to_vec())).await;
    assert!(matches!(outcome, Outcome::Retryable { reason: FailReason::Timeout, .. }), "{outcome:?}");
}

#[tokio::test]
async fn the_status_counts_however_slow_the_body_is() {
    let server = Server::start(|_| Reply::Endless("HTTP/1.1 200 OK\r\n\r\n".to_owned())).await;
    assert_eq!(send(action(&server.url("/"))).await, Outcome::DELIVERED);
    let dripping = async |status: &str| {
        let head = format!("HTTP/1.1 {status}\r\ncontent-length: 1000\r\n\r\n");
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}/", listener.local_addr().unwrap());
        let server = tokio::spawn(async move {
            use tokio::io::{AsyncReadExt, AsyncWriteExt};
            let (mut stream, _) = listener.accept().await.unwrap();
            let mut request = [0; 64];
            stream.read_exact(&mut request).await.unwrap();
            stream.write_all(head.as_bytes()).await.unwrap();
            std::future::pending::<()>().await;
        });
        let (outcome, took) = timed(send(action(&url))).await;
        server.abort();
        assert!(took < TIME_MAX, "{took:?}");
        outcome
    };
    assert_eq!(dripping("200 OK").await, Outcome::DELIVERED);
    let outcome = dripping("503 Busy").await;
    assert_eq!(message(&outcome), "127.0.0.1 answered 503");
}

#[tokio::test]
async fn a_ten_gigabyte_response_is_read_only_up_to_the_limit() {
    let head = "HTTP/1.1 500 X\r\ncontent-length: 10737418240\r\n\r\n".to_owned();
    let server = Server::start(move |_| Reply::Endless(head.clone())).await;
    let (outcome, took) = timed(send(action(&server.url("/")))).await;
    assert!(took < TIME_MAX && message(&outcome).len() < 4_200, "{took:?}");
    assert!(matches!(outcome, Outcome::Retryable { .. }));
}

#[tokio::test]
async fn an_endless_response_head_is_refused() {
    let head = "HTTP/1.1 200 OK\r\nx-long: ".to_owned();
    let outcome = outcome_of(Reply::Endless(head)).await;
    assert!(matches!(outcome, Outcome::Retryable { .. }), "{outcome:?}");
}

#[tokio::test]
async fn an_early_close_or_an_invalid_response_is_retried() {
    for reply in [Reply::Close, Reply::Bytes(b"SSH-2.0-OpenSSH\r\n\r\n".to_vec()), Reply::Bytes(b"HTTP/1.1 ".to_vec())]
    {
        let outcome = outcome_of(reply.clone()).await;
        assert!(matches!(outcome, Outcome::Retryable { .. }), "{reply:?}: {outcome:?}");
        assert!(message(&outcome).starts_with("127.0.0.1"), "{outcome:?}");
    }
    // A body that ends before its content length does not change the status.
    let short = Reply::Bytes(b"HTTP/1.1 202 X\r\ncontent-length: 100\r\nconnection: close\r\n\r\nhalf".to_vec());
    assert_eq!(outcome_of(short).await, Outcome::DELIVERED);
}

#[tokio::test]
async fn an_absent_receiver_is_retried() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}/", listener.local_addr().unwrap());
    drop(listener);
    let outcome = send(action(&url)).await;
    assert!(matches!(outcome, Outcome::Retryable { .. }) && message(&outcome).contains("no connection"), "{outcome:?}");
}

#[tokio::test]
async fn an_at_most_once_request_of_unknown_outcome_is_not_resent() {
    let once = async |reply: Reply| {
        let options = if matches!(reply, Reply::Hang) { hasty() } else { options() };
        let server = Server::start(move |_| reply.clone()).await;
        let mut sending = sending(action(&server.url("/")));
        std::sync::Arc::make_mut(&mut sending.run.definition).delivery = Delivery::AtMostOnce;
        webhook(options).send(&sending).await
    };
    for reply in [Reply::Hang, Reply::Close] {
        let outcome = once(reply).await;
        assert!(matches!(outcome, Outcome::Rejected { reason: FailReason::OutcomeUnknown, .. }), "{outcome:?}");
    }
    assert!(matches!(once(Reply::status(503)).await, Outcome::Retryable { .. }), "with an answer the outcome is known");
}
