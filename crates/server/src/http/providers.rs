//! Who sends.

use std::time::Duration;

use axum::extract::State;
use serde::Serialize;
use tokio::task::JoinSet;
use utoipa::ToSchema;

use super::app::App;
use super::body::Json;
use super::problem::Problem;

/// A provider that has not said how it is by then is not well.
const SAYS_WITHIN: Duration = Duration::from_secs(5);

/// Someone who sends actions.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ProviderView {
    /// What schedules call it.
    #[schema(example = "webhook")]
    name: String,
    /// Whether it can be used now.
    is_healthy: bool,
    /// Why not.
    problem: Option<String>,
}

/// All that this node has.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ProvidersView {
    /// In order of name.
    items: Vec<ProviderView>,
}

/// List the providers of this node
///
/// Each is asked how it is; one that does not answer within five seconds is not well.
#[utoipa::path(
    get,
    path = "/v1/providers",
    tag = "operations",
    responses((status = 200, description = "All of them", body = ProvidersView)),
)]
pub(crate) async fn providers(State(app): State<App>) -> Result<Json<ProvidersView>, Problem> {
    let mut asked = JoinSet::new();
    for name in app.refrain().providers().names() {
        let Some(provider) = app.refrain().providers().get(&name) else { continue };
        asked.spawn(async move {
            let said = tokio::time::timeout(SAYS_WITHIN, provider.health()).await;
            let late = || Err(format!("it has not answered within {} seconds", SAYS_WITHIN.as_secs()));
            let problem = said.unwrap_or_else(|_| late()).err();
            ProviderView { name, is_healthy: problem.is_none(), problem }
        });
    }
    // One that panics has no row; the others have theirs.
    let mut items = Vec::new();
    while let Some(said) = asked.join_next().await {
        items.extend(said);
    }
    items.sort_by(|one, other| one.name.cmp(&other.name));
    Ok(Json(ProvidersView { items }))
}
