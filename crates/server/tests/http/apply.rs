//! Documents that are applied: plans, changes, conflicts and refusals.

use serde_json::{Value, json};

use crate::keyed::Keyed;
use crate::world::World;

const APPLY: &str = "/v1/apply";

fn schedule(id: &str, cron: &str) -> Value {
    json!({ "id": id, "cron": cron, "timezone": "Europe/Berlin", "action": { "provider": "log", "payload": { "to": "team" } } })
}

async fn apply(world: &World, documents: &[Value]) -> Value {
    world.post(APPLY, &json!({ "documents": documents })).await.is(200)
}

async fn plan(world: &World, documents: &[Value]) -> Value {
    world.post(APPLY, &json!({ "documents": documents, "dry_run": true })).await.is(200)
}

fn results(applied: &Value) -> Vec<&str> {
    applied["items"].as_array().unwrap().iter().map(|item| item["result"].as_str().unwrap()).collect()
}

/// Documents of every kind.
fn every_kind() -> Vec<Value> {
    let daily = json!({ "id": "daily", "cron": "0 9 * * *", "action": { "provider": "log" },
                        "spec": { "calendars": [{ "name": "holidays" }] } });
    vec![
        json!({ "kind": "calendar", "name": "holidays", "weekend": ["saturday", "sunday"] }),
        json!({ "kind": "dispatch_rule", "name": "quiet", "priority": 5, "condition": "false", "then": { "action": "deny", "reason": "night" } }),
        json!({ "kind": "hold", "name": "freeze", "code": "freeze", "selects": { "schedules": ["nothing"] } }),
        json!({ "kind": "quota", "name": "daily", "limit": 1000, "window": "24h" }),
        json!({ "kind": "alert", "name": "tell", "on": ["failing"], "action": { "provider": "log" } }),
        daily,
    ]
}

#[tokio::test]
async fn documents_of_every_kind_are_created_then_unchanged_then_deleted() {
    let world = World::new().await;
    let documents = every_kind();
    let planned = plan(&world, &documents).await;
    assert_eq!((results(&planned), &planned["done"]), (vec!["created"; 6], &json!(false)), "{planned}");
    assert_eq!(world.get("/v1/schedules").await.is(200)["items"], json!([]));
    let applied = apply(&world, &documents).await;
    assert_eq!((results(&applied), &applied["changed"]), (vec!["created"; 6], &json!(6)), "{applied}");
    let again = apply(&world, &documents).await;
    assert_eq!((results(&again), &again["changed"]), (vec!["unchanged"; 6], &json!(0)), "{again}");
    assert_eq!(world.get("/v1/schedules/daily").await.is(200)["revision"], 1);
    // The schedule goes first: a calendar that it names could not be deleted.
    let deletions: Vec<Value> = documents
        .iter()
        .rev()
        .map(|document| json!({ "kind": document.get("kind").unwrap_or(&json!("schedule")), "id": document.get("id"), "name": document.get("name"), "delete": true }))
        .collect();
    let planned = plan(&world, &deletions).await;
    // In a plan, the schedule still names the calendar.
    assert_eq!(results(&planned)[..5], ["deleted"; 5], "{planned}");
    let deleted = apply(&world, &deletions).await;
    assert_eq!(results(&deleted), ["deleted"; 6], "{deleted}");
    assert_eq!(results(&apply(&world, &deletions).await), ["unchanged"; 6]);
    world.stop().await;
}

#[tokio::test]
async fn a_plan_names_the_fields_and_the_occurrences_that_change() {
    let world = World::new().await;
    apply(&world, &[schedule("digest", "0 9 * * *")]).await;
    let planned = plan(&world, &[schedule("digest", "0 10 * * MON")]).await;
    let item = &planned["items"][0];
    assert_eq!((&item["result"], &item["revision"]), (&json!("updated"), &json!(1)), "{item}");
    let expression = |side: &str| item[side]["spec"]["recurrence"]["expression"].as_str().unwrap().to_owned();
    assert_eq!((expression("before"), expression("after")), ("0 9 * * *".to_owned(), "0 10 * * MON".to_owned()));
    assert!(item["after"].get("action").is_none(), "{item}");
    let count = |list: &str| item["occurrences"][list].as_array().unwrap().len();
    assert!(count("removed") + count("moved") >= 29 && count("added") <= 5, "{item}");
    assert_eq!(item["sentence"], "At 10:00 on Mondays (Europe/Berlin)");
    // Nothing was written, and the change can name the revision it was planned for.
    assert_eq!(world.get("/v1/schedules/digest").await.is(200)["revision"], 1);
    let mut change = schedule("digest", "0 10 * * MON");
    change["if_revision"] = item["revision"].clone();
    let applied = apply(&world, &[change.clone()]).await;
    assert_eq!(applied["items"][0]["revision"], 2, "{applied}");
    // Another one planned for the same revision is refused. One that is already as stated is not.
    assert_eq!(results(&apply(&world, &[change.clone()]).await), ["unchanged"]);
    change["cron"] = json!("0 11 * * *");
    let refused = apply(&world, &[change, schedule("other", "0 9 * * *")]).await;
    assert_eq!(results(&refused), ["refused", "created"], "{refused}");
    assert_eq!(refused["items"][0]["problem"]["code"], "conflict");
    let detail = refused["items"][0]["problem"]["detail"].as_str().unwrap();
    assert!(detail.contains("\"digest\" has revision 2, expected 1"), "{detail}");
    world.stop().await;
}

