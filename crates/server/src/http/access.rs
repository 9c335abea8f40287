//! Access table: the effects of every operation, and so the rights it requires. An operation without a row
//! cannot be reached.
//!
//! The OpenAPI document takes its permissions from this table.

use axum::http::Method;
use refrain::control::Right;

use crate::auth::{Identity, Reach};

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
    /// Operation ID: the name of the method in generated clients.
    pub(crate) id: &'static str,
    pub(crate) effects: &'static [Effect],
}

const fn row(method: Method, path: &'static str, id: &'static str, effects: &'static [Effect]) -> Row {
    Row { method, path, id, effects }
}

const PUBLIC: &[Effect] = &[Effect::Public];
const VIEW: &[Effect] = &[Effect::Always(Right::View)];
const VIEW_AUDIT: &[Effect] = &[Effect::Always(Right::Audit)];
const PREVIEW: &[Effect] = &[Effect::Always(Right::View), Effect::Sometimes(Right::Command)];
const APPLY: &[Effect] = &[
    Effect::Always(Right::View),
    Effect::Sometimes(Right::Edit),
    Effect::Sometimes(Right::Operate),
    Effect::Sometimes(Right::Command),
];
const OPERATE: &[Effect] = &[Effect::Always(Right::Operate)];
const REPROCESS: &[Effect] =
    &[Effect::Always(Right::Operate), Effect::Sometimes(Right::Fire), Effect::Sometimes(Right::Command)];
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
    row(Method::GET, "/healthz", "checkLiveness", PUBLIC),
    row(Method::GET, "/readyz", "checkReadiness", PUBLIC),
    row(Method::GET, "/v1/openapi.json", "getOpenApi", PUBLIC),
    row(Method::GET, "/docs", "getDocs", PUBLIC),
    row(Method::GET, "/docs/{file}", "getDocsFile", PUBLIC),
    row(Method::GET, "/v1/schedules", "listSchedules", VIEW),
    row(Method::POST, "/v1/schedules", "createSchedule", EDIT_ACTION),
    row(Method::GET, "/v1/schedules/{id}", "getSchedule", VIEW),
    row(Method::PUT, "/v1/schedules/{id}", "putSchedule", EDIT_ACTION),
    row(Method::PATCH, "/v1/schedules/{id}", "updateSchedule", EDIT_ACTION),
    row(Method::DELETE, "/v1/schedules/{id}", "deleteSchedule", EDIT),
    row(Method::POST, "/v1/schedules/{id}/pause", "pauseSchedule", OPERATE),
    row(Method::POST, "/v1/schedules/{id}/resume", "resumeSchedule", OPERATE),
    row(Method::POST, "/v1/schedules/{id}/cancel", "cancelSchedule", OPERATE),
    row(Method::POST, "/v1/schedules/{id}/fire", "fireSchedule", DISPATCH),
    row(Method::GET, "/v1/schedules/{id}/runs", "listScheduleRuns", VIEW),
    row(Method::GET, "/v1/schedules/{id}/next", "listNextOccurrences", VIEW),
    // Keys and sessions.
    row(Method::GET, "/v1/keys", "listKeys", ADMINISTER),
    row(Method::POST, "/v1/keys", "createKey", ADMINISTER),
    row(Method::GET, "/v1/keys/{id}", "getKey", ADMINISTER),
    row(Method::DELETE, "/v1/keys/{id}", "revokeKey", ADMINISTER),
    row(Method::POST, "/v1/keys/{id}/rotate", "rotateKey", ADMINISTER),
    row(Method::POST, "/v1/session", "createSession", PUBLIC),
    row(Method::GET, "/v1/session", "getSession", VIEW),
    row(Method::DELETE, "/v1/session", "deleteSession", PUBLIC),
    row(Method::GET, "/login", "followLoginLink", PUBLIC),
    // Ledger and history.
    row(Method::GET, "/v1/occurrences", "listOccurrences", VIEW),
    row(Method::GET, "/v1/occurrences/{id}", "getOccurrence", VIEW),
    row(Method::POST, "/v1/occurrences/{id}/reprocess", "reprocessOccurrence", REPROCESS),
    row(Method::POST, "/v1/occurrences/{id}/skip", "skipOccurrence", OPERATE),
    row(Method::POST, "/v1/occurrences/{id}/cancel", "cancelOccurrence", OPERATE),
    row(Method::GET, "/v1/schedules/{id}/why", "explainSchedule", VIEW),
    row(Method::GET, "/v1/schedules/{id}/gaps", "listScheduleGaps", VIEW),
    row(Method::POST, "/v1/schedules/{id}/backfill", "backfillSchedule", BACKFILL),
    row(Method::GET, "/v1/schedules/{id}/revisions", "listScheduleRevisions", VIEW),
    row(Method::GET, "/v1/schedules/{id}/revisions/{revision}", "getScheduleRevision", VIEW),
    row(Method::POST, "/v1/schedules/{id}/revisions/{revision}/rollback", "rollbackSchedule", EDIT_ACTION),
    row(Method::POST, "/v1/generate", "generateOccurrences", GENERATE),
    row(Method::GET, "/v1/dead-letters", "listDeadLetters", VIEW),
    row(Method::POST, "/v1/dead-letters/replay", "replayDeadLetters", OPERATE),
    row(Method::POST, "/v1/dead-letters/discard", "discardDeadLetters", OPERATE),
    row(Method::GET, "/v1/work-items", "listWorkItems", VIEW),
    row(Method::POST, "/v1/work-items", "enqueueWorkItem", FIRE),
    row(Method::POST, "/v1/work-items/claim", "claimWorkItems", OPERATE),
    row(Method::GET, "/v1/work-items/{id}", "getWorkItem", VIEW),
    row(Method::POST, "/v1/work-items/{id}/extend", "extendWorkItem", OPERATE),
    row(Method::POST, "/v1/work-items/{id}/complete", "completeWorkItem", OPERATE),
    row(Method::POST, "/v1/work-items/{id}/fail", "failWorkItem", OPERATE),
    row(Method::GET, "/v1/recurring", "listRecurringActions", VIEW),
    row(Method::POST, "/v1/recurring", "createRecurringAction", EDIT_ACTION),
    row(Method::GET, "/v1/recurring/{id}", "getRecurringAction", VIEW),
    row(Method::PUT, "/v1/recurring/{id}", "updateRecurringAction", EDIT_ACTION),
    row(Method::DELETE, "/v1/recurring/{id}", "deleteRecurringAction", EDIT),
    row(Method::POST, "/v1/recurring/{id}/pause", "pauseRecurringAction", OPERATE),
    row(Method::POST, "/v1/recurring/{id}/resume", "resumeRecurringAction", OPERATE),
    row(Method::GET, "/v1/recurring/{id}/history", "getRecurringActionHistory", VIEW),
    row(Method::POST, "/v1/recurring/{id}/backfill", "backfillRecurringAction", BACKFILL),
    // Controls, dispatch and circuit breakers.
    row(Method::GET, "/v1/dispatch-rules", "listDispatchRules", VIEW),
    row(Method::GET, "/v1/dispatch-rules/{name}", "getDispatchRule", VIEW),
    row(Method::PUT, "/v1/dispatch-rules/{name}", "putDispatchRule", EDIT_ACTION),
    row(Method::DELETE, "/v1/dispatch-rules/{name}", "deleteDispatchRule", EDIT),
    row(Method::GET, "/v1/holds", "listHolds", VIEW),
    row(Method::GET, "/v1/holds/{name}", "getHold", VIEW),
    row(Method::PUT, "/v1/holds/{name}", "putHold", EDIT),
    row(Method::DELETE, "/v1/holds/{name}", "deleteHold", EDIT),
    row(Method::GET, "/v1/quotas", "listQuotas", VIEW),
    row(Method::GET, "/v1/quotas/{name}", "getQuota", VIEW),
    row(Method::PUT, "/v1/quotas/{name}", "putQuota", EDIT),
    row(Method::DELETE, "/v1/quotas/{name}", "deleteQuota", EDIT),
    row(Method::GET, "/v1/alerts", "listAlerts", VIEW),
    row(Method::GET, "/v1/alerts/{name}", "getAlert", VIEW),
    row(Method::PUT, "/v1/alerts/{name}", "putAlert", EDIT_ACTION),
    row(Method::DELETE, "/v1/alerts/{name}", "deleteAlert", EDIT),
    row(Method::GET, "/v1/calendars", "listCalendars", VIEW),
    row(Method::GET, "/v1/calendars/{name}", "getCalendar", VIEW),
    row(Method::PUT, "/v1/calendars/{name}", "putCalendar", EDIT),
    row(Method::DELETE, "/v1/calendars/{name}", "deleteCalendar", EDIT),
    row(Method::POST, "/v1/dispatch-rules/test", "testDispatchRules", VIEW),
    row(Method::POST, "/v1/dispatch", "dispatchAction", DISPATCH),
    row(Method::GET, "/v1/breakers", "getCircuitBreaker", VIEW),
    row(Method::POST, "/v1/breakers/trip", "tripCircuitBreaker", OPERATE),
    row(Method::POST, "/v1/breakers/reset", "resetCircuitBreaker", OPERATE),
    // Previews, bulk changes, calendar files, and views of a time window.
    row(Method::POST, "/v1/schedules/preview", "previewSchedule", PREVIEW),
    row(Method::POST, "/v1/apply", "applyDocuments", APPLY),
    row(Method::POST, "/v1/schedules/bulk", "bulkChangeSchedules", OPERATE),
    row(Method::GET, "/v1/schedules/{id}/calendar.ics", "getScheduleCalendarFile", VIEW),
    row(Method::POST, "/v1/calendars/{name}/import", "importCalendar", EDIT),
    row(Method::GET, "/v1/heatmap", "getHeatmap", VIEW),
    row(Method::GET, "/v1/upcoming", "listUpcomingOccurrences", VIEW),
    row(Method::GET, "/v1/history", "getRunHistory", VIEW),
    row(Method::GET, "/v1/schedules/{id}/days", "countScheduleRunsByDay", VIEW),
    // Insight.
    row(Method::GET, "/metrics", "getMetrics", SERVER),
    row(Method::GET, "/v1/nodes", "listNodes", SERVER),
    row(Method::GET, "/v1/config", "getConfig", SERVER),
    row(Method::GET, "/v1/providers", "listProviders", VIEW),
    row(Method::GET, "/v1/stats", "getStatistics", VIEW),
    row(Method::GET, "/v1/schedules/health", "getScheduleHealth", VIEW),
    row(Method::GET, "/v1/events", "streamEvents", VIEW),
    row(Method::GET, "/v1/audit", "listAuditEntries", VIEW_AUDIT),
    row(Method::GET, "/v1/audit/verify", "verifyAuditLog", VIEW_AUDIT),
    row(Method::GET, "/v1/secrets", "listSecrets", SECRETS),
    row(Method::PUT, "/v1/secrets/{name}", "putSecret", SECRETS),
    row(Method::DELETE, "/v1/secrets/{name}", "deleteSecret", SECRETS),
    row(Method::POST, "/v1/secrets/rotate", "rotateSecrets", SERVER),
];

/// Returns the row of an operation.
pub(crate) fn find(method: &Method, path: &str) -> Option<&'static Row> {
    // A caller who may GET may also request the headers alone.
    let method = if *method == Method::HEAD { &Method::GET } else { method };
    TABLE.iter().find(|row| row.method == *method && row.path == path)
}

/// Returns the methods that a path supports.
pub(crate) fn methods(path: &str) -> Vec<&'static str> {
    TABLE.iter().filter(|row| row.path == path).map(|row| row.method.as_str()).collect()
}
