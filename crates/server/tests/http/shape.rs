//! Requests that are wrong in shape: each is refused with what is wrong, and changes nothing.

use reqwest::Method;
use serde_json::json;

use crate::world::{World, send};

#[tokio::test]
async fn a_body_that_is_wrong_is_refused_with_the_place() {
    let world = World::new().await;
    let post = |text: &str| {
        let request = world.request(Method::POST, "/v1/schedules").header("content-type", "application/json");
        send(request.body(text.to_owned()))
    };
    post("{").await.refused(400, "bad_json");
    post("[]").await.refused(400, "bad_body");
    post(&"[".repeat(100)).await.refused(400, "too_deep");
    post(&format!("{{\"a\": \"{}\"}}", "x".repeat(1 << 20))).await.refused(413, "too_large");
    let unknown =
        post(r#"{"cron": "* * * * *", "action": {"provider": "log"}, "colour": 1}"#).await.refused(400, "bad_body");
    assert!(unknown["detail"].as_str().unwrap().contains("colour"), "{unknown}");
    let wrong = post(r#"{"cron": "* * * * *", "action": {"provider": 5}}"#).await.refused(400, "bad_body");
    assert_eq!(wrong["path"], "action.provider");
    assert_eq!(world.get("/v1/schedules").await.is(200)["items"], json!([]));
    world.stop().await;
}

/// To JSON 90.0 is as whole a number as 90, wherever it stands.
#[tokio::test]
async fn a_whole_number_may_have_a_point() {
    let world = World::new().await;
    let spec = json!({ "recurrence": { "kind": "every", "every": 5.0, "unit": "minutes" }, "timezone": "UTC", "first_run": { "after": 90.0 } });
    let body = json!({ "id": "a", "spec": spec, "action": { "provider": "log", "payload": { "n": 2.0 } }, "pause_on_failure": 3.0 });
    let made = world.post("/v1/schedules", &body).await.is(201);
    assert_eq!((&made["pause_on_failure"], &made["action"]["payload"]["n"]), (&json!(3), &json!(2.0)));
    let body = json!({ "id": "b", "cron": "* * * * *", "action": { "provider": "log" }, "pause_on_failure": 3.5 });
    assert_eq!(world.post("/v1/schedules", &body).await.refused(400, "bad_body")["path"], "pause_on_failure");
    world.stop().await;
}

#[tokio::test]
async fn a_note_that_is_too_long_is_refused_although_nothing_would_change() {
    let world = World::new().await;
    let body = json!({ "id": "a", "cron": "0 9 * * *", "action": { "provider": "log" } });
    world.post("/v1/schedules", &body).await.is(201);
    let note = json!({ "note": "x".repeat(3_000) });
    for verb in ["resume", "pause", "cancel", "fire"] {
        let refused = world.post(&format!("/v1/schedules/a/{verb}"), &note).await.refused(400, "bad_value");
        assert_eq!(refused["path"], "note");
    }
    assert_eq!(world.get("/v1/schedules/a").await.is(200)["revision"], 1);
    world.stop().await;
}

#[tokio::test]
async fn a_rule_with_a_typo_is_refused_with_column_and_hint() {
    let world = World::new().await;
    let body = json!({ "cron": "0 9 * * MUN", "action": { "provider": "log" } });
    let refused = world.post("/v1/schedules", &body).await.refused(400, "unknown_name");
    assert_eq!(refused["column"], 9);
    assert!(refused["hint"].as_str().unwrap().contains("MON"), "{refused}");
    let zone = json!({ "cron": "0 9 * * *", "timezone": "Europe/Pariss", "action": { "provider": "log" } });
    let refused = world.post("/v1/schedules", &zone).await;
    assert_eq!(refused.status, 400, "{}", refused.body);
    world.stop().await;
}

#[tokio::test]
async fn methods_media_types_and_places_that_are_not_there_are_refused() {
    let world = World::new().await;
    world.get("/v1/nothing").await.refused(404, "not_found");
    let deleted = world.delete("/v1/schedules").await;
    assert_eq!(deleted.header("allow"), "GET, POST");
    deleted.refused(405, "wrong_method");
    let text = world.request(Method::POST, "/v1/schedules").header("content-type", "text/plain").body("{}");
    send(text).await.refused(415, "wrong_media_type");
    let bare = world.request(Method::POST, "/v1/schedules").body("{}");
    send(bare).await.refused(415, "wrong_media_type");
    world.get("/v1/schedules/a%00b").await.refused(404, "not_found");
    world.get("/v1/schedules/%ff").await.refused(404, "not_found");
    world.get("/v1/schedules?tenant=a:b").await.refused(400, "bad_name");
    world.stop().await;
}

#[tokio::test]
async fn every_answer_has_a_name_and_is_not_kept_by_caches() {
    let world = World::new().await;
    let answer = send(world.request(Method::GET, "/v1/schedules").header("x-request-id", "abc-1")).await;
    assert_eq!(answer.header("x-request-id"), "abc-1");
    assert_eq!((answer.header("cache-control"), answer.header("x-content-type-options")), ("no-store", "nosniff"));
    let strange = send(world.request(Method::GET, "/v1/schedules").header("x-request-id", "a b\tc")).await;
    assert_eq!(strange.header("x-request-id").len(), 24);
    world.stop().await;
}

#[tokio::test]
async fn the_server_says_whether_it_lives_and_can_work() {
    let world = World::new().await;
    assert_eq!(world.get("/healthz").await.is(200), json!({ "status": "ok" }));
    let ready = world.get("/readyz").await.is(200);
    assert_eq!(ready["status"], "ready");
    assert!(["model", "sqlite", "postgres", "redis"].contains(&ready["store"].as_str().unwrap()), "{ready}");
    let document = world.get("/v1/openapi.json").await.is(200);
    assert_eq!(document["openapi"], "3.1.0");
    assert!(document["paths"]["/v1/schedules/{id}"]["patch"]["responses"]["412"].is_object());
    world.stop().await;
}
