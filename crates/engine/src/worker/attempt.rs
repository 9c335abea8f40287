//! One attempt: from a lease to the result to be settled. Whatever the dispatcher does, an attempt ends.

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use jiff::{SignedDuration, Timestamp};
use tokio_util::sync::CancellationToken;
use tracing::Instrument;

use super::retry::{self, FinishedAttempt};
use super::tenure::{Moment, Tenure};
use super::{LeasedOccurrence, Worker};
use crate::delivery::{LeaseCheck, Run, SelfSettlement};
use crate::dispatch::{STORE_RETRY_DELAY, delay_outcome, unknown_lateness};
use crate::model::{Definition, Delivery, FailReason, History, NewWorkItem, Occurrence};
use crate::observe::{Event, trace};
use crate::outcome::{Account, Decision, Outcome, StepName, Verdict};
use crate::panics::caught;
use crate::store::{Ending, StoreError};

/// Result of an attempt, ready to be settled.
#[derive(Clone, Debug)]
pub struct AttemptResult {
    /// The occurrence as it was leased.
    pub occurrence: Arc<Occurrence>,
    /// Definition of its schedule. None if the definition could not be read.
    pub definition: Option<Arc<Definition>>,
    /// The ending to record.
    pub ending: Ending,
    /// Time until which the occurrence is delayed. Its lease is then released until that time, and the attempt is
    /// not counted.
    pub delayed_until: Option<Timestamp>,
    /// Ending that the handler settled itself, together with its effect.
    pub own: SelfSettlement,
    /// Work items that are enqueued together with the settlement.
    pub work: Vec<NewWorkItem>,
    /// Duration of the dispatch. None if nothing was sent.
    pub took_for: Option<SignedDuration>,
    /// Account of the dispatch steps, if one is wanted.
    pub account: Account,
}

impl AttemptResult {
    /// Creates the result of an attempt that completed, failed or is retried.
    pub(crate) fn new(occurrence: Arc<Occurrence>, definition: Option<Arc<Definition>>, ending: Ending) -> Self {
        Self {
            occurrence,
            definition,
            ending,
            delayed_until: None,
            own: SelfSettlement::default(),
            work: Vec::new(),
            took_for: None,
            account: Account::default(),
        }
    }
}

impl Worker {
    /// Makes one attempt.
    pub(crate) async fn attempt(&self, leased: LeasedOccurrence, cancel: &CancellationToken) -> AttemptResult {
        let LeasedOccurrence { occurrence, definition, tenure } = leased;
        let definition = match definition {
            Ok(definition) => definition,
            Err(problem) => {
                let ending = Ending::Failed { reason: FailReason::Rejected, message: Some(problem) };
                return AttemptResult::new(occurrence, None, ending);
            }
        };
        let own = SelfSettlement::default();
        let account = self.account(&occurrence, &definition);
        let mut took_for = None;
        let outcome = match self.check_start(&occurrence, &definition, &tenure, &account).await {
            Err(refusal) => refusal,
            Ok(controls) => {
                let started_at = self.clock.now();
                self.events.metrics().started(&occurrence, started_at);
                self.events.publish(|| Event::Started(Box::new(Occurrence::clone(&occurrence))));
                let run = Run {
                    occurrence: Arc::clone(&occurrence),
                    definition: Arc::clone(&definition),
                    node: self.node.clone(),
                    started_at,
                    cancel: cancel.clone(),
                    events: self.events.clone(),
                    own: own.clone(),
                    account: account.clone(),
                    lateness: self.lateness.clone(),
                    controls: Some(controls),
                    lease: self.lease_check(tenure),
                };
                let span = trace::occurrence_span(&occurrence);
                let outcome = self.dispatch(run).instrument(span.clone()).await;
                trace::dispatched(&span, &outcome);
                took_for = Some(self.clock.now().duration_since(started_at));
                self.events.publish(|| Event::dispatched(&occurrence, &account, &outcome));
                outcome
            }
        };
        let mut outcome = outcome.sanitize(self.clock.now());
        let work = if let Outcome::Delivered { work, .. } = &mut outcome { std::mem::take(work) } else { Vec::new() };
        let delayed_until = if let Outcome::Delayed { until, .. } = &outcome { Some(*until) } else { None };
        let ending = match own.held() {
            Some((ending, _)) => ending,
            None => self.ending(outcome, &occurrence, &definition).await,
        };
        AttemptResult {
            delayed_until,
            own,
            work,
            took_for,
            account,
            ..AttemptResult::new(occurrence, Some(definition), ending)
        }
    }

