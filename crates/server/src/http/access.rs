//! Access table: the effects of every operation, and so the rights it requires. An operation without a row
//! cannot be reached.
//!
//! The OpenAPI document takes its permissions from this table.

use axum::http::Method;
use refrain::rights::Right;

use super::caller::{Identity, Reach};

/// Effect of an operation, which determines the rights it requires. The gate checks them before anything is
/// read. Where an operation acts, `control` in the engine checks them again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Effect {
    /// Reveals nothing about any tenant and changes nothing.
    Public,
    /// Requires this right for every request.
    Always(Right),
    /// Requires this right for some requests, depending on their content: only the engine can decide.
    Sometimes(Right),
    /// Concerns the server itself: requires an administrator with access to all tenants.
    Server,
}

impl Effect {
    /// Returns the name of the required role or permission.
    pub(crate) fn as_str(self) -> &'static str {
        match self {
            Self::Public => "nothing",
            Self::Always(right) | Self::Sometimes(right) => right.as_str(),
            Self::Server => "server",
        }
    }

    /// Returns whether a caller may send such a request at all.
    pub(crate) fn admits(self, identity: &Identity) -> bool {
        match self {
            Self::Public | Self::Sometimes(_) => true,
            Self::Always(right) => identity.rights().has(right),
            Self::Server => identity.reach == Reach::All && identity.rights().has(Right::Administer),
        }
    }
}

/// An operation and its effects.
#[derive(Clone, Debug)]
pub(crate) struct Row {
    pub(crate) method: Method,
    pub(crate) path: &'static str,
    pub(crate) effects: &'static [Effect],
}

const fn row(method: Method, path: &'static str, effects: &'static [Effect]) -> Row {
    Row { method, path, effects }
}

const PUBLIC: &[Effect] = &[Effect::Public];
const VIEW: &[Effect] = &[Effect::Always(Right::View)];
const VIEW_AUDIT: &[Effect] = &[Effect::Always(Right::Audit)];
const PREVIEW: &[Effect] = &[Effect::Always(Right::View), Effect::Sometimes(Right::Command)];
const OPERATE: &[Effect] = &[Effect::Always(Right::Operate)];
const GENERATE: &[Effect] = &[Effect::Always(Right::Operate), Effect::Sometimes(Right::Backfill)];
const EDIT: &[Effect] = &[Effect::Always(Right::Edit)];
const EDIT_ACTION: &[Effect] = &[Effect::Always(Right::Edit), Effect::Sometimes(Right::Command)];
const ADMINISTER: &[Effect] = &[Effect::Always(Right::Administer)];
const FIRE: &[Effect] = &[Effect::Always(Right::Fire)];
const DISPATCH: &[Effect] = &[Effect::Always(Right::Fire), Effect::Sometimes(Right::Command)];
const BACKFILL: &[Effect] = &[Effect::Always(Right::Backfill)];
const SECRETS: &[Effect] = &[Effect::Always(Right::Secrets)];
const SERVER: &[Effect] = &[Effect::Server];

