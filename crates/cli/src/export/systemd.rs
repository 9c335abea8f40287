//! Timers of systemd, each with a service.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use refrain_recurrence::JitterMode;

use super::action::{command, one_line};
use super::days::{Days, all_month_days, all_months, all_weekdays};
use super::fit::{Fitted, System, fit, remarks};
use super::render::{Style, Times, ranges};
use super::schedule::Schedule;
use super::{Export, ExportedFile, Options, Remark, RemarkKind};
use crate::import::Kind;

const SYSTEM: System = System { name: "systemd", kind: Kind::Systemd, file: "probe.timer", times };
const WEEKDAYS: [&str; 7] = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];

pub(super) fn export(schedules: &[Schedule], options: &Options) -> Export {
    let mut export = Export::default();
    for schedule in schedules {
        match fit(&SYSTEM, schedule, options, &|fitted| format!("[Timer]\n{}", fitted.times)) {
            Ok(fitted) => {
                let mut found = remarks(schedule, &fitted);
                let (timer, service) = (timer(schedule, &fitted, &mut found), service(schedule, &mut found));
                export.files.push(ExportedFile { name: format!("{}.timer", schedule.id), text: timer });
                export.files.push(ExportedFile { name: format!("{}.service", schedule.id), text: service });
                export.remarks.extend(found);
            }
            Err(reason) => export.remarks.push(Remark::new(schedule, RemarkKind::NotExported, reason)),
        }
    }
    export
}

/// Returns the lines of a timer. A day of the month or a weekday needs two.
fn times(times: &Times, days: &Days, style: Style, timezone: &str) -> Option<String> {
    // Systemd treats both styles alike.
    if style == Style::Lists {
        return None;
    }
    let time = format!("{}:{}:{}", values(&times.hours, 24), values(&times.minutes, 60), values(&times.seconds, 60));
    let months = if *days.months() == all_months() { "*".to_owned() } else { padded(days.months()) };
    let weekdays = |set: &BTreeSet<u32>| {
        let name = |day: u32| WEEKDAYS.get(day as usize - 1).copied().unwrap_or_default().to_owned();
        if *set == all_weekdays() { String::new() } else { format!("{} ", ranges(set, "..", name)) }
    };
    let month_days = |set: &BTreeSet<u32>| if *set == all_month_days() { "*".to_owned() } else { padded(set) };
    let dates = match days {
        Days::All { month_days: set, weekdays: week, .. } => {
            vec![format!("{}*-{months}-{}", weekdays(week), month_days(set))]
        }
        Days::Either { month_days: set, weekdays: week, .. } => {
            vec![format!("*-{months}-{}", month_days(set)), format!("{}*-{months}-*", weekdays(week))]
        }
        Days::LastDay { .. } => vec![format!("*-{months}~01")],
        Days::LastWeekday { weekday, .. } => vec![format!("{}*-{months}~07/1", weekdays(&[*weekday].into()))],
    };
    let line = |date: &String| format!("OnCalendar={date} {time} {timezone}\n");
    Some(dates.iter().map(line).collect())
}

fn values(set: &BTreeSet<u32>, count: u32) -> String {
    let all: BTreeSet<u32> = (0..count).collect();
    if *set == all { "*".to_owned() } else { padded(set) }
}

fn padded(set: &BTreeSet<u32>) -> String {
    ranges(set, "..", |value| format!("{value:02}"))
}

fn timer(schedule: &Schedule, fitted: &Fitted, found: &mut Vec<Remark>) -> String {
    let mut text = String::new();
    for difference in &fitted.differences {
        let _ = writeln!(text, "# {difference}");
    }
    if !schedule.is_active() {
        text.push_str("# The schedule is paused. Enable the timer when it may run.\n");
    }
    let description = one_line(schedule.description().unwrap_or(&schedule.id)).replace('%', "%%");
    let _ = write!(text, "[Unit]\nDescription={description}\n\n[Timer]\n{}", fitted.times);
    if schedule.text(&["catch_up", "policy"]).unwrap_or("latest") != "skip" {
        text.push_str("Persistent=true\n");
    }
    match (schedule.jitter_seconds(), &schedule.spec.jitter) {
        (Some(seconds), Some(jitter)) => {
            let _ = writeln!(text, "RandomizedDelaySec={seconds}s");
            if jitter.mode == JitterMode::Fixed {
                text.push_str("FixedRandomDelay=true\n");
            }
        }
        (None, Some(_)) => found.push(Remark::new(schedule, RemarkKind::Dropped, "its jitter, which is a percentage")),
        (_, None) => text.push_str("AccuracySec=1s\n"),
    }
    text.push_str("\n[Install]\nWantedBy=timers.target\n");
    text
}

fn service(schedule: &Schedule, found: &mut Vec<Remark>) -> String {
    let overlap = schedule.text(&["overlap"]).unwrap_or("skip");
    if overlap != "skip" {
        let text = format!("overlap {overlap}: systemd starts no second run of a service");
        found.push(Remark::new(schedule, RemarkKind::Dropped, text));
    }
    let argv: Vec<String> = command(schedule, found).iter().map(|word| quoted(word)).collect();
    let mut text = format!("[Service]\nType=oneshot\nExecStart=/usr/bin/env {}\n", argv.join(" "));
    if let Some(seconds) = schedule.seconds(&["timeout"]) {
        let _ = writeln!(text, "TimeoutStartSec={seconds}s");
    }
    text
}

/// Returns an argument of `ExecStart`.
fn quoted(word: &str) -> String {
    let escaped = word.replace('\\', "\\\\").replace('"', "\\\"").replace('%', "%%").replace('$', "$$");
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_./:@,+=%".contains(c);
    if !escaped.is_empty() && escaped.chars().all(is_plain) { escaped } else { format!("\"{escaped}\"") }
}
