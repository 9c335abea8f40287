//! The ledger over HTTP: lists and shows occurrences, and changes single ones on request.

mod attempt;
mod change;
mod counts;
mod read;
mod walk;

use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::app::App;

pub(crate) use attempt::AttemptView;
pub(crate) use counts::Counts;
pub(crate) use read::{OccurrenceDetail, label, number, states};
pub(crate) use walk::{Walk, walk};

/// Returns the operations on occurrences.
pub(crate) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(read::list))
        .routes(routes!(read::one))
        .routes(routes!(change::reprocess))
        .routes(routes!(change::skip))
        .routes(routes!(change::cancel))
}
