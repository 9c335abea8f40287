//! The ledger: read, explain, change by hand, and backfill.

use serde_json::{Value, json};

use crate::world::World;

fn hourly() -> Value {
    json!({ "cron": "0 * * * *", "labels": { "team": "a" }, "action": { "provider": "log", "payload": {} } })
}

/// A schedule whose runs fail, because its provider does not exist.
fn failing() -> Value {
    json!({ "cron": "0 * * * *", "retry": { "max_attempts": 1 }, "allow_unknown_provider": true, "action": { "provider": "nobody", "payload": {} } })
}

async fn fired(world: &World, id: &str) -> Value {
    let fired = world.post(&format!("/v1/schedules/{id}/fire"), &json!({})).await.is(202);
    let path = format!("/v1/occurrences/{}", fired["occurrence"]);
    world.until(&path, |row| ["succeeded", "failed"].contains(&row["state"].as_str().unwrap())).await
}

fn count(list: &Value) -> usize {
    list["items"].as_array().unwrap().len()
}

#[tokio::test]
async fn an_occurrence_is_shown_with_its_attempts() {
    let world = World::new().await;
    world.put("/v1/schedules/good", &hourly()).await.is(201);
    let row = fired(&world, "good").await;
    assert_eq!(
        (&row["state"], &row["trigger"], &row["schedule"]),
        (&json!("succeeded"), &json!("manual"), &json!("good"))
    );
    assert_eq!((&row["attempts"][0]["number"], &row["attempts"][0]["outcome"]), (&json!(1), &json!("succeeded")));
    let foreign = format!("/v1/occurrences/{}?tenant=acme", row["id"]);
    world.get(&foreign).await.refused(404, "not_found");
    for nothing in ["999999", "-1", "none", "1e3", "9223372036854775808"] {
        world.get(&format!("/v1/occurrences/{nothing}")).await.refused(404, "not_found");
    }
    world.stop().await;
}

#[tokio::test]
async fn occurrences_are_found_by_schedule_state_reason_time_and_label() {
    let world = World::new().await;
    world.put("/v1/schedules/good", &hourly()).await.is(201);
    world.put("/v1/schedules/bad", &failing()).await.is(201);
    fired(&world, "good").await;
    let bad = fired(&world, "bad").await;
    assert_eq!((&bad["state"], &bad["reason"]), (&json!("failed"), &json!("unknown_provider")));
    let found = |query: &'static str| {
        let world = &world;
        async move { count(&world.get(&format!("/v1/occurrences?{query}")).await.is(200)) }
    };
    assert_eq!(found("state=failed").await, 1);
    assert_eq!(found("state=failed,succeeded").await, 2);
    // The recurrence specification calls a succeeded occurrence generated.
    assert_eq!(found("state=generated").await, 1);
    assert_eq!(found("state=failed,generated").await, 2);
    let generated = world.get("/v1/occurrences?state=generated").await.is(200);
    assert_eq!(
        (&generated["items"][0]["schedule"], &generated["items"][0]["state"]),
        (&json!("good"), &json!("succeeded"))
    );
    assert_eq!(found("reason=unknown_provider,overlap").await, 1);
    assert_eq!(found("schedule=good&state=succeeded").await, 1);
    assert_eq!(found("label=team:a&state=succeeded").await, 1);
    assert_eq!(found("label=team:b").await, 0);
    assert_eq!(found("until=2020-01-01T00:00:00Z").await, 0);
    assert_eq!(found("from=2020-01-01T00:00:00Z&state=succeeded").await, 1);
    assert_eq!(found("tenant=acme").await, 0);
    let first = world.get("/v1/occurrences?limit=1").await.is(200);
    let next = format!("/v1/occurrences?limit=1&cursor={}", first["next_cursor"].as_str().unwrap());
    assert_ne!(world.get(&next).await.is(200)["items"][0]["id"], first["items"][0]["id"]);
    for senseless in ["state=asleep", "reason=mood", "label=team", "schedule=a%20b"] {
        world.get(&format!("/v1/occurrences?{senseless}")).await.refused(400, "bad_query");
    }
    for wrong in ["from=today", "limit=501", "colour=red"] {
        world.get(&format!("/v1/occurrences?{wrong}")).await.refused(400, "bad_query");
    }
    world.get("/v1/occurrences?cursor=x").await.refused(400, "invalid");
    world.stop().await;
}

