//! Parses the value of an `RRULE` or `EXRULE`, such as `FREQ=MONTHLY;BYDAY=-1FR`, and rejects what RFC 5545 forbids
//! in it.

use super::moment::Moment;
use super::parts::{ByDay, Freq, Parts, WEEKDAY_LETTERS};
use super::text::Piece;
use crate::definition::Weekday;
use crate::error::{Error, ErrorCode, nearest, quoted};

/// Maximum interval and maximum count. They keep all arithmetic far from overflow.
const INTERVAL_MAX: i64 = 1_000_000_000;
const COUNT_MAX: i64 = 1_000_000_000;

const NAMES: [&str; 14] = [
    "FREQ",
    "UNTIL",
    "COUNT",
    "INTERVAL",
    "BYSECOND",
    "BYMINUTE",
    "BYHOUR",
    "BYDAY",
    "BYMONTHDAY",
    "BYYEARDAY",
    "BYWEEKNO",
    "BYMONTH",
    "BYSETPOS",
    "WKST",
];

/// The parts of a rule's text by name.
struct NamedParts<'a> {
    whole: Piece<'a>,
    values: [Option<Piece<'a>>; NAMES.len()],
    names: [Option<Piece<'a>>; NAMES.len()],
}

/// A rule, and the position of its first part that names a time of day.
pub(super) struct Recur<'a> {
    pub(super) parts: Parts,
    pub(super) time_part: Option<Piece<'a>>,
}

pub(super) fn parse(value: Piece<'_>) -> Result<Recur<'_>, Error> {
    let named = NamedParts::read(value)?;
    let mut parts = Parts::new(named.freq()?);
    if let Some(value) = named.value("INTERVAL") {
        parts.interval = value.number("an interval")?;
        if !(1..=INTERVAL_MAX).contains(&parts.interval) {
            let message = format!("INTERVAL={} is not between 1 and {INTERVAL_MAX}", value.text);
            return Err(value.error(ErrorCode::BadStep, message));
        }
    }
    if let Some(value) = named.value("COUNT") {
        let count = value.number("a count")?;
        if !(1..=COUNT_MAX).contains(&count) {
            let message = format!("COUNT={} is not between 1 and {COUNT_MAX}", value.text);
            return Err(value.error(ErrorCode::OutOfRange, message));
        }
        parts.count = Some(count);
    }
    parts.until = named.value("UNTIL").map(Moment::parse_plain).transpose()?;
    parts.by_second = named.unsigned("BYSECOND", 0, 60)?;
    parts.by_minute = named.unsigned("BYMINUTE", 0, 59)?;
    parts.by_hour = named.unsigned("BYHOUR", 0, 23)?;
    parts.by_month = named.unsigned("BYMONTH", 1, 12)?;
    parts.by_month_day = named.signed("BYMONTHDAY", 31)?;
    parts.by_year_day = named.signed("BYYEARDAY", 366)?;
    parts.by_week_no = named.signed("BYWEEKNO", 53)?;
    parts.by_set_pos = named.signed("BYSETPOS", 366)?;
    parts.by_day = named.by_day()?;
    if let Some(value) = named.value("WKST") {
        parts.week_start = weekday(value)?;
    }
    named.check(&parts)?;
    let time_part = ["BYHOUR", "BYMINUTE", "BYSECOND"].into_iter().find_map(|name| named.name(name));
    Ok(Recur { parts, time_part })
}

impl<'a> NamedParts<'a> {
    fn read(whole: Piece<'a>) -> Result<Self, Error> {
        let mut named = Self { whole, values: [None; NAMES.len()], names: [None; NAMES.len()] };
        for part in whole.split(';') {
            let part = part.trimmed();
            let Some((name, value)) = part.split_once('=') else {
                let message = format!("{} is not a part such as `INTERVAL=2`", quoted(part.text));
                return Err(part.error(ErrorCode::BadValue, message));
            };
            let (name, value) = (name.trimmed(), value.trimmed());
            let index = NAMES.iter().position(|known| name.is(known)).ok_or_else(|| unknown(name, "part", NAMES))?;
            if named.values[index].is_some() {
                return Err(name.error(ErrorCode::Conflict, format!("{} is given twice", NAMES[index])));
            }
            if value.text.is_empty() {
                return Err(value.error(ErrorCode::BadValue, format!("{} has no value", NAMES[index])));
            }
            named.values[index] = Some(value);
            named.names[index] = Some(name);
        }
        Ok(named)
    }

    fn value(&self, name: &str) -> Option<Piece<'a>> {
        NAMES.iter().position(|known| *known == name).and_then(|index| self.values[index])
    }

    fn name(&self, name: &str) -> Option<Piece<'a>> {
        NAMES.iter().position(|known| *known == name).and_then(|index| self.names[index])
    }

    fn freq(&self) -> Result<Freq, Error> {
        let Some(value) = self.value("FREQ") else {
            return Err(self.whole.error(ErrorCode::BadValue, "FREQ is missing").with_hint("begin with `FREQ=DAILY`"));
        };
        let found = Freq::ALL.into_iter().find(|freq| value.is(freq.name()));
        found.ok_or_else(|| unknown(value, "frequency", Freq::ALL.map(Freq::name)))
    }

    fn unsigned(&self, name: &str, min: i64, max: i64) -> Result<Vec<u8>, Error> {
        let mut numbers = Vec::new();
        for value in self.value(name).into_iter().flat_map(|list| list.split(',')) {
            let value = value.trimmed();
            let number = value.number(&format!("a number for {name}"))?;
            if !(min..=max).contains(&number) {
                let message = format!("{name}={} is not between {min} and {max}", value.text);
                return Err(value.error(ErrorCode::OutOfRange, message));
            }
            numbers.push(number as u8);
        }
        numbers.sort_unstable();
        numbers.dedup();
        Ok(numbers)
    }

    fn signed(&self, name: &str, max: i64) -> Result<Vec<i16>, Error> {
        let mut numbers = Vec::new();
        for value in self.value(name).into_iter().flat_map(|list| list.split(',')) {
            numbers.push(signed(value.trimmed(), name, max)?);
        }
        numbers.sort_unstable();
        numbers.dedup();
        Ok(numbers)
    }

    fn by_day(&self) -> Result<Vec<ByDay>, Error> {
        let mut days = Vec::new();
        for value in self.value("BYDAY").into_iter().flat_map(|list| list.split(',')) {
            let value = value.trimmed();
            let letters = value.text.find(|c: char| !(c.is_ascii_digit() || c == '+' || c == '-'));
            let at = letters.unwrap_or(value.text.len());
            let (ordinal, letters) = (value.cut(0, at), value.cut(at, value.text.len()));
            let ordinal = if at == 0 { 0 } else { signed(ordinal, "BYDAY", 53)? };
            days.push(ByDay { ordinal, weekday: weekday(letters)? });
        }
        days.sort_unstable_by_key(|day| day.order());
        days.dedup();
        Ok(days)
    }

    /// Rejects combinations that RFC 5545 forbids although each part is valid on its own.
    fn check(&self, parts: &Parts) -> Result<(), Error> {
        let freq = parts.freq;
        let reject = |name: &str, is_wrong: bool, message: &str| match self.name(name) {
            Some(piece) if is_wrong => Err(piece.error(ErrorCode::Conflict, message)),
            Some(_) | None => Ok(()),
        };
        reject("UNTIL", parts.count.is_some(), "COUNT and UNTIL cannot be combined")?;
        reject("BYWEEKNO", freq != Freq::Yearly, "BYWEEKNO is only allowed with FREQ=YEARLY")?;
        reject("BYMONTHDAY", freq == Freq::Weekly, "BYMONTHDAY is not allowed with FREQ=WEEKLY")?;
        let no_year_days = matches!(freq, Freq::Monthly | Freq::Weekly | Freq::Daily);
        reject("BYYEARDAY", no_year_days, "BYYEARDAY is not allowed with FREQ=DAILY, WEEKLY or MONTHLY")?;
        let has_ordinals = parts.by_day.iter().any(|day| day.ordinal != 0);
        let no_ordinals = !matches!(freq, Freq::Yearly | Freq::Monthly);
        reject("BYDAY", has_ordinals && no_ordinals, "numbers in BYDAY are only allowed with FREQ=MONTHLY or YEARLY")?;
        let in_weeks = !parts.by_week_no.is_empty();
        reject("BYDAY", has_ordinals && in_weeks, "numbers in BYDAY are not allowed with BYWEEKNO")?;
        let others = ["BYSECOND", "BYMINUTE", "BYHOUR", "BYDAY", "BYMONTHDAY", "BYYEARDAY", "BYWEEKNO", "BYMONTH"];
        let is_alone = others.into_iter().all(|name| self.name(name).is_none());
        reject("BYSETPOS", is_alone, "BYSETPOS needs another BY part to select from")
    }
}

