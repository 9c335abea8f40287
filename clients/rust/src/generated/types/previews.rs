// Generated from console/openapi.json by `make clients`. Do not edit.

//! Types of the group `previews`.

use std::collections::BTreeMap;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::policies::{Action, CatchUp, Delivery, HistoryLevel, OverlapPolicy, Priority, RetryPolicy, Scope};
use super::timing::ScheduleSpec;
use crate::values::Seconds;

/// One occurrence.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct DiffOccurrence {
    /// Nominal time of the occurrence.
    pub at: Timestamp,
    /// Period key.
    pub period_key: String,
}

/// A DST change that affects a schedule.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct DstChange {
    /// Time of the change.
    pub at: Timestamp,
    /// Kind: `gap` if the clock is set forward, `fold` if it is set back.
    pub kind: String,
    /// Affected local times, and what happens to them.
    pub message: String,
}

/// Minimum time between two occurrences.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct MinGap {
    /// Time in seconds.
    pub seconds: i64,
    /// Time as text, for people.
    pub text: String,
}

/// An occurrence that moves.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct MovedOccurrence {
    /// The occurrence before the change.
    pub from: DiffOccurrence,
    /// The occurrence after the change.
    pub to: DiffOccurrence,
}

/// Occurrences added, removed and moved, each list in order.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct OccurrenceDiff {
    /// Start of the compared window, inclusive.
    pub from: Timestamp,
    /// End of the compared window, exclusive.
    pub until: Timestamp,
    /// Occurrences that only the new recurrence has.
    pub added: Vec<DiffOccurrence>,
    /// Occurrences that only the old recurrence has.
    pub removed: Vec<DiffOccurrence>,
    /// Occurrences that move to another instant.
    pub moved: Vec<MovedOccurrence>,
    /// Whether the lists were truncated.
    pub truncated: bool,
}

/// A planned occurrence, and what saving does to it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct PendingOccurrence {
    /// Period key.
    pub period_key: String,
    /// Discriminator, if the period has several occurrences. Empty otherwise.
    pub discriminator: String,
    /// Current due time.
    pub due_at: Timestamp,
    /// Effect: `stays`, `moves`, or `superseded` if the occurrence would be skipped.
    pub effect: String,
    /// New due time. Null if the occurrence would be skipped.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub new_due_at: Option<Timestamp>,
}

/// Effect of saving on a schedule.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct PreviewChange {
    /// Schedule ID.
    pub against: String,
    /// Planned occurrences that have not started, earliest first.
    pub pending: Vec<PendingOccurrence>,
    /// Whether there are more planned occurrences than are listed.
    pub is_cut: bool,
    /// Occurrences that are added, removed and moved. Null if the stored recurrence is no longer valid.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub occurrences: Option<OccurrenceDiff>,
}

/// One occurrence of a recurrence.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct PreviewOccurrence {
    /// Nominal time, before jitter.
    pub at: Timestamp,
    /// Due time, including jitter.
    pub due_at: Timestamp,
    /// Local time in the schedule's time zone.
    pub local: String,
    /// Period key, under which the occurrence is recorded exactly once.
    pub period_key: String,
    /// Human-readable label of the period.
    pub period_label: String,
    /// Start of the period.
    pub period_start: Timestamp,
    /// Effect of a DST change: `moved` if the local time does not exist, `first_pass` or `later_pass` if the local time
    /// occurs twice. Null on all other days.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dst: Option<String>,
    /// Local time in the other requested time zone.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub in_zone: Option<String>,
    /// End of the period. Null if no period follows.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub period_end: Option<Timestamp>,
}

/// A schedule to preview.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct PreviewRequest {
    /// Action to send.
    pub action: Action,
    /// ID of the stored schedule to compare with.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub against: Option<String>,
    /// Whether to accept a provider that no live node has. Default: false. Not stored.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub allow_unknown_provider: Option<bool>,
    /// Policy for missed occurrences.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub catch_up: Option<CatchUp>,
    /// Number of occurrences. Default: 10. Maximum: 100.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub count: Option<u32>,
    /// Cron expression: five fields, six with seconds first, or a macro such as `@daily`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cron: Option<String>,
    /// Number of days to compare, of 24 hours each. Default: 30. Maximum: 366.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub days: Option<u32>,
    /// Delivery guarantee after a crash between sending and recording.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub delivery: Option<Delivery>,
    /// Description for people.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// Names of several targets per period, each with its own occurrence. Default: one unnamed target.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub discriminators: Option<Vec<String>>,
    /// Whether the schedule runs. False creates it paused, or pauses it together with the change; true resumes a paused
    /// one. Default: true for a new schedule, unchanged otherwise.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub enabled: Option<bool>,
    /// Start time. Default: now.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<Timestamp>,
    /// History level: how much of each attempt is stored. Default: the level of the tenant, else of the node.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub history: Option<HistoryLevel>,
    /// Schedule ID, unique in the tenant. Default: generated.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// Labels to select the schedule by.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub labels: Option<BTreeMap<String, String>>,
    /// Maximum number of concurrent runs under `allow_all`. Default: no limit.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_concurrent: Option<u32>,
    /// Policy for runs that overlap.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub overlap: Option<OverlapPolicy>,
    /// Number of consecutive failures after which the schedule pauses itself. Default: never.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pause_on_failure: Option<u32>,
    /// Priority among the tenant's due occurrences.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub priority: Option<Priority>,
    /// Policy for retries of failed attempts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub retry: Option<RetryPolicy>,
    /// Object that the schedule belongs to. Holds select by it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scope: Option<Scope>,
    /// Recurrence, time zone and bounds: when the schedule runs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub spec: Option<ScheduleSpec>,
    /// Maximum start delay of a run. Default: no limit of its own; the catch-up window still applies.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub start_deadline: Option<Seconds>,
    /// Timeout of one attempt. Default: the timeout of the provider, if it has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub timeout: Option<Seconds>,
    /// IANA time zone of the recurrence. Default: the server's time zone.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub timezone: Option<String>,
    /// Recurrence in plain English, or in any other notation: cron, RFC 5545 or an instant. A text with two readings is
    /// rejected with both. The text may name the time zone.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub when: Option<String>,
    /// Second time zone to show times in.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub zone: Option<String>,
}

