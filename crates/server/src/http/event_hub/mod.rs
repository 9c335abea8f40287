//! Keeps the latest events of each tenant in memory, so that a reader can resume after a lost connection.
//!
//! Invariants: no tenant's events are in another tenant's ring. The number of rings, of events in each ring
//! and of readers of each ring is bounded.

mod event_view;
pub(super) mod relay;
mod stored_event;

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use refrain::Refrain;
use refrain::model::Tenant;
use refrain::observe::Event;
use tokio::sync::watch;

pub(super) use self::event_view::{EventView, Kind};
use self::relay::Outbox;
pub(super) use self::stored_event::StoredEvent;
use super::id;

/// Maximum number of events per tenant.
const EVENTS_MAX: usize = 512;
/// Maximum number of tenants with a ring. The ring without readers that has been quiet longest is dropped
/// first.
const TENANTS_MAX: usize = 1_000;
/// Maximum number of concurrent readers per tenant.
pub(super) const READERS_MAX: usize = 20;

/// The latest events of all tenants.
#[derive(Debug)]
pub(super) struct Hub {
    /// Random ID of this process. It distinguishes its events from those of the previous process, which had
    /// the same numbers.
    era: String,
    rings: Mutex<Rings>,
    /// Outgoing events for the other nodes.
    outbox: Outbox,
}

#[derive(Debug, Default)]
struct Rings {
    by_tenant: HashMap<Tenant, Ring>,
    /// Highest event number of any dropped ring. New rings continue from there, so that no event number of a
    /// tenant is reused.
    highest_dropped: u64,
}

#[derive(Debug)]
struct Ring {
    events: VecDeque<(u64, Arc<StoredEvent>)>,
    /// Number of the last event. 0 if there was none.
    last: watch::Sender<u64>,
    readers: usize,
}

/// Events found for a reader.
#[derive(Debug)]
pub(super) struct NewEvents {
    /// Upper bound on the number of unseen events that are no longer available.
    pub(super) missed: u64,
    /// New events with their numbers.
    pub(super) events: Vec<(u64, Arc<StoredEvent>)>,
    /// Number of the last event, seen or not.
    pub(super) last: u64,
}

impl Hub {
    fn new() -> Arc<Self> {
        let mut era = id::random();
        era.truncate(8);
        Arc::new(Self { era, rings: Mutex::default(), outbox: Outbox::new() })
    }

    /// Creates a hub that keeps the events of a node from now on.
    pub(super) fn for_node(refrain: &Refrain) -> Arc<Self> {
        let hub = Self::new();
        let keeping = Arc::downgrade(&hub);
        let clock = Arc::clone(refrain.clock());
        refrain.on_event(move |event| {
            if let Some(hub) = keeping.upgrade() {
                hub.add(event, clock.now());
            }
        });
        hub
    }

    /// Returns the ID that distinguishes the events of this process.
    pub(super) fn era(&self) -> &str {
        &self.era
    }

    fn add(&self, event: &Event, at: jiff::Timestamp) {
        // Events about the whole node go to its log and its metrics instead.
        let Some((tenant, reported)) = EventView::of(event, at) else { return };
        self.outbox.forward(&tenant, &reported, at);
        self.keep(&tenant, StoredEvent::Own(Box::new(reported)));
    }

    fn keep(&self, tenant: &Tenant, kept: StoredEvent) {
        let mut rings = self.rings();
        let ring = rings.of(tenant);
        let number = *ring.last.borrow() + 1;
        ring.events.push_back((number, Arc::new(kept)));
        if ring.events.len() > EVENTS_MAX {
            ring.events.pop_front();
        }
        ring.last.send_replace(number);
    }

    /// Starts reading. Returns the reader and the number of the last event, or `None` if there are too many
    /// readers.
    pub(super) fn read(self: &Arc<Self>, tenant: &Tenant) -> Option<(Reader, u64)> {
        let mut rings = self.rings();
        let ring = rings.of(tenant);
        if ring.readers >= READERS_MAX {
            return None;
        }
        ring.readers += 1;
        let (news, last) = (ring.last.subscribe(), *ring.last.borrow());
        drop(rings);
        self.outbox.notify_reader();
        Some((Reader { hub: Arc::clone(self), tenant: tenant.clone(), news }, last))
    }

    /// Returns whether this node has any reader.
    fn is_read(&self) -> bool {
        self.rings().by_tenant.values().any(|ring| ring.readers > 0)
    }

