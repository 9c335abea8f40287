//! Inserts planned occurrences and gaps, and advances their schedules.

use jiff::Timestamp;

use super::commit::Hint;
use super::group::Group;
use super::insert::IdBlock;
use super::{Redis, Retries};
use refrain_ledger::ledger::check;
use refrain_ledger::ledger::numbering::numbered;
use refrain_ledger::model::Status;
use refrain_ledger::store::{Plan, PlanResult, StoreError};

impl Redis {
    pub(super) async fn plan_all(&self, plans: &[Plan], now: Timestamp) -> Result<Vec<PlanResult>, StoreError> {
        check::plans(plans)?;
        let mut results = vec![PlanResult::Stale; plans.len()];
        let mut left: Vec<usize> = (0..plans.len()).collect();
        let rows = numbered(plans);
        let mut retries = Retries::new("plans");
        while !left.is_empty() {
            let new: Vec<_> =
                left.iter().map(|index| (plans[*index].uid, plans[*index].occurrences.as_slice())).collect();
            let (mut groups, mut taken) = self.load_with_keys(&new).await.map_err(|error| retries.error(error))?;
            let count = |index: &usize| plans[*index].occurrences.len() + plans[*index].gaps.len();
            let mut numbers = IdBlock { next: self.counters(left.iter().map(count).sum()) };
            for index in &left {
                let plan = &plans[*index];
                let group = groups.get_mut(&plan.uid);
                results[*index] = group.map_or(PlanResult::Stale, |group| self.advance(group, plan, &mut numbers, now));
            }
            for new in rows.iter().filter(|new| left.binary_search(&new.plan).is_ok()) {
                let plan = &plans[new.plan];
                let (PlanResult::Done { inserted }, Some(group)) = (&mut results[new.plan], groups.get_mut(&plan.uid))
                else {
                    continue;
                };
                if self.insert_row(group, &plan.tzdb, new.row, &mut numbers, &mut taken, now).is_ok() {
                    *inserted += 1;
                }
            }
            let refused = self.commit_groups(&mut groups, Hint::Notify, &mut retries).await?;
            left.retain(|index| refused.contains(&plans[*index].uid));
            retries.again(left.is_empty()).await?;
        }
        Ok(results)
    }

    /// Advances a schedule if it is unchanged since its planner read it.
    fn advance(&self, group: &mut Group, plan: &Plan, numbers: &mut IdBlock, now: Timestamp) -> PlanResult {
        let record = &group.record;
        let is_same = record.gate.revision == plan.revision && record.watermark == plan.watermark;
        let has_open = plan.is_finished && !record.open.is_empty();
        if !is_same || has_open || record.gate.status != Status::Active {
            return PlanResult::Stale;
        }
        for gap in &plan.gaps {
            group.add_gap(numbers.take(self, plan.uid), gap, now);
        }
        group.change_record(|record| {
            record.watermark = plan.watermark_to;
            record.next_due_at = plan.next_due_at;
            if plan.is_finished {
                record.gate.status = Status::Finished;
            }
        });
        PlanResult::Done { inserted: 0 }
    }
}
