//! Stored form of a schedule: everything except its definition, which only its revisions contain, and the list
//! of its open rows. It is one small string, so that a claim or a settlement reads and writes one key per
//! schedule.
//!
//! Its first eight bytes are a version that counts its changes. Every change of the schedule or of any of its
//! open rows increments the version, and a commit is refused if the version is not the one that was read. There
//! is no other concurrency control.

use std::collections::BTreeMap;
use std::sync::Arc;

use jiff::Timestamp;

use super::pack::{Pack, Unpack};
use super::row;
use refrain_ledger::ledger::admission::{HeldRows, LaneRelation, OpenCount, QueueKey, WaitingOccurrence, woken};
use refrain_ledger::model::{
    Counters, Definition, Delivery, Gate, Occurrence, OccurrenceId, Overlap, Revision, RevisionRecord, Schedule,
    ScheduleKey, ScheduleUid, Source, Status, StatusNote,
};
use refrain_ledger::store::{NoDefinition, StoreError};

/// Properties of an open row that are known without reading it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct OpenRow {
    /// Whether the occurrence has started.
    pub(super) is_started: bool,
    /// Set if the occurrence waits for another run: the time at which it is claimed again without being woken.
    waits_until: Option<Timestamp>,
    /// Set if the occurrence has started or waits, except in records of older programs that do not support lanes.
    lane: Option<LaneEntry>,
}

/// Position of an open row in its lane.
#[derive(Clone, Debug, PartialEq, Eq)]
struct LaneEntry {
    discriminator: String,
    standing: LaneRelation,
    nominal_at: Timestamp,
}

/// Stored form of a schedule.
#[derive(Clone, Debug)]
pub(super) struct Record {
    /// Number of changes of the schedule or its open rows.
    pub(super) version: u64,
    pub(super) uid: ScheduleUid,
    pub(super) key: ScheduleKey,
    pub(super) gate: Gate,
    /// The revision whose record contains the definition.
    pub(super) defined_in: Revision,
    pub(super) status_note: StatusNote,
    pub(super) source: Source,
    pub(super) next_due_at: Option<Timestamp>,
    pub(super) watermark: Timestamp,
    pub(super) counters: Counters,
    pub(super) created_at: Timestamp,
    pub(super) updated_at: Timestamp,
    pub(super) open: BTreeMap<OccurrenceId, OpenRow>,
    /// Number of completed rows.
    pub(super) ended: u64,
    /// Lower bound of the completion times of completed rows.
    pub(super) oldest_end: Option<Timestamp>,
    /// Highest unique key that any row ever had, among the keys that begin with a digit.
    last_key: String,
}

impl OpenRow {
    pub(super) fn of(row: &Occurrence) -> Self {
        let lane = (row.is_started() || row.waits).then(|| LaneEntry {
            discriminator: row.planned.discriminator.clone(),
            standing: row.standing(),
            nominal_at: row.planned.nominal_at,
        });
        Self { is_started: row.is_started(), waits_until: row.waits.then_some(row.ready_at), lane }
    }

    pub(super) fn is_busy(&self) -> bool {
        self.is_started || self.waits_until.is_some()
    }

    fn standing(&self) -> LaneRelation {
        self.lane.as_ref().map_or(LaneRelation::Live, |lane| lane.standing)
    }

    fn discriminator(&self) -> Option<&str> {
        self.lane.as_ref().map(|lane| lane.discriminator.as_str())
    }

    fn key(&self, id: OccurrenceId) -> QueueKey {
        (self.lane.as_ref().map_or(Timestamp::MIN, |lane| lane.nominal_at), id)
    }

    /// Counts the row among the open ones other than the candidates of a claim.
    pub(super) fn add_to(&self, held: &mut HeldRows, id: OccurrenceId) {
        let count = if self.is_started {
            OpenCount::started(id)
        } else if self.waits_until.is_some() {
            OpenCount::waiting(self.key(id).0, id)
        } else {
            return;
        };
        held.add(self.discriminator(), self.standing(), count);
    }
}

impl Record {
    /// Creates the record of a schedule that has no row yet.
    pub(super) fn new(schedule: &Schedule) -> Self {
        Self {
            version: 0,
            uid: schedule.uid,
            key: schedule.key.clone(),
            gate: schedule.gate(),
            defined_in: schedule.revision,
            status_note: schedule.status_note.clone(),
            source: schedule.source,
            next_due_at: schedule.next_due_at,
            watermark: schedule.watermark,
            counters: schedule.counters.clone(),
            created_at: schedule.created_at,
            updated_at: schedule.updated_at,
            open: BTreeMap::new(),
            ended: 0,
            oldest_end: None,
            last_key: String::new(),
        }
    }

