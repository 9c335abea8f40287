//! Controls (dispatch rules, holds, quotas, alerts, calendars) and single dispatches.

use reqwest::Method;
use serde_json::{Value, json};

use crate::keyed::Keyed;
use crate::world::{World, send};

/// An action that no node could ever send.
fn never() -> Value {
    json!({ "provider": "queue", "target": "no such name" })
}

/// For each kind: a valid document, one with a wrong shape, and one whose values are invalid.
fn kinds() -> Vec<(&'static str, Value, Value, Value)> {
    vec![
        (
            "dispatch-rules",
            json!({ "priority": 10, "condition": "kind == 'digest'", "then": { "action": "suppress", "reason": "quiet" } }),
            json!({ "priority": "first", "condition": "true", "then": { "action": "allow" } }),
            json!({ "priority": 10, "condition": "weather == 'rain'", "then": { "action": "allow" } }),
        ),
        (
            "holds",
            json!({ "code": "legal", "note": "case 4711", "selects": { "labels": { "customer": "acme" } } }),
            json!({ "code": "legal", "colour": "red" }),
            json!({ "code": "legal", "from": "2026-03-02T00:00:00Z", "until": "2026-03-01T00:00:00Z" }),
        ),
        (
            "quotas",
            json!({ "limit": 100, "window": "1h" }),
            json!({ "limit": -1, "window": "1h" }),
            json!({ "limit": 0, "window": "1h" }),
        ),
        (
            "alerts",
            json!({ "on": ["failing"], "failing_after": 3, "action": { "provider": "log", "payload": "{{alarm.message}}" } }),
            json!({ "on": "failing", "action": { "provider": "log" } }),
            json!({ "on": ["rain"], "action": { "provider": "log" } }),
        ),
        (
            "calendars",
            json!({ "weekend": ["saturday", "sunday"], "dates": ["2026-12-25", "2027-01-01"] }),
            json!({ "weekend": ["caturday"] }),
            json!({ "weekend": ["mon", "tue", "wed", "thu", "fri", "sat", "sun"] }),
        ),
    ]
}

#[tokio::test]
async fn controls_are_created_listed_replaced_and_removed() {
    let world = World::new().await;
    for (family, good, _, _) in kinds() {
        let (all, one) = (format!("/v1/{family}"), format!("/v1/{family}/first"));
        world.get(&one).await.refused(404, "not_found");
        let saved = world.put(&one, &good).await;
        assert_eq!(saved.header("etag"), "\"1\"", "{family}");
        let saved = saved.is(200);
        assert_eq!((&saved["name"], &saved["version"], &saved["problem"]), (&json!("first"), &json!(1), &Value::Null));
        for (field, value) in good.as_object().unwrap() {
            assert_eq!(&saved["definition"][field], value, "{family} {field}");
        }
        assert_eq!(world.get(&one).await.is(200), saved);
        let same = send(world.request(Method::GET, &one).header("if-none-match", "\"1\"")).await;
        assert_eq!(same.status, 304, "{family}");
        assert_eq!(world.put(&format!("/v1/{family}/second"), &good).await.is(200)["version"], 1);
        let listed = world.get(&format!("{all}?limit=1")).await.is(200);
        assert_eq!(listed["items"], json!([saved]));
        let cursor = listed["next_cursor"].as_str().unwrap();
        let rest = world.get(&format!("{all}?cursor={cursor}")).await.is(200);
        assert_eq!((&rest["items"][0]["name"], &rest["next_cursor"]), (&json!("second"), &Value::Null));
        // Another tenant does not see it.
        assert_eq!(world.get(&format!("{all}?tenant=other")).await.is(200)["items"], json!([]));
        world.get(&format!("{one}?tenant=other")).await.refused(404, "not_found");
        world.delete(&format!("{one}?tenant=other")).await.refused(404, "not_found");
        assert_eq!(world.delete(&one).await.status, 204);
        world.delete(&one).await.refused(404, "not_found");
        world.get(&one).await.refused(404, "not_found");
    }
    let audit = world.get("/v1/audit").await.is(200).to_string();
    assert!(audit.contains("quota/first"), "{audit}");
    // The paths that these had before name the new ones.
    for (old, new) in [("/v1/rules/first", "/v1/dispatch-rules"), ("/v1/capacities", "/v1/quotas")] {
        let refused = world.get(old).await.refused(404, "not_found");
        assert!(refused["hint"].as_str().unwrap().ends_with(new), "{refused}");
    }
    world.stop().await;
}

