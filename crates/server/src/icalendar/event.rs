//! One event of a file, as far as it says on which days it is.

use jiff::ToSpan;
use jiff::civil::Date;

use super::line::Line;
use super::{BadFile, EVENT_DAYS_MAX, shown};

/// An event.
#[derive(Debug, Default)]
pub(super) struct Event {
    /// Where it begins.
    pub(super) line: usize,
    pub(super) uid: Option<String>,
    pub(super) summary: Option<String>,
    /// Its first day; none when it has a time of day.
    pub(super) starts: Option<Date>,
    pub(super) has_start: bool,
    ends: Option<(usize, Date)>,
    days: Option<i32>,
    /// How it recurs, and in which line that stands.
    pub(super) rule: Option<(usize, String)>,
    pub(super) added: Vec<Date>,
    pub(super) left_out: Vec<Date>,
    /// The day of its series that it stands for.
    pub(super) instead_of: Option<Date>,
    pub(super) is_canceled: bool,
}

impl Event {
    pub(super) fn new(line: usize) -> Self {
        Self { line, ..Self::default() }
    }

    /// Takes what one of its lines says.
    pub(super) fn take(&mut self, line: &Line) -> Result<(), BadFile> {
        match line.name.as_str() {
            "UID" => self.uid = Some(line.value.clone()),
            "SUMMARY" => self.summary = Some(shown(&line.value).trim_matches('"').to_owned()),
            "DTSTART" => (self.has_start, self.starts) = (true, date(line, &line.value)?),
            "DTEND" => self.ends = date(line, &line.value)?.map(|date| (line.number, date)),
            "DURATION" => self.days = Some(days(line)?),
            "RRULE" if self.rule.is_some() => return Err(line.error("is a second rule of one event")),
            "RRULE" => self.rule = Some((line.number, line.value.clone())),
            "RDATE" => self.added.extend(dates(line)?),
            "EXDATE" => self.left_out.extend(dates(line)?),
            "RECURRENCE-ID" => self.instead_of = date(line, &line.value)?,
            "STATUS" => self.is_canceled = line.value.trim().eq_ignore_ascii_case("CANCELLED"),
            _ => {}
        }
        Ok(())
    }

    /// How many days it lasts.
    pub(super) fn length(&self) -> Result<i32, BadFile> {
        let (line, days) = match (self.starts, self.ends, self.days) {
            // An end on the day of the start is how some write one day.
            (Some(starts), Some((_, ends)), _) if ends == starts => (self.line, 1),
            (Some(starts), Some((line, ends)), _) => (line, (ends - starts).get_days()),
            (_, _, days) => (self.line, days.unwrap_or(1).max(1)),
        };
        if !(1..=EVENT_DAYS_MAX).contains(&days) {
            return Err(BadFile::new(line, format!("the event lasts {days} days, not between 1 and {EVENT_DAYS_MAX}")));
        }
        Ok(days)
    }
}

/// The days from one on, so many of them.
pub(super) fn stretch(first: Date, days: i32) -> impl Iterator<Item = Date> {
    (0..days).filter_map(move |day| first.checked_add(day.days()).ok())
}

/// A whole day; none for a time of day.
fn date(line: &Line, text: &str) -> Result<Option<Date>, BadFile> {
    let text = text.trim();
    let must_be_date = line.parameter("VALUE").is_some_and(|value| value.eq_ignore_ascii_case("DATE"));
    if !must_be_date && text.contains('T') {
        return Ok(None);
    }
    let is_written_so = text.len() == 8 && text.bytes().all(|byte| byte.is_ascii_digit());
    let parsed = is_written_so.then(|| Date::strptime("%Y%m%d", text).ok()).flatten();
    parsed.map(Some).ok_or_else(|| line.error("is no date such as 20260101"))
}

fn dates(line: &Line) -> Result<Vec<Date>, BadFile> {
    let found: Result<Vec<_>, _> = line.value.split(',').map(|text| date(line, text)).collect();
    Ok(found?.into_iter().flatten().collect())
}

/// `P3D` and `P2W`; what is shorter than a day lasts none of its own.
fn days(line: &Line) -> Result<i32, BadFile> {
    let text = line.value.trim();
    let number = |text: &str| text.parse::<i32>().ok().filter(|number| (0..=EVENT_DAYS_MAX).contains(number));
    let rest = text.strip_prefix('+').unwrap_or(text).strip_prefix('P');
    let days = rest.and_then(|rest| match rest.split_once(['D', 'W', 'T']) {
        Some((weeks, "")) if rest.ends_with('W') => number(weeks).map(|weeks| weeks.saturating_mul(7)),
        Some((days, _)) if rest.contains('D') => number(days),
        Some(("", _)) => Some(0),
        Some(_) | None => None,
    });
    days.ok_or_else(|| line.error("is no duration such as P1D"))
}
