//! Keeping claims quick: rows that have ended leave dead entries at the very front of the index that claims read, and the
//! server's own vacuum looks only once a minute. At ten thousand rows a second that is a long way to the first live one.
//!
//! It is a help and no promise: where it fails, the server's own vacuum comes later.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use deadpool_postgres::Pool;

/// So many rows may end before their entries are cleared away.
const ENDED_MAX: usize = 20_000;

/// How much there is to clear away, as far as this node knows.
#[derive(Debug, Default)]
pub(super) struct Vacuum {
    ended: AtomicUsize,
    is_running: Arc<AtomicBool>,
}

impl Vacuum {
    /// So many rows more have ended. Clears away in the background when they have become many.
    pub(super) fn after(&self, ended: usize, pool: &Pool) {
        let before = self.ended.fetch_add(ended, Ordering::Relaxed);
        if before + ended < ENDED_MAX || self.is_running.swap(true, Ordering::Relaxed) {
            return;
        }
        self.ended.store(0, Ordering::Relaxed);
        let (pool, is_running) = (pool.clone(), Arc::clone(&self.is_running));
        tokio::spawn(async move {
            if let Ok(connection) = pool.get().await {
                // Without it claims are slower for a minute, and nothing else.
                connection.batch_execute(include_str!("sql/vacuum.sql")).await.ok();
            }
            is_running.store(false, Ordering::Relaxed);
        });
    }
}
