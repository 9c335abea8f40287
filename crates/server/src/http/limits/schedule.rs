//! What a tenant's schedules may be: how many, how often, how large, and who may let them start programs.

use axum::http::StatusCode;
use jiff::SignedDuration;
use refrain::action::Action;
use refrain::api_key::Permission;
use refrain::control::Control;
use refrain::definition::Definition;
use refrain::id::ScheduleId;
use refrain_recurrence::{Context, Rule};

use super::Limits;
use crate::http::access::Need;
use crate::http::app::App;
use crate::http::caller::Caller;
use crate::http::problem::Problem;

/// The provider that starts programs.
const COMMAND: &str = "command";

/// Lets a definition through that keeps to the limits of its tenant.
pub(crate) fn check(app: &App, caller: &Caller, id: &ScheduleId, definition: &Definition) -> Result<(), Problem> {
    check_action(app, caller, &definition.action)?;
    check_gap(app, app.limits_by_mode().of(caller.identity.mode), id, definition)
}

/// What makes schedules for a caller: no more than their tenant may have, which the store counts when it adds one.
pub(crate) fn control(app: &App, caller: &Caller) -> Control {
    let most = app.limits_by_mode().of(caller.identity.mode).schedules;
    app.control().clone().with_schedules_max(most.map(|most| usize::try_from(most).unwrap_or(usize::MAX)))
}

/// Lets an action through that its sender may order, whatever it is ordered by.
pub(crate) fn check_action(app: &App, caller: &Caller, action: &Action) -> Result<(), Problem> {
    check_provider(caller, &action.provider, "action.provider")?;
    check_payload(app.limits_by_mode().of(caller.identity.mode), action)
}

/// Lets a provider through that the caller may have things sent by. The path is where the request names it.
pub(crate) fn check_provider(caller: &Caller, provider: &str, path: &str) -> Result<(), Problem> {
    if provider != COMMAND || caller.identity.may(Need::Permission(Permission::Command)) {
        return Ok(());
    }
    let detail = "what starts programs needs `command`, which the key does not have";
    Err(Problem::new(StatusCode::FORBIDDEN, "forbidden", detail).at_path(path))
}

fn check_payload(limits: &Limits, action: &Action) -> Result<(), Problem> {
    let Some(bytes_max) = limits.payload_bytes else { return Ok(()) };
    let bytes = serde_json::to_vec(&action.payload).map_or(usize::MAX, |text| text.len());
    if bytes <= bytes_max {
        return Ok(());
    }
    let detail = format!("the payload has {bytes} bytes; your tenant may have {bytes_max}");
    Err(Problem::new(StatusCode::PAYLOAD_TOO_LARGE, "too_large", detail).at_path("action.payload"))
}

/// Asks the rule itself for the least time there can ever be between two fires, not for its next two.
fn check_gap(app: &App, limits: &Limits, id: &ScheduleId, definition: &Definition) -> Result<(), Problem> {
    let Some(least) = limits.min_gap else { return Ok(()) };
    let mut spec = definition.spec.clone();
    // Calendars take fires away, or move them by whole days.
    spec.calendars.clear();
    let context = Context { anchor: Some(app.refrain().now()), seed: id.as_str(), calendars: None };
    // What is wrong with the rule is the engine's to say.
    let Ok(rule) = Rule::compile(&spec, &context) else { return Ok(()) };
    match rule.min_gap() {
        Some(gap) if SignedDuration::from_secs(gap.seconds()) < least => {
            let detail = format!("occurrences can be {gap} apart; your tenant needs at least {}s", least.as_secs());
            Err(Problem::bad_request("too_frequent", detail).at_path("spec.recurrence"))
        }
        Some(_) | None => Ok(()),
    }
}