#[tokio::test]
async fn a_person_runs_an_occurrence_again() {
    let world = World::new().await;
    world.put("/v1/schedules/bad", &failing()).await.is(201);
    let row = fired(&world, "bad").await;
    let path = format!("/v1/occurrences/{}", row["id"]);
    world.post(&format!("{path}/reprocess?tenant=acme"), &json!({})).await.refused(404, "not_found");
    let again = world.post(&format!("{path}/reprocess"), &json!({ "note": "try it" })).await.is(200);
    assert_eq!((&again["state"], &again["trigger"]), (&json!("planned"), &json!("retry")));
    let ended = world.until(&path, |row| row["state"] == "failed").await;
    assert_eq!(ended["attempts"].as_array().unwrap().len(), 2);
    assert_eq!(ended["idempotency_key"], row["idempotency_key"]);
    world.post(&format!("{path}/skip"), &json!({})).await.refused(409, "illegal_move");
    world.post(&format!("{path}/reprocess"), &json!({ "why": "x" })).await.refused(400, "bad_body");
    world.post("/v1/occurrences/none/cancel", &json!({})).await.refused(404, "not_found");
    world.stop().await;
}

#[tokio::test]
async fn why_is_answered_from_rule_and_ledger() {
    let world = World::new().await;
    world.put("/v1/schedules/good", &hourly()).await.is(201);
    let why = |at: &'static str| {
        let world = &world;
        async move { world.get(&format!("/v1/schedules/good/why?at={at}")).await.is(200) }
    };
    let before = why("2020-01-01T09:00:00Z").await;
    assert_eq!((&before["answer"], &before["revision"]), (&json!("not_created_yet"), &Value::Null));
    let never = why("2099-01-01T09:30:00Z").await;
    assert_eq!(never["answer"], "not_matched");
    assert_eq!(never["evaluation"]["matches"], false);
    let minute =
        never["evaluation"]["checks"].as_array().unwrap().iter().find(|check| check["name"] == "minute").unwrap();
    assert_eq!(minute["passed"], false);
    assert!(never["sentence"].as_str().unwrap().contains("minute"), "{never}");
    assert_eq!(never["evaluation"]["next"], "2099-01-01T10:00:00Z");
    assert_eq!(why("2099-01-01T09:00:00Z").await["answer"], "not_planned_yet");
    world.get("/v1/schedules/good/why").await.refused(400, "bad_query");
    world.get("/v1/schedules/good/why?at=noon").await.refused(400, "bad_query");
    world.get("/v1/schedules/none/why?at=2099-01-01T09:00:00Z").await.refused(404, "not_found");
    world.get("/v1/schedules/good/why?at=2099-01-01T09:00:00Z&tenant=acme").await.refused(404, "not_found");
    assert_eq!(world.get("/v1/schedules/good/gaps").await.is(200)["items"], json!([]));
    world.get("/v1/schedules/none/gaps").await.refused(404, "not_found");
    world.stop().await;
}

#[tokio::test]
async fn a_backfill_is_previewed_and_runs_once() {
    let world = World::new().await;
    world.put("/v1/schedules/good", &hourly()).await.is(201);
    let path = "/v1/schedules/good/backfill";
    let mut body =
        json!({ "from": "2025-03-01T00:00:00Z", "to": "2025-03-01T04:30:00Z", "note": "the receiver was away" });
    let preview = world.post(path, &body).await.is(200);
    assert_eq!((&preview["done"], &preview["new"], &preview["is_cut"]), (&json!(false), &json!(5), &json!(false)));
    assert_eq!((&preview["first"], &preview["last"]), (&json!("2025-03-01T00:00:00Z"), &json!("2025-03-01T04:00:00Z")));
    let in_range = "/v1/occurrences?until=2025-04-01T00:00:00Z";
    assert_eq!(count(&world.get(in_range).await.is(200)), 0, "a preview must not create occurrences");

    body["confirm"] = preview["confirm"].clone();
    let mut other = body.clone();
    other["to"] = "2025-03-01T05:30:00Z".into();
    world.post(path, &other).await.refused(409, "not_confirmed");
    world.post(&format!("{path}?tenant=acme"), &body).await.refused(404, "not_found");
    let done = world.post(path, &body).await.is(202);
    assert_eq!((&done["done"], &done["new"], &done["confirm"]), (&json!(true), &json!(5), &Value::Null));
    assert_eq!(count(&world.get(in_range).await.is(200)), 5);
    world.post(path, &body).await.refused(409, "not_confirmed");
    world.stop().await;
}

