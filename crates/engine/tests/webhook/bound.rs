//! Secrets bound to the receivers to which they may be sent.

use std::sync::Arc;

use refrain::control::Rights;
use refrain::delivery::{Outcome, Provider};
use refrain::model::{Action, FailReason};
use refrain::provider::webhook::{Webhook, WebhookOptions};
use refrain::secret::{Allowances, KeyRing, NewSecret, Secret, Secrets};
use refrain::store::model::Model;
use serde_json::json;

use crate::server::{Reply, Server};
use crate::world::{MASTER, action_with, change, clock, options, sending, tenant};

const TEXT: &str = "hunter2hunter2";

/// Returns a provider with the secret `token`, which may be sent to these receivers.
async fn webhook(options: WebhookOptions, allow: &[&str]) -> Webhook {
    let secrets = Secrets::new(Arc::new(Model::new()), clock(), KeyRing::parse(MASTER).unwrap());
    let new = NewSecret { value: Secret::new(TEXT).unwrap(), allow: Some(Allowances::parse(allow).unwrap()) };
    secrets.put(&Rights::all(), &change(tenant(), "token"), &new).await.unwrap();
    Webhook::new(options, clock(), Some(Arc::new(secrets))).unwrap()
}

/// Returns an action with the secret in a header and in the payload.
fn action_with_secret(target: &str) -> Action {
    let action = action_with(target, &[("webhook.header.Authorization", "Bearer {{secret.token}}")]);
    Action { payload: json!({ "token": "{{secret.token}}" }), ..action }
}

fn refusal(outcome: &Outcome) -> &str {
    // Not retried: only a person can change where the secret may be sent.
    assert!(matches!(outcome, Outcome::Rejected { reason: FailReason::Rejected, .. }), "{outcome:?}");
    outcome.message().unwrap()
}

#[tokio::test]
async fn a_bound_secret_is_sent_only_to_its_host() {
    let server = Server::accepting().await;
    let allowed = webhook(options(), &["email", "webhook:127.0.0.1"]).await;
    let outcome = allowed.send(&sending(action_with_secret(&server.url("/")))).await;
    assert_eq!(outcome, Outcome::DELIVERED);
    assert_eq!(server.requests().len(), 1);
    for allow in [&["webhook:api.example.com"][..], &["webhook:*.0.0.1.example"], &["email"], &["other:127.0.0.1"]] {
        let bound = webhook(options(), allow).await;
        let outcome = bound.send(&sending(action_with_secret(&server.url("/")))).await;
        let reported = refusal(&outcome);
        assert!(
            ["secret token", "provider webhook", "host 127.0.0.1"].iter().all(|part| reported.contains(part)),
            "{reported}"
        );
        assert!(!reported.contains(TEXT), "{reported}");
    }
    assert_eq!(server.requests().len(), 1, "only the allowed request was sent");
}

#[tokio::test]
async fn an_unbound_secret_is_sent_only_to_a_saved_target() {
    let server = Server::accepting().await;
    let unbound = webhook(options(), &[]).await;
    assert_eq!(unbound.send(&sending(action_with_secret(&server.url("/")))).await, Outcome::DELIVERED);
    let mut single = sending(action_with_secret(&server.url("/")));
    single.allows_unbound_secrets = false;
    let outcome = unbound.send(&single).await;
    assert!(refusal(&outcome).contains("does not come from a saved schedule"), "{outcome:?}");
    assert_eq!(server.requests().len(), 1);
}

#[tokio::test]
async fn a_redirect_to_a_host_that_a_secret_is_not_bound_to_is_not_followed() {
    let elsewhere = Server::start_at("127.0.0.2:0", None, |_| Reply::status(200)).await;
    let to = elsewhere.url("/");
    let server = Server::start(move |_| Reply::with(307, &[("location", &to)], "")).await;
    let followed = options().with(|it| it.redirects = 1);
    let bound = webhook(followed.clone(), &["webhook:127.0.0.1"]).await;
    let outcome = bound.send(&sending(action_with_secret(&server.url("/")))).await;
    assert!(refusal(&outcome).contains("host 127.0.0.2"), "{outcome:?}");
    assert_eq!(elsewhere.requests().len(), 0);
    let both = webhook(followed, &["webhook:127.0.0.1", "webhook:127.0.0.2"]).await;
    assert_eq!(both.send(&sending(action_with_secret(&server.url("/")))).await, Outcome::DELIVERED);
}
