//! Parses `every …` in plain words into the `every` kind.
//!
//! ```text
//! every [N | other] UNIT [on DAYS] [at TIMES] [in MONTHS]     every 2 weeks on mon, fri at 9:00
//! every WEEKDAYS [at TIMES] [in MONTHS]                       every weekday at 9am
//! ```
//!
//! The clauses may come in any order. This module only parses the words; the library decides whether a clause is
//! valid for a unit.

mod names;
mod time;

use jiff::civil::Time;
use refrain_recurrence::{ErrorCode, EveryRule, NthWeekday, Unit, Weekday};

use crate::cli::problem::{Problem, nearest, quoted};
use crate::cli::words::names::{CLAUSES, MONTHS, UNITS, WEEKDAY_SETS, WEEKDAYS, look_up, near_names};

/// Maximum length of the text. A sentence with every clause is far shorter.
const TEXT_MAX: usize = 1024;

/// Parses a text that starts with `every`.
pub(crate) fn parse(text: &str) -> Result<EveryRule, Problem> {
    if text.len() > TEXT_MAX {
        let message = format!("the expression has {} bytes; the maximum is {TEXT_MAX}", text.len());
        return Err(Problem::new(ErrorCode::TooLong, message).at_column(TEXT_MAX + 1));
    }
    let mut reader = Reader { words: split(text), next: 1, end: text.trim_end().chars().count() + 1 };
    let mut rule = reader.head()?;
    while let Some(word) = reader.take() {
        match word.text.as_str() {
            "at" => reader.at(&mut rule)?,
            "on" => reader.on(&mut rule)?,
            "in" => reader.in_months(&mut rule)?,
            "," | "and" if reader.peek_is(&["at", "on", "in", "and"]) => {}
            _ => return Err(unexpected(&word)),
        }
    }
    Ok(rule)
}

/// Returns whether a first word is `each`, or `every` with a typo.
pub(crate) fn is_nearly_every(first_word: &str) -> bool {
    let lower = first_word.to_ascii_lowercase();
    lower == "each" || (first_word.len() >= 4 && nearest(&lower, ["every"]).is_some())
}

struct Word {
    text: String,
    column: usize,
}

impl Word {
    fn error(&self, code: ErrorCode, message: impl Into<String>) -> Problem {
        Problem::new(code, message).at_column(self.column)
    }
}

/// Splits a text into lower-case words and commas, each with its column.
fn split(text: &str) -> Vec<Word> {
    let mut words: Vec<Word> = Vec::new();
    let mut is_open = false;
    for (index, c) in text.chars().enumerate() {
        let starts = !is_open || c == ',';
        is_open = !c.is_whitespace() && c != ',';
        if c.is_whitespace() {
            continue;
        }
        if starts {
            words.push(Word { text: String::new(), column: index + 1 });
        }
        if let Some(word) = words.last_mut() {
            word.text.extend(c.to_lowercase());
        }
    }
    words
}

fn unexpected(word: &Word) -> Problem {
    let problem = word.error(ErrorCode::BadValue, format!("{} is not expected here", quoted(&word.text)));
    match nearest(&word.text, CLAUSES) {
        // The word is valid, but nothing follows that it could connect or start.
        Some(near) if near == word.text => problem.with_hint("remove it, or continue with `at`, `on` or `in`"),
        Some(near) => problem.with_hint(format!("did you mean `{near}`?")),
        None if ["from", "starting", "until", "ending"].contains(&word.text.as_str()) => {
            problem.with_hint("set bounds with `starts_at` and `ends_at` in a JSON definition")
        }
        None => problem.with_hint("for example `every 2 weeks on mon, fri at 9:00`"),
    }
}

struct Reader {
    words: Vec<Word>,
    next: usize,
    /// Column after the last word.
    end: usize,
}

impl Reader {
    fn take(&mut self) -> Option<Word> {
        let word = self.words.get_mut(self.next)?;
        self.next += 1;
        Some(Word { text: std::mem::take(&mut word.text), column: word.column })
    }

    fn need(&mut self, what: &str) -> Result<Word, Problem> {
        let end = self.end;
        self.take().ok_or_else(|| Problem::new(ErrorCode::BadValue, format!("{what} is missing")).at_column(end))
    }

    fn peek(&self) -> Option<&str> {
        self.words.get(self.next).map(|word| word.text.as_str())
    }

    fn peek_is(&self, texts: &[&str]) -> bool {
        self.peek().is_some_and(|text| texts.contains(&text))
    }

