//! Extracts the days of the events in a file.

use std::collections::{BTreeMap, BTreeSet};

use jiff::ToSpan;
use jiff::civil::Date;
use jiff::tz::TimeZone;
use refrain_recurrence::{CompiledRecurrence, Context, Recurrence, RruleRecurrence, Spec};

use super::event::{Event, consecutive_days};
use super::line::{Line, lines};
use super::{CalendarFileError, DAYS_MAX, EVENTS_MAX, EXPANDED_DAYS_MAX, RECURRING_MAX, SkippedEvent, Window, shown};

/// The result of reading a file.
#[derive(Debug)]
pub struct ImportResult {
    /// All days of the events, sorted.
    pub dates: Vec<Date>,
    /// Number of events that contributed days.
    pub events: usize,
    /// The events that were skipped.
    pub skipped: Vec<SkippedEvent>,
}

/// Reads a file.
pub fn read(text: &str, window: Window) -> Result<ImportResult, CalendarFileError> {
    let mut events = events(&lines(text)?)?;
    exclude_replaced(&mut events);
    let mut imported = ImportResult { dates: Vec::new(), events: 0, skipped: Vec::new() };
    let (mut dates, mut days, mut recurring) = (BTreeSet::new(), 0, 0);
    for event in events {
        if let Some(reason) = skip_reason(&event) {
            imported.skipped.push(SkippedEvent { line: event.line, summary: event.summary, reason });
            continue;
        }
        imported.events += 1;
        recurring += usize::from(event.rule.is_some());
        if recurring > RECURRING_MAX {
            return Err(CalendarFileError::new(
                event.line,
                format!("the file has more than {RECURRING_MAX} recurring events"),
            ));
        }
        let length = event.length()?;
        for first in first_days(&event, length, window)? {
            dates.extend(consecutive_days(first, length));
            days += length;
            if dates.len() > DAYS_MAX || days > EXPANDED_DAYS_MAX {
                return Err(CalendarFileError::new(
                    event.line,
                    format!("the events up to this one cover more than {DAYS_MAX} days"),
                ));
            }
        }
    }
    imported.dates = dates.into_iter().collect();
    Ok(imported)
}

/// Parses the events of a file. Nested components, such as alarms, are ignored.
fn events(lines: &[Line]) -> Result<Vec<Event>, CalendarFileError> {
    let mut within: Vec<(&str, usize)> = Vec::new();
    let mut events = Vec::new();
    let mut has_calendar = false;
    for line in lines {
        let inside: Vec<&str> = within.iter().map(|(name, _)| *name).collect();
        match (line.name.as_str(), inside.as_slice()) {
            ("BEGIN", []) if !line.value.trim().eq_ignore_ascii_case("VCALENDAR") => {
                return Err(line.error("is outside of a calendar"));
            }
            ("BEGIN", _) if within.len() == DEPTH_MAX => return Err(line.error("is nested too deeply")),
            ("BEGIN", inside) => {
                has_calendar = true;
                if inside.len() == 1 && line.value.trim().eq_ignore_ascii_case("VEVENT") {
                    events.push(Event::new(line.number));
                }
                within.push((line.value.trim(), line.number));
            }
            ("END", _) => match within.pop() {
                Some((name, _)) if name.eq_ignore_ascii_case(line.value.trim()) => {}
                Some((name, began)) => {
                    return Err(line.error(&format!("does not end {}, which began in line {began}", shown(name))));
                }
                None => return Err(line.error("has no matching BEGIN")),
            },
            (_, []) => return Err(line.error("is outside of a calendar")),
            (_, [_, event]) if event.eq_ignore_ascii_case("VEVENT") => {
                events.last_mut().map_or(Ok(()), |event| event.take(line))?;
            }
            _ => {}
        }
        if events.len() > EVENTS_MAX {
            return Err(CalendarFileError::new(line.number, format!("the file has more than {EVENTS_MAX} events")));
        }
    }
    match within.pop() {
        Some((name, began)) => Err(CalendarFileError::new(began, format!("{} never ends", shown(name)))),
        None if has_calendar => Ok(events),
        None => Err(CalendarFileError::new(1, "there is no calendar: the file must begin with BEGIN:VCALENDAR")),
    }
}

