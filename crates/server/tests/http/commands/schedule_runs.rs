//! Commands that run schedules and explain their runs.

use serde_json::json;

use crate::world::World;

/// A schedule, and one whose runs fail because its provider does not exist.
async fn schedules(world: &World, cron: &str) {
    let good = json!({ "cron": cron, "timezone": "UTC", "action": { "provider": "log" } });
    world.put("/v1/schedules/good", &good).await.is(201);
    let bad = json!({
        "cron": cron, "retry": { "max_attempts": 1 }, "allow_unknown_provider": true,
        "action": { "provider": "nobody" },
    });
    world.put("/v1/schedules/bad", &bad).await.is(201);
}

#[tokio::test]
async fn a_manual_run_is_started_and_awaited() {
    let world = World::new().await;
    // No run of the schedule itself overlaps a manual run.
    schedules(&world, "@yearly").await;
    let started = world.prints(&["schedule", "run", "good", "--note", "a test"]).await;
    assert!(started.starts_with("Started run ") && started.contains("refrain run get "), "{started}");
    world.until("/v1/schedules/good/runs", |runs| runs["items"][0]["state"] == "succeeded").await;
    let done = world.prints(&["schedule", "run", "good", "--wait"]).await;
    assert!(done.ends_with(" of good succeeded.\n"), "{done}");
    let ended = world.prints_json(&["schedule", "run", "good", "--wait"]).await;
    assert_eq!((&ended[0]["state"], &ended[0]["trigger"]), (&json!("succeeded"), &json!("manual")));
    let error = world.fails(1, &["schedule", "run", "bad", "--wait"]).await;
    assert!(error.contains(" of bad failed (unknown_provider)"), "{error}");
    world.fails(3, &["schedule", "run", "nothing"]).await;
    let runs = world.prints_json(&["schedule", "runs", "good", "--state", "succeeded"]).await;
    assert!(runs.as_array().unwrap().len() >= 2, "{runs}");
    assert_eq!(world.prints_json(&["schedule", "runs", "good", "-n", "1"]).await.as_array().unwrap().len(), 1);
    world.fails(3, &["schedule", "runs", "nothing", "--state", "failed"]).await;
}

#[tokio::test]
async fn a_run_is_started_and_retried_with_a_payload_of_its_own() {
    let world = World::new().await;
    schedules(&world, "@yearly").await;
    let ended = world.prints_json(&["schedule", "run", "good", "--payload", "{\"a\": 1}", "--wait"]).await;
    assert_eq!((&ended[0]["payload"], &ended[0]["has_own_payload"]), (&json!({ "a": 1 }), &json!(true)));
    let id = ended[0]["id"].to_string();
    let again = world.prints_json(&["run", "retry", &id, "--payload", "[2]"]).await;
    assert_eq!(again[0]["has_own_payload"], true);
    let path = format!("/v1/occurrences/{id}");
    let run = world.until(&path, |run| run["state"] == "succeeded").await;
    assert_eq!(run["payload"], json!([2]));
    let error = world.fails(2, &["schedule", "run", "good", "--payload", "{a}"]).await;
    assert!(error.starts_with("error: --payload is not JSON"), "{error}");
}

#[tokio::test]
async fn several_discriminators_run_at_once() {
    let world = World::new().await;
    let body = json!({ "cron": "@yearly", "discriminators": ["eu", "us"], "action": { "provider": "log" } });
    world.put("/v1/schedules/good", &body).await.is(201);
    let ended = world.prints_json(&["schedule", "run", "good", "-d", "eu", "-d", "us", "--wait"]).await;
    let names: Vec<&str> = ended.as_array().unwrap().iter().map(|run| run["discriminator"].as_str().unwrap()).collect();
    assert_eq!(names, ["eu", "us"]);
    let refused = world.refrain(&["schedule", "run", "good", "-d", "eu", "-d", "mars"]).await;
    assert_ne!(refused.exit_code, 0);
    assert!(refused.out.starts_with("Started run "), "{}{}", refused.out, refused.err);
}

#[tokio::test]
async fn the_next_occurrences_are_in_the_time_zone_of_the_schedule() {
    let world = World::new().await;
    let body = json!({ "cron": "0 9 * * *", "timezone": "Asia/Tokyo", "action": { "provider": "log" } });
    world.put("/v1/schedules/good", &body).await.is(201);
    let next = world.prints(&["schedule", "next", "good", "-n", "3"]).await;
    assert_eq!(next.lines().count(), 4, "{next}");
    assert!(next.lines().nth(1).unwrap().contains("09:00:00 +09:00  "), "{next}");
    let next = world.prints_json(&["schedule", "next", "good"]).await;
    assert_eq!(next.as_array().unwrap().len(), 10);
    world.prints(&["schedule", "pause", "good"]).await;
    assert_eq!(world.prints(&["schedule", "next", "good"]).await, "good is paused, so it has no next occurrence.\n");
}

