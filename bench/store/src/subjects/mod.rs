//! The stores that are timed, each with a place of its own that is gone afterwards.

mod postgres;
mod redis;
mod sqlite;

use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use refrain::store::Store;

use crate::Outcome;
use crate::floor::{Floor, Writer};

/// A store and the database under it.
#[async_trait]
pub trait Subject: Send + Sync {
    fn name(&self) -> &'static str;
    /// An empty store in this place.
    async fn open(&self, place: &str) -> Outcome<Arc<dyn Store>>;
    /// So many callers that write rows past the store, into an empty place.
    async fn writers(&self, floor: Floor, callers: usize) -> Outcome<Vec<Box<dyn Writer>>>;
    /// The processor time that the server has used. None when there is no server, or it stands elsewhere.
    async fn server_cpu(&self) -> Outcome<Option<Duration>>;
    /// Removes what was written in these places and past the store.
    async fn clear(&self, places: &[&str]) -> Outcome<()>;
}

/// All stores, or what is missing to time them.
pub fn all() -> Outcome<Vec<Box<dyn Subject>>> {
    let variable = |name: &str| {
        std::env::var(name).map_err(|_| format!("{name} is not set: run this with `make bench-store`, which sets it"))
    };
    Ok(vec![
        Box::new(sqlite::InFile::new()?),
        Box::new(postgres::InPostgres::new(variable("REFRAIN_TEST_POSTGRES")?)),
        Box::new(redis::InRedis::new(variable("REFRAIN_TEST_REDIS")?)),
    ])
}
