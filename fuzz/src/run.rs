//! One attempt of one occurrence, for targets that need one.

use std::sync::Arc;

use jiff::Timestamp;
use refrain::delivery::{Run, SelfSettlement};
use refrain::model::{
    Action, Definition, Fence, NewOccurrence, NodeId, Occurrence, OccurrenceId, Priority, Revision, ScheduleId,
    ScheduleKey, ScheduleUid, State, Tenant, Trigger,
};
use refrain::observe::Events;
use refrain_recurrence::{CronRecurrence, Recurrence, Spec};

/// Returns the first attempt of an occurrence at the epoch.
pub fn run() -> Run {
    let rule = CronRecurrence { expression: "0 0 * * *".to_owned(), ..CronRecurrence::default() };
    let spec = Spec::new(Recurrence::Cron(rule), "Europe/Berlin");
    Run {
        occurrence: Arc::new(occurrence(Timestamp::UNIX_EPOCH)),
        definition: Arc::new(Definition::new(spec, Action::new("log", serde_json::Value::Null))),
        node: NodeId::new("node").expect("a name"),
        started_at: Timestamp::UNIX_EPOCH,
        cancel: Default::default(),
        events: Events::new(),
        own: SelfSettlement::default(),
        account: Default::default(),
        lateness: Default::default(),
        lease: Default::default(),
        controls: None,
    }
}

fn occurrence(now: Timestamp) -> Occurrence {
    let tenant = Tenant::new("default", "acme").expect("names");
    let planned = NewOccurrence {
        period_key: "1970-01-01".to_owned(),
        discriminator: String::new(),
        nominal_at: now,
        due_at: now,
        period: None,
        priority: Priority::Normal,
        trigger: Trigger::Schedule,
        correlation_id: None,
        note: None,
        concurrency: None,
        payload: None,
    };
    Occurrence {
        id: OccurrenceId(1),
        schedule: ScheduleKey { tenant, id: ScheduleId::new("digest").expect("a name") },
        schedule_uid: ScheduleUid(1),
        planned,
        revision: Revision(1),
        tzdb: String::new(),
        created_at: now,
        state: State::Running,
        ready_at: now,
        waits: false,
        attempt: 1,
        fence: Fence(1),
        lease_owner: None,
        lease_until: None,
        cancel_requested: false,
        started_at: None,
        ended_at: None,
        reason: None,
        message: None,
        blocker: None,
        target: None,
        discarded_at: None,
    }
}
