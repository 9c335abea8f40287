//! Civil time as plain numbers: days and seconds of a proleptic Gregorian calendar with no zone attached.
//!
//! The searches step over days and seconds millions of times, so they work on integers and convert to jiff's types
//! only at the edges. Nothing here knows about offsets; `zone` and `resolve` do.

pub(crate) mod divisor;

use jiff::civil::{Date, DateTime};

pub(crate) const SECONDS_PER_DAY: i64 = 86_400;

/// First and last year that a search may visit: jiff's own range for civil dates after year zero.
pub(crate) const YEAR_MIN: i16 = 1;
pub(crate) const YEAR_MAX: i16 = 9999;

/// English names of the months, January first.
pub(crate) const MONTH_NAMES: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];

/// Mask of every month, bits 1 to 12.
pub(crate) const ALL_MONTHS: u16 = 0x1FFE;

/// A point of wall-clock time, in seconds since 1970-01-01T00:00:00 local time.
///
/// It is not an instant. The newtype prevents mixing it up with seconds of UTC.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Civil(pub(crate) i64);

impl Civil {
    pub(crate) const MIN: Self = Self(-62_135_596_800); // 0001-01-01T00:00:00
    pub(crate) const MAX: Self = Self(253_402_300_799); // 9999-12-31T23:59:59

    pub(crate) fn new(day: Day, second_of_day: i64) -> Self {
        Self(day.0 * SECONDS_PER_DAY + second_of_day)
    }

    #[inline]
    pub(crate) fn day(self) -> Day {
        Day(self.0.div_euclid(SECONDS_PER_DAY))
    }

    #[inline]
    pub(crate) fn second_of_day(self) -> i64 {
        self.0.rem_euclid(SECONDS_PER_DAY)
    }

    pub(crate) fn plus(self, seconds: i64) -> Self {
        Self(self.0.saturating_add(seconds))
    }

    #[cfg(test)]
    pub(crate) fn from_datetime(value: DateTime) -> Self {
        let time = value.time();
        let second_of_day = i64::from(time.hour()) * 3600 + i64::from(time.minute()) * 60 + i64::from(time.second());
        Self::new(Day::from_date(value.date()), second_of_day)
    }

    /// Returns the same point as jiff's type. A point outside years 1 to 9999 becomes the nearest one inside.
    pub(crate) fn to_datetime(self) -> DateTime {
        let inside = self.clamp(Self::MIN, Self::MAX);
        let second = inside.second_of_day();
        inside.day().to_date().at((second / 3600) as i8, (second / 60 % 60) as i8, (second % 60) as i8, 0)
    }
}

/// Days since 1970-01-01.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Day(pub(crate) i64);

impl Day {
    pub(crate) const MIN: Self = Self(-719_162); // 0001-01-01
    pub(crate) const MAX: Self = Self(2_932_896); // 9999-12-31

    /// Returns the day of an existing date.
    #[inline]
    pub(crate) const fn from_ymd(year: i16, month: u8, day: u8) -> Self {
        // Years are counted from March, so that the leap day is the last day of its year and month lengths follow a
        // line. Adding one 400-year cycle keeps all numbers positive, where division is cheap.
        let year = (year + 400) as u32 - (month <= 2) as u32;
        let month_from_march = (month as u32 + 9) % 12;
        let day_of_year = (153 * month_from_march + 2) / 5 + day as u32 - 1;
        let days = year * 365 + year / 4 - year / 100 + year / 400 + day_of_year;
        Self(days as i64 - (719_468 + 146_097))
    }

    #[inline]
    pub(crate) fn ymd(self) -> Ymd {
        // Shifted by whole 400-year cycles into positive numbers, where division is cheap and rounds in one direction.
        const CYCLES: u32 = 5;
        let shifted = (self.0.clamp(Self::MIN.0, Self::MAX.0) + 719_468) as u32 + CYCLES * 146_097;
        let era = shifted / 146_097;
        let day_of_era = shifted % 146_097;
        let year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
        let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
        let month_from_march = (5 * day_of_year + 2) / 153;
        let day = (day_of_year - (153 * month_from_march + 2) / 5 + 1) as u8;
        let month = if month_from_march < 10 { month_from_march + 3 } else { month_from_march - 9 } as u8;
        let year = (year_of_era + era * 400) as i16 - (CYCLES * 400) as i16 + i16::from(month <= 2);
        Ymd { year, month, day }
    }

