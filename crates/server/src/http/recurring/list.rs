//! Lists recurring actions.

use axum::extract::State;
use refrain::model::{Schedule, Status};
use refrain::store::{PAGE_ROWS_MAX, Page, ScheduleFilter};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::executed;
use super::place::{TenantCaller, TenantQuery};
use super::read::next_execution;
use super::refusal::DialectError;
use super::view::{RecurringSummary, cron_expr};
use crate::http::app::App;
use crate::http::body::Json;
use crate::http::page::page_size;
use crate::http::problem::Problem;
use crate::http::query::Query;
use crate::http::schedules::labels;

/// Default page size.
const LIMIT: u32 = 100;
/// Maximum number of reads for one page. Schedules with other recurrences are left out, so a page may need
/// several reads.
const READS_MAX: usize = 20;
/// Maximum number of schedules that are counted.
const COUNTED_MAX: usize = 10_000;

/// Filter and page of a list.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct ListQuery {
    /// Whether to list only active (`true`) or only inactive (`false`) recurring actions. Default: both.
    enabled: Option<bool>,
    /// Comma-separated labels, such as `team:billing,tier:1`. Recurring actions must have all of them.
    #[serde(alias = "label")]
    #[param(example = "team:engineering")]
    labels: Option<String>,
    /// Page size. Default: 100. Maximum: 500.
    #[param(minimum = 1, maximum = 500)]
    limit: Option<u32>,
    /// Cursor: the `next_cursor` of the previous page.
    cursor: Option<String>,
    /// Whether to count all recurring actions. Default: true.
    total: Option<bool>,
}

/// A page of recurring actions.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct RecurringList {
    /// Recurring actions, in order of ID.
    recurring_actions: Vec<RecurringSummary>,
    /// Number of recurring actions on this page.
    count: usize,
    /// Number of recurring actions on all pages. Null if it was not requested.
    total: Option<usize>,
    /// False if there are more than `total`, because counting stopped after 10,000 schedules.
    total_is_exact: Option<bool>,
    /// Cursor of the next page. Absent on the last page.
    #[serde(skip_serializing_if = "Option::is_none")]
    next_cursor: Option<String>,
}

/// List recurring actions
///
/// In order of ID. Schedules whose recurrence is not a cron expression are not included. Page size: 100 by
/// default, at most 500.
#[utoipa::path(
    get,
    path = "/v1/recurring",
    tag = "recurring",
    params(TenantQuery, ListQuery),
    responses((status = 200, description = "A page of recurring actions", body = RecurringList)),
)]
pub(crate) async fn list(
    State(app): State<App>,
    place: TenantCaller,
    query: Result<Query<ListQuery>, Problem>,
) -> Result<Json<RecurringList>, DialectError> {
    let Query(query) = query?;
    let limit = page_size(query.limit, LIMIT, &app)?;
    let filter = ScheduleFilter {
        statuses: statuses(query.enabled),
        labels: labels(query.labels.as_deref())?,
        ..ScheduleFilter::default()
    };
    let is_first = query.cursor.is_none();
    let (rows, next_cursor) = page(&app, &place, &filter, limit, query.cursor).await?;
    let total = match (query.total, &next_cursor) {
        (Some(false), _) => None,
        (_, None) if is_first => Some((rows.len(), true)),
        _ => Some(total(&app, &place, &filter).await?),
    };
    let (total, total_is_exact) = total.unzip();
    let last = executed::last(&app, &rows).await?;
    let mut recurring_actions = Vec::with_capacity(rows.len());
    for (schedule, last) in rows.iter().zip(last) {
        // A recurrence that cannot be computed does not hide the others.
        let next = next_execution(&app, schedule).await.ok().flatten();
        recurring_actions.push(RecurringSummary::new(schedule, next, last));
    }
    let count = recurring_actions.len();
    Ok(Json(RecurringList { recurring_actions, count, total, total_is_exact, next_cursor }))
}

fn statuses(enabled: Option<bool>) -> Vec<Status> {
    match enabled {
        None => Vec::new(),
        Some(true) => vec![Status::Active],
        Some(false) => vec![Status::Paused, Status::Canceled, Status::Disabled, Status::Finished],
    }
}

/// Returns one page of recurring actions, and the cursor of the next.
async fn page(
    app: &App,
    place: &TenantCaller,
    filter: &ScheduleFilter,
    limit: usize,
    cursor: Option<String>,
) -> Result<(Vec<Schedule>, Option<String>), DialectError> {
    let (mut rows, mut after) = (Vec::new(), cursor);
    for _ in 0..READS_MAX {
        let page = Page { limit: limit - rows.len(), after };
        let read = app.store().schedules(&place.0.tenant, filter, &page).await?;
        rows.extend(read.rows.into_iter().flatten().filter(|schedule| cron_expr(schedule).is_some()));
        after = read.next;
        if after.is_none() || rows.len() >= limit {
            break;
        }
    }
    Ok((rows, after))
}

/// Returns the number of recurring actions on all pages, and whether all schedules were counted.
async fn total(app: &App, place: &TenantCaller, filter: &ScheduleFilter) -> Result<(usize, bool), DialectError> {
    let (mut total, mut looked_at, mut page) = (0, 0, Page::first(PAGE_ROWS_MAX));
    while looked_at < COUNTED_MAX {
        let read = app.store().schedules(&place.0.tenant, filter, &page).await?;
        // A page for a rare label may be empty without being the last.
        looked_at += read.rows.len().max(1);
        total += read.rows.iter().flatten().filter(|schedule| cron_expr(schedule).is_some()).count();
        let Some(next) = read.next else { return Ok((total, true)) };
        page = Page::after(PAGE_ROWS_MAX, next);
    }
    Ok((total, false))
}
