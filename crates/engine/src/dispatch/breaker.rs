//! The step that spares receivers that do not answer. There is a breaker for each tenant, provider and receiver, and all nodes
//! share it through the store.
//!
//! A node goes by what it knows for a second, so that a receiver that works costs nothing but a look into a map.
//!
//! Invariants: of all nodes together one action at a time is tried at a receiver that failed; what waits is not failed before
//! it would be too late, and its attempts are not counted.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use async_trait::async_trait;
use jiff::{SignedDuration, Timestamp};

use super::cut_off::{CutOff, UnderWay};
use super::dedup::hashed;
use super::put_off::{UNKNOWN_FOR, put_off, too_late_at, unknown_lateness};
use super::remembered::Remembered;
use super::{Decision, Mode, Sending, Step, StepName, Verdict};
use crate::breaker::{Admission, Breaker, BreakerSettings};
use crate::clock::Clock;
use crate::event::{Alarm, Events};
use crate::id::Tenant;
use crate::outcome::Outcome;
use crate::provider::Providers;
use crate::reason::FailReason;
use crate::store::{Mark, MarkName, Store, StoreError};

/// A breaker that nobody asks is forgotten after so long, and then it is closed.
const KEPT_FOR: SignedDuration = SignedDuration::from_hours(24);
/// One that a person tripped is kept: a year, and nobody sends there any more.
const TRIPPED_FOR: SignedDuration = SignedDuration::from_hours(366 * 24);
/// When two change a breaker at the same time the later one looks again, so often in all.
const TRIES: usize = 8;
/// What waits for a person looks again after so long.
const LOOK_AGAIN_FOR: SignedDuration = SignedDuration::from_secs(30);

/// Which breaker.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BreakerKey {
    /// Whose.
    pub tenant: Tenant,
    /// Who sends.
    pub provider: String,
    /// To whom; empty when the provider has only one receiver.
    pub receiver: String,
}

impl BreakerKey {
    /// Under what the store keeps it.
    pub(crate) fn mark_name(&self) -> MarkName {
        let both = format!("{}\n{}", self.provider, self.receiver);
        MarkName { tenant: self.tenant.clone(), name: format!("breaker/{}", hashed(&both)) }
    }
}

/// The breakers of a node.
pub struct Breakers {
    store: Arc<dyn Store>,
    clock: Arc<dyn Clock>,
    events: Events,
    providers: Arc<Providers>,
    settings: BreakerSettings,
    known: Remembered<BreakerKey, Breaker>,
    cut_off: Arc<CutOff>,
}

impl Breakers {
    /// Over a store, going by a clock, for these providers.
    pub fn new(
        store: Arc<dyn Store>,
        clock: Arc<dyn Clock>,
        events: Events,
        providers: Arc<Providers>,
        settings: BreakerSettings,
    ) -> Self {
        let known = Remembered::new(Arc::clone(&clock), events.clone());
        Self { store, clock, events, providers, settings, known, cut_off: Arc::default() }
    }

    /// Someone here has changed breakers by hand: the next action goes by what the store says.
    pub fn forget_all(&self) {
        self.known.forget_all();
    }

