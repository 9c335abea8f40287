//! Keeps claims fast. Completed rows leave dead entries at the head of the index that claims read, and
//! autovacuum runs only once a minute. At 10,000 rows per second, a claim would skip many dead entries before
//! the first live one.
//!
//! This is best effort: if it fails, autovacuum cleans up later.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use deadpool_postgres::Pool;

/// Number of completed rows after which their dead entries are vacuumed.
const ENDED_MAX: usize = 20_000;

/// Number of completed rows since the last vacuum, as far as this node knows.
#[derive(Debug, Default)]
pub(super) struct Vacuum {
    ended: AtomicUsize,
    is_running: Arc<AtomicBool>,
}

impl Vacuum {
    /// Counts `ended` more completed rows, and starts a vacuum in the background once there are enough.
    pub(super) fn after(&self, ended: usize, pool: &Pool) {
        let before = self.ended.fetch_add(ended, Ordering::Relaxed);
        if before + ended < ENDED_MAX || self.is_running.swap(true, Ordering::Relaxed) {
            return;
        }
        self.ended.store(0, Ordering::Relaxed);
        let (pool, is_running) = (pool.clone(), Arc::clone(&self.is_running));
        tokio::spawn(async move {
            if let Ok(connection) = pool.get().await {
                // A failure only makes claims slower for a minute.
                connection.batch_execute(include_str!("sql/vacuum.sql")).await.ok();
            }
            is_running.store(false, Ordering::Relaxed);
        });
    }
}
