//! Alerts over HTTP: whom a tenant wants to be told when something goes wrong.

use refrain::Refrain;
use refrain::alert::Alert;
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

/// All operations on alerts.
pub(crate) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(list)).routes(routes!(one, put, delete))
}

orders::operations! {
    Alert, "orders", all: "/v1/alerts", each: "/v1/alerts/{name}",
    list: "List alerts",
    one: "Read an alert",
    put: "Make or replace an alert",
    put_more: "Its action must be one that could be sent. `If-Match` names the version that must be there, `If-None-Match: *` asks that there is none.",
    delete: "Remove an alert",
    delete_more: "What is being sent goes its way."
}

impl Kind for Alert {
    const KIND: DocumentKind = DocumentKind::Alert;

    fn read(body: Value) -> Result<Self, String> {
        Self::read(body)
    }

    async fn save(&self, control: &Control<Rights>, change: &OrderChange) -> Result<Order<Self>, Error> {
        control.save_alert(change, self).await
    }

    async fn remove(control: &Control<Rights>, change: &OrderChange) -> Result<(), Error> {
        control.remove_alert(change).await
    }

    fn changed(refrain: &Refrain) {
        refrain.alerts_changed();
    }
}
