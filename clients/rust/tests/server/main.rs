//! The client against a real server: `refrain serve` on SQLite.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod errors;
mod events;
mod process;
mod schedules;
mod work;

use refrain_client::types::{Action, NewSchedule};
use serde_json::json;

/// Returns a schedule that is never due by itself, and that writes a log record.
fn yearly(id: &str) -> NewSchedule {
    let action = Action::new("log").with_payload(json!({"to": "team"}));
    NewSchedule::cron("0 0 1 1 *", action).with_id(id).with_timezone("UTC")
}
