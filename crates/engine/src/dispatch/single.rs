//! Sends a single action without a schedule through the same pipeline as all others.
//!
//! The action gets an occurrence that is in no ledger, so that every step and provider sees what it always
//! sees. Nothing that a schedule would add happens: the action is sent once, and its outcome is the response.

use std::sync::Arc;

use jiff::Timestamp;
use refrain_recurrence::{Length, OnceRecurrence, Recurrence, Spec};
use serde_json::{Value, json};
use tokio_util::sync::CancellationToken;
use tracing::Instrument;

use super::{Pipeline, Report, check_action};
use crate::clock::Clock;
use crate::delivery::{LeaseCheck, OutgoingAction, Run, SelfSettlement};
use crate::error::Error;
use crate::error_code::ErrorCode;
use crate::ledger::HistoryLevels;
use crate::ledger::transition::{Grant, Origin};
use crate::model::{
    Action, By, Definition, Fence, History, KEY_BYTES_MAX, NewEntry, NewOccurrence, NodeId, Occurrence, OccurrenceId,
    Priority, Reason, Revision, Schedule, ScheduleId, ScheduleKey, ScheduleUid, Tenant, Trigger,
};
use crate::observe::{Alarm, Event, Events, trace};
use crate::outcome::{Account, Outcome};
use crate::store::{Store, StoreError};
use crate::timing::Lateness;

/// ID of the schedule that stands in for the missing one.
const SCHEDULE: &str = "_dispatch";
/// Prefix of the period key.
const KEY_PREFIX: &str = "dispatch:";
/// Maximum length of a key in bytes.
const SINGLE_KEY_BYTES_MAX: usize = KEY_BYTES_MAX - KEY_PREFIX.len();

/// Request to send a single action.
#[derive(Clone, Debug)]
pub struct SingleAction {
    /// Tenant that owns the action.
    pub tenant: Tenant,
    /// Action to send.
    pub action: Action,
    /// Key chosen by the caller. The same key results in the same idempotency key for receivers.
    pub key: String,
    /// Whether further actions with the same key are skipped for a day after this one was sent.
    pub is_once: bool,
    /// Number of dispatches that led to this one.
    pub hops: u32,
    /// Timeout.
    pub timeout: Option<Length>,
    /// Whether the action may use secrets without allowances. Its target does not come from a saved schedule.
    pub allows_unbound_secrets: bool,
    /// Caller and request ID, for the audit log.
    pub by: By,
}

/// Sends single actions.
pub struct SingleDispatcher {
    /// Store for work items, marks and the audit log.
    pub store: Arc<dyn Store>,
    /// Clock.
    pub clock: Arc<dyn Clock>,
    /// Pipeline that the actions pass.
    pub pipeline: Arc<Pipeline>,
    /// Node that sends the actions.
    pub node: NodeId,
    /// Event sink.
    pub events: Events,
    /// History levels, by tenant.
    pub history: HistoryLevels,
}

impl SingleDispatcher {
    /// Sends an action. Work items of the action are enqueued before this returns.
    ///
    /// If the tenant's history level is `full`, the audit log gets one entry before the action is sent and
    /// another with the outcome. Without the first entry, the action is not sent.
    ///
    /// # Errors
    /// When the action could never be sent, its intent cannot be recorded, or its work items cannot be
    /// enqueued.
    pub(crate) async fn send(&self, single: SingleAction) -> Result<(Outcome, Report), Error> {
        let by = single.by.clone();
        let is_once = single.is_once;
        let mut sending = self.sending(single)?;
        if is_once && let Some(held_back) = self.reserve_key(&sending).await? {
            let provider = sending.action().provider.clone();
            return Ok((held_back, Report { steps: Vec::new(), provider, outcome: None }));
        }
        let is_audited = self.history.of(sending.tenant(), None) == History::Full;
        if is_audited {
            self.record(&by, &sending, "dispatch.intent", json!({"provider": sending.action().provider})).await?;
        }
        let span = trace::occurrence_span(&sending.run.occurrence);
        let (outcome, report) = self.pipeline.send(&mut sending).instrument(span.clone()).await;
        trace::dispatched(&span, &outcome);
        self.events.publish(|| Event::dispatched(&sending.run.occurrence, &sending.run.account, &outcome));
        if is_audited {
            let account = sending.run.account.read().and_then(|written| written.text());
            let detail = json!({"outcome": outcome.kind().as_str(), "reason": outcome.reason().map(Reason::as_str),
                                "account": account});
            // The action was sent, so the caller must get the outcome even if the audit entry fails.
            if let Err(error) = self.record(&by, &sending, "dispatch.send", detail).await {
                self.events.alarm(Alarm::StoreDown { problem: error.to_string() });
            }
        }
        let now = self.clock.now();
        let outcome = outcome.sanitize(now);
        if let Outcome::Delivered { work, .. } = &outcome
            && !work.is_empty()
        {
            self.store.enqueue(work.clone(), now).await?;
        }
        if is_once {
            self.record_key(&sending, &outcome).await;
        }
        Ok((outcome, report))
    }

