//! The dialect `/v1/recurring`: schedules as recurring actions with cron expressions.
//!
//! Recurring actions are created without catch-up and without retries, and may overlap. Responses use the
//! dialect's field names; errors are problem documents with the additional member `error`.

mod backfill;
mod body;
mod change;
mod create;
mod defaults;
mod executed;
mod history;
mod list;
mod place;
mod read;
mod refusal;
mod status;
mod update;
mod view;

use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::app::App;

/// Returns the operations of the dialect.
pub(crate) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(list::list, create::create))
        .routes(routes!(read::one, change::change, change::delete))
        .routes(routes!(status::pause))
        .routes(routes!(status::resume))
        .routes(routes!(history::history))
        .routes(routes!(backfill::backfill))
}