    /// Returns whether the previous word is an ordinal, as in `second tuesday`.
    fn peek_is_day(&self) -> bool {
        self.peek().is_some_and(|text| text == "day" || look_up(WEEKDAYS, text).is_some())
    }

    fn skip(&mut self, texts: &[&str]) -> bool {
        let is_there = self.peek_is(texts);
        self.next += usize::from(is_there);
        is_there
    }

    /// Returns whether a list continues after a comma or `and`, rather than with the next clause.
    fn goes_on(&mut self) -> bool {
        let mut after = self.next;
        while self.words.get(after).is_some_and(|word| [",", "and", "or"].contains(&word.text.as_str())) {
            after += 1;
        }
        let is_clause = self.words.get(after).is_some_and(|word| ["at", "on", "in"].contains(&word.text.as_str()));
        if after == self.next || is_clause {
            return false;
        }
        self.next = after;
        true
    }

    /// Parses the count and unit, or weekdays, which imply a unit of weeks.
    fn head(&mut self) -> Result<EveryRule, Problem> {
        let word = self.need("an interval such as `15 minutes`")?;
        if word.text.starts_with(|c: char| c.is_ascii_digit()) {
            return self.counted(&word);
        }
        let (every, word) = if word.text == "other" { (2, self.need("a unit such as `days`")?) } else { (1, word) };
        if let Some(unit) = look_up(UNITS, &word.text) {
            return Ok(EveryRule::new(every, unit));
        }
        let Some(days) = weekdays(&word.text) else { return Err(unknown_unit(&word)) };
        let mut rule = EveryRule::new(every, Unit::Weeks);
        rule.on_days.extend(days);
        while self.goes_on() {
            let word = self.need("a weekday")?;
            rule.on_days.extend(weekdays(&word.text).ok_or_else(|| unknown(&word, "a weekday", near_names(WEEKDAYS)))?);
        }
        Ok(rule)
    }

    /// Parses `15 minutes`, `15m` or `1h30m`.
    fn counted(&mut self, word: &Word) -> Result<EveryRule, Problem> {
        let digits = word.text.bytes().take_while(u8::is_ascii_digit).count();
        let (number, suffix) = word.text.split_at(digits);
        let every: i64 = number
            .parse()
            .map_err(|_| word.error(ErrorCode::OutOfRange, format!("the number {} is too large", quoted(number))))?;
        if every == 0 {
            return Err(word.error(ErrorCode::BadStep, "every 0 never occurs").with_hint("use 1 or more"));
        }
        if suffix.is_empty() {
            let unit = self.need("a unit such as `minutes`")?;
            return match look_up(UNITS, &unit.text) {
                Some(unit) => Ok(EveryRule::new(every, unit)),
                None => Err(unknown_unit(&unit)),
            };
        }
        if let Some(unit) = look_up(UNITS, suffix) {
            return Ok(EveryRule::new(every, unit));
        }
        match word.text.parse::<refrain_recurrence::Length>() {
            Ok(length) if length.seconds() > 0 => Ok(EveryRule::new(length.seconds(), Unit::Seconds)),
            Ok(_) | Err(_) => {
                let after_digits = Word { text: suffix.to_owned(), column: word.column + digits };
                Err(unknown_unit(&after_digits))
            }
        }
    }

    fn at(&mut self, rule: &mut EveryRule) -> Result<(), Problem> {
        loop {
            let word = self.need("a time of day such as `09:00`")?;
            match word.text.strip_prefix(':') {
                Some(minute) if rule.unit == Unit::Hours => rule.on_minute = Some(number(&word, minute, 0, 59)?),
                Some(_) | None => {
                    // `9 am` is one time in two words.
                    let half = self.peek_is(&["am", "pm"]).then(|| self.take()).flatten();
                    let text = format!("{}{}", word.text, half.map_or(String::new(), |half| half.text));
                    let time: Time = time::parse(&text).map_err(|problem| problem.at_column(word.column))?;
                    rule.at.get_or_insert_default().push(time);
                }
            }
            if !self.goes_on() {
                return Ok(());
            }
        }
    }

