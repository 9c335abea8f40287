//! The dialect `/v1/recurring`: cron actions as other gateways know them, a thin layer over the same schedules.
//!
//! What it makes has that dialect's own defaults: nothing is made up for, nothing is tried again, runs may overlap. Its answers and refusals have
//! that dialect's shape.

mod body;
mod change;
mod create;
mod history;
mod place;
mod read;
mod refusal;
mod status;
mod view;

use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::app::App;

/// All operations of the dialect.
pub(crate) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(read::list, create::create))
        .routes(routes!(read::one, change::change, change::delete))
        .routes(routes!(status::pause))
        .routes(routes!(status::resume))
        .routes(routes!(history::history))
}
