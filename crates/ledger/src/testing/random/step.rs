//! One operation, with the names of rows in place of their IDs.

use jiff::{SignedDuration, Timestamp};
use serde_json::Value;

use crate::model::{
    NewEntry, NewWorkItem, Node, NodeId, OccurrenceId, Revision, ScheduleKey, ScheduleUid, Tenant, WorkItemId,
};
use crate::store::{
    ChangeStatus, Claim, ClaimWork, DeadItemChange, DocumentKey, DocumentKind, ExpectedVersion, Insert, Lease, Mark,
    MarkName, OccurrenceChange, OccurrenceFilter, Plan, Prune, Release, SaveSchedule, ScheduleFilter, Settlement,
    UnreadableSchedule, WorkEnding, WorkFilter, WorkLease,
};

#[derive(Clone, Debug)]
pub(super) enum Step {
    Save(Box<SaveSchedule>),
    ChangeStatus(ChangeStatus),
    Delete(ScheduleKey, ExpectedVersion),
    Quarantine(Vec<UnreadableSchedule>),
    Plan(Vec<Plan>),
    Insert(Insert),
    Claim(Claim),
    Confirm(Vec<Lease>),
    Renew(Vec<Lease>, SignedDuration),
    Settle(Vec<Settlement>),
    Release(Vec<Release>),
    ByHand(Tenant, OccurrenceId, OccurrenceChange),
    Prune(Prune),
    /// Lists are read page by page, with this number of rows per page.
    Occurrences(Tenant, OccurrenceFilter, usize),
    Schedules(Tenant, ScheduleFilter, usize),
    Gaps(ScheduleKey, usize),
    Planned(ScheduleUid, usize),
    Definitions(Vec<(ScheduleUid, Revision)>),
    Due(Timestamp, usize),
    /// Read in parts, with this number of schedules per part.
    Scan(usize),
    Overdue(Timestamp, usize),
    Wakeup,
    Enqueue(Vec<NewWorkItem>),
    ClaimWork(ClaimWork),
    Extend(Tenant, Vec<WorkLease>, SignedDuration),
    Finish(Tenant, Vec<(WorkLease, WorkEnding)>),
    ChangeDead(Tenant, Vec<WorkItemId>, DeadItemChange),
    WorkItems(Tenant, WorkFilter, usize),
    Put(DocumentKey, Value, ExpectedVersion),
    Remove(DocumentKey, ExpectedVersion),
    Documents(Tenant, DocumentKind, usize),
    MarkIfAbsent(MarkName, String, SignedDuration),
    ReplaceMark(MarkName, Option<String>, Option<Mark>),
    Mark(MarkName),
    Count(MarkName, u32, SignedDuration),
    Beat(Node, SignedDuration),
    Leave(NodeId),
    Nodes,
    Sweep,
    Append(Tenant, Vec<NewEntry>),
    Verify(Tenant),
}
