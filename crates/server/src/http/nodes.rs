//! Who works on the store.

use axum::extract::State;
use jiff::Timestamp;
use serde::Serialize;
use utoipa::ToSchema;

use super::app::App;
use super::body::Json;
use super::problem::Problem;

/// A process that works on the store.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct NodeView {
    /// What it is called.
    id: String,
    /// The version of its program.
    #[schema(example = "0.1.0")]
    version: String,
    /// The time zone database it plans with.
    #[schema(example = "2026e")]
    tzdb: String,
    /// When it started.
    started_at: Timestamp,
    /// Whether it is the one that answers.
    is_this: bool,
}

/// All that live.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Nodes {
    /// In order of name.
    items: Vec<NodeView>,
}

/// List the nodes that live
///
/// A node is gone half a minute after it was last heard of.
#[utoipa::path(get, path = "/v1/nodes", tag = "operations", responses((status = 200, description = "All of them", body = Nodes)))]
pub(crate) async fn nodes(State(app): State<App>) -> Result<Json<Nodes>, Problem> {
    let this = app.refrain().node();
    let nodes = app.store().nodes(app.refrain().now()).await?;
    let items = nodes.into_iter().map(|node| NodeView {
        is_this: node.id == *this,
        id: node.id.to_string(),
        version: node.version,
        tzdb: node.tzdb,
        started_at: node.started_at,
    });
    Ok(Json(Nodes { items: items.collect() }))
}
