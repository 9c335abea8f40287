//! An iCalendar file (RFC 5545) with one event per schedule, as a series.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use jiff::civil::DateTime;
use jiff::tz::TimeZone;
use jiff::{SignedDuration, Timestamp, ToSpan};
use refrain_recurrence::{CompiledRecurrence, Recurrence, time_zone};

use super::days::{Days, all_month_days, all_months, all_weekdays};
use super::fit::{Fitted, System, check, remarks};
use super::render::Times;
use super::sample::{ClockOf, Sample};
use super::schedule::Schedule;
use super::{Export, ExportedFile, Options, Remark, RemarkKind};
use crate::import::Kind;

const SYSTEM: System = System { name: "iCalendar", kind: Kind::Ics, file: "probe.ics", times: |_, _, _, _| None };
const WEEKDAYS: [&str; 7] = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"];
/// Number of runs whose distances must be equal for an interval.
const GAPS: usize = 500;
/// Years for which the changes of a time zone are written.
const ZONE_YEARS: i32 = 10;
/// Maximum length of a line in bytes.
const LINE_MAX: usize = 75;

pub(super) fn export(schedules: &[Schedule], options: &Options) -> Export {
    let mut export = Export::default();
    let (mut events, mut zones) = (String::new(), BTreeSet::new());
    for schedule in schedules {
        match series(schedule, options) {
            Ok(fitted) => {
                export.remarks.extend(remarks(schedule, &fitted));
                if schedule.spec.jitter.is_some() {
                    export.remarks.push(Remark::new(schedule, RemarkKind::Dropped, "its jitter"));
                }
                if !schedule.is_active() {
                    let text = "its status: the event shows when it would run";
                    export.remarks.push(Remark::new(schedule, RemarkKind::Dropped, text));
                }
                events.push_str(&event(schedule, &fitted, options.at));
                zones.insert(fitted.timezone);
            }
            Err(reason) => export.remarks.push(Remark::new(schedule, RemarkKind::NotExported, reason)),
        }
    }
    let mut text = "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Refrain//Export//EN\r\n".to_owned();
    zones.iter().filter(|zone| *zone != "UTC").for_each(|zone| text.push_str(&timezone(zone, options.at)));
    text.push_str(&events);
    text.push_str("END:VCALENDAR\r\n");
    export.files.push(ExportedFile { name: "schedules.ics".to_owned(), text });
    export
}

/// Finds the lines of a series, or says why there are none.
fn series(schedule: &Schedule, options: &Options) -> Result<Fitted, String> {
    let rule = schedule.compile()?;
    let zone = time_zone(rule.timezone()).map_err(|error| error.message().to_owned())?;
    let mut reason = None;
    let mut best: Option<Fitted> = None;
    for candidate in candidates(schedule, &rule, &zone, options.at, &mut reason) {
        let (times, timezone) = candidate;
        let mut fitted = Fitted { times, timezone, differences: Vec::new() };
        let probe = format!("BEGIN:VCALENDAR\nBEGIN:VEVENT\n{}\nEND:VEVENT\nEND:VCALENDAR\n", fitted.times);
        match check(&SYSTEM, &rule, &zone, &probe, options) {
            Ok(differences) => fitted.differences = differences,
            Err(why) => {
                reason.get_or_insert(why);
                continue;
            }
        }
        if best.as_ref().is_none_or(|best| fitted.differences.len() < best.differences.len()) {
            best = Some(fitted);
        }
    }
    let mut fitted = best.ok_or_else(|| reason.unwrap_or_else(|| "iCalendar has no such series".to_owned()))?;
    if let Some(limit) = schedule.spec.max_runs {
        let runs = schedule.value["counters"]["runs"].as_u64().unwrap_or(0);
        let rest = limit.saturating_sub(runs);
        if rest == 0 || fitted.times.contains("UNTIL=") || fitted.times.contains("COUNT=") {
            return Err("it has a limit of runs".to_owned());
        }
        fitted.times = fitted.times.replace("RRULE:", &format!("RRULE:COUNT={rest};"));
    }
    Ok(fitted)
}

