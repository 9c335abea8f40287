//! The contract applied to the model store itself.

use std::sync::{Arc, RwLock};

use async_trait::async_trait;
use refrain::model::{OccurrenceId, Revision, ScheduleUid, Tenant};
use refrain::store::Store;
use refrain::store::model::Model;

use crate::fixture::at;
use crate::subject::{DAMAGE, Subject, Tamper};

/// A model store in memory.
pub(crate) struct ModelSubject(RwLock<Arc<Model>>);

fn empty() -> Arc<Model> {
    Arc::new(Model::with_clock(|| at(0)))
}

#[async_trait]
impl Subject for ModelSubject {
    async fn open() -> Self {
        Self(RwLock::new(empty()))
    }

    fn store(&self) -> Arc<dyn Store> {
        self.0.read().unwrap().clone()
    }

    async fn reset(&self) {
        *self.0.write().unwrap() = empty();
    }

    async fn tamper(&self, tenant: &Tenant, how: Tamper) {
        let model = self.0.read().unwrap();
        model.tamper(tenant, |chain| how.apply(chain));
    }

    async fn damage(&self, uid: ScheduleUid, revision: Revision) {
        self.0.read().unwrap().damage(uid, revision, DAMAGE);
    }

    async fn damage_row(&self, id: OccurrenceId) {
        self.0.read().unwrap().damage_row(id);
    }
}

store_contract!(crate::model::ModelSubject);
