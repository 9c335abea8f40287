//! `refrain events`.

use std::io::{IsTerminal as _, Write as _, stderr};
use std::ops::ControlFlow;

use clap::Args;
use clap_complete::engine::ArgValueCompleter;
use refrain_client::StreamItem;
use refrain_client::types::{Event, EventKind, Occurrence};
use serde_json::{Value, json};

use crate::complete;
use crate::document::write_value;
use crate::exit::{Exit, Failure};
use crate::interrupt::Interrupts;
use crate::output::{Format, Tone, View, duration, write_live};
use crate::session::{Outcome, Session, SessionArgs};
use crate::text::one_line;

/// Follow events as they happen
#[derive(Args, Debug)]
#[command(after_help = "Ctrl-C ends it with exit code 130. Past runs: `refrain run list`.

Examples:
  refrain events
  refrain events --schedule digest --kind completed,retried
  refrain events --state failed -o json | jq -r .schedule
  refrain events --kind completed -n 1")]
pub struct Events {
    /// Only events of this schedule
    #[arg(long, value_name = "ID")]
    schedule: Option<String>,
    /// Only these kinds, separated by commas, such as completed,alarm
    #[arg(long, visible_alias = "type", value_name = "KINDS", add = ArgValueCompleter::new(complete::event_kinds))]
    kind: Option<String>,
    /// Only events of occurrences in these states, separated by commas
    #[arg(long, value_name = "STATES", value_delimiter = ',')]
    state: Vec<String>,
    /// End after this number of events; 0 for no end
    #[arg(short = 'n', long, value_name = "COUNT", default_value_t = 0)]
    limit: u64,
    #[command(flatten)]
    session: SessionArgs,
}

impl Events {
    pub(super) async fn run(&self) -> Outcome {
        let session = self.session.open()?;
        if session.output().format() == Format::Csv {
            return Err(Failure::usage("events have different fields, so there is no CSV of them")
                .with_hint("use `-o json`, which prints one JSON object per line"));
        }
        let mut interrupts = Interrupts::new()?;
        // A script that runs until it is interrupted must see that it did not end by itself, as with `journalctl -f`
        // and `kubectl logs -f`, which the signal kills.
        tokio::select! {
            done = self.follow(&session) => done,
            () = interrupts.next() => Err(Failure::silent(Exit::Interrupted)),
        }
    }

    async fn follow(&self, session: &Session) -> Outcome {
        let mut call = session.client().stream_events();
        if let Some(schedule) = &self.schedule {
            call = call.schedule(schedule);
        }
        if let Some(kind) = &self.kind {
            call = call.kind(kind);
        }
        let mut stream = call.await?;
        let (mut node, mut shown) = (None, 0);
        while let Some(item) = stream.next().await {
            let line = match item? {
                StreamItem::Open { node: now } => {
                    tell_reconnection(node.replace(now.clone()).is_some(), &now);
                    continue;
                }
                StreamItem::Missed { count } => missed(count, session),
                StreamItem::Event(event) if self.takes(&event) => {
                    shown += 1;
                    line(&event, session)?
                }
                StreamItem::Event(_) => continue,
                // A message of a newer server, or of a newer version of this program's client.
                _ => continue,
            };
            if write_live(&line)? == ControlFlow::Break(()) || (self.limit > 0 && shown >= self.limit) {
                return Ok(());
            }
        }
        Ok(())
    }

    fn takes(&self, event: &Event) -> bool {
        let state = event.occurrence.as_ref().map(|occurrence| occurrence.state.as_str());
        self.state.is_empty() || state.is_some_and(|state| self.state.iter().any(|wanted| wanted == state))
    }
}

/// Tells a person that the connection was lost and is back. A program sees the missed events, if there are any.
fn tell_reconnection(is_again: bool, node: &str) {
    if is_again && stderr().is_terminal() {
        // If nobody can be told, the events go on.
        let _ = writeln!(stderr(), "note: connected again, to node {}", one_line(node));
    }
}

fn missed(count: Option<u64>, session: &Session) -> String {
    match session.output().format() {
        Format::Json => format!("{}\n", json!({ "kind": "missed", "count": count })),
        Format::Yaml => document(&json!({ "kind": "missed", "count": count })),
        Format::Name | Format::Csv => String::new(),
        Format::Table => {
            let number = count.map_or("some".to_owned(), |count| format!("up to {count}"));
            let text = format!("missed {number} events; `refrain run list` shows what happened");
            format!("{}\n", session.output().view().style.paint(Tone::Warn, &text))
        }
    }
}

