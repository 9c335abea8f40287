//! Occurrences of a schedule.

use axum::extract::State;
use refrain::store::OccurrenceFilter;
use serde::Deserialize;
use utoipa::IntoParams;

use crate::http::app::App;
use crate::http::body::Json;
use crate::http::caller::Caller;
use crate::http::occurrence_view::OccurrenceView;
use crate::http::page::{self, List};
use crate::http::path::Path;
use crate::http::problem::Problem;
use crate::http::query::Query;

/// Query of a list of runs.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct ListQuery {
    /// Page size. Default: 50. Maximum: 500.
    #[param(minimum = 1, maximum = 500)]
    limit: Option<u32>,
    /// Cursor: the `next_cursor` of the previous page.
    cursor: Option<String>,
}

/// List the runs of a schedule
///
/// Lists the occurrences of the schedule, newest first, including planned ones. Page size: 50 by default, at
/// most 500.
#[utoipa::path(
    get,
    path = "/v1/schedules/{id}/runs",
    tag = "schedules",
    params(("id" = String, Path, description = "Schedule ID."), ListQuery),
    responses((status = 200, description = "A page of occurrences", body = List<OccurrenceView>)),
)]
pub(crate) async fn runs(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<String>,
    Query(asked): Query<ListQuery>,
) -> Result<Json<List<OccurrenceView>>, Problem> {
    let key = caller.key(&id)?;
    app.control().schedule(&key).await?;
    let page = page::page(asked.limit, asked.cursor, &app)?;
    let filter = OccurrenceFilter { schedule: Some(key.id), ..OccurrenceFilter::default() };
    let found = app.store().occurrences(&caller.tenant, &filter, &page).await?;
    Ok(Json(List::of(found, OccurrenceView::of)))
}
