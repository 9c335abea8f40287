//! The fluent kind: every n units from an anchor, with optional refinements.
//!
//! Seconds, minutes and hours are grids of elapsed time. Days and longer units follow the wall clock; see `days`.
//! Decision 0004 defines the meaning of the refinements and the anchor.

mod days;
mod gap;
mod grid;

use crate::civil::{ALL_MONTHS, Civil};
use crate::cron::set::{ALL_DAYS, ALL_WEEKDAYS, CronSet, DaySet, Fields};
use crate::definition::{EveryRecurrence, Unit};
use crate::error::{Error, ErrorCode};

pub(crate) use days::EveryDays;
pub(crate) use grid::{Grid, PinnedGrid};

/// Result of compiling an `every` recurrence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum CompiledEvery {
    Grid(Grid),
    Pinned(PinnedGrid),
    /// Every single unit with refinements, which is the same as cron fields.
    Fields(CronSet),
    Days(EveryDays),
}

/// Maximum interval in units. It keeps all products far from overflow.
const EVERY_MAX: i64 = 1_000_000_000;

/// Compiles the recurrence. `anchor` is an instant and `wall` its wall-clock time in the schedule's zone.
pub(crate) fn compile(rule: &EveryRecurrence, anchor: i64, wall: Civil) -> Result<CompiledEvery, Error> {
    check_step(rule)?;
    match rule.unit {
        Unit::Seconds => compile_elapsed(rule, anchor, 1),
        Unit::Minutes => compile_elapsed(rule, anchor, 60),
        Unit::Hours => compile_elapsed(rule, anchor, 3600),
        Unit::Days | Unit::Weeks | Unit::Months | Unit::Years => EveryDays::new(rule, wall).map(CompiledEvery::Days),
    }
}

fn check_step(rule: &EveryRecurrence) -> Result<(), Error> {
    let lists = !rule.on_hours.is_empty()
        || !rule.on_days.is_empty()
        || !rule.on_month_days.is_empty()
        || !rule.in_months.is_empty()
        || !rule.on_nth.is_empty()
        || rule.on_first.is_some()
        || rule.on_last.is_some();
    match rule.every {
        1..=EVERY_MAX => Ok(()),
        0 if lists => Ok(()),
        0 => Err(Error::new(ErrorCode::BadStep, "every 0 never occurs")
            .with_hint("use 1 or more, or list the hours, days or months")),
        n if n < 0 => {
            Err(Error::new(ErrorCode::BadStep, format!("every {n} is less than 1")).with_hint("use 1 or more"))
        }
        n => Err(Error::new(ErrorCode::BadStep, format!("every {n} is more than {EVERY_MAX} units"))),
    }
}

fn in_range(name: &str, value: i64, least: i64, most: i64) -> Result<i64, Error> {
    if (least..=most).contains(&value) {
        Ok(value)
    } else {
        Err(Error::new(ErrorCode::OutOfRange, format!("{name} {value} is out of range ({least}-{most})")))
    }
}

/// Rejects a refinement that has no meaning for the unit.
fn reject(is_set: bool, name: &str, unit: Unit) -> Result<(), Error> {
    if is_set {
        let unit = format!("{unit:?}").to_lowercase();
        return Err(Error::new(ErrorCode::Conflict, format!("{name} has no meaning for every n {unit}")));
    }
    Ok(())
}

fn compile_elapsed(rule: &EveryRecurrence, anchor: i64, unit_seconds: i64) -> Result<CompiledEvery, Error> {
    let unit = rule.unit;
    reject(rule.at.is_some(), "at", unit)?;
    reject(!rule.on_days.is_empty(), "on_days", unit)?;
    reject(!rule.on_month_days.is_empty(), "on_month_days", unit)?;
    reject(
        rule.on_first.is_some() || rule.on_last.is_some() || !rule.on_nth.is_empty(),
        "a weekday of the month",
        unit,
    )?;
    reject(!rule.in_months.is_empty(), "in_months", unit)?;
    reject(rule.on_second.is_some() && unit == Unit::Seconds, "on_second", unit)?;
    reject(rule.on_minute.is_some() && unit != Unit::Hours, "on_minute", unit)?;
    reject(!rule.on_hours.is_empty() && unit != Unit::Hours, "on_hours", unit)?;
    let second = rule.on_second.map(|value| in_range("on_second", value, 0, 59)).transpose()?;
    let minute = rule.on_minute.map(|value| in_range("on_minute", value, 0, 59)).transpose()?;
    let mut hours = 0_u32;
    for hour in &rule.on_hours {
        hours |= 1 << in_range("on_hours", *hour, 0, 23)?;
    }
    let step = rule.every.max(1) * unit_seconds;
    if second.is_none() && minute.is_none() && hours == 0 {
        return Ok(CompiledEvery::Grid(Grid { anchor, step, is_endless: false }));
    }
    if rule.every > 1 && hours != 0 {
        return Err(Error::new(
            ErrorCode::Conflict,
            format!("every {} hours and on_hours exclude each other", rule.every),
        )
        .with_hint("use every 1 hour with on_hours, or every n hours without"));
    }
    let (second, minute) = (second.unwrap_or(0), minute.unwrap_or(0));
    if rule.every > 1 {
        let pin = if unit == Unit::Hours { minute * 60 + second } else { second };
        return Ok(CompiledEvery::Pinned(PinnedGrid { anchor, step, unit: unit_seconds, pin }));
    }
    let every_minute = (1 << 60) - 1;
    CronSet::new(Fields {
        seconds: 1 << second,
        minutes: if unit == Unit::Hours { 1 << minute } else { every_minute },
        hours: if hours == 0 { (1 << 24) - 1 } else { hours },
        months: ALL_MONTHS,
        days: DaySet { of_month: ALL_DAYS, weekdays: ALL_WEEKDAYS, ..DaySet::default() },
        years: None,
        horizon_years: 0,
    })
    .map(CompiledEvery::Fields)
    .ok_or_else(never)
}

fn never() -> Error {
    Error::new(ErrorCode::NeverFires, "no day ever matches all of the lists")
}

/// Returns a time of day in whole seconds.
pub(crate) fn second_of_day(time: jiff::civil::Time) -> Result<i64, Error> {
    if time.subsec_nanosecond() != 0 {
        return Err(Error::new(ErrorCode::BadValue, format!("{time} has a fraction of a second"))
            .with_hint("occurrences are on whole seconds"));
    }
    Ok(i64::from(time.hour()) * 3600 + i64::from(time.minute()) * 60 + i64::from(time.second()))
}