    /// Applies a change of the schedule. The rows and the counters belong to the record.
    pub(super) fn change(&mut self, schedule: &Schedule, has_definition: bool) {
        if has_definition {
            self.defined_in = schedule.revision;
        }
        self.gate = schedule.gate();
        self.status_note = schedule.status_note.clone();
        self.source = schedule.source;
        self.next_due_at = schedule.next_due_at;
        self.watermark = schedule.watermark;
        self.updated_at = schedule.updated_at;
    }

    /// Returns the schedule with its definition.
    pub(super) fn schedule(&self, definition: Arc<Definition>) -> Schedule {
        Schedule {
            uid: self.uid,
            key: self.key.clone(),
            revision: self.gate.revision,
            status: self.gate.status,
            status_note: self.status_note.clone(),
            source: self.source,
            definition,
            next_due_at: self.next_due_at,
            watermark: self.watermark,
            counters: self.counters.clone(),
            created_at: self.created_at,
            updated_at: self.updated_at,
        }
    }

    /// Same as [`Schedule::plan_at`], without the definition.
    pub(super) fn plan_at(&self) -> Option<Timestamp> {
        match self.gate.status {
            Status::Active => self.next_due_at,
            Status::Paused => self.status_note.until,
            Status::Canceled | Status::Disabled | Status::Finished | Status::Deleted => None,
        }
    }

    /// Returns whether a row may already have this unique key. Keys of a recurrence begin with the date, so a
    /// new key is nearly always greater than all earlier ones, and no lookup is needed. Other keys, such as
    /// those of manual runs, would sort after all dates forever.
    pub(super) fn may_exist(&self, row_key: &str) -> bool {
        !is_dated(row_key) || *row_key <= *self.last_key
    }

    /// Records the unique key of a new row.
    pub(super) fn record_key(&mut self, row_key: String) {
        if is_dated(&row_key) && row_key > self.last_key {
            self.last_key = row_key;
        }
    }

    /// Returns the rows to wake after `completed` runs of one discriminator have completed.
    pub(super) fn woken(&self, discriminator: &str, completed: usize, now: Timestamp) -> Vec<OccurrenceId> {
        let waiting = self.open.iter().filter(|(_, open)| open.waits_until.is_some_and(|until| until > now));
        let waiting = waiting.map(|(id, open)| WaitingOccurrence {
            discriminator: open.discriminator(),
            standing: open.standing(),
            key: open.key(*id),
        });
        woken(self.gate.overlap, discriminator, completed, waiting)
    }

    pub(super) fn pack(&self) -> Vec<u8> {
        let mut pack = Pack::with_capacity(256);
        pack.raw(&self.version.to_be_bytes());
        // The format version of rows, so that both change together.
        pack.count(row::FORMAT);
        row::pack_tenant(&mut pack, &self.key.tenant);
        pack.text(self.key.id.as_str()).number(self.defined_in.0);
        let gate = &self.gate;
        pack.count(gate.status.code() as u64).number(gate.revision.0).count(overlap_code(gate.overlap));
        pack.maybe_number(gate.max_concurrent.map(i64::from)).flag(gate.delivery == Delivery::AtMostOnce);
        pack.count(gate.max_attempts.into()).count(self.source.code() as u64);
        let note = &self.status_note;
        pack.text(&note.by).maybe_text(note.text.as_deref()).maybe_at(note.until);
        pack.maybe_at(self.next_due_at).at(self.watermark).at(self.created_at).at(self.updated_at);
        let counters = &self.counters;
        for count in
            [counters.runs, counters.succeeded, counters.skipped, counters.failed, counters.consecutive_failures]
        {
            pack.count(count);
        }
        pack.maybe_at(counters.last_ended_at).maybe_at(counters.last_success_at);
        pack.maybe_text(counters.last_error.as_deref());
        pack.count(self.ended).maybe_at(self.oldest_end).text(&self.last_key).count(self.open.len() as u64);
        // The IDs of one schedule are close together, so only the differences between them are written.
        let mut last = 0;
        for (id, open) in &self.open {
            pack.number(id.0 - last).flag(open.is_started);
            pack.maybe(open.waits_until, |pack, until| {
                pack.at(open.key(*id).0).at(until);
            });
            last = id.0;
        }
        // Older programs that do not support lanes stop reading here.
        for open in self.open.values().filter(|open| open.is_busy()) {
            pack.maybe(open.lane.as_ref(), |pack, lane| {
                pack.text(&lane.discriminator).count(standing_code(lane.standing)).at(lane.nominal_at);
            });
        }
        pack.done()
    }

