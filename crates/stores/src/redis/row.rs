//! Binary encoding of rows. Each begins with the version of its format.

use std::sync::Arc;

use super::pack::{Pack, Unpack};
use refrain_ledger::model::{
    Attempt, AttemptOutcome, AuditEntry, By, EntryHash, FailReason, Fence, Gap, Namespace, NewEntry, NewGap,
    NewOccurrence, NewWorkItem, NodeId, Occurrence, OccurrenceId, Priority, QueueName, Reason, Revision, RunPayload,
    ScheduleId, ScheduleKey, ScheduleUid, SkipReason, State, Target, Tenant, TenantName, Tip, Trigger, WorkItem,
    WorkItemId, WorkState,
};
use refrain_ledger::store::StoreError;

/// Format version that is written. Older versions can still be read.
pub(super) const FORMAT: u64 = 1;

/// Starts reading after the format version.
pub(super) fn open<'a>(bytes: &'a [u8], what: &'static str) -> Result<Unpack<'a>, StoreError> {
    let mut read = Unpack::new(bytes, what);
    match read.count()? {
        FORMAT => Ok(read),
        newer => Err(StoreError::Corrupt(format!("{what} has format {newer}; this program supports format {FORMAT}"))),
    }
}

/// Starts writing with the format version.
pub(super) fn begin(bytes: usize) -> Pack {
    let mut pack = Pack::with_capacity(bytes);
    pack.count(FORMAT);
    pack
}

/// Encodes a row of the ledger. The names of its schedule are stored with the schedule.
pub(super) fn pack_occurrence(row: &Occurrence) -> Vec<u8> {
    let planned = &row.planned;
    let mut pack = begin(192);
    pack.number(row.schedule_uid.0).text(&planned.period_key).text(&planned.discriminator);
    pack.at(planned.nominal_at).at(planned.due_at);
    pack.maybe(planned.period, |pack, (from, to)| {
        pack.at(from).at(to);
    });
    pack.count(planned.priority.rank() as u64).count(planned.trigger.code() as u64);
    pack.maybe_text(planned.correlation_id.as_deref()).maybe_text(planned.note.as_deref());
    pack.number(row.revision.0).text(&row.tzdb).at(row.created_at);
    pack.count(row.state.code() as u64).at(row.ready_at).flag(row.waits);
    pack.count(row.attempt.into()).number(row.fence.0);
    pack.maybe_text(row.lease_owner.as_ref().map(NodeId::as_str)).maybe_at(row.lease_until);
    pack.flag(row.cancel_requested).maybe_at(row.started_at).maybe_at(row.ended_at);
    pack.maybe(row.reason, |pack, reason| {
        pack.flag(matches!(reason, Reason::Failed(_))).text(reason.as_str());
    });
    pack.maybe_text(row.message.as_deref()).maybe_number(row.blocker.map(|id| id.0));
    pack.maybe(row.target.as_ref(), |pack, target| {
        pack.text(&target.kind).text(&target.id);
    });
    // Older programs that do not know this field stop reading before it.
    pack.maybe_number(planned.concurrency.map(i64::from));
    // Most rows have neither field and end here, as all rows of the first layout do.
    if planned.payload.is_some() || row.discarded_at.is_some() {
        pack.maybe_text(planned.payload.as_deref().map(RunPayload::to_stored).as_deref()).maybe_at(row.discarded_at);
    }
    pack.done()
}

/// Returns the schedule that an encoded row belongs to.
pub(super) fn schedule_of(bytes: &[u8]) -> Result<ScheduleUid, StoreError> {
    open(bytes, "an occurrence")?.number().map(ScheduleUid)
}

