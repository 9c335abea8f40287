//! Checks that the store accepts writes: one small write, remembered for a while.
//!
//! Anyone may ask whether a server is ready, so frequent checks must not cause frequent writes.

use std::future::Future;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use refrain::store::StoreError;
use tokio::time::Instant;

use crate::clock;

/// Time for which the result of a write is reused.
const RESULT_LIFETIME: Duration = Duration::from_secs(5);
/// Maximum time for a write. A write that takes longer has failed.
const WRITE_TIMEOUT: Duration = Duration::from_secs(5);

/// Remembers the result of the last write.
#[derive(Debug, Default)]
pub(crate) struct WriteProbe {
    last: Mutex<Option<(Instant, Result<(), String>)>>,
}

impl WriteProbe {
    /// Returns the reason why writing fails, if it does.
    pub(crate) async fn check(&self, write: impl Future<Output = Result<(), StoreError>>) -> Result<(), String> {
        if let Some(cached) = self.cached() {
            return cached;
        }
        let written = match tokio::time::timeout(WRITE_TIMEOUT, write).await {
            Ok(written) => written.map_err(|error| error.to_string()),
            Err(_) => Err(format!("a write took longer than {} seconds", WRITE_TIMEOUT.as_secs())),
        };
        *self.last.lock().unwrap_or_else(PoisonError::into_inner) = Some((clock::instant(), written.clone()));
        written
    }

    fn cached(&self) -> Option<Result<(), String>> {
        let last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        let (written_at, written) = last.as_ref()?;
        (clock::instant().duration_since(*written_at) < RESULT_LIFETIME).then(|| written.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_only() -> Result<(), StoreError> {
        Err(StoreError::ReadOnly("no room".to_owned()))
    }

    #[tokio::test(start_paused = true)]
    async fn a_failed_write_is_remembered_for_a_while() {
        let probe = WriteProbe::default();
        assert_eq!(probe.check(async { Ok(()) }).await, Ok(()));
        assert_eq!(probe.check(async { read_only() }).await, Ok(()), "the first result is remembered");
        tokio::time::advance(RESULT_LIFETIME).await;
        assert!(probe.check(async { read_only() }).await.unwrap_err().contains("no room"));
        assert!(probe.check(async { Ok(()) }).await.is_err(), "the failure is remembered");
        tokio::time::advance(RESULT_LIFETIME).await;
        assert_eq!(probe.check(async { Ok(()) }).await, Ok(()));
        tokio::time::advance(RESULT_LIFETIME).await;
        let slow = probe.check(std::future::pending()).await.unwrap_err();
        assert!(slow.contains("5 seconds"), "{slow}");
    }
}