/// Returns the lines of series that may have the runs, each with its time zone.
fn candidates(
    schedule: &Schedule,
    rule: &CompiledRecurrence,
    zone: &TimeZone,
    at: Timestamp,
    reason: &mut Option<String>,
) -> Vec<(String, String)> {
    let utc = |at: Timestamp| TimeZone::UTC.to_datetime(at).strftime("%Y%m%dT%H%M%SZ").to_string();
    let until = schedule
        .spec
        .ends_at
        .map_or_else(String::new, |ends| format!(";UNTIL={}", utc(ends - SignedDuration::from_secs(1))));
    let mut found = Vec::new();
    let zone_name = rule.timezone().to_owned();
    if let Recurrence::Once(once) = &schedule.spec.recurrence {
        return vec![(format!("DTSTART:{}", utc(once.at)), "UTC".to_owned())];
    }
    if let Recurrence::Rrule(text) = &schedule.spec.recurrence
        && let Some(lines) = with_zone(&text.text, &zone_name)
    {
        found.push((lines, zone_name.clone()));
    }
    let Some(first) = rule.next_after(at) else {
        reason.get_or_insert("it does not run any more".to_owned());
        return found;
    };
    if let Some(interval) = interval(rule, at) {
        found.push((format!("DTSTART:{}\nRRULE:{interval}{until}", utc(first.at())), "UTC".to_owned()));
    }
    let mut open = schedule.clone();
    (open.spec.ends_at, open.spec.max_runs) = (None, None);
    let Ok(open_rule) = open.compile() else { return found };
    for (clock, name, zone) in [(ClockOf::Recurrence, zone_name.as_str(), zone), (ClockOf::Utc, "UTC", &TimeZone::UTC)]
    {
        let sampled =
            Sample::take(&open_rule, zone, clock, at).and_then(|sample| Ok((Times::of(&sample)?, Days::of(&sample))));
        let (times, days) = match sampled {
            Ok(sampled) => sampled,
            Err(why) => {
                reason.get_or_insert(why);
                continue;
            }
        };
        let start = match clock {
            ClockOf::Recurrence => first.nominal(),
            ClockOf::Utc => TimeZone::UTC.to_datetime(first.at()),
        };
        let start = if name == "UTC" {
            format!("DTSTART:{}Z", local(start))
        } else {
            format!("DTSTART;TZID={name}:{}", local(start))
        };
        found.extend(
            days.iter()
                .filter_map(|days| Some((format!("{start}\nRRULE:{}{until}", rrule(&times, days)?), name.to_owned()))),
        );
    }
    found
}

fn local(at: DateTime) -> String {
    at.strftime("%Y%m%dT%H%M%S").to_string()
}

/// Returns the lines of a recurrence with the name of the time zone in those that need it. Without a start, or with
/// rules of days that exclude each other, there are none.
fn with_zone(text: &str, zone: &str) -> Option<String> {
    let has_start = text.lines().any(|line| line.to_ascii_uppercase().starts_with("DTSTART"));
    if !has_start {
        return None;
    }
    let line = |line: &str| {
        let (head, value) = line.trim().split_once(':')?;
        let name = head.to_ascii_uppercase();
        let is_dates = ["DTSTART", "RDATE", "EXDATE"].iter().any(|dates| name.starts_with(dates));
        let is_local = is_dates && value.contains('T') && !value.ends_with('Z') && !name.contains("TZID=");
        let parameter = if is_local && zone != "UTC" { format!(";TZID={zone}") } else { String::new() };
        let suffix = if is_local && zone == "UTC" { "Z" } else { "" };
        Some(format!("{head}{parameter}:{}{suffix}", value.replace(',', &format!("{suffix},"))))
    };
    let lines: Option<Vec<String>> = text.lines().filter(|text| !text.trim().is_empty()).map(line).collect();
    lines.map(|lines| lines.join("\n"))
}

/// Returns the rule of runs at equal distances of elapsed time.
fn interval(rule: &CompiledRecurrence, at: Timestamp) -> Option<String> {
    let runs: Vec<i64> = rule.iter_after(at).take(GAPS).map(|run| run.at().as_second()).collect();
    let gap = runs.get(1)? - runs.first()?;
    if gap >= 86_400 || runs.windows(2).any(|pair| pair[1] - pair[0] != gap) {
        return None;
    }
    Some(match gap {
        gap if gap % 3_600 == 0 => format!("FREQ=HOURLY;INTERVAL={}", gap / 3_600),
        gap if gap % 60 == 0 => format!("FREQ=MINUTELY;INTERVAL={}", gap / 60),
        gap => format!("FREQ=SECONDLY;INTERVAL={gap}"),
    })
}

