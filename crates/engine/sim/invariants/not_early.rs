//! Nothing starts before it is due by the store's clock. Nothing starts under an expired lease.

use jiff::Timestamp;
use refrain::model::Occurrence;

use crate::watch::Observer;

impl Observer {
    pub(super) fn check_not_early(
        &mut self,
        node: usize,
        occurrence: &Occurrence,
        now: Timestamp,
        store_now: Timestamp,
    ) {
        let (id, due_at) = (occurrence.id, occurrence.planned.due_at);
        // An occurrence that was due before the clock was set back stays due.
        let lease = self.rows.get(&id).and_then(|row| row.lease.as_ref());
        let was_due = self.stepped_back && lease.is_none_or(|lease| !lease.is_ahead || lease.may_start == Some(true));
        let ahead = self.ahead_max();
        // The store's clock decides. A node whose clock is wrong cannot know better than that clock. A slow first
        // answer may set the node's clock back after the store has confirmed, so the node's clock alone proves
        // nothing.
        let should_have_known = now + ahead < due_at || self.has_correct_time(node);
        let is_early = should_have_known && store_now + ahead < due_at;
        if is_early && !was_due {
            let text = format!("row {id} is due at {due_at} and started at {now}, store time {store_now}");
            self.report_violation("nothing starts early", text);
        }
        // The steps of the pipeline take time. A run whose lease expires meanwhile is stopped like any other.
        if self.has_pipeline {
            return;
        }
        let until = self.rows.get(&id).and_then(|row| row.grants.get(&occurrence.fence)).map(|(_, until)| *until);
        if until.is_some_and(|until| now >= until) {
            self.report_violation(
                "nothing starts without a lease",
                format!("row {id} started at {now}, leased until {until:?}"),
            );
        }
    }
}
