//! Limits on open connections: in total, and for each remote address.
//!
//! A connection without a request in progress is idle. When a limit is reached, the connection that has been idle
//! longest is closed in favor of the new one. Connections with a request in progress are never closed for others.

use std::collections::{BTreeMap, HashMap};
use std::net::{IpAddr, Ipv6Addr};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::Notify;
use tokio_util::sync::CancellationToken;

use super::ListenOptions;
use super::client::is_trusted;

/// The bits of an IPv6 address that count as one address: one host usually has a whole /64 network.
const HOST_MASK: u128 = u128::MAX << 64;

/// The connections of a server. Clones share their state.
#[derive(Clone)]
pub(super) struct Slots {
    inner: Arc<Inner>,
}

struct Inner {
    options: Arc<ListenOptions>,
    table: Mutex<Table>,
    /// Signals that a connection ended or became idle.
    freed: Notify,
}

#[derive(Default)]
struct Table {
    open: HashMap<u64, Open>,
    idle: Idle,
    by_address: HashMap<IpAddr, Address>,
    /// Next number for a connection, or for the order in which connections became idle.
    next: u64,
}

struct Open {
    address: IpAddr,
    idle_since: Option<u64>,
    evicted: CancellationToken,
}

#[derive(Default)]
struct Address {
    connections: usize,
    idle: Idle,
}

/// Connections in the order in which they became idle.
type Idle = BTreeMap<u64, u64>;

impl Slots {
    pub(super) fn new(options: Arc<ListenOptions>) -> Self {
        Self { inner: Arc::new(Inner { options, table: Mutex::default(), freed: Notify::new() }) }
    }

    /// Waits until another connection may be accepted.
    pub(super) async fn room(&self) {
        loop {
            let has_room = {
                let table = self.inner.table();
                table.open.len() < self.inner.options.connections_max || !table.idle.is_empty()
            };
            if has_room {
                return;
            }
            self.inner.freed.notified().await;
        }
    }

    /// Takes a slot for a new connection, which is idle at first. Returns `None` if its address has too many
    /// connections and all of them are in use.
    pub(super) fn take(&self, peer: IpAddr) -> Option<Slot> {
        let options = &self.inner.options;
        let address = counted_as(peer);
        let is_limited = !address.is_loopback() && !is_trusted(peer, &options.trusted_proxies);
        let mut table = self.inner.table();
        let own = table.by_address.entry(address).or_default();
        if is_limited && own.connections >= options.connections_per_address_max {
            let oldest = own.idle.first_key_value().map(|(_, id)| *id)?;
            table.evict(oldest);
        } else if table.open.len() >= options.connections_max {
            table.evict_oldest();
        }
        let (id, evicted) = (table.number(), CancellationToken::new());
        table.open.insert(id, Open { address, idle_since: None, evicted: evicted.clone() });
        table.by_address.entry(address).or_default().connections += 1;
        table.set_idle(id, true);
        Some(Slot { inner: Arc::clone(&self.inner), id, evicted })
    }

    /// Closes the connection that has been idle longest, if there is one.
    pub(super) fn evict_oldest(&self) {
        self.inner.table().evict_oldest();
    }
}

impl Inner {
    fn table(&self) -> MutexGuard<'_, Table> {
        self.table.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Table {
    fn number(&mut self) -> u64 {
        self.next += 1;
        self.next
    }

    fn evict_oldest(&mut self) {
        if let Some(oldest) = self.idle.first_key_value().map(|(_, id)| *id) {
            self.evict(oldest);
        }
    }

    fn evict(&mut self, id: u64) {
        if let Some(open) = self.remove(id) {
            open.evicted.cancel();
        }
    }

    fn remove(&mut self, id: u64) -> Option<Open> {
        self.set_idle(id, false);
        let open = self.open.remove(&id)?;
        if let Some(address) = self.by_address.get_mut(&open.address) {
            address.connections -= 1;
            if address.connections == 0 {
                self.by_address.remove(&open.address);
            }
        }
        Some(open)
    }

    fn set_idle(&mut self, id: u64, is_idle: bool) {
        let now = self.number();
        // An evicted connection is no longer in the table.
        let Some(open) = self.open.get_mut(&id) else { return };
        let address = self.by_address.entry(open.address).or_default();
        if let Some(since) = open.idle_since.take() {
            self.idle.remove(&since);
            address.idle.remove(&since);
        }
        if is_idle {
            open.idle_since = Some(now);
            self.idle.insert(now, id);
            address.idle.insert(now, id);
        }
    }
}

/// The slot of one open connection. Dropping it frees the slot.
pub(super) struct Slot {
    inner: Arc<Inner>,
    id: u64,
    evicted: CancellationToken,
}

impl Slot {
    /// Completes when the connection must be closed in favor of another.
    pub(super) async fn evicted(&self) {
        self.evicted.cancelled().await;
    }

