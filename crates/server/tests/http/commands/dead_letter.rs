//! `refrain dead-letter`.

use serde_json::json;

use crate::world::World;

#[tokio::test]
async fn failed_runs_and_dead_work_items_are_listed_and_replayed() {
    let world = World::new().await;
    assert_eq!(world.prints(&["dead-letter", "list"]).await, "No dead letters found.\n");
    let body = json!({
        "cron": "@yearly", "retry": { "max_attempts": 1 }, "allow_unknown_provider": true,
        "action": { "provider": "nobody" },
    });
    world.put("/v1/schedules/bad", &body).await.is(201);
    let run = world.refrain(&["schedule", "run", "bad", "--wait", "-o", "name"]).await.out;
    let item = world.prints_json(&["queue", "enqueue", "emails"]).await["id"].to_string();
    let claimed = world.prints_json(&["queue", "claim", "emails"]).await;
    let fence = claimed[0]["fence"].to_string();
    world.prints(&["queue", "fail", &item, "--fence", &fence, "--error", "no mailbox", "--no-retry"]).await;
    let listed = world.prints(&["dead-letter", "list"]).await;
    assert_eq!(listed.lines().count(), 3, "{listed}");
    assert!(listed.contains("unknown_provider") && listed.contains("no mailbox"), "{listed}");
    assert_eq!(world.prints(&["dead-letters", "list", "--schedule", "bad", "-o", "name"]).await, run);
    assert_eq!(world.prints(&["dead-letter", "list", "--queue", "emails", "-o", "name"]).await, format!("{item}\n"));
    assert!(world.fails(2, &["dead-letter", "replay", "--schedule", "bad"]).await.contains("--yes"));
    let done = world.prints(&["dead-letter", "replay", "--queue", "emails", "--yes"]).await;
    assert_eq!(done, "Replayed 1 work item.\n");
    let id = run.trim();
    let done = world.prints(&["dead-letter", "replay", id, "--note", "again"]).await;
    assert_eq!(done, format!("Replayed run {id}.\n"));
    let refused = world.fails(3, &["dead-letter", "replay", "999999"]).await;
    assert!(refused.contains("run 999999 is no dead letter"), "{refused}");
    world.fails(2, &["dead-letter", "replay"]).await;
}

#[tokio::test]
async fn dead_letters_are_discarded_and_discarded_runs_are_listed() {
    let world = World::new().await;
    let body = json!({
        "cron": "0 * * * *", "retry": { "max_attempts": 1 }, "allow_unknown_provider": true,
        "action": { "provider": "nobody" },
    });
    world.put("/v1/schedules/bad", &body).await.is(201);
    let run = world.refrain(&["schedule", "run", "bad", "--wait", "-o", "name"]).await.out;
    assert!(world.fails(2, &["dead-letter", "discard", "--schedule", "bad"]).await.contains("--yes"));
    let done = world.prints(&["dead-letter", "discard", run.trim(), "--note", "sent by hand"]).await;
    assert_eq!(done, format!("Discarded run {}.\n", run.trim()));
    assert_eq!(world.prints(&["dead-letter", "list"]).await, "No dead letters found.\n");
    assert_eq!(world.prints(&["dead-letter", "list", "--discarded", "-o", "name"]).await, run);
    assert!(world.fails(3, &["dead-letter", "replay", run.trim()]).await.contains("is no dead letter"));
    let done = world.prints_json(&["dead-letter", "discard", "--schedule", "bad", "--yes"]).await;
    assert_eq!(done, json!({ "discarded": [], "refused": [] }));
    world.fails(2, &["dead-letter", "list", "--discarded", "--kind", "work-item"]).await;
}