fn rrule(times: &Times, days: &Days) -> Option<String> {
    let list = |set: &BTreeSet<u32>| set.iter().map(u32::to_string).collect::<Vec<_>>().join(",");
    let name = |day: &u32| WEEKDAYS.get(*day as usize - 1).copied().unwrap_or_default();
    let names = |set: &BTreeSet<u32>| set.iter().map(name).collect::<Vec<_>>().join(",");
    let mut rule = match days {
        Days::All { month_days, weekdays, .. } => {
            match (*month_days == all_month_days(), *weekdays == all_weekdays()) {
                (true, true) => "FREQ=DAILY".to_owned(),
                (true, false) => format!("FREQ=WEEKLY;BYDAY={}", names(weekdays)),
                (false, true) => format!("FREQ=MONTHLY;BYMONTHDAY={}", list(month_days)),
                (false, false) => format!("FREQ=MONTHLY;BYMONTHDAY={};BYDAY={}", list(month_days), names(weekdays)),
            }
        }
        Days::Either { .. } => return None,
        Days::LastDay { .. } => "FREQ=MONTHLY;BYMONTHDAY=-1".to_owned(),
        Days::LastWeekday { weekday, .. } => format!("FREQ=MONTHLY;BYDAY=-1{}", name(weekday)),
    };
    if *days.months() != all_months() {
        let _ = write!(rule, ";BYMONTH={}", list(days.months()));
    }
    for (part, set) in [("BYHOUR", &times.hours), ("BYMINUTE", &times.minutes), ("BYSECOND", &times.seconds)] {
        if set.len() > 1 {
            let _ = write!(rule, ";{part}={}", list(set));
        }
    }
    Some(rule)
}

fn event(schedule: &Schedule, fitted: &Fitted, at: Timestamp) -> String {
    let stamp = TimeZone::UTC.to_datetime(at).strftime("%Y%m%dT%H%M%SZ");
    let mut lines = vec!["BEGIN:VEVENT".to_owned(), format!("UID:{}@refrain", schedule.id), format!("DTSTAMP:{stamp}")];
    lines.push(format!("SUMMARY:{}", escaped(&schedule.id)));
    lines.extend(schedule.description().map(|text| format!("DESCRIPTION:{}", escaped(text))));
    lines.extend(fitted.differences.iter().map(|text| format!("COMMENT:{}", escaped(text))));
    lines.extend(fitted.times.lines().map(str::to_owned));
    lines.push("END:VEVENT".to_owned());
    lines.iter().map(|line| folded(line)).collect()
}

fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace(';', "\\;").replace(',', "\\,").replace("\r\n", "\n").replace('\n', "\\n")
}

/// Returns a line with its end, in parts of at most 75 bytes.
fn folded(line: &str) -> String {
    let mut text = String::with_capacity(line.len() + 2);
    let mut length = 0;
    for c in line.chars() {
        if length + c.len_utf8() > LINE_MAX {
            text.push_str("\r\n ");
            length = 1;
        }
        text.push(c);
        length += c.len_utf8();
    }
    text.push_str("\r\n");
    text
}

/// Returns the component of a time zone, with each change of the next years.
fn timezone(name: &str, at: Timestamp) -> String {
    let Ok(zone) = time_zone(name) else { return String::new() };
    let offset = |at: Timestamp| {
        let seconds = zone.to_offset(at).seconds();
        let (sign, seconds) = if seconds < 0 { ('-', -seconds) } else { ('+', seconds) };
        format!("{sign}{:02}{:02}", seconds / 3_600, seconds / 60 % 60)
    };
    let starts = at.to_zoned(TimeZone::UTC).saturating_sub(1.year()).timestamp();
    let ends = at.to_zoned(TimeZone::UTC).saturating_add(ZONE_YEARS.years()).timestamp();
    let changes = zone.following(starts).map(|change| change.timestamp()).take_while(|at| *at < ends);
    let mut lines = vec!["BEGIN:VTIMEZONE".to_owned(), format!("TZID:{name}")];
    let mut component = |at: Timestamp, from: String, to: String| {
        let kind = if zone.to_offset_info(at).dst().is_dst() { "DAYLIGHT" } else { "STANDARD" };
        // The start is local time before the change.
        let before = zone.to_offset(at - SignedDuration::from_secs(1)).to_datetime(at);
        lines.extend([
            format!("BEGIN:{kind}"),
            format!("DTSTART:{}", local(before)),
            format!("TZOFFSETFROM:{from}"),
            format!("TZOFFSETTO:{to}"),
            format!("END:{kind}"),
        ]);
    };
    component(starts, offset(starts), offset(starts));
    for change in changes {
        component(change, offset(change - SignedDuration::from_secs(1)), offset(change));
    }
    lines.push("END:VTIMEZONE".to_owned());
    lines.iter().map(|line| folded(line)).collect()
}
