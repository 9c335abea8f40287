//! What people change in a tenant goes into one chain of entries, so of two that change at once one must decide anew. Those of
//! this process take turns instead: a crowd of them would spend its time getting into its own way.
//!
//! A turn is for speed. Whether a change may be written is decided in Redis, with or without one.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::time::Duration;

use tokio::sync::{Mutex, MutexGuard};

use crate::id::Tenant;

/// So many lines there are; tenants that stand in the same line wait for each other now and then.
const LINES: usize = 64;
/// Whoever has waited so long goes without a turn: those in front may be waiting for a server that is silent.
const WAIT_MAX: Duration = Duration::from_secs(2);

#[derive(Debug)]
pub(super) struct Turns(Vec<Mutex<()>>);

impl Turns {
    pub(super) fn new() -> Self {
        Self((0..LINES).map(|_| Mutex::new(())).collect())
    }

    /// Waits for the tenant's turn; it is over when what this answers is dropped.
    pub(super) async fn wait(&self, tenant: &Tenant) -> Option<MutexGuard<'_, ()>> {
        let mut hasher = DefaultHasher::new();
        tenant.hash(&mut hasher);
        let line = usize::try_from(hasher.finish() % LINES as u64).unwrap_or(0);
        tokio::time::timeout(WAIT_MAX, self.0[line].lock()).await.ok()
    }
}
