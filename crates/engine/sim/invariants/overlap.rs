//! The overlap policy holds: under `skip` and the buffers, never two runs at once; under `allow_all`, never more than may. What is
//! skipped for it is skipped at its time.

use refrain::id::ScheduleUid;
use refrain::occurrence::{Occurrence, Reason};
use refrain::policy::Overlap;
use refrain::reason::SkipReason;

use crate::clock::SKEW_MAX;
use crate::watch::{Call, Watch};

impl Watch {
    /// What a claim has skipped for what else was open met it at its time, not before.
    pub(super) fn met_in_its_time(&mut self, call: Call, row: &Occurrence) {
        let is_for_others = match row.reason {
            Some(Reason::Skipped(reason)) => matches!(reason, SkipReason::Overlap | SkipReason::BufferFull),
            Some(Reason::Failed(_)) | None => false,
        };
        // What had been due before the clock went back stays so. What the node believed when it asked may be long past.
        let at = call.store_now;
        if is_for_others && !self.stepped_back && at + SKEW_MAX < row.planned.due_at {
            let text = format!("row {} is due at {} and was skipped at {at}", row.id, row.planned.due_at);
            self.broken("runs meet in their time", text);
        }
    }

    /// After a claim that let a row begin for the first time: the open rows of its schedule.
    pub(crate) fn began_beside(&mut self, uid: ScheduleUid, open: &[Occurrence]) {
        let Some(known) = self.schedules.get(&uid) else { return };
        let most = match known.definition.overlap {
            Overlap::AllowAll => known.definition.max_concurrent.map_or(usize::MAX, |most| most as usize),
            Overlap::Skip | Overlap::BufferOne | Overlap::BufferAll | Overlap::CancelOther => 1,
        };
        let begun = open.iter().filter(|row| row.is_started()).count();
        if begun > most {
            let text = format!("schedule {uid}: {begun} runs under {:?}", known.definition.overlap);
            self.broken("runs overlap only as they may", text);
        }
    }
}
