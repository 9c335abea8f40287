//! `refrain run`.

use serde_json::json;

use crate::world::World;

async fn failed_run(world: &World) -> String {
    let body = json!({
        "cron": "@yearly", "retry": { "max_attempts": 1 }, "allow_unknown_provider": true,
        "labels": { "team": "a" }, "action": { "provider": "nobody" },
    });
    world.put("/v1/schedules/bad", &body).await;
    let run = world.refrain(&["schedule", "run", "bad", "--wait", "-o", "name"]).await;
    assert_eq!(run.exit_code, 1, "{}", run.err);
    run.out.trim().to_owned()
}

#[tokio::test]
async fn runs_are_listed_shown_and_retried() {
    let world = World::new().await;
    assert_eq!(world.prints(&["run", "list"]).await, "No runs found.\n");
    let id = failed_run(&world).await;
    let listed = world.prints(&["run", "list", "--state", "failed", "--label", "team=a", "--from", "1h ago"]).await;
    assert!(listed.lines().nth(1).unwrap().starts_with(&format!("{id}  ")), "{listed}");
    assert!(listed.contains("unknown_provider"), "{listed}");
    assert_eq!(world.prints(&["runs", "list", "--schedule", "bad", "--until", "1h ago"]).await, "No runs found.\n");
    let shown = world.prints(&["run", "get", &id]).await;
    assert!(shown.contains("State:        failed (unknown_provider)\n"), "{shown}");
    let logs = world.prints(&["run", "logs", &id]).await;
    assert!(logs.starts_with("ATTEMPT") && logs.contains("failed"), "{logs}");
    let run = world.refrain(&["run", "retry", "999999", &id, "--note", "again"]).await;
    assert_eq!((run.exit_code, run.out), (3, format!("Run {id} of bad is planned again.\n")));
    world.until(&format!("/v1/occurrences/{id}"), |run| run["attempts"].as_array().unwrap().len() == 2).await;
    world.until(&format!("/v1/occurrences/{id}"), |run| run["state"] == "failed").await;
    let logs = world.prints_json(&["run", "logs", &id]).await;
    assert_eq!(logs.as_array().unwrap().len(), 2);
    assert!(world.fails(4, &["run", "skip", &id]).await.contains("failed"));
    world.fails(3, &["run", "get", "999999"]).await;
    world.fails(2, &["run", "get", "digest"]).await;
}

#[tokio::test]
async fn planned_runs_are_skipped_and_canceled() {
    let world = World::new().await;
    let body = json!({ "cron": "0 9 * * *", "timezone": "UTC", "action": { "provider": "log" } });
    world.put("/v1/schedules/later", &body).await.is(201);
    let now = world.get("/v1/stats").await.is(200)["at"].clone();
    let ahead = json!({ "as_of": now, "lookahead": "72h" });
    world.post("/v1/generate", &ahead).await.is(200);
    let planned = world.prints(&["run", "list", "--state", "planned", "-o", "name"]).await;
    let ids: Vec<&str> = planned.lines().collect();
    assert!(ids.len() >= 2, "{planned}");
    assert_eq!(world.prints(&["run", "skip", ids[0]]).await, format!("Skipped run {} of later.\n", ids[0]));
    assert_eq!(world.prints(&["run", "cancel", ids[1]]).await, format!("Canceled run {} of later.\n", ids[1]));
    assert_eq!(
        world.prints(&["run", "logs", ids[0]]).await,
        format!("Run {} is skipped and has no attempt.\n", ids[0])
    );
}
