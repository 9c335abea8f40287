//! Alerts over HTTP: the conditions a tenant wants to be notified about, and how.

use refrain::Error;
use refrain::Refrain;
use refrain::alert::Alert;
use refrain::control::Rights;
use refrain::control::{Control, DocumentChange};
use refrain::dispatch::StoredControl;
use refrain::store::DocumentKind;
use serde_json::Value;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::app::App;
use super::controls::{self, ControlKind, ProviderQuery};
use crate::preview::ScheduleWarning;

/// Returns the operations on alerts.
pub(crate) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(list)).routes(routes!(one, put, delete))
}

controls::operations! {
    Alert, "controls", noun: "alert", all: "/v1/alerts", each: "/v1/alerts/{name}",
    list: "List alerts",
    one: "Get an alert",
    one_more: "Returns the alert with its version: the alarms and schedules that it watches, and the action that it sends.",
    put: "Create or replace an alert",
    put_more: "The request is rejected if the alert's action could not be sent. Default limit: one message in 15 minutes for the same alarm of the same schedule; maximum: 30 days. `failing_after` is 1 by default. An alert names at most 1,000 schedules and 1,000 labels, and a tenant has at most 100 alerts. With `If-Match`, the alert is replaced only if its version matches; with `If-None-Match: *`, it is only created. Otherwise the request returns 412.",
    delete: "Delete an alert",
    delete_more: "Notifications that are already being sent are still delivered.",
    put_query: ProviderQuery
}

impl ControlKind for Alert {
    const KIND: DocumentKind = DocumentKind::Alert;
    const PROVIDER_PATH: Option<&'static str> = Some("action.provider");

    async fn warnings(&self, control: &Control<Rights>) -> Result<Vec<ScheduleWarning>, Error> {
        ScheduleWarning::of_action(control, &self.action).await
    }

    fn read(body: Value) -> Result<Self, String> {
        Self::read(body)
    }

    async fn save(&self, control: &Control<Rights>, change: &DocumentChange) -> Result<StoredControl<Self>, Error> {
        control.save_alert(change, self).await
    }

    async fn remove(control: &Control<Rights>, change: &DocumentChange) -> Result<(), Error> {
        control.remove_alert(change).await
    }

    fn changed(refrain: &Refrain) {
        refrain.alerts_changed();
    }
}
