//! The counted periods of a rule: every n-th year, month, week or day, starting with the one that contains the start.

use super::day_parts::{month_len, month_start};
use super::day_set::DaySet;
use super::parts::Freq;
use crate::civil::divisor::greatest_common_divisor;
use crate::civil::{Civil, Day, YEAR_MAX, YEAR_MIN, is_leap};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stride {
    /// Every period counts.
    Every,
    Years {
        anchor: i64,
        every: i64,
    },
    /// Years of whole weeks, as `BYWEEKNO` counts them: week 1 may begin in December, and the last week may end in
    /// January.
    WeekYears {
        anchor: i64,
        every: i64,
        /// First day of the week, 0 for Monday.
        week_start: i64,
    },
    /// Months. The anchor is a number of months since year 0.
    Months {
        anchor: i64,
        every: i64,
    },
    /// `run` days (1 or 7) out of every `every` days.
    Days {
        anchor: i64,
        every: i64,
        run: i64,
        /// The first 128 days of the pattern, if it repeats within 64.
        pattern: u128,
    },
}

impl Stride {
    /// Creates a stride for the frequencies from yearly to daily. A week starts on `week_start`, 0 for Monday.
    pub(super) fn new(freq: Freq, interval: i64, start: Civil, week_start: i64) -> Self {
        if interval == 1 {
            return Self::Every;
        }
        let ymd = start.day().ymd();
        match freq {
            Freq::Yearly => Self::Years { anchor: i64::from(ymd.year), every: interval },
            Freq::Monthly => {
                Self::Months { anchor: i64::from(ymd.year) * 12 + i64::from(ymd.month) - 1, every: interval }
            }
            Freq::Weekly => Self::days(week_of(start.day(), week_start).0, interval * 7, 7),
            Freq::Daily | Freq::Hourly | Freq::Minutely | Freq::Secondly => Self::days(start.day().0, interval, 1),
        }
    }

    /// Creates a stride for yearly rules with week numbers. If `is_occurrence` is set, the start's own day passes,
    /// so its week-year counts, even if it differs from the calendar year. Otherwise the calendar year is the first.
    pub(super) fn week_years(interval: i64, start: Civil, week_start: i64, is_occurrence: bool) -> Self {
        if interval == 1 {
            return Self::Every;
        }
        let (day, year) = (start.day(), start.day().ymd().year);
        let anchor = match year {
            _ if !is_occurrence => year,
            _ if day < first_week(year, week_start) => year - 1,
            _ if day >= first_week(year + 1, week_start) => year + 1,
            _ => year,
        };
        Self::WeekYears { anchor: i64::from(anchor), every: interval, week_start }
    }

    fn days(anchor: i64, every: i64, run: i64) -> Self {
        let pattern = if every < 64 {
            (0..128).filter(|day| day % every < run).fold(0, |bits, day| bits | 1_u128 << day)
        } else {
            0
        };
        Self::Days { anchor, every, run, pattern }
    }

    /// Returns the months of the year that an interval of months can ever reach, bit 1 for January.
    pub(super) fn reachable_months(&self) -> Option<u16> {
        match *self {
            Self::Months { anchor, every } => {
                let step = greatest_common_divisor(every, 12);
                Some((1..=12).filter(|month| (month - 1 - anchor) % step == 0).fold(0, |mask, month| mask | 1 << month))
            }
            Self::Every | Self::Years { .. } | Self::WeekYears { .. } | Self::Days { .. } => None,
        }
    }

