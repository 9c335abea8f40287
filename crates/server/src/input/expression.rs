//! Detects the notation of an expression and parses it into a recurrence.
//!
//! Cron is the fallback: a text that matches no other notation gets cron's errors with their columns.

use refrain_recurrence::{
    CronRecurrence, DayMatch, Dialect, ErrorCode, Notation, OnceRecurrence, Phrase, Recurrence, RruleRecurrence,
    SecondsField, time_zone,
};

use super::instant;
use super::problem::Problem;

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

/// Reads an expression. A civil time in it is in the time zone, and a phrase may name no other one.
pub(crate) fn parse(text: &str, timezone: &str, cron: CronOptions) -> Result<Recurrence, Problem> {
    match Notation::of(text) {
        Notation::Phrase => {
            let phrase: Phrase = text.parse()?;
            if let Some(named) = phrase.timezone.filter(|named| !named.eq_ignore_ascii_case(timezone)) {
                let message = format!("the text names the time zone {named}, and the schedule's is {timezone}");
                return Err(Problem::new(ErrorCode::Conflict, message).at_column(1).with_hint("remove one of them"));
            }
            Ok(phrase.recurrence)
        }
        Notation::Rrule => Ok(Recurrence::Rrule(RruleRecurrence { text: text.trim().to_owned() })),
        Notation::Instant => {
            let column = leading_spaces(text) + 1;
            let at = instant::parse(text.trim(), timezone)
                .map_err(|problem| if problem.column.is_some() { problem.at_column(column) } else { problem })?;
            Ok(Recurrence::Once(OnceRecurrence { at }))
        }
        // Cron also stands for notations that a later version may add.
        _ => {
            let mut rule =
                Recurrence::Cron(CronRecurrence { expression: text.to_owned(), ..CronRecurrence::default() });
            cron.complete(&mut rule);
            Ok(rule)
        }
    }
}

/// Returns the time zone that a text names: a prefix of cron, or a part of a phrase. A phrase that cannot be read names
/// none; [`parse`] reports its error.
///
/// # Errors
/// If the time zone does not exist.
pub(crate) fn named_zone(text: &str) -> Result<Option<String>, Problem> {
    if Notation::of(text) == Notation::Phrase {
        return Ok(text.parse::<Phrase>().ok().and_then(|phrase| phrase.timezone));
    }
    let trimmed = text.trim_start();
    let rest = trimmed.strip_prefix("TZ=").or_else(|| trimmed.strip_prefix("CRON_TZ="));
    let Some(name) = rest.and_then(|rest| rest.split_ascii_whitespace().next()) else { return Ok(None) };
    let column = leading_spaces(text) + 1 + trimmed.find('=').map_or(0, |equals| equals + 1);
    time_zone(name).map_err(|error| Problem::from(error).at_column(column).in_text(text))?;
    Ok(Some(name.to_owned()))
}

fn leading_spaces(text: &str) -> usize {
    text.chars().take_while(|c| c.is_whitespace()).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_names_its_zone_and_an_unknown_one_its_column() {
        let zone = |text: &str| named_zone(text).unwrap();
        assert_eq!(zone("CRON_TZ=Asia/Tokyo 0 9 * * *").as_deref(), Some("Asia/Tokyo"));
        assert_eq!(zone("every day at 9am Asia/Tokyo").as_deref(), Some("Asia/Tokyo"));
        assert_eq!((zone("0 9 * * *"), zone("every day")), (None, None));
        let problem = named_zone(" TZ=Asia/Tokio 0 9 * * *").unwrap_err();
        assert_eq!((problem.code, problem.column), (ErrorCode::UnknownZone, Some(5)));
    }

    #[test]
    fn a_phrase_that_contradicts_the_time_zone_is_rejected() {
        let parsed = |zone| parse("every day at 9am UTC", zone, CronOptions::default());
        assert!(parsed("UTC").is_ok());
        let problem = parsed("Europe/Paris").unwrap_err();
        assert_eq!(problem.code, ErrorCode::Conflict);
        assert!(problem.message.contains("UTC") && problem.message.contains("Europe/Paris"), "{}", problem.message);
    }
}
