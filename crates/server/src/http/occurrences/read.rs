//! Reads occurrences.

use axum::extract::State as Shared;
use jiff::Timestamp;
use refrain::model::{Attempt, FailReason, Occurrence, OccurrenceId, ScheduleId, SkipReason, State};
use refrain::store::OccurrenceFilter;
use serde::Serialize;
use serde_json::Value;
use utoipa::ToSchema;

use super::AttemptView;
use crate::http::app::App;
use crate::http::body::Json;
use crate::http::caller::Caller;
use crate::http::occurrence_view::OccurrenceView;
use crate::http::page::{List, page_query};
use crate::http::path::Path;
use crate::http::problem::Problem;
use crate::http::problem_code::ProblemCode;
use crate::http::query::Query;

page_query! {
    /// Query of a list of occurrences.
    pub(crate) struct ListQuery {
        /// Schedule ID. Includes occurrences of deleted schedules with the same ID.
        #[param(example = "digest")]
        schedule: Option<String>,
        /// Comma-separated states, such as `failed,skipped`. Default: all states.
        #[param(example = "failed")]
        state: Option<String>,
        /// Comma-separated reasons, such as `overlap,missed`. Default: all reasons.
        #[param(example = "overlap")]
        reason: Option<String>,
        /// Start of the range, inclusive, by nominal time.
        from: Option<Timestamp>,
        /// End of the range, exclusive, by nominal time.
        until: Option<Timestamp>,
        /// Label of the schedule, such as `team:billing`.
        #[param(example = "team:billing")]
        label: Option<String>,
    }
}

/// An occurrence with its attempts.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct OccurrenceDetail {
    #[serde(flatten)]
    occurrence: OccurrenceView,
    /// Payload of this occurrence alone. Null if it is sent with the payload of its schedule.
    payload: Option<Value>,
    /// Attempts, oldest first.
    attempts: Vec<AttemptView>,
}

impl OccurrenceDetail {
    pub(crate) fn of((row, attempts): (Occurrence, Vec<Attempt>)) -> Self {
        let due_at = row.planned.due_at;
        let attempts = attempts.into_iter().map(|attempt| AttemptView::of(attempt, due_at)).collect();
        let payload = row.planned.payload.as_ref().map(|payload| payload.value.clone());
        Self { occurrence: OccurrenceView::of(row), payload, attempts }
    }
}

/// List occurrences
///
/// Newest first, including planned occurrences. Page size: 50 by default, at most 500.
#[utoipa::path(
    get,
    path = "/v1/occurrences",
    tag = "ledger",
    params(ListQuery),
    responses((status = 200, description = "A page of occurrences", body = List<OccurrenceView>)),
)]
pub(crate) async fn list(
    Shared(app): Shared<App>,
    caller: Caller,
    Query(query): Query<ListQuery>,
) -> Result<Json<List<OccurrenceView>>, Problem> {
    let page = query.page(&app)?;
    let schedule = query.schedule.as_deref().map(ScheduleId::new).transpose();
    let filter = OccurrenceFilter {
        schedule: schedule
            .map_err(|error| Problem::new(ProblemCode::BadQuery, error.to_string()).at_path("schedule"))?,
        states: states(query.state.as_deref())?,
        reasons: reasons(query.reason.as_deref())?,
        from: query.from,
        until: query.until,
        label: query.label.as_deref().map(label).transpose()?,
        is_discarded: None,
    };
    let found = app.store().occurrences(&caller.tenant, &filter, &page).await?;
    Ok(Json(List::of(found, OccurrenceView::of)))
}

/// Get an occurrence
///
/// Includes all attempts.
#[utoipa::path(
    get,
    path = "/v1/occurrences/{id}",
    tag = "ledger",
    params(("id" = i64, Path, description = "Occurrence ID.")),
    responses((status = 200, description = "The occurrence", body = OccurrenceDetail)),
)]
pub(crate) async fn one(
    Shared(app): Shared<App>,
    caller: Caller,
    Path(id): Path<String>,
) -> Result<Json<OccurrenceDetail>, Problem> {
    let id = OccurrenceId(number(&id, "occurrence")?);
    let found = app.store().occurrence(&caller.tenant, id).await?;
    let found = found.ok_or_else(|| Problem::not_found(format!("occurrence {id} does not exist")))?;
    Ok(Json(OccurrenceDetail::of(found)))
}

/// Parses a numeric ID in a path. A text that is not a number is reported as not found.
pub(crate) fn number(text: &str, what: &str) -> Result<i64, Problem> {
    text.parse().map_err(|_| {
        let shown: String = text.chars().take(40).collect();
        Problem::not_found(format!("{what} {shown:?} does not exist: the ID must be a number"))
    })
}

pub(crate) fn states(text: Option<&str>) -> Result<Vec<State>, Problem> {
    let known = || State::ALL.map(State::as_str).join(", ");
    parts(text).map(|name| State::from_text(name).ok_or_else(|| unknown("state", name, &known()))).collect()
}

fn reasons(text: Option<&str>) -> Result<Vec<String>, Problem> {
    let is_known = |name: &str| SkipReason::from_text(name).is_some() || FailReason::from_text(name).is_some();
    let known = || {
        let (skips, fails) = (SkipReason::ALL.iter(), FailReason::ALL.iter());
        skips.map(|reason| reason.as_str()).chain(fails.map(|reason| reason.as_str())).collect::<Vec<_>>().join(", ")
    };
    let read = |name: &str| {
        if is_known(name) { Ok(name.to_owned()) } else { Err(unknown("reason", name, &known())) }
    };
    parts(text).map(read).collect()
}

fn parts(text: Option<&str>) -> impl Iterator<Item = &str> {
    text.into_iter().flat_map(|text| text.split(',').map(str::trim))
}

fn unknown(what: &str, name: &str, known: &str) -> Problem {
    let shown: String = name.chars().take(40).collect();
    Problem::new(ProblemCode::BadQuery, format!("{shown:?} is not a {what}"))
        .at_path(what)
        .with_hint(format!("one of {known}"))
}

pub(crate) fn label(text: &str) -> Result<(String, String), Problem> {
    let pair = text.split_once(':').map(|(name, value)| (name.to_owned(), value.to_owned()));
    pair.ok_or_else(|| {
        let shown: String = text.chars().take(40).collect();
        Problem::new(ProblemCode::BadQuery, format!("label {shown:?} has no colon"))
            .at_path("label")
            .with_hint("write `name:value`")
    })
}
