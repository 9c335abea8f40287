//! The last completed runs of each schedule in a list.

use reqwest::Method;
use serde_json::{Value, json};

use crate::world::{World, send};

const LOG: &str = "log";

async fn fired(world: &World, id: &str, times: usize) {
    let definition = json!({ "cron": "0 0 1 1 *", "overlap": "allow_all", "action": { "provider": LOG } });
    world.put(&format!("/v1/schedules/{id}"), &definition).await.is(201);
    for _ in 0..times {
        world.post(&format!("/v1/schedules/{id}/fire"), &json!({})).await;
    }
    let times = json!(times);
    world.until(&format!("/v1/schedules/{id}"), |body| body["counters"]["succeeded"] == times).await;
}

fn recent<'a>(body: &'a Value, id: &str) -> &'a Value {
    let item = body["items"].as_array().unwrap().iter().find(|item| item["id"] == id);
    &item.unwrap_or_else(|| panic!("{id} is missing in {body}"))["recent"]
}

#[tokio::test]
async fn a_list_shows_what_ended_last_the_earliest_first() {
    let world = World::new().await;
    fired(&world, "busy", 4).await;
    fired(&world, "once", 1).await;
    fired(&world, "idle", 0).await;
    let body = world.get("/v1/schedules?recent=3").await.is(200);
    let numbers: Vec<i64> =
        recent(&body, "busy").as_array().unwrap().iter().map(|row| row["id"].as_i64().unwrap()).collect();
    assert!(numbers.len() == 3 && numbers.is_sorted(), "{body}");
    let runs = world.get("/v1/schedules/busy/runs?limit=1").await.is(200);
    assert_eq!(json!(numbers.last()), runs["items"][0]["id"]);
    let row = &recent(&body, "once")[0];
    assert_eq!((&row["state"], &row["reason"]), (&json!("succeeded"), &Value::Null));
    for instant in ["due_at", "started_at", "ended_at"] {
        assert!(row[instant].is_string(), "{instant} of {row}");
    }
    assert_eq!(recent(&body, "idle"), &json!([]));
    world.stop().await;
}

#[tokio::test]
async fn nothing_is_shown_that_was_not_asked_for() {
    let world = World::new().await;
    fired(&world, "busy", 1).await;
    assert_eq!(recent(&world.get("/v1/schedules").await.is(200), "busy"), &Value::Null);
    assert_eq!(recent(&world.get("/v1/schedules?recent=0").await.is(200), "busy"), &json!([]));
    world.get("/v1/schedules?recent=21").await.refused(400, "bad_query");
    assert_eq!(world.get("/v1/schedules?recent=-1").await.status, 400);
    assert_eq!(world.get("/v1/schedules/busy").await.is(200)["recent"], Value::Null);
    world.stop().await;
}

#[tokio::test]
async fn recent_runs_of_another_tenant_are_not_shown() {
    let world = World::new().await;
    fired(&world, "busy", 1).await;
    let as_other = |method, path: &str| world.request(method, path).header("x-refrain-tenant", "other");
    let definition = json!({ "cron": "0 0 1 1 *", "action": { "provider": LOG } });
    send(as_other(Method::PUT, "/v1/schedules/busy").json(&definition)).await.is(201);
    let body = send(as_other(Method::GET, "/v1/schedules?recent=20")).await.is(200);
    assert_eq!(recent(&body, "busy"), &json!([]));
    world.stop().await;
}
