//! How runs are shown.

use std::fmt::Write as _;

use jiff::Timestamp;
use refrain_client::types::{Attempt, Occurrence, OccurrenceDetail};

use crate::output::{Cell, Column, Table, Tone, View, duration};
use crate::text::one_line;

/// Columns of a list of runs.
pub(in crate::command) const RUNS: Table<Occurrence> = Table {
    name: |run| run.id.to_string(),
    columns: &[
        Column::new("id", |run, _| run.id.to_string().into()),
        Column::new("schedule", |run, _| run.schedule.as_str().into()),
        Column::new("state", |run, _| Cell::state(&run.state)),
        Column::new("reason", |run, _| run.reason.as_deref().unwrap_or_default().into()),
        Column::new("due", |run, view| view.time.at(run.due_at).into()),
        Column::new("started", |run, view| view.time.at_optional(run.started_at).into()),
        Column::new("duration", |run, view| elapsed(run.started_at, run.ended_at, view).into()),
        Column::new("attempt", |run, _| run.attempt.to_string().into()),
        Column::new("discriminator", |run, _| run.discriminator.as_str().into()),
        Column::wide("trigger", |run, _| run.trigger.as_str().into()),
        Column::wide("period", |run, _| run.period_key.as_str().into()),
        Column::wide("node", |run, _| run.node.as_deref().unwrap_or_default().into()),
        Column::wide("revision", |run, _| run.revision.to_string().into()),
        Column::new("message", |run, _| run.message.as_deref().unwrap_or_default().into()),
    ],
};

/// Columns of a list of attempts.
pub(super) const ATTEMPTS: Table<Attempt> = Table {
    name: |attempt| attempt.number.to_string(),
    columns: &[
        Column::new("attempt", |attempt, _| attempt.number.to_string().into()),
        Column::new("outcome", |attempt, _| outcome(attempt)),
        Column::new("started", |attempt, view| view.time.at_optional(attempt.started_at).into()),
        Column::new("duration", |attempt, view| elapsed(attempt.started_at, attempt.ended_at, view).into()),
        Column::new("node", |attempt, _| attempt.node.as_str().into()),
        Column::wide("fence", |attempt, _| attempt.fence.to_string().into()),
        Column::new("message", |attempt, _| attempt.message.as_deref().unwrap_or_default().into()),
    ],
};

/// Returns the outcome of an attempt. One that is open is still running.
pub(super) fn outcome(attempt: &Attempt) -> Cell {
    let tone = match attempt.outcome.as_str() {
        "open" => return "running".into(),
        "lease_lost" => Tone::Bad,
        "retried" => Tone::Warn,
        other => Tone::from(other),
    };
    Cell { text: attempt.outcome.clone(), tone }
}

/// Returns how long something has taken, or takes so far. A worker leases a run shortly before it is due, so its start
/// may still be ahead.
pub(super) fn elapsed(started_at: Option<Timestamp>, ended_at: Option<Timestamp>, view: &View) -> String {
    let until = ended_at.unwrap_or(view.time.now());
    match started_at {
        Some(started_at) if started_at <= until => duration(until.duration_since(started_at)),
        Some(_) | None => String::new(),
    }
}

/// Returns the state of a run, with its reason if it has one.
pub(in crate::command) fn state(run: &OccurrenceDetail) -> String {
    match run.reason.as_deref() {
        Some(reason) => format!("{} ({reason})", run.state),
        None => run.state.clone(),
    }
}

/// Returns a run as text.
pub(super) fn text(run: &OccurrenceDetail, view: &View) -> String {
    let mut text = String::new();
    let mut line = |name: &str, value: &str| {
        if !value.is_empty() {
            let _ = writeln!(text, "{:<13} {value}", format!("{name}:"));
        }
    };
    line("ID", &run.id.to_string());
    line("Schedule", &run.schedule);
    line("State", &view.style.paint(Tone::from(run.state.as_str()), &state(run)));
    line("Message", &one_line(run.message.as_deref().unwrap_or_default()));
    line("Trigger", &run.trigger);
    line("Period", &run.period_key);
    line("Target", &run.discriminator);
    line("Due", &view.time.at(run.due_at));
    line("Started", &view.time.at_optional(run.started_at));
    line("Ended", &view.time.at_optional(run.ended_at));
    line("Duration", &elapsed(run.started_at, run.ended_at, view));
    line("Blocked by", &run.blocker.map(|blocker| format!("run {blocker}")).unwrap_or_default());
    line("Canceling", if run.cancel_requested && run.ended_at.is_none() { "the worker was asked to stop" } else { "" });
    line("Discarded", &view.time.at_optional(run.discarded_at));
    line("Node", run.node.as_deref().unwrap_or_default());
    line("Note", &one_line(run.note.as_deref().unwrap_or_default()));
    line("Payload", &run.payload.as_ref().map(|payload| one_line(&payload.to_string())).unwrap_or_default());
    line("Revision", &run.revision.to_string());
    line("Attempts", &run.attempts.len().to_string());
    for attempt in &run.attempts {
        let message = attempt.message.as_deref().map(|message| format!(": {message}")).unwrap_or_default();
        let outcome = outcome(attempt);
        let _ = writeln!(
            text,
            "  {}  {}  {}  {}{}",
            attempt.number,
            view.style.paint(outcome.tone, &outcome.text),
            view.time.at_optional(attempt.started_at),
            elapsed(attempt.started_at, attempt.ended_at, view),
            one_line(&message),
        );
    }
    text
}

#[cfg(test)]
mod tests {
    use jiff::ToSpan as _;

    use super::*;
    use crate::output::{Style, TimeView};

    #[test]
    fn a_run_that_starts_in_a_moment_has_no_duration_yet() {
        let now = Timestamp::UNIX_EPOCH;
        let view = View { style: Style::plain(), time: TimeView::new(false, now) };
        let at = |seconds: i64| Some(now + seconds.seconds());
        assert_eq!(elapsed(at(1), None, &view), "");
        assert_eq!(elapsed(at(-3), None, &view), "3s");
        assert_eq!(elapsed(at(-3), at(-1), &view), "2s");
        assert_eq!(elapsed(None, at(-1), &view), "");
    }
}
