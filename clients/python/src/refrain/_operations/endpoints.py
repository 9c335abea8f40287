# Generated from console/openapi.json by `make clients`. Do not edit.

"""What distinguishes one operation from another."""

from __future__ import annotations

from typing import Any

from .. import types
from .._endpoint import Endpoint, ListEndpoint

CHECK_LIVENESS: Endpoint[types.Liveness] = Endpoint(
    id="checkLiveness",
    method="GET",
    path="/healthz",
    result=types.Liveness,
    is_repeatable=True,
)
FOLLOW_LOGIN_LINK: Endpoint[None] = Endpoint(
    id="followLoginLink",
    method="GET",
    path="/login",
    result=None,
    is_repeatable=True,
)
GET_METRICS: Endpoint[str] = Endpoint(
    id="getMetrics",
    method="GET",
    path="/metrics",
    result=str,
    is_text=True,
    is_repeatable=True,
)
CHECK_READINESS: Endpoint[types.Readiness] = Endpoint(
    id="checkReadiness",
    method="GET",
    path="/readyz",
    result=types.Readiness,
    is_repeatable=True,
)
LIST_ALERTS: ListEndpoint[types.AlertList, types.StoredAlert] = ListEndpoint(
    id="listAlerts",
    method="GET",
    path="/v1/alerts",
    result=types.AlertList,
    items="items",
    is_repeatable=True,
)
GET_ALERT: Endpoint[types.StoredAlert] = Endpoint(
    id="getAlert",
    method="GET",
    path="/v1/alerts/{name}",
    result=types.StoredAlert,
    is_repeatable=True,
)
PUT_ALERT: Endpoint[types.StoredAlert] = Endpoint(
    id="putAlert",
    method="PUT",
    path="/v1/alerts/{name}",
    result=types.StoredAlert,
    media_type="application/json",
    is_repeatable=True,
)
DELETE_ALERT: Endpoint[None] = Endpoint(
    id="deleteAlert",
    method="DELETE",
    path="/v1/alerts/{name}",
    result=None,
    is_repeatable=True,
)
APPLY_DOCUMENTS: Endpoint[types.ApplyResult] = Endpoint(
    id="applyDocuments",
    method="POST",
    path="/v1/apply",
    result=types.ApplyResult,
    media_type="application/json",
)
LIST_AUDIT_ENTRIES: ListEndpoint[types.AuditEntryList, types.AuditEntry] = ListEndpoint(
    id="listAuditEntries",
    method="GET",
    path="/v1/audit",
    result=types.AuditEntryList,
    items="items",
    is_repeatable=True,
)
VERIFY_AUDIT_LOG: Endpoint[types.AuditVerification] = Endpoint(
    id="verifyAuditLog",
    method="GET",
    path="/v1/audit/verify",
    result=types.AuditVerification,
    is_repeatable=True,
)
GET_CIRCUIT_BREAKER: Endpoint[types.CircuitBreaker] = Endpoint(
    id="getCircuitBreaker",
    method="GET",
    path="/v1/breakers",
    result=types.CircuitBreaker,
    is_repeatable=True,
)
RESET_CIRCUIT_BREAKER: Endpoint[types.CircuitBreaker] = Endpoint(
    id="resetCircuitBreaker",
    method="POST",
    path="/v1/breakers/reset",
    result=types.CircuitBreaker,
    media_type="application/json",
)
TRIP_CIRCUIT_BREAKER: Endpoint[types.CircuitBreaker] = Endpoint(
    id="tripCircuitBreaker",
    method="POST",
    path="/v1/breakers/trip",
    result=types.CircuitBreaker,
    media_type="application/json",
)
LIST_CALENDARS: ListEndpoint[types.CalendarList, types.StoredCalendar] = ListEndpoint(
    id="listCalendars",
    method="GET",
    path="/v1/calendars",
    result=types.CalendarList,
    items="items",
    is_repeatable=True,
)
GET_CALENDAR: Endpoint[types.StoredCalendar] = Endpoint(
    id="getCalendar",
    method="GET",
    path="/v1/calendars/{name}",
    result=types.StoredCalendar,
    is_repeatable=True,
)
PUT_CALENDAR: Endpoint[types.StoredCalendar] = Endpoint(
    id="putCalendar",
    method="PUT",
    path="/v1/calendars/{name}",
    result=types.StoredCalendar,
    media_type="application/json",
    is_repeatable=True,
)
DELETE_CALENDAR: Endpoint[None] = Endpoint(
    id="deleteCalendar",
    method="DELETE",
    path="/v1/calendars/{name}",
    result=None,
    is_repeatable=True,
)
IMPORT_CALENDAR: Endpoint[types.CalendarImportResult] = Endpoint(
    id="importCalendar",
    method="POST",
    path="/v1/calendars/{name}/import",
    result=types.CalendarImportResult,
    media_type="text/calendar",
)
GET_CONFIG: Endpoint[Any] = Endpoint(
    id="getConfig",
    method="GET",
    path="/v1/config",
    result=Any,
    is_repeatable=True,
)
LIST_DEAD_LETTERS: ListEndpoint[types.DeadLetterList, types.DeadLetter] = ListEndpoint(
    id="listDeadLetters",
    method="GET",
    path="/v1/dead-letters",
    result=types.DeadLetterList,
    items="items",
    is_repeatable=True,
)
DISCARD_DEAD_LETTERS: Endpoint[types.DiscardResult] = Endpoint(
    id="discardDeadLetters",
    method="POST",
    path="/v1/dead-letters/discard",
    result=types.DiscardResult,
    media_type="application/json",
)
REPLAY_DEAD_LETTERS: Endpoint[types.ReplayResult] = Endpoint(
    id="replayDeadLetters",
    method="POST",
    path="/v1/dead-letters/replay",
    result=types.ReplayResult,
    media_type="application/json",
)
DISPATCH_ACTION: Endpoint[types.DispatchResult] = Endpoint(
    id="dispatchAction",
    method="POST",
    path="/v1/dispatch",
    result=types.DispatchResult,
    media_type="application/json",
    takes_key=True,
    is_slow=True,
)
LIST_DISPATCH_RULES: ListEndpoint[types.DispatchRuleList, types.StoredDispatchRule] = ListEndpoint(
    id="listDispatchRules",
    method="GET",
    path="/v1/dispatch-rules",
    result=types.DispatchRuleList,
    items="items",
    is_repeatable=True,
)
TEST_DISPATCH_RULES: Endpoint[types.DispatchReport] = Endpoint(
    id="testDispatchRules",
    method="POST",
    path="/v1/dispatch-rules/test",
    result=types.DispatchReport,
    media_type="application/json",
    is_repeatable=True,
)
GET_DISPATCH_RULE: Endpoint[types.StoredDispatchRule] = Endpoint(
    id="getDispatchRule",
    method="GET",
    path="/v1/dispatch-rules/{name}",
    result=types.StoredDispatchRule,
    is_repeatable=True,
)
PUT_DISPATCH_RULE: Endpoint[types.StoredDispatchRule] = Endpoint(
    id="putDispatchRule",
    method="PUT",
    path="/v1/dispatch-rules/{name}",
    result=types.StoredDispatchRule,
    media_type="application/json",
    is_repeatable=True,
)
DELETE_DISPATCH_RULE: Endpoint[None] = Endpoint(
    id="deleteDispatchRule",
    method="DELETE",
    path="/v1/dispatch-rules/{name}",
    result=None,
    is_repeatable=True,
)
STREAM_EVENTS: Endpoint[types.Event] = Endpoint(
    id="streamEvents",
    method="GET",
    path="/v1/events",
    result=types.Event,
    is_text=True,
    is_repeatable=True,
)
GENERATE_OCCURRENCES: Endpoint[types.GenerateResult] = Endpoint(
    id="generateOccurrences",
    method="POST",
    path="/v1/generate",
    result=types.GenerateResult,
    media_type="application/json",
)
GET_HEATMAP: Endpoint[types.Heatmap] = Endpoint(
    id="getHeatmap",
    method="GET",
    path="/v1/heatmap",
    result=types.Heatmap,
    is_repeatable=True,
)
GET_RUN_HISTORY: Endpoint[types.RunHistory] = Endpoint(
    id="getRunHistory",
    method="GET",
    path="/v1/history",
    result=types.RunHistory,
    is_repeatable=True,
)
LIST_HOLDS: ListEndpoint[types.HoldList, types.StoredHold] = ListEndpoint(
    id="listHolds",
    method="GET",
    path="/v1/holds",
    result=types.HoldList,
    items="items",
    is_repeatable=True,
)
GET_HOLD: Endpoint[types.StoredHold] = Endpoint(
    id="getHold",
    method="GET",
    path="/v1/holds/{name}",
    result=types.StoredHold,
    is_repeatable=True,
)
PUT_HOLD: Endpoint[types.StoredHold] = Endpoint(
    id="putHold",
    method="PUT",
    path="/v1/holds/{name}",
    result=types.StoredHold,
    media_type="application/json",
    is_repeatable=True,
)
DELETE_HOLD: Endpoint[None] = Endpoint(
    id="deleteHold",
    method="DELETE",
    path="/v1/holds/{name}",
    result=None,
    is_repeatable=True,
)
LIST_KEYS: ListEndpoint[types.ApiKeyList, types.ApiKey] = ListEndpoint(
    id="listKeys",
    method="GET",
    path="/v1/keys",
    result=types.ApiKeyList,
    items="items",
    is_repeatable=True,
)
CREATE_KEY: Endpoint[types.ApiKeyWithSecret] = Endpoint(
    id="createKey",
    method="POST",
    path="/v1/keys",
    result=types.ApiKeyWithSecret,
    media_type="application/json",
    takes_key=True,
)
GET_KEY: Endpoint[types.ApiKey] = Endpoint(
    id="getKey",
    method="GET",
    path="/v1/keys/{id}",
    result=types.ApiKey,
    is_repeatable=True,
)
REVOKE_KEY: Endpoint[None] = Endpoint(
    id="revokeKey",
    method="DELETE",
    path="/v1/keys/{id}",
    result=None,
    is_repeatable=True,
)
ROTATE_KEY: Endpoint[types.ApiKeyWithSecret] = Endpoint(
    id="rotateKey",
    method="POST",
    path="/v1/keys/{id}/rotate",
    result=types.ApiKeyWithSecret,
    media_type="application/json",
)
LIST_NODES: Endpoint[types.NodeList] = Endpoint(
    id="listNodes",
    method="GET",
    path="/v1/nodes",
    result=types.NodeList,
    is_repeatable=True,
)
LIST_OCCURRENCES: ListEndpoint[types.OccurrenceList, types.Occurrence] = ListEndpoint(
    id="listOccurrences",
    method="GET",
    path="/v1/occurrences",
    result=types.OccurrenceList,
    items="items",
    is_repeatable=True,
)
GET_OCCURRENCE: Endpoint[types.OccurrenceDetail] = Endpoint(
    id="getOccurrence",
    method="GET",
    path="/v1/occurrences/{id}",
    result=types.OccurrenceDetail,
    is_repeatable=True,
)
CANCEL_OCCURRENCE: Endpoint[types.Occurrence] = Endpoint(
    id="cancelOccurrence",
    method="POST",
    path="/v1/occurrences/{id}/cancel",
    result=types.Occurrence,
    media_type="application/json",
)
REPROCESS_OCCURRENCE: Endpoint[types.Occurrence] = Endpoint(
    id="reprocessOccurrence",
    method="POST",
    path="/v1/occurrences/{id}/reprocess",
    result=types.Occurrence,
    media_type="application/json",
)
SKIP_OCCURRENCE: Endpoint[types.Occurrence] = Endpoint(
    id="skipOccurrence",
    method="POST",
    path="/v1/occurrences/{id}/skip",
    result=types.Occurrence,
    media_type="application/json",
)
LIST_PROVIDERS: Endpoint[types.ProviderList] = Endpoint(
    id="listProviders",
    method="GET",
    path="/v1/providers",
    result=types.ProviderList,
    is_repeatable=True,
)
LIST_QUOTAS: ListEndpoint[types.QuotaList, types.StoredQuota] = ListEndpoint(
    id="listQuotas",
    method="GET",
    path="/v1/quotas",
    result=types.QuotaList,
    items="items",
    is_repeatable=True,
)
GET_QUOTA: Endpoint[types.StoredQuota] = Endpoint(
    id="getQuota",
    method="GET",
    path="/v1/quotas/{name}",
    result=types.StoredQuota,
    is_repeatable=True,
)
PUT_QUOTA: Endpoint[types.StoredQuota] = Endpoint(
    id="putQuota",
    method="PUT",
    path="/v1/quotas/{name}",
    result=types.StoredQuota,
    media_type="application/json",
    is_repeatable=True,
)
DELETE_QUOTA: Endpoint[None] = Endpoint(
    id="deleteQuota",
    method="DELETE",
    path="/v1/quotas/{name}",
    result=None,
    is_repeatable=True,
)
LIST_RECURRING_ACTIONS: ListEndpoint[types.RecurringList, types.RecurringSummary] = ListEndpoint(
    id="listRecurringActions",
    method="GET",
    path="/v1/recurring",
    result=types.RecurringList,
    items="recurring_actions",
    is_repeatable=True,
)
CREATE_RECURRING_ACTION: Endpoint[types.CreateRecurringResult] = Endpoint(
    id="createRecurringAction",
    method="POST",
    path="/v1/recurring",
    result=types.CreateRecurringResult,
    media_type="application/json",
    takes_key=True,
)
GET_RECURRING_ACTION: Endpoint[types.RecurringAction] = Endpoint(
    id="getRecurringAction",
    method="GET",
    path="/v1/recurring/{id}",
    result=types.RecurringAction,
    is_repeatable=True,
)
UPDATE_RECURRING_ACTION: Endpoint[types.RecurringAction] = Endpoint(
    id="updateRecurringAction",
    method="PUT",
    path="/v1/recurring/{id}",
    result=types.RecurringAction,
    media_type="application/json",
    is_repeatable=True,
)
DELETE_RECURRING_ACTION: Endpoint[None] = Endpoint(
    id="deleteRecurringAction",
    method="DELETE",
    path="/v1/recurring/{id}",
    result=None,
    is_repeatable=True,
)
BACKFILL_RECURRING_ACTION: Endpoint[types.RecurringBackfillResult] = Endpoint(
    id="backfillRecurringAction",
    method="POST",
    path="/v1/recurring/{id}/backfill",
    result=types.RecurringBackfillResult,
    media_type="application/json",
)
GET_RECURRING_ACTION_HISTORY: Endpoint[types.RecurringHistory] = Endpoint(
    id="getRecurringActionHistory",
    method="GET",
    path="/v1/recurring/{id}/history",
    result=types.RecurringHistory,
    is_repeatable=True,
)
PAUSE_RECURRING_ACTION: Endpoint[types.RecurringState] = Endpoint(
    id="pauseRecurringAction",
    method="POST",
    path="/v1/recurring/{id}/pause",
    result=types.RecurringState,
)
RESUME_RECURRING_ACTION: Endpoint[types.RecurringState] = Endpoint(
    id="resumeRecurringAction",
    method="POST",
    path="/v1/recurring/{id}/resume",
    result=types.RecurringState,
)
LIST_SCHEDULES: ListEndpoint[types.ScheduleList, types.Schedule] = ListEndpoint(
    id="listSchedules",
    method="GET",
    path="/v1/schedules",
    result=types.ScheduleList,
    items="items",
    is_repeatable=True,
)
CREATE_SCHEDULE: Endpoint[types.Schedule] = Endpoint(
    id="createSchedule",
    method="POST",
    path="/v1/schedules",
    result=types.Schedule,
    media_type="application/json",
    takes_key=True,
)
BULK_CHANGE_SCHEDULES: Endpoint[types.BulkResult] = Endpoint(
    id="bulkChangeSchedules",
    method="POST",
    path="/v1/schedules/bulk",
    result=types.BulkResult,
    media_type="application/json",
)
GET_SCHEDULE_HEALTH: Endpoint[types.ScheduleHealth] = Endpoint(
    id="getScheduleHealth",
    method="GET",
    path="/v1/schedules/health",
    result=types.ScheduleHealth,
    is_repeatable=True,
)
PREVIEW_SCHEDULE: Endpoint[types.SchedulePreview] = Endpoint(
    id="previewSchedule",
    method="POST",
    path="/v1/schedules/preview",
    result=types.SchedulePreview,
    media_type="application/json",
    is_repeatable=True,
)
GET_SCHEDULE: Endpoint[types.Schedule] = Endpoint(
    id="getSchedule",
    method="GET",
    path="/v1/schedules/{id}",
    result=types.Schedule,
    is_repeatable=True,
)
PUT_SCHEDULE: Endpoint[types.Schedule] = Endpoint(
    id="putSchedule",
    method="PUT",
    path="/v1/schedules/{id}",
    result=types.Schedule,
    media_type="application/json",
    is_repeatable=True,
)
UPDATE_SCHEDULE: Endpoint[types.Schedule] = Endpoint(
    id="updateSchedule",
    method="PATCH",
    path="/v1/schedules/{id}",
    result=types.Schedule,
    media_type="application/merge-patch+json",
)
DELETE_SCHEDULE: Endpoint[None] = Endpoint(
    id="deleteSchedule",
    method="DELETE",
    path="/v1/schedules/{id}",
    result=None,
    is_repeatable=True,
)
BACKFILL_SCHEDULE: Endpoint[types.BackfillResult] = Endpoint(
    id="backfillSchedule",
    method="POST",
    path="/v1/schedules/{id}/backfill",
    result=types.BackfillResult,
    media_type="application/json",
)
GET_SCHEDULE_CALENDAR_FILE: Endpoint[str] = Endpoint(
    id="getScheduleCalendarFile",
    method="GET",
    path="/v1/schedules/{id}/calendar.ics",
    result=str,
    is_text=True,
    is_repeatable=True,
)
CANCEL_SCHEDULE: Endpoint[types.Schedule] = Endpoint(
    id="cancelSchedule",
    method="POST",
    path="/v1/schedules/{id}/cancel",
    result=types.Schedule,
    media_type="application/json",
)
COUNT_SCHEDULE_RUNS_BY_DAY: Endpoint[types.DailyCounts] = Endpoint(
    id="countScheduleRunsByDay",
    method="GET",
    path="/v1/schedules/{id}/days",
    result=types.DailyCounts,
    is_repeatable=True,
)
FIRE_SCHEDULE: Endpoint[types.FireResult] = Endpoint(
    id="fireSchedule",
    method="POST",
    path="/v1/schedules/{id}/fire",
    result=types.FireResult,
    media_type="application/json",
    takes_key=True,
)
LIST_SCHEDULE_GAPS: ListEndpoint[types.OccurrenceGapList, types.OccurrenceGap] = ListEndpoint(
    id="listScheduleGaps",
    method="GET",
    path="/v1/schedules/{id}/gaps",
    result=types.OccurrenceGapList,
    items="items",
    is_repeatable=True,
)
LIST_NEXT_OCCURRENCES: Endpoint[types.NextOccurrences] = Endpoint(
    id="listNextOccurrences",
    method="GET",
    path="/v1/schedules/{id}/next",
    result=types.NextOccurrences,
    is_repeatable=True,
)
PAUSE_SCHEDULE: Endpoint[types.Schedule] = Endpoint(
    id="pauseSchedule",
    method="POST",
    path="/v1/schedules/{id}/pause",
    result=types.Schedule,
    media_type="application/json",
)
RESUME_SCHEDULE: Endpoint[types.Schedule] = Endpoint(
    id="resumeSchedule",
    method="POST",
    path="/v1/schedules/{id}/resume",
    result=types.Schedule,
    media_type="application/json",
)
LIST_SCHEDULE_REVISIONS: ListEndpoint[types.RevisionList, types.Revision] = ListEndpoint(
    id="listScheduleRevisions",
    method="GET",
    path="/v1/schedules/{id}/revisions",
    result=types.RevisionList,
    items="items",
    is_repeatable=True,
)
GET_SCHEDULE_REVISION: Endpoint[types.Revision] = Endpoint(
    id="getScheduleRevision",
    method="GET",
    path="/v1/schedules/{id}/revisions/{revision}",
    result=types.Revision,
    is_repeatable=True,
)
ROLLBACK_SCHEDULE: Endpoint[types.Schedule] = Endpoint(
    id="rollbackSchedule",
    method="POST",
    path="/v1/schedules/{id}/revisions/{revision}/rollback",
    result=types.Schedule,
)
LIST_SCHEDULE_RUNS: ListEndpoint[types.OccurrenceList, types.Occurrence] = ListEndpoint(
    id="listScheduleRuns",
    method="GET",
    path="/v1/schedules/{id}/runs",
    result=types.OccurrenceList,
    items="items",
    is_repeatable=True,
)
EXPLAIN_SCHEDULE: Endpoint[types.Explanation] = Endpoint(
    id="explainSchedule",
    method="GET",
    path="/v1/schedules/{id}/why",
    result=types.Explanation,
    is_repeatable=True,
)
LIST_SECRETS: ListEndpoint[types.SecretList, types.Secret] = ListEndpoint(
    id="listSecrets",
    method="GET",
    path="/v1/secrets",
    result=types.SecretList,
    items="items",
    is_repeatable=True,
)
ROTATE_SECRETS: Endpoint[types.SecretRotationResult] = Endpoint(
    id="rotateSecrets",
    method="POST",
    path="/v1/secrets/rotate",
    result=types.SecretRotationResult,
)
PUT_SECRET: Endpoint[types.Secret] = Endpoint(
    id="putSecret",
    method="PUT",
    path="/v1/secrets/{name}",
    result=types.Secret,
    media_type="application/json",
    is_repeatable=True,
)
DELETE_SECRET: Endpoint[None] = Endpoint(
    id="deleteSecret",
    method="DELETE",
    path="/v1/secrets/{name}",
    result=None,
    is_repeatable=True,
)
GET_SESSION: Endpoint[types.Session] = Endpoint(
    id="getSession",
    method="GET",
    path="/v1/session",
    result=types.Session,
    is_repeatable=True,
)
CREATE_SESSION: Endpoint[types.Session] = Endpoint(
    id="createSession",
    method="POST",
    path="/v1/session",
    result=types.Session,
    media_type="application/json",
)
DELETE_SESSION: Endpoint[None] = Endpoint(
    id="deleteSession",
    method="DELETE",
    path="/v1/session",
    result=None,
    is_repeatable=True,
)
GET_STATISTICS: Endpoint[types.Stats] = Endpoint(
    id="getStatistics",
    method="GET",
    path="/v1/stats",
    result=types.Stats,
    is_repeatable=True,
)
LIST_UPCOMING_OCCURRENCES: Endpoint[types.UpcomingOccurrences] = Endpoint(
    id="listUpcomingOccurrences",
    method="GET",
    path="/v1/upcoming",
    result=types.UpcomingOccurrences,
    is_repeatable=True,
)
LIST_WORK_ITEMS: ListEndpoint[types.WorkItemList, types.WorkItem] = ListEndpoint(
    id="listWorkItems",
    method="GET",
    path="/v1/work-items",
    result=types.WorkItemList,
    items="items",
    is_repeatable=True,
)
ENQUEUE_WORK_ITEM: Endpoint[types.EnqueueResult] = Endpoint(
    id="enqueueWorkItem",
    method="POST",
    path="/v1/work-items",
    result=types.EnqueueResult,
    media_type="application/json",
    takes_key=True,
)
CLAIM_WORK_ITEMS: Endpoint[types.ClaimResult] = Endpoint(
    id="claimWorkItems",
    method="POST",
    path="/v1/work-items/claim",
    result=types.ClaimResult,
    media_type="application/json",
    is_slow=True,
)
GET_WORK_ITEM: Endpoint[types.WorkItem] = Endpoint(
    id="getWorkItem",
    method="GET",
    path="/v1/work-items/{id}",
    result=types.WorkItem,
    is_repeatable=True,
)
COMPLETE_WORK_ITEM: Endpoint[types.WorkItem] = Endpoint(
    id="completeWorkItem",
    method="POST",
    path="/v1/work-items/{id}/complete",
    result=types.WorkItem,
    media_type="application/json",
    is_repeatable=True,
)
EXTEND_WORK_ITEM: Endpoint[types.WorkItem] = Endpoint(
    id="extendWorkItem",
    method="POST",
    path="/v1/work-items/{id}/extend",
    result=types.WorkItem,
    media_type="application/json",
    is_repeatable=True,
)
FAIL_WORK_ITEM: Endpoint[types.WorkItem] = Endpoint(
    id="failWorkItem",
    method="POST",
    path="/v1/work-items/{id}/fail",
    result=types.WorkItem,
    media_type="application/json",
)
