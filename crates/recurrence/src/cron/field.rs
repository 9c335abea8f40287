//! One field of a cron expression: text into a mask, by the rules of its dialect.

use crate::cron::dialect::{Names, Question, Rules, Specials, WeekdayNumbers, WrapPhase};
use crate::cron::names::{MONTHS, WEEKDAYS, position, short_forms};
use crate::cron::set::{DaySet, YearRange};
use crate::error::{Error, ErrorCode, nearest, quoted};

/// What a field counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Second,
    Minute,
    Hour,
    MonthDay,
    Month,
    Weekday,
    Year,
}

impl Kind {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Second => "second",
            Self::Minute => "minute",
            Self::Hour => "hour",
            Self::MonthDay => "day of month",
            Self::Month => "month",
            Self::Weekday => "day of week",
            Self::Year => "year",
        }
    }

    fn is_day(self) -> bool {
        matches!(self, Self::MonthDay | Self::Weekday)
    }
}

/// A field as read.
#[derive(Clone, Debug, Default)]
pub(crate) struct Field {
    /// Values in the dialect's own numbers, weekdays already with 0 as Sunday.
    pub(crate) mask: u64,
    pub(crate) days: DaySet,
    pub(crate) years: Vec<YearRange>,
    /// Some item is a bare `*` or `?`, with no step above one.
    pub(crate) is_star: bool,
    pub(crate) starts_with_star: bool,
    pub(crate) is_question: bool,
    /// Some item has `*`, a range or a step.
    pub(crate) has_interval: bool,
    pub(crate) has_special: bool,
}

/// Reads one field. `seed` decides what `H` stands for.
pub(crate) struct Reader<'a> {
    pub(crate) rules: &'a Rules,
    pub(crate) kind: Kind,
    pub(crate) seed: u64,
    /// Column of the field's first character.
    pub(crate) column: usize,
    pub(crate) text: &'a str,
}

