//! Policies for offset changes.

use serde::{Deserialize, Serialize};

/// Policy for wall-clock times at an offset change. An absent field follows the recurrence kind and the cron dialect.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Dst {
    /// Policy for a local time that does not exist (in a gap).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub gap: Option<Gap>,
    /// Policy for a local time that occurs twice (in a fold).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fold: Option<Fold>,
    /// Whether the recurrence names times of day or an interval.
    #[serde(default, skip_serializing_if = "Class::is_default")]
    pub class: Class,
}

impl Dst {
    pub(super) fn is_default(&self) -> bool {
        *self == Self::default()
    }
}

/// What happens to a local time that does not exist (in a gap).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Gap {
    /// The occurrence moves to the first valid instant of the same local date. Several skipped times become one
    /// occurrence.
    NextValid,
    /// The occurrence is skipped.
    Skip,
    /// The occurrence keeps the offset from before the gap, so it is later by the width of the gap.
    SameOffset,
}

/// What happens to a local time that occurs twice (in a fold).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Fold {
    /// The occurrence is on the first pass.
    First,
    /// The occurrence is on the last pass.
    Last,
    /// There is an occurrence on both passes.
    Both,
}

/// Whether a recurrence names times of day, which follow `gap` and `fold`, or an interval, which follows elapsed time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Class {
    /// Derived from the recurrence itself.
    #[default]
    Auto,
    /// Times of day.
    Fixed,
    /// An interval.
    Interval,
}

impl Class {
    fn is_default(&self) -> bool {
        *self == Self::Auto
    }
}
