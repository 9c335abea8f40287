//! Screens of a fleet at the usual sizes, and what keys do to them.

use std::time::Duration;

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use jiff::Timestamp;
use serde_json::{Value, json};

use super::details::Details;
use super::draw::draw;
use super::fleet::Fleet;
use super::keys::{Effect, press};
use super::message::{Action, Message, Request};
use super::state::State;
use crate::terminal::Size;

const NOW: &str = "2026-01-05T09:00:00Z";
const SMALL: Size = Size { width: 80, height: 24 };
const LARGE: Size = Size { width: 200, height: 50 };

fn now() -> Timestamp {
    NOW.parse().unwrap()
}

fn seconds_ago(seconds: i64) -> Value {
    json!(Timestamp::from_second(now().as_second() - seconds).unwrap())
}

fn schedule(id: &str, status: &str, failures: u64, error: &str) -> Value {
    json!({
        "id": id, "namespace": "default", "tenant": "default", "revision": 1, "status": status,
        "status_note": { "by": "test", "text": error }, "source": "api", "sentence": "Every 15 minutes",
        "created_at": NOW, "updated_at": seconds_ago(90), "next_at": seconds_ago(-400),
        "counters": {
            "runs": 20, "succeeded": 8, "skipped": 0, "failed": 12, "consecutive_failures": failures,
            "last_error": error, "last_success_at": seconds_ago(7_300), "last_ended_at": seconds_ago(30),
        },
    })
}

fn run(id: i64, schedule: &str, state: &str, due: i64, started: Option<i64>, ended: Option<i64>) -> Value {
    json!({
        "id": id, "schedule": schedule, "period_key": "k", "discriminator": "", "nominal_at": seconds_ago(due),
        "due_at": seconds_ago(due), "state": state, "trigger": "schedule", "priority": "normal",
        "attempt": i32::from(started.is_some()), "cancel_requested": false, "has_own_payload": false,
        "revision": 1, "tzdb": "2026a", "idempotency_key": "k", "created_at": NOW, "node": "node-a",
        "started_at": started.map(seconds_ago), "ended_at": ended.map(seconds_ago),
    })
}

fn read<T: serde::de::DeserializeOwned>(value: Value) -> T {
    serde_json::from_value(value).unwrap()
}

fn node(id: &str, up_seconds: i64) -> Value {
    let started_at = seconds_ago(up_seconds);
    json!({ "id": id, "version": "0.1.0", "tzdb": "2026a", "started_at": started_at, "is_current": id == "node-a" })
}

fn fleet() -> Fleet {
    let count = |count: i64| json!({ "count": count, "is_cut": count == 500 });
    let failed: Vec<Value> = (0..40)
        .map(|index| {
            let counts = json!({ "planned": 0, "running": 0, "succeeded": 0, "skipped": 0, "failed": index + 1 });
            let span = json!({ "from": seconds_ago(9_000), "until": seconds_ago(60 * (index + 1)), "counts": counts });
            json!({ "schedule": format!("billing-export-{index:02}"), "spans": [span] })
        })
        .collect();
    let failing = schedule("billing-export-39", "active", 40, "webhook: connection refused (127.0.0.1:9)");
    Fleet {
        stats: read(json!({
            "at": NOW,
            "schedules": {
                "active": count(4_980), "paused": count(12), "canceled": count(0), "disabled": count(3),
                "finished": count(5),
            },
            "planned": count(500), "running": count(3), "overdue": count(1), "nodes": 2,
            "node": {
                "id": "node-a", "planned": 9, "started": 9, "succeeded": 8_231, "skipped": 0, "failed": 412,
                "retried": 77, "missed": 0,
            },
        })),
        nodes: Some(read(json!([node("node-a", 93_600), node("node-b", 300),]))),
        running: read(json!([
            run(7, "nightly-index", "running", 400, Some(390), None),
            run(8, "ping", "running", 1, Some(1), None)
        ])),
        due: (
            read(json!([run(9, "late-report", "planned", 185, None, None), run(10, "soon", "planned", 2, None, None)])),
            false,
        ),
        completed: read(
            (0..100).map(|index| run(index, "ping", "succeeded", index + 1, Some(index), Some(index))).collect(),
        ),
        failed: (read(json!(failed)), 40),
        disabled: vec![read(schedule("broken-zone", "disabled", 0, "no such time zone"))],
        stale: read(json!([{ "id": "orphan", "due_at": seconds_ago(3_720), "problem": null }])),
        schedules: [("billing-export-39".to_owned(), read(failing))].into(),
    }
}

fn state() -> State {
    let mut state = State::new("http://127.0.0.1:7433", Duration::from_secs(2), now());
    state.take(Message::Fleet(Ok((Box::new(fleet()), Vec::new()))));
    state
}

fn keys(state: &mut State, keys: &[KeyCode]) -> Effect {
    let press = |effect: Effect, key: &KeyCode| match press(state, KeyEvent::new(*key, KeyModifiers::NONE)) {
        Effect::None => effect,
        other => other,
    };
    keys.iter().fold(Effect::None, press)
}

fn check(state: &mut State, size: Size, expected: &str) {
    let screen = draw(state, size).text();
    assert_eq!(screen, expected, "\n{screen}");
}

#[test]
fn screens_show_the_most_urgent_schedules_first() {
    check(&mut state(), SMALL, include_str!("snapshots/table-80x24.txt"));
    check(&mut state(), LARGE, include_str!("snapshots/table-200x50.txt"));
}

