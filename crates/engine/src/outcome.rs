//! What came of sending one occurrence, as the one who sent it sees it. What is written down follows from it.

use jiff::{SignedDuration, Timestamp};

use crate::ledger::check;
use crate::occurrence::{KEY_BYTES_MAX, MESSAGE_BYTES_MAX, Reason, Target};
use crate::reason::{FailReason, SkipReason};
use crate::work_item::NewWorkItem;

/// What came of one attempt. Only [`Outcome::Delivered`] is a success.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// It was done.
    Delivered {
        /// What it made, in the receiver's own terms.
        target: Option<Target>,
        /// Work that is handed to a queue in the transaction that settles the occurrence.
        work: Vec<NewWorkItem>,
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

/// What came of an attempt, without its story.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum OutcomeKind {
    /// It was done.
    Delivered,
    /// It was not to be done.
    Skipped,
    /// It failed; another attempt may do better.
    Retryable,
    /// It failed, and another attempt cannot change that.
    Rejected,
    /// It is to be tried later.
    Delayed,
}

impl OutcomeKind {
    /// All of them.
    pub const ALL: [Self; 5] = [Self::Delivered, Self::Skipped, Self::Retryable, Self::Rejected, Self::Delayed];

    /// The stable text.
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
    /// Which kind it is.
    pub const fn kind(&self) -> OutcomeKind {
        match self {
            Self::Delivered { .. } => OutcomeKind::Delivered,
            Self::Skipped { .. } => OutcomeKind::Skipped,
            Self::Retryable { .. } => OutcomeKind::Retryable,
            Self::Rejected { .. } => OutcomeKind::Rejected,
            Self::Delayed { .. } => OutcomeKind::Delayed,
        }
    }

    /// Why, where it is no success: as it would be written down.
    pub const fn reason(&self) -> Option<Reason> {
        match self {
            Self::Delivered { .. } | Self::Delayed { .. } => None,
            Self::Skipped { reason, .. } => Some(Reason::Skipped(*reason)),
            Self::Retryable { reason, .. } | Self::Rejected { reason, .. } => Some(Reason::Failed(*reason)),
        }
    }

    /// It was done, and there is nothing to say about it.
    pub const DELIVERED: Self = Self::Delivered { target: None, work: Vec::new() };

    /// It was done, and made this.
    pub const fn made(target: Target) -> Self {
        Self::Delivered { target: Some(target), work: Vec::new() }
    }

    /// It failed in the usual way.
    pub fn retryable(message: impl Into<String>) -> Self {
        Self::Retryable { reason: FailReason::AttemptsExhausted, message: message.into(), retry_after: None }
    }

    /// It failed in a way that another attempt cannot change.
    pub fn rejected(message: impl Into<String>) -> Self {
        Self::Rejected { reason: FailReason::Rejected, message: message.into() }
    }

    /// What there is to say about it.
    pub fn message(&self) -> Option<&str> {
        match self {
            Self::Delivered { .. } => None,
            Self::Skipped { message, .. } | Self::Delayed { message, .. } => message.as_deref(),
            Self::Retryable { message, .. } | Self::Rejected { message, .. } => Some(message),
        }
    }

    /// The same, without anything that a store would refuse: one run's odd answer must not keep a batch from being settled.
    #[must_use]
    pub(crate) fn fit_to_keep(self, now: Timestamp) -> Self {
        match self {
            Self::Delivered { target: Some(target), .. } if !can_be_kept(&target) => {
                Self::rejected("it was done, but what it made has a name that cannot be kept: too long, or with a NUL")
            }
            Self::Delivered { target, work } => match check::work(&work) {
                Ok(()) => Self::Delivered { target, work },
                Err(problem) => Self::rejected(format!("its work cannot be handed in: {problem}")),
            },
            Self::Skipped { reason, message } => Self::Skipped { reason, message: message.map(without_nul) },
            Self::Retryable { reason, message, retry_after } => {
                Self::Retryable { reason, message: without_nul(message), retry_after }
            }
            Self::Rejected { reason, message } => Self::Rejected { reason, message: without_nul(message) },
            Self::Delayed { until, message } => {
                // A time that has come would be tried again and again without a pause.
                let earliest = now.saturating_add(DELAY_MIN).unwrap_or(now);
                Self::Delayed { until: until.max(earliest), message: message.map(without_nul) }
            }
        }
    }
}

/// A delay is never shorter.
const DELAY_MIN: SignedDuration = SignedDuration::from_secs(1);

fn can_be_kept(target: &Target) -> bool {
    let fits = |value: &str, bytes_max| check::text("target", value, bytes_max).is_ok();
    fits(&target.kind, KEY_BYTES_MAX) && fits(&target.id, MESSAGE_BYTES_MAX)
}

fn without_nul(message: String) -> String {
    if message.contains('\0') { message.replace('\0', "\u{fffd}") } else { message }
}
