// The contract applied to the model store. This file is also the example in the documentation of the module.

use std::sync::{Arc, RwLock};

use async_trait::async_trait;
use refrain_ledger::model::{OccurrenceId, Revision, ScheduleUid, Tenant};
use refrain_ledger::store::Store;
use refrain_ledger::store::model::Model;
use refrain_ledger::testing::{INVALID_DEFINITION, Subject, Tamper};

/// A store in memory.
struct ModelSubject(RwLock<Arc<Model>>);

#[async_trait]
impl Subject for ModelSubject {
    async fn open() -> Self {
        Self(RwLock::default())
    }

    fn store(&self) -> Arc<dyn Store> {
        self.0.read().unwrap().clone()
    }

    async fn reset(&self) {
        *self.0.write().unwrap() = Arc::default();
    }

    async fn tamper(&self, tenant: &Tenant, how: Tamper) {
        self.0.read().unwrap().tamper(tenant, |chain| how.apply(chain));
    }

    async fn damage_definition(&self, uid: ScheduleUid, revision: Revision) {
        self.0.read().unwrap().damage(uid, revision, INVALID_DEFINITION);
    }

    async fn damage_row(&self, id: OccurrenceId) {
        self.0.read().unwrap().damage_row(id);
    }
}

refrain_ledger::store_contract!(ModelSubject);
