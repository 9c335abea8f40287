//! Single actions over HTTP: sends one action without a schedule, through the same steps as all others, and
//! returns the outcome.

mod report;
mod send;

use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::app::App;

pub(crate) use report::ReportView;

/// Returns the operations on single actions.
pub(crate) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(send::dispatch))
}
