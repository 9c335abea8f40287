//! Named calendars over HTTP: the days off that a tenant's schedules use.

mod import;

use refrain::Error;
use refrain::Refrain;
use refrain::control::Rights;
use refrain::control::{Control, DocumentChange, read_calendar};
use refrain::dispatch::StoredControl;
use refrain::store::DocumentKind;
use refrain_recurrence::NamedCalendar;
use serde_json::Value;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::app::App;
use super::controls::{self, ControlKind};

/// Returns the operations on calendars.
pub(crate) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(list)).routes(routes!(one, put, delete)).routes(routes!(import::import))
}

controls::operations! {
    NamedCalendar, "schedules", noun: "calendar", all: "/v1/calendars", each: "/v1/calendars/{name}",
    list: "List calendars",
    one: "Get a calendar",
    one_more: "Returns the calendar with its version: its days off and its weekend.",
    put: "Create or replace a calendar",
    put_more: "Schedules that use the calendar are updated immediately: occurrences planned on a new day off are superseded, and days that are no longer off get their occurrences. With `If-Match`, the calendar is replaced only if its version matches; with `If-None-Match: *`, it is only created. Otherwise the request returns 412.",
    delete: "Delete a calendar",
    delete_more: "A calendar that schedules use cannot be deleted: the request returns 409 (`calendar_in_use`) and lists the schedules."
}

impl ControlKind for NamedCalendar {
    const KIND: DocumentKind = DocumentKind::Calendar;

    fn read(body: Value) -> Result<Self, String> {
        read_calendar(body)
    }

    async fn save(&self, control: &Control<Rights>, change: &DocumentChange) -> Result<StoredControl<Self>, Error> {
        control.save_calendar(change, self).await
    }

    async fn remove(control: &Control<Rights>, change: &DocumentChange) -> Result<(), Error> {
        control.remove_calendar(change).await
    }

    /// Nothing to do: calendars are read whenever a schedule is planned.
    fn changed(_: &Refrain) {}
}
