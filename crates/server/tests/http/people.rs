//! Changes by people over HTTP: they are audited, nothing catches up unless requested, and skipped occurrences have
//! a reason.

use reqwest::Method;
use serde_json::{Value, json};

use crate::keyed::Keyed;
use crate::world::{READ_EVERY, World, send};

fn hourly() -> Value {
    json!({ "cron": "0 * * * *", "action": { "provider": "log" } })
}

#[tokio::test]
async fn the_audit_names_who_did_what() {
    let keyed = Keyed::new().await;
    let (key, id) = keyed.key("acme", "admin", &["fire", "backfill"]).await;
    keyed.put(&key, "/v1/schedules/digest", &hourly()).await.is(201);
    let fired = keyed.post(&key, "/v1/schedules/digest/fire", &json!({})).await.is(202);
    let occurrence = format!("/v1/occurrences/{}", fired["occurrence"]);
    let is_over = || async {
        while keyed.get(&key, &occurrence).await.is(200)["state"] != "succeeded" {
            tokio::time::sleep(READ_EVERY).await;
        }
    };
    tokio::time::timeout(std::time::Duration::from_secs(300), is_over()).await.expect("it runs");
    keyed.post(&key, &format!("{occurrence}/reprocess"), &json!({ "note": "once more" })).await.is(200);
    let mut range = json!({ "from": "2025-03-01T00:00:00Z", "to": "2025-03-01T02:30:00Z" });
    range["confirm"] = keyed.post(&key, "/v1/schedules/digest/backfill", &range).await.is(200)["confirm"].clone();
    keyed.post(&key, "/v1/schedules/digest/backfill", &range).await.is(202);
    for (verb, body) in [("pause", json!({ "note": "moving house" })), ("resume", json!({})), ("cancel", json!({}))] {
        keyed.post(&key, &format!("/v1/schedules/digest/{verb}"), &body).await.is(200);
    }
    let audit = keyed.get(&key, "/v1/audit").await.is(200);
    let entries: Vec<(&str, &str)> = audit["items"]
        .as_array()
        .unwrap()
        .iter()
        .map(|entry| (entry["action"].as_str().unwrap(), entry["actor"].as_str().unwrap()))
        .collect();
    let own = format!("key/{id}");
    let done = ["schedule.save", "schedule.fire", "occurrence.reopen", "schedule.backfill"];
    let done = done.into_iter().chain(["schedule.pause", "schedule.resume", "schedule.cancel"]);
    assert_eq!(entries, done.rev().map(|action| (action, own.as_str())).collect::<Vec<_>>());
    keyed.world.stop().await;
}

#[tokio::test]
async fn paused_occurrences_catch_up_only_on_request() {
    let keyed = Keyed::new().await;
    let (key, _) = keyed.key("acme", "editor", &["backfill"]).await;
    let (operator, _) = keyed.key("acme", "operator", &[]).await;
    keyed.put(&key, "/v1/schedules/digest", &hourly()).await.is(201);
    keyed.post(&operator, "/v1/schedules/digest/pause", &json!({ "note": "away" })).await.is(200);
    keyed.later(jiff::SignedDuration::from_mins(150));
    let resumed = keyed.post(&operator, "/v1/schedules/digest/resume", &json!({})).await.is(200);
    assert_eq!(
        (&resumed["status"], &resumed["next_at"]),
        (&json!("active"), &json!("2026-03-01T15:00:00Z")),
        "{resumed}"
    );
    let gaps = keyed.get(&key, "/v1/schedules/digest/gaps").await.is(200);
    assert_eq!((&gaps["items"][0]["reason"], &gaps["items"][0]["count"]), (&json!("paused"), &json!(2)), "{gaps}");
    let runs = keyed.get(&key, "/v1/schedules/digest/runs").await.is(200);
    assert_eq!(runs["items"], json!([]));
    let range = json!({ "from": "2026-03-01T12:00:01Z", "to": "2026-03-01T14:30:00Z" });
    let path = "/v1/schedules/digest/backfill";
    keyed.post(&operator, path, &range).await.refused(403, "forbidden");
    let preview = keyed.post(&key, path, &range).await.is(200);
    assert_eq!((&preview["new"], &preview["done"]), (&json!(2), &json!(false)));
    keyed.world.stop().await;
}

