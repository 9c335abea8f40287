//! DNS rebinding: name servers that change their answers. `127.0.0.2` stands for the public internet here,
//! `127.0.0.1` for an internal address.

use std::io;
use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use async_trait::async_trait;
use refrain::delivery::{Outcome, Provider};
use refrain::provider::webhook::{Lookup, Webhook, WebhookOptions};

use crate::server::{Reply, Server};
use crate::world::{action, clock, message, options, sending};

/// A resolver that cycles through a list of answers.
pub(crate) struct FlippingResolver {
    answers: Vec<Vec<IpAddr>>,
    asked: AtomicUsize,
}

impl FlippingResolver {
    pub(crate) fn new(answers: &[&[&str]]) -> Arc<Self> {
        let read = |answer: &&[&str]| answer.iter().map(|address| address.parse().unwrap()).collect();
        Arc::new(Self { answers: answers.iter().map(read).collect(), asked: AtomicUsize::new(0) })
    }

    pub(crate) fn asked(&self) -> usize {
        self.asked.load(Ordering::SeqCst)
    }
}

#[async_trait]
impl Lookup for FlippingResolver {
    async fn addresses(&self, _: &str) -> io::Result<Vec<IpAddr>> {
        let asked = self.asked.fetch_add(1, Ordering::SeqCst);
        Ok(self.answers[asked % self.answers.len()].clone())
    }
}

/// Returns options under which only the stand-in for the public internet is allowed.
fn guarded() -> WebhookOptions {
    options().with(|it| {
        it.allow = vec!["127.0.0.2".to_owned()];
        it.redirects = 3;
    })
}

fn webhook(lookup: Arc<FlippingResolver>) -> Webhook {
    Webhook::new(guarded(), clock(), None).unwrap().with_resolver(lookup).unwrap()
}

#[tokio::test]
async fn a_rebinding_name_never_leads_to_an_internal_address() {
    // Every connection is closed after its response, so that every request asks the name server again.
    let reply = || Reply::Bytes(b"HTTP/1.1 200 OK\r\ncontent-length: 0\r\nconnection: close\r\n\r\n".to_vec());
    let inside = Server::start(move |_| reply()).await;
    let port = inside.address.port();
    let outside = Server::start_at(&format!("127.0.0.2:{port}"), None, move |_| reply()).await;
    let lookup = FlippingResolver::new(&[
        &["127.0.0.2"],
        &["127.0.0.1"],
        &["127.0.0.2", "127.0.0.1"],
        &["::ffff:127.0.0.1"],
        &[],
    ]);
    let webhook = webhook(lookup.clone());
    let mut delivered = 0;
    for _ in 0..50 {
        match webhook.send(&sending(action(&format!("http://rebind.example.com:{port}/")))).await {
            Outcome::Delivered { .. } => delivered += 1,
            Outcome::Rejected { message, .. } => assert!(message.contains("not public"), "{message}"),
            other => assert!(message(&other).contains("no address"), "{other:?}"),
        }
    }
    assert_eq!((lookup.asked(), delivered), (50, 10), "each request resolves once, and every fifth answer is allowed");
    assert_eq!((inside.connections(), outside.connections()), (0, 10));
}

#[tokio::test]
async fn a_redirect_to_an_internal_name_is_not_followed() {
    let inside = Server::accepting().await;
    let port = inside.address.port();
    let to = format!("http://inside.example.com:{port}/");
    let outside = Server::start_at("127.0.0.2:0", None, move |_| Reply::with(307, &[("location", &to)], "")).await;
    let outcome = webhook(FlippingResolver::new(&[&["127.0.0.1"]])).send(&sending(action(&outside.url("/")))).await;
    assert!(matches!(outcome, Outcome::Rejected { .. }) && message(&outcome).contains("loopback"), "{outcome:?}");
    assert_eq!((inside.connections(), outside.connections()), (0, 1));
}

#[tokio::test]
async fn proxy_environment_variables_are_ignored() {
    let proxy = Server::accepting().await;
    let server = Server::accepting().await;
    let mut other = std::process::Command::new(std::env::current_exe().unwrap());
    other
        .args(["--exact", "rebinding::one_request_to_the_address_of_the_environment"])
        .env("REFRAIN_TEST_TARGET", server.url("/"))
        .envs(["http_proxy", "HTTP_PROXY", "all_proxy", "ALL_PROXY"].map(|name| (name, proxy.url("/"))));
    let output = tokio::task::spawn_blocking(move || other.output()).await.unwrap().unwrap();
    assert!(output.status.success(), "{output:?}");
    assert_eq!((proxy.connections(), server.connections()), (0, 1));
}

#[tokio::test]
async fn one_request_to_the_address_of_the_environment() {
    let server = Server::accepting().await;
    let target = std::env::var("REFRAIN_TEST_TARGET").unwrap_or_else(|_| server.url("/"));
    assert_eq!(crate::world::send(action(&target)).await, Outcome::DELIVERED);
}
