//! Disables schedules that cannot be read.

use std::collections::BTreeMap;

use jiff::Timestamp;

use super::Postgres;
use super::error::Failure;
use super::schedules::{change_later, record_later};
use super::transaction::Tx;
use refrain_ledger::model::By;
use refrain_ledger::store::UnreadableSchedule;

impl Postgres {
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
