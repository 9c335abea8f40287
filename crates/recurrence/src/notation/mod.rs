//! Tells the notations of a recurrence apart, and reads a text in any of them.

mod phrase;

use std::str::FromStr;

use jiff::Timestamp;

use crate::definition::{CronRecurrence, OnceRecurrence, Recurrence, RruleRecurrence};
use crate::error::{Error, ErrorCode, quoted};

use phrase::is_cron_word;

pub use phrase::Phrase;

/// The notation of a text that says when something recurs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Notation {
    /// Cron fields, a macro such as `@daily`, or either behind `TZ=`.
    Cron,
    /// Lines of RFC 5545, or a list of `RRULE` parts.
    Rrule,
    /// A date, or a date and time.
    Instant,
    /// Plain English, see [`Phrase`].
    Phrase,
}

impl Notation {
    /// Returns the notation of a text by its form. The text may still contain errors.
    pub fn of(text: &str) -> Self {
        const RRULE_STARTS: [&str; 6] = ["RRULE", "DTSTART", "RDATE", "EXDATE", "EXRULE", "FREQ="];
        let text = text.trim();
        let starts_with = |start: &str| text.get(..start.len()).is_some_and(|head| head.eq_ignore_ascii_case(start));
        if RRULE_STARTS.into_iter().any(starts_with) {
            return Self::Rrule;
        }
        if is_instant(text) {
            return Self::Instant;
        }
        let is_prefixed = text.starts_with('@') || text.starts_with("TZ=") || text.starts_with("CRON_TZ=");
        // A cron field that is a name never comes first or second; `15 minutes` has a word there. No phrase has a star.
        let is_cron = text.contains('*') || text.split_whitespace().take(2).all(is_cron_word);
        if is_prefixed || is_cron { Self::Cron } else { Self::Phrase }
    }
}

/// Whether a text begins like a date and not like cron fields.
fn is_instant(text: &str) -> bool {
    let unsigned = text.strip_prefix(['+', '-']).unwrap_or(text);
    let digits = unsigned.bytes().take_while(u8::is_ascii_digit).count();
    let rest = &unsigned.as_bytes()[digits..];
    digits >= 4 && rest.first() == Some(&b'-') && rest.get(1).is_some_and(u8::is_ascii_digit)
}

/// Reads cron, RFC 5545 lines, an instant with its offset, or plain English.
///
/// A recurrence has no time zone, so a phrase that names one is refused; parse it as a [`Phrase`].
///
/// ```
/// use refrain_recurrence::{Recurrence, CompiledRecurrence, Spec, Context};
///
/// let recurrence: Recurrence = "every weekday at 9:00".parse()?;
/// let rule = CompiledRecurrence::compile(&Spec::new(recurrence, "Europe/Berlin"), &Context::default())?;
/// assert_eq!(rule.describe(), "Every week on Monday through Friday at 09:00 (Europe/Berlin)");
/// # Ok::<(), refrain_recurrence::Error>(())
/// ```
impl FromStr for Recurrence {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        match Notation::of(text) {
            Notation::Cron => {
                Ok(Self::Cron(CronRecurrence { expression: text.to_owned(), ..CronRecurrence::default() }))
            }
            Notation::Rrule => Ok(Self::Rrule(RruleRecurrence { text: text.trim().to_owned() })),
            Notation::Instant => match text.trim().parse::<Timestamp>() {
                Ok(at) => Ok(Self::Once(OnceRecurrence { at })),
                Err(_) => Err(Error::new(ErrorCode::BadValue, format!("{} is not an instant", quoted(text.trim())))
                    .at_column(1)
                    .with_hint("write it with its offset, such as `2026-01-31T09:00:00Z`")),
            },
            Notation::Phrase => match text.parse()? {
                Phrase { recurrence, timezone: None } => Ok(recurrence),
                Phrase { timezone: Some(zone), .. } => {
                    let message = format!("the text names the time zone {zone}, and a recurrence has none");
                    Err(Error::new(ErrorCode::Conflict, message)
                        .at_column(1)
                        .with_hint("set the `timezone` of the schedule, or parse the text as a `Phrase`"))
                }
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_notation_is_recognized() {
        let check = |text, expected| assert_eq!(Notation::of(text), expected, "{text:?}");
        for cron in [
            "0 9 * * *",
            "0 9 * * MUN",
            "H H * * *",
            "@daily",
            "@every 90s",
            "TZ=UTC 0 9 * * *",
            "",
            "       ",
            "* * * * * * * *",
            "2026",
            "5/15 * * * *",
            "0 ９ * * *",
        ] {
            check(cron, Notation::Cron);
        }
        for rrule in ["RRULE:FREQ=DAILY", "freq=daily", "DTSTART;TZID=UTC:20260101T000000", " EXDATE:x"] {
            check(rrule, Notation::Rrule);
        }
        for instant in ["2026-07-01T12:00:00Z", "2026-07-01", "10000-01-01", "1899-12-31T00:00:00Z", "+010000-01-01"] {
            check(instant, Notation::Instant);
        }
        for phrase in ["every 15 minutes", " EVERY day", "every", "9am every day", "15 minutes", "1st of every month"] {
            check(phrase, Notation::Phrase);
        }
    }

    #[test]
    fn instants_need_their_offset() {
        assert!("2026-07-01T12:00:00+02:00".parse::<Recurrence>().is_ok());
        let error = "2026-07-01T12:00".parse::<Recurrence>().unwrap_err();
        assert_eq!((error.code(), error.column()), (ErrorCode::BadValue, Some(1)));
    }
}
