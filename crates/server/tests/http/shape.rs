//! Malformed requests: each is rejected with its error and changes nothing.

use reqwest::Method;
use serde_json::json;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

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

/// In JSON, 90.0 is the same whole number as 90, in every position.
#[tokio::test]
async fn whole_numbers_accept_a_decimal_point() {
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
async fn every_response_has_a_request_id_and_is_not_cached() {
    let world = World::new().await;
    let answer = send(world.request(Method::GET, "/v1/schedules").header("x-request-id", "abc-1")).await;
    assert_eq!(answer.header("x-request-id"), "abc-1");
    assert_eq!((answer.header("cache-control"), answer.header("x-content-type-options")), ("no-store", "nosniff"));
    let strange = send(world.request(Method::GET, "/v1/schedules").header("x-request-id", "a b\tc")).await;
    assert_eq!(strange.header("x-request-id").len(), 24);
    world.stop().await;
}

#[tokio::test]
async fn health_checks_report_liveness_and_readiness() {
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

/// Security headers, which are on every response.
const PROTECTION: [(&str, &str); 5] = [
    ("x-content-type-options", "nosniff"),
    ("referrer-policy", "no-referrer"),
    ("x-frame-options", "DENY"),
    ("cross-origin-opener-policy", "same-origin"),
    ("cross-origin-resource-policy", "same-origin"),
];

#[tokio::test]
async fn every_answer_has_the_headers_that_protect_browsers() {
    let world = World::new().await;
    let long = world.request(Method::POST, "/v1/schedules").header("content-type", "application/json");
    let answers = [
        ("fine", 200, world.get("/v1/schedules").await),
        ("no route", 404, world.get("/v1/nothing").await),
        ("no file", 404, world.get("/assets/gone-12345678.js").await),
        ("no schedule", 404, world.get("/v1/schedules/none").await),
        ("wrong method", 405, world.delete("/v1/schedules").await),
        ("too large", 413, send(long.body(format!("\"{}\"", "x".repeat(1 << 20)))).await),
        ("wrong name", 421, send(world.request(Method::GET, "/v1/schedules").header("host", "evil.test")).await),
        ("a page", 200, world.get("/").await),
        ("documents", 200, world.get("/docs").await),
        ("health", 200, world.get("/healthz").await),
    ];
    for (what, status, answer) in answers {
        assert_eq!(answer.status, status, "{what}: {}", answer.body);
        for (name, value) in PROTECTION {
            assert_eq!(answer.header(name), value, "{what}: {name}");
        }
        let policy = answer.header("content-security-policy");
        assert!(
            policy.starts_with("default-src 'none'") && policy.contains("frame-ancestors 'none'"),
            "{what}: {policy}"
        );
        assert_eq!(answer.header("strict-transport-security"), "", "{what}: plain HTTP");
    }
    assert_eq!(world.get("/v1/nothing").await.header("cache-control"), "no-store");
    world.stop().await;
}

#[tokio::test]
async fn two_host_headers_are_refused() {
    let world = World::new().await;
    let request = |hosts: &str| {
        let (address, text) =
            (world.base().replace("http://", ""), format!("GET /healthz HTTP/1.1\r\n{hosts}connection: close\r\n\r\n"));
        async move {
            let mut stream = TcpStream::connect(address).await.unwrap();
            stream.write_all(text.as_bytes()).await.unwrap();
            let mut answer = String::new();
            stream.read_to_string(&mut answer).await.unwrap();
            answer
        }
    };
    assert!(request("host: localhost\r\n").await.starts_with("HTTP/1.1 200 "));
    for second in ["localhost", "evil.test"] {
        let answer = request(&format!("host: localhost\r\nhost: {second}\r\n")).await;
        assert!(answer.starts_with("HTTP/1.1 400 "), "{answer}");
        assert!(answer.contains("several_hosts") && answer.contains(second), "{answer}");
        assert!(answer.contains("x-frame-options: DENY"), "{answer}");
    }
    world.stop().await;
}

#[tokio::test]
async fn a_key_that_appears_twice_is_refused_and_changes_nothing() {
    let world = World::new().await;
    let send_text = |method: Method, path: &str, text: &str| {
        let request = world.request(method, path).header("content-type", "application/json");
        send(request.body(text.to_owned()))
    };
    let twice = r#"{"id": "a", "cron": "0 9 * * *", "action": {"provider": "log"}, "cron": "* * * * *"}"#;
    let refused = send_text(Method::POST, "/v1/schedules", twice).await.refused(400, "duplicate_key");
    assert!(refused["detail"].as_str().unwrap().contains("\"cron\""), "{refused}");
    let nested = r#"{"cron": "0 9 * * *", "action": {"provider": "log", "payload": {"n": [{"k": 1, "k": 2}]}}}"#;
    let refused = send_text(Method::PUT, "/v1/schedules/a", nested).await.refused(400, "duplicate_key");
    assert!(refused["path"].as_str().unwrap().starts_with("action.payload.n[0]"), "{refused}");
    // Also where a body is optional, and where the body is a patch.
    world.put("/v1/schedules/a", &json!({ "cron": "0 9 * * *", "action": { "provider": "log" } })).await.is(201);
    for (method, path) in [(Method::POST, "/v1/schedules/a/pause"), (Method::PATCH, "/v1/schedules/a")] {
        send_text(method, path, r#"{"note": "x", "note": "y"}"#).await.refused(400, "duplicate_key");
    }
    let kept = world.get("/v1/schedules/a").await.is(200);
    assert_eq!((&kept["revision"], &kept["status"]), (&json!(1), &json!("active")));
    world.stop().await;
}
