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
        let tenant = &occurrence.schedule.tenant;
        let orders = match self.orders(tenant).await {
            Ok(orders) => orders,
            Err(_) if planted::is(Bug::HoldsUnknownIgnored) => return None,
            Err(problem) => return Some(self.put_off(&format!("the holds of {tenant} cannot be read: {problem}"))),
        };
        let nominal_at = occurrence.planned.nominal_at;
        if let Some(message) = orders.hold_on(&occurrence.schedule.id, definition, nominal_at)
            && !planted::is(Bug::HoldIgnored)
        {
            return Some(Outcome::Skipped { reason: SkipReason::Hold, message: Some(message) });
        }
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
        None
    }

    fn put_off(&self, message: &str) -> Outcome {
        let now = self.clock.now();
        Outcome::Delayed { until: now.saturating_add(PUT_OFF_FOR).unwrap_or(now), message: Some(message.to_owned()) }
    }

    /// What a tenant has ordered, as the store had it when this was asked or at most a second before.
    async fn orders(&self, tenant: &Tenant) -> Result<Arc<Orders>, String> {
        let asked_at = self.clock.steady();
        let known = self.tenants.get_or_keep(tenant, Known::default);
        if let Some(found) = known.since(asked_at) {
            return found;
        }
        let _looking = known.looking.lock().await;
        // Whoever looked meanwhile may have done so for everyone who waited.
        if let Some(found) = known.since(asked_at) {
            return found;
        }
        let looked_at = self.clock.steady();
        let look = match Orders::read(&*self.store, tenant).await {
            Ok(orders) => {
                self.tell_unreadable(tenant, known.last().as_ref(), &orders);
                Look { at: looked_at, found: Ok(Arc::new(orders)) }
            }
            Err(error) => {
                self.events.alarm(Alarm::StoreDown { problem: error.to_string() });
                Look { at: self.clock.steady(), found: Err(error.to_string()) }
            }
        };
        *known.last.lock().unwrap_or_else(PoisonError::into_inner) = Some(look.clone());
        look.found
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

    /// What was found, if that was not long before.
    fn since(&self, asked_at: SignedDuration) -> Option<Result<Arc<Orders>, String>> {
        let last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        let look = last.as_ref().filter(|look| look.at.saturating_add(KNOWN_FOR) > asked_at)?;
        Some(look.found.clone())
    }
}
