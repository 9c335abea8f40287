//! Publisher of the events and alarms of a node. Subscribing changes nothing in the engine, and the engine never
//! waits for a subscriber.

use std::sync::Arc;

use tokio::sync::broadcast;

use super::metrics::Metrics;
use super::{Alarm, Event, is_sending, trace};

/// Number of events buffered for a slow subscriber. A subscriber that falls further behind misses the oldest
/// ones and receives an error that says so.
const EVENTS_BUFFERED: usize = 4_096;
/// Number of alarms buffered for a slow subscriber.
const ALARMS_BUFFERED: usize = 1_024;

/// Publisher of events and alarms, which also counts them in the metrics.
#[derive(Clone, Debug)]
pub struct Events {
    sender: broadcast::Sender<Event>,
    /// Alarms have their own channel, so that the alert sender does not lose any among many events.
    alarms: broadcast::Sender<Alarm>,
    metrics: Arc<Metrics>,
}

impl Events {
    /// Creates a publisher without subscribers and with new metrics.
    pub fn new() -> Self {
        Self::with_metrics(Arc::default())
    }

    /// Creates a publisher that counts in the given metrics.
    pub fn with_metrics(metrics: Arc<Metrics>) -> Self {
        Self {
            sender: broadcast::Sender::new(EVENTS_BUFFERED),
            alarms: broadcast::Sender::new(ALARMS_BUFFERED),
            metrics,
        }
    }

    /// Returns the metrics of the node.
    pub fn metrics(&self) -> &Metrics {
        &self.metrics
    }

    /// Subscribes to events from now on.
    pub fn subscribe(&self) -> broadcast::Receiver<Event> {
        self.sender.subscribe()
    }

    /// Subscribes to alarms only, from now on. Alarms raised while an alert is being sent are left out.
    pub fn subscribe_alarms(&self) -> broadcast::Receiver<Alarm> {
        self.alarms.subscribe()
    }

    /// Returns whether there is any subscriber.
    pub fn has_listeners(&self) -> bool {
        self.sender.receiver_count() > 0
    }

    /// Publishes an event if there is a subscriber. The event is only built in that case.
    pub fn publish(&self, event: impl FnOnce() -> Event) {
        if self.has_listeners() {
            // The last subscriber may have left in the meantime.
            self.sender.send(event()).ok();
        }
    }

    /// Raises an alarm.
    pub fn alarm(&self, alarm: Alarm) {
        self.metrics.alarm(&alarm);
        trace::alarm(&alarm);
        if !is_sending() {
            // There may be no subscriber.
            self.alarms.send(alarm.clone()).ok();
        }
        self.publish(|| Event::Alarm(alarm));
    }
}

impl Default for Events {
    fn default() -> Self {
        Self::new()
    }
}