    /// Returns the verdicts that the steps would give for this action.
    ///
    /// # Errors
    /// When the action could never be sent.
    pub async fn dry_run(&self, single: SingleAction) -> Result<Report, Error> {
        Ok(self.pipeline.dry_run(self.sending(single)?).await)
    }

    /// Returns the verdicts that the steps would give for an occurrence of a schedule if it were sent now.
    pub async fn dry_run_occurrence(&self, schedule: &Schedule, planned: NewOccurrence) -> Report {
        let origin = Origin {
            schedule: schedule.key.clone(),
            uid: schedule.uid,
            revision: schedule.revision,
            tzdb: refrain_recurrence::tzdb_version().to_owned(),
        };
        let run = self.run(&origin, planned, Arc::clone(&schedule.definition));
        self.pipeline.dry_run(OutgoingAction::new(run)).await
    }

    /// Appends an entry to the tenant's audit log.
    async fn record(&self, by: &By, sending: &OutgoingAction, action: &str, detail: Value) -> Result<(), StoreError> {
        let object = format!("dispatch/{}", sending.run.occurrence.planned.period_key);
        let entry = NewEntry { by: by.clone(), action: action.to_owned(), object, detail: detail.to_string() };
        self.store.append(sending.tenant(), vec![entry], self.clock.now()).await.map(drop)
    }

    fn sending(&self, single: SingleAction) -> Result<OutgoingAction, Error> {
        check_action(self.pipeline.providers(), &single.action)?;
        if single.key.is_empty() || single.key.len() > SINGLE_KEY_BYTES_MAX {
            let problem = format!("the key of a dispatch has {} bytes", single.key.len());
            return Err(Error::invalid(ErrorCode::BadValue, problem).with_hint("a key has 1 to 247 bytes"));
        }
        let now = self.clock.now();
        let SingleAction { tenant, action, key, is_once: _, hops, timeout, allows_unbound_secrets, by } = single;
        let id = ScheduleId::new(SCHEDULE).unwrap_or_else(|_| unreachable!("the name is made of letters"));
        let schedule = ScheduleKey { tenant, id };
        let origin = Origin { schedule, uid: ScheduleUid(0), revision: Revision(0), tzdb: String::new() };
        let planned = NewOccurrence {
            period_key: format!("{KEY_PREFIX}{key}"),
            discriminator: String::new(),
            nominal_at: now,
            due_at: now,
            period: None,
            priority: Priority::Normal,
            trigger: Trigger::Manual,
            correlation_id: by.request_id,
            note: by.reason,
            concurrency: None,
            payload: None,
        };
        let spec = Spec::new(Recurrence::Once(OnceRecurrence { at: now }), "UTC");
        let definition = Definition { timeout, ..Definition::new(spec, action) };
        let run = self.run(&origin, planned, Arc::new(definition));
        let mut sending = OutgoingAction::new(run);
        (sending.hops, sending.is_single) = (hops, true);
        sending.allows_unbound_secrets = allows_unbound_secrets;
        Ok(sending)
    }

    /// Creates a run of an occurrence that is in no ledger.
    fn run(&self, origin: &Origin, planned: NewOccurrence, definition: Arc<Definition>) -> Run {
        let now = self.clock.now();
        let mut occurrence = Occurrence::new(OccurrenceId(0), origin, planned, now);
        occurrence.start(&Grant { owner: self.node.clone(), until: Timestamp::MAX, fence_floor: Fence(0) }, now);
        Run {
            occurrence: Arc::new(occurrence),
            definition,
            node: self.node.clone(),
            started_at: now,
            cancel: CancellationToken::new(),
            events: self.events.clone(),
            own: SelfSettlement::default(),
            account: Account::kept(),
            // A single action has no schedule that it could be late for.
            lateness: Lateness::default(),
            controls: None,
            lease: LeaseCheck::default(),
        }
    }
}
