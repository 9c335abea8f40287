//! Dead letters of the ledger and of the queues, and replaying them.

mod list;
mod replay;

use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::app::App;

/// Returns the operations on dead letters.
pub(crate) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(list::list)).routes(routes!(replay::replay))
}
