//! Permissions are checked by effect, regardless of the route.

use refrain::control::Rights;
use refrain::control::SaveScheduleRequest;
use refrain::model::{Action, By, Capabilities, Definition, Node, NodeId, ScheduleKey, Source, Tenant};
use refrain::store::{ExpectedVersion, Mark};
use refrain_recurrence::{CronRecurrence, Recurrence, Spec};
use serde_json::{Value, json};

use crate::keyed::{Keyed, programs};

fn scheduled(provider: &str) -> Value {
    json!({ "cron": "0 9 * * *", "action": { "provider": provider, "target": "list" } })
}

fn recurring(provider: &str) -> Value {
    json!({ "namespace": "default", "tenant": "acme", "cron_expr": "0 9 * * *", "provider": provider,
            "action_type": "list", "payload": {} })
}

/// Saves a schedule of the tenant `acme` without the limits of its keys.
async fn save(keyed: &Keyed, id: &str, cron: &str, source: Source) {
    let cron = CronRecurrence { expression: cron.to_owned(), ..CronRecurrence::default() };
    let definition = Definition::new(Spec::new(Recurrence::Cron(cron), "UTC"), Action::new("log", Value::Null));
    let key = ScheduleKey { tenant: Tenant::new("default", "acme").unwrap(), id: id.parse().unwrap() };
    let save = SaveScheduleRequest { key, expect: ExpectedVersion::Any, definition, source, by: By::new("test") };
    keyed.refrain.control().acting_as(Rights::configuration()).save(save).await.unwrap();
}

#[tokio::test]
async fn the_kind_of_a_provider_decides_whether_it_needs_command() {
    let keyed = Keyed::new().await;
    keyed.add_programs("jobs");
    let (editor, _) = keyed.key("acme", "admin", &["fire", "backfill", "secrets"]).await;
    let (trusted, _) = keyed.key("acme", "editor", &["fire", "command"]).await;
    let action = json!({ "provider": "jobs", "target": "list" });
    let then = json!({ "action": "reroute", "provider": "jobs" });
    let modify = json!({ "action": "modify", "patch": { "a": 1 } });
    let rule = |then: &Value| json!({ "priority": 1, "condition": "false", "then": then });
    for (path, body, named) in [
        ("/v1/schedules/a", scheduled("jobs"), "action.provider"),
        ("/v1/dispatch-rules/reroute", rule(&then), "then.provider"),
        ("/v1/dispatch-rules/modify", rule(&modify), "then.patch"),
        ("/v1/alerts/a", json!({ "on": ["failing"], "action": action }), "action.provider"),
    ] {
        let refused = keyed.put(&editor, path, &body).await.refused(403, "forbidden");
        assert_eq!(refused["path"], named, "{refused}");
        assert!(refused["detail"].as_str().unwrap().contains("`command`"), "{refused}");
        assert!(keyed.put(&trusted, path, &body).await.status < 300, "{path}");
    }
    let asked = json!({ "action": action });
    keyed.post(&editor, "/v1/dispatch", &asked).await.refused(403, "forbidden");
    assert_eq!(keyed.post(&editor, "/v1/recurring", &recurring("jobs")).await.status, 403);
    keyed.patch(&editor, "/v1/schedules/a", &json!({ "cron": "* * * * *" })).await.refused(403, "forbidden");
    assert_eq!(keyed.post(&trusted, "/v1/dispatch", &asked).await.is(200)["report"]["outcome"]["kind"], "delivered");
    // A provider that only has a similar name starts no program.
    let (other, _) = keyed.key("other", "editor", &[]).await;
    keyed.put(&other, "/v1/dispatch-rules/modify", &rule(&modify)).await.is(200);
    keyed.refrain.providers().add("command", keyed.refrain.providers().get("log").unwrap());
    keyed.put(&editor, "/v1/schedules/b", &scheduled("command")).await.is(201);
    // An empty provider is an error, whatever the key may do.
    keyed.put(&editor, "/v1/schedules/c", &scheduled("")).await.refused(400, "bad_value");
    keyed
        .put(&editor, "/v1/dispatch-rules/empty", &rule(&json!({ "action": "reroute", "provider": "" })))
        .await
        .refused(400, "bad_value");
    let nobody = json!({ "on": ["failing"], "action": { "provider": "" } });
    keyed.put(&editor, "/v1/alerts/b", &nobody).await.refused(400, "bad_value");
    keyed.post(&editor, "/v1/dispatch", &json!({ "action": { "provider": "" } })).await.refused(400, "bad_value");
    keyed.world.stop().await;
}

