//! Creates schedules.

use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use refrain::control::SaveScheduleRequest;
use refrain::model::{ScheduleId, ScheduleKey, Source};
use refrain::store::{ExpectedVersion, StoreError};
use serde_json::{Map, Value};

use super::definition;
use super::enabled::{self, take_enabled};
use super::view::ScheduleView;
use crate::http::app::App;
use crate::http::body::Json;
use crate::http::caller::Caller;
use crate::http::etag;
use crate::http::idempotency;
use crate::http::problem::Problem;
use crate::http::problem_code::ProblemCode;
use crate::http::read_only;

/// Create a schedule
///
/// If `id` is absent, an ID is generated. A repeated request with the same `Idempotency-Key` returns the
/// schedule that the first one created. If the ID is already in use, the request returns 409 (`exists`). The
/// response shows the next occurrences, so that the recurrence can be checked.
#[utoipa::path(
    post,
    path = "/v1/schedules",
    tag = "schedules",
    request_body = super::schema::NewSchedule,
    params(("Idempotency-Key" = Option<String>, Header, description = "Idempotency key. A repeated request with the same key returns the first result.", pattern = "^[ -~]{1,200}$")),
    responses((status = 201, description = "The schedule is created", body = ScheduleView, headers(("Location" = String), ("ETag" = String)))),
)]
pub(crate) async fn create(
    State(app): State<App>,
    caller: Caller,
    headers: HeaderMap,
    Json(mut body): Json<Map<String, Value>>,
) -> Result<Response, Problem> {
    let request = idempotency::key(&headers)?;
    let id = match (body.remove("id"), &request) {
        (Some(Value::String(id)), _) => ScheduleId::new(&id).map_err(|error| Problem::from(error).at_path("id"))?,
        (Some(_), _) => return Err(Problem::new(ProblemCode::BadBody, "id must be a string").at_path("id")),
        (None, Some(request)) => ScheduleId::new(&idempotency::id_for(&caller.tenant, request))?,
        (None, None) => ScheduleId::new(&crate::http::id::random())?,
    };
    let key = ScheduleKey { tenant: caller.tenant.clone(), id };
    let unknown_providers = definition::take_unknown_providers(&mut body)?;
    let enabled = take_enabled(&mut body)?;
    let read_only = read_only::take_from_schedule(&mut body);
    let definition = definition::read(body, app.timezone())?;
    let save = SaveScheduleRequest {
        key: key.clone(),
        expect: ExpectedVersion::New,
        definition,
        source: Source::Api,
        by: caller.by(),
    };
    let asked = save.definition.clone();
    let control = app.acting_as(&caller).with_unknown_providers(unknown_providers);
    let saved = match enabled::save(&control, save, enabled).await {
        Ok(saved) => saved,
        Err(refrain::Error::Store(StoreError::Conflict { .. })) => {
            match (&request, app.store().schedule(&key).await?) {
                // The response to the first request may have been lost.
                (Some(_), Some(found)) if *found.definition == asked => found,
                _ => return Err(already_exists(&key)),
            }
        }
        Err(error) => return Err(error.into()),
    };
    let tag = etag::tag(saved.revision);
    let place = format!("/v1/schedules/{}", saved.key.id);
    let view = ScheduleView::saved(saved, &app).await?.with_warnings(read_only);
    let mut response = (StatusCode::CREATED, Json(view)).into_response();
    let headers = response.headers_mut();
    headers.insert(header::ETAG, tag);
    headers.insert(header::LOCATION, HeaderValue::from_str(&place).unwrap_or(HeaderValue::from_static("/")));
    Ok(response)
}

fn already_exists(key: &ScheduleKey) -> Problem {
    Problem::new(ProblemCode::Exists, format!("schedule {} already exists", key.id))
        .with_hint("use PUT to create or replace a schedule")
}