#[tokio::test]
async fn a_plan_shows_what_a_changed_calendar_does_to_unchanged_schedules() {
    let world = World::new().await;
    let mut documents = every_kind();
    apply(&world, &documents).await;
    documents[0]["weekend"] = json!(["saturday", "sunday", "monday"]);
    let planned = plan(&world, &documents).await;
    assert_eq!(planned["items"][0]["result"], "updated");
    let daily = &planned["items"][5];
    let removed = daily["occurrences"]["removed"].as_array().unwrap().len();
    assert!((4..=5).contains(&removed) && daily["after"].is_null(), "{daily}");
    // The calendar may be in another request of the same application.
    let (calendar, daily) = (documents[0].clone(), documents[5].clone());
    let body = json!({ "documents": [daily], "dry_run": true, "calendars": { "holidays": { "weekend": calendar["weekend"] } } });
    let planned = world.post(APPLY, &body).await.is(200);
    assert!(planned["items"][0]["occurrences"]["removed"].is_array(), "{planned}");
    world.stop().await;
}

#[tokio::test]
async fn enabled_pauses_and_resumes_together_with_the_edit() {
    let world = World::new().await;
    let mut document = schedule("digest", "0 9 * * *");
    document["enabled"] = json!(false);
    let planned = plan(&world, &[document.clone()]).await;
    assert_eq!(planned["items"][0]["status"], json!({ "from": null, "to": "paused" }));
    apply(&world, &[document.clone()]).await;
    let status = async || world.get("/v1/schedules/digest").await.is(200)["status"].clone();
    assert_eq!(status().await, "paused");
    assert_eq!(results(&apply(&world, &[document.clone()]).await), ["unchanged"]);
    // A document that does not say so leaves the schedule paused.
    assert_eq!(results(&apply(&world, &[schedule("digest", "0 9 * * *")]).await), ["unchanged"]);
    document["enabled"] = json!(true);
    let resumed = apply(&world, &[document]).await;
    assert_eq!(resumed["items"][0]["status"], json!({ "from": "paused", "to": "active" }), "{resumed}");
    assert_eq!(status().await, "active");
    // PUT and POST accept it, too.
    let mut body = schedule("other", "0 9 * * *");
    body["enabled"] = json!(false);
    assert_eq!(world.post("/v1/schedules", &body).await.is(201)["status"], "paused");
    body["enabled"] = json!(true);
    assert_eq!(world.put("/v1/schedules/other", &body).await.is(200)["status"], "active");
    let patch = json!({ "enabled": false, "description": "later" });
    assert_eq!(world.patch("/v1/schedules/other", &patch).await.is(200)["status"], "paused");
    body["enabled"] = json!("no");
    world.put("/v1/schedules/other", &body).await.refused(400, "bad_body");
    world.stop().await;
}

#[tokio::test]
async fn responses_can_be_sent_back_and_read_only_fields_are_named_in_a_warning() {
    let world = World::new().await;
    apply(&world, &every_kind()).await;
    let shown = world.get("/v1/schedules/daily").await.is(200);
    let saved = world.put("/v1/schedules/daily", &shown).await.is(200);
    assert_eq!(saved["revision"], 1);
    let warning = &saved["warnings"][0];
    assert_eq!(warning["code"], "read_only_field");
    assert!(warning["message"].as_str().unwrap().contains("revision, status, status_note"), "{warning}");
    assert_eq!(results(&apply(&world, &[shown]).await), ["unchanged"]);
    for kind in ["calendars", "dispatch-rules", "holds", "quotas", "alerts"] {
        let list = world.get(&format!("/v1/{kind}")).await.is(200);
        let stored = &list["items"][0];
        let path = format!("/v1/{kind}/{}", stored["name"].as_str().unwrap());
        let saved = world.put(&path, stored).await.is(200);
        assert_eq!(
            (&saved["definition"], &saved["warnings"][0]["code"]),
            (&stored["definition"], &json!("read_only_field"))
        );
        world.put(&format!("/v1/{kind}/another"), stored).await.refused(400, "bad_value");
    }
    world.stop().await;
}

