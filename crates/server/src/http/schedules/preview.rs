//! Previews a definition: its meaning, and the effect of saving it. Nothing is written.

use axum::extract::State;
use jiff::tz::TimeZone;
use jiff::{SignedDuration, Timestamp};
use refrain::Error;
use refrain::control::{Preview, SaveScheduleRequest};
use refrain::model::{Definition, ScheduleId, ScheduleKey, Source};
use refrain::store::{ExpectedVersion, StoreError};
use refrain_recurrence::time_zone;
use serde::Deserialize;
use serde_json::{Map, Value};

use super::definition;
use super::enabled::take_enabled;
use super::preview_view::{DstView, MinGap, PreviewChangeView, PreviewView};
use crate::http::app::App;
use crate::http::body::{Json, from_value, within};
use crate::http::caller::Caller;
use crate::http::problem::Problem;
use crate::http::problem_code::ProblemCode;
use crate::http::read_only;
use crate::preview::{Change, Direction, OccurrenceSearch, PreviewOccurrence, ScheduleWarning};

/// Default number of occurrences, and the maximum.
const OCCURRENCES: u32 = 10;
const OCCURRENCES_MAX: u32 = 100;
/// Default number of days that a change is compared for, and the maximum.
const DAYS: u32 = 30;
const DAYS_MAX: u32 = 366;
/// Maximum number of occurrences listed per kind of change, and of planned occurrences.
const LISTED_MAX: usize = 500;
/// Time ahead in which DST changes are listed.
const YEAR: SignedDuration = SignedDuration::from_hours(24 * 366);

/// Fields of a preview besides the definition.
const OPTION_NAMES: [&str; 5] = ["against", "from", "count", "days", "zone"];

#[derive(Debug, Deserialize)]
struct PreviewOptions {
    against: Option<String>,
    from: Option<Timestamp>,
    count: Option<u32>,
    days: Option<u32>,
    zone: Option<String>,
}

/// Preview a schedule
///
/// The body is a definition as it would be saved, with these additional fields: `against` (ID of a stored
/// schedule to compare with), `from` (start time; default: now), `count` (number of occurrences; default: 10,
/// maximum: 100), `days` (days to compare; default: 30, maximum: 366) and `zone` (second time zone to show
/// times in). A definition that would be rejected on creation is rejected here, too. Nothing is written.
#[utoipa::path(
    post,
    path = "/v1/schedules/preview",
    tag = "schedules",
    request_body = super::schema::PreviewRequest,
    responses((status = 200, description = "The preview", body = PreviewView)),
)]
pub(crate) async fn preview(
    State(app): State<App>,
    caller: Caller,
    Json(mut body): Json<Map<String, Value>>,
) -> Result<Json<PreviewView>, Problem> {
    let extras: Map<String, Value> = OPTION_NAMES.iter().filter_map(|name| body.remove_entry(*name)).collect();
    let extras: PreviewOptions = from_value(&Value::Object(extras))?;
    let count = within("count", extras.count.unwrap_or(OCCURRENCES), OCCURRENCES_MAX)?;
    let days = within("days", extras.days.unwrap_or(DAYS), DAYS_MAX)?;
    let other = extras.zone.as_deref().map(zone).transpose()?;
    let id = schedule_id(&caller, body.remove("id"), extras.against.as_deref())?;
    let unknown_providers = definition::take_unknown_providers(&mut body)?;
    let control = app.acting_as(&caller).with_unknown_providers(unknown_providers);
    // Whether it runs makes no difference to when it would run.
    take_enabled(&mut body)?;
    let read_only = read_only::take_from_schedule(&mut body);
    let definition = definition::read(body, app.timezone())?;
    let warnings = ScheduleWarning::of_action(&control, &definition.action).await?;
    let is_new = extras.against.is_none();
    if !is_new {
        exists(&app, &caller, &id).await?;
    }
    let previewed = control.preview(&save_request(&caller, id, definition, is_new)).await?;
    let from = extras.from.unwrap_or_else(|| app.refrain().now());
    let until = from.saturating_add(SignedDuration::from_hours(24 * i64::from(days))).unwrap_or(Timestamp::MAX);
    let change = extras.against.map(|against| changed(&previewed, against, (from, until)));
    let mut view = preview_response(&previewed, from, count, other.as_ref())?;
    view.warnings.extend(warnings.into_iter().chain(read_only));
    Ok(Json(PreviewView { change, ..view }))
}

