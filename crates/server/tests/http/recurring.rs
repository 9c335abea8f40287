//! The recurring dialect, field by field.

use reqwest::Method;
use serde_json::{Value, json};

use crate::keyed::Keyed;
use crate::world::{READ_EVERY, World, send};

const PLACE: &str = "namespace=notifications&tenant=tenant-1";

fn digest() -> Value {
    json!({
        "namespace": "notifications", "tenant": "tenant-1", "cron_expr": "0 9 * * MON-FRI", "timezone": "US/Eastern",
        "provider": "log", "action_type": "send_digest", "payload": { "to": "team@example.com" }, "metadata": {}, "dedup_key": null,
        "description": "Weekday morning digest", "labels": { "team": "engineering" }, "ends_at": null, "enabled": true,
    })
}

async fn made(world: &World) -> String {
    world.post("/v1/recurring", &digest()).await.is(201)["recurring_id"].as_str().unwrap().to_owned()
}

#[tokio::test]
async fn creating_answers_as_the_dialect_does() {
    let world = World::new().await;
    let made = world.post("/v1/recurring", &digest()).await.is(201);
    let fields: Vec<_> = made.as_object().unwrap().keys().map(String::as_str).collect();
    assert_eq!(fields, ["cron_expr", "enabled", "next_execution", "recurring_id", "timezone"]);
    assert_eq!(made["recurring_id"].as_str().unwrap().len(), 36);
    assert_eq!(
        (&made["cron_expr"], &made["timezone"], &made["enabled"]),
        (&json!("0 9 * * MON-FRI"), &json!("US/Eastern"), &json!(true))
    );
    assert!(made["next_execution"].as_str().unwrap().ends_with(":00:00Z"), "{made}");
    let id = made["recurring_id"].as_str().unwrap();
    let schedule = world.get(&format!("/v1/schedules/{id}?{PLACE}")).await.is(200);
    assert_eq!((&schedule["catch_up"]["policy"], &schedule["overlap"]), (&json!("skip"), &json!("allow_all")));
    assert_eq!(schedule["retry"]["max_attempts"], 1);
    world.stop().await;
}

#[tokio::test]
async fn invalid_recurring_actions_are_rejected() {
    let world = World::new().await;
    let refused = async |change: Value| {
        let mut body = digest();
        body.as_object_mut().unwrap().extend(change.as_object().unwrap().clone());
        let answer = world.post("/v1/recurring", &body).await;
        assert_eq!(answer.status, 400, "{change}: {}", answer.body);
        assert_eq!(answer.header("content-type"), "application/problem+json");
        answer.body["error"].as_str().unwrap().to_owned()
    };
    for (change, reported) in [
        (json!({ "cron_expr": "0 9 * * MUN" }), "MUN"),
        (json!({ "cron_expr": "0 0 30 2 *" }), "never"),
        (json!({ "timezone": "Europe/Pariss" }), "Europe/Pariss"),
        (json!({ "provider": "" }), "provider must not be empty"),
        (json!({ "action_type": " " }), "action_type must not be empty"),
        (json!({ "payload": [1] }), "payload must be an object, not a list"),
        (json!({ "ends_at": "2020-01-01T00:00:00Z" }), "is in the past"),
        (json!({ "colour": "red" }), "colour"),
        (json!({ "tenant": "a:b" }), "a:b"),
    ] {
        let error = refused(change.clone()).await;
        assert!(error.contains(reported), "{change}: {error}");
    }
    assert_eq!(world.get(&format!("/v1/recurring?{PLACE}")).await.is(200)["recurring_actions"], json!([]));
    world.stop().await;
}

#[tokio::test]
async fn a_disabled_recurring_action_does_not_run() {
    let world = World::new().await;
    let mut body = digest();
    (body["enabled"], body["cron_expr"]) = (false.into(), "* * * * * *".into());
    let made = world.post("/v1/recurring", &body).await.is(201);
    assert_eq!((&made["enabled"], &made["next_execution"]), (&json!(false), &Value::Null));
    // By then, another action that is enabled has run.
    body["enabled"] = true.into();
    let other = world.post("/v1/recurring", &body).await.is(201);
    let path = |made: &Value| format!("/v1/recurring/{}?{PLACE}", made["recurring_id"].as_str().unwrap());
    world.until(&path(&other), |one| one["execution_count"].as_u64() >= Some(2)).await;
    let one = world.get(&path(&made)).await.is(200);
    assert_eq!((&one["execution_count"], &one["last_executed_at"]), (&json!(0), &Value::Null));
    world.stop().await;
}

#[tokio::test]
async fn created_actions_are_read_and_listed() {
    let world = World::new().await;
    let id = made(&world).await;
    let one = world.get(&format!("/v1/recurring/{id}?{PLACE}")).await.is(200);
    let template = json!({
        "provider": "log", "action_type": "send_digest", "target": null, "payload": { "to": "team@example.com" },
        "metadata": {}, "dedup_key": null,
    });
    assert_eq!(one["action_template"], template);
    assert_eq!(
        (&one["execution_count"], &one["last_executed_at"], &one["ends_at"]),
        (&json!(0), &Value::Null, &Value::Null)
    );
    let list = world.get(&format!("/v1/recurring?{PLACE}&enabled=true")).await.is(200);
    assert_eq!(list["recurring_actions"][0]["id"], id.as_str());
    assert_eq!(
        world.get(&format!("/v1/recurring?{PLACE}&enabled=false")).await.is(200)["recurring_actions"],
        json!([])
    );
    let missing = world.get(&format!("/v1/recurring/nothing?{PLACE}")).await.refused(404, "not_found");
    assert_eq!(missing["error"], "recurring action not found");
    let elsewhere = format!("/v1/recurring/{id}?namespace=notifications&tenant=tenant-2");
    assert_eq!(world.get(&elsewhere).await.refused(404, "not_found")["error"], "recurring action not found");
    let nowhere = world.get("/v1/recurring?tenant=tenant-1").await.refused(400, "missing_value");
    assert_eq!(nowhere["error"], "namespace is required in the query");
    world.stop().await;
}