#[tokio::test]
async fn a_range_before_the_first_interval_is_explained() {
    let world = World::new().await;
    let create = |id: &'static str| ["schedule", "create", id, "--when", "every 7 minutes", "--provider", "log"];
    world.prints(&create("since-creation")).await;
    world.prints(&[&create("since-2026")[..], &["--set", "spec.starts_at=2026-01-01T00:00:00Z"]].concat()).await;
    let preview = async |id: &str| {
        let range = ["schedule", "backfill", id, "--from", "2026-01-01", "--to", "2026-01-02", "--dry-run"];
        world.prints(&range).await
    };
    let none = preview("since-creation").await;
    assert!(none.starts_with("There is nothing to run: 0 occurrences exist already.\n"), "{none}");
    assert!(none.contains("counted from its creation, ") && none.contains("`spec.starts_at`"), "{none}");
    let some = preview("since-2026").await;
    assert!(some.starts_with("Occurrences: ") && !some.contains("creation"), "{some}");
    world.stop().await;
}

#[tokio::test]
async fn a_past_range_is_run() {
    let world = World::new().await;
    schedules(&world, "0 * * * *").await;
    let range = ["schedule", "backfill", "good", "--from", "2026-01-01", "--to", "2026-01-01T05:30"];
    let preview = world.prints(&[&range[..], &["--dry-run"]].concat()).await;
    assert!(preview.starts_with("Occurrences: 6 new, 0 run again, 0 stay as they are\n"), "{preview}");
    assert!(preview.contains("Thu 2026-01-01 00:00:00 +00:00 to Thu 2026-01-01 05:00:00 +00:00"), "{preview}");
    let refused = world.refrain(&range).await;
    assert_eq!(refused.exit_code, 2);
    assert!(refused.err.contains("--yes"), "{}", refused.err);
    let done = world.prints(&[&range[..], &["--yes", "--wait"]].concat()).await;
    assert_eq!(done, "Backfilled 6 occurrences of good.\n");
    let again = world.prints(&range).await;
    assert_eq!(again, "There is nothing to run: 6 occurrences exist already.\n");
    let run = world.refrain(&[
        "schedule",
        "backfill",
        "bad",
        "--from",
        "2026-01-01",
        "--to",
        "2026-01-01",
        "--yes",
        "--wait",
    ]);
    let run = run.await;
    assert_eq!(run.exit_code, 1);
    assert!(run.err.contains("1 of 1 occurrences of bad did not succeed"), "{}{}", run.out, run.err);
    assert_eq!(run.out, "Backfilled 0 of 1 occurrences of bad.\n");
}

#[tokio::test]
async fn the_last_run_and_the_present_are_explained() {
    let world = World::new().await;
    schedules(&world, "0 * * * *").await;
    let fresh = world.prints(&["schedule", "why", "good"]).await;
    assert!(fresh.contains("Last run:  none has ended yet\n"), "{fresh}");
    assert!(fresh.contains("it is not running, because nothing is due; the next occurrence is "), "{fresh}");
    world.refrain(&["schedule", "run", "bad", "--wait"]).await;
    let failed = world.prints(&["schedule", "why", "bad"]).await;
    assert!(failed.contains(" failed ") && failed.contains("(unknown_provider)"), "{failed}");
    assert!(failed.contains("See `refrain run logs "), "{failed}");
    let known = world.prints_json(&["schedule", "why", "bad"]).await;
    assert_eq!((&known["schedule"]["id"], &known["last_run"]["state"]), (&json!("bad"), &json!("failed")));
    let at = world.prints(&["schedule", "why", "good", "--at", "2099-01-01T09:30"]).await;
    assert!(at.contains("minute: 30 does not match"), "{at}");
    let at = world.prints_json(&["schedule", "why", "good", "--at", "2099-01-01T09:30:00Z"]).await;
    assert_eq!(at["answer"], "not_matched");
    world.put("/v1/holds/freeze", &json!({ "code": "freeze" })).await.is(200);
    let held = world.prints(&["schedule", "why", "good"]).await;
    assert!(held.contains("but a hold will skip it"), "{held}");
}
