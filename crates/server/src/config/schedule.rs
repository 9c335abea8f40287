//! `[[schedule]]` and `[[calendar]]`: schedules that live in the file, checked as the engine will check them.
//!
//! A block has everything that a definition has, side by side: what is about time (`timezone`, `starts_at`, `jitter`, …) and
//! what is about the rest (`action`, `retry`, …). When it fires is said once: by `cron`, by `when` in any notation of the
//! command line, or by `recurrence` as in JSON.

use std::collections::BTreeMap;

use jiff::Timestamp;
use refrain::action::Action;
use refrain::control::UnknownProviders;
use refrain::definition::{Definition, Scope};
use refrain::history::History;
use refrain::id::{ScheduleId, ScheduleKey, Tenant};
use refrain::policy::{CatchUp, Delivery, Overlap, Priority, Retry};
use refrain_recurrence::{CalendarUse, Dst, FirstRun, Jitter, Length, NamedCalendar, Recurrence, Weekday};
use serde::{Deserialize, Serialize};

/// A schedule as it stands in the file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ScheduleBlock {
    /// What it is called inside its tenant.
    pub id: String,
    /// The namespace of its tenant; `default` when absent.
    #[serde(default = "default_name")]
    pub namespace: String,
    /// Whose it is; `default` when absent.
    #[serde(default = "default_name")]
    pub tenant: String,
    /// When, as a cron expression.
    pub cron: Option<String>,
    /// When, in any notation of `refrain next`: cron, `every 2 weeks on mon at 9:00`, `RRULE:…`, an instant.
    pub when: Option<String>,
    /// When, as in JSON: a table with a `kind`.
    pub recurrence: Option<Recurrence>,
    /// The zone whose wall clock it follows; that of `[schedules]` when absent.
    pub timezone: Option<String>,
    /// What happens to times that a change of offset skips or repeats.
    #[serde(default)]
    pub dst: Dst,
    /// No occurrence before this.
    pub starts_at: Option<Timestamp>,
    /// No occurrence at or after this.
    pub ends_at: Option<Timestamp>,
    /// How many occurrences may start.
    pub max_runs: Option<u64>,
    /// An occurrence before the regular ones.
    pub first_run: Option<FirstRun>,
    /// Calendars that exclude days or move fires.
    #[serde(default)]
    pub calendars: Vec<CalendarUse>,
    /// A delay that spreads load.
    pub jitter: Option<Jitter>,
    /// What it sends.
    pub action: Action,
    /// What it is for, in words.
    #[serde(default)]
    pub description: String,
    /// What people select it by.
    #[serde(default)]
    pub labels: BTreeMap<String, String>,
    /// What it belongs to.
    pub scope: Option<Scope>,
    /// Several targets per period.
    #[serde(default)]
    pub discriminators: Vec<String>,
    /// What happens when runs overlap.
    #[serde(default)]
    pub overlap: Overlap,
    /// How many may run at once under `allow_all`.
    pub max_concurrent: Option<u32>,
    /// What happens to what was missed.
    #[serde(default)]
    pub catch_up: CatchUp,
    /// How late a run may start.
    pub start_deadline: Option<Length>,
    /// What happens after a failed attempt.
    #[serde(default)]
    pub retry: Retry,
    /// How long one attempt may take.
    pub timeout: Option<Length>,
    /// After so many failures in a row the schedule pauses itself.
    pub pause_on_failure: Option<u32>,
    /// What a crash in the middle leaves behind.
    #[serde(default)]
    pub delivery: Delivery,
    /// Which of the tenant's occurrences come first.
    #[serde(default)]
    pub priority: Priority,
    /// How much of its attempts is kept.
    pub history: Option<History>,
    /// Whether it is saved although no live node has its provider. Default: false.
    #[serde(default)]
    pub allow_unknown_provider: bool,
}

/// A calendar as it stands in the file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CalendarBlock {
    /// What schedules call it.
    pub name: String,
    /// The namespace of its tenant; `default` when absent.
    #[serde(default = "default_name")]
    pub namespace: String,
    /// Whose it is; `default` when absent.
    #[serde(default = "default_name")]
    pub tenant: String,
    /// Weekdays that are off every week.
    #[serde(default)]
    pub weekend: Vec<Weekday>,
    /// Dates that are off.
    #[serde(default)]
    pub dates: Vec<jiff::civil::Date>,
}

/// A schedule of the file that holds.
#[derive(Clone, Debug, PartialEq)]
pub struct FileSchedule {
    /// Whose it is, and what it is called.
    pub key: ScheduleKey,
    /// Everything else.
    pub definition: Definition,
    /// What is done about a provider that no live node has.
    pub unknown_providers: UnknownProviders,
}

/// A calendar of the file that holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileCalendar {
    /// Whose it is.
    pub tenant: Tenant,
    /// What schedules call it.
    pub name: String,
    /// Its days off.
    pub calendar: NamedCalendar,
}

fn default_name() -> String {
    "default".to_owned()
}

impl ScheduleBlock {
    /// Whose it is and what it is called, or the key that is wrong and what is wrong with it.
    pub(super) fn key(&self) -> Result<ScheduleKey, (&'static str, String)> {
        Ok(ScheduleKey {
            tenant: tenant(&self.namespace, &self.tenant)?,
            id: ScheduleId::new(&self.id).map_err(|error| ("id", error.to_string()))?,
        })
    }
}

impl CalendarBlock {
    /// The calendar, or the key that is wrong and what is wrong with it.
    pub(super) fn calendar(&self) -> Result<FileCalendar, (&'static str, String)> {
        let calendar = NamedCalendar { weekend: self.weekend.clone(), dates: self.dates.clone() };
        let name = refrain::id::DocumentName::new(&self.name).map_err(|error| ("name", error.to_string()))?;
        Ok(FileCalendar { tenant: tenant(&self.namespace, &self.tenant)?, name: name.as_str().to_owned(), calendar })
    }
}

fn tenant(namespace: &str, name: &str) -> Result<Tenant, (&'static str, String)> {
    let namespace = refrain::id::Namespace::new(namespace).map_err(|error| ("namespace", error.to_string()))?;
    let name = refrain::id::TenantName::new(name).map_err(|error| ("tenant", error.to_string()))?;
    Ok(Tenant { namespace, name })
}
