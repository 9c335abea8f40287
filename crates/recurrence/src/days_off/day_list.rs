//! A set of days: certain weekdays of every week, and runs of dates.
//!
//! Runs are stored as whole ranges, and two runs separated only by off weekdays are merged. A run of any length is
//! therefore skipped in one step.

use crate::civil::Day;

/// Days off.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct DayList {
    /// Weekdays that are off, bit 0 for Sunday.
    weekdays: u8,
    /// First and last days of the runs, sorted, with at least one open day between two runs.
    runs: Vec<(Day, Day)>,
}

impl DayList {
    pub(crate) fn add(&mut self, weekdays: u8, dates: impl IntoIterator<Item = Day>) {
        self.weekdays |= weekdays;
        self.runs.extend(dates.into_iter().map(|day| (day, day)));
        self.runs.sort_unstable();
        let mut joined: Vec<(Day, Day)> = Vec::new();
        for (first, last) in std::mem::take(&mut self.runs) {
            match joined.last_mut() {
                Some(before) if self.touches(before.1, first) => before.1 = before.1.max(last),
                Some(_) | None => joined.push((first, last)),
            }
        }
        self.runs = joined;
    }

    /// Returns the weekdays that are off, bit 0 for Sunday.
    pub(crate) fn weekdays(&self) -> u8 {
        self.weekdays
    }

    pub(crate) fn has_every_weekday(&self) -> bool {
        self.weekdays == 0x7F
    }

    pub(crate) fn contains(&self, day: Day) -> bool {
        self.is_weekday_off(day) || self.run_of(day).is_some()
    }

    /// Returns the first day from this one on that is not off.
    pub(crate) fn open_from(&self, day: Day) -> Option<Day> {
        let mut day = day;
        // A run, the weekdays after it, and at most one more run: each iteration skips one of them.
        while day <= Day::MAX {
            match self.run_of(day) {
                Some((_, last)) => day = last.plus(1),
                None if self.is_weekday_off(day) => day = day.plus(1),
                None => return Some(day),
            }
        }
        None
    }

    /// Returns the last day up to this one that is not off.
    pub(crate) fn open_until(&self, day: Day) -> Option<Day> {
        let mut day = day;
        while day >= Day::MIN {
            match self.run_of(day) {
                Some((first, _)) => day = first.plus(-1),
                None if self.is_weekday_off(day) => day = day.plus(-1),
                None => return Some(day),
            }
        }
        None
    }

    /// Returns the length of the longest run of days off.
    pub(crate) fn longest_run_days(&self) -> i64 {
        let length = |day: Day| match (self.open_until(day), self.open_from(day)) {
            (Some(before), Some(after)) => (after.0 - before.0 - 1).max(0),
            (None, _) | (_, None) => i64::MAX,
        };
        // Any week shows the effect of the weekdays; a longer run contains a date.
        (0..7).map(Day).chain(self.runs.iter().map(|run| run.0)).map(length).max().unwrap_or(0)
    }

    fn is_weekday_off(&self, day: Day) -> bool {
        self.weekdays & (1 << day.weekday()) != 0
    }

    fn run_of(&self, day: Day) -> Option<(Day, Day)> {
        let after = self.runs.partition_point(|run| run.0 <= day);
        after.checked_sub(1).map(|index| self.runs[index]).filter(|run| day <= run.1)
    }

    /// Returns whether only off weekdays lie between two days, so that they form one run.
    fn touches(&self, last: Day, first: Day) -> bool {
        // Every week contains an open weekday, unless all are off.
        first.0 - last.0 <= 7 && (last.0 + 1..first.0).all(|day| self.is_weekday_off(Day(day)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_and_weekends_are_passed_together() {
        let day = |text: &str| Day::from_date(text.parse().unwrap());
        let mut list = DayList::default();
        // Christmas 2026 is a Friday: together with the weekend it is a run of three days.
        list.add(0b100_0001, ["2026-12-25", "2026-12-28"].map(day));
        assert_eq!(list.open_from(day("2026-12-25")), Some(day("2026-12-29")));
        assert_eq!(list.open_until(day("2026-12-28")), Some(day("2026-12-24")));
        assert_eq!(list.open_from(day("2026-12-24")), Some(day("2026-12-24")));
        assert_eq!(list.longest_run_days(), 4);
    }

    #[test]
    fn a_run_of_many_years_is_one_step() {
        let mut list = DayList::default();
        list.add(0, (0..10_000).map(Day));
        assert_eq!(list.open_from(Day(0)), Some(Day(10_000)));
        assert_eq!(list.longest_run_days(), 10_000);
        assert!(list.contains(Day(9_999)) && !list.contains(Day(10_000)));
    }

    #[test]
    fn a_list_agrees_with_a_scan_of_each_day() {
        let mut list = DayList::default();
        list.add(0b010_0010, (0..400).filter(|n| n % 5 == 0 || n % 7 < 3).map(Day));
        for day in (0..420).map(Day) {
            let plain = (day.0..).map(Day).find(|day| !list.contains(*day));
            assert_eq!(list.open_from(day), plain, "{day:?}");
            let back = (-30..=day.0).rev().map(Day).find(|day| !list.contains(*day));
            assert_eq!(list.open_until(day), back, "{day:?}");
        }
    }
}