#[tokio::test]
async fn controls_support_conditional_changes() {
    let world = World::new().await;
    for (family, good, _, _) in kinds() {
        let one = format!("/v1/{family}/first");
        let put = |header: &'static str, value: &'static str| {
            send(world.request(Method::PUT, &one).header(header, value).json(&good))
        };
        put("if-match", "\"1\"").await.refused(412, "not_found");
        put("if-none-match", "*").await.is(200);
        put("if-none-match", "*").await.refused(412, "conflict");
        assert_eq!(put("if-match", "\"1\"").await.is(200)["version"], 2, "{family}");
        put("if-match", "\"1\"").await.refused(412, "conflict");
        put("if-match", "two").await.refused(400, "bad_etag");
        let stale = world.request(Method::DELETE, &one).header("if-match", "\"1\"");
        send(stale).await.refused(412, "conflict");
        let meant = world.request(Method::DELETE, &one).header("if-match", "\"2\"");
        assert_eq!(send(meant).await.status, 204, "{family}");
    }
    world.stop().await;
}

#[tokio::test]
async fn invalid_controls_are_rejected() {
    let world = World::new().await;
    for (family, good, shapeless, senseless) in kinds() {
        let one = format!("/v1/{family}/first");
        world.put(&one, &shapeless).await.refused(400, "bad_body");
        let refused = world.put(&one, &senseless).await;
        assert_eq!(refused.status, 400, "{family}: {}", refused.body);
        world.put(&format!("/v1/{family}/a%20b"), &good).await.refused(400, "bad_name");
        world.get(&format!("/v1/{family}/a%20b")).await.refused(404, "not_found");
        world.delete(&format!("/v1/{family}/a%20b")).await.refused(404, "not_found");
        world.get(&format!("/v1/{family}?limit=0")).await.refused(400, "bad_query");
        assert_eq!(world.get(&format!("/v1/{family}")).await.is(200)["items"], json!([]), "{family}");
    }
    let never = json!({ "on": ["failing"], "action": never() });
    let refused = world.put("/v1/alerts/first", &never).await;
    assert_eq!(refused.status, 400, "{}", refused.body);
    world.stop().await;
}

fn step<'a>(report: &'a Value, name: &str) -> &'a Value {
    let mut steps = report["steps"].as_array().into_iter().flatten();
    steps.find(|step| step["step"] == name).unwrap_or(&Value::Null)
}

#[tokio::test]
async fn a_rule_test_returns_the_verdict_of_every_step() {
    let world = World::new().await;
    let action = json!({ "action": { "provider": "log", "kind": "digest", "payload": { "to": "team" } } });
    let report = world.post("/v1/dispatch-rules/test", &action).await.is(200);
    assert_eq!((&report["provider"], &report["outcome"]), (&json!("log"), &Value::Null));
    assert_eq!(step(&report, "rules")["decision"], "pass");
    let (_, rule, _, _) = kinds().swap_remove(0);
    world.put("/v1/dispatch-rules/quiet", &rule).await.is(200);
    // The dispatch rule applies as soon as its creation is confirmed.
    let report = world.post("/v1/dispatch-rules/test", &action).await.is(200);
    assert_eq!(step(&report, "rules")["decision"], "stop");
    assert_eq!((&report["outcome"]["kind"], &report["outcome"]["reason"]), (&json!("skipped"), &json!("suppressed")));
    let schedule = json!({ "cron": "0 9 * * *", "action": action["action"] });
    world.put("/v1/schedules/digest", &schedule).await.is(201);
    let of_schedule = world.post("/v1/dispatch-rules/test", &json!({ "schedule": "digest" })).await.is(200);
    assert_eq!(of_schedule["outcome"]["reason"], "suppressed");
    assert_eq!(world.get("/v1/occurrences?state=running").await.is(200)["items"], json!([]));
    world.post("/v1/dispatch-rules/test", &json!({ "schedule": "nothing" })).await.refused(404, "not_found");
    world
        .post("/v1/dispatch-rules/test?tenant=other", &json!({ "schedule": "digest" }))
        .await
        .refused(404, "not_found");
    world.post("/v1/dispatch-rules/test", &json!({})).await.refused(400, "bad_value");
    let both = json!({ "schedule": "digest", "action": { "provider": "log" } });
    world.post("/v1/dispatch-rules/test", &both).await.refused(400, "bad_value");
    let refused = world.post("/v1/dispatch-rules/test", &json!({ "action": never() })).await;
    assert_eq!(refused.status, 400, "{}", refused.body);
    world.put("/v1/dispatch-rules/test", &rule).await.refused(405, "wrong_method");
    world.stop().await;
}

