// Generated from console/openapi.json by `make clients`. Do not edit.

//! Types of the group `dispatch_rules`.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::previews::Warning;
use super::recurrence::Weekday;
use crate::text_enum::text_enum;
use crate::values::Seconds;

/// A part of some days, in the rule's time zone.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct ActiveHours {
    /// Days of the week. Default: every day. A night that begins on one of these days belongs to that day as a whole.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub days: Option<Vec<Weekday>>,
    /// Start time. Default: midnight.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<String>,
    /// End time (exclusive). Default: midnight. An end before `from` is on the next day.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to: Option<String>,
}

impl ActiveHours {
    /// Sets `days`: days of the week.
    #[must_use]
    pub fn with_days(mut self, days: impl IntoIterator<Item = impl Into<Weekday>>) -> Self {
        self.days = Some(days.into_iter().map(Into::into).collect::<Vec<Weekday>>());
        self
    }

    /// Sets `from`: start time.
    #[must_use]
    pub fn with_from(mut self, from: impl Into<String>) -> Self {
        self.from = Some(from.into());
        self
    }

    /// Sets `to`: end time (exclusive).
    #[must_use]
    pub fn with_to(mut self, to: impl Into<String>) -> Self {
        self.to = Some(to.into());
        self
    }
}

/// A condition on actions, and the action to take when it is true.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct DispatchRule {
    /// Order of evaluation. Rules with a smaller number are evaluated first.
    pub priority: i64,
    /// Condition as a CEL expression.
    pub condition: String,
    /// Action to take when the condition is true.
    pub then: DispatchRuleAction,
    /// Times at which the rule is active. Default: always.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub active: Option<Vec<ActiveHours>>,
    /// Description for people.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// Whether the rule is enabled. Default: true.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub enabled: Option<bool>,
    /// What happens when the condition cannot be evaluated. Default: `open`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub on_error: Option<RuleErrorPolicy>,
    /// Time zone for days and hours (IANA name). Default: `UTC`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub timezone: Option<String>,
    /// Whether the rule was last saved without the permission `command`. If such a rule modifies an action whose
    /// provider starts programs, the action is not sent and fails. Set by the server; ignored in requests.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub without_command: Option<bool>,
}

impl DispatchRule {
    /// Creates the value with its required fields.
    pub fn new(priority: i64, condition: impl Into<String>, then: impl Into<DispatchRuleAction>) -> Self {
        Self {
            priority,
            condition: condition.into(),
            then: then.into(),
            active: None,
            description: None,
            enabled: None,
            on_error: None,
            timezone: None,
            without_command: None,
        }
    }

    /// Sets `active`: times at which the rule is active.
    #[must_use]
    pub fn with_active(mut self, active: impl IntoIterator<Item = impl Into<ActiveHours>>) -> Self {
        self.active = Some(active.into_iter().map(Into::into).collect::<Vec<ActiveHours>>());
        self
    }

    /// Sets `description`: description for people.
    #[must_use]
    pub fn with_description(mut self, description: impl Into<String>) -> Self {
        self.description = Some(description.into());
        self
    }

    /// Sets `enabled`: whether the rule is enabled.
    #[must_use]
    pub fn with_enabled(mut self, enabled: bool) -> Self {
        self.enabled = Some(enabled);
        self
    }

    /// Sets `on_error`: what happens when the condition cannot be evaluated.
    #[must_use]
    pub fn with_on_error(mut self, on_error: impl Into<RuleErrorPolicy>) -> Self {
        self.on_error = Some(on_error.into());
        self
    }

    /// Sets `timezone`: time zone for days and hours (IANA name).
    #[must_use]
    pub fn with_timezone(mut self, timezone: impl Into<String>) -> Self {
        self.timezone = Some(timezone.into());
        self
    }

    /// Sets `without_command`: whether the rule was last saved without the permission `command`.
    #[must_use]
    pub fn with_without_command(mut self, without_command: bool) -> Self {
        self.without_command = Some(without_command);
        self
    }
}

/// Action of a dispatch rule.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "action")]
#[non_exhaustive]
pub enum DispatchRuleAction {
    /// Lets the occurrence pass. No further rules are evaluated.
    #[serde(rename = "allow")]
    Allow,
    /// Rejects the occurrence permanently. It is settled as `failed(rejected)`.
    #[serde(rename = "deny")]
    Deny(DenyDispatchRuleAction),
    /// Drops the occurrence. It is settled as `skipped(suppressed)`.
    #[serde(rename = "suppress")]
    Suppress(SuppressDispatchRuleAction),
    /// Drops the occurrence if the same key passed recently. Requires a `dedup_key` in the action.
    #[serde(rename = "dedup")]
    Dedup(DedupDispatchRuleAction),
    /// Sends the action through another provider.
    #[serde(rename = "reroute")]
    Reroute(RerouteDispatchRuleAction),
    /// Limits the number of occurrences per time window.
    #[serde(rename = "throttle")]
    Throttle(ThrottleDispatchRuleAction),
    /// Changes the payload.
    #[serde(rename = "modify")]
    Modify(ModifyDispatchRuleAction),
    /// Delays the action until this long after its due time. After that, the rule has no effect.
    #[serde(rename = "delay")]
    Delay(DelayDispatchRuleAction),
    /// A value of a newer server.
    #[serde(untagged)]
    Other(Value),
}

/// Rejects the occurrence permanently. It is settled as `failed(rejected)`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct DenyDispatchRuleAction {
    /// Reason, shown with the occurrence.
    pub reason: String,
}

