//! Every n days, weeks, months or years: the matching days of each n-th period, and the times on those days.

use super::{in_range, never, reject, second_of_day};
use crate::civil::{
    ALL_MONTHS, Civil, CivilMatch, CivilSearch, Day, SECONDS_PER_DAY, YEAR_MAX, YEAR_MIN, Ymd, days_in_month,
};
use crate::cron::set::{ALL_DAYS, ALL_WEEKDAYS, weekly};
use crate::definition::{EveryRecurrence, MonthOverflow, Unit};
use crate::error::{Error, ErrorCode};

/// Every n days, weeks, months or years on the wall clock.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct EveryDays {
    pub(super) unit: Unit,
    pub(super) every: i64,
    pub(super) anchor: Civil,
    /// Number of the first period with an occurrence, counted from the anchor's period.
    pub(super) first_period: i64,
    /// Seconds of the day, sorted, without duplicates, never empty.
    pub(super) times: Vec<i64>,
    pub(super) weekdays: u8,
    pub(super) months: u16,
    /// Days of the month: 1 to 31, or -1 to -31.
    pub(super) month_days: Vec<i8>,
    /// Week of the month, negative from the end, and a weekday with 0 as Sunday.
    pub(super) nth: Vec<(i8, u8)>,
    pub(super) overflow: MonthOverflow,
}

/// Maximum number of periods without a matching day that a search examines. The rarest realistic case, a leap day
/// every n-th year across a century, needs far fewer.
const PERIODS_MAX: usize = 2_000;

impl EveryDays {
    pub(super) fn new(rule: &EveryRecurrence, anchor: Civil) -> Result<Self, Error> {
        let unit = rule.unit;
        let by_month = matches!(unit, Unit::Months | Unit::Years);
        reject(rule.on_second.is_some(), "on_second", unit)?;
        reject(rule.on_minute.is_some(), "on_minute", unit)?;
        reject(!rule.on_hours.is_empty(), "on_hours", unit)?;
        reject(!rule.on_month_days.is_empty() && !by_month, "on_month_days", unit)?;
        let has_nth = rule.on_first.is_some() || rule.on_last.is_some() || !rule.on_nth.is_empty();
        reject(has_nth && !by_month, "a weekday of the month", unit)?;
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
            days.months = ALL_MONTHS;
        }
        if days.weekdays == 0 {
            days.weekdays = ALL_WEEKDAYS;
        }
        let keeps_anchor_time = rule.at.as_ref().is_some_and(Vec::is_empty);
        // With n = 1, the first occurrence is the next match. Otherwise it is one whole interval after the anchor,
        // unless `at` is an empty list and the anchor itself is the first occurrence.
        days.first_period = i64::from(rule.every > 1 && !keeps_anchor_time);
        if days.at_or_after(anchor).is_none() {
            return Err(never());
        }
        Ok(days)
    }

    /// Returns the period of a day, counted from the anchor's period.
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

    /// Returns the first and last day of a period, or `None` outside the calendar.
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

    /// Returns the matching days of a month, bits 1 to 31.
    pub(super) fn days_of(&self, year: i16, month: u8) -> u32 {
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

    /// Returns the days of a month that match, bits 1 to 31. For days and weeks, the caller must check the period.
    fn mask(&self, year: i16, month: u8) -> u32 {
        let length = days_in_month(year, month);
        let days = match self.unit {
            Unit::Seconds | Unit::Minutes | Unit::Hours | Unit::Days | Unit::Weeks => {
                if self.months & (1 << month) == 0 {
                    return 0;
                }
                ALL_DAYS
            }
            Unit::Months | Unit::Years => self.days_of(year, month),
        };
        let inside = ((2_u64 << length) - 2) as u32;
        days & inside & weekly(self.weekdays, Day::from_ymd(year, month, 1).weekday())
    }

    /// Returns the first matching day of a range.
    fn first_match(&self, from: Day, until: Day) -> Option<Day> {
        let mut day = from;
        while day <= until {
            let Ymd { year, month, day: day_of_month } = day.ymd();
            let ahead = self.mask(year, month) >> day_of_month;
            if ahead != 0 {
                return Some(day.plus(i64::from(ahead.trailing_zeros()))).filter(|day| *day <= until);
            }
            day = day.plus(i64::from(days_in_month(year, month) - day_of_month) + 1);
        }
        None
    }

    /// Returns the last matching day of a range.
    fn last_match(&self, from: Day, until: Day) -> Option<Day> {
        let mut day = until;
        while day >= from {
            let Ymd { year, month, day: day_of_month } = day.ymd();
            let behind = self.mask(year, month) << (31 - day_of_month);
            if behind != 0 {
                return Some(day.plus(-i64::from(behind.leading_zeros()))).filter(|day| *day >= from);
            }
            day = day.plus(-i64::from(day_of_month));
        }
        None
    }

    pub(super) fn next_day(&self, from: Day) -> Option<Day> {
        let mut from = from.max(Day::MIN);
        for _ in 0..PERIODS_MAX {
            let period = self.period(from).max(self.first_period);
            let behind = period.rem_euclid(self.every);
            // A day that overflowed into the next month is outside its own period.
            let spills = self.spills() && behind == 1;
            let active = if behind == 0 || spills { period } else { period.checked_add(self.every - behind)? };
            let (first, last) = self.span(active)?;
            if let Some(day) = self.first_match(from.max(first), last.min(Day::MAX)) {
                return Some(day);
            }
            from = self.next_open_month(last.plus(1));
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
            // Going back, the month that a day overflowed into comes before the month it overflowed from.
            let active = period - if spills { 0 } else { behind - i64::from(self.spills() && behind > 1) };
            if active < self.first_period {
                return None;
            }
            let (first, last) = self.span(active)?;
            if let Some(day) = self.last_match(first.max(Day::MIN), from.min(last)) {
                return Some(day);
            }
            from = self.previous_open_month(first.plus(-1));
            if from < Day::MIN {
                return None;
            }
        }
        None
    }

    /// Returns the day itself, or the first day of the next month that counts. With overflow, all months count.
    fn next_open_month(&self, from: Day) -> Day {
        let mut day = from;
        while !self.spills() && day <= Day::MAX && self.months & (1 << day.ymd().month) == 0 {
            let Ymd { year, month, day: day_of_month } = day.ymd();
            day = day.plus(i64::from(days_in_month(year, month) - day_of_month) + 1);
        }
        day
    }

    /// Returns the day itself, or the last day of the previous month that counts.
    fn previous_open_month(&self, from: Day) -> Day {
        let mut day = from;
        while !self.spills() && day >= Day::MIN && self.months & (1 << day.ymd().month) == 0 {
            day = day.plus(-i64::from(day.ymd().day));
        }
        day
    }

    /// Returns whether days may overflow into the next month. Only days of the month can, so days and weeks never do.
    fn spills(&self) -> bool {
        self.overflow == MonthOverflow::Next && matches!(self.unit, Unit::Months | Unit::Years)
    }

    pub(crate) fn times(&self) -> &[i64] {
        &self.times
    }
}

