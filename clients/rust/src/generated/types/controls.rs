// Generated from console/openapi.json by `make clients`. Do not edit.

//! Types of the group `controls`.

use std::collections::BTreeMap;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::ledger::RunTarget;
use super::policies::{Action, Scope};
use super::previews::Warning;
use crate::values::Seconds;

/// Alert: the alarms and schedules to watch, and the action to send.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Alert {
    /// Names of the alarms to send.
    pub on: Vec<String>,
    /// Action to send. Placeholders such as `{{alarm.message}}` in the strings of its payload are replaced with details
    /// of the alarm.
    pub action: Action,
    /// Number of consecutive failures from which the alarm `failing` is sent. Default: 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub failing_after: Option<u64>,
    /// Labels of the schedules to watch. A schedule must have all of them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub labels: Option<BTreeMap<String, String>>,
    /// Minimum time between two alerts about the same alarm of the same schedule. Default: 15 minutes. Maximum: 30
    /// days.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub limit: Option<Seconds>,
    /// IDs of the schedules to watch. Default: all schedules.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub schedules: Option<Vec<String>>,
}

impl Alert {
    /// Creates the value with its required fields.
    pub fn new(on: impl IntoIterator<Item = impl Into<String>>, action: impl Into<Action>) -> Self {
        Self {
            on: on.into_iter().map(Into::into).collect::<Vec<String>>(),
            action: action.into(),
            failing_after: None,
            labels: None,
            limit: None,
            schedules: None,
        }
    }

    /// Sets `failing_after`: number of consecutive failures from which the alarm `failing` is sent.
    #[must_use]
    pub fn with_failing_after(mut self, failing_after: u64) -> Self {
        self.failing_after = Some(failing_after);
        self
    }

    /// Sets `labels`: labels of the schedules to watch.
    #[must_use]
    pub fn with_labels(mut self, labels: impl IntoIterator<Item = (impl Into<String>, impl Into<String>)>) -> Self {
        self.labels = Some(
            labels.into_iter().map(|(name, value)| (name.into(), value.into())).collect::<BTreeMap<String, String>>(),
        );
        self
    }

    /// Sets `limit`: minimum time between two alerts about the same alarm of the same schedule.
    #[must_use]
    pub fn with_limit(mut self, limit: impl Into<Seconds>) -> Self {
        self.limit = Some(limit.into());
        self
    }

    /// Sets `schedules`: IDs of the schedules to watch.
    #[must_use]
    pub fn with_schedules(mut self, schedules: impl IntoIterator<Item = impl Into<String>>) -> Self {
        self.schedules = Some(schedules.into_iter().map(Into::into).collect::<Vec<String>>());
        self
    }
}

/// A page of a list.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct AlertList {
    /// Items of the page.
    pub items: Vec<StoredAlert>,
    /// Cursor of the next page. Null on the last page.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next_cursor: Option<String>,
}

/// State of a circuit breaker.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct CircuitBreaker {
    /// Name of the provider.
    pub provider: String,
    /// Receiver in the provider's own terms. Empty if the provider has only one receiver.
    pub receiver: String,
    /// Whether this node has the provider. Other nodes may have others.
    pub is_provider_available: bool,
    /// State: `closed`, `failing`, `open`, `half_open` or `tripped`.
    pub state: String,
    /// Whether actions for the receiver are sent.
    pub is_closed: bool,
    /// Number of consecutive failures, while the breaker is `failing`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub failures: Option<i64>,
    /// Reason given when the breaker was tripped.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
    /// Number of consecutive deliveries, while the breaker is `half_open`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub successes: Option<i64>,
    /// While the breaker is `open`: when the next probe may be sent. While it is `half_open`: when the current probe
    /// times out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub until: Option<Timestamp>,
}

/// A circuit breaker to change, and the reason.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct CircuitBreakerRequest {
    /// Name of the provider.
    pub provider: String,
    /// Reason for the change.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
    /// Receiver in the provider's own terms, such as a host. Omit it if the provider has only one receiver.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub receiver: Option<String>,
}

impl CircuitBreakerRequest {
    /// Creates the value with its required fields.
    pub fn new(provider: impl Into<String>) -> Self {
        Self { provider: provider.into(), note: None, receiver: None }
    }

    /// Sets `note`: reason for the change.
    #[must_use]
    pub fn with_note(mut self, note: impl Into<String>) -> Self {
        self.note = Some(note.into());
        self
    }

