// Generated from console/openapi.json by `make clients`. Do not edit.

//! Types of the group `definitions`.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::policies::{Action, CatchUp, Delivery, HistoryLevel, OverlapPolicy, Priority, RetryPolicy, Scope};
use super::timing::ScheduleSpec;
use crate::values::Seconds;

/// A schedule to create.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct NewSchedule {
    /// Action to send.
    pub action: Action,
    /// Whether to accept a provider that no live node has. Default: false. Not stored.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub allow_unknown_provider: Option<bool>,
    /// Policy for missed occurrences.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub catch_up: Option<CatchUp>,
    /// Cron expression: five fields, six with seconds first, or a macro such as `@daily`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cron: Option<String>,
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
}

impl NewSchedule {
    /// Creates the value in its full form, with `spec`.
    pub fn spec(spec: impl Into<ScheduleSpec>, action: impl Into<Action>) -> Self {
        Self {
            action: action.into(),
            allow_unknown_provider: None,
            catch_up: None,
            cron: None,
            delivery: None,
            description: None,
            discriminators: None,
            enabled: None,
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
        }
    }

    /// Creates the value in its short form, with `cron`.
    pub fn cron(cron: impl Into<String>, action: impl Into<Action>) -> Self {
        Self {
            action: action.into(),
            allow_unknown_provider: None,
            catch_up: None,
            cron: Some(cron.into()),
            delivery: None,
            description: None,
            discriminators: None,
            enabled: None,
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
        }
    }

    /// Creates the value in its plain english, with `when`.
    pub fn when(when: impl Into<String>, action: impl Into<Action>) -> Self {
        Self {
            action: action.into(),
            allow_unknown_provider: None,
            catch_up: None,
            cron: None,
            delivery: None,
            description: None,
            discriminators: None,
            enabled: None,
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
        }
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
}

/// Definition of a schedule, as its owner writes it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct ScheduleDefinition {
    /// Action to send.
    pub action: Action,
    /// Whether to accept a provider that no live node has. Default: false. Not stored.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub allow_unknown_provider: Option<bool>,
    /// Policy for missed occurrences.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub catch_up: Option<CatchUp>,
    /// Cron expression: five fields, six with seconds first, or a macro such as `@daily`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cron: Option<String>,
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
    /// History level: how much of each attempt is stored. Default: the level of the tenant, else of the node.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub history: Option<HistoryLevel>,
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
}

impl ScheduleDefinition {
    /// Creates the value in its full form, with `spec`.
    pub fn spec(spec: impl Into<ScheduleSpec>, action: impl Into<Action>) -> Self {
        Self {
            action: action.into(),
            allow_unknown_provider: None,
            catch_up: None,
            cron: None,
            delivery: None,
            description: None,
            discriminators: None,
            enabled: None,
            history: None,
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
        }
    }

    /// Creates the value in its short form, with `cron`.
    pub fn cron(cron: impl Into<String>, action: impl Into<Action>) -> Self {
        Self {
            action: action.into(),
            allow_unknown_provider: None,
            catch_up: None,
            cron: Some(cron.into()),
            delivery: None,
            description: None,
            discriminators: None,
            enabled: None,
            history: None,
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
        }
    }

    /// Creates the value in its plain english, with `when`.
    pub fn when(when: impl Into<String>, action: impl Into<Action>) -> Self {
        Self {
            action: action.into(),
            allow_unknown_provider: None,
            catch_up: None,
            cron: None,
            delivery: None,
            description: None,
            discriminators: None,
            enabled: None,
            history: None,
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
        }
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

    /// Sets `history`: history level: how much of each attempt is stored.
    #[must_use]
    pub fn with_history(mut self, history: impl Into<HistoryLevel>) -> Self {
        self.history = Some(history.into());
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
}

/// Definition of a schedule, as its owner wrote it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct StoredDefinition {
    /// Action to send.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub action: Option<Action>,
    /// Policy for missed occurrences.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub catch_up: Option<CatchUp>,
    /// Delivery guarantee after a crash between sending and recording.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub delivery: Option<Delivery>,
    /// Description for people.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// Names of several targets per period, each with its own occurrence. Default: one unnamed target.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub discriminators: Option<Vec<String>>,
    /// History level: how much of each attempt is stored. Default: the level of the tenant, else of the node.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub history: Option<HistoryLevel>,
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
    /// Reason why the stored definition cannot be read. An edit replaces it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub problem: Option<String>,
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
}
