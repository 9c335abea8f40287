//! The times of an event: a single one, or a series with its changed and canceled runs.

use jiff::civil::{Date, DateTime};
use jiff::tz::TimeZone;
use jiff::{SignedDuration, Timestamp};
use refrain_recurrence::{CompiledRecurrence, Context, OnceRecurrence, Recurrence, RruleRecurrence, Spec, time_zone};

use super::super::draft::{Draft, Importer};
use super::super::note::NoteKind;
use super::super::windows_zone::{self, ZoneName};
use super::event::Event;
use crate::icalendar::line::Line;
use crate::text::quoted;

/// Sets the times of an event, of which some runs are changed.
pub(super) fn set_times(
    draft: &mut Draft<'_>,
    event: &Event,
    changed: &[Event],
    calendar_zone: Option<&str>,
    importer: &mut Importer<'_>,
) {
    let Some(start) = &event.start else {
        draft.refuse_at(draft.at, "the event has no DTSTART");
        return;
    };
    let result = timezone(draft, start, calendar_zone, importer)
        .and_then(|timezone| Series { timezone, lines: Vec::new() }.spec(draft, event, start, changed));
    match result {
        Ok(spec) => draft.spec = Some(spec),
        Err((line, reason)) => draft.refuse_at(draft.source.line_start(line), reason),
    }
}

/// A line number and the reason why the event is refused.
type Refusal = (usize, String);

/// Returns the time zone of the start.
fn timezone(
    draft: &mut Draft<'_>,
    start: &Line,
    calendar_zone: Option<&str>,
    importer: &mut Importer<'_>,
) -> Result<String, Refusal> {
    match (start.parameter("TZID"), calendar_zone) {
        _ if start.value.trim_end().ends_with(['Z', 'z']) => Ok("UTC".to_owned()),
        (Some(name), _) => iana(draft, start.number, name),
        (None, Some(name)) => iana(draft, start.number, name),
        (None, None) => Ok(importer.timezone("UTC", "an event without one is in the zone of its reader")),
    }
}

/// Returns the IANA name of a time zone, which may be a Windows name, or have a prefix such as `/mozilla.org/2024/`.
fn iana(draft: &mut Draft<'_>, line: usize, name: &str) -> Result<String, Refusal> {
    match windows_zone::find(name) {
        ZoneName::Iana(name) => return Ok(name),
        ZoneName::Windows(iana) => {
            let text = format!("the Windows time zone {} became {iana}", quoted(name));
            if !draft.notes.iter().any(|note| note.text == text) {
                draft.note(NoteKind::Kept, text);
            }
            return Ok(iana.to_owned());
        }
        ZoneName::Unknown => {}
    }
    let parts: Vec<&str> = name.split('/').collect();
    let tails = (1..parts.len()).map(|from| parts[from..].join("/"));
    let found = tails.into_iter().find(|tail| !tail.is_empty() && time_zone(tail).is_ok());
    found.ok_or_else(|| {
        let reason =
            format!("the time zone {} is neither in the IANA database nor one of Windows that is known", quoted(name));
        (line, reason)
    })
}

/// A series that is being translated.
struct Series {
    timezone: String,
    lines: Vec<String>,
}

impl Series {
    fn spec(mut self, draft: &mut Draft<'_>, event: &Event, start: &Line, changed: &[Event]) -> Result<Spec, Refusal> {
        let starts_at = self.instant(start)?;
        if event.rules.is_empty() && event.dates.is_empty() && changed.is_empty() {
            return Ok(Spec::new(Recurrence::Once(OnceRecurrence { at: starts_at }), self.timezone));
        }
        // The start is in the time zone of the schedule, so it needs no name of one.
        let kind = if is_date(start) { ";VALUE=DATE" } else { "" };
        let value = start.value.trim().to_owned();
        self.lines.push(format!("DTSTART{kind}:{value}"));
        self.lines.extend(event.rules.iter().map(|rule| format!("{}:{}", rule.name, rule.value.trim())));
        if !self.has(starts_at) {
            self.lines.push(format!("RDATE{kind}:{value}"));
            if !event.rules.is_empty() {
                let text = "the start, which the rule does not match, is a run, as calendars show it";
                draft.note(NoteKind::Kept, text);
            }
        }
        for line in &event.dates {
            self.dates(draft, line, &line.name)?;
        }
        for other in changed {
            let Some(replaced) = &other.recurrence_id else { continue };
            if replaced.parameter("RANGE").is_some() {
                let at = draft.source.line_start(replaced.number);
                draft.note_at(at, NoteKind::Dropped, "a change of all following runs: split the series at that run");
                continue;
            }
            self.dates(draft, replaced, "EXDATE")?;
            if let Some(moved) = other.start.as_ref().filter(|_| !other.is_canceled) {
                self.dates(draft, moved, "RDATE")?;
            }
        }
        if !changed.is_empty() {
            let noun = if changed.len() == 1 { "run" } else { "runs" };
            draft.note(NoteKind::Kept, format!("{} changed or canceled {noun}", changed.len()));
        }
        let text = self.lines.join("\n");
        Ok(Spec::new(Recurrence::Rrule(RruleRecurrence { text }), self.timezone))
    }

    /// Adds a line of dates, in the time zone that it names or in that of the schedule.
    fn dates(&mut self, draft: &mut Draft<'_>, line: &Line, name: &str) -> Result<(), Refusal> {
        let mut parameters = String::new();
        if let Some(zone) = line.parameter("TZID") {
            let zone = iana(draft, line.number, zone)?;
            if zone != self.timezone {
                parameters.push_str(&format!(";TZID={zone}"));
            }
        }
        if let Some(value) = line.parameter("VALUE").filter(|value| !value.eq_ignore_ascii_case("DATE-TIME")) {
            parameters.push_str(&format!(";VALUE={}", value.to_ascii_uppercase()));
        }
        self.lines.push(format!("{name}{parameters}:{}", line.value.trim()));
        Ok(())
    }

    /// Returns whether the lines so far have a run at an instant. A text that cannot be read has an error later.
    fn has(&self, at: Timestamp) -> bool {
        let text = self.lines.join("\n");
        let spec = Spec::new(Recurrence::Rrule(RruleRecurrence { text }), self.timezone.as_str());
        let Ok(rule) = CompiledRecurrence::compile(&spec, &Context::default()) else {
            return self.lines.len() > 1;
        };
        rule.next_after(at - SignedDuration::from_secs(1)).is_some_and(|first| first.at() == at)
    }

    fn instant(&self, start: &Line) -> Result<Timestamp, Refusal> {
        let text = start.value.trim();
        let local = text.trim_end_matches(['Z', 'z']);
        let parsed = DateTime::strptime("%Y%m%dT%H%M%S", local).ok();
        let parsed = parsed.or_else(|| Date::strptime("%Y%m%d", local).ok().map(DateTime::from));
        let zone: TimeZone = time_zone(&self.timezone).map_err(|error| (start.number, error.message().to_owned()))?;
        let at = parsed.and_then(|local| zone.to_timestamp(local).ok());
        at.ok_or_else(|| (start.number, format!("DTSTART: {} is not a date and time", quoted(text))))
    }
}

fn is_date(line: &Line) -> bool {
    !line.value.contains(['T', 't'])
}
