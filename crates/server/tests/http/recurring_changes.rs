//! Changes of recurring actions: concurrent, repeated and conditional ones, and time that passes without a node.

use futures_util::future::join_all;
use jiff::SignedDuration;
use reqwest::Method;
use serde_json::{Value, json};

use crate::recurring_world::{PLACE, body, made, path, world};
use crate::world::{World, send};

#[tokio::test]
async fn concurrent_updates_are_merged() {
    let world = World::new().await;
    let one = path(&made(&world, json!({})).await);
    let changes = [
        json!({ "description": "new" }),
        json!({ "labels": { "team": "new" } }),
        json!({ "metadata": { "ticket": "new" } }),
        json!({ "payload": { "n": "new" } }),
        json!({ "timezone": "Europe/Paris" }),
        json!({ "cron_expr": "0 7 * * *" }),
        json!({ "action_type": "new" }),
        json!({ "max_executions": 7 }),
    ];
    for answer in join_all(changes.iter().map(|change| world.put(&one, change))).await {
        assert_eq!(answer.status, 200, "{}", answer.body);
    }
    let merged = world.get(&one).await.is(200);
    let template = &merged["action_template"];
    assert_eq!((&merged["description"], &merged["labels"]["team"]), (&json!("new"), &json!("new")), "{merged}");
    assert_eq!(
        (&template["metadata"]["ticket"], &template["payload"]["n"]),
        (&json!("new"), &json!("new")),
        "{merged}"
    );
    assert_eq!((&merged["timezone"], &merged["cron_expr"]), (&json!("Europe/Paris"), &json!("0 7 * * *")), "{merged}");
    assert_eq!((&template["action_type"], &merged["max_executions"]), (&json!("new"), &json!(7)), "{merged}");
    world.stop().await;
}

#[tokio::test]
async fn every_update_moves_updated_at() {
    let (world, clock) = world(|_| ()).await;
    let one = path(&made(&world, json!({ "description": "same" })).await);
    for change in [json!({ "description": "same" }), json!({}), json!({ "enabled": true }), json!({ "enabled": false })]
    {
        let before = world.get(&one).await;
        clock.advance(SignedDuration::from_secs(1));
        let after = world.put(&one, &change).await;
        assert_ne!(before.header("etag"), after.header("etag"), "{change}");
        let (before, after) = (before.is(200), after.is(200));
        assert!(after["updated_at"].as_str() > before["updated_at"].as_str(), "{change}: {before} {after}");
        assert_eq!(after["next_execution_at"].is_null(), change["enabled"] == false, "{change}: {after}");
    }
    world.stop().await;
}

#[tokio::test]
async fn the_end_is_moved_and_cleared() {
    let (world, clock) = world(|_| ()).await;
    let one = path(&made(&world, json!({ "cron_expr": "* * * * *", "ends_at": "2026-03-02T12:01:30Z" })).await);
    let set = async |ends_at: Value| world.put(&one, &json!({ "ends_at": ends_at })).await.is(200);
    let earlier = set(json!("2026-03-02T12:00:30Z")).await;
    assert_eq!((&earlier["status"], &earlier["next_execution_at"]), (&json!("completed"), &Value::Null), "{earlier}");
    let later = set(json!("2026-03-02T12:02:30Z")).await;
    assert_eq!((&later["status"], &later["ends_at"]), (&json!("active"), &json!("2026-03-02T12:02:30Z")), "{later}");
    assert_eq!(later["next_execution_at"], "2026-03-02T12:01:00Z");
    for count in [1, 2] {
        clock.advance(SignedDuration::from_secs(60));
        world.until(&one, |action| action["execution_count"] == count).await;
    }
    clock.advance(SignedDuration::from_secs(5));
    let completed = world.until(&one, |action| action["status"] == "completed").await;
    assert_eq!(completed["next_execution_at"], Value::Null, "{completed}");
    let endless = set(Value::Null).await;
    assert_eq!((&endless["status"], &endless["ends_at"]), (&json!("active"), &Value::Null), "{endless}");
    assert_eq!(endless["next_execution_at"], "2026-03-02T12:03:00Z");
    world.stop().await;
}

