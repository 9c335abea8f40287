//! Saves schedules.

use jiff::Timestamp;
use rusqlite::Connection;

use super::error::Result;
use super::revise::{record, reread, wake_lanes};
use super::schedule::{self, live_or_error, live_stored};
use super::schedules::count_schedules;
use super::{ids, replan, tenants};
use refrain_ledger::ledger::change::{self, SaveEffect};
use refrain_ledger::model::{Schedule, ScheduleUid};
use refrain_ledger::store::SaveSchedule;

pub(super) fn save(conn: &Connection, save: &SaveSchedule, now: Timestamp) -> Result<Schedule> {
    let found = live_stored(conn, &save.key)?;
    match change::save(found.as_ref(), save, now)? {
        SaveEffect::Same => live_or_error(conn, &save.key),
        SaveEffect::Replan(replanned) => replan::save(conn, &replanned, save, now),
        SaveEffect::Create(mut created) => {
            if let Some(count_max) = save.schedules_max {
                change::check_schedule_limit(save, count_schedules(conn, &save.key.tenant, count_max)?.of(&[]))?;
            }
            created.uid = ScheduleUid(ids::reserve(conn, 1)?);
            schedule::insert(conn, tenants::number(conn, &created.key.tenant)?, &created)?;
            record(conn, &created, &save.by, true, now)?;
            reread(conn, &created)
        }
        SaveEffect::Update(updated) => {
            schedule::write(conn, &updated, true)?;
            if let (Some(replan), Some(old)) = (&save.replan, &found) {
                let replanned = replan::decide(conn, (&old.known().gate(), &updated), replan)?;
                replan::write(conn, &updated, &replanned, replan, now)?;
            }
            record(conn, &updated, &save.by, true, now)?;
            wake_lanes(conn, &updated, now)?;
            reread(conn, &updated)
        }
    }
}
