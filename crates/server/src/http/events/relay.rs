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
use refrain::id::Tenant;
use refrain::store::{NEWS_BYTES_MAX, Store};
use serde::{Deserialize, Serialize};
use serde_json::value::{RawValue, to_raw_value};
use tokio::sync::broadcast::error::RecvError;
use tokio::sync::{Notify, mpsc};

use super::hub::Hub;
use super::kept::Kept;
use super::told::Told;

/// Interval between requests to the other nodes, while this node has readers.
const ASK_EVERY: Duration = Duration::from_secs(10);
/// How long a node sends events after a request.
const ASKED_FOR: SignedDuration = SignedDuration::from_secs(30);
/// Maximum number of events per batch, and the pause after each batch: at most 2,000 events per second.
const TOLD_AT_ONCE: usize = 200;
const TELL_EVERY: Duration = Duration::from_millis(100);
/// Maximum number of events that wait to be sent.
const WAITING_MAX: usize = 1_000;

/// Message between nodes.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Said {
    /// The sender has readers and asks for events.
    Ask,
    /// An event of the sender.
    Event { tenant: Tenant, told: Box<RawValue> },
}

impl Said {
    fn text(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }
}

/// Outgoing events of this node.
#[derive(Debug)]
pub(super) struct Outbox {
    /// Time until which other nodes want events, in microseconds.
    asked_until: AtomicI64,
    to_tell: mpsc::Sender<String>,
    /// Taken by the task that sends the events.
    waiting: Mutex<Option<mpsc::Receiver<String>>>,
    /// Notified when a reader starts.
    reads: Notify,
}

impl Outbox {
    pub(super) fn new() -> Self {
        let (to_tell, waiting) = mpsc::channel(WAITING_MAX);
        let waiting = Mutex::new(Some(waiting));
        Self { asked_until: AtomicI64::new(i64::MIN), to_tell, waiting, reads: Notify::new() }
    }

    /// Queues an event for the other nodes, if they have requested events.
    pub(super) fn pass(&self, tenant: &Tenant, told: &Told, at: Timestamp) {
        if at.as_microsecond() >= self.asked_until.load(Ordering::Relaxed) {
            return;
        }
        let whole = said(tenant, told).filter(|text| text.len() <= NEWS_BYTES_MAX);
        if let Some(text) = whole.or_else(|| said(tenant, &told.brief())) {
            // If the queue is full, the event is dropped.
            let _ = self.to_tell.try_send(text);
        }
    }

    pub(super) fn someone_reads(&self) {
        self.reads.notify_one();
    }

    fn asked(&self, now: Timestamp) {
        let until = now.saturating_add(ASKED_FOR).unwrap_or(now);
        self.asked_until.store(until.as_microsecond(), Ordering::Relaxed);
    }
}

fn said(tenant: &Tenant, told: &Told) -> Option<String> {
    let told = to_raw_value(told).ok()?;
    Some(Said::Event { tenant: tenant.clone(), told }.text())
}

/// Sends and receives events for as long as the future is polled. Returns immediately if the store cannot
/// have other nodes.
pub(crate) async fn run(hub: Arc<Hub>, store: Arc<dyn Store>, clock: Arc<dyn Clock>) {
    let Some(mut news) = store.news() else { return };
    let hear = async {
        loop {
            match news.recv().await {
                Ok(text) => hear(&hub, &text, clock.now()),
                // Missed messages are lost, like messages that the other nodes could not send.
                Err(RecvError::Lagged(_)) => {}
                Err(RecvError::Closed) => return,
            }
        }
    };
    tokio::join!(hear, tell(&hub, &*store), ask(&hub, &*store));
}

fn hear(hub: &Hub, text: &str, now: Timestamp) {
    // A newer node may send messages that are unknown here.
    match serde_json::from_str(text) {
        Ok(Said::Ask) => hub.outbox.asked(now),
        Ok(Said::Event { tenant, told }) => {
            if let Some(kept) = Kept::heard(told) {
                hub.keep(&tenant, kept);
            }
        }
        Err(error) => tracing::debug!(%error, "ignored an unreadable message from another node"),
    }
}

async fn tell(hub: &Hub, store: &dyn Store) {
    let waiting = hub.outbox.waiting.lock().unwrap_or_else(PoisonError::into_inner).take();
    let Some(mut waiting) = waiting else { return };
    let mut batch = Vec::with_capacity(TOLD_AT_ONCE);
    while waiting.recv_many(&mut batch, TOLD_AT_ONCE).await > 0 {
        say(store, &batch).await;
        batch.clear();
        tokio::time::sleep(TELL_EVERY).await;
    }
}

async fn ask(hub: &Hub, store: &dyn Store) {
    loop {
        if hub.is_read() {
            say(store, &[Said::Ask.text()]).await;
        }
        // A new reader does not have to wait for the next interval.
        let _ = tokio::time::timeout(ASK_EVERY, hub.outbox.reads.notified()).await;
    }
}

async fn say(store: &dyn Store, news: &[String]) {
    if let Err(error) = store.tell(news).await {
        tracing::debug!(%error, "could not send events to the other nodes");
    }
}
