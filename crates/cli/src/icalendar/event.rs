//! One event of a file, as far as its days are concerned.

use jiff::ToSpan;
use jiff::civil::Date;

use super::line::Line;
use super::{CalendarFileError, EVENT_DAYS_MAX, shown};

/// An event.
#[derive(Debug, Default)]
pub(super) struct Event {
    /// Line in which the event begins.
    pub(super) line: usize,
    pub(super) uid: Option<String>,
    pub(super) summary: Option<String>,
    /// First day. `None` if the event starts at a time of day.
    pub(super) starts: Option<Date>,
    pub(super) has_start: bool,
    ends: Option<(usize, Date)>,
    days: Option<i32>,
    /// Recurrence rule, and the line that contains it.
    pub(super) rule: Option<(usize, String)>,
    pub(super) added: Vec<Date>,
    pub(super) excluded: Vec<Date>,
    /// Day of the series that this event replaces.
    pub(super) replaces: Option<Date>,
    pub(super) is_canceled: bool,
}

impl Event {
    pub(super) fn new(line: usize) -> Self {
        Self { line, ..Self::default() }
    }

    /// Applies one of the event's lines.
    pub(super) fn take(&mut self, line: &Line) -> Result<(), CalendarFileError> {
        match line.name.as_str() {
            "UID" => self.uid = Some(line.value.clone()),
            "SUMMARY" => self.summary = Some(shown(&line.value).trim_matches('"').to_owned()),
            "DTSTART" => (self.has_start, self.starts) = (true, date(line, &line.value)?),
            "DTEND" => self.ends = date(line, &line.value)?.map(|date| (line.number, date)),
            "DURATION" => self.days = Some(days(line)?),
            "RRULE" if self.rule.is_some() => return Err(line.error("is the second RRULE of one event")),
            "RRULE" => self.rule = Some((line.number, line.value.clone())),
            "RDATE" => self.added.extend(dates(line)?),
            "EXDATE" => self.excluded.extend(dates(line)?),
            "RECURRENCE-ID" => self.replaces = date(line, &line.value)?,
            "STATUS" => self.is_canceled = line.value.trim().eq_ignore_ascii_case("CANCELLED"),
            _ => {}
        }
        Ok(())
    }

    /// Returns the number of days that the event lasts.
    pub(super) fn length(&self) -> Result<i32, CalendarFileError> {
        let (line, days) = match (self.starts, self.ends, self.days) {
            // Some programs write a one-day event with its end on the day of its start.
            (Some(starts), Some((_, ends)), _) if ends == starts => (self.line, 1),
            (Some(starts), Some((line, ends)), _) => (line, (ends - starts).get_days()),
            (_, _, days) => (self.line, days.unwrap_or(1).max(1)),
        };
        if !(1..=EVENT_DAYS_MAX).contains(&days) {
            return Err(CalendarFileError::new(
                line,
                format!("the event lasts {days} days; expected 1 to {EVENT_DAYS_MAX}"),
            ));
        }
        Ok(days)
    }
}

/// Returns `days` consecutive days starting at `first`.
pub(super) fn consecutive_days(first: Date, days: i32) -> impl Iterator<Item = Date> {
    (0..days).filter_map(move |day| first.checked_add(day.days()).ok())
}

/// Parses a whole day. Returns `None` for a time of day.
fn date(line: &Line, text: &str) -> Result<Option<Date>, CalendarFileError> {
    let text = text.trim();
    let must_be_date = line.parameter("VALUE").is_some_and(|value| value.eq_ignore_ascii_case("DATE"));
    if !must_be_date && text.contains('T') {
        return Ok(None);
    }
    let is_written_so = text.len() == 8 && text.bytes().all(|byte| byte.is_ascii_digit());
    let parsed = is_written_so.then(|| Date::strptime("%Y%m%d", text).ok()).flatten();
    parsed.map(Some).ok_or_else(|| line.error("is not a date such as 20260101"))
}

fn dates(line: &Line) -> Result<Vec<Date>, CalendarFileError> {
    let found: Result<Vec<_>, _> = line.value.split(',').map(|text| date(line, text)).collect();
    Ok(found?.into_iter().flatten().collect())
}

/// Parses `P3D` and `P2W`. A duration shorter than a day counts as 0 days.
fn days(line: &Line) -> Result<i32, CalendarFileError> {
    let text = line.value.trim();
    let number = |text: &str| text.parse::<i32>().ok().filter(|number| (0..=EVENT_DAYS_MAX).contains(number));
    let rest = text.strip_prefix('+').unwrap_or(text).strip_prefix('P');
    let days = rest.and_then(|rest| match rest.split_once(['D', 'W', 'T']) {
        Some((weeks, "")) if rest.ends_with('W') => number(weeks).map(|weeks| weeks.saturating_mul(7)),
        Some((days, _)) if rest.contains('D') => number(days),
        Some(("", _)) => Some(0),
        Some(_) | None => None,
    });
    days.ok_or_else(|| line.error("is not a duration such as P1D"))
}
