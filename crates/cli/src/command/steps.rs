//! Verdicts of the dispatch steps, and the outcome.

use serde::Deserialize;
use serde_json::Value;

use crate::output::{Cell, Column, Format, Table};
use crate::session::{Outcome, Session};

/// Verdict of a step.
#[derive(Debug, Deserialize)]
struct Step {
    step: String,
    decision: String,
    detail: Option<String>,
}

const STEPS: Table<Step> = Table {
    name: |step| step.step.clone(),
    columns: &[
        Column::new("step", |step, _| step.step.as_str().into()),
        Column::new("decision", |step, _| Cell::state(&step.decision)),
        Column::new("detail", |step, _| step.detail.as_deref().unwrap_or_default().into()),
    ],
};

/// Shows the steps of a report, and its outcome. Formats for programs that are not a table show the whole response.
pub(super) fn show(session: &Session, response: &Value, report: &Value) -> Outcome {
    let output = session.output();
    match output.format() {
        Format::Json | Format::Yaml => output.value(response, |_| String::new()),
        Format::Table | Format::Csv | Format::Name => {
            output.list(report["steps"].as_array().map_or(&[][..], Vec::as_slice), &STEPS)?;
        }
    }
    if let Some(line) = outcome(&report["outcome"]) {
        output.line(line);
    }
    Ok(())
}

/// Returns the outcome as a sentence, such as `Outcome: skipped (suppressed): quiet hours.`
fn outcome(outcome: &Value) -> Option<String> {
    let kind = outcome["kind"].as_str()?;
    let reason = outcome["reason"].as_str().map(|reason| format!(" ({reason})")).unwrap_or_default();
    let until = outcome["until"].as_str().map(|until| format!(" until {until}")).unwrap_or_default();
    let message = outcome["message"].as_str().map(|message| format!(": {}", message.trim_end_matches('.')));
    Some(format!("Outcome: {kind}{reason}{until}{}.", message.unwrap_or_default()))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn an_outcome_is_one_sentence() {
        for (value, expected) in [
            (json!(null), None),
            (json!({ "kind": "delivered" }), Some("Outcome: delivered.")),
            (
                json!({ "kind": "skipped", "reason": "suppressed", "message": "quiet hours" }),
                Some("Outcome: skipped (suppressed): quiet hours."),
            ),
            (
                json!({ "kind": "delayed", "until": "2026-01-05T09:00:00Z", "message": "The circuit is open." }),
                Some("Outcome: delayed until 2026-01-05T09:00:00Z: The circuit is open."),
            ),
        ] {
            assert_eq!(outcome(&value).as_deref(), expected);
        }
    }
}
