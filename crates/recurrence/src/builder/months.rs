//! Refinements of months and years: days by their position in the month. Several calls are combined.

use crate::definition::{MonthOverflow, NthWeekday, Weekday};

use super::{ByMonth, Chain, Every};

impl<Unit: ByMonth, Time> Chain<Every<Unit, Time>> {
    /// Sets the day of the month, 1 to 31, or -1 to -31 from the end.
    pub fn on_day(self, day: i64) -> Self {
        self.on_days([day])
    }

    /// Sets several days of the month.
    pub fn on_days(mut self, days: impl IntoIterator<Item = i64>) -> Self {
        let days: Vec<i64> = days.into_iter().collect();
        self.settings.reject_empty(&days, "on_days");
        self.step.rule.on_month_days.extend(days);
        self
    }

    /// Sets the last day of the month.
    pub fn on_last_day(self) -> Self {
        self.on_day(-1)
    }

    /// Sets the first such weekday of the month.
    pub fn on_first(mut self, weekday: Weekday) -> Self {
        match self.step.rule.on_first {
            None => self.step.rule.on_first = Some(weekday),
            Some(_) => return self.on_nth(1, weekday),
        }
        self
    }

    /// Sets the n-th such weekday of the month, 1 to 5, or -1 to -5 from the end. A month without one has no
    /// occurrence.
    pub fn on_nth(mut self, n: i64, weekday: Weekday) -> Self {
        self.step.rule.on_nth.push(NthWeekday { n, day: weekday });
        self
    }

    /// Sets the last such weekday of the month.
    pub fn on_last(mut self, weekday: Weekday) -> Self {
        match self.step.rule.on_last {
            None => self.step.rule.on_last = Some(weekday),
            Some(_) => return self.on_nth(-1, weekday),
        }
        self
    }

    /// Sets what happens to a day that a month does not have. Default: the last day of the month. The last call
    /// applies.
    pub fn overflow(mut self, overflow: MonthOverflow) -> Self {
        self.step.rule.month_overflow = overflow;
        self
    }
}