impl PreviewRequest {
    /// Creates the value in its full form, with `spec`.
    pub fn spec(spec: impl Into<ScheduleSpec>, action: impl Into<Action>) -> Self {
        Self {
            action: action.into(),
            against: None,
            allow_unknown_provider: None,
            catch_up: None,
            count: None,
            cron: None,
            days: None,
            delivery: None,
            description: None,
            discriminators: None,
            enabled: None,
            from: None,
            history: None,
            id: None,
            labels: None,
            max_concurrent: None,
            overlap: None,
            pause_on_failure: None,
            priority: None,
            retry: None,
            scope: None,
            spec: Some(spec.into()),
            start_deadline: None,
            timeout: None,
            timezone: None,
            when: None,
            zone: None,
        }
    }

    /// Creates the value in its short form, with `cron`.
    pub fn cron(cron: impl Into<String>, action: impl Into<Action>) -> Self {
        Self {
            action: action.into(),
            against: None,
            allow_unknown_provider: None,
            catch_up: None,
            count: None,
            cron: Some(cron.into()),
            days: None,
            delivery: None,
            description: None,
            discriminators: None,
            enabled: None,
            from: None,
            history: None,
            id: None,
            labels: None,
            max_concurrent: None,
            overlap: None,
            pause_on_failure: None,
            priority: None,
            retry: None,
            scope: None,
            spec: None,
            start_deadline: None,
            timeout: None,
            timezone: None,
            when: None,
            zone: None,
        }
    }

    /// Creates the value in its plain english, with `when`.
    pub fn when(when: impl Into<String>, action: impl Into<Action>) -> Self {
        Self {
            action: action.into(),
            against: None,
            allow_unknown_provider: None,
            catch_up: None,
            count: None,
            cron: None,
            days: None,
            delivery: None,
            description: None,
            discriminators: None,
            enabled: None,
            from: None,
            history: None,
            id: None,
            labels: None,
            max_concurrent: None,
            overlap: None,
            pause_on_failure: None,
            priority: None,
            retry: None,
            scope: None,
            spec: None,
            start_deadline: None,
            timeout: None,
            timezone: None,
            when: Some(when.into()),
            zone: None,
        }
    }

    /// Sets `against`: ID of the stored schedule to compare with.
    #[must_use]
    pub fn with_against(mut self, against: impl Into<String>) -> Self {
        self.against = Some(against.into());
        self
    }

    /// Sets `allow_unknown_provider`: whether to accept a provider that no live node has.
    #[must_use]
    pub fn with_allow_unknown_provider(mut self, allow_unknown_provider: bool) -> Self {
        self.allow_unknown_provider = Some(allow_unknown_provider);
        self
    }

    /// Sets `catch_up`: policy for missed occurrences.
    #[must_use]
    pub fn with_catch_up(mut self, catch_up: impl Into<CatchUp>) -> Self {
        self.catch_up = Some(catch_up.into());
        self
    }

    /// Sets `count`: number of occurrences.
    #[must_use]
    pub fn with_count(mut self, count: u32) -> Self {
        self.count = Some(count);
        self
    }

    /// Sets `days`: number of days to compare, of 24 hours each.
    #[must_use]
    pub fn with_days(mut self, days: u32) -> Self {
        self.days = Some(days);
        self
    }

    /// Sets `delivery`: delivery guarantee after a crash between sending and recording.
    #[must_use]
    pub fn with_delivery(mut self, delivery: impl Into<Delivery>) -> Self {
        self.delivery = Some(delivery.into());
        self
    }

    /// Sets `description`: description for people.
    #[must_use]
    pub fn with_description(mut self, description: impl Into<String>) -> Self {
        self.description = Some(description.into());
        self
    }

