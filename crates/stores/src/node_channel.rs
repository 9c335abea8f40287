//! Messages between the nodes on one store: a hint that there may be work, or news as text. Neither is stored,
//! and both are lost if no node listens.
//!
//! Hints and news share one channel. A hint is the name of its sender; news is the name, a space and the text. A
//! program that supports only hints treats news as a hint and finds no work.

use std::hash::{BuildHasher, RandomState};
use std::sync::Arc;

use refrain_ledger::ledger::check;
use refrain_ledger::store::{NEWS_BYTES_MAX, StoreError};
use tokio::sync::{broadcast, watch};

/// Maximum number of news items buffered for slow receivers.
const NEWS_BUFFER_MAX: usize = 1_024;

/// One node's end of the channel.
#[derive(Debug)]
pub(crate) struct NodeChannel {
    /// A name that no other process has. Messages signed with it are ignored here.
    name: String,
    wakes: watch::Sender<u64>,
    news: broadcast::Sender<Arc<str>>,
}

impl NodeChannel {
    pub(crate) fn new() -> Self {
        // The standard library seeds each of its hashers anew.
        let name = format!("{:016x}", RandomState::new().hash_one(std::process::id()));
        Self { name, wakes: watch::Sender::new(0), news: broadcast::Sender::new(NEWS_BUFFER_MAX) }
    }

    /// Returns the message that says that there may be work.
    pub(crate) fn hint(&self) -> &str {
        &self.name
    }

    /// Returns the messages that carry these texts.
    pub(crate) fn words(&self, news: &[String]) -> Result<Vec<String>, StoreError> {
        let signed = |text: &String| {
            check::text("news", text, NEWS_BYTES_MAX)?;
            Ok(format!("{} {text}", self.name))
        };
        news.iter().map(signed).collect()
    }

    /// Handles a message from the channel.
    pub(crate) fn hear(&self, said: &str) {
        match said.split_once(' ') {
            Some((name, text)) if name != self.name => {
                // There may be no receiver.
                let _ = self.news.send(text.into());
            }
            None if said != self.name => self.wake(),
            Some(_) | None => {}
        }
    }

    /// Wakes everyone who waits in this process.
    pub(crate) fn wake(&self) {
        self.wakes.send_modify(|count| *count += 1);
    }

    pub(crate) fn wakes(&self) -> watch::Receiver<u64> {
        self.wakes.subscribe()
    }

    pub(crate) fn news(&self) -> broadcast::Receiver<Arc<str>> {
        self.news.subscribe()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn own_messages_are_ignored() {
        let (one, other) = (NodeChannel::new(), NodeChannel::new());
        let (wakes, mut news) = (one.wakes(), one.news());
        for said in one.words(&["mine".to_owned()]).unwrap().iter().chain([&one.hint().to_owned()]) {
            one.hear(said);
        }
        assert!(!wakes.has_changed().unwrap() && news.try_recv().is_err());
        one.hear(&other.words(&["two words".to_owned()]).unwrap()[0]);
        assert_eq!(&*news.try_recv().unwrap(), "two words");
        assert!(!wakes.has_changed().unwrap());
        one.hear(other.hint());
        assert!(wakes.has_changed().unwrap());
    }

    #[test]
    fn news_that_is_too_long_or_has_a_nul_is_refused() {
        let node_channel = NodeChannel::new();
        assert!(node_channel.words(&["x".repeat(NEWS_BYTES_MAX)]).is_ok());
        let long = node_channel.words(&["x".repeat(NEWS_BYTES_MAX + 1)]);
        assert!(matches!(long, Err(StoreError::TooLarge { what: "news", .. })), "{long:?}");
        let nul = node_channel.words(&["a\0b".to_owned()]);
        assert!(matches!(nul, Err(StoreError::Invalid { field: "news", .. })), "{nul:?}");
    }
}