    fn on(&mut self, rule: &mut EveryRule) -> Result<(), Problem> {
        loop {
            self.skip(&["the"]);
            let word = self.need("a day such as `monday`")?;
            match word.text.as_str() {
                "second" | "seconds" if !self.peek_is_day() => rule.on_second = Some(self.number("a second", 0, 59)?),
                "minute" | "minutes" => rule.on_minute = Some(self.number("a minute", 0, 59)?),
                "hour" | "hours" => rule.on_hours.push(self.number("an hour", 0, 23)?),
                "day" | "days" => rule.on_month_days.push(self.number("a day of the month", 1, 31)?),
                text => match (weekdays(text), ordinal(text)) {
                    (Some(days), _) => rule.on_days.extend(days),
                    (None, Some(n)) => self.on_ordinal(rule, &word, n)?,
                    // A list of hours or days continues with bare numbers.
                    (None, None) if text.starts_with(|c: char| c.is_ascii_digit()) => match rule.unit {
                        Unit::Hours => rule.on_hours.push(number(&word, text, 0, 23)?),
                        Unit::Seconds | Unit::Minutes | Unit::Days | Unit::Weeks | Unit::Months | Unit::Years => {
                            rule.on_month_days.push(number(&word, text, 1, 31)?);
                        }
                    },
                    (None, None) => return Err(unknown(&word, "a day", near_names(WEEKDAYS))),
                },
            }
            if !self.goes_on() {
                return Ok(());
            }
        }
    }

    /// Parses `first monday`, `last day`, `15th`, `15th day`.
    fn on_ordinal(&mut self, rule: &mut EveryRule, word: &Word, n: i64) -> Result<(), Problem> {
        if let Some(day) = self.peek().and_then(|text| look_up(WEEKDAYS, text)) {
            self.next += 1;
            rule.on_nth.push(NthWeekday { n, day });
        } else {
            self.skip(&["day"]);
            if !(-1..=31).contains(&n) || n == 0 {
                return Err(
                    word.error(ErrorCode::OutOfRange, format!("{} is not a day of the month", quoted(&word.text)))
                );
            }
            rule.on_month_days.push(n);
        }
        if self.skip(&["of"]) {
            self.skip(&["the"]);
            self.skip(&["each", "every"]);
            self.skip(&["month"]);
        }
        Ok(())
    }

    fn in_months(&mut self, rule: &mut EveryRule) -> Result<(), Problem> {
        loop {
            let word = self.need("a month such as `march`")?;
            let month = look_up(MONTHS, &word.text).ok_or_else(|| unknown(&word, "a month", near_names(MONTHS)))?;
            rule.in_months.push(month);
            if !self.goes_on() {
                return Ok(());
            }
        }
    }

    fn number(&mut self, what: &str, least: i64, most: i64) -> Result<i64, Problem> {
        let word = self.need(what)?;
        number(&word, &word.text, least, most)
    }
}

fn number(word: &Word, text: &str, least: i64, most: i64) -> Result<i64, Problem> {
    match text.parse::<i64>() {
        Ok(value) if (least..=most).contains(&value) => Ok(value),
        Ok(value) => Err(word.error(ErrorCode::OutOfRange, format!("{value} is out of range ({least}-{most})"))),
        Err(_) => Err(word.error(ErrorCode::BadValue, format!("{} is not a number", quoted(text)))),
    }
}

fn weekdays(text: &str) -> Option<Vec<Weekday>> {
    look_up(WEEKDAYS, text)
        .map(|day| vec![day])
        .or_else(|| WEEKDAY_SETS.iter().find(|(name, _)| *name == text).map(|(_, days)| days.to_vec()))
}

/// Parses `first`, `2nd` or `last` into its number. The last is -1.
fn ordinal(text: &str) -> Option<i64> {
    let named = ["first", "second", "third", "fourth", "fifth"].iter().position(|name| *name == text);
    if let Some(index) = named {
        return Some(index as i64 + 1);
    }
    if text == "last" {
        return Some(-1);
    }
    ["st", "nd", "rd", "th"].iter().find_map(|end| text.strip_suffix(end)?.parse().ok())
}

fn unknown_unit(word: &Word) -> Problem {
    unknown(word, "a unit of time or a weekday", near_names(UNITS).chain(near_names(WEEKDAYS)))
}

fn unknown<'a>(word: &Word, what: &str, candidates: impl Iterator<Item = &'a str> + Clone) -> Problem {
    let problem = word.error(ErrorCode::UnknownName, format!("{} is not {what}", quoted(&word.text)));
    match nearest(&word.text, candidates.clone()) {
        Some(near) => problem.with_hint(format!("did you mean {near}?")),
        None => problem.with_hint(format!("one of {}", candidates.collect::<Vec<_>>().join(", "))),
    }
}

#[cfg(test)]
mod tests;
