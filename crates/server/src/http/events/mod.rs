//! Live events as a stream of server-sent events: everything the nodes on the store do for the caller's
//! tenant.
//!
//! Nothing waits for a reader: a reader that is too slow learns how many events it missed.

mod hub;
mod kept;
pub(crate) mod relay;
mod stream;
mod told;

use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub(crate) use self::hub::Hub;
use super::app::App;

/// Returns the operations on events.
pub(crate) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(stream::events))
}