#[tokio::test]
async fn sending_needs_fire_whatever_leads_to_the_queue() {
    let keyed = Keyed::new().await;
    let item = json!({ "queue": "q", "payload": {} });
    let action = json!({ "action": { "provider": "queue", "target": "q" } });
    let (editor, _) = keyed.key("acme", "editor", &[]).await;
    for (path, body) in [("/v1/work-items", &item), ("/v1/dispatch", &action)] {
        let refused = keyed.post(&editor, path, body).await.refused(403, "forbidden");
        assert!(refused["detail"].as_str().unwrap().contains("`fire`"), "{refused}");
    }
    // A caller who may send need not be one who works through queues.
    let (sender, _) = keyed.key("acme", "viewer", &["fire"]).await;
    keyed.post(&sender, "/v1/work-items", &item).await.is(201);
    keyed.post(&sender, "/v1/work-items/claim", &json!({ "queue": "q" })).await.refused(403, "forbidden");
    let claimed = keyed.post(&editor, "/v1/work-items/claim", &json!({ "queue": "q" })).await.is(200);
    assert_eq!(claimed["items"].as_array().unwrap().len(), 1);
    keyed.world.stop().await;
}

/// Requests that lead to a provider: the path, the body, and the part that names the provider.
fn leading_to(provider: &str) -> [(&'static str, Value, &'static str); 3] {
    let then = json!({ "action": "reroute", "provider": provider });
    let alert = json!({ "on": ["failing"], "action": { "provider": provider, "target": "list" } });
    [
        ("/v1/schedules/a", scheduled(provider), "action.provider"),
        ("/v1/dispatch-rules/reroute", json!({ "priority": 1, "condition": "false", "then": then }), "then.provider"),
        ("/v1/alerts/a", alert, "action.provider"),
    ]
}

#[tokio::test]
async fn the_kind_of_a_provider_on_any_live_node_decides_whether_it_needs_command() {
    let keyed = Keyed::new().await;
    let (editor, _) = keyed.key("acme", "editor", &["fire"]).await;
    let (trusted, _) = keyed.key("acme", "editor", &["fire", "command"]).await;
    let (other, _) = keyed.key("other", "editor", &[]).await;
    let then = json!({ "action": "modify", "patch": { "a": 1 } });
    let modify = json!({ "priority": 1, "condition": "false", "then": then });
    // No live node starts programs.
    keyed.put(&editor, "/v1/dispatch-rules/modify", &modify).await.is(200);
    let worker = keyed.other_node().await;
    let log = keyed.refrain.providers().get("log").unwrap();
    keyed.refrain.providers().add("shared", log.clone());
    worker.providers().add("shared", programs());
    worker.providers().add("jobs", programs());
    worker.providers().add("pager", log);
    worker.watch().await.unwrap();
    let refused = keyed.put(&editor, "/v1/dispatch-rules/modify", &modify).await.refused(403, "forbidden");
    assert_eq!(refused["path"], "then.patch", "{refused}");
    assert!(refused["detail"].as_str().unwrap().contains("provider jobs starts"), "{refused}");
    keyed.put(&trusted, "/v1/dispatch-rules/modify", &modify).await.is(200);
    // The programs are those of another tenant.
    keyed.put(&other, "/v1/dispatch-rules/modify", &modify).await.is(200);
    for provider in ["jobs", "shared"] {
        for (path, body, named) in leading_to(provider) {
            let refused = keyed.put(&editor, path, &body).await.refused(403, "forbidden");
            assert_eq!(refused["path"], named, "{refused}");
            assert!(keyed.put(&trusted, path, &body).await.status < 300, "{path}");
        }
    }
    // This node sends a single action itself.
    keyed.post(&editor, "/v1/dispatch", &json!({ "action": { "provider": "shared" } })).await.is(200);
    for (path, body, _) in leading_to("pager") {
        assert!(keyed.put(&editor, path, &body).await.status < 300, "{path}");
    }
    keyed.world.stop().await;
}