#[tokio::test]
async fn an_action_is_sent_without_a_schedule_by_the_same_steps() {
    let world = World::new().await;
    let digest = json!({ "action": { "provider": "log", "kind": "digest", "payload": { "to": "team" } } });
    let named = world.request(Method::POST, "/v1/dispatch").header("idempotency-key", "order-1");
    let sent = send(named.json(&digest)).await.is(200);
    assert_eq!((&sent["key"], &sent["dry_run"]), (&json!("order-1"), &json!(false)));
    assert_eq!(sent["report"]["outcome"]["kind"], "delivered", "{sent}");
    let mut dry = digest.clone();
    dry["dry_run"] = json!(true);
    let verdict = world.post("/v1/dispatch", &dry).await.is(200);
    assert_eq!((&verdict["dry_run"], &verdict["report"]["outcome"]), (&json!(true), &Value::Null));
    let (_, rule, _, _) = kinds().swap_remove(0);
    world.put("/v1/dispatch-rules/quiet", &rule).await.is(200);
    let stopped = world.post("/v1/dispatch", &digest).await.is(200);
    assert_eq!(stopped["report"]["outcome"]["reason"], "suppressed", "{stopped}");
    // Dispatch rules belong to a tenant.
    let other = world.post("/v1/dispatch?tenant=other", &digest).await.is(200);
    assert_eq!(other["report"]["outcome"]["kind"], "delivered", "{other}");
    world.stop().await;
}

#[tokio::test]
async fn concurrent_idempotent_dispatches_send_once() {
    let world = World::new().await;
    let named = |name: &str, provider: &str| {
        let request = world.request(Method::POST, "/v1/dispatch").header("idempotency-key", name);
        send(request.json(&json!({ "action": { "provider": provider } })))
    };
    let answers = futures_util::future::join_all((0..20).map(|_| named("order-1", "log"))).await;
    let of = |wanted: &str| {
        let kinds = answers.iter().map(|answer| answer.body["report"]["outcome"]["kind"].as_str().unwrap());
        kinds.filter(|kind| *kind == wanted).count()
    };
    assert_eq!((of("delivered"), of("skipped")), (1, 19), "{answers:?}");
    let again = named("order-1", "log").await.is(200);
    assert_eq!(again["report"]["outcome"]["reason"], "deduplicated", "{again}");
    for _ in 0..2 {
        let nobody = named("order-2", "pigeon").await.is(200);
        assert_eq!(
            nobody["report"]["outcome"]["reason"], "unknown_provider",
            "an action that was not sent may be retried"
        );
    }
    assert_eq!(named("order-2", "log").await.is(200)["report"]["outcome"]["kind"], "delivered");
    world.stop().await;
}

