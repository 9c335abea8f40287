//! Adds the first run, bounds, calendars and jitter to the sentence of a recurrence.

use super::words::{lower_first, spelled};
use super::{ClockStyle, instant};
use crate::definition::{FirstRun, FirstRunAt, Jitter, JitterMode, JitterWindow, OnDayOff, Spec};
use crate::zone::Zone;

pub(super) fn describe(rule: &str, spec: &Spec, zone: &Zone, clock: ClockStyle) -> String {
    let mut text = match &spec.first_run {
        Some(first) => first_run(first, rule, zone, clock),
        None => rule.to_owned(),
    };
    if let Some(starts) = spec.starts_at {
        text = format!("{text}, from {}", instant(starts, zone, clock));
    }
    if let Some(ends) = spec.ends_at {
        text = format!("{text}, until {}", instant(ends, zone, clock));
    }
    match spec.max_runs {
        Some(1) => text.push_str(", at most once"),
        Some(runs) => text = format!("{text}, at most {runs} times"),
        None => {}
    }
    for used in &spec.calendars {
        text = format!("{text}, {} {}", on_day_off(used.on_day_off), used.name);
    }
    match &spec.jitter {
        Some(jitter) => format!("{text}, {}", delay(jitter)),
        None => text,
    }
}

fn first_run(first: &FirstRun, rule: &str, zone: &Zone, clock: ClockStyle) -> String {
    let when = match first.when {
        FirstRunAt::Now => "at once".to_owned(),
        FirstRunAt::After(length) => format!("after {}", spelled(length)),
        FirstRunAt::At(at) => format!("at {}", instant(at, zone, clock)),
    };
    let spacing = match first.min_spacing {
        Some(spacing) => format!(", at least {} later", spelled(spacing)),
        None => String::new(),
    };
    format!("First {when}, then{spacing}{} {}", if spacing.is_empty() { "" } else { "," }, lower_first(rule))
}

fn on_day_off(what: OnDayOff) -> &'static str {
    match what {
        OnDayOff::Exclude => "not on days off of",
        OnDayOff::Previous => "moved to the business day before on days off of",
        OnDayOff::Next => "moved to the next business day on days off of",
        OnDayOff::ModifiedFollowing => {
            "moved to the next business day, or the one before where that leaves the month, on days off of"
        }
        OnDayOff::Nearest => "moved to the nearest business day on days off of",
    }
}

fn delay(jitter: &Jitter) -> String {
    let window = match jitter.window {
        JitterWindow::Length(length) => spelled(length),
        JitterWindow::Percent(percent) => format!("{percent}% of the time to the next"),
    };
    match jitter.mode {
        JitterMode::Fixed => format!("delayed by up to {window}, always the same"),
        JitterMode::Spread => format!("delayed by up to {window}, each its own"),
    }
}
