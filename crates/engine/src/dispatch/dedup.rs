//! The dedup step: the first action with a key sets a mark, and other actions with the same key find that mark
//! and are skipped.
//!
//! The mark names its owner, so retries of an occurrence, after a failure or a lost response, do not count as
//! duplicates of it.
//!
//! Invariant: of all concurrent actions with the same key, on all nodes, exactly one passes.

use std::sync::Arc;

use async_trait::async_trait;
use refrain_recurrence::Length;
use sha2::{Digest, Sha256};

use super::delay_outcome::{STORE_RETRY_DELAY, delay_outcome};
use super::{Mode, Step};
use crate::clock::Clock;
use crate::delivery::OutgoingAction;
use crate::dispatch::template::{Name, Template, ValuePosition, Values};
use crate::error::Error;
use crate::error_code::ErrorCode;
use crate::model::{Action, FailReason, SkipReason, hex};
use crate::outcome::{Outcome, StepName, Verdict};
use crate::store::{Mark, MarkName, Store, StoreError};

/// Default time for which a key is remembered: one day.
const DEDUP_TTL: Length = Length::from_seconds(24 * 60 * 60);

/// Length of a mark name in bytes: `dedup/` and 128 bits of the digest.
const MARK_NAME_BYTES: usize = 6 + 32;

/// Skips actions whose dedup key was used before.
pub struct Dedup {
    store: Arc<dyn Store>,
    clock: Arc<dyn Clock>,
}

impl Dedup {
    /// Creates the step with a store and a clock.
    pub fn new(store: Arc<dyn Store>, clock: Arc<dyn Clock>) -> Self {
        Self { store, clock }
    }

    /// Returns the existing mark of the key, if there is one.
    async fn found(&self, sending: &OutgoingAction, key: &str, mode: Mode) -> Result<Option<Mark>, StoreError> {
        let (name, now) = (mark_name(sending, key), self.clock.now());
        let ttl = sending.dedup_for.or(sending.action().dedup_for).unwrap_or(DEDUP_TTL);
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

    async fn take(&self, sending: &mut OutgoingAction, mode: Mode) -> Verdict {
        let key = match expand_key(sending) {
            None => return Verdict::PASS,
            Some(Ok(key)) => key,
            Some(Err(error)) => return Verdict::stop(Outcome::rejected(format!("dedup key: {error}"))),
        };
        match self.found(sending, &key, mode).await {
            Ok(None) => Verdict::PASS,
            Ok(Some(mark)) if mark.value == owner(sending) => {
                Verdict::pass("the key is already marked by this occurrence")
            }
            Ok(Some(mark)) => {
                let (other, until) = (mark.value.split_once(' ').map_or("", |(_, other)| other), mark.until);
                let message = Some(format!("key {:?} is in use by {other} until {until}", cut(shown(sending, &key))));
                Verdict::stop(Outcome::Skipped { reason: SkipReason::Deduplicated, message })
            }
            Err(error) => {
                let problem = format!("cannot check whether the action was sent before: {error}");
                Verdict::stop(delay_outcome(self.clock.now(), STORE_RETRY_DELAY, problem))
            }
        }
    }

    /// Removes the mark of an action that was not sent, so that others can pass. Keeps the mark if the action
    /// may have been sent.
    async fn learn(&self, sending: &OutgoingAction, outcome: &Outcome) {
        let is_over = match outcome {
            Outcome::Delivered { .. } | Outcome::Delayed { .. } => false,
            Outcome::Rejected { reason: FailReason::OutcomeUnknown | FailReason::Timeout, .. }
            | Outcome::Retryable { reason: FailReason::OutcomeUnknown | FailReason::Timeout, .. } => false,
            Outcome::Rejected { .. } | Outcome::Skipped { .. } => true,
            Outcome::Retryable { .. } => {
                sending.is_single || sending.run.occurrence.attempt >= sending.run.definition.retry.max_attempts
            }
        };
        let Some(Ok(key)) = expand_key(sending).filter(|_| is_over) else { return };
        let name = mark_name(sending, &key);
        // If this fails, the mark stays until it expires: other actions wait rather than run twice.
        self.store.replace_mark(&name, Some(&owner(sending)), None, self.clock.now()).await.ok();
    }
}

fn mark_name(sending: &OutgoingAction, key: &str) -> MarkName {
    let mut name = format!("dedup/{}", hash_text(key));
    // Half of the digest is enough to tell keys apart. Names are random, so each mark is written to a different
    // page of the store's index. Shorter names need fewer pages.
    name.truncate(MARK_NAME_BYTES);
    MarkName { tenant: sending.tenant().clone(), name }
}

/// Returns the owner of a mark: the idempotency key of the occurrence, then a readable name.
fn owner(sending: &OutgoingAction) -> String {
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

/// Rejects a dedup key with invalid placeholders, or with placeholders whose values change between attempts.
///
/// # Errors
/// When the key contains an unknown name, or a name whose value changes between attempts.
pub fn check(action: &Action) -> Result<(), Error> {
    let Some(key) = &action.dedup_key else { return Ok(()) };
    let template = Template::parse(key)?;
    let changes = |name: &&Name| matches!(name, Name::Attempt | Name::Trigger | Name::CorrelationId);
    match template.names().find(changes) {
        None => Ok(()),
        Some(name) => {
            let problem =
                format!("`{}` in the dedup key {:?} is not the same at every attempt", name.as_text(), cut(key));
            Err(Error::invalid(ErrorCode::TemplateNotStable, problem)
                .with_hint("every attempt of an occurrence must have the same key"))
        }
    }
}

/// Returns the dedup key of an action with placeholders replaced, or `None` if the action has no key.
fn expand_key(sending: &OutgoingAction) -> Option<Result<String, Error>> {
    let key = sending.action().dedup_key.as_ref()?;
    if !key.contains("{{") {
        return Some(Ok(key.clone()));
    }
    let values = Values::new(&sending.run, sending.action());
    Some(Template::parse(key).and_then(|template| template.render(&values, ValuePosition::Text)))
}

/// Returns the form of a key for messages, which are seen by people who may not see payloads: a key with parts of the
/// payload is shown as it was written.
fn shown<'a>(sending: &'a OutgoingAction, expanded: &'a str) -> &'a str {
    let Some(written) = sending.action().dedup_key.as_deref() else { return expanded };
    let names_payload =
        |template: Template| template.names().any(|name| matches!(name, Name::Payload(_) | Name::Secret(_)));
    if Template::parse(written).is_ok_and(names_payload) { written } else { expanded }
}

/// Hashes a text of any length to a text that fits into a mark name.
pub(super) fn hash_text(text: &str) -> String {
    hex(&Sha256::digest(text).into())
}

fn cut(text: &str) -> String {
    const SHOWN_MAX: usize = 200;
    text.chars().take(SHOWN_MAX).collect()
}
