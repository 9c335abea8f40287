//! The invariants of the engine, one file each. Some are checked at every commit or send, by methods of
//! [`Observer`]. The others are checked at the end of the simulation, over the whole ledger.
//!
//! [`Observer`]: crate::watch::Observer

mod attempts;
mod audit;
mod calendars;
mod clock_jump;
mod counters;
mod delivery;
mod fencing;
mod holds;
mod lateness;
mod limits;
mod liveness;
mod not_early;
mod nothing_lost;
mod overlap;
mod pause;
mod payloads;
mod requests;
mod retention;
mod settling;
mod superseded;
mod tenants;
mod watermark;
mod zones;

use std::collections::BTreeMap;

use jiff::Timestamp;
use refrain::model::{Gap, Occurrence, Schedule, ScheduleUid};
use refrain::store::VerifyResult;

pub(crate) use self::calendars::CalendarVersion;
pub(crate) use self::payloads::RunRequests;
pub(crate) use self::retention::PruneStep;
use crate::watch::Observer;

/// Ledger at the end of the simulation.
pub(crate) struct Ledger {
    pub(crate) now: Timestamp,
    pub(crate) rows: Vec<Occurrence>,
    /// Rows that retention removed, as they were.
    pub(crate) pruned: Vec<Occurrence>,
    /// Gaps by name of their schedule, including deleted schedules of the same name.
    pub(crate) gaps: Vec<Gap>,
    /// Schedules that are not deleted.
    pub(crate) schedules: BTreeMap<ScheduleUid, Schedule>,
    pub(crate) chains: Vec<(refrain::model::Tenant, VerifyResult)>,
}

impl Ledger {
    /// Returns all rows that ever existed.
    fn all_rows(&self) -> impl Iterator<Item = &Occurrence> {
        self.pruned.iter().chain(&self.rows)
    }
}

/// Checks all invariants that can only be checked at the end.
pub(crate) fn judge(watch: &mut Observer, ledger: &Ledger) {
    nothing_lost::judge(watch, ledger);
    fencing::judge(watch, ledger);
    settling::judge(watch);
    requests::judge(watch, ledger);
    limits::judge(watch, ledger);
    counters::judge(watch, ledger);
    audit::judge(watch, ledger);
    liveness::judge(watch, ledger);
}
