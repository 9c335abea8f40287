//! Consistency rules for a single row of the ledger: a pure check, for examining a store that another program may
//! have written to.

use crate::model::{Occurrence, Reason, State};

/// Describes the inconsistencies of a row. There are none, unless another program wrote the row or the store is
/// damaged.
pub fn find_inconsistencies(row: &Occurrence) -> Vec<&'static str> {
    let planned = &row.planned;
    let mut find_inconsistencies = Vec::new();
    let mut check = |is_wrong: bool, fault: &'static str| find_inconsistencies.extend(is_wrong.then_some(fault));
    check(planned.due_at < planned.nominal_at, "the due time is before the nominal time");
    check(planned.period.is_some_and(|(start, end)| end < start), "the period ends before it starts");
    check(planned.period_key.is_empty(), "the period key is empty");
    check(row.state.is_terminal() != row.ended_at.is_some(), "the state contradicts the end time");
    check((row.state == State::Running) != row.lease_until.is_some(), "the state contradicts the lease");
    check(row.fence.0 < 0 || (row.attempt > 0 && row.fence.0 == 0), "an attempt was started without a fence");
    match row.state {
        State::Planned => {}
        State::Running => {
            check(row.lease_owner.is_none(), "the occurrence is running without a lease owner");
            check(row.attempt == 0, "the occurrence is running without an attempt");
        }
        State::Succeeded => check(row.reason.is_some(), "the occurrence succeeded, but has a skip or failure reason"),
        State::Skipped => {
            check(!matches!(row.reason, Some(Reason::Skipped(_))), "the occurrence was skipped without a reason");
        }
        State::Failed => {
            check(!matches!(row.reason, Some(Reason::Failed(_))), "the occurrence failed without a reason");
        }
    }
    find_inconsistencies
}

#[cfg(test)]
mod tests {
    use jiff::Timestamp;

    use super::*;
    use crate::ledger::transition::{Grant, Origin};
    use crate::model::{
        Fence, NewOccurrence, NodeId, OccurrenceId, Priority, Revision, ScheduleId, ScheduleKey, ScheduleUid,
        SkipReason, Tenant, Trigger,
    };

    fn row() -> Occurrence {
        let at = Timestamp::UNIX_EPOCH;
        let tenant = Tenant::new("default", "default").unwrap();
        let schedule = ScheduleKey { tenant, id: ScheduleId::new("a").unwrap() };
        let origin = Origin { schedule, uid: ScheduleUid(1), revision: Revision(1), tzdb: "2026a".to_owned() };
        let planned = NewOccurrence {
            period_key: "1970-01-01".to_owned(),
            discriminator: String::new(),
            nominal_at: at,
            due_at: at,
            period: None,
            priority: Priority::default(),
            trigger: Trigger::Schedule,
            correlation_id: None,
            note: None,
            concurrency: None,
            payload: None,
        };
        Occurrence::new(OccurrenceId(1), &origin, planned, at)
    }

    #[test]
    fn rows_written_by_the_ledger_are_consistent() {
        let at = Timestamp::UNIX_EPOCH;
        let mut row = row();
        assert!(find_inconsistencies(&row).is_empty());
        let grant = Grant { owner: NodeId::new("n1").unwrap(), until: at, fence_floor: Fence(0) };
        row.start(&grant, at);
        assert!(find_inconsistencies(&row).is_empty());
        row.end(State::Skipped, Some(Reason::Skipped(SkipReason::Paused)), None, at);
        assert!(find_inconsistencies(&row).is_empty());
    }

    #[test]
    fn inconsistencies_are_described() {
        let check = |change: fn(&mut Occurrence), named: &str| {
            let mut row = row();
            change(&mut row);
            assert!(
                find_inconsistencies(&row).iter().any(|fault| fault.contains(named)),
                "{:?}",
                find_inconsistencies(&row)
            );
        };
        check(|row| row.state = State::Running, "contradicts the lease");
        check(|row| row.state = State::Running, "without a lease owner");
        check(|row| row.state = State::Succeeded, "contradicts the end time");
        check(|row| row.ended_at = Some(row.created_at), "contradicts the end time");
        check(|row| row.state = State::Failed, "without a reason");
        check(|row| row.attempt = 1, "without a fence");
        check(|row| row.planned.due_at = Timestamp::MIN, "before the nominal time");
        check(|row| row.planned.period_key.clear(), "key is empty");
    }
}