    /// Returns those of the days that lie in a counted period.
    #[inline]
    pub(super) fn limit(&self, days: &DaySet, year: i16, january_first: Day) -> DaySet {
        match *self {
            Self::Every => *days,
            Self::Years { anchor, every } => {
                if (i64::from(year) - anchor) % every == 0 {
                    *days
                } else {
                    DaySet::EMPTY
                }
            }
            Self::WeekYears { anchor, every, week_start } => {
                let own = first_week(year, week_start).0 - january_first.0;
                let next = first_week(year + 1, week_start).0 - january_first.0;
                let runs = [(year - 1, 0, own), (year, own, next), (year + 1, next, next + 7)];
                let mut counted = DaySet::EMPTY;
                for (_, first, end) in runs.iter().filter(|run| (i64::from(run.0) - anchor) % every == 0) {
                    counted.insert_run(*first, end - first);
                }
                days.and(&counted)
            }
            Self::Months { anchor, every } => {
                let mut counted = DaySet::EMPTY;
                let leap = is_leap(year);
                // The first counted month of this year, numbered from 1.
                let mut month = 1 + (anchor - i64::from(year) * 12).rem_euclid(every);
                while month <= 12 {
                    counted.insert_run(month_start(leap, month), month_len(leap, month));
                    month += every;
                }
                days.and(&counted)
            }
            Self::Days { anchor, every, run, .. } if days.count() <= FEW_DAYS => {
                let counts = |day: &i64| (january_first.0 + day - anchor).rem_euclid(every) < run;
                let mut counted = DaySet::EMPTY;
                let named = std::iter::successors(days.next(0), |day| days.next(day + 1));
                named.filter(counts).for_each(|day| counted.insert(day));
                counted
            }
            Self::Days { anchor, every, run, pattern } => {
                let place = (january_first.0 - anchor).rem_euclid(every);
                days.and(&DaySet::from_words(|base| run_bits((place + base) % every, every, run, pattern)))
            }
        }
    }

    /// Returns a lower bound on the distance between two counted days.
    pub(super) fn least_day_gap(&self) -> i64 {
        match *self {
            Self::Days { every, run: 1, .. } => every,
            Self::Every | Self::Years { .. } | Self::WeekYears { .. } | Self::Months { .. } | Self::Days { .. } => 1,
        }
    }

    /// Returns the approximate number of years examined between two years.
    pub(super) fn years_between(&self, one: i16, other: i16) -> i64 {
        let every = match *self {
            Self::Years { every, .. } | Self::WeekYears { every, .. } => every,
            Self::Months { every, .. } => every / 12,
            Self::Days { every, .. } => every / DAYS_PER_YEAR,
            Self::Every => 1,
        };
        i64::from(one.abs_diff(other)) / every.max(1)
    }

    /// Returns the next year that may have a counted period.
    #[inline]
    pub(super) fn year_after(&self, year: i16) -> Option<i16> {
        let next = match *self {
            Self::Years { anchor, every } => {
                let place = (i64::from(year) - anchor).rem_euclid(every);
                i64::from(year) + every - place
            }
            Self::WeekYears { anchor, every, .. } => {
                // The years before and after a counted one may contain some of its days.
                let place = (i64::from(year) + 1 - anchor).rem_euclid(every);
                i64::from(year) + 1 + if place <= 1 { 0 } else { every - 1 - place }
            }
            // Long intervals are skipped, so that a rule without further occurrences is not followed to its end.
            Self::Months { anchor, every } if every > 12 => {
                let month = (i64::from(year) + 1) * 12;
                (month + (anchor - month).rem_euclid(every)) / 12
            }
            Self::Days { anchor, every, run, .. } if every > DAYS_PER_YEAR => {
                let day = Day::from_ymd(year + 1, 1, 1);
                let place = (day.0 - anchor).rem_euclid(every);
                if place < run { i64::from(year) + 1 } else { year_of(day.plus(every - place))? }
            }
            Self::Every | Self::Months { .. } | Self::Days { .. } => i64::from(year) + 1,
        };
        (next <= i64::from(YEAR_MAX)).then_some(next as i16)
    }

    /// Returns the last year before this one that may have a counted period.
    #[inline]
    pub(super) fn year_before(&self, year: i16) -> Option<i16> {
        let previous = match *self {
            Self::Years { anchor, every } => {
                let place = (i64::from(year) - anchor).rem_euclid(every);
                i64::from(year) - if place == 0 { every } else { place }
            }
            Self::WeekYears { anchor, every, .. } => {
                let place = (i64::from(year) - 1 - anchor).rem_euclid(every);
                i64::from(year) - 1 - if place == every - 1 { 0 } else { (place - 1).max(0) }
            }
            Self::Months { anchor, every } if every > 12 => {
                let month = i64::from(year) * 12 - 1;
                (month - (month - anchor).rem_euclid(every)).div_euclid(12)
            }
            Self::Days { anchor, every, run, .. } if every > DAYS_PER_YEAR => {
                let day = Day::from_ymd(year, 1, 1).plus(-1);
                let place = (day.0 - anchor).rem_euclid(every);
                if place < run { i64::from(year) - 1 } else { year_of(day.plus(run - 1 - place))? }
            }
            Self::Every | Self::Months { .. } | Self::Days { .. } => i64::from(year) - 1,
        };
        (previous >= i64::from(YEAR_MIN)).then_some(previous as i16)
    }
}

