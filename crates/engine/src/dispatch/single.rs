//! One action without a schedule, on the same way as all others.
//!
//! It has an occurrence that is in no ledger, so that every step and every provider sees what it always sees. What a schedule
//! would see to does not happen: it is sent once, and what came of it is the answer.

use std::sync::Arc;

use jiff::Timestamp;
use refrain_recurrence::{Length, OnceRule, Recurrence, Spec};
use serde_json::{Value, json};
use tokio_util::sync::CancellationToken;
use tracing::Instrument;

use super::{Account, OwnEnding, Pipeline, Report, Run, Sending};
use crate::action::Action;
use crate::audit::{By, NewEntry};
use crate::clock::Clock;
use crate::definition::Definition;
use crate::error::Error;
use crate::event::{Alarm, Event, Events};
use crate::history::{History, HistoryLevels};
use crate::id::{Fence, NodeId, OccurrenceId, Revision, ScheduleId, ScheduleKey, ScheduleUid, Tenant};
use crate::lateness::Lateness;
use crate::ledger::transition::{Grant, Origin};
use crate::occurrence::{KEY_BYTES_MAX, NewOccurrence, Occurrence, Reason, Trigger};
use crate::outcome::Outcome;
use crate::policy::Priority;
use crate::schedule::Schedule;
use crate::store::{Store, StoreError};
use crate::trace;

/// What the schedule is called that there is not.
const SCHEDULE: &str = "_dispatch";
/// What stands before its key.
const KEY_PREFIX: &str = "dispatch:";
/// No key is longer, in bytes.
const SINGLE_KEY_BYTES_MAX: usize = KEY_BYTES_MAX - KEY_PREFIX.len();

/// Asks for one action to be sent.
#[derive(Clone, Debug)]
pub struct Single {
    /// Whose it is.
    pub tenant: Tenant,
    /// What is sent.
    pub action: Action,
    /// What whoever asks calls it: the same key gives receivers the same idempotency key.
    pub key: String,
    /// Whether another of the same key is held back, for a day after it was sent.
    pub is_once: bool,
    /// How many dispatches led to this one.
    pub hops: u32,
    /// How long it may take.
    pub timeout: Option<Length>,
    /// Whether it may carry secrets that do not say where they may be sent. Its target is not one of a saved schedule.
    pub takes_unbound_secrets: bool,
    /// Who asks, and what their request is called.
    pub by: By,
}

/// Sends single actions.
pub struct Singles {
    /// Where work is handed in.
    pub store: Arc<dyn Store>,
    /// What time it is.
    pub clock: Arc<dyn Clock>,
    /// The way they go.
    pub pipeline: Arc<Pipeline>,
    /// Who sends them.
    pub node: NodeId,
    /// Where what happens is told.
    pub events: Events,
    /// How much of it is kept.
    pub history: HistoryLevels,
}

impl Singles {
    /// Sends one. What was to be handed to a queue has been handed in when this answers.
    ///
    /// Where the history of its tenant is `full`, the audit has an entry before anything is sent, and another with what came
    /// of it; without the first nothing is sent.
    ///
    /// # Errors
    /// When the action could never be sent, its intent cannot be recorded, or its work cannot be handed in.
    pub(crate) async fn send(&self, single: Single) -> Result<(Outcome, Report), Error> {
        let by = single.by.clone();
        let is_once = single.is_once;
        let mut sending = self.sending(single)?;
        if is_once && let Some(held_back) = self.hold(&sending).await? {
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
        self.events.tell(|| Event::dispatched(&sending.run.occurrence, &sending.run.account, &outcome));
        if is_audited {
            let account = sending.run.account.read().and_then(|written| written.text());
            let detail = json!({"outcome": outcome.kind().as_str(), "reason": outcome.reason().map(Reason::as_str),
                                "account": account});
            // It was sent: who asked must hear what came of it.
            if let Err(error) = self.record(&by, &sending, "dispatch.send", detail).await {
                self.events.alarm(Alarm::StoreDown { problem: error.to_string() });
            }
        }
        let now = self.clock.now();
        let outcome = outcome.fit_to_keep(now);
        if let Outcome::Delivered { work, .. } = &outcome
            && !work.is_empty()
        {
            self.store.enqueue(work.clone(), now).await?;
        }
        if is_once {
            self.remember(&sending, &outcome).await;
        }
        Ok((outcome, report))
    }

    /// What every step would say to it.
    ///
    /// # Errors
    /// When the action could never be sent.
    pub async fn dry_run(&self, single: Single) -> Result<Report, Error> {
        Ok(self.pipeline.dry_run(self.sending(single)?).await)
    }

    /// What every step would say to an occurrence of a schedule, were it sent now.
    pub async fn dry_run_of(&self, schedule: &Schedule, planned: NewOccurrence) -> Report {
        let origin = Origin {
            schedule: schedule.key.clone(),
            uid: schedule.uid,
            revision: schedule.revision,
            tzdb: refrain_recurrence::tzdb_version().to_owned(),
        };
        let run = self.run(&origin, planned, Arc::clone(&schedule.definition));
        self.pipeline.dry_run(Sending::new(run)).await
    }

    /// Adds an entry to the audit of its tenant.
    async fn record(&self, by: &By, sending: &Sending, action: &str, detail: Value) -> Result<(), StoreError> {
        let object = format!("dispatch/{}", sending.run.occurrence.planned.period_key);
        let entry = NewEntry { by: by.clone(), action: action.to_owned(), object, detail: detail.to_string() };
        self.store.append(sending.tenant(), vec![entry], self.clock.now()).await.map(drop)
    }

    fn sending(&self, single: Single) -> Result<Sending, Error> {
        self.pipeline.providers().check(&single.action)?;
        if single.key.is_empty() || single.key.len() > SINGLE_KEY_BYTES_MAX {
            let problem = format!("the key of a dispatch has {} bytes", single.key.len());
            return Err(Error::invalid("bad_value", problem).with_hint("give it 1 to 247 bytes"));
        }
        let now = self.clock.now();
        let Single { tenant, action, key, is_once: _, hops, timeout, takes_unbound_secrets, by } = single;
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
        };
        let spec = Spec::new(Recurrence::Once(OnceRule { at: now }), "UTC");
        let definition = Definition { timeout, ..Definition::new(spec, action) };
        let run = self.run(&origin, planned, Arc::new(definition));
        let mut sending = Sending::new(run);
        (sending.hops, sending.is_single) = (hops, true);
        sending.takes_unbound_secrets = takes_unbound_secrets;
        Ok(sending)
    }

    /// A run of an occurrence that is in no ledger.
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
            own: OwnEnding::default(),
            account: Account::kept(),
            // A single action has no schedule to be late for.
            lateness: Lateness::default(),
        }
    }
}
