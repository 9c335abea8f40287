// Generated from console/openapi.json by `make clients`. Do not edit.

//! The operations of the API. Each is a type that a [`Call`](crate::Call) is generic over.

mod calendars;
mod controls;
mod insight;
mod keys;
mod ledger;
mod recurring;
mod schedule;
mod schedules;
mod secrets;
mod server;
mod work;

pub use calendars::{DeleteCalendar, GetCalendar, ImportCalendar, ListCalendars, PutCalendar};
pub use controls::{
    DeleteAlert, DeleteDispatchRule, DeleteHold, DeleteQuota, DispatchAction, GetAlert, GetCircuitBreaker,
    GetDispatchRule, GetHold, GetQuota, ListAlerts, ListDispatchRules, ListHolds, ListQuotas, PutAlert,
    PutDispatchRule, PutHold, PutQuota, ResetCircuitBreaker, TestDispatchRules, TripCircuitBreaker,
};
pub use insight::{
    GetHeatmap, GetRunHistory, GetScheduleHealth, GetStatistics, ListAuditEntries, ListUpcomingOccurrences,
    StreamEvents, VerifyAuditLog,
};
pub use keys::{
    CreateKey, CreateSession, DeleteSession, FollowLoginLink, GetKey, GetSession, ListKeys, RevokeKey, RotateKey,
};
pub use ledger::{
    CancelOccurrence, DiscardDeadLetters, GenerateOccurrences, GetOccurrence, ListDeadLetters, ListOccurrences,
    ReplayDeadLetters, ReprocessOccurrence, SkipOccurrence,
};
pub use recurring::{
    BackfillRecurringAction, CreateRecurringAction, DeleteRecurringAction, GetRecurringAction,
    GetRecurringActionHistory, ListRecurringActions, PauseRecurringAction, ResumeRecurringAction,
    UpdateRecurringAction,
};
pub use schedule::{
    BackfillSchedule, CancelSchedule, CountScheduleRunsByDay, ExplainSchedule, FireSchedule, GetScheduleCalendarFile,
    GetScheduleRevision, ListNextOccurrences, ListScheduleGaps, ListScheduleRevisions, ListScheduleRuns, PauseSchedule,
    ResumeSchedule, RollbackSchedule,
};
pub use schedules::{
    ApplyDocuments, BulkChangeSchedules, CreateSchedule, DeleteSchedule, GetSchedule, ListSchedules, PreviewSchedule,
    PutSchedule, UpdateSchedule,
};
pub use secrets::{DeleteSecret, ListSecrets, PutSecret, RotateSecrets};
pub use server::{CheckLiveness, CheckReadiness, GetConfig, GetMetrics, ListNodes, ListProviders};
pub use work::{
    ClaimWorkItems, CompleteWorkItem, EnqueueWorkItem, ExtendWorkItem, FailWorkItem, GetWorkItem, ListWorkItems,
};
