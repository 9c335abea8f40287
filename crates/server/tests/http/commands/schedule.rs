//! `refrain schedule`.

use serde_json::json;

use crate::world::World;

#[tokio::test]
async fn lists_show_every_schedule_with_its_next_run() {
    let world = World::new().await;
    assert_eq!(world.prints(&["schedule", "list"]).await, "No schedules found.\n");
    for id in ["digest", "report"] {
        let body = json!({ "id": id, "when": "every day at 9:00", "timezone": "UTC", "action": { "provider": "log" } });
        world.post("/v1/schedules", &body).await.is(201);
    }
    let table = world.prints(&["schedule", "list"]).await;
    let lines: Vec<&str> = table.lines().collect();
    assert_eq!(lines.len(), 3, "{table}");
    assert!(lines[0].starts_with("ID"), "{table}");
    assert!(lines[1].starts_with("digest  active"), "{table}");
    assert_eq!(world.prints(&["schedule", "list", "-o", "name"]).await, "digest\nreport\n");
    let listed = world.prints_json(&["schedule", "list", "--prefix", "rep"]).await;
    assert_eq!(listed[0]["id"], "report");
    assert_eq!(listed.as_array().unwrap().len(), 1);
}

#[tokio::test]
async fn one_schedule_is_shown_or_not_found() {
    let world = World::new().await;
    let body = json!({ "id": "digest", "when": "0 9 * * *", "timezone": "UTC", "action": { "provider": "log" } });
    world.post("/v1/schedules", &body).await.is(201);
    assert!(
        world.prints(&["schedule", "get", "digest"]).await.starts_with("ID:           digest\nStatus:       active\n")
    );
    let error = world.fails(3, &["schedule", "get", "nothing"]).await;
    assert!(error.starts_with("error: Schedule default/default/nothing does not exist\n"), "{error}");
}

#[tokio::test]
async fn a_schedule_is_created_from_flags() {
    let world = World::new().await;
    let created = world
        .prints(&[
            "schedule",
            "create",
            "digest",
            "--when",
            "every weekday at 9:00",
            "--timezone",
            "Europe/Paris",
            "--provider",
            "log",
            "--payload",
            "{\"to\": \"team\"}",
            "--label",
            "team=billing",
            "--overlap",
            "buffer-one",
            "--catch-up",
            "skip",
            "--set",
            "retry.max_attempts=3",
        ])
        .await;
    let lines: Vec<&str> = created.lines().collect();
    assert_eq!(lines[0], "Created digest: Every week on Monday through Friday at 09:00 (Europe/Paris).");
    assert_eq!(lines.len(), 4, "{created}");
    assert!(lines[1].contains("09:00:00 +0"), "{created}");
    let stored = world.get("/v1/schedules/digest").await.is(200);
    assert_eq!(stored["action"], json!({ "provider": "log", "payload": { "to": "team" } }));
    assert_eq!((&stored["labels"], &stored["overlap"]), (&json!({ "team": "billing" }), &json!("buffer_one")));
    assert_eq!((&stored["catch_up"]["policy"], &stored["retry"]["max_attempts"]), (&json!("skip"), &json!(3)));
    let again = ["schedule", "create", "--id", "digest", "--cron", "@daily", "--provider", "log"];
    assert!(world.fails(4, &again).await.contains("already exists"));
    assert!(world.fails(4, &[&again[..], &["--dry-run"]].concat()).await.contains("already exists"));
    let paused =
        world.prints_json(&["schedule", "create", "still", "--cron", "@daily", "--provider", "log", "--paused"]).await;
    assert_eq!((&paused["id"], &paused["status"]), (&json!("still"), &json!("paused")));
}

#[tokio::test]
async fn a_dry_run_shows_a_schedule_and_creates_nothing() {
    let world = World::new().await;
    let dry =
        ["schedule", "create", "digest", "--cron", "0 9 * * *", "--timezone", "UTC", "--provider", "log", "--dry-run"];
    let shown = world.prints(&dry).await;
    assert!(shown.starts_with("Would create: At 09:00 every day (UTC).\n  "), "{shown}");
    assert_eq!(shown.lines().count(), 4, "{shown}");
    assert_eq!(world.prints(&["schedule", "list"]).await, "No schedules found.\n");
    for (arguments, part) in [
        (&["schedule", "create", "digest", "--provider", "log"][..], "expected a recurrence"),
        (&["schedule", "create", "digest", "--cron", "@daily"], "expected a provider"),
        (&["schedule", "create", "digest", "--cron", "0 9 * * MUN", "--provider", "log"], "MUN"),
        (&["schedule", "create", "digest", "--cron", "@daily", "--provider", "log", "--payload", "{a}"], "not JSON"),
    ] {
        let error = world.fails(2, arguments).await;
        assert!(error.contains(part), "{error}");
    }
}

#[tokio::test]
async fn a_printed_schedule_can_be_created_again() {
    let world = World::new().await;
    let body = json!({
        "id": "digest", "cron": "0 9 * * *", "timezone": "Europe/Paris", "labels": { "team": "a" }, "enabled": false,
        "action": { "provider": "log", "payload": { "a": [1, "two"] } },
    });
    world.post("/v1/schedules", &body).await.is(201);
    let yaml = world.prints(&["schedule", "get", "digest", "-o", "yaml"]).await;
    assert!(yaml.starts_with("kind: schedule\nid: digest\nenabled: false\n"), "{yaml}");
    assert_eq!(world.prints(&["schedule", "export"]).await, yaml);
    let run = world.refrain_with(&["schedule", "create", "copy", "-f", "-"], &yaml).await;
    assert_eq!((run.exit_code, run.err.as_str()), (0, ""), "{}", run.out);
    let (one, other) = (world.get("/v1/schedules/digest").await.is(200), world.get("/v1/schedules/copy").await.is(200));
    for field in ["spec", "action", "labels", "status", "retry", "catch_up"] {
        assert_eq!(one[field], other[field], "{field}");
    }
    let exported = world.prints_json(&["schedule", "export", "--label", "team=a"]).await;
    assert_eq!(exported.as_array().unwrap().len(), 2);
    // A response without read-only fields is applied without warnings.
    let applied = world.post("/v1/apply", &json!({ "documents": exported, "dry_run": true })).await.is(200);
    for item in applied["items"].as_array().unwrap() {
        assert_eq!((&item["result"], &item["warnings"]), (&json!("unchanged"), &json!([])), "{item}");
    }
    let run = world.refrain(&["schedule", "export", "nothing", "copy"]).await;
    assert_eq!(run.exit_code, 3);
    assert!(run.out.contains("id: copy") && run.err.contains("nothing does not exist"), "{}{}", run.out, run.err);
}