#[tokio::test]
async fn a_completed_action_stays_completed_until_something_is_left_to_execute() {
    let (world, clock) = world(|_| ()).await;
    let one = path(&made(&world, json!({ "cron_expr": "* * * * *", "max_executions": 1 })).await);
    clock.advance(SignedDuration::from_secs(60));
    world.until(&one, |action| action["execution_count"] == 1).await;
    clock.advance(SignedDuration::from_secs(60));
    let mut before = world.until(&one, |action| action["status"] == "completed").await;
    for change in [
        json!({}),
        json!({ "enabled": true }),
        json!({ "enabled": false }),
        json!({ "enabled": false, "description": "new" }),
        json!({ "enabled": false, "timezone": "Europe/Paris" }),
        json!({ "enabled": true, "description": "newer" }),
    ] {
        clock.advance(SignedDuration::from_secs(1));
        let after = world.put(&one, &change).await.is(200);
        assert_eq!((&after["status"], &after["enabled"]), (&json!("completed"), &json!(false)), "{change}: {after}");
        assert!(after["updated_at"].as_str() > before["updated_at"].as_str(), "{change}: {before} {after}");
        // The planner has the last word on an edited schedule.
        clock.advance(SignedDuration::from_secs(60));
        before = world.until(&one, |action| action["status"] == "completed").await;
    }
    let paused = world.put(&one, &json!({ "enabled": false, "max_executions": 2 })).await.is(200);
    assert_eq!((&paused["status"], &paused["execution_count"]), (&json!("paused"), &json!(1)), "{paused}");
    let resumed = world.put(&one, &json!({ "enabled": true })).await.is(200);
    assert_eq!((&resumed["status"], &resumed["enabled"]), (&json!("active"), &json!(true)), "{resumed}");
    world.stop().await;
}

#[tokio::test]
async fn a_change_may_name_the_revision_it_is_for() {
    let world = World::new().await;
    let id = made(&world, json!({})).await;
    let one = path(&id);
    let old = world.get(&one).await.header("etag").to_owned();
    world.put(&one, &json!({ "description": "new" })).await.is(200);
    let new = world.get(&one).await.header("etag").to_owned();
    let verb = |verb: &str| format!("/v1/recurring/{id}/{verb}?{PLACE}");
    let with = |method: Method, path: &str, tag: &str| world.request(method, path).header("if-match", tag);
    let stale = [
        with(Method::PUT, &one, &old).json(&json!({ "description": "lost" })),
        with(Method::POST, &verb("pause"), &old),
        with(Method::POST, &verb("resume"), &old),
        with(Method::DELETE, &one, &old),
    ];
    for request in stale {
        let refused = send(request).await.refused(412, "conflict");
        assert!(refused["error"].as_str().unwrap().contains(&id), "{refused}");
    }
    let unchanged = world.get(&one).await;
    assert_eq!((unchanged.header("etag"), &unchanged.body["description"]), (new.as_str(), &json!("new")));
    let paused = send(with(Method::POST, &verb("pause"), &new)).await;
    let tag = paused.header("etag").to_owned();
    assert_eq!(paused.is(200)["enabled"], false);
    let changed = send(with(Method::PUT, &one, &tag).json(&json!({ "description": "newer" }))).await;
    let tag = changed.header("etag").to_owned();
    assert_eq!(changed.is(200)["description"], "newer");
    assert_eq!(send(with(Method::DELETE, &one, &tag)).await.status, 204);
    world.stop().await;
}

#[tokio::test]
async fn a_named_request_creates_once() {
    let world = World::new().await;
    let create = |change: Value| {
        let request = world.request(Method::POST, "/v1/recurring").header("idempotency-key", "order-7");
        send(request.json(&body(change)))
    };
    let first = create(json!({ "enabled": false })).await.is(201);
    assert_eq!(first["recurring_id"].as_str().unwrap().len(), 36);
    assert_eq!(create(json!({ "enabled": false })).await.is(201), first);
    let other = create(json!({ "cron_expr": "0 8 * * *" })).await.refused(409, "idempotency_key_reused");
    assert!(other["error"].as_str().unwrap().contains(first["recurring_id"].as_str().unwrap()), "{other}");
    assert_eq!(world.get(&format!("/v1/recurring?{PLACE}")).await.is(200)["total"], 1);
    world.stop().await;
}

#[tokio::test]
async fn an_update_keeps_the_cron_dialect() {
    let world = World::new().await;
    let recurrence = json!({ "kind": "cron", "expression": "0 0 12 ? * MON", "dialect": "quartz" });
    let schedule = format!("/v1/schedules/noon?{PLACE}");
    let definition = json!({ "spec": { "recurrence": recurrence, "timezone": "UTC" }, "action": { "provider": "log", "kind": "ping" } });
    world.put(&schedule, &definition).await.is(201);
    // 2 is Monday in Quartz and Tuesday in other dialects.
    let changed = world.put(&path("noon"), &json!({ "cron_expr": "0 0 12 ? * 2" })).await.is(200);
    assert_eq!(changed["cron_expr"], "0 0 12 ? * 2");
    let kept = world.get(&schedule).await.is(200);
    assert_eq!(kept["spec"]["recurrence"]["dialect"], "quartz", "{kept}");
    world.stop().await;
}

