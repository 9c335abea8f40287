//! One change to many schedules. Each is changed by itself, with its own revision and entry in the audit, and the answer says of each what
//! became of it: a request that ends in the middle has done what it had come to, and the same again does the rest.

use std::collections::BTreeMap;

use axum::extract::State;
use futures_util::StreamExt;
use futures_util::stream;
use jiff::{SignedDuration, Timestamp};
use refrain::audit::By;
use refrain::control::{Control, ResumeFrom};
use refrain::error::Error;
use refrain::id::ScheduleKey;
use refrain::rights::Rights;
use refrain::schedule::{Schedule, Status};
use refrain::store::{Expect, Listed, PAGE_ROWS_MAX, Page, ScheduleFilter};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::read::{statuses, text};
use super::status::Slots;
use crate::http::app::App;
use crate::http::body::Json;
use crate::http::caller::Caller;
use crate::http::problem::Problem;

/// No request changes more.
const CHANGED_MAX: usize = 1_000;
/// So many are changed at once; stores write what comes together in one go.
const AT_ONCE: usize = 32;
/// A request that has taken so long answers with what it has done, and where to go on.
const GOES_ON_FOR: SignedDuration = SignedDuration::from_secs(10);

/// One change to many schedules.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct BulkAsked {
    /// What is done.
    action: BulkAction,
    /// To which.
    #[serde(default)]
    selector: Selector,
    /// To all of the tenant: needed when the selector says nothing.
    all: Option<bool>,
    /// Why.
    #[schema(example = "the receiver is being moved", max_length = 2048)]
    note: Option<String>,
    /// When a pause ends by itself.
    until: Option<Timestamp>,
    /// When resuming: what becomes of what lay in the pause; `now` without a word.
    from: Option<Slots>,
    /// Whether it is only told which would be changed.
    dry_run: Option<bool>,
    /// How many at most, 1,000 without a word.
    #[schema(minimum = 1, maximum = 1000)]
    limit: Option<u32>,
    /// Where the request before ended: its `next_cursor`.
    cursor: Option<String>,
}

/// What is done to each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum BulkAction {
    /// It rests.
    Pause,
    /// It goes on.
    Resume,
    /// It ends for good.
    Cancel,
}

/// Which schedules: those for which everything holds that is said, or those that are named.
#[derive(Debug, Default, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Selector {
    /// With all of these labels.
    #[serde(default)]
    #[schema(example = json!({ "team": "billing" }))]
    labels: BTreeMap<String, String>,
    /// In one of these, with commas between. Without a word those that the action can change: active ones are paused, paused ones
    /// resumed, and those that have not ended canceled.
    #[schema(example = "active")]
    status: Option<String>,
    /// Whose id begins so.
    id_prefix: Option<String>,
    /// Whose action this provider sends.
    provider: Option<String>,
    /// Whose id or description holds this, whatever the case of its letters.
    #[schema(max_length = 200)]
    text: Option<String>,
    /// Just these, in this order; nothing else is said then. One that is not there is told as refused.
    #[schema(max_items = 1000, example = json!(["digest"]))]
    ids: Option<Vec<String>>,
}

/// What became of many schedules.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct BulkView {
    /// Whether it is done; otherwise this is what would be.
    done: bool,
    /// How many were found by this request.
    matched: i64,
    /// How many are as asked now.
    changed: i64,
    /// How many were refused.
    refused: i64,
    /// Each of them, in order of id.
    items: Vec<BulkItem>,
    /// Where the next request goes on; null when these were all.
    next_cursor: Option<String>,
}

/// What became of one schedule.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct BulkItem {
    /// Which.
    #[schema(example = "digest")]
    id: String,
    /// Where it stands now; null when there is none of this name.
    #[schema(example = "paused")]
    status: Option<&'static str>,
    /// Its revision now; null when it was refused.
    revision: Option<i64>,
    /// Why it was refused: a code as in problems.
    code: Option<String>,
    /// The same in words.
    detail: Option<String>,
}

