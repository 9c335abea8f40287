//! Reads the clauses of a phrase.

use jiff::civil::Time;

use super::cursor::{Cursor, is_connector};
use super::error::{ambiguous, expected, unexpected};
use super::names::{
    adverb, is_month, is_weekday_word, month, month_names, ordinal, weekday, weekday_names, weekday_set,
};
use super::parts::{Interval, Parts, Window};
use super::suggest::nearest_phrase;
use super::time;
use super::token::Token;
use crate::definition::Weekday;
use crate::error::{Error, ErrorCode, quoted};
use crate::zone::time_zone;

/// Maximum length of a phrase in bytes. One with every clause is far shorter.
const TEXT_BYTES_MAX: usize = 1_024;

/// Abbreviations that several zones share, or that name a fixed offset and not a place.
const ZONE_ABBREVIATIONS: &[&str] = &[
    "est", "edt", "cst", "cdt", "mst", "mdt", "pst", "pdt", "cet", "cest", "eet", "eest", "bst", "ist", "jst", "aest",
    "aedt", "eastern", "pacific", "et", "pt", "ct", "mt",
];

pub(super) fn read(text: &str) -> Result<Parts, Error> {
    if text.len() > TEXT_BYTES_MAX {
        let message = format!("the text has {} bytes, more than the maximum of {TEXT_BYTES_MAX}", text.len());
        let hint = format!("for example `{}`", nearest_phrase(text));
        return Err(Error::new(ErrorCode::TooLong, message).at_column(TEXT_BYTES_MAX + 1).with_hint(hint));
    }
    let mut reader = Reader { cursor: Cursor::new(text), parts: Parts::default() };
    while let Some(token) = reader.cursor.take() {
        reader.clause(&token)?;
    }
    Ok(reader.parts)
}

pub(super) struct Reader<'a> {
    pub(super) cursor: Cursor<'a>,
    pub(super) parts: Parts,
}

