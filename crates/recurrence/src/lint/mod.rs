//! What is legal and yet most likely not meant: warnings with stable codes, each naming the value it is about.
//!
//! A warning never changes what a rule does, and a rule with warnings is as good as any other. `docs/recurrence.md` lists
//! the codes. `bounds` speaks about when a rule fires at all, `steps` and `fields` about cron fields, `lines` about
//! lines of RFC 5545, `month_days` about days that some months lack, `zones` about zones, and `dst` about local times
//! that a change of offset skips or repeats.

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

use crate::cron::set::CronSet;
use crate::cron::{self, Body, Kind};
use crate::recurrence::{CronRule, Recurrence};
use crate::rule::Rule;

/// Something about a rule that its author should see.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Warning {
    /// The stable name of what was noticed.
    pub code: &'static str,
    /// What it means for this rule.
    pub message: String,
    /// What to write if it was not meant.
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

impl Rule {
    /// What is legal about this rule and yet most likely not meant. Affected dates are those of the two years from the
    /// given instant on.
    ///
    /// ```
    /// use refrain_recurrence::Rule;
    ///
    /// let warnings = Rule::cron("* 9 * * *", "UTC")?.lint("2026-01-01T00:00:00Z".parse().unwrap());
    /// assert_eq!(warnings[0].code, "every_minute_of_hour");
    /// assert_eq!(warnings[0].message, "`* 9 * * *` fires at every minute of hour 9, 60 times a day");
    /// assert_eq!(warnings[0].hint.as_deref(), Some("did you mean `0 9 * * *`?"));
    /// # Ok::<(), refrain_recurrence::Error>(())
    /// ```
    pub fn lint(&self, from: Timestamp) -> Vec<Warning> {
        let mut warnings = bounds::warnings(self, from);
        for recurrence in leaves(&self.spec.recurrence) {
            if let Recurrence::Cron(rule) = recurrence
                && let Some(written) = Written::read(rule, self.seed)
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

/// A cron expression as text and as what it means.
struct Written<'a> {
    texts: Vec<(Kind, &'a str)>,
    set: CronSet,
}

impl<'a> Written<'a> {
    /// None for macros, which say what they mean.
    fn read(rule: &'a CronRule, seed: u64) -> Option<Self> {
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

    /// The whole expression, with another text in one of its fields.
    fn replacing(&self, kind: Kind, text: &str) -> String {
        let texts = self.texts.iter().map(|(other, old)| if *other == kind { text } else { old });
        texts.collect::<Vec<_>>().join(" ")
    }

    fn expression(&self) -> String {
        self.texts.iter().map(|(_, text)| *text).collect::<Vec<_>>().join(" ")
    }
}

/// The recurrences that stand for themselves, not for a combination.
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

/// `a`, `a and b`, `a, b and c`.
fn listed(items: &[String]) -> String {
    match items {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}