#[tokio::test]
async fn a_rule_saved_without_command_never_changes_what_starts_programs() {
    let keyed = Keyed::new().await;
    let (editor, _) = keyed.key("acme", "editor", &["fire"]).await;
    let (trusted, _) = keyed.key("acme", "editor", &["fire", "command"]).await;
    // The program takes no arguments.
    let then = json!({ "action": "modify", "patch": { "changed": null } });
    // A caller cannot set the mark.
    let rule = |mark: bool| json!({ "priority": 1, "condition": "true", "then": then, "without_command": mark });
    let path = "/v1/dispatch-rules/modify";
    // No live node starts programs.
    let saved = keyed.put(&editor, path, &rule(false)).await.is(200);
    assert_eq!(saved["definition"]["without_command"], true, "{saved}");
    keyed.add_programs("jobs");
    let sends = async |provider: &str| {
        let asked = json!({ "action": { "provider": provider, "target": "list", "payload": {} } });
        keyed.post(&trusted, "/v1/dispatch", &asked).await.is(200)["report"].clone()
    };
    assert_eq!(sends("log").await["outcome"]["kind"], "delivered");
    let report = sends("jobs").await;
    assert_eq!(report["outcome"]["kind"], "rejected", "{report}");
    assert!(report["outcome"]["message"].as_str().unwrap().contains("rule modify"), "{report}");
    let saved = keyed.put(&trusted, path, &rule(true)).await.is(200);
    assert_eq!(saved["definition"].get("without_command"), None, "{saved}");
    assert_eq!(sends("jobs").await["outcome"]["kind"], "delivered");
    keyed.world.stop().await;
}

#[tokio::test]
async fn a_live_node_that_does_not_announce_its_providers_may_start_programs() {
    let keyed = Keyed::new().await;
    let (editor, _) = keyed.key("acme", "editor", &[]).await;
    let (trusted, _) = keyed.key("acme", "editor", &["command"]).await;
    let store = keyed.refrain.store();
    let now = keyed.refrain.now();
    let id = NodeId::new("older").unwrap();
    let node = Node { id: id.clone(), version: "0.0.1".to_owned(), tzdb: "2025b".to_owned(), started_at: now };
    store.beat(&node, jiff::SignedDuration::from_mins(1), now).await.unwrap();
    let then = json!({ "action": "modify", "patch": { "a": 1 } });
    let modify = json!({ "priority": 1, "condition": "false", "then": then });
    let name = Capabilities::mark_name(&id);
    let until = keyed.in_seconds(60);
    for value in [None, Some("{\"providers\":{\"log\":null}}")] {
        let mark = value.map(|value| Mark { value: value.to_owned(), until });
        store.replace_mark(&name, None, mark.as_ref(), now).await.unwrap();
        let refused = keyed.put(&editor, "/v1/dispatch-rules/modify", &modify).await.refused(403, "forbidden");
        assert!(refused["detail"].as_str().unwrap().contains("another node"), "{refused}");
        keyed.put(&trusted, "/v1/dispatch-rules/modify", &modify).await.is(200);
        for (path, body, _) in leading_to("log") {
            keyed.put(&editor, path, &body).await.refused(403, "forbidden");
        }
    }
    store.leave(&id).await.unwrap();
    keyed.put(&editor, "/v1/dispatch-rules/modify", &modify).await.is(200);
    keyed.put(&editor, "/v1/schedules/a", &scheduled("log")).await.is(201);
    keyed.world.stop().await;
}

