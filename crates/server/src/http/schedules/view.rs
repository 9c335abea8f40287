//! A schedule as the API shows it.

use jiff::Timestamp;
use refrain::definition::Definition;
use refrain::schedule::{Schedule, StatusNote};
use refrain::store::{Listed, Unreadable};
use serde::Serialize;
use utoipa::ToSchema;

use super::recent::RecentView;
use super::sentence;
use crate::http::app::App;
use crate::http::problem::Problem;
use crate::preview::ToldWarning;

/// So many coming instants are shown beside a schedule, so that its author sees whether the rule is what was meant.
const UPCOMING: usize = 5;

/// A schedule.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ScheduleView {
    /// What it is called inside its tenant.
    #[schema(example = "digest")]
    pub(crate) id: String,
    /// Where its tenant is known.
    #[schema(example = "default")]
    namespace: String,
    /// Whose it is.
    #[schema(example = "default")]
    tenant: String,
    /// Counted up by every change; its entity tag.
    #[schema(example = 1)]
    pub(crate) revision: i64,
    /// Whether it fires.
    #[schema(example = "active")]
    pub(crate) status: &'static str,
    /// Why, who said so, and until when.
    status_note: Note,
    /// Where it comes from; that one may edit it.
    #[schema(example = "api")]
    source: &'static str,
    /// What it is.
    #[serde(flatten)]
    definition: Shown,
    /// When it fires, in words; null when its rule cannot be read.
    #[schema(example = "At 09:00, Monday through Friday (Europe/Paris)")]
    sentence: Option<String>,
    /// The next occurrence, also when it is already planned; null when there is none, or the schedule is not active.
    pub(crate) next_at: Option<Timestamp>,
    /// The next few times, in lists left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) upcoming: Option<Vec<Timestamp>>,
    /// What is probably not meant, in answers to a save; left out elsewhere.
    #[serde(skip_serializing_if = "Option::is_none")]
    warnings: Option<Vec<ToldWarning>>,
    /// What came of it so far.
    counters: Counters,
    /// What ended last, the earliest first; in lists that were asked for it, null otherwise.
    recent: Option<Vec<RecentView>>,
    /// When it was made.
    created_at: Timestamp,
    /// When it was last changed.
    pub(crate) updated_at: Timestamp,
}

/// The definition, or why it cannot be shown.
#[derive(Debug, Serialize)]
#[serde(untagged)]
pub(crate) enum Shown {
    Whole(Box<Definition>),
    Problem { problem: String },
}

/// Why the status is what it is.
#[derive(Debug, Default, Serialize, ToSchema)]
pub(crate) struct Note {
    /// Who changed it.
    by: String,
    /// In their words, or the error.
    text: Option<String>,
    /// When a pause ends by itself.
    until: Option<Timestamp>,
}

/// What came of a schedule so far.
#[derive(Debug, Default, Serialize, ToSchema)]
pub(crate) struct Counters {
    /// Runs that started, counted when they end. Manual runs and backfills are not counted.
    runs: u64,
    /// Occurrences that were done.
    generated: u64,
    /// Occurrences that were skipped.
    skipped: u64,
    /// Occurrences that failed.
    failed: u64,
    /// Failures since the last success.
    failures_in_a_row: u64,
    /// When the last one ended.
    last_ended_at: Option<Timestamp>,
    /// When one was last done.
    last_success_at: Option<Timestamp>,
    /// What the last failure said.
    last_error: Option<String>,
}

impl ScheduleView {
    /// As lists show it.
    pub(crate) async fn listed(found: Listed, app: &App) -> Self {
        match found {
            Ok(schedule) => {
                let next_at = next_at(&schedule, app).await;
                Self { next_at, ..Self::short(schedule) }
            }
            Err(unreadable) => Self::damaged(&unreadable),
        }
    }

    /// The same with what ended last beside it.
    pub(super) fn beside(self, recent: Option<Vec<RecentView>>) -> Self {
        Self { recent, ..self }
    }

    /// As it is shown alone.
    pub(crate) async fn whole(schedule: Schedule, app: &App) -> Result<Self, Problem> {
        let upcoming = app.control().next_of(&schedule, UPCOMING).await?;
        let mut view = Self::short(schedule);
        view.next_at = upcoming.first().copied();
        view.upcoming = Some(upcoming);
        Ok(view)
    }

    /// As the answer to a save shows it.
    pub(crate) async fn saved(schedule: Schedule, app: &App) -> Result<Self, Problem> {
        let warnings = ToldWarning::of_action(app.control(), &schedule.definition.action).await?;
        Ok(Self { warnings: Some(warnings), ..Self::whole(schedule, app).await? })
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
            definition: Shown::Whole(Box::new((*schedule.definition).clone())),
            next_at: None,
            upcoming: None,
            warnings: None,
            counters: Counters {
                runs: counters.runs,
                generated: counters.generated,
                skipped: counters.skipped,
                failed: counters.failed,
                failures_in_a_row: counters.failures_in_a_row,
                last_ended_at: counters.last_ended_at,
                last_success_at: counters.last_success_at,
                last_error: counters.last_error,
            },
            recent: None,
            created_at: schedule.created_at,
            updated_at: schedule.updated_at,
        }
    }

    fn damaged(unreadable: &Unreadable) -> Self {
        Self {
            id: unreadable.key.id.to_string(),
            namespace: unreadable.key.tenant.namespace.to_string(),
            tenant: unreadable.key.tenant.name.to_string(),
            revision: unreadable.revision.0,
            status: unreadable.status.as_str(),
            status_note: Note::default(),
            source: "api",
            definition: Shown::Problem { problem: unreadable.problem.clone() },
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

/// The next occurrence, planned or not. A schedule whose recurrence no longer compiles has none, and does not keep a list from
/// being shown.
async fn next_at(schedule: &Schedule, app: &App) -> Option<Timestamp> {
    let next = app.control().next_of(schedule, 1).await.ok()?;
    next.first().copied()
}

fn note(note: StatusNote) -> Note {
    Note { by: note.by, text: note.text, until: note.until }
}
