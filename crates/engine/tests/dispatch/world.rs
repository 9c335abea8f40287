//! A node with a clock in its hand, and a provider that writes down what it is given and answers what it is told to.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex};

use async_trait::async_trait;
use jiff::{SignedDuration, Timestamp};
use refrain::Refrain;
use refrain::action::Action;
use refrain::breaker::BreakerSettings;
use refrain::clock::ManualClock;
use refrain::dispatch::{Report, Sending, StepName};
use refrain::dispatch_rule::{DispatchRule, RuleAction};
use refrain::event::{Alarm, Event};
use refrain::occurrence::Occurrence;
use refrain::outcome::Outcome;
use refrain::provider::Provider;
use refrain::store::model::Model;
use refrain::store::{Page, Store};
use serde_json::{Value, json};
use tokio::sync::broadcast::Receiver;

/// Writes down what it is given, by the name it is called.
#[derive(Clone, Default)]
pub(crate) struct Recorder {
    sent: Arc<Mutex<Vec<(String, Value)>>>,
    /// What is answered, one after the other; delivered when there is nothing left.
    answers: Arc<Mutex<VecDeque<Outcome>>>,
}

#[async_trait]
impl Provider for Recorder {
    async fn send(&self, sending: &Sending) -> Outcome {
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
    /// Monday morning, nothing sent yet.
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

    /// Another node on the same store.
    pub(crate) async fn beside(&self, breakers: BreakerSettings) -> Self {
        Self::over(Arc::clone(&self.store), Arc::clone(&self.clock), breakers).await
    }

    pub(crate) async fn rule(&self, name: &str, rule: &DispatchRule) {
        self.refrain.rules().save(name, rule).await.unwrap();
    }

    /// Saves a rule of that priority.
    pub(crate) async fn rules(&self, rules: &[(&str, i32, &str, RuleAction)]) {
        for (name, priority, condition, then) in rules {
            self.rule(name, &DispatchRule { priority: *priority, ..DispatchRule::new(*condition, then.clone()) }).await;
        }
    }

    /// Sends one action under a key.
    pub(crate) async fn send(&self, key: &str, action: &Action) -> Outcome {
        self.refrain.dispatch(key, action.clone()).await.unwrap().0
    }

    pub(crate) async fn dry_run(&self, action: &Action) -> Report {
        self.refrain.dry_run_of(action.clone()).await.unwrap()
    }

    /// What was sent since the last time: by whom, and what.
    pub(crate) fn sent(&self) -> Vec<(String, Value)> {
        std::mem::take(&mut self.recorder.sent.lock().unwrap())
    }

    pub(crate) fn answer(&self, outcomes: impl IntoIterator<Item = Outcome>) {
        self.recorder.answers.lock().unwrap().extend(outcomes);
    }

    pub(crate) fn wait(&self, seconds: i64) {
        self.clock.advance(SignedDuration::from_secs(seconds));
    }

    /// The alarms since the last time.
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

    /// Goes on in steps of so many seconds, and runs what is due at each.
    pub(crate) async fn run_for(&self, seconds: i64, every: i64) {
        for _ in 0..seconds / every {
            self.wait(every);
            self.refrain.tick().await.unwrap();
        }
    }

    /// The ledger of a schedule, the first row first.
    pub(crate) async fn rows(&self, id: &str) -> Vec<Occurrence> {
        let mut rows = self.refrain.runs(id, &Page::first(500)).await.unwrap().rows;
        rows.reverse();
        rows
    }

    /// State and reason of the rows that have ended.
    pub(crate) async fn ended(&self, id: &str) -> Vec<String> {
        let line = |row: &Occurrence| match row.reason {
            Some(reason) => format!("{}({})", row.state.as_str(), reason.as_str()),
            None => row.state.as_str().to_owned(),
        };
        self.rows(id).await.iter().filter(|row| row.state.is_terminal()).map(line).collect()
    }
}

/// An instant, as people write it.
pub(crate) fn at(text: &str) -> Timestamp {
    text.parse().unwrap()
}

/// An action for the recorder.
pub(crate) fn action(payload: Value) -> Action {
    Action::new("record", payload)
}

/// What an outcome is called, without its details.
pub(crate) fn said(outcome: &Outcome) -> String {
    match outcome {
        Outcome::Delivered { .. } => "delivered".to_owned(),
        Outcome::Skipped { reason, .. } => format!("skipped({reason})"),
        Outcome::Retryable { .. } => "retryable".to_owned(),
        Outcome::Rejected { reason, .. } => format!("rejected({reason})"),
        Outcome::Delayed { until, .. } => format!("delayed({until})"),
    }
}

/// Whether the words that an outcome comes with hold this.
pub(crate) fn tells(outcome: &Outcome, text: &str) -> bool {
    outcome.message().is_some_and(|message| message.contains(text))
}

/// Which steps a dry run has gone through, with what they say.
pub(crate) fn steps(report: &Report) -> Vec<(StepName, String)> {
    report.steps.iter().map(|(name, verdict)| (*name, verdict.detail.clone().unwrap_or_default())).collect()
}

/// An action without anything in it.
pub(crate) fn nothing() -> Action {
    action(json!({}))
}
