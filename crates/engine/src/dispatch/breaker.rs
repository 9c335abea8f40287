//! The circuit breaker step: stops actions for receivers that do not respond. There is one breaker per tenant,
//! provider and receiver, and all nodes share it through the store.
//!
//! A node caches the state for one second, so a working receiver costs only a map lookup.
//!
//! Invariants:
//! - Across all nodes, one action at a time probes a receiver that failed.
//! - A waiting action does not fail before it would be too late, and waiting does not count as an attempt.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use async_trait::async_trait;
use jiff::{SignedDuration, Timestamp};

use super::dedup::hash_text;
use super::delay_outcome::{STORE_RETRY_DELAY, delay_outcome, lateness_at, unknown_lateness};
use super::store_cache::StoreCache;
use super::{Mode, Step};
use crate::breaker::{Admission, Breaker, BreakerKey, BreakerSettings, CutOffSends, InFlight};
use crate::clock::Clock;
use crate::delivery::{OutgoingAction, Providers};
use crate::error::Error;
use crate::model::FailReason;
use crate::observe::{Alarm, Events};
use crate::outcome::{Decision, Outcome, StepName, Verdict};
use crate::store::{Mark, MarkName, Store, StoreError};

/// Lifetime of an unused breaker in the store. After that, the circuit is closed.
const BREAKER_TTL: SignedDuration = SignedDuration::from_hours(24);
/// Lifetime of a breaker that a person tripped: a year after the last change.
const TRIPPED_TTL: SignedDuration = SignedDuration::from_hours(366 * 24);
/// Maximum number of tries to change a breaker that others change at the same time.
const TRIES: usize = 8;
/// Delay of an action while a breaker waits for a manual reset.
const RESET_POLL_INTERVAL: SignedDuration = SignedDuration::from_secs(30);

/// The circuit breakers of a node.
pub struct Breakers {
    store: Arc<dyn Store>,
    clock: Arc<dyn Clock>,
    events: Events,
    providers: Arc<Providers>,
    settings: BreakerSettings,
    known: StoreCache<BreakerKey, Breaker>,
    cut_off: Arc<CutOffSends>,
}

impl Breakers {
    /// Creates the step with a store, a clock and these providers.
    pub fn new(
        store: Arc<dyn Store>,
        clock: Arc<dyn Clock>,
        events: Events,
        providers: Arc<Providers>,
        settings: BreakerSettings,
    ) -> Self {
        let known = StoreCache::new(Arc::clone(&clock), events.clone());
        Self { store, clock, events, providers, settings, known, cut_off: Arc::default() }
    }

    /// Checks the fallbacks against the providers that this node has now.
    ///
    /// # Errors
    /// When a fallback starts programs in place of a provider that does not.
    pub fn check_fallbacks(&self) -> Result<(), Error> {
        let names = self.providers.names();
        self.settings.check_fallbacks(names.iter().map(String::as_str), |name| self.starts_programs(name))
    }

    /// Drops all cached states after a manual change on this node, so that the next action uses the state in
    /// the store.
    pub fn forget_all(&self) {
        self.known.forget_all();
    }

    /// Returns the breaker for an action. `None` if this node has no such provider, or the provider uses no
    /// breaker.
    fn key(&self, sending: &OutgoingAction) -> Option<BreakerKey> {
        let action = sending.action();
        if self.settings.without.contains(&action.provider) {
            return None;
        }
        let receiver = self.providers.get(&action.provider)?.receiver(action);
        Some(BreakerKey { tenant: sending.tenant().clone(), provider: action.provider.clone(), receiver })
    }

    async fn known(&self, key: &BreakerKey) -> Result<Arc<Breaker>, String> {
        let read = |_| async { read(&*self.store, key, self.clock.now()).await.map(|(breaker, _)| breaker) };
        let known = self.known.get(key, read).await?;
        self.events.metrics().breaker(key, &known);
        Ok(known)
    }

    /// Decides whether an action may be sent. The inner error is the time to wait for, or `None` if a person
    /// must reset the breaker.
    async fn admit(
        &self,
        key: &BreakerKey,
        sending: &OutgoingAction,
        mode: Mode,
    ) -> Result<Result<(), Option<Timestamp>>, String> {
        let breaker = self.known(key).await?;
        if breaker.is_closed() {
            return Ok(Ok(()));
        }
        let (options, probe) = (self.settings.of(&key.provider), probe_name(sending));
        match breaker.admits(&probe, options, self.clock.now()) {
            Admission::Pass => return Ok(Ok(())),
            Admission::Wait(until) => return Ok(Err(until)),
            Admission::Try(_) if mode == Mode::Dry => return Ok(Ok(())),
            Admission::Try(_) => {}
        }
        // Others may want to probe too: only the state in the store counts.
        let change = |breaker: &Breaker, now| match breaker.admits(&probe, options, now) {
            Admission::Try(next) => Some(next),
            Admission::Pass | Admission::Wait(_) => None,
        };
        let (breaker, _) = self.change(key, change).await.map_err(|error| error.to_string())?;
        let is_tried = matches!(&breaker, Breaker::HalfOpen { probe: Some(tried), .. } if *tried == probe);
        Ok(match breaker.admits(&probe, options, self.clock.now()) {
            Admission::Pass => Ok(()),
            Admission::Try(_) | Admission::Wait(_) if is_tried => Ok(()),
            Admission::Try(_) => Err(Some(self.clock.now())),
            Admission::Wait(until) => Err(until),
        })
    }

