//! Confirms, renews and releases leases. A lease is valid only if its fence is the fence of the row.

use std::collections::{BTreeMap, HashMap};

use jiff::{SignedDuration, Timestamp};

use super::commit::Hint;
use super::group::Group;
use super::load::Extent;
use super::{Redis, Retries};
use refrain_ledger::ledger::admission::stop_reason;
use refrain_ledger::model::{Occurrence, OccurrenceId, ScheduleUid, State};
use refrain_ledger::store::{ConfirmResult, Lease, Release, RenewResult, StoreError};

impl Redis {
    pub(super) async fn confirm_leases(
        &self,
        leases: &[Lease],
        now: Timestamp,
    ) -> Result<Vec<ConfirmResult>, StoreError> {
        let (schedules, groups) = self.load_leases(leases, now).await?;
        let confirm = |(lease, uid): (&Lease, &Option<ScheduleUid>)| {
            let group = uid.as_ref().and_then(|uid| groups.get(uid));
            let Some((group, row)) = group.and_then(|group| Some((group, leased(group, *lease)?))) else {
                return ConfirmResult::LeaseLost;
            };
            match stop_reason(&group.record.gate, row.planned.trigger, row.revision) {
                Some(reason) => ConfirmResult::Stop(reason),
                None if row.planned.due_at > now => ConfirmResult::Early(row.planned.due_at),
                None => ConfirmResult::Go,
            }
        };
        Ok(leases.iter().zip(&schedules).map(confirm).collect())
    }

    pub(super) async fn renew_leases(
        &self,
        leases: &[Lease],
        lease_for: SignedDuration,
        now: Timestamp,
    ) -> Result<Vec<RenewResult>, StoreError> {
        let until = now.saturating_add(lease_for).unwrap_or(now);
        self.each_lease(leases, now, Hint::Silent, RenewResult::LeaseLost, |group, lease| {
            group.change_row(lease.id, |row| {
                row.lease_until = Some(until);
                row.ready_at = until;
                RenewResult::Held { cancel_requested: row.cancel_requested }
            })
        })
        .await
    }

    pub(super) async fn release_leases(&self, releases: &[Release], now: Timestamp) -> Result<Vec<bool>, StoreError> {
        let leases: Vec<Lease> = releases.iter().map(|release| release.lease).collect();
        let mut times = HashMap::with_capacity(releases.len());
        for Release { lease, ready_at } in releases {
            // If the same lease is released twice, only the first release counts.
            times.entry(*lease).or_insert(*ready_at);
        }
        self.each_lease(&leases, now, Hint::Notify, false, |group, lease| {
            let freed = group.change_row(lease.id, |row| {
                row.release(times.get(&lease).copied().flatten());
                (!row.is_started()).then(|| row.planned.discriminator.clone())
            })?;
            if let Some(discriminator) = freed {
                group.wake_lane(&discriminator, now);
            }
            Some(true)
        })
        .await
    }

    /// Changes each row whose lease is still held, one after the other. Returns `lost` for the others.
    async fn each_lease<T: Clone>(
        &self,
        leases: &[Lease],
        now: Timestamp,
        hint: Hint,
        lost: T,
        mut change: impl FnMut(&mut Group, Lease) -> Option<T> + Send,
    ) -> Result<Vec<T>, StoreError> {
        let mut results = vec![lost.clone(); leases.len()];
        let mut left: Vec<usize> = (0..leases.len()).collect();
        let mut retries = Retries::new("the leases");
        while !left.is_empty() {
            let asked: Vec<Lease> = left.iter().map(|index| leases[*index]).collect();
            let (schedules, mut groups) = self.load_leases(&asked, now).await.map_err(|error| retries.error(error))?;
            for ((index, lease), uid) in left.iter().zip(&asked).zip(&schedules) {
                let group = uid.as_ref().and_then(|uid| groups.get_mut(uid));
                let held = group.filter(|group| leased(group, *lease).is_some());
                results[*index] = held.and_then(|group| change(group, *lease)).unwrap_or_else(|| lost.clone());
            }
            let refused = self.commit_groups(&mut groups, hint, &mut retries).await?;
            let is_refused: Vec<bool> =
                schedules.iter().map(|uid| uid.is_some_and(|uid| refused.contains(&uid))).collect();
            let mut place = is_refused.into_iter();
            left.retain(|_| place.next().unwrap_or(false));
            retries.again(left.is_empty()).await?;
        }
        Ok(results)
    }

    /// Returns the schedules of leased rows, and the groups of these schedules with the rows.
    async fn load_leases(
        &self,
        leases: &[Lease],
        now: Timestamp,
    ) -> Result<(Vec<Option<ScheduleUid>>, BTreeMap<ScheduleUid, Group>), StoreError> {
        let ids: Vec<OccurrenceId> = leases.iter().map(|lease| lease.id).collect();
        let schedules = self.schedules_of(&ids).await?;
        let mut wanted: BTreeMap<ScheduleUid, Vec<OccurrenceId>> = BTreeMap::new();
        for (id, uid) in ids.iter().zip(&schedules) {
            if let Some(uid) = uid {
                wanted.entry(*uid).or_default().push(*id);
            }
        }
        Ok((schedules, self.load(&wanted, Extent::Woken(now)).await?))
    }
}

fn leased(group: &Group, lease: Lease) -> Option<&Occurrence> {
    group.row(lease.id).filter(|row| row.state == State::Running && row.fence == lease.fence)
}
