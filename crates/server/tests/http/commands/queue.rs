//! `refrain queue`.

use serde_json::json;

use crate::world::World;

#[tokio::test]
async fn work_items_are_enqueued_claimed_and_settled() {
    let world = World::new().await;
    assert_eq!(world.prints(&["queue", "list"]).await, "No work items found.\n");
    assert_eq!(world.prints(&["queue", "stats"]).await, "No work items are waiting, running or dead.\n");
    assert_eq!(world.prints(&["queue", "claim", "emails"]).await, "emails has no work item to claim.\n");
    let first =
        world.prints(&["queue", "enqueue", "emails", "--payload", "{\"to\": \"ann\"}", "--item-key", "ann"]).await;
    assert!(first.starts_with("Enqueued work item "), "{first}");
    let again = world.prints(&["queue", "enqueue", "emails", "--item-key", "ann"]).await;
    assert!(again.starts_with("emails already has this key: work item "), "{again}");
    world.prints(&["queue", "enqueue", "emails", "--ready-at", "1h"]).await;
    let stats = world.prints_json(&["queue", "stats"]).await;
    assert_eq!((&stats[0]["queue"], &stats[0]["queued"], &stats[0]["dead"]), (&json!("emails"), &json!(2), &json!(0)));
    let claimed = world.prints_json(&["queue", "claim", "emails", "--lease", "5m", "--worker", "me"]).await;
    let (id, fence) = (claimed[0]["id"].to_string(), claimed[0]["fence"].to_string());
    assert!(world.prints(&["queue", "list", "emails", "--state", "running"]).await.contains("running"));
    let extended = world.prints(&["queue", "extend", &id, "--fence", &fence, "--lease", "10m"]).await;
    assert!(extended.starts_with(&format!("The lease of work item {id} ends ")), "{extended}");
    let retried = world.prints(&["queue", "fail", &id, "--fence", &fence, "--error", "busy"]).await;
    assert!(retried.starts_with(&format!("Work item {id} is retried ")), "{retried}");
    let lost = world.fails(4, &["queue", "complete", &id, "--fence", &fence]).await;
    assert!(lost.contains("no longer valid"), "{lost}");
    let claimed = world.prints_json(&["queue", "claim", "emails", "--wait", "30s"]).await;
    let fence = claimed[0]["fence"].to_string();
    let done = world.prints(&["queue", "complete", &id, "--fence", &fence, "--result", "{\"sent\": 1}"]).await;
    assert_eq!(done, format!("Completed work item {id} of emails.\n"));
    assert_eq!(world.get(&format!("/v1/work-items/{id}")).await.is(200)["result"], json!({ "sent": 1 }));
    world.fails(3, &["queue", "complete", "999999", "--fence", "1"]).await;
}
