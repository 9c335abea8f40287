//! Selects dead letters, by ID or by filter, and changes each of them: replays or discards it.

use refrain::Error;
use refrain::model::{By, OccurrenceId, QueueName, ScheduleId, State, WorkItemId, WorkState};
use refrain::store::{DeadItemChange, OccurrenceChange, OccurrenceFilter, Page, StoreError, WorkFilter};
use serde::Deserialize;
use utoipa::ToSchema;

use super::list::{Kind, dead};
use crate::http::app::App;
use crate::http::caller::Caller;
use crate::http::problem::Problem;
use crate::http::problem_code::ProblemCode;

/// Maximum number of dead letters per request.
const CHANGES_MAX: usize = 500;

/// Dead letters to change: by ID, or the newest that match.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct DeadLetterSelection {
    /// Kind of the dead letters.
    kind: Kind,
    /// IDs, at most 500. Cannot be combined with `schedule` or `queue`.
    #[schema(max_items = 500)]
    ids: Option<Vec<i64>>,
    /// Schedule ID. Only for occurrences.
    #[schema(example = "digest")]
    schedule: Option<String>,
    /// Queue name. Only for work items.
    queue: Option<String>,
    /// Maximum number of dead letters. Default: 500. Maximum: 500.
    #[schema(minimum = 1, maximum = 500)]
    limit: Option<u32>,
    /// Reason for the change.
    #[schema(max_length = 2048)]
    note: Option<String>,
}

/// IDs by what happened to them.
#[derive(Debug, Default)]
pub(super) struct ChangedLetters {
    pub(super) done: Vec<i64>,
    pub(super) refused: Vec<i64>,
}

impl DeadLetterSelection {
    /// Changes the selected dead letters.
    pub(super) async fn change(
        self,
        app: &App,
        caller: &Caller,
        change: DeadItemChange,
    ) -> Result<ChangedLetters, Problem> {
        let limit = self.limit.map_or(CHANGES_MAX, |limit| usize::try_from(limit).unwrap_or(usize::MAX));
        self.check(limit)?;
        let by = caller.by_with_reason(self.note.clone())?;
        let ids = match self.ids {
            Some(ids) => ids,
            None => self.newest(app, caller, limit).await?,
        };
        match self.kind {
            Kind::Occurrence => change_occurrences(app, caller, ids, (change, &by)).await,
            Kind::WorkItem => change_items(app, caller, ids, (change, &by)).await,
        }
    }

    fn check(&self, limit: usize) -> Result<(), Problem> {
        let given = self.ids.as_ref().map_or(0, Vec::len);
        for (count, least, path) in [(limit, 1, "limit"), (given, 0, "ids")] {
            if !(least..=CHANGES_MAX).contains(&count) {
                let detail = format!("expected `{path}` from {least} to {CHANGES_MAX}, found {count}");
                return Err(Problem::new(ProblemCode::OutOfRange, detail).at_path(path));
            }
        }
        let is_mixed = self.ids.is_some() && (self.schedule.is_some() || self.queue.is_some());
        let is_foreign = match self.kind {
            Kind::Occurrence => self.queue.is_some(),
            Kind::WorkItem => self.schedule.is_some(),
        };
        if is_mixed || is_foreign {
            return Err(Problem::new(
                ProblemCode::Contradiction,
                "ids, schedule and queue cannot be combined this way",
            )
            .with_hint("use ids, or schedule for occurrences, or queue for work items"));
        }
        Ok(())
    }

    /// Returns the IDs of the newest dead letters that match.
    async fn newest(&self, app: &App, caller: &Caller, limit: usize) -> Result<Vec<i64>, Problem> {
        let page = Page::first(limit);
        Ok(match self.kind {
            Kind::Occurrence => {
                let schedule = self.schedule.as_deref().map(ScheduleId::new).transpose()?;
                let filter = OccurrenceFilter { schedule, ..dead() };
                let found = app.store().occurrences(&caller.tenant, &filter, &page).await?;
                found.rows.into_iter().map(|row| row.id.0).collect()
            }
            Kind::WorkItem => {
                let queue = self.queue.as_deref().map(QueueName::new).transpose()?;
                let filter = WorkFilter { queue, states: vec![WorkState::Dead] };
                let found = app.store().work_items(&caller.tenant, &filter, &page).await?;
                found.rows.into_iter().map(|item| item.id.0).collect()
            }
        })
    }
}

async fn change_occurrences(
    app: &App,
    caller: &Caller,
    ids: Vec<i64>,
    (change, by): (DeadItemChange, &By),
) -> Result<ChangedLetters, Problem> {
    let control = app.acting_as(caller);
    let mut changed = ChangedLetters::default();
    for id in ids {
        let found = app.store().occurrence(&caller.tenant, OccurrenceId(id)).await?;
        let (is_possible, change) = match change {
            DeadItemChange::Replay => (found.is_some_and(|(row, _)| row.is_dead_letter()), OccurrenceChange::retry()),
            // Discarding again has no effect, so that the request can be repeated.
            DeadItemChange::Discard => {
                (found.is_some_and(|(row, _)| row.state == State::Failed), OccurrenceChange::Discard)
            }
        };
        if !is_possible {
            changed.refused.push(id);
            continue;
        }
        match control.change_occurrence(&caller.tenant, OccurrenceId(id), &change, by).await {
            Ok(_) => changed.done.push(id),
            // Another request was faster, or the schedule was deleted.
            Err(Error::Store(
                StoreError::IllegalMove { .. } | StoreError::NotFound(_) | StoreError::Conflict { .. },
            )) => {
                changed.refused.push(id);
            }
            Err(error) => return Err(error.into()),
        }
    }
    Ok(changed)
}

async fn change_items(
    app: &App,
    caller: &Caller,
    ids: Vec<i64>,
    (change, by): (DeadItemChange, &By),
) -> Result<ChangedLetters, Problem> {
    let items: Vec<WorkItemId> = ids.iter().copied().map(WorkItemId).collect();
    let were_dead = if items.is_empty() {
        Vec::new()
    } else {
        app.acting_as(caller).change_dead_items(&caller.tenant, &items, change, by).await?
    };
    let (done, refused): (Vec<_>, Vec<_>) = ids.into_iter().zip(were_dead).partition(|(_, was_dead)| *was_dead);
    let numbers = |rows: Vec<(i64, bool)>| rows.into_iter().map(|(id, _)| id).collect();
    Ok(ChangedLetters { done: numbers(done), refused: numbers(refused) })
}
