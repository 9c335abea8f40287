//! Named calendars: days off, and where an occurrence moves that falls on one.
//!
//! Both are compiled into the search. An exclusion jumps over a run of days off in one step. A roll examines, for
//! each business day, the few days that roll onto it. Neither walks the excluded occurrences.

use std::collections::BTreeMap;

use jiff::civil::Date;
use serde::{Deserialize, Serialize};

use crate::civil::{Civil, CivilMatch, CivilSearch, Day, SECONDS_PER_DAY};
use crate::day_list::DayList;
use crate::error::{Error, ErrorCode, quoted};
use crate::one_or_many::one_or_many;
use crate::spec::{CalendarUse, OnDayOff};
use crate::weekday::Weekday;

/// Calendars by name.
pub type Calendars = BTreeMap<String, NamedCalendar>;

/// Days off: weekdays that are always off, and single dates.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct NamedCalendar {
    /// Weekdays that are off every week.
    #[serde(default, skip_serializing_if = "Vec::is_empty", deserialize_with = "one_or_many")]
    #[cfg_attr(feature = "schema", schema(value_type = crate::one_or_many::OneOrMany<Weekday>))]
    pub weekend: Vec<Weekday>,
    /// Dates that are off.
    #[serde(default, skip_serializing_if = "Vec::is_empty", deserialize_with = "one_or_many")]
    pub dates: Vec<Date>,
}

impl NamedCalendar {
    /// Rejects a calendar that no schedule could use.
    ///
    /// # Errors
    /// Fails with `too_long` if there are too many dates, and with `conflict` if every day is off.
    pub fn check(&self, name: &str) -> Result<(), Error> {
        if Weekday::ALL.iter().all(|weekday| self.weekend.contains(weekday)) {
            let message = format!("calendar {} has all seven days of the week off", quoted(name));
            return Err(Error::new(ErrorCode::Conflict, message));
        }
        add(&mut DayList::default(), self, name)
    }
}

/// Maximum number of dates in a calendar.
const DATES_MAX: usize = 10_000;
/// Maximum length in days of a run of days off that occurrences may roll out of. Each day of the run is examined.
const RUN_DAYS_MAX: i64 = 366;

/// The combined calendars of one schedule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct DaysOff {
    excluded: DayList,
    roll: Option<(DayList, OnDayOff)>,
}

impl DaysOff {
    pub(crate) fn compile(uses: &[CalendarUse], calendars: &Calendars) -> Result<Option<Self>, Error> {
        let mut days_off = Self { excluded: DayList::default(), roll: None };
        for used in uses {
            let calendar = calendars.get(&used.name).ok_or_else(|| unknown_calendar(&used.name, calendars))?;
            match used.on_day_off {
                OnDayOff::Exclude => add(&mut days_off.excluded, calendar, &used.name)?,
                how @ (OnDayOff::Previous | OnDayOff::Next | OnDayOff::ModifiedFollowing | OnDayOff::Nearest) => {
                    match &mut days_off.roll {
                        None => {
                            let mut list = DayList::default();
                            add(&mut list, calendar, &used.name)?;
                            days_off.roll = Some((list, how));
                        }
                        Some((list, before)) if *before == how => add(list, calendar, &used.name)?,
                        Some(_) => {
                            return Err(Error::new(ErrorCode::Conflict, "the calendars roll occurrences differently")
                                .with_hint("use the same on_day_off for all calendars that roll"));
                        }
                    }
                }
            }
        }
        if let Some((list, _)) = &days_off.roll {
            check_roll(list)?;
        }
        if days_off.excluded.has_every_weekday() {
            return Err(Error::new(ErrorCode::NeverFires, "the calendars exclude every day of the week"));
        }
        Ok((!uses.is_empty()).then_some(days_off))
    }

    /// Returns these days off plus whole dates.
    pub(crate) fn with_dates(days_off: Option<&Self>, dates: &[Day]) -> Self {
        let mut all = days_off.cloned().unwrap_or(Self { excluded: DayList::default(), roll: None });
        all.excluded.add(0, dates.iter().copied());
        all
    }

    pub(crate) fn rolls(&self) -> bool {
        self.roll.is_some()
    }

    pub(crate) fn excludes(&self, day: Day) -> bool {
        self.excluded.contains(day)
    }

    /// Returns the first day from this one on that is not excluded.
    pub(crate) fn open_from(&self, day: Day) -> Option<Day> {
        self.excluded.open_from(day)
    }

