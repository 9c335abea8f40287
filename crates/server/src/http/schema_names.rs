//! Names of schemas in the OpenAPI document. Generated clients use them as type names, so they are chosen for
//! readers of the API and not for readers of this code: `Schedule`, not `ScheduleView`.

use serde_json::{Map, Value};

const PREFIX: &str = "#/components/schemas/";

/// Names of types in the code, and their names in the document.
const NAMES: &[(&str, &str)] = &[
    ("ActiveTime", "ActiveHours"),
    ("AttemptView", "Attempt"),
    ("AuditEntryView", "AuditEntry"),
    ("AuditVerificationView", "AuditVerification"),
    ("BackfillRecurring", "RecurringBackfillRequest"),
    ("BackfillView", "BackfillResult"),
    ("BeyondLimit", "OverLimitPolicy"),
    ("BreakerRequest", "CircuitBreakerRequest"),
    ("BreakerView", "CircuitBreaker"),
    ("CalendarUse", "CalendarReference"),
    ("CallerView", "Session"),
    ("Cancel", "CancelRequest"),
    ("Change", "OccurrenceDiff"),
    ("ChangeRequest", "OccurrenceChangeRequest"),
    ("CheckView", "RecurrenceCheck"),
    ("Class", "DstClass"),
    ("ControlView_Alert", "StoredAlert"),
    ("ControlView_Quota", "StoredQuota"),
    ("ControlView_DispatchRule", "StoredDispatchRule"),
    ("ControlView_Hold", "StoredHold"),
    ("ControlView_NamedCalendar", "StoredCalendar"),
    ("Counters", "ScheduleCounters"),
    ("Counts", "StateCounts"),
    ("CreateRecurring", "CreateRecurringRequest"),
    ("DefinitionView", "StoredDefinition"),
    ("Dialect", "CronDialect"),
    ("Dst", "DstPolicy"),
    ("DstView", "DstChange"),
    ("EventView", "Event"),
    ("ExplanationView", "Explanation"),
    ("FirstRunSchema", "FirstRun"),
    ("Fold", "DstFoldPolicy"),
    ("Gap", "DstGapPolicy"),
    ("GapView", "OccurrenceGap"),
    ("Health", "Liveness"),
    ("HeatHour", "HourLoad"),
    ("History", "HistoryLevel"),
    ("HistoryView", "RunHistory"),
    ("ImportView", "CalendarImportResult"),
    ("JitterWindowSchema", "JitterWindow"),
    ("KeyStatus", "ApiKeyStatus"),
    ("KeyView", "ApiKey"),
    ("KeyWithSecret", "ApiKeyWithSecret"),
    ("Length", "Duration"),
    ("List_AuditEntryView", "AuditEntryList"),
    ("List_ControlView_Alert", "AlertList"),
    ("List_ControlView_Quota", "QuotaList"),
    ("List_ControlView_DispatchRule", "DispatchRuleList"),
    ("List_ControlView_Hold", "HoldList"),
    ("List_ControlView_NamedCalendar", "CalendarList"),
    ("List_DeadLetter", "DeadLetterList"),
    ("List_GapView", "OccurrenceGapList"),
    ("List_KeyView", "ApiKeyList"),
    ("List_OccurrenceView", "OccurrenceList"),
    ("List_RevisionView", "RevisionList"),
    ("List_SecretView", "SecretList"),
    ("List_WorkItemView", "WorkItemList"),
    ("ModeName", "AuthMode"),
    ("NamedCalendar", "Calendar"),
    ("NodeView", "Node"),
    ("Nodes", "NodeList"),
    ("OccurrenceMove", "MovedOccurrence"),
    ("OccurrenceView", "Occurrence"),
    ("OnDayOff", "DayOffPolicy"),
    ("OnError", "RuleErrorPolicy"),
    ("OneOrMany_NthWeekday", "NthWeekdayOrList"),
    ("OneOrMany_String", "StringOrList"),
    ("OneOrMany_TimeOfDay", "TimeOfDayOrList"),
    ("OneOrMany_Weekday", "WeekdayOrList"),
    ("OneOrMany_i64", "IntegerOrList"),
    ("OutcomeView", "DispatchOutcome"),
    ("Overlap", "OverlapPolicy"),
    ("Pause", "PauseRequest"),
    ("PendingView", "PendingOccurrence"),
    ("PermissionName", "Permission"),
    ("PreviewView", "SchedulePreview"),
    ("PreviewedChange", "PreviewChange"),
    ("ProviderView", "Provider"),
    ("ProvidersView", "ProviderList"),
    ("ReachName", "KeyReach"),
    ("Ready", "Readiness"),
    ("RecentRunView", "RecentRun"),
    ("RecurringBackfill", "RecurringBackfillResult"),
    ("CreatedRecurring", "CreateRecurringResult"),
    ("ReportView", "DispatchReport"),
    ("Resume", "ResumeRequest"),
    ("Retry", "RetryPolicy"),
    ("RevisionView", "Revision"),
    ("RoleName", "Role"),
    ("Rotate", "RotateKeyRequest"),
    ("RotationFailure", "SecretRotationFailure"),
    ("RotationResult", "SecretRotationResult"),
    ("RuleAction", "DispatchRuleAction"),
    ("ScheduleView", "Schedule"),
    ("ScheduleWarning", "Warning"),
    ("SchedulesHealth", "ScheduleHealth"),
    ("SecretView", "Secret"),
    ("SkippedEventView", "SkippedEvent"),
    ("Spec", "ScheduleSpec"),
    ("StaleView", "StaleSchedule"),
    ("StatusNoteView", "StatusNote"),
    ("StepView", "DispatchStep"),
    ("TargetView", "RunTarget"),
    ("Unit", "IntervalUnit"),
    ("Upcoming", "UpcomingOccurrences"),
    ("UpdateRecurring", "UpdateRecurringRequest"),
    ("WorkItemView", "WorkItem"),
];