    /// Sets `receiver`: receiver in the provider's own terms, such as a host.
    #[must_use]
    pub fn with_receiver(mut self, receiver: impl Into<String>) -> Self {
        self.receiver = Some(receiver.into());
        self
    }
}

/// Outcome of a dispatch. Only `delivered` counts as success.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct DispatchOutcome {
    /// Kind: `delivered`, `skipped`, `retryable`, `rejected` or `delayed`.
    pub kind: String,
    /// Message for people.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
    /// Reason code as in the ledger, unless the action was delivered.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// Time that the receiver asked to wait before a retry, in seconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub retry_after_seconds: Option<i64>,
    /// Object that the receiver created.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub target: Option<RunTarget>,
    /// Earliest time of the next try, if the action is delayed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub until: Option<Timestamp>,
}

/// Verdicts of the dispatch steps, and the outcome.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct DispatchReport {
    /// Provider that sent the action, or would have sent it.
    pub provider: String,
    /// Steps in order, up to the one that stopped the dispatch.
    pub steps: Vec<DispatchStep>,
    /// Outcome of the dispatch. Null for a dry run that no step stopped.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub outcome: Option<DispatchOutcome>,
}

/// A single action to send.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct DispatchRequest {
    /// Action to send, with its provider.
    pub action: Action,
    /// Whether to return only the verdicts: nothing is sent, counted or marked. Default: false.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dry_run: Option<bool>,
    /// Reason for the dispatch.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
    /// Timeout of the provider. Default: 30 seconds. Maximum: 50 seconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub timeout: Option<Seconds>,
}

impl DispatchRequest {
    /// Creates the value with its required fields.
    pub fn new(action: impl Into<Action>) -> Self {
        Self { action: action.into(), dry_run: None, note: None, timeout: None }
    }

    /// Sets `dry_run`: whether to return only the verdicts: nothing is sent, counted or marked.
    #[must_use]
    pub fn with_dry_run(mut self, dry_run: bool) -> Self {
        self.dry_run = Some(dry_run);
        self
    }

    /// Sets `note`: reason for the dispatch.
    #[must_use]
    pub fn with_note(mut self, note: impl Into<String>) -> Self {
        self.note = Some(note.into());
        self
    }

    /// Sets `timeout`: timeout of the provider.
    #[must_use]
    pub fn with_timeout(mut self, timeout: impl Into<Seconds>) -> Self {
        self.timeout = Some(timeout.into());
        self
    }
}

/// Result of a dispatch.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct DispatchResult {
    /// Name of the dispatch: the request's `Idempotency-Key`, or a generated one. Receivers get the same idempotency
    /// key for the same name.
    pub key: String,
    /// Whether the request was a dry run: nothing was sent.
    pub dry_run: bool,
    /// Verdicts of the steps, and the outcome.
    pub report: DispatchReport,
}

/// Verdict of one step.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct DispatchStep {
    /// Name of the step: `guard`, `controls` (holds and quotas), `rules`, `dedup`, `throttle`, `breaker` or `provider`.
    pub step: String,
    /// Decision: `pass`, `changed` or `stop`.
    pub decision: String,
    /// Explanation of the decision.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub detail: Option<String>,
}

/// Stop order for a selection of schedules: a legal hold, an inactive engagement, a maintenance window.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Hold {
    /// Reason as a short code.
    pub code: String,
    /// Start of the hold (inclusive), compared with nominal time. Default: no start.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<Timestamp>,
    /// Reason in words.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
    /// Selection of schedules that the hold covers. Default: all schedules of the tenant.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub selects: Option<HoldSelector>,
    /// End of the hold (exclusive), compared with nominal time. Default: no end.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub until: Option<Timestamp>,
}

impl Hold {
    /// Creates the value with its required fields.
    pub fn new(code: impl Into<String>) -> Self {
        Self { code: code.into(), from: None, note: None, selects: None, until: None }
    }

    /// Sets `from`: start of the hold (inclusive), compared with nominal time.
    #[must_use]
    pub fn with_from(mut self, from: Timestamp) -> Self {
        self.from = Some(from);
        self
    }

    /// Sets `note`: reason in words.
    #[must_use]
    pub fn with_note(mut self, note: impl Into<String>) -> Self {
        self.note = Some(note.into());
        self
    }

