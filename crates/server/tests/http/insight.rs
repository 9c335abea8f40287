//! Statistics, health, metrics and audit log of a tenant and of the server.

use std::sync::Arc;

use refrain::Refrain;
use refrain::clock::ManualClock;
use refrain_server::http::app::ApiOptions;
use refrain_server::serve::Server;
use reqwest::{Client, Method};
use serde_json::{Value, json};

use crate::place;
use crate::world::{World, install_tls, send};

fn digest() -> Value {
    json!({ "cron": "0 9 * * *", "action": { "provider": "log" } })
}

#[tokio::test]
async fn metrics_count_requests_by_route_and_status() {
    let world = World::new().await;
    world.put("/v1/schedules/digest", &digest()).await.is(201);
    world.get("/v1/schedules/nothing").await.refused(404, "not_found");
    world.get("/v1/nowhere").await.refused(404, "not_found");
    let answer = world.get("/metrics").await;
    assert_eq!(answer.header("content-type"), "text/plain; version=0.0.4; charset=utf-8");
    let text = answer.is(200);
    let text = text.as_str().unwrap();
    for line in [
        "refrain_http_requests_total{method=\"PUT\",route=\"/v1/schedules/{id}\",status=\"201\"} 1",
        "refrain_http_requests_total{method=\"GET\",route=\"/v1/schedules/{id}\",status=\"404\"} 1",
        "refrain_http_requests_total{method=\"GET\",route=\"(none)\",status=\"404\"} 1",
        "refrain_http_request_duration_seconds_count{route=\"/v1/schedules/{id}\"} 2",
        "# TYPE refrain_scheduler_runs_total counter",
    ] {
        assert!(text.lines().any(|found| found == line), "{line} is missing in\n{text}");
    }
    world.stop().await;
}

#[tokio::test]
async fn stats_count_only_the_own_tenant() {
    let world = World::new().await;
    world.put("/v1/schedules/a", &digest()).await.is(201);
    world.put("/v1/schedules/b", &digest()).await.is(201);
    world.post("/v1/schedules/b/pause", &json!({})).await.is(200);
    let stats = world.get("/v1/stats").await.is(200);
    assert_eq!(stats["schedules"]["active"], json!({ "count": 1, "is_cut": false }));
    assert_eq!(stats["schedules"]["paused"]["count"], 1);
    assert_eq!(stats["overdue"], json!({ "count": 0, "is_cut": false }));
    let other = world.get("/v1/stats?tenant=other").await.is(200);
    assert_eq!((&other["schedules"]["active"]["count"], &other["node"]["planned"]), (&json!(0), &json!(0)));
    world.get("/v1/schedules/health?tenant=other").await.is(200);
    world.stop().await;
}

#[tokio::test]
async fn a_schedule_that_no_node_plans_is_listed_as_stale() {
    install_tls();
    let clock = Arc::new(ManualClock::new("2026-03-02T12:30:00Z".parse().unwrap()));
    let (store, kept) = place::store().await;
    let api = Refrain::builder().clock(clock.clone()).engine(|engine| engine.is_planning = false);
    let server = Server::over(api.over(store).await.unwrap(), World::options("")).await.unwrap();
    let world = World::of(server, Client::new()).keeping(kept);
    let hourly = json!({ "cron": "0 * * * *", "action": { "provider": "log" } });
    world.put("/v1/schedules/hourly", &hourly).await.is(201);
    world.put("/v1/schedules/digest", &digest()).await.is(201);
    clock.set("2026-03-02T13:00:59Z".parse().unwrap());
    assert_eq!(world.get("/v1/schedules/health").await.is(200), json!({ "stale": [], "is_cut": false }));
    clock.set("2026-03-02T13:01:01Z".parse().unwrap());
    let stale = json!([{ "id": "hourly", "due_at": "2026-03-02T13:00:00Z", "problem": null }]);
    assert_eq!(world.get("/v1/schedules/health").await.is(200), json!({ "stale": stale, "is_cut": false }));
    let other = world.get("/v1/schedules/health?tenant=other").await.is(200);
    assert_eq!(other["stale"], json!([]));
    world.stop().await;
}

