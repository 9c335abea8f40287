//! The real dispatch pipeline in front of the receiver: dispatch rules, dedup, throttle and breaker. Each
//! step reports to the observer what it stops or changes, so that a run over many seeds shows that the step
//! was exercised.

use std::sync::Arc;

use async_trait::async_trait;
use refrain::clock::Clock;
use refrain::delivery::{Decision, Outcome, OutgoingAction, Providers, StepName, Verdict};
use refrain::dispatch::{BreakerOptions, BreakerSettings, Breakers, Dedup, Mode, Pipeline, Rules, Step, Throttling};
use refrain::observe::Events;
use refrain::recurrence::Length;
use refrain::store::Store;

use crate::features::Feature;
use crate::receiver::Receiver;
use crate::world::World;

/// Name of the only provider.
pub(crate) const PROVIDER: &str = "receiver";

/// Creates the pipeline of one node.
pub(crate) fn new(
    world: &Arc<World>,
    store: &Arc<dyn Store>,
    clock: &Arc<dyn Clock>,
    receiver: Arc<Receiver>,
    events: &Events,
) -> Pipeline {
    let providers = Arc::new(Providers::default());
    providers.add(PROVIDER, receiver);
    // Small numbers, so that breakers open and close within ten minutes.
    let options = BreakerOptions::default().with(|it| {
        it.failure_threshold = 3;
        it.success_threshold = 1;
        it.recovery = Length::from_seconds(5);
        it.probe_timeout = Length::from_seconds(10);
        it.fallback = None;
    });
    let settings = BreakerSettings::default().with(|it| it.default = options);
    let rules = Rules::new(store.clone(), Arc::clone(clock), events.clone());
    let breakers = Breakers::new(store.clone(), Arc::clone(clock), events.clone(), Arc::clone(&providers), settings);
    let seen = |feature, inner: Arc<dyn Step>| Arc::new(ObservedStep { world: Arc::clone(world), feature, inner });
    Pipeline::new(providers)
        .with(seen(Feature::Rule, Arc::new(rules)))
        .with(seen(Feature::Dedup, Arc::new(Dedup::new(store.clone(), Arc::clone(clock)))))
        .with(seen(Feature::Throttle, Arc::new(Throttling::new(store.clone(), Arc::clone(clock)))))
        .with(seen(Feature::Breaker, Arc::new(breakers)))
}

/// Step whose decisions are reported to the observer.
struct ObservedStep {
    world: Arc<World>,
    feature: Feature,
    inner: Arc<dyn Step>,
}

#[async_trait]
impl Step for ObservedStep {
    fn name(&self) -> StepName {
        self.inner.name()
    }

    async fn take(&self, sending: &mut OutgoingAction, mode: Mode) -> Verdict {
        let verdict = self.inner.take(sending, mode).await;
        let has_acted = match &verdict.decision {
            Decision::Pass => false,
            Decision::Changed => true,
            Decision::Stop(_) => true,
        };
        if has_acted {
            self.world.watch().meets(sending.run.occurrence.schedule_uid, self.feature);
        }
        verdict
    }

    async fn learn(&self, sending: &OutgoingAction, outcome: &Outcome) {
        self.inner.learn(sending, outcome).await;
    }
}
