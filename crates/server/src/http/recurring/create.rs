//! Creating a recurring action.

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use jiff::Timestamp;
use refrain::control::{Save, UnknownProviders};
use refrain::error::Error;
use refrain::id::{ScheduleId, ScheduleKey};
use refrain::schedule::{Schedule, Source};
use refrain::store::{Expect, StoreError};
use serde::Serialize;
use utoipa::ToSchema;

use super::body::CreateRecurring;
use super::defaults::Defaults;
use super::read::next_execution;
use super::refusal::{Refusal, of};
use super::view::is_enabled;
use crate::http::app::App;
use crate::http::body::Json;
use crate::http::caller::Caller;
use crate::http::etag;
use crate::http::idempotency;
use crate::http::problem::Problem;
use crate::http::request_id;

/// A recurring action that was created.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct RecurringCreated {
    /// ID of the recurring action.
    recurring_id: String,
    /// Time of the first execution; null if it is not active.
    next_execution: Option<Timestamp>,
    cron_expr: String,
    timezone: String,
    enabled: bool,
}

/// Create a recurring action
///
/// Recurring actions do not catch up after downtime, are not retried, and may overlap. With the header `Idempotency-Key`, the
/// same request again answers with the recurring action that the first one created.
#[utoipa::path(
    post,
    path = "/v1/recurring",
    tag = "recurring",
    params(("Idempotency-Key" = Option<String>, Header, description = "Names the request: the same name again is the same request", pattern = "^[ -~]{1,200}$")),
    request_body = CreateRecurring,
    responses((status = 201, description = "The recurring action is created", body = RecurringCreated, headers(("ETag" = String)))),
)]
pub(crate) async fn create(
    State(app): State<App>,
    caller: Caller,
    headers: HeaderMap,
    body: Result<Json<CreateRecurring>, Problem>,
) -> Result<Response, Refusal> {
    let Json(asked) = body?;
    let caller = caller.within(&asked.namespace, &asked.tenant)?;
    let request = idempotency::key(&headers)?;
    let id = match &request {
        Some(request) => idempotency::uuid_for(&caller.tenant, request),
        None => request_id::random_uuid(),
    };
    let key = ScheduleKey { tenant: caller.tenant.clone(), id: ScheduleId::new(&id)? };
    let definition = asked.definition(&Defaults::new(&app))?;
    let save = Save { key, expect: Expect::New, definition, source: Source::Api, by: caller.by() };
    let made = create_one(&app, &caller, save, asked.enabled != Some(false), request.is_some()).await?;
    let created = RecurringCreated {
        recurring_id: made.key.id.to_string(),
        next_execution: next_execution(&app, &made).await?,
        cron_expr: asked.cron_expr,
        timezone: made.definition.spec.timezone.clone(),
        enabled: is_enabled(&made),
    };
    Ok((StatusCode::CREATED, [(header::ETAG, etag::tag(made.revision))], Json(created)).into_response())
}

/// Saves a new schedule. A repeated request finds the one that it made before.
async fn create_one(
    app: &App,
    caller: &Caller,
    save: Save,
    is_enabled: bool,
    is_named: bool,
) -> Result<Schedule, Refusal> {
    let (key, asked) = (save.key.clone(), save.definition.clone());
    // The dialect has no field for it: a provider that no node has shows in the history.
    let control = app.acting_as(caller).with_unknown_providers(UnknownProviders::Allow);
    let saved = if is_enabled { control.save(save).await } else { control.save_paused(save).await };
    match saved {
        Ok(made) => Ok(made),
        Err(Error::Store(StoreError::Conflict { .. })) if is_named => {
            let found = app.control().schedule(&key).await.map_err(of)?;
            if *found.definition == asked {
                return Ok(found);
            }
            let detail = format!("Idempotency-Key was used for recurring action {}, which differs by now", key.id);
            Err(Problem::conflict("idempotency_key_reused", detail)
                .with_hint("use a new key, or PUT to change the existing one")
                .into())
        }
        Err(error) => Err(of(error)),
    }
}
