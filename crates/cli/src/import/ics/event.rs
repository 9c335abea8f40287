//! The events of a file, as far as their times and texts are concerned.

use std::collections::BTreeSet;

use serde_json::{Map, Value};

use crate::icalendar::CalendarFileError;
use crate::icalendar::line::Line;

/// The events of a file.
#[derive(Debug, Default)]
pub(super) struct Calendar {
    pub(super) events: Vec<Event>,
    /// Time zone of the calendar.
    pub(super) timezone: Option<String>,
    /// Names of properties and components that were not read.
    pub(super) ignored: BTreeSet<String>,
}

/// An event.
#[derive(Debug, Default)]
pub(super) struct Event {
    /// Line in which the event begins.
    pub(super) line: usize,
    pub(super) uid: Option<String>,
    pub(super) summary: Option<String>,
    pub(super) description: Option<String>,
    location: Option<String>,
    pub(super) start: Option<Line>,
    /// `RRULE` and `EXRULE` lines.
    pub(super) rules: Vec<Line>,
    /// `RDATE` and `EXDATE` lines.
    pub(super) dates: Vec<Line>,
    /// Run of the series that this event replaces.
    pub(super) recurrence_id: Option<Line>,
    pub(super) is_canceled: bool,
}

/// Properties that say nothing about the runs.
const SILENT: [&str; 14] = [
    "DTSTAMP",
    "CREATED",
    "LAST-MODIFIED",
    "SEQUENCE",
    "CLASS",
    "TRANSP",
    "STATUS",
    "PRIORITY",
    "DTEND",
    "DURATION",
    "CATEGORIES",
    "ORGANIZER",
    "URL",
    "GEO",
];

/// Collects the events of a file.
pub(super) fn events(lines: &[Line]) -> Result<Calendar, CalendarFileError> {
    let mut calendar = Calendar::default();
    // Open components, with their lines.
    let mut open: Vec<(String, usize)> = Vec::new();
    let mut event = None;
    for line in lines {
        let value = line.value.trim();
        match line.name.as_str() {
            "BEGIN" => {
                let name = value.to_ascii_uppercase();
                if name == "VEVENT" && open.len() == 1 {
                    event = Some(Event { line: line.number, ..Event::default() });
                } else if !["VCALENDAR", "VTIMEZONE", "STANDARD", "DAYLIGHT"].contains(&name.as_str()) {
                    calendar.ignored.insert(name.clone());
                }
                open.push((name, line.number));
            }
            "END" => {
                match open.pop() {
                    Some((name, _)) if name.eq_ignore_ascii_case(value) => {}
                    Some((name, number)) => {
                        let detail = format!("expected END:{name}, which began in line {number}");
                        return Err(line_error(line, detail));
                    }
                    None => return Err(line_error(line, "END without BEGIN".to_owned())),
                }
                if value.eq_ignore_ascii_case("VEVENT") && open.len() == 1 {
                    calendar.events.extend(event.take());
                }
            }
            "X-WR-TIMEZONE" if open.len() == 1 => calendar.timezone = Some(value.to_owned()),
            _ if open.len() == 2 => {
                if let Some(event) = &mut event
                    && !event.take(line)
                    && !line.name.starts_with("X-")
                    && !SILENT.contains(&line.name.as_str())
                {
                    calendar.ignored.insert(line.name.clone());
                }
            }
            _ => {}
        }
    }
    match open.last() {
        None if lines.is_empty() => {
            Err(CalendarFileError { line: 1, detail: "there is no calendar in the file".to_owned() })
        }
        None => Ok(calendar),
        Some((name, number)) => Err(CalendarFileError { line: *number, detail: format!("{name} has no end") }),
    }
}

fn line_error(line: &Line, detail: String) -> CalendarFileError {
    CalendarFileError { line: line.number, detail }
}

impl Event {
    /// Applies a line. Returns whether the line is about something that is read.
    fn take(&mut self, line: &Line) -> bool {
        match line.name.as_str() {
            "UID" => self.uid = Some(line.value.clone()),
            "SUMMARY" => self.summary = Some(unescaped(&line.value)),
            "DESCRIPTION" => self.description = Some(unescaped(&line.value)),
            "LOCATION" => self.location = Some(unescaped(&line.value)),
            "DTSTART" => self.start = Some(line.clone()),
            "RRULE" | "EXRULE" => self.rules.push(line.clone()),
            "RDATE" | "EXDATE" => self.dates.push(line.clone()),
            "RECURRENCE-ID" => self.recurrence_id = Some(line.clone()),
            "STATUS" => self.is_canceled = line.value.trim().eq_ignore_ascii_case("CANCELLED"),
            _ => return false,
        }
        true
    }

    /// Returns the lines about the times.
    pub(super) fn written(&self) -> String {
        let lines = self.start.iter().chain(&self.rules).chain(&self.dates);
        lines.map(written).collect::<Vec<_>>().join("\n")
    }

    pub(super) fn payload(&self) -> Value {
        let fields = [
            ("uid", &self.uid),
            ("summary", &self.summary),
            ("description", &self.description),
            ("location", &self.location),
        ];
        let field = |(name, value): (&str, &Option<String>)| Some((name.to_owned(), value.clone()?.into()));
        Value::Object(fields.into_iter().filter_map(field).collect::<Map<_, _>>())
    }
}

fn written(line: &Line) -> String {
    let parameters: String = line.parameters.iter().map(|(name, value)| format!(";{name}={value}")).collect();
    format!("{}{parameters}:{}", line.name, line.value)
}

/// Returns a text without the escapes of iCalendar.
fn unescaped(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        match (c, c == '\\') {
            (_, true) => match chars.next() {
                Some('n' | 'N') => plain.push('\n'),
                Some(other) => plain.push(other),
                None => {}
            },
            (c, false) => plain.push(c),
        }
    }
    plain
}
