//! Bugs of the worker, in the definitions and leases that it reads and the results that it writes.

use std::sync::Arc;

use jiff::{SignedDuration, Timestamp};
use refrain::model::{CatchUp, CatchUpPolicy, Definition, FailReason, Mark, Occurrence};
use refrain::recurrence::Length;
use refrain::store::{Ending, Release, SettleResult, Settlement, Store, StoreError};

use super::Bug;
use super::engine::OVERESTIMATED_BY;

/// Limit that no run of a test reaches.
const NO_LIMIT: Length = Length::from_seconds(1_000_000);

/// Returns the definition of an occurrence as the worker reads it.
pub(super) fn change_definition(bug: Bug, mut definition: Arc<Definition>) -> Arc<Definition> {
    match bug {
        Bug::TimeoutIgnored => Arc::make_mut(&mut definition).timeout = None,
        Bug::DeadlineIgnored => {
            let definition = Arc::make_mut(&mut definition);
            definition.start_deadline = None;
            let limit = definition.catch_up.limit;
            definition.catch_up = CatchUp { policy: CatchUpPolicy::All, window: Some(NO_LIMIT), limit };
        }
        Bug::AttemptsNotCapped => {
            let retry = &mut Arc::make_mut(&mut definition).retry;
            (retry.max_attempts, retry.max_elapsed) = (u32::MAX, NO_LIMIT);
        }
        Bug::LatenessWithoutCalendars if !definition.spec.calendars.is_empty() => {
            Arc::make_mut(&mut definition).catch_up.window = Some(Length::from_seconds(1));
        }
        _ => {}
    }
    definition
}

/// Changes a row as the worker reads it from a claim made at `now`.
pub(super) fn change_row(bug: Bug, row: &mut Occurrence, now: Timestamp) {
    match bug {
        Bug::StartBeforeDue => row.planned.due_at = row.planned.due_at.min(now),
        Bug::RetryNotCounted => row.attempt = 1,
        Bug::PayloadForgotten if row.attempt > 1 => row.planned.payload = None,
        Bug::LeaseOverestimated => {
            let granted_for = row.lease_until.map(|until| until.duration_since(now));
            row.lease_until = granted_for.map(|granted_for| now + granted_for * OVERESTIMATED_BY);
        }
        _ => {}
    }
}

/// Settles as a worker with the bug does.
pub(super) async fn settle(
    bug: Bug,
    store: &dyn Store,
    mut settlements: Vec<Settlement>,
    now: Timestamp,
) -> Result<Vec<SettleResult>, StoreError> {
    let done = vec![SettleResult::Done; settlements.len()];
    match bug {
        Bug::AfterCompletionNotRearmed => settlements.iter_mut().for_each(|settlement| settlement.next_due_at = None),
        Bug::AtMostOnceRetried => {
            for settlement in settlements.iter_mut().filter(|settlement| is_unknown(settlement)) {
                settlement.ending = Ending::Retry { at: now + SignedDuration::from_secs(1), message: None };
            }
        }
        Bug::AtMostOnceReleased => {
            let released: Vec<Release> =
                settlements.extract_if(.., |it| is_unknown(it)).map(|settlement| settlement.lease.into()).collect();
            if !released.is_empty() {
                store.release(&released, now).await?;
                return store.settle(settlements, now).await.map(|_| done);
            }
        }
        _ => {}
    }
    match (bug, store.settle(settlements, now).await) {
        (Bug::SettleNotRetried, Err(_)) | (Bug::SettleForgottenWhenFull, Err(StoreError::ReadOnly(_))) => Ok(done),
        (_, answer) => answer,
    }
}

/// Returns whether an at-most-once run ended without a known outcome.
fn is_unknown(settlement: &Settlement) -> bool {
    matches!(settlement.ending, Ending::Failed { reason: FailReason::OutcomeUnknown, .. })
}

/// Returns a mark as if another action had set it. The readable name behind the key stays.
pub(super) fn foreign_mark(mut mark: Mark) -> Mark {
    let name = mark.value.split_once(' ').map_or("", |(_, name)| name);
    mark.value = format!("another {name}");
    mark
}
