//! A rule that decides what happens to an action on its way to the provider. Kept in the catalog, under a name that people
//! choose.
//!
//! Rules are tried in order of priority, then of name; the first whose condition holds decides, and no other is asked.

mod action;
mod active;

use jiff::Timestamp;
use jiff::tz::TimeZone;
use refrain_recurrence::time_zone;
use serde::{Deserialize, Serialize};
use serde_json::Value;

pub use self::action::{BeyondLimit, RuleAction, ThrottleKey};
pub use self::active::ActiveTime;
use crate::dispatch::rules::condition::{Condition, ConditionError};
use crate::error::Error;
use crate::ledger::check::text;

/// No description or reason is longer, in bytes: together with the rest a reason must fit into an occurrence's message.
pub const RULE_TEXT_BYTES_MAX: usize = 1_024;
/// No rule has more intervals.
pub const ACTIVE_TIMES_MAX: usize = 100;

/// What decides about actions, and what it decides.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct DispatchRule {
    /// Smaller comes first.
    pub priority: i32,
    /// The question, in the expression language of [`cel`](crate::cel).
    pub condition: String,
    /// What is done when it holds.
    pub then: RuleAction,
    /// Whether it counts.
    #[serde(default = "yes", skip_serializing_if = "is_yes")]
    pub enabled: bool,
    /// What it is for, in words.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub description: String,
    /// The zone that hours and days are read in.
    #[serde(default = "utc")]
    pub timezone: String,
    /// When it counts; always when nothing is said.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub active: Vec<ActiveTime>,
    /// What happens when the condition has no answer.
    #[serde(default, skip_serializing_if = "OnError::is_open")]
    pub on_error: OnError,
}

/// What happens to an action when a rule's condition has no answer for it: it asks for a member that is not there, say.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum OnError {
    /// The rule does not hold, and the next one is asked.
    #[default]
    Open,
    /// The action is refused.
    Closed,
}

impl OnError {
    fn is_open(&self) -> bool {
        *self == Self::Open
    }
}

impl DispatchRule {
    /// A rule of the first priority that always counts.
    pub fn new(condition: impl Into<String>, then: RuleAction) -> Self {
        Self {
            priority: 0,
            condition: condition.into(),
            then,
            enabled: true,
            description: String::new(),
            timezone: utc(),
            active: Vec::new(),
            on_error: OnError::Open,
        }
    }

    /// Reads what the catalog keeps.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn read(body: Value) -> Result<Self, String> {
        let rule: Self = serde_json::from_value(body).map_err(|error| error.to_string())?;
        rule.check().map_err(|error| error.to_string())?;
        Ok(rule)
    }

    /// Refuses what cannot be meant.
    ///
    /// # Errors
    /// What is wrong with it, with the value.
    pub fn check(&self) -> Result<(), Error> {
        self.compile()?;
        text("the rule's description", &self.description, RULE_TEXT_BYTES_MAX)?;
        if self.active.len() > ACTIVE_TIMES_MAX {
            let problem = format!("the rule has {} intervals; at most {ACTIVE_TIMES_MAX} are kept", self.active.len());
            return Err(Error::invalid("too_many", problem));
        }
        self.active.iter().try_for_each(ActiveTime::check)?;
        self.then.check()
    }

    /// The condition and the zone, ready to be asked.
    ///
    /// # Errors
    /// When the condition is no question, or there is no such zone.
    pub(crate) fn compile(&self) -> Result<(Condition, TimeZone), Error> {
        let zone = time_zone(&self.timezone)?;
        let refused = |error: ConditionError| {
            Error::invalid("bad_condition", format!("the condition {:?}: {error}", cut(&self.condition)))
                .with_hint("names are schedule, occurrence, period, payload, metadata, provider, target, kind and now")
        };
        Ok((Condition::compile(&self.condition).map_err(refused)?, zone))
    }

    /// Whether it counts then.
    pub fn is_active(&self, at: Timestamp, zone: &TimeZone) -> bool {
        self.enabled && (self.active.is_empty() || self.active.iter().any(|active| active.holds(at, zone)))
    }
}

fn cut(text: &str) -> String {
    const SHOWN_MAX: usize = 80;
    text.chars().take(SHOWN_MAX).collect()
}

fn yes() -> bool {
    true
}

fn is_yes(is: &bool) -> bool {
    *is
}

fn utc() -> String {
    "UTC".to_owned()
}

#[cfg(test)]
mod tests;
