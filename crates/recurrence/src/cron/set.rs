//! A cron expression as bit masks, one bit per value of a field, and the days of a month that match them.

use crate::civil::{ALL_MONTHS, Civil, Day, YEAR_MAX, YEAR_MIN, days_in_month, year_kind};

/// The compiled expression: small, immutable, and all that the search needs.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct CronSet {
    /// Bits 0 to 59.
    pub(crate) seconds: u64,
    /// Bits 0 to 59.
    pub(crate) minutes: u64,
    /// Bits 0 to 23.
    pub(crate) hours: u32,
    /// Bits 1 to 12.
    pub(crate) months: u16,
    pub(crate) days: DaySet,
    /// Years that match. `None` means every year.
    pub(crate) years: Option<Box<[YearRange]>>,
    /// Maximum distance in years from the start of a search. Zero means no limit.
    pub(crate) horizon_years: i16,
    /// The kinds of year that have a matching day; see `year_kind`.
    year_kinds: u16,
    pub(crate) shape: Shape,
}

/// How much of the calendar a search must examine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Shape {
    /// Every day matches.
    Daily,
    /// Only the weekday matters.
    Weekly,
    /// Months and dates matter.
    Monthly,
}

/// The matching days of a month.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct DaySet {
    /// Days of the month, bits 1 to 31.
    pub(crate) of_month: u32,
    /// `L-n`, bit n.
    pub(crate) from_last: u32,
    /// `L-nW`, bit n.
    pub(crate) workday_from_last: u32,
    /// `nW`, bit n.
    pub(crate) workday: u32,
    /// Whether an `nW` beyond the end of a month means its last day.
    pub(crate) workday_clamps: bool,
    /// Weekdays, bit 0 for Sunday.
    pub(crate) weekdays: u8,
    /// `d#n`, with the weekdays of the n-th week at index n - 1.
    pub(crate) nth: [u8; 5],
    /// `dL`.
    pub(crate) last: u8,
    /// Whether a match of either day field is enough. Otherwise both must match.
    pub(crate) either: bool,
}

/// Years `from`, `from + step`, … up to `to`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct YearRange {
    pub(crate) from: i16,
    pub(crate) to: i16,
    pub(crate) step: i16,
}

pub(crate) const ALL_DAYS: u32 = 0xFFFF_FFFE;
pub(crate) const ALL_WEEKDAYS: u8 = 0x7F;

/// The parsed fields, before the check whether they can ever match.
pub(crate) struct Fields {
    pub(crate) seconds: u64,
    pub(crate) minutes: u64,
    pub(crate) hours: u32,
    pub(crate) months: u16,
    pub(crate) days: DaySet,
    pub(crate) years: Option<Box<[YearRange]>>,
    pub(crate) horizon_years: i16,
}

impl CronSet {
    /// Creates the set. Returns `None` if no day of any year matches.
    pub(crate) fn new(fields: Fields) -> Option<Self> {
        let Fields { seconds, minutes, hours, months, days, years, horizon_years } = fields;
        let every_week = years.is_none() && months == ALL_MONTHS && days.is_plain_weekdays();
        let shape = match every_week {
            true if days.weekdays == ALL_WEEKDAYS => Shape::Daily,
            true => Shape::Weekly,
            false => Shape::Monthly,
        };
        let mut set = Self { seconds, minutes, hours, months, days, years, horizon_years, year_kinds: 0, shape };
        set.year_kinds = set.matching_year_kinds();
        // If no kind of year matches, the years need not be searched.
        (set.year_kinds != 0 && set.next_year(YEAR_MIN).is_some()).then_some(set)
    }

    /// Returns the matching days of a month, bits 1 to 31.
    #[inline]
    pub(crate) fn days_of(&self, year: i16, month: u8) -> u32 {
        let length = days_in_month(year, month);
        let inside = ((2u64 << length) - 2) as u32;
        // The common case does not need the weekday.
        if self.days.is_plain_dates() {
            return self.days.of_month & inside;
        }
        self.days.of(Day::from_ymd(year, month, 1).weekday(), length) & inside
    }

    /// Returns the first year from this one on that has a matching day.
    pub(crate) fn next_year(&self, from: i16) -> Option<i16> {
        let mut year = from;
        while year <= YEAR_MAX {
            if let Some(ranges) = &self.years {
                year = ranges.iter().filter_map(|range| range.next(year)).min()?;
            }
            if self.year_kinds & (1 << year_kind(year)) != 0 {
                return Some(year);
            }
            year += 1;
        }
        None
    }

    pub(crate) fn previous_year(&self, from: i16) -> Option<i16> {
        let mut year = from;
        while year >= YEAR_MIN {
            if let Some(ranges) = &self.years {
                year = ranges.iter().filter_map(|range| range.previous(year)).max()?;
            }
            if self.year_kinds & (1 << year_kind(year)) != 0 {
                return Some(year);
            }
            year -= 1;
        }
        None
    }

    pub(crate) fn has_year(&self, year: i16) -> bool {
        self.years.as_ref().is_none_or(|ranges| ranges.iter().any(|range| range.next(year) == Some(year)))
    }

    /// Returns the earliest matching second of a day.
    pub(crate) fn first_time(&self) -> i64 {
        time(self.hours.trailing_zeros(), self.minutes.trailing_zeros(), self.seconds.trailing_zeros())
    }