    /// Changes the state of a breaker if `next` returns a new one. Returns the resulting state, and the
    /// previous state if it changed.
    async fn change(
        &self,
        key: &BreakerKey,
        next: impl Fn(&Breaker, Timestamp) -> Option<Breaker>,
    ) -> Result<(Breaker, Option<Breaker>), StoreError> {
        for _ in 0..TRIES {
            let now = self.clock.now();
            let (breaker, text) = read(&*self.store, key, now).await?;
            let Some(changed) = next(&breaker, now) else {
                self.known.learn(key, breaker.clone());
                return Ok((breaker, None));
            };
            if write(&*self.store, key, text.as_deref(), &changed, now).await? {
                self.known.learn(key, changed.clone());
                return Ok((changed, Some(breaker)));
            }
        }
        Err(StoreError::Unavailable(format!("the circuit breaker of {} changes too often", key.provider)))
    }

    /// Delays an action whose circuit is open, or rejects it if it would then be too late.
    async fn waits(&self, key: &BreakerKey, sending: &OutgoingAction, until: Option<Timestamp>) -> Verdict {
        let run = &sending.run;
        let now = self.clock.now();
        let soonest = now.saturating_add(RESET_POLL_INTERVAL).unwrap_or(now);
        // The spread keeps the actions that wait for the same receiver from returning all at once.
        let spread = SignedDuration::from_millis((run.idempotency_key().low_bits() % 2_000).cast_signed());
        let next = until.unwrap_or(soonest).max(now).saturating_add(spread).unwrap_or(now);
        let described = if key.receiver.is_empty() { &key.provider } else { &key.receiver };
        let message = match until {
            Some(_) => format!("circuit open: {described} failed too often; next attempt at {next}"),
            None => format!("circuit open: the breaker of {described} was tripped by a person"),
        };
        let created_at = run.occurrence.created_at.max(run.occurrence.planned.due_at);
        let ends_at = created_at.saturating_add(run.definition.retry.max_elapsed.duration()).unwrap_or(Timestamp::MAX);
        let is_too_late = match lateness_at(sending, next).await {
            Ok(too_late) => next > ends_at || too_late.is_some(),
            Err(error) => return Verdict::stop(delay_outcome(now, STORE_RETRY_DELAY, unknown_lateness(&error))),
        };
        Verdict::stop(if is_too_late {
            Outcome::Rejected { reason: FailReason::CircuitOpen, message }
        } else {
            Outcome::Delayed { until: next, message: Some(message) }
        })
    }

    fn unknown(&self, problem: &str) -> Verdict {
        let problem = format!("the state of the circuit breaker cannot be read: {problem}");
        Verdict::stop(delay_outcome(self.clock.now(), STORE_RETRY_DELAY, problem))
    }

    fn tell(&self, key: &BreakerKey, before: &Breaker, after: &Breaker) {
        self.events.metrics().breaker(key, after);
        let BreakerKey { tenant, provider, receiver } = key.clone();
        match (before.is_closed(), after.is_closed()) {
            (true, false) => self.events.alarm(Alarm::BreakerOpened { tenant, provider, receiver }),
            (false, true) => self.events.alarm(Alarm::BreakerClosed { tenant, provider, receiver }),
            (true, true) | (false, false) => {}
        }
    }
}

#[async_trait]
impl Step for Breakers {
    fn name(&self) -> StepName {
        StepName::Breaker
    }

    async fn take(&self, sending: &mut OutgoingAction, mode: Mode) -> Verdict {
        if mode == Mode::Real {
            for (key, probe) in self.cut_off.take() {
                self.report_outcome(&key, &probe, &Outcome::retryable("it took too long")).await;
            }
        }
        let verdict = self.decide(sending, mode).await;
        let passed = mode == Mode::Real && !matches!(verdict.decision, Decision::Stop(_));
        sending.in_flight = if passed { self.in_flight(sending) } else { None };
        verdict
    }

    async fn learn(&self, sending: &OutgoingAction, outcome: &Outcome) {
        if let Some(in_flight) = &sending.in_flight {
            in_flight.outcome_known();
        }
        let Some(key) = &sending.breaker else { return };
        // While the circuit is closed, there is no probe, and a delivery changes nothing.
        let is_closed = self.known(key).await.is_ok_and(|breaker| *breaker == Breaker::Closed);
        if !is_closed || !matches!(outcome, Outcome::Delivered { .. }) {
            self.report_outcome(key, &probe_name(sending), outcome).await;
        }
    }
}

