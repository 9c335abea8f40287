//! Holds: each stops selected occurrences for a time, and says why. A hold is stored in the catalog, under a
//! name that people choose.
//!
//! Occurrences under a hold are planned as usual and settled as `skipped(hold)`. So the ledger shows every
//! occurrence that the hold stopped.

use std::collections::BTreeMap;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::ledger::check::text;
use crate::model::{Definition, ScheduleId, Scope};
use crate::store::StoreError;

/// Maximum length of a code, name, label or part of a scope, in bytes.
pub const HOLD_TEXT_BYTES_MAX: usize = 256;
/// Maximum length of a note in bytes. Together with the rest, the note must fit into an occurrence's message.
pub const HOLD_NOTE_BYTES_MAX: usize = 1_024;
/// Maximum number of schedules, and of labels, that a hold names.
pub const HOLD_NAMES_MAX: usize = 1_000;

/// Stop order for a selection of schedules: a legal hold, an inactive engagement, a maintenance window.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Hold {
    /// Reason as a short code.
    pub code: String,
    /// Reason in words.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub note: String,
    /// Selection of schedules that the hold covers. Default: all schedules of the tenant.
    #[serde(default)]
    pub selects: HoldSelector,
    /// Start of the hold (inclusive), compared with nominal time. Default: no start.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<Timestamp>,
    /// End of the hold (exclusive), compared with nominal time. Default: no end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until: Option<Timestamp>,
}

/// Selection of the schedules that a hold covers. A schedule must match every given criterion.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(default, deny_unknown_fields)]
pub struct HoldSelector {
    /// Schedule IDs. The schedule must be one of them. Default: all.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub schedules: Vec<String>,
    /// Object that the schedule belongs to. Default: any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scope: Option<Scope>,
    /// Labels. The schedule must have all of them. Default: none.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub labels: BTreeMap<String, String>,
}

impl Hold {
    /// Creates a hold on all schedules of its tenant, without start or end.
    pub fn new(code: impl Into<String>) -> Self {
        Self { code: code.into(), note: String::new(), selects: HoldSelector::default(), from: None, until: None }
    }

    /// Parses and checks a hold from the catalog.
    ///
    /// # Errors
    /// Returns the problem as text if the body is not a valid hold.
    pub fn read(body: Value) -> Result<Self, String> {
        let hold: Self = serde_json::from_value(body).map_err(|error| error.to_string())?;
        hold.check().map_err(|error| error.to_string())?;
        Ok(hold)
    }

    /// Checks the values of the hold.
    ///
    /// # Errors
    /// If a value is empty, too long or contradictory, with the value.
    pub fn check(&self) -> Result<(), StoreError> {
        check_not_blank("the hold's code", &self.code)?;
        text("the hold's note", &self.note, HOLD_NOTE_BYTES_MAX)?;
        if let (Some(from), Some(until)) = (self.from, self.until)
            && from >= until
        {
            return Err(invalid("the hold's range", format!("the end {until} is not after the start {from}")));
        }
        self.selects.check()
    }

    /// Returns whether the hold covers an occurrence of the schedule with this nominal time.
    pub fn covers(&self, schedule: &ScheduleId, definition: &Definition, nominal_at: Timestamp) -> bool {
        let is_in_range = self.from.is_none_or(|from| from <= nominal_at) && self.until.is_none_or(|u| nominal_at < u);
        is_in_range && self.selects.covers(schedule, definition)
    }

    /// Formats the hold with its name, code and note.
    pub fn describe(&self, name: &str) -> String {
        let Self { code, note, .. } = self;
        if note.is_empty() { format!("hold {name} ({code})") } else { format!("hold {name} ({code}): {note}") }
    }
}

impl HoldSelector {
    fn check(&self) -> Result<(), StoreError> {
        let (names, labels) = (self.schedules.len(), self.labels.len());
        if names.max(labels) > HOLD_NAMES_MAX {
            let what = "the selection of the hold";
            return Err(StoreError::TooLarge { what, size: names.max(labels), size_max: HOLD_NAMES_MAX });
        }
        for name in &self.schedules {
            // A name that no schedule can have would silently cover nothing.
            ScheduleId::new(name)?;
        }
        if let Some(scope) = &self.scope {
            check_not_blank("the type of the hold's scope", &scope.kind)?;
            check_not_blank("the ID of the hold's scope", &scope.id)?;
        }
        for (label, value) in &self.labels {
            check_not_blank("a label of the hold", label)?;
            text("a label of the hold", value, HOLD_TEXT_BYTES_MAX)?;
        }
        Ok(())
    }

