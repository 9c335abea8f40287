//! Nothing begins before it is due, by its node's clock and by the store's, and nothing begins under a lease that is over.

use jiff::Timestamp;
use refrain::occurrence::Occurrence;

use crate::watch::Watch;

impl Watch {
    pub(super) fn begins_in_time(
        &mut self,
        node: usize,
        occurrence: &Occurrence,
        now: Timestamp,
        store_now: Timestamp,
    ) {
        let (id, due_at) = (occurrence.id, occurrence.planned.due_at);
        // What had been due before the clock went back stays so.
        let lease = self.rows.get(&id).and_then(|row| row.lease.as_ref());
        let was_due = self.stepped_back && lease.is_none_or(|lease| !lease.is_ahead || lease.may_begin == Some(true));
        let ahead = self.ahead_max();
        let is_early = now + ahead < due_at || (self.knows_the_time(node) && store_now + ahead < due_at);
        if is_early && !was_due {
            let text = format!("row {id} is due at {due_at} and began at {now}, by the store {store_now}");
            self.broken("nothing is early", text);
        }
        // The steps of the pipeline take time: a run whose lease ends meanwhile is stopped as any other.
        if self.has_pipeline {
            return;
        }
        let until = self.rows.get(&id).and_then(|row| row.grants.get(&occurrence.fence)).map(|(_, until)| *until);
        if until.is_some_and(|until| now >= until) {
            self.broken("nothing begins without a lease", format!("row {id} began at {now}, held until {until:?}"));
        }
    }
}
