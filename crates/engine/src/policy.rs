//! What a schedule does when runs overlap, were missed or fail. Each choice is data; the deciding is done elsewhere.

use refrain_recurrence::Length;
use serde::{Deserialize, Serialize};

/// What happens when an occurrence is due while an earlier one of its schedule is still open.
///
/// A run that waits for its next attempt counts as running.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Overlap {
    /// It is skipped, and names what was in its way.
    #[default]
    #[serde(alias = "Forbid")]
    Skip,
    /// One waits; further ones are skipped.
    BufferOne,
    /// All wait, up to [`Overlap::BUFFER_MAX`].
    BufferAll,
    /// The earlier one is asked to stop, and it starts when that has ended.
    #[serde(alias = "Replace")]
    CancelOther,
    /// It starts beside the others, up to `max_concurrent`.
    #[serde(alias = "Allow")]
    AllowAll,
}

impl Overlap {
    /// So many occurrences of one schedule may wait.
    pub const BUFFER_MAX: u32 = 1_000;

    /// The stable text.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Skip => "skip",
            Self::BufferOne => "buffer_one",
            Self::BufferAll => "buffer_all",
            Self::CancelOther => "cancel_other",
            Self::AllowAll => "allow_all",
        }
    }

    /// Whether occurrences may wait for others to end.
    pub const fn may_wait(self, max_concurrent: Option<u32>) -> bool {
        match self {
            Self::Skip => false,
            Self::AllowAll => max_concurrent.is_some(),
            Self::BufferOne | Self::BufferAll | Self::CancelOther => true,
        }
    }
}

/// Which missed occurrences are made up for.
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

/// What happens to occurrences that nobody could plan in time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(default, deny_unknown_fields)]
pub struct CatchUp {
    /// Which of them run late.
    pub policy: CatchUpPolicy,
    /// How late is still worth it; without it, one period and at most a day.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub window: Option<Length>,
    /// How many at most.
    pub limit: u32,
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

/// When and how often a failed attempt is made again.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(default, deny_unknown_fields)]
pub struct Retry {
    /// Attempts in all, the first one included.
    pub max_attempts: u32,
    /// The wait before the second attempt.
    pub initial: Length,
    /// What each wait is multiplied by for the next.
    pub factor: f64,
    /// No wait is longer.
    pub max_interval: Length,
    /// Attempts end so long after the first.
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

/// What a crash between sending and recording leaves behind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Delivery {
    /// It is sent again with the same idempotency key.
    #[default]
    AtLeastOnce,
    /// It is not sent again and ends as `failed(outcome_unknown)`.
    AtMostOnce,
}

/// Which of a tenant's due occurrences come first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Priority {
    /// Before all others.
    High,
    /// In between.
    #[default]
    Normal,
    /// When nothing else is due.
    Low,
}

impl Priority {
    /// As stores keep it: the smaller comes first.
    pub const fn rank(self) -> i16 {
        match self {
            Self::High => 0,
            Self::Normal => 1,
            Self::Low => 2,
        }
    }

    /// The priority of a rank; none when no priority has it.
    pub const fn from_rank(rank: i16) -> Option<Self> {
        match rank {
            0 => Some(Self::High),
            1 => Some(Self::Normal),
            2 => Some(Self::Low),
            _ => None,
        }
    }
}