    pub(crate) fn last_time(&self) -> i64 {
        time(31 - self.hours.leading_zeros(), 63 - self.minutes.leading_zeros(), 63 - self.seconds.leading_zeros())
    }

    /// Returns whether day of month and day of week, each on its own, match the day.
    pub(crate) fn day_fields_match(&self, at: Civil) -> (bool, bool) {
        let date = at.day().ymd();
        let length = days_in_month(date.year, date.month);
        let first = Day::from_ymd(date.year, date.month, 1).weekday();
        let bit = 1 << date.day;
        (self.days.by_month_day(first, length) & bit != 0, self.days.by_weekday(first, length) & bit != 0)
    }

    fn matching_year_kinds(&self) -> u16 {
        const ALL_KINDS: u16 = (1 << 14) - 1;
        // Days that every month has do not require a look at the calendar.
        let DaySet { of_month, weekdays, either, .. } = self.days;
        let has_common_date = self.days.is_plain_dates() && of_month & 0x1FFF_FFFE != 0;
        let has_weekday = weekdays != 0 && (either || of_month == ALL_DAYS);
        let always = has_common_date || has_weekday;
        if always {
            return ALL_KINDS;
        }
        // Any 28 years without a skipped leap day contain every kind of year.
        (2000..2028).fold(0, |kinds, year| {
            let matches = (1..=12).any(|month| self.months & (1 << month) != 0 && self.days_of(year, month) != 0);
            kinds | u16::from(matches) << year_kind(year)
        })
    }
}

impl DaySet {
    #[inline]
    pub(crate) fn is_plain_dates(&self) -> bool {
        self.weekdays == ALL_WEEKDAYS && !self.either && self.from_last | self.workday_from_last | self.workday == 0
    }

    fn is_plain_weekdays(&self) -> bool {
        let specials = self.from_last | self.workday_from_last | self.workday;
        self.of_month == ALL_DAYS
            && !self.either
            && specials == 0
            && self.nth == [0; 5]
            && self.last == 0
            && self.weekdays != 0
    }

    /// Returns the matching days of a month of this length that starts on this weekday.
    #[inline]
    fn of(&self, first_weekday: u8, length: u8) -> u32 {
        let by_month_day = self.by_month_day(first_weekday, length);
        let by_weekday = self.by_weekday(first_weekday, length);
        if self.either { by_month_day | by_weekday } else { by_month_day & by_weekday }
    }

    fn by_month_day(&self, first_weekday: u8, length: u8) -> u32 {
        let mut days = self.of_month;
        if self.from_last | self.workday_from_last | self.workday == 0 {
            return days;
        }
        for offset in bits(self.from_last) {
            if offset < length {
                days |= 1 << (length - offset);
            }
        }
        for offset in bits(self.workday_from_last) {
            if offset < length {
                days |= 1 << nearest_workday(length - offset, first_weekday, length);
            }
        }
        for day in bits(self.workday) {
            if day <= length || self.workday_clamps {
                days |= 1 << nearest_workday(day.min(length), first_weekday, length);
            }
        }
        days
    }

    fn by_weekday(&self, first_weekday: u8, length: u8) -> u32 {
        let mut days = weekly(self.weekdays, first_weekday);
        for (week, weekdays) in self.nth.iter().enumerate() {
            if *weekdays != 0 {
                days |= weekly(*weekdays, first_weekday) & (0x7F << (1 + 7 * week));
            }
        }
        if self.last != 0 {
            // The last seven days contain each weekday once.
            days |= weekly(self.last, first_weekday) & (0x7F << (length - 6));
        }
        days
    }
}

impl YearRange {
    fn next(&self, from: i16) -> Option<i16> {
        let year = if from <= self.from {
            self.from
        } else {
            let behind = (from - self.from) % self.step;
            if behind == 0 { from } else { from.checked_add(self.step - behind)? }
        };
        (year <= self.to).then_some(year)
    }

    fn previous(&self, from: i16) -> Option<i16> {
        let capped = from.min(self.to);
        (capped >= self.from).then(|| capped - (capped - self.from) % self.step)
    }
}

/// Returns every day of 31 that falls on one of the weekdays, bits 1 to 31.
#[inline]
pub(crate) fn weekly(weekdays: u8, first_weekday: u8) -> u32 {
    let week = u64::from(weekdays);
    let rotated = (week >> first_weekday | week << (7 - first_weekday)) & 0x7F;
    ((rotated | rotated << 7 | rotated << 14 | rotated << 21 | rotated << 28) << 1) as u32
}

/// Returns the day from Monday to Friday nearest to a day, within its month.
fn nearest_workday(day: u8, first_weekday: u8, length: u8) -> u8 {
    match (first_weekday + day - 1) % 7 {
        6 if day > 1 => day - 1,
        6 => day + 2,
        0 if day < length => day + 1,
        0 => day - 2,
        _ => day,
    }
}

pub(crate) fn time(hour: u32, minute: u32, second: u32) -> i64 {
    i64::from(hour * 3600 + minute * 60 + second)
}

/// Iterates over the positions of the set bits.
#[inline]
pub(crate) fn bits(mask: u32) -> impl Iterator<Item = u8> {
    let mut rest = mask;
    std::iter::from_fn(move || {
        let bit = rest.trailing_zeros() as u8;
        rest &= rest.wrapping_sub(1);
        (bit < 32).then_some(bit)
    })
}
