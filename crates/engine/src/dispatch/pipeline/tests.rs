//! Tests of the pipeline: the order of its steps, and what it refuses to send.

use std::sync::Mutex;

use jiff::SignedDuration;
use refrain_recurrence::Length;
use serde_json::json;
use tokio_util::sync::CancellationToken;

use super::*;
use crate::delivery::{LeaseCheck, SelfSettlement};
use crate::model::{Definition, NodeId, RunPayload};
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

/// Provider that starts programs.
struct Starter;

#[async_trait]
impl Provider for Starter {
    async fn send(&self, _: &OutgoingAction) -> Outcome {
        Outcome::DELIVERED
    }

    fn starts_programs(&self) -> bool {
        true
    }
}

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
    let scribe = |name: StepName| RecordingStep { name, reported: Arc::clone(&reported), stops: stops == Some(name) };
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

// The provider of the schedule may have changed since the payload was given.
#[tokio::test]
async fn a_payload_given_without_command_starts_no_program() {
    let (pipeline, _) = pipeline(&[], None);
    pipeline.providers().add("jobs", Arc::new(Starter));
    for (may_start_programs, provider, is_sent) in [(false, "jobs", false), (true, "jobs", true), (false, "log", true)]
    {
        let mut run = run(|definition| definition.action.provider = provider.to_owned());
        let payload = RunPayload { may_start_programs, ..RunPayload::new(json!(1)) };
        Arc::make_mut(&mut run.occurrence).planned.payload = Some(Arc::new(payload));
        let (outcome, _) = pipeline.send(&mut OutgoingAction::new(run)).await;
        assert_eq!(outcome == Outcome::DELIVERED, is_sent, "{provider}: {outcome:?}");
    }
}

#[tokio::test]
async fn a_stopped_action_goes_no_further_and_only_earlier_steps_learn_the_outcome() {
    let (pipeline, reported) = pipeline(&[StepName::Rules, StepName::Dedup, StepName::Breaker], Some(StepName::Dedup));
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
