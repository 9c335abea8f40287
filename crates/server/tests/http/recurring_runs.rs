//! Executions of recurring actions: limits, overlap, backfill, lists and the times they show.

use jiff::SignedDuration;
use serde_json::{Value, json};

use crate::recurring_world::{PLACE, body, made, path, world};
use crate::world::World;

#[tokio::test]
async fn the_maximum_number_of_executions_completes_it() {
    let (world, clock) = world(|_| ()).await;
    let id = made(&world, json!({ "cron_expr": "* * * * *", "max_executions": 1 })).await;
    assert_eq!(world.get(&path(&id)).await.is(200)["max_executions"], 1);
    clock.advance(SignedDuration::from_secs(60));
    world.until(&path(&id), |one| one["execution_count"] == 1).await;
    // The planner checks again after the last run, which requires the clock to advance.
    clock.advance(SignedDuration::from_secs(60));
    let over = world.until(&path(&id), |one| one["status"] == "completed").await;
    assert_eq!((&over["enabled"], &over["next_execution_at"]), (&json!(false), &Value::Null), "{over}");
    let zero = world.post("/v1/recurring", &body(json!({ "max_executions": 0 }))).await.refused(400, "out_of_range");
    assert!(zero["error"].as_str().unwrap().contains("max_executions 0"), "{zero}");
    let other = path(&made(&world, json!({ "max_executions": 3 })).await);
    assert_eq!(world.put(&other, &json!({ "max_executions": null })).await.is(200)["max_executions"], Value::Null);
    world.stop().await;
}

#[tokio::test]
async fn the_overlap_policy_is_kept_and_changed() {
    let world = World::new().await;
    let one = path(&made(&world, json!({ "overlap_policy": "skip" })).await);
    assert_eq!(world.get(&one).await.is(200)["overlap_policy"], "skip");
    let changed = world.put(&one, &json!({ "overlap_policy": "cancel_other" })).await.is(200);
    assert_eq!(changed["overlap_policy"], "cancel_other");
    for wrong in [json!("sometimes"), Value::Null] {
        let refused = world.put(&one, &json!({ "overlap_policy": wrong })).await.refused(400, "bad_body");
        assert_eq!(refused["path"], "overlap_policy", "{refused}");
    }
    world.stop().await;
}

#[tokio::test]
async fn a_past_range_is_backfilled_once_in_order() {
    let (world, _) = world(|_| ()).await;
    let id = made(&world, json!({})).await;
    let backfill = format!("/v1/recurring/{id}/backfill?{PLACE}");
    let range = json!({ "start": "2026-02-20T09:00:00Z", "end": "2026-02-22T09:00:00Z" });
    let done = world.post(&backfill, &range).await.is(202);
    assert_eq!((&done["created"], &done["truncated"]), (&json!(3), &json!(false)), "{done}");
    let times: Vec<_> = done["executions"].as_array().unwrap().iter().map(|run| run["scheduled_at"].clone()).collect();
    assert_eq!(times, ["2026-02-20T09:00:00Z", "2026-02-21T09:00:00Z", "2026-02-22T09:00:00Z"]);
    let again = world.post(&backfill, &range).await.is(202);
    assert_eq!((&again["created"], &again["unchanged"]), (&json!(0), &json!(3)), "{again}");
    let cut = json!({ "start": "2026-02-10T00:00:00Z", "end": "2026-02-20T00:00:00Z", "limit": 2 });
    let cut = world.post(&backfill, &cut).await.is(202);
    assert_eq!(
        (&cut["created"], &cut["truncated"], cut["executions"].as_array().unwrap().len()),
        (&json!(2), &json!(true), 2)
    );
    world.until(&path(&id), |one| one["execution_count"] == 5).await;
    for (start, end, limit) in [
        ("2026-02-22T00:00:00Z", "2026-02-20T00:00:00Z", 1),
        ("2026-02-20T00:00:00Z", "2099-01-01T00:00:00Z", 1),
        ("2026-02-20T00:00:00Z", "2026-02-21T00:00:00Z", 501),
        ("2026-02-20T00:00:00Z", "2026-02-21T00:00:00Z", 0),
    ] {
        let refused = world.post(&backfill, &json!({ "start": start, "end": end, "limit": limit })).await;
        assert_eq!(refused.status, 400, "{start} {end} {limit}: {}", refused.body);
    }
    world.stop().await;
}

