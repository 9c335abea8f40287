//! `refrain provider`.

use serde_json::json;

use crate::world::World;

#[tokio::test]
async fn providers_are_listed_shown_and_tested() {
    let world = World::new().await;
    let names = world.prints(&["provider", "list", "-o", "name"]).await;
    assert!(names.lines().any(|name| name == "log") && names.lines().any(|name| name == "queue"), "{names}");
    let shown = world.prints(&["provider", "get", "log"]).await;
    assert_eq!(shown, "Name:     log\nStatus:   ok\nCircuit:  closed\n");
    let error = world.fails(3, &["provider", "get", "lgo"]).await;
    assert!(error.contains("did you mean `log`?"), "{error}");
    let tested = world.prints(&["provider", "test", "log"]).await;
    assert!(tested.ends_with("Outcome: delivered.\n"), "{tested}");
    let planned = world.prints_json(&["provider", "test", "log", "--dry-run", "--payload", r#"{"a": 1}"#]).await;
    assert_eq!((&planned["dry_run"], &planned["report"]["outcome"]), (&json!(true), &json!(null)));
    // An action that is not delivered is shown, and is a failure.
    let failed = world.refrain(&["provider", "test", "nothing"]).await;
    assert_eq!((failed.exit_code, failed.err.as_str()), (1, ""));
    assert!(failed.out.contains("Outcome: retryable (unknown_provider)"), "{}", failed.out);
    world.stop().await;
}

#[tokio::test]
async fn a_circuit_is_opened_shown_and_closed() {
    let world = World::new().await;
    let body = json!({ "id": "hook", "when": "0 9 * * *", "action": { "provider": "queue", "target": "mail" } });
    world.post("/v1/schedules", &body).await.is(201);
    let opened = world.prints(&["provider", "trip", "queue", "mail", "--note", "it is being moved"]).await;
    assert_eq!(opened, "Opened the circuit of queue for mail.\n");
    let shown = world.prints(&["provider", "get", "queue"]).await;
    assert!(shown.ends_with("Circuit:  tripped (mail): it is being moved\n"), "{shown}");
    let open = world.prints(&["provider", "list", "--circuits"]).await;
    assert!(open.contains("queue") && open.contains("mail") && open.contains("tripped"), "{open}");
    let closed = world.prints_json(&["provider", "reset", "queue", "mail"]).await;
    assert_eq!(closed["is_closed"], true);
    assert_eq!(
        world.prints(&["provider", "list", "--circuits"]).await,
        "The circuits of all receivers that schedules name are closed.\n"
    );
    let misspelled = world.prints(&["provider", "trip", "lgo"]).await;
    assert!(misspelled.contains("check the spelling"), "{misspelled}");
    world.stop().await;
}