    /// Returns the weekday, 0 for Sunday to 6 for Saturday.
    #[inline]
    pub(crate) const fn weekday(self) -> u8 {
        // Adding a large multiple of seven keeps the number positive.
        ((self.0 + 4 + 7_000_000) as u32 % 7) as u8
    }

    /// Returns the weekday, 0 for Monday to 6 for Sunday.
    pub(crate) fn weekday_from_monday(self) -> u8 {
        (self.0 + 3).rem_euclid(7) as u8
    }

    /// Returns midnight at the start of this day.
    pub(crate) fn start(self) -> Civil {
        Civil::new(self, 0)
    }

    pub(crate) fn plus(self, days: i64) -> Self {
        Self(self.0 + days)
    }

    pub(crate) fn from_date(date: Date) -> Self {
        Self::from_ymd(date.year(), date.month() as u8, date.day() as u8)
    }

    pub(crate) fn to_date(self) -> Date {
        let Ymd { year, month, day } = self.clamp(Self::MIN, Self::MAX).ymd();
        Date::constant(year, month as i8, day as i8)
    }
}

/// A date split into year, month and day.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Ymd {
    pub(crate) year: i16,
    pub(crate) month: u8,
    pub(crate) day: u8,
}

#[inline]
pub(crate) const fn is_leap(year: i16) -> bool {
    // A year divisible by 100 and by 16 is divisible by 400.
    if year % 100 == 0 { year % 16 == 0 } else { year % 4 == 0 }
}

/// Returns the kind of a year, 0 to 13. Years of one kind have the same calendar: they start on the same weekday,
/// and all or none of them are leap years.
#[inline]
pub(crate) const fn year_kind(year: i16) -> usize {
    Day::from_ymd(year, 1, 1).weekday() as usize + 7 * is_leap(year) as usize
}

#[inline]
pub(crate) fn days_in_month(year: i16, month: u8) -> u8 {
    if month == 2 { 28 + u8::from(is_leap(year)) } else { 30 + ((month ^ (month >> 3)) & 1) }
}

/// A match of a civil search: the wall-clock time of the occurrence, and the time that the recurrence itself names.
///
/// The two differ only where a roll to a business day moved the occurrence. The nominal time determines the period
/// key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct CivilMatch {
    pub(crate) at: Civil,
    pub(crate) nominal: Civil,
}

impl CivilMatch {
    pub(crate) fn exact(at: Civil) -> Self {
        Self { at, nominal: at }
    }
}

/// A stream of civil times that can be searched from any point, in both directions.
///
/// Laws: both results are pure functions of the argument. `at_or_after` never returns less than its argument and
/// `at_or_before` never more. Neither walks from the start of the recurrence. A search that would leave years 1 to
/// 9999, or that reaches its step limit, returns `None`.
pub(crate) trait CivilSearch {
    fn at_or_after(&self, from: Civil) -> Option<CivilMatch>;
    fn at_or_before(&self, from: Civil) -> Option<CivilMatch>;

    /// Returns whether there is a match at exactly this time.
    fn has(&self, at: Civil) -> bool {
        self.at_or_after(at).is_some_and(|hit| hit.at == at)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_and_dates_agree_with_jiff_over_the_whole_range() {
        let mut day = Day::MIN;
        while day <= Day::MAX {
            let date = day.to_date();
            assert_eq!(Day::from_date(date), day, "{date}");
            assert_eq!(i32::from(day.weekday_from_monday()), i32::from(date.weekday().to_monday_zero_offset()));
            assert_eq!(i32::from(days_in_month(date.year(), date.month() as u8)), i32::from(date.days_in_month()));
            day = day.plus(17);
        }
        assert_eq!(Day::MIN.to_date(), Date::constant(1, 1, 1));
        assert_eq!(Day::MAX.to_date(), Date::constant(9999, 12, 31));
    }

    #[test]
    fn a_civil_second_round_trips_through_jiff() {
        for seconds in [Civil::MIN.0, -1, 0, 86_399, 86_400, 1_772_000_000, Civil::MAX.0] {
            assert_eq!(Civil::from_datetime(Civil(seconds).to_datetime()), Civil(seconds));
        }
    }
}