    /// Returns the account of the dispatch steps, if the ledger or a listener wants one.
    fn account(&self, occurrence: &Occurrence, definition: &Definition) -> Account {
        let level = self.options.history.of(&occurrence.schedule.tenant, Some(definition));
        if level == History::Full || self.events.has_listeners() { Account::kept() } else { Account::default() }
    }

    /// Returns the verdict of holds and quotas if the occurrence may start now. Otherwise returns the outcome: it is
    /// too late, a hold or quota stops it, or its lease is over.
    ///
    /// Holds and quotas are checked here, before the step of the pipeline that reports them, because what they stop
    /// has not started: it counts in no metric of starts, and the engine obeys them with every dispatcher.
    async fn check_start(
        &self,
        occurrence: &Occurrence,
        definition: &Arc<Definition>,
        tenure: &Tenure,
        account: &Account,
    ) -> Result<Verdict, Outcome> {
        if let Some(late) = self.too_late(occurrence, definition).await {
            return Err(late);
        }
        let verdict = self.barrier.verdict(occurrence, definition).await;
        if let Decision::Stop(refusal) = &verdict.decision {
            self.events.metrics().step(StepName::Controls, &verdict.decision);
            account.took(StepName::Controls, &verdict);
            return Err(refusal.clone());
        }
        // The store may answer slowly, or the clock may be set in the meantime. Then it may be too late, or the
        // lease may be lost.
        let late = self.too_late(occurrence, definition).await;
        late.or_else(|| self.lease_is_over(tenure)).map_or(Ok(verdict), Err)
    }

    /// Returns the reason why the occurrence would start too late now. If its schedule cannot be read to decide
    /// that, the occurrence is delayed briefly.
    async fn too_late(&self, occurrence: &Occurrence, definition: &Arc<Definition>) -> Option<Outcome> {
        let now = self.clock.now();
        match self.lateness.too_late(definition, occurrence, now).await {
            Ok(reason) => reason.map(|reason| Outcome::Skipped { reason, message: None }),
            Err(error) => Some(delay_outcome(now, STORE_RETRY_DELAY, unknown_lateness(&error))),
        }
    }

    /// Refuses to start under a lease that would expire before the next lease check.
    fn lease_is_over(&self, tenure: &Tenure) -> Option<Outcome> {
        let now = Moment::of(&*self.clock);
        // At the maximum timestamp there is no next check.
        let has_next_look = now.at.checked_add(self.options.lease_check_every()).is_ok();
        let is_over = has_next_look && tenure.left(now) < self.options.lease_check_every();
        let message = Some("the lease expired before the run could start".to_owned());
        is_over.then_some(Outcome::Delayed { until: now.at, message })
    }

    fn lease_check(&self, tenure: Tenure) -> LeaseCheck {
        let clock = Arc::clone(&self.clock);
        LeaseCheck::new(move || tenure.left(Moment::of(&*clock)) <= SignedDuration::ZERO)
    }

    /// Dispatches the run, with the timeout of its schedule.
    async fn dispatch(&self, run: Run) -> Outcome {
        let timeout = run.definition.timeout;
        let is_at_most_once = run.definition.delivery == Delivery::AtMostOnce;
        let cancel = run.cancel.clone();
        let sent = without_panic(self.dispatcher.dispatch(run));
        let outcome = match timeout {
            None => sent.await,
            Some(timeout) => {
                let timeout_for = Duration::from_secs(timeout.seconds().unsigned_abs());
                tokio::time::timeout(timeout_for, sent).await.unwrap_or_else(|_| {
                    cancel.cancel();
                    Err((FailReason::Timeout, format!("the attempt took longer than {timeout}")))
                })
            }
        };
        outcome.unwrap_or_else(|cut_off| after_cut_off(cut_off, is_at_most_once))
    }

