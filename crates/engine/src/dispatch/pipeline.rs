//! The pipeline that every action passes: its steps in order, then the provider, then the outcome reported back
//! to the steps.
//!
//! Invariants:
//! - The steps run in the order of [`StepName`], whatever order they are added in.
//! - A dry run has no effect.
//! - A step learns the outcome of exactly those actions that it let pass.

use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use tracing::Instrument;

use super::guard::Guard;
use super::{Mode, Step};
use crate::clock::Clock;
use crate::delivery::{Dispatcher, OutgoingAction, Provider, Providers, Run};
use crate::model::{Capabilities, Delivery, FailReason};
use crate::observe::trace;
use crate::outcome::{Decision, Outcome, StepName, Verdict};

/// The dispatch steps of a node, and its providers.
pub struct Pipeline {
    steps: Vec<Arc<dyn Step>>,
    providers: Arc<Providers>,
    clock: Option<Arc<dyn Clock>>,
}

/// Verdicts of all steps and the outcome.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// Verdicts in order, up to the step that stopped the action.
    pub steps: Vec<(StepName, Verdict)>,
    /// Provider that sent the action, or would have sent it.
    pub provider: String,
    /// Outcome; `None` for a dry run that no step stopped.
    pub outcome: Option<Outcome>,
}

impl Pipeline {
    /// Creates a pipeline with only the guard step and the providers.
    pub fn new(providers: Arc<Providers>) -> Self {
        Self { steps: vec![Arc::new(Guard)], providers, clock: None }
    }

    /// Sets the clock that measures how long providers take.
    #[must_use]
    pub fn with_clock(self, clock: Arc<dyn Clock>) -> Self {
        Self { clock: Some(clock), ..self }
    }

    /// Adds a step at its position. It replaces an earlier step of the same name.
    #[must_use]
    pub fn with(mut self, step: Arc<dyn Step>) -> Self {
        let name = step.name();
        self.steps.retain(|other| other.name() != name);
        let place = self.steps.partition_point(|other| other.name() < name);
        self.steps.insert(place, step);
        self
    }

    /// Returns the providers.
    pub fn providers(&self) -> &Providers {
        &self.providers
    }

    /// Dispatches an action.
    pub async fn send(&self, sending: &mut OutgoingAction) -> (Outcome, Report) {
        let (mut report, passed) = self.decide(sending, Mode::Real).await;
        let outcome = match report.outcome.take() {
            Some(stopped) => stopped,
            None if sending.run.lease.is_expired() => Outcome::Delayed {
                until: self.clock.as_ref().map_or(sending.run.started_at, |clock| clock.now()),
                message: Some("the lease expired before the action could be sent".to_owned()),
            },
            None => match self.provider(sending) {
                Ok(provider) => self.provide(&*provider, sending).await,
                Err(unknown) => unknown,
            },
        };
        for step in passed.iter().rev() {
            step.learn(sending, &outcome).await;
        }
        report.outcome = Some(outcome.clone());
        (outcome, report)
    }

    /// Returns the verdicts that the steps would give now, without any effect.
    pub async fn dry_run(&self, mut sending: OutgoingAction) -> Report {
        let (mut report, _) = self.decide(&mut sending, Mode::Dry).await;
        if report.outcome.is_none()
            && let Err(unknown) = self.provider(&sending)
        {
            report.steps.push((StepName::Provider, Verdict::stop(unknown.clone())));
            report.outcome = Some(unknown);
        }
        report
    }

    /// Runs the steps in order. Also returns the steps that let the action pass.
    async fn decide(&self, sending: &mut OutgoingAction, mode: Mode) -> (Report, &[Arc<dyn Step>]) {
        let mut report = Report { steps: Vec::with_capacity(self.steps.len()), provider: String::new(), outcome: None };
        let mut passed = 0;
        for step in &self.steps {
            let span = trace::step_span(step.name());
            let verdict = step.take(sending, mode).instrument(span.clone()).await;
            if mode == Mode::Real {
                sending.run.events.metrics().step(step.name(), &verdict.decision);
                sending.run.account.took(step.name(), &verdict);
            }
            if let Decision::Stop(outcome) = &verdict.decision {
                trace::dispatched(&span, outcome);
                report.outcome = Some(outcome.clone());
            }
            report.steps.push((step.name(), verdict));
            if report.outcome.is_some() {
                break;
            }
            passed += 1;
        }
        report.provider.clone_from(&sending.action().provider);
        (report, &self.steps[..passed])
    }

