//! What happens between the plan and the last change.

use serde_json::{Value, json};

use super::between::{Event, between};
use super::{DIGEST, files, names};
use crate::commands::folder::Folder;
use crate::world::World;

/// Returns a file with more schedules than fit into one request.
fn many(count: usize) -> Folder {
    let one = |number: usize| format!("{{id: s{number}, cron: '{} 9 * * *', action: {{provider: log}}}}", number % 60);
    let documents: Vec<String> = (0..count).map(|number| format!("- {}\n", one(number))).collect();
    Folder::new(&[("many.yaml", &documents.concat())])
}

#[tokio::test]
async fn a_document_that_changed_meanwhile_is_a_conflict_and_the_others_are_applied() {
    let (world, files) = (World::new().await, files());
    world.prints(&["apply", "-f", files.path(), "--yes"]).await;
    files.write("digest.yaml", &DIGEST.replace("0 9", "0 10"));
    files.write("new.yaml", "id: new\ncron: 0 9 * * *\naction: {provider: log}\n");
    let body = json!({ "cron": "0 11 * * *", "action": { "provider": "log" } });
    let url = between(world.base(), Event::EditBefore { id: "digest", body }).await;
    let run = world.refrain(&["apply", "-f", files.path(), "--yes", "--server", &url]).await;
    assert_eq!(run.exit_code, 4, "{}", run.err);
    assert!(run.out.contains("\nApplied: 1 created, 1 refused. Request ID: "), "{}", run.out);
    assert!(run.err.contains("digest.yaml:1:1: Schedule \"digest\" has revision 2, expected 1\n"), "{}", run.err);
    assert!(run.err.contains("error: 1 of 2 changes were refused; the others were made\nhint: "), "{}", run.err);
    assert_eq!(names(&world).await, ["digest", "new", "report"]);
    let expression = world.get("/v1/schedules/digest").await.is(200)["spec"]["recurrence"]["expression"].clone();
    assert_eq!(expression, "0 11 * * *");
}

#[tokio::test]
async fn what_is_left_after_an_outage_is_done_by_the_same_command() {
    let (world, files) = (World::new().await, many(501));
    let url = between(world.base(), Event::AwayAfter(1)).await;
    let apply = ["apply", "-f", files.path(), "--yes"];
    let run = world.refrain(&[&apply[..], &["--server", &url, "-o", "json"]].concat()).await;
    assert_eq!(run.exit_code, 5, "{}", run.err);
    assert!(
        run.err.contains("500 of 501 changes were reported, 1 may have been made, 0 were not sent ("),
        "{}",
        run.err
    );
    let applied: Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!((&applied["done"], &applied["results"][500]["result"]), (&json!(false), &json!("unknown")));
    let out = world.prints(&apply).await;
    assert!(out.contains("\nPlan: 1 created, 500 unchanged.\nApplied: 1 created."), "{out}");
    assert_eq!(world.prints(&apply).await, "Plan: 501 unchanged.\n");
}

#[tokio::test]
async fn documents_that_a_request_has_no_time_or_room_for_are_sent_again() {
    for event in [Event::TimeFor(7), Event::RoomFor(7)] {
        let (world, files) = (World::new().await, many(20));
        let url = between(world.base(), event).await;
        let out = world.prints(&["apply", "-f", files.path(), "--yes", "--server", &url]).await;
        assert!(out.contains("\nApplied: 20 created."), "{out}");
        assert_eq!(names(&world).await.len(), 20);
    }
    let (world, files) = (World::new().await, many(1));
    let url = between(world.base(), Event::RoomFor(0)).await;
    let error = world.fails(2, &["apply", "-f", files.path(), "--yes", "--server", &url]).await;
    assert!(error.starts_with("error: document `s0` is larger than the server accepts\nhint: "), "{error}");
}

#[tokio::test]
async fn a_server_of_another_version_is_named_and_an_older_one_explained() {
    let (world, files) = (World::new().await, files());
    let url = between(world.base(), Event::Version("9.8.7")).await;
    let run = world.refrain(&["apply", "-f", files.path(), "--dry-run", "--server", &url]).await;
    let own = env!("CARGO_PKG_VERSION");
    assert_eq!(run.exit_code, 10);
    assert!(
        run.err.starts_with(&format!("warning: the server has version 9.8.7, this program version {own}")),
        "{}",
        run.err
    );
    let url = between(world.base(), Event::Unknown).await;
    let error = world.fails(1, &["apply", "-f", files.path(), "--dry-run", "--server", &url]).await;
    assert!(error.contains("does not know `POST /v1/apply`, so it is older"), "{error}");
    let error = world.fails(5, &["apply", "-f", files.path(), "--yes", "--server", "http://127.0.0.1:1"]).await;
    assert!(error.starts_with("error: the server cannot be reached (http://127.0.0.1:1)\n"), "{error}");
}