fn signed(value: Piece<'_>, name: &str, max: i64) -> Result<i16, Error> {
    let is_signed = value.text.starts_with(['+', '-']);
    let digits = value.cut(usize::from(is_signed), value.text.len());
    let number = digits
        .number("a number")
        .map_err(|_| value.error(ErrorCode::BadValue, format!("{} is not a number for {name}", quoted(value.text))))?;
    if !(1..=max).contains(&number) {
        let message = format!("{name}={} is not between 1 and {max} or -{max} and -1", value.text);
        return Err(value.error(ErrorCode::OutOfRange, message));
    }
    Ok(if value.text.starts_with('-') { -number } else { number } as i16)
}

fn weekday(value: Piece<'_>) -> Result<Weekday, Error> {
    if value.text.is_empty() {
        return Err(value.error(ErrorCode::BadValue, "a weekday is missing"));
    }
    let found = WEEKDAY_LETTERS.iter().position(|letters| value.is(letters));
    found.map(|index| Weekday::ALL[index]).ok_or_else(|| unknown(value, "weekday", WEEKDAY_LETTERS))
}

/// Returns the error for an unknown name, with the nearest known name as a hint.
pub(super) fn unknown<const N: usize>(value: Piece<'_>, what: &str, known: [&'static str; N]) -> Error {
    let error = value.error(ErrorCode::UnknownName, format!("{} is not a known {what}", quoted(value.text)));
    match nearest(value.text, known) {
        Some(near) => error.with_hint(format!("did you mean {near}?")),
        None => error.with_hint(format!("expected one of {}", known.join(", "))),
    }
}
