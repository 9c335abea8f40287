//! Who may do what: one row for each operation, and nothing without a row can be reached.
//!
//! The document that describes the API takes what it says about permissions from here.

use axum::http::Method;
use refrain::api_key::{Permission, Role};

/// What a caller must have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Need {
    /// Nothing: it tells nothing of any tenant.
    Nothing,
    /// A role, or a higher one.
    Role(Role),
    /// A permission that no role implies, besides seeing.
    Permission(Permission),
    /// Reach over all tenants: an operator of the server itself.
    Server,
}

impl Need {
    /// As people and the API's document say it.
    pub(crate) fn as_str(self) -> &'static str {
        match self {
            Self::Nothing => "nothing",
            Self::Role(Role::Viewer) => "viewer",
            Self::Role(Role::Operator) => "operator",
            Self::Role(Role::Editor) => "editor",
            Self::Role(Role::Admin) => "admin",
            Self::Permission(Permission::Backfill) => "backfill",
            Self::Permission(Permission::Fire) => "fire",
            Self::Permission(Permission::Command) => "command",
            Self::Permission(Permission::Secrets) => "secrets",
            Self::Server => "server",
        }
    }
}

/// One operation and what it needs.
#[derive(Clone, Debug)]
pub(crate) struct Row {
    pub(crate) method: Method,
    pub(crate) path: &'static str,
    pub(crate) need: Need,
}

const fn row(method: Method, path: &'static str, need: Need) -> Row {
    Row { method, path, need }
}

const VIEW: Need = Need::Role(Role::Viewer);
const OPERATE: Need = Need::Role(Role::Operator);
const EDIT: Need = Need::Role(Role::Editor);
const ADMINISTER: Need = Need::Role(Role::Admin);
const FIRE: Need = Need::Permission(Permission::Fire);
const BACKFILL: Need = Need::Permission(Permission::Backfill);
const SECRETS: Need = Need::Permission(Permission::Secrets);

/// Every operation there is.
pub(crate) const TABLE: &[Row] = &[
    row(Method::GET, "/healthz", Need::Nothing),
    row(Method::GET, "/readyz", Need::Nothing),
    row(Method::GET, "/v1/openapi.json", Need::Nothing),
    row(Method::GET, "/docs", Need::Nothing),
    row(Method::GET, "/docs/{file}", Need::Nothing),
    row(Method::GET, "/v1/schedules", VIEW),
    row(Method::POST, "/v1/schedules", EDIT),
    row(Method::GET, "/v1/schedules/{id}", VIEW),
    row(Method::PUT, "/v1/schedules/{id}", EDIT),
    row(Method::PATCH, "/v1/schedules/{id}", EDIT),
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
    row(Method::POST, "/v1/session", Need::Nothing),
    row(Method::GET, "/v1/session", VIEW),
    row(Method::DELETE, "/v1/session", Need::Nothing),
    row(Method::GET, "/login", Need::Nothing),
    // The ledger and what has been.
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
    row(Method::POST, "/v1/schedules/{id}/revisions/{revision}/rollback", EDIT),
    row(Method::POST, "/v1/generate", OPERATE),
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
    row(Method::POST, "/v1/recurring", EDIT),
    row(Method::GET, "/v1/recurring/{id}", VIEW),
    row(Method::PUT, "/v1/recurring/{id}", EDIT),
    row(Method::DELETE, "/v1/recurring/{id}", EDIT),
    row(Method::POST, "/v1/recurring/{id}/pause", OPERATE),
    row(Method::POST, "/v1/recurring/{id}/resume", OPERATE),
    row(Method::GET, "/v1/recurring/{id}/history", VIEW),
    row(Method::POST, "/v1/recurring/{id}/backfill", BACKFILL),
    // Orders: what decides about actions on their way.
    row(Method::GET, "/v1/rules", VIEW),
    row(Method::GET, "/v1/rules/{name}", VIEW),
    row(Method::PUT, "/v1/rules/{name}", EDIT),
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
    row(Method::PUT, "/v1/alerts/{name}", EDIT),
    row(Method::DELETE, "/v1/alerts/{name}", EDIT),
    row(Method::GET, "/v1/calendars", VIEW),
    row(Method::GET, "/v1/calendars/{name}", VIEW),
    row(Method::PUT, "/v1/calendars/{name}", EDIT),
    row(Method::DELETE, "/v1/calendars/{name}", EDIT),
    row(Method::POST, "/v1/rules/test", VIEW),
    row(Method::POST, "/v1/dispatch", FIRE),
    row(Method::GET, "/v1/breakers", VIEW),
    row(Method::POST, "/v1/breakers/trip", OPERATE),
    row(Method::POST, "/v1/breakers/reset", OPERATE),
    // What a schedule would be, and many at once.
    row(Method::POST, "/v1/schedules/preview", VIEW),
    row(Method::POST, "/v1/schedules/bulk", OPERATE),
    row(Method::GET, "/v1/schedules/{id}/calendar.ics", VIEW),
    row(Method::POST, "/v1/calendars/{name}/import", EDIT),
    row(Method::GET, "/v1/heatmap", VIEW),
    row(Method::GET, "/v1/upcoming", VIEW),
    row(Method::GET, "/v1/history", VIEW),
    row(Method::GET, "/v1/schedules/{id}/days", VIEW),
    // Insight.
    row(Method::GET, "/metrics", Need::Server),
    row(Method::GET, "/v1/nodes", Need::Server),
    row(Method::GET, "/v1/config", Need::Server),
    row(Method::GET, "/v1/providers", VIEW),
    row(Method::GET, "/v1/stats", VIEW),
    row(Method::GET, "/v1/schedules/health", VIEW),
    row(Method::GET, "/v1/events", VIEW),
    row(Method::GET, "/v1/audit", VIEW),
    row(Method::GET, "/v1/audit/verify", VIEW),
    row(Method::GET, "/v1/secrets", SECRETS),
    row(Method::PUT, "/v1/secrets/{name}", SECRETS),
    row(Method::DELETE, "/v1/secrets/{name}", SECRETS),
    row(Method::POST, "/v1/secrets/rotate", Need::Server),
];

/// What an operation needs; none when it has no row.
pub(crate) fn need(method: &Method, path: &str) -> Option<Need> {
    // Whoever may GET may ask for the headers alone.
    let method = if *method == Method::HEAD { &Method::GET } else { method };
    TABLE.iter().find(|row| row.method == *method && row.path == path).map(|row| row.need)
}

/// The methods that a place takes.
pub(crate) fn methods(path: &str) -> Vec<&'static str> {
    TABLE.iter().filter(|row| row.path == path).map(|row| row.method.as_str()).collect()
}
