//! A schedule as the server sends it, and its compiled recurrence.

use jiff::Timestamp;
use refrain_recurrence::{CompiledRecurrence, Context, JitterWindow, Spec};
use serde_json::Value;

/// A schedule of a server.
#[derive(Clone, Debug, PartialEq)]
pub struct Schedule {
    /// ID of the schedule.
    pub id: String,
    pub(super) value: Value,
    pub(super) spec: Spec,
    created_at: Option<Timestamp>,
}

impl Schedule {
    /// Reads a schedule from the JSON of the server.
    ///
    /// # Errors
    /// If the schedule has no ID or its definition cannot be read.
    pub fn read(value: Value) -> Result<Self, String> {
        let id = value["id"].as_str().ok_or("the schedule has no ID")?.to_owned();
        let spec = serde_json::from_value(value["spec"].clone());
        let spec = spec.map_err(|error| format!("the definition of {id} cannot be read: {error}"))?;
        let created_at = value["created_at"].as_str().and_then(|at| at.parse().ok());
        Ok(Self { id, value, spec, created_at })
    }

    /// Returns the compiled recurrence, or why the target cannot express the definition.
    pub(super) fn compile(&self) -> Result<CompiledRecurrence, String> {
        if let Some(calendar) = self.spec.calendars.first() {
            return Err(format!("the calendar {} decides on its days", calendar.name));
        }
        let context = Context { anchor: self.created_at, seed: &self.id, calendars: None };
        let rule = CompiledRecurrence::compile(&self.spec, &context).map_err(|error| error.message().to_owned())?;
        if rule.after_completion().is_some() {
            return Err("it runs at a delay after its last run".to_owned());
        }
        Ok(rule)
    }

    pub(super) fn text(&self, path: &[&str]) -> Option<&str> {
        let found = path.iter().try_fold(&self.value, |value, name| value.get(name))?;
        found.as_str().filter(|text| !text.is_empty())
    }

    /// Returns a number of seconds, which the server writes as a number.
    pub(super) fn seconds(&self, path: &[&str]) -> Option<i64> {
        let found = path.iter().try_fold(&self.value, |value, name| value.get(name))?;
        let length = || found.as_str()?.parse::<refrain_recurrence::Length>().ok();
        found.as_i64().or_else(|| length().map(refrain_recurrence::Length::seconds))
    }

    pub(super) fn is_active(&self) -> bool {
        self.text(&["status"]).is_none_or(|status| status == "active")
    }

    pub(super) fn description(&self) -> Option<&str> {
        self.text(&["description"])
    }

    /// Returns the jitter in seconds, if it is a length.
    pub(super) fn jitter_seconds(&self) -> Option<i64> {
        match self.spec.jitter.as_ref()?.window {
            JitterWindow::Length(length) => Some(length.seconds()),
            JitterWindow::Percent(_) => None,
        }
    }
}
