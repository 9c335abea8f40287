//! Schedules over HTTP: create, read, change, stop and run.

mod backfill;
mod bulk;
mod calendar_file;
mod change;
mod create;
mod days;
mod definition;
mod enabled;
mod fire;
mod gaps;
mod next;
mod preview;
mod preview_view;
mod read;
mod recent;
mod revisions;
mod runs;
mod schema;
mod sentence;
mod status;
mod view;
mod why;

pub(crate) use definition::{read as read_definition, take_unknown_providers};
pub(crate) use enabled::{save as save_enabled, take_enabled};
pub(super) use read::{labels, text};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::app::App;

/// Returns the operations on schedules.
pub(crate) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(read::list, create::create))
        .routes(routes!(preview::preview))
        .routes(routes!(bulk::bulk))
        .routes(routes!(read::one, change::put, change::patch, change::delete))
        .routes(routes!(status::pause))
        .routes(routes!(status::resume))
        .routes(routes!(status::cancel))
        .routes(routes!(fire::fire))
        .routes(routes!(next::next))
        .routes(routes!(calendar_file::calendar))
        .routes(routes!(runs::runs))
        .routes(routes!(days::days))
        .routes(routes!(why::why))
        .routes(routes!(gaps::gaps))
        .routes(routes!(backfill::backfill))
        .routes(routes!(revisions::list))
        .routes(routes!(revisions::one))
        .routes(routes!(revisions::rollback))
}