    /// Returns the last day up to this one that is not excluded.
    pub(crate) fn open_until(&self, day: Day) -> Option<Day> {
        self.excluded.open_until(day)
    }

    /// Returns the weekdays that are never open, bit 0 for Sunday.
    pub(crate) fn excluded_weekdays(&self) -> u8 {
        self.excluded.weekdays()
    }

    /// Returns the maximum number of days by which a roll may bring two occurrences closer together.
    pub(crate) fn roll_reach_days(&self) -> i64 {
        let Some((list, how)) = &self.roll else { return 0 };
        match how {
            OnDayOff::Exclude => 0,
            // All occurrences move in the same direction, so only one of the two counts.
            OnDayOff::Previous | OnDayOff::Next => list.longest_run_days(),
            OnDayOff::ModifiedFollowing | OnDayOff::Nearest => 2 * list.longest_run_days(),
        }
    }

    /// Returns the business day to which an occurrence on this day moves.
    fn target(&self, day: Day) -> Option<Day> {
        let Some((list, how)) = &self.roll else { return Some(day) };
        if !list.contains(day) {
            return Some(day);
        }
        let (before, after) = (list.open_until(day), list.open_from(day));
        match how {
            OnDayOff::Exclude => None,
            OnDayOff::Previous => before,
            OnDayOff::Next => after,
            OnDayOff::ModifiedFollowing => after.filter(|after| after.ymd().month == day.ymd().month).or(before),
            OnDayOff::Nearest => match (before, after) {
                (Some(before), Some(after)) => Some(if after.0 - day.0 < day.0 - before.0 { after } else { before }),
                (found, None) | (None, found) => found,
            },
        }
    }

    /// Returns the days whose occurrences land on this business day: the day itself and the adjacent runs of days off.
    fn sources(&self, day: Day) -> (Day, Day) {
        let Some((list, _)) = &self.roll else { return (day, day) };
        let first = list.open_until(day.plus(-1)).map_or(day, |open| open.plus(1));
        let last = list.open_from(day.plus(1)).map_or(day, |open| open.plus(-1));
        (first, last)
    }
}

fn check_roll(list: &DayList) -> Result<(), Error> {
    if list.has_every_weekday() {
        return Err(Error::new(ErrorCode::NeverFires, "the calendars leave no business day to roll to"));
    }
    let longest = list.longest_run_days();
    if longest > RUN_DAYS_MAX {
        let message =
            format!("the calendars have {longest} days off in a row; the maximum for rolling is {RUN_DAYS_MAX}");
        return Err(Error::new(ErrorCode::TooLong, message));
    }
    Ok(())
}

/// Adds a calendar's days off to a list.
fn add(list: &mut DayList, calendar: &NamedCalendar, name: &str) -> Result<(), Error> {
    if calendar.dates.len() > DATES_MAX {
        return Err(Error::new(
            ErrorCode::TooLong,
            format!("calendar {} lists {} dates; the maximum is {DATES_MAX}", quoted(name), calendar.dates.len()),
        ));
    }
    let weekdays = calendar.weekend.iter().fold(0, |mask, weekday| mask | 1 << weekday.sunday_zero());
    list.add(weekdays, calendar.dates.iter().copied().map(Day::from_date));
    Ok(())
}

fn unknown_calendar(name: &str, calendars: &Calendars) -> Error {
    let error = Error::new(ErrorCode::UnknownName, format!("there is no calendar named {}", quoted(name)));
    match crate::error::nearest(name, calendars.keys().map(String::as_str)) {
        Some(near) => error.with_hint(format!("did you mean {near}?")),
        None => error,
    }
}

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
    use crate::recurrence::CronRule;

    fn at(text: &str) -> Civil {
        Civil::from_datetime(text.parse().unwrap())
    }

    fn check(expression: &str, how: OnDayOff, from: &str, expected: &[&str]) {
        let rule = CronRule { expression: expression.to_owned(), ..CronRule::default() };
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
    fn a_calendar_that_no_schedule_could_use_is_refused() {
        let fine = NamedCalendar { weekend: vec![Weekday::Saturday, Weekday::Sunday], dates: Vec::new() };
        assert_eq!(fine.check("work"), Ok(()));
        let never = NamedCalendar { weekend: Weekday::ALL.to_vec(), dates: Vec::new() };
        assert_eq!(never.check("never").unwrap_err().code(), ErrorCode::Conflict);
        let long = NamedCalendar { weekend: Vec::new(), dates: vec![Date::MAX; DATES_MAX + 1] };
        assert_eq!(long.check("long").unwrap_err().code(), ErrorCode::TooLong);
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
