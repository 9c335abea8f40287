//! Finds the next and the previous match of a cron set by jumping from set bit to set bit.

use crate::civil::{Civil, CivilMatch, CivilSearch, Day, Ymd};
use crate::cron::set::{CronSet, Shape, time};

impl CivilSearch for CronSet {
    #[inline]
    fn at_or_after(&self, from: Civil) -> Option<CivilMatch> {
        let from = from.max(Civil::MIN);
        if from > Civil::MAX {
            return None;
        }
        let day = from.day();
        if self.shape != Shape::Monthly {
            let hit = match self.is_on_weekday(day).then(|| self.time_at_or_after(from.second_of_day())).flatten() {
                Some(second) => Civil::new(day, second),
                None => Civil::new(day.plus(self.days_to_weekday(day)), self.first_time()),
            };
            return (hit <= Civil::MAX).then(|| CivilMatch::exact(hit));
        }
        let Ymd { year, month, day: day_of_month } = day.ymd();
        if self.has_year(year) {
            if self.months & (1 << month) != 0 {
                let days = self.days_of(year, month);
                if days & (1 << day_of_month) != 0
                    && let Some(second) = self.time_at_or_after(from.second_of_day())
                {
                    return Some(CivilMatch::exact(Civil::new(day, second)));
                }
                let later = days & above(u32::from(day_of_month));
                if later != 0 {
                    let ahead = i64::from(later.trailing_zeros()) - i64::from(day_of_month);
                    return Some(CivilMatch::exact(Civil::new(day.plus(ahead), self.first_time())));
                }
            }
            if let Some(hit) = self.first_of_year(year, u32::from(self.months) & above(u32::from(month))) {
                return Some(hit);
            }
        }
        let mut next = year;
        // The loop ends: a year that `next_year` returns has a matching day, so the first one within the horizon
        // has a match.
        while let Some(found) = self.next_year(next + 1) {
            if self.horizon_years != 0 && found - year > self.horizon_years {
                return None;
            }
            if let Some(hit) = self.first_of_year(found, u32::from(self.months)) {
                return Some(hit);
            }
            next = found;
        }
        None
    }

    fn at_or_before(&self, from: Civil) -> Option<CivilMatch> {
        let from = from.min(Civil::MAX);
        if from < Civil::MIN {
            return None;
        }
        let day = from.day();
        if self.shape != Shape::Monthly {
            let hit = match self.is_on_weekday(day).then(|| self.time_at_or_before(from.second_of_day())).flatten() {
                Some(second) => Civil::new(day, second),
                None => Civil::new(day.plus(-self.days_from_weekday(day)), self.last_time()),
            };
            return (hit >= Civil::MIN).then(|| CivilMatch::exact(hit));
        }
        let Ymd { year, month, day: day_of_month } = day.ymd();
        if self.has_year(year) {
            if self.months & (1 << month) != 0 {
                let days = self.days_of(year, month);
                if days & (1 << day_of_month) != 0
                    && let Some(second) = self.time_at_or_before(from.second_of_day())
                {
                    return Some(CivilMatch::exact(Civil::new(day, second)));
                }
                let earlier = days & below(u32::from(day_of_month));
                if earlier != 0 {
                    let behind = i64::from(day_of_month) - i64::from(31 - earlier.leading_zeros());
                    return Some(CivilMatch::exact(Civil::new(day.plus(-behind), self.last_time())));
                }
            }
            if let Some(hit) = self.last_of_year(year, u32::from(self.months) & below(u32::from(month))) {
                return Some(hit);
            }
        }
        let mut previous = year;
        while let Some(found) = self.previous_year(previous - 1) {
            if self.horizon_years != 0 && year - found > self.horizon_years {
                return None;
            }
            if let Some(hit) = self.last_of_year(found, u32::from(self.months)) {
                return Some(hit);
            }
            previous = found;
        }
        None
    }
}