/// Maximum nesting depth of components.
const DEPTH_MAX: usize = 8;

fn skip_reason(event: &Event) -> Option<&'static str> {
    if event.is_canceled {
        Some("canceled")
    } else if event.starts.is_some() {
        None
    } else if event.has_start {
        Some("not_whole_days")
    } else {
        Some("no_start")
    }
}

/// Excludes from each series the days that have an event of their own.
fn exclude_replaced(events: &mut [Event]) {
    let mut replaced: BTreeMap<String, Vec<Date>> = BTreeMap::new();
    for event in events.iter() {
        if let (Some(uid), Some(date)) = (&event.uid, event.replaces) {
            replaced.entry(uid.clone()).or_default().push(date);
        }
    }
    for event in events.iter_mut().filter(|event| event.replaces.is_none()) {
        let dates = event.uid.as_ref().and_then(|uid| replaced.get(uid));
        event.excluded.extend(dates.into_iter().flatten());
    }
}

/// Returns the first day of each occurrence of the event.
fn first_days(event: &Event, length: i32, window: Window) -> Result<Vec<Date>, CalendarFileError> {
    let Some(starts) = event.starts else { return Ok(Vec::new()) };
    let mut found: BTreeSet<Date> = event.added.iter().copied().collect();
    match &event.rule {
        None => found.extend([starts]),
        Some((line, rule)) => found.extend(recurring(starts, (*line, rule), length, window)?),
    }
    let excluded: BTreeSet<&Date> = event.excluded.iter().collect();
    found.retain(|date| !excluded.contains(date));
    Ok(found.into_iter().collect())
}

