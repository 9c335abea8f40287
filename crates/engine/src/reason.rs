//! Why an occurrence ended as it did. Closed lists: whoever reads a reason can handle all of them.

use std::fmt;

use serde::{Deserialize, Serialize};

/// Declares a closed list with its stable texts.
macro_rules! reasons {
    ($(#[$doc:meta])* $type:ident { $($(#[$variant_doc:meta])* $variant:ident = $text:literal,)+ }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[serde(rename_all = "snake_case")]
        pub enum $type {
            $($(#[$variant_doc])* $variant,)+
        }

        impl $type {
            /// All of them.
            pub const ALL: &[Self] = &[$(Self::$variant,)+];

            /// The stable text, as stores and the API write it.
            pub const fn as_str(self) -> &'static str {
                match self {
                    $(Self::$variant => $text,)+
                }
            }

            /// The one with this text.
            pub fn from_text(text: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|reason| reason.as_str() == text)
            }
        }

        impl fmt::Display for $type {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(self.as_str())
            }
        }
    };
}

reasons! {
    /// Why an occurrence was not run.
    SkipReason {
        /// The schedule was paused when it was due.
        Paused = "paused",
        /// The schedule, or the occurrence itself, was canceled.
        Canceled = "canceled",
        /// An earlier run was still open.
        Overlap = "overlap",
        /// Nobody was there to plan it in time.
        Missed = "missed",
        /// An edit of the schedule took its place.
        Superseded = "superseded",
        /// A named calendar excludes its day.
        Excluded = "excluded",
        /// A hold covered it.
        Hold = "hold",
        /// What the schedule belongs to was not active.
        Inactive = "inactive",
        /// The schedule was disabled after an error.
        Disabled = "disabled",
        /// The tenant had no capacity left.
        Capacity = "capacity",
        /// A rule suppressed it.
        Suppressed = "suppressed",
        /// A rule or limit throttled it.
        Throttled = "throttled",
        /// The same thing had been sent before.
        Deduplicated = "deduplicated",
        /// It could not start in time.
        Deadline = "deadline",
        /// Too many were waiting already.
        BufferFull = "buffer_full",
        /// The schedule was deleted.
        ScheduleDeleted = "schedule_deleted",
    }
}

impl SkipReason {
    /// Whether a worker finds it out before it sends anything. The others may end what has begun, too.
    pub const fn is_found_at_the_start(self) -> bool {
        match self {
            Self::Hold
            | Self::Capacity
            | Self::Missed
            | Self::Deadline
            | Self::Suppressed
            | Self::Throttled
            | Self::Deduplicated
            | Self::Paused
            | Self::Disabled => true,
            Self::Canceled
            | Self::Overlap
            | Self::Superseded
            | Self::Excluded
            | Self::Inactive
            | Self::BufferFull
            | Self::ScheduleDeleted => false,
        }
    }
}

reasons! {
    /// Why an occurrence failed for good.
    FailReason {
        /// Every allowed attempt failed.
        AttemptsExhausted = "attempts_exhausted",
        /// It was refused in a way that another attempt cannot change.
        Rejected = "rejected",
        /// Its receiver said that it is gone for good. The schedule pauses.
        Gone = "gone",
        /// The last attempt took too long.
        Timeout = "timeout",
        /// The way to its receiver stayed closed until its time was over.
        CircuitOpen = "circuit_open",
        /// Its workers died or lost their leases as often as attempts are allowed.
        LeaseExhausted = "lease_exhausted",
        /// A worker died in the middle and it must not be sent twice.
        OutcomeUnknown = "outcome_unknown",
        /// It was stopped while it ran.
        Canceled = "canceled",
        /// Nobody knows how to send it.
        UnknownProvider = "unknown_provider",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_read_back_and_agree_with_json() {
        for reason in SkipReason::ALL {
            assert_eq!(SkipReason::from_text(reason.as_str()), Some(*reason));
            assert_eq!(serde_json::to_string(reason).unwrap(), format!("\"{reason}\""));
        }
        for reason in FailReason::ALL {
            assert_eq!(FailReason::from_text(reason.as_str()), Some(*reason));
            assert_eq!(serde_json::to_string(reason).unwrap(), format!("\"{reason}\""));
        }
        assert_eq!(SkipReason::from_text("lease_exhausted"), None);
    }
}
