//! Units of an interval and their refinements: seconds, minutes, times of day, weekdays, days of the month.

use refrain_recurrence::builder::{
    ByMonth, ByWeekday, Chain, ClosedStep, CountStep, Cron, Dated, Days, Every, Hours, MinuteSet, Minutes, Months,
    Seconds, TimeOfDay, Timed, Weeks, Years,
};
use refrain_recurrence::{Dialect, MonthOverflow, Weekday};

use super::Draft;

impl Draft<Chain<CountStep>> {
    /// Counts seconds of elapsed time.
    pub fn seconds(self) -> Draft<Chain<Every<Seconds>>> {
        self.to(Chain::<CountStep>::seconds)
    }

    /// Counts minutes of elapsed time.
    pub fn minutes(self) -> Draft<Chain<Every<Minutes>>> {
        self.to(Chain::<CountStep>::minutes)
    }

    /// Counts hours of elapsed time.
    pub fn hours(self) -> Draft<Chain<Every<Hours>>> {
        self.to(Chain::<CountStep>::hours)
    }

    /// Counts days. Occurrences are at midnight unless a time follows.
    pub fn days(self) -> Draft<Chain<Every<Days>>> {
        self.to(Chain::<CountStep>::days)
    }

    /// Counts weeks. Occurrences are on the anchor's weekday unless `on` follows.
    pub fn weeks(self) -> Draft<Chain<Every<Weeks>>> {
        self.to(Chain::<CountStep>::weeks)
    }

    /// Counts months. Occurrences are on the anchor's day of the month unless a day follows.
    pub fn months(self) -> Draft<Chain<Every<Months>>> {
        self.to(Chain::<CountStep>::months)
    }

    /// Counts years. Occurrences are in the anchor's month and on its day unless others follow.
    pub fn years(self) -> Draft<Chain<Every<Years>>> {
        self.to(Chain::<CountStep>::years)
    }
}

impl Draft<Chain<Cron>> {
    /// Sets the dialect of the cron expression.
    pub fn dialect(self, dialect: Dialect) -> Draft<Chain<ClosedStep>> {
        self.to(|chain| chain.dialect(dialect))
    }
}

impl Draft<Chain<Every<Minutes>>> {
    /// Runs at this second of the minute, 0 to 59.
    pub fn on_second(self, second: i64) -> Draft<Chain<Every<Minutes, Timed>>> {
        self.to(|chain| chain.on_second(second))
    }
}

impl Draft<Chain<Every<Hours>>> {
    /// Runs at this minute of the hour, 0 to 59.
    pub fn on_minute(self, minute: i64) -> Draft<Chain<Every<Hours, MinuteSet>>> {
        self.to(|chain| chain.on_minute(minute))
    }

    /// Runs at this second of the first minute of the hour, 0 to 59.
    pub fn on_second(self, second: i64) -> Draft<Chain<Every<Hours, Timed>>> {
        self.to(|chain| chain.on_second(second))
    }
}

impl Draft<Chain<Every<Hours, MinuteSet>>> {
    /// Runs at this second of the minute, 0 to 59.
    pub fn on_second(self, second: i64) -> Draft<Chain<Every<Hours, Timed>>> {
        self.to(|chain| chain.on_second(second))
    }
}

impl<Time> Draft<Chain<Every<Hours, Time>>> {
    /// Runs only in these hours of the day, 0 to 23. Requires `every(1)`. Several calls add up.
    pub fn on_hours(self, hours: impl IntoIterator<Item = i64>) -> Self {
        self.to(|chain| chain.on_hours(hours))
    }
}

impl<Unit: Dated> Draft<Chain<Every<Unit>>> {
    /// Runs at this time of day.
    pub fn at(self, hour: i64, minute: i64) -> Draft<Chain<Every<Unit, Timed>>> {
        self.to(|chain| chain.at(hour, minute))
    }

    /// Runs at each of these times of day, given in any order. Duplicate times run once.
    pub fn at_times(self, times: impl IntoIterator<Item: Into<TimeOfDay>>) -> Draft<Chain<Every<Unit, Timed>>> {
        self.to(|chain| chain.at_times(times))
    }

    /// Runs at the anchor's time of day instead of midnight.
    pub fn at_anchor_time(self) -> Draft<Chain<Every<Unit, Timed>>> {
        self.to(Chain::<Every<Unit>>::at_anchor_time)
    }
}

impl<Unit: ByWeekday, Time> Draft<Chain<Every<Unit, Time>>> {
    /// Runs only on these weekdays. Several calls add up.
    pub fn on(self, weekdays: impl IntoIterator<Item = Weekday>) -> Self {
        self.to(|chain| chain.on(weekdays))
    }
}

impl<Unit: Dated, Time> Draft<Chain<Every<Unit, Time>>> {
    /// Runs only in these months, 1 to 12. Several calls add up.
    pub fn in_months(self, months: impl IntoIterator<Item = i64>) -> Self {
        self.to(|chain| chain.in_months(months))
    }
}

impl<Unit: ByMonth, Time> Draft<Chain<Every<Unit, Time>>> {
    /// Runs on this day of the month: 1 to 31, or -1 to -31 counted from the end of the month.
    pub fn on_day(self, day: i64) -> Self {
        self.to(|chain| chain.on_day(day))
    }

    /// Runs on each of these days of the month.
    pub fn on_days(self, days: impl IntoIterator<Item = i64>) -> Self {
        self.to(|chain| chain.on_days(days))
    }

    /// Runs on the last day of the month.
    pub fn on_last_day(self) -> Self {
        self.to(Chain::<Every<Unit, Time>>::on_last_day)
    }

    /// Runs on the first such weekday of the month.
    pub fn on_first(self, weekday: Weekday) -> Self {
        self.to(|chain| chain.on_first(weekday))
    }

    /// Runs on the nth such weekday of the month: 1 to 5, or -1 to -5 counted from the end of the month. A month
    /// without such a day has no occurrence.
    pub fn on_nth(self, n: i64, weekday: Weekday) -> Self {
        self.to(|chain| chain.on_nth(n, weekday))
    }

    /// Runs on the last such weekday of the month.
    pub fn on_last(self, weekday: Weekday) -> Self {
        self.to(|chain| chain.on_last(weekday))
    }

    /// Sets what happens to a day that a month does not have. Default: the last day of the month is used instead.
    pub fn overflow(self, overflow: MonthOverflow) -> Self {
        self.to(|chain| chain.overflow(overflow))
    }
}
