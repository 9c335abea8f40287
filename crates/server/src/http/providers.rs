//! Providers of this node.

use std::time::Duration;

use axum::extract::State;
use serde::Serialize;
use tokio::task::JoinSet;
use utoipa::ToSchema;

use super::app::App;
use super::body::Json;
use super::problem::Problem;

/// Maximum time for a health check. A provider that takes longer is unhealthy.
const HEALTH_TIMEOUT: Duration = Duration::from_secs(5);

/// A provider, which delivers actions.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ProviderView {
    /// Name of the provider in schedules.
    #[schema(example = "webhook")]
    name: String,
    /// Whether the provider can be used now.
    is_healthy: bool,
    /// Reason why the provider cannot be used.
    problem: Option<String>,
}

/// The providers of this node.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ProvidersView {
    /// Providers, in order of name.
    items: Vec<ProviderView>,
}

/// List the providers of this node
///
/// Checks the health of each provider. A provider that does not respond within 5 seconds is unhealthy.
#[utoipa::path(
    get,
    path = "/v1/providers",
    tag = "operations",
    responses((status = 200, description = "The providers of this node", body = ProvidersView)),
)]
pub(crate) async fn providers(State(app): State<App>) -> Result<Json<ProvidersView>, Problem> {
    let mut asked = JoinSet::new();
    for name in app.refrain().providers().names() {
        let Some(provider) = app.refrain().providers().get(&name) else { continue };
        asked.spawn(async move {
            let said = tokio::time::timeout(HEALTH_TIMEOUT, provider.health()).await;
            let late = || Err(format!("no response within {} seconds", HEALTH_TIMEOUT.as_secs()));
            let problem = said.unwrap_or_else(|_| late()).err();
            ProviderView { name, is_healthy: problem.is_none(), problem }
        });
    }
    // A provider that panics is omitted; the others are still listed.
    let mut items = Vec::new();
    while let Some(said) = asked.join_next().await {
        items.extend(said);
    }
    items.sort_by(|one, other| one.name.cmp(&other.name));
    Ok(Json(ProvidersView { items }))
}
