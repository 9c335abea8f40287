// Generated from console/openapi.json by `make clients`. Do not edit.

//! The types of the API's requests and responses.

mod calendars;
mod controls;
mod definitions;
mod dispatch_rules;
mod insight;
mod keys;
mod ledger;
mod policies;
mod previews;
mod problem;
mod recurrence;
mod recurring;
mod schedule;
mod schedules;
mod secrets;
mod server;
mod timing;
mod work;

pub use calendars::{Calendar, CalendarImportResult, CalendarList, SkippedEvent, StoredCalendar};
pub use controls::{
    Alert, AlertList, CircuitBreaker, CircuitBreakerRequest, DispatchOutcome, DispatchReport, DispatchRequest,
    DispatchResult, DispatchStep, Hold, HoldList, HoldSelector, Quota, QuotaList, StoredAlert, StoredHold, StoredQuota,
};
pub use definitions::{NewSchedule, ScheduleDefinition, StoredDefinition};
pub use dispatch_rules::{
    ActiveHours, DedupDispatchRuleAction, DelayDispatchRuleAction, DenyDispatchRuleAction, DispatchRule,
    DispatchRuleAction, DispatchRuleList, ModifyDispatchRuleAction, OverLimitPolicy, RerouteDispatchRuleAction,
    RuleErrorPolicy, StoredDispatchRule, SuppressDispatchRuleAction, ThrottleDispatchRuleAction,
};
pub use insight::{
    AuditEntry, AuditEntryList, AuditVerification, BoundedCount, BusyMinute, Event, EventKind, Fold, FreeSlot, Heatmap,
    HistorySchedule, HistorySlot, HistorySpan, HourLoad, NodeActivity, RunHistory, ScheduleCounts, ScheduleHealth,
    StaleSchedule, StateCounts, Stats, UpcomingOccurrences, UpcomingSchedule, UpcomingSlot, UpcomingSpan,
};
pub use keys::{
    ApiKey, ApiKeyList, ApiKeyStatus, ApiKeyWithSecret, AuthMode, CreateKeyRequest, KeyReach, LoginRequest, Permission,
    Role, Session,
};
pub use ledger::{
    Attempt, DeadLetter, DeadLetterKind, DeadLetterList, DeadLetterSelection, DiscardResult, GenerateRequest,
    GenerateResult, Occurrence, OccurrenceDetail, OccurrenceList, ReplayResult, RunTarget, WorkItem,
};
pub use policies::{
    Action, CatchUp, CatchUpPolicy, Delivery, HistoryLevel, OverlapPolicy, Priority, RetryPolicy, Scope,
};
pub use previews::{
    DiffOccurrence, DstChange, MinGap, MovedOccurrence, OccurrenceDiff, PendingOccurrence, PreviewChange,
    PreviewOccurrence, PreviewRequest, SchedulePreview, Warning,
};
pub use problem::Problem;
pub use recurrence::{
    AfterCompletionRecurrence, AllRecurrence, AnyRecurrence, CalendarRecurrence, CronDialect, CronRecurrence,
    CustomPeriod, CustomPeriods, DayMatch, EveryRecurrence, FiscalPattern, FiscalYear, Frequency, IntervalUnit,
    MonthOverflow, NthWeekday, OnceRecurrence, PeriodAnchor, PeriodAnchorCustom, PeriodAnchorFiscal, PeriodPoint,
    Recurrence, RruleRecurrence, SecondsField, Weekday, WeekdayNumbers,
};
pub use recurring::{
    ActionTemplate, CreateRecurringRequest, CreateRecurringResult, RecurringAction, RecurringBackfillRequest,
    RecurringBackfillResult, RecurringExecution, RecurringHistory, RecurringList, RecurringState, RecurringSummary,
};
pub use schedule::{
    BackfillRequest, BackfillResult, DailyCounts, DayCounts, Explanation, FireResult, NextOccurrences, OccurrenceGap,
    OccurrenceGapList, RecurrenceCheck, RecurrenceEvaluation, ReprocessMode, Revision, RevisionList,
};
pub use schedules::{
    ApplyDocument, ApplyItem, ApplyOutcome, ApplyProblem, ApplyRequest, ApplyResult, BulkAction, BulkItemResult,
    BulkRequest, BulkResult, DocumentType, RecentRun, ResumeMode, Schedule, ScheduleCounters, ScheduleList,
    ScheduleSelector, StatusChange, StatusNote,
};
pub use secrets::{NewSecret, Secret, SecretList, SecretRotationFailure, SecretRotationResult};
pub use server::{Liveness, Node, NodeList, Provider, ProviderList, Readiness};
pub use timing::{
    CalendarReference, DayOffPolicy, DstClass, DstFoldPolicy, DstGapPolicy, DstPolicy, FirstRun, FirstRunAfter,
    FirstRunAt, FirstRunNow, Jitter, JitterMode, JitterWindow, ScheduleSpec,
};
pub use work::{
    ClaimRequest, ClaimResult, CompleteRequest, EnqueueRequest, EnqueueResult, ExtendRequest, FailRequest, WorkItemList,
};