    fn covers(&self, schedule: &ScheduleId, definition: &Definition) -> bool {
        let is_named = self.schedules.is_empty() || self.schedules.iter().any(|name| name == schedule.as_str());
        let is_of_scope = self.scope.is_none() || self.scope == definition.scope;
        is_named && is_of_scope && self.labels.iter().all(|(label, value)| definition.labels.get(label) == Some(value))
    }
}

/// Checks a text that must not be blank.
fn check_not_blank(field: &'static str, value: &str) -> Result<(), StoreError> {
    if value.trim().is_empty() {
        return Err(invalid(field, format!("expected a text that is not blank, found {value:?}")));
    }
    text(field, value, HOLD_TEXT_BYTES_MAX)
}

fn invalid(field: &'static str, problem: String) -> StoreError {
    StoreError::Invalid { field, problem }
}

#[cfg(test)]
mod tests {
    use refrain_recurrence::{CronRecurrence, Recurrence, Spec};
    use serde_json::json;

    use super::*;
    use crate::model::Action;

    fn at(text: &str) -> Timestamp {
        text.parse().unwrap()
    }

    fn definition() -> Definition {
        let rule = CronRecurrence { expression: "0 9 * * *".to_owned(), ..CronRecurrence::default() };
        let mut definition = Definition::new(Spec::new(Recurrence::Cron(rule), "UTC"), Action::new("log", Value::Null));
        definition.labels.insert("team".to_owned(), "billing".to_owned());
        definition.labels.insert("tier".to_owned(), "gold".to_owned());
        definition.scope = Some(Scope { kind: "engagement".to_owned(), id: "7".to_owned() });
        definition
    }

    #[test]
    fn a_hold_covers_schedules_that_match_every_criterion() {
        let covers = |selects: Value| {
            let hold = Hold::read(json!({"code": "legal", "selects": selects})).unwrap();
            hold.covers(&ScheduleId::new("digest").unwrap(), &definition(), at("2026-01-05T09:00:00Z"))
        };
        assert!(covers(json!({})));
        assert!(covers(json!({"schedules": ["other", "digest"]})));
        assert!(!covers(json!({"schedules": ["other"]})));
        assert!(covers(json!({"scope": {"type": "engagement", "id": "7"}})));
        assert!(!covers(json!({"scope": {"type": "engagement", "id": "8"}})));
        assert!(covers(json!({"labels": {"team": "billing", "tier": "gold"}})));
        assert!(!covers(json!({"labels": {"team": "billing", "tier": "silver"}})));
        assert!(!covers(json!({"schedules": ["digest"], "labels": {"absent": ""}})));
    }

    #[test]
    fn a_range_is_by_nominal_time_and_leaves_out_its_end() {
        let hold = Hold {
            from: Some(at("2026-01-05T09:00:00Z")),
            until: Some(at("2026-01-05T10:00:00Z")),
            ..Hold::new("maintenance")
        };
        let covers = |time| hold.covers(&ScheduleId::new("digest").unwrap(), &definition(), at(time));
        assert!(!covers("2026-01-05T08:59:59Z") && covers("2026-01-05T09:00:00Z"));
        assert!(covers("2026-01-05T09:59:59Z") && !covers("2026-01-05T10:00:00Z"));
    }

    #[test]
    fn invalid_values_are_rejected_by_name() {
        for (body, said) in [
            (json!({}), "code"),
            (json!({"code": " "}), "\" \""),
            (json!({"code": "x", "untill": null}), "untill"),
            (json!({"code": "x", "selects": {"schedule": "a"}}), "schedule"),
            (json!({"code": "x", "selects": {"schedules": ["a b"]}}), "a b"),
            (json!({"code": "x", "selects": {"scope": {"type": "", "id": "7"}}}), "scope"),
            (json!({"code": "x", "from": "2026-01-05T09:00:00Z", "until": "2026-01-05T09:00:00Z"}), "2026-01-05T09"),
            (json!({"code": "x\0"}), "NUL"),
            (json!({"code": "x", "note": "x".repeat(2_000)}), "2000"),
            (json!({"code": "x", "selects": {"schedules": vec!["a"; 2_000]}}), "2000"),
        ] {
            let problem = Hold::read(body.clone()).unwrap_err();
            assert!(problem.contains(said), "{body}: {problem}");
        }
    }
}
