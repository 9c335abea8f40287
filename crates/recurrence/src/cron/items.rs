//! Parses a whole field: a list of items, each a star, a day that depends on the month, an `H`, a value or a range.

use crate::cron::field::{Field, Kind};
use crate::cron::reader::Reader;
use crate::cron::rules::{QuestionMark, StarInList};
use crate::cron::special::Special;
use crate::error::{Error, ErrorCode};

impl Reader<'_> {
    pub(crate) fn read(&self) -> Result<Field, Error> {
        let mut field = Field {
            starts_with_star: self.text.starts_with(['*', '?']),
            mentions_star: self.text.contains('*'),
            is_whole_star: matches!(self.text, "*" | "?"),
            is_question: self.text == "?",
            ..Field::default()
        };
        if let Some(at) = self.text.find('?')
            && !field.is_question
            && self.rules.question != QuestionMark::Anywhere
        {
            return Err(self.error(ErrorCode::BadValue, at, "`?` must be the only item of its field".to_owned()));
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
            Some((range, step)) => (range, Some(self.step(range, step, start + range.len() + 1)?)),
            None => (item, None),
        };
        if matches!(range, "*" | "?") {
            return self.star_item(range, step, start, is_list, field);
        }
        if let Some(step) = step
            && !self.rules.named_step
            && range.contains(|c: char| c.is_ascii_alphabetic())
        {
            return Err(self.step_after_name(range, step, start));
        }
        if range.is_empty() && step.is_some() && self.rules.bare_step {
            self.star(step, field);
            return Ok(());
        }
        if self.kind.is_day() && step.is_none() && Special::read_into(self, range, start, is_list, field)? {
            field.has_special = true;
            return Ok(());
        }
        if self.rules.hash && range.starts_with(['H', 'h']) && !range[1..].starts_with(|c: char| c.is_alphanumeric()) {
            return self.hashed(range, step, start, field);
        }
        self.values(range, step, start, field)
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
                QuestionMark::Anywhere => true,
                QuestionMark::InDayFields | QuestionMark::InOneDayField => self.kind.is_day() && step.is_none(),
                QuestionMark::Nowhere => false,
            };
            if !allowed {
                let message = format!("`?` is not allowed in the {} field", self.kind.name());
                return Err(self.error(ErrorCode::NotInDialect, start, message).with_hint("write `*`"));
            }
        }
        let in_list = match self.rules.star_in_list {
            StarInList::Always => true,
            StarInList::Stepped => step.is_some(),
            StarInList::Never => false,
        };
        if is_list && !in_list {
            return Err(self.error(ErrorCode::NotInDialect, start, "`*` is not allowed in a list".to_owned()));
        }
        self.star(step, field);
        Ok(())
    }

    fn star(&self, step: Option<i16>, field: &mut Field) {
        field.has_interval = true;
        field.is_star |= step.is_none_or(|step| step == 1);
        field.has_bare_star |= step.is_none();
        // In a day field, a star adds no values: it means that the other field decides.
        if step.is_some() || !self.kind.is_day() {
            let (first, step) = (self.bounds().0, step.unwrap_or(1));
            let counts_from_zero = self.kind == Kind::Year && self.rules.year_steps_from_zero;
            let first = if counts_from_zero { (first + step - 1) / step * step } else { first };
            self.add(field, first, self.cycle_last(), step);
        }
    }
}