/// Renames the schemas of a document, and all references to them.
pub(super) fn apply(document: &mut Value) {
    if let Some(schemas) = document["components"]["schemas"].as_object_mut() {
        let renamed: Map<String, Value> =
            std::mem::take(schemas).into_iter().map(|(name, schema)| (public_name(&name).to_owned(), schema)).collect();
        *schemas = renamed;
    }
    rename_references(document);
}

fn public_name(name: &str) -> &str {
    NAMES.iter().find(|(code, _)| *code == name).map_or(name, |(_, public)| public)
}

fn rename_references(value: &mut Value) {
    match value {
        Value::String(text) => {
            if let Some(name) = text.strip_prefix(PREFIX) {
                *text = format!("{PREFIX}{}", public_name(name));
            }
        }
        Value::Array(items) => items.iter_mut().for_each(rename_references),
        Value::Object(fields) => fields.values_mut().for_each(rename_references),
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::http::openapi::to_json;
    use crate::http::router::described;

    #[test]
    fn names_in_the_document_are_unique_and_speak_of_the_api() {
        let code = described().split_for_parts().1;
        let schemas = code.components.as_ref().map(|components| &components.schemas).unwrap();
        let names: BTreeSet<&str> = schemas.keys().map(String::as_str).collect();
        let unused: Vec<_> = NAMES.iter().filter(|(code, _)| !names.contains(code)).collect();
        assert!(unused.is_empty(), "no such type: {unused:?}");
        let public: BTreeSet<&str> = names.iter().map(|name| public_name(name)).collect();
        assert_eq!(public.len(), names.len(), "two types have one name");
        let odd: Vec<_> = public.iter().filter(|name| name.ends_with("View") || name.contains('_')).collect();
        assert!(odd.is_empty(), "{odd:?}");
    }

    #[test]
    fn every_reference_resolves() {
        let document = to_json(described().split_for_parts().1);
        let schemas = document["components"]["schemas"].as_object().unwrap();
        let text = document.to_string();
        let names = text.split(PREFIX).skip(1).map(|rest| rest.split('"').next().unwrap_or_default());
        for name in names {
            assert!(schemas.contains_key(name), "{name}");
        }
    }
}
