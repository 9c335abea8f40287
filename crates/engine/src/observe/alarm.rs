//! Names, subjects and texts of alarms.

use std::fmt;

use crate::model::{ScheduleKey, Tenant};
use crate::observe::Alarm;

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
