//! What happens now, as a stream of server-sent events: what this node does for the caller's tenant.
//!
//! Events of other nodes are not among them; the first event says which node it is. Nothing waits for a reader: one that is too slow
//! is told how much it missed.

mod hub;
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
