//! Lists dead letters.

use axum::extract::State as Shared;
use refrain::model::{QueueName, ScheduleId, State, WorkState};
use refrain::store::{ListPage, OccurrenceFilter, WorkFilter};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::http::app::App;
use crate::http::body::Json;
use crate::http::caller::Caller;
use crate::http::occurrence_view::OccurrenceView;
use crate::http::page::{List, page_query};
use crate::http::problem::Problem;
use crate::http::problem_code::ProblemCode;
use crate::http::query::Query;
use crate::http::work_items::WorkItemView;

page_query! {
    /// Query of a dead letter list.
    pub(crate) struct ListQuery {
        /// Kind: `occurrence` or `work_item`. Default: `occurrence`.
        kind: Option<Kind>,
        /// Schedule ID. Only for occurrences.
        schedule: Option<String>,
        /// Queue name. Only for work items.
        queue: Option<String>,
        /// Whether to list discarded occurrences instead of dead letters. Only for occurrences. Default: false.
        discarded: Option<bool>,
    }
}

/// Kind of a dead letter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = DeadLetterKind)]
pub(crate) enum Kind {
    /// An occurrence that failed.
    Occurrence,
    /// A work item that failed all its attempts or was rejected.
    WorkItem,
}

/// An occurrence or work item that failed and is not retried.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct DeadLetter {
    /// Kind of the dead letter.
    kind: Kind,
    /// ID of the occurrence or work item.
    id: i64,
    /// The occurrence, if the kind is `occurrence`.
    occurrence: Option<OccurrenceView>,
    /// The work item, if the kind is `work_item`.
    work_item: Option<WorkItemView>,
}

/// List dead letters
///
/// Failed occurrences that were not discarded, or dead work items, newest first. Page size: 50 by default, at most 500.
#[utoipa::path(
    get,
    path = "/v1/dead-letters",
    tag = "ledger",
    params(ListQuery),
    responses((status = 200, description = "A page of dead letters", body = List<DeadLetter>)),
)]
pub(crate) async fn list(
    Shared(app): Shared<App>,
    caller: Caller,
    Query(query): Query<ListQuery>,
) -> Result<Json<List<DeadLetter>>, Problem> {
    let page = query.page(&app)?;
    let bad = |error: refrain::model::InvalidName, place: &str| {
        Problem::new(ProblemCode::BadQuery, error.to_string()).at_path(place)
    };
    let schedule =
        query.schedule.as_deref().map(ScheduleId::new).transpose().map_err(|error| bad(error, "schedule"))?;
    let queue = query.queue.as_deref().map(QueueName::new).transpose().map_err(|error| bad(error, "queue"))?;
    match query.kind.unwrap_or(Kind::Occurrence) {
        Kind::Occurrence if queue.is_some() => Err(wrong_kind("queue", "work_item")),
        Kind::WorkItem if schedule.is_some() => Err(wrong_kind("schedule", "occurrence")),
        // A discarded work item is deleted.
        Kind::WorkItem if query.discarded.is_some() => Err(wrong_kind("discarded", "occurrence")),
        Kind::Occurrence => {
            let is_discarded = Some(query.discarded.unwrap_or_default());
            let filter = OccurrenceFilter { schedule, is_discarded, ..dead() };
            let found = app.store().occurrences(&caller.tenant, &filter, &page).await?;
            Ok(letters(found, |row| DeadLetter {
                kind: Kind::Occurrence,
                id: row.id.0,
                occurrence: Some(OccurrenceView::of(row)),
                work_item: None,
            }))
        }
        Kind::WorkItem => {
            let filter = WorkFilter { queue, states: vec![WorkState::Dead] };
            let found = app.store().work_items(&caller.tenant, &filter, &page).await?;
            Ok(letters(found, |item| DeadLetter {
                kind: Kind::WorkItem,
                id: item.id.0,
                occurrence: None,
                work_item: Some(WorkItemView::of(item)),
            }))
        }
    }
}

/// Selects the occurrences that are dead letters.
pub(super) fn dead() -> OccurrenceFilter {
    OccurrenceFilter { states: vec![State::Failed], is_discarded: Some(false), ..OccurrenceFilter::default() }
}

fn letters<R>(found: ListPage<R>, show: impl FnMut(R) -> DeadLetter) -> Json<List<DeadLetter>> {
    Json(List::of(found, show))
}

fn wrong_kind(place: &str, kind: &str) -> Problem {
    let detail = format!("{place} applies only to dead letters of kind {kind}");
    Problem::new(ProblemCode::BadQuery, detail).at_path(place).with_hint(format!("add kind={kind}, or remove {place}"))
}
