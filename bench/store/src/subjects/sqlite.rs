//! One file per location.

use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use refrain::store::Store;
use refrain::store::sqlite::Sqlite;
use tempfile::TempDir;

use super::Subject;
use crate::Outcome;
use crate::floor::{self, Floor, Writer};

pub struct SqliteSubject(TempDir);

impl SqliteSubject {
    pub fn new() -> Outcome<Self> {
        Ok(Self(tempfile::tempdir()?))
    }
}

#[async_trait]
impl Subject for SqliteSubject {
    fn name(&self) -> &'static str {
        "sqlite"
    }

    async fn open(&self, place: &str) -> Outcome<Arc<dyn Store>> {
        Ok(Arc::new(Sqlite::open(self.0.path().join(format!("{place}.db"))).await?))
    }

    async fn writers(&self, floor: Floor, callers: usize) -> Outcome<Vec<Box<dyn Writer>>> {
        floor::sqlite::writers(self.0.path(), floor, callers)
    }

    async fn server_cpu(&self) -> Outcome<Option<Duration>> {
        Ok(None)
    }

    /// Does nothing: the folder is removed as a whole.
    async fn clear(&self, _places: &[&str]) -> Outcome<()> {
        Ok(())
    }
}
