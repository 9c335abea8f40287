//! Named calendars: days off, and where an occurrence moves that falls on one.
//!
//! Both are compiled into the search. An exclusion jumps over a run of days off in one step. A roll examines, for
//! each business day, the few days that roll onto it. Neither walks the excluded occurrences.

mod day_list;
mod filter;

use crate::civil::Day;
use crate::definition::{CalendarUse, Calendars, NamedCalendar, OnDayOff, Weekday};
use crate::error::{Error, ErrorCode, nearest, quoted};

use day_list::DayList;

pub(crate) use filter::CalendarFilter;

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
    match nearest(name, calendars.keys().map(String::as_str)) {
        Some(near) => error.with_hint(format!("did you mean {near}?")),
        None => error,
    }
}

#[cfg(test)]
mod tests {
    use jiff::civil::Date;

    use super::*;

    #[test]
    fn a_calendar_that_no_schedule_could_use_is_refused() {
        let fine = NamedCalendar { weekend: vec![Weekday::Saturday, Weekday::Sunday], dates: Vec::new() };
        assert_eq!(fine.check("work"), Ok(()));
        let never = NamedCalendar { weekend: Weekday::ALL.to_vec(), dates: Vec::new() };
        assert_eq!(never.check("never").unwrap_err().code(), ErrorCode::Conflict);
        let long = NamedCalendar { weekend: Vec::new(), dates: vec![Date::MAX; DATES_MAX + 1] };
        assert_eq!(long.check("long").unwrap_err().code(), ErrorCode::TooLong);
    }
}
