//! Schedules: create, read, change, stop and fire.

use reqwest::Method;
use serde_json::{Value, json};

use crate::world::{World, send};

fn digest() -> Value {
    json!({ "cron": "0 9 * * MON-FRI", "timezone": "Europe/Paris", "action": { "provider": "log", "payload": { "to": "team" } } })
}

#[tokio::test]
async fn creating_answers_with_the_next_times() {
    let world = World::new().await;
    let mut body = digest();
    body["id"] = "digest".into();
    let answer = world.post("/v1/schedules", &body).await;
    assert_eq!(answer.header("location"), "/v1/schedules/digest");
    assert_eq!(answer.header("etag"), "\"1\"");
    let made = answer.is(201);
    assert_eq!(made["status"], "active");
    assert_eq!(made["spec"]["timezone"], "Europe/Paris");
    assert_eq!(made["upcoming"].as_array().unwrap().len(), 5);
    assert_eq!(made["next_at"], made["upcoming"][0]);
    world.post("/v1/schedules", &body).await.refused(409, "exists");
    world.stop().await;
}

#[tokio::test]
async fn an_idempotent_request_creates_one_schedule() {
    let world = World::new().await;
    let create = || send(world.request(Method::POST, "/v1/schedules").header("idempotency-key", "a b").json(&digest()));
    let (first, second) = (create().await.is(201), create().await.is(201));
    assert_eq!(first["id"], second["id"]);
    assert_eq!(world.get("/v1/schedules").await.is(200)["items"].as_array().unwrap().len(), 1);
    let other = json!({ "cron": "0 8 * * *", "action": { "provider": "log" } });
    let again = send(world.request(Method::POST, "/v1/schedules").header("idempotency-key", "a b").json(&other)).await;
    again.refused(409, "exists");
    world.stop().await;
}

#[tokio::test]
async fn putting_makes_or_replaces_and_the_same_again_changes_nothing() {
    let world = World::new().await;
    assert_eq!(world.put("/v1/schedules/digest", &digest()).await.is(201)["revision"], 1);
    assert_eq!(world.put("/v1/schedules/digest", &digest()).await.is(200)["revision"], 1);
    let mut other = digest();
    other["description"] = "for everyone".into();
    let changed = world.put("/v1/schedules/digest", &other).await.is(200);
    assert_eq!((&changed["revision"], &changed["description"]), (&json!(2), &json!("for everyone")));
    world.stop().await;
}

#[tokio::test]
async fn patching_changes_a_part_and_null_clears() {
    let world = World::new().await;
    world.put("/v1/schedules/digest", &digest()).await.is(201);
    let patched =
        world.patch("/v1/schedules/digest", &json!({ "timezone": null, "labels": { "team": "a" } })).await.is(200);
    assert_eq!((&patched["spec"]["timezone"], &patched["labels"]["team"]), (&json!("UTC"), &json!("a")));
    assert_eq!(patched["action"]["payload"], json!({ "to": "team" }));
    let cleared = world.patch("/v1/schedules/digest", &json!({ "labels": null, "cron": "0 7 * * *" })).await.is(200);
    assert_eq!(cleared["labels"], Value::Null);
    assert_eq!(cleared["spec"]["recurrence"]["expression"], "0 7 * * *");
    world.patch("/v1/schedules/nothing", &json!({})).await.refused(404, "not_found");
    world.stop().await;
}

#[tokio::test]
async fn a_change_can_name_the_revision_it_was_made_for() {
    let world = World::new().await;
    let put = |tag: &'static str, value: &'static str| {
        send(world.request(Method::PUT, "/v1/schedules/digest").header(tag, value).json(&digest()))
    };
    put("if-match", "\"1\"").await.refused(412, "not_found");
    put("if-none-match", "*").await.is(201);
    put("if-none-match", "*").await.refused(412, "conflict");
    put("if-match", "\"7\"").await.refused(412, "conflict");
    put("if-match", "7").await.refused(400, "bad_etag");
    put("if-match", "\"1\"").await.is(200);
    let read = send(world.request(Method::GET, "/v1/schedules/digest").header("if-none-match", "\"1\"")).await;
    assert_eq!(read.status, 304);
    world.stop().await;
}

