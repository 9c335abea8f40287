//! Reads intervals: `every 15 minutes`, `every other week`, `every half hour`, `once a day`.

use super::error::{expected, unexpected};
use super::names::{
    PhraseUnit, WORKING_DAYS, is_month, is_weekday_word, number_word, ordinal, unit, unit_names, weekday,
};
use super::parts::Interval;
use super::read::Reader;
use super::token::Token;
use crate::definition::{Length, Unit};
use crate::error::{Error, ErrorCode, quoted};

impl Reader<'_> {
    /// What follows `every`.
    pub(super) fn every(&mut self) -> Result<(), Error> {
        let token = self.cursor.need("an interval such as `15 minutes`")?;
        let text = token.text.as_str();
        let next_is_unit = self.cursor.peek().is_some_and(|next| unit(next).is_some());
        match text {
            "other" => return self.every_other(),
            "half" => {
                self.cursor.skip(&["a", "an"]);
                return self.minutes_of_hour(30);
            }
            "quarter" if self.cursor.peek_is(&["hour", "of"]) => {
                self.cursor.skip(&["of"]);
                self.cursor.skip(&["a", "an"]);
                return self.minutes_of_hour(15);
            }
            "business" | "working" | "work" => return self.business_days(),
            // `every second day` is an ordinal; `every second` is a unit.
            "second" if !next_is_unit && !self.second_is_ordinal() => {
                return self.parts.set_interval(Interval { every: 1, unit: PhraseUnit::Unit(Unit::Seconds) });
            }
            _ => {}
        }
        if let Some(every) = ordinal(text).filter(|every| *every > 0 && next_is_unit) {
            let is_day_of = self.cursor.peek_is(&["day", "days"]) && self.cursor.peek_at(1) == Some("of");
            if !is_day_of {
                return self.counted(every, &token);
            }
        }
        let is_day_of_month = text.parse::<u8>().is_ok() && self.cursor.peek().is_some_and(is_month);
        if ordinal(text).is_some() || is_month(text) || is_day_of_month || text == "the" {
            return self.date_list(token);
        }
        if is_weekday_word(text) {
            return self.weekdays(&token);
        }
        if let Some(unit) = unit(text) {
            return self.parts.set_interval(Interval { every: 1, unit });
        }
        if let Some(every) = number_word(text) {
            return self.counted(every, &token);
        }
        if text.starts_with(|c: char| c.is_ascii_digit()) {
            return self.digits(&token);
        }
        Err(expected("a unit of time or a weekday", &token, unit_names(), self.cursor.text))
    }

    /// Whether `second` is followed by what it counts.
    pub(super) fn second_is_ordinal(&self) -> bool {
        let is_counted =
            |text: &str| weekday(text).is_some() || ["business", "working", "weekday", "of"].contains(&text);
        self.cursor.peek().is_some_and(is_counted)
    }

    fn minutes_of_hour(&mut self, every: i64) -> Result<(), Error> {
        let token = self.cursor.need("`hour`")?;
        if !matches!(token.text.as_str(), "hour" | "hours") {
            return Err(expected("`hour`", &token, ["hour"], self.cursor.text));
        }
        self.parts.set_interval(Interval { every, unit: PhraseUnit::Unit(Unit::Minutes) })
    }

    fn every_other(&mut self) -> Result<(), Error> {
        let token = self.cursor.need("a unit such as `days`")?;
        if let Some(unit) = unit(&token.text) {
            return self.parts.set_interval(Interval { every: 2, unit });
        }
        if weekday(&token.text).is_none() {
            return Err(expected("a unit of time or a single weekday", &token, unit_names(), self.cursor.text));
        }
        self.parts.set_interval(Interval { every: 2, unit: PhraseUnit::Unit(Unit::Weeks) })?;
        self.weekdays(&token)
    }

    /// `business day`, after its first word.
    pub(super) fn business_days(&mut self) -> Result<(), Error> {
        let token = self.cursor.need("`day`")?;
        if !matches!(token.text.as_str(), "day" | "days") {
            return Err(expected("`day`", &token, ["day"], self.cursor.text));
        }
        self.parts.weekdays.extend_from_slice(WORKING_DAYS);
        Ok(())
    }

    /// `15 minutes`, `15m`, `1h30m`, `1 hour and 30 minutes`.
    fn digits(&mut self, token: &Token) -> Result<(), Error> {
        let digits = token.text.bytes().take_while(u8::is_ascii_digit).count();
        let (number, suffix) = token.text.split_at(digits);
        let every: i64 =
            number.parse().map_err(|_| too_large(format!("{} is too large", quoted(number)), token.column))?;
        if suffix.is_empty() {
            return self.counted(every, token);
        }
        if let Some(unit) = unit(suffix) {
            self.positive(every, token)?;
            return self.parts.set_interval(Interval { every, unit });
        }
        match token.text.parse::<Length>() {
            Ok(length) if length.seconds() > 0 => {
                let every = length.seconds();
                self.parts.set_interval(Interval { every, unit: PhraseUnit::Unit(Unit::Seconds) })
            }
            Ok(_) | Err(_) => {
                let suffix = Token { text: suffix.to_owned(), raw: suffix.to_owned(), column: token.column + digits };
                Err(expected("a unit of time", &suffix, unit_names(), self.cursor.text))
            }
        }
    }

    fn positive(&self, every: i64, token: &Token) -> Result<(), Error> {
        if every > 0 {
            return Ok(());
        }
        let message = format!("expected an interval of 1 or more, found {every}");
        Err(Error::new(ErrorCode::BadStep, message)
            .at_column(token.column)
            .with_hint("for example `every day at 9:00`"))
    }

    /// A unit after its number, and further numbers and units that are added to it.
    fn counted(&mut self, every: i64, number: &Token) -> Result<(), Error> {
        self.positive(every, number)?;
        let token = self.cursor.need("a unit such as `minutes`")?;
        let Some(unit) = unit(&token.text) else {
            return Err(expected("a unit of time", &token, unit_names(), self.cursor.text));
        };
        let mut interval = Interval { every, unit };
        while let Some(seconds) = self.further_length()? {
            let Some(each) = seconds_of(interval.unit) else {
                return Err(unexpected(&token, self.cursor.text));
            };
            let total = interval.every.checked_mul(each).and_then(|own| own.checked_add(seconds));
            let every = total.ok_or_else(|| too_large("the interval is too long", number.column))?;
            interval = Interval { every, unit: PhraseUnit::Unit(Unit::Seconds) };
        }
        self.parts.set_interval(interval)
    }

    /// `and 30 minutes` after an hour: its seconds.
    fn further_length(&mut self) -> Result<Option<i64>, Error> {
        let ahead = usize::from(self.cursor.peek_is(&["and", ","]));
        let count = |text: &str| text.parse().ok().or_else(|| number_word(text)).filter(|count: &i64| *count > 0);
        let (Some(count), Some(each)) = (
            self.cursor.peek_at(ahead).and_then(count),
            self.cursor.peek_at(ahead + 1).and_then(unit).and_then(seconds_of),
        ) else {
            return Ok(None);
        };
        self.cursor.advance(ahead + 2);
        let seconds = count.checked_mul(each);
        seconds.map(Some).ok_or_else(|| too_large("the interval is too long", 1))
    }

    /// `once a day`, `once every 5 minutes`, `once per hour`.
    pub(super) fn once(&mut self, token: &Token) -> Result<(), Error> {
        match self.cursor.take() {
            Some(next) if next.text == "every" => self.every(),
            Some(next) if matches!(next.text.as_str(), "a" | "an" | "per" | "each") => self.counted(1, &next),
            Some(_) | None => Err(unexpected(token, self.cursor.text)),
        }
    }
}

fn too_large(message: impl Into<String>, column: usize) -> Error {
    Error::new(ErrorCode::OutOfRange, message).at_column(column).with_hint("for example `every 15 minutes`")
}

/// The seconds of a unit of elapsed time.
fn seconds_of(unit: PhraseUnit) -> Option<i64> {
    match unit {
        PhraseUnit::Unit(Unit::Seconds) => Some(1),
        PhraseUnit::Unit(Unit::Minutes) => Some(60),
        PhraseUnit::Unit(Unit::Hours) => Some(3_600),
        PhraseUnit::Unit(Unit::Days | Unit::Weeks | Unit::Months | Unit::Years) | PhraseUnit::Quarters => None,
    }
}
