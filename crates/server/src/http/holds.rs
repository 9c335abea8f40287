//! Holds over HTTP: what of a tenant must not run for a time, and why.

use refrain::Refrain;
use refrain::control::{Control, OrderChange};
use refrain::dispatch::Order;
use refrain::error::Error;
use refrain::hold::Hold;
use refrain::rights::Rights;
use refrain::store::DocumentKind;
use serde_json::Value;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::app::App;
use super::orders::{self, Kind};

/// All operations on holds.
pub(crate) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(list)).routes(routes!(one, put, delete))
}

orders::operations! {
    Hold, "orders", all: "/v1/holds", each: "/v1/holds/{name}",
    list: "List holds",
    one: "Read a hold",
    put: "Make or replace a hold",
    put_more: "What it covers ends as `skipped(hold)` instead of beginning; what runs goes on. `If-Match` names the version that must be there, `If-None-Match: *` asks that there is none.",
    delete: "Remove a hold",
    delete_more: "What it has skipped stays so until a person opens it again."
}

impl Kind for Hold {
    const KIND: DocumentKind = DocumentKind::Hold;

    fn read(body: Value) -> Result<Self, String> {
        Self::read(body)
    }

    async fn save(&self, control: &Control<Rights>, change: &OrderChange) -> Result<Order<Self>, Error> {
        control.save_hold(change, self).await
    }

    async fn remove(control: &Control<Rights>, change: &OrderChange) -> Result<(), Error> {
        control.remove_hold(change).await
    }

    fn changed(refrain: &Refrain) {
        refrain.orders_changed();
    }
}
