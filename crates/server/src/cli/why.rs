//! `refrain why`: explains, field by field, why an instant is or is not an occurrence of a recurrence.

use clap::Args;
use jiff::Timestamp;
use refrain_recurrence::{CompiledRecurrence, Occurrence, Verdict};
use serde::Serialize;

use crate::cli::Format;
use crate::cli::definition::Definition;
use crate::cli::next::format_local;
use crate::cli::output::{Report, table};
use crate::cli::relative::relative;
use crate::input::problem::Problem;

/// Explain why an instant is an occurrence of a recurrence, or why it is not
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  refrain why '0 9 * * MON-FRI' --at 2026-03-08T13:00:00Z --tz America/New_York
  refrain why '30 2 * * *' --at 2026-03-29T03:00 --tz Europe/Berlin")]
pub(crate) struct Why {
    #[command(flatten)]
    definition: Definition,
    /// Instant to explain; a time without offset is in the time zone
    #[arg(long, value_name = "T")]
    at: String,
    /// Output format
    #[arg(long, value_enum, default_value_t)]
    pub(super) format: Format,
}

#[derive(Serialize)]
struct WhyReport {
    at: Timestamp,
    matches: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'static str>,
    checks: Vec<CheckReport>,
    previous: Option<Timestamp>,
    next: Option<Timestamp>,
}

#[derive(Serialize)]
struct CheckReport {
    field: &'static str,
    value: String,
    passes: bool,
}

impl Why {
    pub(crate) fn run(&self) -> Result<Report, Problem> {
        let draft = self.definition.read()?;
        let at = draft.instant_or_now("--at", Some(&self.at))?;
        let rule = draft.compile(at)?;
        let verdict = rule.matches(at);
        let zone = draft.zone()?;
        match self.format {
            Format::Table => {
                Ok(Report::new(render_text(&rule, &verdict, at, |at| format_local(&at.to_zoned(zone.clone())))))
            }
            Format::Json => Ok(Report::json(&render_json(&verdict, at))),
        }
    }
}

fn render_text(
    rule: &CompiledRecurrence,
    verdict: &Verdict,
    at: Timestamp,
    local: impl Fn(Timestamp) -> String,
) -> String {
    let moment = format!("{} ({})", local(at), rule.timezone());
    let mut text = match (&verdict.occurrence, verdict.reason()) {
        (Some(occurrence), _) => format!("{moment} is an occurrence: {}\n", rule.period_key(occurrence)),
        (None, Some(reason)) => format!("{moment} is not an occurrence: {reason} does not match\n"),
        (None, None) => format!("{moment} is not an occurrence\n"),
    };
    let yes_or_no = |passes| if passes { "yes" } else { "no" };
    let rows: Vec<Vec<String>> = verdict
        .checks
        .iter()
        .map(|check| vec![check.name.to_owned(), check.value.clone(), yes_or_no(check.passed).to_owned()])
        .collect();
    if !rows.is_empty() {
        text.push('\n');
        text.push_str(&table(&["field", "value", "passes"], &rows));
    }
    text.push('\n');
    let around = |name: &str, occurrence: Option<&Occurrence>| match occurrence {
        Some(occurrence) => format!("{name}  {}  {}\n", local(occurrence.at()), relative(occurrence.at(), at)),
        None => format!("{name}  none\n"),
    };
    text.push_str(&around("previous", verdict.previous.as_ref()));
    text.push_str(&around("next    ", verdict.next.as_ref()));
    text
}

fn render_json(verdict: &Verdict, at: Timestamp) -> WhyReport {
    let reported = |check: &refrain_recurrence::Check| CheckReport {
        field: check.name,
        value: check.value.clone(),
        passes: check.passed,
    };
    WhyReport {
        at,
        matches: verdict.matches(),
        reason: verdict.reason(),
        checks: verdict.checks.iter().map(reported).collect(),
        previous: verdict.previous.map(|occurrence| occurrence.at()),
        next: verdict.next.map(|occurrence| occurrence.at()),
    }
}
