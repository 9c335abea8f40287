//! Detects the notation of an expression and parses it into a recurrence.
//!
//! Cron is the fallback: a text that matches no other notation gets cron's errors with their columns.

use refrain_recurrence::{
    CronRule, DayMatch, Dialect, ErrorCode, OnceRule, Recurrence, RruleRule, SecondsField, time_zone,
};

use crate::cli::instant;
use crate::cli::problem::{Problem, quoted};
use crate::cli::words;

/// Cron options that are given outside the expression.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct CronOptions {
    pub(crate) dialect: Option<Dialect>,
    pub(crate) day_match: Option<DayMatch>,
    pub(crate) seconds: Option<SecondsField>,
}

impl CronOptions {
    /// Sets the options that a cron recurrence leaves open. Other kinds are unchanged.
    pub(crate) fn complete(self, recurrence: &mut Recurrence) {
        if let Recurrence::Cron(rule) = recurrence {
            rule.dialect = rule.dialect.or(self.dialect);
            rule.day_match = rule.day_match.or(self.day_match);
            rule.seconds = rule.seconds.or(self.seconds);
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Notation {
    Cron,
    Words,
    Rrule,
    Instant,
}

/// Parses an expression. A civil time in it is interpreted in `timezone`.
pub(crate) fn parse(text: &str, timezone: &str, cron: CronOptions) -> Result<Recurrence, Problem> {
    match notation(text)? {
        Notation::Words => words::parse(text).map(Recurrence::Every),
        Notation::Rrule => Ok(Recurrence::Rrule(RruleRule { text: text.trim().to_owned() })),
        Notation::Instant => {
            let column = leading_spaces(text) + 1;
            let at = instant::parse(text.trim(), timezone)
                .map_err(|problem| if problem.column.is_some() { problem.at_column(column) } else { problem })?;
            Ok(Recurrence::Once(OnceRule { at }))
        }
        Notation::Cron => {
            let mut rule = Recurrence::Cron(CronRule { expression: text.to_owned(), ..CronRule::default() });
            cron.complete(&mut rule);
            Ok(rule)
        }
    }
}

/// Returns the time zone that a cron text names before its fields.
///
/// # Errors
/// Fails if the time zone does not exist.
pub(crate) fn zone_prefix(text: &str) -> Result<Option<&str>, Problem> {
    let trimmed = text.trim_start();
    let rest = trimmed.strip_prefix("TZ=").or_else(|| trimmed.strip_prefix("CRON_TZ="));
    let Some(name) = rest.and_then(|rest| rest.split_ascii_whitespace().next()) else { return Ok(None) };
    let column = leading_spaces(text) + 1 + trimmed.find('=').map_or(0, |equals| equals + 1);
    time_zone(name).map_err(|error| Problem::from(error).at_column(column).in_text(text))?;
    Ok(Some(name))
}

fn leading_spaces(text: &str) -> usize {
    text.chars().take_while(|c| c.is_whitespace()).count()
}

fn notation(text: &str) -> Result<Notation, Problem> {
    const RRULE_STARTS: [&str; 6] = ["RRULE", "DTSTART", "RDATE", "EXDATE", "EXRULE", "FREQ="];
    let trimmed = text.trim_start();
    let starts_with = |start: &str| trimmed.get(..start.len()).is_some_and(|head| head.eq_ignore_ascii_case(start));
    if RRULE_STARTS.into_iter().any(starts_with) {
        return Ok(Notation::Rrule);
    }
    if instant::looks_like_one(trimmed) {
        return Ok(Notation::Instant);
    }
    let first = trimmed.split_whitespace().next().unwrap_or_default();
    if first.eq_ignore_ascii_case("every") {
        return Ok(Notation::Words);
    }
    if first.bytes().all(|b| b.is_ascii_alphabetic()) && !first.is_empty() {
        let column = leading_spaces(text) + 1;
        if words::is_nearly_every(first) {
            return Err(Problem::new(ErrorCode::UnknownName, format!("no expression starts with {}", quoted(first)))
                .at_column(column)
                .with_hint("did you mean `every`?"));
        }
        const MACROS: [&str; 7] = ["hourly", "daily", "midnight", "weekly", "monthly", "yearly", "annually"];
        let lower = first.to_ascii_lowercase();
        if MACROS.contains(&lower.as_str()) && trimmed.trim_end() == first {
            return Err(Problem::new(ErrorCode::UnknownName, format!("no expression starts with {}", quoted(first)))
                .at_column(column)
                .with_hint(format!("did you mean @{lower}?")));
        }
    }
    Ok(Notation::Cron)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_notation_is_detected() {
        let check = |text, expected| assert_eq!(notation(text).unwrap(), expected, "{text:?}");
        for cron in ["0 9 * * *", "@daily", "@every 90s", "TZ=UTC 0 9 * * *", "", "       ", "* * * * * * * *", "2026"]
        {
            check(cron, Notation::Cron);
        }
        for rrule in ["RRULE:FREQ=DAILY", "freq=daily", "DTSTART;TZID=UTC:20260101T000000", " EXDATE:x"] {
            check(rrule, Notation::Rrule);
        }
        for instant in ["2026-07-01T12:00:00Z", "2026-07-01", "10000-01-01", "1899-12-31T00:00:00Z", "+010000-01-01"] {
            check(instant, Notation::Instant);
        }
        for words in ["every 15 minutes", " EVERY day", "every"] {
            check(words, Notation::Words);
        }
    }

    #[test]
    fn a_typo_in_the_first_word_gets_a_hint() {
        for (text, hint) in [
            ("evry 5 minutes", "did you mean `every`?"),
            ("each day", "did you mean `every`?"),
            ("Daily", "did you mean @daily?"),
        ] {
            assert_eq!(notation(text).unwrap_err().hint.as_deref(), Some(hint), "{text}");
        }
    }

    #[test]
    fn a_prefix_names_the_zone_and_an_unknown_one_its_column() {
        assert_eq!(zone_prefix("CRON_TZ=Asia/Tokyo 0 9 * * *").unwrap(), Some("Asia/Tokyo"));
        assert_eq!(zone_prefix("0 9 * * *").unwrap(), None);
        let problem = zone_prefix(" TZ=Asia/Tokio 0 9 * * *").unwrap_err();
        assert_eq!((problem.code, problem.column), (ErrorCode::UnknownZone, Some(5)));
    }
}
