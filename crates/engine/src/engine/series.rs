//! Removes the metrics of schedules that were deleted, on whatever node. A few schedules with series of their own are looked
//! at each time, the next ones at the next look.

use std::sync::{Mutex, PoisonError};

use super::Engine;
use crate::id::ScheduleKey;
use crate::store::StoreError;

/// Maximum number of schedules looked at each time.
const SCHEDULES_MAX: usize = 50;

/// The schedule that was looked at last.
#[derive(Debug, Default)]
pub(super) struct SeriesRound(Mutex<Option<ScheduleKey>>);

impl Engine {
    /// Looks at the next schedules that have series.
    pub(super) async fn look_at_series(&self) -> Result<(), StoreError> {
        let last = self.series.0.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let keys = self.events.metrics().schedules_after(last.as_ref(), SCHEDULES_MAX);
        for key in &keys {
            match self.store.schedule(key).await {
                Ok(None) => self.events.metrics().forget_schedule(key),
                // One that cannot be read is there.
                Ok(Some(_)) | Err(StoreError::Corrupt(_)) => {}
                Err(error) => return Err(error),
            }
        }
        let last = keys.into_iter().nth(SCHEDULES_MAX - 1);
        *self.series.0.lock().unwrap_or_else(PoisonError::into_inner) = last;
        Ok(())
    }
}
