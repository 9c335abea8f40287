//! Caps over HTTP: how many occurrences of a tenant may begin in a time.

use refrain::Refrain;
use refrain::capacity::Capacity;
use refrain::control::{Control, OrderChange};
use refrain::dispatch::Order;
use refrain::error::Error;
use refrain::rights::Rights;
use refrain::store::DocumentKind;
use serde_json::Value;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::app::App;
use super::orders::{self, Kind};

/// All operations on caps.
pub(crate) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(list)).routes(routes!(one, put, delete))
}

orders::operations! {
    Capacity, "orders", all: "/v1/capacities", each: "/v1/capacities/{name}",
    list: "List caps",
    one: "Read a cap",
    put: "Make or replace a cap",
    put_more: "What comes beyond it ends as `skipped(capacity)`; what has begun in the window so far counts. `If-Match` names the version that must be there, `If-None-Match: *` asks that there is none.",
    delete: "Remove a cap",
    delete_more: "What it has skipped stays so until a person opens it again."
}

impl Kind for Capacity {
    const KIND: DocumentKind = DocumentKind::Capacity;

    fn read(body: Value) -> Result<Self, String> {
        Self::read(body)
    }

    async fn save(&self, control: &Control<Rights>, change: &OrderChange) -> Result<Order<Self>, Error> {
        control.save_capacity(change, *self).await
    }

    async fn remove(control: &Control<Rights>, change: &OrderChange) -> Result<(), Error> {
        control.remove_capacity(change).await
    }

    fn changed(refrain: &Refrain) {
        refrain.orders_changed();
    }
}
