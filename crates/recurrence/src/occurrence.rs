//! One occurrence as the rule sees it: the instant, and the wall-clock time that named it.

use jiff::Timestamp;
use jiff::civil::DateTime;

use crate::civil::Civil;
use crate::resolve::Found;

/// An instant at which a rule fires.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Occurrence {
    pub(crate) at: Timestamp,
    pub(crate) nominal: Civil,
    pub(crate) origin: Origin,
}

/// Where an occurrence comes from; it decides the form of its period key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Origin {
    FirstRun,
    Leaf { index: u16, later_pass: Option<i32>, is_moved: bool },
}

impl Occurrence {
    pub(crate) fn new(found: Found) -> Option<Self> {
        let at = Timestamp::from_second(found.at).ok()?;
        let Found { leaf, later_pass, is_moved, .. } = found;
        let origin = Origin::Leaf { index: leaf, later_pass, is_moved };
        Some(Self { at, nominal: found.nominal, origin })
    }

    /// The instant at which it fires, before jitter.
    pub fn at(&self) -> Timestamp {
        self.at
    }

    /// The local time that the rule named. It differs from the local time of `at` where a gap or a calendar moved it.
    pub fn nominal(&self) -> DateTime {
        self.nominal.to_datetime()
    }
}

/// The interval an occurrence stands for, and the name of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Period {
    pub(crate) key: String,
    pub(crate) label: String,
    pub(crate) starts_at: Timestamp,
    pub(crate) ends_at: Option<Timestamp>,
}

impl Period {
    /// The identity of the occurrence: unique within its rule, and the same under every version of the zone database.
    pub fn key(&self) -> &str {
        &self.key
    }

    /// What people call it.
    pub fn label(&self) -> &str {
        &self.label
    }

    /// Its first instant.
    pub fn starts_at(&self) -> Timestamp {
        self.starts_at
    }

    /// The first instant after it; absent when the rule has no later occurrence.
    pub fn ends_at(&self) -> Option<Timestamp> {
        self.ends_at
    }
}
