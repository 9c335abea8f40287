//! The ledger over HTTP: read as a whole or by the row, and changed by people one row at a time.

mod attempt;
mod change;
mod read;
mod view;

use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::app::App;

pub(crate) use attempt::AttemptView;
pub(crate) use read::{OccurrenceWhole, number};
pub(crate) use view::OccurrenceView;

/// All operations on occurrences.
pub(crate) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(read::list))
        .routes(routes!(read::one))
        .routes(routes!(change::reprocess))
        .routes(routes!(change::skip))
        .routes(routes!(change::cancel))
}