fn line(event: &Event, session: &Session) -> Result<String, Failure> {
    let to_json = || serde_json::to_value(event).map_err(|error| Failure::unreadable(&error));
    Ok(match session.output().format() {
        Format::Json => format!("{}\n", to_json()?),
        Format::Yaml => document(&to_json()?),
        Format::Name => event.schedule.as_ref().map(|schedule| format!("{schedule}\n")).unwrap_or_default(),
        Format::Csv | Format::Table => format!("{}\n", text(event, session.output().view())),
    })
}

fn document(value: &Value) -> String {
    format!("---\n{}", write_value(value))
}

/// Returns an event as one line: time, kind, schedule, and what happened.
fn text(event: &Event, view: &View) -> String {
    let at = if view.time.is_relative() { event.at.strftime("%H:%M:%SZ").to_string() } else { event.at.to_string() };
    let kind = format!("{:<10}", event.kind.as_str());
    let parts = [
        view.style.paint(Tone::Dim, &at),
        view.style.paint(tone(event), &kind),
        event.schedule.as_deref().map(|schedule| format!("{schedule:<20}")).unwrap_or_default(),
        one_line(&detail(event)),
    ];
    let shown: Vec<String> = parts.into_iter().filter(|part| !part.is_empty()).collect();
    shown.join("  ").trim_end().to_owned()
}

fn tone(event: &Event) -> Tone {
    match &event.kind {
        EventKind::Completed => event.occurrence.as_ref().map_or(Tone::Plain, |one| Tone::from(one.state.as_str())),
        EventKind::Retried | EventKind::Gap => Tone::Warn,
        EventKind::Alarm => Tone::Bad,
        EventKind::Planned | EventKind::Logged | EventKind::Finished => Tone::Dim,
        _ => Tone::Plain,
    }
}

fn detail(event: &Event) -> String {
    let run = event.occurrence_id.map(|id| format!("run {id}")).unwrap_or_default();
    let attempt = event.attempt.filter(|attempt| *attempt > 1).map(|attempt| format!("attempt {attempt}"));
    let occurrence = event.occurrence.as_ref();
    let message = event.message.clone().or_else(|| occurrence.and_then(|one| one.message.clone()));
    let parts: Vec<Option<String>> = match &event.kind {
        EventKind::Planned => vec![event.count.map(|count| format!("{count} planned"))],
        EventKind::Gap => vec![event.count.map(|count| format!("{count} missed"))],
        EventKind::Completed => vec![
            Some(run),
            occurrence.map(|one| one.state.clone()),
            occurrence.and_then(|one| one.reason.clone()),
            occurrence.and_then(took),
            attempt,
            message,
        ],
        EventKind::Retried => {
            let wait = event.retry_at.map(|at| format!("again in {}", duration(at.duration_since(event.at))));
            vec![Some(run), attempt, wait, message]
        }
        _ => vec![Some(run), attempt, event.detail.clone(), message],
    };
    parts.into_iter().flatten().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(", ")
}

/// Returns how long the last attempt of a run took.
fn took(occurrence: &Occurrence) -> Option<String> {
    Some(duration(occurrence.ended_at?.duration_since(occurrence.started_at?)))
}

#[cfg(test)]
mod tests {
    use jiff::Timestamp;

    use super::*;
    use crate::output::{Style, TimeView};

    fn check(event: Value, expected: &str) {
        let view = View { style: Style::plain(), time: TimeView::new(true, clock_start()) };
        assert_eq!(text(&serde_json::from_value(event).unwrap(), &view), expected);
    }

    fn clock_start() -> Timestamp {
        "2026-01-05T09:00:00Z".parse().unwrap()
    }

    #[test]
    fn an_event_is_one_line_that_says_what_happened() {
        let at = "2026-01-05T09:00:00Z";
        check(
            json!({ "kind": "planned", "at": at, "schedule": "digest", "count": 3 }),
            "09:00:00Z  planned     digest                3 planned",
        );
        check(
            json!({ "kind": "retried", "at": at, "schedule": "digest", "occurrence_id": 7, "attempt": 2,
                    "retry_at": "2026-01-05T09:00:30Z", "message": "connection\nrefused" }),
            "09:00:00Z  retried     digest                run 7, attempt 2, again in 30s, connection refused",
        );
        check(
            json!({ "kind": "alarm", "at": at, "detail": "missed", "message": "nobody works" }),
            "09:00:00Z  alarm       missed, nobody works",
        );
        check(json!({ "kind": "of_a_newer_server", "at": at }), "09:00:00Z  of_a_newer_server");
    }
}
