//! The `log` provider: emits one log record per occurrence and reports it as delivered. It is the smallest
//! provider, and the one to test a schedule with.
//!
//! The line is emitted as [`Event::Logged`], truncated like every log record of a run. No store keeps it.

use async_trait::async_trait;

use crate::delivery::Provider;
use crate::delivery::{LOG_LINE_BYTES_MAX, OutgoingAction};
use crate::model::cut;
use crate::observe::Event;
use crate::outcome::Outcome;

/// Usual name of this provider.
pub const PROVIDER: &str = "log";

/// Emits one log record and reports the action as delivered.
#[derive(Clone, Copy, Debug, Default)]
pub struct LogProvider;

#[async_trait]
impl Provider for LogProvider {
    async fn send(&self, sending: &OutgoingAction) -> Outcome {
        let occurrence = &sending.run.occurrence;
        sending.run.events.publish(|| Event::Logged {
            schedule: occurrence.schedule.clone(),
            occurrence: occurrence.id,
            attempt: occurrence.attempt,
            line: cut(&line(sending), LOG_LINE_BYTES_MAX).to_owned(),
        });
        Outcome::DELIVERED
    }
}

/// Joins kind, target and payload of the action, without the empty parts.
fn line(sending: &OutgoingAction) -> String {
    let action = sending.action();
    let parts = [action.kind.clone(), action.target.clone(), action.payload.to_string()];
    parts.iter().filter(|part| !part.is_empty()).map(String::as_str).collect::<Vec<_>>().join(" ")
}
