//! `refrain schedule get`.

use std::fmt::Write as _;

use clap::Args;
use refrain_client::types::Schedule;

use super::table::{SCHEDULES, labels, recurrence};
use crate::command::response::value;
use crate::document::Document;
use crate::exit::{Exit, Failure};
use crate::output::{Format, Tone, View};
use crate::session::{Outcome, Session};
use crate::text::one_line;

/// Show a schedule, or its document for `refrain apply` with `-o yaml`
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  refrain schedule get digest
  refrain schedule get digest -o yaml > digest.yaml
  refrain schedule get digest -o json | jq .counters")]
pub(super) struct Get {
    /// Schedule ID
    id: String,
}

impl Get {
    pub(super) async fn run(&self, session: &Session) -> Outcome {
        let found = value(session.client().get_schedule(&self.id)).await?;
        if session.output().format() == Format::Yaml {
            let document = Document::from_schedule(&found);
            let document = document.map_err(|problem| Failure::new(Exit::Failure, problem.detail))?;
            session.output().documents(&[document]);
            return Ok(());
        }
        session.output().one::<Schedule>(&found, &SCHEDULES, text)
    }
}

fn text(schedule: &Schedule, view: &View) -> String {
    let mut text = String::new();
    let mut line = |name: &str, value: &str| {
        if !value.is_empty() {
            let _ = writeln!(text, "{:<13} {value}", format!("{name}:"));
        }
    };
    line("ID", &schedule.id);
    line("Status", &view.style.paint(Tone::from(schedule.status.as_str()), &schedule.status));
    line("Note", &note(schedule, view));
    line("Description", &one_line(schedule.description.as_deref().unwrap_or_default()));
    line("Recurrence", recurrence(schedule));
    line("Provider", schedule.action.as_ref().map(|action| action.provider.as_str()).unwrap_or_default());
    line("Target", schedule.action.as_ref().and_then(|action| action.target.as_deref()).unwrap_or_default());
    line("Labels", &labels(schedule));
    line("Next", &view.time.at_optional(schedule.next_at));
    line("Last", &view.time.at_optional(schedule.counters.last_ended_at));
    line("Last error", &one_line(schedule.counters.last_error.as_deref().unwrap_or_default()));
    line("Revision", &schedule.revision.to_string());
    text
}

/// Returns who changed the status and why, unless the schedule is active.
fn note(schedule: &Schedule, view: &View) -> String {
    if schedule.status == "active" {
        return String::new();
    }
    let note = &schedule.status_note;
    let text = note.text.as_deref().map(|text| format!(": {}", one_line(text))).unwrap_or_default();
    let until = note.until.map(|until| format!(", until {}", view.time.at(until))).unwrap_or_default();
    format!("by {}{text}{until}", note.by)
}
