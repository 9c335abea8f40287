//! What failed for good, in the ledger and in the queues, and running it again.

mod list;
mod replay;

use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::app::App;

/// All operations on dead letters.
pub(crate) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(list::list)).routes(routes!(replay::replay))
}