#[tokio::test]
async fn lists_are_selected_by_label_paged_and_counted() {
    let world = World::new().await;
    for team in ["a", "a", "b"] {
        made(&world, json!({ "labels": { "team": team } })).await;
    }
    // A schedule of another kind is not a recurring action and is not counted.
    let every = json!({ "spec": { "recurrence": { "kind": "every", "every": 5, "unit": "minutes" } }, "action": { "provider": "log" } });
    world.put(&format!("/v1/schedules/0-every?{PLACE}"), &every).await.is(201);
    let list = async |query: &str| world.get(&format!("/v1/recurring?{PLACE}{query}")).await.is(200);
    let all = list("").await;
    assert_eq!((&all["count"], &all["total"], &all["total_is_exact"]), (&json!(3), &json!(3), &json!(true)), "{all}");
    let labeled = list("&labels=team:a").await;
    assert_eq!((&labeled["count"], &labeled["total"]), (&json!(2), &json!(2)), "{labeled}");
    let first = list("&limit=2").await;
    assert_eq!((&first["count"], &first["total"]), (&json!(2), &json!(3)), "{first}");
    let second = list(&format!("&limit=2&cursor={}", first["next_cursor"].as_str().unwrap())).await;
    assert_eq!((&second["count"], &second["total"], second.get("next_cursor")), (&json!(1), &json!(3), None));
    assert_eq!(list("&limit=2&total=false").await["total"], Value::Null);
    for wrong in ["limit=0", "limit=501", "labels=team", "status=active"] {
        world.get(&format!("/v1/recurring?{PLACE}&{wrong}")).await.refused(400, "bad_query");
    }
    world.stop().await;
}

#[tokio::test]
async fn the_list_shows_the_next_execution_and_not_the_next_planning() {
    let (world, clock) = world(|_| ()).await;
    let id = made(&world, json!({ "cron_expr": "* * * * *" })).await;
    clock.advance(SignedDuration::from_secs(55));
    let planned = format!("/v1/occurrences?schedule={id}&state=planned&{PLACE}");
    world.until(&planned, |rows| !rows["items"].as_array().unwrap().is_empty()).await;
    let list = world.get(&format!("/v1/recurring?{PLACE}")).await.is(200);
    assert_eq!(list["recurring_actions"][0]["next_execution_at"], "2026-03-02T12:01:00Z", "{list}");
    world.stop().await;
}

#[tokio::test]
async fn a_skipped_occurrence_is_no_execution() {
    let (world, clock) = world(|_| ()).await;
    let id = made(&world, json!({ "cron_expr": "* * * * *" })).await;
    let rule = json!({ "priority": 1, "condition": "true", "then": { "action": "suppress", "reason": "quiet" } });
    world.put(&format!("/v1/dispatch-rules/quiet?{PLACE}"), &rule).await.is(200);
    clock.advance(SignedDuration::from_secs(60));
    let counters = format!("/v1/schedules/{id}?{PLACE}");
    world.until(&counters, |schedule| schedule["counters"]["skipped"] == 1).await;
    let one = world.get(&path(&id)).await.is(200);
    assert_eq!((&one["last_executed_at"], &one["last_execution_id"]), (&Value::Null, &Value::Null), "{one}");
    world.delete(&format!("/v1/dispatch-rules/quiet?{PLACE}")).await.is(204);
    clock.advance(SignedDuration::from_secs(60));
    let one = world.until(&path(&id), |one| one["execution_count"] == 1).await;
    assert_eq!(one["last_executed_at"], "2026-03-02T12:02:00Z", "{one}");
    assert!(one["last_execution_id"].is_i64(), "{one}");
    world.put(&format!("/v1/dispatch-rules/quiet?{PLACE}"), &rule).await.is(200);
    clock.advance(SignedDuration::from_secs(60));
    world.until(&counters, |schedule| schedule["counters"]["skipped"] == 2).await;
    let list = world.get(&format!("/v1/recurring?{PLACE}")).await.is(200);
    assert_eq!(list["recurring_actions"][0]["last_executed_at"], "2026-03-02T12:02:00Z", "{list}");
    world.stop().await;
}