pub(super) fn occurrence(id: OccurrenceId, schedule: &ScheduleKey, bytes: &[u8]) -> Result<Occurrence, StoreError> {
    let mut read = open(bytes, "an occurrence")?;
    let schedule_uid = ScheduleUid(read.number()?);
    let planned = NewOccurrence {
        period_key: read.text()?,
        discriminator: read.text()?,
        nominal_at: read.at()?,
        due_at: read.at()?,
        period: read.maybe(|read| Ok((read.at()?, read.at()?)))?,
        priority: read.code(Priority::from_rank)?,
        trigger: read.code(Trigger::from_code)?,
        correlation_id: read.maybe_text()?,
        note: read.maybe_text()?,
        concurrency: None,
        payload: None,
    };
    let mut row = Occurrence {
        id,
        schedule: schedule.clone(),
        schedule_uid,
        planned,
        revision: Revision(read.number()?),
        tzdb: read.text()?,
        created_at: read.at()?,
        state: read.code(State::from_code)?,
        ready_at: read.at()?,
        waits: read.flag()?,
        attempt: read.small()?,
        fence: Fence(read.number()?),
        lease_owner: read.maybe(node)?,
        lease_until: read.maybe_at()?,
        cancel_requested: read.flag()?,
        started_at: read.maybe_at()?,
        ended_at: read.maybe_at()?,
        reason: read.maybe(reason)?,
        message: read.maybe_text()?,
        blocker: read.maybe(Unpack::number)?.map(OccurrenceId),
        target: read.maybe(|read| Ok(Target { kind: read.text()?, id: read.text()? }))?,
        discarded_at: None,
    };
    if !read.is_at_end() {
        let concurrency = read.maybe(Unpack::number)?;
        row.planned.concurrency = concurrency.map(u32::try_from).transpose().map_err(|_| read.damaged())?;
    }
    if !read.is_at_end() {
        row.planned.payload = read.maybe(run_payload)?;
        row.discarded_at = read.maybe_at()?;
    }
    Ok(row)
}

fn node(read: &mut Unpack<'_>) -> Result<NodeId, StoreError> {
    NodeId::new(read.str()?).map_err(|_| read.damaged())
}

fn run_payload(read: &mut Unpack<'_>) -> Result<Arc<RunPayload>, StoreError> {
    RunPayload::from_stored(read.str()?).map(Arc::new).ok_or_else(|| read.damaged())
}

fn reason(read: &mut Unpack<'_>) -> Result<Reason, StoreError> {
    let is_failure = read.flag()?;
    let text = read.str()?;
    let reason = if is_failure {
        FailReason::from_text(text).map(Reason::Failed)
    } else {
        SkipReason::from_text(text).map(Reason::Skipped)
    };
    reason.ok_or_else(|| read.damaged())
}

pub(super) fn pack_attempt(attempt: &Attempt) -> Vec<u8> {
    let mut pack = begin(64);
    pack.count(attempt.number.into()).number(attempt.fence.0).text(attempt.owner.as_str());
    pack.maybe_at(attempt.started_at).maybe_at(attempt.ended_at).count(attempt.outcome.code() as u64);
    pack.maybe_text(attempt.message.as_deref());
    pack.done()
}

pub(super) fn attempt(bytes: &[u8]) -> Result<Attempt, StoreError> {
    let mut read = open(bytes, "an attempt")?;
    Ok(Attempt {
        number: read.small()?,
        fence: Fence(read.number()?),
        owner: node(&mut read)?,
        started_at: read.maybe_at()?,
        ended_at: read.maybe_at()?,
        outcome: read.code(AttemptOutcome::from_code)?,
        message: read.maybe_text()?,
    })
}

pub(super) fn pack_gap(gap: &Gap) -> Vec<u8> {
    let mut pack = begin(48);
    pack.number(gap.id).at(gap.covers.from).at(gap.covers.to).count(gap.covers.count);
    pack.text(gap.covers.reason.as_str()).at(gap.created_at);
    pack.done()
}

pub(super) fn gap(schedule: &ScheduleKey, bytes: &[u8]) -> Result<Gap, StoreError> {
    let mut read = open(bytes, "a gap")?;
    let id = read.number()?;
    let (from, to, count) = (read.at()?, read.at()?, read.count()?);
    let reason = SkipReason::from_text(read.str()?).ok_or_else(|| read.damaged())?;
    let covers = NewGap { from, to, count, reason };
    Ok(Gap { id, schedule: schedule.clone(), covers, created_at: read.at()? })
}

pub(super) fn pack_tenant(pack: &mut Pack, tenant: &Tenant) {
    pack.text(tenant.namespace.as_str()).text(tenant.name.as_str());
}

pub(super) fn tenant(read: &mut Unpack<'_>) -> Result<Tenant, StoreError> {
    let namespace = Namespace::new(read.str()?).map_err(|_| read.damaged())?;
    let name = TenantName::new(read.str()?).map_err(|_| read.damaged())?;
    Ok(Tenant { namespace, name })
}

pub(super) fn schedule_id(read: &mut Unpack<'_>) -> Result<ScheduleId, StoreError> {
    ScheduleId::new(read.str()?).map_err(|_| read.damaged())
}

