//! Trips and resets circuit breakers.

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

/// A circuit breaker to change, and the reason.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct BreakerRequest {
    /// Name of the provider.
    #[schema(example = "webhook")]
    provider: String,
    /// Receiver in the provider's own terms, such as a host. Omit it if the provider has only one receiver.
    #[schema(example = "hooks.example.com", max_length = 1024)]
    receiver: Option<String>,
    /// Reason for the change.
    note: Option<String>,
}

/// Open a circuit breaker
///
/// The breaker stays open until it is reset. Actions for its receiver wait. Tripping an open breaker again
/// changes nothing.
#[utoipa::path(
    post,
    path = "/v1/breakers/trip",
    tag = "controls",
    request_body = BreakerRequest,
    responses((status = 200, description = "The circuit breaker is open", body = BreakerView)),
)]
pub(crate) async fn trip(
    State(app): State<App>,
    caller: Caller,
    Json(asked): Json<BreakerRequest>,
) -> Result<Json<BreakerView>, Problem> {
    let change = change(&caller, asked)?;
    let tripped = app.acting_as(&caller).trip_breaker(&change).await;
    notify_node(&app, &caller)?;
    Ok(Json(BreakerView::of(&app, change.key, tripped?)))
}

/// Close a circuit breaker
///
/// Closes the breaker, whether it opened by itself or was tripped.
#[utoipa::path(
    post,
    path = "/v1/breakers/reset",
    tag = "controls",
    request_body = BreakerRequest,
    responses((status = 200, description = "The circuit breaker is closed", body = BreakerView)),
)]
pub(crate) async fn reset(
    State(app): State<App>,
    caller: Caller,
    Json(asked): Json<BreakerRequest>,
) -> Result<Json<BreakerView>, Problem> {
    let change = change(&caller, asked)?;
    let closed = app.acting_as(&caller).reset_breaker(&change).await;
    notify_node(&app, &caller)?;
    Ok(Json(BreakerView::of(&app, change.key, closed?)))
}

fn change(caller: &Caller, asked: BreakerRequest) -> Result<BreakerChange, Problem> {
    let key = key(caller, asked.provider, asked.receiver)?;
    Ok(BreakerChange { key, by: caller.by_with_reason(asked.note)? })
}

/// Also called after an error: the store may have made the change even though its response was lost.
fn notify_node(app: &App, caller: &Caller) -> Result<(), Problem> {
    app.refrain().tenant(&caller.tenant.to_string())?.controls_changed();
    Ok(())
}
