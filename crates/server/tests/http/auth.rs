//! Authentication: accepted and rejected callers.

use std::sync::Arc;

use jiff::SignedDuration;
use refrain::Refrain;
use refrain::clock::ManualClock;
use refrain_server::serve::Server;
use reqwest::{Client, Method};
use serde_json::json;

use crate::keyed::{Keyed, always};
use crate::place;
use crate::world::{World, install_tls, send};

#[tokio::test]
async fn the_first_key_closes_the_server() {
    let world = World::new().await;
    let who = world.get("/v1/session").await.is(200);
    assert_eq!((&who["mode"], &who["actor"], &who["reach"]), (&json!("open"), &json!("local"), &json!("all")));
    world.get("/v1/schedules").await.is(200);
    let made = world.post("/v1/keys", &json!({ "role": "viewer" })).await.is(201);
    let answer = world.get("/v1/schedules").await;
    assert_eq!(answer.header("www-authenticate"), "Bearer");
    answer.refused(401, "unauthenticated");
    let key = made["key"].as_str().unwrap();
    send(world.request(Method::GET, "/v1/schedules").bearer_auth(key)).await.is(200);
    world.get("/healthz").await.is(200);
    world.stop().await;
}

/// The clock does not advance, so that no cached value expires.
#[tokio::test]
async fn the_first_key_takes_effect_on_every_node_at_once() {
    install_tls();
    let clock = Arc::new(ManualClock::new("2026-03-01T12:00:00Z".parse().unwrap()));
    let (store, kept) = place::store().await;
    let open = || async {
        let refrain = Refrain::builder().clock(clock.clone()).over(store.clone()).await.unwrap();
        World::of(Server::over(refrain, World::options("")).await.unwrap(), Client::new())
    };
    let (one, other) = (open().await, open().await.keeping(kept));
    one.get("/v1/schedules").await.is(200);
    let made = other.post("/v1/keys", &json!({ "role": "viewer" })).await.is(201);
    let key = made["key"].as_str().unwrap();
    let schedule = json!({ "id": "a", "cron": "0 9 * * *", "action": { "provider": "log" } });
    let post = |key: &str| send(one.request(Method::POST, "/v1/schedules").bearer_auth(key).json(&schedule));
    post(key).await.refused(403, "forbidden");
    post("rfn_typo").await.refused(401, "malformed_key");
    one.stop().await;
    other.stop().await;
}

#[tokio::test]
async fn revoking_the_last_key_does_not_open_the_server() {
    let keyed = Keyed::new().await;
    let id = keyed.get(&keyed.operator, "/v1/session").await.is(200)["key"].as_str().unwrap().to_owned();
    assert_eq!(keyed.delete(&keyed.operator, &format!("/v1/keys/{id}")).await.status, 204);
    keyed.world.get("/v1/schedules").await.refused(401, "unauthenticated");
    keyed.get(&keyed.operator, "/v1/schedules").await.refused(401, "revoked_key");
    keyed.world.stop().await;
}

#[tokio::test]
async fn keys_can_be_required_from_the_start() {
    let options = refrain_server::serve::ServeOptions { auth: always(), ..World::options("memory:") };
    install_tls();
    let world = World::of(Server::open(options).await.unwrap(), Client::new());
    world.get("/v1/schedules").await.refused(401, "unauthenticated");
    world.post("/v1/keys", &json!({ "role": "viewer" })).await.refused(401, "unauthenticated");
    world.stop().await;
}

#[tokio::test]
async fn rejected_keys_reveal_nothing_to_strangers() {
    let keyed = Keyed::new().await;
    let ends = json!({ "role": "viewer", "expires_at": keyed.in_seconds(60) });
    let made = keyed.post(&keyed.operator, "/v1/keys", &ends).await.is(201);
    let (key, id) = (made["key"].as_str().unwrap().to_owned(), made["id"].as_str().unwrap());
    let ask = |text: String| async {
        send(keyed.world.request(Method::GET, "/v1/schedules").header("x-api-key", text)).await
    };
    ask(key.clone()).await.is(200);
    ask("rfn_typo".to_owned()).await.refused(401, "malformed_key");
    ask(key.replace("rfn_", "rfm_")).await.refused(401, "malformed_key");
    send(keyed.world.request(Method::GET, "/v1/schedules").basic_auth("a", Some("b")))
        .await
        .refused(401, "unauthenticated");
    // A key with a valid checksum but the wrong secret gets the same response as an unknown key.
    let rotated = keyed.post(&keyed.operator, &format!("/v1/keys/{id}/rotate"), &json!({})).await.is(200);
    ask(key).await.refused(401, "wrong_key");
    let key = rotated["key"].as_str().unwrap().to_owned();
    ask(key.clone()).await.is(200);
    keyed.later(SignedDuration::from_secs(60));
    ask(key).await.refused(401, "expired_key");
    keyed.world.stop().await;
}

#[tokio::test]
async fn a_server_without_keys_accepts_only_its_own_host_names() {
    let options = refrain_server::serve::ServeOptions {
        auth: refrain_server::auth::AuthOptions { hosts: vec!["refrain.test".to_owned()], ..Default::default() },
        ..World::options("memory:")
    };
    install_tls();
    let world = World::of(Server::open(options).await.unwrap(), Client::new());
    let ask = |host: &'static str| send(world.request(Method::GET, "/v1/schedules").header("host", host));
    for host in ["localhost", "localhost:80", "[::1]:7433", "refrain.test"] {
        assert_eq!(ask(host).await.status, 200, "{host}");
    }
    ask("evil.test").await.refused(421, "wrong_host");
    ask("127.0.0.1.evil.test:7433").await.refused(421, "wrong_host");
    world.stop().await;
}

#[tokio::test]
async fn requests_from_other_sites_are_rejected() {
    let world = World::new().await;
    let post = |name: &'static str, value: &'static str| {
        send(world.request(Method::POST, "/v1/keys").header(name, value).json(&json!({ "role": "viewer" })))
    };
    post("sec-fetch-site", "cross-site").await.refused(403, "cross_site");
    post("sec-fetch-site", "same-site").await.refused(403, "cross_site");
    post("origin", "http://evil.test").await.refused(403, "cross_site");
    post("origin", "null").await.refused(403, "cross_site");
    let get = world.request(Method::GET, "/v1/schedules").header("sec-fetch-site", "cross-site");
    assert_eq!(send(get).await.status, 200);
    post("sec-fetch-site", "same-origin").await.is(201);
    world.stop().await;
}