#[tokio::test]
async fn an_action_that_could_never_be_sent_is_refused() {
    let world = World::new().await;
    let refused = world.post("/v1/dispatch", &json!({ "action": never() })).await;
    assert_eq!(refused.status, 400, "{}", refused.body);
    // Another node may have a provider that this one does not have.
    let nobody = world.post("/v1/dispatch", &json!({ "action": { "provider": "pigeon" } })).await.is(200);
    assert_eq!(nobody["report"]["outcome"]["reason"], "unknown_provider");
    world.post("/v1/dispatch", &json!({})).await.refused(400, "bad_body");
    let wrong = json!({ "action": { "provider": "log" }, "dry_run": "yes" });
    assert_eq!(world.post("/v1/dispatch", &wrong).await.refused(400, "bad_body")["path"], "dry_run");
    for timeout in ["0s", "51s", "1h"] {
        let slow = json!({ "action": { "provider": "log" }, "timeout": timeout });
        world.post("/v1/dispatch", &slow).await.refused(400, "out_of_range");
    }
    let long = world.request(Method::POST, "/v1/dispatch").header("idempotency-key", "x".repeat(201));
    send(long.json(&json!({ "action": { "provider": "log" } }))).await.refused(400, "bad_idempotency_key");
    world.stop().await;
}

#[tokio::test]
async fn a_breaker_is_tripped_and_reset_by_hand() {
    let world = World::new().await;
    let place = "/v1/breakers?provider=log";
    let closed = world.get(place).await.is(200);
    assert_eq!(
        (&closed["state"], &closed["is_closed"], &closed["is_provider_available"]),
        (&json!("closed"), &json!(true), &json!(true))
    );
    let asked = json!({ "provider": "log", "note": "maintenance" });
    for _ in 0..2 {
        let tripped = world.post("/v1/breakers/trip", &asked).await.is(200);
        assert_eq!((&tripped["state"], &tripped["note"]), (&json!("tripped"), &json!("maintenance")));
    }
    assert_eq!(world.get(place).await.is(200)["is_closed"], false);
    assert_eq!(world.get("/v1/breakers?provider=log&tenant=other").await.is(200)["state"], "closed");
    let action = json!({ "action": { "provider": "log" }, "dry_run": true });
    let report = world.post("/v1/dispatch", &action).await.is(200);
    assert_eq!(step(&report["report"], "breaker")["decision"], "stop", "{report}");
    let reset = world.post("/v1/breakers/reset", &json!({ "provider": "log" })).await.is(200);
    assert_eq!(reset["state"], "closed");
    let report = world.post("/v1/dispatch", &action).await.is(200);
    assert_eq!(report["report"]["outcome"], Value::Null, "{report}");
    let audit = world.get("/v1/audit").await.is(200).to_string();
    assert!(audit.contains("breaker.trip") && audit.contains("maintenance"), "{audit}");
    world.get("/v1/breakers").await.refused(400, "bad_query");
    world.get("/v1/breakers?provider=").await.refused(400, "bad_name");
    world.post("/v1/breakers/trip", &json!({ "provider": "a\0b" })).await.refused(400, "bad_name");
    let elsewhere = world.get("/v1/breakers?provider=pigeon").await.is(200);
    assert_eq!((&elsewhere["state"], &elsewhere["is_provider_available"]), (&json!("closed"), &json!(false)));
    world.post("/v1/breakers/trip", &json!({ "receiver": "x" })).await.refused(400, "bad_body");
    let long = json!({ "provider": "log", "receiver": "x".repeat(1_025) });
    world.post("/v1/breakers/reset", &long).await.refused(400, "too_long");
    world.stop().await;
}

