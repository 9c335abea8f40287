//! Bulk changes. Each schedule is changed on its own, with its own revision and audit entry, and the response
//! reports the result of each. A request that ends early has completed the changes it made, and repeating it
//! does the rest.

use std::collections::BTreeMap;

use axum::extract::State;
use futures_util::StreamExt;
use futures_util::stream;
use jiff::{SignedDuration, Timestamp};
use refrain::Error;
use refrain::control::Rights;
use refrain::control::{Control, ResumeFrom};
use refrain::model::{By, Schedule, ScheduleKey, Status};
use refrain::store::{ExpectedVersion, ListedSchedule, PAGE_ROWS_MAX, Page, ScheduleFilter};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::read::{statuses, text};
use super::status::ResumeMode;
use crate::http::app::App;
use crate::http::body::Json;
use crate::http::caller::Caller;
use crate::http::problem::{Problem, sentence};
use crate::http::problem_code::ProblemCode;
use crate::http::query::expected_range;

/// Maximum number of schedules per request.
const SCHEDULES_MAX: usize = 1_000;
/// Number of concurrent changes; stores write concurrent changes in one batch.
const CONCURRENCY: usize = 32;
/// Maximum time for changes. Then the request returns its results so far and a cursor.
const TIME_LIMIT: SignedDuration = SignedDuration::from_secs(10);

/// One change to many schedules.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct BulkRequest {
    /// Action to perform.
    action: BulkAction,
    /// Schedules to change.
    #[serde(default)]
    selector: ScheduleSelector,
    /// Whether to change all schedules of the tenant. Must be true if the selector is empty.
    all: Option<bool>,
    /// Reason for the change.
    #[schema(example = "the receiver is being moved", max_length = 2048)]
    note: Option<String>,
    /// Time at which a pause ends by itself.
    until: Option<Timestamp>,
    /// Occurrences missed while paused, for `resume`. Default: `now`.
    from: Option<ResumeMode>,
    /// Whether to only list the schedules that would be changed. Default: false.
    dry_run: Option<bool>,
    /// Maximum number of schedules. Default: 1,000. Maximum: 1,000.
    #[schema(minimum = 1, maximum = 1000)]
    limit: Option<u32>,
    /// Cursor: the `next_cursor` of the previous request.
    cursor: Option<String>,
}

/// Action on each schedule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum BulkAction {
    /// Pauses the schedule.
    Pause,
    /// Resumes the schedule.
    Resume,
    /// Stops the schedule permanently.
    Cancel,
}

/// Selects schedules: those that match all given fields, or those with the given IDs.
#[derive(Debug, Default, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ScheduleSelector {
    /// Labels that the schedules must have.
    #[serde(default)]
    #[schema(example = json!({ "team": "billing" }))]
    labels: BTreeMap<String, String>,
    /// Comma-separated statuses. Default: the statuses that the action can change: `active` for `pause`,
    /// `paused` for `resume`, and `active`, `paused` and `disabled` for `cancel`.
    #[schema(example = "active")]
    status: Option<String>,
    /// Prefix of the schedule ID.
    id_prefix: Option<String>,
    /// Provider of the action.
    provider: Option<String>,
    /// Text in the ID or the description, case-insensitive.
    #[schema(max_length = 200)]
    text: Option<String>,
    /// Schedule IDs, in this order. Cannot be combined with other fields. An ID that does not exist is
    /// reported as refused.
    #[schema(max_items = 1000, example = json!(["digest"]))]
    ids: Option<Vec<String>>,
}

/// Result of a bulk change.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct BulkResult {
    /// Whether the changes were made. False for a dry run.
    done: bool,
    /// Number of schedules found by this request.
    matched: i64,
    /// Number of schedules that were changed.
    changed: i64,
    /// Number of schedules that could not be changed.
    refused: i64,
    /// Result for each schedule, in order of ID.
    items: Vec<BulkItemResult>,
    /// Cursor of the next request. Null if there are no more schedules.
    next_cursor: Option<String>,
}

/// Result for one schedule.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct BulkItemResult {
    /// Schedule ID.
    #[schema(example = "digest")]
    id: String,
    /// Status after the change. Null if the schedule does not exist.
    #[schema(example = "paused")]
    status: Option<&'static str>,
    /// Revision after the change. Null if the change was refused.
    revision: Option<i64>,
    /// Error code, as in problem documents, if the change was refused.
    code: Option<String>,
    /// Explanation of the error.
    detail: Option<String>,
}

