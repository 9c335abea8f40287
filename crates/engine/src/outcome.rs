//! What came of sending one occurrence, as the one who sent it sees it. What is written down follows from it.

use jiff::{SignedDuration, Timestamp};

use crate::occurrence::Target;
use crate::reason::{FailReason, SkipReason};

/// What came of one attempt. Only [`Outcome::Delivered`] is a success.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// It was done.
    Delivered {
        /// What it made, in the receiver's own terms.
        target: Option<Target>,
    },
    /// It was not to be done.
    Skipped {
        /// Why.
        reason: SkipReason,
        /// In words.
        message: Option<String>,
    },
    /// It failed; another attempt may do better.
    Retryable {
        /// Why, should this have been the last attempt.
        reason: FailReason,
        /// What went wrong.
        message: String,
        /// How long the receiver asked to be left alone.
        retry_after: Option<SignedDuration>,
    },
    /// It failed, and another attempt cannot change that.
    Rejected {
        /// Why.
        reason: FailReason,
        /// What went wrong.
        message: String,
    },
    /// It is to be tried at that time; this is no failure.
    Delayed {
        /// When.
        until: Timestamp,
        /// Why.
        message: Option<String>,
    },
}

impl Outcome {
    /// It was done, and there is nothing to say about it.
    pub const DELIVERED: Self = Self::Delivered { target: None };

    /// It failed in the usual way.
    pub fn retryable(message: impl Into<String>) -> Self {
        Self::Retryable { reason: FailReason::AttemptsExhausted, message: message.into(), retry_after: None }
    }

    /// It failed in a way that another attempt cannot change.
    pub fn rejected(message: impl Into<String>) -> Self {
        Self::Rejected { reason: FailReason::Rejected, message: message.into() }
    }
}
