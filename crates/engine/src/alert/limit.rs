//! Rate limits of alerts, and the choice of the node that sends one. Both are marks in the store, one for
//! each alert and subject.
//!
//! Subjects are hashed, so that no name of a schedule or provider is too long for a mark.

use std::sync::Arc;

use jiff::{SignedDuration, Timestamp};
use sha2::{Digest, Sha256};

use crate::model::{DocumentName, Tenant};
use crate::observe::Alarm;
use crate::store::{Mark, MarkName, Store, StoreError};

/// Time for which only one node sends an alarm that every node raises.
const SEEN_TTL: SignedDuration = SignedDuration::from_hours(24);
/// Time for which a reported failure is remembered, so that its recovery can be reported.
const FAILING_TTL: SignedDuration = SignedDuration::from_hours(30 * 24);
/// Maximum number of tries to update a counter that other nodes update too. After that, the alarm is not
/// counted as held back.
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

/// Decision on whether this node sends an alert.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Turn {
    /// Send it. The number says how many alarms were held back since the last alert.
    Send(u64),
    /// The limit applies: an alert was sent recently.
    HeldBack,
    /// Another node sends it, or there was no failure to recover from.
    NotThisNode,
}

impl Limit<'_> {
    /// Claims the right to send the alert, if it is free.
    pub(super) async fn take(&self, limit_for: SignedDuration, tells_of_failing: bool) -> Result<Turn, StoreError> {
        if let Some(seen) = self.shared_alarm_key() {
            let name = self.name("seen", &seen);
            if self.store.mark_if_absent(&name, "seen", SEEN_TTL, self.now).await?.is_some() {
                return Ok(Turn::NotThisNode);
            }
        }
        if matches!(self.alarm, Alarm::Recovered { .. }) && tells_of_failing && !self.forget_failing().await? {
            return Ok(Turn::NotThisNode);
        }
        if self.store.mark_if_absent(&self.sent(), "sent", limit_for, self.now).await?.is_some() {
            self.hold_back(1).await?;
            return Ok(Turn::HeldBack);
        }
        if matches!(self.alarm, Alarm::Failing { .. }) {
            self.store.mark_if_absent(&self.failing(), "told", FAILING_TTL, self.now).await?;
        }
        Ok(Turn::Send(self.take_held_back().await?))
    }

    /// Releases the right after the alert could not be sent. The next alarm of its kind may be sent
    /// immediately, and its held-back count includes this one.
    pub(super) async fn release(&self, held_back: u64) -> Result<(), StoreError> {
        self.hold_back(held_back.saturating_add(1)).await?;
        self.store.replace_mark(&self.sent(), Some("sent"), None, self.now).await.map(drop)
    }

    /// Returns a text that identifies an alarm that several nodes raise, or `None` if only one node raises
    /// it.
    fn shared_alarm_key(&self) -> Option<String> {
        if let Alarm::MissedRun { occurrence, .. } = self.alarm {
            return Some(format!("{}/{occurrence}", self.alarm.name()));
        }
        let Alarm::Stale { due_at, .. } = self.alarm else { return None };
        Some(format!("{}/{}/{due_at}", self.alarm.name(), self.subject()))
    }

    /// Returns the subject: the schedule, or else the text of the alarm.
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

    /// Removes the mark of a reported failure. Returns whether there was one; only one node gets `true`.
    async fn forget_failing(&self) -> Result<bool, StoreError> {
        self.store.replace_mark(&self.failing(), Some("told"), None, self.now).await
    }

    async fn hold_back(&self, alarms: u64) -> Result<(), StoreError> {
        let until = self.now.saturating_add(FAILING_TTL).unwrap_or(Timestamp::MAX);
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
