//! A hold: occurrences that must not run for a time, and why. Kept in the catalog, under a name that people choose.
//!
//! What it covers is planned as always and ends as `skipped(hold)`, so that the ledger shows every occurrence it stopped.

use std::collections::BTreeMap;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::definition::{Definition, Scope};
use crate::id::ScheduleId;
use crate::ledger::check::text;
use crate::store::StoreError;

/// No code, name, label or part of a scope is longer, in bytes.
pub const HOLD_WORD_BYTES_MAX: usize = 256;
/// No note is longer, in bytes: together with the rest it must fit into an occurrence's message.
pub const HOLD_NOTE_BYTES_MAX: usize = 1_024;
/// No hold names more schedules or labels.
pub const HOLD_NAMES_MAX: usize = 1_000;

/// A legal hold, an inactive engagement, a maintenance window.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Hold {
    /// Why, as a short code.
    pub code: String,
    /// Why, in words.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub note: String,
    /// What it covers; everything when nothing is said.
    #[serde(default)]
    pub selects: HoldSelector,
    /// From when on, by nominal time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<Timestamp>,
    /// Until when, exclusive.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until: Option<Timestamp>,
}

/// Which schedules a hold covers: those that match all of what is given.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(default, deny_unknown_fields)]
pub struct HoldSelector {
    /// By name: one of these.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub schedules: Vec<String>,
    /// By what they belong to.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scope: Option<Scope>,
    /// By labels, all of them.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub labels: BTreeMap<String, String>,
}

impl Hold {
    /// A hold on everything of its tenant, for ever, for this reason.
    pub fn new(code: impl Into<String>) -> Self {
        Self { code: code.into(), note: String::new(), selects: HoldSelector::default(), from: None, until: None }
    }

    /// Reads what the catalog keeps.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn read(body: Value) -> Result<Self, String> {
        let hold: Self = serde_json::from_value(body).map_err(|error| error.to_string())?;
        hold.check().map_err(|error| error.to_string())?;
        Ok(hold)
    }

    /// Refuses what cannot be meant.
    ///
    /// # Errors
    /// What is wrong with it, with the value.
    pub fn check(&self) -> Result<(), StoreError> {
        word("the hold's code", &self.code)?;
        text("the hold's note", &self.note, HOLD_NOTE_BYTES_MAX)?;
        if let (Some(from), Some(until)) = (self.from, self.until)
            && from >= until
        {
            return Err(invalid("the hold's range", format!("it begins at {from} and ends at {until}")));
        }
        self.selects.check()
    }

    /// Whether an occurrence of then is under it.
    pub fn covers(&self, schedule: &ScheduleId, definition: &Definition, nominal_at: Timestamp) -> bool {
        let is_in_range = self.from.is_none_or(|from| from <= nominal_at) && self.until.is_none_or(|u| nominal_at < u);
        is_in_range && self.selects.covers(schedule, definition)
    }

    /// The hold in words, with what it is called.
    pub fn described(&self, name: &str) -> String {
        let Self { code, note, .. } = self;
        if note.is_empty() { format!("hold {name} ({code})") } else { format!("hold {name} ({code}): {note}") }
    }
}

impl HoldSelector {
    fn check(&self) -> Result<(), StoreError> {
        let (names, labels) = (self.schedules.len(), self.labels.len());
        if names.max(labels) > HOLD_NAMES_MAX {
            let what = "what the hold selects";
            return Err(StoreError::TooLarge { what, size: names.max(labels), size_max: HOLD_NAMES_MAX });
        }
        for name in &self.schedules {
            // A name that no schedule can have would cover nothing, and nobody would know.
            ScheduleId::new(name)?;
        }
        if let Some(scope) = &self.scope {
            word("the type of the hold's scope", &scope.kind)?;
            word("the id of the hold's scope", &scope.id)?;
        }
        for (label, value) in &self.labels {
            word("a label of the hold", label)?;
            text("a label of the hold", value, HOLD_WORD_BYTES_MAX)?;
        }
        Ok(())
    }

    fn covers(&self, schedule: &ScheduleId, definition: &Definition) -> bool {
        let is_named = self.schedules.is_empty() || self.schedules.iter().any(|name| name == schedule.as_str());
        let is_of_scope = self.scope.is_none() || self.scope == definition.scope;
        is_named && is_of_scope && self.labels.iter().all(|(label, value)| definition.labels.get(label) == Some(value))
    }
}

/// A text that must say something.
fn word(field: &'static str, value: &str) -> Result<(), StoreError> {
    if value.trim().is_empty() {
        return Err(invalid(field, format!("it is {value:?}, which says nothing")));
    }
    text(field, value, HOLD_WORD_BYTES_MAX)
}

fn invalid(field: &'static str, problem: String) -> StoreError {
    StoreError::Invalid { field, problem }
}

#[cfg(test)]
mod tests {
    use refrain_recurrence::{CronRule, Recurrence, Spec};
    use serde_json::json;

    use super::*;
    use crate::action::Action;

    fn at(text: &str) -> Timestamp {
        text.parse().unwrap()
    }

    fn definition() -> Definition {
        let rule = CronRule { expression: "0 9 * * *".to_owned(), ..CronRule::default() };
        let mut definition = Definition::new(Spec::new(Recurrence::Cron(rule), "UTC"), Action::new("log", Value::Null));
        definition.labels.insert("team".to_owned(), "billing".to_owned());
        definition.labels.insert("tier".to_owned(), "gold".to_owned());
        definition.scope = Some(Scope { kind: "engagement".to_owned(), id: "7".to_owned() });
        definition
    }

    #[test]
    fn a_hold_covers_what_matches_all_that_it_says() {
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
    fn what_cannot_be_meant_is_refused_with_the_value() {
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
