//! An occurrence under a lease, for tests.

use std::sync::Arc;

use jiff::{SignedDuration, Timestamp};
use refrain_recurrence::{CronRule, Recurrence, Spec};
use serde_json::Value;

use super::Leased;
use crate::action::Action;
use crate::definition::Definition;
use crate::id::{Fence, NodeId, OccurrenceId, Revision, ScheduleId, ScheduleKey, ScheduleUid, Tenant};
use crate::ledger::transition::{Grant, Origin};
use crate::occurrence::{NewOccurrence, Occurrence, Trigger};
use crate::policy::Priority;

/// An occurrence of the epoch that was leased so often, each time for 30 seconds from then.
pub(crate) fn leased(id: i64, times: u32) -> Leased {
    let now = Timestamp::UNIX_EPOCH;
    let tenant = Tenant::new("default", "acme").unwrap();
    let schedule = ScheduleKey { tenant, id: ScheduleId::new("a").unwrap() };
    let origin = Origin { schedule, uid: ScheduleUid(1), revision: Revision(1), tzdb: String::new() };
    let planned = NewOccurrence {
        period_key: "a".to_owned(),
        discriminator: String::new(),
        nominal_at: now,
        due_at: now,
        period: None,
        priority: Priority::Normal,
        trigger: Trigger::Schedule,
        correlation_id: None,
        note: None,
    };
    let mut occurrence = Occurrence::new(OccurrenceId(id), &origin, planned, now);
    let until = now + SignedDuration::from_secs(30);
    for _ in 0..times {
        let owner = NodeId::new("node").unwrap();
        occurrence.start(&Grant { owner, until, fence_floor: Fence(0) }, now);
    }
    let rule = CronRule { expression: "0 0 * * *".to_owned(), ..CronRule::default() };
    let definition = Definition::new(Spec::new(Recurrence::Cron(rule), "UTC"), Action::new("log", Value::Null));
    Leased { occurrence: Arc::new(occurrence), definition: Ok(Arc::new(definition)) }
}
