//! The building blocks of cases: tenants, schedules, rows, instants. All names are easy to remember, and time
//! is given in seconds from [`at`]`(0)`.

use jiff::{SignedDuration, Timestamp};
use refrain_recurrence::{CronRecurrence, Recurrence, Spec};
use serde_json::{Value, json};

use crate::model::{
    Action, By, Definition, DocumentName, FailReason, NewGap, NewOccurrence, NewWorkItem, NodeId, Occurrence,
    OccurrenceId, Overlap, Priority, QueueName, Schedule, ScheduleId, ScheduleKey, SkipReason, Source, Status, Tenant,
    Trigger, WorkItem,
};
use crate::store::{
    ChangeStatus, Claim, ClaimWork, DocumentKey, DocumentKind, Ending, ExpectedVersion, Insert, InsertRequest, Lease,
    MarkName, Plan, Prune, Release, SaveSchedule, Settlement, WorkLease,
};

/// Default lease duration of cases, in seconds.
pub const LEASE: i64 = 30;

/// Returns the instant this many seconds after the Monday on which every case begins.
pub fn at(seconds: i64) -> Timestamp {
    let monday: Timestamp = "2026-01-05T09:00:00Z".parse().unwrap();
    monday + SignedDuration::from_secs(seconds)
}

pub fn seconds(seconds: i64) -> SignedDuration {
    SignedDuration::from_secs(seconds)
}

/// The tenant used by most cases.
pub fn acme() -> Tenant {
    Tenant::new("default", "acme").unwrap()
}

/// Another tenant in the same namespace.
pub fn globex() -> Tenant {
    Tenant::new("default", "globex").unwrap()
}

/// A different tenant: the same name in another namespace.
pub fn other_acme() -> Tenant {
    Tenant::new("staging", "acme").unwrap()
}

pub fn tenants() -> [Tenant; 3] {
    [acme(), globex(), other_acme()]
}

pub fn id(id: &str) -> ScheduleId {
    ScheduleId::new(id).unwrap()
}

pub fn key_of(tenant: Tenant, name: &str) -> ScheduleKey {
    ScheduleKey { tenant, id: id(name) }
}

/// Returns the key of a schedule in the default tenant of cases.
pub fn key(name: &str) -> ScheduleKey {
    key_of(acme(), name)
}

pub fn node(name: &str) -> NodeId {
    NodeId::new(name).unwrap()
}

pub fn queue(name: &str) -> QueueName {
    QueueName::new(name).unwrap()
}

/// The person who makes changes in cases.
pub fn ann() -> By {
    By { actor: "ann".to_owned(), request_id: Some("req-1".to_owned()), reason: Some("as agreed".to_owned()) }
}

/// Returns a definition under which runs do not block each other.
pub fn definition() -> Definition {
    let rule = CronRecurrence { expression: "* * * * *".to_owned(), ..CronRecurrence::default() };
    let spec = Spec::new(Recurrence::Cron(rule), "Europe/Berlin");
    Definition { overlap: Overlap::AllowAll, ..Definition::new(spec, Action::new("log", json!({"n": 1}))) }
}

/// Returns the default definition with another overlap policy.
pub fn overlapping(overlap: Overlap) -> Definition {
    Definition { overlap, ..definition() }
}

/// Returns the default definition with another maximum number of attempts.
pub fn with_attempts(max_attempts: u32) -> Definition {
    let mut definition = definition();
    definition.retry.max_attempts = max_attempts;
    definition
}

/// Returns the default definition with a distinctive description.
pub fn described(text: &str) -> Definition {
    Definition { description: text.to_owned(), ..definition() }
}

pub fn save(key: ScheduleKey, definition: Definition) -> SaveSchedule {
    SaveSchedule {
        key,
        expect: ExpectedVersion::Any,
        definition,
        status: Status::Active,
        source: Source::Api,
        next_due_at: Some(at(0)),
        watermark: at(-60),
        replan: None,
        schedules_max: None,
        touch: false,
        by: ann(),
    }
}

pub fn change(key: &ScheduleKey, to: Status) -> ChangeStatus {
    ChangeStatus {
        key: key.clone(),
        expect: ExpectedVersion::Any,
        to,
        text: Some("because".to_owned()),
        until: None,
        resume: None,
        by: ann(),
    }
}

/// Returns the period key of a row due at this second.
pub fn period(due: i64) -> String {
    format!("p{due}")
}

/// Returns a row as planning creates it.
pub fn due(seconds: i64) -> NewOccurrence {
    NewOccurrence {
        period_key: period(seconds),
        discriminator: String::new(),
        nominal_at: at(seconds),
        due_at: at(seconds),
        period: None,
        priority: Priority::Normal,
        trigger: Trigger::Schedule,
        correlation_id: None,
        note: None,
        concurrency: None,
        payload: None,
    }
}

