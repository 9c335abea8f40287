//! Implements [`Store`] for SQLite: its clock, its health, and hints to waiting tasks.

use std::sync::Arc;

use async_trait::async_trait;
use jiff::Timestamp;
use tokio::sync::watch;

use super::error::StoreResult;
use super::{Sqlite, ids, migrate};
use refrain_ledger::store::{Health, Store, StoreRollback};

#[async_trait]
impl Store for Sqlite {
    async fn now(&self) -> StoreResult<Timestamp> {
        Ok(refrain_ledger::clock::wall())
    }

    async fn health(&self) -> StoreResult<Health> {
        let room = self.room.clone();
        let (layout, full) = self.read(move |conn| Ok((migrate::layout(conn)?, room.shortage(conn)?))).await?;
        Ok(Health {
            kind: "sqlite",
            schema_version: layout.map_or(migrate::SCHEMA_VERSION, |layout| layout.version),
            known_version: migrate::SCHEMA_VERSION,
            warnings: Vec::new(),
            full,
        })
    }

    async fn restored(&self) -> StoreResult<Option<StoreRollback>> {
        let seen = Arc::clone(&self.seen);
        self.read(move |conn| seen.compare(|| ids::last(conn))).await
    }

    fn wakes(&self) -> watch::Receiver<u64> {
        self.wakes.subscribe()
    }
}
