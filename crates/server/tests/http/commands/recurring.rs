//! `refrain recurring`.

use serde_json::json;

use crate::keyed::{Keyed, PERMISSIONS};
use crate::world::World;

const CREATE: [&str; 10] = [
    "recurring",
    "create",
    "--cron",
    "0 9 * * *",
    "--tz",
    "Europe/Paris",
    "--provider",
    "log",
    "--action-type",
    "digest",
];

#[tokio::test]
async fn a_recurring_action_goes_through_its_life() {
    let world = World::new().await;
    assert_eq!(world.prints(&["recurring", "list"]).await, "No recurring actions found.\n");
    let id = world.prints(&[&CREATE[..], &["--set", "labels.team=\"billing\"", "-o", "name"]].concat()).await;
    let id = id.trim_end();
    assert_eq!(world.prints(&["recurring", "list", "--label", "team=billing", "-o", "name"]).await, format!("{id}\n"));
    assert_eq!(world.prints(&["recurring", "list", "--enabled", "false", "-o", "name"]).await, "");
    let shown = world.prints(&["recurring", "get", id]).await;
    assert!(shown.contains("Cron:         0 9 * * * (Europe/Paris)\n"), "{shown}");
    assert_eq!(world.prints(&["recurring", "get", id, "-o", "name"]).await, format!("{id}\n"));
    let updated = world.prints(&["recurring", "update", id, "--cron", "0 8 * * *", "--set", "max_executions=3"]).await;
    assert!(updated.starts_with(&format!("Updated recurring action {id}.")), "{updated}");
    let stored = world.prints_json(&["recurring", "get", id]).await;
    assert_eq!((&stored["cron_expr"], &stored["max_executions"]), (&json!("0 8 * * *"), &json!(3)));
    world.prints(&["recurring", "update", id, "--set", "max_executions=null"]).await;
    assert!(world.fails(2, &["recurring", "update", id]).await.contains("nothing to change"));
    assert_eq!(world.prints(&["recurring", "pause", id]).await, format!("Paused recurring action {id}.\n"));
    assert_eq!(world.prints_json(&["recurring", "get", id]).await["status"], "paused");
    assert_eq!(world.prints(&["recurring", "resume", id]).await, format!("Resumed recurring action {id}.\n"));
    assert_eq!(world.prints(&["recurring", "trigger", id]).await, format!("Triggered recurring action {id}.\n"));
    let range = ["--start", "2020-01-01", "--end", "2020-01-03T12:00"];
    let backfill = [&["recurring", "backfill", id][..], &range].concat();
    assert!(world.fails(2, &backfill).await.contains("--yes"));
    let planned = world.prints(&[&backfill[..], &["--yes"]].concat()).await;
    assert!(planned.ends_with("Planned 3 executions; 0 existed already.\n"), "{planned}");
    world
        .until(&format!("/v1/recurring/{id}/history?namespace=default&tenant=default"), |body| {
            let history = body["history"].as_array().unwrap();
            history.len() == 4 && history.iter().all(|execution| execution["outcome"] == "succeeded")
        })
        .await;
    let history = world.prints_json(&["recurring", "history", id, "-n", "2"]).await;
    assert_eq!(history.as_array().unwrap().len(), 2);
    assert!(world.fails(2, &["recurring", "delete", id]).await.contains("--yes"));
    world.prints(&["recurring", "delete", id, "--yes"]).await;
    world.fails(3, &["recurring", "get", id]).await;
    world.fails(3, &["recurring", "update", "no/such", "--cron", "0 8 * * *"]).await;
    world.stop().await;
}

#[tokio::test]
async fn the_fields_come_from_a_file_and_the_tenant_from_the_key() {
    let keyed = Keyed::new().await;
    let world = &keyed.world;
    let (key, _) = keyed.key("acme", "editor", &PERMISSIONS).await;
    let file = "cron_expr: 0 9 * * *\nprovider: log\naction_type: digest\npayload:\n  to: team\n";
    let create = ["recurring", "create", "-f", "-", "--cron", "0 7 * * *", "--key", &key, "-o", "json"];
    let run = world.refrain_with(&create, file).await;
    assert_eq!(run.exit_code, 0, "{}", run.err);
    let made: serde_json::Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!(made["cron_expr"], "0 7 * * *", "a flag takes precedence");
    let id = made["recurring_id"].as_str().unwrap();
    let shown = world.prints_json(&["recurring", "get", id, "--key", &key]).await;
    assert_eq!((&shown["tenant"], &shown["action_template"]["payload"]), (&json!("acme"), &json!({ "to": "team" })));
    // The operator names the tenant.
    world.fails(3, &["recurring", "get", id, "--key", &keyed.operator]).await;
    world.prints(&["recurring", "get", id, "--key", &keyed.operator, "--tenant", "default/acme"]).await;
}
