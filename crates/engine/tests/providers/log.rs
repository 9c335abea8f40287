//! The `log` provider: one log record per occurrence.

use refrain::model::Action;
use refrain::observe::Event;
use serde_json::json;

use crate::world::World;

#[tokio::test]
async fn an_occurrence_is_one_log_line_and_delivered() {
    let world = World::new().await;
    let mut events = world.refrain.events().subscribe();
    let action = Action { kind: "note".to_owned(), ..Action::new("log", json!({"to": "ann"})) };
    world.fire_hourly(action).await;
    let mut lines = Vec::new();
    while let Ok(event) = events.try_recv() {
        if let Event::Logged { line, schedule, attempt, .. } = event {
            lines.push(format!("{} {attempt} {line}", schedule.id));
        }
    }
    assert_eq!(lines, [r#"hourly 1 note {"to":"ann"}"#]);
    let runs = world.refrain.runs("hourly", &refrain::store::Page::first(10)).await.unwrap().rows;
    assert_eq!(runs.iter().filter(|run| run.state == refrain::model::State::Succeeded).count(), 1);
}

#[tokio::test]
async fn a_long_line_is_cut() {
    let world = World::new().await;
    let mut events = world.refrain.events().subscribe();
    world.fire_hourly(Action::new("log", json!("x".repeat(200_000)))).await;
    let mut longest = 0;
    while let Ok(event) = events.try_recv() {
        if let Event::Logged { line, .. } = event {
            longest = line.len();
        }
    }
    assert_eq!(longest, refrain::delivery::LOG_LINE_BYTES_MAX);
}
