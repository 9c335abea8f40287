//! Refinements of days and longer units: times of day, weekdays and months.

use crate::definition::Weekday;

use super::{ByWeekday, Chain, Dated, Every, TimeOfDay, Timed, time};

impl<Unit: Dated> Chain<Every<Unit>> {
    /// Sets the time of day.
    pub fn at(self, hour: i64, minute: i64) -> Chain<Every<Unit, Timed>> {
        self.at_times([time(hour, minute)])
    }

    /// Sets the times of day, in any order. A duplicate time has no effect.
    pub fn at_times(mut self, times: impl IntoIterator<Item: Into<TimeOfDay>>) -> Chain<Every<Unit, Timed>> {
        let times: Vec<TimeOfDay> = times.into_iter().map(Into::into).collect();
        self.settings.reject_empty(&times, "at_times");
        let mut at = Vec::with_capacity(times.len());
        for TimeOfDay(time) in times {
            match time {
                Ok(time) => at.push(time),
                Err(problem) => self.settings.report(problem),
            }
        }
        self.pin(|rule| rule.at = Some(at))
    }

    /// Uses the anchor's time of day instead of midnight.
    pub fn at_anchor_time(self) -> Chain<Every<Unit, Timed>> {
        self.pin(|rule| rule.at = Some(Vec::new()))
    }
}

impl<Unit: ByWeekday, Time> Chain<Every<Unit, Time>> {
    /// Restricts occurrences to these weekdays. Several calls are combined.
    pub fn on(mut self, weekdays: impl IntoIterator<Item = Weekday>) -> Self {
        let weekdays: Vec<Weekday> = weekdays.into_iter().collect();
        self.settings.reject_empty(&weekdays, "on");
        self.step.rule.on_days.extend(weekdays);
        self
    }
}

impl<Unit: Dated, Time> Chain<Every<Unit, Time>> {
    /// Restricts occurrences to these months, 1 to 12. Several calls are combined.
    pub fn in_months(mut self, months: impl IntoIterator<Item = i64>) -> Self {
        let months: Vec<i64> = months.into_iter().collect();
        self.settings.reject_empty(&months, "in_months");
        self.step.rule.in_months.extend(months);
        self
    }
}