impl Reader<'_> {
    pub(crate) fn read(&self) -> Result<Field, Error> {
        let mut field = Field { starts_with_star: self.text.starts_with(['*', '?']), ..Field::default() };
        if self.text == "?" {
            field.is_question = true;
        } else if self.rules.question != Question::Anywhere && self.text.contains('?') {
            let at = self.text.find('?').unwrap_or(0);
            return Err(self.error(ErrorCode::BadValue, at, "`?` must stand alone in its field".to_owned()));
        }
        if self.text == "*" {
            self.star(1, &mut field);
            return Ok(field);
        }
        let is_list = self.text.contains(',');
        let mut start = 0;
        let mut items = 0;
        for item in self.text.split(',') {
            if !(item.is_empty() && self.rules.empty_items) {
                self.item(item, start, is_list, &mut field)?;
                items += 1;
            }
            start += item.len() + 1;
        }
        if items == 0 {
            return Err(self.error(ErrorCode::BadValue, 0, format!("the {} field is empty", self.kind.name())));
        }
        Ok(field)
    }

    fn item(&self, item: &str, start: usize, is_list: bool, field: &mut Field) -> Result<(), Error> {
        if item.is_empty() {
            return Err(self.error(ErrorCode::BadValue, start, "a list item is empty".to_owned()));
        }
        let (range, step) = match item.split_once('/') {
            Some((range, step)) => (range, Some(self.step(step, start + range.len() + 1)?)),
            None => (item, None),
        };
        if matches!(range, "*" | "?") {
            return self.star_item(range, step, start, is_list, field);
        }
        if range.is_empty() && step.is_some() && self.rules.bare_step {
            self.star(step.unwrap_or(1), field);
            return Ok(());
        }
        if self.kind.is_day() && step.is_none() && self.special(range, start, is_list, field)? {
            field.has_special = true;
            return Ok(());
        }
        if self.rules.hash && range.starts_with(['H', 'h']) && !range[1..].starts_with(|c: char| c.is_alphanumeric()) {
            return self.hashed(range, step, start, field);
        }
        let (low, high) = match range.split_once('-') {
            Some((low, high)) => {
                field.has_interval = true;
                (self.value(low, start)?, Some(self.range_end(high, start + low.len() + 1)?))
            }
            None => (self.value(range, start)?, None),
        };
        self.span(low, high, step, start, field)
    }

    /// The end of a range; croniter also writes the last day of the month there.
    fn range_end(&self, text: &str, start: usize) -> Result<i16, Error> {
        let is_last = self.rules.specials == Specials::Croniter && self.kind == Kind::MonthDay;
        if is_last && text.eq_ignore_ascii_case("l") { Ok(31) } else { self.value(text, start) }
    }

    fn span(
        &self,
        low: i16,
        high: Option<i16>,
        step: Option<i16>,
        start: usize,
        field: &mut Field,
    ) -> Result<(), Error> {
        field.has_interval |= step.is_some();
        let (first, last) = self.bounds();
        match (high, step) {
            (None, None) => self.add(field, low, low, 1),
            (None, Some(step)) => {
                if !self.rules.open_step {
                    return Err(self
                        .error(
                            ErrorCode::NotInDialect,
                            start,
                            format!("a step after a single value is not {} cron", self.rules.name),
                        )
                        .with_hint(format!("write {low}-{last}/{step}")));
                }
                self.add(field, low, self.cycle_last(), step);
            }
            (Some(high), step) => {
                let step = step.unwrap_or(1);
                if low == high && self.rules.equal_range_is_all {
                    self.add(field, first, self.cycle_last(), step);
                } else if low <= high {
                    self.add(field, low, high, step);
                } else if self.kind == Kind::Weekday && high == 0 && low != 7 && !self.rules.wraps && last == 7 {
                    self.add(field, low, 7, step);
                } else if self.rules.wraps && self.kind != Kind::Year {
                    self.wrap(field, low, high, step);
                } else {
                    return Err(self
                        .error(ErrorCode::OutOfRange, start, format!("the range {low}-{high} runs backwards"))
                        .with_hint(format!("write {low}-{last},{first}-{high}")));
                }
            }
        }
        Ok(())
    }

    fn wrap(&self, field: &mut Field, low: i16, high: i16, step: i16) {
        let (first, _) = self.bounds();
        let last = self.cycle_last();
        self.add(field, low, last, step);
        // Where the steps stand when the end of the field is passed.
        let left_over = (last - low) % step;
        let resume = match self.rules.wrap_phase {
            WrapPhase::Continued => step - left_over - 1,
            WrapPhase::Croniter => {
                let reached = last - left_over - first;
                if reached + step > last - first + 1 { step - left_over } else { 0 }
            }
        };
        if first + resume <= high {
            self.add(field, first + resume, high, step);
        }
    }

    fn star_item(
        &self,
        range: &str,
        step: Option<i16>,
        start: usize,
        is_list: bool,
        field: &mut Field,
    ) -> Result<(), Error> {
        if range == "?" {
            let allowed = match self.rules.question {
                Question::Anywhere => true,
                Question::InDayFields | Question::InOneDayField => self.kind.is_day() && step.is_none(),
                Question::Nowhere => false,
            };
            if !allowed {
                return Err(self
                    .error(
                        ErrorCode::NotInDialect,
                        start,
                        format!("`?` may not stand in the {} field", self.kind.name()),
                    )
                    .with_hint("write `*`"));
            }
        }
        if is_list && !self.rules.star_in_list {
            return Err(self.error(ErrorCode::NotInDialect, start, "`*` may not stand in a list".to_owned()));
        }
        self.star(step.unwrap_or(1), field);
        Ok(())
    }

    fn star(&self, step: i16, field: &mut Field) {
        field.has_interval = true;
        field.is_star |= step == 1;
        let (first, _) = self.bounds();
        self.add(field, first, self.cycle_last(), step);
    }

    /// `H`, `H/n`, `H(a-b)`, `H(a-b)/n`: a value that the schedule's own name decides.
    fn hashed(&self, range: &str, step: Option<i16>, start: usize, field: &mut Field) -> Result<(), Error> {
        let (first, _) = self.bounds();
        let (low, high) = match range[1..].strip_prefix('(').and_then(|rest| rest.strip_suffix(')')) {
            Some(inside) => {
                let (low, high) = inside.split_once('-').ok_or_else(|| {
                    self.error(ErrorCode::BadValue, start, format!("{} is not a range for H", quoted(inside)))
                        .with_hint("write it like H(0-29)")
                })?;
                (self.value(low, start + 2)?, self.value(high, start + 3 + low.len())?)
            }
            None if range.len() == 1 => {
                // The 29th to 31st are not in every month.
                (first, if self.kind == Kind::MonthDay { 28 } else { self.cycle_last() })
            }
            None => return Err(self.unreadable(range, start)),
        };
        if low > high {
            return Err(self.error(ErrorCode::OutOfRange, start, format!("the range {low}-{high} runs backwards")));
        }
        let spread = match step {
            Some(step) => (high - low + 1).min(step),
            None => high - low + 1,
        };
        let value = low + (mix(self.seed, self.kind as u64) % spread.unsigned_abs() as u64) as i16;
        field.has_interval |= step.is_some();
        match step {
            Some(step) => self.add(field, value, high, step),
            None => self.add(field, value, value, 1),
        }
        Ok(())
    }

    /// `L`, `W` and `#`; answers whether the item was one of them.
    fn special(&self, item: &str, start: usize, is_list: bool, field: &mut Field) -> Result<bool, Error> {
        let Some(special) = Special::read(self, item, start)? else { return Ok(false) };
        let allowed = match (self.rules.specials, &special) {
            (Specials::Everywhere, Special::LastWeekdayAlone | Special::WorkdayBefore(_)) => false,
            (Specials::Everywhere, _) => true,
            (Specials::Never, _) => false,
            (Specials::Quartz, Special::LastWeekdayBefore(_) | Special::WorkdayBefore(_)) => false,
            (Specials::Quartz, _) => self.kind == Kind::MonthDay || !is_list,
            (
                Specials::Alone,
                Special::LastWeekdayAlone | Special::LastWeekdayBefore(_) | Special::WorkdayBefore(_),
            ) => false,
            (Specials::Alone, _) => !is_list,
            (Specials::Croniter, Special::Workday(_) | Special::WorkdayBefore(_)) => !is_list,
            (Specials::Croniter, Special::FromLast(0) | Special::Nth(..) | Special::LastWeekdayBefore(_)) => true,
            (Specials::Croniter, _) => false,
            (Specials::Croner, Special::FromLast(offset)) => *offset == 0,
            (Specials::Croner, Special::WorkdayFromLast(offset)) => *offset == 0,
            (
                Specials::Croner,
                Special::LastWeekdayAlone | Special::LastWeekdayBefore(_) | Special::WorkdayBefore(_),
            ) => false,
            (Specials::Croner, _) => true,
        };
        if !allowed {
            let what = if is_list { " in a list" } else { "" };
            return Err(self.error(
                ErrorCode::NotInDialect,
                start,
                format!("{} in the {} field{what} is not {} cron", quoted(item), self.kind.name(), self.rules.name),
            ));
        }
        match special {
            Special::FromLast(offset) => field.days.from_last |= 1 << offset,
            Special::WorkdayFromLast(offset) => field.days.workday_from_last |= 1 << offset,
            Special::Workday(day) | Special::WorkdayBefore(day) => field.days.workday |= 1 << day,
            Special::Nth(weekdays, nth) => field.days.nth[usize::from(nth - 1)] |= weekdays,
            Special::LastWeekday(weekdays) | Special::LastWeekdayBefore(weekdays) => field.days.last |= weekdays,
            Special::LastWeekdayAlone => field.mask |= 1 << 6,
        }
        Ok(true)
    }

    /// A number or a name. Weekdays come back as 0 to 7 with Sunday as 0, or 7 at the end of a range.
    pub(crate) fn value(&self, text: &str, start: usize) -> Result<i16, Error> {
        let (first, last) = self.bounds();
        let names: &'static [&'static str] = match self.kind {
            Kind::Month => &MONTHS,
            Kind::Weekday => &WEEKDAYS,
            Kind::Second | Kind::Minute | Kind::Hour | Kind::MonthDay | Kind::Year => &[],
        };
        if !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit()) {
            let shift = i16::from(self.kind == Kind::Weekday && self.rules.weekdays == WeekdayNumbers::SundayOne);
            // More digits than any field has room for are out of range, whatever they say.
            let number = if text.len() <= 4 { text.parse().unwrap_or(i16::MAX) } else { i16::MAX };
            return if (first + shift..=last + shift).contains(&number) {
                Ok(number - shift)
            } else {
                let error = self.error(
                    ErrorCode::OutOfRange,
                    start,
                    format!(
                        "{text} is out of range for the {} field ({}-{})",
                        self.kind.name(),
                        first + shift,
                        last + shift
                    ),
                );
                Err(match (self.kind, number) {
                    (Kind::Hour, 24) => error.with_hint("midnight is 0"),
                    (Kind::Minute | Kind::Second, 60) => error.with_hint("the first of the next is 0"),
                    _ => error,
                })
            };
        }
        if let Some(index) = position(names, self.rules.names, text.as_bytes()) {
            return Ok(i16::from(index) + i16::from(self.kind == Kind::Month));
        }
        if !names.is_empty() && text.bytes().all(|byte| byte.is_ascii_alphabetic()) && !text.is_empty() {
            let error = self.error(
                ErrorCode::UnknownName,
                start,
                format!("{} is not the name of a {}", quoted(text), self.noun()),
            );
            let near = nearest(text, short_forms(names)).or_else(|| nearest(text, names.iter().copied()));
            return Err(match near {
                Some(near) => {
                    let right = near[..3].to_ascii_uppercase();
                    error.with_hint(format!("did you mean {}?", self.text.replacen(text, &right, 1)))
                }
                None => error,
            });
        }
        Err(self.unreadable(text, start))
    }

    fn noun(&self) -> &'static str {
        if self.kind == Kind::Month { "month" } else { "weekday" }
    }

    fn unreadable(&self, text: &str, start: usize) -> Error {
        if text.is_empty() {
            return self.error(
                ErrorCode::BadValue,
                start,
                format!("a value is missing in the {} field", self.kind.name()),
            );
        }
        self.error(
            ErrorCode::BadValue,
            start,
            format!("{} is not a value for the {} field", quoted(text), self.kind.name()),
        )
    }

    fn step(&self, text: &str, start: usize) -> Result<i16, Error> {
        if text.is_empty() || !text.bytes().all(|byte| byte.is_ascii_digit()) {
            return Err(self
                .error(ErrorCode::BadStep, start, format!("{} is not a step", quoted(text)))
                .with_hint("a step is a number from 1, as in */15"));
        }
        let step = if text.len() <= 4 { text.parse::<i16>().unwrap_or(i16::MAX) } else { i16::MAX };
        let (_, last) = self.bounds();
        let too_large = self.rules.step_within_field && step > last.max(self.cycle_last()) || step == i16::MAX;
        if step == 0 || too_large {
            return Err(self.error(
                ErrorCode::BadStep,
                start,
                format!("a step of {} does not fit the {} field", quoted(text), self.kind.name()),
            ));
        }
        Ok(step)
    }

    /// The least and the greatest value, in our numbers.
    fn bounds(&self) -> (i16, i16) {
        match self.kind {
            Kind::Second | Kind::Minute => (0, 59),
            Kind::Hour => (0, 23),
            Kind::MonthDay => (1, 31),
            Kind::Month => (1, 12),
            Kind::Weekday => match self.rules.weekdays {
                WeekdayNumbers::SundayZero => (0, i16::from(self.rules.weekday_max)),
                WeekdayNumbers::SundayOne => (0, 6),
            },
            Kind::Year => (self.rules.year_min, self.rules.year_max),
        }
    }

    /// The last value before the field starts over.
    fn cycle_last(&self) -> i16 {
        if self.kind == Kind::Weekday { 6 } else { self.bounds().1 }
    }

    fn add(&self, field: &mut Field, low: i16, high: i16, step: i16) {
        if self.kind == Kind::Year {
            field.years.push(YearRange { from: low, to: high, step });
            return;
        }
        let mut value = low;
        while value <= high {
            let wrapped = if self.kind == Kind::Weekday { value % 7 } else { value };
            field.mask |= 1 << wrapped;
            value += step;
        }
    }

    pub(crate) fn error(&self, code: ErrorCode, at: usize, message: String) -> Error {
        Error::new(code, message).at_column(self.column + at)
    }
}

