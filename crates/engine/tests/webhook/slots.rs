//! The limit on concurrent requests per host.

use std::sync::Arc;
use std::time::Duration;

use refrain::delivery::{Outcome, Provider};
use refrain::model::FailReason;
use refrain::recurrence::Length;
use tokio::sync::Semaphore;
use tokio::task::JoinSet;

use crate::server::{Reply, Server};
use crate::world::{action, options, sending, webhook};

const OK: &[u8] = b"HTTP/1.1 204 X\r\n\r\n";

#[tokio::test]
async fn a_host_gets_at_most_eight_requests_at_a_time() {
    let permits = Arc::new(Semaphore::new(0));
    let waits = permits.clone();
    let server = Server::start(move |_| Reply::Wait(waits.clone(), OK.to_vec())).await;
    let webhook = Arc::new(webhook(options()));
    let mut sends = JoinSet::new();
    for _ in 0..20 {
        let (webhook, sending) = (webhook.clone(), sending(action(&server.url("/"))));
        sends.spawn(async move { webhook.send(&sending).await });
    }
    for answered in 0..=12 {
        server.wait_for_requests(8 + answered).await;
        // A request without a slot has had every chance to arrive by now.
        for _ in 0..100 {
            tokio::task::yield_now().await;
        }
        assert_eq!(server.requests().len(), 8 + answered, "a request starts only when another has ended");
        permits.add_permits(1);
    }
    permits.add_permits(20);
    assert!(sends.join_all().await.iter().all(|outcome| *outcome == Outcome::DELIVERED));
    assert_eq!((server.requests().len(), server.connections()), (20, 8));
}

#[tokio::test]
async fn waiting_for_a_slot_counts_toward_the_timeout() {
    let server = Server::start(|_| Reply::Hang).await;
    let webhook = webhook(options().with(|it| it.concurrency_per_host = 1));
    let first = sending(action(&server.url("/first")));
    let mut second = sending(action(&server.url("/second")));
    Arc::make_mut(&mut second.run.definition).timeout = Some(Length::from_seconds(1));
    let second = async {
        server.wait_for_requests(1).await;
        webhook.send(&second).await
    };
    // The first request keeps its slot for as long as the second waits.
    let outcome = tokio::select! {
        outcome = second => outcome,
        first = webhook.send(&first) => panic!("{first:?}"),
    };
    let Outcome::Retryable { reason: FailReason::Timeout, message, .. } = outcome else { panic!("{outcome:?}") };
    assert_eq!(message, format!("no request to 127.0.0.1 could be started within {:?}", Duration::from_secs(1)));
    assert_eq!(server.request().line, "POST /first");
}

#[tokio::test]
async fn a_hanging_host_takes_no_slot_from_another() {
    let (hangs, works) =
        (Server::start(|_| Reply::Hang).await, Server::start_at("127.0.0.2:0", None, |_| Reply::status(204)).await);
    let webhook = Arc::new(webhook(options()));
    let mut sends = JoinSet::new();
    for _ in 0..8 {
        let (webhook, sending) = (webhook.clone(), sending(action(&hangs.url("/"))));
        sends.spawn(async move { webhook.send(&sending).await });
    }
    hangs.wait_for_requests(8).await;
    assert_eq!(webhook.send(&sending(action(&works.url("/")))).await, Outcome::DELIVERED);
    sends.shutdown().await;
}
