//! What came of a schedule.

use axum::extract::State;
use refrain::store::OccurrenceFilter;
use serde::Deserialize;
use utoipa::IntoParams;

use crate::http::app::App;
use crate::http::body::Json;
use crate::http::caller::Caller;
use crate::http::occurrences::OccurrenceView;
use crate::http::page::{self, List};
use crate::http::path::Path;
use crate::http::problem::Problem;
use crate::http::query::Query;

/// Which part is wanted.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct Asked {
    /// How many rows, 50 without a word.
    #[param(minimum = 1, maximum = 500)]
    limit: Option<u32>,
    /// Where the page before ended: its `next_cursor`.
    cursor: Option<String>,
}

/// List the occurrences of a schedule
///
/// The latest first, those that are planned included.
#[utoipa::path(
    get,
    path = "/v1/schedules/{id}/runs",
    tag = "schedules",
    params(("id" = String, Path, description = "What it is called"), Asked),
    responses((status = 200, description = "A page of them", body = List<OccurrenceView>)),
)]
pub(crate) async fn runs(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<String>,
    Query(asked): Query<Asked>,
) -> Result<Json<List<OccurrenceView>>, Problem> {
    let key = caller.key(&id)?;
    app.control().schedule(&key).await?;
    let page = page::page(asked.limit, asked.cursor, &app)?;
    let filter = OccurrenceFilter { schedule: Some(key.id), ..OccurrenceFilter::default() };
    let found = app.store().occurrences(&caller.tenant, &filter, &page).await?;
    Ok(Json(List::of(found, OccurrenceView::of)))
}
