//! What an outsider has seen of the world so far: every commit of the store, every send, every fault. It knows nothing of
//! the engine, so that the promises in `invariants` are judged by what happened and not by what was meant.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use jiff::{SignedDuration, Timestamp};
use refrain::definition::Definition;
use refrain::gap::NewGap;
use refrain::hold::Hold;
use refrain::id::{DocumentName, Fence, OccurrenceId, Revision, ScheduleKey, ScheduleUid, Tenant};
use refrain::idempotency::IdempotencyKey;
use refrain::moves::State;
use refrain::occurrence::Occurrence;
use refrain::schedule::{Schedule, Source, Status};

use crate::clock::ROUND_TRIP_MAX;
use crate::coverage::{Coverage, Fault, Point};
use crate::features::{Feature, Features};
use crate::invariants::CalendarVersion;
use crate::trace::{Line, Trace};

/// More calls to the store than anyone makes at one instant.
const CALLS_AT_ONCE_MAX: u32 = 3_000;

/// A promise that was broken.
#[derive(Clone, Debug)]
pub(crate) struct Violation {
    pub(crate) invariant: &'static str,
    pub(crate) text: String,
    pub(crate) at: SignedDuration,
}

/// A row of the ledger, as far as its leases and sends were seen.
#[derive(Clone, Debug)]
pub(crate) struct Row {
    pub(crate) uid: ScheduleUid,
    /// The row as the last claim left it.
    pub(crate) last: Arc<Occurrence>,
    /// When it was first claimed, in steady time.
    pub(crate) claimed_at: Option<SignedDuration>,
    pub(crate) discriminator: String,
    pub(crate) fence: Fence,
    pub(crate) lease: Option<Lease>,
    /// Who was given which fence, and until when, as far as was heard.
    pub(crate) grants: BTreeMap<Fence, (usize, Timestamp)>,
    /// Fences that were taken over by someone who did not know the time.
    pub(crate) excused: BTreeSet<Fence>,
    /// How it ended, until it is opened again.
    pub(crate) ended: Option<State>,
    pub(crate) key: Option<IdempotencyKey>,
    pub(crate) sends: Vec<Send>,
    /// The row as it was each time a person opened it again.
    pub(crate) reopened: Vec<Occurrence>,
}

/// The lease that holds a row.
#[derive(Clone, Debug)]
pub(crate) struct Lease {
    pub(crate) node: usize,
    pub(crate) until: Timestamp,
    /// When it was given or last renewed, in steady time.
    pub(crate) renewed_at: SignedDuration,
    /// How many faults its node had met by then.
    pub(crate) faults: u64,
    /// Whether its node knew the time then.
    pub(crate) knew_the_time: bool,
    /// Whether its node was told of it.
    pub(crate) is_known: bool,
    /// Whether it was given before the row was due.
    pub(crate) is_ahead: bool,
    /// What the store said when asked whether it may begin.
    pub(crate) may_begin: Option<bool>,
    pub(crate) is_sent: bool,
    /// When its node heard that the run is to stop.
    pub(crate) to_stop_since: Option<SignedDuration>,
}

/// A call that the store has just done.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Call {
    pub(crate) node: usize,
    /// What the caller took for the time.
    pub(crate) now: Timestamp,
    /// What it was by the store.
    pub(crate) store_now: Timestamp,
    /// When it was made, in steady time, and how many faults its node had met by then.
    pub(crate) made_at: SignedDuration,
    pub(crate) faults: u64,
    /// Whether the caller hears the answer.
    pub(crate) is_heard: bool,
}

impl Call {
    /// Whether the caller was not wrong about the time by more than a call takes.
    pub(crate) fn knew_the_time(&self) -> bool {
        self.now.duration_since(self.store_now).abs() < SignedDuration::from_secs(1)
    }
}

/// One send.
#[derive(Clone, Debug)]
pub(crate) struct Send {
    pub(crate) fence: Fence,
    /// How often the row had been opened again.
    pub(crate) generation: usize,
    /// Whether the receiver said for certain that nothing was done.
    pub(crate) is_refused: bool,
    /// When it was over, in whatever way.
    pub(crate) ended_at: Option<SignedDuration>,
}

/// A schedule, as its commits said.
#[derive(Clone, Debug)]
pub(crate) struct Known {
    pub(crate) key: ScheduleKey,
    pub(crate) status: Status,
    pub(crate) revision: Revision,
    /// The revision that brought the definition.
    pub(crate) defined_by: Revision,
    pub(crate) definition: Arc<Definition>,
    pub(crate) watermark: Timestamp,
    pub(crate) created_at: Timestamp,
    pub(crate) attempts_max: u32,
}

