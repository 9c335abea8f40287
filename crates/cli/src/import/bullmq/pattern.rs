//! Patterns of cron-parser, the library that BullMQ uses, as cron in Refrain's own dialect.
//!
//! Missing fields are at the beginning, and the seconds come first. A day field is unrestricted only if it is exactly
//! `*` or `?`. If the hours are all of the day, the pattern follows elapsed time through a DST change.

use std::collections::BTreeSet;

use refrain_recurrence::{Class, CronRecurrence, Dst, Fold, Gap, time_zone};

use super::super::difference::SourceRuns;
use super::super::field::values;
use super::walk::Walk;
use crate::text::quoted;

/// A pattern as cron.
#[derive(Debug)]
pub(super) struct Pattern {
    pub(super) cron: CronRecurrence,
    pub(super) dst: Dst,
}

/// What missing fields are, from the seconds to the weekdays.
const DEFAULTS: [&str; 6] = ["0", "*", "*", "*", "*", "*"];
const HOUR: usize = 2;
const MONTH_DAY: usize = 3;
const WEEKDAY: usize = 5;
const WEEKDAYS: [&str; 7] = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"];
/// Macros that cron does not have.
const MACROS: [(&str, &str); 4] = [
    ("@minutely", "* * * * *"),
    ("@secondly", "* * * * * *"),
    ("@weekdays", "0 0 * * 1-5"),
    ("@weekends", "0 0 * * 0,6"),
];

/// Macros of cron, and their fields.
const NAMED: [(&str, &str); 5] = [
    ("@yearly", "0 0 1 1 *"),
    ("@annually", "0 0 1 1 *"),
    ("@monthly", "0 0 1 * *"),
    ("@weekly", "0 0 * * 0"),
    ("@daily", "0 0 * * *"),
];

impl Pattern {
    /// Translates a pattern.
    pub(super) fn parse(text: &str) -> Result<Self, String> {
        let text = text.trim();
        let text = MACROS.iter().find(|(name, _)| *name == text).map_or(text, |(_, fields)| fields);
        if text.starts_with('@') {
            let class = if text == "@hourly" { Class::Interval } else { Class::Fixed };
            return Ok(Self::new(text.to_owned(), class));
        }
        let words: Vec<&str> = text.split_ascii_whitespace().collect();
        let missing = DEFAULTS
            .len()
            .checked_sub(words.len())
            .ok_or_else(|| format!("expected at most 6 fields, found {} in {}", words.len(), quoted(text)))?;
        let mut fields: Vec<String> = DEFAULTS[..missing].iter().copied().chain(words).map(str::to_owned).collect();
        for (index, field) in fields.iter_mut().enumerate() {
            if field == "?" {
                "*".clone_into(field);
            }
            match index {
                MONTH_DAY if field != "*" => *field = field.replace(['*', '?'], "1-31"),
                WEEKDAY if field != "*" && field.contains(['*', '?', '/']) => {
                    let days = values(field, (0, 7), &WEEKDAYS)
                        .ok_or_else(|| format!("{} is not a list of weekdays", quoted(field)))?;
                    let days: BTreeSet<u32> = days.iter().map(|day| day % 7).collect();
                    *field = days.iter().map(u32::to_string).collect::<Vec<_>>().join(",");
                }
                _ => {}
            }
        }
        let is_every_hour = values(&fields[HOUR], (0, 23), &[]).is_some_and(|hours| hours.len() == 24);
        let class = if is_every_hour { Class::Interval } else { Class::Fixed };
        // A second of 0 needs no field of its own.
        let skipped = usize::from(fields[0] == "0");
        Ok(Self::new(fields[skipped..].join(" "), class))
    }

    fn new(expression: String, class: Class) -> Self {
        let dst = match class {
            Class::Fixed => Dst { gap: Some(Gap::SameOffset), fold: Some(Fold::First), class },
            Class::Auto | Class::Interval => Dst { class, ..Dst::default() },
        };
        Self { cron: CronRecurrence { expression, ..CronRecurrence::default() }, dst }
    }

    /// Returns the runs of cron-parser, if they may differ. Nobody knows which values it draws for `H`.
    pub(super) fn runs<'a>(&self, timezone: &str) -> Option<Box<dyn SourceRuns + 'a>> {
        if self.dst.class != Class::Fixed || self.cron.expression.contains('H') {
            return None;
        }
        let fields = NAMED.iter().find(|(name, _)| *name == self.cron.expression);
        let fields = fields.map_or(self.cron.expression.as_str(), |(_, fields)| fields);
        Some(Box::new(Walk::new(fields, time_zone(timezone).ok()?)?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_become_cron() {
        let check = |pattern: &str, expression: &str, class: Class| {
            let found = Pattern::parse(pattern).unwrap();
            assert_eq!((found.cron.expression.as_str(), found.dst.class), (expression, class), "{pattern}");
        };
        check("0 9 * * MON-FRI", "0 9 * * MON-FRI", Class::Fixed);
        check("*/10 * * * * *", "*/10 * * * * *", Class::Interval);
        check("0 15 3 * * *", "15 3 * * *", Class::Fixed);
        check("15 0-23 * * *", "15 0-23 * * *", Class::Interval);
        check("0 0 */2 * ?", "0 0 1-31/2 * *", Class::Fixed);
        check("0 0 * * */2", "0 0 * * 0,2,4,6", Class::Fixed);
        check("0 0 * * mon/2", "0 0 * * 0,1,3,5", Class::Fixed);
        check("0 0 L * 5L", "0 0 L * 5L", Class::Fixed);
        check("12 * * *", "* 12 * * *", Class::Fixed);
        check("@weekdays", "0 0 * * 1-5", Class::Fixed);
        check("@hourly", "@hourly", Class::Interval);
        assert!(Pattern::parse("0 0 0 1 1 * 2027").is_err());
        assert!(Pattern::parse("0 0 * * x/2").is_err());
    }
}
