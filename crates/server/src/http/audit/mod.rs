//! Who did what, and whether that record is whole.

mod list;
mod verify;

use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::app::App;

/// All operations on the audit.
pub(crate) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(list::list)).routes(routes!(verify::verify))
}
