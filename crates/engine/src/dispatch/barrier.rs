//! What stands between a lease and its dispatch: the tenant's holds, then its caps.
//!
//! A node asks for a tenant's orders at most once a second, and only while something of that tenant begins; for a tenant
//! without orders all that is left is a look into a map.
//!
//! Invariants: nothing begins under a hold that the store has had for [`KNOWN_FOR`]; what the store cannot be asked about
//! does not begin, and is not skipped either.

use std::sync::{Arc, Mutex, PoisonError};

use jiff::SignedDuration;

use super::orders::Orders;
use crate::capacity::Capacity;
use crate::clock::Clock;
use crate::definition::Definition;
use crate::event::{Alarm, Events};
use crate::id::{DocumentName, Tenant};
use crate::occurrence::Occurrence;
use crate::outcome::Outcome;
use crate::planted::{self, Bug};
use crate::reason::SkipReason;
use crate::recent::Recent;
use crate::store::{MarkName, Store, StoreError};

/// How long what was read is gone by.
pub const KNOWN_FOR: SignedDuration = SignedDuration::from_secs(1);
/// An answer that was too long on its way to be gone by is asked for again, so often in all.
const TRIES: usize = 3;
/// What could not be asked about comes back after so long.
const PUT_OFF_FOR: SignedDuration = SignedDuration::from_secs(2);

/// The barrier of one node.
pub(crate) struct Barrier {
    store: Arc<dyn Store>,
    clock: Arc<dyn Clock>,
    events: Events,
    tenants: Recent<Tenant, Known>,
}

/// What is known about a tenant.
#[derive(Default)]
struct Known {
    last: Mutex<Option<Look>>,
    /// One looks; the others wait for what it finds.
    looking: tokio::sync::Mutex<()>,
}

/// One look at a tenant's orders.
#[derive(Clone)]
struct Look {
    /// When the store was asked, or, having failed, answered; in steady time.
    at: SignedDuration,
    found: Result<Arc<Orders>, String>,
}

impl Barrier {
    pub(crate) fn new(store: Arc<dyn Store>, clock: Arc<dyn Clock>, events: Events) -> Self {
        Self { store, clock, events, tenants: Recent::default() }
    }

    /// Someone here has changed a tenant's orders: the next that begins goes by the new ones.
    pub(crate) fn forget(&self, tenant: &Tenant) {
        self.tenants.forget(tenant);
    }

    /// Nothing that was read is gone by any longer.
    pub(crate) fn forget_all(&self) {
        self.tenants.forget_all();
    }

    /// Why an occurrence is not to be sent now; none when it may be.
    pub(crate) async fn refusal(&self, occurrence: &Occurrence, definition: &Definition) -> Option<Outcome> {
        let orders = match self.passes_holds(occurrence, definition).await {
            Ok(orders) => orders,
            Err(refusal) => return refusal,
        };
        // Only the first attempt begins an occurrence.
        let caps = if occurrence.attempt == 1 { orders.caps.as_slice() } else { &[] };
        for order in caps {
            let message = match &order.what {
                Ok(cap) => match self.has_room(&order.name, *cap, occurrence).await {
                    Ok(true) => continue,
                    Ok(false) => format!("capacity {} is used up: {} in {}", order.name, cap.limit, cap.window),
                    Err(error) => {
                        self.events.alarm(Alarm::StoreDown { problem: error.to_string() });
                        return Some(self.put_off(&format!("capacity {} cannot be counted: {error}", order.name)));
                    }
                },
                Err(problem) => format!("capacity {} allows nothing, because it cannot be read: {problem}", order.name),
            };
            return Some(Outcome::Skipped { reason: SkipReason::Capacity, message: Some(message) });
        }
        // Counting may have taken its time.
        if caps.is_empty() { None } else { self.passes_holds(occurrence, definition).await.err().flatten() }
    }

    /// The hold that an occurrence is under; none when there is none. Caps are left alone: to ask one is to use it.
    pub(crate) async fn held(&self, occurrence: &Occurrence, definition: &Definition) -> Option<Outcome> {
        self.passes_holds(occurrence, definition).await.err().flatten()
    }

    /// The orders of a tenant that do not hold the occurrence, or what is to be answered instead of sending it.
    async fn passes_holds(
        &self,
        occurrence: &Occurrence,
        definition: &Definition,
    ) -> Result<Arc<Orders>, Option<Outcome>> {
        let tenant = &occurrence.schedule.tenant;
        let orders = match self.orders(tenant).await {
            Ok(orders) => orders,
            Err(_) if planted::is(Bug::HoldsUnknownIgnored) => return Err(None),
            Err(problem) => {
                return Err(Some(self.put_off(&format!("the holds of {tenant} cannot be read: {problem}"))));
            }
        };
        match orders.hold_on(&occurrence.schedule.id, definition, occurrence.planned.nominal_at) {
            Some(message) if !planted::is(Bug::HoldIgnored) => {
                Err(Some(Outcome::Skipped { reason: SkipReason::Hold, message: Some(message) }))
            }
            _ => Ok(orders),
        }
    }