#[test]
fn the_last_state_stays_while_the_server_is_away() {
    let mut state = state();
    state.now = "2026-01-05T09:01:05Z".parse().unwrap();
    state.away = Some((now(), "the server cannot be reached".to_owned()));
    let screen = draw(&mut state, SMALL).text();
    assert!(
        screen.starts_with("refrain top  http://127.0.0.1:7433  last answer 1m 5s ago: the server cannot be…\n"),
        "{screen}"
    );
    assert!(screen.contains("4980 active"), "{screen}");
    state.take(Message::Fleet(Ok((Box::new(fleet()), Vec::new()))));
    assert!(!draw(&mut state, SMALL).text().contains("last answer"));
}

#[test]
fn any_size_can_be_drawn() {
    for (width, height) in [(1, 1), (2, 3), (20, 5), (40, 10), (500, 200)] {
        let screen = draw(&mut state(), Size { width, height }).text();
        assert_eq!(screen.lines().count(), height);
    }
    let mut empty = State::new("http://127.0.0.1:7433", Duration::from_secs(2), now());
    assert!(draw(&mut empty, SMALL).text().contains("Waiting for the server"));
}

#[test]
fn details_show_a_whole_error_and_the_newest_runs() {
    let mut state = state();
    assert_eq!(
        keys(&mut state, &[KeyCode::Down, KeyCode::Down, KeyCode::Down, KeyCode::Enter]),
        Effect::Request(Request::Details("billing-export-39".to_owned()))
    );
    assert!(draw(&mut state, SMALL).text().contains("Reading …"));
    let error = "webhook: the receiver at 127.0.0.1:9 refused the connection; this is attempt 4 of 4, and none is left";
    let details = Details {
        id: "billing-export-39".to_owned(),
        schedule: Some(read(schedule("billing-export-39", "active", 40, error))),
        runs: read(json!([run(71, "billing-export-39", "failed", 60, Some(59), Some(58))])),
        why: Some("The occurrence of 2026-01-05T08:59:00Z failed after 4 attempts.".to_owned()),
        error: None,
    };
    state.take(Message::Details(Box::new(details)));
    check(&mut state, SMALL, include_str!("snapshots/details-80x24.txt"));
    assert_eq!(keys(&mut state, &[KeyCode::Esc, KeyCode::Char('q')]), Effect::Quit);
}

#[test]
fn changes_are_asked_for_and_only_y_confirms() {
    let mut state = state();
    keys(&mut state, &[KeyCode::Char('/'), KeyCode::Char('3'), KeyCode::Char('9'), KeyCode::Enter, KeyCode::Char('p')]);
    let screen = draw(&mut state, SMALL).text();
    assert!(screen.ends_with("Pause billing-export-39? [y/N]\n"), "{screen}");
    assert_eq!(keys(&mut state, &[KeyCode::Enter]), Effect::None);
    assert!(draw(&mut state, SMALL).text().ends_with("Nothing was changed.\n"));
    let pause = Action::Pause("billing-export-39".to_owned());
    assert_eq!(keys(&mut state, &[KeyCode::Char('p'), KeyCode::Char('y')]), Effect::Request(Request::Change(pause)));
    let run = Action::Run("billing-export-39".to_owned());
    assert_eq!(keys(&mut state, &[KeyCode::Char('r'), KeyCode::Char('Y')]), Effect::Request(Request::Change(run)));
}

#[test]
fn a_schedule_of_unknown_status_is_not_paused() {
    let mut state = state();
    assert_eq!(keys(&mut state, &[KeyCode::Char('p')]), Effect::None);
    assert!(draw(&mut state, SMALL).text().ends_with("the status of orphan is not known yet\n"));
}

#[test]
fn the_selection_stays_on_its_schedule_and_in_view() {
    let mut state = state();
    keys(&mut state, &[KeyCode::End]);
    let screen = draw(&mut state, SMALL).text();
    assert!(screen.contains("> nightly-index"), "{screen}");
    keys(&mut state, &[KeyCode::Char('s')]);
    let screen = draw(&mut state, SMALL).text();
    assert!(screen.contains("> nightly-index") && screen.contains("s sort: id"), "{screen}");
    keys(&mut state, &[KeyCode::Home]);
    assert!(draw(&mut state, SMALL).text().contains("> billing-export-00"));
}

#[test]
fn all_schedules_are_listed_by_the_server() {
    let mut state = state();
    keys(&mut state, &[KeyCode::Char('a'), KeyCode::Char('/'), KeyCode::Char('x'), KeyCode::Enter]);
    assert_eq!(state.wish().list.as_deref(), Some("x"));
    let listed = vec![read(schedule("exports", "paused", 0, ""))];
    state.take(Message::Fleet(Ok((Box::new(fleet()), listed))));
    let screen = draw(&mut state, SMALL).text();
    assert!(screen.contains("> exports"), "{screen}");
    assert!(screen.contains("paused, ok"), "{screen}");
    keys(&mut state, &[KeyCode::Char('p')]);
    assert!(draw(&mut state, SMALL).text().ends_with("Resume exports? [y/N]\n"));
}

#[test]
fn control_c_interrupts_in_every_mode() {
    for before in [&[][..], &[KeyCode::Char('/')], &[KeyCode::Char('r')], &[KeyCode::Enter]] {
        let mut state = state();
        keys(&mut state, before);
        let interrupt = KeyEvent::new(KeyCode::Char('c'), KeyModifiers::CONTROL);
        assert_eq!(press(&mut state, interrupt), Effect::Interrupt);
    }
}
