//! The ends of occurrences, in the terms of the documentation.

use std::collections::BTreeMap;
use std::fmt;

/// Identifies an occurrence: its nominal time in the script, its discriminator, and the request number of a
/// manual run.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Name {
    pub(crate) nominal: i64,
    pub(crate) lane: String,
    pub(crate) manual: Option<u32>,
}

/// The end of an occurrence. A gap counts as `skipped` for each slot that it covers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Fate {
    /// Final state, such as `succeeded` or `skipped(overlap)`.
    pub(crate) end: String,
    /// Trigger of the occurrence, or none if only a gap covers it.
    pub(crate) trigger: Option<&'static str>,
    /// Number of dispatches.
    pub(crate) dispatches: u32,
}

/// The final state of a schedule and all its occurrences.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Life {
    pub(crate) fates: BTreeMap<Name, Fate>,
    pub(crate) is_finished: bool,
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { nominal, lane, manual } = self;
        let manual = manual.map(|number| format!(" manual {number}")).unwrap_or_default();
        write!(f, "{:>7.2} h [{lane}]{manual}", *nominal as f64 / 3_600.0)
    }
}

impl fmt::Display for Fate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { end, trigger, dispatches } = self;
        write!(f, "{end} trigger={} dispatches={dispatches}", trigger.unwrap_or("(gap)"))
    }
}