#[tokio::test]
async fn canceling_keeps_the_history_and_makes_nothing_new() {
    let world = World::new().await;
    world.put("/v1/schedules/digest", &hourly()).await.is(201);
    let fired = world.post("/v1/schedules/digest/fire", &json!({})).await.is(202);
    let path = format!("/v1/occurrences/{}", fired["occurrence"]);
    world.until(&path, |row| row["state"] == "succeeded").await;
    let canceled = world.post("/v1/schedules/digest/cancel", &json!({ "note": "over" })).await.is(200);
    assert_eq!((&canceled["status"], &canceled["next_at"]), (&json!("canceled"), &Value::Null), "{canceled}");
    let runs = world.get("/v1/schedules/digest/runs").await.is(200);
    assert_eq!(runs["items"].as_array().unwrap().len(), 1);
    world.post("/v1/schedules/digest/fire", &json!({})).await.refused(409, "illegal_move");
    let entry = world.get("/v1/audit?limit=1").await.is(200)["items"][0].clone();
    assert_eq!((&entry["object"], &entry["reason"]), (&json!("schedule/digest"), &json!("over")), "{entry}");
    world.stop().await;
}

#[tokio::test]
async fn held_occurrences_have_the_reason_hold() {
    let world = World::new().await;
    world.put("/v1/schedules/digest", &hourly()).await.is(201);
    world.put("/v1/holds/legal", &json!({ "code": "case_4711", "note": "do not touch" })).await.is(200);
    let fired = world.post("/v1/schedules/digest/fire", &json!({})).await.is(202);
    let row = world.until(&format!("/v1/occurrences/{}", fired["occurrence"]), |row| row["state"] == "skipped").await;
    assert_eq!(row["reason"], "hold");
    assert!(row["message"].as_str().unwrap().contains("case_4711"), "{row}");
    let metrics = world.get("/metrics").await.is(200);
    let line = r#"refrain_scheduler_runs_total{namespace="default",tenant="default",status="skipped",reason="hold"} 1"#;
    assert!(metrics.as_str().unwrap().lines().any(|found| found == line), "{metrics}");
    world.stop().await;
}

#[tokio::test]
async fn each_tenant_has_its_own_counts() {
    let world = World::new().await;
    for tenant in ["acme", "other"] {
        let put = world.request(Method::PUT, "/v1/schedules/digest").header("x-refrain-tenant", tenant);
        send(put.json(&hourly())).await.is(201);
    }
    let fired = world.post("/v1/schedules/digest/fire?tenant=acme", &json!({})).await.is(202);
    world
        .until(&format!("/v1/occurrences/{}?tenant=acme", fired["occurrence"]), |row| row["state"] == "succeeded")
        .await;
    let metrics = world.get("/metrics").await.is(200);
    let count = |name: &str, tenant: &str| {
        let tenant = format!("tenant=\"{tenant}\"");
        metrics.as_str().unwrap().lines().filter(|line| line.starts_with(name) && line.contains(&tenant)).count()
    };
    for name in ["refrain_scheduler_runs_total", "refrain_scheduler_run_duration_seconds_count"] {
        assert_eq!((count(name, "acme"), count(name, "other")), (1, 0), "{name} in {metrics}");
    }
    world.stop().await;
}

#[tokio::test]
async fn a_schedule_without_a_zone_goes_by_utc_and_an_unknown_one_is_refused() {
    let world = World::new().await;
    let made = world.put("/v1/schedules/digest", &hourly()).await.is(201);
    assert_eq!(made["spec"]["timezone"], "UTC", "{made}");
    let mut elsewhere = hourly();
    for zone in ["Europe/Atlantis", "", "CEST+1"] {
        elsewhere["timezone"] = zone.into();
        let refused = world.put("/v1/schedules/elsewhere", &elsewhere).await;
        assert_eq!(refused.status, 400, "{zone}: {}", refused.body);
        assert!(refused.body["detail"].as_str().unwrap().contains(zone), "{}", refused.body);
    }
    world.get("/v1/schedules/elsewhere").await.refused(404, "not_found");
    world.stop().await;
}
