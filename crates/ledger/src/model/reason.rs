//! Reasons for the final state of an occurrence. The lists are closed, so that a reader can handle every
//! reason.

use std::fmt;

use serde::{Deserialize, Serialize};

/// Declares a closed list of reasons with their stable names.
macro_rules! reasons {
    ($(#[$doc:meta])* $type:ident { $($(#[$variant_doc:meta])* $variant:ident = $text:literal $(or $old:literal)?,)+ }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[serde(rename_all = "snake_case")]
        pub enum $type {
            $($(#[$variant_doc])* $variant,)+
        }

        impl $type {
            /// All reasons.
            pub const ALL: &[Self] = &[$(Self::$variant,)+];

            /// Returns the stable name, as stores and the API write it.
            pub const fn as_str(self) -> &'static str {
                match self {
                    $(Self::$variant => $text,)+
                }
            }

            /// Returns the reason with this name.
            pub fn from_text(text: &str) -> Option<Self> {
                match text {
                    $($text $(| $old)? => Some(Self::$variant),)+
                    _ => None,
                }
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
    /// Reason why an occurrence was not run.
    SkipReason {
        /// The schedule was paused when the occurrence was due.
        Paused = "paused",
        /// The schedule or the occurrence was canceled.
        Canceled = "canceled",
        /// An earlier run was still open.
        Overlap = "overlap",
        /// The occurrence was not planned or started in time.
        Missed = "missed",
        /// An edit of the schedule replaced the occurrence.
        Superseded = "superseded",
        /// A named calendar excludes the day.
        Excluded = "excluded",
        /// A hold covered the occurrence.
        Hold = "hold",
        /// The object that the schedule belongs to was not active.
        Inactive = "inactive",
        /// The schedule was disabled after an error.
        Disabled = "disabled",
        /// The tenant's quota was used up.
        #[serde(alias = "capacity")]
        Quota = "quota" or "capacity",
        /// A dispatch rule suppressed the action.
        Suppressed = "suppressed",
        /// A dispatch rule or a limit throttled the action.
        Throttled = "throttled",
        /// The same action had been sent before.
        Deduplicated = "deduplicated",
        /// The occurrence could not start before its start deadline.
        Deadline = "deadline",
        /// Too many occurrences were already waiting.
        BufferFull = "buffer_full",
        /// The schedule was deleted.
        ScheduleDeleted = "schedule_deleted",
    }
}

impl SkipReason {
    /// Returns whether a worker finds the reason before it sends anything. The other reasons may also end a
    /// run that has started.
    pub const fn is_found_before_start(self) -> bool {
        match self {
            Self::Hold
            | Self::Quota
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
    /// Reason why an occurrence failed.
    FailReason {
        /// Every allowed attempt failed.
        AttemptsExhausted = "attempts_exhausted",
        /// The action was rejected, and a retry cannot succeed.
        Rejected = "rejected",
        /// The receiver reported that it is permanently gone. The schedule pauses.
        Gone = "gone",
        /// The last attempt exceeded its timeout.
        Timeout = "timeout",
        /// The circuit breaker of the receiver stayed open until the time for retries was over.
        CircuitOpen = "circuit_open",
        /// The workers died or lost their leases as often as attempts are allowed.
        LeaseExhausted = "lease_exhausted",
        /// A worker died during the run, and at-most-once delivery forbids a second send.
        OutcomeUnknown = "outcome_unknown",
        /// The run was canceled while it was running.
        Canceled = "canceled",
        /// No provider with this name exists.
        UnknownProvider = "unknown_provider",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_round_trip_and_match_json() {
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
