//! Serializes changes that people make in one tenant. They all append to one audit chain, so of two concurrent
//! changes one must be decided again. The changes of this process take turns instead, because many of them
//! would mostly conflict with each other.
//!
//! Turns exist only for speed. Redis decides whether a change may be written, with or without a turn.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::time::Duration;

use tokio::sync::{Mutex, MutexGuard};

use refrain_ledger::model::Tenant;

/// Number of queues. Tenants that share a queue sometimes wait for each other.
const LINES: usize = 64;
/// Maximum time to wait for a turn. After that, the caller continues without one, because the callers ahead may
/// be waiting for an unresponsive server.
const WAIT_MAX: Duration = Duration::from_secs(2);

#[derive(Debug)]
pub(super) struct Turns(Vec<Mutex<()>>);

impl Turns {
    pub(super) fn new() -> Self {
        Self((0..LINES).map(|_| Mutex::new(())).collect())
    }

    /// Waits for the tenant's turn. The turn ends when the returned guard is dropped.
    pub(super) async fn wait(&self, tenant: &Tenant) -> Option<MutexGuard<'_, ()>> {
        let mut hasher = DefaultHasher::new();
        tenant.hash(&mut hasher);
        let line = usize::try_from(hasher.finish() % LINES as u64).unwrap_or(0);
        tokio::time::timeout(WAIT_MAX, self.0[line].lock()).await.ok()
    }
}
