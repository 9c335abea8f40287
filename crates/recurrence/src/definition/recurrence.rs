//! The recurrence: one value for every kind. The kinds with a single field are here too.

#[cfg(feature = "schema")]
mod schema;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::calendar::CalendarRecurrence;
use super::cron::CronRecurrence;
use super::every::EveryRecurrence;
use super::length::Length;

/// The part of a schedule that says when it runs.
///
/// Parse one from cron, RFC 5545 lines, an instant or plain English, deserialize it from JSON that is tagged by
/// `kind`, or build it with the [`builder`](crate::builder).
///
/// ```
/// use refrain_recurrence::Recurrence;
///
/// let text: Recurrence = "*/15 * * * *".parse()?;
/// let json: Recurrence = serde_json::from_str(r#"{"kind": "cron", "expression": "*/15 * * * *"}"#)?;
/// assert_eq!(text, json);
/// assert!(matches!("every 15 minutes".parse()?, Recurrence::Every(_)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Recurrence {
    /// A cron expression in one of the dialects.
    Cron(CronRecurrence),
    /// Every n units, optionally refined to certain times and days: the fluent kind.
    Every(EveryRecurrence),
    /// Calendar or fiscal periods.
    Calendar(CalendarRecurrence),
    /// A recurrence set as RFC 5545 text.
    Rrule(RruleRecurrence),
    /// A single instant.
    Once(OnceRecurrence),
    /// A fixed delay after the previous run completes.
    AfterCompletion(AfterCompletionRecurrence),
    /// The union of several recurrences.
    Any(RecurrenceList),
    /// The intersection of several recurrences.
    All(RecurrenceList),
}

/// RFC 5545 lines.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct RruleRecurrence {
    /// `DTSTART`, `RRULE`, `RDATE`, `EXRULE` and `EXDATE` lines. A bare list of rule parts is read as an `RRULE`.
    pub text: String,
}

/// A single instant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct OnceRecurrence {
    /// Instant of the occurrence.
    pub at: Timestamp,
}

/// A fixed delay between runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct AfterCompletionRecurrence {
    /// Time from the completion of one run to the start of the next.
    pub delay: Length,
}

/// Several recurrences combined into one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct RecurrenceList {
    /// Recurrences to combine.
    #[serde(alias = "recurrences", alias = "rules", alias = "parts")]
    #[cfg_attr(feature = "schema", schema(no_recursion))]
    pub of: Vec<Recurrence>,
}

/// How a combined recurrence combines its parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Combination {
    Any,
    All,
}

impl Combination {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Any => "any",
            Self::All => "all",
        }
    }
}
