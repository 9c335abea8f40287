//! `refrain recurring get`.

use std::fmt::Write as _;

use clap::Args;
use refrain_client::types::{RecurringAction, RecurringSummary};

use super::place::Place;
use super::table::{ACTIONS, labels};
use crate::command::response;
use crate::output::{Format, Tone, View};
use crate::session::{Outcome, Session};

/// Show a recurring action
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  refrain recurring get 01999f3c-2b7e-7000-8000-000000000000
  refrain recurring get 01999f3c-2b7e-7000-8000-000000000000 -o json | jq .action_template")]
pub(super) struct Get {
    /// Recurring action ID
    id: String,
}

impl Get {
    pub(super) async fn run(&self, session: &Session, place: &Place) -> Outcome {
        let call = session.client().get_recurring_action(&self.id, &place.namespace, &place.tenant);
        let mut value = response::value(call).await?;
        let action: RecurringAction = response::read(&value)?;
        let output = session.output();
        if matches!(output.format(), Format::Csv | Format::Name) {
            // A summary has these fields itself.
            for field in ["provider", "action_type"] {
                value[field] = value["action_template"][field].clone();
            }
        }
        if output.is_for_people() {
            output.value(&value, |view| text(&action, view));
            return Ok(());
        }
        output.one::<RecurringSummary>(&value, &ACTIONS, |_, _| String::new())
    }
}

fn text(action: &RecurringAction, view: &View) -> String {
    let mut text = String::new();
    let mut line = |name: &str, value: &str| {
        if !value.is_empty() {
            let _ = writeln!(text, "{:<13} {value}", format!("{name}:"));
        }
    };
    let template = &action.action_template;
    line("ID", &action.id);
    line("Status", &view.style.paint(Tone::from(action.status.as_str()), &action.status));
    line("Description", action.description.as_deref().unwrap_or_default());
    line("Cron", &format!("{} ({})", action.cron_expr, action.timezone));
    line("Provider", &template.provider);
    line("Action type", &template.action_type);
    line("Target", template.target.as_deref().unwrap_or_default());
    line("Payload", &template.payload.to_string());
    line("Labels", &labels(&action.labels));
    line("Overlap", action.overlap_policy.as_str());
    line("Next", &view.time.at_optional(action.next_execution_at));
    line("Last", &view.time.at_optional(action.last_executed_at));
    line("Executions", &executions(action));
    line("Ends", &view.time.at_optional(action.ends_at));
    text
}

fn executions(action: &RecurringAction) -> String {
    match action.max_executions {
        Some(max) => format!("{} of at most {max}", action.execution_count),
        None => action.execution_count.to_string(),
    }
}
