//! Applies `COUNT` to a sub-daily rule and computes its minimum gap, by counting runs of grid points.

use super::grid_search::{Expansion, GridSearch};
use super::time_set::{ALL_HOURS, ALL_SIXTY, TimeSet};
use crate::civil::{Civil, Day, SECONDS_PER_DAY};
use crate::error::{Error, ErrorCode};
use crate::zone::{Segments, Stretch};

/// Maximum number of runs of passing grid points over which `COUNT` is counted.
const COUNT_RUNS_MAX: usize = 20_000;
/// Maximum number of grid points examined for `COUNT`, each in about twenty nanoseconds. Most runs take two.
const COUNT_LOOKS_MAX: usize = 45_000;
/// Maximum number of occurrences examined for the minimum gap.
const GAP_OCCURRENCES_MAX: usize = 2_000;

impl GridSearch {
    /// Returns the n-th occurrence from the start on, counted from 1, or `None` if the calendar ends before it.
    pub(super) fn nth_from_start(&self, count: i64, zone: &impl Segments) -> Result<Option<i64>, Error> {
        if self.passes_all() && self.expansion.is_none() {
            return Ok(Some(self.start.saturating_add((count - 1).saturating_mul(self.step))));
        }
        if count > self.count_max() {
            return Ok(None);
        }
        // A count that is too large is rejected before counting.
        if count > self.run_len_max().saturating_mul(COUNT_RUNS_MAX as i64) {
            return Err(too_many(count));
        }
        let mut left = count;
        let mut from = self.start;
        let mut stretch = zone.segment(from);
        let mut looks = 0;
        for _ in 0..COUNT_RUNS_MAX {
            if looks > COUNT_LOOKS_MAX {
                break;
            }
            let Some(point) = self.next_point_near(from, &mut stretch, zone, &mut looks) else {
                return Ok(None);
            };
            let Some(expansion) = &self.expansion else {
                let here = (self.run_end(point, &stretch) - 1 - point) / self.step + 1;
                if left <= here {
                    return Ok(Some(point + (left - 1) * self.step));
                }
                left -= here;
                from = point + (here - 1) * self.step + 1;
                continue;
            };
            let whole = expansion.whole_count();
            if expansion.is_whole(point, &stretch, self.start) && whole < left {
                left -= whole;
            } else {
                let mut at = self.start;
                while let Some(found) = expansion.at_or_after(point, &stretch, at) {
                    left -= 1;
                    if left == 0 {
                        return Ok(Some(found));
                    }
                    at = found + 1;
                }
            }
            from = point + 1;
        }
        Err(too_many(count))
    }

    /// Returns an upper bound on the number of occurrences until the calendar ends.
    fn count_max(&self) -> i64 {
        let start = Day(self.start.div_euclid(SECONDS_PER_DAY));
        let days = self.days.as_ref().map_or(Day::MAX.0 - start.0, |days| days.count_between(start, Day::MAX));
        let per_run = (self.run_unit() - 1) / self.step + 1;
        let per_day = (SECONDS_PER_DAY / self.step + 1).min(self.times.runs() * per_run);
        // Doubled for days that a clock change repeats, plus a few days around the ends.
        let points = (days + 3) * 2 * per_day;
        points * self.expansion.as_ref().map_or(1, Expansion::whole_count)
    }

    /// Returns an upper bound on the number of occurrences in a run of grid points.
    fn run_len_max(&self) -> i64 {
        match &self.expansion {
            Some(expansion) => expansion.whole_count(),
            None => (self.run_unit() - 1) / self.step + 1,
        }
    }

    /// Returns the smallest distance in seconds between two neighbors among the first 2,000 occurrences, or `None`
    /// if there is only one.
    pub(crate) fn min_gap(&self, zone: &impl Segments) -> Option<i64> {
        let mut previous = self.at_or_after(self.start, zone)?;
        let mut shortest: Option<i64> = None;
        for _ in 0..GAP_OCCURRENCES_MAX {
            let Some(next) = self.at_or_after(previous + 1, zone) else {
                break;
            };
            shortest = Some(shortest.map_or(next - previous, |gap| gap.min(next - previous)));
            if self.expansion.is_none() && shortest == Some(self.step) {
                break;
            }
            previous = next;
        }
        shortest
    }

    fn passes_all(&self) -> bool {
        self.days.is_none() && self.times == TimeSet::ALL
    }

    /// Returns the end of the run of passing instants from a passing grid point on, judging by the units of the parts.
    fn run_end(&self, point: i64, stretch: &Stretch) -> i64 {
        let unit = self.run_unit();
        let civil = Civil(point + stretch.offset);
        (point + unit - civil.0.rem_euclid(unit)).min(stretch.until)
    }

    /// Returns the unit within which either all instants pass or none.
    fn run_unit(&self) -> i64 {
        if self.times.seconds != ALL_SIXTY {
            1
        } else if self.times.minutes != ALL_SIXTY {
            60
        } else if self.times.hours != ALL_HOURS {
            3600
        } else {
            SECONDS_PER_DAY
        }
    }
}

fn too_many(count: i64) -> Error {
    Error::new(ErrorCode::OutOfRange, format!("COUNT={count} is too large for a rule of this kind"))
        .with_hint("end the rule with UNTIL instead")
}

#[cfg(test)]
mod tests {
    use crate::error::ErrorCode;
    use crate::rrule::{GridSearch, parse};
    use jiff::tz::TimeZone;

    #[test]
    fn a_count_that_is_too_large_is_rejected_before_counting() {
        let search = |rule: &str| {
            let parts = parse(rule).unwrap().rules.remove(0);
            GridSearch::compile(&parts, 0, None, &TimeZone::UTC)
        };
        // At most one occurrence in each of 20,000 runs is counted.
        let hourly = search("FREQ=HOURLY;BYHOUR=9").unwrap();
        assert_eq!((hourly.run_len_max(), hourly.count_max() > 100_000), (1, true));
        let error = search("FREQ=HOURLY;BYHOUR=9;COUNT=100000").unwrap_err();
        assert_eq!((error.code(), error.hint()), (ErrorCode::OutOfRange, Some("end the rule with UNTIL instead")));
        // Once a year, the calendar ends before the count is reached, which is not an error.
        let yearly = search("FREQ=HOURLY;BYMONTH=1;BYMONTHDAY=1;BYHOUR=9;COUNT=100000").unwrap();
        assert!(yearly.count_max() < 100_000);
        assert_eq!(search("FREQ=MINUTELY;INTERVAL=10;BYHOUR=9").unwrap().run_len_max(), 6);
        assert_eq!(search("FREQ=HOURLY;BYMINUTE=0,20,40").unwrap().run_len_max(), 3);
    }
}
