//! Changes the status of schedules: pauses, resumes, cancels, disables and deletes them.

use std::collections::BTreeMap;

use jiff::Timestamp;

use super::Postgres;
use super::changes::Changes;
use super::error::Failure;
use super::gaps::add_gap;
use super::revise::Edit;
use super::schedule::{change_later, record_later};
use super::transaction::Tx;
use refrain_ledger::ledger::change;
use refrain_ledger::ledger::stored::StoredSchedule;
use refrain_ledger::model::{By, Schedule, ScheduleKey};
use refrain_ledger::store::{ChangeStatus, ExpectedVersion, UnreadableSchedule};

impl Postgres {
    pub(super) async fn change_schedule_status(
        &self,
        tx: &Tx,
        change: &ChangeStatus,
        now: Timestamp,
    ) -> Result<Schedule, Failure> {
        if change::withdrawal(change.to).is_some() {
            self.lock_rows(tx, &change.key).await?;
        }
        let (tenant, found) = self.locked(tx, &change.key).await?;
        let found = found.map(StoredSchedule::whole).transpose()?;
        let schedule = change::change_status(found.as_ref(), change, now)?;
        for gap in change.resume.iter().flat_map(|resume| &resume.gaps) {
            add_gap(tx, schedule.uid, gap, now);
        }
        let edit = Edit { by: &change.by, tenant, has_definition: false };
        self.write_schedule(tx, schedule, &edit, Changes::default(), now).await
    }

    pub(super) async fn delete_schedule(
        &self,
        tx: &Tx,
        (key, expect): (&ScheduleKey, ExpectedVersion),
        by: &By,
        now: Timestamp,
    ) -> Result<(), Failure> {
        self.lock_rows(tx, key).await?;
        let (tenant, found) = self.locked(tx, key).await?;
        let schedule = change::delete(key, expect, found.as_ref().map(StoredSchedule::known), by, now)?;
        let edit = Edit { by, tenant, has_definition: false };
        self.write_schedule(tx, schedule, &edit, Changes::default(), now).await.map(drop)
    }

    pub(super) async fn quarantine_all(
        &self,
        tx: &Tx,
        found: &[UnreadableSchedule],
        by: &By,
        now: Timestamp,
    ) -> Result<Vec<bool>, Failure> {
        let mut answers = vec![false; found.len()];
        let mut entries = BTreeMap::new();
        // Locks are taken in a fixed order, so that two calls with the same schedules cannot deadlock.
        let ordered: BTreeMap<_, _> = found.iter().enumerate().map(|(place, one)| ((&one.key, place), one)).collect();
        let mut last = None;
        for ((key, place), one) in ordered {
            // Queued writes cannot be read before the commit. If a schedule is listed twice, only the first counts.
            if last == Some(key) {
                continue;
            }
            let (tenant, stored) = self.locked(tx, key).await?;
            let Some(schedule) = stored.and_then(|stored| stored.quarantined(one, by, now)) else { continue };
            change_later(tx, &schedule, false);
            let entry = record_later(tx, &schedule, by, false)?;
            entries.entry((tenant, &key.tenant)).or_insert_with(BTreeMap::new).insert(place, entry);
            answers[place] = true;
            last = Some(key);
        }
        for ((number, tenant), entries) in entries {
            // Audit entries keep the order of the request.
            self.append_entries(tx, number, tenant, entries.into_values().collect(), now).await?;
        }
        tx.wake();
        Ok(answers)
    }
}
