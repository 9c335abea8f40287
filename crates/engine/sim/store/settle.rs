//! Settlement over the faulty connection.

use jiff::Timestamp;
use refrain::store::{Ledger, SettleResult, Settlement, StoreError};

use super::{FaultyStore, StoreBug, ready};
use crate::coverage::Point;

impl FaultyStore {
    /// Sends the settlements once, subject to the faults of the connection.
    pub(super) async fn settle_once(
        &self,
        mut settlements: Vec<Settlement>,
        now: Timestamp,
    ) -> Result<Vec<SettleResult>, StoreError> {
        let arrived = self.arrive(Point::Settle, true).await?;
        let told = settlements.clone();
        if self.world.has(StoreBug::FenceNotChecked) {
            settlements.iter_mut().for_each(|settlement| settlement.lease = self.current(settlement.lease));
        }
        let is_lost = self.world.has(StoreBug::SettleLost) && self.world.seed().per_mille(20);
        let answer = if is_lost {
            Ok(vec![SettleResult::Done; settlements.len()])
        } else {
            ready(self.world.model.settle(settlements, now))
        };
        if let Ok(settled) = &answer {
            let store_now = self.world.time.now();
            let mut watch = self.world.watch();
            for (settlement, settled) in told.iter().zip(settled) {
                watch.settled(self.node(), settlement.lease, &settlement.ending, *settled, store_now);
            }
        }
        self.answer(arrived, answer).await
    }
}