impl CronSet {
    #[inline]
    fn is_on_weekday(&self, day: Day) -> bool {
        self.shape == Shape::Daily || self.days.weekdays & (1 << day.weekday()) != 0
    }

    /// Returns the number of days to the next matching weekday, at least one.
    #[inline]
    fn days_to_weekday(&self, day: Day) -> i64 {
        if self.shape == Shape::Daily {
            return 1;
        }
        let week = u32::from(self.days.weekdays);
        let two_weeks = (week | week << 7) >> (day.weekday() + 1);
        i64::from(two_weeks.trailing_zeros()) + 1
    }

    /// Returns the number of days back to the previous matching weekday, at least one.
    fn days_from_weekday(&self, day: Day) -> i64 {
        let week = u32::from(self.days.weekdays);
        let two_weeks = (week | week << 7) & below(7 + u32::from(day.weekday()));
        7 + i64::from(day.weekday()) - i64::from(31 - two_weeks.leading_zeros())
    }

    fn first_of_year(&self, year: i16, mut months: u32) -> Option<CivilMatch> {
        while months != 0 {
            let month = months.trailing_zeros() as u8;
            let days = self.days_of(year, month);
            if days != 0 {
                let day = Day::from_ymd(year, month, days.trailing_zeros() as u8);
                return Some(CivilMatch::exact(Civil::new(day, self.first_time())));
            }
            months &= months - 1;
        }
        None
    }

    fn last_of_year(&self, year: i16, mut months: u32) -> Option<CivilMatch> {
        while months != 0 {
            let month = 31 - months.leading_zeros();
            let days = self.days_of(year, month as u8);
            if days != 0 {
                let day = Day::from_ymd(year, month as u8, (31 - days.leading_zeros()) as u8);
                return Some(CivilMatch::exact(Civil::new(day, self.last_time())));
            }
            months &= !(1 << month);
        }
        None
    }

    #[inline]
    fn time_at_or_after(&self, second_of_day: i64) -> Option<i64> {
        let (hour, minute, second) = split(second_of_day);
        if self.hours & (1 << hour) != 0 {
            if self.minutes & (1 << minute) != 0 {
                let seconds = self.seconds & (u64::MAX << second);
                if seconds != 0 {
                    return Some(time(hour, minute, seconds.trailing_zeros()));
                }
            }
            let minutes = self.minutes & (u64::MAX << minute << 1);
            if minutes != 0 {
                return Some(time(hour, minutes.trailing_zeros(), self.seconds.trailing_zeros()));
            }
        }
        let hours = self.hours & above(hour);
        (hours != 0).then(|| time(hours.trailing_zeros(), self.minutes.trailing_zeros(), self.seconds.trailing_zeros()))
    }

    fn time_at_or_before(&self, second_of_day: i64) -> Option<i64> {
        let (hour, minute, second) = split(second_of_day);
        let last = |mask: u64| 63 - mask.leading_zeros();
        if self.hours & (1 << hour) != 0 {
            if self.minutes & (1 << minute) != 0 {
                let seconds = self.seconds & !(u64::MAX << second << 1);
                if seconds != 0 {
                    return Some(time(hour, minute, last(seconds)));
                }
            }
            let minutes = self.minutes & !(u64::MAX << minute);
            if minutes != 0 {
                return Some(time(hour, last(minutes), last(self.seconds)));
            }
        }
        let hours = self.hours & below(hour);
        (hours != 0).then(|| time(last(u64::from(hours)), last(self.minutes), last(self.seconds)))
    }
}

fn split(second_of_day: i64) -> (u32, u32, u32) {
    let second = second_of_day as u32;
    (second / 3600, second / 60 % 60, second % 60)
}

/// Returns a mask of every bit above this one.
fn above(bit: u32) -> u32 {
    u32::MAX.checked_shl(bit + 1).unwrap_or(0)
}

/// Returns a mask of every bit below this one.
fn below(bit: u32) -> u32 {
    (1 << bit) - 1
}