impl Reader<'_> {
    fn clause(&mut self, token: &Token) -> Result<(), Error> {
        match token.text.as_str() {
            "every" | "each" => self.every(),
            "once" => self.once(token),
            "twice" | "thrice" => Err(Error::new(ErrorCode::BadValue, "the text does not say when in the day or week")
                .at_column(token.column)
                .with_hint("name the times, such as `every day at 9:00 and 21:00`")),
            "biweekly" | "bi-weekly" => {
                Err(ambiguous(&token.text, token.column, ["every 2 weeks", "every monday and thursday"]))
            }
            "bimonthly" | "bi-monthly" => {
                Err(ambiguous(&token.text, token.column, ["every 2 months", "1st and 15th of every month"]))
            }
            "at" | "@" => self.times(),
            "on" => self.on(),
            "in" => self.in_months_or_zone(),
            "between" | "from" => self.window(token),
            "except" | "excluding" | "but" => self.except(),
            text if is_connector(text) => {
                let behind = self.cursor.need("another clause")?;
                self.clause(&behind)
            }
            text if self.is_time_here(text) => self.time_list(token.clone()),
            text if ordinal(text).is_some() || text == "the" || is_month(text) => self.date_list(token.clone()),
            text if is_weekday_word(text) => self.weekdays(token),
            text => match adverb(text) {
                Some((every, unit)) => self.parts.set_interval(Interval { every, unit }),
                None if self.zone(token)? => Ok(()),
                None => Err(unexpected(token, self.cursor.text)),
            },
        }
    }

    /// A list of weekdays and ranges of weekdays.
    pub(super) fn weekdays(&mut self, first: &Token) -> Result<(), Error> {
        let days = self.weekday_list(first)?;
        self.parts.weekdays.extend(days);
        Ok(())
    }

    fn weekday_list(&mut self, first: &Token) -> Result<Vec<Weekday>, Error> {
        let mut days = Vec::new();
        let mut token = first.clone();
        loop {
            let Some(mut set) = weekday_set(&token.text) else {
                return Err(expected("a weekday", &token, weekday_names(), self.cursor.text));
            };
            if let Some(from) = weekday(&token.text)
                && self.cursor.skip(&["to", "through", "thru", "until"])
            {
                let end = self.cursor.need("a weekday")?;
                let Some(to) = weekday(&end.text) else {
                    return Err(expected("a weekday", &end, weekday_names(), self.cursor.text));
                };
                set = range(from, to);
            }
            days.extend(set);
            if !self.cursor.continues(is_weekday_word) {
                return Ok(days);
            }
            token = self.cursor.need("a weekday")?;
        }
    }

    fn except(&mut self) -> Result<(), Error> {
        self.cursor.skip(&["not", "for"]);
        self.cursor.skip(&["on"]);
        let first = self.cursor.need("a weekday")?;
        let days = self.weekday_list(&first)?;
        self.parts.except.extend(days);
        Ok(())
    }

    /// Whether a word is a time of day here: by its form, or because `am` or `pm` follows.
    fn is_time_here(&self, text: &str) -> bool {
        let is_number = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        time::is_time(text) || (is_number && self.cursor.peek_is(&["am", "pm", "o'clock"]))
    }

    /// The times after `at`, or the minute of the hour.
    fn times(&mut self) -> Result<(), Error> {
        if self.cursor.skip(&["minute"]) {
            self.parts.on_minute = Some(self.number(NumberKind::Minute)?);
            return Ok(());
        }
        let token = self.cursor.need("a time of day such as `09:00`")?;
        if let Some(minute) = token.text.strip_prefix(':') {
            self.parts.on_minute = Some(number(&token, minute, NumberKind::Minute)?);
            return Ok(());
        }
        if self.cursor.peek_is(&["past", "minutes"]) {
            self.cursor.skip(&["minutes"]);
            self.cursor.skip(&["past"]);
            self.cursor.skip(&["the", "every", "each"]);
            self.cursor.skip(&["hour"]);
            self.parts.on_minute = Some(number(&token, &token.text, NumberKind::Minute)?);
            return Ok(());
        }
        self.time_list(token)
    }

    fn time_list(&mut self, first: Token) -> Result<(), Error> {
        let mut token = first;
        loop {
            let (time, _) = self.time(token)?;
            self.parts.times.push(time);
            let is_item = |text: &str| time::is_time(text) || text.bytes().all(|byte| byte.is_ascii_digit());
            if !self.cursor.continues(is_item) {
                return Ok(());
            }
            token = self.cursor.need("a time of day")?;
        }
    }

    /// One time of day, and whether it was a bare number. `9 am` is one time in two words.
    fn time(&mut self, mut token: Token) -> Result<(Time, bool), Error> {
        let mut is_bare = token.text.bytes().all(|byte| byte.is_ascii_digit());
        if self.cursor.peek_is(&["am", "pm"])
            && let Some(half) = self.cursor.take()
        {
            token.text.push_str(&half.text);
            is_bare = false;
        }
        self.cursor.skip(&["o'clock"]);
        if self.cursor.peek_is(&["in"]) && self.cursor.peek_at(1) == Some("the") {
            let half = match self.cursor.peek_at(2) {
                Some("morning") => Some("am"),
                Some("afternoon" | "evening") => Some("pm"),
                _ => None,
            };
            if let Some(half) = half.filter(|_| !token.text.ends_with('m')) {
                token.text.push_str(half);
                self.cursor.advance(3);
                is_bare = false;
            }
        }
        Ok((time::parse(&token)?, is_bare))
    }

    /// `between 9am and 5pm`, `from 9:00 to 17:00`, `from monday to friday`.
    fn window(&mut self, start: &Token) -> Result<(), Error> {
        let token = self.cursor.need("a time of day")?;
        if is_weekday_word(&token.text) {
            return self.weekdays(&token);
        }
        let (from, is_from_bare) = self.time(token)?;
        let joint = self.cursor.need("`and` or `to`")?;
        if !["and", "to", "until", "till", "through"].contains(&joint.text.as_str()) {
            return Err(expected("`and` or `to`", &joint, ["and", "to"], self.cursor.text));
        }
        let token = self.cursor.need("a time of day")?;
        let (to, is_to_bare) = self.time(token)?;
        self.parts.window = Some(Window { from, to, column: start.column, is_bare: is_from_bare && is_to_bare });
        Ok(())
    }

    /// What follows `on`: weekdays, dates, or a second, minute or hour.
    fn on(&mut self) -> Result<(), Error> {
        let token = self.cursor.need("a day such as `monday`")?;
        match token.text.as_str() {
            "second" | "seconds" if !self.second_is_ordinal() && !self.cursor.peek_is(&["day"]) => {
                self.parts.on_second = Some(self.number(NumberKind::Second)?);
                Ok(())
            }
            "minute" | "minutes" => {
                self.parts.on_minute = Some(self.number(NumberKind::Minute)?);
                Ok(())
            }
            "hour" | "hours" => loop {
                let hour = self.number(NumberKind::Hour)?;
                self.parts.on_hours.push(hour);
                if !self.cursor.continues(|text| text.parse::<u8>().is_ok()) {
                    return Ok(());
                }
            },
            "business" | "working" => self.business_days(),
            text if is_weekday_word(text) => self.weekdays(&token),
            "the" | "day" | "days" | "every" | "each" => self.date_list(token),
            text if ordinal(text).is_some() || is_month(text) || text.parse::<u8>().is_ok() => self.date_list(token),
            _ => Err(expected("a day", &token, weekday_names(), self.cursor.text)),
        }
    }

    fn in_months_or_zone(&mut self) -> Result<(), Error> {
        let mut token = self.cursor.need("a month such as `march`")?;
        if self.zone(&token)? {
            return Ok(());
        }
        loop {
            let Some(from) = month(&token.text) else {
                return Err(expected("a month", &token, month_names(), self.cursor.text));
            };
            let mut to = from;
            if self.cursor.skip(&["to", "through", "thru"]) {
                let end = self.cursor.need("a month")?;
                to = month(&end.text).ok_or_else(|| expected("a month", &end, month_names(), self.cursor.text))?;
            }
            self.parts
                .months
                .extend((0..12).map(|step| (from - 1 + step) % 12 + 1).take(((to - from + 12) % 12 + 1) as usize));
            if !self.cursor.continues(is_month) {
                return Ok(());
            }
            token = self.cursor.need("a month")?;
        }
    }

    /// Takes a time zone if the word names one.
    fn zone(&mut self, token: &Token) -> Result<bool, Error> {
        if ZONE_ABBREVIATIONS.contains(&token.text.as_str()) {
            let message = format!("{} is not the name of a time zone", quoted(&token.raw));
            return Err(Error::new(ErrorCode::UnknownZone, message)
                .at_column(token.column)
                .with_hint("use an IANA name such as `America/New_York` or `UTC`"));
        }
        let name = match token.text.as_str() {
            "utc" | "gmt" | "z" | "zulu" => "UTC".to_owned(),
            text if text.contains('/') => {
                let zone = time_zone(&token.raw).map_err(|error| error.at_column(token.column))?;
                zone.iana_name().unwrap_or(&token.raw).to_owned()
            }
            _ => return Ok(false),
        };
        self.cursor.skip(&["time"]);
        self.parts.timezone = Some(name);
        Ok(true)
    }

    fn number(&mut self, kind: NumberKind) -> Result<i64, Error> {
        let token = self.cursor.need(kind.name())?;
        number(&token, &token.text, kind)
    }
}

