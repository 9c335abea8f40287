//! Schedules over HTTP: made, read, changed, stopped and fired.

mod change;
mod create;
mod definition;
mod fire;
mod next;
mod read;
mod runs;
mod status;
mod view;

use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;
pub(super) use view::Shown;

use super::app::App;

/// All operations on schedules.
pub(crate) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(read::list, create::create))
        .routes(routes!(read::one, change::put, change::patch, change::delete))
        .routes(routes!(status::pause))
        .routes(routes!(status::resume))
        .routes(routes!(status::cancel))
        .routes(routes!(fire::fire))
        .routes(routes!(next::next))
        .routes(routes!(runs::runs))
}
