//! The fluent kind: every n units from an anchor, with pins.
//!
//! Seconds, minutes and hours are elapsed grids. Days and longer are wall-clock: this file finds the matching days of
//! each n-th period and the times on them. Decision 0004 says what pins and the anchor mean.

mod gap;

use crate::civil::{Civil, CivilSearch, Day, Hit, SECONDS_PER_DAY, YEAR_MAX, YEAR_MIN, Ymd, days_in_month};
use crate::cron::set::{ALL_DAYS, ALL_WEEKDAYS, CronSet, DaySet, Fields};
use crate::error::{Error, ErrorCode};
use crate::grid::{Grid, PinnedGrid};
use crate::recurrence::{EveryRule, MonthOverflow, Unit};

/// What an `every` rule compiles to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Compiled {
    Grid(Grid),
    Pinned(PinnedGrid),
    /// Every unit, pinned: the same as cron fields.
    Fields(CronSet),
    Days(EveryDays),
}

/// Intervals beyond this many units are refused; it keeps all products far from overflow.
const EVERY_MAX: i64 = 1_000_000_000;

/// Compiles the rule. `anchor` is an instant and `wall` the wall-clock time it has in the schedule's zone.
pub(crate) fn compile(rule: &EveryRule, anchor: i64, wall: Civil) -> Result<Compiled, Error> {
    check_step(rule)?;
    match rule.unit {
        Unit::Seconds => compile_elapsed(rule, anchor, 1),
        Unit::Minutes => compile_elapsed(rule, anchor, 60),
        Unit::Hours => compile_elapsed(rule, anchor, 3600),
        Unit::Days | Unit::Weeks | Unit::Months | Unit::Years => EveryDays::new(rule, wall).map(Compiled::Days),
    }
}

