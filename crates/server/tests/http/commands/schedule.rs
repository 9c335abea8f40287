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
