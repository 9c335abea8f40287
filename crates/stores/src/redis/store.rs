//! Implements [`Store`] for Redis: its clock, its health, and messages between nodes.

use std::sync::Arc;

use async_trait::async_trait;
use jiff::Timestamp;
use redis::Pipeline;
use tokio::sync::{broadcast, watch};

use super::{Redis, error, link, migrate};
use refrain_ledger::store::{Health, Store, StoreError, StoreRollback};

#[async_trait]
impl Store for Redis {
    async fn now(&self) -> Result<Timestamp, StoreError> {
        let (second, microsecond): (i64, i64) = link::read(self.link.call(redis::cmd("TIME")).await?)?;
        Timestamp::from_microsecond(second * 1_000_000 + microsecond).map_err(|_| error::unexpected("the time"))
    }

    async fn health(&self) -> Result<Health, StoreError> {
        let mut warnings = migrate::warnings(&self.link).await?;
        warnings.extend(self.damage().await?);
        let found = migrate::found(&self.link, self.keys.prefix()).await?;
        let schema_version = found.layout.map_or(0, |layout| layout.version);
        Ok(Health { kind: "redis", schema_version, known_version: migrate::SCHEMA_VERSION, warnings, full: None })
    }

    async fn restored(&self) -> Result<Option<StoreRollback>, StoreError> {
        self.seen.compare(migrate::last_counter(&self.link, &self.keys)).await
    }

    fn wakes(&self) -> watch::Receiver<u64> {
        self.node_channel.wakes()
    }

    async fn tell(&self, news: &[String]) -> Result<(), StoreError> {
        let mut pipeline = Pipeline::new();
        for words in self.node_channel.words(news)? {
            pipeline.add_command(self.said(&words));
        }
        if news.is_empty() { Ok(()) } else { self.link.calls(&pipeline).await.map(drop) }
    }

    fn news(&self) -> Option<broadcast::Receiver<Arc<str>>> {
        Some(self.node_channel.news())
    }
}
