//! Dead letters of the ledger and of the queues: listing, replaying and discarding them.

mod discard;
mod list;
mod replay;
mod selection;

use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::app::App;

/// Returns the operations on dead letters.
pub(crate) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(list::list)).routes(routes!(replay::replay)).routes(routes!(discard::discard))
}
