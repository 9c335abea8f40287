//! The pins of months and years: days by their place in the month. Calls add up, and every day named fires.

use crate::recurrence::{MonthOverflow, NthWeekday};
use crate::weekday::Weekday;

use super::{ByMonth, Chain, Every};

impl<Unit: ByMonth, Time> Chain<Every<Unit, Time>> {
    /// Fires on this day of the month, 1 to 31, or -1 to -31 from its end.
    pub fn on_day(self, day: i64) -> Self {
        self.on_days([day])
    }

    /// Fires on each of these days of the month.
    pub fn on_days(mut self, days: impl IntoIterator<Item = i64>) -> Self {
        let days: Vec<i64> = days.into_iter().collect();
        self.frame.refuse_empty(&days, "on_days");
        self.step.rule.on_month_days.extend(days);
        self
    }

    /// Fires on the last day of the month.
    pub fn on_last_day(self) -> Self {
        self.on_day(-1)
    }

    /// Fires on the first such weekday of the month.
    pub fn on_first(mut self, weekday: Weekday) -> Self {
        match self.step.rule.on_first {
            None => self.step.rule.on_first = Some(weekday),
            Some(_) => return self.on_nth(1, weekday),
        }
        self
    }

    /// Fires on the n-th such weekday of the month, 1 to 5, or -1 to -5 from its end. A month without one has none.
    pub fn on_nth(mut self, n: i64, weekday: Weekday) -> Self {
        self.step.rule.on_nth.push(NthWeekday { n, day: weekday });
        self
    }

    /// Fires on the last such weekday of the month.
    pub fn on_last(mut self, weekday: Weekday) -> Self {
        match self.step.rule.on_last {
            None => self.step.rule.on_last = Some(weekday),
            Some(_) => return self.on_nth(-1, weekday),
        }
        self
    }

    /// What happens to a day that a month does not have; without a call its last day takes the place. The last call counts.
    pub fn overflow(mut self, overflow: MonthOverflow) -> Self {
        self.step.rule.month_overflow = overflow;
        self
    }
}
