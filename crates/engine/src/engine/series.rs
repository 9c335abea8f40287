//! Removes the metrics of schedules that were deleted, on any node. Each check examines a few schedules that have
//! series of their own, and the next check continues with the next ones.

use std::sync::{Mutex, PoisonError};

use super::Engine;
use crate::model::ScheduleKey;
use crate::store::StoreError;

/// Maximum number of schedules per check.
const SCHEDULES_MAX: usize = 50;

/// The schedule that was checked last.
#[derive(Debug, Default)]
pub(super) struct SeriesRound(Mutex<Option<ScheduleKey>>);

impl Engine {
    /// Checks the next schedules that have series.
    pub(super) async fn check_series(&self) -> Result<(), StoreError> {
        let last = self.series.0.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let keys = self.events.metrics().schedules_after(last.as_ref(), SCHEDULES_MAX);
        for key in &keys {
            match self.store.schedule(key).await {
                Ok(None) => self.events.metrics().remove_schedule(key),
                // A schedule that cannot be read still exists.
                Ok(Some(_)) | Err(StoreError::Corrupt(_)) => {}
                Err(error) => return Err(error),
            }
        }
        let last = keys.into_iter().nth(SCHEDULES_MAX - 1);
        *self.series.0.lock().unwrap_or_else(PoisonError::into_inner) = last;
        Ok(())
    }
}
