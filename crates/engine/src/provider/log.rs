//! The provider `log`: one line about each occurrence for whoever listens, and it is delivered. It is the smallest
//! provider there is, and the one to try a schedule with.
//!
//! The line is told as [`Event::Logged`], cut as any line of a run; no store keeps it.

use async_trait::async_trait;

use super::Provider;
use crate::dispatch::{LOG_LINE_BYTES_MAX, Sending};
use crate::event::Event;
use crate::ledger::check::cut;
use crate::outcome::Outcome;

/// What the provider is called, as a rule.
pub const PROVIDER: &str = "log";

/// Writes a line and delivers.
#[derive(Clone, Copy, Debug, Default)]
pub struct LogProvider;

#[async_trait]
impl Provider for LogProvider {
    async fn send(&self, sending: &Sending) -> Outcome {
        let occurrence = &sending.run.occurrence;
        sending.run.events.tell(|| Event::Logged {
            schedule: occurrence.schedule.clone(),
            occurrence: occurrence.id,
            attempt: occurrence.attempt,
            line: cut(&line(sending), LOG_LINE_BYTES_MAX).to_owned(),
        });
        Outcome::DELIVERED
    }
}

/// What the action is, without what it does not say.
fn line(sending: &Sending) -> String {
    let action = sending.action();
    let parts = [action.kind.clone(), action.target.clone(), action.payload.to_string()];
    parts.iter().filter(|part| !part.is_empty()).map(String::as_str).collect::<Vec<_>>().join(" ")
}
