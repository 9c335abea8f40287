//! Warnings about days that some months of the recurrence do not have.

use jiff::Timestamp;

use super::{CronSource, Warning};
use crate::civil::{ALL_MONTHS, MONTH_NAMES};
use crate::compiled::CompiledRecurrence;
use crate::cron::Kind;
use crate::definition::{EveryRecurrence, Frequency, MonthOverflow, Recurrence, Unit};
use crate::rrule;

pub(super) fn warnings(rule: &CompiledRecurrence, from: Timestamp) -> Vec<Warning> {
    // A recurrence without further occurrences gets a different warning.
    if rule.next_from(from).is_none() {
        return Vec::new();
    }
    super::leaves(&rule.spec.recurrence).into_iter().flat_map(|part| of_part(part, rule.seed)).collect()
}

fn of_part(part: &Recurrence, seed: u64) -> Vec<Warning> {
    let (days, months, hint) = match part {
        Recurrence::Cron(cron) => {
            let Some(written) = CronSource::read(cron, seed) else { return Vec::new() };
            // A range or a step up to the end of the month is meant to end with the month.
            let days = written.text(Kind::MonthDay).split(',').filter_map(|item| item.parse().ok()).collect();
            (days, written.set.months, "`L` is the last day of every month")
        }
        Recurrence::Every(every) if every.month_overflow == MonthOverflow::Skip => {
            (every.on_month_days.clone(), months_of(every), "month_overflow `clamp` takes the last day instead")
        }
        Recurrence::Calendar(calendar) if calendar.frequency == Some(Frequency::Daily) => {
            (calendar.by_month_day.clone(), ALL_MONTHS, "-1 is the last day of every month")
        }
        Recurrence::Rrule(rule) => return of_rrule(&rule.text),
        Recurrence::Every(_)
        | Recurrence::Calendar(_)
        | Recurrence::Once(_)
        | Recurrence::AfterCompletion(_)
        | Recurrence::Any(_)
        | Recurrence::All(_) => return Vec::new(),
    };
    skips(&days, months, hint)
}

fn of_rrule(text: &str) -> Vec<Warning> {
    let rules = rrule::parse(text).map_or_else(|_| Vec::new(), |parsed| parsed.rules);
    let of_rule = |parts: &rrule::Parts| {
        let days: Vec<i64> = parts.by_month_day.iter().map(|day| i64::from(*day)).collect();
        let named = parts.by_month.iter().fold(0, |mask, month| mask | 1 << month);
        skips(&days, if named == 0 { ALL_MONTHS } else { named }, "BYMONTHDAY=-1 is the last day of every month")
    };
    rules.iter().flat_map(of_rule).collect()
}

fn skips(days: &[i64], months: u16, hint: &str) -> Vec<Warning> {
    days.iter().filter_map(|day| skipped(*day, months)).map(|warning| warning.with_hint(hint)).collect()
}

fn months_of(every: &EveryRecurrence) -> u16 {
    let named =
        every.in_months.iter().filter(|month| (1..=12).contains(*month)).fold(0, |mask, month| mask | 1 << month);
    match every.unit {
        _ if named != 0 => named,
        // Without months, a yearly recurrence uses the month of its start, which its author chose.
        Unit::Years => 0,
        Unit::Seconds | Unit::Minutes | Unit::Hours | Unit::Days | Unit::Weeks | Unit::Months => ALL_MONTHS,
    }
}

fn skipped(day: i64, months: u16) -> Option<Warning> {
    let length = |month: i64| match month {
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    };
    let lacks = |month: &i64| months & (1 << month) != 0 && day > length(*month);
    let names = (1..=12).filter(lacks).map(|month| {
        let name = MONTH_NAMES[month as usize - 1];
        if (month, day) == (2, 29) { format!("{name} of common years") } else { name.to_owned() }
    });
    let names: Vec<String> = names.collect();
    // February 29 alone has its own warning about leap years.
    let is_leap_day = day == 29 && months == 1 << 2;
    (day <= 31 && !names.is_empty() && !is_leap_day).then(|| {
        Warning::new(
            "short_months",
            format!("day {day} does not exist in {}, so there is no occurrence then", super::listed(&names)),
        )
    })
}
