//! Parses `L`, `W` and `#`: days that depend on the month.

use crate::cron::field::{Field, Kind};
use crate::cron::names::{WEEKDAYS, position};
use crate::cron::reader::Reader;
use crate::cron::rules::{Names, NthDays, Specials};
use crate::error::{Error, ErrorCode, quoted};

/// A day that depends on the month.
#[derive(Clone, Copy)]
pub(crate) enum Special {
    /// `L`, `L-n`.
    FromLast(u8),
    /// `LW`, `L-nW`.
    WorkdayFromLast(u8),
    /// `nW`.
    Workday(u8),
    /// `Wn`, which only croniter has.
    WorkdayBefore(u8),
    /// `d#n`, with a mask of weekdays.
    Nth(u8, u8),
    /// `dL`, `d#L`.
    LastWeekday(u8),
    /// `Ld`, which only croniter has.
    LastWeekdayBefore(u8),
    /// `L` in the weekday field. In Quartz it means Saturday.
    LastWeekdayAlone,
}

impl Special {
    /// Adds the item to the field if it is one of these. Returns whether it was.
    pub(crate) fn read_into(
        reader: &Reader<'_>,
        item: &str,
        start: usize,
        is_list: bool,
        field: &mut Field,
    ) -> Result<bool, Error> {
        let special = match reader.kind {
            Kind::MonthDay => Self::of_month(reader, item, start)?,
            Kind::Weekday => Self::of_week(reader, item, start)?,
            Kind::Second | Kind::Minute | Kind::Hour | Kind::Month | Kind::Year => None,
        };
        let Some(special) = special else { return Ok(false) };
        if !special.is_allowed(reader, is_list) {
            let (field, dialect) = (reader.kind.name(), reader.rules.name);
            let what = if is_list { " in a list" } else { "" };
            let message = format!("{} in the {field} field{what} is not allowed in {dialect} cron", quoted(item));
            return Err(reader.error(ErrorCode::NotInDialect, start, message));
        }
        match special {
            Self::FromLast(offset) => field.days.from_last |= 1 << offset,
            Self::WorkdayFromLast(offset) => field.days.workday_from_last |= 1 << offset,
            Self::Workday(day) | Self::WorkdayBefore(day) => field.days.workday |= 1 << day,
            Self::Nth(weekdays, nth) => field.days.nth[usize::from(nth - 1)] |= weekdays,
            Self::LastWeekday(weekdays) | Self::LastWeekdayBefore(weekdays) => field.days.last |= weekdays,
            Self::LastWeekdayAlone => field.mask |= 1 << 6,
        }
        Ok(true)
    }

    fn is_allowed(self, reader: &Reader<'_>, is_list: bool) -> bool {
        match (reader.rules.specials, self) {
            (Specials::Never, _) => false,
            (Specials::Croniter, Self::Workday(_) | Self::WorkdayBefore(_)) => !is_list,
            (Specials::Croniter, Self::FromLast(0) | Self::Nth(..) | Self::LastWeekdayBefore(_)) => true,
            (Specials::Croniter, _) | (_, Self::LastWeekdayBefore(_) | Self::WorkdayBefore(_)) => false,
            (Specials::Quartz, _) => reader.kind == Kind::MonthDay || !is_list,
            (_, Self::LastWeekdayAlone) => false,
            (Specials::Everywhere, _) => true,
            (Specials::Alone, _) => !is_list,
            (Specials::Croner, Self::FromLast(offset) | Self::WorkdayFromLast(offset)) => offset == 0,
            (Specials::Croner, _) => true,
        }
    }

    fn of_month(reader: &Reader<'_>, item: &str, start: usize) -> Result<Option<Self>, Error> {
        let day = |text: &str, at: usize| reader.value(text, at).map(|day| day as u8);
        if let Some(rest) = item.strip_prefix(['L', 'l']) {
            let (offset, workday) = match rest.strip_suffix(['W', 'w']) {
                Some(offset) => (offset, true),
                None => (rest, false),
            };
            let offset = match offset.strip_prefix('-') {
                None if offset.is_empty() => 0,
                Some(zero) if is_number(zero) && reader.number(zero) == 0 => 0,
                Some(number) => match day(number, start + 2)? {
                    offset @ 0..=30 => offset,
                    offset => {
                        let message = format!("L-{offset} is before the first day of every month");
                        return Err(reader.error(ErrorCode::OutOfRange, start, message));
                    }
                },
                None => return Err(reader.unreadable(item, start)),
            };
            return Ok(Some(if workday { Self::WorkdayFromLast(offset) } else { Self::FromLast(offset) }));
        }
        if let Some(number) = item.strip_suffix(['W', 'w']).filter(|number| is_number(number)) {
            return Ok(Some(Self::Workday(day(number, start)?)));
        }
        match item.strip_prefix(['W', 'w']).filter(|number| is_number(number)) {
            Some(number) => Ok(Some(Self::WorkdayBefore(day(number, start + 1)?))),
            None => Ok(None),
        }
    }

    fn of_week(reader: &Reader<'_>, item: &str, start: usize) -> Result<Option<Self>, Error> {
        if item.eq_ignore_ascii_case("L") {
            return Ok(Some(Self::LastWeekdayAlone));
        }
        if let Some((days, nth)) = item.split_once('#') {
            return Self::nth(reader, days, nth, start).map(Some);
        }
        let weekday = |text: &str, at: usize| reader.value(text, at).map(|day| 1 << (day % 7));
        if reader.rules.specials == Specials::Croniter
            && let Some(day) = item.strip_prefix(['L', 'l']).filter(|day| is_number(day))
        {
            return Ok(Some(Self::LastWeekdayBefore(weekday(day, start + 1)?)));
        }
        let Some(day) = item.strip_suffix(['L', 'l']).filter(|day| !day.is_empty() && !day.contains('-')) else {
            return Ok(None);
        };
        // A word may end in L without meaning "last". It is then parsed as a name.
        let is_day = is_number(day) || position(&WEEKDAYS, Names::ShortOrLong, day.as_bytes()).is_some();
        if is_day { Ok(Some(Self::LastWeekday(weekday(day, start)?))) } else { Ok(None) }
    }

    /// Parses `days#nth`.
    fn nth(reader: &Reader<'_>, days: &str, nth: &str, start: usize) -> Result<Self, Error> {
        let ranges = match reader.rules.nth_days {
            NthDays::One => false,
            NthDays::NamedRange => !days.contains(|c: char| c.is_ascii_digit()),
            NthDays::Range => true,
        };
        let mut field = Field::default();
        match ranges {
            true => reader.values(days, None, start, &mut field)?,
            false => field.mask = 1 << (reader.value(days, start)? % 7),
        }
        let weekdays = field.mask as u8;
        let has_last = matches!(reader.rules.specials, Specials::Croner | Specials::Everywhere);
        if has_last && nth.eq_ignore_ascii_case("L") {
            return Ok(Self::LastWeekday(weekdays));
        }
        match is_number(nth).then(|| reader.number(nth)) {
            Some(nth @ 1..=5) => Ok(Self::Nth(weekdays, nth as u8)),
            Some(_) | None => {
                let message = format!("{} is not a week of the month", quoted(nth));
                let at = start + days.len() + 1;
                Err(reader.error(ErrorCode::OutOfRange, at, message).with_hint("1 to 5, as in MON#2"))
            }
        }
    }
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}
