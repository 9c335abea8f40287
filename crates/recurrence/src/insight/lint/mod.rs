//! Lints: warnings about definitions that are valid but probably not intended. Each has a stable code and names the
//! value.
//!
//! A warning never changes the behavior of a recurrence; a recurrence with warnings is fully valid.
//! `docs/recurrence.md` lists the codes. The modules are: `bounds` for whether and when there are occurrences,
//! `steps` and `fields` for cron fields, `lines` for RFC 5545 lines, `month_days` for days that some months lack,
//! `zones` for time zones, and `dst` for local times that an offset change skips or repeats.

mod bounds;
pub(crate) mod dst;
mod fields;
mod lines;
mod month_days;
mod steps;
#[cfg(test)]
mod tests;
mod zones;

use jiff::Timestamp;

use crate::compiled::CompiledRecurrence;
use crate::cron::set::CronSet;
use crate::cron::{self, Body, Kind};
use crate::definition::{CronRecurrence, Recurrence};

/// A part of a definition that is valid but probably not intended. [`CompiledRecurrence::lint`] returns them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Warning {
    /// Stable code of the warning, such as `every_minute_of_hour`.
    pub code: &'static str,
    /// What the warning means for this recurrence.
    pub message: String,
    /// What to write instead, if the behavior is not intended.
    pub hint: Option<String>,
}

impl Warning {
    fn new(code: &'static str, message: impl Into<String>) -> Self {
        Self { code, message: message.into(), hint: None }
    }

    fn with_hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }
}

impl CompiledRecurrence {
    /// Returns warnings about parts of this recurrence that are valid but probably not intended. Affected dates are
    /// listed for the two years from the given instant on.
    ///
    /// ```
    /// use refrain_recurrence::CompiledRecurrence;
    ///
    /// let warnings = CompiledRecurrence::cron("* 9 * * *", "UTC")?.lint("2026-01-01T00:00:00Z".parse().unwrap());
    /// assert_eq!(warnings[0].code, "every_minute_of_hour");
    /// assert_eq!(warnings[0].message, "`* 9 * * *` runs at every minute of hour 9, 60 times a day");
    /// assert_eq!(warnings[0].hint.as_deref(), Some("did you mean `0 9 * * *`?"));
    /// # Ok::<(), refrain_recurrence::Error>(())
    /// ```
    pub fn lint(&self, from: Timestamp) -> Vec<Warning> {
        let mut warnings = bounds::warnings(self, from);
        for recurrence in leaves(&self.spec.recurrence) {
            if let Recurrence::Cron(rule) = recurrence
                && let Some(written) = CronSource::read(rule, self.seed)
            {
                warnings.extend(fields::warnings(&written));
                warnings.extend(steps::warnings(&written));
            }
        }
        warnings.extend(lines::warnings(self));
        warnings.extend(month_days::warnings(self, from));
        warnings.extend(dst::warnings(self, from));
        warnings.extend(zones::warnings(self));
        warnings
    }
}

/// A cron expression as text and in compiled form.
struct CronSource<'a> {
    texts: Vec<(Kind, &'a str)>,
    set: CronSet,
}

impl<'a> CronSource<'a> {
    /// Parses an expression. Returns `None` for macros, which are not linted.
    fn read(rule: &'a CronRecurrence, seed: u64) -> Option<Self> {
        let rules = cron::effective_rules(rule);
        let texts = cron::field_texts(rule, &rules);
        match cron::parse(rule, &rules, seed).ok()?.body {
            Body::Set { set, .. } if !texts.is_empty() => Some(Self { texts, set }),
            Body::Set { .. } | Body::Interval { .. } => None,
        }
    }

    fn text(&self, kind: Kind) -> &'a str {
        self.texts.iter().find(|(other, _)| *other == kind).map_or("", |(_, text)| text)
    }

    /// Returns the whole expression, with a different text in one of its fields.
    fn replacing(&self, kind: Kind, text: &str) -> String {
        let texts = self.texts.iter().map(|(other, old)| if *other == kind { text } else { old });
        texts.collect::<Vec<_>>().join(" ")
    }

    fn expression(&self) -> String {
        self.texts.iter().map(|(_, text)| *text).collect::<Vec<_>>().join(" ")
    }
}

/// Returns the recurrences that are not themselves combinations.
fn leaves(recurrence: &Recurrence) -> Vec<&Recurrence> {
    match recurrence {
        Recurrence::Any(parts) | Recurrence::All(parts) => parts.of.iter().flat_map(leaves).collect(),
        Recurrence::Cron(_)
        | Recurrence::Every(_)
        | Recurrence::Calendar(_)
        | Recurrence::Rrule(_)
        | Recurrence::Once(_)
        | Recurrence::AfterCompletion(_) => vec![recurrence],
    }
}

/// Joins items with "and": `a`, `a and b`, `a, b and c`.
fn listed(items: &[String]) -> String {
    match items {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}
