//! The answer to one line of a batch.

use std::sync::Arc;

use jiff::Timestamp;
use refrain_cli::text::quoted;
use refrain_recurrence::{Calendars, ErrorCode};
use serde_json::value::RawValue;

use crate::cli::batch::request::{self, Request, Text};
use crate::cli::batch::rules::{Rules, field};
use crate::cli::json;
use crate::cli::utc::push_utc;
use crate::clock::now;
use crate::input::instant;
use crate::input::problem::Problem;
use crate::preview::{COUNT_MAX, Direction, OccurrenceSearch};

/// Answers lines and caches the recurrences of earlier lines.
#[derive(Default)]
pub struct Answerer {
    rules: Rules,
    keys: Vec<u8>,
}

impl Answerer {
    /// Creates an answerer for questions that may name these calendars.
    pub(super) fn new(calendars: Arc<Calendars>) -> Self {
        Self { rules: Rules::new(calendars), keys: Vec::new() }
    }

    /// Appends the answer to `line`, as one line. Every input gets an answer.
    pub fn answer(&mut self, line: &[u8], out: &mut Vec<u8>) {
        let start = out.len();
        if let Err(problem) = self.answer_valid(line, out) {
            out.truncate(start);
            push_id(out, request::find_id(line));
            out.extend_from_slice(b"\"error\":");
            serde_json::to_writer(&mut *out, &problem).expect("a problem has string keys and memory cannot fail");
        }
        out.extend_from_slice(b"}\n");
    }

    fn answer_valid(&mut self, line: &[u8], out: &mut Vec<u8>) -> Result<(), Problem> {
        let line = request::text_of(line)?;
        let request = request::parse(line)?;
        let timezone = request.timezone.as_ref().map_or("UTC", Text::as_str);
        let at = |text: &str| instant::parse(text, timezone);
        let from = field(line, "from", request.from.as_ref(), at)?;
        let matches_at = field(line, "matches_at", request.matches_at.as_ref(), at)?;
        // A search without `from` starts now, and so do intervals that are counted from the start of the search.
        let from = if matches_at.is_none() { Some(from.unwrap_or_else(now)) } else { from };
        let question = match (matches_at, from) {
            (None, Some(from)) => Some(question(line, &request, from)?),
            (Some(_), _) | (None, None) => None,
        };
        let Self { rules, keys } = self;
        let rule = rules.get(line, &request, from).map_err(|problem| {
            let located = json::locate(problem, line);
            if request.expression.is_some() { located.at_least_at_start() } else { located }
        })?;
        push_id(out, request.id);
        let Some(question) = question else {
            let matches = matches_at.is_some_and(|at| rule.occurrence_at(at).is_some());
            push_bool(out, "\"matches\":", matches);
            return Ok(());
        };
        keys.clear();
        out.extend_from_slice(b"\"next\":[");
        let is_exhausted = question.ask(rule, |occurrence| {
            if !keys.is_empty() {
                out.push(b',');
                keys.push(b',');
            }
            out.push(b'"');
            push_utc(out, occurrence.at());
            out.push(b'"');
            push_text(keys, &rule.period_key(occurrence));
        });
        out.extend_from_slice(b"],\"period_keys\":[");
        out.extend_from_slice(keys);
        out.extend_from_slice(b"],");
        push_bool(out, "\"exhausted\":", is_exhausted);
        Ok(())
    }
}

fn question(line: &str, request: &Request<'_>, from: Timestamp) -> Result<OccurrenceSearch, Problem> {
    let direction = |name: &str| match name {
        "next" => Ok(Direction::Next),
        "prev" => Ok(Direction::Prev),
        other => {
            let message = format!("unknown direction {}", quoted(other));
            Err(Problem::new(ErrorCode::UnknownName, message).with_hint("use next or prev"))
        }
    };
    let count = request.count.unwrap_or(1);
    let in_range = usize::try_from(count).ok().filter(|count| (1..=COUNT_MAX).contains(count));
    let count = in_range.ok_or_else(|| {
        let message = format!("count {count} is out of range (1-{COUNT_MAX})");
        json::locate(Problem::new(ErrorCode::OutOfRange, message), line)
    })?;
    Ok(OccurrenceSearch {
        from,
        inclusive: request.inclusive.unwrap_or(false),
        direction: field(line, "direction", request.direction.as_ref(), direction)?.unwrap_or(Direction::Next),
        count,
        until: None,
        runs_max: request.max_runs,
    })
}

/// Opens the answer with the ID, exactly as the line wrote it.
fn push_id(out: &mut Vec<u8>, id: Option<&RawValue>) {
    out.extend_from_slice(b"{\"id\":");
    out.extend_from_slice(id.map_or("null", RawValue::get).as_bytes());
    out.push(b',');
}

fn push_bool(out: &mut Vec<u8>, name: &str, value: bool) {
    out.extend_from_slice(name.as_bytes());
    out.extend_from_slice(if value { b"true" } else { b"false" });
}

fn push_text(out: &mut Vec<u8>, text: &str) {
    serde_json::to_writer(out, text).expect("text is always JSON and memory cannot fail");
}

#[cfg(test)]
mod tests;
