//! Computes the smallest distance between two matching days of an `every` recurrence, over the whole pattern.

use super::days::{EveryDays, shifted_month};
use crate::civil::divisor::{greatest_common_divisor, least_common_multiple};
use crate::civil::{ALL_MONTHS, Day, Ymd};
use crate::cron::gap::{nearest_bits, nearest_weekdays};
use crate::cron::set::{ALL_WEEKDAYS, weekly};
use crate::definition::{MonthOverflow, Unit};

/// Years in a cycle, after which dates and weekdays repeat together.
const YEARS_PER_CYCLE: i64 = 400;
const DAYS_PER_CYCLE: i64 = 146_097;

impl EveryDays {
    /// Returns the days between the two nearest matching days, ignoring the weekdays of the mask (bit 0 is Sunday).
    ///
    /// The result is exact, unless days or weeks are restricted to months. It may then be below the true minimum,
    /// never above.
    pub(crate) fn min_gap_days(&self, off_weekdays: u8) -> Option<i64> {
        let weekdays = self.weekdays & !off_weekdays;
        let first = self.next_day(self.anchor.day())?;
        self.next_day(first.plus(1))?;
        match self.unit {
            Unit::Seconds | Unit::Minutes | Unit::Hours | Unit::Days => {
                let meets = |shift: i64| {
                    let week = u16::from(weekdays);
                    let shifted = week << shift.rem_euclid(7);
                    week & (shifted | shifted >> 7) != 0
                };
                (1..=7).map(|steps| steps * self.every).find(|days| meets(*days))
            }
            Unit::Weeks => {
                let from_monday = weekdays >> 1 | (weekdays & 1) << 6;
                nearest_weekdays(from_monday, 7 * self.every)
            }
            Unit::Months | Unit::Years => self.min_gap_of_months(weekdays),
        }
    }

    /// Returns the number of days after which the pattern repeats.
    pub(crate) fn cycle_days(&self) -> i64 {
        let calendar = if self.months == ALL_MONTHS { 1 } else { DAYS_PER_CYCLE };
        match self.unit {
            Unit::Seconds | Unit::Minutes | Unit::Hours | Unit::Days => {
                let week = if self.weekdays == ALL_WEEKDAYS { 1 } else { 7 };
                least_common_multiple(least_common_multiple(self.every, week), calendar)
            }
            Unit::Weeks => least_common_multiple(7 * self.every, calendar),
            Unit::Months => self.periods_per_cycle().saturating_mul(self.every).saturating_mul(DAYS_PER_CYCLE) / 4800,
            Unit::Years => {
                self.periods_per_cycle().saturating_mul(self.every).saturating_mul(DAYS_PER_CYCLE) / YEARS_PER_CYCLE
            }
        }
    }

    /// Returns the first matching day. The pattern repeats from here on; the first interval before it may be empty.
    pub(crate) fn first_day(&self) -> Day {
        self.next_day(self.anchor.day()).unwrap_or(self.anchor.day())
    }

    /// Returns the number of active months or years before dates and weekdays repeat.
    fn periods_per_cycle(&self) -> i64 {
        let periods = if self.unit == Unit::Years { YEARS_PER_CYCLE } else { YEARS_PER_CYCLE * 12 };
        periods / greatest_common_divisor(periods, self.every)
    }

    fn min_gap_of_months(&self, weekdays: u8) -> Option<i64> {
        let Ymd { year, month, .. } = self.anchor.day().ymd();
        // Years are examined month by month, including the month that a day may overflow into.
        let months_each = if self.unit == Unit::Years { 12 } else { 1 };
        let spill = i64::from(self.overflow == MonthOverflow::Next && self.every > 1);
        let mut least: Option<i64> = None;
        let mut previous: Option<Day> = None;
        let mut periods = 0;
        let mut period = if self.first_period == 0 { 0 } else { self.every };
        // The distance that leads out of the cycle belongs to it. No pattern pauses for a whole cycle.
        while periods <= 2 * self.periods_per_cycle() {
            let first = if self.unit == Unit::Years { period * 12 + 1 - i64::from(month) } else { period };
            for ahead in 0..months_each + spill {
                let Some((year, month)) = shifted_month(year, month, first + ahead) else { return least };
                let starts = Day::from_ymd(year, month, 1);
                let days = self.days_of(year, month) & weekly(weekdays, starts.weekday());
                if days == 0 {
                    continue;
                }
                let day = |bit: u32| starts.plus(i64::from(bit) - 1);
                let leading_in = previous.map(|previous| day(days.trailing_zeros()).0 - previous.0);
                least = least.into_iter().chain(nearest_bits(u64::from(days))).chain(leading_in).min();
                previous = Some(day(31 - days.leading_zeros()));
                if least == Some(1) || periods > self.periods_per_cycle() {
                    return least;
                }
            }
            periods += 1;
            period += self.every;
        }
        least
    }
}
