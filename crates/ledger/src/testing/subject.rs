//! The interface between the suite and a store under test.

use std::sync::Arc;

use async_trait::async_trait;

use crate::model::{AuditEntry, OccurrenceId, Revision, ScheduleUid, Tenant};
use crate::store::Store;

/// A store under test: fresh, empty, and used by one case only.
///
/// Methods panic if they fail. Every operation of a case passes its own `now`, so the clock of the store matters only
/// for [`Store::now`]; set it here, in `open`, if the store needs one.
#[async_trait]
pub trait Subject: Send + Sync {
    /// Opens an empty store. It shares no data with any other subject, in this process or another: cases run in
    /// parallel.
    async fn open() -> Self
    where
        Self: Sized;

    /// Returns the handle that a case works with.
    fn store(&self) -> Arc<dyn Store>;

    /// Opens a second handle on the same data, as another process would. A store for a single process returns the
    /// same handle, which is the default.
    async fn reopen(&self) -> Arc<dyn Store> {
        self.store()
    }

    /// Empties the store between two random sequences. IDs may continue; the handle is requested again afterwards.
    async fn reset(&self);

    /// Releases the resources of the subject, such as a schema on a server, after a case that passed.
    async fn close(&self) {}

    /// Changes the audit log of a tenant without the store, as a person with access to its files could.
    async fn tamper(&self, tenant: &Tenant, how: Tamper);

    /// Replaces the stored definition of a revision with [`INVALID_DEFINITION`], without the store.
    async fn damage_definition(&self, uid: ScheduleUid, revision: Revision);

    /// Makes the stored row of an occurrence unreadable, without the store. An unknown value in one of its columns is
    /// enough.
    async fn damage_row(&self, id: OccurrenceId);

    /// Returns whether IDs increase across tenants in the order of creation, which is the default. If they increase
    /// only within a tenant, the order of rows of two tenants at the same instant is not compared.
    fn orders_across_tenants(&self) -> bool {
        true
    }
}

/// Text that replaces a definition. It is not valid JSON.
pub const INVALID_DEFINITION: &str = "{ no definition";

/// A change of an audit log without the store.
#[derive(Clone, Copy, Debug)]
pub enum Tamper {
    /// Changes the detail of the entry with this sequence number.
    Detail(i64),
    /// Removes the last entry.
    RemoveLast,
}

impl Tamper {
    /// Applies the change to entries in memory, the oldest first.
    pub fn apply(self, chain: &mut Vec<AuditEntry>) {
        match self {
            Self::Detail(seq) => chain[seq as usize - 1].entry.detail.push(' '),
            Self::RemoveLast => drop(chain.pop().unwrap()),
        }
    }
}
