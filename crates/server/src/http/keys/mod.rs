//! API keys over HTTP: create, read, rotate and revoke.

mod create;
mod read;
mod revoke;
mod rights;
mod rotate;
pub(super) mod view;

use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::app::App;

pub(crate) use view::{KeyView, KeyWithSecret};

/// Returns the operations on API keys.
pub(crate) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(read::list, create::create))
        .routes(routes!(read::one, revoke::revoke))
        .routes(routes!(rotate::rotate))
}