#[tokio::test]
async fn one_refused_document_does_not_stop_the_others() {
    let world = World::new().await;
    let documents = [
        schedule("bad", "61 * * * *"),
        schedule("good", "0 9 * * *"),
        json!({ "kind": "hold", "name": "h", "cod": "freeze" }),
        json!({ "kind": "calendar", "name": "none", "weekend": ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"] }),
    ];
    for applied in [plan(&world, &documents).await, apply(&world, &documents).await] {
        assert_eq!(results(&applied), ["refused", "created", "refused", "refused"], "{applied}");
        let problem = &applied["items"][0]["problem"];
        assert_eq!((&problem["code"], &problem["column"]), (&json!("out_of_range"), &json!(1)), "{problem}");
        assert!(applied["items"][2]["problem"]["detail"].as_str().unwrap().contains("`cod`"), "{applied}");
    }
    assert_eq!(world.get("/v1/schedules").await.is(200)["items"].as_array().unwrap().len(), 1);
    world.stop().await;
}

#[tokio::test]
async fn a_request_that_cannot_be_meant_changes_nothing() {
    let world = World::new().await;
    let check = async |body: Value, code: &str, path: &str| {
        let refused = world.post(APPLY, &body).await.refused(400, code);
        assert_eq!(refused["path"], path, "{refused}");
    };
    let one = schedule("one", "0 9 * * *");
    check(json!({ "documents": [] }), "out_of_range", "documents").await;
    check(json!({ "documents": [one, one] }), "conflict", "documents[1]").await;
    check(json!({ "documents": [one, { "kind": "hold", "code": "x" }] }), "bad_body", "documents[1]").await;
    check(json!({ "documents": [one, { "name": "x" }] }), "bad_body", "documents[1]").await;
    check(json!({ "documents": [one, { "kind": "job", "name": "x" }] }), "bad_body", "documents[1].kind").await;
    check(json!({ "documents": [one], "days": 0 }), "out_of_range", "days").await;
    let many: Vec<Value> = (0..501).map(|number| schedule(&format!("s{number}"), "0 9 * * *")).collect();
    check(json!({ "documents": many }), "out_of_range", "documents").await;
    assert_eq!(world.get("/v1/schedules").await.is(200)["items"], json!([]));
    world.stop().await;
}

#[tokio::test]
async fn payloads_in_a_plan_are_hidden_from_those_who_may_not_see_them() {
    let keyed = Keyed::with(|options| options.auth.is_multi_tenant = true).await;
    let (editor, _) = keyed.key("acme", "editor", &[]).await;
    let (viewer, _) = keyed.key("acme", "viewer", &[]).await;
    let mut document = schedule("digest", "0 9 * * *");
    keyed.post(&editor, APPLY, &json!({ "documents": [document] })).await.is(200);
    document["action"]["payload"] = json!({ "to": "all" });
    let body = json!({ "documents": [document], "dry_run": true });
    let hidden = keyed.post(&viewer, APPLY, &body).await.is(200);
    assert_eq!(hidden["items"][0]["before"]["action"]["payload"], json!({ "hidden": true }), "{hidden}");
    let shown = keyed.post(&editor, APPLY, &body).await.is(200);
    assert_eq!(shown["items"][0]["before"]["action"]["payload"], json!({ "to": "team" }), "{shown}");
    keyed.world.stop().await;
}

#[tokio::test]
async fn all_changes_of_one_application_name_its_request() {
    let world = World::new().await;
    let documents = [schedule("one", "0 9 * * *"), json!({ "kind": "quota", "name": "q", "limit": 1, "window": "1h" })];
    let request = world.request(reqwest::Method::POST, APPLY).header("x-request-id", "apply-4711");
    let response = request.json(&json!({ "documents": documents })).send().await.unwrap();
    assert_eq!(response.status(), 200);
    let audit = world.get("/v1/audit").await.is(200);
    let entries: Vec<&Value> = audit["items"].as_array().unwrap().iter().collect();
    assert_eq!(entries.len(), 2, "{audit}");
    assert!(entries.iter().all(|entry| entry["request_id"] == "apply-4711"), "{audit}");
    world.stop().await;
}