impl CivilSearch for EveryDays {
    fn at_or_after(&self, from: Civil) -> Option<CivilMatch> {
        let from = from.max(self.anchor);
        let day = self.next_day(from.day())?;
        let second = if day == from.day() { from.second_of_day() } else { 0 };
        match self.times.iter().find(|time| **time >= second) {
            Some(time) => Some(CivilMatch::exact(Civil::new(day, *time))),
            None => {
                let day = self.next_day(day.plus(1))?;
                Some(CivilMatch::exact(Civil::new(day, *self.times.first()?)))
            }
        }
    }

    fn at_or_before(&self, from: Civil) -> Option<CivilMatch> {
        let day = self.previous_day(from.day())?;
        let second = if day == from.day() { from.second_of_day() } else { SECONDS_PER_DAY - 1 };
        let hit = match self.times.iter().rev().find(|time| **time <= second) {
            Some(time) => CivilMatch::exact(Civil::new(day, *time)),
            None => {
                let day = self.previous_day(day.plus(-1))?;
                CivilMatch::exact(Civil::new(day, *self.times.last()?))
            }
        };
        (hit.at >= self.anchor).then_some(hit)
    }
}

/// Returns the times of day of a recurrence: midnight by default, the anchor's time of day if the list is empty.
fn times(rule: &EveryRecurrence, anchor: Civil) -> Result<Vec<i64>, Error> {
    const TIMES_MAX: usize = 1440;
    let mut times = match &rule.at {
        None => vec![0],
        Some(at) if at.is_empty() => vec![anchor.second_of_day()],
        Some(at) if at.len() > TIMES_MAX => {
            return Err(Error::new(
                ErrorCode::TooLong,
                format!("at lists {} times; the maximum is {TIMES_MAX}", at.len()),
            ));
        }
        Some(at) => at.iter().map(|time| second_of_day(*time)).collect::<Result<_, _>>()?,
    };
    times.sort_unstable();
    times.dedup();
    Ok(times)
}

pub(super) fn shifted_month(year: i16, month: u8, months: i64) -> Option<(i16, u8)> {
    let index = (i64::from(year) * 12 + i64::from(month) - 1).checked_add(months)?;
    let year = i16::try_from(index.div_euclid(12)).ok().filter(|year| (YEAR_MIN..=YEAR_MAX).contains(year))?;
    Some((year, (index.rem_euclid(12) + 1) as u8))
}
