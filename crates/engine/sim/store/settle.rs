//! Settlement over the faulty connection.

use jiff::Timestamp;
use refrain::store::{SettleResult, Settlement, StoreError};

use super::FaultyStore;
use crate::coverage::Point;

impl FaultyStore {
    /// Sends the settlements once, subject to the faults of the connection.
    pub(super) async fn settle_once(
        &self,
        settlements: Vec<Settlement>,
        now: Timestamp,
    ) -> Result<Vec<SettleResult>, StoreError> {
        let arrived = self.arrive(Point::Settle, true).await?;
        let reported = settlements.clone();
        let answer = self.below.settle(settlements, now).await;
        if let Ok(settled) = &answer {
            let store_now = self.world.time.now();
            let mut watch = self.world.watch();
            for (settlement, settled) in reported.iter().zip(settled) {
                watch.settled(self.node(), settlement.lease, &settlement.ending, *settled, store_now);
            }
        }
        self.answer(arrived, answer).await
    }
}
