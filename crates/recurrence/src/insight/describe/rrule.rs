//! Describes an RFC 5545 set.

use super::ClockStyle;
use super::rrule_parts::{moment, parts};
use super::words::{list, lower_first};
use crate::rrule::{Moment, RecurrenceSet, StartZone};

/// Maximum number of dates listed. More are counted.
const DATES_MAX: usize = 4;

/// Describes the set. `zone` is the schedule's zone, which is not repeated.
pub(super) fn describe(parsed: &RecurrenceSet, zone: &str, clock: ClockStyle) -> String {
    let start = parsed.start.as_ref().map(|start| start.civil);
    let mut sentences: Vec<String> = parsed.rules.iter().map(|rule| parts(rule, start, clock)).collect();
    if let (Some(first), Some(start)) = (sentences.first_mut(), &parsed.start) {
        let of_zone = match &start.zone {
            StartZone::Named(name) if name != zone => format!(" {name}"),
            StartZone::Utc if zone != "UTC" => " UTC".to_owned(),
            StartZone::Named(_) | StartZone::Utc | StartZone::Floating => String::new(),
        };
        let shown = if start.is_date { start.civil.day().to_date().to_string() } else { clock.date_time(start.civil) };
        first.push_str(&format!(", from {shown}{of_zone}"));
    }
    if !parsed.rdates.is_empty() {
        sentences.push(format!("On {}", dates(&parsed.rdates, zone, clock)));
    }
    let mut text = String::new();
    for (index, sentence) in sentences.iter().enumerate() {
        text = if index == 0 { sentence.clone() } else { format!("{text}; also {}", lower_first(sentence)) };
    }
    for rule in &parsed.exrules {
        text = format!("{text}; except {}", lower_first(&parts(rule, start, clock)));
    }
    if !parsed.exdates.is_empty() {
        text = format!("{text}; except on {}", dates(&parsed.exdates, zone, clock));
    }
    text
}

fn dates(moments: &[Moment], zone: &str, clock: ClockStyle) -> String {
    let mut shown: Vec<String> = moments.iter().take(DATES_MAX).map(|at| moment(at, zone, clock)).collect();
    if let Some(more @ 1..) = moments.len().checked_sub(DATES_MAX) {
        shown.push(format!("{more} more"));
    }
    list(&shown)
}
