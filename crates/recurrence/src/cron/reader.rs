//! Parses the values and ranges of a field into a mask, by the rules of its dialect.

use crate::cron::field::{Field, Kind};
use crate::cron::names::{MONTHS, WEEKDAYS, position, short_forms};
use crate::cron::rules::{Rules, Specials, SundaySeven, WrapPhase};
use crate::cron::set::YearRange;
use crate::definition::WeekdayNumbers;
use crate::error::{Error, ErrorCode, nearest, quoted};

/// Parser for one field. `seed` determines the value of `H`.
pub(crate) struct Reader<'a> {
    pub(crate) rules: &'a Rules,
    pub(crate) kind: Kind,
    pub(crate) seed: u64,
    /// Column of the field's first character.
    pub(crate) column: usize,
    pub(crate) text: &'a str,
}

impl Reader<'_> {
    /// Parses one value or a range, with its step.
    pub(crate) fn values(&self, range: &str, step: Option<i16>, start: usize, field: &mut Field) -> Result<(), Error> {
        field.has_interval |= step.is_some();
        let Some((low, high)) = range.split_once('-') else {
            let low = self.range_start(self.value(range, start)?, None);
            return match step {
                None => {
                    self.add(field, low, low, 1);
                    Ok(())
                }
                Some(step) if self.rules.open_step => {
                    let is_weekday = self.kind == Kind::Weekday;
                    // Where Sunday is 1, there is no second Sunday after Saturday.
                    let has_sunday_after = is_weekday && self.rules.weekdays == WeekdayNumbers::SundayZero;
                    let last = if has_sunday_after { self.rules.weekday_open_end } else { self.cycle_last() };
                    self.add(field, low, last, step);
                    Ok(())
                }
                Some(step) => {
                    let message = format!("a step after a single value is not allowed in {} cron", self.rules.name);
                    Err(self
                        .error(ErrorCode::NotInDialect, start, message)
                        .with_hint(format!("write {range}-{}/{step}", self.bounds().1 + self.shift())))
                }
            };
        };
        field.has_interval = true;
        let (low, high) = (self.value(low, start)?, self.range_end(high, start + low.len() + 1)?);
        let low = self.range_start(low, Some(high));
        let step = step.unwrap_or(1);
        let (first, last) = self.bounds();
        let wraps = if self.kind == Kind::Year { self.rules.years_wrap } else { self.rules.wraps };
        if low == high && self.rules.equal_range_is_all {
            self.add(field, first, self.cycle_last(), step);
        } else if low <= high {
            self.add(field, low, high, step);
        } else if wraps {
            self.wrap(field, low, high, step);
        } else {
            let (low, high) = (low + self.shift(), high + self.shift());
            return Err(self
                .error(ErrorCode::OutOfRange, start, format!("the range {} runs backwards", quoted(range)))
                .with_hint(format!("write {low}-{},{}-{high}", last + self.shift(), first + self.shift())));
        }
        Ok(())
    }

    /// Returns the start of a range, given its end if it has one.
    fn range_start(&self, low: i16, high: Option<i16>) -> i16 {
        let is_seven = self.kind == Kind::Weekday && low == 7 && high != Some(7);
        if is_seven && self.rules.seven == SundaySeven::EitherSunday { 0 } else { low }
    }

    /// Parses the end of a range. croniter also allows the last day of the month (`L`) there.
    fn range_end(&self, text: &str, start: usize) -> Result<i16, Error> {
        let is_last = self.rules.specials == Specials::Croniter && self.kind == Kind::MonthDay;
        if is_last && text.eq_ignore_ascii_case("l") {
            return Ok(31);
        }
        let high = self.value(text, start)?;
        let is_named = !text.starts_with(|c: char| c.is_ascii_digit());
        let is_sunday = self.kind == Kind::Weekday && high == 0 && is_named && self.shift() == 0;
        Ok(if is_sunday && self.rules.sunday_ends_ranges { 7 } else { high })
    }

    fn wrap(&self, field: &mut Field, low: i16, high: i16, step: i16) {
        let (first, _) = self.bounds();
        let last = self.cycle_last();
        self.add(field, low, last, step);
        // Position of the steps at the end of the field.
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

    /// Parses a number or a name. Weekdays are returned as 0 to 7, with Sunday as 0, or as 7 at the end of a range.
    pub(crate) fn value(&self, text: &str, start: usize) -> Result<i16, Error> {
        let (first, last) = self.bounds();
        let names: &'static [&'static str] = match self.kind {
            Kind::Month => &MONTHS,
            Kind::Weekday => &WEEKDAYS,
            Kind::Second | Kind::Minute | Kind::Hour | Kind::MonthDay | Kind::Year => &[],
        };
        if !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit()) {
            let shift = self.shift();
            let number = self.number(text);
            return if (first + shift..=last + shift).contains(&number) {
                let is_zero =
                    self.kind == Kind::Weekday && self.rules.seven == SundaySeven::ZeroInFiveFields && number == 7;
                Ok(if is_zero { 0 } else { number - shift })
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
                    (Kind::Minute | Kind::Second, 60) => error.with_hint("use 0 of the next minute or hour"),
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

    pub(crate) fn unreadable(&self, text: &str, start: usize) -> Error {
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

    /// Parses digits. A number with more digits than the dialect allows becomes a value beyond every range.
    pub(crate) fn number(&self, digits: &str) -> i16 {
        if digits.len() <= self.rules.digits_max { digits.parse().unwrap_or(i16::MAX) } else { i16::MAX }
    }

    /// Returns the difference between the dialect's numbers and Refrain's.
    pub(super) fn shift(&self) -> i16 {
        i16::from(self.kind == Kind::Weekday && self.rules.weekdays == WeekdayNumbers::SundayOne)
    }

    /// Returns the minimum and maximum value, in Refrain's numbering.
    pub(super) fn bounds(&self) -> (i16, i16) {
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

    /// Returns the last value before the field wraps around.
    pub(super) fn cycle_last(&self) -> i16 {
        if self.kind == Kind::Weekday { 6 } else { self.bounds().1 }
    }

    pub(super) fn add(&self, field: &mut Field, low: i16, high: i16, step: i16) {
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
