//! Imports the dates of a calendar from an iCalendar file.

use axum::extract::{FromRequest, Request, State};
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Response};
use jiff::ToSpan;
use jiff::civil::Date;
use jiff::tz::TimeZone;
use refrain::control::{DocumentChange, read_calendar};
use refrain::model::{DocumentName, Revision};
use refrain::store::{DocumentKey, DocumentKind, ExpectedVersion};
use refrain_recurrence::NamedCalendar;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::http::app::App;
use crate::http::body::{Json, read_bytes};
use crate::http::caller::Caller;
use crate::http::controls::ControlView;
use crate::http::etag;
use crate::http::path::Path;
use crate::http::problem::Problem;
use crate::http::problem_code::ProblemCode;
use crate::http::query::Query;
use refrain_cli::icalendar::{self, CalendarFileError, ImportResult, Window};

/// Media type of iCalendar files.
const MEDIA_TYPE: &str = "text/calendar";
/// Default length of the window in which recurring events are expanded, in years. The window starts on
/// January 1 of last year by default.
const YEARS: i32 = 6;
const YEARS_MAX: i32 = 30;
/// Maximum number of skipped events that the response lists.
const SKIPPED_LISTED_MAX: usize = 100;

/// Window in which recurring events are expanded.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct ImportQuery {
    /// Start date. Default: January 1 of last year.
    #[param(example = "2026-01-01")]
    from: Option<Date>,
    /// End date, exclusive. Default: 6 years after `from`. Maximum: 30 years after `from`.
    #[param(example = "2031-01-01")]
    until: Option<Date>,
}

/// Result of an import.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ImportView {
    /// The calendar after the import.
    calendar: ControlView<NamedCalendar>,
    /// Number of events that added dates.
    events: i64,
    /// Number of events that were skipped.
    skipped: i64,
    /// The skipped events, at most 100.
    named: Vec<SkippedEventView>,
}

/// An event that added no dates.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct SkippedEventView {
    /// Line in which the event starts.
    line: i64,
    /// Summary of the event.
    summary: Option<String>,
    /// Reason: `not_whole_days`, `canceled` or `no_start`.
    #[schema(example = "not_whole_days")]
    reason: &'static str,
}

/// A body that contains an iCalendar file.
pub(crate) struct File(String);

impl FromRequest<App> for File {
    type Rejection = Problem;

    async fn from_request(request: Request, app: &App) -> Result<Self, Problem> {
        let given = request.headers().get(header::CONTENT_TYPE).and_then(|given| given.to_str().ok());
        let essence = given.unwrap_or("none").split(';').next().unwrap_or_default().trim();
        if !essence.eq_ignore_ascii_case(MEDIA_TYPE) {
            let shown: String = essence.chars().take(60).collect();
            let detail = format!("the body must be {MEDIA_TYPE}, but its type is {shown}");
            return Err(Problem::new(ProblemCode::WrongMediaType, detail)
                .with_hint("send the header `Content-Type: text/calendar`"));
        }
        let bytes = read_bytes(request, app).await?;
        let text = String::from_utf8(bytes.into());
        text.map(Self).map_err(|_| Problem::new(ProblemCode::BadCalendarFile, "the file is not UTF-8"))
    }
}