    fn put_off(&self, message: &str) -> Outcome {
        let now = self.clock.now();
        Outcome::Delayed { until: now.saturating_add(PUT_OFF_FOR).unwrap_or(now), message: Some(message.to_owned()) }
    }

    /// What a tenant has ordered, as the store had it at most a second ago.
    async fn orders(&self, tenant: &Tenant) -> Result<Arc<Orders>, String> {
        let known = self.tenants.get_or_keep(tenant, Known::default);
        if let Some(found) = known.as_of(self.clock.steady()) {
            return found;
        }
        let _looking = known.looking.lock().await;
        // Whoever looked meanwhile may have done so for everyone who waited.
        if let Some(found) = known.as_of(self.clock.steady()) {
            return found;
        }
        let look = self.look(tenant, known.last().as_ref()).await;
        if let Err(problem) = &look.found {
            self.events.alarm(Alarm::StoreDown { problem: problem.clone() });
        }
        *known.last.lock().unwrap_or_else(PoisonError::into_inner) = Some(look.clone());
        look.found
    }

    async fn look(&self, tenant: &Tenant, before: Option<&Look>) -> Look {
        for _ in 0..TRIES {
            let at = self.clock.steady();
            match Orders::read(&*self.store, tenant).await {
                Ok(_) if self.clock.steady().saturating_sub(at) > KNOWN_FOR => {}
                Ok(orders) => {
                    self.tell_unreadable(tenant, before, &orders);
                    return Look { at, found: Ok(Arc::new(orders)) };
                }
                Err(error) => return Look { at: self.clock.steady(), found: Err(error.to_string()) },
            }
        }
        Look { at: self.clock.steady(), found: Err(format!("no answer within {KNOWN_FOR:#}, {TRIES} times")) }
    }

    /// Raises an alarm for each order that cannot be read, once for each of its versions.
    fn tell_unreadable(&self, tenant: &Tenant, before: Option<&Look>, orders: &Orders) {
        let before = before.and_then(|look| look.found.as_ref().ok());
        for (kind, name, version, problem) in orders.unreadable() {
            let is_told = before.is_some_and(|before| {
                before.unreadable().any(|(old_kind, old, written, _)| (old_kind, old, written) == (kind, name, version))
            });
            if !is_told {
                self.events.alarm(Alarm::UnreadableOrder {
                    tenant: tenant.clone(),
                    kind: kind.as_str(),
                    name: name.to_string(),
                    problem: problem.to_owned(),
                });
            }
        }
    }

    /// Counts an occurrence against a cap, once however often it is begun, and answers whether it may be.
    ///
    /// All nodes count in the store, one after the other, so that no two take the same place. Should an answer be lost, the
    /// occurrence is counted again: then fewer begin than may, and never more.
    async fn has_room(&self, name: &DocumentName, cap: Capacity, occurrence: &Occurrence) -> Result<bool, StoreError> {
        let mark = |name: String| MarkName { tenant: occurrence.schedule.tenant.clone(), name };
        let own = mark(format!("capacity/{name}/{}", occurrence.id));
        let (window, now) = (cap.window.duration(), self.clock.now());
        // One that was given back after it had been counted comes as a first attempt again.
        if self.store.mark(&own, now).await?.is_some() {
            return Ok(true);
        }
        let begun = self.store.count(&mark(format!("capacity/{name}")), 1, window, now).await?;
        if begun > u64::from(cap.limit) {
            return Ok(false);
        }
        // It has its place. Without the mark it would only be counted again, should it be given back.
        self.store.mark_if_absent(&own, "", window, now).await.ok();
        Ok(true)
    }
}

impl Known {
    fn last(&self) -> Option<Look> {
        self.last.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// What was found, if that is not long ago.
    fn as_of(&self, now: SignedDuration) -> Option<Result<Arc<Orders>, String>> {
        let last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        let look = last.as_ref().filter(|look| look.at.saturating_add(KNOWN_FOR) > now)?;
        Some(look.found.clone())
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicI64, Ordering};

    use async_trait::async_trait;
    use jiff::Timestamp;

    use super::*;
    use crate::store::model::Model;
    use crate::worker::fixture::leased;

    /// A clock that is looked at so slowly at first: two seconds go by each time.
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
    async fn an_answer_that_was_long_on_its_way_is_not_gone_by() {
        assert_eq!(refusal(0).await, None);
        assert_eq!(refusal(3).await, None, "it is asked for again");
        let refused = refusal(100).await;
        assert!(matches!(refused, Some(Outcome::Delayed { .. })), "{refused:?}");
    }
}