#[tokio::test]
async fn a_contradiction_in_a_definition_is_no_failed_precondition() {
    let world = World::new().await;
    world.put("/v1/schedules/digest", &digest()).await.is(201);
    let bounds = json!({ "starts_at": "2090-01-02T00:00:00Z", "ends_at": "2090-01-01T00:00:00Z" });
    let contradictory = json!({ "spec": bounds });
    let recurrence = json!({ "kind": "cron", "expression": "0 9 * * *" });
    let (starts_at, ends_at) = (&bounds["starts_at"], &bounds["ends_at"]);
    let whole = json!({
        "spec": { "recurrence": recurrence, "timezone": "UTC", "starts_at": starts_at, "ends_at": ends_at },
        "action": { "provider": "log" },
    });
    let request = |method: Method, tag: &'static str, body: &Value| {
        send(world.request(method, "/v1/schedules/digest").header("if-match", tag).json(body))
    };
    request(Method::PUT, "\"1\"", &whole).await.refused(400, "conflict");
    request(Method::PATCH, "\"1\"", &contradictory).await.refused(400, "conflict");
    world.patch("/v1/schedules/digest", &contradictory).await.refused(400, "conflict");
    request(Method::PATCH, "\"7\"", &json!({ "description": "x" })).await.refused(412, "conflict");
    world.stop().await;
}

#[tokio::test]
async fn pausing_and_resuming_say_why_and_may_be_repeated() {
    let world = World::new().await;
    world.put("/v1/schedules/digest", &digest()).await.is(201);
    let paused = world.post("/v1/schedules/digest/pause", &json!({ "note": "moving house" })).await.is(200);
    assert_eq!((&paused["status"], &paused["status_note"]["text"]), (&json!("paused"), &json!("moving house")));
    assert_eq!((&paused["next_at"], &paused["status_note"]["by"]), (&Value::Null, &json!("local")));
    send(world.request(Method::POST, "/v1/schedules/digest/pause")).await.is(200);
    let resumed = send(world.request(Method::POST, "/v1/schedules/digest/resume")).await.is(200);
    assert_eq!(resumed["status"], "active");
    assert!(resumed["next_at"].is_string());
    let past = json!({ "until": "2020-01-01T00:00:00Z" });
    world.post("/v1/schedules/digest/pause", &past).await.refused(400, "out_of_range");
    world.post("/v1/schedules/digest/cancel", &json!({})).await.is(200);
    world.post("/v1/schedules/digest/resume", &json!({})).await.refused(409, "illegal_move");
    world.stop().await;
}

#[tokio::test]
async fn firing_runs_once_for_each_name() {
    let world = World::new().await;
    world.put("/v1/schedules/digest", &digest()).await.is(201);
    let fire = || send(world.request(Method::POST, "/v1/schedules/digest/fire").header("idempotency-key", "now"));
    let (first, second) = (fire().await.is(202), fire().await.is(202));
    assert_eq!(first["occurrence"], second["occurrence"]);
    assert_eq!((&first["existing"], &second["existing"]), (&json!(false), &json!(true)));
    let runs = world.get("/v1/schedules/digest/runs").await.is(200);
    let manual: Vec<_> = runs["items"].as_array().unwrap().iter().filter(|run| run["trigger"] == "manual").collect();
    assert_eq!(manual.len(), 1);
    world.post("/v1/schedules/nothing/fire", &json!({})).await.refused(404, "not_found");
    world.stop().await;
}

#[tokio::test]
async fn deleting_takes_the_definition_and_leaves_the_ledger() {
    let world = World::new().await;
    world.put("/v1/schedules/digest", &digest()).await.is(201);
    world.post("/v1/schedules/digest/fire", &json!({})).await.is(202);
    let ended = world.until("/v1/occurrences", |page| page["items"][0]["ended_at"].is_string()).await;
    assert_eq!(world.delete("/v1/schedules/digest").await.status, 204);
    let left = world.get("/v1/occurrences").await.is(200);
    assert_eq!((&left["items"], ended["items"].as_array().unwrap().len()), (&ended["items"], 1));
    world.get("/v1/schedules/digest").await.refused(404, "not_found");
    world.delete("/v1/schedules/digest").await.refused(404, "not_found");
    world.stop().await;
}

/// By then the planner is ahead: its next position is not the next occurrence.
#[tokio::test]
async fn a_list_names_the_next_fire_although_later_ones_are_planned() {
    let world = World::new().await;
    let body = json!({ "cron": "* * * * * *", "action": { "provider": "log" } });
    world.put("/v1/schedules/tick", &body).await.is(201);
    let next = async |path: &str, pointer: &str| {
        let shown = world.get(path).await.is(200);
        let is_ahead = shown.pointer(pointer).is_some()
            && world.get("/v1/occurrences?state=planned").await.is(200)["items"][0].is_object();
        is_ahead.then(|| shown.pointer(pointer).unwrap().as_str().unwrap().parse::<jiff::Timestamp>().unwrap())
    };
    let before = loop {
        if let Some(next) = next("/v1/schedules/tick", "/next_at").await {
            break next;
        }
    };
    let listed = next("/v1/schedules", "/items/0/next_at").await.unwrap();
    let after = next("/v1/schedules/tick", "/next_at").await.unwrap();
    assert!(before <= listed && listed <= after, "{before} {listed} {after}");
    world.stop().await;
}