#[tokio::test]
async fn starting_programs_requires_the_command_permission() {
    let keyed = Keyed::new().await;
    let (editor, _) = keyed.key("acme", "editor", &["fire"]).await;
    let (trusted, _) = keyed.key("acme", "editor", &["fire", "command"]).await;
    let reroute = json!({ "priority": 1, "condition": "true", "then": { "action": "reroute", "provider": "command" } });
    let refused = keyed.put(&editor, "/v1/dispatch-rules/programs", &reroute).await.refused(403, "forbidden");
    assert_eq!(refused["path"], "then.provider");
    // This server has no such provider.
    keyed.put(&trusted, "/v1/dispatch-rules/programs?allow_unknown_provider=true", &reroute).await.is(200);
    let action = json!({ "provider": "command", "target": "ls" });
    let alert = json!({ "on": ["failing"], "action": action });
    keyed.put(&editor, "/v1/alerts/programs", &alert).await.refused(403, "forbidden");
    let asked = json!({ "action": action });
    keyed.post(&editor, "/v1/dispatch", &asked).await.refused(403, "forbidden");
    // This server has no catalog of programs.
    let sent = keyed.post(&trusted, "/v1/dispatch", &asked).await.is(200);
    assert_eq!(sent["report"]["outcome"]["reason"], "unknown_provider");
    keyed.world.stop().await;
}

#[tokio::test]
async fn alerts_and_rules_for_a_provider_that_no_live_node_has_are_refused_unless_allowed() {
    let world = World::new().await;
    let alert = |provider: &str| json!({ "on": ["failing"], "action": { "provider": provider } });
    let rule = |provider: &str| json!({ "priority": 1, "condition": "false", "then": { "action": "reroute", "provider": provider } });
    for (path, unknown, known, named) in [
        ("/v1/alerts/a", alert("pigeon"), alert("log"), "action.provider"),
        ("/v1/dispatch-rules/a", rule("pigeon"), rule("log"), "then.provider"),
    ] {
        let refused = world.put(path, &unknown).await.refused(400, "unknown_provider");
        assert_eq!(refused["path"], named, "{refused}");
        world.put(&format!("{path}?allow_unknown_provider=false"), &unknown).await.refused(400, "unknown_provider");
        world.put(&format!("{path}?allow_unknown_provider=yes"), &unknown).await.refused(400, "bad_query");
        world.get(path).await.refused(404, "not_found");
        let saved = world.put(&format!("{path}?allow_unknown_provider=true"), &unknown).await.is(200);
        assert_eq!(saved["warnings"][0]["code"], "unknown_provider", "{saved}");
        // A document that already has the provider keeps it.
        assert_eq!(world.put(path, &unknown).await.is(200)["version"], 2);
        assert_eq!(world.put(path, &known).await.is(200)["warnings"], json!(null));
        assert_eq!(world.get(path).await.is(200)["warnings"], json!(null));
        world.put(path, &unknown).await.refused(400, "unknown_provider");
    }
    let unnamed = json!({ "priority": 1, "condition": "false", "then": { "action": "suppress", "reason": "night" } });
    assert_eq!(world.put("/v1/dispatch-rules/b", &unnamed).await.is(200)["warnings"], json!(null));
    world.stop().await;
}

#[tokio::test]
async fn a_schedule_uses_a_saved_calendar() {
    let world = World::new().await;
    let schedule = json!({
        "spec": {
            "recurrence": { "kind": "cron", "expression": "0 9 * * *" }, "timezone": "UTC",
            "calendars": [{ "name": "work" }],
        },
        "action": { "provider": "log" },
    });
    let missing = world.put("/v1/schedules/digest", &schedule).await;
    assert_eq!(missing.status, 400, "{}", missing.body);
    world.put("/v1/calendars/work", &json!({ "weekend": ["mon", "tue", "wed", "thu", "fri", "sat"] })).await.is(200);
    world.put("/v1/schedules/digest", &schedule).await.is(201);
    let next = world.get("/v1/schedules/digest/next?count=2").await.is(200).to_string();
    assert_eq!(next.matches("T09:00:00Z").count(), 2, "{next}");
    let why = world.get("/v1/schedules/digest/why?at=2099-03-02T09:00:00Z").await.is(200);
    assert_eq!(why["evaluation"]["matches"], false, "2099-03-02 is a Monday: {why}");
    let why = world.get("/v1/schedules/digest/why?at=2099-03-01T09:00:00Z").await.is(200);
    assert_eq!(why["evaluation"]["matches"], true, "{why}");
    world.stop().await;
}