fn recurring(starts: Date, rule: (usize, &str), length: i32, window: Window) -> Result<Vec<Date>, CalendarFileError> {
    let (line, rule) = rule;
    let text = format!("DTSTART;VALUE=DATE:{}\nRRULE:{rule}", starts.strftime("%Y%m%d"));
    let spec = Spec::new(Recurrence::Rrule(RruleRecurrence { text }), "UTC");
    let rule = CompiledRecurrence::compile(&spec, &Context::default())
        .map_err(|error| CalendarFileError::new(line, format!("RRULE {}: {}", shown(rule), error.message())))?;
    // An occurrence that starts before the window may extend into it.
    let from = window.from.checked_sub(length.days()).unwrap_or(Date::MIN);
    let instant = |date: Date| date.to_zoned(TimeZone::UTC).map(|zoned| zoned.timestamp());
    let (Ok(from), Ok(until)) = (instant(from), instant(window.until)) else { return Ok(Vec::new()) };
    Ok(rule.between(from, until).take(DAYS_MAX + 1).map(|day| day.nominal().date()).collect())
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;

    const WINDOW: Window = Window { from: date(2026, 1, 1), until: date(2028, 1, 1) };

    fn file(events: &str) -> String {
        format!("BEGIN:VCALENDAR\nVERSION:2.0\n{events}\nEND:VCALENDAR\n")
    }

    fn days(events: &str) -> Vec<String> {
        let read = read(&file(&format!("BEGIN:VEVENT\n{events}\nEND:VEVENT")), WINDOW).unwrap();
        read.dates.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn all_day_events_give_their_days() {
        assert_eq!(days("DTSTART;VALUE=DATE:20260501"), ["2026-05-01"]);
        assert_eq!(days("DTSTART:20260501\nDTEND:20260501"), ["2026-05-01"]);
        assert_eq!(
            days("DTSTART;VALUE=DATE:20261224\nDTEND;VALUE=DATE:20261227"),
            ["2026-12-24", "2026-12-25", "2026-12-26"]
        );
        assert_eq!(days("DTSTART;VALUE=DATE:20260501\nDURATION:P2D"), ["2026-05-01", "2026-05-02"]);
        assert_eq!(
            days("DTSTART;VALUE=DATE:20260501\nRDATE;VALUE=DATE:20260601,20260701"),
            ["2026-05-01", "2026-06-01", "2026-07-01"]
        );
    }

    #[test]
    fn recurring_events_are_expanded_in_the_window() {
        assert_eq!(days("DTSTART;VALUE=DATE:20000101\nRRULE:FREQ=YEARLY"), ["2026-01-01", "2027-01-01"]);
        assert_eq!(days("DTSTART;VALUE=DATE:20000101\nRRULE:FREQ=YEARLY\nEXDATE;VALUE=DATE:20260101"), ["2027-01-01"]);
        assert_eq!(days("DTSTART;VALUE=DATE:20250501\nRRULE:FREQ=YEARLY;UNTIL=20260601"), ["2026-05-01"]);
        let thanksgiving = "DTSTART;VALUE=DATE:20201126\nRRULE:FREQ=YEARLY;BYMONTH=11;BYDAY=4TH";
        assert_eq!(days(thanksgiving), ["2026-11-26", "2027-11-25"]);
    }

    #[test]
    fn a_replaced_day_is_excluded_from_its_series() {
        let events = "BEGIN:VEVENT\nUID:a\nDTSTART;VALUE=DATE:20260101\nRRULE:FREQ=YEARLY\nEND:VEVENT\n\
                      BEGIN:VEVENT\nUID:a\nRECURRENCE-ID;VALUE=DATE:20270101\nDTSTART;VALUE=DATE:20270104\nEND:VEVENT";
        let read = read(&file(events), WINDOW).unwrap();
        assert_eq!(read.dates, [date(2026, 1, 1), date(2027, 1, 4)]);
    }

    #[test]
    fn other_events_are_skipped_with_a_reason() {
        let events = "BEGIN:VEVENT\nSUMMARY:Meeting\nDTSTART:20260105T100000Z\nBEGIN:VALARM\nTRIGGER:-PT15M\nEND:VALARM\nEND:VEVENT\n\
                      BEGIN:VEVENT\nDTSTART;VALUE=DATE:20260501\nSTATUS:CANCELLED\nEND:VEVENT\nBEGIN:VEVENT\nEND:VEVENT\n\
                      BEGIN:VTODO\nDTSTART;VALUE=DATE:20260502\nEND:VTODO";
        let read = read(&file(events), WINDOW).unwrap();
        assert_eq!((read.dates.len(), read.events), (0, 0));
        let reported: Vec<_> = read.skipped.iter().map(|event| (event.line, event.reason)).collect();
        assert_eq!(reported, [(3, "not_whole_days"), (10, "canceled"), (14, "no_start")]);
        assert_eq!(read.skipped[0].summary.as_deref(), Some("Meeting"));
    }

    #[test]
    fn errors_name_their_line() {
        let check = |text: &str, line: usize, reported: &str| {
            let bad = read(text, WINDOW).unwrap_err();
            assert!(bad.line == line && bad.detail.contains(reported), "{text}: {bad:?}");
        };
        check("", 1, "there is no calendar");
        check("VERSION:2.0", 1, "outside");
        check("BEGIN:VCALENDAR\nBEGIN:VEVENT\nEND:VCALENDAR", 3, "line 2");
        check("BEGIN:VCALENDAR\nBEGIN:VEVENT", 2, "never ends");
        check(&file("END:VEVENT"), 3, "began in line 1");
        let event = |lines: &str| file(&format!("BEGIN:VEVENT\n{lines}\nEND:VEVENT"));
        check(&event("DTSTART;VALUE=DATE:20260231"), 4, "20260231");
        check(&event("DTSTART;VALUE=DATE:2026-01-01"), 4, "is not a date");
        check(&event("DTSTART;VALUE=DATE:20260101\nDTEND;VALUE=DATE:20250101"), 5, "days");
        check(&event("DTSTART;VALUE=DATE:20260101\nDURATION:soon"), 5, "is not a duration");
        check(&event("DTSTART;VALUE=DATE:20260101\nRRULE:FREQ=SOMETIMES"), 5, "SOMETIMES");
        check(&event("DTSTART;VALUE=DATE:20260101\nRRULE:FREQ=YEARLY\nRRULE:FREQ=DAILY"), 6, "second RRULE");
        let long = Window { from: date(2000, 1, 1), until: date(2100, 1, 1) };
        let daily = event("DTSTART;VALUE=DATE:20000101\nRRULE:FREQ=DAILY");
        assert!(read(&daily, long).unwrap_err().detail.contains("more than 10000 days"));
    }
}
