//! The step that keeps the same thing from being sent twice: the first action with a key marks it, and others with the same
//! key find the mark.
//!
//! The mark says whose it is, so an occurrence that is sent again, after a failure or a lost answer, is not in its own way.
//!
//! Invariant: of all actions that come at the same time with one key, on all nodes, one passes.

use std::sync::Arc;

use async_trait::async_trait;
use refrain_recurrence::Length;
use sha2::{Digest, Sha256};

use super::put_off::{UNKNOWN_FOR, put_off};
use super::{Mode, Sending, Step, StepName, Verdict};
use crate::action::Action;
use crate::clock::Clock;
use crate::error::Error;
use crate::idempotency::hex;
use crate::outcome::Outcome;
use crate::planted::{self, Bug};
use crate::reason::{FailReason, SkipReason};
use crate::store::{Mark, MarkName, Store, StoreError};
use crate::template::{Name, Place, Template, Values};

/// Without a rule or an action that says otherwise, a key is remembered for a day.
const DEDUP_FOR: Length = Length::from_seconds(24 * 60 * 60);

/// What is kept of the name of a mark, in bytes: `dedup/` and 128 bits of the digest.
const MARK_NAME_BYTES: usize = 6 + 32;

/// Keeps the same thing from being sent twice.
pub struct Dedup {
    store: Arc<dyn Store>,
    clock: Arc<dyn Clock>,
}

impl Dedup {
    /// Over a store, going by a clock.
    pub fn new(store: Arc<dyn Store>, clock: Arc<dyn Clock>) -> Self {
        Self { store, clock }
    }

    /// The mark that is in the way, if there is one.
    async fn found(&self, sending: &Sending, key: &str, mode: Mode) -> Result<Option<Mark>, StoreError> {
        let (name, now) = (mark_name(sending, key), self.clock.now());
        let ttl = sending.dedup_for.or(sending.action().dedup_for).unwrap_or(DEDUP_FOR);
        match mode {
            Mode::Real => self.store.mark_if_absent(&name, &owner(sending), ttl.duration(), now).await,
            Mode::Dry => self.store.mark(&name, now).await,
        }
    }
}

#[async_trait]
impl Step for Dedup {
    fn name(&self) -> StepName {
        StepName::Dedup
    }

    async fn take(&self, sending: &mut Sending, mode: Mode) -> Verdict {
        let key = match expanded(sending) {
            None => return Verdict::PASS,
            Some(Ok(key)) => key,
            Some(Err(error)) => return Verdict::stop(Outcome::rejected(format!("its dedup key: {error}"))),
        };
        match self.found(sending, &key, mode).await {
            Ok(None) => Verdict::PASS,
            Ok(Some(mark)) if mark.value == owner(sending) && !planted::is(Bug::OwnMarkNotKnown) => {
                Verdict::pass("its own mark is there already")
            }
            Ok(Some(mark)) => {
                let (other, until) = (mark.value.split_once(' ').map_or("", |(_, other)| other), mark.until);
                let message = Some(format!("key {:?} is {other}'s until {until}", cut(&key)));
                Verdict::stop(Outcome::Skipped { reason: SkipReason::Deduplicated, message })
            }
            Err(error) => {
                let problem = format!("nobody can say whether it was sent before: {error}");
                Verdict::stop(put_off(self.clock.now(), UNKNOWN_FOR, problem))
            }
        }
    }

    /// What was not sent after all is not in the way of others. What may have been, is.
    async fn learn(&self, sending: &Sending, outcome: &Outcome) {
        let is_over = match outcome {
            Outcome::Delivered { .. } | Outcome::Delayed { .. } => false,
            Outcome::Rejected { reason: FailReason::OutcomeUnknown | FailReason::Timeout, .. }
            | Outcome::Retryable { reason: FailReason::OutcomeUnknown | FailReason::Timeout, .. } => false,
            Outcome::Rejected { .. } | Outcome::Skipped { .. } => true,
            Outcome::Retryable { .. } => {
                sending.is_single || sending.run.occurrence.attempt >= sending.run.definition.retry.max_attempts
            }
        };
        let Some(Ok(key)) = expanded(sending).filter(|_| is_over) else { return };
        let name = mark_name(sending, &key);
        // Should it fail, the mark stays for as long as it was made for: others wait rather than are doubled.
        self.store.replace_mark(&name, Some(&owner(sending)), None, self.clock.now()).await.ok();
    }
}

fn mark_name(sending: &Sending, key: &str) -> MarkName {
    let mut name = format!("dedup/{}", hashed(key));
    // Half of the digest tells keys apart as well. Names are random, so each mark is written into another page of the
    // store's index: the shorter they are, the fewer pages there are.
    name.truncate(MARK_NAME_BYTES);
    MarkName { tenant: sending.tenant().clone(), name }
}

/// Whose a mark is: the key of the occurrence, then its name for people.
fn owner(sending: &Sending) -> String {
    let occurrence = &sending.run.occurrence;
    let planned = &occurrence.planned;
    let discriminator = if planned.discriminator.is_empty() { "" } else { "/" };
    format!(
        "{} {}/{}{discriminator}{}",
        sending.run.idempotency_key(),
        occurrence.schedule.id,
        planned.period_key,
        planned.discriminator
    )
}

/// Refuses a key that could not be expanded, or not to the same text at every attempt.
///
/// # Errors
/// When a name in it is not known, or says something else each time.
pub fn check(action: &Action) -> Result<(), Error> {
    let Some(key) = &action.dedup_key else { return Ok(()) };
    let template = Template::parse(key)?;
    let changes = |name: &&Name| matches!(name, Name::Attempt | Name::Trigger | Name::CorrelationId);
    match template.names().find(changes) {
        None => Ok(()),
        Some(name) => {
            let problem = format!("`{}` in the dedup key {:?} is not the same each time", name.as_text(), cut(key));
            Err(Error::invalid("template_not_stable", problem).with_hint("an occurrence must find its own key again"))
        }
    }
}

/// The key of an action with values in place of names; none when it has no key.
fn expanded(sending: &Sending) -> Option<Result<String, Error>> {
    let key = sending.action().dedup_key.as_ref()?;
    if !key.contains("{{") {
        return Some(Ok(key.clone()));
    }
    let values = Values::new(&sending.run, sending.action());
    Some(Template::parse(key).and_then(|template| template.render(&values, Place::Text)))
}

/// A text of any length as one that fits into a name.
pub(super) fn hashed(text: &str) -> String {
    hex(&Sha256::digest(text).into())
}

fn cut(text: &str) -> String {
    const SHOWN_MAX: usize = 200;
    text.chars().take(SHOWN_MAX).collect()
}
