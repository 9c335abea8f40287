//! What all nodes on a store do, for readers on any of them.
//!
//! A node on which someone reads asks the others for their events, again and again; they tell them until nobody has asked for a while.
//! So nodes that nobody looks at say nothing. No run waits for it: what comes faster than nodes may tell each other is left out.

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

/// While someone reads, the others are asked so often.
const ASK_EVERY: Duration = Duration::from_secs(10);
/// Whoever is asked tells for so long.
const ASKED_FOR: SignedDuration = SignedDuration::from_secs(30);
/// So many events are told in one go, and so long after the last: 2,000 a second.
const TOLD_AT_ONCE: usize = 200;
const TELL_EVERY: Duration = Duration::from_millis(100);
/// So many may wait to be told.
const WAITING_MAX: usize = 1_000;

/// What nodes say to each other.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Said {
    /// Someone reads here.
    Ask,
    /// Something happened.
    Event { tenant: Tenant, told: Box<RawValue> },
}

impl Said {
    fn text(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }
}

/// The way out for what this node does.
#[derive(Debug)]
pub(super) struct Outbox {
    /// Until when others want to hear of it, in microseconds.
    asked_until: AtomicI64,
    to_tell: mpsc::Sender<String>,
    /// Taken by the one who tells.
    waiting: Mutex<Option<mpsc::Receiver<String>>>,
    /// Someone has begun to read.
    reads: Notify,
}

impl Outbox {
    pub(super) fn new() -> Self {
        let (to_tell, waiting) = mpsc::channel(WAITING_MAX);
        let waiting = Mutex::new(Some(waiting));
        Self { asked_until: AtomicI64::new(i64::MIN), to_tell, waiting, reads: Notify::new() }
    }

    /// Lets the others know, if they want to.
    pub(super) fn pass(&self, tenant: &Tenant, told: &Told, at: Timestamp) {
        if at.as_microsecond() >= self.asked_until.load(Ordering::Relaxed) {
            return;
        }
        let whole = said(tenant, told).filter(|text| text.len() <= NEWS_BYTES_MAX);
        if let Some(text) = whole.or_else(|| said(tenant, &told.brief())) {
            // When too many wait, this one is left out.
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

/// Tells and hears for as long as it is polled. It ends at once where no other node can be.
pub(crate) async fn run(hub: Arc<Hub>, store: Arc<dyn Store>, clock: Arc<dyn Clock>) {
    let Some(mut news) = store.news() else { return };
    let hear = async {
        loop {
            match news.recv().await {
                Ok(text) => hear(&hub, &text, clock.now()),
                // What this node was too slow for is gone, as what it was too slow to be told is.
                Err(RecvError::Lagged(_)) => {}
                Err(RecvError::Closed) => return,
            }
        }
    };
    tokio::join!(hear, tell(&hub, &*store), ask(&hub, &*store));
}

fn hear(hub: &Hub, text: &str, now: Timestamp) {
    // A newer node may say what is not understood here.
    match serde_json::from_str(text) {
        Ok(Said::Ask) => hub.outbox.asked(now),
        Ok(Said::Event { tenant, told }) => {
            if let Some(kept) = Kept::heard(told) {
                hub.keep(&tenant, kept);
            }
        }
        Err(error) => tracing::debug!(%error, "what another node said is not understood"),
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
        // Someone who begins to read is not let wait.
        let _ = tokio::time::timeout(ASK_EVERY, hub.outbox.reads.notified()).await;
    }
}

async fn say(store: &dyn Store, news: &[String]) {
    if let Err(error) = store.tell(news).await {
        tracing::debug!(%error, "other nodes could not be told");
    }
}