#[tokio::test]
async fn null_restores_a_default_and_is_refused_where_there_is_none() {
    let world = World::new().await;
    let change = json!({ "timezone": "Europe/Paris", "labels": { "a": "b" }, "metadata": { "c": "d" } });
    let one = path(&made(&world, change).await);
    let cleared = world.put(&one, &json!({ "timezone": null, "labels": null, "metadata": null })).await.is(200);
    assert_eq!((&cleared["timezone"], &cleared["labels"]), (&json!("UTC"), &json!({})), "{cleared}");
    assert_eq!(cleared["action_template"]["metadata"], json!({}), "{cleared}");
    for field in ["cron_expr", "provider", "action_type", "enabled"] {
        let refused = world.put(&one, &json!({ field: null })).await.refused(400, "bad_body");
        assert_eq!(refused["path"], field, "{refused}");
    }
    let refused = world.put(&one, &json!({ "payload": null })).await.refused(400, "bad_value");
    assert!(refused["error"].as_str().unwrap().contains("not null"), "{refused}");
    world.stop().await;
}

/// After downtime, a recurring action continues with its next execution. Up to one minute late counts as on time,
/// so a schedule that is due more often would otherwise start a minute's worth of executions at once.
#[tokio::test]
async fn downtime_is_not_followed_by_a_burst() {
    // No node plans this far ahead.
    const AHEAD: &str = "2026-03-02T12:01:00Z";
    const AWAKE: &str = "2026-03-02T12:10:00Z";
    for (cron_expr, overlap_policy, most) in [
        ("* * * * * *", "allow_all", 2),
        ("*/5 * * * * *", "allow_all", 2),
        ("* * * * *", "allow_all", 1),
        ("*/5 * * * * *", "buffer_all", 2),
        ("*/5 * * * * *", "cancel_other", 2),
    ] {
        let (world, clock) = world(|_| ()).await;
        let id = made(&world, json!({ "cron_expr": cron_expr, "overlap_policy": overlap_policy })).await;
        // As after a sleep of the machine: nothing was planned or run in the meantime.
        clock.advance(SignedDuration::from_mins(10));
        let has_rows = |page: &Value| !page["items"].as_array().unwrap().is_empty();
        world.until(&format!("/v1/schedules/{id}/gaps?{PLACE}"), has_rows).await;
        let open = format!("/v1/occurrences?schedule={id}&state=planned,running&limit=500&{PLACE}");
        let is_due = |row: &Value| row["due_at"].as_str() <= Some(AWAKE);
        let none_is_due = |page: &Value| {
            // A claim that meets a lock is repeated after a pause, which ends only if the clock goes on.
            clock.advance(SignedDuration::from_millis(1));
            !page["items"].as_array().unwrap().iter().any(is_due)
        };
        world.until(&open, none_is_due).await;
        let history = world.get(&format!("/v1/recurring/{id}/history?{PLACE}&limit=500")).await.is(200);
        let has_run = |run: &&Value| run["outcome"] == "succeeded" && run["scheduled_at"].as_str() <= Some(AWAKE);
        // Under a policy that lets executions wait, those that were planned before the downtime waited for each other.
        let is_waiting = |run: &&Value| overlap_policy != "allow_all" && run["scheduled_at"].as_str() < Some(AHEAD);
        let runs = history["history"].as_array().unwrap().iter().filter(|run| !is_waiting(run));
        let executed = runs.filter(has_run).count();
        assert!(executed <= most, "{cron_expr} {overlap_policy}: {executed} executions after downtime: {history:#}");
        let skipped = history["history"].as_array().unwrap().iter().filter(|run| run["outcome"] == "skipped");
        assert!(skipped.map(|run| &run["executed_at"]).all(Value::is_null), "{cron_expr}: {history}");
        world.stop().await;
    }
}

#[tokio::test]
async fn the_start_deadline_follows_the_interval_unless_executions_may_wait() {
    let world = World::new().await;
    let id = made(&world, json!({ "cron_expr": "*/5 * * * * *" })).await;
    let schedule = format!("/v1/schedules/{id}?{PLACE}");
    // Start deadline, and catch-up window.
    let limits = async |change: Value| {
        world.put(&path(&id), &change).await.is(200);
        let kept = world.get(&schedule).await.is(200);
        (kept.get("start_deadline").cloned(), kept.pointer("/catch_up/window").cloned())
    };
    assert_eq!(limits(json!({})).await, (Some(json!("5s")), None));
    assert_eq!(limits(json!({ "overlap_policy": "buffer_all" })).await, (None, Some(json!("5s"))));
    let every_second = json!({ "overlap_policy": "skip", "cron_expr": "* * * * * *" });
    assert_eq!(limits(every_second).await, (Some(json!("1s")), None));
    assert_eq!(limits(json!({ "cron_expr": "* * * * *" })).await, (None, None));
    world.patch(&schedule, &json!({ "start_deadline": "30s" })).await.is(200);
    assert_eq!(
        limits(json!({ "cron_expr": "* * * * * *" })).await,
        (Some(json!("30s")), None),
        "an explicit deadline must be kept"
    );
    world.stop().await;
}
