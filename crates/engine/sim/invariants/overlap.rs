//! The overlap policy holds: under `skip` and the buffers, never two runs at once; under `allow_all`, never more than may.

use refrain::id::ScheduleUid;
use refrain::occurrence::Occurrence;
use refrain::policy::Overlap;

use crate::watch::Watch;

impl Watch {
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
