//! The check between a lease and its dispatch: the tenant's holds, then its quotas.
//!
//! A node reads a tenant's controls at most once per second, and only while occurrences of that tenant start.
//! For a tenant without controls, the check is a map lookup.
//!
//! Invariants:
//! - No occurrence starts under a hold that the store has had for [`CACHE_TTL`](super::CACHE_TTL).
//! - If the store does not respond, the occurrence neither starts nor is skipped.

use std::sync::Arc;

use super::controls::TenantControls;
use super::delay_outcome::{STORE_RETRY_DELAY, delay_outcome};
use super::place::{WindowSlot, slot_identity};
use super::store_cache::StoreCache;
use crate::clock::Clock;
use crate::dispatch::Quota;
use crate::model::{Definition, DocumentName, Occurrence, SkipReason, Tenant};
use crate::observe::{Alarm, Events};
use crate::outcome::{Outcome, Verdict};
use crate::store::{Store, StoreError};

/// The barrier of a node, which its worker and its pipeline share.
pub(crate) struct Barrier {
    store: Arc<dyn Store>,
    clock: Arc<dyn Clock>,
    events: Events,
    tenants: StoreCache<Tenant, TenantControls>,
}

impl Barrier {
    pub(crate) fn new(store: Arc<dyn Store>, clock: Arc<dyn Clock>, events: Events) -> Self {
        let tenants = StoreCache::new(Arc::clone(&clock), events.clone());
        Self { store, clock, events, tenants }
    }

    /// Drops the cached controls of a tenant after a change on this node, so that the next start uses the new
    /// ones.
    pub(crate) fn forget(&self, tenant: &Tenant) {
        self.tenants.forget(tenant);
    }

    /// Drops all cached controls.
    pub(crate) fn forget_all(&self) {
        self.tenants.forget_all();
    }

    /// Returns the verdict on an occurrence: it may be sent now, or it stops with an outcome.
    pub(crate) async fn verdict(&self, occurrence: &Occurrence, definition: &Definition) -> Verdict {
        self.refusal(occurrence, definition).await.map_or(Verdict::PASS, Verdict::stop)
    }

    /// Returns the outcome of an occurrence that may not be sent now, or `None` if it may be sent.
    async fn refusal(&self, occurrence: &Occurrence, definition: &Definition) -> Option<Outcome> {
        let controls = match self.passes_holds(occurrence, definition).await {
            Ok(controls) => controls,
            Err(refusal) => return refusal,
        };
        // Only the first attempt counts as a start.
        let quotas = if occurrence.attempt == 1 { controls.quotas.as_slice() } else { &[] };
        for control in quotas {
            let message = match &control.content {
                Ok(quota) => match self.has_room(&control.name, *quota, occurrence).await {
                    Ok(true) => continue,
                    Ok(false) => format!("quota {} is used up: {} per {}", control.name, quota.limit, quota.window),
                    Err(error) => {
                        self.events.alarm(Alarm::StoreDown { problem: error.to_string() });
                        let problem = format!("quota {} cannot be counted: {error}", control.name);
                        return Some(delay_outcome(self.clock.now(), STORE_RETRY_DELAY, problem));
                    }
                },
                Err(problem) => format!("quota {} allows nothing, because it cannot be read: {problem}", control.name),
            };
            return Some(Outcome::Skipped { reason: SkipReason::Quota, message: Some(message) });
        }
        // Counting may have taken a while, so the holds are checked again.
        if quotas.is_empty() { None } else { self.passes_holds(occurrence, definition).await.err().flatten() }
    }

    /// Returns the outcome of an occurrence under a hold, or `None`. Does not check quotas, because checking
    /// one uses a slot.
    pub(crate) async fn held(&self, occurrence: &Occurrence, definition: &Definition) -> Option<Outcome> {
        self.passes_holds(occurrence, definition).await.err().flatten()
    }

