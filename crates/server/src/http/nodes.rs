//! Nodes that work on the store.

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
    /// Node ID.
    id: String,
    /// Program version.
    #[schema(example = "0.1.0")]
    version: String,
    /// Version of the time zone database.
    #[schema(example = "2026e")]
    tzdb: String,
    /// Start time.
    started_at: Timestamp,
    /// Whether this is the node that responds.
    is_current: bool,
}

/// The live nodes.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Nodes {
    /// Nodes, in order of ID.
    items: Vec<NodeView>,
}

/// List live nodes
///
/// A node is removed from the list 30 seconds after its last heartbeat.
#[utoipa::path(get, path = "/v1/nodes", tag = "operations", responses((status = 200, description = "The live nodes", body = Nodes)))]
pub(crate) async fn nodes(State(app): State<App>) -> Result<Json<Nodes>, Problem> {
    let this = app.refrain().node();
    let nodes = app.store().nodes(app.refrain().now()).await?;
    let items = nodes.into_iter().map(|node| NodeView {
        is_current: node.id == *this,
        id: node.id.to_string(),
        version: node.version,
        tzdb: node.tzdb,
        started_at: node.started_at,
    });
    Ok(Json(Nodes { items: items.collect() }))
}
