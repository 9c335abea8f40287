//! Targets of recurring actions: the target in a request, and the defaults of providers.

use jiff::SignedDuration;
use refrain::provider::email::{EmailOptions, EmailProvider};
use refrain::provider::webhook::WebhookOptions;
use refrain::{Failure, Refrain, RunContext};
use reqwest::Method;
use serde_json::{Value, json};

use crate::recurring_world::{PLACE, body, made, path, world};
use crate::world::{World, send};

/// The request of the specification, verbatim.
const SPECIFIED: &str = r#"{
  "namespace": "notifications",
  "tenant": "tenant-1",
  "cron_expr": "0 9 * * MON-FRI",
  "timezone": "US/Eastern",
  "provider": "email",
  "action_type": "send_digest",
  "payload": {"to": "team@example.com", "subject": "Daily Digest"},
  "metadata": {},
  "dedup_key": null,
  "description": "Weekday morning digest",
  "labels": {"team": "engineering"},
  "ends_at": null,
  "enabled": true
}"#;

#[tokio::test]
async fn the_request_of_the_specification_is_accepted_word_for_word() {
    let add = |refrain: &Refrain| {
        let options = EmailOptions::new("smtp.example.org", "Refrain <refrain@example.org>");
        refrain.provider("email", EmailProvider::new(options).unwrap());
    };
    let (world, _) = world(add).await;
    let request = world.request(Method::POST, "/v1/recurring").header("content-type", "application/json");
    let created = send(request.body(SPECIFIED)).await.is(201);
    assert_eq!(created["next_execution"], "2026-03-02T14:00:00Z");
    let one = world.get(&path(created["recurring_id"].as_str().unwrap())).await.is(200);
    let payload = json!({ "to": "team@example.com", "subject": "Daily Digest" });
    assert_eq!((&one["action_template"]["payload"], &one["labels"]["team"]), (&payload, &json!("engineering")));
    world.stop().await;
}

#[tokio::test]
async fn a_target_reaches_the_provider_and_has_the_providers_default() {
    let add = |refrain: &Refrain| {
        let options = |target: Option<&str>| WebhookOptions::default().with(|it| it.target = target.map(str::to_owned));
        refrain.webhooks(options(Some("https://hooks.example.com/in")), None).unwrap();
    };
    let (world, _) = world(add).await;
    let target = async |change: Value| {
        let id = made(&world, change).await;
        world.get(&path(&id)).await.is(200)["action_template"]["target"].clone()
    };
    assert_eq!(target(json!({ "provider": "webhook" })).await, "https://hooks.example.com/in");
    let own = "https://example.com/mine";
    assert_eq!(target(json!({ "provider": "webhook", "target": own })).await, own);
    assert_eq!(target(json!({ "provider": "queue" })).await, "send_digest");
    assert_eq!(target(json!({ "provider": "queue", "target": "mails" })).await, "mails");
    assert_eq!(target(json!({ "provider": "log" })).await, Value::Null);
    let wrong = body(json!({ "provider": "queue", "target": "not a queue" }));
    let refused = world.post("/v1/recurring", &wrong).await;
    assert_eq!((refused.status, refused.body["error"].is_string()), (400, true), "{}", refused.body);
    world.stop().await;
}

#[tokio::test]
async fn a_default_target_follows_its_provider_and_a_chosen_one_stays() {
    let world = World::new().await;
    let one = path(&made(&world, json!({ "provider": "queue" })).await);
    let target = async |change: Value| world.put(&one, &change).await.is(200)["action_template"]["target"].clone();
    assert_eq!(target(json!({ "action_type": "send_report" })).await, "send_report");
    assert_eq!(target(json!({ "target": "mails" })).await, "mails");
    assert_eq!(target(json!({ "action_type": "send_digest" })).await, "mails");
    assert_eq!(target(json!({ "target": null })).await, "send_digest");
    assert_eq!(target(json!({ "provider": "log" })).await, Value::Null);
    world.stop().await;
}

#[tokio::test]
async fn creating_and_updating_warn_about_a_provider_that_no_live_node_has() {
    let world = World::new().await;
    let created = world.post("/v1/recurring", &body(json!({ "provider": "pigeon" }))).await.is(201);
    assert_eq!(created["warnings"][0]["code"], "unknown_provider", "{created}");
    let one = path(created["recurring_id"].as_str().unwrap());
    let updated = world.put(&one, &json!({ "provider": "dove" })).await.is(200);
    assert_eq!(updated["warnings"][0]["code"], "unknown_provider", "{updated}");
    assert_eq!(world.put(&one, &json!({ "provider": "log" })).await.is(200)["warnings"], Value::Null);
    assert_eq!(world.get(&one).await.is(200)["warnings"], Value::Null);
    assert_eq!(world.post("/v1/recurring", &body(json!({}))).await.is(201)["warnings"], Value::Null);
    world.stop().await;
}

#[tokio::test]
async fn saves_and_previews_warn_about_a_payload_that_the_handler_does_not_accept() {
    let add = |refrain: &Refrain| {
        refrain.handler("send", |_: RunContext, _: u32| async { Ok::<_, Failure>(()) });
    };
    let (world, _) = world(add).await;
    let schedule = |payload: Value| json!({ "cron": "0 9 * * *", "action": { "provider": "handler", "target": "send", "payload": payload } });
    let codes = |body: &Value| -> Vec<String> {
        let warnings = body["warnings"].as_array().unwrap().iter();
        warnings.map(|warning| warning["code"].as_str().unwrap().to_owned()).collect()
    };
    for (payload, expected) in [(json!("seven"), vec!["payload_mismatch"]), (json!(7), vec![])] {
        let preview = world.post("/v1/schedules/preview", &schedule(payload.clone())).await.is(200);
        assert_eq!(codes(&preview), expected, "{preview}");
        let created = world.post("/v1/schedules", &schedule(payload.clone())).await.is(201);
        assert_eq!(codes(&created), expected, "{created}");
        let put = world.put("/v1/schedules/a", &schedule(payload)).await;
        assert_eq!(codes(&put.body), expected, "{}", put.body);
    }
    let object = body(json!({ "provider": "handler", "target": "send", "payload": { "n": 7 } }));
    assert_eq!(codes(&world.post("/v1/recurring", &object).await.is(201)), ["payload_mismatch"]);
    world.stop().await;
}

#[tokio::test]
async fn work_that_goes_to_a_queue_is_found_there() {
    let (world, clock) = world(|_| ()).await;
    made(&world, json!({ "provider": "queue", "cron_expr": "* * * * *", "payload": { "n": 1 } })).await;
    clock.advance(SignedDuration::from_secs(60));
    let items = format!("/v1/work-items?queue=send_digest&{PLACE}");
    let items = world.until(&items, |items| !items["items"].as_array().unwrap().is_empty()).await;
    assert_eq!(items["items"][0]["payload"]["payload"], json!({ "n": 1 }), "{items}");
    world.stop().await;
}
