//! Warnings about steps in cron fields: those larger than their range, and those that do not divide their field.

use super::{CronSource, Warning};
use crate::cron::Kind;

pub(super) fn warnings(written: &CronSource<'_>) -> Vec<Warning> {
    let stepped = written.texts.iter().filter_map(|(kind, text)| Some((Unit::of(*kind)?, *text)));
    stepped
        .flat_map(|(unit, text)| {
            let items = text.split(',').filter_map(move |item| StepItem::read(item, unit));
            items.filter_map(|item| item.too_large().or_else(|| item.uneven(text, written)))
        })
        .collect()
}

/// A field that repeats within a larger unit.
#[derive(Clone, Copy)]
struct Unit {
    kind: Kind,
    first: i64,
    last: i64,
    name: &'static str,
    larger: &'static str,
}

impl Unit {
    fn of(kind: Kind) -> Option<Self> {
        let unit = |first, last, name, larger| Some(Self { kind, first, last, name, larger });
        match kind {
            Kind::Second => unit(0, 59, "second", "minute"),
            Kind::Minute => unit(0, 59, "minute", "hour"),
            Kind::Hour => unit(0, 23, "hour", "day"),
            Kind::MonthDay => unit(1, 31, "day", "month"),
            Kind::Month => unit(1, 12, "month", "year"),
            Kind::Weekday | Kind::Year => None,
        }
    }
}

/// An item with a step: `*/n`, `a/n` or `a-b/n`.
struct StepItem<'a> {
    item: &'a str,
    unit: Unit,
    first: i64,
    last: i64,
    step: i64,
}

impl<'a> StepItem<'a> {
    fn read(item: &'a str, unit: Unit) -> Option<Self> {
        let (range, step) = item.split_once('/')?;
        let step = step.parse().ok().filter(|step| *step > 1)?;
        let (first, last) = match range.split_once('-') {
            _ if matches!(range, "*" | "?" | "") => (unit.first, unit.last),
            Some((first, last)) => (first.parse().ok()?, last.parse().ok()?),
            None => (range.parse().ok()?, unit.last),
        };
        (first <= last).then_some(Self { item, unit, first, last, step })
    }

    fn too_large(&self) -> Option<Warning> {
        let Self { item, unit, first, step, .. } = self;
        (first + step > self.last).then(|| {
            let message = format!(
                "the step of `{item}` in the {} field is larger than the range, so the recurrence runs once each {}, at {} {first}",
                unit.kind.name(),
                unit.larger,
                unit.name,
            );
            Warning::new("step_too_large", message)
                .with_hint(format!("for every {step} {}s from a start use the kind `every`", unit.name))
        })
    }

    fn uneven(&self, text: &str, written: &CronSource<'_>) -> Option<Warning> {
        let Self { item, unit, first, last, step } = self;
        // Only a step through the whole field, as the only item, is meant as an interval.
        let goes_round = *last == unit.last && first - unit.first < *step && *item == text;
        let latest = last - (last - first) % step;
        let left_over = unit.last + 1 - latest + first - unit.first;
        if !goes_round || left_over == *step && unit.kind != Kind::MonthDay || !runs_on(unit.kind, written) {
            return None;
        }
        let (kind, larger, name) = (unit.kind.name(), unit.larger, unit.name);
        let message = if unit.kind == Kind::MonthDay {
            format!(
                "`{item}` in the {kind} field restarts each month: from {name} {latest} to {name} {first} is not {step} days"
            )
        } else {
            let unit_s = if left_over == 1 { name.to_owned() } else { format!("{name}s") };
            format!(
                "`{item}` in the {kind} field does not divide the {larger}: from {name} {latest} to {name} {first} of \
                 the next {larger} it is {left_over} {unit_s}, not {step}"
            )
        };
        Some(
            Warning::new("uneven_step", message)
                .with_hint(format!("for every {step} {name}s without a break use the kind `every`")),
        )
    }
}

/// Returns whether two consecutive larger units match, so that the uneven interval between them occurs.
fn runs_on(kind: Kind, written: &CronSource<'_>) -> bool {
    let set = &written.set;
    let neighbours = |mask: u64, size: u32| mask & (mask >> 1 | mask << (size - 1)) != 0;
    match kind {
        Kind::Second => neighbours(set.minutes, 60),
        Kind::Minute => neighbours(u64::from(set.hours), 24),
        Kind::Hour => set.min_gap_days(0) == Some(1),
        Kind::MonthDay => neighbours(u64::from(set.months >> 1), 12),
        Kind::Month => true,
        Kind::Weekday | Kind::Year => false,
    }
}
