//! Alerts: messages to people about alarms, sent through any provider. An alert is stored in the catalog,
//! under a name that people choose. It is sent like any action without a schedule.
//!
//! Invariants:
//!
//! - Exactly one of the nodes sends an alert.
//! - An alert is sent no more often than its limit allows. Alarms that were held back are counted, and the
//!   next alert reports their number.
//! - A failure while an alert is being sent raises no further alert.

mod limit;
mod sending;
mod template;

use std::collections::BTreeMap;

use jiff::Timestamp;
use refrain_recurrence::Length;
use serde::{Deserialize, Serialize};
use serde_json::Value;

pub use self::sending::AlertSender;
pub use self::template::ALERT_NAMES;
use crate::ledger::check::text;
use crate::model::{Action, Definition, ScheduleId};
use crate::observe::Alarm;
use crate::store::StoreError;

/// Maximum number of schedules, labels or alarms that an alert names.
pub const ALERT_NAMES_MAX: usize = 1_000;
/// Maximum number of alerts per tenant.
pub const ALERTS_MAX: usize = 100;
/// Maximum length of a name or label, in bytes.
const WORD_BYTES_MAX: usize = 256;
/// Default limit in seconds: an alert about the same subject is sent at most once in this time.
const LIMIT_SECONDS: i64 = 15 * 60;
/// Maximum limit in seconds.
const LIMIT_SECONDS_MAX: i64 = 30 * 86_400;

/// Alert: the alarms and schedules to watch, and the action to send.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Alert {
    /// Names of the alarms to send.
    pub on: Vec<String>,
    /// Number of consecutive failures from which the alarm `failing` is sent. Default: 1.
    #[serde(default = "once", skip_serializing_if = "is_once")]
    pub failing_after: u64,
    /// IDs of the schedules to watch. Default: all schedules.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub schedules: Vec<String>,
    /// Labels of the schedules to watch. A schedule must have all of them.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub labels: BTreeMap<String, String>,
    /// Action to send. Placeholders such as `{{alarm.message}}` in the strings of its payload are replaced
    /// with details of the alarm.
    pub action: Action,
    /// Minimum time between two alerts about the same alarm of the same schedule. Default: 15 minutes.
    /// Maximum: 30 days.
    #[serde(default = "limit")]
    pub limit: Length,
}

impl Alert {
    /// Creates an alert about these alarms of all schedules, with a limit of one per 15 minutes.
    pub fn new(on: impl IntoIterator<Item: Into<String>>, action: Action) -> Self {
        let on = on.into_iter().map(Into::into).collect();
        Self { on, failing_after: 1, schedules: Vec::new(), labels: BTreeMap::new(), action, limit: limit() }
    }

    /// Parses and checks an alert from the catalog.
    ///
    /// # Errors
    /// Returns the problem as text if the body is not a valid alert.
    pub fn read(body: Value) -> Result<Self, String> {
        let mut alert: Self = serde_json::from_value(body).map_err(|error| error.to_string())?;
        for name in &mut alert.on {
            if let Some(new) = new_name(name) {
                new.clone_into(name);
            }
        }
        alert.check().map_err(|error| error.to_string())?;
        Ok(alert)
    }

    /// Checks the values of the alert.
    ///
    /// # Errors
    /// If a value is unknown or out of range, with the value.
    pub fn check(&self) -> Result<(), StoreError> {
        if self.on.is_empty() {
            return Err(invalid("the alert's alarms", format!("expected one or more of {}, found none", known())));
        }
        if let Some(unknown) = self.on.iter().find(|name| !Alarm::TENANT_ALARM_NAMES.contains(&name.as_str())) {
            let problem = match new_name(unknown) {
                Some(new) => format!("{unknown:?} is now called {new:?}"),
                None => format!("{unknown:?} is not one of {}", known()),
            };
            return Err(invalid("the alert's alarms", problem));
        }
        if self.failing_after == 0 {
            return Err(invalid("the alert's failing_after", "expected 1 or more, found 0".to_owned()));
        }
        if !(1..=LIMIT_SECONDS_MAX).contains(&self.limit.seconds()) {
            let problem = format!("expected 1 second to 30 days, found {}", self.limit);
            return Err(invalid("the alert's limit", problem));
        }
        let named = self.schedules.len().max(self.labels.len()).max(self.on.len());
        if named > ALERT_NAMES_MAX {
            return Err(StoreError::TooLarge {
                what: "the selection of the alert",
                size: named,
                size_max: ALERT_NAMES_MAX,
            });
        }
        for name in &self.schedules {
            // A name that no schedule can have would silently select nothing.
            ScheduleId::new(name)?;
        }
        for (label, value) in &self.labels {
            text("a label of the alert", label, WORD_BYTES_MAX)?;
            text("a label of the alert", value, WORD_BYTES_MAX)?;
        }
        template::check(&self.action).map_err(|problem| invalid("the alert's payload", problem))
    }

