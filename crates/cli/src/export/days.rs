//! Which days a set of dates is, in terms of months, days of the month and weekdays.

use std::collections::BTreeSet;

use jiff::ToSpan;
use jiff::civil::Date;

use super::sample::Sample;

/// Days, as fields of other systems describe them. Weekdays are 1 for Monday to 7 for Sunday.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Days {
    /// The month, the day of the month and the weekday must match.
    All { months: BTreeSet<u32>, month_days: BTreeSet<u32>, weekdays: BTreeSet<u32> },
    /// The month must match, and the day of the month or the weekday.
    Either { months: BTreeSet<u32>, month_days: BTreeSet<u32>, weekdays: BTreeSet<u32> },
    /// Last day of the month.
    LastDay { months: BTreeSet<u32> },
    /// Last such weekday of the month.
    LastWeekday { months: BTreeSet<u32>, weekday: u32 },
}

pub(super) fn all_months() -> BTreeSet<u32> {
    (1..=12).collect()
}

pub(super) fn all_month_days() -> BTreeSet<u32> {
    (1..=31).collect()
}

pub(super) fn all_weekdays() -> BTreeSet<u32> {
    (1..=7).collect()
}

fn month(date: Date) -> u32 {
    u32::from(date.month().unsigned_abs())
}

fn month_day(date: Date) -> u32 {
    u32::from(date.day().unsigned_abs())
}

fn weekday(date: Date) -> u32 {
    u32::from(date.weekday().to_monday_one_offset().unsigned_abs())
}

impl Days {
    pub(super) fn months(&self) -> &BTreeSet<u32> {
        match self {
            Self::All { months, .. }
            | Self::Either { months, .. }
            | Self::LastDay { months }
            | Self::LastWeekday { months, .. } => months,
        }
    }

    fn contains(&self, date: Date) -> bool {
        let is_in_last = |days: u32| month_day(date) + days > u32::from(date.days_in_month().unsigned_abs());
        self.months().contains(&month(date))
            && match self {
                Self::All { month_days, weekdays, .. } => {
                    month_days.contains(&month_day(date)) && weekdays.contains(&weekday(date))
                }
                Self::Either { month_days, weekdays, .. } => {
                    month_days.contains(&month_day(date)) || weekdays.contains(&weekday(date))
                }
                Self::LastDay { .. } => is_in_last(1),
                Self::LastWeekday { weekday: wanted, .. } => *wanted == weekday(date) && is_in_last(7),
            }
    }

    /// Returns all descriptions of exactly the dates of a sample, the simplest first.
    pub(super) fn of(sample: &Sample) -> Vec<Self> {
        let set = |value: fn(Date) -> u32| sample.dates.iter().map(|date| value(*date)).collect::<BTreeSet<_>>();
        let (found_months, found_days, found_weekdays) = (set(month), set(month_day), set(weekday));
        let mut found = Vec::new();
        for months in [all_months(), found_months] {
            let all = |month_days: &BTreeSet<u32>, weekdays: &BTreeSet<u32>| Self::All {
                months: months.clone(),
                month_days: month_days.clone(),
                weekdays: weekdays.clone(),
            };
            let mut candidates = vec![
                all(&all_month_days(), &all_weekdays()),
                all(&all_month_days(), &found_weekdays),
                all(&found_days, &all_weekdays()),
                Self::LastDay { months: months.clone() },
            ];
            candidates.extend(
                found_weekdays
                    .first()
                    .filter(|_| found_weekdays.len() == 1)
                    .map(|weekday| Self::LastWeekday { months: months.clone(), weekday: *weekday }),
            );
            candidates.push(all(&found_days, &found_weekdays));
            candidates.extend(Self::either(sample, &months));
            for candidate in candidates {
                if !found.contains(&candidate) && candidate.is_exactly(sample) {
                    found.push(candidate);
                }
            }
        }
        found
    }

    /// Returns the days of the month and the weekdays of which all dates are in the sample.
    fn either(sample: &Sample, months: &BTreeSet<u32>) -> Option<Self> {
        let (mut month_days, mut weekdays) = (all_month_days(), all_weekdays());
        for date in sample.all().filter(|date| months.contains(&month(*date)) && !sample.dates.contains(date)) {
            month_days.remove(&month_day(date));
            weekdays.remove(&weekday(date));
        }
        let is_mixed = !month_days.is_empty() && !weekdays.is_empty();
        is_mixed.then(|| Self::Either { months: months.clone(), month_days, weekdays })
    }

    fn is_exactly(&self, sample: &Sample) -> bool {
        sample.all().all(|date| self.contains(date) == sample.dates.contains(&date))
    }
}

impl Sample {
    fn all(&self) -> impl Iterator<Item = Date> {
        let last = self.last;
        self.first.series(1.day()).take_while(move |date| *date < last)
    }
}
