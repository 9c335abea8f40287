//! Opening and closing breakers by hand.

use axum::extract::State;
use refrain::control::BreakerChange;
use serde::Deserialize;
use utoipa::ToSchema;

use super::key;
use super::view::BreakerView;
use crate::http::app::App;
use crate::http::body::Json;
use crate::http::caller::Caller;
use crate::http::problem::Problem;

/// Which breaker is to be changed, and why.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct BreakerAsked {
    /// Who sends.
    #[schema(example = "webhook")]
    provider: String,
    /// To whom, in the provider's own terms, such as a host; nothing when it has only one receiver.
    #[schema(example = "hooks.example.com", max_length = 1024)]
    receiver: Option<String>,
    /// Why.
    note: Option<String>,
}

/// Open a breaker until someone resets it
///
/// What is for its receiver waits. To trip it again changes nothing.
#[utoipa::path(
    post,
    path = "/v1/breakers/trip",
    tag = "orders",
    request_body = BreakerAsked,
    responses((status = 200, description = "It is open", body = BreakerView)),
)]
pub(crate) async fn trip(
    State(app): State<App>,
    caller: Caller,
    Json(asked): Json<BreakerAsked>,
) -> Result<Json<BreakerView>, Problem> {
    let change = change(&caller, asked)?;
    let tripped = app.acting_as(&caller).trip_breaker(&change).await;
    tell(&app, &caller)?;
    Ok(Json(BreakerView::of(&app, change.key, tripped?)))
}

/// Close a breaker, whatever opened it
#[utoipa::path(
    post,
    path = "/v1/breakers/reset",
    tag = "orders",
    request_body = BreakerAsked,
    responses((status = 200, description = "It is closed", body = BreakerView)),
)]
pub(crate) async fn reset(
    State(app): State<App>,
    caller: Caller,
    Json(asked): Json<BreakerAsked>,
) -> Result<Json<BreakerView>, Problem> {
    let change = change(&caller, asked)?;
    let closed = app.acting_as(&caller).reset_breaker(&change).await;
    tell(&app, &caller)?;
    Ok(Json(BreakerView::of(&app, change.key, closed?)))
}

fn change(caller: &Caller, asked: BreakerAsked) -> Result<BreakerChange, Problem> {
    let key = key(caller, asked.provider, asked.receiver)?;
    Ok(BreakerChange { key, by: caller.by_note(asked.note)? })
}

/// Also after a refusal: an answer that was lost on its way from the store may have been a yes.
fn tell(app: &App, caller: &Caller) -> Result<(), Problem> {
    app.refrain().tenant(&caller.tenant.to_string())?.orders_changed();
    Ok(())
}
