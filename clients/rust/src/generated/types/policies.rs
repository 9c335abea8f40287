// Generated from console/openapi.json by `make clients`. Do not edit.

//! Types of the group `policies`.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::text_enum::text_enum;
use crate::values::Seconds;

/// Message to send, and the provider that sends it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Action {
    /// Name of the provider that sends the action.
    pub provider: String,
    /// Time for which the deduplication key is remembered, unless a dispatch rule sets another. Default: 1 day.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dedup_for: Option<Seconds>,
    /// Deduplication key, a template. While a key is remembered, further actions with the same expanded key are dropped
    /// as duplicates.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dedup_key: Option<String>,
    /// Kind of the action. Dispatch rules and receivers can tell actions apart by it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kind: Option<String>,
    /// Additional metadata for the provider.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub metadata: Option<BTreeMap<String, String>>,
    /// Payload to send.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub payload: Option<Value>,
    /// Address to send to, in the provider's own terms: a URL, a queue, a handler.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub target: Option<String>,
}

impl Action {
    /// Creates the value with its required fields.
    pub fn new(provider: impl Into<String>) -> Self {
        Self {
            provider: provider.into(),
            dedup_for: None,
            dedup_key: None,
            kind: None,
            metadata: None,
            payload: None,
            target: None,
        }
    }

    /// Sets `dedup_for`: time for which the deduplication key is remembered, unless a dispatch rule sets another.
    #[must_use]
    pub fn with_dedup_for(mut self, dedup_for: impl Into<Seconds>) -> Self {
        self.dedup_for = Some(dedup_for.into());
        self
    }

    /// Sets `dedup_key`: deduplication key, a template.
    #[must_use]
    pub fn with_dedup_key(mut self, dedup_key: impl Into<String>) -> Self {
        self.dedup_key = Some(dedup_key.into());
        self
    }

    /// Sets `kind`: kind of the action.
    #[must_use]
    pub fn with_kind(mut self, kind: impl Into<String>) -> Self {
        self.kind = Some(kind.into());
        self
    }

    /// Sets `metadata`: additional metadata for the provider.
    #[must_use]
    pub fn with_metadata(mut self, metadata: impl IntoIterator<Item = (impl Into<String>, impl Into<String>)>) -> Self {
        self.metadata = Some(
            metadata.into_iter().map(|(name, value)| (name.into(), value.into())).collect::<BTreeMap<String, String>>(),
        );
        self
    }

    /// Sets `payload`: payload to send.
    #[must_use]
    pub fn with_payload(mut self, payload: impl Into<Value>) -> Self {
        self.payload = Some(payload.into());
        self
    }

    /// Sets `target`: address to send to, in the provider's own terms: a URL, a queue, a handler.
    #[must_use]
    pub fn with_target(mut self, target: impl Into<String>) -> Self {
        self.target = Some(target.into());
        self
    }
}

/// Policy for occurrences that were not planned in time.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct CatchUp {
    /// Maximum number of missed occurrences to run. Default: 100. Maximum: 10,000.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub limit: Option<u32>,
    /// Which missed occurrences run late. Default: `latest`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub policy: Option<CatchUpPolicy>,
    /// Maximum delay at which a missed occurrence still runs. Default: one period or 24 hours, whichever is shorter.
    /// With the policy `skip`, a window of less than a minute limits how late an occurrence that was not planned in
    /// time counts as on time. Default: a minute.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub window: Option<Seconds>,
}

impl CatchUp {
    /// Sets `limit`: maximum number of missed occurrences to run.
    #[must_use]
    pub fn with_limit(mut self, limit: u32) -> Self {
        self.limit = Some(limit);
        self
    }

    /// Sets `policy`: which missed occurrences run late.
    #[must_use]
    pub fn with_policy(mut self, policy: impl Into<CatchUpPolicy>) -> Self {
        self.policy = Some(policy.into());
        self
    }

    /// Sets `window`: maximum delay at which a missed occurrence still runs.
    #[must_use]
    pub fn with_window(mut self, window: impl Into<Seconds>) -> Self {
        self.window = Some(window.into());
        self
    }
}

text_enum! {
    /// Policy that decides which missed occurrences are caught up.
    CatchUpPolicy {
        Latest = "latest",
        Skip = "skip",
        Earliest = "earliest",
        All = "all",
    }
}

text_enum! {
    /// Delivery guarantee: what happens after a crash between sending and recording the result.
    Delivery {
        AtLeastOnce = "at_least_once",
        AtMostOnce = "at_most_once",
    }
}

text_enum! {
    /// Level of detail that is stored for an attempt, in addition to its times, outcome and reason.
    HistoryLevel {
        None = "none",
        Errors = "errors",
        Minimal = "minimal",
        Full = "full",
    }
}

text_enum! {
    /// Policy for an occurrence that is due while an earlier one of its schedule is still open.
    ///
    /// A run that waits for its next attempt counts as running.
    OverlapPolicy {
        Skip = "skip",
        BufferOne = "buffer_one",
        BufferAll = "buffer_all",
        CancelOther = "cancel_other",
        AllowAll = "allow_all",
    }
}

text_enum! {
    /// Priority among a tenant's due occurrences.
    Priority {
        High = "high",
        Normal = "normal",
        Low = "low",
    }
}

/// Policy for retries of failed attempts.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct RetryPolicy {
    /// Factor by which each delay is multiplied to get the next. Default: 2.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub factor: Option<f64>,
    /// Delay before the second attempt. Default: 10 seconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub initial: Option<Seconds>,
    /// Maximum number of attempts, including the first. Default: 5.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_attempts: Option<u32>,
    /// Maximum time from the first attempt to the last. Default: 24 hours.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_elapsed: Option<Seconds>,
    /// Maximum delay between two attempts. Default: 1 hour.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_interval: Option<Seconds>,
}

impl RetryPolicy {
    /// Sets `factor`: factor by which each delay is multiplied to get the next.
    #[must_use]
    pub fn with_factor(mut self, factor: f64) -> Self {
        self.factor = Some(factor);
        self
    }

    /// Sets `initial`: delay before the second attempt.
    #[must_use]
    pub fn with_initial(mut self, initial: impl Into<Seconds>) -> Self {
        self.initial = Some(initial.into());
        self
    }

    /// Sets `max_attempts`: maximum number of attempts, including the first.
    #[must_use]
    pub fn with_max_attempts(mut self, max_attempts: u32) -> Self {
        self.max_attempts = Some(max_attempts);
        self
    }

    /// Sets `max_elapsed`: maximum time from the first attempt to the last.
    #[must_use]
    pub fn with_max_elapsed(mut self, max_elapsed: impl Into<Seconds>) -> Self {
        self.max_elapsed = Some(max_elapsed.into());
        self
    }

    /// Sets `max_interval`: maximum delay between two attempts.
    #[must_use]
    pub fn with_max_interval(mut self, max_interval: impl Into<Seconds>) -> Self {
        self.max_interval = Some(max_interval.into());
        self
    }
}

/// Object that a schedule belongs to: a template node, an engagement, a customer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Scope {
    /// Type of the object.
    #[serde(rename = "type")]
    pub kind: String,
    /// ID of the object.
    pub id: String,
}

impl Scope {
    /// Creates the value with its required fields.
    pub fn new(kind: impl Into<String>, id: impl Into<String>) -> Self {
        Self { kind: kind.into(), id: id.into() }
    }
}
