//! Dispatch rules over HTTP, and a dry run of all dispatch steps.

mod test;

use refrain::Error;
use refrain::Refrain;
use refrain::control::Rights;
use refrain::control::{Control, DocumentChange};
use refrain::dispatch::{DispatchRule, StoredControl};
use refrain::store::DocumentKind;
use serde_json::Value;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::app::App;
use super::controls::{self, ControlKind, ProviderQuery};
use crate::preview::ScheduleWarning;

/// Returns the operations on dispatch rules.
pub(crate) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(list)).routes(routes!(one, put, delete)).routes(routes!(test::test))
}

controls::operations! {
    DispatchRule, "controls", noun: "dispatch rule", all: "/v1/dispatch-rules", each: "/v1/dispatch-rules/{name}",
    list: "List dispatch rules",
    one: "Get a dispatch rule",
    one_more: "Returns the dispatch rule with its version: the condition, the times at which it is active, and its effect.",
    put: "Create or replace a dispatch rule",
    put_more: "The rule applies to all actions from now on, on other nodes within a second. By default, a rule is enabled, always active, in the time zone `UTC`, and `open` if its condition cannot be evaluated. A rule has at most 100 active intervals and 1,024 bytes of description. With `If-Match`, the rule is replaced only if its version matches; with `If-None-Match: *`, it is only created. Otherwise the request returns 412.",
    delete: "Delete a dispatch rule",
    delete_more: "The rule no longer applies from now on, on other nodes within a second.",
    put_query: ProviderQuery
}

impl ControlKind for DispatchRule {
    const KIND: DocumentKind = DocumentKind::DispatchRule;
    const PROVIDER_PATH: Option<&'static str> = Some("then.provider");

    async fn warnings(&self, control: &Control<Rights>) -> Result<Vec<ScheduleWarning>, Error> {
        ScheduleWarning::of_rule(control, self).await
    }

    fn read(body: Value) -> Result<Self, String> {
        Self::read(body)
    }

    async fn save(&self, control: &Control<Rights>, change: &DocumentChange) -> Result<StoredControl<Self>, Error> {
        control.save_rule(change, self).await
    }

    async fn remove(control: &Control<Rights>, change: &DocumentChange) -> Result<(), Error> {
        control.remove_rule(change).await
    }

    fn changed(refrain: &Refrain) {
        refrain.controls_changed();
    }
}
