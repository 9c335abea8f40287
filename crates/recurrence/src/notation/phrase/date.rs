//! Dates in a phrase: days of the month, the n-th weekday, days of the year, the first or last day of a period.

use super::cursor::is_connector;
use super::error::{ambiguous, expected};
use super::names::{PhraseUnit, is_month, month, month_name, month_names, ordinal, unit, weekday, weekday_names};
use super::parts::YearDay;
use super::read::{MONTH_DAY_HINT, NumberKind, Reader, number};
use super::token::Token;
use crate::definition::{NthWeekday, PeriodPoint, Unit, Weekday};
use crate::error::{Error, ErrorCode, quoted};

impl Reader<'_> {
    /// A list of dates, beginning with this token: `the 1st and 15th of every month`, `january 1st`, `day 5, 20`.
    pub(super) fn date_list(&mut self, first: Token) -> Result<(), Error> {
        let mut token = first;
        loop {
            if matches!(token.text.as_str(), "the" | "every" | "each") {
                token = self.cursor.need("a day such as `1st`")?;
            }
            if matches!(token.text.as_str(), "day" | "days") {
                token = self.cursor.need("a day of the month")?;
            }
            self.date(&token)?;
            self.scope()?;
            let is_item = |text: &str| ordinal(text).is_some() || is_month(text) || text.parse::<u8>().is_ok();
            if self.continues_with_time() || !self.cursor.continues(is_item) {
                return Ok(());
            }
            token = self.cursor.need("a day")?;
        }
    }

    /// `… and 9 am` is a time, not the 9th.
    fn continues_with_time(&self) -> bool {
        self.cursor.peek_at(2).is_some_and(|text| matches!(text, "am" | "pm"))
    }

    fn date(&mut self, token: &Token) -> Result<(), Error> {
        if let Some(month) = month(&token.text) {
            return self.day_of(month, token);
        }
        let n = match ordinal(&token.text) {
            Some(n) => n,
            None => number(token, &token.text, NumberKind::MonthDay)?,
        };
        if let Some(day) = self.weekday_behind() {
            self.cursor.advance(usize::from(self.cursor.peek().and_then(weekday).is_some()));
            if !(-1..=5).contains(&n) || n == 0 {
                let hint = "for example `last monday of every month`";
                return Err(out_of_range(token, "a weekday of the month (1st-5th or last)", hint));
            }
            if self.parts.nth_weekdays.is_empty() {
                self.parts.nth_column = token.column;
            }
            self.parts.nth_weekdays.push(NthWeekday { n, day });
            return Ok(());
        }
        if self.cursor.peek_is(&["business", "working", "weekday", "workday"]) {
            return self.business_day(token, n);
        }
        if self.cursor.skip(&["day", "days"]) && self.takes_period_point(n)? {
            return Ok(());
        }
        if let Some(month) = self.month_of_day() {
            return self.add_year_day(month, n, token);
        }
        if !(-1..=31).contains(&n) || n == 0 {
            return Err(out_of_range(token, "a day of the month (1st-31st or last)", MONTH_DAY_HINT));
        }
        self.parts.month_days.push(n);
        Ok(())
    }

    /// The weekday of `2nd thursday`, or of `2nd and 4th thursday` for the first of them.
    fn weekday_behind(&self) -> Option<Weekday> {
        let mut ahead = 0;
        let mut is_ordinal_before = true;
        loop {
            let text = self.cursor.peek_at(ahead)?;
            if let Some(day) = weekday(text).filter(|_| is_ordinal_before) {
                return Some(day);
            }
            is_ordinal_before = ordinal(text).is_some();
            if !is_ordinal_before && !is_connector(text) && text != "the" {
                return None;
            }
            ahead += 1;
        }
    }

    /// The month of `1st of january` or `25 december`, if one follows.
    fn month_of_day(&mut self) -> Option<i64> {
        let ahead = usize::from(self.cursor.peek_is(&["of"]));
        let month = self.cursor.peek_at(ahead).and_then(month)?;
        self.cursor.advance(ahead + 1);
        Some(month)
    }

    /// The day after a month: `january 1st`.
    fn day_of(&mut self, month: i64, token: &Token) -> Result<(), Error> {
        self.cursor.skip(&["the"]);
        let is_day = |text: &str| ordinal(text).is_some() || text.parse::<u8>().is_ok();
        if !self.cursor.peek().is_some_and(is_day) {
            let name = month_name(month);
            return Err(Error::new(ErrorCode::BadValue, format!("the text does not name a day in {name}"))
                .at_column(token.column)
                .with_hint(format!("write `every {name} 1`, or `every day in {name}`")));
        }
        let day = self.cursor.need("a day of the month")?;
        let n = match ordinal(&day.text) {
            Some(n) => n,
            None => number(&day, &day.text, NumberKind::MonthDay)?,
        };
        self.add_year_day(month, n, &day)
    }

    fn add_year_day(&mut self, month: i64, day: i64, token: &Token) -> Result<(), Error> {
        if !(-1..=31).contains(&day) || day == 0 {
            return Err(out_of_range(token, "a day of the month (1st-31st or last)", MONTH_DAY_HINT));
        }
        self.parts.year_days.push(YearDay { month, day });
        Ok(())
    }

    /// `first business day of the month`.
    fn business_day(&mut self, token: &Token, n: i64) -> Result<(), Error> {
        let word = self.cursor.need("`business day`")?;
        if matches!(word.text.as_str(), "business" | "working") && !self.cursor.skip(&["day", "days"]) {
            return Err(expected("`day`", &word, ["day"], self.cursor.text));
        }
        if n != 1 && n != -1 {
            let message = format!("{} business day of a month is not supported", quoted(&token.raw));
            return Err(Error::new(ErrorCode::BadValue, message)
                .at_column(token.column)
                .with_hint("use `first business day` or `last business day` of every month"));
        }
        self.parts.business_days.push(n);
        Ok(())
    }

    /// `first day of the quarter`, `last day of every year`. Returns false where the month is meant.
    fn takes_period_point(&mut self, n: i64) -> Result<bool, Error> {
        if !self.cursor.peek_is(&["of"]) {
            return Ok(false);
        }
        let ahead = 1 + usize::from(matches!(self.cursor.peek_at(1), Some("the" | "every" | "each" | "a")));
        let Some(of) = self.cursor.peek_at(ahead).and_then(unit) else { return Ok(false) };
        match of {
            PhraseUnit::Quarters if n == 1 || n == -1 => {
                self.cursor.advance(ahead + 1);
                self.parts.imply_interval(PhraseUnit::Quarters);
                self.parts.period_point = Some(if n == 1 { PeriodPoint::PeriodStart } else { PeriodPoint::PeriodEnd });
                Ok(true)
            }
            PhraseUnit::Unit(Unit::Years) if n == 1 || n == -1 => {
                self.cursor.advance(ahead + 1);
                let (month, day) = if n == 1 { (1, 1) } else { (12, 31) };
                self.parts.year_days.push(YearDay { month, day });
                Ok(true)
            }
            PhraseUnit::Unit(Unit::Weeks) => {
                let readings =
                    if n == 1 { ["every monday", "every sunday"] } else { ["every sunday", "every saturday"] };
                Err(ambiguous("day of the week", 1, readings))
            }
            _ => Ok(false),
        }
    }

    /// `of every month`, `of the month`, `of january and july`.
    fn scope(&mut self) -> Result<(), Error> {
        // `in` may also begin a time zone.
        let is_month_next = self.cursor.peek_is(&["in"]) && self.cursor.peek_at(1).is_some_and(is_month);
        if !is_month_next && !self.cursor.peek_is(&["of"]) {
            return Ok(());
        }
        self.cursor.advance(1);
        self.cursor.skip(&["the", "every", "each", "a"]);
        let token = self.cursor.need("`month`")?;
        if let Some(unit @ PhraseUnit::Unit(Unit::Months)) = unit(&token.text) {
            self.parts.imply_interval(unit);
            return Ok(());
        }
        let mut token = token;
        loop {
            let Some(month) = month(&token.text) else {
                let names = ["month"].into_iter().chain(month_names()).chain(weekday_names());
                return Err(expected("`month` or the name of a month", &token, names, self.cursor.text));
            };
            self.parts.months.push(month);
            if !self.cursor.continues(is_month) {
                return Ok(());
            }
            token = self.cursor.need("a month")?;
        }
    }
}

fn out_of_range(token: &Token, what: &str, hint: &str) -> Error {
    let message = format!("{} is not {what}", quoted(&token.raw));
    Error::new(ErrorCode::OutOfRange, message).at_column(token.column).with_hint(hint)
}
