//! Secrets: set, list by name, remove and re-encrypt. Their values are never shown.

use refrain::provider::webhook::WebhookOptions;
use refrain::secret::KeyRing;
use refrain_server::http::app::ApiOptions;
use reqwest::Method;
use serde_json::json;

use crate::keyed::Keyed;
use crate::world::{World, send};

const KEYS: &str = "old:AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=";

async fn world() -> World {
    let api = ApiOptions { master_keys: Some(KeyRing::parse(KEYS).unwrap()), ..ApiOptions::default() };
    World::with(api).await
}

#[tokio::test]
async fn a_secret_is_written_listed_by_name_and_removed() {
    let world = world().await;
    let value = json!({ "value": "hunter2hunter2" });
    let written = world.put("/v1/secrets/slack", &value).await.is(200);
    assert_eq!(
        (&written["name"], &written["version"], &written["encrypted_by"]),
        (&json!("slack"), &json!(1), &json!("old"))
    );
    assert!(!written.to_string().contains("hunter2"));
    assert_eq!(world.put("/v1/secrets/slack", &value).await.is(200)["version"], 2);
    let listed = world.get("/v1/secrets").await.is(200);
    assert_eq!(listed["items"].as_array().unwrap().len(), 1);
    assert!(!listed.to_string().contains("hunter2"));
    assert_eq!(world.get("/v1/secrets?tenant=other").await.is(200)["items"], json!([]));
    world.delete("/v1/secrets/slack?tenant=other").await.refused(404, "not_found");
    assert_eq!(world.delete("/v1/secrets/slack").await.status, 204);
    world.delete("/v1/secrets/slack").await.refused(404, "not_found");
    let audit = world.get("/v1/audit").await.is(200).to_string();
    assert!(audit.contains("slack") && !audit.contains("hunter2"), "{audit}");
    world.stop().await;
}

#[tokio::test]
async fn invalid_secrets_are_rejected_and_not_echoed() {
    let world = world().await;
    world.put("/v1/secrets/slack", &json!({ "value": "abc" })).await.refused(400, "secret_length");
    world.put("/v1/secrets/slack", &json!({ "value": "hunter2hunter2", "x": 1 })).await.refused(400, "bad_body");
    let wrong = world.put("/v1/secrets/slack", &json!({ "value": 5 })).await.refused(400, "bad_body");
    assert_eq!(wrong["path"], "value");
    world.put("/v1/secrets/a%20b", &json!({ "value": "hunter2hunter2" })).await.refused(400, "bad_name");
    world.get("/v1/secrets/slack").await.refused(405, "wrong_method");
    let only_new = world.request(Method::PUT, "/v1/secrets/slack").header("if-match", "\"3\"");
    send(only_new.json(&json!({ "value": "hunter2hunter2" }))).await.refused(412, "not_found");
    assert_eq!(world.get("/v1/secrets").await.is(200)["items"], json!([]));
    world.stop().await;
}

#[tokio::test]
async fn reencryption_is_idempotent() {
    let world = world().await;
    world.put("/v1/secrets/slack", &json!({ "value": "hunter2hunter2" })).await.is(200);
    let rotated = send(world.request(Method::POST, "/v1/secrets/rotate")).await.is(200);
    assert_eq!(rotated, json!({ "reencrypted": 0, "unchanged": 1, "refused": [] }));
    world.stop().await;
}

#[tokio::test]
async fn without_a_master_key_there_are_no_secrets() {
    let world = World::new().await;
    world.get("/v1/secrets").await.refused(409, "no_master_key");
    world.put("/v1/secrets/slack", &json!({ "value": "hunter2hunter2" })).await.refused(409, "no_master_key");
    send(world.request(Method::POST, "/v1/secrets/rotate")).await.refused(409, "no_master_key");
    world.stop().await;
}

