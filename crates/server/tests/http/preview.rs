//! Previews of definitions before they are saved. The time is noon on 1 March 2026, UTC.

use serde_json::{Value, json};

use crate::keyed::Keyed;

const PREVIEW: &str = "/v1/schedules/preview";

fn nightly() -> Value {
    json!({ "cron": "30 2 * * *", "timezone": "Europe/Berlin", "action": { "provider": "log" } })
}

fn with(mut body: Value, more: &Value) -> Value {
    body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    body
}

#[tokio::test]
async fn a_preview_describes_a_definition_and_writes_nothing() {
    let keyed = Keyed::new().await;
    let (viewer, _) = keyed.key("acme", "viewer", &[]).await;
    let body = with(nightly(), &json!({ "from": "2026-03-28T12:00:00Z", "count": 2, "zone": "Asia/Tokyo" }));
    let reported = keyed.post(&viewer, PREVIEW, &body).await.is(200);
    assert!(reported["description"].as_str().unwrap().contains("02:30"), "{reported}");
    assert_eq!((&reported["timezone"], &reported["is_last"]), (&json!("Europe/Berlin"), &json!(false)));
    let next = reported["next"].as_array().unwrap();
    assert_eq!(next.len(), 2);
    assert_eq!((&next[0]["at"], &next[0]["dst"]), (&json!("2026-03-29T01:00:00Z"), &json!("moved")));
    assert_eq!(next[0]["local"], "2026-03-29T03:00:00+02:00[Europe/Berlin]");
    assert_eq!(next[0]["in_zone"], "2026-03-29T10:00:00+09:00[Asia/Tokyo]");
    assert_eq!(next[0]["period_key"], "2026-03-29T02:30:00[Europe/Berlin]");
    assert_eq!((&next[1]["at"], &next[1]["dst"]), (&json!("2026-03-30T00:30:00Z"), &Value::Null));
    let codes: Vec<&str> =
        reported["warnings"].as_array().unwrap().iter().map(|one| one["code"].as_str().unwrap()).collect();
    assert!(codes.contains(&"dst_gap") && codes.contains(&"dst_fold"), "{codes:?}");
    let dates: Vec<_> =
        reported["dst_dates"].as_array().unwrap().iter().map(|one| (&one["at"], &one["kind"])).collect();
    let (spring, autumn) = (json!("2026-03-29T01:00:00Z"), json!("2026-10-25T01:00:00Z"));
    assert_eq!(dates[..2], [(&spring, &json!("gap")), (&autumn, &json!("fold"))]);
    // The day on which the clock is set forward is shorter than others.
    assert!(reported["min_gap"]["seconds"].as_i64().unwrap() <= 23 * 3600 + 1800, "{reported}");
    assert_eq!(reported["change"], Value::Null);
    assert_eq!(keyed.get(&viewer, "/v1/schedules").await.is(200)["items"], json!([]));
    keyed.world.stop().await;
}

#[tokio::test]
async fn a_preview_compares_with_the_stored_schedule() {
    let keyed = Keyed::new().await;
    let (editor, _) = keyed.key("acme", "editor", &["fire"]).await;
    let stored = json!({ "cron": "0 9 * * MON", "action": { "provider": "log" } });
    keyed.put(&editor, "/v1/schedules/digest", &stored).await.is(201);
    keyed.post(&editor, "/v1/schedules/digest/fire", &json!({})).await;
    let audit = keyed.get(&editor, "/v1/audit").await.is(200);
    let new = json!({ "cron": "30 9 * * MON,THU", "action": { "provider": "log" }, "against": "digest", "days": 14 });
    let change = &keyed.post(&editor, PREVIEW, &new).await.is(200)["change"];
    assert_eq!(change["against"], "digest");
    let occurrences = &change["occurrences"];
    assert_eq!(occurrences["moved"][0]["from"]["at"], "2026-03-02T09:00:00Z");
    assert_eq!(occurrences["moved"][0]["to"]["at"], "2026-03-02T09:30:00Z");
    assert_eq!(occurrences["added"].as_array().unwrap().len(), 2, "{occurrences}");
    assert_eq!((&occurrences["removed"], &occurrences["truncated"]), (&json!([]), &json!(false)));
    assert!(change["pending"].as_array().unwrap().iter().all(|one| one["effect"] == "stays"), "{change}");
    let same = with(stored, &json!({ "against": "digest" }));
    let change = &keyed.post(&editor, PREVIEW, &same).await.is(200)["change"];
    assert_eq!((&change["occurrences"]["added"], &change["occurrences"]["moved"]), (&json!([]), &json!([])));
    assert_eq!(keyed.get(&editor, "/v1/audit").await.is(200), audit);
    assert_eq!(keyed.get(&editor, "/v1/schedules/digest").await.is(200)["revision"], 1);
    keyed.world.stop().await;
}