    /// Returns the tenant's controls if no hold covers the occurrence. Otherwise returns the outcome to report
    /// instead.
    async fn passes_holds(
        &self,
        occurrence: &Occurrence,
        definition: &Definition,
    ) -> Result<Arc<TenantControls>, Option<Outcome>> {
        let tenant = &occurrence.schedule.tenant;
        let controls = match self.controls(tenant).await {
            Ok(controls) => controls,
            Err(problem) => {
                let problem = format!("the holds of {tenant} cannot be read: {problem}");
                return Err(Some(delay_outcome(self.clock.now(), STORE_RETRY_DELAY, problem)));
            }
        };
        match controls.hold_on(&occurrence.schedule.id, definition, occurrence.planned.nominal_at) {
            Some(message) => Err(Some(Outcome::Skipped { reason: SkipReason::Hold, message: Some(message) })),
            None => Ok(controls),
        }
    }

    /// Returns the controls of a tenant, at most one second old.
    async fn controls(&self, tenant: &Tenant) -> Result<Arc<TenantControls>, String> {
        let read = |before: Option<Arc<TenantControls>>| async move {
            let controls = TenantControls::read(&*self.store, tenant).await?;
            self.report_unreadable(tenant, before.as_deref(), &controls);
            Ok::<_, StoreError>(controls)
        };
        self.tenants.get(tenant, read).await
    }

    /// Raises an alarm for each unreadable control, once per version.
    fn report_unreadable(&self, tenant: &Tenant, before: Option<&TenantControls>, controls: &TenantControls) {
        for (kind, name, version, problem) in controls.unreadable() {
            let is_reported = before.is_some_and(|before| {
                before.unreadable().any(|(old_kind, old, written, _)| (old_kind, old, written) == (kind, name, version))
            });
            if !is_reported {
                self.events.alarm(Alarm::UnreadableControl {
                    tenant: tenant.clone(),
                    kind: kind.label(),
                    name: name.to_string(),
                    problem: problem.to_owned(),
                });
            }
        }
    }

    /// Counts an occurrence against a quota, once however often it starts, and returns whether it may start.
    async fn has_room(&self, name: &DocumentName, quota: Quota, occurrence: &Occurrence) -> Result<bool, StoreError> {
        let place = WindowSlot {
            tenant: &occurrence.schedule.tenant,
            counter: format!("capacity/{name}"),
            one: slot_identity(occurrence),
            limit: quota.limit,
            window: quota.window.duration(),
        };
        place.take(&*self.store, self.clock.now()).await
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicI64, Ordering};

    use async_trait::async_trait;
    use jiff::{SignedDuration, Timestamp};

    use super::*;
    use crate::store::model::Model;
    use crate::worker::fixture::leased;

    /// Clock on which two seconds pass with each of the first `slow` reads.
    struct Slow {
        looks: AtomicI64,
        slow: i64,
    }

    #[async_trait]
    impl Clock for Slow {
        fn now(&self) -> Timestamp {
            Timestamp::UNIX_EPOCH
        }

        fn steady(&self) -> SignedDuration {
            SignedDuration::from_secs(2 * self.looks.fetch_add(1, Ordering::Relaxed).min(self.slow))
        }

        async fn sleep_until(&self, _: Timestamp) {}
    }

    async fn refusal(slow: i64) -> Option<Outcome> {
        let clock = Arc::new(Slow { looks: AtomicI64::new(0), slow });
        let barrier = Barrier::new(Arc::new(Model::new()), clock, Events::new());
        let leased = leased(1, 1);
        barrier.refusal(&leased.occurrence, &leased.definition.unwrap()).await
    }

    #[tokio::test]
    async fn a_read_that_took_too_long_is_not_used() {
        assert_eq!(refusal(0).await, None);
        assert_eq!(refusal(3).await, None, "the controls are read again");
        let refused = refusal(100).await;
        assert!(matches!(refused, Some(Outcome::Delayed { .. })), "{refused:?}");
    }
}