impl Breakers {
    async fn decide(&self, sending: &mut OutgoingAction, mode: Mode) -> Verdict {
        let Some(key) = self.key(sending) else { return Verdict::PASS };
        let until = match self.admit(&key, sending, mode).await {
            Ok(Ok(())) => {
                sending.breaker = Some(key);
                return Verdict::PASS;
            }
            Ok(Err(until)) => until,
            Err(problem) => return self.unknown(&problem),
        };
        let Some(fallback) = self.fallback(&key.provider) else {
            return self.waits(&key, sending, until).await;
        };
        let before = std::mem::replace(&mut sending.action_mut().provider, fallback.to_owned());
        let Some(other) = self.key(sending) else {
            return Verdict::changed(format!("the circuit of {before} is open; {fallback} is used instead"));
        };
        match self.admit(&other, sending, mode).await {
            Ok(Ok(())) => {
                sending.breaker = Some(other);
                Verdict::changed(format!("the circuit of {before} is open; {fallback} is used instead"))
            }
            Ok(Err(_)) => self.waits(&key, sending, until).await,
            Err(problem) => self.unknown(&problem),
        }
    }

    /// Returns the fallback of a provider. Providers may be added at any time, so the permission to start programs
    /// is checked here again: a fallback never starts programs in place of a provider that does not.
    fn fallback(&self, provider: &str) -> Option<&str> {
        let fallback = self.settings.of(provider).fallback.as_deref()?;
        (self.starts_programs(provider) || !self.starts_programs(fallback)).then_some(fallback)
    }

    fn starts_programs(&self, provider: &str) -> bool {
        self.providers.get(provider).is_some_and(|found| found.starts_programs())
    }

    async fn report_outcome(&self, key: &BreakerKey, probe: &str, outcome: &Outcome) {
        let options = self.settings.of(&key.provider);
        let change = |breaker: &Breaker, now| breaker.after(outcome, probe, options, now);
        // If the outcome does not change the cached state, skip the store.
        if let Ok(breaker) = self.known(key).await
            && change(&breaker, self.clock.now()).is_none()
        {
            return;
        }
        // A failure that cannot be counted now will not be the last one.
        if let Ok((after, Some(before))) = self.change(key, change).await {
            self.tell(key, &before, &after);
        }
    }

    /// Creates the record that reports a send even if the worker stops waiting for it. Without a timeout, that
    /// never happens.
    fn in_flight(&self, sending: &OutgoingAction) -> Option<Arc<InFlight>> {
        let in_flight = InFlight {
            deadline: sending.deadline()?,
            key: sending.breaker.clone()?,
            probe: probe_name(sending),
            clock: Arc::clone(&self.clock),
            cut_off: Arc::clone(&self.cut_off),
            has_outcome: AtomicBool::new(false),
        };
        Some(Arc::new(in_flight))
    }
}

/// Returns the name of a breaker's mark in the store.
fn mark_name(key: &BreakerKey) -> MarkName {
    let both = format!("{}\n{}", key.provider, key.receiver);
    MarkName { tenant: key.tenant.clone(), name: format!("breaker/{}", hash_text(&both)) }
}

/// Returns the name under which an action is recorded as the probe.
fn probe_name(sending: &OutgoingAction) -> String {
    let run = &sending.run;
    format!("{} {} {}", run.node, run.idempotency_key(), run.occurrence.fence)
}

/// Reads a breaker from the store. Also returns its text for a later compare-and-set.
pub(crate) async fn read(
    store: &dyn Store,
    key: &BreakerKey,
    now: Timestamp,
) -> Result<(Breaker, Option<String>), StoreError> {
    let text = store.mark(&mark_name(key), now).await?.map(|mark| mark.value);
    // A state that cannot be parsed, from a newer node or damaged, must not stop all sending.
    let breaker = text.as_deref().and_then(|text| serde_json::from_str(text).ok()).unwrap_or_default();
    Ok((breaker, text))
}

/// Writes the state of a breaker if it is still the expected one.
pub(crate) async fn write(
    store: &dyn Store,
    key: &BreakerKey,
    expected: Option<&str>,
    breaker: &Breaker,
    now: Timestamp,
) -> Result<bool, StoreError> {
    let name = mark_name(key);
    let kept_for = match breaker {
        Breaker::Closed => return store.replace_mark(&name, expected, None, now).await,
        Breaker::Tripped { .. } => TRIPPED_TTL,
        Breaker::Failing { .. } | Breaker::Open { .. } | Breaker::HalfOpen { .. } => BREAKER_TTL,
    };
    let unfit = |error: serde_json::Error| StoreError::Invalid { field: "the breaker", problem: error.to_string() };
    let value = serde_json::to_string(breaker).map_err(unfit)?;
    let mark = Mark { value, until: now.saturating_add(kept_for).unwrap_or(now) };
    store.replace_mark(&name, expected, Some(&mark), now).await
}
