//! From a number to a unit, and the refinements of units shorter than a day.

use crate::definition::{EveryRecurrence, Unit};

use super::{Chain, Days, Every, Hours, MinuteSet, Minutes, Months, Seconds, Timed, Weeks, Years};

/// The step after `every`: a number without a unit.
#[derive(Clone, Copy, Debug)]
pub struct CountStep(pub(super) i64);

impl Chain<CountStep> {
    /// Counts seconds of elapsed time.
    pub fn seconds(self) -> Chain<Every<Seconds>> {
        self.unit(Unit::Seconds)
    }

    /// Counts minutes of elapsed time.
    pub fn minutes(self) -> Chain<Every<Minutes>> {
        self.unit(Unit::Minutes)
    }

    /// Counts hours of elapsed time.
    pub fn hours(self) -> Chain<Every<Hours>> {
        self.unit(Unit::Hours)
    }

    /// Counts days. Occurrences are at midnight unless a time follows.
    pub fn days(self) -> Chain<Every<Days>> {
        self.unit(Unit::Days)
    }

    /// Counts weeks. Occurrences are on the anchor's weekday unless `on` follows.
    pub fn weeks(self) -> Chain<Every<Weeks>> {
        self.unit(Unit::Weeks)
    }

    /// Counts months. Occurrences are on the anchor's day of the month unless a day follows.
    pub fn months(self) -> Chain<Every<Months>> {
        self.unit(Unit::Months)
    }

    /// Counts years. Occurrences are in the anchor's month and on its day unless others follow.
    pub fn years(self) -> Chain<Every<Years>> {
        self.unit(Unit::Years)
    }

    fn unit<U>(self, unit: Unit) -> Chain<Every<U>> {
        let rule = EveryRecurrence::new(self.step.0, unit);
        self.to(Every::new(rule))
    }
}

impl Chain<Every<Minutes>> {
    /// Sets the second of the minute, 0 to 59.
    pub fn on_second(self, second: i64) -> Chain<Every<Minutes, Timed>> {
        self.pin(|rule| rule.on_second = Some(second))
    }
}

impl Chain<Every<Hours>> {
    /// Sets the minute of the hour, 0 to 59.
    pub fn on_minute(self, minute: i64) -> Chain<Every<Hours, MinuteSet>> {
        self.pin(|rule| rule.on_minute = Some(minute))
    }

    /// Sets the second of the hour's first minute, 0 to 59.
    pub fn on_second(self, second: i64) -> Chain<Every<Hours, Timed>> {
        self.pin(|rule| rule.on_second = Some(second))
    }
}

impl Chain<Every<Hours, MinuteSet>> {
    /// Sets the second of the minute, 0 to 59.
    pub fn on_second(self, second: i64) -> Chain<Every<Hours, Timed>> {
        self.pin(|rule| rule.on_second = Some(second))
    }
}

impl<Time> Chain<Every<Hours, Time>> {
    /// Restricts occurrences to these hours of the day, 0 to 23. Requires `every(1)`. Several calls are combined.
    pub fn on_hours(mut self, hours: impl IntoIterator<Item = i64>) -> Self {
        let hours: Vec<i64> = hours.into_iter().collect();
        self.settings.reject_empty(&hours, "on_hours");
        self.step.rule.on_hours.extend(hours);
        self
    }
}

impl<Unit, Time> Chain<Every<Unit, Time>> {
    /// Applies a refinement and records in the type how far the time is set.
    pub(super) fn pin<Next>(self, write: impl FnOnce(&mut EveryRecurrence)) -> Chain<Every<Unit, Next>> {
        let Self { settings, step: Every { mut rule, .. } } = self;
        write(&mut rule);
        Chain { settings, step: Every::new(rule) }
    }
}
