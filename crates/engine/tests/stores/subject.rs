//! The interface that a store's test file implements to be tested against the contract.

use std::sync::Arc;

use async_trait::async_trait;
use refrain::model::{AuditEntry, OccurrenceId, Revision, ScheduleUid, Tenant};
use refrain::store::Store;

/// A fresh, empty, private store, opened for one case.
#[async_trait]
pub(crate) trait Subject: Send + Sync {
    /// Opens a subject. It shares nothing with any other subject, in this process or another.
    async fn open() -> Self
    where
        Self: Sized;

    /// Returns the handle that a case works with.
    fn store(&self) -> Arc<dyn Store>;

    /// Opens a second handle on the same data, as another process would. Stores for a single process return the
    /// same handle.
    async fn another(&self) -> Arc<dyn Store> {
        self.store()
    }

    /// Empties the store between two random sequences. IDs may continue; handles are requested again afterwards.
    async fn reset(&self);

    /// Releases the resources of the subject, after a case that passed.
    async fn close(&self) {}

    /// Changes the audit chain of a tenant behind the back of the store.
    async fn tamper(&self, tenant: &Tenant, how: Tamper);

    /// Replaces the definition of a revision by invalid data, behind the back of the store.
    async fn damage(&self, uid: ScheduleUid, revision: Revision);

    /// Makes a row unreadable, behind the back of the store.
    async fn damage_row(&self, id: OccurrenceId);

    /// Returns whether IDs increase across tenants in the order of creation. Where they increase only within a
    /// tenant, the order of rows of two tenants at the same instant is not compared.
    fn orders_across_tenants(&self) -> bool {
        true
    }
}

/// Text that replaces a damaged definition.
pub(crate) const DAMAGE: &str = "{ no definition";

/// How a person with write access to the store's files changes the audit chain.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Tamper {
    /// Changes the detail of the entry at this position.
    Detail(i64),
    /// Removes the last entry.
    RemoveLast,
}

impl Tamper {
    /// Applies the change to a chain in memory.
    pub(crate) fn apply(self, chain: &mut Vec<AuditEntry>) {
        match self {
            Self::Detail(seq) => chain[seq as usize - 1].entry.detail.push(' '),
            Self::RemoveLast => drop(chain.pop().unwrap()),
        }
    }
}
