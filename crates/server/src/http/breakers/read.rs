//! Reads a circuit breaker.

use axum::extract::State;
use serde::Deserialize;
use utoipa::IntoParams;

use super::key;
use super::view::BreakerView;
use crate::http::app::App;
use crate::http::body::Json;
use crate::http::caller::Caller;
use crate::http::problem::Problem;
use crate::http::query::Query;

/// Query that names a circuit breaker.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct BreakerQuery {
    /// Name of the provider.
    #[param(example = "webhook")]
    provider: String,
    /// Receiver in the provider's own terms, such as a host. Omit it if the provider has only one receiver.
    receiver: Option<String>,
}

/// Get a circuit breaker
///
/// A breaker that has never been used is closed.
#[utoipa::path(
    get,
    path = "/v1/breakers",
    tag = "controls",
    params(BreakerQuery),
    responses((status = 200, description = "The circuit breaker", body = BreakerView)),
)]
pub(crate) async fn one(
    State(app): State<App>,
    caller: Caller,
    Query(query): Query<BreakerQuery>,
) -> Result<Json<BreakerView>, Problem> {
    let key = key(&caller, query.provider, query.receiver)?;
    let breaker = app.control().breaker(&key).await?;
    Ok(Json(BreakerView::of(&app, key, breaker)))
}