/// Starts a server with keys, master keys and the provider `webhook`.
async fn keyed(is_multi_tenant: bool) -> Keyed {
    let ring = KeyRing::parse(KEYS).unwrap();
    let keyed = Keyed::with(|options| {
        options.api.master_keys = Some(ring.clone());
        options.auth.is_multi_tenant = is_multi_tenant;
    });
    let keyed = keyed.await;
    let secrets = keyed.refrain.secrets(ring);
    keyed.refrain.webhooks(WebhookOptions::default(), Some(secrets)).unwrap();
    keyed
}

#[tokio::test]
async fn a_secret_names_where_it_may_be_sent_and_keeps_it() {
    let world = world().await;
    let bound = json!({ "value": "hunter2hunter2", "allow": ["webhook:api.example.com", "email"] });
    let allow = json!(["email", "webhook:api.example.com"]);
    assert_eq!(world.put("/v1/secrets/stripe", &bound).await.is(200)["allow"], allow);
    assert_eq!(world.put("/v1/secrets/stripe", &json!({ "value": "another one" })).await.is(200)["allow"], allow);
    assert_eq!(world.get("/v1/secrets").await.is(200)["items"][0]["allow"], allow);
    // A typing error in the name of a provider would bind the secret to nothing.
    let typed = json!({ "value": "hunter2hunter2", "allow": ["webhok:api.example.com", "log"] });
    let written = world.put("/v1/secrets/typed", &typed).await.is(200);
    let warnings = written["warnings"].as_array().unwrap();
    assert_eq!((warnings.len(), &warnings[0]["code"]), (1, &json!("unknown_provider")), "{written}");
    assert!(warnings[0]["message"].as_str().unwrap().contains("\"webhok\""), "{written}");
    world.delete("/v1/secrets/typed").await.is(204);
    let wrong = json!({ "value": "hunter2hunter2", "allow": ["webhook:https://api.example.com/"] });
    let refused = world.put("/v1/secrets/stripe", &wrong).await.body;
    assert_eq!((&refused["code"], &refused["path"]), (&json!("bad_allowance"), &json!("allow")));
    world.stop().await;
}

#[tokio::test]
async fn new_secrets_of_a_multi_tenant_server_must_be_bound() {
    let keyed = keyed(true).await;
    let (key, _) = keyed.key("acme", "editor", &["secrets"]).await;
    let refused = keyed.put(&key, "/v1/secrets/stripe", &json!({ "value": "hunter2hunter2" })).await;
    assert_eq!(refused.body["code"], "secret_unbound", "{}", refused.body);
    let bound = json!({ "value": "hunter2hunter2", "allow": ["webhook:api.example.com"] });
    keyed.put(&key, "/v1/secrets/stripe", &bound).await.is(200);
    keyed.put(&key, "/v1/secrets/stripe", &json!({ "value": "another one" })).await.is(200);
    keyed.world.stop().await;
}

#[tokio::test]
async fn a_schedule_cannot_name_a_secret_that_may_not_be_sent_to_its_receiver() {
    let keyed = keyed(true).await;
    let (admin, _) = keyed.key("acme", "admin", &["secrets"]).await;
    let (viewer, _) = keyed.key("acme", "viewer", &[]).await;
    let bound = json!({ "value": "hunter2hunter2", "allow": ["webhook:api.example.com"] });
    keyed.put(&admin, "/v1/secrets/stripe", &bound).await.is(200);
    let action = |host: &str, secret: &str| {
        let settings = json!({ "webhook.header.x-token": format!("{{{{secret.{secret}}}}}") });
        json!({ "provider": "webhook", "target": format!("https://{host}/hook"), "metadata": settings })
    };
    let schedule = |host: &str, secret: &str| json!({ "cron": "0 9 * * *", "action": action(host, secret) });
    let wrong = schedule("evil.example.com", "stripe");
    let alert = json!({ "on": ["failing"], "action": action("evil.example.com", "stripe") });
    for refused in [
        keyed.put(&admin, "/v1/schedules/a", &wrong).await,
        keyed.post(&viewer, "/v1/schedules/preview", &wrong).await,
        keyed.put(&admin, "/v1/alerts/a", &alert).await,
    ] {
        let refused = refused.refused(400, "secret_not_allowed");
        let detail = refused["detail"].as_str().unwrap();
        assert!(detail.contains("Secret stripe") && detail.contains("host evil.example.com"), "{detail}");
        // Who may preview or edit may not see where the secret is allowed.
        assert!(!refused.to_string().contains("api.example.com"), "{refused}");
        assert!(!refused.to_string().contains("hunter2"), "{refused}");
    }
    keyed.put(&admin, "/v1/schedules/a", &schedule("api.example.com", "stripe")).await.is(201);
    // A secret may be written after the schedule that names it.
    keyed.put(&admin, "/v1/schedules/b", &schedule("evil.example.com", "later")).await.is(201);
    keyed.world.stop().await;
}