/// Import a calendar from an iCalendar file
///
/// The days of all-day events replace the dates of the calendar; its weekend stays. Recurring events are
/// expanded from `from` to `until`. Events with a time of day and canceled events are skipped and listed in
/// the response. The calendar is created if it does not exist.
///
/// With `If-Match`, the calendar is replaced only if its version matches; with `If-None-Match: *`, it is only
/// created. Otherwise the request returns 412.
#[utoipa::path(
    post,
    path = "/v1/calendars/{name}/import",
    tag = "schedules",
    params(("name" = String, Path, description = "Calendar name.", pattern = "^[A-Za-z0-9_.-]{1,128}$"), ImportQuery),
    request_body(content = String, content_type = "text/calendar", description = "The iCalendar file, encoded in UTF-8."),
    responses((status = 200, description = "The calendar and the result of the import", body = ImportView, headers(("ETag" = String)))),
)]
pub(crate) async fn import(
    State(app): State<App>,
    caller: Caller,
    Path(name): Path<String>,
    Query(asked): Query<ImportQuery>,
    headers: HeaderMap,
    File(text): File,
) -> Result<Response, Problem> {
    let expect = etag::expected(&headers)?;
    let name = DocumentName::new(&name)?;
    let window = window(&app, &asked)?;
    let imported = read(text, window).await?;
    let (weekend, found) = current_calendar(&app, &caller, &name).await?;
    // The calendar whose weekend was just read must be the one that is replaced.
    let expected = if expect == ExpectedVersion::Any { found } else { expect };
    let change = DocumentChange { tenant: caller.tenant.clone(), name, expect: expected, by: caller.by() };
    let calendar = NamedCalendar { weekend, dates: imported.dates.clone() };
    let saved = app.acting_as(&caller).save_calendar(&change, &calendar).await;
    let saved = saved.map_err(|error| Problem::from(error).with_precondition(expect))?;
    let tag = etag::tag(Revision(saved.version));
    Ok(([(header::ETAG, tag)], Json(import_view(ControlView::of(saved), &imported))).into_response())
}

/// Parses the file on its own thread: a large file takes a while and would block other requests.
async fn read(text: String, window: Window) -> Result<ImportResult, Problem> {
    let reading = tokio::task::spawn_blocking(move || icalendar::read(&text, window));
    let broken = |_| Problem::new(ProblemCode::Internal, "reading the file failed unexpectedly");
    reading.await.map_err(broken)?.map_err(|bad| bad_file(&bad))
}

fn window(app: &App, asked: &ImportQuery) -> Result<Window, Problem> {
    let last_year = app.refrain().now().to_zoned(TimeZone::UTC).year() - 1;
    let from = asked.from.unwrap_or_else(|| Date::new(last_year, 1, 1).unwrap_or(Date::MIN));
    let later = |years: i32| from.checked_add(years.years()).unwrap_or(Date::MAX);
    let until = asked.until.unwrap_or_else(|| later(YEARS));
    if from < until && until <= later(YEARS_MAX) {
        return Ok(Window { from, until });
    }
    let detail = format!("until {until} must be after from {from}, by at most {YEARS_MAX} years");
    Err(Problem::new(ProblemCode::OutOfRange, detail).at_path("until"))
}

/// Returns the weekend of the existing calendar, and the version to expect. A calendar that cannot be read
/// has no weekend to keep.
async fn current_calendar(
    app: &App,
    caller: &Caller,
    name: &DocumentName,
) -> Result<(Vec<refrain_recurrence::Weekday>, ExpectedVersion), Problem> {
    let key = DocumentKey { tenant: caller.tenant.clone(), kind: DocumentKind::Calendar, name: name.clone() };
    let Some(found) = app.store().document(&key).await? else { return Ok((Vec::new(), ExpectedVersion::New)) };
    let expect = ExpectedVersion::Exactly(found.version);
    Ok((read_calendar(found.body).map(|calendar| calendar.weekend).unwrap_or_default(), expect))
}

fn bad_file(bad: &CalendarFileError) -> Problem {
    Problem::new(ProblemCode::BadCalendarFile, format!("line {}: {}", bad.line, bad.detail))
}

fn import_view(calendar: ControlView<NamedCalendar>, imported: &ImportResult) -> ImportView {
    let whole = |count: usize| i64::try_from(count).unwrap_or(i64::MAX);
    let named = imported.skipped.iter().take(SKIPPED_LISTED_MAX).map(|event| SkippedEventView {
        line: whole(event.line),
        summary: event.summary.clone(),
        reason: event.reason,
    });
    ImportView {
        calendar,
        events: whole(imported.events),
        skipped: whole(imported.skipped.len()),
        named: named.collect(),
    }
}
