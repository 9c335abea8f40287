//! Reads work items.

use axum::extract::State;
use refrain::model::{QueueName, WorkItem, WorkItemId, WorkState};
use refrain::store::WorkFilter;

use super::WorkItemView;
use crate::http::app::App;
use crate::http::body::Json;
use crate::http::caller::Caller;
use crate::http::occurrences::number;
use crate::http::page::{List, page_query};
use crate::http::path::Path;
use crate::http::problem::Problem;
use crate::http::problem_code::ProblemCode;
use crate::http::query::Query;

page_query! {
    /// Query of a list of work items.
    pub(crate) struct ListQuery {
        /// Queue name. Default: all queues.
        #[param(example = "emails")]
        queue: Option<String>,
        /// Comma-separated states, such as `queued,running`. Default: all states.
        #[param(example = "queued")]
        state: Option<String>,
    }
}

/// List work items
///
/// Newest first. Page size: 50 by default, at most 500.
#[utoipa::path(
    get,
    path = "/v1/work-items",
    tag = "work",
    params(ListQuery),
    responses((status = 200, description = "A page of work items", body = List<WorkItemView>)),
)]
pub(crate) async fn list(
    State(app): State<App>,
    caller: Caller,
    Query(query): Query<ListQuery>,
) -> Result<Json<List<WorkItemView>>, Problem> {
    let page = query.page(&app)?;
    let queue = query.queue.as_deref().map(QueueName::new).transpose();
    let queue = queue.map_err(|error| Problem::new(ProblemCode::BadQuery, error.to_string()).at_path("queue"))?;
    let filter = WorkFilter { queue, states: states(query.state.as_deref())? };
    let found = app.store().work_items(&caller.tenant, &filter, &page).await?;
    Ok(Json(List::of(found, WorkItemView::of)))
}

/// Get a work item
///
/// Returns the work item with its payload, state, attempts and lease, and its result or error once it completed.
#[utoipa::path(
    get,
    path = "/v1/work-items/{id}",
    tag = "work",
    params(("id" = i64, Path, description = "Work item ID.")),
    responses((status = 200, description = "The work item", body = WorkItemView)),
)]
pub(crate) async fn one(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<String>,
) -> Result<Json<WorkItemView>, Problem> {
    Ok(Json(WorkItemView::of(found(&app, &caller, &id).await?)))
}

/// Returns the caller's work item with an ID.
pub(super) async fn found(app: &App, caller: &Caller, id: &str) -> Result<WorkItem, Problem> {
    let id = WorkItemId(number(id, "work item")?);
    let found = app.store().work_item(&caller.tenant, id).await?;
    found.ok_or_else(|| Problem::not_found(format!("work item {id} does not exist")))
}

fn states(text: Option<&str>) -> Result<Vec<WorkState>, Problem> {
    let read = |name: &str| {
        WorkState::ALL.into_iter().find(|state| state.as_str() == name).ok_or_else(|| {
            let shown: String = name.chars().take(40).collect();
            let hint = match name {
                "done" => format!("use `{}`", WorkState::Completed.as_str()),
                _ => format!("one of {}", WorkState::ALL.map(WorkState::as_str).join(", ")),
            };
            Problem::new(ProblemCode::BadQuery, format!("{shown:?} is not a state")).at_path("state").with_hint(hint)
        })
    };
    text.map_or(Ok(Vec::new()), |text| text.split(',').map(str::trim).map(read).collect())
}
