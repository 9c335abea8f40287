//! Sessions of the console: begun with a key or by a link, told who they are of, and ended.

mod begin;
mod cookie;
mod end;
mod login;
mod who;

use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::app::App;

/// All operations on sessions.
pub(crate) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(who::who, begin::begin, end::end)).routes(routes!(login::login))
}
