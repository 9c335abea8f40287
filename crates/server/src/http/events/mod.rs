//! What happens now, as a stream of server-sent events: what the nodes on the store do for the caller's tenant.
//!
//! Nothing waits for a reader: one that is too slow is told how much it missed.

mod hub;
mod kept;
pub(crate) mod relay;
mod stream;
mod told;

use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub(crate) use self::hub::Hub;
use super::app::App;

/// All operations on events.
pub(crate) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(stream::events))
}
