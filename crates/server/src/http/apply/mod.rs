//! Applies documents: schedules and controls as their owner wants them to be. A dry run reports what would change,
//! down to the occurrences that appear, disappear and move; otherwise the changes are made.
//!
//! Each document is handled on its own, with its own revision and audit entry, and the response reports the result of
//! each. So a request that ends early has completed the changes it made, and repeating it does the rest. Documents of
//! different kinds are handled in the order given, because schedules name calendars.

mod control;
mod difference;
mod document;
mod schedule;
mod view;

use axum::extract::State;
use axum::http::HeaderName;
use document::{ApplyDocument, DocumentType};
use futures_util::StreamExt;
use futures_util::stream;
use jiff::{SignedDuration, Timestamp};
use refrain::control::Right;
use refrain::dispatch::{DispatchRule, Hold, Quota};
use refrain::store::ExpectedVersion;
use refrain_recurrence::{Calendars, NamedCalendar};
use serde::Deserialize;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;
use view::{ApplyItem, ApplyResult};

use super::app::App;
use super::body::{Json, within};
use super::caller::Caller;
use super::problem::Problem;
use super::problem_code::ProblemCode;
use super::query::expected_range;

/// Maximum number of documents per request.
const DOCUMENTS_MAX: usize = 500;
/// Number of documents of one kind that are handled at once; stores write concurrent changes in one batch.
const CONCURRENCY: usize = 32;
/// Maximum time after which no further document is begun. The others are reported as `pending`.
const TIME_LIMIT: SignedDuration = SignedDuration::from_secs(10);
/// Header with the version of the program, which decides what fields a document may have.
const VERSION: HeaderName = HeaderName::from_static("x-refrain-version");
/// Default number of days that a change is compared for, and the maximum.
const DAYS: u32 = 30;
const DAYS_MAX: u32 = 366;

/// Returns the operation that applies documents.
pub(crate) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(apply))
}

/// Documents to apply.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ApplyRequest {
    /// Documents, in the order in which kinds depend on each other: calendars before schedules. A kind and name may
    /// occur once.
    #[schema(min_items = 1, max_items = 500)]
    documents: Vec<ApplyDocument>,
    /// Whether to only report what would change. Default: false.
    dry_run: Option<bool>,
    /// Number of days for which a dry run compares the occurrences of changed schedules. Default: 30. Maximum: 366.
    #[schema(minimum = 1, maximum = 366)]
    days: Option<u32>,
    /// Calendars by name that are applied by another request before this one. A dry run uses them as if they were
    /// stored.
    #[schema(value_type = Option<std::collections::BTreeMap<String, Object>>)]
    calendars: Option<Calendars>,
}

/// The request as its documents need it.
struct Application<'a> {
    app: &'a App,
    caller: &'a Caller,
    is_dry: bool,
    /// Window in which occurrences are compared.
    window: (Timestamp, Timestamp),
    /// Calendars that the same application saves. Empty unless this is a dry run.
    calendars: Calendars,
}

