//! Dispatch rules over HTTP, and what they and all other steps would say.

mod test;

use refrain::Refrain;
use refrain::control::{Control, OrderChange};
use refrain::dispatch::Order;
use refrain::dispatch_rule::DispatchRule;
use refrain::error::Error;
use refrain::rights::Rights;
use refrain::store::DocumentKind;
use serde_json::Value;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::app::App;
use super::orders::{self, Kind};

/// All operations on rules.
pub(crate) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(list)).routes(routes!(one, put, delete)).routes(routes!(test::test))
}

orders::operations! {
    DispatchRule, "orders", all: "/v1/rules", each: "/v1/rules/{name}",
    list: "List dispatch rules",
    one: "Read a dispatch rule",
    put: "Make or replace a dispatch rule",
    put_more: "What is sent from now on goes by it, on other nodes within a second. `If-Match` names the version that must be there, `If-None-Match: *` asks that there is none.",
    delete: "Remove a dispatch rule",
    delete_more: "What is sent from now on goes without it, on other nodes within a second."
}

impl Kind for DispatchRule {
    const KIND: DocumentKind = DocumentKind::Rule;

    fn read(body: Value) -> Result<Self, String> {
        Self::read(body)
    }

    async fn save(&self, control: &Control<Rights>, change: &OrderChange) -> Result<Order<Self>, Error> {
        control.save_rule(change, self).await
    }

    async fn remove(control: &Control<Rights>, change: &OrderChange) -> Result<(), Error> {
        control.remove_rule(change).await
    }

    fn changed(refrain: &Refrain) {
        refrain.orders_changed();
    }
}
