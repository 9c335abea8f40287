//! Events of a node, for hooks, alerts, streams and metrics.

use jiff::{SignedDuration, Timestamp};

use super::Alarm;
use crate::model::{NewGap, Occurrence, OccurrenceId, Reason, ScheduleKey};
use crate::outcome::{Account, Outcome, OutcomeKind, StepName};

/// Event of a node.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Event {
    /// Occurrences of a schedule were planned.
    Planned {
        /// Key of the schedule.
        schedule: ScheduleKey,
        /// Number of new occurrences.
        rows: usize,
    },
    /// A schedule is finished: nothing is left to plan, and nothing is open.
    Finished {
        /// Key of the schedule.
        schedule: ScheduleKey,
    },
    /// Occurrences were collapsed into a gap.
    GapRecorded {
        /// Key of the schedule.
        schedule: ScheduleKey,
        /// Gap that covers the occurrences.
        gap: NewGap,
    },
    /// An attempt starts.
    Started(Box<Occurrence>),
    /// An attempt, or an action without a schedule, was dispatched. The event contains nothing of the action
    /// itself.
    Dispatched(Box<DispatchReport>),
    /// An occurrence completed. Its state and reason give the result.
    Ended(Box<Occurrence>),
    /// An attempt failed and another one follows.
    Retried {
        /// Occurrence as it was when the attempt started.
        occurrence: Box<Occurrence>,
        /// When the next attempt is due.
        at: Timestamp,
        /// Error of the attempt.
        message: Option<String>,
    },
    /// A run wrote a line to its log.
    Logged {
        /// Key of the schedule.
        schedule: ScheduleKey,
        /// ID of the occurrence.
        occurrence: OccurrenceId,
        /// Number of the attempt. The first is 1.
        attempt: u32,
        /// Log line, truncated.
        line: String,
    },
    /// An alarm was raised: a condition that people should know about.
    Alarm(Alarm),
}

/// Result of one dispatch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DispatchReport {
    /// Key of the schedule. For an action without a schedule, only the tenant is meaningful.
    pub schedule: ScheduleKey,
    /// ID of the occurrence; 0 for an action without a schedule.
    pub occurrence: OccurrenceId,
    /// Number of the attempt. The first is 1.
    pub attempt: u32,
    /// Name of the provider that sent the action; empty if an earlier step stopped the dispatch.
    pub provider: String,
    /// Kind of the outcome.
    pub outcome: OutcomeKind,
    /// Reason, unless the dispatch succeeded.
    pub reason: Option<Reason>,
    /// Decision of each step: `pass`, `changed` or `stop`.
    pub steps: Vec<(StepName, &'static str)>,
    /// Time that the provider took.
    pub took_for: Option<SignedDuration>,
}

impl Event {
    /// Creates the event of a dispatch from its account.
    pub(crate) fn dispatched(occurrence: &Occurrence, account: &Account, outcome: &Outcome) -> Self {
        let written = account.read().unwrap_or_default();
        Self::Dispatched(Box::new(DispatchReport {
            schedule: occurrence.schedule.clone(),
            occurrence: occurrence.id,
            attempt: occurrence.attempt,
            provider: written.provider,
            outcome: outcome.kind(),
            reason: outcome.reason(),
            steps: written.steps.iter().map(|taken| (taken.step, taken.decision)).collect(),
            took_for: written.sent.and_then(|(_, took_for)| took_for),
        }))
    }
}