/// Apply documents
///
/// Creates and updates schedules, calendars, dispatch rules, holds, quotas and alerts, or deletes those with
/// `"delete": true`. A document that is already as stated changes nothing, so the request can be repeated. Each
/// document is changed on its own, with the caller and the request ID in its audit entry, and the response reports the
/// result of each: a document that is refused has a `problem` and does not stop the others. With `if_revision`, a
/// document is changed only if it still has that revision. A dry run changes nothing, needs the permissions of a
/// preview, and reports for each changed schedule which occurrences would be added, removed and moved. The request
/// begins no document after ten seconds; the rest is reported as `pending`.
#[utoipa::path(
    post,
    path = "/v1/apply",
    tag = "schedules",
    request_body = ApplyRequest,
    responses((
        status = 200,
        description = "The result for each document. The header `X-Refrain-Version` has the version of the server.",
        body = ApplyResult,
        headers(("X-Refrain-Version" = String)),
    )),
)]
pub(crate) async fn apply(
    State(app): State<App>,
    caller: Caller,
    Json(request): Json<ApplyRequest>,
) -> Result<([(HeaderName, &'static str); 1], Json<ApplyResult>), Problem> {
    let days = i64::from(within("days", request.days.unwrap_or(DAYS), DAYS_MAX)?);
    check(&request)?;
    let is_dry = request.dry_run == Some(true);
    if !is_dry {
        // Documents that are already as stated are not saved, so nothing else would check this.
        caller.identity.rights().require(&caller.tenant, Right::Edit)?;
    }
    let mut calendars = if is_dry { request.calendars.unwrap_or_default() } else { Calendars::new() };
    if is_dry {
        let own = request.documents.iter().filter(|document| !document.delete);
        calendars.extend(own.filter_map(ApplyDocument::as_calendar));
    }
    let from = app.refrain().now();
    let until = from.saturating_add(SignedDuration::from_hours(24 * days)).unwrap_or(Timestamp::MAX);
    let application = Application { app: &app, caller: &caller, is_dry, window: (from, until), calendars };
    let mut items = Vec::with_capacity(request.documents.len());
    for group in request.documents.chunk_by(|one, next| (one.kind, one.delete) == (next.kind, next.delete)) {
        let each = group.iter().cloned().map(|document| application.handle(document));
        items.extend(stream::iter(each).buffered(CONCURRENCY).collect::<Vec<_>>().await);
    }
    Ok(([(VERSION, env!("CARGO_PKG_VERSION"))], Json(ApplyResult::new(items, !is_dry))))
}

/// Rejects what is wrong with the request as a whole.
fn check(request: &ApplyRequest) -> Result<(), Problem> {
    let documents = &request.documents;
    if !(1..=DOCUMENTS_MAX).contains(&documents.len()) {
        let detail = expected_range("documents", DOCUMENTS_MAX, documents.len());
        return Err(Problem::new(ProblemCode::OutOfRange, detail).at_path("documents"));
    }
    let mut seen = std::collections::HashMap::new();
    for (index, document) in documents.iter().enumerate() {
        let name = document.name().map_err(|problem| problem.at_path(format!("documents[{index}]")))?;
        if let Some(first) = seen.insert((document.kind, name), index) {
            let kind = document.kind.as_str();
            let detail = format!("documents {first} and {index} both define the {kind} {name:?}");
            return Err(Problem::new(ProblemCode::Contradiction, detail)
                .at_path(format!("documents[{index}]"))
                .with_hint("remove one of them"));
        }
    }
    Ok(())
}

impl Application<'_> {
    async fn handle(&self, document: ApplyDocument) -> ApplyItem {
        let (document, item) = (&document, ApplyItem::new(&document));
        if self.app.refrain().now().duration_since(self.window.0) > TIME_LIMIT {
            return item.pending();
        }
        let handled = match document.kind {
            DocumentType::Schedule => self.schedule(document).await,
            DocumentType::Calendar => self.control::<NamedCalendar>(document).await,
            DocumentType::DispatchRule => self.control::<DispatchRule>(document).await,
            DocumentType::Hold => self.control::<Hold>(document).await,
            DocumentType::Quota => self.control::<Quota>(document).await,
            DocumentType::Alert => self.control::<refrain::alert::Alert>(document).await,
        };
        match handled {
            Ok(applied) => item.with(applied),
            Err(problem) => item.refused(problem),
        }
    }
}

/// Returns what a change expects of the stored revision. 0 stands for a document that does not exist.
fn expected(revision: Option<i64>) -> ExpectedVersion {
    match revision {
        None => ExpectedVersion::Any,
        Some(0) => ExpectedVersion::New,
        Some(revision) => ExpectedVersion::Exactly(revision),
    }
}

/// Refuses a document that has another revision than the one it was planned for.
fn revision_differs(document: &ApplyDocument, found: i64) -> Result<(), Problem> {
    match document.if_revision {
        Some(expected) if expected != found => {
            let detail =
                format!("{} {:?} has revision {found}, expected {expected}", document.kind.as_str(), document.name()?);
            Err(Problem::new(ProblemCode::Conflict, detail).with_hint("plan the change again"))
        }
        Some(_) | None => Ok(()),
    }
}
