//! Occurrences that people request: backfills of the past, and generation around a time.

use jiff::SignedDuration;
use refrain::Error;
use refrain::control::{Backfill, GenerateRequest, Reprocess};
use refrain::model::{Overlap, ScheduleKey};
use refrain::store::StoreError;

use super::People;
use crate::world::seconds;
use refrain::clock::Clock;

impl People {
    /// Requests a backfill, and repeats the call if the answer is lost. Existing occurrences are not created
    /// again.
    pub(super) async fn backfill(&self, key: &ScheduleKey) {
        let now = self.place.clock.now();
        let backfill = {
            let mut seed = self.world.seed();
            let to = now - seconds(seed.between(0, 60));
            let overlap =
                seed.pick(&[None, None, Some(Overlap::BufferAll), Some(Overlap::AllowAll), Some(Overlap::AllowAll)]);
            let is_beside = overlap == Some(Overlap::AllowAll) && seed.per_mille(500);
            Backfill {
                key: key.clone(),
                from: to - seconds(seed.between(10, 240)),
                to,
                limit: usize::try_from(seed.between(1, 8)).expect("a small number"),
                reprocess: seed.pick(&[Reprocess::None, Reprocess::None, Reprocess::Failed, Reprocess::Completed]),
                overlap,
                concurrency: is_beside.then(|| u32::try_from(seed.between(1, 3)).expect("a small number")),
                by: self.by(),
            }
        };
        for _ in 0..3 {
            match self.control.backfill(&backfill).await {
                Err(Error::Store(StoreError::Unknown(_) | StoreError::Unavailable(_))) => {}
                Ok(_) | Err(_) => return,
            }
        }
    }

    /// Generates the occurrences around now, or around a time in the past or the future, for all schedules of a
    /// tenant.
    pub(super) async fn generate(&self, key: &ScheduleKey) {
        let generate = {
            let mut seed = self.world.seed();
            let lookback = if seed.per_mille(500) { SignedDuration::ZERO } else { seconds(seed.between(5, 40)) };
            let from_now = seed.pick(&[0, 0, 1, -1]) * seed.between(1, 180);
            GenerateRequest {
                tenant: key.tenant.clone(),
                as_of: self.place.clock.now() + seconds(from_now),
                lookback,
                lookahead: seconds(seed.between(0, 30)),
                by: self.by(),
            }
        };
        self.world.watch().is_generating = true;
        self.control.generate(&generate).await.ok();
        self.world.watch().is_generating = false;
    }
}
