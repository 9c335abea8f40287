//! Reads schedules.

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use refrain::model::Status;
use refrain::store::ScheduleFilter;
use serde::Serialize;
use utoipa::ToSchema;

use super::recent;
use super::view::ScheduleView;
use crate::http::app::App;
use crate::http::body::Json;
use crate::http::caller::Caller;
use crate::http::etag;
use crate::http::page::page_query;
use crate::http::path::Path;
use crate::http::problem::Problem;
use crate::http::problem_code::ProblemCode;
use crate::http::query::Query;

/// Maximum number of schedules that are counted.
const COUNTED_MAX: usize = 10_000;
/// Maximum length of a search text, in characters.
const TEXT_CHARS_MAX: usize = 200;

page_query! {
    /// Query of a list of schedules.
    pub(crate) struct ListQuery {
        /// Comma-separated statuses, such as `active,paused`. Default: all except deleted.
        #[param(example = "active")]
        status: Option<String>,
        /// Comma-separated labels, such as `team:billing,tier:1`. Schedules must have all of them.
        #[param(example = "team:billing")]
        label: Option<String>,
        /// Prefix of the schedule ID.
        id_prefix: Option<String>,
        /// Provider of the action.
        #[param(example = "webhook")]
        provider: Option<String>,
        /// Text in the ID or the description, case-insensitive.
        #[param(example = "digest", max_length = 200)]
        text: Option<String>,
        /// Whether to count all schedules. Default: false.
        total: Option<bool>,
        /// Number of latest completed runs to include for each schedule. Default: none. Maximum: 20.
        #[param(minimum = 0, maximum = 20)]
        recent: Option<u32>,
    }
}

/// A page of a tenant's schedules.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ScheduleList {
    /// Schedules of the page.
    items: Vec<ScheduleView>,
    /// Cursor of the next page. Null on the last page.
    next_cursor: Option<String>,
    /// Number of schedules on all pages. Null if it was not requested, or if counting would require reading
    /// every schedule.
    #[schema(example = 1)]
    total: Option<i64>,
    /// Whether `total` is exact. False if counting stopped at its limit.
    total_is_exact: Option<bool>,
}

/// List schedules
///
/// In order of ID. Page size: 50 by default, at most 500.
///
/// With `label`, `provider` or `text`, a page searches at most 1,000 schedules; with `status`, at most 4,000.
/// A page may then have fewer items than `limit`, or none, and still have a `next_cursor`. Only a page
/// without a `next_cursor` is the last.
///
/// `total=true` counts up to 10,000 schedules, by status if `status` is given; with other filters, `total` is
/// null. `recent=20` adds the latest completed runs of each schedule; in a very long ledger, only recent ones
/// are found.
#[utoipa::path(
    get,
    path = "/v1/schedules",
    tag = "schedules",
    params(ListQuery),
    responses((status = 200, description = "A page of schedules", body = ScheduleList)),
)]
pub(crate) async fn list(
    State(app): State<App>,
    caller: Caller,
    Query(query): Query<ListQuery>,
) -> Result<Json<ScheduleList>, Problem> {
    let page = query.page(&app)?;
    let limit = recent::limit(query.recent)?;
    let filter = ScheduleFilter {
        statuses: statuses(query.status.as_deref())?,
        labels: labels(query.label.as_deref())?,
        id_prefix: query.id_prefix,
        provider: query.provider,
        text: text(query.text, "text")?,
        scan_limit: None,
    };
    let found = app.store().schedules(&caller.tenant, &filter, &page).await?;
    let total = if query.total == Some(true) { total(&app, &caller, &filter).await? } else { None };
    let (total, total_is_exact) = total.unzip();
    let recent = recent::latest_runs(&app, &caller, &found.rows, limit).await?;
    let mut items = Vec::with_capacity(found.rows.len());
    for (row, recent) in found.rows.into_iter().zip(recent) {
        items.push(ScheduleView::listed(row, &app).await.with_recent(recent));
    }
    Ok(Json(ScheduleList { items, next_cursor: found.next, total, total_is_exact }))
}

/// Returns the number of schedules, and whether it is exact. Returns `None` if counting would require reading
/// every schedule.
async fn total(app: &App, caller: &Caller, filter: &ScheduleFilter) -> Result<Option<(i64, bool)>, Problem> {
    let by_status = ScheduleFilter { statuses: filter.statuses.clone(), ..ScheduleFilter::default() };
    if *filter != by_status {
        return Ok(None);
    }
    let counts = app.store().count_schedules(&caller.tenant, COUNTED_MAX).await?;
    Ok(Some((i64::try_from(counts.of(&filter.statuses)).unwrap_or(i64::MAX), !counts.is_cut)))
}

/// Checks a search text.
pub(crate) fn text(text: Option<String>, path: &str) -> Result<Option<String>, Problem> {
    match text.filter(|text| !text.is_empty()) {
        Some(long) if long.chars().count() > TEXT_CHARS_MAX => {
            let detail = format!("{path} has more than {TEXT_CHARS_MAX} characters");
            Err(Problem::new(ProblemCode::TooLong, detail).at_path(path))
        }
        text => Ok(text),
    }
}

/// Get a schedule
///
/// Returns the schedule with its definition, status, counters and next occurrence.
#[utoipa::path(
    get,
    path = "/v1/schedules/{id}",
    tag = "schedules",
    params(("id" = String, Path, description = "Schedule ID.")),
    responses(
        (status = 200, description = "The schedule", body = ScheduleView, headers(("ETag" = String))),
        (status = 304, description = "The schedule has not changed since the entity tag in If-None-Match"),
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
    let view = ScheduleView::detailed(schedule, &app).await?;
    Ok(([(header::ETAG, tag)], Json(view)).into_response())
}

pub(super) fn statuses(text: Option<&str>) -> Result<Vec<Status>, Problem> {
    let read = |name: &str| {
        Status::from_text(name).ok_or_else(|| {
            let known: Vec<_> = Status::ALL.iter().map(|status| status.as_str()).collect();
            Problem::new(ProblemCode::BadQuery, format!("{name:?} is not a status"))
                .at_path("status")
                .with_hint(format!("one of {}", known.join(", ")))
        })
    };
    text.map_or(Ok(Vec::new()), |text| text.split(',').map(str::trim).map(read).collect())
}

pub(crate) fn labels(text: Option<&str>) -> Result<Vec<(String, String)>, Problem> {
    let read = |pair: &str| {
        pair.split_once(':').map(|(name, value)| (name.to_owned(), value.to_owned())).ok_or_else(|| {
            Problem::new(ProblemCode::BadQuery, format!("label {pair:?} has no colon"))
                .at_path("label")
                .with_hint("write `name:value`")
        })
    };
    text.map_or(Ok(Vec::new()), |text| text.split(',').map(read).collect())
}
