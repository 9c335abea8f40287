//! Occurrences of a schedule.

use axum::extract::State;
use refrain::store::OccurrenceFilter;

use crate::http::app::App;
use crate::http::body::Json;
use crate::http::caller::Caller;
use crate::http::occurrence_view::OccurrenceView;
use crate::http::page::{List, PageQuery};
use crate::http::path::Path;
use crate::http::problem::Problem;
use crate::http::query::Query;

/// List the runs of a schedule
///
/// Lists the occurrences of the schedule, newest first, including planned ones. Page size: 50 by default, at
/// most 500.
#[utoipa::path(
    get,
    path = "/v1/schedules/{id}/runs",
    tag = "schedules",
    params(("id" = String, Path, description = "Schedule ID."), PageQuery),
    responses((status = 200, description = "A page of occurrences", body = List<OccurrenceView>)),
)]
pub(crate) async fn runs(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<String>,
    Query(query): Query<PageQuery>,
) -> Result<Json<List<OccurrenceView>>, Problem> {
    let key = caller.key(&id)?;
    app.control().schedule(&key).await?;
    let page = query.page(&app)?;
    let filter = OccurrenceFilter { schedule: Some(key.id), ..OccurrenceFilter::default() };
    let found = app.store().occurrences(&caller.tenant, &filter, &page).await?;
    Ok(Json(List::of(found, OccurrenceView::of)))
}
