//! Which node sends an alert, and how often: marks in the store, one for each alert and subject.
//!
//! Every name is hashed, so that no name of a schedule or a provider is too long for a mark.

use std::sync::Arc;

use jiff::{SignedDuration, Timestamp};
use sha2::{Digest, Sha256};

use crate::event::Alarm;
use crate::id::{DocumentName, Tenant};
use crate::store::{Mark, MarkName, Store, StoreError};

/// What every node sees is told of by one of them, for as long as this.
const SEEN_FOR: SignedDuration = SignedDuration::from_hours(24);
/// A failure that was told of is remembered so long, for its recovery to be told of.
const FAILING_FOR: SignedDuration = SignedDuration::from_hours(30 * 24);
/// Others may count at the same time; after so many tries one alarm is not counted as held back.
const TRIES: usize = 5;

/// One alert about one subject.
#[derive(Clone, Copy)]
pub(super) struct Limit<'a> {
    pub(super) store: &'a Arc<dyn Store>,
    pub(super) tenant: &'a Tenant,
    pub(super) alert: &'a DocumentName,
    pub(super) alarm: &'a Alarm,
    pub(super) now: Timestamp,
}

/// Whether an alert is sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Turn {
    /// It is, and so many were held back since the last.
    Send(u64),
    /// One was sent not long ago.
    HeldBack,
    /// Another node has seen to it, or there is nothing to recover from.
    NotOurs,
}

impl Limit<'_> {
    /// Takes the turn, if it is free.
    pub(super) async fn take(&self, limit_for: SignedDuration, tells_of_failing: bool) -> Result<Turn, StoreError> {
        if let Some(seen) = self.seen_by_all() {
            let name = self.name("seen", &seen);
            if self.store.mark_if_absent(&name, "seen", SEEN_FOR, self.now).await?.is_some() {
                return Ok(Turn::NotOurs);
            }
        }
        if matches!(self.alarm, Alarm::Recovered { .. }) && tells_of_failing && !self.forget_failing().await? {
            return Ok(Turn::NotOurs);
        }
        if self.store.mark_if_absent(&self.sent(), "sent", limit_for, self.now).await?.is_some() {
            self.hold_back(1).await?;
            return Ok(Turn::HeldBack);
        }
        if matches!(self.alarm, Alarm::Failing { .. }) {
            self.store.mark_if_absent(&self.failing(), "told", FAILING_FOR, self.now).await?;
        }
        Ok(Turn::Send(self.take_held_back().await?))
    }

    /// It could not be sent: the next alarm of its kind may try again at once, and tells of this one, too.
    pub(super) async fn give_back(&self, held_back: u64) -> Result<(), StoreError> {
        self.hold_back(held_back.saturating_add(1)).await?;
        self.store.replace_mark(&self.sent(), Some("sent"), None, self.now).await.map(drop)
    }

    /// What tells the same alarm, raised by several nodes, from another; none when only one node raises it.
    fn seen_by_all(&self) -> Option<String> {
        if let Alarm::MissedRun { occurrence, .. } = self.alarm {
            return Some(format!("{}/{occurrence}", self.alarm.name()));
        }
        let Alarm::Stale { due_at, .. } = self.alarm else { return None };
        Some(format!("{}/{}/{due_at}", self.alarm.name(), self.subject()))
    }

    /// What it is about: a schedule, or what the alarm itself says.
    fn subject(&self) -> String {
        self.alarm.schedule().map_or_else(|| self.alarm.to_string(), |schedule| schedule.id.to_string())
    }

    fn sent(&self) -> MarkName {
        self.name("sent", &format!("{}/{}", self.alarm.name(), self.subject()))
    }

    fn failing(&self) -> MarkName {
        self.name("failing", &self.subject())
    }

    fn held(&self) -> MarkName {
        self.name("held", &format!("{}/{}", self.alarm.name(), self.subject()))
    }

    fn name(&self, what: &str, subject: &str) -> MarkName {
        let hash = Sha256::digest(subject.as_bytes());
        let hash: String = hash.iter().take(16).map(|byte| format!("{byte:02x}")).collect();
        MarkName { tenant: self.tenant.clone(), name: format!("alert/{what}/{}/{hash}", self.alert) }
    }

    /// Whether a failure had been told of; it is forgotten by one node alone.
    async fn forget_failing(&self) -> Result<bool, StoreError> {
        self.store.replace_mark(&self.failing(), Some("told"), None, self.now).await
    }

    async fn hold_back(&self, alarms: u64) -> Result<(), StoreError> {
        let until = self.now.saturating_add(FAILING_FOR).unwrap_or(Timestamp::MAX);
        for _ in 0..TRIES {
            let held = self.store.mark(&self.held(), self.now).await?.map(|mark| mark.value);
            let more = held.as_deref().and_then(|held| held.parse::<u64>().ok()).unwrap_or(0).saturating_add(alarms);
            let mark = Mark { value: more.to_string(), until };
            if self.store.replace_mark(&self.held(), held.as_deref(), Some(&mark), self.now).await? {
                break;
            }
        }
        Ok(())
    }

    async fn take_held_back(&self) -> Result<u64, StoreError> {
        for _ in 0..TRIES {
            let Some(held) = self.store.mark(&self.held(), self.now).await? else { break };
            if self.store.replace_mark(&self.held(), Some(&held.value), None, self.now).await? {
                return Ok(held.value.parse().unwrap_or(0));
            }
        }
        Ok(0)
    }
}
