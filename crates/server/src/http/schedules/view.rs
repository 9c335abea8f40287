//! API representation of a schedule.

use jiff::Timestamp;
use refrain::model::{Definition, Schedule, StatusNote};
use refrain::store::{ListedSchedule, UnreadableSchedule};
use serde::Serialize;
use utoipa::ToSchema;

use super::recent::RecentRunView;
use super::sentence;
use crate::http::app::App;
use crate::http::problem::Problem;
use crate::preview::ScheduleWarning;

/// Number of upcoming occurrences shown with a schedule, so that its author can check the recurrence.
const UPCOMING: usize = 5;

/// A schedule.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ScheduleView {
    /// Schedule ID, unique in the tenant.
    #[schema(example = "digest")]
    pub(crate) id: String,
    /// Namespace of the tenant.
    #[schema(example = "default")]
    namespace: String,
    /// Tenant that owns the schedule.
    #[schema(example = "default")]
    tenant: String,
    /// Revision, which increases with every change. Also the entity tag.
    #[schema(example = 1)]
    pub(crate) revision: i64,
    /// Status: `active`, `paused`, `canceled`, `disabled`, `finished` or `deleted`.
    #[schema(example = "active")]
    pub(crate) status: &'static str,
    /// Reason for the status.
    status_note: StatusNoteView,
    /// Source: `api`, `file` or `code`. Only this source can edit the schedule.
    #[schema(example = "api")]
    source: &'static str,
    /// Definition of the schedule.
    #[serde(flatten)]
    definition: DefinitionView,
    /// Description of the recurrence. Null if the recurrence cannot be read.
    #[schema(example = "At 09:00, Monday through Friday (Europe/Paris)")]
    sentence: Option<String>,
    /// Time of the next occurrence, even if it is already planned. Null if there is none, or if the schedule
    /// is not active.
    pub(crate) next_at: Option<Timestamp>,
    /// Times of the next occurrences. Omitted in lists.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) upcoming: Option<Vec<Timestamp>>,
    /// Warnings about settings that are probably not intended. Only in responses to a save.
    #[serde(skip_serializing_if = "Option::is_none")]
    warnings: Option<Vec<ScheduleWarning>>,
    /// Counters of past runs.
    counters: Counters,
    /// Latest completed runs, oldest first. Null unless a list was requested with `recent`.
    recent: Option<Vec<RecentRunView>>,
    /// Time of creation.
    created_at: Timestamp,
    /// Time of the last change.
    pub(crate) updated_at: Timestamp,
}

/// The definition, or the reason why it cannot be shown.
#[derive(Debug, Serialize)]
#[serde(untagged)]
pub(crate) enum DefinitionView {
    Whole(Box<Definition>),
    Problem { problem: String },
}

/// Reason for a status.
#[derive(Debug, Default, Serialize, ToSchema)]
pub(crate) struct StatusNoteView {
    /// Person, key or program that changed the status.
    by: String,
    /// The caller's note, or the error.
    text: Option<String>,
    /// Time at which a pause ends by itself.
    until: Option<Timestamp>,
}

/// Counters of past runs.
#[derive(Debug, Default, Serialize, ToSchema)]
pub(crate) struct Counters {
    /// Runs that started, counted when they complete. Manual runs and backfills are not counted.
    runs: u64,
    /// Occurrences that succeeded.
    succeeded: u64,
    /// Occurrences that were skipped.
    skipped: u64,
    /// Occurrences that failed.
    failed: u64,
    /// Consecutive failures since the last success.
    consecutive_failures: u64,
    /// Time at which the last occurrence completed.
    last_ended_at: Option<Timestamp>,
    /// Time of the last success.
    last_success_at: Option<Timestamp>,
    /// Message of the last failure.
    last_error: Option<String>,
}

impl ScheduleView {
    /// Creates the view for a list.
    pub(crate) async fn listed(found: ListedSchedule, app: &App) -> Self {
        match found {
            Ok(schedule) => {
                let next_at = next_at(&schedule, app).await;
                Self { next_at, ..Self::short(schedule) }
            }
            Err(unreadable) => Self::damaged(&unreadable),
        }
    }

    /// Adds the latest completed runs.
    pub(super) fn with_recent(self, recent: Option<Vec<RecentRunView>>) -> Self {
        Self { recent, ..self }
    }

    /// Creates the view of a single schedule.
    pub(crate) async fn detailed(schedule: Schedule, app: &App) -> Result<Self, Problem> {
        let upcoming = app.control().next_of(&schedule, UPCOMING).await?;
        let mut view = Self::short(schedule);
        view.next_at = upcoming.first().copied();
        view.upcoming = Some(upcoming);
        Ok(view)
    }

    /// Creates the view for the response to a save.
    pub(crate) async fn saved(schedule: Schedule, app: &App) -> Result<Self, Problem> {
        let warnings = ScheduleWarning::of_action(app.control(), &schedule.definition.action).await?;
        Ok(Self { warnings: Some(warnings), ..Self::detailed(schedule, app).await? })
    }

    /// Adds warnings about the request to those about the schedule.
    pub(super) fn with_warnings(self, more: Vec<ScheduleWarning>) -> Self {
        let warnings = self.warnings.into_iter().flatten().chain(more).collect();
        Self { warnings: Some(warnings), ..self }
    }

    fn short(schedule: Schedule) -> Self {
        let sentence = sentence::of(&schedule);
        let counters = schedule.counters;
        Self {
            sentence,
            id: schedule.key.id.to_string(),
            namespace: schedule.key.tenant.namespace.to_string(),
            tenant: schedule.key.tenant.name.to_string(),
            revision: schedule.revision.0,
            status: schedule.status.as_str(),
            status_note: note(schedule.status_note),
            source: schedule.source.as_str(),
            definition: DefinitionView::Whole(Box::new((*schedule.definition).clone())),
            next_at: None,
            upcoming: None,
            warnings: None,
            counters: Counters {
                runs: counters.runs,
                succeeded: counters.succeeded,
                skipped: counters.skipped,
                failed: counters.failed,
                consecutive_failures: counters.consecutive_failures,
                last_ended_at: counters.last_ended_at,
                last_success_at: counters.last_success_at,
                last_error: counters.last_error,
            },
            recent: None,
            created_at: schedule.created_at,
            updated_at: schedule.updated_at,
        }
    }

    fn damaged(unreadable: &UnreadableSchedule) -> Self {
        Self {
            id: unreadable.key.id.to_string(),
            namespace: unreadable.key.tenant.namespace.to_string(),
            tenant: unreadable.key.tenant.name.to_string(),
            revision: unreadable.revision.0,
            status: unreadable.status.as_str(),
            status_note: StatusNoteView::default(),
            source: "api",
            definition: DefinitionView::Problem { problem: unreadable.problem.clone() },
            sentence: None,
            next_at: None,
            upcoming: None,
            warnings: None,
            counters: Counters::default(),
            recent: None,
            created_at: unreadable.created_at,
            updated_at: unreadable.created_at,
        }
    }
}

/// Returns the next occurrence, planned or not. A schedule whose recurrence no longer compiles has none, and
/// does not prevent the list from being shown.
async fn next_at(schedule: &Schedule, app: &App) -> Option<Timestamp> {
    let next = app.control().next_of(schedule, 1).await.ok()?;
    next.first().copied()
}

fn note(note: StatusNote) -> StatusNoteView {
    StatusNoteView { by: note.by, text: note.text, until: note.until }
}
