//! `refrain rule`, `hold`, `quota`, `alert` and `calendar`.

use serde_json::{Value, json};

use crate::keyed::Keyed;
use crate::world::World;

/// For each noun, a document without its kind and name.
fn documents() -> [(&'static str, &'static str, Value); 5] {
    [
        (
            "rule",
            "dispatch_rule",
            json!({ "priority": 10, "condition": "kind == 'digest'", "then": { "action": "suppress", "reason": "quiet" } }),
        ),
        (
            "hold",
            "hold",
            json!({ "code": "legal", "note": "case 4711", "selects": { "labels": { "customer": "acme" } } }),
        ),
        ("quota", "quota", json!({ "limit": 100, "window": "1h" })),
        ("alert", "alert", json!({ "on": ["failing"], "failing_after": 3, "action": { "provider": "log" } })),
        ("calendar", "calendar", json!({ "weekend": ["saturday", "sunday"], "dates": ["2099-12-25"] })),
    ]
}

/// Runs `apply` with a document on standard input.
async fn apply(world: &World, arguments: &[&str], document: &Value) -> (i32, String, String) {
    let run = world.refrain_with(&[arguments, &["-f", "-"]].concat(), &document.to_string()).await;
    (run.exit_code, run.out, run.err)
}

#[tokio::test]
async fn every_kind_is_applied_listed_shown_and_deleted() {
    let world = World::new().await;
    for (noun, kind, mut document) in documents() {
        let none = world.prints(&[noun, "list"]).await;
        assert!(none.starts_with("No ") && none.ends_with(" found.\n"), "{none}");
        document["name"] = json!("first");
        // The noun is the kind.
        let (code, out, err) = apply(&world, &[noun, "apply", "--dry-run"], &document).await;
        assert!((code, err.as_str()) == (10, "") && out.starts_with("Would create "), "{noun}: {out}{err}");
        let (code, out, err) = apply(&world, &[noun, "apply"], &document).await;
        assert!((code, err.as_str()) == (0, "") && out.starts_with("Created "), "{noun}: {out}{err}");
        let (code, out, err) = apply(&world, &[noun, "apply", "--dry-run"], &document).await;
        assert!((code, err.as_str()) == (0, "") && out.ends_with(" first is unchanged.\n"), "{noun}: {out}{err}");
        assert_eq!(world.prints(&[noun, "list", "-o", "name"]).await, "first\n");
        let table = world.prints(&[noun, "list"]).await;
        assert!(table.starts_with("NAME") && table.contains("\nfirst "), "{table}");
        let shown = world.prints_json(&[noun, "get", "first"]).await;
        assert_eq!((&shown["name"], &shown["version"]), (&json!("first"), &json!(1)));
        assert!(world.prints(&[noun, "get", "first"]).await.starts_with("Name:       first\nVersion:    1\n"));
        // What `-o yaml` prints can be applied.
        let yaml = world.prints(&[noun, "get", "first", "-o", "yaml"]).await;
        assert!(yaml.contains(&format!("kind: {kind}\n")) && yaml.contains("name: first\n"), "{yaml}");
        let again = world.refrain_with(&[noun, "apply", "-f", "-"], &yaml).await;
        assert!(again.exit_code == 0 && again.out.ends_with("is unchanged.\n"), "{}{}", again.out, again.err);
        let unconfirmed = world.fails(2, &[noun, "delete", "first"]).await;
        assert!(unconfirmed.contains("--yes"), "{unconfirmed}");
        assert!(world.prints(&[noun, "delete", "first", "--yes"]).await.starts_with("Deleted "));
        world.fails(3, &[noun, "delete", "first", "--yes"]).await;
        world.fails(3, &[noun, "get", "first"]).await;
        world.fails(3, &[noun, "get", "no/such name"]).await;
    }
    world.stop().await;
}

