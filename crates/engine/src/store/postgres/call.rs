//! How every verb is run: within its deadline, again where another transaction was in the way, and with an honest answer
//! when the server's own was lost.

use std::future::Future;
use std::hash::{BuildHasher, RandomState};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use super::Postgres;
use super::error::Failure;
use super::transaction::Tx;
use crate::store::StoreError;

/// So often a verb is tried when others are in its way.
const TRIES_MAX: u32 = 8;
/// The longest wait before the second try; it doubles with each.
const PAUSE: Duration = Duration::from_millis(4);
/// The server gives up first and says so, which is better than silence: only then do we.
pub(super) const GRACE: Duration = Duration::from_millis(500);

impl Postgres {
    /// Runs a verb: all of it, or nothing.
    pub(super) async fn call<T, W, F>(&self, work: W) -> Result<T, StoreError>
    where
        W: Fn(Arc<Tx>) -> F + Send + Sync,
        F: Future<Output = Result<T, Failure>> + Send,
        T: Send,
    {
        let commit_sent = Arc::new(AtomicBool::new(false));
        let within = self.deadline + GRACE;
        match tokio::time::timeout(within, self.try_often(&commit_sent, &work)).await {
            Ok(result) => result.map_err(|failure| failure.into_store(commit_sent.load(Ordering::Relaxed))),
            Err(_) => {
                let text = format!("no answer within {within:?}");
                let is_sent = commit_sent.load(Ordering::Relaxed);
                Err(if is_sent { StoreError::Unknown(text) } else { StoreError::Unavailable(text) })
            }
        }
    }

    async fn try_often<T, W, F>(&self, commit_sent: &Arc<AtomicBool>, work: &W) -> Result<T, Failure>
    where
        W: Fn(Arc<Tx>) -> F + Send + Sync,
        F: Future<Output = Result<T, Failure>> + Send,
        T: Send,
    {
        let mut tries = 1;
        loop {
            commit_sent.store(false, Ordering::Relaxed);
            let failure = match self.try_once(tries, commit_sent, work).await {
                Ok(done) => return Ok(done),
                Err(failure) => failure,
            };
            if tries == TRIES_MAX || !failure.may_repeat(commit_sent.load(Ordering::Relaxed)) {
                return Err(failure);
            }
            tokio::time::sleep(jittered(PAUSE * 2_u32.pow(tries - 1))).await;
            tries += 1;
        }
    }

    async fn try_once<T, W, F>(&self, tries: u32, commit_sent: &Arc<AtomicBool>, work: &W) -> Result<T, Failure>
    where
        W: Fn(Arc<Tx>) -> F + Send + Sync,
        F: Future<Output = Result<T, Failure>> + Send,
        T: Send,
    {
        let connection = self.pool.get().await.map_err(Failure::from_pool)?;
        let tx = Arc::new(Tx::new(connection, tries, Arc::clone(commit_sent)));
        let done = match work(Arc::clone(&tx)).await {
            Ok(done) => done,
            Err(failure) => {
                tx.rollback().await;
                return Err(failure);
            }
        };
        tx.commit(&self.schema, self.voice.hint()).await?;
        if tx.wakes() {
            self.voice.wake();
        }
        Ok(done)
    }
}

/// A random part of a length, so that those who were in each other's way do not meet again.
pub(super) fn jittered(longest: Duration) -> Duration {
    // The standard library seeds each of these anew; nothing here needs better chance than that.
    let chance = RandomState::new().hash_one(0_u8) >> 32;
    longest.mul_f64((chance as f64 + 1.0) / f64::from(u32::MAX))
}
