//! Applies the steps of queues.

use std::sync::Arc;

use jiff::Timestamp;

use super::side::{Side, answer_text, pages};
use super::step::Step;
use crate::model::{Fence, WorkItemId};
use crate::store::{EnqueueResult, Store, WorkLease};
use crate::testing::fixture::ann;

impl Side {
    pub(super) async fn make_queue(&mut self, store: &Arc<dyn Store>, step: &Step, now: Timestamp) -> String {
        match step {
            Step::Enqueue(items) => {
                let answers = store.enqueue(items.clone(), now).await;
                answer_text(
                    answers.map(|answers| answers.into_iter().map(|answer| self.enqueued(answer)).collect::<Vec<_>>()),
                )
            }
            Step::ClaimWork(claim) => {
                let claimed = store.claim_work(claim, now).await;
                answer_text(claimed.map(|items| {
                    let items: Vec<_> = items.into_iter().map(|item| self.item(item)).collect();
                    self.work_leases.extend(items.iter().map(|item| WorkLease { id: item.id, fence: item.fence }));
                    items
                }))
            }
            Step::Extend(tenant, leases, lease_for) => {
                let leases: Vec<_> = leases.iter().map(|lease| self.work_lease(*lease)).collect();
                answer_text(store.extend(tenant, &leases, *lease_for, now).await)
            }
            Step::Finish(tenant, endings) => {
                let endings = endings.iter().map(|(lease, ending)| (self.work_lease(*lease), ending.clone())).collect();
                answer_text(store.finish(tenant, endings, now).await)
            }
            Step::ChangeDead(tenant, ids, change) => {
                let ids: Vec<_> = ids.iter().map(|id| WorkItemId(self.work.number(id.0))).collect();
                answer_text(store.change_dead(tenant, &ids, *change, &ann(), now).await)
            }
            Step::WorkItems(tenant, filter, limit) => {
                pages(async |page| store.work_items(tenant, filter, &page).await, *limit, |item| self.item(item)).await
            }
            _ => unreachable!("only steps of queues come here"),
        }
    }

    fn work_lease(&self, lease: WorkLease) -> WorkLease {
        let fence = Fence(self.work_fences.number(lease.id.0, lease.fence.0));
        WorkLease { id: WorkItemId(self.work.number(lease.id.0)), fence }
    }

    fn enqueued(&mut self, enqueued: EnqueueResult) -> EnqueueResult {
        match enqueued {
            EnqueueResult::New(id) => EnqueueResult::New(WorkItemId(self.work.name(id.0))),
            EnqueueResult::Existing(id) => EnqueueResult::Existing(WorkItemId(self.work.name(id.0))),
        }
    }
}
