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
        // The provider may have been unknown when the rule was saved, or the action was moved to it after the rule.
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
mod tests {
    use std::sync::Mutex;

    use jiff::SignedDuration;
    use refrain_recurrence::Length;
    use serde_json::json;
    use tokio_util::sync::CancellationToken;

    use super::*;
    use crate::delivery::{LeaseCheck, SelfSettlement};
    use crate::model::{Definition, NodeId};
    use crate::observe::Events;
    use crate::outcome::Account;
    use crate::timing::Lateness;
    use crate::worker::fixture::leased;

    type CallLog = Arc<Mutex<Vec<String>>>;

    /// Step that records its calls, and stops the action if `stops` is set.
    struct RecordingStep {
        name: StepName,
        reported: CallLog,
        stops: bool,
    }

    #[async_trait]
    impl Step for RecordingStep {
        fn name(&self) -> StepName {
            self.name
        }

        async fn take(&self, sending: &mut OutgoingAction, mode: Mode) -> Verdict {
            self.reported.lock().unwrap().push(format!("{} {mode:?}", self.name.as_str()));
            if self.stops {
                return Verdict::stop(Outcome::rejected("no"));
            }
            sending.action_mut().payload = json!({"by": self.name.as_str()});
            Verdict::changed("a new payload")
        }

        async fn learn(&self, _: &OutgoingAction, outcome: &Outcome) {
            self.reported.lock().unwrap().push(format!("{} learns {:?}", self.name.as_str(), outcome.message()));
        }
    }

    /// Provider that records what it sends. It never returns if it has a timeout.
    struct RecordingProvider(CallLog, Option<SignedDuration>);

    #[async_trait]
    impl Provider for RecordingProvider {
        async fn send(&self, sending: &OutgoingAction) -> Outcome {
            self.0.lock().unwrap().push(format!("sent {}", sending.action().payload));
            if self.1.is_some() {
                std::future::pending::<()>().await;
            }
            Outcome::DELIVERED
        }

        fn timeout_for(&self) -> Option<SignedDuration> {
            self.1
        }
    }

    fn run(change: impl FnOnce(&mut Definition)) -> Run {
        let leased = leased(1, 1);
        let mut definition = Definition::clone(&leased.definition.unwrap());
        change(&mut definition);
        Run {
            occurrence: leased.occurrence,
            definition: Arc::new(definition),
            node: NodeId::new("node").unwrap(),
            started_at: jiff::Timestamp::UNIX_EPOCH,
            cancel: CancellationToken::new(),
            events: Events::new(),
            own: SelfSettlement::default(),
            account: Account::default(),
            lateness: Lateness::default(),
            controls: None,
            lease: LeaseCheck::default(),
        }
    }

    /// Creates a pipeline whose steps were added in this order.
    fn pipeline(names: &[StepName], stops: Option<StepName>) -> (Pipeline, CallLog) {
        let reported = CallLog::default();
        let providers = Arc::new(Providers::default());
        providers.add("log", Arc::new(RecordingProvider(Arc::clone(&reported), None)));
        let scribe =
            |name: StepName| RecordingStep { name, reported: Arc::clone(&reported), stops: stops == Some(name) };
        let start = Pipeline::new(providers);
        (names.iter().fold(start, |pipeline, name| pipeline.with(Arc::new(scribe(*name)))), reported)
    }

    fn recorded_calls(reported: &CallLog) -> Vec<String> {
        reported.lock().unwrap().clone()
    }

    #[tokio::test]
    async fn steps_run_in_order_and_learn_the_outcome_in_reverse_order() {
        let (pipeline, reported) = pipeline(&[StepName::Breaker, StepName::Rules, StepName::Dedup], None);
        let (outcome, report) = pipeline.send(&mut OutgoingAction::new(run(|_| {}))).await;
        assert_eq!(outcome, Outcome::DELIVERED);
        let names: Vec<StepName> = report.steps.iter().map(|(name, _)| *name).collect();
        assert_eq!(names, [StepName::Guard, StepName::Rules, StepName::Dedup, StepName::Breaker]);
        assert_eq!(
            recorded_calls(&reported),
            [
                "rules Real",
                "dedup Real",
                "breaker Real",
                r#"sent {"by":"breaker"}"#,
                "breaker learns None",
                "dedup learns None",
                "rules learns None",
            ]
        );
    }

