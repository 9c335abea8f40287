//! Looking at a breaker.

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

/// Which breaker is asked about.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct Asked {
    /// Who sends.
    #[param(example = "webhook")]
    provider: String,
    /// To whom, in the provider's own terms, such as a host; nothing when it has only one receiver.
    receiver: Option<String>,
}

/// Tell what a breaker is at
///
/// One that nothing was ever sent through is closed.
#[utoipa::path(
    get,
    path = "/v1/breakers",
    tag = "orders",
    params(Asked),
    responses((status = 200, description = "What it is at", body = BreakerView)),
)]
pub(crate) async fn one(
    State(app): State<App>,
    caller: Caller,
    Query(asked): Query<Asked>,
) -> Result<Json<BreakerView>, Problem> {
    let key = key(&caller, asked.provider, asked.receiver)?;
    let breaker = app.control().breaker(&key).await?;
    Ok(Json(BreakerView::of(&app, key, breaker)))
}
