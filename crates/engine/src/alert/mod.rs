//! Alerts: whom to tell when something goes wrong, and through which provider. Kept in the catalog, under a name that people
//! choose, and sent as any action without a schedule is.
//!
//! Invariants: of all nodes one sends; no more often than its limit allows, and what was held back is counted and told with
//! the next; what goes wrong while an alert is sent raises no alert.

mod limit;
mod sending;
mod template;

use std::collections::BTreeMap;

use jiff::Timestamp;
use refrain_recurrence::Length;
use serde::{Deserialize, Serialize};
use serde_json::Value;

pub use self::sending::Alerting;
pub(crate) use self::sending::{Told, is_sending};
pub use self::template::ALERT_NAMES;
use crate::action::Action;
use crate::definition::Definition;
use crate::event::Alarm;
use crate::id::ScheduleId;
use crate::ledger::check::text;
use crate::store::StoreError;

/// No alert names more schedules or labels.
pub const ALERT_NAMES_MAX: usize = 1_000;
/// No tenant has more alerts.
pub const ALERTS_MAX: usize = 100;
/// No name or label is longer, in bytes.
const WORD_BYTES_MAX: usize = 256;
/// An alert is sent at most once in this time about the same thing, where it says nothing itself.
const LIMIT_SECONDS: i64 = 15 * 60;
/// No limit is longer.
const LIMIT_SECONDS_MAX: i64 = 30 * 86_400;

/// Whom to tell, and of what.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Alert {
    /// Of which alarms, by their names.
    pub on: Vec<String>,
    /// So many failures in a row make a schedule `failing`.
    #[serde(default = "once", skip_serializing_if = "is_once")]
    pub failing_after: u64,
    /// Of which schedules, by name; of all when empty.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub schedules: Vec<String>,
    /// Of which schedules, by labels, all of them.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub labels: BTreeMap<String, String>,
    /// What is sent. `{{alarm.message}}` and its like in the strings of its payload stand for what happened.
    pub action: Action,
    /// It is sent at most once in this time about the same alarm of the same schedule.
    #[serde(default = "limit")]
    pub limit: Length,
}

impl Alert {
    /// An alert about these alarms of all schedules, with a limit of one in 15 minutes.
    pub fn new(on: impl IntoIterator<Item: Into<String>>, action: Action) -> Self {
        let on = on.into_iter().map(Into::into).collect();
        Self { on, failing_after: 1, schedules: Vec::new(), labels: BTreeMap::new(), action, limit: limit() }
    }

    /// Reads what the catalog keeps.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn read(body: Value) -> Result<Self, String> {
        let alert: Self = serde_json::from_value(body).map_err(|error| error.to_string())?;
        alert.check().map_err(|error| error.to_string())?;
        Ok(alert)
    }

    /// Refuses what cannot be meant.
    ///
    /// # Errors
    /// What is wrong with it, with the value.
    pub fn check(&self) -> Result<(), StoreError> {
        if self.on.is_empty() {
            return Err(invalid("the alert's alarms", format!("there are none; it may tell of {}", known())));
        }
        if let Some(unknown) = self.on.iter().find(|name| !Alarm::OF_TENANTS.contains(&name.as_str())) {
            return Err(invalid("the alert's alarms", format!("{unknown:?} is none of {}", known())));
        }
        if self.failing_after == 0 {
            return Err(invalid("the alert's failing_after", "it is 0; 1 tells of the first failure".to_owned()));
        }
        if !(1..=LIMIT_SECONDS_MAX).contains(&self.limit.seconds()) {
            let problem = format!("it is {}; a limit lasts from a second to 30 days", self.limit);
            return Err(invalid("the alert's limit", problem));
        }
        let named = self.schedules.len().max(self.labels.len()).max(self.on.len());
        if named > ALERT_NAMES_MAX {
            return Err(StoreError::TooLarge {
                what: "what the alert selects",
                size: named,
                size_max: ALERT_NAMES_MAX,
            });
        }
        for name in &self.schedules {
            // A name that no schedule can have would select nothing, and nobody would know.
            ScheduleId::new(name)?;
        }
        for (label, value) in &self.labels {
            text("a label of the alert", label, WORD_BYTES_MAX)?;
            text("a label of the alert", value, WORD_BYTES_MAX)?;
        }
        template::check(&self.action).map_err(|problem| invalid("the alert's payload", problem))
    }

    /// The action as it would be sent, for whoever checks it.
    pub(crate) fn sample(&self, now: Timestamp) -> Action {
        let alarm = Alarm::Overdue { since: now };
        template::filled(&self.action, &template::Known { alarm: &alarm, at: now, held_back: 0 })
    }

    /// Whether it tells of this alarm, of whichever schedule.
    fn is_on(&self, alarm: &Alarm) -> bool {
        let is_too_soon =
            matches!(alarm, Alarm::Failing { failures_in_a_row, .. } if *failures_in_a_row < self.failing_after);
        !is_too_soon && self.on.iter().any(|name| name == alarm.name())
    }

    /// Whether it asks for single schedules.
    fn is_selective(&self) -> bool {
        !self.schedules.is_empty() || !self.labels.is_empty()
    }

    /// Whether it tells of this schedule.
    fn selects(&self, schedule: &ScheduleId, definition: &Definition) -> bool {
        let is_named = self.schedules.is_empty() || self.schedules.iter().any(|name| name == schedule.as_str());
        is_named && self.labels.iter().all(|(label, value)| definition.labels.get(label) == Some(value))
    }
}

fn known() -> String {
    Alarm::OF_TENANTS.join(", ")
}

fn invalid(field: &'static str, problem: String) -> StoreError {
    StoreError::Invalid { field, problem }
}

const fn once() -> u64 {
    1
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands it over so")]
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
    fn an_alert_reads_back_and_refuses_what_cannot_be_meant() {
        let action =
            json!({"provider": "webhook", "target": "https://x.example/", "payload": {"text": "{{alarm.message}}"}});
        let body = json!({"on": ["failing", "recovered"], "failing_after": 3, "schedules": ["digest"],
                          "labels": {"team": "mail"}, "action": action, "limit": "1h"});
        let alert = Alert::read(body.clone()).unwrap();
        assert_eq!(Alert::read(serde_json::to_value(&alert).unwrap()).unwrap(), alert);
        for (field, value, said) in [
            ("on", json!([]), "there are none"),
            ("on", json!(["rain"]), "\"rain\" is none of missed_run"),
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
    fn failing_counts_from_where_the_alert_says() {
        let mut alert = Alert::new(["failing"], Action::new("log", Value::Null));
        alert.failing_after = 3;
        let schedule = crate::worker::fixture::leased(1, 1).occurrence.schedule.clone();
        let failing = |failures_in_a_row| Alarm::Failing { schedule: schedule.clone(), failures_in_a_row };
        assert_eq!([2, 3, 4].map(|failures| alert.is_on(&failing(failures))), [false, true, true]);
        assert!(!alert.is_on(&Alarm::Recovered { schedule: schedule.clone() }));
    }
}
