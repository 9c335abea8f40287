//! Implements [`Store`] for PostgreSQL: its clock, its health, and messages between nodes.

use std::sync::Arc;

use async_trait::async_trait;
use jiff::Timestamp;
use tokio::sync::{broadcast, watch};

use super::error::Failure;
use super::{Postgres, migrate};
use refrain_ledger::store::{Health, Store, StoreError, StoreRollback};

#[async_trait]
impl Store for Postgres {
    async fn now(&self) -> Result<Timestamp, StoreError> {
        self.call(|tx| async move {
            let rows = tx.read(include_str!("sql/store_now.sql"), &[]).await?;
            rows.first().map(|row| row.get(0)).ok_or(Failure::Conflict)
        })
        .await
    }

    async fn health(&self) -> Result<Health, StoreError> {
        self.call(|tx| async move {
            let rows = tx.read(include_str!("sql/store_health.sql"), &[]).await?;
            let row = rows.first().ok_or(Failure::Conflict)?;
            let settings = [
                (row.get(0), "fsync is off: a crash of the server's machine may lose or damage the ledger"),
                (row.get(1), "full_page_writes is off: a crash of the server's machine may damage the ledger"),
                (row.get(2), "synchronous_commit is off: a crash of the server may lose the last acknowledged writes"),
            ];
            let warnings = settings.into_iter().filter(|(is_on, _): &(bool, _)| !is_on);
            Ok(Health {
                kind: "postgres",
                schema_version: row.get(3),
                known_version: migrate::VERSION,
                warnings: warnings.map(|(_, warning)| warning.to_owned()).collect(),
                full: None,
            })
        })
        .await
    }

    async fn restored(&self) -> Result<Option<StoreRollback>, StoreError> {
        let newest = self.call(|tx| async move {
            let rows = tx.read(include_str!("sql/store_last_id.sql"), &[]).await?;
            rows.first().map(|row| row.get(0)).ok_or(Failure::Conflict)
        });
        self.seen.compare(newest).await
    }

    fn wakes(&self) -> watch::Receiver<u64> {
        self.node_channel.wakes()
    }

    async fn tell(&self, news: &[String]) -> Result<(), StoreError> {
        let words = &self.node_channel.words(news)?;
        self.call(
            |tx| async move { tx.read(include_str!("sql/store_tell.sql"), &[&self.schema, words]).await.map(drop) },
        )
        .await
    }

    fn news(&self) -> Option<broadcast::Receiver<Arc<str>>> {
        Some(self.node_channel.news())
    }
}
