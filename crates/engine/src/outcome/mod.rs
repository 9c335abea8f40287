//! The outcome of sending one occurrence, as the sender sees it. The settlement follows from the outcome.

mod account;
mod answer;
mod verdict;

use jiff::{SignedDuration, Timestamp};

pub use self::account::{Account, AccountContent, StepRecord};
pub(crate) use self::answer::describe_error;
pub use self::answer::{Failure, HandlerResult, IntoOutcome, Reject};
pub use self::verdict::{Decision, StepName, Verdict};
use crate::ledger::check;
use crate::model::{FailReason, KEY_BYTES_MAX, MESSAGE_BYTES_MAX, NewWorkItem, Reason, SkipReason, Target};

/// Outcome of one attempt. Only [`Outcome::Delivered`] is a success.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The action was delivered.
    Delivered {
        /// Object that the receiver created, in its own terms.
        target: Option<Target>,
        /// Work items to enqueue in the transaction that settles the occurrence.
        work: Vec<NewWorkItem>,
    },
    /// The action was deliberately not sent.
    Skipped {
        /// Reason for the skip.
        reason: SkipReason,
        /// Explanation in words.
        message: Option<String>,
    },
    /// The attempt failed; another one may succeed.
    Retryable {
        /// Reason for the failure, in case this was the last attempt.
        reason: FailReason,
        /// Description of the failure.
        message: String,
        /// Delay that the receiver asked for before the next attempt.
        retry_after: Option<SignedDuration>,
    },
    /// The attempt failed, and a retry cannot succeed.
    Rejected {
        /// Reason for the failure.
        reason: FailReason,
        /// Description of the failure.
        message: String,
    },
    /// The attempt is postponed; this is not a failure.
    Delayed {
        /// Time of the next attempt.
        until: Timestamp,
        /// Reason for the delay.
        message: Option<String>,
    },
}

/// Kind of an outcome, without its details.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum OutcomeKind {
    /// The action was delivered.
    Delivered,
    /// The action was deliberately not sent.
    Skipped,
    /// The attempt failed; another one may succeed.
    Retryable,
    /// The attempt failed, and a retry cannot succeed.
    Rejected,
    /// The attempt is postponed.
    Delayed,
}

impl OutcomeKind {
    /// All kinds.
    pub const ALL: [Self; 5] = [Self::Delivered, Self::Skipped, Self::Retryable, Self::Rejected, Self::Delayed];

    /// Returns the stable name.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Delivered => "delivered",
            Self::Skipped => "skipped",
            Self::Retryable => "retryable",
            Self::Rejected => "rejected",
            Self::Delayed => "delayed",
        }
    }
}

impl Outcome {
    /// Returns the kind of the outcome.
    pub const fn kind(&self) -> OutcomeKind {
        match self {
            Self::Delivered { .. } => OutcomeKind::Delivered,
            Self::Skipped { .. } => OutcomeKind::Skipped,
            Self::Retryable { .. } => OutcomeKind::Retryable,
            Self::Rejected { .. } => OutcomeKind::Rejected,
            Self::Delayed { .. } => OutcomeKind::Delayed,
        }
    }

    /// Returns the reason to record, unless the outcome is a success or a delay.
    pub const fn reason(&self) -> Option<Reason> {
        match self {
            Self::Delivered { .. } | Self::Delayed { .. } => None,
            Self::Skipped { reason, .. } => Some(Reason::Skipped(*reason)),
            Self::Retryable { reason, .. } | Self::Rejected { reason, .. } => Some(Reason::Failed(*reason)),
        }
    }

    /// Delivery without a created object and without work items.
    pub const DELIVERED: Self = Self::Delivered { target: None, work: Vec::new() };

    /// Creates a delivery that created this object.
    pub const fn made(target: Target) -> Self {
        Self::Delivered { target: Some(target), work: Vec::new() }
    }

    /// Creates a failure that may be retried, with the default reason.
    pub fn retryable(message: impl Into<String>) -> Self {
        Self::Retryable { reason: FailReason::AttemptsExhausted, message: message.into(), retry_after: None }
    }

    /// Creates a failure that a retry cannot change.
    pub fn rejected(message: impl Into<String>) -> Self {
        Self::Rejected { reason: FailReason::Rejected, message: message.into() }
    }

    /// Returns the message of the outcome, if it has one.
    pub fn message(&self) -> Option<&str> {
        match self {
            Self::Delivered { .. } => None,
            Self::Skipped { message, .. } | Self::Delayed { message, .. } => message.as_deref(),
            Self::Retryable { message, .. } | Self::Rejected { message, .. } => Some(message),
        }
    }

    /// Replaces everything that a store would refuse. One run's odd result must not prevent a whole batch
    /// from being settled.
    #[must_use]
    pub(crate) fn sanitize(self, now: Timestamp) -> Self {
        match self {
            Self::Delivered { target: Some(target), .. } if !is_storable(&target) => {
                Self::rejected("delivered, but the type or ID of the created object is too long or contains a NUL")
            }
            Self::Delivered { target, work } => match check::work(&work) {
                Ok(()) => Self::Delivered { target, work },
                Err(problem) => Self::rejected(format!("the work items cannot be enqueued: {problem}")),
            },
            Self::Skipped { reason, message } => Self::Skipped { reason, message: message.map(without_nul) },
            Self::Retryable { reason, message, retry_after } => {
                Self::Retryable { reason, message: without_nul(message), retry_after }
            }
            Self::Rejected { reason, message } => Self::Rejected { reason, message: without_nul(message) },
            Self::Delayed { until, message } => {
                // A time in the past would be retried in a tight loop.
                let earliest = now.saturating_add(DELAY_MIN).unwrap_or(now);
                Self::Delayed { until: until.max(earliest), message: message.map(without_nul) }
            }
        }
    }
}

/// Minimum length of a delay.
const DELAY_MIN: SignedDuration = SignedDuration::from_secs(1);

fn is_storable(target: &Target) -> bool {
    let fits = |value: &str, bytes_max| check::text("target", value, bytes_max).is_ok();
    fits(&target.kind, KEY_BYTES_MAX) && fits(&target.id, MESSAGE_BYTES_MAX)
}

fn without_nul(message: String) -> String {
    if message.contains('\0') { message.replace('\0', "\u{fffd}") } else { message }
}
