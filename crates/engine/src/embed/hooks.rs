//! Hooks: functions of the embedding program that are called when something happens on this node.
//!
//! Hooks run concurrently with the runs. Runs neither wait for a hook nor fail because of one.

use jiff::Timestamp;

use super::Refrain;
use crate::model::{Occurrence, State};
use crate::observe::{Alarm, Event};

/// Hooks are called on this node only, for the occurrences that this node runs. They run concurrently with the
/// runs: a slow hook delays no run. A hook that is too slow misses events.
impl Refrain {
    /// Calls `hook` whenever an attempt starts.
    pub fn on_started(&self, hook: impl Fn(&Occurrence) + Send + Sync + 'static) -> &Self {
        self.on_event(move |event| {
            if let Event::Started(occurrence) = event {
                hook(occurrence);
            }
        })
    }

    /// Calls `hook` whenever an occurrence succeeds.
    pub fn on_completed(&self, hook: impl Fn(&Occurrence) + Send + Sync + 'static) -> &Self {
        self.on_settled(State::Succeeded, hook)
    }

    /// Calls `hook` whenever an occurrence fails permanently. Its reason and message say why.
    pub fn on_error(&self, hook: impl Fn(&Occurrence) + Send + Sync + 'static) -> &Self {
        self.on_settled(State::Failed, hook)
    }

    /// Calls `hook` whenever an occurrence is skipped. Its reason says why.
    pub fn on_skipped(&self, hook: impl Fn(&Occurrence) + Send + Sync + 'static) -> &Self {
        self.on_settled(State::Skipped, hook)
    }

    /// Calls `hook` whenever an attempt failed and will be retried. The arguments are the occurrence, the time of
    /// the next attempt and the error message.
    pub fn on_retry(&self, hook: impl Fn(&Occurrence, Timestamp, Option<&str>) + Send + Sync + 'static) -> &Self {
        self.on_event(move |event| {
            if let Event::Retried { occurrence, at, message } = event {
                hook(occurrence, *at, message.as_deref());
            }
        })
    }

    /// Calls `hook` for every condition that a person should know about.
    pub fn on_alarm(&self, hook: impl Fn(&Alarm) + Send + Sync + 'static) -> &Self {
        self.on_event(move |event| {
            if let Event::Alarm(alarm) = event {
                hook(alarm);
            }
        })
    }

    /// Calls `hook` for every event.
    pub fn on_event(&self, hook: impl Fn(&Event) + Send + Sync + 'static) -> &Self {
        self.shared.hooks.add(hook);
        self
    }

    fn on_settled(&self, state: State, hook: impl Fn(&Occurrence) + Send + Sync + 'static) -> &Self {
        self.on_event(move |event| {
            if let Event::Ended(occurrence) = event
                && occurrence.state == state
            {
                hook(occurrence);
            }
        })
    }
}
