//! What a store's own file must give so that the contract can be held against it.

use std::sync::Arc;

use async_trait::async_trait;
use refrain::audit::AuditEntry;
use refrain::id::{OccurrenceId, Revision, ScheduleUid, Tenant};
use refrain::store::Store;

/// A fresh, empty, private store, opened for one case.
#[async_trait]
pub(crate) trait Subject: Send + Sync {
    /// Opens one. It shares nothing with any other subject, of this process or another.
    async fn open() -> Self
    where
        Self: Sized;

    /// The handle that a case works with.
    fn store(&self) -> Arc<dyn Store>;

    /// A second handle on the same data, as another process would have it. The same one where there is only one process.
    async fn another(&self) -> Arc<dyn Store> {
        self.store()
    }

    /// Empties the store, between two random sequences. Numbers may go on; handles are asked for anew afterwards.
    async fn reset(&self);

    /// Gives back what was opened, after a case that held.
    async fn close(&self) {}

    /// Changes a tenant's audit behind the store's back.
    async fn tamper(&self, tenant: &Tenant, how: Tamper);

    /// Puts something that is no definition in place of the one that a revision brought, behind the store's back.
    async fn damage(&self, uid: ScheduleUid, revision: Revision);

    /// Puts a row into a form that no program knows, behind the store's back.
    async fn damage_row(&self, id: OccurrenceId);

    /// Whether numbers rise across tenants in the order that rows were made. Where they rise only inside a tenant, the
    /// order of two tenants' rows of the same instant is not compared.
    fn orders_across_tenants(&self) -> bool {
        true
    }
}

/// What stands in place of a damaged definition.
pub(crate) const DAMAGE: &str = "{ no definition";

/// How someone who can write to the store's files changes the audit.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Tamper {
    /// The detail of the entry in this place says something else.
    Detail(i64),
    /// The last entry is gone.
    RemoveLast,
}

impl Tamper {
    /// Does it to a chain in memory.
    pub(crate) fn apply(self, chain: &mut Vec<AuditEntry>) {
        match self {
            Self::Detail(seq) => chain[seq as usize - 1].entry.detail.push(' '),
            Self::RemoveLast => drop(chain.pop().unwrap()),
        }
    }
}
