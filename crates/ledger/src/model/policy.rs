//! Policies of a schedule for runs that overlap, were missed or fail. A policy is data only; other modules
//! apply it.

use refrain_recurrence::Length;
use serde::{Deserialize, Serialize};

/// Policy for an occurrence that is due while an earlier one of its schedule is still open.
///
/// A run that waits for its next attempt counts as running.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Overlap {
    /// Skip the occurrence, and record the run that blocked it.
    #[default]
    #[serde(alias = "Forbid")]
    Skip,
    /// Let one occurrence wait. Skip further ones.
    BufferOne,
    /// Let all occurrences wait, up to [`Overlap::BUFFER_MAX`].
    BufferAll,
    /// Ask the earlier run to stop, and start when it has ended.
    #[serde(alias = "Replace")]
    CancelOther,
    /// Start concurrently with the other runs, up to `max_concurrent`.
    #[serde(alias = "Allow")]
    AllowAll,
}

impl Overlap {
    /// Maximum number of waiting occurrences of one schedule.
    pub const BUFFER_MAX: u32 = 1_000;

    /// Returns the stable name.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Skip => "skip",
            Self::BufferOne => "buffer_one",
            Self::BufferAll => "buffer_all",
            Self::CancelOther => "cancel_other",
            Self::AllowAll => "allow_all",
        }
    }

    /// Returns whether occurrences may wait for other runs to end.
    pub const fn may_wait(self, max_concurrent: Option<u32>) -> bool {
        match self {
            Self::Skip => false,
            Self::AllowAll => max_concurrent.is_some(),
            Self::BufferOne | Self::BufferAll | Self::CancelOther => true,
        }
    }
}

/// Policy that decides which missed occurrences are caught up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum CatchUpPolicy {
    /// The last one.
    #[default]
    Latest,
    /// None.
    Skip,
    /// The first one.
    Earliest,
    /// All, up to the limit.
    All,
}

/// Policy for occurrences that were not planned in time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(default, deny_unknown_fields)]
pub struct CatchUp {
    /// Which missed occurrences run late. Default: `latest`.
    pub policy: CatchUpPolicy,
    /// Maximum delay at which a missed occurrence still runs. Default: one period or 24 hours, whichever is
    /// shorter. With the policy `skip`, a window of less than a minute limits how late an occurrence that was not
    /// planned in time counts as on time. Default: a minute.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub window: Option<Length>,
    /// Maximum number of missed occurrences to run. Default: 100. Maximum: 10,000.
    pub limit: u32,
}

impl CatchUp {
    /// Maximum of `limit`. A stored definition with a higher limit is read, and this maximum applies.
    pub const LIMIT_MAX: u32 = 10_000;
}

impl Default for CatchUp {
    fn default() -> Self {
        Self { policy: CatchUpPolicy::default(), window: None, limit: 100 }
    }
}

impl From<CatchUpPolicy> for CatchUp {
    fn from(policy: CatchUpPolicy) -> Self {
        Self { policy, ..Self::default() }
    }
}

/// Policy for retries of failed attempts.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(default, deny_unknown_fields)]
pub struct Retry {
    /// Maximum number of attempts, including the first. Default: 5.
    pub max_attempts: u32,
    /// Delay before the second attempt. Default: 10 seconds.
    pub initial: Length,
    /// Factor by which each delay is multiplied to get the next. Default: 2.
    pub factor: f64,
    /// Maximum delay between two attempts. Default: 1 hour.
    pub max_interval: Length,
    /// Maximum time from the first attempt to the last. Default: 24 hours.
    pub max_elapsed: Length,
}

impl Default for Retry {
    fn default() -> Self {
        Self {
            max_attempts: 5,
            initial: Length::from_seconds(10),
            factor: 2.0,
            max_interval: Length::from_seconds(3_600),
            max_elapsed: Length::from_seconds(86_400),
        }
    }
}

/// Delivery guarantee: what happens after a crash between sending and recording the result.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Delivery {
    /// The action is sent again with the same idempotency key.
    #[default]
    AtLeastOnce,
    /// The action is not sent again; the occurrence is settled as `failed(outcome_unknown)`.
    AtMostOnce,
}

/// Priority among a tenant's due occurrences.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Priority {
    /// Before all others.
    High,
    /// After `high`, before `low`.
    #[default]
    Normal,
    /// Runs when nothing else is due.
    Low,
}

impl Priority {
    /// Returns the rank that stores use. Smaller ranks come first.
    pub const fn rank(self) -> i16 {
        match self {
            Self::High => 0,
            Self::Normal => 1,
            Self::Low => 2,
        }
    }

    /// Returns the priority with this rank, or `None` if there is none.
    pub const fn from_rank(rank: i16) -> Option<Self> {
        match rank {
            0 => Some(Self::High),
            1 => Some(Self::Normal),
            2 => Some(Self::Low),
            _ => None,
        }
    }
}
