//! What bodies look like that are read field by field, for the document that describes the API.

use serde::Serialize;
use utoipa::ToSchema;

/// What a schedule is. `cron` and `timezone` are the short way of saying `spec`.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ScheduleDefinition {
    /// A cron expression of five fields, or six with seconds first, or a macro such as `@daily`.
    #[schema(example = "0 9 * * MON-FRI")]
    cron: Option<String>,
    /// The IANA name of the zone whose wall clock the rule follows.
    #[schema(example = "Europe/Paris")]
    timezone: Option<String>,
}

/// A new schedule.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct NewSchedule {
    /// What it is called inside its tenant; made up when absent.
    #[schema(example = "digest", pattern = "^[A-Za-z0-9_-]{1,128}$")]
    id: Option<String>,
    /// What it is.
    #[serde(flatten)]
    definition: ScheduleDefinition,
}

/// A merge patch of a definition.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct SchedulePatch {
    /// Another rule.
    cron: Option<String>,
    /// Another zone; null is the server's own.
    timezone: Option<String>,
}