/// Pause, resume or cancel many schedules
///
/// With `dry_run` the answer tells which would be changed. Each is changed as if by itself, with the caller in its audit entry, and the answer says of
/// each what became of it. With a `next_cursor` there are more: send the same with it as `cursor`. As lists do, a request may find few and
/// still name one.
#[utoipa::path(
    post,
    path = "/v1/schedules/bulk",
    tag = "schedules",
    request_body = BulkAsked,
    responses((status = 200, description = "What became of each", body = BulkView)),
)]
pub(crate) async fn bulk(
    State(app): State<App>,
    caller: Caller,
    Json(asked): Json<BulkAsked>,
) -> Result<Json<BulkView>, Problem> {
    check(&app, &asked)?;
    if let Some(ids) = &asked.selector.ids {
        return named(&app, &caller, &asked, ids).await.map(Json);
    }
    let filter = filter(&asked)?;
    let limit = limit(asked.limit)?;
    let by = caller.by_note(asked.note.clone())?;
    let began_at = app.refrain().now();
    let is_dry = asked.dry_run == Some(true);
    let control = app.acting_as(&caller);
    let mut items = Vec::new();
    let mut after = asked.cursor.clone();
    loop {
        let page = Page { limit: (limit - items.len()).min(PAGE_ROWS_MAX), after };
        let found = app.store().schedules(&caller.tenant, &filter, &page).await?;
        if is_dry {
            items.extend(found.rows.iter().map(BulkItem::found));
        } else {
            let changes = found.rows.into_iter().map(|row| change(&control, &asked, &by, row));
            items.extend(stream::iter(changes).buffered(AT_ONCE).collect::<Vec<_>>().await);
        }
        after = found.next;
        let is_late = app.refrain().now().duration_since(began_at) > GOES_ON_FOR;
        if after.is_none() || items.len() >= limit || is_late {
            break;
        }
    }
    Ok(Json(BulkView::of(items, is_dry, after)))
}

/// The same to schedules that are named.
async fn named(app: &App, caller: &Caller, asked: &BulkAsked, ids: &[String]) -> Result<BulkView, Problem> {
    let says_more = asked.selector != Selector { ids: asked.selector.ids.clone(), ..Selector::default() };
    if says_more || asked.cursor.is_some() || asked.all == Some(true) {
        return Err(Problem::bad_request("conflict", "schedules that are named are not selected in another way")
            .at_path("selector.ids")
            .with_hint("leave out all else that selects, `all` and `cursor`"));
    }
    if !(1..=CHANGED_MAX).contains(&ids.len()) {
        let detail = format!("{} ids are not between 1 and {CHANGED_MAX}", ids.len());
        return Err(Problem::bad_request("out_of_range", detail).at_path("selector.ids"));
    }
    let by = caller.by_note(asked.note.clone())?;
    let each = ids.iter().cloned().map(|id| one_named(app, caller, asked, &by, id));
    let items = stream::iter(each).buffered(AT_ONCE).collect().await;
    Ok(BulkView::of(items, asked.dry_run == Some(true), None))
}

async fn one_named(app: &App, caller: &Caller, asked: &BulkAsked, by: &By, id: String) -> BulkItem {
    let found = match caller.key(&id) {
        Ok(key) => app.control().schedule(&key).await.map_err(Problem::from),
        Err(problem) => Err(problem),
    };
    match found {
        Ok(schedule) if asked.dry_run == Some(true) => BulkItem::found(&Ok(schedule)),
        Ok(schedule) => change(&app.acting_as(caller), asked, by, Ok(schedule)).await,
        Err(problem) => {
            BulkItem { id, status: None, revision: None, code: Some(problem.code), detail: Some(problem.detail) }
        }
    }
}

