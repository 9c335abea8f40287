//! Saves schedules.

use jiff::Timestamp;

use super::changes::Changes;
use super::error::Failure;
use super::revise::Edit;
use super::schedule::{ADD, add, added_uid, columns, record_later};
use super::transaction::{Tx, borrowed};
use super::{Postgres, audit, replan};
use refrain_ledger::ledger::change::{self, SaveEffect};
use refrain_ledger::model::Schedule;
use refrain_ledger::store::{ExpectedVersion, SaveSchedule};

impl Postgres {
    pub(super) async fn save_schedule(
        &self,
        tx: &Tx,
        save: &SaveSchedule,
        now: Timestamp,
    ) -> Result<Schedule, Failure> {
        // The unique key decides whether the schedule is new. If it is not, the second attempt reads the
        // existing one.
        if save.expect == ExpectedVersion::New && tx.is_first_try() {
            return self.create(tx, save, now).await;
        }
        if save.replan.is_some() {
            self.lock_rows(tx, &save.key).await?;
        }
        let (tenant, found) = self.locked(tx, &save.key).await?;
        let edit = Edit { by: &save.by, tenant, has_definition: true };
        match change::save(found.as_ref(), save, now)? {
            SaveEffect::Same => Ok(found.ok_or(Failure::Conflict)?.whole()?),
            SaveEffect::Replan(schedule) => {
                let old = found.ok_or(Failure::Conflict)?.whole()?;
                self.replan_same(tx, (old, *schedule), save, tenant, now).await
            }
            SaveEffect::Create(mut schedule) => {
                schedule.uid = add(tx, tenant, &schedule).await?;
                self.record(tx, &schedule, &edit, now).await?;
                self.check_schedule_limit(tx, save).await?;
                tx.wake();
                Ok(*schedule)
            }
            SaveEffect::Update(schedule) => {
                let mut changes = Changes::default();
                if let (Some(replan), Some(old)) = (&save.replan, &found) {
                    let replanned = replan::decide(tx, (&old.known().gate(), &schedule), replan).await?;
                    replan::write(tx, replanned, (&schedule, tenant), replan, &mut changes, now).await?;
                }
                self.write_schedule(tx, *schedule, &edit, changes, now).await
            }
        }
    }

    /// Creates a schedule without a preceding lookup, in two round trips.
    async fn create(&self, tx: &Tx, save: &SaveSchedule, now: Timestamp) -> Result<Schedule, Failure> {
        let tenant = self.tenants.number(tx, &save.key.tenant).await?;
        let SaveEffect::Create(mut schedule) = change::save(None, save, now)? else { return Err(Failure::Conflict) };
        let (added, held) = {
            let columns = columns(tenant, &schedule);
            tx.begin_with((ADD, &borrowed(&columns)), (audit::TIP, &[&tenant, &audit::START])).await?
        };
        self.check_schedule_limit(tx, save).await?;
        schedule.uid = added_uid(&added)?;
        let entry = record_later(tx, &schedule, &save.by, true)?;
        audit::append_held(tx, tenant, &schedule.key.tenant, &held, vec![entry], now)?;
        tx.wake();
        Ok(*schedule)
    }

    /// Refuses a schedule above the limit, after it was inserted and while the tip of its tenant's audit chain
    /// is locked. So no other transaction can add a schedule before this is decided.
    async fn check_schedule_limit(&self, tx: &Tx, save: &SaveSchedule) -> Result<(), Failure> {
        let Some(count_max) = save.schedules_max else { return Ok(()) };
        let counted = self.count_by_status(tx, &save.key.tenant, count_max).await?.of(&[]);
        Ok(change::check_schedule_limit(save, counted.saturating_sub(1))?)
    }
}