    /// Sets `discriminators`: names of several targets per period, each with its own occurrence.
    #[must_use]
    pub fn with_discriminators(mut self, discriminators: impl IntoIterator<Item = impl Into<String>>) -> Self {
        self.discriminators = Some(discriminators.into_iter().map(Into::into).collect::<Vec<String>>());
        self
    }

    /// Sets `enabled`: whether the schedule runs.
    #[must_use]
    pub fn with_enabled(mut self, enabled: bool) -> Self {
        self.enabled = Some(enabled);
        self
    }

    /// Sets `from`: start time.
    #[must_use]
    pub fn with_from(mut self, from: Timestamp) -> Self {
        self.from = Some(from);
        self
    }

    /// Sets `history`: history level: how much of each attempt is stored.
    #[must_use]
    pub fn with_history(mut self, history: impl Into<HistoryLevel>) -> Self {
        self.history = Some(history.into());
        self
    }

    /// Sets `id`: schedule ID, unique in the tenant.
    #[must_use]
    pub fn with_id(mut self, id: impl Into<String>) -> Self {
        self.id = Some(id.into());
        self
    }

    /// Sets `labels`: labels to select the schedule by.
    #[must_use]
    pub fn with_labels(mut self, labels: impl IntoIterator<Item = (impl Into<String>, impl Into<String>)>) -> Self {
        self.labels = Some(
            labels.into_iter().map(|(name, value)| (name.into(), value.into())).collect::<BTreeMap<String, String>>(),
        );
        self
    }

    /// Sets `max_concurrent`: maximum number of concurrent runs under `allow_all`.
    #[must_use]
    pub fn with_max_concurrent(mut self, max_concurrent: u32) -> Self {
        self.max_concurrent = Some(max_concurrent);
        self
    }

    /// Sets `overlap`: policy for runs that overlap.
    #[must_use]
    pub fn with_overlap(mut self, overlap: impl Into<OverlapPolicy>) -> Self {
        self.overlap = Some(overlap.into());
        self
    }

    /// Sets `pause_on_failure`: number of consecutive failures after which the schedule pauses itself.
    #[must_use]
    pub fn with_pause_on_failure(mut self, pause_on_failure: u32) -> Self {
        self.pause_on_failure = Some(pause_on_failure);
        self
    }

    /// Sets `priority`: priority among the tenant's due occurrences.
    #[must_use]
    pub fn with_priority(mut self, priority: impl Into<Priority>) -> Self {
        self.priority = Some(priority.into());
        self
    }

    /// Sets `retry`: policy for retries of failed attempts.
    #[must_use]
    pub fn with_retry(mut self, retry: impl Into<RetryPolicy>) -> Self {
        self.retry = Some(retry.into());
        self
    }

    /// Sets `scope`: object that the schedule belongs to.
    #[must_use]
    pub fn with_scope(mut self, scope: impl Into<Scope>) -> Self {
        self.scope = Some(scope.into());
        self
    }

    /// Sets `start_deadline`: maximum start delay of a run.
    #[must_use]
    pub fn with_start_deadline(mut self, start_deadline: impl Into<Seconds>) -> Self {
        self.start_deadline = Some(start_deadline.into());
        self
    }

    /// Sets `timeout`: timeout of one attempt.
    #[must_use]
    pub fn with_timeout(mut self, timeout: impl Into<Seconds>) -> Self {
        self.timeout = Some(timeout.into());
        self
    }

    /// Sets `timezone`: IANA time zone of the recurrence.
    #[must_use]
    pub fn with_timezone(mut self, timezone: impl Into<String>) -> Self {
        self.timezone = Some(timezone.into());
        self
    }

    /// Sets `zone`: second time zone to show times in.
    #[must_use]
    pub fn with_zone(mut self, zone: impl Into<String>) -> Self {
        self.zone = Some(zone.into());
        self
    }
}

/// Preview of a definition.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct SchedulePreview {
    /// Description of the recurrence in one sentence.
    pub description: String,
    /// Time zone, in the spelling of the time zone database.
    pub timezone: String,
    /// Start time of the preview.
    pub from: Timestamp,
    /// Warnings about settings that are valid but probably not intended.
    pub warnings: Vec<Warning>,
    /// Next occurrences, in order.
    pub next: Vec<PreviewOccurrence>,
    /// Whether there are no occurrences after these.
    pub is_last: bool,
    /// DST changes within a year that affect the schedule.
    pub dst_dates: Vec<DstChange>,
    /// Delay between the end of a run and the next one, for `after_completion` recurrences, which have no times of
    /// their own.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub after_completion: Option<String>,
    /// Effect on the schedule in `against`. Null without `against`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub change: Option<PreviewChange>,
    /// Minimum time between two occurrences. Null if there are never two.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub min_gap: Option<MinGap>,
}

/// A warning about a definition. It has no effect on the definition.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Warning {
    /// Stable code of the warning.
    pub code: String,
    /// Description of the warning for this recurrence.
    pub message: String,
    /// Suggestion if the recurrence was not intended this way.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hint: Option<String>,
}
