//! The details of one schedule: what it is, why it did or did not run, and its newest runs.

use jiff::Timestamp;
use refrain_client::Client;
use refrain_client::types::{Occurrence, Schedule};

use super::screen::Line;
use crate::output::{TimeView, Tone, duration};

/// Number of runs that are read.
const RUNS: u32 = 20;

/// Details of a schedule.
#[derive(Clone, Debug)]
pub(super) struct Details {
    pub(super) id: String,
    pub(super) schedule: Option<Schedule>,
    pub(super) runs: Vec<Occurrence>,
    /// Explanation of the newest run that failed, or else of the newest one.
    pub(super) why: Option<String>,
    /// Why something could not be read.
    pub(super) error: Option<String>,
}

/// Reads the details. What cannot be read is left out, with the reason.
pub(super) async fn read(client: &Client, id: String) -> Details {
    let mut details = Details { id: id.clone(), schedule: None, runs: Vec::new(), why: None, error: None };
    match client.get_schedule(&id).await {
        Ok(schedule) => details.schedule = Some(schedule),
        Err(error) => details.error = Some(error.to_string()),
    }
    match client.list_schedule_runs(&id).limit(RUNS).await {
        Ok(runs) => details.runs = runs.items,
        Err(error) => details.error = Some(error.to_string()),
    }
    let ended = || details.runs.iter().filter(|run| run.ended_at.is_some());
    if let Some(run) = ended().find(|run| run.state == "failed").or_else(|| ended().next()) {
        match client.explain_schedule(&id, run.nominal_at).await {
            Ok(explanation) => details.why = Some(explanation.sentence),
            Err(error) => details.error = Some(error.to_string()),
        }
    }
    details
}

/// Draws the details.
pub(super) fn lines(details: &Details, now: Timestamp, width: usize) -> Vec<Line> {
    let time = TimeView::new(true, now);
    let mut lines = vec![Line::default().with(Tone::Strong, &details.id), Line::default()];
    let mut field = |name: &str, tone: Tone, value: &str| {
        // A long value continues below its beginning, so that a whole error can be read.
        for (index, part) in wrapped(value, width.saturating_sub(15)).into_iter().enumerate() {
            let name = if index == 0 { format!("{:<13}  ", format!("{name}:")) } else { " ".repeat(15) };
            lines.push(Line::default().with(Tone::Dim, name).with(tone, part));
        }
    };
    if let Some(schedule) = &details.schedule {
        let counters = &schedule.counters;
        field("Status", Tone::from(schedule.status.as_str()), &schedule.status);
        field("Description", Tone::Plain, schedule.description.as_deref().unwrap_or_default());
        field("Recurrence", Tone::Plain, schedule.sentence.as_deref().unwrap_or_default());
        field("Problem", Tone::Bad, schedule.problem.as_deref().unwrap_or_default());
        let action = schedule.action.as_ref().map(|action| action.provider.clone()).unwrap_or_default();
        field("Provider", Tone::Plain, &action);
        field("Next", Tone::Plain, &time.at_optional(schedule.next_at));
        field("Last success", Tone::Plain, &time.at_optional(counters.last_success_at));
        let runs =
            format!("{} succeeded, {} failed, {} skipped", counters.succeeded, counters.failed, counters.skipped);
        field("Runs", Tone::Plain, &runs);
        if counters.consecutive_failures > 0 {
            field("Failing", Tone::Bad, &format!("{} in a row", counters.consecutive_failures));
        }
        field("Last error", Tone::Bad, counters.last_error.as_deref().unwrap_or_default());
    }
    field("Why", Tone::Plain, details.why.as_deref().unwrap_or_default());
    field("Not read", Tone::Bad, details.error.as_deref().unwrap_or_default());
    if !details.runs.is_empty() {
        lines.push(Line::default());
        lines.push(Line::default().with(Tone::Dim, "RUN         STATE      DUE           TOOK      RESULT"));
    }
    lines.extend(details.runs.iter().map(|run| run_line(run, time)));
    lines
}

fn run_line(run: &Occurrence, time: TimeView) -> Line {
    let took = match (run.started_at, run.ended_at) {
        (Some(started), Some(ended)) => duration(ended.duration_since(started)),
        _ => String::new(),
    };
    let mut line = Line::default();
    line.cell(Tone::Plain, &run.id.to_string(), 10);
    line.cell(Tone::from(run.state.as_str()), &run.state, 9);
    line.cell(Tone::Plain, &time.at(run.due_at), 12);
    line.cell(Tone::Plain, &took, 8);
    line.push(Tone::Plain, run.message.as_deref().or(run.reason.as_deref()).unwrap_or_default());
    line
}

/// Breaks a text into lines at spaces. Nothing for an empty text.
fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= width => {
                line.push(' ');
                line.push_str(word);
            }
            Some(_) | None => lines.push(word.to_owned()),
        }
    }
    lines
}
