//! Records when a key was last used, to the minute. The write happens in the background; the request never
//! waits for it.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use jiff::{SignedDuration, Timestamp};
use refrain::Refrain;
use refrain::store::{Mark, MarkName, StoreError};

use crate::tenant::system_tenant;

/// Minimum time between two writes for one key.
const EVERY: SignedDuration = SignedDuration::from_mins(1);
/// Retention of the last use if the key is not used again: 400 days.
const KEPT_FOR: SignedDuration = SignedDuration::from_hours(400 * 24);
/// Maximum number of keys remembered in memory. A key that was dropped is written once more.
const KEPT_MAX: usize = 10_000;
/// Timeout of the background write.
const WRITE_TIMEOUT: Duration = Duration::from_secs(5);

/// Recently used keys.
pub(crate) struct KeyUsage {
    refrain: Refrain,
    written: Mutex<HashMap<String, Timestamp>>,
}

impl KeyUsage {
    pub(crate) fn new(refrain: Refrain) -> Self {
        Self { refrain, written: Mutex::default() }
    }

    /// Records that a key is used now.
    pub(crate) fn note(&self, id: &str) {
        let now = self.refrain.now();
        if !self.should_record(id, now) {
            return;
        }
        let (refrain, name) = (self.refrain.clone(), mark_name(id));
        // The task is detached and ends by itself. Losing one minute's record at shutdown is acceptable.
        tokio::spawn(async move {
            if let Ok(Err(error)) = tokio::time::timeout(WRITE_TIMEOUT, write(&refrain, &name, now)).await {
                tracing::debug!(name: "auth.last_used_error", %error, "the last use of a key could not be recorded");
            }
        });
    }

    /// Returns when a key was last used.
    pub(crate) async fn last(&self, id: &str) -> Result<Option<Timestamp>, StoreError> {
        let mark = self.refrain.store().mark(&mark_name(id), self.refrain.now()).await?;
        Ok(mark.and_then(|mark| mark.value.parse().ok()))
    }

    fn should_record(&self, id: &str, now: Timestamp) -> bool {
        let mut written = self.written.lock().unwrap_or_else(PoisonError::into_inner);
        if written.get(id).is_some_and(|at| now.duration_since(*at) < EVERY) {
            return false;
        }
        if written.len() >= KEPT_MAX {
            written.clear();
        }
        written.insert(id.to_owned(), now);
        true
    }
}

async fn write(refrain: &Refrain, name: &MarkName, now: Timestamp) -> Result<(), StoreError> {
    let before = refrain.store().mark(name, now).await?.map(|mark| mark.value);
    let until = now.saturating_add(KEPT_FOR).unwrap_or(Timestamp::MAX);
    let mark = Mark { value: now.to_string(), until };
    // If the value changed in between, another node was faster and wrote the same minute.
    refrain.store().replace_mark(name, before.as_deref(), Some(&mark), now).await?;
    Ok(())
}

fn mark_name(id: &str) -> MarkName {
    MarkName { tenant: system_tenant(), name: format!("last_used/{id}") }
}