#[tokio::test]
async fn preview_rejects_the_same_as_create() {
    let keyed = Keyed::new().await;
    let (editor, _) = keyed.key("acme", "editor", &[]).await;
    let log = json!({ "provider": "log" });
    for wrong in [
        json!({ "cron": "0 9 * * MUN", "action": log }),
        json!({ "cron": "0 9 * * *", "timezone": "Europe/Pariss", "action": log }),
        json!({ "cron": "0 0 30 2 *", "action": log }),
        json!({ "cron": "0 9 * * *", "action": { "provider": "" } }),
        json!({ "cron": "0 9 * * *", "action": log, "retry": { "max_attempts": 0 } }),
        json!({ "cron": "0 9 * * *", "action": log, "colour": 1 }),
        json!({ "cron": "0 9 * * *", "action": { "provider": "command", "target": "x" } }),
        json!({ "spec": { "recurrence": { "kind": "cron", "expression": "0 9 * * *" }, "calendars": [{ "name": "none" }] }, "action": log }),
        json!({ "id": "a b", "cron": "0 9 * * *", "action": log }),
        json!({ "id": 5, "cron": "0 9 * * *", "action": log }),
    ] {
        let (preview, create) =
            (keyed.post(&editor, PREVIEW, &wrong).await, keyed.post(&editor, "/v1/schedules", &wrong).await);
        assert!(create.status >= 400, "{wrong}: {}", create.status);
        let named = |body: &Value| (body["code"].clone(), body["path"].clone(), body["column"].clone());
        assert_eq!((preview.status, named(&preview.body)), (create.status, named(&create.body)), "{wrong}");
    }
    keyed.world.stop().await;
}

#[tokio::test]
async fn preview_parameters_are_checked() {
    let keyed = Keyed::new().await;
    let (viewer, _) = keyed.key("acme", "viewer", &[]).await;
    let (other, _) = keyed.key("other", "editor", &[]).await;
    keyed.put(&other, "/v1/schedules/digest", &nightly()).await.is(201);
    let ask = async |more: Value| keyed.post(&viewer, PREVIEW, &with(nightly(), &more)).await;
    ask(json!({ "count": 0 })).await.refused(400, "out_of_range");
    assert_eq!(ask(json!({ "count": 101 })).await.refused(400, "out_of_range")["path"], "count");
    ask(json!({ "count": "many" })).await.refused(400, "bad_body");
    ask(json!({ "days": 367 })).await.refused(400, "out_of_range");
    ask(json!({ "from": "tomorrow" })).await.refused(400, "bad_body");
    assert_eq!(ask(json!({ "zone": "Mars/Olympus" })).await.refused(400, "unknown_zone")["path"], "zone");
    // The schedule of another tenant is not visible.
    ask(json!({ "against": "digest" })).await.refused(404, "not_found");
    ask(json!({ "against": "a b" })).await.refused(404, "not_found");
    ask(json!({ "against": "a", "id": "b" })).await.refused(400, "bad_value");
    keyed.post(&viewer, PREVIEW, &json!({})).await.refused(400, "bad_body");
    keyed.world.stop().await;
}

#[tokio::test]
async fn recurrences_without_times_and_exhausted_ones_are_reported() {
    let keyed = Keyed::new().await;
    let (viewer, _) = keyed.key("acme", "viewer", &[]).await;
    let action = json!({ "provider": "log" });
    let after = json!({ "spec": { "recurrence": { "kind": "after_completion", "delay": "15m" } }, "action": action });
    let reported = keyed.post(&viewer, PREVIEW, &after).await.is(200);
    assert_eq!(
        (&reported["next"], &reported["after_completion"], &reported["is_last"]),
        (&json!([]), &json!("15m"), &json!(false))
    );
    let recurrence = json!({ "kind": "cron", "expression": "0 9 * * *" });
    let thrice = json!({ "spec": { "recurrence": recurrence, "max_runs": 3 }, "action": action });
    let reported = keyed.post(&viewer, PREVIEW, &thrice).await.is(200);
    assert_eq!((reported["next"].as_array().unwrap().len(), &reported["is_last"]), (3, &json!(true)));
    keyed.world.stop().await;
}
