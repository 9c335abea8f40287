//! Holds over HTTP: schedules of a tenant that must not run for a time, and the reason.

use refrain::Error;
use refrain::Refrain;
use refrain::control::Rights;
use refrain::control::{Control, DocumentChange};
use refrain::dispatch::{Hold, StoredControl};
use refrain::store::DocumentKind;
use serde_json::Value;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::app::App;
use super::controls::{self, ControlKind};

/// Returns the operations on holds.
pub(crate) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(list)).routes(routes!(one, put, delete))
}

controls::operations! {
    Hold, "controls", noun: "hold", all: "/v1/holds", each: "/v1/holds/{name}",
    list: "List holds",
    one: "Get a hold",
    one_more: "Returns the hold with its version: its range, its reason, and the schedules that it covers.",
    put: "Create or replace a hold",
    put_more: "Occurrences that the hold covers are settled as `skipped(hold)` instead of starting. Running occurrences continue. By default, a hold has no start and no end and covers all schedules of the tenant. It names at most 1,000 schedules and 1,000 labels; its note has at most 1,024 bytes. With `If-Match`, the hold is replaced only if its version matches; with `If-None-Match: *`, it is only created. Otherwise the request returns 412.",
    delete: "Delete a hold",
    delete_more: "Occurrences that the hold skipped stay skipped unless they are reprocessed."
}

impl ControlKind for Hold {
    const KIND: DocumentKind = DocumentKind::Hold;

    fn read(body: Value) -> Result<Self, String> {
        Self::read(body)
    }

    async fn save(&self, control: &Control<Rights>, change: &DocumentChange) -> Result<StoredControl<Self>, Error> {
        control.save_hold(change, self).await
    }

    async fn remove(control: &Control<Rights>, change: &DocumentChange) -> Result<(), Error> {
        control.remove_hold(change).await
    }

    fn changed(refrain: &Refrain) {
        refrain.controls_changed();
    }
}