const DAYS_PER_YEAR: i64 = 366;
/// Maximum number of days of a year that are tested one by one.
const FEW_DAYS: i64 = 4;

/// Returns the year of a day, or `None` if it is outside the calendar.
fn year_of(day: Day) -> Option<i64> {
    (Day::MIN..=Day::MAX).contains(&day).then(|| i64::from(day.ymd().year))
}

/// Returns the first day of week 1 of a year: the first week with at least four days in it.
#[inline]
fn first_week(year: i16, week_start: i64) -> Day {
    week_of(Day::from_ymd(year, 1, 4), week_start)
}

/// Returns the first day of the week that contains the day.
#[inline]
pub(super) fn week_of(day: Day, week_start: i64) -> Day {
    day.plus(-(i64::from(day.weekday_from_monday()) - week_start).rem_euclid(7))
}

/// Returns 64 days of the pattern from `place` on, which is a day of its cycle.
#[inline]
fn run_bits(place: i64, every: i64, run: i64, pattern: u128) -> u64 {
    if every < 64 {
        return (pattern >> place) as u64;
    }
    // The cycle is at least a word long: the rest of the current run, and at most one more.
    let rest = if place < run { (1 << (run - place)) - 1 } else { 0 };
    let next = every - place;
    if next < 64 { rest | ((1 << run) - 1) << next } else { rest }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strides_of_days_and_weeks_agree_with_counting() {
        let start = Day::from_ymd(1997, 9, 2);
        for every in [2, 3, 7, 9, 10, 52, 63, 64, 65, 70, 71, 400, 5000] {
            for (freq, run) in [(Freq::Daily, 1), (Freq::Weekly, 7)] {
                let stride = Stride::new(freq, every, start.start(), 6);
                let anchor = if run == 7 { Day::from_ymd(1997, 8, 31) } else { start };
                for year in 1995..2015 {
                    let january_first = Day::from_ymd(year, 1, 1);
                    let counted = stride.limit(&DaySet::first_days(365), year, january_first);
                    let few = DaySet::from_bits(0b1001);
                    let counted_few = stride.limit(&few, year, january_first);
                    assert_eq!(counted_few, few.and(&counted), "{freq:?} {every} {year}");
                    for day in 0..365 {
                        let elapsed = january_first.0 + day - anchor.0;
                        let expected = elapsed.rem_euclid(every * run) < run;
                        assert_eq!(counted.contains(day), expected, "{freq:?} {every} {year} {day}");
                    }
                }
            }
        }
    }

    #[test]
    fn long_intervals_are_jumped_over_in_one_step() {
        let start = Day::from_ymd(2026, 1, 1).start();
        for (freq, every) in [(Freq::Weekly, 1_000_000), (Freq::Daily, 5_000_000), (Freq::Monthly, 200_000)] {
            let stride = Stride::new(freq, every, start, 0);
            assert_eq!((stride.year_after(2026), stride.year_before(2025)), (None, None), "{freq:?}");
        }
        for (freq, every) in [(Freq::Weekly, 53), (Freq::Weekly, 1000), (Freq::Daily, 367), (Freq::Monthly, 29)] {
            let stride = Stride::new(freq, every, start, 0);
            let counts = |year: i16| {
                let days = DaySet::first_days(365 + i64::from(is_leap(year)));
                !stride.limit(&days, year, Day::from_ymd(year, 1, 1)).is_empty()
            };
            for year in 1990..2150 {
                let next = (year + 1..).find(|year| counts(*year));
                let previous = (1..year).rev().find(|year| counts(*year));
                assert_eq!((stride.year_after(year), stride.year_before(year)), (next, previous), "{freq:?} {every}");
            }
        }
    }

    #[test]
    fn only_months_in_step_are_reachable() {
        let start = Day::from_ymd(1997, 9, 2).start();
        assert_eq!(Stride::new(Freq::Monthly, 6, start, 0).reachable_months(), Some(1 << 3 | 1 << 9));
        assert_eq!(Stride::new(Freq::Monthly, 5, start, 0).reachable_months(), Some(0b1_1111_1111_1110));
        assert_eq!(Stride::new(Freq::Weekly, 6, start, 0).reachable_months(), None);
    }
}