#[tokio::test]
async fn a_refused_document_is_shown_at_its_place_and_nothing_is_applied() {
    let world = World::new().await;
    let folder = std::env::temp_dir().join(format!("refrain-commands-apply-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let file = folder.join("quotas.yaml");
    std::fs::write(
        &file,
        "name: hourly\nlimit: 0\nwindow: 1h\n---\nkind: quota\nname: daily\nlimit: 10\nwindow: 24h\n",
    )
    .unwrap();
    let path = file.display().to_string();
    let run = world.refrain(&["quota", "apply", "-f", &path]).await;
    assert_eq!((run.exit_code, run.out.as_str()), (2, ""), "{}", run.err);
    assert!(run.err.starts_with("error[") && run.err.contains(&format!("]: {path}:1:1: ")), "{}", run.err);
    assert!(run.err.ends_with("error: 1 document is refused, so nothing was changed\n"), "{}", run.err);
    assert_eq!(world.prints(&["quota", "list"]).await, "No quotas found.\n");
    // Documents of another kind are for another command.
    let run = world.refrain(&["hold", "apply", "-f", &path]).await;
    assert!(run.exit_code == 2 && run.err.starts_with(&format!("error[wrong_kind]: {path}:5:7: ")), "{}", run.err);
    assert!(run.err.contains("expected documents of the kind hold, found quota"), "{}", run.err);
    let run = world.refrain(&["hold", "apply", "-f", "/nowhere/file.yaml"]).await;
    assert!(run.exit_code == 2 && run.err.contains("does not exist"), "{}", run.err);
    std::fs::remove_dir_all(&folder).unwrap();
    world.stop().await;
}

#[tokio::test]
async fn several_deletions_report_the_failures_and_do_the_rest() {
    let world = World::new().await;
    for name in ["one", "two"] {
        world.put(&format!("/v1/holds/{name}"), &json!({ "code": "freeze" })).await.is(200);
    }
    let run = world.refrain(&["hold", "release", "one", "none", "two"]).await;
    assert_eq!((run.exit_code, run.out.as_str()), (3, "Released hold one.\nReleased hold two.\n"));
    assert!(run.err.starts_with("error: Hold none does not exist"), "{}", run.err);
    assert_eq!(world.prints(&["hold", "list"]).await, "No holds found.\n");
    world.stop().await;
}

#[tokio::test]
async fn a_hold_is_created_for_what_it_names_and_released() {
    let world = World::new().await;
    let made =
        world.prints(&["hold", "create", "freeze", "--label", "team=billing", "--until", "2099-01-01T00:00:00Z"]).await;
    assert_eq!(made, "Created hold freeze until 2099-01-01T00:00:00Z.\n");
    let again = world.fails(4, &["hold", "create", "freeze", "--all"]).await;
    assert!(again.contains("exists already"), "{again}");
    // A hold that covers everything must be asked for.
    let unbounded = world.refrain(&["hold", "create", "other"]).await;
    assert!(unbounded.exit_code == 2 && unbounded.err.contains("--all"), "{}", unbounded.err);
    let hold = world.prints_json(&["hold", "get", "freeze"]).await;
    assert_eq!(hold["definition"]["selects"]["labels"], json!({ "team": "billing" }));
    assert_eq!(world.prints(&["hold", "release", "freeze"]).await, "Released hold freeze.\n");
    let made =
        world.prints_json(&["hold", "create", "freeze", "--schedule", "a", "--schedule", "b", "--note", "n"]).await;
    assert_eq!(made["definition"]["selects"]["schedules"], json!(["a", "b"]));
    world.stop().await;
}

#[tokio::test]
async fn rules_are_listed_in_order_of_evaluation_and_tested() {
    let world = World::new().await;
    let rule = |priority: i64| json!({ "priority": priority, "condition": "kind == 'digest'", "then": { "action": "deny", "reason": "no" } });
    world.put("/v1/dispatch-rules/a", &rule(20)).await.is(200);
    world.put("/v1/dispatch-rules/b", &rule(10)).await.is(200);
    assert_eq!(world.prints(&["rule", "list", "-o", "name"]).await, "b\na\n");
    let action = r#"{"provider": "log", "kind": "digest", "payload": {}}"#;
    let steps = world.prints(&["rule", "test", "--action", action]).await;
    assert!(steps.starts_with("STEP") && steps.contains("\nrules "), "{steps}");
    assert!(steps.contains("Outcome: rejected"), "{steps}");
    let passes = world.prints(&["rule", "test", "--action", r#"{"provider": "log"}"#]).await;
    assert!(passes.ends_with("The action would be sent through the provider log.\n"), "{passes}");
    let body = json!({ "id": "digest", "when": "0 9 * * *", "action": { "provider": "log", "kind": "digest" } });
    world.post("/v1/schedules", &body).await.is(201);
    let report = world.prints_json(&["rule", "test", "digest"]).await;
    assert_eq!(report["outcome"]["kind"], "rejected", "{report}");
    world.fails(3, &["rule", "test", "nothing"]).await;
    assert!(world.fails(2, &["rule", "test", "--action", "{"]).await.contains("--action is not JSON"));
    world.stop().await;
}

#[tokio::test]
async fn a_calendar_is_imported_from_a_file_or_standard_input() {
    let world = World::new().await;
    let file = "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nBEGIN:VEVENT\r\nUID:1\r\nSUMMARY:New Year\r\nDTSTART;VALUE=DATE:20270101\r\nEND:VEVENT\r\n\
                BEGIN:VEVENT\r\nUID:2\r\nSUMMARY:Lunch\r\nDTSTART:20270101T120000Z\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n";
    let run = world.refrain_with(&["calendar", "import", "-", "--name", "holidays"], file).await;
    assert_eq!((run.exit_code, run.err.as_str()), (0, ""));
    assert!(
        run.out.starts_with("Imported 1 dates from 1 events into calendar holidays.\nSkipped line 8: Lunch"),
        "{}",
        run.out
    );
    let error = world.fails(2, &["calendar", "import", "-"]).await;
    assert!(error.contains("--name"), "{error}");
    world.stop().await;
}

#[tokio::test]
async fn roles_decide_what_a_key_may_do() {
    let keyed = Keyed::new().await;
    let world = &keyed.world;
    let (viewer, _) = keyed.key("acme", "viewer", &[]).await;
    let (editor, _) = keyed.key("acme", "editor", &[]).await;
    let create = ["hold", "create", "freeze", "--all"];
    let error = world.fails(1, &["hold", "list", "--key", "rfn_wrong"]).await;
    assert!(error.contains("hint:"), "{error}");
    let error = world.fails(1, &["hold", "list"]).await;
    assert!(error.contains("--key"), "{error}");
    let error = world.fails(1, &[&create[..], &["--key", &viewer]].concat()).await;
    assert!(error.contains("editor") || error.contains("edit"), "{error}");
    world.prints(&[&create[..], &["--key", &editor]].concat()).await;
    assert_eq!(world.prints(&["hold", "list", "-o", "name", "--key", &viewer]).await, "freeze\n");
    // The operator sees the same with the tenant, and nothing without.
    assert_eq!(world.prints(&["hold", "list", "-o", "name", "--key", &keyed.operator]).await, "");
    let of_acme = ["hold", "list", "-o", "name", "--key", &keyed.operator, "--tenant", "acme"];
    assert_eq!(world.prints(&of_acme).await, "freeze\n");
}
