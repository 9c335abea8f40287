//! One occurrence of a recurrence: the instant, and the wall-clock time that names it.

use jiff::Timestamp;
use jiff::civil::DateTime;

use crate::civil::Civil;
use crate::zone::InstantMatch;

/// One occurrence of a rule: its instant, and the local time that names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Occurrence {
    pub(crate) at: Timestamp,
    pub(crate) nominal: Civil,
    pub(crate) origin: Origin,
}

/// Source of an occurrence. It decides the form of the period key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Origin {
    FirstRun,
    Leaf { index: u16, later_pass: Option<i32>, is_moved: bool },
}

impl Occurrence {
    pub(crate) fn new(found: InstantMatch) -> Option<Self> {
        let at = Timestamp::from_second(found.at).ok()?;
        let InstantMatch { leaf, later_pass, is_moved, .. } = found;
        let origin = Origin::Leaf { index: leaf, later_pass, is_moved };
        Some(Self { at, nominal: found.nominal, origin })
    }

    /// Returns the instant of the occurrence, before jitter.
    /// [`CompiledRecurrence::due_at`](crate::CompiledRecurrence::due_at) adds the jitter.
    pub fn at(&self) -> Timestamp {
        self.at
    }

    /// Returns the local time that the recurrence names. It differs from the local time of `at` where a gap or a
    /// calendar moved the occurrence.
    pub fn nominal(&self) -> DateTime {
        self.nominal.to_datetime()
    }
}

/// The interval an occurrence stands for, with its key and label. [`CompiledRecurrence::period_of`](crate::CompiledRecurrence::period_of) returns
/// it.
///
/// The interval of a `calendar` recurrence is its day, week, month, quarter, year or custom period. The interval of any
/// other recurrence starts at the occurrence and ends at the next one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Period {
    pub(crate) key: String,
    pub(crate) label: String,
    pub(crate) starts_at: Timestamp,
    pub(crate) ends_at: Option<Timestamp>,
}

impl Period {
    /// Returns the identity of the occurrence: unique within its recurrence, and the same under every version of
    /// the time zone database.
    ///
    /// | Kind of recurrence | Key |
    /// |---|---|
    /// | `calendar` | Its period: `2026-01-31`, `2026-W05`, `2026-01`, `2026-Q1`, `2026`, `FY2026-P01` |
    /// | Other wall-clock times | The local time and its zone: `2026-01-05T09:00:00[America/New_York]` |
    /// | Elapsed time, and single instants | The instant: `2026-01-05T14:00:00Z` |
    pub fn key(&self) -> &str {
        &self.key
    }

    /// Returns the name of the period for people to read.
    pub fn label(&self) -> &str {
        &self.label
    }

    /// Returns the first instant of the period.
    pub fn starts_at(&self) -> Timestamp {
        self.starts_at
    }

    /// Returns the first instant after the period, or `None` if the recurrence has no later occurrence.
    pub fn ends_at(&self) -> Option<Timestamp> {
        self.ends_at
    }
}
