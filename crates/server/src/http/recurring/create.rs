//! Creates recurring actions.

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use jiff::Timestamp;
use refrain::Error;
use refrain::control::{SaveScheduleRequest, UnknownProviders};
use refrain::model::{Schedule, ScheduleId, ScheduleKey, Source};
use refrain::store::{ExpectedVersion, StoreError};
use serde::Serialize;
use utoipa::ToSchema;

use super::body::CreateRecurring;
use super::defaults::Defaults;
use super::read::{next_execution, warnings};
use super::refusal::{DialectError, of};
use super::view::is_enabled;
use crate::http::app::App;
use crate::http::body::Json;
use crate::http::caller::Caller;
use crate::http::etag;
use crate::http::id;
use crate::http::idempotency;
use crate::http::problem::Problem;
use crate::http::problem_code::ProblemCode;
use crate::preview::ScheduleWarning;

/// The created recurring action.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct CreatedRecurring {
    /// Recurring action ID.
    recurring_id: String,
    /// Time of the first execution. Null if the recurring action is not active.
    next_execution: Option<Timestamp>,
    /// Cron expression.
    cron_expr: String,
    /// IANA time zone.
    timezone: String,
    /// Whether the recurring action is active.
    enabled: bool,
    /// Warnings about settings that are probably not intended. Omitted if there are none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    warnings: Vec<ScheduleWarning>,
}

/// Create a recurring action
///
/// Recurring actions do not catch up after downtime, are not retried, and may overlap. By default, a recurring
/// action is enabled, in the time zone UTC, and has neither an end nor a maximum number of executions.
///
/// A repeated request with the same `Idempotency-Key` returns the recurring action that the first one
/// created. If that one has changed since, the request returns 409 (`idempotency_key_reused`).
#[utoipa::path(
    post,
    path = "/v1/recurring",
    tag = "recurring",
    params(("Idempotency-Key" = Option<String>, Header, description = "Idempotency key. A repeated request with the same key returns the first result.", pattern = "^[ -~]{1,200}$")),
    request_body = CreateRecurring,
    responses((status = 201, description = "The recurring action is created", body = CreatedRecurring, headers(("ETag" = String)))),
)]
pub(crate) async fn create(
    State(app): State<App>,
    caller: Caller,
    headers: HeaderMap,
    body: Result<Json<CreateRecurring>, Problem>,
) -> Result<Response, DialectError> {
    let Json(asked) = body?;
    let caller = caller.within(&asked.namespace, &asked.tenant)?;
    let request = idempotency::key(&headers)?;
    let id = match &request {
        Some(request) => idempotency::uuid_for(&caller.tenant, request),
        None => id::random_uuid(),
    };
    let key = ScheduleKey { tenant: caller.tenant.clone(), id: ScheduleId::new(&id)? };
    let definition = asked.definition(&Defaults::new(&app))?;
    let save =
        SaveScheduleRequest { key, expect: ExpectedVersion::New, definition, source: Source::Api, by: caller.by() };
    let made = create_one(&app, &caller, save, asked.enabled != Some(false), request.is_some()).await?;
    let created = CreatedRecurring {
        recurring_id: made.key.id.to_string(),
        next_execution: next_execution(&app, &made).await?,
        cron_expr: asked.cron_expr,
        timezone: made.definition.spec.timezone.clone(),
        enabled: is_enabled(&made),
        warnings: warnings(&app, &made).await?,
    };
    Ok((StatusCode::CREATED, [(header::ETAG, etag::tag(made.revision))], Json(created)).into_response())
}

/// Saves a new schedule. A repeated request returns the schedule that the first one created.
async fn create_one(
    app: &App,
    caller: &Caller,
    save: SaveScheduleRequest,
    is_enabled: bool,
    is_named: bool,
) -> Result<Schedule, DialectError> {
    let (key, asked) = (save.key.clone(), save.definition.clone());
    // The dialect has no field to accept an unknown provider: it is saved, and the response warns about it.
    let control = app.acting_as(caller).with_unknown_providers(UnknownProviders::Allow);
    let saved = if is_enabled { control.save(save).await } else { control.save_paused(save).await };
    match saved {
        Ok(made) => Ok(made),
        Err(Error::Store(StoreError::Conflict { .. })) if is_named => {
            let found = app.control().schedule(&key).await.map_err(of)?;
            if *found.definition == asked {
                return Ok(found);
            }
            let detail =
                format!("Idempotency-Key was used for recurring action {}, which has a different definition", key.id);
            Err(Problem::new(ProblemCode::IdempotencyKeyReused, detail)
                .with_hint("use a new key, or PUT to change the existing one")
                .into())
        }
        Err(error) => Err(of(error)),
    }
}