impl DenyDispatchRuleAction {
    /// Creates the value with its required fields.
    pub fn new(reason: impl Into<String>) -> Self {
        Self { reason: reason.into() }
    }
}

impl From<DenyDispatchRuleAction> for DispatchRuleAction {
    fn from(value: DenyDispatchRuleAction) -> Self {
        Self::Deny(value)
    }
}

/// Drops the occurrence. It is settled as `skipped(suppressed)`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct SuppressDispatchRuleAction {
    /// Reason, shown with the occurrence.
    pub reason: String,
}

impl SuppressDispatchRuleAction {
    /// Creates the value with its required fields.
    pub fn new(reason: impl Into<String>) -> Self {
        Self { reason: reason.into() }
    }
}

impl From<SuppressDispatchRuleAction> for DispatchRuleAction {
    fn from(value: SuppressDispatchRuleAction) -> Self {
        Self::Suppress(value)
    }
}

/// Drops the occurrence if the same key passed recently. Requires a `dedup_key` in the action.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct DedupDispatchRuleAction {
    /// Time for which a key is remembered.
    pub ttl: Seconds,
}

impl DedupDispatchRuleAction {
    /// Creates the value with its required fields.
    pub fn new(ttl: impl Into<Seconds>) -> Self {
        Self { ttl: ttl.into() }
    }
}

impl From<DedupDispatchRuleAction> for DispatchRuleAction {
    fn from(value: DedupDispatchRuleAction) -> Self {
        Self::Dedup(value)
    }
}

/// Sends the action through another provider.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct RerouteDispatchRuleAction {
    /// Name of the provider.
    pub provider: String,
}

impl RerouteDispatchRuleAction {
    /// Creates the value with its required fields.
    pub fn new(provider: impl Into<String>) -> Self {
        Self { provider: provider.into() }
    }
}

impl From<RerouteDispatchRuleAction> for DispatchRuleAction {
    fn from(value: RerouteDispatchRuleAction) -> Self {
        Self::Reroute(value)
    }
}

/// Limits the number of occurrences per time window.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct ThrottleDispatchRuleAction {
    /// Maximum number of occurrences per window.
    pub limit: u32,
    /// Length of the window.
    pub window: Seconds,
    /// What happens to occurrences beyond the limit. Default: `skip`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub beyond: Option<OverLimitPolicy>,
    /// What is counted together. Default: `tenant`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub key: Option<String>,
}

impl ThrottleDispatchRuleAction {
    /// Creates the value with its required fields.
    pub fn new(limit: u32, window: impl Into<Seconds>) -> Self {
        Self { limit, window: window.into(), beyond: None, key: None }
    }

    /// Sets `beyond`: what happens to occurrences beyond the limit.
    #[must_use]
    pub fn with_beyond(mut self, beyond: impl Into<OverLimitPolicy>) -> Self {
        self.beyond = Some(beyond.into());
        self
    }

    /// Sets `key`: what is counted together.
    #[must_use]
    pub fn with_key(mut self, key: impl Into<String>) -> Self {
        self.key = Some(key.into());
        self
    }
}

impl From<ThrottleDispatchRuleAction> for DispatchRuleAction {
    fn from(value: ThrottleDispatchRuleAction) -> Self {
        Self::Throttle(value)
    }
}

/// Changes the payload.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct ModifyDispatchRuleAction {
    /// JSON merge patch (RFC 7396).
    pub patch: Value,
}

impl ModifyDispatchRuleAction {
    /// Creates the value with its required fields.
    pub fn new(patch: impl Into<Value>) -> Self {
        Self { patch: patch.into() }
    }
}

impl From<ModifyDispatchRuleAction> for DispatchRuleAction {
    fn from(value: ModifyDispatchRuleAction) -> Self {
        Self::Modify(value)
    }
}

/// Delays the action until this long after its due time. After that, the rule has no effect.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct DelayDispatchRuleAction {
    /// Length of the delay.
    pub by: Seconds,
}

impl DelayDispatchRuleAction {
    /// Creates the value with its required fields.
    pub fn new(by: impl Into<Seconds>) -> Self {
        Self { by: by.into() }
    }
}

impl From<DelayDispatchRuleAction> for DispatchRuleAction {
    fn from(value: DelayDispatchRuleAction) -> Self {
        Self::Delay(value)
    }
}

/// A page of a list.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct DispatchRuleList {
    /// Items of the page.
    pub items: Vec<StoredDispatchRule>,
    /// Cursor of the next page. Null on the last page.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next_cursor: Option<String>,
}

text_enum! {
    /// What happens to occurrences beyond a limit.
    OverLimitPolicy {
        Skip = "skip",
        Wait = "wait",
    }
}

text_enum! {
    /// What happens when the condition of a rule cannot be evaluated, for example because it uses a missing member.
    RuleErrorPolicy {
        Open = "open",
        Closed = "closed",
    }
}

/// A document with its name and version.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct StoredDispatchRule {
    /// Name of the document.
    pub name: String,
    /// Version, which increases with every write. A name that is deleted and used again continues the count.
    pub version: i64,
    /// Time of the last change.
    pub updated_at: Timestamp,
    /// A condition on actions, and the action to take when it is true.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub definition: Option<DispatchRule>,
    /// Reason why the definition cannot be read.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub problem: Option<String>,
    /// Warnings about settings that are probably not intended. Only in responses to a save. Omitted if there are none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub warnings: Option<Vec<Warning>>,
}
