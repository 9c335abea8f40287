//! Changing recurring actions, and taking them away.

use axum::extract::State;
use axum::http::StatusCode;
use refrain::control::{ResumeFrom, Save};
use refrain::schedule::Source;
use refrain::store::Expect;

use super::body::UpdateRecurring;
use super::place::{Place, PlaceQuery};
use super::read::{found, shown};
use super::refusal::{Refusal, of};
use super::view::{RecurringAction, is_enabled};
use crate::http::app::App;
use crate::http::body::Json;
use crate::http::path::Path;
use crate::http::problem::Problem;

/// Change a recurring action
///
/// Only what is named changes.
#[utoipa::path(
    put,
    path = "/v1/recurring/{id}",
    tag = "recurring",
    params(("id" = String, Path, description = "Its id"), PlaceQuery),
    request_body = UpdateRecurring,
    responses(
        (status = 200, description = "It is changed", body = RecurringAction),
    ),
)]
pub(crate) async fn change(
    State(app): State<App>,
    place: Place,
    Path(id): Path<String>,
    body: Result<Json<UpdateRecurring>, Problem>,
) -> Result<Json<RecurringAction>, Refusal> {
    let Json(asked) = body?;
    let old = found(&app, &place, &id).await?;
    let enabled = asked.enabled;
    let definition = asked.applied(&old.definition)?;
    let (control, by) = (app.acting_as(&place.0), place.0.by());
    let expect = Expect::Exactly(old.revision.0);
    let save = Save { key: old.key.clone(), expect, definition, source: Source::Api, by: by.clone() };
    let mut new = control.save(save).await.map_err(of)?;
    match enabled {
        Some(true) if !is_enabled(&new) => {
            new = control.resume(&new.key, Expect::Any, ResumeFrom::Now, by).await.map_err(of)?;
        }
        Some(false) if is_enabled(&new) => new = control.pause(&new.key, Expect::Any, None, by).await.map_err(of)?,
        Some(_) | None => {}
    }
    shown(&app, &new).await
}

/// Take a recurring action away
#[utoipa::path(
    delete,
    path = "/v1/recurring/{id}",
    tag = "recurring",
    params(("id" = String, Path, description = "Its id"), PlaceQuery),
    responses(
        (status = 204, description = "It is gone"),
    ),
)]
pub(crate) async fn delete(
    State(app): State<App>,
    place: Place,
    Path(id): Path<String>,
) -> Result<StatusCode, Refusal> {
    let schedule = found(&app, &place, &id).await?;
    app.acting_as(&place.0).delete(&schedule.key, Expect::Any, &place.0.by()).await.map_err(of)?;
    Ok(StatusCode::NO_CONTENT)
}
