//! Warnings about whether and when a recurrence has occurrences: bounds, first run, long waits, and jitter.

use jiff::{SignedDuration, Timestamp};

use super::Warning;
use crate::civil::SECONDS_PER_DAY;
use crate::compiled::{CompiledRecurrence, Occurrence};
use crate::definition::{Jitter, JitterWindow, Length};
use crate::search::Budget;
use crate::zone::INSTANT_MIN;

/// Longer than any year.
const YEAR: SignedDuration = SignedDuration::from_hours(366 * 24);

pub(super) fn warnings(rule: &CompiledRecurrence, from: Timestamp) -> Vec<Warning> {
    if rule.after_completion().is_some() {
        return Vec::new();
    }
    let Some(next) = rule.next_from(from) else { return vec![never(rule, from)] };
    let leap_day = leap_day_only(rule, next);
    // The warning about the leap day already says that occurrences are rare.
    let rare = if leap_day.is_some() { None } else { far_future_first(from, next).or_else(|| sparse(rule)) };
    leap_day.into_iter().chain(rare).chain(jitter_exceeds_gap(rule)).collect()
}

/// Returns the warning that explains why there are no more occurrences.
fn never(rule: &CompiledRecurrence, from: Timestamp) -> Warning {
    if let (Some(first), Some(ends_at)) = (rule.first_run, rule.spec.ends_at)
        && first >= rule.ends
        && let Ok(first) = Timestamp::from_second(first)
    {
        let message = format!("the first run at {first} is not before ends_at {ends_at}, so there is no occurrence");
        return Warning::new("first_run_after_end", message).with_hint("move ends_at, or use an earlier first run");
    }
    let ever = rule.at_or_after_second(INSTANT_MIN);
    let starts = rule.starts.max(rule.regular_from).max(INSTANT_MIN);
    let unbounded = rule.node.at_or_after(&rule.leaves, starts, &mut Budget::new());
    if let (None, Some(ends_at), Some(first)) = (ever, rule.spec.ends_at, unbounded.and_then(Occurrence::new)) {
        let message = format!("the first occurrence would be at {}, but the recurrence ends at {ends_at}", first.at());
        return Warning::new("ends_before_first", message).with_hint("move ends_at beyond the first occurrence");
    }
    let message = match rule.prev_before(from) {
        Some(last) => format!("there is no occurrence from {from} on; the last one was at {}", last.at()),
        None => format!("there is no occurrence, neither before {from} nor after"),
    };
    Warning::new("never_fires_again", message)
}

fn far_future_first(from: Timestamp, next: Occurrence) -> Option<Warning> {
    let wait = next.at().duration_since(from);
    (wait > YEAR).then(|| {
        let days = wait.as_secs() / SECONDS_PER_DAY;
        Warning::new("far_future_first", format!("the next occurrence is at {}, {days} days after {from}", next.at()))
            .with_hint("check the years, and the months against the days")
    })
}

fn sparse(rule: &CompiledRecurrence) -> Option<Warning> {
    let gap = rule.min_gap().filter(|gap| gap.seconds() > YEAR.as_secs())?;
    let days = gap.seconds() / SECONDS_PER_DAY;
    Some(Warning::new("sparse", format!("two occurrences are always at least {days} days apart")))
}

/// Warns if the next dates are all leap days, judging by three of them.
fn leap_day_only(rule: &CompiledRecurrence, next: Occurrence) -> Option<Warning> {
    const DATES: usize = 3;
    let mut dates = Vec::new();
    let mut occurrence = Some(next);
    while let Some(here) = occurrence.filter(|_| dates.len() < DATES) {
        let date = here.nominal().date();
        if (date.month(), date.day()) != (2, 29) {
            return None;
        }
        dates.push(date.to_string());
        // Skips the other occurrences of the same leap day.
        occurrence = rule.next_after(here.at().checked_add(SignedDuration::from_hours(48)).ok()?);
    }
    (dates.len() > 1).then(|| {
        let message =
            format!("the recurrence runs only on February 29, every four years or more: {}", super::listed(&dates));
        Warning::new("leap_day_only", message).with_hint("February 28 and March 1 exist every year")
    })
}

fn jitter_exceeds_gap(rule: &CompiledRecurrence) -> Option<Warning> {
    // A percentage is always part of the gap.
    let Some(Jitter { window: JitterWindow::Length(window), .. }) = rule.spec.jitter else { return None };
    let gap: Length = rule.min_gap().filter(|gap| window > *gap)?;
    let message = format!(
        "the jitter window of {window} is longer than the {gap} between two occurrences; delays end before the next"
    );
    Some(
        Warning::new("jitter_exceeds_gap", message)
            .with_hint(format!("use a window of {gap} or less, or a percentage")),
    )
}