/// A day that depends on the month.
enum Special {
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
    /// `L` in the weekday field: Saturday, in Quartz.
    LastWeekdayAlone,
}

impl Special {
    fn read(reader: &Reader<'_>, item: &str, start: usize) -> Result<Option<Self>, Error> {
        match reader.kind {
            Kind::MonthDay => Self::of_month(reader, item, start),
            Kind::Weekday => Self::of_week(reader, item, start),
            Kind::Second | Kind::Minute | Kind::Hour | Kind::Month | Kind::Year => Ok(None),
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
                Some("0") => 0,
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
        let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
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
        let weekday = |text: &str, at: usize| reader.value(text, at).map(|day| 1 << (day % 7));
        if let Some((days, nth)) = item.split_once('#') {
            let mask = match days.split_once('-') {
                Some((low, high)) if reader.rules.specials == Specials::Croniter => {
                    let mut field = Field::default();
                    let (low_value, high_value) =
                        (reader.value(low, start)?, reader.value(high, start + low.len() + 1)?);
                    reader.span(low_value, Some(high_value), None, start, &mut field)?;
                    field.mask as u8
                }
                Some(_) | None => weekday(days, start)?,
            };
            return match nth {
                "1" | "2" | "3" | "4" | "5" => Ok(Some(Self::Nth(mask, nth.as_bytes()[0] - b'0'))),
                "L" | "l" if matches!(reader.rules.specials, Specials::Croner | Specials::Everywhere) => {
                    Ok(Some(Self::LastWeekday(mask)))
                }
                _ => {
                    let message = format!("{} is not a week of a month", quoted(nth));
                    Err(reader
                        .error(ErrorCode::OutOfRange, start + days.len() + 1, message)
                        .with_hint("1 to 5, as in MON#2"))
                }
            };
        }
        if reader.rules.specials == Specials::Croniter
            && let Some(day) = item.strip_prefix(['L', 'l'])
        {
            return Ok(Some(Self::LastWeekdayBefore(weekday(day, start + 1)?)));
        }
        let Some(day) = item.strip_suffix(['L', 'l']).filter(|day| !day.is_empty() && !day.contains('-')) else {
            return Ok(None);
        };
        // A word may end in L without meaning "last": leave it to the reader of names.
        let is_day = day.bytes().all(|byte| byte.is_ascii_digit())
            || position(&WEEKDAYS, Names::ShortOrLong, day.as_bytes()).is_some();
        if is_day { Ok(Some(Self::LastWeekday(weekday(day, start)?))) } else { Ok(None) }
    }
}

/// A fixed mixing of seed and field; the values of `H` must never change between versions.
fn mix(seed: u64, field: u64) -> u64 {
    let mut value = seed ^ (field + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    value = (value ^ value >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    value = (value ^ value >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    value ^ value >> 31
}