    /// Which breaker an action meets; none when this node has no such provider, or its provider needs none.
    fn key(&self, sending: &Sending) -> Option<BreakerKey> {
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

    /// Whether an action may go there; a time when it may not, or none at all when a person must say so first.
    async fn admit(
        &self,
        key: &BreakerKey,
        sending: &Sending,
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
        // Others may want to be tried as well: only what the store says counts.
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

    /// Brings a breaker into another state, if it is to be; answers what it was left at, and what it was before if it changed.
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
        Err(StoreError::Unavailable(format!("the breaker of {} changes too often", key.provider)))
    }

    /// What becomes of an action that may not go there: it waits, unless it would then be too late.
    async fn waits(&self, key: &BreakerKey, sending: &Sending, until: Option<Timestamp>) -> Verdict {
        let run = &sending.run;
        let now = self.clock.now();
        let soonest = now.saturating_add(LOOK_AGAIN_FOR).unwrap_or(now);
        // What waits for the same receiver does not come back all at once.
        let spread = SignedDuration::from_millis((run.idempotency_key().low_bits() % 2_000).cast_signed());
        let next = until.unwrap_or(soonest).max(now).saturating_add(spread).unwrap_or(now);
        let described = if key.receiver.is_empty() { &key.provider } else { &key.receiver };
        let message = match until {
            Some(_) => format!("{described} failed too often; it is asked again at {next}"),
            None => format!("the way to {described} was closed by a person"),
        };
        let created_at = run.occurrence.created_at.max(run.occurrence.planned.due_at);
        let ends_at = created_at.saturating_add(run.definition.retry.max_elapsed.duration()).unwrap_or(Timestamp::MAX);
        let is_too_late = match too_late_at(sending, next).await {
            Ok(too_late) => next > ends_at || too_late.is_some(),
            Err(error) => return Verdict::stop(put_off(now, UNKNOWN_FOR, unknown_lateness(&error))),
        };
        Verdict::stop(if is_too_late {
            Outcome::Rejected { reason: FailReason::CircuitOpen, message }
        } else {
            Outcome::Delayed { until: next, message: Some(message) }
        })
    }

    fn unknown(&self, problem: &str) -> Verdict {
        let problem = format!("nobody can say whether its receiver works: {problem}");
        Verdict::stop(put_off(self.clock.now(), UNKNOWN_FOR, problem))
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

    async fn take(&self, sending: &mut Sending, mode: Mode) -> Verdict {
        if mode == Mode::Real {
            for (key, probe) in self.cut_off.take() {
                self.hear(&key, &probe, &Outcome::retryable("it took too long")).await;
            }
        }
        let verdict = self.decide(sending, mode).await;
        let passed = mode == Mode::Real && !matches!(verdict.decision, Decision::Stop(_));
        sending.under_way = if passed { self.under_way(sending) } else { None };
        verdict
    }

    async fn learn(&self, sending: &Sending, outcome: &Outcome) {
        if let Some(under_way) = &sending.under_way {
            under_way.heard();
        }
        let Some(key) = &sending.breaker else { return };
        // Nobody is tried where all is well, and then there is nothing to tell of a delivery.
        let is_closed = self.known(key).await.is_ok_and(|breaker| *breaker == Breaker::Closed);
        if !is_closed || !matches!(outcome, Outcome::Delivered { .. }) {
            self.hear(key, &probe_name(sending), outcome).await;
        }
    }
}

impl Breakers {
    async fn decide(&self, sending: &mut Sending, mode: Mode) -> Verdict {
        let Some(key) = self.key(sending) else { return Verdict::PASS };
        let until = match self.admit(&key, sending, mode).await {
            Ok(Ok(())) => {
                sending.breaker = Some(key);
                return Verdict::PASS;
            }
            Ok(Err(until)) => until,
            Err(problem) => return self.unknown(&problem),
        };
        let Some(fallback) = &self.settings.of(&key.provider).fallback else {
            return self.waits(&key, sending, until).await;
        };
        let before = std::mem::replace(&mut sending.action_mut().provider, fallback.clone());
        let Some(other) = self.key(sending) else {
            return Verdict::changed(format!("{before} is not asked; {fallback} is instead"));
        };
        match self.admit(&other, sending, mode).await {
            Ok(Ok(())) => {
                sending.breaker = Some(other);
                Verdict::changed(format!("{before} is not asked; {fallback} is instead"))
            }
            Ok(Err(_)) => self.waits(&key, sending, until).await,
            Err(problem) => self.unknown(&problem),
        }
    }

    async fn hear(&self, key: &BreakerKey, probe: &str, outcome: &Outcome) {
        let options = self.settings.of(&key.provider);
        let change = |breaker: &Breaker, now| breaker.after(outcome, probe, options, now);
        // What changes nothing in what is known here costs nothing.
        if let Ok(breaker) = self.known(key).await
            && change(&breaker, self.clock.now()).is_none()
        {
            return;
        }
        // A failure that cannot be counted now is not the last.
        if let Ok((after, Some(before))) = self.change(key, change).await {
            self.tell(key, &before, &after);
        }
    }

    /// Sees to it that a send is heard of even if its worker stops waiting for it; without a timeout it never does.
    fn under_way(&self, sending: &Sending) -> Option<Arc<UnderWay>> {
        let under_way = UnderWay {
            deadline: sending.deadline()?,
            key: sending.breaker.clone()?,
            probe: probe_name(sending),
            clock: Arc::clone(&self.clock),
            cut_off: Arc::clone(&self.cut_off),
            is_heard_of: AtomicBool::new(false),
        };
        Some(Arc::new(under_way))
    }
}

/// What an action is called while it is the one that is tried.
fn probe_name(sending: &Sending) -> String {
    let run = &sending.run;
    format!("{} {} {}", run.node, run.idempotency_key(), run.occurrence.fence)
}

/// A breaker as the store keeps it, and the text that says so.
pub(crate) async fn read(
    store: &dyn Store,
    key: &BreakerKey,
    now: Timestamp,
) -> Result<(Breaker, Option<String>), StoreError> {
    let text = store.mark(&key.mark_name(), now).await?.map(|mark| mark.value);
    // What a newer node wrote, or someone damaged, is no reason to send nothing.
    let breaker = text.as_deref().and_then(|text| serde_json::from_str(text).ok()).unwrap_or_default();
    Ok((breaker, text))
}

/// Writes a breaker down, if it is still what it was.
pub(crate) async fn write(
    store: &dyn Store,
    key: &BreakerKey,
    expected: Option<&str>,
    breaker: &Breaker,
    now: Timestamp,
) -> Result<bool, StoreError> {
    let name = key.mark_name();
    let kept_for = match breaker {
        Breaker::Closed => return store.replace_mark(&name, expected, None, now).await,
        Breaker::Tripped { .. } => TRIPPED_FOR,
        Breaker::Failing { .. } | Breaker::Open { .. } | Breaker::HalfOpen { .. } => KEPT_FOR,
    };
    let unfit = |error: serde_json::Error| StoreError::Invalid { field: "the breaker", problem: error.to_string() };
    let value = serde_json::to_string(breaker).map_err(unfit)?;
    let mark = Mark { value, until: now.saturating_add(kept_for).unwrap_or(now) };
    store.replace_mark(&name, expected, Some(&mark), now).await
}
