//! Reading the ledger.

use axum::extract::State as Shared;
use jiff::Timestamp;
use refrain::attempt::Attempt;
use refrain::id::{OccurrenceId, ScheduleId};
use refrain::moves::State;
use refrain::occurrence::Occurrence;
use refrain::reason::{FailReason, SkipReason};
use refrain::store::OccurrenceFilter;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::{AttemptView, OccurrenceView};
use crate::http::app::App;
use crate::http::body::Json;
use crate::http::caller::Caller;
use crate::http::page::{self, List};
use crate::http::path::Path;
use crate::http::problem::Problem;
use crate::http::query::Query;

/// Which occurrences are wanted.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct Asked {
    /// Of this schedule, deleted ones of the same name included.
    #[param(example = "digest")]
    schedule: Option<String>,
    /// In one of these states, with commas between: `failed,skipped`.
    #[param(example = "failed")]
    state: Option<String>,
    /// For one of these reasons, with commas between: `overlap,missed`.
    #[param(example = "overlap")]
    reason: Option<String>,
    /// From then on, by nominal time.
    from: Option<Timestamp>,
    /// Before then.
    until: Option<Timestamp>,
    /// Of schedules with this label: `team:billing`.
    #[param(example = "team:billing")]
    label: Option<String>,
    /// How many rows, 50 without a word.
    #[param(minimum = 1, maximum = 500)]
    limit: Option<u32>,
    /// Where the page before ended: its `next_cursor`.
    cursor: Option<String>,
}

/// A row of the ledger with all that was tried.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct OccurrenceWhole {
    #[serde(flatten)]
    occurrence: OccurrenceView,
    /// Each try, the first one first.
    attempts: Vec<AttemptView>,
}

impl OccurrenceWhole {
    pub(crate) fn of((row, attempts): (Occurrence, Vec<Attempt>)) -> Self {
        let due_at = row.planned.due_at;
        let attempts = attempts.into_iter().map(|attempt| AttemptView::of(attempt, due_at)).collect();
        Self { occurrence: OccurrenceView::of(row), attempts }
    }
}

/// List occurrences
///
/// The latest first, those that are planned included.
#[utoipa::path(
    get,
    path = "/v1/occurrences",
    tag = "ledger",
    params(Asked),
    responses((status = 200, description = "A page of them", body = List<OccurrenceView>)),
)]
pub(crate) async fn list(
    Shared(app): Shared<App>,
    caller: Caller,
    Query(asked): Query<Asked>,
) -> Result<Json<List<OccurrenceView>>, Problem> {
    let page = page::page(asked.limit, asked.cursor, &app)?;
    let schedule = asked.schedule.as_deref().map(ScheduleId::new).transpose();
    let filter = OccurrenceFilter {
        schedule: schedule.map_err(|error| Problem::bad_request("bad_query", error.to_string()).at_path("schedule"))?,
        states: states(asked.state.as_deref())?,
        reasons: reasons(asked.reason.as_deref())?,
        from: asked.from,
        until: asked.until,
        label: asked.label.as_deref().map(label).transpose()?,
    };
    let found = app.store().occurrences(&caller.tenant, &filter, &page).await?;
    Ok(Json(List::of(found, OccurrenceView::of)))
}

/// Read an occurrence
///
/// With every attempt at it.
#[utoipa::path(
    get,
    path = "/v1/occurrences/{id}",
    tag = "ledger",
    params(("id" = i64, Path, description = "Its number")),
    responses((status = 200, description = "The occurrence", body = OccurrenceWhole)),
)]
pub(crate) async fn one(
    Shared(app): Shared<App>,
    caller: Caller,
    Path(id): Path<String>,
) -> Result<Json<OccurrenceWhole>, Problem> {
    let id = OccurrenceId(number(&id, "occurrence")?);
    let found = app.store().occurrence(&caller.tenant, id).await?;
    let found = found.ok_or_else(|| Problem::not_found(format!("occurrence {id} does not exist")))?;
    Ok(Json(OccurrenceWhole::of(found)))
}

/// The number of something in a path. What is no number is of nothing that exists.
pub(crate) fn number(text: &str, what: &str) -> Result<i64, Problem> {
    text.parse().map_err(|_| {
        let shown: String = text.chars().take(40).collect();
        Problem::not_found(format!("{shown:?} is no number: there is no such {what}"))
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
    Problem::bad_request("bad_query", format!("{shown:?} is no {what}"))
        .at_path(what)
        .with_hint(format!("one of {known}"))
}

pub(crate) fn label(text: &str) -> Result<(String, String), Problem> {
    let pair = text.split_once(':').map(|(name, value)| (name.to_owned(), value.to_owned()));
    pair.ok_or_else(|| {
        let shown: String = text.chars().take(40).collect();
        Problem::bad_request("bad_query", format!("label {shown:?} has no colon"))
            .at_path("label")
            .with_hint("write `name:value`")
    })
}