/// Pause, resume or cancel many schedules
///
/// With `dry_run`, the response lists the schedules that would be changed. Each schedule is changed on its
/// own, with the caller in its audit entry, and the response reports the result of each. If the response has
/// a `next_cursor`, repeat the request with it as `cursor`. As with lists, a request may find few schedules
/// and still return a cursor. At most 1,000 schedules per request.
#[utoipa::path(
    post,
    path = "/v1/schedules/bulk",
    tag = "schedules",
    request_body = BulkRequest,
    responses((status = 200, description = "The result for each schedule", body = BulkResult)),
)]
pub(crate) async fn bulk(
    State(app): State<App>,
    caller: Caller,
    Json(asked): Json<BulkRequest>,
) -> Result<Json<BulkResult>, Problem> {
    check(&app, &asked)?;
    if let Some(ids) = &asked.selector.ids {
        return change_by_id(&app, &caller, &asked, ids).await.map(Json);
    }
    let filter = filter(&asked)?;
    let limit = limit(asked.limit)?;
    let by = caller.by_with_reason(asked.note.clone())?;
    let began_at = app.refrain().now();
    let is_dry = asked.dry_run == Some(true);
    let control = app.acting_as(&caller);
    let mut items = Vec::new();
    let mut after = asked.cursor.clone();
    loop {
        let page = Page { limit: (limit - items.len()).min(PAGE_ROWS_MAX), after };
        let found = app.store().schedules(&caller.tenant, &filter, &page).await?;
        if is_dry {
            items.extend(found.rows.iter().map(BulkItemResult::found));
        } else {
            let changes = found.rows.into_iter().map(|row| change(&control, &asked, &by, row));
            items.extend(stream::iter(changes).buffered(CONCURRENCY).collect::<Vec<_>>().await);
        }
        after = found.next;
        let is_late = app.refrain().now().duration_since(began_at) > TIME_LIMIT;
        if after.is_none() || items.len() >= limit || is_late {
            break;
        }
    }
    Ok(Json(BulkResult::of(items, is_dry, after)))
}

/// Applies the change to schedules that are selected by ID.
async fn change_by_id(app: &App, caller: &Caller, asked: &BulkRequest, ids: &[String]) -> Result<BulkResult, Problem> {
    let says_more =
        asked.selector != ScheduleSelector { ids: asked.selector.ids.clone(), ..ScheduleSelector::default() };
    if says_more || asked.cursor.is_some() || asked.all == Some(true) {
        return Err(Problem::new(
            ProblemCode::Contradiction,
            "selector.ids cannot be combined with other ways to select schedules",
        )
        .at_path("selector.ids")
        .with_hint("remove the other fields of the selector, `all` and `cursor`"));
    }
    if !(1..=SCHEDULES_MAX).contains(&ids.len()) {
        let detail = expected_range("ids", SCHEDULES_MAX, ids.len());
        return Err(Problem::new(ProblemCode::OutOfRange, detail).at_path("selector.ids"));
    }
    let by = caller.by_with_reason(asked.note.clone())?;
    let each = ids.iter().cloned().map(|id| change_one_by_id(app, caller, asked, &by, id));
    let items = stream::iter(each).buffered(CONCURRENCY).collect().await;
    Ok(BulkResult::of(items, asked.dry_run == Some(true), None))
}

async fn change_one_by_id(app: &App, caller: &Caller, asked: &BulkRequest, by: &By, id: String) -> BulkItemResult {
    let found = match caller.key(&id) {
        Ok(key) => app.control().schedule(&key).await.map_err(Problem::from),
        Err(problem) => Err(problem),
    };
    match found {
        Ok(schedule) if asked.dry_run == Some(true) => BulkItemResult::found(&Ok(schedule)),
        Ok(schedule) => change(&app.acting_as(caller), asked, by, Ok(schedule)).await,
        Err(problem) => BulkItemResult {
            id,
            status: None,
            revision: None,
            code: Some(problem.code),
            detail: Some(sentence(&problem.detail)),
        },
    }
}

