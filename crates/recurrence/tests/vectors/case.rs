//! A test case as stored in a file: a definition, a query, and the expected result.

use jiff::Timestamp;
use refrain_recurrence::Calendars;
use serde::Deserialize;
use serde_json::Value;

/// One of four queries: `error`; `at` with `matches`; `from` with `next`; `before` with `previous`.
///
/// The struct is flat, so that a misspelled field is rejected instead of ignored.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Case {
    /// What the case guards against.
    pub(crate) story: String,
    /// Definition as JSON. An error case may have one that cannot be deserialized.
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

    /// Whether an occurrence at `from` or `before` itself counts.
    #[serde(default)]
    pub(crate) inclusive: bool,
    /// Whether there is no further occurrence after the last expected one.
    #[serde(default)]
    pub(crate) exhausted: bool,

    pub(crate) at: Option<Timestamp>,
    #[serde(default)]
    pub(crate) matches: bool,
    /// Name of the first failed check.
    pub(crate) reason: Option<String>,

    /// Expected error code, or `unreadable` if the definition cannot be deserialized.
    pub(crate) error: Option<String>,
    pub(crate) column: Option<usize>,
}
