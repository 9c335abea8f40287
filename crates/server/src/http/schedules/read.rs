//! Reading schedules.

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use refrain::schedule::Status;
use refrain::store::ScheduleFilter;
use serde::Deserialize;
use utoipa::IntoParams;

use super::view::ScheduleView;
use crate::http::app::App;
use crate::http::body::Json;
use crate::http::caller::Caller;
use crate::http::etag;
use crate::http::page::{self, List};
use crate::http::path::Path;
use crate::http::problem::Problem;
use crate::http::query::Query;

/// Which schedules are wanted.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct Asked {
    /// In one of these, with commas between: `active,paused`. Any but deleted without a word.
    #[param(example = "active")]
    status: Option<String>,
    /// With all of these labels, with commas between: `team:billing,tier:1`.
    #[param(example = "team:billing")]
    label: Option<String>,
    /// Whose id begins so.
    id_prefix: Option<String>,
    /// How many rows, 50 without a word.
    #[param(minimum = 1, maximum = 500)]
    limit: Option<u32>,
    /// Where the page before ended: its `next_cursor`.
    cursor: Option<String>,
}

/// List schedules
///
/// In order of id.
#[utoipa::path(
    get,
    path = "/v1/schedules",
    tag = "schedules",
    params(Asked),
    responses((status = 200, description = "A page of them", body = List<ScheduleView>)),
)]
pub(crate) async fn list(
    State(app): State<App>,
    caller: Caller,
    Query(asked): Query<Asked>,
) -> Result<Json<List<ScheduleView>>, Problem> {
    let page = page::page(asked.limit, asked.cursor, &app)?;
    let filter = ScheduleFilter {
        statuses: statuses(asked.status.as_deref())?,
        labels: labels(asked.label.as_deref())?,
        id_prefix: asked.id_prefix,
    };
    let found = app.store().schedules(&caller.tenant, &filter, &page).await?;
    Ok(Json(List::of(found, ScheduleView::listed)))
}

/// Read a schedule
#[utoipa::path(
    get,
    path = "/v1/schedules/{id}",
    tag = "schedules",
    params(("id" = String, Path, description = "What it is called")),
    responses(
        (status = 200, description = "The schedule", body = ScheduleView, headers(("ETag" = String))),
        (status = 304, description = "It is as the entity tag in If-None-Match says"),
    ),
)]
pub(crate) async fn one(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let schedule = app.control().schedule(&caller.key(&id)?).await?;
    let tag = etag::tag(schedule.revision);
    if headers.get(header::IF_NONE_MATCH) == Some(&tag) {
        return Ok((StatusCode::NOT_MODIFIED, [(header::ETAG, tag)]).into_response());
    }
    let view = ScheduleView::whole(schedule, &app).await?;
    Ok(([(header::ETAG, tag)], Json(view)).into_response())
}

fn statuses(text: Option<&str>) -> Result<Vec<Status>, Problem> {
    let read = |name: &str| {
        Status::from_text(name).ok_or_else(|| {
            let known: Vec<_> = Status::ALL.iter().map(|status| status.as_str()).collect();
            Problem::unprocessable("bad_query", format!("{name:?} is no status"))
                .at_path("status")
                .with_hint(format!("one of {}", known.join(", ")))
        })
    };
    text.map_or(Ok(Vec::new()), |text| text.split(',').map(str::trim).map(read).collect())
}

pub(crate) fn labels(text: Option<&str>) -> Result<Vec<(String, String)>, Problem> {
    let read = |pair: &str| {
        pair.split_once(':').map(|(name, value)| (name.to_owned(), value.to_owned())).ok_or_else(|| {
            Problem::unprocessable("bad_query", format!("label {pair:?} has no colon"))
                .at_path("label")
                .with_hint("write `name:value`")
        })
    };
    text.map_or(Ok(Vec::new()), |text| text.split(',').map(read).collect())
}
