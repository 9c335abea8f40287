//! The audit log over HTTP: who changed what, and whether the record is intact.

mod list;
mod verify;

use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::app::App;

pub(crate) use list::AuditEntryView;
pub(crate) use verify::AuditVerificationView;

/// Returns the operations on the audit log.
pub(crate) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(list::list)).routes(routes!(verify::verify))
}
