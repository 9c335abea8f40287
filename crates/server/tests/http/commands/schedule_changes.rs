//! Commands that change schedules.

use serde_json::json;

use crate::world::World;

async fn with(world: &World, ids: &[&str]) {
    for id in ids {
        let body = json!({
            "id": id, "cron": "0 9 * * *", "timezone": "UTC", "labels": { "team": id },
            "action": { "provider": "log" },
        });
        world.post("/v1/schedules", &body).await.is(201);
    }
}

async fn status(world: &World, id: &str) -> String {
    world.get(&format!("/v1/schedules/{id}")).await.is(200)["status"].as_str().unwrap().to_owned()
}

#[tokio::test]
async fn schedules_are_paused_resumed_and_canceled() {
    let world = World::new().await;
    with(&world, &["a", "b", "c"]).await;
    let paused = world.prints(&["schedule", "pause", "a", "b", "a", "--note", "moving", "--until", "2h"]).await;
    assert_eq!(paused, "Paused a.\nPaused b.\n");
    let stored = world.get("/v1/schedules/a").await.is(200);
    assert_eq!((&stored["status"], &stored["status_note"]["text"]), (&json!("paused"), &json!("moving")));
    assert!(stored["status_note"]["until"].is_string());
    assert!(world.prints(&["schedule", "why", "a"]).await.contains("paused until"));
    assert_eq!(world.prints(&["schedule", "resume", "--label", "team=a", "--yes"]).await, "Resumed a.\n");
    assert_eq!(world.prints(&["schedule", "resume", "--all", "--yes"]).await, "Resumed b.\n");
    assert_eq!(world.prints(&["schedule", "resume", "--all"]).await, "There is no schedule to resume.\n");
    let changed = world.prints_json(&["schedule", "cancel", "c", "--yes"]).await;
    assert_eq!((&changed[0]["id"], &changed[0]["status"]), (&json!("c"), &json!("canceled")));
    assert!(world.fails(4, &["schedule", "resume", "c"]).await.contains("canceled"));
}

#[tokio::test]
async fn one_that_does_not_exist_does_not_stop_the_others() {
    let world = World::new().await;
    with(&world, &["a", "b"]).await;
    for (verb, done) in [("pause", "Paused b.\n"), ("resume", "Resumed b.\n"), ("delete", "Deleted b.\n")] {
        let run = world.refrain(&["schedule", verb, "nothing", "b", "--yes"]).await;
        assert_eq!((run.exit_code, run.out.as_str()), (3, done), "{verb}: {}", run.err);
        assert!(run.err.contains("nothing does not exist"), "{verb}: {}", run.err);
    }
    world.get("/v1/schedules/b").await.refused(404, "not_found");
}

#[tokio::test]
async fn without_a_terminal_a_confirmation_is_a_flag() {
    let world = World::new().await;
    with(&world, &["a", "b"]).await;
    for arguments in [
        &["schedule", "delete", "a"][..],
        &["schedule", "cancel", "a"],
        &["schedule", "pause", "--all"],
        &["schedule", "pause", "--label", "team=a"],
    ] {
        let error = world.fails(2, arguments).await;
        assert!(error.contains("hint: add `--yes`"), "{error}");
        assert_eq!(status(&world, "a").await, "active");
    }
    assert_eq!(world.prints(&["schedule", "delete", "--all", "--yes"]).await, "Deleted a.\nDeleted b.\n");
    assert_eq!(world.prints(&["schedule", "delete", "--all", "--yes"]).await, "There is no schedule to delete.\n");
    let run = world.refrain(&["schedule", "delete"]).await;
    assert_eq!(run.exit_code, 2);
}

#[tokio::test]
async fn fields_are_set_without_an_editor() {
    let world = World::new().await;
    with(&world, &["a"]).await;
    let set =
        ["schedule", "edit", "a", "--set", "timeout=30s", "--set", "labels.tier=\"1\"", "--set", "when=every hour"];
    assert_eq!(world.prints(&set).await, "Updated a (revision 2).\n");
    let stored = world.get("/v1/schedules/a").await.is(200);
    assert_eq!((&stored["timeout"], &stored["labels"]), (&json!("30s"), &json!({ "team": "a", "tier": "1" })));
    assert_eq!(world.prints(&set).await, "a is already as stated.\n");
    let cleared = world.prints_json(&["schedule", "edit", "a", "--set", "timeout=null"]).await;
    assert_eq!((&cleared["timeout"], &cleared["revision"]), (&json!(null), &json!(3)));
    world.fails(4, &["schedule", "edit", "a", "--set", "timeout=1m", "--if-revision", "1"]).await;
    world.fails(3, &["schedule", "edit", "nothing", "--set", "timeout=1m"]).await;
    assert!(world.fails(2, &["schedule", "edit", "a", "--set", "time_out=1m"]).await.contains("time_out"));
    assert!(world.fails(2, &["schedule", "edit", "a"]).await.contains("--set PATH=VALUE"));
}

#[tokio::test]
async fn an_earlier_revision_is_restored() {
    let world = World::new().await;
    with(&world, &["a"]).await;
    world.patch("/v1/schedules/a", &json!({ "cron": "0 8 * * *" })).await.is(200);
    let revisions = world.prints_json(&["schedule", "revisions", "a"]).await;
    assert_eq!((&revisions[0]["revision"], &revisions[1]["revision"]), (&json!(2), &json!(1)));
    assert!(world.fails(2, &["schedule", "rollback", "a", "1"]).await.contains("--yes"));
    let done = world.prints(&["schedule", "rollback", "a", "1", "--yes"]).await;
    assert_eq!(done, "Rolled back a to revision 1 (revision 3).\n");
    assert_eq!(world.get("/v1/schedules/a").await.is(200)["spec"]["recurrence"]["expression"], "0 9 * * *");
    let same = world.prints(&["schedule", "rollback", "a", "1", "--yes"]).await;
    assert_eq!(same, "a already has the definition of revision 1.\n");
    world.fails(3, &["schedule", "rollback", "a", "9", "--yes"]).await;
}

#[tokio::test]
async fn a_server_that_is_away_is_an_error_of_its_own() {
    let world = World::new().await;
    let error = world.fails(5, &["schedule", "pause", "a", "--server", "http://127.0.0.1:1"]).await;
    assert!(error.contains("cannot be reached") && error.contains("hint: "), "{error}");
}