    pub(super) fn read(uid: ScheduleUid, bytes: &[u8]) -> Result<Self, StoreError> {
        let version = row::version_of(bytes, "a schedule")?;
        let mut read = row::open(&bytes[8..], "a schedule")?;
        let tenant = row::tenant(&mut read)?;
        let id = row::schedule_id(&mut read)?;
        let defined_in = Revision(read.number()?);
        let gate = gate(&mut read)?;
        Ok(Self {
            version,
            uid,
            key: ScheduleKey { tenant, id },
            gate,
            defined_in,
            source: read.code(Source::from_code)?,
            status_note: StatusNote { by: read.text()?, text: read.maybe_text()?, until: read.maybe_at()? },
            next_due_at: read.maybe_at()?,
            watermark: read.at()?,
            created_at: read.at()?,
            updated_at: read.at()?,
            counters: Counters {
                runs: read.count()?,
                succeeded: read.count()?,
                skipped: read.count()?,
                failed: read.count()?,
                consecutive_failures: read.count()?,
                last_ended_at: read.maybe_at()?,
                last_success_at: read.maybe_at()?,
                last_error: read.maybe_text()?,
            },
            ended: read.count()?,
            oldest_end: read.maybe_at()?,
            last_key: read.text()?,
            open: open_rows(&mut read)?,
        })
    }
}

fn is_dated(row_key: &str) -> bool {
    row_key.starts_with(|first: char| first.is_ascii_digit())
}

fn gate(read: &mut Unpack<'_>) -> Result<Gate, StoreError> {
    Ok(Gate {
        status: read.code(Status::from_code)?,
        revision: Revision(read.number()?),
        overlap: read.code(overlap)?,
        max_concurrent: read.maybe(|read| {
            let max = read.number()?;
            u32::try_from(max).map_err(|_| read.damaged())
        })?,
        delivery: if read.flag()? { Delivery::AtMostOnce } else { Delivery::AtLeastOnce },
        max_attempts: read.small()?,
    })
}

fn open_rows(read: &mut Unpack<'_>) -> Result<BTreeMap<OccurrenceId, OpenRow>, StoreError> {
    let count = read.count()?;
    let mut open = BTreeMap::new();
    let mut last = 0;
    for _ in 0..count {
        last += read.number()?;
        let is_started = read.flag()?;
        // Older programs that do not support lanes use the first of the two times.
        let waits = read.maybe(|read| Ok((read.at()?, read.at()?)))?;
        open.insert(OccurrenceId(last), OpenRow { is_started, waits_until: waits.map(|(_, until)| until), lane: None });
    }
    if !read.is_at_end() {
        for open in open.values_mut().filter(|open| open.is_busy()) {
            open.lane = read.maybe(|read| {
                Ok(LaneEntry { discriminator: read.text()?, standing: read.code(standing)?, nominal_at: read.at()? })
            })?;
        }
    }
    Ok(open)
}

const STANDINGS: [LaneRelation; 4] =
    [LaneRelation::Live, LaneRelation::CatchUp, LaneRelation::Requested, LaneRelation::Beside];

fn standing_code(standing: LaneRelation) -> u64 {
    STANDINGS.iter().position(|other| *other == standing).unwrap_or_default() as u64
}

fn standing(code: i16) -> Option<LaneRelation> {
    usize::try_from(code).ok().and_then(|code| STANDINGS.get(code).copied())
}

const OVERLAPS: [Overlap; 5] =
    [Overlap::Skip, Overlap::BufferOne, Overlap::BufferAll, Overlap::CancelOther, Overlap::AllowAll];

fn overlap_code(overlap: Overlap) -> u64 {
    OVERLAPS.iter().position(|other| *other == overlap).unwrap_or_default() as u64
}

fn overlap(code: i16) -> Option<Overlap> {
    usize::try_from(code).ok().and_then(|code| OVERLAPS.get(code).copied())
}

/// Encodes a revision, with the text of its definition if it has one.
pub(super) fn pack_revision(record: &RevisionRecord) -> Result<Vec<u8>, StoreError> {
    let definition = record.definition.as_ref().map(|definition| definition.to_stored()).transpose()?;
    let mut pack = row::begin(64);
    pack.at(record.at).text(&record.by).text(&record.change).maybe_text(definition.as_deref());
    Ok(pack.done())
}

pub(super) fn revision(revision: Revision, bytes: &[u8]) -> Result<RevisionRecord, StoreError> {
    let mut read = row::open(bytes, "a revision")?;
    let (at, by, change) = (read.at()?, read.text()?, read.text()?);
    let brought = read.maybe(Unpack::str)?.map(|text| NoDefinition::read(Some(text)));
    let (definition, problem) = NoDefinition::split(brought);
    Ok(RevisionRecord { revision, at, by, change, definition, problem })
}
