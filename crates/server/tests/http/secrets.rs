//! Secrets: written, listed by name, removed and sealed anew, and never shown.

use refrain::secret::KeyRing;
use refrain_server::http::app::ApiOptions;
use reqwest::Method;
use serde_json::json;

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
        (&written["name"], &written["version"], &written["sealed_by"]),
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
async fn what_is_no_secret_is_refused_and_not_repeated() {
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
async fn sealing_anew_may_be_repeated() {
    let world = world().await;
    world.put("/v1/secrets/slack", &json!({ "value": "hunter2hunter2" })).await.is(200);
    let rotated = send(world.request(Method::POST, "/v1/secrets/rotate")).await.is(200);
    assert_eq!(rotated, json!({ "sealed_anew": 0, "already": 1, "refused": [] }));
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
