//! A node with a manual clock, and a provider that records every action and returns scripted outcomes.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex};

use async_trait::async_trait;
use jiff::{SignedDuration, Timestamp};
use refrain::Refrain;
use refrain::clock::ManualClock;
use refrain::delivery::{Outcome, OutgoingAction, Provider, StepName};
use refrain::dispatch::{BreakerSettings, DispatchRule, Report, RuleAction};
use refrain::model::{Action, Occurrence};
use refrain::observe::{Alarm, Event};
use refrain::store::model::Model;
use refrain::store::{Page, Store};
use serde_json::{Value, json};
use tokio::sync::broadcast::Receiver;

/// A provider that records each action with the provider name it was sent under.
#[derive(Clone, Default)]
pub(crate) struct Recorder {
    sent: Arc<Mutex<Vec<(String, Value)>>>,
    /// Outcomes to return, in order. When the queue is empty, every action is delivered.
    answers: Arc<Mutex<VecDeque<Outcome>>>,
}

#[async_trait]
impl Provider for Recorder {
    async fn send(&self, sending: &OutgoingAction) -> Outcome {
        let action = sending.action();
        self.sent.lock().unwrap().push((action.provider.clone(), action.payload.clone()));
        self.answers.lock().unwrap().pop_front().unwrap_or(Outcome::DELIVERED)
    }

    fn receiver(&self, action: &Action) -> String {
        action.target.clone()
    }
}

pub(crate) struct World {
    pub(crate) clock: Arc<ManualClock>,
    pub(crate) store: Arc<dyn Store>,
    pub(crate) refrain: Refrain,
    recorder: Recorder,
    events: Mutex<Receiver<Event>>,
}

impl World {
    /// Creates a world at 08:30 on a Monday.
    pub(crate) async fn new() -> Self {
        Self::with(BreakerSettings::default()).await
    }

    pub(crate) async fn with(breakers: BreakerSettings) -> Self {
        let clock = Arc::new(ManualClock::new(at("2026-01-05T08:30:00Z")));
        Self::over(Arc::new(Model::new()), clock, breakers).await
    }

    pub(crate) async fn over(store: Arc<dyn Store>, clock: Arc<ManualClock>, breakers: BreakerSettings) -> Self {
        let builder = Refrain::builder().clock(clock.clone()).breakers(breakers);
        let refrain = builder.over(store.clone()).await.unwrap();
        let recorder = Recorder::default();
        for name in ["record", "other"] {
            refrain.provider(name, recorder.clone());
        }
        let events = Mutex::new(refrain.events().subscribe());
        Self { clock, store, refrain, recorder, events }
    }

    /// Creates another node on the same store and clock.
    pub(crate) async fn second_node(&self, breakers: BreakerSettings) -> Self {
        Self::over(Arc::clone(&self.store), Arc::clone(&self.clock), breakers).await
    }

    pub(crate) async fn rule(&self, name: &str, rule: &DispatchRule) {
        self.refrain.rules().save(name, rule).await.unwrap();
    }

    /// Saves dispatch rules, each given as name, priority, condition and action.
    pub(crate) async fn rules(&self, rules: &[(&str, i32, &str, RuleAction)]) {
        for (name, priority, condition, then) in rules {
            self.rule(name, &DispatchRule { priority: *priority, ..DispatchRule::new(*condition, then.clone()) }).await;
        }
    }

    /// Dispatches one action under a request key.
    pub(crate) async fn send(&self, key: &str, action: &Action) -> Outcome {
        self.refrain.dispatch(key, action.clone()).await.unwrap().0
    }

    pub(crate) async fn dry_run(&self, action: &Action) -> Report {
        self.refrain.dry_run_occurrence(action.clone()).await.unwrap()
    }

    /// Returns the actions sent since the last call, each as provider name and payload.
    pub(crate) fn sent(&self) -> Vec<(String, Value)> {
        std::mem::take(&mut self.recorder.sent.lock().unwrap())
    }

    pub(crate) fn answer(&self, outcomes: impl IntoIterator<Item = Outcome>) {
        self.recorder.answers.lock().unwrap().extend(outcomes);
    }

    pub(crate) fn wait(&self, seconds: i64) {
        self.clock.advance(SignedDuration::from_secs(seconds));
    }

    /// Returns the alarms raised since the last call.
    pub(crate) fn alarms(&self) -> Vec<Alarm> {
        let mut events = self.events.lock().unwrap();
        let mut alarms = Vec::new();
        while let Ok(event) = events.try_recv() {
            if let Event::Alarm(alarm) = event {
                alarms.push(alarm);
            }
        }
        alarms
    }

    /// Advances the clock by `seconds` in steps of `every` seconds, and runs due work after each step.
    pub(crate) async fn run_for(&self, seconds: i64, every: i64) {
        for _ in 0..seconds / every {
            self.wait(every);
            self.refrain.tick().await.unwrap();
        }
    }

    /// Returns the ledger rows of a schedule, oldest first.
    pub(crate) async fn rows(&self, id: &str) -> Vec<Occurrence> {
        let mut rows = self.refrain.runs(id, &Page::first(500)).await.unwrap().rows;
        rows.reverse();
        rows
    }

    /// Returns the state and reason of the settled rows.
    pub(crate) async fn ended(&self, id: &str) -> Vec<String> {
        let line = |row: &Occurrence| match row.reason {
            Some(reason) => format!("{}({})", row.state.as_str(), reason.as_str()),
            None => row.state.as_str().to_owned(),
        };
        self.rows(id).await.iter().filter(|row| row.state.is_terminal()).map(line).collect()
    }
}

/// Parses an instant.
pub(crate) fn at(text: &str) -> Timestamp {
    text.parse().unwrap()
}

/// Returns an action for the recorder.
pub(crate) fn action(payload: Value) -> Action {
    Action::new("record", payload)
}

/// Returns the kind of an outcome as text, with its reason or time but without its message.
pub(crate) fn said(outcome: &Outcome) -> String {
    match outcome {
        Outcome::Delivered { .. } => "delivered".to_owned(),
        Outcome::Skipped { reason, .. } => format!("skipped({reason})"),
        Outcome::Retryable { .. } => "retryable".to_owned(),
        Outcome::Rejected { reason, .. } => format!("rejected({reason})"),
        Outcome::Delayed { until, .. } => format!("delayed({until})"),
    }
}

/// Returns whether the message of an outcome contains `text`.
pub(crate) fn message_contains(outcome: &Outcome, text: &str) -> bool {
    outcome.message().is_some_and(|message| message.contains(text))
}

/// Returns the steps of a dry run with the detail of each verdict.
pub(crate) fn steps(report: &Report) -> Vec<(StepName, String)> {
    report.steps.iter().map(|(name, verdict)| (*name, verdict.detail.clone().unwrap_or_default())).collect()
}

/// Returns an action with an empty payload.
pub(crate) fn empty_action() -> Action {
    action(json!({}))
}