#[tokio::test]
async fn rolling_back_needs_what_saving_needs() {
    // Not the default of one second, which no cron expression can violate.
    let gap = jiff::SignedDuration::from_mins(1);
    let keyed = Keyed::with(|options| options.api.tenant_limits.keys.min_gap = Some(gap)).await;
    keyed.add_programs("jobs");
    let (trusted, _) = keyed.key("acme", "editor", &["command"]).await;
    let (editor, _) = keyed.key("acme", "editor", &[]).await;
    keyed.put(&trusted, "/v1/schedules/a", &scheduled("jobs")).await.is(201);
    keyed.put(&editor, "/v1/schedules/a", &scheduled("log")).await.is(200);
    let back = "/v1/schedules/a/revisions/1/rollback";
    keyed.post(&editor, back, &json!({})).await.refused(403, "forbidden");
    keyed.post(&trusted, back, &json!({})).await.is(200);
    // This revision is older than the limit of one minute on the tenant's keys.
    save(&keyed, "dense", "* * * * * *", Source::Api).await;
    keyed.put(&editor, "/v1/schedules/dense", &scheduled("log")).await.is(200);
    let refused = keyed.post(&editor, "/v1/schedules/dense/revisions/1/rollback", &json!({})).await;
    assert_eq!(
        (refused.body["code"].as_str(), refused.body["path"].as_str()),
        (Some("too_frequent"), Some("spec.recurrence"))
    );
    keyed.world.stop().await;
}

#[tokio::test]
async fn generating_the_past_needs_backfill() {
    let keyed = Keyed::new().await;
    let (operator, _) = keyed.key("acme", "operator", &[]).await;
    let (trusted, _) = keyed.key("acme", "operator", &["backfill"]).await;
    for body in
        [json!({ "as_of": "2026-03-01T12:00:00Z", "lookback": "1h" }), json!({ "as_of": "2026-02-01T00:00:00Z" })]
    {
        let refused = keyed.post(&operator, "/v1/generate", &body).await.refused(403, "forbidden");
        assert!(refused["detail"].as_str().unwrap().contains("`backfill`"), "{refused}");
        keyed.post(&trusted, "/v1/generate", &body).await.is(200);
    }
    // A client whose clock is slightly behind requests the present, not the past.
    let body = json!({ "as_of": "2026-03-01T11:59:30Z", "lookahead": "1h" });
    keyed.post(&operator, "/v1/generate", &body).await.is(200);
    keyed.world.stop().await;
}

#[tokio::test]
async fn declared_schedules_cannot_be_edited_or_deleted() {
    let keyed = Keyed::new().await;
    save(&keyed, "declared", "0 9 * * *", Source::File).await;
    let (admin, _) = keyed.key("acme", "admin", &["fire", "command", "backfill"]).await;
    let place = "/v1/recurring/declared?namespace=default&tenant=acme";
    for refused in [
        keyed.delete(&admin, place).await,
        keyed.put(&admin, place, &json!({ "description": "x" })).await,
        keyed.delete(&admin, "/v1/schedules/declared").await,
        keyed.put(&admin, "/v1/schedules/declared", &scheduled("log")).await,
        keyed.patch(&admin, "/v1/schedules/declared", &json!({ "description": "x" })).await,
        keyed.post(&admin, "/v1/schedules/declared/revisions/1/rollback", &json!({})).await,
        keyed.post(&admin, "/v1/schedules/declared/cancel", &json!({})).await,
    ] {
        assert_eq!((refused.status, refused.body["code"].as_str()), (409, Some("defined_in_file")), "{}", refused.body);
    }
    let many = json!({ "action": "cancel", "selector": { "ids": ["declared"] } });
    let done = keyed.post(&admin, "/v1/schedules/bulk", &many).await.is(200);
    assert_eq!(done["items"][0]["code"], "defined_in_file", "{done}");
    keyed.post(&admin, "/v1/schedules/declared/pause", &json!({})).await.is(200);
    keyed.post(&admin, "/v1/schedules/declared/resume", &json!({})).await.is(200);
    keyed.post(&admin, "/v1/schedules/declared/fire", &json!({})).await.is(202);
    keyed.world.stop().await;
}

/// Routes whose responses contain payloads, and the field with the payload.
const WITH_PAYLOADS: [(&str, &str); 8] = [
    ("/v1/schedules", "/items/0/action/payload"),
    ("/v1/schedules/a", "/action/payload"),
    ("/v1/schedules/a/revisions", "/items/0/definition/action/payload"),
    ("/v1/schedules/a/revisions/1", "/definition/action/payload"),
    ("/v1/recurring/a?namespace=default&tenant=acme", "/action_template/payload"),
    ("/v1/alerts/a", "/definition/action/payload"),
    ("/v1/dispatch-rules/a", "/definition/then/patch"),
    ("/v1/work-items", "/items/0/payload"),
];

