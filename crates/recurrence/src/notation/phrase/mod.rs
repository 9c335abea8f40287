//! Recurrences in plain English: `every weekday at 9:00`, `last friday of every month at 5pm`.
//!
//! A phrase is a list of clauses in any order. A text with two plausible readings is refused, and the error
//! names both: the parser never guesses. [`Phrase`] lists the clauses.

mod build;
mod cursor;
mod date;
mod error;
mod interval;
mod names;
mod parts;
mod read;
mod suggest;
mod time;
mod token;
mod window;

use std::str::FromStr;

use crate::definition::Recurrence;
use crate::error::Error;
use crate::foreign;

pub(crate) use names::is_cron_word;

/// A recurrence in plain English, and the time zone if the text names one.
///
/// A phrase is a list of clauses in any order and any case:
///
/// ```text
/// interval   every 15 minutes · every other week · every half hour · daily · every 1 hour and 30 minutes
/// days       weekdays · every monday · mon, wed and fri · monday to friday · every day except sunday
/// dates      on the 1st of every month · every 15th · last friday of every month · every january 1st
/// times      at 9:00 · at 9am and 5:30pm · at noon · 9am every day · every hour at :15
/// window     between 9am and 5pm · from 9:00 to 17:00 (both ends included)
/// months     in march and september
/// time zone  UTC · Europe/Berlin
/// ```
///
/// A text with two plausible readings is an error that names both. The parser never guesses.
///
/// ```
/// use refrain_recurrence::{Phrase, Recurrence};
///
/// let phrase: Phrase = "every weekday at 9am Europe/Berlin".parse()?;
/// assert_eq!(phrase.timezone.as_deref(), Some("Europe/Berlin"));
/// assert_eq!(phrase.recurrence, "monday to friday at 09:00".parse::<Recurrence>()?);
///
/// // Two readings: every 2 weeks, or once a month.
/// let error = "every second tuesday".parse::<Phrase>().unwrap_err();
/// assert!(error.hint().is_some_and(|hint| hint.contains("every other tuesday")));
/// # Ok::<(), refrain_recurrence::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Phrase {
    /// The recurrence.
    pub recurrence: Recurrence,
    /// IANA name of the time zone in the text.
    pub timezone: Option<String>,
}

impl FromStr for Phrase {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        let phrase = read::read(text).and_then(|parts| {
            let timezone = parts.timezone.clone();
            let recurrence = build::build(parts)?;
            Ok(Self { recurrence, timezone })
        });
        phrase.map_err(|error| foreign::explain(text, error))
    }
}