    pub(super) fn set_idle(&self, is_idle: bool) {
        self.inner.table().set_idle(self.id, is_idle);
        if is_idle {
            self.inner.freed.notify_one();
        }
    }
}

impl Drop for Slot {
    fn drop(&mut self) {
        self.inner.table().remove(self.id);
        self.inner.freed.notify_one();
    }
}

fn counted_as(peer: IpAddr) -> IpAddr {
    match peer.to_canonical() {
        IpAddr::V6(address) if !address.is_loopback() => Ipv6Addr::from_bits(address.to_bits() & HOST_MASK).into(),
        address => address,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn slots(connections_max: usize, connections_per_address_max: usize) -> Slots {
        let trusted_proxies = vec![serde_json::from_value("10.0.0.0/8".into()).unwrap()];
        let options =
            ListenOptions { trusted_proxies, connections_max, connections_per_address_max, ..Default::default() };
        Slots::new(Arc::new(options))
    }

    fn take(slots: &Slots, peer: &str) -> Option<Slot> {
        slots.take(peer.parse().unwrap())
    }

    fn busy(slots: &Slots, peer: &str) -> Slot {
        let slot = take(slots, peer).unwrap();
        slot.set_idle(false);
        slot
    }

    #[test]
    fn the_longest_idle_connection_makes_room_for_a_new_one() {
        let slots = slots(3, 3);
        let (used, first, second) =
            (busy(&slots, "192.0.2.1"), take(&slots, "192.0.2.2").unwrap(), take(&slots, "192.0.2.3").unwrap());
        // This connection served a request after the second one was opened.
        first.set_idle(false);
        first.set_idle(true);
        let third = take(&slots, "192.0.2.4").unwrap();
        assert!(second.evicted.is_cancelled());
        let _fourth = take(&slots, "192.0.2.5").unwrap();
        assert!(first.evicted.is_cancelled() && !used.evicted.is_cancelled() && !third.evicted.is_cancelled());
        drop((first, second));
        assert_eq!(slots.inner.table().open.len(), 3);
    }

    #[test]
    fn an_address_has_a_limit_of_its_own() {
        let slots = slots(100, 2);
        let (_first, second) = (busy(&slots, "192.0.2.1"), take(&slots, "192.0.2.1").unwrap());
        let third = busy(&slots, "192.0.2.1");
        assert!(second.evicted.is_cancelled());
        assert!(take(&slots, "192.0.2.1").is_none(), "both connections of the address are in use");
        assert!(take(&slots, "::ffff:192.0.2.1").is_none(), "this is the same address written as IPv6");
        let _other = busy(&slots, "192.0.2.2");
        drop(third);
        let _again = busy(&slots, "192.0.2.1");
        let _hosts = (busy(&slots, "2001:db8::1"), busy(&slots, "2001:db8::2"));
        assert!(take(&slots, "2001:db8::3").is_none(), "one /64 network is one address");
        let _elsewhere = busy(&slots, "2001:db8:0:1::1");
    }

    #[test]
    fn loopback_and_trusted_proxies_have_no_limit_of_their_own() {
        let slots = slots(100, 1);
        for peer in ["127.0.0.1", "::1", "10.1.2.3"] {
            let _all: Vec<Slot> = (0..5).map(|_| busy(&slots, peer)).collect();
        }
        assert!(slots.inner.table().by_address.is_empty());
    }

    #[tokio::test]
    async fn a_full_server_waits_for_a_connection_that_ends() {
        let slots = slots(1, 1);
        slots.room().await;
        let only = busy(&slots, "192.0.2.1");
        let waiting = tokio::spawn({
            let slots = slots.clone();
            async move { slots.room().await }
        });
        tokio::task::yield_now().await;
        assert!(!waiting.is_finished());
        drop(only);
        waiting.await.unwrap();
    }
}
