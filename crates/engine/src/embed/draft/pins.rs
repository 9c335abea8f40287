//! From a number to a unit, and what pins it down: seconds, minutes, times of day, weekdays, days of the month.

use refrain_recurrence::builder::{
    ByMonth, ByWeekday, Chain, Closed, Counted, Cron, Dated, Days, Every, Hours, MinuteSet, Minutes, Months, Seconds,
    TimeOfDay, Timed, Weeks, Years,
};
use refrain_recurrence::{Dialect, MonthOverflow, Weekday};

use super::Draft;

impl Draft<Chain<Counted>> {
    /// Counts seconds of elapsed time.
    pub fn seconds(self) -> Draft<Chain<Every<Seconds>>> {
        self.to(Chain::<Counted>::seconds)
    }

    /// Counts minutes of elapsed time.
    pub fn minutes(self) -> Draft<Chain<Every<Minutes>>> {
        self.to(Chain::<Counted>::minutes)
    }

    /// Counts hours of elapsed time.
    pub fn hours(self) -> Draft<Chain<Every<Hours>>> {
        self.to(Chain::<Counted>::hours)
    }

    /// Counts days; they fire at midnight unless a time follows.
    pub fn days(self) -> Draft<Chain<Every<Days>>> {
        self.to(Chain::<Counted>::days)
    }

    /// Counts weeks; they fire on the anchor's weekday unless `on` follows.
    pub fn weeks(self) -> Draft<Chain<Every<Weeks>>> {
        self.to(Chain::<Counted>::weeks)
    }

    /// Counts months; they fire on the anchor's day of the month unless a day follows.
    pub fn months(self) -> Draft<Chain<Every<Months>>> {
        self.to(Chain::<Counted>::months)
    }

    /// Counts years; they fire in the anchor's month and on its day unless others follow.
    pub fn years(self) -> Draft<Chain<Every<Years>>> {
        self.to(Chain::<Counted>::years)
    }
}

impl Draft<Chain<Cron>> {
    /// Whose rules the expression follows.
    pub fn dialect(self, dialect: Dialect) -> Draft<Chain<Closed>> {
        self.to(|chain| chain.dialect(dialect))
    }
}

impl Draft<Chain<Every<Minutes>>> {
    /// Fires on this second of the minute, 0 to 59.
    pub fn on_second(self, second: i64) -> Draft<Chain<Every<Minutes, Timed>>> {
        self.to(|chain| chain.on_second(second))
    }
}

impl Draft<Chain<Every<Hours>>> {
    /// Fires on this minute of the hour, 0 to 59.
    pub fn on_minute(self, minute: i64) -> Draft<Chain<Every<Hours, MinuteSet>>> {
        self.to(|chain| chain.on_minute(minute))
    }

    /// Fires on this second of the hour's first minute, 0 to 59.
    pub fn on_second(self, second: i64) -> Draft<Chain<Every<Hours, Timed>>> {
        self.to(|chain| chain.on_second(second))
    }
}

impl Draft<Chain<Every<Hours, MinuteSet>>> {
    /// Fires on this second of the minute, 0 to 59.
    pub fn on_second(self, second: i64) -> Draft<Chain<Every<Hours, Timed>>> {
        self.to(|chain| chain.on_second(second))
    }
}

impl<Time> Draft<Chain<Every<Hours, Time>>> {
    /// Fires only in these hours of the day, 0 to 23. It goes with `every(1)` alone; calls add up.
    pub fn on_hours(self, hours: impl IntoIterator<Item = i64>) -> Self {
        self.to(|chain| chain.on_hours(hours))
    }
}

impl<Unit: Dated> Draft<Chain<Every<Unit>>> {
    /// Fires at this time of day.
    pub fn at(self, hour: i64, minute: i64) -> Draft<Chain<Every<Unit, Timed>>> {
        self.to(|chain| chain.at(hour, minute))
    }

    /// Fires at each of these times of day, in whatever order they are named; a time named twice fires once.
    pub fn at_times(self, times: impl IntoIterator<Item: Into<TimeOfDay>>) -> Draft<Chain<Every<Unit, Timed>>> {
        self.to(|chain| chain.at_times(times))
    }

    /// Fires at the time of day that the anchor has, instead of midnight.
    pub fn at_anchor_time(self) -> Draft<Chain<Every<Unit, Timed>>> {
        self.to(Chain::<Every<Unit>>::at_anchor_time)
    }
}

impl<Unit: ByWeekday, Time> Draft<Chain<Every<Unit, Time>>> {
    /// Fires on these weekdays only; calls add up.
    pub fn on(self, weekdays: impl IntoIterator<Item = Weekday>) -> Self {
        self.to(|chain| chain.on(weekdays))
    }
}

impl<Unit: Dated, Time> Draft<Chain<Every<Unit, Time>>> {
    /// Fires in these months only, 1 to 12; calls add up.
    pub fn in_months(self, months: impl IntoIterator<Item = i64>) -> Self {
        self.to(|chain| chain.in_months(months))
    }
}

impl<Unit: ByMonth, Time> Draft<Chain<Every<Unit, Time>>> {
    /// Fires on this day of the month, 1 to 31, or -1 to -31 from its end.
    pub fn on_day(self, day: i64) -> Self {
        self.to(|chain| chain.on_day(day))
    }

    /// Fires on each of these days of the month.
    pub fn on_days(self, days: impl IntoIterator<Item = i64>) -> Self {
        self.to(|chain| chain.on_days(days))
    }

    /// Fires on the last day of the month.
    pub fn on_last_day(self) -> Self {
        self.to(Chain::<Every<Unit, Time>>::on_last_day)
    }

    /// Fires on the first such weekday of the month.
    pub fn on_first(self, weekday: Weekday) -> Self {
        self.to(|chain| chain.on_first(weekday))
    }

    /// Fires on the n-th such weekday of the month, 1 to 5, or -1 to -5 from its end. A month without one has none.
    pub fn on_nth(self, n: i64, weekday: Weekday) -> Self {
        self.to(|chain| chain.on_nth(n, weekday))
    }

    /// Fires on the last such weekday of the month.
    pub fn on_last(self, weekday: Weekday) -> Self {
        self.to(|chain| chain.on_last(weekday))
    }

    /// What happens to a day that a month does not have; without a call its last day takes the place.
    pub fn overflow(self, overflow: MonthOverflow) -> Self {
        self.to(|chain| chain.overflow(overflow))
    }
}
