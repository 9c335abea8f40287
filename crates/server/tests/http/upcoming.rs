//! Upcoming occurrences in a window, and the results of a schedule by day.

use refrain_server::http::limits::Limits;
use serde_json::{Value, json};

use crate::keyed::Keyed;
use crate::world::World;

fn every(cron: &str) -> Value {
    json!({ "cron": cron, "description": format!("at {cron}"), "labels": { "team": cron[..1] }, "action": { "provider": "log", "payload": {} } })
}

fn names(upcoming: &Value) -> Vec<&str> {
    upcoming["items"].as_array().unwrap().iter().map(|item| item["schedule"].as_str().unwrap()).collect()
}

/// Fires one run after the other, because overlapping runs are skipped.
async fn fired(world: &World, id: &str) {
    let fired = world.post(&format!("/v1/schedules/{id}/fire"), &json!({})).await.is(202);
    let path = format!("/v1/occurrences/{}", fired["occurrence"]);
    world.until(&path, |row| ["succeeded", "failed"].contains(&row["state"].as_str().unwrap())).await;
}

/// Prepares a server with schedules. The time is Sunday, 12:00 UTC.
async fn prepare_schedules() -> (Keyed, String) {
    let keyed = Keyed::with(|options| options.api.tenant_limits.keys = Limits::none()).await;
    let (key, _) = keyed.key("acme", "editor", &[]).await;
    let rules =
        [("daily", "0 9 * * *"), ("monthly", "0 0 1 4 *"), ("minutely", "* * * * *"), ("secondly", "* * * * * *")];
    for (id, cron) in rules {
        keyed.put(&key, &format!("/v1/schedules/{id}"), &every(cron)).await.is(201);
    }
    keyed.put(&key, "/v1/schedules/resting", &every("0 10 * * *")).await.is(201);
    keyed.post(&key, "/v1/schedules/resting/pause", &json!({})).await.is(200);
    (keyed, key)
}

#[tokio::test]
async fn upcoming_occurrences_are_listed_and_dense_ones_grouped() {
    let (keyed, key) = prepare_schedules().await;
    let day = keyed.get(&key, "/v1/upcoming").await.is(200);
    assert_eq!((&day["from"], &day["until"]), (&json!("2026-03-01T12:00:00Z"), &json!("2026-03-02T12:00:00Z")));
    assert_eq!(
        (&day["schedules"], &day["schedules_with_occurrences"], &day["is_cut"]),
        (&json!(4), &json!(3), &json!(false))
    );
    assert_eq!(names(&day), ["minutely", "secondly", "daily"]);
    let nine = "2026-03-02T09:00:00Z";
    assert_eq!(day["items"][2]["spans"], json!([{ "from": nine, "until": nine, "occurrences": 1, "is_cut": false }]));
    let minutely = &day["items"][0];
    assert_eq!((&minutely["occurrences"], &minutely["is_cut"]), (&json!(1_440), &json!(false)));
    assert_eq!(minutely["spans"].as_array().unwrap().len(), 24);
    assert_eq!(
        minutely["spans"][0],
        json!({ "from": "2026-03-01T12:00:00Z", "until": "2026-03-01T12:59:00Z", "occurrences": 60, "is_cut": false })
    );
    let secondly = &day["items"][1];
    assert_eq!(
        (&secondly["occurrences"], &secondly["is_cut"], &secondly["timezone"]),
        (&json!(1_440), &json!(true), &json!("UTC"))
    );
    assert_eq!(day["slots"].as_array().unwrap().len(), 24);
    assert_eq!(day["slots"][21], json!({ "at": nine, "occurrences": 121, "schedules": 3, "is_cut": true }));
    keyed.world.stop().await;
}

#[tokio::test]
async fn longer_windows_are_grouped_by_day() {
    let (keyed, key) = prepare_schedules().await;
    let month = keyed.get(&key, "/v1/upcoming?until=2026-04-05T00:00:00Z&zone=Europe/Berlin").await.is(200);
    assert_eq!(month["schedules_with_occurrences"], 4);
    // In this zone, 29 March has 23 hours.
    let minutely = &month["items"][0]["spans"];
    assert_eq!(
        minutely[28],
        json!({ "from": "2026-03-28T23:00:00Z", "until": "2026-03-29T21:59:00Z", "occurrences": 23 * 60, "is_cut": false })
    );
    let hours = keyed.get(&key, "/v1/upcoming?until=2026-03-01T14:30:00Z&fold=day").await.is(200);
    assert_eq!((&hours["slots"].as_array().unwrap().len(), &hours["items"][0]["occurrences"]), (&1, &json!(150)));
    keyed.world.stop().await;
}

