//! Alarms: conditions that people should know about, with their names, subjects and texts.

use std::fmt;

use jiff::{SignedDuration, Timestamp};

use crate::model::{OccurrenceId, ScheduleKey, Tenant};

/// Condition that people should know about.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Alarm {
    /// An expected occurrence is not running. It has not started, or it waits for another attempt, more than
    /// a minute after it was due, or more than its `start_deadline` if that is longer.
    MissedRun {
        /// Key of the schedule.
        schedule: ScheduleKey,
        /// ID of the occurrence.
        occurrence: OccurrenceId,
        /// Nominal time of the occurrence.
        nominal_at: Timestamp,
    },
    /// Several consecutive runs of a schedule failed.
    Failing {
        /// Key of the schedule.
        schedule: ScheduleKey,
        /// Number of consecutive failures.
        consecutive_failures: u64,
    },
    /// A schedule that was failing succeeded again.
    Recovered {
        /// Key of the schedule.
        schedule: ScheduleKey,
    },
    /// A schedule paused itself after too many consecutive failures.
    PausedOnFailure {
        /// Key of the schedule.
        schedule: ScheduleKey,
    },
    /// Planning of a schedule is long overdue.
    Stale {
        /// Key of the schedule.
        schedule: ScheduleKey,
        /// When the schedule was due for planning.
        due_at: Timestamp,
    },
    /// An active schedule had no next due time, so it would never have been planned again. It was given one.
    Repaired {
        /// Key of the schedule.
        schedule: ScheduleKey,
    },
    /// A schedule was disabled because of an error in its definition or state.
    Disabled {
        /// Key of the schedule.
        schedule: ScheduleKey,
        /// Description of the error.
        problem: String,
    },
    /// Planned occurrences are due and not running.
    Overdue {
        /// Since when the oldest of them has been waiting.
        since: Timestamp,
    },
    /// The store's clock was set back.
    ClockBack {
        /// Size of the step.
        by: SignedDuration,
    },
    /// The store's clock jumped forward. Planning halts until the new time is confirmed or has been steady
    /// for a while.
    ClockAhead {
        /// Size of the jump.
        by: SignedDuration,
    },
    /// A new version of the time zone database moved occurrences.
    OccurrencesMoved {
        /// Key of the schedule.
        schedule: ScheduleKey,
        /// Number of moved occurrences: planned ones, and the next one that is not planned yet.
        moved: usize,
    },
    /// This node's time zone database is older than one that was used for planning. The node does not plan.
    OldTzdbVersion {
        /// Version that this node has.
        own: String,
        /// Newest version that was used for planning.
        newest: String,
    },
    /// A hold, quota or dispatch rule cannot be read. Until it is repaired or removed, no run of its tenant
    /// starts.
    UnreadableControl {
        /// Tenant of the document.
        tenant: Tenant,
        /// Kind of the document: `hold`, `quota` or `rule`.
        kind: &'static str,
        /// Name of the document.
        name: String,
        /// Description of the problem.
        problem: String,
    },
    /// The condition of a dispatch rule cannot be evaluated for an action. Raised once for each version of
    /// the rule.
    RuleFailed {
        /// Tenant of the rule.
        tenant: Tenant,
        /// Name of the rule.
        rule: String,
        /// Description of the problem.
        problem: String,
    },
    /// A circuit breaker opened after too many failures. Actions for the receiver wait.
    BreakerOpened {
        /// Tenant of the breaker.
        tenant: Tenant,
        /// Name of the provider.
        provider: String,
        /// Receiver; empty if the provider has only one.
        receiver: String,
    },
    /// A circuit breaker closed: the receiver works again.
    BreakerClosed {
        /// Tenant of the breaker.
        tenant: Tenant,
        /// Name of the provider.
        provider: String,
        /// Receiver; empty if the provider has only one.
        receiver: String,
    },
    /// A version of the time zone database cannot be compared, so a node with an older one would not be
    /// stopped. Planning continues.
    UnknownTzdbVersion {
        /// Text that was found instead of a version.
        found: String,
    },
    /// A row of the ledger cannot be read. It does not run until it is repaired or a newer version of the
    /// program reads it.
    UnreadableRow {
        /// ID of the occurrence.
        occurrence: OccurrenceId,
        /// Description of the problem.
        problem: String,
    },
    /// A loop of this node ended without a request to stop. The node stops because of it.
    NodeFailed {
        /// Name of the loop.
        part: &'static str,
        /// Description of the failure, as far as it is known.
        problem: String,
    },
    /// The store is unavailable.
    StoreDown {
        /// Error from the store.
        problem: String,
    },
    /// The store was restored from an older copy. Occurrences recorded after that copy are planned again, and
    /// may be sent again with the same idempotency keys.
    StoreRestored {
        /// Newest occurrence ID seen before.
        seen: OccurrenceId,
        /// Newest occurrence ID in the store now.
        found: OccurrenceId,
    },
}

impl Alarm {
    /// Names of the alarms that concern a tenant. Alerts can subscribe to these.
    pub const TENANT_ALARM_NAMES: [&'static str; 12] = [
        "missed_run",
        "failing",
        "recovered",
        "paused_on_failure",
        "stale",
        "repaired",
        "disabled",
        "occurrences_moved",
        "unreadable_control",
        "breaker_opened",
        "breaker_closed",
        "rule_failed",
    ];