    /// Makes one attempt, whatever happens: a panic outside of the dispatch, such as in a store call, is a failed
    /// attempt, too.
    pub(crate) async fn attempt_guarded(&self, leased: LeasedOccurrence, cancel: &CancellationToken) -> AttemptResult {
        let (occurrence, definition) = (Arc::clone(&leased.occurrence), leased.definition.clone().ok());
        let cut_off = match without_panic(Box::pin(self.attempt(leased, cancel))).await {
            Ok(attempted) => return attempted,
            Err(cut_off) => cut_off,
        };
        let Some(definition) = definition else {
            let ending = Ending::Failed { reason: FailReason::Rejected, message: Some(cut_off.1) };
            return AttemptResult::new(occurrence, None, ending);
        };
        let now = self.clock.now();
        let outcome = after_cut_off(cut_off, definition.delivery == Delivery::AtMostOnce);
        let tried = FinishedAttempt {
            attempt: occurrence.attempt,
            first_started_at: occurrence.started_at.unwrap_or(now),
            key: occurrence.idempotency_key(),
            retry: &definition.retry,
        };
        let ending = retry::ending(outcome.sanitize(now), &tried, now);
        AttemptResult::new(occurrence, Some(definition), ending)
    }

    async fn ending(&self, outcome: Outcome, occurrence: &Occurrence, definition: &Definition) -> Ending {
        let first_started_at = match &outcome {
            Outcome::Retryable { .. } if occurrence.attempt > 1 => self.first_started_at(occurrence).await,
            _ => occurrence.started_at,
        };
        let now = self.clock.now();
        let tried = FinishedAttempt {
            attempt: occurrence.attempt,
            first_started_at: first_started_at.unwrap_or(now),
            key: occurrence.idempotency_key(),
            retry: &definition.retry,
        };
        retry::ending(outcome, &tried, now)
    }

    /// Returns the start time of the first attempt. If the store fails, counting starts with the current attempt:
    /// one attempt too many is better than one too few.
    async fn first_started_at(&self, occurrence: &Occurrence) -> Option<Timestamp> {
        match self.store.occurrence(&occurrence.schedule.tenant, occurrence.id).await {
            Ok(Some((_, attempts))) => attempts.first().and_then(|first| first.started_at),
            Ok(None) | Err(_) => occurrence.started_at,
        }
    }
}

/// Returns the outcome of an attempt that was cut off in the middle.
fn after_cut_off((reason, message): CutOff, is_at_most_once: bool) -> Outcome {
    match is_at_most_once {
        // The outcome is unknown, so the occurrence must not be sent again.
        true => Outcome::Rejected { reason: FailReason::OutcomeUnknown, message },
        false => Outcome::Retryable { reason, message, retry_after: None },
    }
}

/// Cause that cut an attempt off in the middle: its reason and a message.
pub(crate) type CutOff = (FailReason, String);

/// Runs a future and converts a panic into an error: a panic is a failed attempt like any other.
pub(crate) async fn without_panic<T>(sent: Pin<Box<dyn Future<Output = T> + Send + '_>>) -> Result<T, CutOff> {
    caught(sent).await.map_err(|problem| (FailReason::AttemptsExhausted, problem))
}

/// Runs a store call. A panic is an error of that call with an unknown outcome: the call may be repeated.
pub(crate) async fn guarded<T>(call: impl Future<Output = Result<T, StoreError>> + Send) -> Result<T, StoreError> {
    match without_panic(Box::pin(call)).await {
        Ok(answer) => answer,
        Err((_, problem)) => Err(StoreError::Unknown(problem)),
    }
}

#[cfg(test)]
mod tests {
    use jiff::SignedDuration;

    use super::*;
    use crate::worker::fixture::{leased, worker};

    /// Makes an attempt this many seconds after the lease was granted.
    async fn attempted_after(seconds: i64) -> AttemptResult {
        let (worker, _) = worker(SignedDuration::from_secs(seconds));
        worker.attempt(leased(1, 1), &CancellationToken::new()).await
    }

    // The clock may be set, or time may pass, while the store is asked whether a hold or quota stops the run.
    #[tokio::test]
    async fn no_run_starts_under_a_lease_that_is_about_to_expire() {
        assert_eq!(attempted_after(25).await.ending, Ending::SUCCEEDED);
        for seconds in [26, 31, 50] {
            let attempted = attempted_after(seconds).await;
            assert!(attempted.delayed_until.is_some(), "{seconds} s: {attempted:?}");
        }
    }
}