/// Returns a manual run.
pub fn manual(name: &str, due: i64) -> NewOccurrence {
    NewOccurrence {
        period_key: format!("manual:{name}"),
        trigger: Trigger::Manual,
        correlation_id: Some(format!("corr-{name}")),
        note: Some("please".to_owned()),
        ..crate::testing::fixture::due(due)
    }
}

/// Returns a plan of a schedule as it was read, with these rows and a watermark at the last of them.
pub fn plan(schedule: &Schedule, occurrences: Vec<NewOccurrence>) -> Plan {
    let last = occurrences.iter().map(|row| row.nominal_at).max().unwrap_or(schedule.watermark);
    let watermark_to = last.max(schedule.watermark);
    Plan {
        uid: schedule.uid,
        revision: schedule.revision,
        watermark: schedule.watermark,
        occurrences,
        gaps: Vec::new(),
        watermark_to,
        next_due_at: Some(watermark_to + seconds(60)),
        is_finished: false,
        tzdb: "2026a".to_owned(),
    }
}

pub fn insert(key: &ScheduleKey, occurrences: Vec<NewOccurrence>) -> Insert {
    Insert { key: key.clone(), occurrences, tzdb: "2026a".to_owned(), request: InsertRequest::Fire, by: ann() }
}

pub fn gap(from: i64, to: i64, count: u64) -> NewGap {
    NewGap { from: at(from), to: at(to), count, reason: SkipReason::Missed }
}

pub fn claim(owner: &str, limit: usize) -> Claim {
    Claim { owner: node(owner), lease_for: seconds(LEASE), limit, ahead_for: SignedDuration::ZERO }
}

pub fn lease(row: &Occurrence) -> Lease {
    Lease { id: row.id, fence: row.fence }
}

/// Returns releases that make the occurrences ready again immediately.
pub fn released(leases: &[Lease]) -> Vec<Release> {
    leases.iter().copied().map(Release::from).collect()
}

pub fn done() -> Ending {
    Ending::SUCCEEDED
}

pub fn skipped(reason: SkipReason) -> Ending {
    Ending::Skipped { reason, message: Some("not today".to_owned()) }
}

pub fn failed(message: &str) -> Ending {
    Ending::Failed { reason: FailReason::Rejected, message: Some(message.to_owned()) }
}

pub fn retry(seconds: i64) -> Ending {
    Ending::Retry { at: at(seconds), message: Some("try later".to_owned()) }
}

pub fn settlement(row: &Occurrence, ending: Ending) -> Settlement {
    Settlement { lease: lease(row), ending, enqueue: Vec::new(), next_due_at: None }
}

/// Returns a work item that is ready at the beginning.
pub fn work(name: &str) -> NewWorkItem {
    NewWorkItem {
        tenant: acme(),
        queue: queue("mail"),
        key: name.to_owned(),
        payload: json!({"to": name}),
        priority: Priority::Normal,
        ready_at: at(0),
        max_attempts: 3,
        occurrence: None,
    }
}

pub fn claim_work(owner: &str, limit: usize) -> ClaimWork {
    ClaimWork { tenant: acme(), queue: queue("mail"), owner: node(owner), lease_for: seconds(LEASE), limit }
}

pub fn work_lease(item: &WorkItem) -> WorkLease {
    WorkLease { id: item.id, fence: item.fence }
}

pub fn document(name: &str) -> DocumentKey {
    DocumentKey { tenant: acme(), kind: DocumentKind::DispatchRule, name: DocumentName::new(name).unwrap() }
}

pub fn mark(name: &str) -> MarkName {
    MarkName { tenant: acme(), name: name.to_owned() }
}

/// Returns a request that by itself prunes nothing.
pub fn prune() -> Prune {
    Prune {
        tenant: None,
        ended_before: None,
        work_done_before: None,
        work_dead_before: None,
        keep_per_schedule: 0,
        limit: 1_000,
    }
}

/// Returns JSON that stores easily get wrong: an empty list next to an empty object, an integer next to an
/// integral float, extreme numbers, and texts that need escaping.
pub fn tricky_json() -> Value {
    json!({
        "list": [], "object": {}, "": null, "whole": 1, "float": 1.0, "small": 1e-7, "third": 0.1,
        "u64": u64::MAX, "i64": i64::MIN, "odd": 9_007_199_254_740_993_u64,
        "text": "é ß 漢 🎶 \u{7f} \" \\ / \n \t \u{1} \\u0000 %s {0} 'x' ; -- $1 $$", "nested": [[[]], {"b": {}, "a": [{}]}],
        "b": true, "a": false,
    })
}

/// Returns the row ID in a [`crate::store::InsertResult`].
pub fn number(inserted: crate::store::InsertResult) -> OccurrenceId {
    match inserted {
        crate::store::InsertResult::New(id) | crate::store::InsertResult::Existing(id, _) => id,
    }
}
