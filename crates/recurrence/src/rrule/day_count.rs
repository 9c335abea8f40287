//! Applies `COUNT` to a day rule and computes its minimum gap, by counting whole years or periods.

use super::day_search::DaySearch;
use super::parts::Freq;
use super::picks::SetPositions;
use crate::civil::{Civil, CivilSearch, Day, YEAR_MAX};
use crate::error::{Error, ErrorCode};

/// Maximum number of periods over which `COUNT` is counted with `BYSETPOS` (150 years of weeks).
const COUNT_PERIODS_MAX: usize = 8_000;
/// Maximum number of days examined for the minimum gap. A pattern that is not dense repeats within them.
const GAP_DAYS_MAX: usize = 20_000;
/// Maximum number of occurrences examined for the minimum gap with `BYSETPOS`.
const GAP_OCCURRENCES_MAX: usize = 2_000;

impl DaySearch {
    /// Returns the n-th occurrence from the start on, counted from 1, or `None` if the calendar ends before it.
    pub(super) fn nth_from_start(&self, count: i64) -> Result<Option<Civil>, Error> {
        match &self.picks {
            None => Ok(self.nth_by_years(count, self.times.count(), |index| self.times.select(index))),
            Some(picks) if self.freq == Freq::Daily => {
                let total = self.times.count();
                let picked: Vec<i64> =
                    std::iter::successors(picks.at_or_after(total, 0), |index| picks.at_or_after(total, index + 1))
                        .map(|index| self.times.select(index))
                        .collect();
                Ok(self.nth_by_years(count, picked.len() as i64, |index| picked[index as usize]))
            }
            Some(picks) => self.nth_by_periods(count, picks),
        }
    }

    /// Counts whole years. Every day has `per_day` times; `time_of` returns the n-th.
    fn nth_by_years(&self, count: i64, per_day: i64, time_of: impl Fn(i64) -> i64) -> Option<Civil> {
        let mut year = self.start.day().ymd().year;
        let mut january_first = Day::from_ymd(year, 1, 1);
        let mut days = self.days_of(year, january_first);
        let start_day = self.start.day().0 - january_first.0;
        // Counted from January 1 of the start's year.
        let mut left = count + days.rank(start_day) * per_day;
        if days.contains(start_day) {
            left += partition_point(per_day, |index| time_of(index) < self.start.second_of_day());
        }
        loop {
            let here = days.count() * per_day;
            if left <= here {
                let day = january_first.plus(days.select((left - 1) / per_day)?);
                return Some(Civil::new(day, time_of((left - 1) % per_day)));
            }
            left -= here;
            year = self.stride.year_after(year)?;
            january_first = Day::from_ymd(year, 1, 1);
            if january_first > self.last.day() {
                return None;
            }
            days = self.days_of(year, january_first);
        }
    }

    fn nth_by_periods(&self, count: i64, picks: &SetPositions) -> Result<Option<Civil>, Error> {
        let years = i64::from(YEAR_MAX - self.start.day().ymd().year) + 1;
        let periods = years * periods_per_year_max(self.freq);
        if count > periods * picks.most() {
            return Ok(None);
        }
        // A count that is too large is rejected before counting.
        if count > COUNT_PERIODS_MAX as i64 * picks.most() {
            return Err(too_many(count));
        }
        let mut left = count;
        let mut day = self.start.day();
        let mut from = self.start;
        for _ in 0..COUNT_PERIODS_MAX {
            let Some(next) = self.next_day(day) else {
                return Ok(None);
            };
            let period = self.period_of(next);
            let total = period.days.count() * self.times.count();
            let rank = period.rank(&self.times, from);
            // The start cuts only the first period.
            let cut = std::iter::successors(picks.before(total, rank), |index| picks.before(total, *index)).count();
            let here = picks.count(total) - cut as i64;
            if left <= here {
                let mut index = picks.at_or_after(total, rank);
                for _ in 1..left {
                    index = index.and_then(|index| picks.at_or_after(total, index + 1));
                }
                return Ok(index.and_then(|index| period.select(&self.times, index)));
            }
            left -= here;
            day = period.first.plus(period.len);
            from = day.start();
            if from > self.last {
                return Ok(None);
            }
        }
        Err(too_many(count))
    }

