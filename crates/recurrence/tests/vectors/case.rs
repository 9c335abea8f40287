//! A case as it stands in a file: a definition, what is asked of it, and the answer.

use jiff::Timestamp;
use refrain_recurrence::Calendars;
use serde::Deserialize;
use serde_json::Value;

/// One of four questions: `error`; `at` with `matches`; `from` with `next`; `before` with `previous`.
///
/// Flat, so that a field with a typing mistake is refused instead of passed over.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Case {
    /// What the case guards against.
    pub(crate) story: String,
    /// The definition as JSON; a case of an error may hold one that cannot be read.
    pub(crate) spec: Value,
    pub(crate) anchor: Option<Timestamp>,
    #[serde(default)]
    pub(crate) seed: String,
    #[serde(default)]
    pub(crate) calendars: Calendars,

    pub(crate) from: Option<Timestamp>,
    #[serde(default)]
    pub(crate) next: Vec<Timestamp>,
    /// Period keys, one for each of `next`.
    #[serde(default)]
    pub(crate) keys: Vec<String>,

    pub(crate) before: Option<Timestamp>,
    #[serde(default)]
    pub(crate) previous: Vec<Timestamp>,

    /// An occurrence at `from` or `before` itself counts.
    #[serde(default)]
    pub(crate) inclusive: bool,
    /// Nothing comes after the last answer.
    #[serde(default)]
    pub(crate) exhausted: bool,

    pub(crate) at: Option<Timestamp>,
    #[serde(default)]
    pub(crate) matches: bool,
    /// The name of the first check that fails.
    pub(crate) reason: Option<String>,

    /// The code the definition is refused with; `unreadable` when it is not even one by its shape.
    pub(crate) error: Option<String>,
    pub(crate) column: Option<usize>,
}