    #[tokio::test]
    async fn a_stopped_action_goes_no_further_and_only_earlier_steps_learn_the_outcome() {
        let (pipeline, reported) =
            pipeline(&[StepName::Rules, StepName::Dedup, StepName::Breaker], Some(StepName::Dedup));
        let (outcome, report) = pipeline.send(&mut OutgoingAction::new(run(|_| {}))).await;
        assert_eq!(outcome, Outcome::rejected("no"));
        assert_eq!(report.outcome, Some(outcome));
        assert_eq!(report.steps.last().unwrap().0, StepName::Dedup);
        assert_eq!(recorded_calls(&reported), ["rules Real", "dedup Real", r#"rules learns Some("no")"#]);
    }

    /// A process that was frozen during a step continues after its lease has expired.
    #[tokio::test]
    async fn an_action_whose_lease_expired_during_the_steps_is_not_sent() {
        let (pipeline, reported) = pipeline(&[StepName::Dedup], None);
        let mut sending = OutgoingAction::new(run(|_| {}));
        let calls = Arc::clone(&reported);
        sending.run.lease = LeaseCheck::new(move || !calls.lock().unwrap().is_empty());
        let (outcome, _) = pipeline.send(&mut sending).await;
        assert!(matches!(outcome, Outcome::Delayed { .. }), "{outcome:?}");
        let learned = r#"dedup learns Some("the lease expired before the action could be sent")"#;
        assert_eq!(recorded_calls(&reported), ["dedup Real", learned]);
    }

    #[tokio::test]
    async fn a_dry_run_asks_every_step_and_sends_nothing() {
        let (pipeline, reported) = pipeline(&[StepName::Rules], None);
        let report = pipeline.dry_run(OutgoingAction::new(run(|_| {}))).await;
        assert_eq!((report.outcome, report.provider.as_str()), (None, "log"));
        assert_eq!(recorded_calls(&reported), ["rules Dry"]);
        let unknown = pipeline.dry_run(OutgoingAction::new(run(|it| it.action.provider = "pigeon".to_owned()))).await;
        let message = unknown.outcome.unwrap().message().unwrap().to_owned();
        assert_eq!(message, "this node has no provider \"pigeon\"");
    }

    #[tokio::test(start_paused = true)]
    async fn a_provider_that_never_ends_is_not_waited_for() {
        let (pipeline, reported) = pipeline(&[], None);
        pipeline.providers().add("log", Arc::new(RecordingProvider(reported, Some(SignedDuration::from_secs(15)))));
        let (outcome, _) = pipeline.send(&mut OutgoingAction::new(run(|_| {}))).await;
        assert!(matches!(outcome, Outcome::Retryable { reason: FailReason::Timeout, .. }), "{outcome:?}");
        let mut single = OutgoingAction::new(run(|it| it.timeout = Some(Length::from_seconds(3))));
        single.is_single = true;
        let (outcome, _) = pipeline.send(&mut single).await;
        assert!(outcome.message().is_some_and(|message| message.contains("longer than 3s")), "{outcome:?}");
        let once = run(|it| it.delivery = Delivery::AtMostOnce);
        let (outcome, _) = pipeline.send(&mut OutgoingAction::new(once)).await;
        assert!(matches!(outcome, Outcome::Rejected { reason: FailReason::OutcomeUnknown, .. }), "{outcome:?}");
    }

    #[tokio::test]
    async fn dispatch_loops_and_reserved_metadata_are_rejected() {
        let (pipeline, _) = pipeline(&[], None);
        let mut far = OutgoingAction::new(run(|_| {}));
        far.hops = 9;
        let (far, _) = pipeline.send(&mut far).await;
        assert_eq!(far, Outcome::rejected("9 dispatches led to this one; at most 8 are allowed"));
        let posing = |it: &mut Definition| drop(it.action.metadata.insert("_recurring_id".to_owned(), "x".to_owned()));
        let (posed, _) = pipeline.send(&mut OutgoingAction::new(run(posing))).await;
        assert!(posed.message().is_some_and(|message| message.contains("_recurring_id")), "{posed:?}");
    }
}
