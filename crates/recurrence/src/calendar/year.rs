//! Years divided into months or quarters, or left whole: the civil year, a fiscal year of months, and the 4-4-5
//! year of weeks.
//!
//! Period number = year × parts per year + part, where the year is the one in which the fiscal year starts. A
//! period ends where the next one starts, so the 53rd week of a long 4-4-5 year falls into its last period without
//! a special case.

use super::day_span::DaySpan;
use crate::civil::{Day, Ymd};
use crate::definition::FiscalPattern;

/// Division of a year into periods.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum YearDivision {
    Month,
    Quarter,
    Year,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct YearParts {
    pub(super) cut: YearDivision,
    /// Whether the keys carry the prefix `FY`. Fiscal years do, even when they start in January.
    pub(super) is_fiscal: bool,
    /// Start month, 1 to 12.
    pub(super) start_month: u8,
    pub(super) pattern: FiscalPattern,
}

const WEEKS_PER_QUARTER: i64 = 13;

impl YearParts {
    pub(super) fn civil(cut: YearDivision) -> Self {
        Self { cut, is_fiscal: false, start_month: 1, pattern: FiscalPattern::Monthly }
    }

    /// Returns whether each period is one calendar month.
    pub(super) fn is_month(&self) -> bool {
        self.cut == YearDivision::Month && self.pattern == FiscalPattern::Monthly
    }

    pub(super) fn per_year(&self) -> i64 {
        match self.cut {
            YearDivision::Month => 12,
            YearDivision::Quarter => 4,
            YearDivision::Year => 1,
        }
    }

    pub(super) fn index(&self, day: Day) -> i64 {
        let Ymd { year, month, .. } = day.ymd();
        match self.pattern {
            FiscalPattern::Monthly => {
                let months = i64::from(year) * 12 + i64::from(month) - i64::from(self.start_month);
                months.div_euclid(12 / self.per_year())
            }
            FiscalPattern::FourFourFive => {
                // The year starts at most three days from the first of its month, so only these three years are
                // possible.
                let year = i64::from(year);
                let year = if day < self.first_monday(year) {
                    year - 1
                } else if day >= self.first_monday(year + 1) {
                    year + 1
                } else {
                    year
                };
                year * self.per_year() + self.part_of_week((day.0 - self.first_monday(year).0) / 7)
            }
        }
    }

    pub(super) fn span(&self, index: i64) -> DaySpan {
        DaySpan { starts: self.start(index), ends: self.start(index + 1) }
    }

    /// Returns the year in the period's name and the number of the part, from 1. A year that does not start in
    /// January is named after the year it ends in.
    pub(super) fn year_and_part(&self, index: i64) -> (i64, i64) {
        let per_year = self.per_year();
        (index.div_euclid(per_year) + i64::from(self.start_month > 1), index.rem_euclid(per_year) + 1)
    }

    fn start(&self, index: i64) -> Day {
        let (year, part) = (index.div_euclid(self.per_year()), index.rem_euclid(self.per_year()));
        match self.pattern {
            FiscalPattern::Monthly => {
                let month = part * (12 / self.per_year()) + i64::from(self.start_month) - 1;
                Day::from_ymd((year + month / 12) as i16, (month % 12 + 1) as u8, 1)
            }
            FiscalPattern::FourFourFive => self.first_monday(year).plus(7 * self.weeks_before(part)),
        }
    }

    /// Returns the Monday nearest to the first of the start month, from three days before to three days after.
    fn first_monday(&self, year: i64) -> Day {
        let first = Day::from_ymd(year as i16, self.start_month, 1);
        let from_monday = i64::from(first.weekday_from_monday());
        first.plus(if from_monday <= 3 { -from_monday } else { 7 - from_monday })
    }

    fn weeks_before(&self, part: i64) -> i64 {
        match self.cut {
            YearDivision::Month => part / 3 * WEEKS_PER_QUARTER + part % 3 * 4,
            YearDivision::Quarter => part * WEEKS_PER_QUARTER,
            YearDivision::Year => 0,
        }
    }

    fn part_of_week(&self, week: i64) -> i64 {
        let quarter = (week / WEEKS_PER_QUARTER).min(3);
        match self.cut {
            YearDivision::Month => quarter * 3 + ((week - quarter * WEEKS_PER_QUARTER) / 4).min(2),
            YearDivision::Quarter => quarter,
            YearDivision::Year => 0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fiscal_weeks(cut: YearDivision, start_month: u8) -> YearParts {
        YearParts { cut, is_fiscal: true, start_month, pattern: FiscalPattern::FourFourFive }
    }

    #[test]
    fn every_day_lies_in_the_span_of_its_own_period() {
        for start_month in 1..=12 {
            for cut in [YearDivision::Month, YearDivision::Quarter, YearDivision::Year] {
                for pattern in [FiscalPattern::Monthly, FiscalPattern::FourFourFive] {
                    let parts = YearParts { cut, is_fiscal: true, start_month, pattern };
                    for day in (Day::MIN.0..=Day::MAX.0).step_by(101).chain(10_000..30_000).map(Day) {
                        let span = parts.span(parts.index(day));
                        assert!(span.holds(day), "{parts:?} {:?} is not in {span:?}", day.ymd());
                    }
                }
            }
        }
    }

    #[test]
    fn a_year_of_weeks_has_periods_of_four_four_and_five_weeks() {
        let parts = fiscal_weeks(YearDivision::Month, 1);
        let weeks = |year: i64| -> Vec<i64> {
            (0..12).map(|part| parts.span(year * 12 + part)).map(|span| (span.ends.0 - span.starts.0) / 7).collect()
        };
        assert_eq!(weeks(2025), [4, 4, 5, 4, 4, 5, 4, 4, 5, 4, 4, 5]);
        assert_eq!(weeks(2026), [4, 4, 5, 4, 4, 5, 4, 4, 5, 4, 4, 6]);
    }

    #[test]
    fn a_year_of_weeks_starts_on_the_monday_nearest_to_the_first() {
        let check = |start_month: u8, year: i64, expected: (i16, u8, u8)| {
            let (y, m, d) = expected;
            assert_eq!(fiscal_weeks(YearDivision::Year, start_month).start(year), Day::from_ymd(y, m, d));
        };
        check(1, 2026, (2025, 12, 29)); // January 1 is a Thursday: three days back.
        check(1, 2027, (2027, 1, 4)); // A Friday: three days forward.
        check(4, 2025, (2025, 3, 31));
        check(6, 2026, (2026, 6, 1)); // A Monday.
    }
}