#[tokio::test]
async fn an_invalid_backfill_is_rejected() {
    let world = World::new().await;
    world.put("/v1/schedules/good", &hourly()).await.is(201);
    let path = "/v1/schedules/good/backfill";
    let (from, to) = ("2025-03-01T00:00:00Z", "2025-03-02T00:00:00Z");
    world.post(path, &json!({ "from": to, "to": from })).await.refused(400, "out_of_range");
    world.post(path, &json!({ "from": from, "to": "2099-01-01T00:00:00Z" })).await.refused(400, "out_of_range");
    world.post(path, &json!({ "from": from, "to": to, "limit": 0 })).await.refused(400, "out_of_range");
    world.post(path, &json!({ "from": from, "to": to, "limit": 10_001 })).await.refused(400, "out_of_range");
    world.post(path, &json!({ "from": from, "to": to, "reprocess": "all" })).await.refused(400, "bad_body");
    world.post(path, &json!({ "from": from })).await.refused(400, "bad_body");
    for token in ["", "0123456789abcdef", "not/a/token", &"a".repeat(600)] {
        let body = json!({ "from": from, "to": to, "confirm": token });
        world.post(path, &body).await.refused(409, "not_confirmed");
    }
    let cut = world.post(path, &json!({ "from": from, "to": to, "limit": 3 })).await.is(200);
    assert_eq!((&cut["new"], &cut["is_cut"]), (&json!(3), &json!(true)));
    let mut edited = hourly();
    edited["description"] = "another".into();
    world.put("/v1/schedules/good", &edited).await.is(200);
    let stale = json!({ "from": from, "to": to, "limit": 3, "confirm": cut["confirm"] });
    world.post(path, &stale).await.refused(409, "not_confirmed");
    world.stop().await;
}

#[tokio::test]
async fn a_schedule_can_be_rolled_back() {
    let world = World::new().await;
    world.put("/v1/schedules/good", &hourly()).await.is(201);
    let mut edited = hourly();
    edited["cron"] = "30 * * * *".into();
    world.put("/v1/schedules/good", &edited).await.is(200);
    world.post("/v1/schedules/good/pause", &json!({})).await.is(200);
    let all = world.get("/v1/schedules/good/revisions").await.is(200);
    let changes: Vec<_> = all["items"].as_array().unwrap().iter().map(|row| row["change"].as_str().unwrap()).collect();
    assert_eq!(changes, ["pause", "save", "save"]);
    let paused = world.get("/v1/schedules/good/revisions/3").await.is(200);
    assert_eq!(paused["definition"]["spec"]["recurrence"]["expression"], "30 * * * *");
    for nothing in ["0", "4", "-1", "x", "9223372036854775807"] {
        world.get(&format!("/v1/schedules/good/revisions/{nothing}")).await.refused(404, "not_found");
        world
            .post(&format!("/v1/schedules/good/revisions/{nothing}/rollback"), &json!({}))
            .await
            .refused(404, "not_found");
    }
    let back = world.post("/v1/schedules/good/revisions/1/rollback", &json!({})).await;
    assert_eq!(back.header("etag"), "\"4\"");
    let back = back.is(200);
    assert_eq!((&back["status"], &back["spec"]["recurrence"]["expression"]), (&json!("paused"), &json!("0 * * * *")));
    let stale =
        world.request(reqwest::Method::POST, "/v1/schedules/good/revisions/2/rollback").header("if-match", "\"3\"");
    crate::world::send(stale).await.refused(412, "conflict");
    world.get("/v1/schedules/none/revisions").await.refused(404, "not_found");
    world.get("/v1/schedules/good/revisions?tenant=acme").await.refused(404, "not_found");
    world.stop().await;
}
