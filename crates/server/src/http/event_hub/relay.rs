//! Relays events between the nodes on a store, so that readers on any node see all of them.
//!
//! A node with readers repeatedly asks the other nodes for their events. They send events until no request
//! has arrived for a while, so nodes without readers cause no traffic. No run waits for the relay: events
//! beyond its rate limit are dropped.

use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use jiff::{SignedDuration, Timestamp};
use refrain::clock::Clock;
use refrain::model::Tenant;
use refrain::store::{NEWS_BYTES_MAX, Store};
use serde::{Deserialize, Serialize};
use serde_json::value::{RawValue, to_raw_value};
use tokio::sync::broadcast::error::RecvError;
use tokio::sync::{Notify, mpsc};

use super::{EventView, Hub, StoredEvent};

/// Interval between requests to the other nodes, while this node has readers.
const REQUEST_INTERVAL: Duration = Duration::from_secs(10);
/// How long a node sends events after a request.
const REQUEST_LIFETIME: SignedDuration = SignedDuration::from_secs(30);
/// Maximum number of events per batch, and the pause after each batch: at most 2,000 events per second.
const BATCH_MAX: usize = 200;
const BATCH_INTERVAL: Duration = Duration::from_millis(100);
/// Maximum number of events that wait to be sent.
const QUEUED_MAX: usize = 1_000;

/// Message between nodes.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum NodeMessage {
    /// The sender has readers and asks for events.
    Ask,
    /// An event of the sender.
    Event { tenant: Tenant, reported: Box<RawValue> },
}

impl NodeMessage {
    fn text(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }
}

/// Outgoing events of this node.
#[derive(Debug)]
pub(super) struct Outbox {
    /// Time until which other nodes want events, in microseconds.
    requested_until: AtomicI64,
    sender: mpsc::Sender<String>,
    /// Taken by the task that sends the events.
    waiting: Mutex<Option<mpsc::Receiver<String>>>,
    /// Notified when a reader starts.
    reads: Notify,
}

impl Outbox {
    pub(super) fn new() -> Self {
        let (sender, waiting) = mpsc::channel(QUEUED_MAX);
        let waiting = Mutex::new(Some(waiting));
        Self { requested_until: AtomicI64::new(i64::MIN), sender, waiting, reads: Notify::new() }
    }

    /// Queues an event for the other nodes, if they have requested events.
    pub(super) fn forward(&self, tenant: &Tenant, reported: &EventView, at: Timestamp) {
        if at.as_microsecond() >= self.requested_until.load(Ordering::Relaxed) {
            return;
        }
        let whole = event_message(tenant, reported).filter(|text| text.len() <= NEWS_BYTES_MAX);
        if let Some(text) = whole.or_else(|| event_message(tenant, &reported.brief())) {
            // If the queue is full, the event is dropped.
            let _ = self.sender.try_send(text);
        }
    }

    pub(super) fn notify_reader(&self) {
        self.reads.notify_one();
    }

    fn mark_requested(&self, now: Timestamp) {
        let until = now.saturating_add(REQUEST_LIFETIME).unwrap_or(now);
        self.requested_until.store(until.as_microsecond(), Ordering::Relaxed);
    }
}

fn event_message(tenant: &Tenant, reported: &EventView) -> Option<String> {
    let reported = to_raw_value(reported).ok()?;
    Some(NodeMessage::Event { tenant: tenant.clone(), reported }.text())
}

/// Sends and receives events for as long as the future is polled. Returns immediately if the store cannot
/// have other nodes.
pub(in crate::http) async fn run(hub: Arc<Hub>, store: Arc<dyn Store>, clock: Arc<dyn Clock>) {
    let Some(mut news) = store.news() else { return };
    let receive = async {
        loop {
            match news.recv().await {
                Ok(text) => receive(&hub, &text, clock.now()),
                // Missed messages are lost, like messages that the other nodes could not send.
                Err(RecvError::Lagged(_)) => {}
                Err(RecvError::Closed) => return,
            }
        }
    };
    tokio::join!(receive, tell(&hub, &*store), request_events(&hub, &*store));
}

fn receive(hub: &Hub, text: &str, now: Timestamp) {
    // A newer node may send messages that are unknown here.
    match serde_json::from_str(text) {
        Ok(NodeMessage::Ask) => hub.outbox.mark_requested(now),
        Ok(NodeMessage::Event { tenant, reported }) => {
            if let Some(kept) = StoredEvent::from_remote(reported) {
                hub.keep(&tenant, kept);
            }
        }
        Err(error) => tracing::debug!(%error, "ignored an unreadable message from another node"),
    }
}

async fn tell(hub: &Hub, store: &dyn Store) {
    let waiting = hub.outbox.waiting.lock().unwrap_or_else(PoisonError::into_inner).take();
    let Some(mut waiting) = waiting else { return };
    let mut batch = Vec::with_capacity(BATCH_MAX);
    while waiting.recv_many(&mut batch, BATCH_MAX).await > 0 {
        publish(store, &batch).await;
        batch.clear();
        tokio::time::sleep(BATCH_INTERVAL).await;
    }
}

async fn request_events(hub: &Hub, store: &dyn Store) {
    loop {
        if hub.is_read() {
            publish(store, &[NodeMessage::Ask.text()]).await;
        }
        // A new reader does not have to wait for the next interval.
        let _ = tokio::time::timeout(REQUEST_INTERVAL, hub.outbox.reads.notified()).await;
    }
}

async fn publish(store: &dyn Store, news: &[String]) {
    if let Err(error) = store.tell(news).await {
        tracing::debug!(%error, "could not send events to the other nodes");
    }
}