    /// Returns the action as it would be sent, so that it can be checked.
    pub(crate) fn sample(&self, now: Timestamp) -> Action {
        let alarm = Alarm::Overdue { since: now };
        template::filled(&self.action, &template::AlarmValues { alarm: &alarm, at: now, held_back: 0 })
    }

    /// Returns whether the alert covers this alarm, regardless of the schedule.
    fn covers_alarm(&self, alarm: &Alarm) -> bool {
        let is_too_soon =
            matches!(alarm, Alarm::Failing { consecutive_failures, .. } if *consecutive_failures < self.failing_after);
        !is_too_soon && self.on.iter().any(|name| name == alarm.name())
    }

    /// Returns whether the alert is restricted to certain schedules.
    fn is_selective(&self) -> bool {
        !self.schedules.is_empty() || !self.labels.is_empty()
    }

    /// Returns whether the alert covers the ID of this schedule, regardless of its labels.
    fn names(&self, schedule: &ScheduleId) -> bool {
        self.schedules.is_empty() || self.schedules.iter().any(|name| name == schedule.as_str())
    }

    /// Returns whether the alert covers this schedule.
    fn selects(&self, schedule: &ScheduleId, definition: &Definition) -> bool {
        self.names(schedule) && self.labels.iter().all(|(label, value)| definition.labels.get(label) == Some(value))
    }
}

/// Returns the current name of an alarm that had another name when the alert was stored.
fn new_name(old: &str) -> Option<&'static str> {
    match old {
        "fires_moved" => Some("occurrences_moved"),
        "unreadable_order" => Some("unreadable_control"),
        _ => None,
    }
}

fn known() -> String {
    Alarm::TENANT_ALARM_NAMES.join(", ")
}

fn invalid(field: &'static str, problem: String) -> StoreError {
    StoreError::Invalid { field, problem }
}

const fn once() -> u64 {
    1
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
const fn is_once(failures: &u64) -> bool {
    *failures == 1
}

const fn limit() -> Length {
    Length::from_seconds(LIMIT_SECONDS)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn an_alert_round_trips_and_rejects_invalid_values() {
        let action =
            json!({"provider": "webhook", "target": "https://x.example/", "payload": {"text": "{{alarm.message}}"}});
        let body = json!({"on": ["failing", "recovered"], "failing_after": 3, "schedules": ["digest"],
                          "labels": {"team": "mail"}, "action": action, "limit": "1h"});
        let alert = Alert::read(body.clone()).unwrap();
        assert_eq!(Alert::read(serde_json::to_value(&alert).unwrap()).unwrap(), alert);
        for (field, value, said) in [
            ("on", json!([]), "found none"),
            ("on", json!(["rain"]), "\"rain\" is not one of missed_run"),
            ("on", json!(["store_down"]), "store_down"),
            ("failing_after", json!(0), "0"),
            ("schedules", json!(["no such name"]), "no such name"),
            ("limit", json!("0s"), "0"),
            ("limit", json!("31d"), "30 days"),
            ("action", json!({"provider": "log", "payload": "{{alarm.weather}}"}), "alarm.weather"),
            ("color", json!("red"), "color"),
        ] {
            let mut broken = body.clone();
            broken[field] = value;
            let problem = Alert::read(broken).unwrap_err();
            assert!(problem.contains(said), "{field}: {problem}");
        }
    }

    #[test]
    fn an_alert_stored_under_old_names_is_read_and_a_new_one_is_told_the_new_names() {
        let body = json!({"on": ["fires_moved", "unreadable_order"], "action": {"provider": "log", "payload": {}}});
        let alert = Alert::read(body.clone()).unwrap();
        assert_eq!(alert.on, ["occurrences_moved", "unreadable_control"]);
        let asked: Alert = serde_json::from_value(body).unwrap();
        let problem = asked.check().unwrap_err().to_string();
        assert!(problem.contains(r#""fires_moved" is now called "occurrences_moved""#), "{problem}");
    }

    #[test]
    fn failing_counts_from_failing_after() {
        let mut alert = Alert::new(["failing"], Action::new("log", Value::Null));
        alert.failing_after = 3;
        let schedule = crate::worker::fixture::leased(1, 1).occurrence.schedule.clone();
        let failing = |consecutive_failures| Alarm::Failing { schedule: schedule.clone(), consecutive_failures };
        assert_eq!([2, 3, 4].map(|failures| alert.covers_alarm(&failing(failures))), [false, true, true]);
        assert!(!alert.covers_alarm(&Alarm::Recovered { schedule: schedule.clone() }));
    }
}