async fn write_payloads(keyed: &Keyed) {
    let (editor, _) = keyed.key("acme", "editor", &[]).await;
    let action = json!({ "provider": "log", "payload": { "told": "acme-only" } });
    keyed.put(&editor, "/v1/schedules/a", &json!({ "cron": "0 9 * * *", "action": action })).await.is(201);
    keyed.put(&editor, "/v1/alerts/a", &json!({ "on": ["failing"], "action": action })).await.is(200);
    let then = json!({ "action": "modify", "patch": { "told": "acme-only" } });
    keyed
        .put(&editor, "/v1/dispatch-rules/a", &json!({ "priority": 1, "condition": "false", "then": then }))
        .await
        .is(200);
    let (sender, _) = keyed.key("acme", "viewer", &["fire"]).await;
    keyed.post(&sender, "/v1/work-items", &json!({ "queue": "q", "payload": { "told": "acme-only" } })).await.is(201);
}

#[tokio::test]
async fn viewers_of_a_multi_tenant_server_need_permissions_for_payloads_and_audit() {
    let keyed = Keyed::with(|options| options.auth.is_multi_tenant = true).await;
    write_payloads(&keyed).await;
    let (viewer, _) = keyed.key("acme", "viewer", &[]).await;
    for (path, field) in WITH_PAYLOADS {
        let shown = keyed.get(&viewer, path).await.is(200);
        assert_eq!(shown.pointer(field), Some(&json!({ "hidden": true })), "{path}: {shown}");
        assert!(!shown.to_string().contains("acme-only"), "{path}: {shown}");
    }
    for path in ["/v1/audit", "/v1/audit/verify"] {
        let refused = keyed.get(&viewer, path).await.refused(403, "forbidden");
        assert!(refused["detail"].as_str().unwrap().contains("`audit`"), "{refused}");
    }
    for (role, permissions) in [("viewer", &["payloads", "audit"][..]), ("operator", &[]), ("admin", &[])] {
        let (key, _) = keyed.key("acme", role, permissions).await;
        for (path, field) in WITH_PAYLOADS {
            let shown = keyed.get(&key, path).await.is(200);
            assert!(shown.pointer(field).unwrap().to_string().contains("acme-only"), "{path} as {role}: {shown}");
        }
        keyed.get(&key, "/v1/audit").await.is(200);
    }
    keyed.world.stop().await;
}

#[tokio::test]
async fn an_explanation_names_who_made_a_request_only_with_the_permission_audit() {
    let keyed = Keyed::with(|options| options.auth.is_multi_tenant = true).await;
    write_payloads(&keyed).await;
    let (firing, id) = keyed.key("acme", "operator", &["fire"]).await;
    let fired = keyed.post(&firing, "/v1/schedules/a/fire", &json!({})).await.is(202);
    let row = keyed.get(&firing, &format!("/v1/occurrences/{}", fired["occurrence"])).await.is(200);
    let at = row.pointer("/occurrence/nominal_at").unwrap_or(&row["nominal_at"]).as_str().unwrap().to_owned();
    let path = format!("/v1/schedules/a/why?at={at}");
    for (role, permissions, is_reported) in
        [("viewer", &[][..], false), ("viewer", &["audit"], true), ("operator", &[], true)]
    {
        let (key, _) = keyed.key("acme", role, permissions).await;
        let reported = keyed.get(&key, &path).await.is(200);
        let sentence = reported["sentence"].as_str().unwrap();
        assert!(sentence.contains("requested manually"), "{sentence}");
        assert_eq!(sentence.contains(&id), is_reported, "{role} {permissions:?}: {sentence}");
    }
    keyed.world.stop().await;
}

#[tokio::test]
async fn viewers_of_one_tenant_see_payloads_and_audit() {
    let keyed = Keyed::new().await;
    write_payloads(&keyed).await;
    let (viewer, _) = keyed.key("acme", "viewer", &[]).await;
    for (path, field) in WITH_PAYLOADS {
        let shown = keyed.get(&viewer, path).await.is(200);
        assert!(shown.pointer(field).unwrap().to_string().contains("acme-only"), "{path}: {shown}");
    }
    keyed.get(&viewer, "/v1/audit").await.is(200);
    keyed.world.stop().await;
}
