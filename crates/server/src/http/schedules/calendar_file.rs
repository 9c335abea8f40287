//! Next occurrences of a schedule as an iCalendar file, for display in a calendar application.

use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use jiff::Timestamp;
use refrain::model::Schedule;
use refrain_recurrence::CompiledRecurrence;
use serde::Deserialize;
use sha2::{Digest, Sha256};
use utoipa::IntoParams;

use crate::http::app::App;
use crate::http::caller::Caller;
use crate::http::path::Path;
use crate::http::problem::Problem;
use crate::http::query::{Query, within};
use crate::preview::Feed;

/// Default number of occurrences, and the maximum.
const OCCURRENCES: u32 = 50;
const OCCURRENCES_MAX: u32 = 500;

/// Query of the calendar file.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct CalendarFileQuery {
    /// Number of occurrences. Default: 50. Maximum: 500.
    #[param(minimum = 1, maximum = 500)]
    count: Option<u32>,
}

/// Get upcoming occurrences as an iCalendar file
///
/// Returns one event per occurrence, in UTC, so that every calendar application shows the same times. The
/// file has no events while the schedule is paused or after it has ended. An occurrence keeps its UID in
/// every version of the file. Default: 50 occurrences. Maximum: 500.
#[utoipa::path(
    get,
    path = "/v1/schedules/{id}/calendar.ics",
    tag = "schedules",
    params(("id" = String, Path, description = "Schedule ID."), CalendarFileQuery),
    responses(
        (status = 200, description = "The iCalendar file", body = String, content_type = "text/calendar", headers(("ETag" = String))),
        (status = 304, description = "The file has not changed since the entity tag in If-None-Match"),
    ),
)]
pub(crate) async fn calendar(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<String>,
    Query(asked): Query<CalendarFileQuery>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let count = within("count", asked.count.unwrap_or(OCCURRENCES), OCCURRENCES_MAX)?;
    let schedule = app.control().schedule(&caller.key(&id)?).await?;
    let next = app.control().next(&schedule.key, count).await?;
    let rule = app.control().rule(&schedule).await?;
    let text = file(&schedule, &rule, &next);
    let tag = tag(&text);
    if headers.get(header::IF_NONE_MATCH) == Some(&tag) {
        return Ok((StatusCode::NOT_MODIFIED, [(header::ETAG, tag)]).into_response());
    }
    let kind = HeaderValue::from_static("text/calendar; charset=utf-8");
    Ok(([(header::CONTENT_TYPE, kind), (header::ETAG, tag)], text).into_response())
}

fn file(schedule: &Schedule, rule: &CompiledRecurrence, next: &[Timestamp]) -> String {
    let name = |at: &Timestamp| {
        let occurrence = rule.occurrence_at(*at);
        // An occurrence of an `after_completion` recurrence is identified by its time.
        (*at, occurrence.map_or_else(|| at.to_string(), |occurrence| rule.period_key(&occurrence)))
    };
    let description = &schedule.definition.description;
    let summary = match description.lines().next().unwrap_or_default() {
        "" => schedule.key.id.to_string(),
        first => format!("{}: {first}", schedule.key.id),
    };
    let feed = Feed {
        summary: &summary,
        identity: &schedule.key.to_string(),
        made_at: schedule.updated_at,
        events: &next.iter().map(name).collect::<Vec<_>>(),
    };
    feed.to_text()
}

/// Returns the entity tag of the file, the same on every node.
fn tag(text: &str) -> HeaderValue {
    let hash: String = Sha256::digest(text).iter().take(12).map(|byte| format!("{byte:02x}")).collect();
    HeaderValue::from_str(&format!("\"{hash}\"")).unwrap_or(HeaderValue::from_static("\"0\""))
}
