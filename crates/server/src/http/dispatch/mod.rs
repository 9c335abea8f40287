//! Single actions over HTTP: one is sent without a schedule, by the same steps as all others, and what came of it is the answer.

mod report;
mod send;

use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::app::App;

pub(crate) use report::ReportView;

/// All operations on single actions.
pub(crate) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(send::dispatch))
}