#[tokio::test]
async fn a_payload_of_a_run_needs_the_right_to_send_secrets_without_allowances() {
    let keyed = keyed(false).await;
    let (admin, _) = keyed.key("acme", "admin", &["secrets", "fire"]).await;
    let (firing, _) = keyed.key("acme", "admin", &["fire"]).await;
    keyed.put(&admin, "/v1/secrets/free", &json!({ "value": "hunter2hunter2" })).await.is(200);
    let bound = json!({ "value": "hunter2hunter2", "allow": ["webhook:api.example.com"] });
    keyed.put(&admin, "/v1/secrets/bound", &bound).await.is(200);
    for host in ["api", "chat"] {
        let action = json!({ "provider": "webhook", "target": format!("https://{host}.example.com/hook") });
        let schedule = json!({ "cron": "0 9 * * *", "enabled": false, "action": action });
        keyed.put(&admin, &format!("/v1/schedules/{host}"), &schedule).await.is(201);
    }
    let fire = async |key: &str, schedule: &str, secret: &str| {
        let body = json!({ "payload": { "token": format!("{{{{secret.{secret}}}}}") } });
        keyed.post(key, &format!("/v1/schedules/{schedule}/fire"), &body).await
    };
    fire(&firing, "api", "bound").await.is(202);
    fire(&firing, "chat", "bound").await.refused(400, "secret_not_allowed");
    fire(&firing, "chat", "free").await.refused(400, "secret_unbound");
    fire(&admin, "chat", "free").await.is(202);
    fire(&admin, "chat", "bound").await.refused(400, "secret_not_allowed");
    keyed.world.stop().await;
}

/// The host never answers, so only a dispatch that is rejected before sending ends as `rejected`.
#[tokio::test]
async fn a_dispatch_cannot_send_secrets_to_targets_of_its_own() {
    let keyed = keyed(false).await;
    let (admin, _) = keyed.key("acme", "admin", &["secrets", "fire"]).await;
    let (firing, _) = keyed.key("acme", "admin", &["fire"]).await;
    keyed.put(&admin, "/v1/secrets/free", &json!({ "value": "hunter2hunter2" })).await.is(200);
    let bound = json!({ "value": "hunter2hunter2", "allow": ["webhook:api.example.com"] });
    keyed.put(&admin, "/v1/secrets/bound", &bound).await.is(200);
    let sent = async |key: &str, secret: &str, host: &str| {
        let action = json!({ "provider": "webhook", "target": format!("https://{host}/{{{{secret.{secret}}}}}") });
        let body = json!({ "action": action, "timeout": "5s" });
        keyed.post(key, "/v1/dispatch", &body).await.is(200)["report"]["outcome"].clone()
    };
    for (key, secret, is_refused) in
        [(&firing, "free", true), (&firing, "bound", true), (&admin, "bound", true), (&admin, "free", false)]
    {
        let outcome = sent(key, secret, "evil.invalid").await;
        let reported = outcome["message"].as_str().unwrap();
        assert_eq!(
            outcome["kind"] == "rejected" && reported.contains(&format!("secret {secret}")),
            is_refused,
            "{outcome}"
        );
        assert!(
            !is_refused || (reported.contains("host evil.invalid") && reported.contains("provider webhook")),
            "{reported}"
        );
    }
    keyed.world.stop().await;
}
