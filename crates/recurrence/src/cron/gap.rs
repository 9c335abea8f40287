//! The smallest distances in a cron set, computed from its masks: between two times of a day, and between two days.

use crate::civil::{Day, YEAR_MAX, YEAR_MIN, year_kind};
use crate::cron::set::{CronSet, Shape, bits, weekly};

/// The pattern of days repeats after 400 years. A second cycle covers the distance from the end of one cycle to the
/// start of the next.
const CYCLE_FROM: i16 = 2000;
const CYCLE_UNTIL: i16 = CYCLE_FROM + 800;

/// Days in 400 years, after which dates and weekdays repeat together.
const DAYS_PER_CYCLE: i64 = 146_097;

impl CronSet {
    /// Returns the seconds between the two nearest times of one day, or `None` if a day has only one.
    pub(crate) fn gap_within_day(&self) -> Option<i64> {
        let (first_second, last_second) = (self.seconds.trailing_zeros(), 63 - self.seconds.leading_zeros());
        let (first_minute, last_minute) = (self.minutes.trailing_zeros(), 63 - self.minutes.leading_zeros());
        let minute_span = i64::from(last_second - first_second);
        let hour_span = minute_span + 60 * i64::from(last_minute - first_minute);
        let of_seconds = nearest_bits(self.seconds);
        let of_minutes = nearest_bits(self.minutes).map(|minutes| minutes * 60 - minute_span);
        let of_hours = nearest_bits(u64::from(self.hours)).map(|hours| hours * 3600 - hour_span);
        [of_seconds, of_minutes, of_hours].into_iter().flatten().min()
    }

    /// Returns the days between the two nearest matching days of any year, ignoring the weekdays of the mask (bit 0
    /// is Sunday).
    pub(crate) fn min_gap_days(&self, off_weekdays: u8) -> Option<i64> {
        if self.shape != Shape::Monthly {
            return nearest_weekdays(self.days.weekdays & !off_weekdays, 7);
        }
        let (from, until) = if self.years.is_some() { (YEAR_MIN, YEAR_MAX) } else { (CYCLE_FROM, CYCLE_UNTIL) };
        let mut by_kind: [Option<Option<YearDays>>; 14] = [None; 14];
        let mut least: Option<i64> = None;
        let mut previous: Option<Day> = None;
        let mut from = from;
        while let Some(year) = self.next_year(from).filter(|year| *year <= until) {
            from = year + 1;
            let days = *by_kind[year_kind(year)].get_or_insert_with(|| self.year_days(year, off_weekdays));
            let Some(YearDays { first, last, gap }) = days else { continue };
            let new_year = Day::from_ymd(year, 1, 1);
            let leading_in = previous.map(|previous| new_year.0 + first - previous.0);
            least = least.into_iter().chain(gap).chain(leading_in).min();
            if least == Some(1) {
                break;
            }
            previous = Some(new_year.plus(last));
        }
        least
    }

    /// Returns the number of days after which the pattern repeats, or the length of the whole calendar if the set
    /// names years.
    pub(crate) fn cycle_days(&self) -> i64 {
        match self.shape {
            Shape::Daily => 1,
            Shape::Weekly => 7,
            Shape::Monthly if self.years.is_none() => DAYS_PER_CYCLE,
            Shape::Monthly => Day::MAX.0 - Day::MIN.0,
        }
    }

    /// Returns the first day to examine for the behavior of the pattern.
    pub(crate) fn first_day(&self) -> Day {
        let year = if self.years.is_some() { self.next_year(YEAR_MIN).unwrap_or(CYCLE_FROM) } else { CYCLE_FROM };
        Day::from_ymd(year, 1, 1)
    }

    /// Returns the number of times per day.
    pub(crate) fn times_per_day(&self) -> usize {
        (self.hours.count_ones() * self.minutes.count_ones() * self.seconds.count_ones()) as usize
    }

    pub(crate) fn times(&self) -> impl Iterator<Item = i64> {
        let each = |mask: u64| (0..60).filter(move |bit| mask >> bit & 1 == 1);
        each(u64::from(self.hours)).flat_map(move |hour| {
            each(self.minutes)
                .flat_map(move |minute| each(self.seconds).map(move |second| hour * 3600 + minute * 60 + second))
        })
    }

    fn year_days(&self, year: i16, off_weekdays: u8) -> Option<YearDays> {
        let new_year = Day::from_ymd(year, 1, 1);
        let mut found: Option<YearDays> = None;
        for month in bits(u32::from(self.months)) {
            let starts = Day::from_ymd(year, month, 1);
            let days = self.days_of(year, month) & !weekly(off_weekdays, starts.weekday());
            if days == 0 {
                continue;
            }
            let day_of_year = |bit: u32| starts.0 - new_year.0 + i64::from(bit) - 1;
            let (first, last) = (day_of_year(days.trailing_zeros()), day_of_year(31 - days.leading_zeros()));
            let gap = nearest_bits(u64::from(days));
            found = Some(match found {
                None => YearDays { first, last, gap },
                Some(year) => YearDays {
                    first: year.first,
                    last,
                    gap: year.gap.into_iter().chain(gap).chain([first - year.last]).min(),
                },
            });
        }
        found
    }
}

/// The first and last matching day of a year, counted from January 1, and the smallest distance between two of its
/// days.
#[derive(Clone, Copy)]
struct YearDays {
    first: i64,
    last: i64,
    gap: Option<i64>,
}

/// Returns the distance between the two nearest set bits.
pub(crate) fn nearest_bits(mask: u64) -> Option<i64> {
    (1..64).find(|distance| mask & mask >> distance != 0)
}

/// Returns the distance between the two nearest weekdays if the mask recurs every `cycle_days` days, at least 7.
pub(crate) fn nearest_weekdays(weekdays: u8, cycle_days: i64) -> Option<i64> {
    if weekdays == 0 {
        return None;
    }
    let span = i64::from(7 - weekdays.leading_zeros()) - i64::from(weekdays.trailing_zeros());
    nearest_bits(u64::from(weekdays)).into_iter().chain([cycle_days - span]).min()
}