/// Every rejected request of the dialect is answered with a problem document that has the member `error`.
#[tokio::test]
async fn every_error_has_the_same_shape() {
    let keyed = Keyed::new().await;
    let (key, _) = keyed.key("acme", "viewer", &[]).await;
    let path = "/v1/recurring?namespace=default&tenant=acme";
    let one = "/v1/recurring/nothing?namespace=default&tenant=acme";
    let ask = |method: Method, path: &str| keyed.world.request(method, path).bearer_auth(&key);
    let json_type = |request: reqwest::RequestBuilder| request.header("content-type", "application/json");
    let (editor, _) = keyed.key("acme", "editor", &[]).await;
    let plain = || keyed.world.request(Method::POST, "/v1/recurring").bearer_auth(&editor);
    let post = || json_type(plain());
    for (request, status, code) in [
        (keyed.world.request(Method::GET, path), 401, "unauthenticated"),
        (json_type(ask(Method::POST, "/v1/recurring")).body("{}"), 403, "forbidden"),
        (ask(Method::GET, "/v1/recurring?namespace=default&tenant=other"), 403, "foreign_tenant"),
        (ask(Method::GET, one), 404, "not_found"),
        (ask(Method::GET, "/v1/recurring/a/b/c"), 404, "not_found"),
        (ask(Method::PATCH, path), 405, "wrong_method"),
        (ask(Method::GET, &format!("{path}&colour=red")), 400, "bad_query"),
        (post().body("{"), 400, "bad_json"),
        (post().body("{}"), 400, "bad_body"),
        (plain().header("content-type", "text/plain").body("{}"), 415, "wrong_media_type"),
    ] {
        let body = send(request).await.refused(status, code);
        // `detail` is the same text as a sentence.
        let (error, detail) = (body["error"].as_str().unwrap(), body["detail"].as_str().unwrap());
        assert_eq!(error.trim_end_matches('.').to_lowercase(), detail.trim_end_matches('.').to_lowercase());
    }
    let other = keyed.get(&key, "/v1/schedules/nothing").await.refused(404, "not_found");
    assert!(other.get("error").is_none(), "{other}");
    keyed.world.stop().await;
}

#[tokio::test]
async fn updating_changes_only_what_is_named() {
    let world = World::new().await;
    let path = format!("/v1/recurring/{}?{PLACE}", made(&world).await);
    let before = world.get(&path).await.is(200);
    let changed = world
        .put(&path, &json!({ "cron_expr": "0 7 * * *", "description": null, "dedup_key": "{{recurring_id}}" }))
        .await
        .is(200);
    assert_eq!((&changed["cron_expr"], &changed["description"]), (&json!("0 7 * * *"), &Value::Null));
    assert_eq!((&changed["timezone"], &changed["labels"]), (&before["timezone"], &before["labels"]));
    assert_ne!(changed["next_execution_at"], before["next_execution_at"]);
    assert!(changed["updated_at"].as_str() > before["updated_at"].as_str());
    assert_eq!(world.put(&path, &json!({ "enabled": false })).await.is(200)["enabled"], false);
    assert_eq!(world.put(&path, &json!({ "enabled": true })).await.is(200)["enabled"], true);
    let wrong = world.put(&path, &json!({ "cron_expr": "nonsense" })).await;
    assert_eq!(wrong.status, 400, "{}", wrong.body);
    assert_eq!(world.get(&path).await.is(200)["cron_expr"], "0 7 * * *");
    world.stop().await;
}

#[tokio::test]
async fn pausing_resuming_and_deleting_answer_as_the_dialect_does() {
    let world = World::new().await;
    let id = made(&world).await;
    let post = |verb: &str| send(world.request(Method::POST, &format!("/v1/recurring/{id}/{verb}?{PLACE}")));
    let paused = json!({ "id": id, "enabled": false, "next_execution_at": null });
    assert_eq!(post("pause").await.is(200), paused);
    assert_eq!(post("pause").await.is(200), paused);
    let resumed = post("resume").await.is(200);
    assert_eq!(resumed["enabled"], true);
    assert!(resumed["next_execution_at"].is_string());
    let path = format!("/v1/recurring/{id}?{PLACE}");
    assert_eq!(world.delete(&path).await.status, 204);
    assert_eq!(world.delete(&path).await.status, 404);
    world.stop().await;
}

#[tokio::test]
async fn history_has_times_and_outcomes() {
    let world = World::new().await;
    let id = made(&world).await;
    send(world.request(Method::POST, &format!("/v1/schedules/{id}/fire?{PLACE}"))).await.is(202);
    let execution = loop {
        let history = world.get(&format!("/v1/recurring/{id}/history?{PLACE}&limit=5")).await.is(200);
        match history["history"].get(0) {
            Some(execution) if execution["outcome"] != "running" => break execution.clone(),
            Some(_) | None => tokio::time::sleep(READ_EVERY).await,
        }
    };
    assert_eq!(
        (&execution["outcome"], &execution["error"], &execution["attempts"]),
        (&json!("succeeded"), &Value::Null, &json!(1))
    );
    assert!(execution["executed_at"].is_string());
    let wrong = world.get(&format!("/v1/recurring/{id}/history?{PLACE}&limit=0")).await;
    assert_eq!(wrong.status, 400);
    world.stop().await;
}
