//! Runs every operation within its deadline, retries it after a conflict with another transaction, and reports
//! the outcome as unknown if the server's answer was lost.

use std::future::Future;
use std::hash::{BuildHasher, RandomState};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use super::Postgres;
use super::error::Failure;
use super::transaction::Tx;
use refrain_ledger::store::StoreError;

/// Maximum number of attempts at an operation that conflicts with others.
const ATTEMPTS_MAX: u32 = 8;
/// Maximum delay before the second attempt; it doubles with each attempt.
const RETRY_DELAY: Duration = Duration::from_millis(4);
/// Additional time for the server, so that it times out first and reports the error. That is better than no answer.
pub(super) const GRACE: Duration = Duration::from_millis(500);

impl Postgres {
    /// Runs an operation atomically.
    pub(super) async fn call<T, W, F>(&self, work: W) -> Result<T, StoreError>
    where
        W: Fn(Arc<Tx>) -> F + Send + Sync,
        F: Future<Output = Result<T, Failure>> + Send,
        T: Send,
    {
        let commit_sent = Arc::new(AtomicBool::new(false));
        let within = self.deadline + GRACE;
        match tokio::time::timeout(within, self.call_with_retries(&commit_sent, &work)).await {
            Ok(result) => result.map_err(|failure| failure.into_store(commit_sent.load(Ordering::Relaxed))),
            Err(_) => {
                let text = format!("no answer within {within:?}");
                let is_sent = commit_sent.load(Ordering::Relaxed);
                Err(if is_sent { StoreError::Unknown(text) } else { StoreError::Unavailable(text) })
            }
        }
    }

    async fn call_with_retries<T, W, F>(&self, commit_sent: &Arc<AtomicBool>, work: &W) -> Result<T, Failure>
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
            if tries == ATTEMPTS_MAX || !failure.is_retryable(commit_sent.load(Ordering::Relaxed)) {
                return Err(failure);
            }
            tokio::time::sleep(jittered(RETRY_DELAY * 2_u32.pow(tries - 1))).await;
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
        tx.commit(&self.schema, self.node_channel.hint()).await?;
        if tx.wakes() {
            self.node_channel.wake();
        }
        Ok(done)
    }
}

/// Returns a random part of a duration, so that conflicting calls do not collide again.
pub(super) fn jittered(longest: Duration) -> Duration {
    // The standard library seeds each of these anew, which is random enough here.
    let chance = RandomState::new().hash_one(0_u8) >> 32;
    longest.mul_f64((chance as f64 + 1.0) / f64::from(u32::MAX))
}