fn filter(asked: &BulkRequest) -> Result<ScheduleFilter, Problem> {
    let ScheduleSelector { labels, status, id_prefix, provider, text: wanted, ids: _ } = &asked.selector;
    let filter = ScheduleFilter {
        statuses: statuses(status.as_deref()).map_err(|problem| problem.at_path("selector.status"))?,
        labels: labels.iter().map(|(name, value)| (name.clone(), value.clone())).collect(),
        id_prefix: id_prefix.clone().filter(|prefix| !prefix.is_empty()),
        provider: provider.clone(),
        text: text(wanted.clone(), "selector.text")?,
        scan_limit: None,
    };
    let says_nothing = filter == ScheduleFilter { statuses: filter.statuses.clone(), ..ScheduleFilter::default() };
    if says_nothing && asked.all != Some(true) {
        return Err(Problem::new(ProblemCode::EmptySelector, "the selector matches every schedule of the tenant")
            .at_path("selector")
            .with_hint("set `all: true` if this is intended, or select by a label"));
    }
    let statuses = match (asked.action, filter.statuses.is_empty()) {
        (_, false) => filter.statuses,
        (BulkAction::Pause, true) => vec![Status::Active],
        (BulkAction::Resume, true) => vec![Status::Paused],
        (BulkAction::Cancel, true) => vec![Status::Active, Status::Paused, Status::Disabled],
    };
    Ok(ScheduleFilter { statuses, ..filter })
}

fn limit(asked: Option<u32>) -> Result<usize, Problem> {
    let limit = asked.map_or(SCHEDULES_MAX, |limit| usize::try_from(limit).unwrap_or(usize::MAX));
    if (1..=SCHEDULES_MAX).contains(&limit) {
        return Ok(limit);
    }
    let detail = expected_range("limit", SCHEDULES_MAX, limit);
    Err(Problem::new(ProblemCode::OutOfRange, detail).at_path("limit"))
}

/// Rejects once what would be rejected for every schedule.
fn check(app: &App, asked: &BulkRequest) -> Result<(), Problem> {
    if asked.until.is_some() && asked.action != BulkAction::Pause {
        return Err(Problem::new(ProblemCode::BadValue, "until applies only to the action `pause`").at_path("until"));
    }
    if asked.from.is_some() && asked.action != BulkAction::Resume {
        return Err(Problem::new(ProblemCode::BadValue, "from applies only to the action `resume`").at_path("from"));
    }
    if let Some(until) = asked.until.filter(|until| *until <= app.refrain().now()) {
        let detail = format!("the pause would end at {until}, which is in the past");
        return Err(Problem::new(ProblemCode::OutOfRange, detail).at_path("until"));
    }
    Ok(())
}

async fn change(control: &Control<Rights>, asked: &BulkRequest, by: &By, row: ListedSchedule) -> BulkItemResult {
    let found = BulkItemResult::found(&row);
    let key = match row {
        Ok(schedule) => schedule.key,
        Err(unreadable) => unreadable.key,
    };
    match changed(control, asked, by.clone(), &key).await {
        Ok(schedule) => {
            BulkItemResult { status: Some(schedule.status.as_str()), revision: Some(schedule.revision.0), ..found }
        }
        Err(error) => {
            let problem = Problem::from(error);
            BulkItemResult {
                revision: None,
                code: Some(problem.code),
                detail: Some(sentence(&problem.detail)),
                ..found
            }
        }
    }
}

async fn changed(control: &Control<Rights>, asked: &BulkRequest, by: By, key: &ScheduleKey) -> Result<Schedule, Error> {
    let from = match asked.from {
        None | Some(ResumeMode::Now) => ResumeFrom::Now,
        Some(ResumeMode::CatchUp) => ResumeFrom::CatchUp,
    };
    match asked.action {
        BulkAction::Pause => control.pause(key, ExpectedVersion::Any, asked.until, by).await,
        BulkAction::Resume => control.resume(key, ExpectedVersion::Any, from, by).await,
        BulkAction::Cancel => control.cancel(key, ExpectedVersion::Any, by).await,
    }
}

impl BulkResult {
    fn of(items: Vec<BulkItemResult>, is_dry: bool, next_cursor: Option<String>) -> Self {
        let whole = |count: usize| i64::try_from(count).unwrap_or(i64::MAX);
        let matched = whole(items.len());
        let refused = whole(items.iter().filter(|item| item.code.is_some()).count());
        let changed = if is_dry { 0 } else { matched - refused };
        Self { done: !is_dry, matched, changed, refused, items, next_cursor }
    }
}

impl BulkItemResult {
    /// Returns the schedule as it was found.
    fn found(row: &ListedSchedule) -> Self {
        let (id, status, revision) = match row {
            Ok(schedule) => (schedule.key.id.to_string(), schedule.status, schedule.revision),
            Err(unreadable) => (unreadable.key.id.to_string(), unreadable.status, unreadable.revision),
        };
        Self { id, status: Some(status.as_str()), revision: Some(revision.0), code: None, detail: None }
    }
}