fn check_step(rule: &EveryRule) -> Result<(), Error> {
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
        0 => Err(Error::new(ErrorCode::BadStep, "every 0 has no next time")
            .with_hint("use 1 or more, or name the hours, days or months")),
        n if n < 0 => {
            Err(Error::new(ErrorCode::BadStep, format!("every {n} runs backwards")).with_hint("use 1 or more"))
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

/// Refuses a pin that means nothing for the unit.
fn refuse(is_set: bool, name: &str, unit: Unit) -> Result<(), Error> {
    if is_set {
        let unit = format!("{unit:?}").to_lowercase();
        return Err(Error::new(ErrorCode::Conflict, format!("{name} has no meaning for every n {unit}")));
    }
    Ok(())
}

fn compile_elapsed(rule: &EveryRule, anchor: i64, unit_seconds: i64) -> Result<Compiled, Error> {
    let unit = rule.unit;
    refuse(rule.at.is_some(), "at", unit)?;
    refuse(!rule.on_days.is_empty(), "on_days", unit)?;
    refuse(!rule.on_month_days.is_empty(), "on_month_days", unit)?;
    refuse(
        rule.on_first.is_some() || rule.on_last.is_some() || !rule.on_nth.is_empty(),
        "a weekday of the month",
        unit,
    )?;
    refuse(!rule.in_months.is_empty(), "in_months", unit)?;
    refuse(rule.on_second.is_some() && unit == Unit::Seconds, "on_second", unit)?;
    refuse(rule.on_minute.is_some() && unit != Unit::Hours, "on_minute", unit)?;
    refuse(!rule.on_hours.is_empty() && unit != Unit::Hours, "on_hours", unit)?;
    let second = rule.on_second.map(|value| in_range("on_second", value, 0, 59)).transpose()?;
    let minute = rule.on_minute.map(|value| in_range("on_minute", value, 0, 59)).transpose()?;
    let mut hours = 0_u32;
    for hour in &rule.on_hours {
        hours |= 1 << in_range("on_hours", *hour, 0, 23)?;
    }
    let step = rule.every.max(1) * unit_seconds;
    if second.is_none() && minute.is_none() && hours == 0 {
        return Ok(Compiled::Grid(Grid { anchor, step, is_endless: false }));
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
        return Ok(Compiled::Pinned(PinnedGrid { anchor, step, unit: unit_seconds, pin }));
    }
    let every_minute = (1 << 60) - 1;
    CronSet::new(Fields {
        seconds: 1 << second,
        minutes: if unit == Unit::Hours { 1 << minute } else { every_minute },
        hours: if hours == 0 { (1 << 24) - 1 } else { hours },
        months: 0x1FFE,
        days: DaySet { of_month: ALL_DAYS, weekdays: ALL_WEEKDAYS, ..DaySet::default() },
        years: None,
        horizon_years: 0,
    })
    .map(Compiled::Fields)
    .ok_or_else(never)
}

fn never() -> Error {
    Error::new(ErrorCode::NeverFires, "no day ever matches all of the lists")
}

/// Every n days, weeks, months or years on the wall clock.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct EveryDays {
    unit: Unit,
    every: i64,
    anchor: Civil,
    /// Periods before this one, counted from the anchor's, have no occurrence.
    first_period: i64,
    /// Seconds of the day, sorted, without repeats, never empty.
    times: Vec<i64>,
    weekdays: u8,
    months: u16,
    /// 1 to 31, or -1 to -31.
    month_days: Vec<i8>,
    /// Week of the month, negative from its end, and a weekday with 0 as Sunday.
    nth: Vec<(i8, u8)>,
    overflow: MonthOverflow,
}

/// How many periods without a matching day a search looks at; the rarest real rule, a leap day each n-th year across
/// a century, needs far fewer.
const PERIODS_MAX: usize = 2_000;

impl EveryDays {
    fn new(rule: &EveryRule, anchor: Civil) -> Result<Self, Error> {
        let unit = rule.unit;
        let by_month = matches!(unit, Unit::Months | Unit::Years);
        refuse(rule.on_second.is_some(), "on_second", unit)?;
        refuse(rule.on_minute.is_some(), "on_minute", unit)?;
        refuse(!rule.on_hours.is_empty(), "on_hours", unit)?;
        refuse(!rule.on_month_days.is_empty() && !by_month, "on_month_days", unit)?;
        let has_nth = rule.on_first.is_some() || rule.on_last.is_some() || !rule.on_nth.is_empty();
        refuse(has_nth && !by_month, "a weekday of the month", unit)?;
        let anchored = anchor.day().ymd();
        let mut days = Self {
            unit,
            every: rule.every.max(1),
            anchor,
            first_period: 0,
            times: times(rule, anchor)?,
            weekdays: rule.on_days.iter().fold(0, |mask, day| mask | 1 << day.sunday_zero()),
            months: 0,
            month_days: Vec::new(),
            nth: Vec::new(),
            overflow: rule.month_overflow,
        };
        for month in &rule.in_months {
            days.months |= 1 << in_range("in_months", *month, 1, 12)?;
        }
        for day in &rule.on_month_days {
            in_range("on_month_days", day.abs(), 1, 31).map_err(|_| {
                Error::new(ErrorCode::OutOfRange, format!("on_month_days {day} is out of range (1-31, or -1 to -31)"))
            })?;
            days.month_days.push(*day as i8);
        }
        for (n, day) in rule
            .on_first
            .map(|day| (1, day))
            .into_iter()
            .chain(rule.on_nth.iter().map(|nth| (nth.n, nth.day)))
            .chain(rule.on_last.map(|day| (-1, day)))
        {
            in_range("on_nth", n.abs(), 1, 5)?;
            days.nth.push((n as i8, day.sunday_zero()));
        }
        if unit == Unit::Weeks && days.weekdays == 0 {
            days.weekdays = 1 << anchor.day().weekday();
        }
        if by_month && days.month_days.is_empty() && days.nth.is_empty() && days.weekdays == 0 {
            days.month_days.push(anchored.day as i8);
        }
        if unit == Unit::Years && days.months == 0 {
            days.months = 1 << anchored.month;
        }
        if days.months == 0 {
            days.months = 0x1FFE;
        }
        if days.weekdays == 0 {
            days.weekdays = ALL_WEEKDAYS;
        }
        let keeps_anchor_time = rule.at.as_ref().is_some_and(Vec::is_empty);
        // With n = 1 the next match counts. Otherwise the first is a whole interval away, unless nothing is pinned and
        // the anchor itself is the first.
        days.first_period = i64::from(rule.every > 1 && !keeps_anchor_time);
        if days.at_or_after(anchor).is_none() {
            return Err(never());
        }
        Ok(days)
    }

    /// Which period a day is in, counted from the anchor's.
    fn period(&self, day: Day) -> i64 {
        let anchor = self.anchor.day();
        let week = |day: Day| day.0 - i64::from(day.weekday_from_monday());
        let month = |day: Day| {
            let Ymd { year, month, .. } = day.ymd();
            i64::from(year) * 12 + i64::from(month)
        };
        match self.unit {
            Unit::Seconds | Unit::Minutes | Unit::Hours | Unit::Days => day.0 - anchor.0,
            Unit::Weeks => (week(day) - week(anchor)) / 7,
            Unit::Months => month(day) - month(anchor),
            Unit::Years => i64::from(day.ymd().year) - i64::from(anchor.ymd().year),
        }
    }

    /// The first and last day of a period, or nothing outside the calendar.
    fn span(&self, period: i64) -> Option<(Day, Day)> {
        let anchor = self.anchor.day();
        let Ymd { year, month, .. } = anchor.ymd();
        let (first, last) = match self.unit {
            Unit::Seconds | Unit::Minutes | Unit::Hours | Unit::Days => {
                let day = Day(anchor.0.checked_add(period)?);
                (day, day)
            }
            Unit::Weeks => {
                let monday = anchor.0 - i64::from(anchor.weekday_from_monday()) + period.checked_mul(7)?;
                (Day(monday), Day(monday + 6))
            }
            Unit::Months => {
                let (year, month) = shifted_month(year, month, period)?;
                (Day::from_ymd(year, month, 1), Day::from_ymd(year, month, days_in_month(year, month)))
            }
            Unit::Years => {
                let year = i64::from(year).checked_add(period)?;
                let year = i16::try_from(year).ok().filter(|year| (YEAR_MIN..=YEAR_MAX).contains(year))?;
                (Day::from_ymd(year, 1, 1), Day::from_ymd(year, 12, 31))
            }
        };
        (first <= Day::MAX && last >= Day::MIN).then_some((first, last))
    }

    fn is_active(&self, period: i64) -> bool {
        period >= self.first_period && period % self.every == 0
    }

    /// The matching days of a month, bits 1 to 31.
    fn days_of(&self, year: i16, month: u8) -> u32 {
        let length = days_in_month(year, month);
        let mut days = if self.has_month(year, month) { self.own_days(year, month, length) } else { 0 };
        if self.overflow == MonthOverflow::Next
            && let Some((before_year, before_month)) = shifted_month(year, month, -1)
            && self.has_month(before_year, before_month)
        {
            let before = days_in_month(before_year, before_month);
            if self.month_days.iter().any(|day| *day > 0 && day.unsigned_abs() > before) {
                days |= 1 << 1;
            }
        }
        days
    }

    fn has_month(&self, year: i16, month: u8) -> bool {
        self.months & (1 << month) != 0 && self.is_active(self.period(Day::from_ymd(year, month, 1)))
    }

    fn own_days(&self, year: i16, month: u8, length: u8) -> u32 {
        let mut days = 0;
        for day in &self.month_days {
            let size = day.unsigned_abs();
            match (*day > 0, size <= length) {
                (true, true) => days |= 1 << size,
                (false, true) => days |= 1 << (length + 1 - size),
                (true, false) if self.overflow == MonthOverflow::Clamp => days |= 1 << length,
                (true | false, false) => {}
            }
        }
        let first = Day::from_ymd(year, month, 1).weekday();
        for (n, weekday) in &self.nth {
            let earliest = 1 + (7 + weekday - first) % 7;
            let day = if *n > 0 {
                i16::from(earliest) + 7 * i16::from(n - 1)
            } else {
                let latest = earliest + 7 * ((length - earliest) / 7);
                i16::from(latest) + 7 * i16::from(n + 1)
            };
            if (1..=i16::from(length)).contains(&day) {
                days |= 1 << day;
            }
        }
        if self.month_days.is_empty() && self.nth.is_empty() {
            days = ALL_DAYS & ((2_u64 << length) - 2) as u32;
        }
        days
    }

    /// Whether a day matches; its period is known to be active for days and weeks.
    fn matches(&self, day: Day) -> bool {
        let Ymd { year, month, day: day_of_month } = day.ymd();
        if self.weekdays & (1 << day.weekday()) == 0 {
            return false;
        }
        match self.unit {
            Unit::Seconds | Unit::Minutes | Unit::Hours | Unit::Days | Unit::Weeks => self.months & (1 << month) != 0,
            Unit::Months | Unit::Years => self.days_of(year, month) & (1 << day_of_month) != 0,
        }
    }

    fn next_day(&self, from: Day) -> Option<Day> {
        let mut from = from.max(Day::MIN);
        for _ in 0..PERIODS_MAX {
            let period = self.period(from).max(self.first_period);
            let behind = period.rem_euclid(self.every);
            // A day that overflowed into the next month stands outside its own period.
            let spills = self.spills() && behind == 1;
            let active = if behind == 0 || spills { period } else { period.checked_add(self.every - behind)? };
            let (first, last) = self.span(active)?;
            let mut day = from.max(first);
            while day <= last.min(Day::MAX) {
                if self.matches(day) {
                    return Some(day);
                }
                let Ymd { year, month, .. } = day.ymd();
                // Months that cannot match are passed over whole.
                day = if self.month_is_empty(year, month) {
                    Day::from_ymd(year, month, days_in_month(year, month)).plus(1)
                } else {
                    day.plus(1)
                };
            }
            from = day;
            if from > Day::MAX {
                return None;
            }
        }
        None
    }

    fn previous_day(&self, from: Day) -> Option<Day> {
        let mut from = from.min(Day::MAX);
        for _ in 0..PERIODS_MAX {
            let period = self.period(from);
            if period < self.first_period {
                return None;
            }
            let behind = period.rem_euclid(self.every);
            let spills = self.spills() && behind == 1;
            // Going back, the month that a day overflowed into comes before the one it overflowed from.
            let active = period - if spills { 0 } else { behind - i64::from(self.spills() && behind > 1) };
            if active < self.first_period {
                return None;
            }
            let (first, last) = self.span(active)?;
            let mut day = from.min(last);
            while day >= first.max(Day::MIN) {
                if self.matches(day) {
                    return Some(day);
                }
                let Ymd { year, month, .. } = day.ymd();
                day = if self.month_is_empty(year, month) {
                    Day::from_ymd(year, month, 1).plus(-1)
                } else {
                    day.plus(-1)
                };
            }
            from = day;
            if from < Day::MIN {
                return None;
            }
        }
        None
    }

    /// Only days of the month overflow; weeks and days have none to overflow from.
    fn spills(&self) -> bool {
        self.overflow == MonthOverflow::Next && matches!(self.unit, Unit::Months | Unit::Years)
    }

    fn month_is_empty(&self, year: i16, month: u8) -> bool {
        match self.unit {
            Unit::Seconds | Unit::Minutes | Unit::Hours | Unit::Days | Unit::Weeks => self.months & (1 << month) == 0,
            Unit::Months | Unit::Years => self.days_of(year, month) == 0,
        }
    }

    pub(crate) fn times(&self) -> &[i64] {
        &self.times
    }
}

impl CivilSearch for EveryDays {
    fn at_or_after(&self, from: Civil) -> Option<Hit> {
        let from = from.max(self.anchor);
        let day = self.next_day(from.day())?;
        let second = if day == from.day() { from.second_of_day() } else { 0 };
        match self.times.iter().find(|time| **time >= second) {
            Some(time) => Some(Hit::exact(Civil::new(day, *time))),
            None => {
                let day = self.next_day(day.plus(1))?;
                Some(Hit::exact(Civil::new(day, *self.times.first()?)))
            }
        }
    }

    fn at_or_before(&self, from: Civil) -> Option<Hit> {
        let day = self.previous_day(from.day())?;
        let second = if day == from.day() { from.second_of_day() } else { SECONDS_PER_DAY - 1 };
        let hit = match self.times.iter().rev().find(|time| **time <= second) {
            Some(time) => Hit::exact(Civil::new(day, *time)),
            None => {
                let day = self.previous_day(day.plus(-1))?;
                Hit::exact(Civil::new(day, *self.times.last()?))
            }
        };
        (hit.at >= self.anchor).then_some(hit)
    }
}

/// The times of day a rule names: midnight when it says nothing, the anchor's own when its list is empty.
fn times(rule: &EveryRule, anchor: Civil) -> Result<Vec<i64>, Error> {
    const TIMES_MAX: usize = 1440;
    let mut times = match &rule.at {
        None => vec![0],
        Some(at) if at.is_empty() => vec![anchor.second_of_day()],
        Some(at) if at.len() > TIMES_MAX => {
            return Err(Error::new(
                ErrorCode::TooLong,
                format!("at lists {} times; {TIMES_MAX} are the most", at.len()),
            ));
        }
        Some(at) => at.iter().map(|time| second_of_day(*time)).collect::<Result<_, _>>()?,
    };
    times.sort_unstable();
    times.dedup();
    Ok(times)
}

/// A time of day in whole seconds.
pub(crate) fn second_of_day(time: jiff::civil::Time) -> Result<i64, Error> {
    if time.subsec_nanosecond() != 0 {
        return Err(Error::new(ErrorCode::BadValue, format!("{time} has parts of a second"))
            .with_hint("occurrences are on whole seconds"));
    }
    Ok(i64::from(time.hour()) * 3600 + i64::from(time.minute()) * 60 + i64::from(time.second()))
}

fn shifted_month(year: i16, month: u8, months: i64) -> Option<(i16, u8)> {
    let index = (i64::from(year) * 12 + i64::from(month) - 1).checked_add(months)?;
    let year = i16::try_from(index.div_euclid(12)).ok().filter(|year| (YEAR_MIN..=YEAR_MAX).contains(year))?;
    Some((year, (index.rem_euclid(12) + 1) as u8))
}
