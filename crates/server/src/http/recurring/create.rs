//! Making a recurring action.

use axum::extract::State;
use axum::http::StatusCode;
use jiff::Timestamp;
use refrain::control::Save;
use refrain::id::{ScheduleId, ScheduleKey};
use refrain::schedule::Source;
use refrain::store::Expect;
use serde::Serialize;
use utoipa::ToSchema;

use super::body::CreateRecurring;
use super::read::next_execution;
use super::refusal::{RecurringError, Refusal, of};
use super::view::is_enabled;
use crate::http::app::App;
use crate::http::body::Json;
use crate::http::caller::Caller;
use crate::http::limits;
use crate::http::request_id;

/// A recurring action that was made.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct RecurringCreated {
    recurring_id: String,
    /// The first execution; null when it is not active.
    next_execution: Option<Timestamp>,
    cron_expr: String,
    timezone: String,
    enabled: bool,
}

/// Make a recurring action
///
/// What is missed is not made up for, what fails is not tried again, and executions may overlap.
#[utoipa::path(
    post,
    path = "/v1/recurring",
    tag = "recurring",
    request_body = CreateRecurring,
    responses(
        (status = 201, description = "It is made", body = RecurringCreated),
        (status = 400, description = "It makes no sense", body = RecurringError),
    ),
)]
pub(crate) async fn create(
    State(app): State<App>,
    caller: Caller,
    body: Result<Json<CreateRecurring>, crate::http::problem::Problem>,
) -> Result<(StatusCode, Json<RecurringCreated>), Refusal> {
    let Json(asked) = body?;
    let caller = caller.within(&asked.namespace, &asked.tenant)?;
    let definition = asked.definition()?;
    let key = ScheduleKey { tenant: caller.tenant.clone(), id: ScheduleId::new(&request_id::random_uuid())? };
    limits::check(&app, &caller, &key.id, &definition)?;
    let save = Save { key, expect: Expect::New, definition, source: Source::Api, by: caller.by() };
    let control = limits::control(&app, &caller);
    let is_enabled_first = asked.enabled != Some(false);
    let saving = async { if is_enabled_first { control.save(save).await } else { control.save_paused(save).await } };
    let made = saving.await.map_err(of)?;
    let created = RecurringCreated {
        recurring_id: made.key.id.to_string(),
        next_execution: next_execution(&app, &made).await?,
        cron_expr: asked.cron_expr,
        timezone: made.definition.spec.timezone.clone(),
        enabled: is_enabled(&made),
    };
    Ok((StatusCode::CREATED, Json(created)))
}
