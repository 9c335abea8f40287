//! Reading schedules.

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use refrain::schedule::Status;
use refrain::store::ScheduleFilter;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::recent;
use super::view::ScheduleView;
use crate::http::app::App;
use crate::http::body::Json;
use crate::http::caller::Caller;
use crate::http::etag;
use crate::http::page;
use crate::http::path::Path;
use crate::http::problem::Problem;
use crate::http::query::Query;

/// Counting ends here.
const COUNTED_MAX: usize = 10_000;
/// No text that is looked for is longer.
const TEXT_CHARS_MAX: usize = 200;

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
    /// Whose action this provider sends.
    #[param(example = "webhook")]
    provider: Option<String>,
    /// Whose id or description holds this, whatever the case of its letters.
    #[param(example = "digest", max_length = 200)]
    text: Option<String>,
    /// Whether they are counted, too.
    total: Option<bool>,
    /// So many of those that ended last are shown beside each schedule, none without a word.
    #[param(minimum = 0, maximum = 20)]
    recent: Option<u32>,
    /// How many rows, 50 without a word.
    #[param(minimum = 1, maximum = 500)]
    limit: Option<u32>,
    /// Where the page before ended: its `next_cursor`.
    cursor: Option<String>,
}

/// A part of a tenant's schedules.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ScheduleList {
    /// The schedules.
    items: Vec<ScheduleView>,
    /// Where the next page begins; null when this was the last.
    next_cursor: Option<String>,
    /// How many there are on all pages; null when it was not asked for, or cannot be told without looking at all of them.
    #[schema(example = 1)]
    total: Option<i64>,
    /// Whether that is all, or counting ended there.
    total_is_exact: Option<bool>,
}

/// List schedules
///
/// In order of id. What is rare is looked for a part at a time: with `label`, `provider` or `text` a page looks at 1,000 schedules at most, with
/// `status` at 4,000. It may then have fewer rows than its limit, even none, and still name a `next_cursor`; only a page
/// without one is the last. `total=true` counts up to 10,000, by status if one is asked for; with other filters it is null. `recent=20` shows
/// beside each schedule what ended last; in a very long ledger only what lies not too far back.
#[utoipa::path(
    get,
    path = "/v1/schedules",
    tag = "schedules",
    params(Asked),
    responses((status = 200, description = "A page of them", body = ScheduleList)),
)]
pub(crate) async fn list(
    State(app): State<App>,
    caller: Caller,
    Query(asked): Query<Asked>,
) -> Result<Json<ScheduleList>, Problem> {
    let page = page::page(asked.limit, asked.cursor, &app)?;
    let limit = recent::limit(asked.recent)?;
    let filter = ScheduleFilter {
        statuses: statuses(asked.status.as_deref())?,
        labels: labels(asked.label.as_deref())?,
        id_prefix: asked.id_prefix,
        provider: asked.provider,
        text: text(asked.text, "text")?,
        looks_at_max: None,
    };
    let found = app.store().schedules(&caller.tenant, &filter, &page).await?;
    let total = if asked.total == Some(true) { total(&app, &caller, &filter).await? } else { None };
    let (total, total_is_exact) = total.unzip();
    let recent = recent::of_each(&app, &caller, &found.rows, limit).await?;
    let mut items = Vec::with_capacity(found.rows.len());
    for (row, recent) in found.rows.into_iter().zip(recent) {
        items.push(ScheduleView::listed(row, &app).await.beside(recent));
    }
    Ok(Json(ScheduleList { items, next_cursor: found.next, total, total_is_exact }))
}

/// How many there are, and whether that is all; none where only a look at each of them could tell.
async fn total(app: &App, caller: &Caller, filter: &ScheduleFilter) -> Result<Option<(i64, bool)>, Problem> {
    let by_status = ScheduleFilter { statuses: filter.statuses.clone(), ..ScheduleFilter::default() };
    if *filter != by_status {
        return Ok(None);
    }
    let counts = app.store().count_schedules(&caller.tenant, COUNTED_MAX).await?;
    Ok(Some((i64::try_from(counts.of(&filter.statuses)).unwrap_or(i64::MAX), !counts.is_cut)))
}

/// A text to look for.
pub(crate) fn text(text: Option<String>, path: &str) -> Result<Option<String>, Problem> {
    match text.filter(|text| !text.is_empty()) {
        Some(long) if long.chars().count() > TEXT_CHARS_MAX => {
            let detail = format!("{path} has more than {TEXT_CHARS_MAX} characters");
            Err(Problem::bad_request("too_long", detail).at_path(path))
        }
        text => Ok(text),
    }
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

pub(super) fn statuses(text: Option<&str>) -> Result<Vec<Status>, Problem> {
    let read = |name: &str| {
        Status::from_text(name).ok_or_else(|| {
            let known: Vec<_> = Status::ALL.iter().map(|status| status.as_str()).collect();
            Problem::bad_request("bad_query", format!("{name:?} is no status"))
                .at_path("status")
                .with_hint(format!("one of {}", known.join(", ")))
        })
    };
    text.map_or(Ok(Vec::new()), |text| text.split(',').map(str::trim).map(read).collect())
}

pub(crate) fn labels(text: Option<&str>) -> Result<Vec<(String, String)>, Problem> {
    let read = |pair: &str| {
        pair.split_once(':').map(|(name, value)| (name.to_owned(), value.to_owned())).ok_or_else(|| {
            Problem::bad_request("bad_query", format!("label {pair:?} has no colon"))
                .at_path("label")
                .with_hint("write `name:value`")
        })
    };
    text.map_or(Ok(Vec::new()), |text| text.split(',').map(read).collect())
}
