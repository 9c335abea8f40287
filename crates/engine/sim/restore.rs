//! Copies of the store, and their restoration while all nodes are down. The ledger forgets everything
//! recorded after the copy, and so does the observer. Those occurrences may be planned and sent again, with
//! the same idempotency keys and higher fences. Everything in the copy must complete as if nothing had
//! happened.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::Duration;

use jiff::SignedDuration;
use refrain::dispatch::Hold;
use refrain::model::{DocumentName, NewGap, Occurrence, OccurrenceId, ScheduleUid, Tenant};
use refrain::store::model::ModelCopy;
use tokio::time::sleep;

use crate::features::Feature;
use crate::invariants::{CalendarVersion, RunRequests};
use crate::node::Node;
use crate::trace::Line;
use crate::watch::{Observer, Row, ScheduleState, Span};
use crate::world::World;

/// Copy of the store, with the observations made up to then.
pub(crate) struct Copy {
    model: ModelCopy,
    seen: Observations,
    copied_at: SignedDuration,
}

/// What the observer knows about the ledger.
struct Observations {
    rows: BTreeMap<OccurrenceId, Row>,
    schedules: BTreeMap<ScheduleUid, ScheduleState>,
    spans: Vec<Span>,
    requested: BTreeSet<(ScheduleUid, String, String)>,
    gaps: Vec<(ScheduleUid, NewGap)>,
    holds: BTreeMap<(Tenant, DocumentName), (Hold, SignedDuration)>,
    calendars: BTreeMap<(Tenant, String), Vec<CalendarVersion>>,
    planned_at: BTreeMap<(ScheduleUid, String, String), SignedDuration>,
    pruned: Vec<Occurrence>,
    pruned_gaps: Vec<(ScheduleUid, NewGap)>,
    changes: BTreeMap<Tenant, i64>,
    requested_by: BTreeMap<OccurrenceId, u64>,
    planned_again: BTreeMap<ScheduleUid, u64>,
    run_requests: RunRequests,
}

/// Copies the store, whatever is in progress.
pub(crate) fn copy(world: &World) {
    let watch = world.watch();
    let seen = Observations {
        rows: watch.rows.clone(),
        schedules: watch.schedules.clone(),
        spans: watch.spans.clone(),
        requested: watch.requested.clone(),
        gaps: watch.gaps.clone(),
        holds: watch.holds.clone(),
        calendars: watch.calendars.clone(),
        planned_at: watch.planned_at.clone(),
        pruned: watch.pruned.clone(),
        pruned_gaps: watch.pruned_gaps.clone(),
        changes: watch.changes.clone(),
        requested_by: watch.requested_by.clone(),
        planned_again: watch.planned_again.clone(),
        run_requests: watch.run_requests.clone(),
    };
    let copied_at = watch.now;
    drop(watch);
    *world.copy() = Some(Copy { model: world.model.copy(), seen, copied_at });
}

/// Crashes all nodes, waits until the store is unused, and restores the last copy. Does nothing if there is
/// no copy.
pub(crate) async fn restore(world: &Arc<World>, nodes: &mut Vec<Node>) {
    let Some(copy) = world.copy().take() else { return };
    for node in nodes.drain(..) {
        node.crash();
    }
    // Tasks that a node has spawned end only when they are scheduled next.
    sleep(Duration::from_millis(1)).await;
    let people = world.people.lock().await;
    world.model.restore(&copy.model);
    world.watch().restored(copy);
    drop(people);
    let down_for = world.seed().between(1, 40);
    sleep(Duration::from_secs(down_for.unsigned_abs())).await;
}

impl Observer {
    /// Resets the observations to the time when the copy was made.
    fn restored(&mut self, copy: Copy) {
        self.line(Line::Restored { copied_at: i64::try_from(copy.copied_at.as_millis()).expect("a short simulation") });
        self.world_features.add(Feature::Restore);
        for row in self.rows.values() {
            if let Some(key) = row.key {
                let fence = self.fences_before.entry(key.low_bits()).or_insert(row.fence);
                *fence = row.fence.max(*fence);
            }
        }
        // The store will assign their numbers to other schedules.
        let forgotten = self.features.extract_if(.., |uid, _| !copy.seen.schedules.contains_key(uid));
        for (_, features) in forgotten.collect::<Vec<_>>() {
            self.coverage.meet(features.with(self.world_features));
        }
        let Observations { rows, schedules, spans, requested, gaps, holds, calendars, .. } = copy.seen;
        (self.rows, self.schedules, self.spans, self.requested) = (rows, schedules, spans, requested);
        (self.gaps, self.holds, self.calendars) = (gaps, holds, calendars);
        (self.planned_at, self.pruned) = (copy.seen.planned_at, copy.seen.pruned);
        (self.pruned_gaps, self.changes) = (copy.seen.pruned_gaps, copy.seen.changes);
        (self.requested_by, self.planned_again) = (copy.seen.requested_by, copy.seen.planned_again);
        self.run_requests = copy.seen.run_requests;
        self.unsettled.clear();
    }
}
