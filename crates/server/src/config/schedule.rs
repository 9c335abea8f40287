//! `[[schedule]]` and `[[calendar]]`: schedules that are declared in the file, with the same checks as in the
//! engine.
//!
//! A block has all fields of a definition side by side: those about time (`timezone`, `starts_at`, `jitter`, …) and
//! the rest (`action`, `retry`, …). The recurrence is set once: by `cron`, by `when` in any notation of the command
//! line, or by `recurrence` as in JSON.

use std::collections::BTreeMap;

use jiff::Timestamp;
use refrain::control::UnknownProviders;
use refrain::model::{
    Action, CatchUp, Definition, Delivery, History, Overlap, Priority, Retry, ScheduleId, ScheduleKey, Scope, Tenant,
};
use refrain_recurrence::{CalendarUse, Dst, FirstRun, Jitter, Length, NamedCalendar, Recurrence, Weekday};
use serde::{Deserialize, Serialize};

/// A schedule as written in the file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ScheduleBlock {
    /// Schedule ID, unique within its tenant.
    pub id: String,
    /// Namespace of the tenant. Default: `default`.
    #[serde(default = "default_name")]
    pub namespace: String,
    /// Tenant. Default: `default`.
    #[serde(default = "default_name")]
    pub tenant: String,
    /// Recurrence as a cron expression.
    pub cron: Option<String>,
    /// Recurrence in any notation of `refrain next`: cron, `every 2 weeks on mon at 9:00`, `RRULE:…`, an instant.
    pub when: Option<String>,
    /// Recurrence as in JSON: a table with a `kind`.
    pub recurrence: Option<Recurrence>,
    /// IANA time zone. Default: the zone of `[schedules]`.
    pub timezone: Option<String>,
    /// Policy for local times that a DST change skips or repeats.
    #[serde(default)]
    pub dst: Dst,
    /// Start of the schedule, inclusive.
    pub starts_at: Option<Timestamp>,
    /// End of the schedule, exclusive.
    pub ends_at: Option<Timestamp>,
    /// Maximum number of occurrences that may start.
    pub max_runs: Option<u64>,
    /// Occurrence before the regular ones.
    pub first_run: Option<FirstRun>,
    /// Calendars that exclude days or move occurrences.
    #[serde(default)]
    pub calendars: Vec<CalendarUse>,
    /// Random delay that spreads the load.
    pub jitter: Option<Jitter>,
    /// Action to send.
    pub action: Action,
    /// Description of the schedule's purpose.
    #[serde(default)]
    pub description: String,
    /// Labels for selecting schedules.
    #[serde(default)]
    pub labels: BTreeMap<String, String>,
    /// Object that the schedule belongs to.
    pub scope: Option<Scope>,
    /// Several targets per period.
    #[serde(default)]
    pub discriminators: Vec<String>,
    /// Overlap policy.
    #[serde(default)]
    pub overlap: Overlap,
    /// Maximum number of concurrent runs with `allow_all`.
    pub max_concurrent: Option<u32>,
    /// Catch-up policy for missed occurrences.
    #[serde(default)]
    pub catch_up: CatchUp,
    /// Maximum start delay of a run.
    pub start_deadline: Option<Length>,
    /// Retry policy.
    #[serde(default)]
    pub retry: Retry,
    /// Timeout of one attempt.
    pub timeout: Option<Length>,
    /// Number of consecutive failures after which the schedule pauses itself.
    pub pause_on_failure: Option<u32>,
    /// Delivery guarantee across a crash.
    #[serde(default)]
    pub delivery: Delivery,
    /// Priority among the tenant's occurrences.
    #[serde(default)]
    pub priority: Priority,
    /// Level of detail that is kept of attempts.
    pub history: Option<History>,
    /// Whether to save the schedule although no live node has its provider. Default: false.
    #[serde(default)]
    pub allow_unknown_provider: bool,
}

/// A calendar as written in the file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CalendarBlock {
    /// Name that schedules use for the calendar.
    pub name: String,
    /// Namespace of the tenant. Default: `default`.
    #[serde(default = "default_name")]
    pub namespace: String,
    /// Tenant. Default: `default`.
    #[serde(default = "default_name")]
    pub tenant: String,
    /// Weekdays that are days off.
    #[serde(default)]
    pub weekend: Vec<Weekday>,
    /// Dates that are days off.
    #[serde(default)]
    pub dates: Vec<jiff::civil::Date>,
}

/// A valid schedule of the file.
#[derive(Clone, Debug, PartialEq)]
pub struct FileSchedule {
    /// Tenant and ID of the schedule.
    pub key: ScheduleKey,
    /// Definition of the schedule.
    pub definition: Definition,
    /// Policy for a provider that no live node has.
    pub unknown_providers: UnknownProviders,
}

/// A valid calendar of the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileCalendar {
    /// Tenant that owns the calendar.
    pub tenant: Tenant,
    /// Name that schedules use for the calendar.
    pub name: String,
    /// Days off.
    pub calendar: NamedCalendar,
}

fn default_name() -> String {
    "default".to_owned()
}

impl ScheduleBlock {
    /// Returns the schedule's key, or the name of the invalid field and its error.
    pub(super) fn key(&self) -> Result<ScheduleKey, (&'static str, String)> {
        Ok(ScheduleKey {
            tenant: tenant(&self.namespace, &self.tenant)?,
            id: ScheduleId::new(&self.id).map_err(|error| ("id", error.to_string()))?,
        })
    }
}

impl CalendarBlock {
    /// Returns the calendar, or the name of the invalid field and its error.
    pub(super) fn calendar(&self) -> Result<FileCalendar, (&'static str, String)> {
        let calendar = NamedCalendar { weekend: self.weekend.clone(), dates: self.dates.clone() };
        let name = refrain::model::DocumentName::new(&self.name).map_err(|error| ("name", error.to_string()))?;
        Ok(FileCalendar { tenant: tenant(&self.namespace, &self.tenant)?, name: name.as_str().to_owned(), calendar })
    }
}

fn tenant(namespace: &str, name: &str) -> Result<Tenant, (&'static str, String)> {
    let namespace = refrain::model::Namespace::new(namespace).map_err(|error| ("namespace", error.to_string()))?;
    let name = refrain::model::TenantName::new(name).map_err(|error| ("tenant", error.to_string()))?;
    Ok(Tenant { namespace, name })
}