/// The weekdays from one to another, around the end of the week if need be.
fn range(from: Weekday, to: Weekday) -> Vec<Weekday> {
    let position = |day| Weekday::ALL.iter().position(|other| *other == day).unwrap_or_default();
    let (first, last) = (position(from), position(to));
    let count = (last + 7 - first) % 7 + 1;
    (first..first + count).map(|index| Weekday::ALL[index % 7]).collect()
}

/// A number that a clause takes.
#[derive(Clone, Copy)]
pub(super) enum NumberKind {
    Second,
    Minute,
    Hour,
    MonthDay,
}

impl NumberKind {
    fn range(self) -> std::ops::RangeInclusive<i64> {
        match self {
            Self::Second | Self::Minute => 0..=59,
            Self::Hour => 0..=23,
            Self::MonthDay => 1..=31,
        }
    }

    fn name(self) -> &'static str {
        match self {
            Self::Second => "a second",
            Self::Minute => "a minute",
            Self::Hour => "an hour",
            Self::MonthDay => "a day of the month",
        }
    }

    fn hint(self) -> &'static str {
        match self {
            Self::Second => "for example `every 15 minutes on second 30`",
            Self::Minute => "for example `every hour at :15`",
            Self::Hour => "for example `every hour on hours 9, 12, 17`",
            Self::MonthDay => MONTH_DAY_HINT,
        }
    }
}

/// The accepted phrase for people who count days up to the end of a month.
pub(super) const MONTH_DAY_HINT: &str = "for example `last day of every month at 18:00`";

pub(super) fn number(token: &Token, text: &str, kind: NumberKind) -> Result<i64, Error> {
    let error = |code, message: String| Error::new(code, message).at_column(token.column).with_hint(kind.hint());
    let range = kind.range();
    match text.parse::<i64>() {
        Ok(value) if range.contains(&value) => Ok(value),
        Ok(value) => {
            let (least, most) = (range.start(), range.end());
            Err(error(ErrorCode::OutOfRange, format!("{value} is out of range ({least}-{most})")))
        }
        Err(_) => Err(error(ErrorCode::BadValue, format!("{} is not a number", quoted(text)))),
    }
}
