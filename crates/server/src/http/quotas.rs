//! Quotas over HTTP: how many occurrences of a tenant may start in a time window.

use refrain::Error;
use refrain::Refrain;
use refrain::control::Rights;
use refrain::control::{Control, DocumentChange};
use refrain::dispatch::{Quota, StoredControl};
use refrain::store::DocumentKind;
use serde_json::Value;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::app::App;
use super::controls::{self, ControlKind};

/// Returns the operations on quotas.
pub(crate) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(list)).routes(routes!(one, put, delete))
}

controls::operations! {
    Quota, "controls", noun: "quota", all: "/v1/quotas", each: "/v1/quotas/{name}",
    list: "List quotas",
    one: "Get a quota",
    one_more: "Returns the quota with its version: the maximum number of runs, and the length of the window.",
    put: "Create or replace a quota",
    put_more: "Occurrences beyond the quota are settled as `skipped(quota)`. Occurrences that already started in the current window count. The limit is at least 1, and the window is 1 second to 366 days; neither has a default. With `If-Match`, the quota is replaced only if its version matches; with `If-None-Match: *`, it is only created. Otherwise the request returns 412.",
    delete: "Delete a quota",
    delete_more: "Occurrences that the quota skipped stay skipped unless they are reprocessed."
}

impl ControlKind for Quota {
    const KIND: DocumentKind = DocumentKind::Quota;

    fn read(body: Value) -> Result<Self, String> {
        Self::read(body)
    }

    async fn save(&self, control: &Control<Rights>, change: &DocumentChange) -> Result<StoredControl<Self>, Error> {
        control.save_quota(change, *self).await
    }

    async fn remove(control: &Control<Rights>, change: &DocumentChange) -> Result<(), Error> {
        control.remove_quota(change).await
    }

    fn changed(refrain: &Refrain) {
        refrain.controls_changed();
    }
}