fn filter(asked: &BulkAsked) -> Result<ScheduleFilter, Problem> {
    let Selector { labels, status, id_prefix, provider, text: wanted, ids: _ } = &asked.selector;
    let filter = ScheduleFilter {
        statuses: statuses(status.as_deref()).map_err(|problem| problem.at_path("selector.status"))?,
        labels: labels.iter().map(|(name, value)| (name.clone(), value.clone())).collect(),
        id_prefix: id_prefix.clone().filter(|prefix| !prefix.is_empty()),
        provider: provider.clone(),
        text: text(wanted.clone(), "selector.text")?,
        looks_at_max: None,
    };
    let says_nothing = filter == ScheduleFilter { statuses: filter.statuses.clone(), ..ScheduleFilter::default() };
    if says_nothing && asked.all != Some(true) {
        return Err(Problem::bad_request("empty_selector", "the selector takes every schedule of the tenant")
            .at_path("selector")
            .with_hint("say `all: true` if that is meant, or name a label"));
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
    let limit = asked.map_or(CHANGED_MAX, |limit| usize::try_from(limit).unwrap_or(usize::MAX));
    if (1..=CHANGED_MAX).contains(&limit) {
        return Ok(limit);
    }
    let detail = format!("limit {limit} is not between 1 and {CHANGED_MAX}");
    Err(Problem::bad_request("out_of_range", detail).at_path("limit"))
}

/// What would be refused of each is refused once.
fn check(app: &App, asked: &BulkAsked) -> Result<(), Problem> {
    if asked.until.is_some() && asked.action != BulkAction::Pause {
        return Err(Problem::bad_request("bad_value", "until is for pauses").at_path("until"));
    }
    if asked.from.is_some() && asked.action != BulkAction::Resume {
        return Err(Problem::bad_request("bad_value", "from is for resuming").at_path("from"));
    }
    if let Some(until) = asked.until.filter(|until| *until <= app.refrain().now()) {
        let detail = format!("the pause would end at {until}, which has passed");
        return Err(Problem::bad_request("out_of_range", detail).at_path("until"));
    }
    Ok(())
}

async fn change(control: &Control<Rights>, asked: &BulkAsked, by: &By, row: Listed) -> BulkItem {
    let found = BulkItem::found(&row);
    let key = match row {
        Ok(schedule) => schedule.key,
        Err(unreadable) => unreadable.key,
    };
    match changed(control, asked, by.clone(), &key).await {
        Ok(schedule) => {
            BulkItem { status: Some(schedule.status.as_str()), revision: Some(schedule.revision.0), ..found }
        }
        Err(error) => {
            let problem = Problem::from(error);
            BulkItem { revision: None, code: Some(problem.code), detail: Some(problem.detail), ..found }
        }
    }
}

async fn changed(control: &Control<Rights>, asked: &BulkAsked, by: By, key: &ScheduleKey) -> Result<Schedule, Error> {
    let from = match asked.from {
        None | Some(Slots::Now) => ResumeFrom::Now,
        Some(Slots::CatchUp) => ResumeFrom::CatchUp,
    };
    match asked.action {
        BulkAction::Pause => control.pause(key, Expect::Any, asked.until, by).await,
        BulkAction::Resume => control.resume(key, Expect::Any, from, by).await,
        BulkAction::Cancel => control.cancel(key, Expect::Any, by).await,
    }
}

impl BulkView {
    fn of(items: Vec<BulkItem>, is_dry: bool, next_cursor: Option<String>) -> Self {
        let whole = |count: usize| i64::try_from(count).unwrap_or(i64::MAX);
        let matched = whole(items.len());
        let refused = whole(items.iter().filter(|item| item.code.is_some()).count());
        let changed = if is_dry { 0 } else { matched - refused };
        Self { done: !is_dry, matched, changed, refused, items, next_cursor }
    }
}

impl BulkItem {
    /// As it was found.
    fn found(row: &Listed) -> Self {
        let (id, status, revision) = match row {
            Ok(schedule) => (schedule.key.id.to_string(), schedule.status, schedule.revision),
            Err(unreadable) => (unreadable.key.id.to_string(), unreadable.status, unreadable.revision),
        };
        Self { id, status: Some(status.as_str()), revision: Some(revision.0), code: None, detail: None }
    }
}
