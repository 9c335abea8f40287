//! Redirects, for operators who allow them.

use refrain::delivery::{Outcome, Provider};
use refrain::provider::webhook::WebhookOptions;

use crate::server::{Reply, Server};
use crate::world::{action, action_with, message, options, sending, webhook_with};

fn following() -> WebhookOptions {
    options().with(|it| it.redirects = 3)
}

async fn redirecting(status: u16, to: String) -> Server {
    Server::start(move |_| Reply::with(status, &[("location", &to)], "")).await
}

async fn send(target: &str) -> Outcome {
    webhook_with(following(), &[]).await.send(&sending(action(target))).await
}

#[tokio::test]
async fn a_redirect_repeats_the_same_request() {
    for status in [301, 302, 307, 308] {
        let end = Server::accepting().await;
        let start = redirecting(status, end.url("/moved")).await;
        assert_eq!(send(&start.url("/")).await, Outcome::DELIVERED, "{status}");
        let (first, second) = (start.request(), end.request());
        assert_eq!(second.line, "POST /moved");
        assert_eq!(first.body, second.body);
    }
    let end = Server::accepting().await;
    let start = redirecting(303, end.url("/")).await;
    assert!(
        matches!(send(&start.url("/")).await, Outcome::Rejected { .. }),
        "303 See Other does not repeat the same request"
    );
    assert_eq!(end.connections(), 0);
}

#[tokio::test]
async fn credentials_are_not_sent_to_another_host() {
    let end = Server::accepting().await;
    let start = redirecting(307, end.url("/")).await;
    let key = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
    let webhook = webhook_with(following(), &[("token", "hunter2hunter2"), ("key", key)]).await;
    let reported = [("webhook.header.Authorization", "Bearer {{secret.token}}"), ("webhook.sign_with", "key")];
    assert_eq!(webhook.send(&sending(action_with(&start.url("/"), &reported))).await, Outcome::DELIVERED);
    for (name, is_reported) in [("authorization", false), ("webhook-signature", false), ("x-refrain-attempt", true)] {
        assert!(!start.request().header(name).is_empty(), "{name}");
        assert_eq!(!end.request().header(name).is_empty(), is_reported, "{name}");
    }
    let home = Server::start(|request| match request.line.as_str() {
        "POST /" => Reply::with(307, &[("location", "/next")], ""),
        _ => Reply::status(200),
    })
    .await;
    assert_eq!(webhook.send(&sending(action_with(&home.url("/"), &reported))).await, Outcome::DELIVERED);
    assert!(home.requests().iter().all(|request| !request.header("authorization").is_empty()));
}

#[tokio::test]
async fn configured_headers_are_not_sent_to_a_host_that_a_redirect_or_a_schedule_names() {
    let end = Server::start_at("127.0.0.2:0", None, |_| Reply::status(204)).await;
    let start = redirecting(307, end.url("/")).await;
    let headers = || [("Authorization".to_owned(), "Bearer hunter2hunter2".to_owned())].into();
    let bound = following().with(|it| {
        it.headers = headers();
        it.headers_for = vec!["127.0.0.1".to_owned()];
    });
    let webhook = crate::world::webhook(bound);
    assert_eq!(webhook.send(&sending(action(&start.url("/")))).await, Outcome::DELIVERED);
    assert_eq!(start.request().header("authorization"), "Bearer hunter2hunter2");
    assert_eq!(end.request().header("authorization"), "");
    let elsewhere = Server::start_at("127.0.0.2:0", None, |_| Reply::status(204)).await;
    let target = elsewhere.url("/");
    assert_eq!(webhook.send(&sending(action(&target))).await, Outcome::DELIVERED);
    assert_eq!(elsewhere.request().header("authorization"), "");
    // The host of the default target needs no list.
    let home = Server::accepting().await;
    let bound = following().with(|it| {
        it.headers = headers();
        it.target = Some(home.url("/in"));
    });
    let webhook = crate::world::webhook(bound);
    assert_eq!(webhook.send(&sending(action(&home.url("/other")))).await, Outcome::DELIVERED);
    assert_eq!(home.request().header("authorization"), "Bearer hunter2hunter2");
    assert_eq!(webhook.send(&sending(action(&target))).await, Outcome::DELIVERED);
    assert!(elsewhere.requests().iter().all(|request| request.header("authorization").is_empty()));
    // Without either, every host gets them.
    let webhook = crate::world::webhook(following().with(|it| it.headers = headers()));
    let open = Server::accepting().await;
    assert_eq!(webhook.send(&sending(action(&open.url("/")))).await, Outcome::DELIVERED);
    assert_eq!(open.request().header("authorization"), "Bearer hunter2hunter2");
}

#[tokio::test]
async fn a_loop_ends_after_three_hops() {
    let server = Server::start(|_| Reply::with(308, &[("location", "/again")], "")).await;
    let outcome = send(&server.url("/")).await;
    assert!(matches!(outcome, Outcome::Rejected { .. }) && message(&outcome).contains("308"), "{outcome:?}");
    assert_eq!(server.requests().len(), 4);
}

#[tokio::test]
async fn an_invalid_redirect_location_is_rejected() {
    for location in ["", "http://[", "\u{e9}"] {
        let server = redirecting(302, location.to_owned()).await;
        assert!(matches!(send(&server.url("/")).await, Outcome::Rejected { .. }), "{location:?}");
    }
}
