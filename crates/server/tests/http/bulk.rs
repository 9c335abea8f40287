//! Bulk changes of schedules, and searches for schedules.

use serde_json::{Value, json};

use crate::keyed::Keyed;
use crate::world::World;

const BULK: &str = "/v1/schedules/bulk";

fn labelled(team: &str, provider: &str) -> Value {
    let description = format!("for Team {team}");
    json!({ "cron": "0 9 * * *", "description": description, "labels": { "team": team }, "action": { "provider": provider } })
}

async fn prepare_schedules(world: &World) {
    for (id, team) in [("a1", "a"), ("a2", "a"), ("a3", "a"), ("b1", "b")] {
        world.put(&format!("/v1/schedules/{id}"), &labelled(team, "log")).await.is(201);
    }
}

fn ids(body: &Value) -> Vec<&str> {
    body["items"].as_array().unwrap().iter().map(|item| item["id"].as_str().unwrap()).collect()
}

#[tokio::test]
async fn schedules_are_paused_resumed_and_canceled_by_label() {
    let world = World::new().await;
    prepare_schedules(&world).await;
    let selector = json!({ "labels": { "team": "a" } });
    let ask = async |action: &str, more: Value| {
        let mut body = json!({ "action": action, "selector": selector });
        body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        world.post(BULK, &body).await.is(200)
    };
    let dry = ask("pause", json!({ "dry_run": true })).await;
    assert_eq!((ids(&dry), &dry["done"], &dry["changed"]), (vec!["a1", "a2", "a3"], &json!(false), &json!(0)));
    assert_eq!(world.get("/v1/schedules/a1").await.is(200)["status"], "active");
    let paused = ask("pause", json!({ "note": "moving house", "until": "2999-01-01T00:00:00Z" })).await;
    assert_eq!((&paused["matched"], &paused["changed"], &paused["refused"]), (&json!(3), &json!(3), &json!(0)));
    assert!(paused["items"].as_array().unwrap().iter().all(|item| item["status"] == "paused" && item["revision"] == 2));
    let one = world.get("/v1/schedules/a2").await.is(200);
    assert_eq!((&one["status"], &one["status_note"]["text"]), (&json!("paused"), &json!("moving house")));
    assert_eq!(one["status_note"]["until"], "2999-01-01T00:00:00Z");
    assert_eq!(world.get("/v1/schedules/b1").await.is(200)["status"], "active");
    // Repeating the request finds nothing left to change.
    assert_eq!(ask("pause", json!({})).await["matched"], 0);
    let audit = world.get("/v1/audit").await.is(200).to_string();
    assert_eq!(audit.matches(r#""reason":"moving house""#).count(), 3, "{audit}");
    assert_eq!(ask("resume", json!({ "from": "now" })).await["changed"], 3);
    assert_eq!(ask("cancel", json!({})).await["changed"], 3);
    // A failure of one schedule is reported for that schedule.
    let mixed = json!({ "action": "pause", "all": true, "selector": { "status": "active,canceled" } });
    let reported = world.post(BULK, &mixed).await.is(200);
    assert_eq!((&reported["matched"], &reported["changed"], &reported["refused"]), (&json!(4), &json!(1), &json!(3)));
    assert!(reported["items"][0]["code"].is_string() && reported["items"][3]["code"].is_null(), "{reported}");
    world.stop().await;
}

#[tokio::test]
async fn bulk_changes_are_made_in_parts() {
    let world = World::new().await;
    prepare_schedules(&world).await;
    let mut body = json!({ "action": "pause", "all": true, "limit": 3 });
    let first = world.post(BULK, &body).await.is(200);
    assert_eq!((ids(&first), &first["next_cursor"]), (vec!["a1", "a2", "a3"], &json!("a3")));
    body["cursor"] = first["next_cursor"].clone();
    let second = world.post(BULK, &body).await.is(200);
    assert_eq!((ids(&second), &second["next_cursor"]), (vec!["b1"], &Value::Null));
    world.stop().await;
}

#[tokio::test]
async fn an_invalid_bulk_change_changes_nothing() {
    let keyed = Keyed::new().await;
    let (operator, _) = keyed.key("acme", "operator", &[]).await;
    let (editor, _) = keyed.key("acme", "editor", &[]).await;
    keyed.put(&editor, "/v1/schedules/a1", &labelled("a", "log")).await.is(201);
    let check = async |body: Value, status: u16, code: &str| {
        keyed.post(&operator, BULK, &body).await.refused(status, code);
    };
    check(json!({ "action": "pause" }), 400, "empty_selector").await;
    check(json!({ "action": "pause", "selector": { "status": "active" } }), 400, "empty_selector").await;
    check(json!({ "action": "pause", "selector": { "id_prefix": "", "text": "" } }), 400, "empty_selector").await;
    check(json!({ "action": "delete", "all": true }), 400, "bad_body").await;
    check(json!({ "selector": {} }), 400, "bad_body").await;
    check(json!({ "action": "pause", "selector": { "colour": "red" } }), 400, "bad_body").await;
    check(json!({ "action": "pause", "all": true, "selector": { "status": "asleep" } }), 400, "bad_query").await;
    check(json!({ "action": "pause", "all": true, "until": "2026-01-01T00:00:00Z" }), 400, "out_of_range").await;
    check(json!({ "action": "cancel", "all": true, "until": "2999-01-01T00:00:00Z" }), 400, "bad_value").await;
    check(json!({ "action": "cancel", "all": true, "from": "now" }), 400, "bad_value").await;
    check(json!({ "action": "pause", "all": true, "limit": 0 }), 400, "out_of_range").await;
    check(json!({ "action": "pause", "all": true, "limit": 1001 }), 400, "out_of_range").await;
    let (viewer, _) = keyed.key("acme", "viewer", &[]).await;
    keyed.post(&viewer, BULK, &json!({ "action": "pause", "all": true })).await.refused(403, "forbidden");
    let (other, _) = keyed.key("other", "operator", &[]).await;
    assert_eq!(keyed.post(&other, BULK, &json!({ "action": "pause", "all": true })).await.is(200)["matched"], 0);
    assert_eq!(keyed.get(&operator, "/v1/schedules/a1").await.is(200)["revision"], 1);
    keyed.world.stop().await;
}

#[tokio::test]
async fn schedules_are_found_by_provider_and_text_and_counted() {
    let world = World::new().await;
    prepare_schedules(&world).await;
    world.post("/v1/schedules/a3/pause", &json!({})).await.is(200);
    let list = async |query: &str| world.get(&format!("/v1/schedules?{query}")).await.is(200);
    assert_eq!(ids(&list("provider=log").await).len(), 4);
    assert_eq!(ids(&list("provider=webhook").await).len(), 0);
    assert_eq!(ids(&list("text=TEAM%20B").await), ["b1"]);
    assert_eq!(ids(&list("text=A2").await), ["a2"]);
    assert_eq!(ids(&list("text=").await).len(), 4);
    assert_eq!(ids(&list("text=team&status=paused").await), ["a3"]);
    assert_eq!(list("").await["total"], Value::Null);
    let counted = list("total=true&limit=1").await;
    assert_eq!((&counted["total"], &counted["total_is_exact"]), (&json!(4), &json!(true)));
    assert_eq!(list("total=true&status=paused").await["total"], 1);
    assert_eq!(list("total=true&text=team").await["total"], Value::Null);
    world.get(&format!("/v1/schedules?text={}", "x".repeat(201))).await.refused(400, "too_long");
    world.get("/v1/schedules?total=perhaps").await.refused(400, "bad_query");
    let stats = world.get("/v1/stats").await.is(200);
    assert_eq!(
        (&stats["schedules"]["active"]["count"], &stats["schedules"]["paused"]["count"]),
        (&json!(3), &json!(1))
    );
    world.stop().await;
}

#[tokio::test]
async fn heatmap_counts_hours_and_suggests_quiet_minutes() {
    let keyed = Keyed::new().await;
    let (key, _) = keyed.key("acme", "editor", &[]).await;
    for (id, cron) in [("a", "0 9 * * MON"), ("b", "0 9 * * *"), ("c", "15 23 * * *"), ("d", "0 9 * * *")] {
        let body = json!({ "cron": cron, "action": { "provider": "log" } });
        keyed.put(&key, &format!("/v1/schedules/{id}"), &body).await.is(201);
    }
    keyed.post(&key, "/v1/schedules/d/pause", &json!({})).await.is(200);
    let map = keyed.get(&key, "/v1/heatmap").await.is(200);
    assert_eq!((&map["schedules"], &map["occurrences"], &map["is_cut"]), (&json!(3), &json!(15), &json!(false)));
    assert_eq!(map["hours"].as_array().unwrap().len(), 168);
    assert_eq!(map["hours"][9], json!({ "weekday": "monday", "hour": 9, "occurrences": 2 }));
    assert_eq!(map["busiest"][0], json!({ "weekday": "monday", "time": "09:00", "occurrences": 2 }));
    for slot in map["free_slots"].as_array().unwrap() {
        let minute: u32 = slot["time"].as_str().unwrap()[3..].parse().unwrap();
        assert!(slot["occurrences"] == 0 && (2..=13).contains(&(minute % 15)), "{slot}");
    }
    let tokyo = keyed.get(&key, "/v1/heatmap?days=14&zone=Asia/Tokyo").await.is(200);
    assert_eq!(tokyo["hours"][18], json!({ "weekday": "monday", "hour": 18, "occurrences": 4 }));
    keyed.get(&key, "/v1/heatmap?days=32").await.refused(400, "bad_query");
    keyed.get(&key, "/v1/heatmap?zone=Mars").await.refused(400, "unknown_zone");
    let (other, _) = keyed.key("other", "viewer", &[]).await;
    assert_eq!(keyed.get(&other, "/v1/heatmap").await.is(200)["occurrences"], 0);
    keyed.world.stop().await;
}

#[tokio::test]
async fn named_schedules_are_changed_and_nothing_else() {
    let world = World::new().await;
    prepare_schedules(&world).await;
    let ask = async |body: Value| world.post(BULK, &body).await;
    let named = json!({ "ids": ["b1", "a2", "nobody", "not/an id"] });
    let dry = ask(json!({ "action": "pause", "selector": named, "dry_run": true })).await.is(200);
    assert_eq!((ids(&dry), &dry["refused"]), (vec!["b1", "a2", "nobody", "not/an id"], &json!(2)));
    let done = ask(json!({ "action": "pause", "selector": named, "note": "moving" })).await.is(200);
    assert_eq!(
        (&done["changed"], &done["refused"], &done["items"][1]["status"]),
        (&json!(2), &json!(2), &json!("paused"))
    );
    assert_eq!((&done["items"][2]["status"], &done["items"][2]["code"]), (&Value::Null, &json!("not_found")));
    assert_eq!(world.get("/v1/schedules/a1").await.is(200)["status"], "active");
    let both = json!({ "action": "pause", "selector": { "ids": ["a1"], "id_prefix": "b" } });
    ask(both).await.refused(400, "conflict");
    let none = json!({ "action": "pause", "selector": { "ids": [] } });
    ask(none).await.refused(400, "out_of_range");
    let many: Vec<String> = (0..1001).map(|number| format!("s{number}")).collect();
    let many = json!({ "action": "pause", "selector": { "ids": many } });
    ask(many).await.refused(400, "out_of_range");
    world.stop().await;
}