    /// Sets `selects`: selection of schedules that the hold covers.
    #[must_use]
    pub fn with_selects(mut self, selects: impl Into<HoldSelector>) -> Self {
        self.selects = Some(selects.into());
        self
    }

    /// Sets `until`: end of the hold (exclusive), compared with nominal time.
    #[must_use]
    pub fn with_until(mut self, until: Timestamp) -> Self {
        self.until = Some(until);
        self
    }
}

/// A page of a list.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct HoldList {
    /// Items of the page.
    pub items: Vec<StoredHold>,
    /// Cursor of the next page. Null on the last page.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next_cursor: Option<String>,
}

/// Selection of the schedules that a hold covers. A schedule must match every given criterion.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct HoldSelector {
    /// Labels. The schedule must have all of them. Default: none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub labels: Option<BTreeMap<String, String>>,
    /// Schedule IDs. The schedule must be one of them. Default: all.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub schedules: Option<Vec<String>>,
    /// Object that the schedule belongs to. Default: any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scope: Option<Scope>,
}

impl HoldSelector {
    /// Sets `labels`: labels.
    #[must_use]
    pub fn with_labels(mut self, labels: impl IntoIterator<Item = (impl Into<String>, impl Into<String>)>) -> Self {
        self.labels = Some(
            labels.into_iter().map(|(name, value)| (name.into(), value.into())).collect::<BTreeMap<String, String>>(),
        );
        self
    }

    /// Sets `schedules`: schedule IDs.
    #[must_use]
    pub fn with_schedules(mut self, schedules: impl IntoIterator<Item = impl Into<String>>) -> Self {
        self.schedules = Some(schedules.into_iter().map(Into::into).collect::<Vec<String>>());
        self
    }

    /// Sets `scope`: object that the schedule belongs to.
    #[must_use]
    pub fn with_scope(mut self, scope: impl Into<Scope>) -> Self {
        self.scope = Some(scope.into());
        self
    }
}

/// Quota: maximum number of occurrences that start per window. A window begins with the first occurrence that starts
/// after the previous window ended.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Quota {
    /// Maximum number of occurrences that start in one window.
    pub limit: u32,
    /// Length of the window.
    pub window: Seconds,
}

impl Quota {
    /// Creates the value with its required fields.
    pub fn new(limit: u32, window: impl Into<Seconds>) -> Self {
        Self { limit, window: window.into() }
    }
}

/// A page of a list.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct QuotaList {
    /// Items of the page.
    pub items: Vec<StoredQuota>,
    /// Cursor of the next page. Null on the last page.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next_cursor: Option<String>,
}

/// A document with its name and version.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct StoredAlert {
    /// Name of the document.
    pub name: String,
    /// Version, which increases with every write. A name that is deleted and used again continues the count.
    pub version: i64,
    /// Time of the last change.
    pub updated_at: Timestamp,
    /// Alert: the alarms and schedules to watch, and the action to send.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub definition: Option<Alert>,
    /// Reason why the definition cannot be read.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub problem: Option<String>,
    /// Warnings about settings that are probably not intended. Only in responses to a save. Omitted if there are none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub warnings: Option<Vec<Warning>>,
}

/// A document with its name and version.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct StoredHold {
    /// Name of the document.
    pub name: String,
    /// Version, which increases with every write. A name that is deleted and used again continues the count.
    pub version: i64,
    /// Time of the last change.
    pub updated_at: Timestamp,
    /// Stop order for a selection of schedules: a legal hold, an inactive engagement, a maintenance window.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub definition: Option<Hold>,
    /// Reason why the definition cannot be read.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub problem: Option<String>,
    /// Warnings about settings that are probably not intended. Only in responses to a save. Omitted if there are none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub warnings: Option<Vec<Warning>>,
}

/// A document with its name and version.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct StoredQuota {
    /// Name of the document.
    pub name: String,
    /// Version, which increases with every write. A name that is deleted and used again continues the count.
    pub version: i64,
    /// Time of the last change.
    pub updated_at: Timestamp,
    /// Quota: maximum number of occurrences that start per window. A window begins with the first occurrence that
    /// starts after the previous window ended.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub definition: Option<Quota>,
    /// Reason why the definition cannot be read.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub problem: Option<String>,
    /// Warnings about settings that are probably not intended. Only in responses to a save. Omitted if there are none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub warnings: Option<Vec<Warning>>,
}
