//! Named calendars over HTTP: the days off that a tenant's schedules go by.

mod import;

use refrain::Refrain;
use refrain::control::{Control, OrderChange, read_calendar};
use refrain::dispatch::Order;
use refrain::error::Error;
use refrain::rights::Rights;
use refrain::store::DocumentKind;
use refrain_recurrence::NamedCalendar;
use serde_json::Value;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::app::App;
use super::orders::{self, Kind};

/// All operations on calendars.
pub(crate) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(list)).routes(routes!(one, put, delete)).routes(routes!(import::import))
}

orders::operations! {
    NamedCalendar, "schedules", all: "/v1/calendars", each: "/v1/calendars/{name}",
    list: "List calendars",
    one: "Read a calendar",
    put: "Make or replace a calendar",
    put_more: "Schedules that use it follow at once: what is planned on a day that is off now is superseded, and a day that is no longer off gets its runs. `If-Match` names the version that must be there, `If-None-Match: *` asks that there is none.",
    delete: "Remove a calendar",
    delete_more: "A calendar that schedules name is not removed: the request returns 409 (`calendar_in_use`) and lists them."
}

impl Kind for NamedCalendar {
    const KIND: DocumentKind = DocumentKind::Calendar;

    fn read(body: Value) -> Result<Self, String> {
        read_calendar(body)
    }

    async fn save(&self, control: &Control<Rights>, change: &OrderChange) -> Result<Order<Self>, Error> {
        control.save_calendar(change, self).await
    }

    async fn remove(control: &Control<Rights>, change: &OrderChange) -> Result<(), Error> {
        control.remove_calendar(change).await
    }

    /// Calendars are read whenever a schedule is planned.
    fn changed(_: &Refrain) {}
}