/// A stretch of time that a schedule was planned for by one commit.
#[derive(Clone, Debug)]
pub(crate) struct Span {
    pub(crate) uid: ScheduleUid,
    pub(crate) definition: Arc<Definition>,
    pub(crate) from: Timestamp,
    pub(crate) to: Timestamp,
    /// When the commit was made, in steady time.
    pub(crate) at: SignedDuration,
}

/// A node, as an outsider sees it.
#[derive(Clone, Debug, Default)]
pub(crate) struct NodeSeen {
    pub(crate) is_alive: bool,
    /// Whether people work with it, who plan only when they ask for it.
    pub(crate) is_peoples: bool,
    /// Faults that its calls met.
    pub(crate) faults: u64,
    /// The last time it stood still; now, while it does.
    pub(crate) stood_still_at: Option<SignedDuration>,
    pub(crate) stands_still: bool,
    /// When it last learned the store's time.
    pub(crate) synced_at: SignedDuration,
    /// When its clock jumped ahead by more than is believed.
    pub(crate) jumped_at: Option<SignedDuration>,
    /// When its clock last went back.
    pub(crate) went_back_at: Option<SignedDuration>,
    /// By how much, less what it went back since.
    pub(crate) jumped_by: SignedDuration,
    /// The newest time zone database it has heard of, and when.
    pub(crate) newest_zones: Option<(String, SignedDuration)>,
}

/// Everything that was seen.
#[derive(Debug, Default)]
pub(crate) struct Watch {
    pub(crate) now: SignedDuration,
    pub(crate) violations: Vec<Violation>,
    pub(crate) trace: Trace,
    pub(crate) coverage: Coverage,
    pub(crate) rows: BTreeMap<OccurrenceId, Row>,
    pub(crate) schedules: BTreeMap<ScheduleUid, Known>,
    pub(crate) spans: Vec<Span>,
    /// Rows that edits asked for, in the time that had been planned ahead.
    pub(crate) asked_for: BTreeSet<(ScheduleUid, String, String)>,
    /// What was folded, by whose schedule.
    pub(crate) gaps: Vec<(ScheduleUid, NewGap)>,
    /// Holds that are in force, and since when, in steady time.
    pub(crate) holds: BTreeMap<(Tenant, DocumentName), (Hold, SignedDuration)>,
    /// Every version of each calendar.
    pub(crate) calendars: BTreeMap<(Tenant, String), Vec<CalendarVersion>>,
    /// When rows of schedules with calendars were planned, in steady time.
    pub(crate) planned_at: BTreeMap<(ScheduleUid, String, String), SignedDuration>,
    /// Rows that retention has removed.
    pub(crate) pruned: Vec<Occurrence>,
    /// Gaps that retention has removed.
    pub(crate) pruned_gaps: Vec<(ScheduleUid, NewGap)>,
    /// Features that each schedule has met, and those that the whole world has.
    pub(crate) features: BTreeMap<ScheduleUid, Features>,
    pub(crate) world_features: Features,
    /// Whether nodes send through the dispatch pipeline.
    pub(crate) has_pipeline: bool,
    /// Whether people generate occurrences just now.
    pub(crate) is_generating: bool,
    /// Whether people create a schedule just now that is to be paused.
    pub(crate) is_creating_paused: bool,
    /// Audit entries that there must be.
    pub(crate) changes: BTreeMap<Tenant, i64>,
    pub(crate) nodes: Vec<NodeSeen>,
    /// The last time the store's clock was stepped.
    pub(crate) stepped_at: Option<SignedDuration>,
    pub(crate) stepped_back: bool,
    pub(crate) sends: u64,
    /// What a node was to settle and could not, until it asks again.
    pub(crate) unsettled: BTreeSet<(usize, OccurrenceId, Fence)>,
    pub(crate) effects: BTreeMap<u64, u32>,
    /// The highest fence of each idempotency key before the last restoration.
    pub(crate) fences_before: BTreeMap<u64, Fence>,
    pub(crate) calm_since: Option<SignedDuration>,
    /// Calls since time last moved.
    calls_at_once: (SignedDuration, u32),
}

impl Watch {
    pub(crate) fn broken(&mut self, invariant: &'static str, text: String) {
        self.violations.push(Violation { invariant, text, at: self.now });
    }

    pub(crate) fn line(&mut self, line: Line) {
        self.trace.add(self.now, line);
    }

