//! A dispatch rule decides what happens to an action on its way to the provider. Rules are kept in the catalog,
//! under names that people choose.
//!
//! Rules are evaluated in order of priority, then of name. The first rule whose condition is true decides; no
//! further rule is evaluated. Conditions are written in the expression language of [`cel`](crate::dispatch::cel).

mod action;
mod active;

use jiff::Timestamp;
use jiff::tz::TimeZone;
use refrain_recurrence::time_zone;
use serde::{Deserialize, Serialize};
use serde_json::Value;

pub use self::action::{BeyondLimit, RuleAction, ThrottleKey};
pub use self::active::ActiveTime;
use crate::dispatch::condition::{Condition, ConditionError};
use crate::error::Error;
use crate::error_code::ErrorCode;
use crate::ledger::check::text;

/// Maximum length of a description or reason in bytes. A reason has to fit into an occurrence's message
/// together with the rest of the text.
pub const RULE_TEXT_BYTES_MAX: usize = 1_024;
/// Maximum number of active intervals per rule.
pub const ACTIVE_TIMES_MAX: usize = 100;

/// A condition on actions, and the action to take when it is true.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct DispatchRule {
    /// Order of evaluation. Rules with a smaller number are evaluated first.
    pub priority: i32,
    /// Condition as a CEL expression.
    pub condition: String,
    /// Action to take when the condition is true.
    pub then: RuleAction,
    /// Whether the rule is enabled. Default: true.
    #[serde(default = "yes", skip_serializing_if = "is_yes")]
    pub enabled: bool,
    /// Description for people.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub description: String,
    /// Time zone for days and hours (IANA name). Default: `UTC`.
    #[serde(default = "utc")]
    pub timezone: String,
    /// Times at which the rule is active. Default: always.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub active: Vec<ActiveTime>,
    /// What happens when the condition cannot be evaluated. Default: `open`.
    #[serde(default, skip_serializing_if = "OnError::is_open")]
    pub on_error: OnError,
    /// Whether the rule was last saved without the permission `command`. If such a rule modifies an action whose
    /// provider starts programs, the action is not sent and fails. Set by the server; ignored in requests.
    // A rule without this mark was saved with `command`, or before rules had the mark, when saving only checked the
    // providers of all live nodes.
    #[serde(default, skip_serializing_if = "is_no")]
    #[cfg_attr(feature = "schema", schema(read_only))]
    pub without_command: bool,
}

/// What happens when the condition of a rule cannot be evaluated, for example because it uses a missing member.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum OnError {
    /// The rule does not apply, and the next rule is evaluated.
    #[default]
    Open,
    /// The action is rejected.
    Closed,
}

impl OnError {
    fn is_open(&self) -> bool {
        *self == Self::Open
    }
}

impl DispatchRule {
    /// Creates a rule with priority 0 that is always active.
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
            without_command: false,
        }
    }

    /// Parses and checks a rule from the catalog.
    ///
    /// # Errors
    /// When the rule is invalid. The error is the problem as text.
    pub fn read(body: Value) -> Result<Self, String> {
        let rule: Self = serde_json::from_value(body).map_err(|error| error.to_string())?;
        rule.check().map_err(|error| error.to_string())?;
        Ok(rule)
    }

    /// Checks the values of the rule.
    ///
    /// # Errors
    /// When a value is invalid. The error contains the value.
    pub fn check(&self) -> Result<(), Error> {
        self.compile()?;
        text("the rule's description", &self.description, RULE_TEXT_BYTES_MAX)?;
        if self.active.len() > ACTIVE_TIMES_MAX {
            let problem = format!("the rule has {} intervals; the maximum is {ACTIVE_TIMES_MAX}", self.active.len());
            return Err(Error::invalid(ErrorCode::TooMany, problem));
        }
        self.active.iter().try_for_each(ActiveTime::check)?;
        self.then.check()
    }

    /// Compiles the condition and resolves the time zone.
    ///
    /// # Errors
    /// When the condition is invalid, or the time zone is unknown.
    pub(crate) fn compile(&self) -> Result<(Condition, TimeZone), Error> {
        let zone = time_zone(&self.timezone)?;
        let refused = |error: ConditionError| {
            Error::invalid(ErrorCode::BadCondition, format!("the condition {:?}: {error}", cut(&self.condition)))
                .with_hint(
                    "available names: schedule, occurrence, period, payload, metadata, provider, target, kind and now",
                )
        };
        Ok((Condition::compile(&self.condition).map_err(refused)?, zone))
    }

    /// Returns whether the rule is active at this time.
    pub fn is_active(&self, at: Timestamp, zone: &TimeZone) -> bool {
        self.enabled && (self.active.is_empty() || self.active.iter().any(|active| active.holds(at, zone)))
    }
}

fn cut(text: &str) -> String {
    const SHOWN_MAX: usize = 80;
    text.chars().take(SHOWN_MAX).collect()
}

fn is_no(is: &bool) -> bool {
    !*is
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
