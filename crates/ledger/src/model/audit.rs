//! The audit log: who did what. The entries of a tenant form one chain of hashes, so that a change of any
//! entry is detected.

use std::fmt;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::model::Tenant;

/// Author of a change, and the reason for it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct By {
    /// Person, API key or program that requested the change.
    pub actor: String,
    /// ID of the request.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub request_id: Option<String>,
    /// Reason, in the author's words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

impl By {
    /// Creates an author without a stated reason.
    pub fn new(actor: impl Into<String>) -> Self {
        Self { actor: actor.into(), request_id: None, reason: None }
    }

    /// Returns the author of changes that the engine makes on its own.
    pub fn engine() -> Self {
        Self::new("refrain")
    }
}

/// Content of an audit entry that is not yet part of a chain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewEntry {
    /// Author of the change, and the reason for it.
    pub by: By,
    /// Operation: `schedule.save`, `occurrence.skip`, `document.put`.
    pub action: String,
    /// Object of the operation: `schedule/digest`.
    pub object: String,
    /// Further details as JSON text, stored byte for byte because it is hashed.
    pub detail: String,
}

/// SHA-256 hash of an audit entry.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct EntryHash(pub [u8; 32]);

impl EntryHash {
    /// Predecessor hash of the first entry of a chain.
    pub const NONE: Self = Self([0; 32]);
}

impl fmt::Display for EntryHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Debug for EntryHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

/// Audit entry with its position in a chain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AuditEntry {
    /// Tenant whose chain holds the entry.
    pub tenant: Tenant,
    /// Position in the chain, counted from 1.
    pub seq: i64,
    /// Time at which the entry was appended.
    pub at: Timestamp,
    /// Content of the entry.
    pub entry: NewEntry,
    /// Hash of the previous entry.
    pub previous: EntryHash,
    /// Hash of this entry.
    pub hash: EntryHash,
}

impl AuditEntry {
    /// Creates an entry at the end of a chain.
    pub fn chained(tenant: Tenant, tip: Tip, at: Timestamp, entry: NewEntry) -> Self {
        let mut chained = Self { tenant, seq: tip.seq + 1, at, entry, previous: tip.hash, hash: EntryHash::NONE };
        chained.hash = chained.compute_hash();
        chained
    }

    /// Computes the hash of the entry from its content and the previous hash.
    pub fn compute_hash(&self) -> EntryHash {
        let mut hash = Sha256::new();
        hash.update(self.previous.0);
        hash.update(self.seq.to_be_bytes());
        // Stores keep times to the microsecond.
        hash.update(self.at.as_microsecond().to_be_bytes());
        let by = &self.entry.by;
        let parts = [
            Some(self.tenant.namespace.as_str()),
            Some(self.tenant.name.as_str()),
            Some(by.actor.as_str()),
            by.request_id.as_deref(),
            by.reason.as_deref(),
            Some(self.entry.action.as_str()),
            Some(self.entry.object.as_str()),
            Some(self.entry.detail.as_str()),
        ];
        for part in parts {
            // The length distinguishes an absent part from an empty one.
            hash.update(part.map_or(u64::MAX, |part| part.len() as u64).to_be_bytes());
            hash.update(part.unwrap_or_default());
        }
        EntryHash(hash.finalize().into())
    }

    /// Returns the end of the chain after this entry.
    pub fn tip(&self) -> Tip {
        Tip { seq: self.seq, hash: self.hash }
    }

    /// Returns whether the entry follows the tip and its hash is correct.
    pub fn follows(&self, tip: Tip) -> bool {
        self.seq == tip.seq + 1 && self.previous == tip.hash && self.hash == self.compute_hash()
    }
}

/// End of a chain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tip {
    /// Position of the last entry; 0 if there is none.
    pub seq: i64,
    /// Hash of the last entry.
    pub hash: EntryHash,
}

impl Tip {
    /// End of an empty chain.
    pub const START: Self = Self { seq: 0, hash: EntryHash::NONE };
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chain() -> Vec<AuditEntry> {
        let tenant = Tenant::new("default", "acme").unwrap();
        let mut tip = Tip::START;
        (0..4)
            .map(|n| {
                let entry = NewEntry {
                    by: By { reason: (n == 2).then(String::new), ..By::new("ann") },
                    action: "schedule.pause".to_owned(),
                    object: format!("schedule/{n}"),
                    detail: "{}".to_owned(),
                };
                let chained = AuditEntry::chained(tenant.clone(), tip, Timestamp::from_second(n).unwrap(), entry);
                tip = chained.tip();
                chained
            })
            .collect()
    }

    fn broken_at(chain: &[AuditEntry]) -> Option<i64> {
        let mut tip = Tip::START;
        for entry in chain {
            if !entry.follows(tip) {
                return Some(entry.seq);
            }
            tip = entry.tip();
        }
        None
    }

    #[test]
    fn every_change_of_an_entry_is_detected() {
        assert_eq!(broken_at(&chain()), None);
        type Change = fn(&mut AuditEntry);
        let changes: [Change; 8] = [
            |entry| entry.entry.by.actor.push('x'),
            |entry| entry.entry.by.reason = Some("x".to_owned()),
            |entry| entry.entry.by.request_id = Some(String::new()),
            |entry| entry.entry.action = "schedule.resume".to_owned(),
            |entry| entry.entry.object.clear(),
            |entry| entry.entry.detail.push(' '),
            |entry| entry.at = Timestamp::from_second(99).unwrap(),
            |entry| entry.hash = EntryHash([7; 32]),
        ];
        for change in changes {
            let mut chain = chain();
            change(&mut chain[1]);
            assert_eq!(broken_at(&chain), Some(2));
        }
        let mut swapped = chain();
        swapped.remove(1);
        assert_eq!(broken_at(&swapped), Some(3));
    }
}
