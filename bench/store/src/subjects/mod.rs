//! The stores to measure. Each has its own location, which is removed afterwards.

mod postgres;
mod redis;
mod sqlite;

use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use refrain::store::Store;

use crate::Outcome;
use crate::floor::{Floor, Writer};

/// A store and its database.
#[async_trait]
pub trait Subject: Send + Sync {
    fn name(&self) -> &'static str;
    /// Opens an empty store at a location.
    async fn open(&self, place: &str) -> Outcome<Arc<dyn Store>>;
    /// Creates callers that write rows directly to the database, at an empty location.
    async fn writers(&self, floor: Floor, callers: usize) -> Outcome<Vec<Box<dyn Writer>>>;
    /// Returns the processor time used by the server. `None` if there is no server, or if it is on another machine.
    async fn server_cpu(&self) -> Outcome<Option<Duration>>;
    /// Removes the data of these locations and the rows written directly.
    async fn clear(&self, slots: &[&str]) -> Outcome<()>;
}

/// Returns all stores, or an error about a missing variable.
pub fn all() -> Outcome<Vec<Box<dyn Subject>>> {
    let variable = |name: &str| {
        std::env::var(name).map_err(|_| format!("{name} is not set; run `make bench-store`, which sets it"))
    };
    Ok(vec![
        Box::new(sqlite::SqliteSubject::new()?),
        Box::new(postgres::PostgresSubject::new(variable("REFRAIN_TEST_POSTGRES")?)),
        Box::new(redis::RedisSubject::new(variable("REFRAIN_TEST_REDIS")?)),
    ])
}
