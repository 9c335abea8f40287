//! Sessions of the console: log in with a key or a link, show the caller, and log out.

mod begin;
mod cookie;
mod end;
mod login;
mod who;

use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::app::App;

/// Returns the operations on sessions.
pub(crate) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(who::who, begin::begin, end::end)).routes(routes!(login::login))
}