    fn rings(&self) -> MutexGuard<'_, Rings> {
        self.rings.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Rings {
    fn of(&mut self, tenant: &Tenant) -> &mut Ring {
        self.make_room(tenant);
        let last = self.highest_dropped;
        self.by_tenant.entry(tenant.clone()).or_insert_with(|| Ring::from(last))
    }

    fn make_room(&mut self, tenant: &Tenant) {
        if self.by_tenant.len() < TENANTS_MAX || self.by_tenant.contains_key(tenant) {
            return;
        }
        let unread = self.by_tenant.iter().filter(|(_, ring)| ring.readers == 0);
        let quiet = unread.min_by_key(|(_, ring)| ring.last_at()).map(|(tenant, _)| tenant.clone());
        if let Some(ring) = quiet.and_then(|quiet| self.by_tenant.remove(&quiet)) {
            self.highest_dropped = self.highest_dropped.max(*ring.last.borrow());
        }
    }
}

impl Ring {
    fn from(last: u64) -> Self {
        Self { events: VecDeque::new(), last: watch::Sender::new(last), readers: 0 }
    }

    /// Returns the time of the last event, or `None` if the ring is empty.
    fn last_at(&self) -> Option<jiff::Timestamp> {
        self.events.back().map(|(_, kept)| kept.at())
    }
}

/// A reader of a tenant's events. Dropping it frees its place.
#[derive(Debug)]
pub(super) struct Reader {
    hub: Arc<Hub>,
    tenant: Tenant,
    news: watch::Receiver<u64>,
}

impl Reader {
    /// Returns the events after the event number `seen`.
    pub(super) fn after(&self, seen: u64) -> NewEvents {
        let rings = self.hub.rings();
        let Some(ring) = rings.by_tenant.get(&self.tenant) else {
            return NewEvents { missed: 0, events: Vec::new(), last: seen };
        };
        let events: Vec<_> = ring.events.iter().filter(|(number, _)| *number > seen).cloned().collect();
        let last = *ring.last.borrow();
        let first = events.first().map_or(last + 1, |(number, _)| *number);
        NewEvents { missed: first.saturating_sub(seen + 1), events, last }
    }

    /// Waits for new events.
    pub(super) async fn news(&mut self) {
        if self.news.changed().await.is_err() {
            // Cannot happen: a ring with readers is not removed.
            std::future::pending::<()>().await;
        }
    }
}

impl Drop for Reader {
    fn drop(&mut self) {
        if let Some(ring) = self.hub.rings().by_tenant.get_mut(&self.tenant) {
            ring.readers -= 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use refrain::model::{ScheduleId, ScheduleKey};

    use super::*;

    fn tenant(name: &str) -> Tenant {
        Tenant::new("default", name).unwrap()
    }

    fn add(hub: &Hub, name: &str) {
        let schedule = ScheduleKey { tenant: tenant(name), id: ScheduleId::new("digest").unwrap() };
        hub.add(&Event::Planned { schedule, rows: 1 }, jiff::Timestamp::UNIX_EPOCH);
    }

    #[test]
    fn reader_resumes_and_learns_how_much_it_missed() {
        let hub = Hub::new();
        let (reader, last) = hub.read(&tenant("acme")).unwrap();
        assert_eq!(last, 0);
        (0..EVENTS_MAX + 10).for_each(|_| add(&hub, "acme"));
        let found = reader.after(0);
        assert_eq!((found.missed, found.events.len(), found.last), (10, EVENTS_MAX, 522));
        let found = reader.after(520);
        assert_eq!((found.missed, found.events.len()), (0, 2));
        let found = reader.after(522);
        assert_eq!((found.missed, found.events.len()), (0, 0));
    }

    #[test]
    fn tenants_are_isolated_and_readers_are_limited() {
        let hub = Hub::new();
        add(&hub, "acme");
        let (other, _) = hub.read(&tenant("other")).unwrap();
        assert!(other.after(0).events.is_empty());
        let mut readers: Vec<_> = (1..READERS_MAX).map(|_| hub.read(&tenant("other")).unwrap()).collect();
        assert!(hub.read(&tenant("other")).is_none());
        readers.pop();
        assert!(hub.read(&tenant("other")).is_some());
    }

    #[test]
    fn the_number_of_rings_is_bounded() {
        let hub = Hub::new();
        (0..TENANTS_MAX + 5).for_each(|n| add(&hub, &format!("t{n}")));
        assert_eq!(hub.rings().by_tenant.len(), TENANTS_MAX);
    }
}
