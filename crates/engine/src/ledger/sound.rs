//! What no row of the ledger may be: a pure look at one row, for whoever examines a store that hands other than ours may have
//! touched.

use crate::moves::State;
use crate::occurrence::{Occurrence, Reason};

/// What is wrong with a row, in words. Nothing, unless something other than this program wrote it or its store is damaged.
pub fn faults(row: &Occurrence) -> Vec<&'static str> {
    let planned = &row.planned;
    let mut faults = Vec::new();
    let mut check = |is_wrong: bool, fault: &'static str| faults.extend(is_wrong.then_some(fault));
    check(planned.due_at < planned.nominal_at, "it is due before its time");
    check(planned.period.is_some_and(|(start, end)| end < start), "its period ends before it begins");
    check(planned.period_key.is_empty(), "it stands for no period");
    check(row.state.is_terminal() != row.ended_at.is_some(), "its state and its end contradict each other");
    check((row.state == State::Running) != row.lease_until.is_some(), "its state and its lease contradict each other");
    check(row.fence.0 < 0 || (row.attempt > 0 && row.fence.0 == 0), "an attempt was begun without a fence");
    match row.state {
        State::Planned => {}
        State::Running => {
            check(row.lease_owner.is_none(), "nobody holds it, and it runs");
            check(row.attempt == 0, "it runs without an attempt");
        }
        State::Generated => check(row.reason.is_some(), "it was generated, and says why it was not"),
        State::Skipped => check(!matches!(row.reason, Some(Reason::Skipped(_))), "it was skipped without a reason"),
        State::Failed => check(!matches!(row.reason, Some(Reason::Failed(_))), "it failed without a reason"),
    }
    faults
}

#[cfg(test)]
mod tests {
    use jiff::Timestamp;

    use super::*;
    use crate::id::{Fence, NodeId, OccurrenceId, Revision, ScheduleId, ScheduleKey, ScheduleUid, Tenant};
    use crate::ledger::transition::{Grant, Origin};
    use crate::occurrence::{NewOccurrence, Trigger};
    use crate::policy::Priority;
    use crate::reason::SkipReason;

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
        };
        Occurrence::new(OccurrenceId(1), &origin, planned, at)
    }

    #[test]
    fn rows_as_the_ledger_makes_them_have_no_faults() {
        let at = Timestamp::UNIX_EPOCH;
        let mut row = row();
        assert!(faults(&row).is_empty());
        let grant = Grant { owner: NodeId::new("n1").unwrap(), until: at, fence_floor: Fence(0) };
        row.start(&grant, at);
        assert!(faults(&row).is_empty());
        row.end(State::Skipped, Some(Reason::Skipped(SkipReason::Paused)), None, at);
        assert!(faults(&row).is_empty());
    }

    #[test]
    fn what_contradicts_itself_is_named() {
        let check = |change: fn(&mut Occurrence), named: &str| {
            let mut row = row();
            change(&mut row);
            assert!(faults(&row).iter().any(|fault| fault.contains(named)), "{:?}", faults(&row));
        };
        check(|row| row.state = State::Running, "its lease");
        check(|row| row.state = State::Running, "nobody holds it");
        check(|row| row.state = State::Generated, "its end");
        check(|row| row.ended_at = Some(row.created_at), "its end");
        check(|row| row.state = State::Failed, "without a reason");
        check(|row| row.attempt = 1, "without a fence");
        check(|row| row.planned.due_at = Timestamp::MIN, "before its time");
        check(|row| row.planned.period_key.clear(), "no period");
    }
}
