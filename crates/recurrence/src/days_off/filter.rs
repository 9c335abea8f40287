//! A civil search behind calendars: without the days off, and with occurrences that roll to business days.

use super::DaysOff;
use crate::civil::{Civil, CivilMatch, CivilSearch, Day, SECONDS_PER_DAY};

/// A civil search filtered by calendars.
pub(crate) struct CalendarFilter<'a, S> {
    pub(crate) search: &'a S,
    pub(crate) days_off: &'a DaysOff,
}

/// Maximum number of jumps over runs of days off. Each jump costs one search, and a year has fewer runs than this.
const JUMPS_MAX: usize = 2_000;

impl<S: CivilSearch> CivilSearch for CalendarFilter<'_, S> {
    fn at_or_after(&self, from: Civil) -> Option<CivilMatch> {
        let mut from = from;
        for _ in 0..JUMPS_MAX {
            let hit = if self.days_off.rolls() { self.rolled_after(from)? } else { self.search.at_or_after(from)? };
            let open = self.days_off.open_from(hit.at.day())?;
            if open == hit.at.day() {
                return Some(hit);
            }
            from = open.start();
        }
        None
    }

    fn at_or_before(&self, from: Civil) -> Option<CivilMatch> {
        let mut from = from;
        for _ in 0..JUMPS_MAX {
            let hit = if self.days_off.rolls() { self.rolled_before(from)? } else { self.search.at_or_before(from)? };
            let open = self.days_off.open_until(hit.at.day())?;
            if open == hit.at.day() {
                return Some(hit);
            }
            from = open.plus(1).start().plus(-1);
        }
        None
    }
}

impl<S: CivilSearch> CalendarFilter<'_, S> {
    fn rolled_after(&self, from: Civil) -> Option<CivilMatch> {
        let list = &self.days_off.roll.as_ref()?.0;
        let (mut day, mut second) = (list.open_from(from.day())?, from.second_of_day());
        if day > from.day() {
            second = 0;
        }
        for _ in 0..JUMPS_MAX {
            let landed = self.landing(day, |source| self.search.at_or_after(Civil::new(source, second)));
            let best = landed.reduce(|best, hit| if hit.at < best.at { hit } else { best });
            if best.is_some() {
                return best;
            }
            // The next occurrence determines the next day to examine: it may roll back, but not past one business day.
            let next = self.search.at_or_after(day.plus(1).start())?.at.day();
            day = list.open_until(next)?.max(list.open_from(day.plus(1))?);
            second = 0;
        }
        None
    }

    fn rolled_before(&self, from: Civil) -> Option<CivilMatch> {
        let list = &self.days_off.roll.as_ref()?.0;
        let (mut day, mut second) = (list.open_until(from.day())?, from.second_of_day());
        if day < from.day() {
            second = SECONDS_PER_DAY - 1;
        }
        for _ in 0..JUMPS_MAX {
            let landed = self.landing(day, |source| self.search.at_or_before(Civil::new(source, second)));
            let best = landed.reduce(|best, hit| if hit.at > best.at { hit } else { best });
            if best.is_some() {
                return best;
            }
            let previous = self.search.at_or_before(day.start().plus(-1))?.at.day();
            day = list.open_from(previous)?.min(list.open_until(day.plus(-1))?);
            second = SECONDS_PER_DAY - 1;
        }
        None
    }

    /// Returns the matches that roll onto this business day, from the earliest source day on.
    fn landing<'s>(
        &'s self,
        day: Day,
        find: impl Fn(Day) -> Option<CivilMatch> + 's,
    ) -> impl Iterator<Item = CivilMatch> + 's {
        let (first, last) = self.days_off.sources(day);
        (first.0..=last.0).map(Day).filter_map(move |source| {
            let hit = find(source).filter(|hit| hit.at.day() == source)?;
            (self.days_off.target(source) == Some(day))
                .then(|| CivilMatch { at: Civil::new(day, hit.at.second_of_day()), nominal: hit.nominal })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cron;
    use crate::definition::{CalendarUse, Calendars, CronRecurrence, NamedCalendar, OnDayOff, Weekday};

    fn at(text: &str) -> Civil {
        Civil::from_datetime(text.parse().unwrap())
    }

    fn check(expression: &str, how: OnDayOff, from: &str, expected: &[&str]) {
        let rule = CronRecurrence { expression: expression.to_owned(), ..CronRecurrence::default() };
        let cron::Body::Set { set, .. } = cron::parse(&rule, &cron::effective_rules(&rule), 0).unwrap().body else {
            panic!("not a set")
        };
        let calendar = NamedCalendar {
            weekend: vec![Weekday::Saturday, Weekday::Sunday],
            dates: vec!["2026-12-25".parse().unwrap(), "2026-01-01".parse().unwrap()],
        };
        let calendars = Calendars::from([("work".to_owned(), calendar)]);
        let uses = [CalendarUse { name: "work".to_owned(), on_day_off: how }];
        let days_off = DaysOff::compile(&uses, &calendars).unwrap().unwrap();
        let filtered = CalendarFilter { search: &set, days_off: &days_off };
        let mut from = at(from);
        let mut back = Vec::new();
        for expected in expected {
            let hit = filtered.at_or_after(from).unwrap();
            assert_eq!(hit.at, at(expected), "{expression} {how:?}: {} for {expected}", hit.at.to_datetime());
            from = hit.at.plus(1);
            back.push(hit);
        }
        let mut until = from.plus(-1);
        while let Some(hit) = back.pop() {
            assert_eq!(filtered.at_or_before(until), Some(hit), "back from {}", until.to_datetime());
            until = hit.at.plus(-1);
        }
    }

    #[test]
    fn excluded_days_have_no_occurrence() {
        check("0 9 * * *", OnDayOff::Exclude, "2026-12-24T10:00", &["2026-12-28T09:00", "2026-12-29T09:00"]);
        check("*/5 * * * *", OnDayOff::Exclude, "2026-11-13T23:58", &["2026-11-16T00:00"]);
    }

    #[test]
    fn an_occurrence_on_a_day_off_rolls_to_a_business_day() {
        check("0 9 15 * *", OnDayOff::Next, "2026-08-01T00:00", &["2026-08-17T09:00", "2026-09-15T09:00"]);
        check("0 9 15 * *", OnDayOff::Previous, "2026-08-01T00:00", &["2026-08-14T09:00", "2026-09-15T09:00"]);
        check("0 9 15 * *", OnDayOff::Nearest, "2026-08-01T00:00", &["2026-08-14T09:00", "2026-09-15T09:00"]);
        check("0 9 16 * *", OnDayOff::Nearest, "2026-08-01T00:00", &["2026-08-17T09:00"]);
        check("0 9 31 * *", OnDayOff::ModifiedFollowing, "2026-01-01T00:00", &["2026-01-30T09:00"]);
        check("0 9 25 12 *", OnDayOff::Next, "2026-12-26T00:00", &["2026-12-28T09:00"]);
    }

    #[test]
    fn occurrences_that_roll_onto_one_day_become_one() {
        check("0 9 * * *", OnDayOff::Next, "2026-11-13T10:00", &["2026-11-16T09:00", "2026-11-17T09:00"]);
        check("0 9 * * SAT,SUN,MON", OnDayOff::Next, "2026-11-13T10:00", &["2026-11-16T09:00", "2026-11-23T09:00"]);
        check("0 8 14,15 * *", OnDayOff::Previous, "2026-11-01T00:00", &["2026-11-13T08:00", "2026-12-14T08:00"]);
    }
}