    /// Returns the smallest civil distance in seconds between two neighbors, or `None` if there is only one
    /// occurrence.
    ///
    /// Exact over the first 20,000 days with an occurrence, or, with `BYSETPOS`, over the first 2,000 occurrences.
    pub(crate) fn min_gap(&self) -> Option<i64> {
        let first = self.at_or_after(self.start)?.at;
        // The second occurrence bounds the result. If there is none, there is no gap.
        let second = self.at_or_after(first.plus(1))?.at;
        if self.picks.is_some() || self.is_short() {
            return Some(self.min_gap_by_walking(first, second));
        }
        let within_day = self.times.min_gap();
        let between_days = self.min_day_gap().map(|days| days * 86_400 - (self.times.last() - self.times.first()));
        within_day.into_iter().chain(between_days).min()
    }

    /// Returns whether the rule ends before its pattern repeats, so that only its own occurrences count.
    fn is_short(&self) -> bool {
        self.last < Civil::MAX && {
            let mut at = self.start;
            (0..GAP_OCCURRENCES_MAX).any(|_| match self.at_or_after(at) {
                Some(hit) => {
                    at = hit.at.plus(1);
                    false
                }
                None => true,
            })
        }
    }

    fn min_gap_by_walking(&self, first: Civil, second: Civil) -> i64 {
        let mut shortest = second.0 - first.0;
        let mut previous = second;
        for _ in 0..GAP_OCCURRENCES_MAX {
            let Some(hit) = self.at_or_after(previous.plus(1)) else {
                break;
            };
            shortest = shortest.min(hit.at.0 - previous.0);
            previous = hit.at;
        }
        shortest
    }

    fn min_day_gap(&self) -> Option<i64> {
        let least = self.stride.least_day_gap();
        let mut shortest: Option<i64> = None;
        let mut day = self.next_day(self.start.day())?;
        let mut year = day.ymd().year;
        let mut january_first = Day::from_ymd(year, 1, 1);
        let mut days = self.days_of(year, january_first);
        for _ in 0..GAP_DAYS_MAX {
            let next = loop {
                if let Some(found) = days.next((day.0 + 1 - january_first.0).max(0)) {
                    break january_first.plus(found);
                }
                let Some(next_year) = self.stride.year_after(year) else {
                    return shortest;
                };
                year = next_year;
                january_first = Day::from_ymd(year, 1, 1);
                days = self.days_of(year, january_first);
            };
            if next > self.last.day() {
                break;
            }
            shortest = Some(shortest.map_or(next.0 - day.0, |gap| gap.min(next.0 - day.0)));
            if shortest == Some(least) {
                break;
            }
            day = next;
        }
        shortest
    }
}

fn periods_per_year_max(freq: Freq) -> i64 {
    match freq {
        Freq::Yearly => 1,
        Freq::Monthly => 12,
        Freq::Weekly => 54,
        Freq::Daily | Freq::Hourly | Freq::Minutely | Freq::Secondly => 366,
    }
}

fn too_many(count: i64) -> Error {
    Error::new(ErrorCode::OutOfRange, format!("COUNT={count} is too large for a rule with BYSETPOS"))
        .with_hint("end the rule with UNTIL instead")
}

/// Returns the number of elements of `0..len` before the first for which `is_before` is false.
fn partition_point(len: i64, is_before: impl Fn(i64) -> bool) -> i64 {
    let (mut low, mut high) = (0, len);
    while low < high {
        let middle = (low + high) / 2;
        if is_before(middle) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    low
}