fn save_request(caller: &Caller, id: ScheduleId, definition: Definition, is_new: bool) -> SaveScheduleRequest {
    let key = ScheduleKey { tenant: caller.tenant.clone(), id };
    let expect = if is_new { ExpectedVersion::New } else { ExpectedVersion::Any };
    SaveScheduleRequest { key, expect, definition, source: Source::Api, by: caller.by() }
}

/// Returns the ID of the schedule, which determines the values of `H` in cron expressions and the jitter.
fn schedule_id(caller: &Caller, id: Option<Value>, against: Option<&str>) -> Result<ScheduleId, Problem> {
    let id = match id {
        None | Some(Value::Null) => None,
        Some(Value::String(id)) => Some(ScheduleId::new(&id).map_err(|error| Problem::from(error).at_path("id"))?),
        Some(_) => return Err(Problem::new(ProblemCode::BadBody, "id must be a string").at_path("id")),
    };
    let against = against.map(|against| caller.key(against)).transpose()?.map(|key| key.id);
    match (id, against) {
        (Some(id), Some(against)) if id != against => {
            let detail = format!("id {id} is not the ID of the schedule to compare against, {against}");
            Err(Problem::new(ProblemCode::BadValue, detail).at_path("id").with_hint("leave one of them out"))
        }
        (Some(id), _) | (None, Some(id)) => Ok(id),
        (None, None) => Ok(ScheduleId::new(&crate::http::id::random())?),
    }
}

/// Checks that a schedule exists. One that can no longer be read counts, too: an edit would repair it.
async fn exists(app: &App, caller: &Caller, id: &ScheduleId) -> Result<(), Problem> {
    match app.control().schedule(&caller.key(id.as_str())?).await {
        Ok(_) | Err(Error::Store(StoreError::Corrupt(_))) => Ok(()),
        Err(error) => Err(Problem::from(error).at_path("against")),
    }
}

fn zone(name: &str) -> Result<TimeZone, Problem> {
    time_zone(name).map_err(|error| Problem::from(error).at_path("zone"))
}

fn preview_response(
    previewed: &Preview,
    from: Timestamp,
    count: u32,
    other: Option<&TimeZone>,
) -> Result<PreviewView, Problem> {
    let Preview { rule, schedule, .. } = previewed;
    let own = time_zone(rule.timezone())?;
    let runs_max = rule.spec().max_runs.map(|most| most.saturating_sub(schedule.counters.runs));
    let count = usize::try_from(count).unwrap_or(1);
    let question =
        OccurrenceSearch { from, inclusive: false, direction: Direction::Next, count, until: None, runs_max };
    let mut next = Vec::new();
    let is_last = question.ask(rule, |occurrence| next.push(PreviewOccurrence::of(rule, occurrence, &own, other)));
    let until = from.saturating_add(YEAR).unwrap_or(Timestamp::MAX);
    Ok(PreviewView {
        description: rule.describe(),
        timezone: rule.timezone().to_owned(),
        from,
        warnings: ScheduleWarning::all(rule, from),
        next,
        is_last: is_last && rule.after_completion().is_none(),
        after_completion: rule.after_completion().map(|delay| delay.to_string()),
        min_gap: rule.min_gap().map(MinGap::of),
        dst_dates: rule.dst_dates(from, until).into_iter().map(DstView::of).collect(),
        change: None,
    })
}

fn changed(previewed: &Preview, against: String, window: (Timestamp, Timestamp)) -> PreviewChangeView {
    let Preview { rule, rule_before, pending, .. } = previewed;
    let change = rule_before.as_ref().map(|old| Change::between(old, rule, window.0, window.1).cut(LISTED_MAX));
    PreviewChangeView::of(against, change, pending, LISTED_MAX)
}