/// Encodes a work item. It begins with its version, by which a commit detects that another client has changed
/// the item.
pub(super) fn pack_work(item: &WorkItem, version: u64) -> Vec<u8> {
    let work = &item.work;
    let mut pack = Pack::with_capacity(192);
    pack.raw(&version.to_be_bytes()).count(FORMAT);
    pack_tenant(&mut pack, &work.tenant);
    pack.text(work.queue.as_str()).text(&work.key).text(&work.payload.to_string());
    pack.count(work.priority.rank() as u64).at(work.ready_at).count(work.max_attempts.into());
    pack.maybe_number(work.occurrence.map(|id| id.0));
    pack.count(item.state.code() as u64).count(item.attempt.into()).number(item.fence.0);
    pack.maybe_text(item.lease_owner.as_ref().map(NodeId::as_str)).maybe_at(item.lease_until);
    pack.at(item.created_at).maybe_at(item.ended_at);
    pack.maybe_text(item.result.as_ref().map(ToString::to_string).as_deref()).maybe_text(item.error.as_deref());
    pack.done()
}

/// Reads a work item and its version.
pub(super) fn work(id: WorkItemId, bytes: &[u8]) -> Result<(WorkItem, u64), StoreError> {
    let version = version_of(bytes, "a work item")?;
    let mut read = open(&bytes[8..], "a work item")?;
    let tenant = tenant(&mut read)?;
    let queue = QueueName::new(read.str()?).map_err(|_| read.damaged())?;
    let key = read.text()?;
    let json = |read: &mut Unpack<'_>| serde_json::from_str(read.str()?).map_err(|_| read.damaged());
    let payload = json(&mut read)?;
    let priority = read.code(Priority::from_rank)?;
    let (ready_at, max_attempts) = (read.at()?, read.small()?);
    let occurrence = read.maybe(Unpack::number)?.map(OccurrenceId);
    let work = NewWorkItem { tenant, queue, key, payload, priority, ready_at, max_attempts, occurrence };
    let item = WorkItem {
        id,
        work,
        state: read.code(WorkState::from_code)?,
        attempt: read.small()?,
        fence: Fence(read.number()?),
        lease_owner: read.maybe(node)?,
        lease_until: read.maybe_at()?,
        created_at: read.at()?,
        ended_at: read.maybe_at()?,
        result: read.maybe(json)?,
        error: read.maybe_text()?,
    };
    Ok((item, version))
}

/// Returns the version with which a record begins.
pub(super) fn version_of(bytes: &[u8], what: &'static str) -> Result<u64, StoreError> {
    let head = Unpack::new(bytes, what).raw(8)?;
    let head = head.try_into().map_err(|_| StoreError::Corrupt(format!("{what} cannot be read")))?;
    Ok(u64::from_be_bytes(head))
}

pub(super) fn pack_tip(tip: Tip) -> Vec<u8> {
    let mut pack = begin(48);
    pack.number(tip.seq).raw(&tip.hash.0);
    pack.done()
}

pub(super) fn tip(bytes: &[u8]) -> Result<Tip, StoreError> {
    let mut read = open(bytes, "the tip of an audit chain")?;
    Ok(Tip { seq: read.number()?, hash: hash(&mut read)? })
}

fn hash(read: &mut Unpack<'_>) -> Result<EntryHash, StoreError> {
    let bytes = read.raw(32)?;
    bytes.try_into().map(EntryHash).map_err(|_| read.damaged())
}

pub(super) fn pack_entry(entry: &AuditEntry) -> Vec<u8> {
    let NewEntry { by, action, object, detail } = &entry.entry;
    let mut pack = begin(192);
    pack.number(entry.seq).at(entry.at).text(&by.actor);
    pack.maybe_text(by.request_id.as_deref()).maybe_text(by.reason.as_deref());
    pack.text(action).text(object).text(detail).raw(&entry.previous.0).raw(&entry.hash.0);
    pack.done()
}

pub(super) fn entry(tenant: &Tenant, bytes: &[u8]) -> Result<AuditEntry, StoreError> {
    let mut read = open(bytes, "an audit entry")?;
    let (seq, at) = (read.number()?, read.at()?);
    let by = By { actor: read.text()?, request_id: read.maybe_text()?, reason: read.maybe_text()? };
    let entry = NewEntry { by, action: read.text()?, object: read.text()?, detail: read.text()? };
    Ok(AuditEntry { tenant: tenant.clone(), seq, at, entry, previous: hash(&mut read)?, hash: hash(&mut read)? })
}