    /// Calls the provider and records the call in account, trace and metrics.
    async fn provide(&self, provider: &dyn Provider, sending: &OutgoingAction) -> Outcome {
        let name = &sending.action().provider;
        let Run { account, events, .. } = &sending.run;
        account.sends(name);
        let started_at = self.clock.as_ref().map(|clock| clock.now());
        let span = trace::step_span(StepName::Provider);
        let outcome = provide(provider, sending).instrument(span.clone()).await;
        trace::dispatched(&span, &outcome);
        let took_for = self.clock.as_ref().zip(started_at).map(|(clock, at)| clock.now().duration_since(at));
        account.sent(&outcome, took_for);
        events.metrics().count_outcome(name, outcome.kind(), took_for);
        outcome
    }

    /// Returns the provider of an action, as the steps have left it, or the outcome if it must not be sent.
    fn provider(&self, sending: &OutgoingAction) -> Result<Arc<dyn Provider>, Outcome> {
        let name = &sending.action().provider;
        // Another node may have this provider, or this node after a restart.
        let provider = self.providers.get(name).ok_or_else(|| Outcome::Retryable {
            reason: FailReason::UnknownProvider,
            message: format!("this node has no provider {name:?}"),
            retry_after: None,
        })?;
        // The provider may have been unknown when the rule was saved or the payload was given, or the action was moved
        // to it afterwards.
        let is_restricted = sending.run_payload().is_some_and(|payload| !payload.may_start_programs);
        if is_restricted && provider.starts_programs() {
            return Err(Outcome::rejected(format!(
                "the payload of this run may not become the arguments of the programs that provider {name} starts: it \
                 was given without `command`"
            )));
        }
        match &sending.changed_without_command {
            Some(rule) if provider.starts_programs() => Err(Outcome::rejected(format!(
                "rule {rule} may not change the arguments of the programs that provider {name} starts: it was saved \
                 without `command`"
            ))),
            Some(_) | None => Ok(provider),
        }
    }
}

/// Calls the provider with a timeout. If the schedule has no timeout, the provider's default applies. The worker
/// enforces a schedule's own timeout, so it applies here only to single actions, which have no worker.
async fn provide(provider: &dyn Provider, sending: &OutgoingAction) -> Outcome {
    let timeout_for = match sending.run.definition.timeout {
        None => provider.timeout_for(),
        Some(timeout) if sending.is_single => Some(timeout.duration()),
        Some(_) => None,
    };
    let Some(timeout_for) = timeout_for else { return provider.send(sending).await };
    let timeout_for = Duration::try_from(timeout_for).unwrap_or_default();
    let Ok(outcome) = tokio::time::timeout(timeout_for, provider.send(sending)).await else {
        let message = format!("{} took longer than {timeout_for:?}", sending.action().provider);
        return match sending.run.definition.delivery {
            Delivery::AtLeastOnce => Outcome::Retryable { reason: FailReason::Timeout, message, retry_after: None },
            Delivery::AtMostOnce => Outcome::Rejected { reason: FailReason::OutcomeUnknown, message },
        };
    };
    outcome
}

#[async_trait]
impl Dispatcher for Pipeline {
    async fn dispatch(&self, run: Run) -> Outcome {
        let (outcome, _) = self.send(&mut OutgoingAction::new(run)).await;
        outcome
    }

    fn capabilities(&self) -> Option<Capabilities> {
        Some(self.providers.capabilities())
    }
}

#[cfg(test)]
mod tests;
