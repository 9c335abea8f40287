//! Replays dead letters.

use axum::extract::State;
use refrain::Error;
use refrain::model::{By, OccurrenceId, QueueName, ScheduleId, Trigger, WorkItemId, WorkState};
use refrain::store::{OccurrenceChange, OccurrenceFilter, Page, StoreError, WorkFilter};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::list::{Kind, failed};
use crate::http::app::App;
use crate::http::body::Json;
use crate::http::caller::Caller;
use crate::http::problem::Problem;
use crate::http::problem_code::ProblemCode;

/// Maximum number of dead letters per request.
const REPLAYS_MAX: usize = 500;

/// Dead letters to replay: by ID, or the newest that match.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ReplayRequest {
    /// Kind of the dead letters.
    kind: Kind,
    /// IDs to replay, at most 500. Cannot be combined with `schedule` or `queue`.
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
    /// Reason for the replay.
    #[schema(max_length = 2048)]
    note: Option<String>,
}

/// Result of a replay.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ReplayResult {
    /// IDs that are replayed.
    replayed: Vec<i64>,
    /// IDs that were not dead letters, or could not be replayed.
    refused: Vec<i64>,
}

/// Replay dead letters
///
/// Replays the given IDs, or the newest dead letters that match. Each one starts over with all its attempts
/// and keeps its idempotency key. At most 500 per request.
#[utoipa::path(
    post,
    path = "/v1/dead-letters/replay",
    tag = "ledger",
    request_body = ReplayRequest,
    responses((status = 200, description = "The dead letters are planned or queued again", body = ReplayResult)),
)]
pub(crate) async fn replay(
    State(app): State<App>,
    caller: Caller,
    Json(asked): Json<ReplayRequest>,
) -> Result<Json<ReplayResult>, Problem> {
    let limit = asked.limit.map_or(REPLAYS_MAX, |limit| usize::try_from(limit).unwrap_or(usize::MAX));
    let given = asked.ids.as_ref().map_or(0, Vec::len);
    for (count, least, path) in [(limit, 1, "limit"), (given, 0, "ids")] {
        if !(least..=REPLAYS_MAX).contains(&count) {
            let detail = format!("expected `{path}` from {least} to {REPLAYS_MAX}, found {count}");
            return Err(Problem::new(ProblemCode::OutOfRange, detail).at_path(path));
        }
    }
    let is_mixed = asked.ids.is_some() && (asked.schedule.is_some() || asked.queue.is_some());
    let is_foreign = match asked.kind {
        Kind::Occurrence => asked.queue.is_some(),
        Kind::WorkItem => asked.schedule.is_some(),
    };
    if is_mixed || is_foreign {
        return Err(Problem::new(ProblemCode::Contradiction, "ids, schedule and queue cannot be combined this way")
            .with_hint("use ids, or schedule for occurrences, or queue for work items"));
    }
    let by = caller.by_with_reason(asked.note.clone())?;
    let page = Page::first(limit);
    match asked.kind {
        Kind::Occurrence => {
            let ids = match asked.ids {
                Some(ids) => ids,
                None => {
                    let schedule = asked.schedule.as_deref().map(ScheduleId::new).transpose()?;
                    let filter = OccurrenceFilter { schedule, ..failed() };
                    let found = app.store().occurrences(&caller.tenant, &filter, &page).await?;
                    found.rows.into_iter().map(|row| row.id.0).collect()
                }
            };
            reopen(&app, &caller, ids, &by).await
        }
        Kind::WorkItem => {
            let ids = match asked.ids {
                Some(ids) => ids,
                None => {
                    let queue = asked.queue.as_deref().map(QueueName::new).transpose()?;
                    let filter = WorkFilter { queue, states: vec![WorkState::Dead] };
                    let found = app.store().work_items(&caller.tenant, &filter, &page).await?;
                    found.rows.into_iter().map(|item| item.id.0).collect()
                }
            };
            requeue(&app, &caller, ids, &by).await
        }
    }
}

async fn reopen(app: &App, caller: &Caller, ids: Vec<i64>, by: &By) -> Result<Json<ReplayResult>, Problem> {
    let mut done = ReplayResult { replayed: Vec::new(), refused: Vec::new() };
    let change = OccurrenceChange::Reopen { trigger: Trigger::Retry, concurrency: None };
    let control = app.acting_as(caller);
    for id in ids {
        let found = app.store().occurrence(&caller.tenant, OccurrenceId(id)).await?;
        let is_dead = found.is_some_and(|(row, _)| row.state == refrain::model::State::Failed);
        if !is_dead {
            done.refused.push(id);
            continue;
        }
        match control.change_occurrence(&caller.tenant, OccurrenceId(id), &change, by).await {
            Ok(_) => done.replayed.push(id),
            // Another request was faster, or the schedule was deleted.
            Err(Error::Store(
                StoreError::IllegalMove { .. } | StoreError::NotFound(_) | StoreError::Conflict { .. },
            )) => {
                done.refused.push(id);
            }
            Err(error) => return Err(error.into()),
        }
    }
    Ok(Json(done))
}

async fn requeue(app: &App, caller: &Caller, ids: Vec<i64>, by: &By) -> Result<Json<ReplayResult>, Problem> {
    let items: Vec<WorkItemId> = ids.iter().copied().map(WorkItemId).collect();
    let were_dead = if items.is_empty() {
        Vec::new()
    } else {
        app.acting_as(caller).replay_work_items(&caller.tenant, &items, by).await?
    };
    let (replayed, refused): (Vec<_>, Vec<_>) = ids.into_iter().zip(were_dead).partition(|(_, was_dead)| *was_dead);
    let numbers = |rows: Vec<(i64, bool)>| rows.into_iter().map(|(id, _)| id).collect();
    Ok(Json(ReplayResult { replayed: numbers(replayed), refused: numbers(refused) }))
}