    pub(crate) fn fault(&mut self, node: usize, fault: Fault, point: Point) {
        self.coverage.hit(fault, point);
        self.line(Line::Fault { node, fault, point });
        if let Some(seen) = self.nodes.get_mut(node) {
            seen.faults += 1;
        }
    }

    /// A schedule has met a feature.
    pub(crate) fn meets(&mut self, uid: ScheduleUid, feature: Feature) {
        self.features.entry(uid).or_default().add(feature);
    }

    /// A schedule was saved.
    pub(crate) fn saved(
        &mut self,
        schedule: &Schedule,
        key: &ScheduleKey,
        was_there: bool,
        is_edit: bool,
        source: Source,
    ) {
        let is_known = self.schedules.values().any(|known| known.key == *key && known.status == Status::Deleted);
        let others = [
            (was_there && is_edit, Feature::ScheduleEdit),
            (was_there && source == Source::File, Feature::Reload),
            (!was_there && is_known, Feature::Recreation),
        ];
        for (_, feature) in others.into_iter().filter(|(is_met, _)| *is_met) {
            self.meets(schedule.uid, feature);
        }
    }

    /// The status of a schedule was changed.
    pub(crate) fn status_changed(&mut self, schedule: &Schedule) {
        match schedule.status {
            Status::Paused => self.meets(schedule.uid, Feature::Pause),
            Status::Active => self.meets(schedule.uid, Feature::Resume),
            Status::Canceled | Status::Disabled | Status::Finished | Status::Deleted => {}
        }
    }

    /// Counts the pairs of features that every schedule has met.
    pub(crate) fn count_pairs(&mut self) {
        for features in self.features.values() {
            self.coverage.meet(features.with(self.world_features));
        }
    }

    /// One more call to the store. Answers whether there were so many at one instant that nothing else can come of it.
    pub(crate) fn is_spinning(&mut self) -> bool {
        let (at, calls) = &mut self.calls_at_once;
        if *at != self.now {
            (*at, *calls) = (self.now, 0);
        }
        *calls += 1;
        let is_spinning = *calls >= CALLS_AT_ONCE_MAX;
        if *calls == CALLS_AT_ONCE_MAX {
            self.broken("nobody spins", format!("{CALLS_AT_ONCE_MAX} calls at one instant"));
        }
        is_spinning
    }

    /// Whether the clock was stepped since then.
    pub(crate) fn was_stepped_since(&self, since: SignedDuration) -> bool {
        self.stepped_at.is_some_and(|at| at >= since)
    }

    /// Whether a node knows the store's time: it asked for it since the last step.
    pub(crate) fn knows_the_time(&self, node: usize) -> bool {
        self.nodes.get(node).is_some_and(|seen| !self.was_stepped_since(seen.synced_at))
    }

    /// By how much a node's clock may be ahead of the store's. After a step back, a slow answer may agree with the time before it.
    pub(crate) fn ahead_max(&self) -> SignedDuration {
        if self.stepped_at.is_some() { ROUND_TRIP_MAX } else { SignedDuration::ZERO }
    }

    /// The row of a lease that was just given or used.
    pub(crate) fn row(&mut self, occurrence: &Occurrence) -> &mut Row {
        self.rows.entry(occurrence.id).or_insert_with(|| Row {
            discriminator: occurrence.planned.discriminator.clone(),
            uid: occurrence.schedule_uid,
            last: Arc::new(occurrence.clone()),
            claimed_at: None,
            fence: Fence(0),
            lease: None,
            grants: BTreeMap::new(),
            excused: BTreeSet::new(),
            ended: None,
            key: None,
            sends: Vec::new(),
            reopened: Vec::new(),
        })
    }

    /// Takes a schedule as a commit left it.
    pub(crate) fn schedule(&mut self, schedule: &Schedule) {
        let attempts_max = schedule.definition.retry.max_attempts;
        let before = self.schedules.get(&schedule.uid);
        let is_same = before.is_some_and(|before| before.definition == schedule.definition);
        let defined_by = before.filter(|_| is_same).map_or(schedule.revision, |before| before.defined_by);
        let attempts_max = before.map_or(attempts_max, |before| before.attempts_max.max(attempts_max));
        self.schedules.insert(
            schedule.uid,
            Known {
                key: schedule.key.clone(),
                status: schedule.status,
                revision: schedule.revision,
                defined_by,
                definition: Arc::clone(&schedule.definition),
                watermark: schedule.watermark,
                created_at: schedule.created_at,
                attempts_max,
            },
        );
    }

    /// One more change that must have its audit entry.
    pub(crate) fn changed(&mut self, tenant: &Tenant) {
        *self.changes.entry(tenant.clone()).or_default() += 1;
    }
}