    /// Returns the stable name of the kind of alarm.
    pub const fn name(&self) -> &'static str {
        match self {
            Self::MissedRun { .. } => "missed_run",
            Self::Failing { .. } => "failing",
            Self::Recovered { .. } => "recovered",
            Self::PausedOnFailure { .. } => "paused_on_failure",
            Self::Stale { .. } => "stale",
            Self::Repaired { .. } => "repaired",
            Self::Disabled { .. } => "disabled",
            Self::Overdue { .. } => "overdue",
            Self::ClockBack { .. } => "clock_back",
            Self::ClockAhead { .. } => "clock_ahead",
            Self::OccurrencesMoved { .. } => "occurrences_moved",
            Self::OldTzdbVersion { .. } => "old_time_zones",
            Self::UnreadableControl { .. } => "unreadable_control",
            Self::RuleFailed { .. } => "rule_failed",
            Self::BreakerOpened { .. } => "breaker_opened",
            Self::BreakerClosed { .. } => "breaker_closed",
            Self::UnreadableRow { .. } => "unreadable_row",
            Self::UnknownTzdbVersion { .. } => "unknown_time_zones",
            Self::NodeFailed { .. } => "node_failed",
            Self::StoreDown { .. } => "store_down",
            Self::StoreRestored { .. } => "store_restored",
        }
    }

    /// Returns the schedule that the alarm concerns, if it concerns one.
    pub const fn schedule(&self) -> Option<&ScheduleKey> {
        match self {
            Self::MissedRun { schedule, .. }
            | Self::Failing { schedule, .. }
            | Self::Recovered { schedule }
            | Self::PausedOnFailure { schedule }
            | Self::Stale { schedule, .. }
            | Self::Repaired { schedule }
            | Self::Disabled { schedule, .. }
            | Self::OccurrencesMoved { schedule, .. } => Some(schedule),
            Self::Overdue { .. }
            | Self::ClockBack { .. }
            | Self::ClockAhead { .. }
            | Self::OldTzdbVersion { .. }
            | Self::UnreadableControl { .. }
            | Self::RuleFailed { .. }
            | Self::BreakerOpened { .. }
            | Self::BreakerClosed { .. }
            | Self::UnreadableRow { .. }
            | Self::UnknownTzdbVersion { .. }
            | Self::NodeFailed { .. }
            | Self::StoreDown { .. }
            | Self::StoreRestored { .. } => None,
        }
    }

    /// Returns the tenant that the alarm concerns, or `None` if it concerns the whole node.
    pub fn tenant(&self) -> Option<&Tenant> {
        if let Self::UnreadableControl { tenant, .. }
        | Self::RuleFailed { tenant, .. }
        | Self::BreakerOpened { tenant, .. }
        | Self::BreakerClosed { tenant, .. } = self
        {
            return Some(tenant);
        }
        self.schedule().map(|schedule| &schedule.tenant)
    }
}

/// Formats the alarm as a sentence for people.
impl fmt::Display for Alarm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::MissedRun { schedule, nominal_at, .. } => {
                write!(f, "schedule {schedule} should have run at {nominal_at} and has not")
            }
            Self::Failing { schedule, consecutive_failures } => {
                write!(f, "schedule {schedule} has failed {consecutive_failures} times in a row")
            }
            Self::Recovered { schedule } => write!(f, "schedule {schedule} has recovered"),
            Self::PausedOnFailure { schedule } => write!(f, "schedule {schedule} was paused after repeated failures"),
            Self::Stale { schedule, due_at } => write!(f, "schedule {schedule} should have been planned at {due_at}"),
            Self::Repaired { schedule } => write!(f, "schedule {schedule} had no next due time and was repaired"),
            Self::Disabled { schedule, problem } => write!(f, "schedule {schedule} was disabled: {problem}"),
            Self::Overdue { since } => write!(f, "planned occurrences have been waiting since {since}"),
            Self::ClockBack { by } => write!(f, "the store's clock was set back by {by:#}"),
            Self::ClockAhead { by } => write!(f, "the store's clock jumped forward by {by:#}; planning is halted"),
            Self::OccurrencesMoved { schedule, moved } => {
                write!(f, "a new time zone database moved {moved} occurrences of schedule {schedule}")
            }
            Self::OldTzdbVersion { own, newest } => {
                write!(f, "time zone database {own} is older than {newest}; this node does not plan")
            }
            Self::UnreadableControl { tenant, kind, name, problem } => {
                write!(f, "{kind} {name} of {tenant} cannot be read, so no run of {tenant} starts: {problem}")
            }
            Self::RuleFailed { tenant, rule, problem } => write!(f, "rule {rule} of {tenant} failed: {problem}"),
            Self::BreakerOpened { provider, receiver, .. } if receiver.is_empty() => {
                write!(f, "circuit of {provider} opened after too many failures")
            }
            Self::BreakerOpened { provider, receiver, .. } => {
                write!(f, "circuit of {provider} to {receiver} opened after too many failures")
            }
            Self::BreakerClosed { provider, receiver, .. } if receiver.is_empty() => {
                write!(f, "circuit of {provider} closed")
            }
            Self::BreakerClosed { provider, receiver, .. } => write!(f, "circuit of {provider} to {receiver} closed"),
            Self::UnreadableRow { occurrence, problem } => {
                write!(f, "occurrence {occurrence} cannot be read: {problem}")
            }
            Self::UnknownTzdbVersion { found } => write!(f, "time zone database version {found:?} cannot be compared"),
            Self::NodeFailed { part, problem } => write!(f, "the {part} loop of the node ended: {problem}"),
            Self::StoreDown { problem } => write!(f, "the store is unavailable: {problem}"),
            Self::StoreRestored { seen, found } => {
                let older = "the store was restored from an older copy";
                write!(f, "{older}: its newest occurrence is {found}, but {seen} was seen before")
            }
        }
    }
}