#[tokio::test]
async fn upcoming_occurrences_are_filtered_and_only_the_first_schedules_shown() {
    let (keyed, key) = prepare_schedules().await;
    let asked = async |query: &str| keyed.get(&key, &format!("/v1/upcoming?{query}")).await.is(200);
    assert_eq!(names(&asked("id_prefix=da").await), ["daily"]);
    assert_eq!(names(&asked("label=team:0").await), ["daily"]);
    assert_eq!(names(&asked("text=AT%200%209").await), ["daily"]);
    assert!(names(&asked("text=nothing").await).is_empty());
    let first = asked("limit=1").await;
    assert_eq!((names(&first), &first["schedules_with_occurrences"]), (vec!["minutely"], &json!(3)));
    // A schedule has no more occurrences than its remaining runs.
    let few = json!({ "spec": { "recurrence": { "kind": "cron", "expression": "* * * * *" }, "timezone": "UTC", "max_runs": 2 }, "action": { "provider": "log" } });
    keyed.put(&key, "/v1/schedules/few", &few).await.is(201);
    assert_eq!(asked("id_prefix=few").await["occurrences"], 2);
    keyed.world.stop().await;
}

#[tokio::test]
async fn windows_that_make_no_sense_are_refused_and_other_tenants_see_nothing() {
    let (keyed, key) = prepare_schedules().await;
    let refused = async |query: &str, status: u16, code: &str| {
        keyed.get(&key, &format!("/v1/upcoming?{query}")).await.refused(status, code)
    };
    refused("until=2026-03-01T12:00:00Z", 400, "out_of_range").await;
    refused("from=2026-02-01T00:00:00Z&until=2026-02-02T00:00:00Z", 400, "out_of_range").await;
    refused("from=2026-03-05T00:00:00Z&until=2026-03-04T00:00:00Z", 400, "out_of_range").await;
    refused("until=2026-04-16T00:00:00Z", 400, "out_of_range").await;
    refused("until=2026-03-20T00:00:00Z&fold=hour", 400, "out_of_range").await;
    refused("from=9999-12-30T22:00:00Z&until=9999-12-30T21:00:00Z", 400, "out_of_range").await;
    refused("fold=minute", 400, "bad_query").await;
    refused("limit=0", 400, "bad_query").await;
    refused("limit=501", 400, "bad_query").await;
    refused("from=tomorrow", 400, "bad_query").await;
    refused("zone=Mars", 400, "unknown_zone").await;
    refused("label=team", 400, "bad_query").await;
    refused(&format!("text={}", "x".repeat(201)), 400, "too_long").await;
    refused("colour=red", 400, "bad_query").await;
    // The end of the supported time range.
    assert_eq!(keyed.get(&key, "/v1/upcoming?from=9999-12-30T21:00:00Z&zone=Asia/Tokyo").await.status, 200);
    let (other, _) = keyed.key("other", "viewer", &[]).await;
    let foreign = keyed.get(&other, "/v1/upcoming").await.is(200);
    assert_eq!((&foreign["schedules"], &foreign["occurrences"], names(&foreign).len()), (&json!(0), &json!(0), 0));
    keyed.world.stop().await;
}

