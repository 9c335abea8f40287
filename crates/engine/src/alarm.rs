//! What an alarm is called, whom it concerns, and how it reads.

use std::fmt;

use crate::event::Alarm;
use crate::id::{ScheduleKey, Tenant};

impl Alarm {
    /// The names of those that concern a tenant, and that alerts may tell of.
    pub const OF_TENANTS: [&'static str; 12] = [
        "missed_run",
        "failing",
        "recovered",
        "paused_on_failure",
        "stale",
        "repaired",
        "disabled",
        "fires_moved",
        "unreadable_order",
        "breaker_opened",
        "breaker_closed",
        "rule_failed",
    ];

    /// The stable text of its kind.
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
            Self::FiresMoved { .. } => "fires_moved",
            Self::OldTimeZones { .. } => "old_time_zones",
            Self::UnreadableOrder { .. } => "unreadable_order",
            Self::RuleFailed { .. } => "rule_failed",
            Self::BreakerOpened { .. } => "breaker_opened",
            Self::BreakerClosed { .. } => "breaker_closed",
            Self::UnreadableRow { .. } => "unreadable_row",
            Self::UnknownTimeZones { .. } => "unknown_time_zones",
            Self::NodeFailed { .. } => "node_failed",
            Self::StoreDown { .. } => "store_down",
            Self::StoreRestored { .. } => "store_restored",
        }
    }

    /// The schedule it is about, if it is about one.
    pub const fn schedule(&self) -> Option<&ScheduleKey> {
        match self {
            Self::MissedRun { schedule, .. }
            | Self::Failing { schedule, .. }
            | Self::Recovered { schedule }
            | Self::PausedOnFailure { schedule }
            | Self::Stale { schedule, .. }
            | Self::Repaired { schedule }
            | Self::Disabled { schedule, .. }
            | Self::FiresMoved { schedule, .. } => Some(schedule),
            Self::Overdue { .. }
            | Self::ClockBack { .. }
            | Self::ClockAhead { .. }
            | Self::OldTimeZones { .. }
            | Self::UnreadableOrder { .. }
            | Self::RuleFailed { .. }
            | Self::BreakerOpened { .. }
            | Self::BreakerClosed { .. }
            | Self::UnreadableRow { .. }
            | Self::UnknownTimeZones { .. }
            | Self::NodeFailed { .. }
            | Self::StoreDown { .. }
            | Self::StoreRestored { .. } => None,
        }
    }

    /// Whom it concerns; none when it concerns the whole node.
    pub fn tenant(&self) -> Option<&Tenant> {
        if let Self::UnreadableOrder { tenant, .. }
        | Self::RuleFailed { tenant, .. }
        | Self::BreakerOpened { tenant, .. }
        | Self::BreakerClosed { tenant, .. } = self
        {
            return Some(tenant);
        }
        self.schedule().map(|schedule| &schedule.tenant)
    }
}

/// A sentence for a person.
impl fmt::Display for Alarm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::MissedRun { schedule, nominal_at, .. } => {
                write!(f, "schedule {schedule} should have run at {nominal_at} and has not")
            }
            Self::Failing { schedule, failures_in_a_row } => {
                write!(f, "schedule {schedule} has failed {failures_in_a_row} times in a row")
            }
            Self::Recovered { schedule } => write!(f, "schedule {schedule} works again"),
            Self::PausedOnFailure { schedule } => write!(f, "schedule {schedule} was paused because it kept failing"),
            Self::Stale { schedule, due_at } => write!(f, "schedule {schedule} was due to be planned at {due_at}"),
            Self::Repaired { schedule } => write!(f, "schedule {schedule} had no next time and was given one"),
            Self::Disabled { schedule, problem } => write!(f, "schedule {schedule} was stopped: {problem}"),
            Self::Overdue { since } => write!(f, "planned occurrences wait since {since}"),
            Self::ClockBack { by } => write!(f, "the store's clock went back by {by:#}"),
            Self::ClockAhead { by } => write!(f, "the store's clock jumped ahead by {by:#}; nothing is planned"),
            Self::FiresMoved { schedule, moved } => {
                write!(f, "a new time zone database moved {moved} fires of schedule {schedule}")
            }
            Self::OldTimeZones { own, newest } => {
                write!(f, "time zone database {own} is older than {newest}; this node does not plan")
            }
            Self::UnreadableOrder { tenant, kind, name, problem } => {
                write!(f, "{kind} {name} of {tenant} cannot be read, so nothing of {tenant} begins: {problem}")
            }
            Self::RuleFailed { tenant, rule, problem } => write!(f, "rule {rule} of {tenant} has no answer: {problem}"),
            Self::BreakerOpened { provider, receiver, .. } if receiver.is_empty() => {
                write!(f, "{provider} failed too often and is not asked")
            }
            Self::BreakerOpened { provider, receiver, .. } => {
                write!(f, "{receiver} failed too often and is not asked by {provider}")
            }
            Self::BreakerClosed { provider, receiver, .. } if receiver.is_empty() => {
                write!(f, "{provider} works again")
            }
            Self::BreakerClosed { provider, receiver, .. } => write!(f, "{receiver} is asked by {provider} again"),
            Self::UnreadableRow { occurrence, problem } => {
                write!(f, "occurrence {occurrence} cannot be read: {problem}")
            }
            Self::UnknownTimeZones { found } => write!(f, "time zone database {found:?} cannot be compared"),
            Self::NodeFailed { part, problem } => write!(f, "the {part} loop of the node ended: {problem}"),
            Self::StoreDown { problem } => write!(f, "the store cannot be used: {problem}"),
            Self::StoreRestored { seen, found } => {
                let older = "the store was restored from an older copy";
                write!(f, "{older}: its newest occurrence is {found}, and {seen} was seen before")
            }
        }
    }
}