#[tokio::test]
async fn lists_come_in_pages_and_by_status_and_label() {
    let world = World::new().await;
    for n in 0..5 {
        let mut body = digest();
        body["labels"] = json!({ "half": if n < 3 { "first" } else { "second" } });
        world.put(&format!("/v1/schedules/s{n}"), &body).await.is(201);
    }
    world.post("/v1/schedules/s0/pause", &json!({})).await.is(200);
    let page = world.get("/v1/schedules?limit=2").await.is(200);
    assert_eq!(page["items"].as_array().unwrap().len(), 2);
    let cursor = page["next_cursor"].as_str().unwrap();
    let rest = world.get(&format!("/v1/schedules?limit=10&cursor={cursor}")).await.is(200);
    assert_eq!((rest["items"].as_array().unwrap().len(), &rest["next_cursor"]), (3, &Value::Null));
    assert_eq!(world.get("/v1/schedules?status=paused").await.is(200)["items"][0]["id"], "s0");
    assert_eq!(world.get("/v1/schedules?label=half:second").await.is(200)["items"].as_array().unwrap().len(), 2);
    world.get("/v1/schedules?status=asleep").await.refused(400, "bad_query");
    world.get("/v1/schedules?limit=0").await.refused(400, "bad_query");
    world.get("/v1/schedules?colour=red").await.refused(400, "bad_query");
    world.stop().await;
}

#[tokio::test]
async fn tenants_do_not_see_each_other() {
    let world = World::new().await;
    world.put("/v1/schedules/digest?tenant=acme", &digest()).await.is(201);
    world.get("/v1/schedules/digest").await.refused(404, "not_found");
    world.get("/v1/schedules/digest?tenant=acme").await.is(200);
    let by_header =
        send(world.request(Method::GET, "/v1/schedules/digest").header("x-refrain-tenant", "default/acme")).await;
    assert_eq!(by_header.is(200)["tenant"], "acme");
    world.stop().await;
}

#[tokio::test]
async fn unknown_providers_are_rejected_and_unknown_handlers_warned_about() {
    let world = World::new().await;
    let pigeon = json!({ "cron": "0 9 * * *", "action": { "provider": "pigeon" } });
    for refused in [
        world.put("/v1/schedules/a", &pigeon).await,
        world.post("/v1/schedules", &pigeon).await,
        world.post("/v1/schedules/preview", &pigeon).await,
    ] {
        let body = refused.refused(400, "unknown_provider");
        assert_eq!(body["path"], "action.provider");
        assert!(body["detail"].as_str().unwrap().contains("\"pigeon\""), "{body}");
        assert!(body["hint"].as_str().unwrap().contains("allow_unknown_provider"), "{body}");
    }
    world.get("/v1/schedules/a").await.refused(404, "not_found");
    let mut allowed = pigeon.clone();
    allowed["allow_unknown_provider"] = json!(true);
    let saved = world.put("/v1/schedules/a", &allowed).await.is(201);
    assert_eq!(saved["warnings"][0]["code"], "unknown_provider", "{saved}");
    assert_eq!(saved["allow_unknown_provider"], json!(null), "the flag must not be stored");
    let preview = world.post("/v1/schedules/preview", &allowed).await.is(200);
    assert!(preview["warnings"].to_string().contains("unknown_provider"), "{preview}");
    // An edit of another field does not check the provider again.
    world.patch("/v1/schedules/a", &json!({ "description": "later" })).await.is(200);
    world.patch("/v1/schedules/a", &json!({ "action": { "provider": "dove" } })).await.refused(400, "unknown_provider");
    let handler = json!({ "cron": "0 9 * * *", "action": { "provider": "handler", "target": "send" } });
    let saved = world.put("/v1/schedules/b", &handler).await.is(201);
    assert_eq!(saved["warnings"][0]["code"], "unknown_handler", "{saved}");
    let log = json!({ "cron": "0 9 * * *", "action": { "provider": "log" } });
    assert_eq!(world.put("/v1/schedules/c", &log).await.is(201)["warnings"], json!([]));
    let wrong = json!({ "cron": "0 9 * * *", "allow_unknown_provider": "yes", "action": { "provider": "log" } });
    world.put("/v1/schedules/d", &wrong).await.refused(400, "bad_body");
    world.stop().await;
}