#[tokio::test]
async fn the_days_of_a_schedule_are_counted_by_state() {
    let world = World::new().await;
    world.put("/v1/schedules/good", &every("0 0 1 1 *")).await.is(201);
    let broken = json!({ "cron": "0 0 1 1 *", "retry": { "max_attempts": 1 }, "allow_unknown_provider": true, "action": { "provider": "nobody", "payload": {} } });
    world.put("/v1/schedules/bad", &broken).await.is(201);
    for id in ["good", "good", "bad"] {
        fired(&world, id).await;
    }
    let sum = |days: &Value, state: &str| -> i64 {
        days["days"].as_array().unwrap().iter().map(|day| day[state].as_i64().unwrap()).sum()
    };
    let path = |id: &str| format!("/v1/schedules/{id}/days");
    let good = world.until(&path("good"), |days| sum(days, "succeeded") == 2).await;
    assert_eq!(
        (&good["occurrences"], &good["timezone"], &good["counted_since"]),
        (&json!(2), &json!("UTC"), &Value::Null)
    );
    let bad = world.until(&path("bad"), |days| sum(days, "failed") == 1).await;
    assert_eq!((sum(&bad, "succeeded"), sum(&bad, "skipped"), sum(&bad, "running")), (0, 0, 0));
    let before = world.get("/v1/schedules/good/days?until=2020-01-01T00:00:00Z&zone=Asia/Tokyo").await.is(200);
    assert_eq!((&before["days"], &before["timezone"]), (&json!([]), &json!("Asia/Tokyo")));
    world.get("/v1/schedules/nobody/days").await.refused(404, "not_found");
    world.get("/v1/schedules/good/days?tenant=acme").await.refused(404, "not_found");
    world.get("/v1/schedules/good/days?zone=Mars").await.refused(400, "unknown_zone");
    world
        .get("/v1/schedules/good/days?from=2026-01-02T00:00:00Z&until=2026-01-01T00:00:00Z")
        .await
        .refused(400, "out_of_range");
    world.get("/v1/schedules/good/days?from=2020-01-01T00:00:00Z").await.refused(400, "out_of_range");
    world.get("/v1/schedules/good/days?from=soon").await.refused(400, "bad_query");
    world.stop().await;
}

#[tokio::test]
async fn results_of_all_schedules_are_grouped_by_slot() {
    let world = World::new().await;
    for id in ["often", "once", "other"] {
        world.put(&format!("/v1/schedules/{id}"), &every("0 0 1 1 *")).await.is(201);
    }
    for id in ["often", "often", "often", "often", "often", "once"] {
        fired(&world, id).await;
    }
    let sum = |history: &Value, id: &str| -> i64 {
        let items = history["items"].as_array().unwrap().iter().filter(|item| item["schedule"] == id);
        items
            .flat_map(|item| item["spans"].as_array().unwrap())
            .map(|span| span["counts"]["succeeded"].as_i64().unwrap())
            .sum()
    };
    let path = "/v1/history?fold=day";
    let history = world.until(path, |history| sum(history, "often") == 5 && sum(history, "once") == 1).await;
    assert_eq!(
        (&history["schedules"], &history["occurrences"], &history["counted_since"]),
        (&json!(2), &json!(6), &Value::Null)
    );
    let slots: i64 =
        history["slots"].as_array().unwrap().iter().map(|slot| slot["counts"]["succeeded"].as_i64().unwrap()).sum();
    assert_eq!(slots, 6);
    let asked = async |query: &str| world.get(&format!("/v1/history?{query}")).await.is(200);
    assert_eq!(names(&asked("id_prefix=on").await), ["once"]);
    assert_eq!(names(&asked("text=OFT").await), ["often"]);
    assert_eq!(names(&asked("label=team:0&limit=1").await), ["once"]);
    assert!(names(&asked("state=failed,skipped").await).is_empty());
    // `generated` is another name of `succeeded` in requests.
    let (succeeded, generated) = (asked("state=succeeded").await, asked("state=generated").await);
    assert!(!names(&succeeded).is_empty(), "{succeeded}");
    assert_eq!(names(&generated), names(&succeeded));
    assert!(names(&asked("until=2020-01-01T00:00:00Z").await).is_empty());
    assert!(names(&asked("tenant=acme").await).is_empty());
    let refused = async |query: &str, status: u16, code: &str| {
        world.get(&format!("/v1/history?{query}")).await.refused(status, code)
    };
    refused("from=2026-01-02T00:00:00Z&until=2026-01-01T00:00:00Z", 400, "out_of_range").await;
    refused("from=2026-01-01T00:00:00Z&until=2026-03-01T00:00:00Z", 400, "out_of_range").await;
    refused("from=2026-01-01T00:00:00Z&until=2026-01-20T00:00:00Z&fold=hour", 400, "out_of_range").await;
    refused("state=asleep", 400, "bad_query").await;
    refused("label=team", 400, "bad_query").await;
    refused("zone=Mars", 400, "unknown_zone").await;
    refused("limit=0", 400, "bad_query").await;
    refused("schedule=once", 400, "bad_query").await;
    world.stop().await;
}