#[tokio::test]
async fn health_lists_schedules_nodes_and_providers() {
    let world = World::new().await;
    assert_eq!(world.get("/v1/schedules/health").await.is(200), json!({ "stale": [], "is_cut": false }));
    let nodes = world.get("/v1/nodes").await.is(200);
    for node in nodes["items"].as_array().unwrap() {
        assert_eq!(node["is_current"], true, "{nodes}");
    }
    let providers = world.get("/v1/providers").await.is(200);
    let log = providers["items"].as_array().unwrap().iter().find(|it| it["name"] == "log").unwrap();
    assert_eq!(*log, json!({ "name": "log", "is_healthy": true, "problem": null }));
    world.stop().await;
}

#[tokio::test]
async fn the_audit_is_listed_latest_first_and_verified() {
    let world = World::new().await;
    let named = world.request(Method::PUT, "/v1/schedules/digest").header("x-request-id", "req-1").json(&digest());
    send(named).await.is(201);
    world.post("/v1/schedules/digest/pause", &json!({ "note": "moving house" })).await.is(200);
    let page = world.get("/v1/audit?limit=1").await.is(200);
    let entry = &page["items"][0];
    assert_eq!(
        (&entry["actor"], &entry["object"], &entry["seq"]),
        (&json!("local"), &json!("schedule/digest"), &json!(2))
    );
    assert_eq!(entry["reason"], "moving house");
    let cursor = page["next_cursor"].as_str().unwrap();
    let rest = world.get(&format!("/v1/audit?cursor={cursor}")).await.is(200);
    assert_eq!((&rest["items"][0]["request_id"], &rest["next_cursor"]), (&json!("req-1"), &Value::Null));
    assert_eq!(rest["items"][0]["hash"], entry["previous"]);
    let verified = world.get("/v1/audit/verify").await.is(200);
    assert_eq!((&verified["is_intact"], &verified["entries"]), (&json!(true), &json!(2)));
    assert_eq!(verified["tip"], entry["hash"]);
    assert_eq!(world.get("/v1/audit?tenant=other").await.is(200)["items"], json!([]));
    world.get("/v1/audit?cursor=x").await.refused(400, "invalid");
    world.get("/v1/audit?limit=0").await.refused(400, "bad_query");
    world.get("/v1/audit?order=up").await.refused(400, "bad_query");
    world.stop().await;
}

#[tokio::test]
async fn the_configuration_is_shown_as_it_was_given() {
    let config = json!({ "server": { "bind": "127.0.0.1:7433" } });
    let api = ApiOptions { config: config.as_object().unwrap().clone(), ..ApiOptions::default() };
    let world = World::with(api).await;
    assert_eq!(world.get("/v1/config").await.is(200), config);
    world.stop().await;
}

#[tokio::test]
async fn a_trace_names_the_request_and_is_answered() {
    const TRACE: &str = "4bf92f3577b34da6a3ce929d0e0e4736";
    let world = World::new().await;
    world.put("/v1/schedules/digest", &digest()).await.is(201);
    let given = format!("00-{TRACE}-00f067aa0ba902b7-01");
    let fired = send(world.request(Method::POST, "/v1/schedules/digest/fire").header("traceparent", &given)).await;
    assert_eq!(fired.header("x-request-id"), TRACE);
    let answered = fired.header("traceparent");
    assert!(answered.starts_with(&format!("00-{TRACE}-")) && answered != given, "{answered}");
    fired.is(202);
    let runs = world.get("/v1/schedules/digest/runs").await.is(200);
    assert!(runs["items"].as_array().unwrap().iter().any(|run| run["correlation_id"] == TRACE), "{runs}");
    let broken = send(world.request(Method::GET, "/v1/stats").header("traceparent", "00-zz")).await;
    assert_eq!((broken.header("traceparent"), broken.header("x-request-id").len()), ("", 24));
    world.stop().await;
}