/// All operations.
pub(crate) const TABLE: &[Row] = &[
    row(Method::GET, "/healthz", PUBLIC),
    row(Method::GET, "/readyz", PUBLIC),
    row(Method::GET, "/v1/openapi.json", PUBLIC),
    row(Method::GET, "/docs", PUBLIC),
    row(Method::GET, "/docs/{file}", PUBLIC),
    row(Method::GET, "/v1/schedules", VIEW),
    row(Method::POST, "/v1/schedules", EDIT_ACTION),
    row(Method::GET, "/v1/schedules/{id}", VIEW),
    row(Method::PUT, "/v1/schedules/{id}", EDIT_ACTION),
    row(Method::PATCH, "/v1/schedules/{id}", EDIT_ACTION),
    row(Method::DELETE, "/v1/schedules/{id}", EDIT),
    row(Method::POST, "/v1/schedules/{id}/pause", OPERATE),
    row(Method::POST, "/v1/schedules/{id}/resume", OPERATE),
    row(Method::POST, "/v1/schedules/{id}/cancel", OPERATE),
    row(Method::POST, "/v1/schedules/{id}/fire", FIRE),
    row(Method::GET, "/v1/schedules/{id}/runs", VIEW),
    row(Method::GET, "/v1/schedules/{id}/next", VIEW),
    // Keys and sessions.
    row(Method::GET, "/v1/keys", ADMINISTER),
    row(Method::POST, "/v1/keys", ADMINISTER),
    row(Method::GET, "/v1/keys/{id}", ADMINISTER),
    row(Method::DELETE, "/v1/keys/{id}", ADMINISTER),
    row(Method::POST, "/v1/keys/{id}/rotate", ADMINISTER),
    row(Method::POST, "/v1/session", PUBLIC),
    row(Method::GET, "/v1/session", VIEW),
    row(Method::DELETE, "/v1/session", PUBLIC),
    row(Method::GET, "/login", PUBLIC),
    // Ledger and history.
    row(Method::GET, "/v1/occurrences", VIEW),
    row(Method::GET, "/v1/occurrences/{id}", VIEW),
    row(Method::POST, "/v1/occurrences/{id}/reprocess", OPERATE),
    row(Method::POST, "/v1/occurrences/{id}/skip", OPERATE),
    row(Method::POST, "/v1/occurrences/{id}/cancel", OPERATE),
    row(Method::GET, "/v1/schedules/{id}/why", VIEW),
    row(Method::GET, "/v1/schedules/{id}/gaps", VIEW),
    row(Method::POST, "/v1/schedules/{id}/backfill", BACKFILL),
    row(Method::GET, "/v1/schedules/{id}/revisions", VIEW),
    row(Method::GET, "/v1/schedules/{id}/revisions/{revision}", VIEW),
    row(Method::POST, "/v1/schedules/{id}/revisions/{revision}/rollback", EDIT_ACTION),
    row(Method::POST, "/v1/generate", GENERATE),
    row(Method::GET, "/v1/dead-letters", VIEW),
    row(Method::POST, "/v1/dead-letters/replay", OPERATE),
    row(Method::GET, "/v1/work-items", VIEW),
    row(Method::POST, "/v1/work-items", OPERATE),
    row(Method::POST, "/v1/work-items/claim", OPERATE),
    row(Method::GET, "/v1/work-items/{id}", VIEW),
    row(Method::POST, "/v1/work-items/{id}/extend", OPERATE),
    row(Method::POST, "/v1/work-items/{id}/complete", OPERATE),
    row(Method::POST, "/v1/work-items/{id}/fail", OPERATE),
    row(Method::GET, "/v1/recurring", VIEW),
    row(Method::POST, "/v1/recurring", EDIT_ACTION),
    row(Method::GET, "/v1/recurring/{id}", VIEW),
    row(Method::PUT, "/v1/recurring/{id}", EDIT_ACTION),
    row(Method::DELETE, "/v1/recurring/{id}", EDIT),
    row(Method::POST, "/v1/recurring/{id}/pause", OPERATE),
    row(Method::POST, "/v1/recurring/{id}/resume", OPERATE),
    row(Method::GET, "/v1/recurring/{id}/history", VIEW),
    row(Method::POST, "/v1/recurring/{id}/backfill", BACKFILL),
    // Controls, dispatch and circuit breakers.
    row(Method::GET, "/v1/rules", VIEW),
    row(Method::GET, "/v1/rules/{name}", VIEW),
    row(Method::PUT, "/v1/rules/{name}", EDIT_ACTION),
    row(Method::DELETE, "/v1/rules/{name}", EDIT),
    row(Method::GET, "/v1/holds", VIEW),
    row(Method::GET, "/v1/holds/{name}", VIEW),
    row(Method::PUT, "/v1/holds/{name}", EDIT),
    row(Method::DELETE, "/v1/holds/{name}", EDIT),
    row(Method::GET, "/v1/capacities", VIEW),
    row(Method::GET, "/v1/capacities/{name}", VIEW),
    row(Method::PUT, "/v1/capacities/{name}", EDIT),
    row(Method::DELETE, "/v1/capacities/{name}", EDIT),
    row(Method::GET, "/v1/alerts", VIEW),
    row(Method::GET, "/v1/alerts/{name}", VIEW),
    row(Method::PUT, "/v1/alerts/{name}", EDIT_ACTION),
    row(Method::DELETE, "/v1/alerts/{name}", EDIT),
    row(Method::GET, "/v1/calendars", VIEW),
    row(Method::GET, "/v1/calendars/{name}", VIEW),
    row(Method::PUT, "/v1/calendars/{name}", EDIT),
    row(Method::DELETE, "/v1/calendars/{name}", EDIT),
    row(Method::POST, "/v1/rules/test", VIEW),
    row(Method::POST, "/v1/dispatch", DISPATCH),
    row(Method::GET, "/v1/breakers", VIEW),
    row(Method::POST, "/v1/breakers/trip", OPERATE),
    row(Method::POST, "/v1/breakers/reset", OPERATE),
    // Previews, bulk changes, calendar files, and views of a time window.
    row(Method::POST, "/v1/schedules/preview", PREVIEW),
    row(Method::POST, "/v1/schedules/bulk", OPERATE),
    row(Method::GET, "/v1/schedules/{id}/calendar.ics", VIEW),
    row(Method::POST, "/v1/calendars/{name}/import", EDIT),
    row(Method::GET, "/v1/heatmap", VIEW),
    row(Method::GET, "/v1/upcoming", VIEW),
    row(Method::GET, "/v1/history", VIEW),
    row(Method::GET, "/v1/schedules/{id}/days", VIEW),
    // Insight.
    row(Method::GET, "/metrics", SERVER),
    row(Method::GET, "/v1/nodes", SERVER),
    row(Method::GET, "/v1/config", SERVER),
    row(Method::GET, "/v1/providers", VIEW),
    row(Method::GET, "/v1/stats", VIEW),
    row(Method::GET, "/v1/schedules/health", VIEW),
    row(Method::GET, "/v1/events", VIEW),
    row(Method::GET, "/v1/audit", VIEW_AUDIT),
    row(Method::GET, "/v1/audit/verify", VIEW_AUDIT),
    row(Method::GET, "/v1/secrets", SECRETS),
    row(Method::PUT, "/v1/secrets/{name}", SECRETS),
    row(Method::DELETE, "/v1/secrets/{name}", SECRETS),
    row(Method::POST, "/v1/secrets/rotate", SERVER),
];

/// Returns the effects of an operation, or `None` if it has no row.
pub(crate) fn effects(method: &Method, path: &str) -> Option<&'static [Effect]> {
    // A caller who may GET may also request the headers alone.
    let method = if *method == Method::HEAD { &Method::GET } else { method };
    TABLE.iter().find(|row| row.method == *method && row.path == path).map(|row| row.effects)
}

/// Returns the methods that a path supports.
pub(crate) fn methods(path: &str) -> Vec<&'static str> {
    TABLE.iter().filter(|row| row.path == path).map(|row| row.method.as_str()).collect()
}
